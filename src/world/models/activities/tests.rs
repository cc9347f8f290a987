//! Properties of the activities and of what is read out of words.

use super::*;

fn activities() -> Activities {
    let read = |name: &str| {
        std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
    };
    let tables: Vec<Vec<u8>> = Activities::TABLES.iter().map(|name| read(name)).collect();
    Activities::build(&tables.iter().map(Vec::as_slice).collect::<Vec<_>>()).expect("the tables are sound")
}

#[test]
fn every_category_is_full_and_every_row_sane() {
    let all = activities();
    for category in Category::all() {
        assert!((20..=50).contains(&all.of(category).len()), "{}", category.code());
        assert_eq!(Category::named(category.name()), Some(category));
    }
    let mut titles = std::collections::BTreeSet::new();
    for one in all.all() {
        assert!(titles.insert(&one.title) && one.title.len() <= 70 && one.about.len() >= 12, "{}", one.title);
        assert!((5..=2880).contains(&one.minutes) && one.least >= 1 && one.most.is_none_or(|most| most >= one.least));
        for value in [one.accessibility, one.difficulty, one.price()] {
            assert!((0.0..=1.0).contains(&value) && (value * 10.0).fract() < 1e-9, "{}: {value}", one.title);
        }
        assert!(!one.places.is_empty() && !one.tags.is_empty(), "{}", one.title);
        assert!(one.setting == Setting::Outdoors || one.need == Need::Any || one.need == Need::Clear, "{}", one.title);
    }
}

#[test]
fn an_activity_is_meant_by_its_title_and_by_other_words() {
    let all = activities();
    for one in all.all() {
        assert_eq!(all.meant(&one.title.to_uppercase(), "").map(|found| found.id), Some(one.id));
        assert_eq!(all.meant(&one.id.to_string(), "anything").map(|found| found.id), Some(one.id));
    }
    for (name, desc, title) in [
        ("Kite flying", "On the beach with the children", "Fly a kite"),
        ("soccer", "A game after work", "Play five-a-side football"),
        ("Stargazing", "Watching the night sky and its constellations", "Learn the night sky's constellations"),
        ("Hiking", "A long walk in the hills", "Hike to a viewpoint"),
        ("Bake bread", "sourdough at home", "Bake sourdough bread"),
        ("picnic", "lunch on the grass", "Have a picnic"),
        ("Chess", "", "Play chess in the park"),
    ] {
        assert_eq!(all.meant(name, desc).map(|found| found.title.as_str()), Some(title), "{name}");
    }
    for name in ["", "🎲", "qwertz", "مطر", "do something"] {
        assert!(all.meant(name, "").is_none(), "{name}");
    }
}

#[test]
fn a_wish_is_read_and_its_limits_hold() {
    let all = activities();
    let fits = |text: &str, test: &dyn Fn(&Activity) -> bool| {
        let wish = Wish::read(text);
        let found = all.all().iter().filter(|one| wish.allows(one)).collect::<Vec<_>>();
        assert!(!found.is_empty() && found.len() < all.all().len(), "{text}: {:?}", wish.said);
        assert!(found.iter().all(|one| test(one)), "{text}: {:?}", wish.said);
    };
    fits("free of charge, please", &|one| one.euros == 0.0);
    fits("no more than €20 each", &|one| one.euros <= 20.0);
    fits("under 2 hours", &|one| one.minutes <= 120);
    fits("in less than 2 hours", &|one| one.minutes <= 120);
    fits("at least 3 hours", &|one| one.minutes >= 180);
    fits("half an hour at most", &|one| one.minutes <= 30);
    fits("45min", &|one| one.minutes <= 45);
    fits("for six people", &|one| one.takes(6));
    fits("in a group of 7", &|one| one.takes(7));
    fits("with two friends", &|one| one.takes(3));
    fits("alone", &|one| one.takes(1));
    fits("rainy day", &|one| one.setting != Setting::Outdoors);
    fits("not outdoors", &|one| one.setting != Setting::Outdoors);
    fits("outside", &|one| one.setting == Setting::Outdoors);
    fits("no screens", &|one| !one.tags.iter().any(|tag| tag == "screen"));
    fits("without any equipment", &|one| one.equipment.is_empty());
    fits("easy", &|one| one.difficulty <= 0.3);
    fits("not too difficult", &|one| one.difficulty <= 0.3);
    fits("something for the winter", &|one| one.seasons.is_empty() || one.seasons.contains('w'));
    assert!(Wish::read("🎉 مرحبا").said.is_empty());
    assert!(Wish::read("1e999 minutes 99999999999999999999 people").people.is_none());
}

#[test]
fn likings_move_activities_up() {
    let all = activities();
    let best = |requirement: &str| {
        let wish = Wish::read(requirement);
        all.alike("Go for a walk in the woods", "a calm walk", &wish)
            .into_iter()
            .take(5)
            .map(|a| a.activity)
            .collect::<Vec<_>>()
    };
    for tag in ["romantic", "animals", "food"] {
        let hits = best(tag).iter().filter(|one| one.tags.iter().any(|own| own == tag)).count();
        assert!(hits >= 4, "{tag}: {:?}", best(tag).iter().map(|one| &one.title).collect::<Vec<_>>());
    }
}
