//! Laws of the programmes, on the tables as they are shipped.

use jiff::civil::{Date, date};

use super::programme::plus;
use super::{Genre, Seats, Show, Shows, VenueKind};
use crate::assets::Assets;
use crate::world::{Facts, Place, Seed};

const SEED: Seed = Seed(42);

fn shows() -> std::sync::Arc<Shows> {
    Facts::load(&Assets::embedded().responses).unwrap().model::<Shows>()
}

fn town(id: u32, country: &str, latitude: f64, population: u32) -> Place {
    Place {
        id,
        name: "Town".to_owned(),
        country: country.to_owned(),
        region: String::new(),
        latitude,
        longitude: 5.0,
        elevation: 0,
        population,
        timezone: "Europe/Amsterdam".to_owned(),
    }
}

fn utrecht() -> Place {
    town(2_745_912, "NL", 52.09, 376_435)
}

fn season(shows: &Shows, place: &Place, days: i64) -> Vec<(Date, usize)> {
    (0..days).map(|d| plus(date(2026, 3, 2), d)).map(|day| (day, shows.on(SEED, place, day).len())).collect()
}

fn all<'a>(shows: &'a Shows, place: &Place, first: Date, days: i64) -> Vec<Show<'a>> {
    (0..days).flat_map(|d| shows.on(SEED, place, plus(first, d))).collect()
}

#[test]
fn larger_towns_have_more_on() {
    let shows = shows();
    let count = |place: &Place| season(&shows, place, 28).iter().map(|(_, n)| n).sum::<usize>();
    let (village, small, middling, large) = (
        count(&town(1, "NL", 52.0, 9_000)),
        count(&town(2, "NL", 52.0, 70_000)),
        count(&utrecht()),
        count(&town(3, "GB", 51.5, 8_900_000)),
    );
    assert!(village < small && small < middling && middling < large, "{village} {small} {middling} {large}");
    assert!((40..120).contains(&middling) && (120..280).contains(&large), "{middling} {large}");
}

#[test]
fn every_id_leads_back_to_its_show() {
    let shows = shows();
    for place in [utrecht(), town(3, "GB", 51.5, 8_900_000), town(4, "JP", 35.0, 1_400_000)] {
        for show in all(&shows, &place, date(2026, 3, 2), 21) {
            let found = shows.by_id(SEED, &show.id, |id| (id == place.id).then_some(&place)).unwrap();
            assert_eq!(format!("{found:?}"), format!("{show:?}"));
            assert!(shows.by_id(Seed(43), &show.id, |_| Some(&place)).is_none());
        }
    }
}

#[test]
fn ids_are_unique() {
    let shows = shows();
    let mut ids: Vec<String> =
        all(&shows, &town(3, "GB", 51.5, 8_900_000), date(2026, 3, 2), 90).into_iter().map(|s| s.id).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn nobody_plays_in_two_houses_on_one_day() {
    let shows = shows();
    let london = town(3, "GB", 51.5, 8_900_000);
    for d in 0..120 {
        let today = shows.on(SEED, &london, plus(date(2026, 1, 1), d));
        for (i, one) in today.iter().enumerate() {
            let clash =
                today[i + 1..].iter().find(|o| o.act.title == one.act.title && o.venue.number != one.venue.number);
            assert!(clash.is_none() || one.act.genre == Genre::Exhibition, "{} in two houses", one.act.title);
        }
    }
}

#[test]
fn the_houses_of_a_town_have_names_of_their_own() {
    let shows = shows();
    for country in ["GB", "NL", "DE", "FR", "ES", "IT", "PT", "PL", "SE", "JP", "CN", "KE"] {
        let venues = shows.venues(SEED, &town(9, country, 50.0, 9_000_000));
        assert_eq!(venues.len(), 14);
        for (i, venue) in venues.iter().enumerate() {
            assert!(!venue.name.contains('{') && venue.name.len() > 3, "{venue:?}");
            assert!(venues[..i].iter().all(|other| other.name != venue.name), "{}", venue.name);
        }
    }
}

#[test]
fn plays_are_in_a_language_of_the_country() {
    let shows = shows();
    for show in all(&shows, &utrecht(), date(2026, 1, 1), 120) {
        let language = &*show.act.language;
        let spoken = matches!(show.act.genre, Genre::Theatre | Genre::Comedy | Genre::Family | Genre::Musical);
        assert!(!spoken || matches!(language, "nl" | "fy" | "none"), "{}", show.act.title);
    }
}

#[test]
fn houses_show_what_they_are_for() {
    let shows = shows();
    for show in all(&shows, &town(3, "GB", 51.5, 8_900_000), date(2026, 5, 1), 60) {
        let fits = match show.venue.kind {
            VenueKind::Opera => matches!(show.act.genre, Genre::Opera | Genre::Ballet),
            VenueKind::Gallery => show.act.genre == Genre::Exhibition,
            VenueKind::Square => show.act.genre == Genre::Festival,
            VenueKind::Arena => show.act.genre == Genre::Concert && show.act.price_level >= 3,
            _ => true,
        };
        assert!(fits, "{} at {}", show.act.title, show.venue.name);
    }
}

#[test]
fn prices_are_in_the_money_of_the_country() {
    let shows = shows();
    for (country, currency, least, most) in
        [("NL", "EUR", 5.0, 200.0), ("JP", "JPY", 800.0, 40_000.0), ("GB", "GBP", 5.0, 250.0)]
    {
        for show in all(&shows, &town(5, country, 52.0, 800_000), date(2026, 3, 2), 28) {
            assert_eq!(show.price.currency, currency);
            let free = show.act.price_level == 0;
            assert_eq!(show.price.from == 0.0, free);
            assert!(
                free || (show.price.from >= least && show.price.to <= most && show.price.from <= show.price.to),
                "{:?}",
                show.price
            );
        }
    }
}

#[test]
fn a_run_holds_its_performances() {
    let shows = shows();
    let place = utrecht();
    for show in all(&shows, &place, date(2026, 3, 2), 14) {
        let run = shows.run(SEED, &place, &show);
        assert!(show.end > show.start && run.iter().any(|other| other.id == show.id));
        assert!(run.windows(2).all(|pair| pair[0].start < pair[1].start));
        for other in run {
            assert_eq!((&other.act.title, &other.venue), (&show.act.title, &show.venue));
            assert_eq!(other.price, show.price);
        }
    }
}

#[test]
fn tickets_only_become_fewer() {
    let shows = shows();
    for show in all(&shows, &utrecht(), date(2026, 3, 2), 14) {
        let left: Vec<i64> = (0..120)
            .rev()
            .map(|d| show.seats_left(plus(show.start.date(), -d).to_datetime(jiff::civil::time(9, 0, 0, 0))))
            .collect();
        assert!(left.windows(2).all(|pair| pair[0] >= pair[1]), "{left:?}");
        assert_eq!((show.seats(show.end), show.seats_left(show.end)), (Seats::Past, 0));
    }
}

#[test]
fn something_sells_out_and_most_does_not() {
    let shows = shows();
    let place = town(3, "GB", 51.5, 8_900_000);
    let now = date(2026, 3, 2).to_datetime(jiff::civil::time(9, 0, 0, 0));
    let coming = all(&shows, &place, date(2026, 3, 2), 21);
    let gone = coming.iter().filter(|s| s.seats(now) == Seats::SoldOut).count();
    assert!(gone > 0 && gone * 3 < coming.len(), "{gone} of {}", coming.len());
}

#[test]
fn the_programme_is_what_it_always_was() {
    let shows = shows();
    let day = shows.on(SEED, &utrecht(), date(2026, 3, 14));
    let seen: Vec<String> = day
        .iter()
        .map(|s| format!("{} {} @ {} {}-{} {}", s.id, s.act.title, s.venue.name, s.price.from, s.price.to, s.start))
        .collect();
    assert_eq!(seen, GOLDEN);
}

const GOLDEN: [&str; 4] = [
    "shw-2745912-20260314-8-fz Signal and Silk @ Museum De Wilgen 16-27 2026-03-14T10:00:00",
    "shw-2745912-20260314-2-9r De Stille Buurvrouw @ Theater Het Korenpakhuis 20-45 2026-03-14T20:15:00",
    "shw-2745912-20260314-6-mt Salt in the Radio @ Concertzaal De Papiermolen 32-78 2026-03-14T20:15:00",
    "shw-2745912-20260314-12-tk Silent Treatment @ Speelhuis De Sluiswachter 20-43 2026-03-14T20:30:00",
];
