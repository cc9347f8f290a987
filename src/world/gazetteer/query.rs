//! Taking apart what someone typed for a place.

use super::country::Countries;
use super::fold::fold;
use crate::world::place::Place;

/// Coordinates as text, e.g. `51.5,-0.12`, `51.5 -0.12`, `(51.5, -0.12)` or `51.5° N, 0.12° W`: degrees north, then east.
pub fn coordinates(text: &str) -> Option<(f64, f64)> {
    let inner = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    if inner.len() > super::lookup::LONGEST || !inner.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut spaced = String::with_capacity(inner.len() + 4);
    for c in inner.chars() {
        match c {
            'N' | 'S' | 'E' | 'W' | 'n' | 's' | 'e' | 'w' => spaced.extend([' ', c.to_ascii_uppercase(), ' ']),
            ',' | ';' | '°' | 'º' => spaced.push(' '),
            other => spaced.push(other),
        }
    }
    let mut parts = spaced.split_whitespace().peekable();
    let latitude = degrees(&mut parts, 90.0, ["N", "S"])?;
    let longitude = degrees(&mut parts, 180.0, ["E", "W"])?;
    parts.next().is_none().then_some((latitude, longitude))
}

/// A number of degrees within ± the limit, and the letter of its side if there is one. `parse` alone would take `nan` and
/// `infinity`.
fn degrees<'a>(
    parts: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    limit: f64,
    [plus, minus]: [&str; 2],
) -> Option<f64> {
    let value: f64 = parts.next()?.parse().ok()?;
    let side = parts.next_if(|part| *part == plus || *part == minus);
    let value = if side == Some(minus) { -value.abs() } else { value };
    (-limit..=limit).contains(&value).then_some(value)
}

/// Readings of a text as a name with qualifiers after it, the likeliest first.
///
/// The name may end at any comma or bracket (`Halle (Saale), Germany`), and without those at any space
/// (`San Jose Costa Rica`). The longest name comes first: `New York` is likelier than a `New` in a country called `York`.
pub(super) fn readings(text: &str) -> Vec<(String, Vec<String>)> {
    let parts: Vec<&str> = text.split([',', '，', '(', ')', ';']).map(str::trim).filter(|p| !p.is_empty()).collect();
    match parts[..] {
        [one] => split_at_each(&one.split_whitespace().collect::<Vec<_>>(), |rest| vec![rest.join(" ")]),
        _ => split_at_each(&parts, |rest| rest.iter().map(|part| part.to_string()).collect()),
    }
}

fn split_at_each(parts: &[&str], qualifiers: impl Fn(&[&str]) -> Vec<String>) -> Vec<(String, Vec<String>)> {
    (1..parts.len()).rev().map(|n| (parts[..n].join(" "), qualifiers(&parts[n..]))).collect()
}

/// Other ways to write the same name: `St. Louis` for `Saint Louis`, `Muenchen` for `München`.
pub(super) fn respelt(name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (first, rest) = name.trim().split_once(['.', ' ', '-']).unwrap_or((name, ""));
    if let Some(others) = SHORT.iter().find(|group| group.contains(&fold(first).as_str())) {
        found.extend(others.iter().map(|other| fold(other) + &fold(rest)));
    }
    let folded = fold(name);
    let without = folded.replace("ue", "u").replace("oe", "o").replace("ae", "a");
    if without != folded {
        found.push(without);
    }
    found
}

/// First words that stand for one another.
const SHORT: [&[&str]; 4] = [&["st", "saint", "sankt", "sint"], &["ste", "sainte"], &["ft", "fort"], &["mt", "mount"]];

/// What a qualifier may mean, e.g. `Georgia`: a country, a state of another one, or both.
pub(super) struct Qualifier<'a> {
    country: Option<&'a str>,
    regions: Vec<(&'a str, &'a str)>,
}

impl<'a> Qualifier<'a> {
    /// Nothing when no country and no region is called so.
    pub(super) fn new(countries: &'a Countries, text: &str) -> Option<Qualifier<'a>> {
        let folded = fold(text);
        let regions: Vec<_> =
            countries.regions(&folded).map(|(country, region)| (country.iso2.as_str(), region.name.as_str())).collect();
        let country = countries.find(text).filter(|country| {
            // `England` is another name of its country, but `Edinburgh, England` is nowhere.
            let part = regions.iter().any(|(code, _)| *code == country.iso2);
            !part || [&country.name, &country.iso2, &country.iso3].iter().any(|own| fold(own) == folded)
        });
        let qualifier = Qualifier { country: country.map(|c| c.iso2.as_str()), regions };
        (qualifier.country.is_some() || !qualifier.regions.is_empty()).then_some(qualifier)
    }

    /// Whether the place lies there.
    pub(super) fn holds(&self, place: &Place) -> bool {
        self.country == Some(place.country.as_str())
            || self.regions.contains(&(place.country.as_str(), place.region.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_in_their_usual_forms() {
        for text in [
            "51.5,-0.12",
            " 51.5, -0.12 ",
            "(51.5, -0.12)",
            "51.5 -0.12",
            "51.5°, -0.12°",
            "[51.5;-0.12]",
            "51.5° N, 0.12° W",
            "51.5N 0.12W",
            "51.5n,0.12w",
        ] {
            assert_eq!(coordinates(text), Some((51.5, -0.12)), "{text}");
        }
    }

    #[test]
    fn what_lies_on_no_globe_is_no_coordinate() {
        for text in [
            "91,0",
            "0,181",
            "nan,1",
            "1,inf",
            "51.5",
            "1,2,3",
            "Paris, Texas",
            "",
            "51.5E,0.12N",
            "5 Sons",
            "1 N",
            "12 N 5 E 3",
        ] {
            assert_eq!(coordinates(text), None, "{text}");
        }
    }

    #[test]
    fn commas_and_brackets_part_a_name_from_its_qualifiers() {
        let read = |text| {
            readings(text).into_iter().map(|(name, rest)| format!("{name}|{}", rest.join("|"))).collect::<Vec<_>>()
        };
        assert_eq!(read("Paris, Texas, USA"), ["Paris Texas|USA", "Paris|Texas|USA"]);
        assert_eq!(read("Utrecht (NL)"), ["Utrecht|NL"]);
        assert_eq!(read("San Jose Costa Rica"), ["San Jose Costa|Rica", "San Jose|Costa Rica", "San|Jose Costa Rica"]);
        assert_eq!(readings(" , "), []);
    }

    #[test]
    fn shortened_saints_and_umlauts_are_respelt() {
        assert!(respelt("St. Louis").contains(&"saintlouis".to_string()));
        assert!(respelt("Muenchen").contains(&"munchen".to_string()));
        assert_eq!(respelt("Amsterdam"), Vec::<String>::new());
    }
}
