use std::sync::OnceLock;

use jiff::civil::date;

use super::*;
use crate::assets::Assets;
use crate::world::facts::{Facts, read_table};
use crate::world::gazetteer::Gazetteer;
use crate::world::seed::Seed;

fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts::load(&Assets::embedded().responses).unwrap())
}

fn jobs() -> std::sync::Arc<Jobs> {
    facts().model::<Jobs>()
}

#[test]
fn hundreds_of_vacancies_are_open_at_any_time() {
    for day in [date(2025, 1, 1), date(2025, 8, 15), date(2026, 3, 2), date(2027, 12, 31)] {
        let open = jobs().open(Seed(3), day).len();
        assert!((1500..2800).contains(&open), "{open} on {day}");
    }
}

#[test]
fn an_open_vacancy_is_found_by_its_id_from_its_first_day() {
    let (jobs, day) = (jobs(), date(2026, 3, 2));
    for posting in jobs.open(Seed(9), day).iter().copied() {
        assert!(posting.is_open(day));
        let again = jobs.posting(Seed(9), &posting.id(), posting.posted).expect("posted");
        assert_eq!((again.closes, again.role, jobs.pay(&again)), (posting.closes, posting.role, jobs.pay(&posting)));
        assert!(jobs.posting(Seed(9), &posting.id(), posting.posted.yesterday().unwrap()).is_none());
        assert!(!jobs.title(&posting).is_empty());
    }
}

#[test]
fn nobody_is_paid_less_than_the_least_of_the_country() {
    let (jobs, day) = (jobs(), date(2026, 3, 2));
    for posting in jobs.open(Seed(4), day).iter().copied() {
        let (low, high) = jobs.pay(&posting).yearly();
        let wage = &jobs.wages[&jobs.office_of(&posting).country];
        let least = if posting.level == Level::Intern { 0.3 * wage.median } else { wage.least };
        assert!(low as f64 >= least * 0.999 && high >= low, "{} {low} {high}", jobs.title(&posting));
        assert!((high as f64) < wage.median * 6.0, "{} {high}", jobs.title(&posting));
    }
}

#[test]
fn employers_in_the_news_are_the_same_as_there() {
    type Row = (String, String, Option<String>, String, String, String, Option<String>, String);
    let bytes = Assets::embedded().responses["world/news_companies.json"].bytes.clone();
    let news: Vec<Row> = read_table("news_companies", &bytes).unwrap();
    let (jobs, gazetteer) = (jobs(), facts().model::<Gazetteer>());
    let mut same = 0;
    for (name, _, _, country, city, _, role, about) in news {
        let Some(employer) = jobs.employer(&name) else { continue };
        let seat = jobs.office(employer.offices[0]);
        let place = gazetteer.find(&format!("{city}, {country}")).expect("the town is known").place;
        assert_eq!((seat.place, &employer.about), (place.id, &about), "{name}");
        let founder = role.is_some_and(|role| role.contains("founder"));
        assert!(!founder || employer.founded >= 1980, "{name} of {} is led by its founder", employer.founded);
        same += 1;
    }
    assert!(same > 80, "{same} employers are in the news");
}

#[test]
fn words_find_roles_by_title_skill_and_other_name() {
    let jobs = jobs();
    let day = date(2026, 3, 2);
    for text in [
        "nurse",
        "nursing",
        "programmer",
        "Kubernetes",
        "truck driver",
        "teacher or lecturer",
        "C#",
        "remote developer",
    ] {
        let query = jobs.query(text);
        let wanted = Wanted {
            query: &query,
            title: None,
            location: &Location::Anywhere,
            contracts: &[],
            pays: &|_| true,
            scope: &|_| true,
        };
        let hits = jobs.search(Seed(1), day, &wanted);
        assert_eq!(hits.is_empty(), text == "C#", "{text}: {}", hits.len());
        assert!(hits.len() < 400, "{text}: {}", hits.len());
    }
}

#[test]
fn places_are_read_as_people_write_them() {
    let gazetteer = facts().model::<Gazetteer>();
    for (text, name) in [
        ("Rotterdam", "Rotterdam, South Holland, Netherlands"),
        ("Netherlands", "Netherlands"),
        ("Bavaria", "Bavaria, Germany"),
        ("California", "California, United States"),
        ("Utrecht", "Utrecht, Utrecht, Netherlands"),
        ("Remote", "Remote"),
        ("remote in germany", "Remote, Germany"),
        ("Remote (Europe)", "Remote, Europe"),
        ("Europe", "Europe"),
        ("", "Anywhere"),
        ("Nationwide", "Anywhere"),
        ("EU", "European Union"),
        ("Texas, USA", "Texas, United States"),
    ] {
        assert_eq!(Location::parse(text, 25.0, &gazetteer).map(|l| l.name()).as_deref(), Some(name), "{text}");
    }
    for text in ["Nowheresville", "Remote, Nowheresville", "🦀", "Remoteville"] {
        assert_eq!(Location::parse(text, 25.0, &gazetteer), None, "{text}");
    }
}

#[test]
fn kinds_of_employment_are_read_as_people_write_them() {
    assert_eq!(types_named("Full Time"), Some(vec![Contract::FullTime]));
    assert_eq!(types_named("part-time, Contract"), Some(vec![Contract::PartTime, Contract::Fixed]));
    assert_eq!(types_named("intern or temp"), Some(vec![Contract::Temporary, Contract::Internship]));
    assert_eq!(types_named("All Types"), Some(Vec::new()));
    assert_eq!(types_named("lifelong"), None);
}
