//! When two spellings name the same thing: the tools' own resolvers say so.

use super::facts::Facts;
use super::gazetteer::Gazetteer;
use super::models::airports::Airports;
use super::models::alerts;
use super::models::assets::{Market, Pair};
use super::models::books::Books;
use super::models::music::{Music, genre, mood};
use super::models::rates::Rates;
use super::models::species::{RedList, Region, Status};
use super::models::trains::Railway;

impl Facts {
    /// Whether both texts name the same thing of a kind: `airport`, `area`, `us-area`, `place`, `currency`, `station`, `country`,
    /// `language`, `asset`, `music_artist`, `music_genre`, `music_mood`, `book_author`, `book_genre`, `book_title`, `species`,
    /// `species_group`, `species_region`, `species_status`. Texts that name nothing are the same only when they are equal.
    pub fn same(&self, kind: &str, a: &str, b: &str) -> bool {
        if a == b {
            return true;
        }
        match (self.named(kind, a), self.named(kind, b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
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
            "airport" => self.model::<Airports>().find(text).map(|found| found.airport.iata.clone()),
            "place" => self.model::<Gazetteer>().find(text).map(|found| found.place.id.to_string()),
            "country" => self.model::<Gazetteer>().country(text).map(|country| country.iso2.clone()),
            "asset" => match self.model::<Market>().pair(text) {
                Pair::Found(asset, money) => Some([asset.code(), money.map_or("", |m| m.code.as_str())].join(" ")),
                _ => None,
            },
            "book_author" => self.model::<Books>().find_author(text).one().map(|place| place.to_string()),
            "book_genre" => self.model::<Books>().find_genre(text).map(|place| place.to_string()),
            "book_title" => {
                self.model::<Books>().find_book(None, text, jiff::civil::Date::MAX).one().map(|place| place.to_string())
            }
            "species" => self.model::<RedList>().find(text).one().map(|place| place.to_string()),
            "species_group" => self.model::<RedList>().group(text).map(|group| format!("{:?}", group.members)),
            "species_region" => {
                let (list, gazetteer) = (self.model::<RedList>(), self.model::<Gazetteer>());
                Region::read(&list, &gazetteer, text).map(|region| format!("{} {:?}", region.name(), region.ignored()))
            }
            "species_status" => Status::read(text).map(|found| format!("{found:?}")),
            "currency" => self.model::<Rates>().find(text).map(|currency| currency.code.clone()),
            "music_artist" => self.model::<Music>().find_artist(text).one().map(|place| place.to_string()),
            "music_genre" => genre(text).map(str::to_owned),
            "music_mood" => mood(text).map(str::to_owned),
            "station" => self.model::<Railway>().find_station(text).map(|station| station.code.clone()),
            // Tools take codes of ISO 639-1, in any case and with or without a region.
            "language" => text.split(['-', '_']).next().map(str::to_lowercase),
            _ => None,
        }
    }
}
