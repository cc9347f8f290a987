//! What an address or a name means.

use minijinja::value::Value as Dynamic;
use minijinja::{Error, State};

use super::{AT_HOME, Desk, Spot, sites};
use crate::catalogue::nearest::fold;
use crate::simulator::value::{list, record};
use crate::world::Place;
use crate::world::gazetteer::coordinates;
use crate::world::models::airports::Airports;
use crate::world::models::grocery::Spot as Postal;
use crate::world::models::maps::{Address, five};
use crate::world::models::trains::Railway;
use crate::world::sphere::distance_km;

/// The longest text that is read, in bytes.
const LONGEST: usize = 300;

/// Namesakes of a town that are looked into.
const NAMESAKES: usize = 8;

/// `{results, suggestions}`: what a text may mean, the likeliest first, at most so many; texts that look like it where it means
/// nothing.
pub(super) fn map_search(state: &State<'_, '_>, text: &str, most: usize) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let mut hints = Vec::new();
    let mut found = if text.len() > LONGEST { Vec::new() } else { meanings(&desk, text.trim(), &mut hints) };
    if found.is_empty() && hints.is_empty() && text.len() <= LONGEST {
        hints = desk.gazetteer.near(text);
    }
    found.truncate(most);
    hints.truncate(3);
    let hints = if found.is_empty() { hints } else { Vec::new() };
    Ok(record([("results", list(&found, |spot| spot.record(&desk))), ("suggestions", Dynamic::from(hints))]))
}

fn meanings<'a>(desk: &'a Desk, text: &str, hints: &mut Vec<String>) -> Vec<Spot<'a>> {
    if let Some(point) = coordinates(text) {
        let address = desk.atlas().address_at(point, 1000.0);
        return address.map(|address| Spot::of_address(desk, address)).into_iter().collect();
    }
    if let Some(spot) = postcode(desk, text) {
        return vec![spot];
    }
    let mut found = in_towns(desk, text, hints);
    if found.is_empty() {
        found.extend(famous(desk, text));
    }
    let place = desk.gazetteer.find(text);
    let places = place.into_iter().flat_map(|found| std::iter::once(found.place).chain(found.others));
    found.extend(places.map(Spot::of_place));
    if found.is_empty() {
        found.extend(airport(desk, text));
    }
    found
}

/// A postal code alone.
fn postcode<'a>(desk: &'a Desk, text: &str) -> Option<Spot<'a>> {
    let (point, town) = match desk.grocery.postal.find(text)? {
        Postal::Point(north, east) => ((north, east), desk.gazetteer.nearest(north, east)),
        Postal::Place(id) => {
            let place = desk.gazetteer.by_id(id)?;
            ((place.latitude, place.longitude), place)
        }
    };
    let code = text.trim().to_uppercase();
    Some(Spot { kind: "postcode", name: None, postcode: Some(code), point: five(point), ..Spot::of_place(town) })
}

/// Something in a town that the text names too: a house, a street, a place of interest.
fn in_towns<'a>(desk: &'a Desk, text: &str, hints: &mut Vec<String>) -> Vec<Spot<'a>> {
    for (head, tail) in readings(text) {
        let Some(place) = desk.gazetteer.find(&tail) else { continue };
        let towns = std::iter::once(place.place).chain(place.others).take(NAMESAKES);
        let found: Vec<Spot<'a>> = towns.flat_map(|town| in_town(desk, &head, town)).collect();
        if !found.is_empty() {
            return found;
        }
        if hints.is_empty() {
            *hints = near(desk, &head, place.place);
        }
    }
    Vec::new()
}

fn in_town<'a>(desk: &'a Desk, head: &str, town: &'a Place) -> Vec<Spot<'a>> {
    let atlas = desk.atlas();
    if let Some((name, house)) = head.split_once(", ") {
        let (street, number) = street_and_number(house);
        let address = number.and_then(|number| atlas.address_of(town, &street, number));
        let found = address.map_or_else(Vec::new, |address| named_at(desk, name, &address));
        if !found.is_empty() {
            return found;
        }
    }
    let (street, number) = street_and_number(head);
    if let Some(address) = number.and_then(|number| atlas.address_of(town, &street, number)) {
        return vec![Spot::of_address(desk, address)];
    }
    if let Some((name, point, _)) = atlas.street_of(town, if number.is_some() { &street } else { head }) {
        let postcode = desk.postcode(town, point);
        return vec![Spot { kind: "street", name: None, street: Some(name), postcode, point, ..Spot::of_place(town) }];
    }
    // `Name, Street 1` is what has the name, not the house.
    let wanted = [fold(head), fold(head.split(',').next().unwrap_or(head))];
    let named = |site: &Spot<'_>| {
        let name = site.name.as_deref().map(fold);
        name.is_some_and(|name| wanted.contains(&name)) || site.id.as_deref() == Some(head)
    };
    sites::of(desk, town).iter().filter(|site| named(site)).map(|site| site.addressed(desk)).collect()
}

/// What is called so and stands in a house, whatever town it counts to.
fn named_at<'a>(desk: &'a Desk, name: &str, house: &Address<'_>) -> Vec<Spot<'a>> {
    let (wanted, point) = (fold(name), house.lot.point);
    let near = |place: &&Place| distance_km(point, (place.latitude, place.longitude)) <= sites::spread_km(place);
    let towns = desk.gazetteer.within(point.0, point.1, sites::FARTHEST_KM).filter(near);
    let all = towns.flat_map(|place| sites::in_town(desk, place)).chain(sites::around(desk, point, AT_HOME));
    let named = all.filter(|site| site.name.as_deref().is_some_and(|name| fold(name) == wanted));
    let addressed: Vec<Spot<'a>> = named.map(|site| site.addressed(desk)).collect();
    let here = |site: &Spot<'_>| site.address.as_ref().is_some_and(|address| address.lot == house.lot);
    addressed.into_iter().filter(here).collect()
}

/// What is known without its town: airports and stations.
fn famous<'a>(desk: &'a Desk, text: &str) -> Option<Spot<'a>> {
    let wanted = fold(text);
    let facts = &desk.context.world.facts;
    let (railway, airports) = (facts.model::<Railway>(), facts.model::<Airports>());
    // The bare name of a town is the town.
    let station = railway.find_station(text).filter(|s| fold(&s.name) == wanted && fold(&s.city) != wanted);
    let airport = airports.all().find(|a| fold(&a.name) == wanted || a.iata == text || a.icao == text);
    let (kind, name, id, point) = match (station, airport) {
        (Some(s), _) => ("train_station", &s.name, &s.code, (s.latitude, s.longitude)),
        (None, Some(a)) => ("airport", &a.name, &a.iata, (a.latitude, a.longitude)),
        (None, None) => return None,
    };
    let town = desk.gazetteer.nearest(point.0, point.1);
    let spot =
        Spot { kind, name: Some(name.clone()), id: Some(id.clone()), point: five(point), ..Spot::of_place(town) };
    Some(spot.addressed(desk))
}

/// An airport by a part of its name: `Heathrow`.
fn airport<'a>(desk: &'a Desk, text: &str) -> Option<Spot<'a>> {
    let airports = desk.context.world.facts.model::<Airports>();
    let found = airports.find(text)?.airport;
    let point = (found.latitude, found.longitude);
    let (name, id) = (Some(found.name.clone()), Some(found.iata.clone()));
    let town = desk.gazetteer.nearest(point.0, point.1);
    Some(Spot { kind: "airport", name, id, point: five(point), ..Spot::of_place(town) }.addressed(desk))
}

/// Names in a town that look like one.
fn near(desk: &Desk, head: &str, town: &Place) -> Vec<String> {
    let (street, number) = street_and_number(head);
    let name = if number.is_some() { &street } else { head };
    let streets = desk.atlas().streets(town).near(name);
    let with_number = |street: String| match number {
        Some(number) => format!("{street} {number}, {}", town.name),
        None => format!("{street}, {}", town.name),
    };
    streets.into_iter().map(with_number).collect()
}

/// Readings of a text as something and where it is, the likeliest first.
fn readings(text: &str) -> Vec<(String, String)> {
    let parts = parts(text);
    if parts.len() > 1 {
        let tail = |n: usize| {
            let plain = parts[n..].iter().map(|part| without_code(part)).filter(|part| !part.is_empty());
            plain.collect::<Vec<_>>().join(", ")
        };
        let from = |first: usize| (first + 1..parts.len()).map(move |n| (first, n)).collect::<Vec<_>>();
        // What stands before the street is left out last: `Name, Street 1, Town`.
        let all = from(0).into_iter().chain(from(1));
        return all
            .map(|(first, n)| (parts[first..n].join(", "), tail(n)))
            .filter(|(_, tail)| !tail.is_empty())
            .collect();
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let tails = (1..words.len().min(12)).rev();
    tails
        .map(|n| (words[..n].join(" "), without_code(&words[n..].join(" "))))
        .filter(|(_, tail)| !tail.is_empty())
        .collect()
}

/// What stands between commas; a number that stands alone belongs to the street beside it.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        text.split([',', '，', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let alone = |part: &String| part.len() <= 4 && part.starts_with(|c: char| c.is_ascii_digit());
    if let Some(at) = parts.iter().take(3).position(alone).filter(|_| parts.len() > 2) {
        let number = parts.remove(at);
        parts[at.saturating_sub(1)] += &format!(" {number}");
    }
    parts
}

/// A part of an address without a postal code in it: words with digits, and letters in capitals that follow four digits.
fn without_code(part: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut digits = false;
    for word in part.split_whitespace() {
        let code = word.chars().any(|c| c.is_ascii_digit());
        let letters = digits && word.len() <= 2 && word.chars().all(|c| c.is_ascii_uppercase());
        digits = code;
        if !code && !letters {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// `Kerkstraat 12a` → `Kerkstraat` and 12; the number may stand in front, and `No.` before it. Without a number all is the street.
fn street_and_number(text: &str) -> (String, Option<i32>) {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches([',', '.'])).collect();
    let number = |word: &str| {
        let digits: String = word.trim_start_matches('#').chars().take_while(char::is_ascii_digit).collect();
        let rest = word.trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_digit());
        let fits = rest.is_empty() || (rest.len() == 1 && rest.chars().all(|c| c.is_ascii_alphabetic()));
        digits.parse::<i32>().ok().filter(|_| fits)
    };
    let label = |word: &str| matches!(fold(word).as_str(), "no" | "nr" | "nummer" | "number" | "numero");
    let join = |words: &[&str]| words.join(" ");
    match words[..] {
        [ref street @ .., word, last] if label(word) && number(last).is_some() => (join(street), number(last)),
        [ref street @ .., last] if !street.is_empty() && number(last).is_some() => (join(street), number(last)),
        [first, ref street @ ..] if !street.is_empty() && number(first).is_some() => (join(street), number(first)),
        _ => (text.to_owned(), None),
    }
}
