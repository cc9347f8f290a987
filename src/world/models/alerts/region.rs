//! For which places warnings are asked: a town, a region or a country.

use crate::world::Place;
use crate::world::gazetteer::Gazetteer;
use crate::world::sphere::distance_km;

/// How many of a region's places are watched, the most populous.
const WATCHED: usize = 10;

/// People in the towns of a region that make it worth naming beside a country of the same letters.
const RIVAL: u64 = 2_000_000;

/// Provinces by their Chinese names, without the words for province, city and autonomous region.
const CHINESE: [(&str, &str); 31] = [
    ("北京", "Beijing"),
    ("天津", "Tianjin"),
    ("上海", "Shanghai"),
    ("重庆", "Chongqing"),
    ("河北", "Hebei"),
    ("山西", "Shanxi"),
    ("辽宁", "Liaoning"),
    ("吉林", "Jilin"),
    ("黑龙江", "Heilongjiang"),
    ("江苏", "Jiangsu"),
    ("浙江", "Zhejiang"),
    ("安徽", "Anhui"),
    ("福建", "Fujian"),
    ("江西", "Jiangxi"),
    ("山东", "Shandong"),
    ("河南", "Henan"),
    ("湖北", "Hubei"),
    ("湖南", "Hunan"),
    ("广东", "Guangdong"),
    ("海南", "Hainan"),
    ("四川", "Sichuan"),
    ("贵州", "Guizhou"),
    ("云南", "Yunnan"),
    ("陕西", "Shaanxi"),
    ("甘肃", "Gansu"),
    ("青海", "Qinghai"),
    ("内蒙古", "Inner Mongolia"),
    ("广西", "Guangxi"),
    ("西藏", "Tibet"),
    ("宁夏", "Ningxia"),
    ("新疆", "Xinjiang"),
];

/// What an area is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// One place.
    Place,
    /// A first-level region, e.g. a state or province.
    Region,
    /// A country.
    Country,
}

impl RegionKind {
    /// `place`, `region` or `country`.
    pub fn code(self) -> &'static str {
        match self {
            RegionKind::Place => "place",
            RegionKind::Region => "region",
            RegionKind::Country => "country",
        }
    }
}

/// An area and the places in it that are watched.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// English name.
    pub name: String,
    /// Alpha-2 code of its country; empty for a point at sea.
    pub country: String,
    /// The places watched, most populous first.
    pub places: Vec<Place>,
    /// What else the text may mean.
    pub others: Vec<String>,
}

/// The area that a text means: coordinates; a country by code or name; a region by name, by name and country
/// (`Georgia, US`), by ISO 3166-2 code (`US-CA`) or by its letters alone where no country has them (`TX`); else a place.
/// Where a region and a town share a name (`Utrecht`), it is the region, which holds the town.
pub fn find_region(gazetteer: &Gazetteer, text: &str) -> Option<Region> {
    let text = text.trim();
    if text.is_empty() || text.len() > 200 {
        return None;
    }
    if let Some((latitude, longitude)) = crate::world::gazetteer::coordinates(text) {
        return Some(of_place(gazetteer.spot(latitude, longitude).place, Vec::new()));
    }
    let states = states(gazetteer, text);
    let label = |&(country, region): &(&str, &str)| format!("{region}, {}", country_name(gazetteer, country));
    if let Some(country) = gazetteer.country(text) {
        let first = states.first().and_then(|(code, name)| gazetteer.region(code, name));
        if !Gazetteer::prefers_region(text, country, first) {
            let rivals = states.iter().filter(|state| people(gazetteer, state) >= RIVAL);
            return Some(of_country(gazetteer, &country.iso2, rivals.map(label).collect()));
        }
    }
    match states.first() {
        Some(&(country, region)) => {
            Some(region_of(gazetteer, country, region, states[1..].iter().map(label).collect()))
        }
        None => gazetteer.find(text).map(|found| {
            let others = found
                .others
                .iter()
                .take(5)
                .map(|p| format!("{}, {}, {}", p.name, p.region, country_name(gazetteer, &p.country)));
            of_place(found.place.clone(), others.collect())
        }),
    }
}

fn people(gazetteer: &Gazetteer, (country, region): &(&str, &str)) -> u64 {
    within(gazetteer, country, region).map(|place| u64::from(place.population)).sum()
}

fn country_name<'a>(gazetteer: &'a Gazetteer, code: &'a str) -> &'a str {
    gazetteer.country(code).map_or(code, |country| &country.name)
}

/// The regions (country code, name) that a text means, that of the country with most people first, as the climate tools
/// have it: `Georgia`, `Georgia, US`, `US-GA`.
pub(super) fn states<'a>(gazetteer: &'a Gazetteer, text: &str) -> Vec<(&'a str, &'a str)> {
    let named = |name: &str, country: Option<&str>| {
        let found = gazetteer.regions(name).into_iter().map(|(c, r)| (c.iso2.as_str(), r.name.as_str()));
        let found: Vec<(&str, &str)> = found.filter(|(c, _)| country.is_none_or(|wanted| *c == wanted)).collect();
        found
    };
    if let Some((country, letters)) = text.split_once('-').filter(|(c, l)| c.len() == 2 && (1..=3).contains(&l.len())) {
        let country = country.to_ascii_uppercase();
        let coded = named(letters, Some(&country));
        if !coded.is_empty() {
            return coded;
        }
    }
    let bare = text.trim_end_matches('省').trim_end_matches("自治区");
    let bare = ["壮族", "回族", "维吾尔"].iter().fold(bare, |name, people| name.trim_end_matches(people));
    if let Some((_, province)) = CHINESE.iter().find(|(name, _)| *name == bare) {
        return named(province, Some("CN"));
    }
    if let Some((name, country)) = text.rsplit_once(',') {
        return gazetteer.country(country).map(|c| named(name, Some(&c.iso2))).unwrap_or_default();
    }
    named(text, None)
}

/// The region of a country by its name.
pub(super) fn region_of(gazetteer: &Gazetteer, country: &str, region: &str, others: Vec<String>) -> Region {
    let places = largest(within(gazetteer, country, region), WATCHED);
    Region { kind: RegionKind::Region, name: region.to_owned(), country: country.to_owned(), places, others }
}

fn of_country(gazetteer: &Gazetteer, code: &str, others: Vec<String>) -> Region {
    let places = largest(gazetteer.places().filter(|p| p.country == code), WATCHED);
    let name = country_name(gazetteer, code).to_owned();
    Region { kind: RegionKind::Country, name, country: code.to_owned(), places, others }
}

fn of_place(place: Place, others: Vec<String>) -> Region {
    let (name, country) = (place.name.clone(), place.country.clone());
    Region { kind: RegionKind::Place, name, country, places: vec![place], others }
}

pub(super) fn within<'a>(
    gazetteer: &'a Gazetteer,
    country: &'a str,
    region: &'a str,
) -> impl Iterator<Item = &'a Place> {
    gazetteer.places().filter(move |p| p.country == country && p.region == region)
}

/// The most populous places, none within 40 km of a larger one: boroughs and suburbs share the weather of their city.
pub(super) fn largest<'a>(places: impl Iterator<Item = &'a Place>, count: usize) -> Vec<Place> {
    const APART_KM: f64 = 40.0;
    let mut all: Vec<&Place> = places.collect();
    all.sort_by_key(|p| (std::cmp::Reverse(p.population), p.id));
    let mut found: Vec<&Place> = Vec::new();
    for place in all {
        let near = |other: &&Place| {
            distance_km((place.latitude, place.longitude), (other.latitude, other.longitude)) < APART_KM
        };
        if found.len() == count {
            break;
        }
        if !found.iter().any(near) {
            found.push(place);
        }
    }
    found.into_iter().cloned().collect()
}
