//! When two spellings name the same thing: the tools' own resolvers say so.

use super::facts::Facts;
use super::gazetteer::{Gazetteer, coordinates};
use super::models::airports::Airports;
use super::models::alerts;
use super::models::assets::{Market, Pair};
use super::models::books::Books;
use super::models::climate::Climate;
use super::models::music::{Music, genre, mood};
use super::models::rates::Rates;
use super::models::species::{RedList, Region, Status};
use super::models::trains::Railway;
use super::place::Place;

/// Degrees by which a point may be off a place that is called by its name: about a kilometre, as people round.
const SAME_POINT: f64 = 0.01;

impl Facts {
    /// Whether both texts name the same thing of a kind; `docs/formats.md` lists the kinds. Texts that name nothing are the
    /// same only when they are equal, and points only when their numbers are: a tool may give the nearest place for a
    /// point, or forgive a slip, and yet it was asked for something else.
    pub fn same(&self, kind: &str, a: &str, b: &str) -> bool {
        if a == b {
            return true;
        }
        match (coordinates(a), coordinates(b)) {
            (Some(a), Some(b)) => return a == b,
            (Some(point), None) => return self.lies_at(kind, b, point),
            (None, Some(point)) => return self.lies_at(kind, a, point),
            (None, None) => {}
        }
        match (self.named(kind, a), self.named(kind, b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    /// Whether a point is that of a named place.
    fn lies_at(&self, kind: &str, name: &str, (latitude, longitude): (f64, f64)) -> bool {
        let found = matches!(kind, "place" | "area" | "climate-area").then(|| self.model::<Gazetteer>());
        let near = |place: &Place| {
            (place.latitude - latitude).abs() <= SAME_POINT && (place.longitude - longitude).abs() <= SAME_POINT
        };
        found.is_some_and(|gazetteer| gazetteer.find(name).is_some_and(|found| near(found.place)))
    }

    /// The one name of what a text names.
    fn named(&self, kind: &str, text: &str) -> Option<String> {
        match kind {
            "area" => {
                let found = alerts::find_region(&self.model::<Gazetteer>(), text);
                found.map(|area| format!("{} {}/{}", area.kind.code(), area.country, area.name))
            }
            "us-area" => {
                let found = alerts::find_aviation_area(&self.model::<Gazetteer>(), text);
                found.map(|area| format!("{} {}", area.kind.code(), area.name))
            }
            "climate-area" => self.model::<Climate>().find(&self.model::<Gazetteer>(), text).map(|area| area.label()),
            "airport" => self.model::<Airports>().find(text).map(|found| found.airport.iata.clone()),
            "place" => self.model::<Gazetteer>().find(text).map(|found| found.place.id.to_string()),
            "country" => self.model::<Gazetteer>().country(text).map(|country| country.iso2.clone()),
            "asset" => match self.model::<Market>().pair(text) {
                Pair::Found(asset, money) => Some([asset.code(), money.map_or("", |m| m.code.as_str())].join(" ")),
                _ => None,
            },
            "book_author" => self.model::<Books>().author_called(text).one().map(|place| place.to_string()),
            "book_genre" => self.model::<Books>().genre_called(text).map(|place| place.to_string()),
            "book_title" => self.model::<Books>().book_called(text).one().map(|place| place.to_string()),
            "species" => self.model::<RedList>().called(text).one().map(|place| place.to_string()),
            "species_group" => self.model::<RedList>().group_called(text).map(|group| format!("{:?}", group.members)),
            "species_region" => {
                let (list, gazetteer) = (self.model::<RedList>(), self.model::<Gazetteer>());
                Region::read(&list, &gazetteer, text).map(|region| format!("{} {:?}", region.name(), region.ignored()))
            }
            "species_status" => Status::read(text).map(|found| format!("{found:?}")),
            "currency" => self.model::<Rates>().find(text).map(|currency| currency.code.clone()),
            "music_artist" => self.model::<Music>().artist_called(text).one().map(|place| place.to_string()),
            "music_genre" => genre(text).map(str::to_owned),
            "music_mood" => mood(text).map(str::to_owned),
            "station" => self.model::<Railway>().find_station(text).map(|station| station.code.clone()),
            // Tools take codes of ISO 639-1, in any case and with or without a region.
            "language" => text.split(['-', '_']).next().map(str::to_lowercase),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;

    #[test]
    fn a_point_is_the_same_as_itself_and_as_the_place_that_lies_there() {
        let facts = Facts::load(&Assets::embedded().responses).unwrap();
        assert!(facts.same("place", "52.09,5.12", "52.090, 5.120"));
        assert!(!facts.same("place", "52.09,5.12", "52.09,5.13"));
        assert!(facts.same("place", "Utrecht", "52.0908,5.1222"));
        assert!(!facts.same("place", "Utrecht", "52.20,5.12"));
        assert!(!facts.same("station", "Utrecht Centraal", "52.09,5.12"));
    }

    #[test]
    fn a_slip_is_another_name_and_another_case_is_not() {
        let facts = Facts::load(&Assets::embedded().responses).unwrap();
        assert!(facts.same("music_artist", "Mira Holloway", "mira holloway"));
        assert!(!facts.same("music_artist", "Mira Holloway", "Mira Hxlloway"));
        assert!(facts.same("climate-area", "Norway", "NORWAY"));
        assert!(!facts.same("climate-area", "Norway", "Sweden"));
    }
}
