//! What people call a style or a flavour.

use super::Beers;
use super::table::Style;
use crate::catalogue::nearest::{few, fold};

/// Families by the words people use.
const FAMILIES: [(&str, &[&str]); 8] = [
    ("ale", &["ales"]),
    ("belgian", &["belgians", "abbey", "abbeybeer", "trappist"]),
    ("dark", &["darkbeer", "darkbeers", "stouts", "porters"]),
    ("ipa", &["ipas", "hoppy", "hoppybeer"]),
    ("lager", &["lagers"]),
    ("low", &["lowalcohol", "alcoholfree", "nonalcoholic"]),
    ("sour", &["sours", "sourbeer", "wildale", "wild"]),
    ("wheat", &["wheats", "wheatbeers", "whitebeers"]),
];

/// Words that mean any beer.
const ANY: [&str; 4] = ["beer", "beers", "craftbeer", "craft"];

/// Last words of styles that stand for all of them: a milk stout is a stout.
const LAST: [&str; 3] = ["stout", "porter", "bock"];

/// Flavours by other words.
const FLAVOURS: [(&str, &str); 18] = [
    ("citrusy", "citrus"),
    ("lemon", "citrus"),
    ("orange", "citrus"),
    ("grapefruit", "citrus"),
    ("pine", "piney"),
    ("resinous", "piney"),
    ("hops", "hoppy"),
    ("malt", "malty"),
    ("bread", "bready"),
    ("smoke", "smoky"),
    ("smoked", "smoky"),
    ("spice", "spicy"),
    ("nuts", "nutty"),
    ("roast", "roasted"),
    ("roasty", "roasted"),
    ("fruit", "fruity"),
    ("salt", "salty"),
    ("berries", "berry"),
];

impl Beers {
    /// The indices of styles that a word for a type of beer means: a style by name or other name, or a whole family.
    pub fn types(&self, word: &str) -> Vec<usize> {
        let wanted = fold(word);
        let is = |name: &str| fold(name) == wanted || format!("{}s", fold(name)) == wanted;
        let bears = |style: &Style| is(&style.name) || style.aliases.iter().any(|alias| is(alias));
        let of = |fits: &dyn Fn(&Style) -> bool| -> Vec<usize> {
            (0..self.styles.len()).filter(|at| fits(&self.styles[*at])).collect()
        };
        let family = FAMILIES.iter().find(|(family, words)| *family == wanted || words.contains(&wanted.as_str()));
        if ANY.contains(&wanted.as_str()) {
            return of(&|_: &Style| true);
        }
        match family {
            Some((family, _)) => of(&|style: &Style| style.family == *family),
            None if LAST.contains(&wanted.as_str()) => of(&|style: &Style| last_word(&style.name) == wanted),
            None => of(&bears),
        }
    }

    /// Up to three types that look like a word.
    pub fn near_types(&self, word: &str) -> Vec<String> {
        let names = self.styles.iter().map(|style| style.name.as_str());
        few(word, names.chain(FAMILIES.iter().map(|(family, _)| *family)))
    }

    /// The flavour that a word means, as beers have it.
    pub fn flavour(&self, word: &str) -> Option<&str> {
        let wanted = fold(word);
        let own = |wanted: &str| self.flavours.iter().find(|flavour| fold(flavour) == wanted).map(String::as_str);
        own(&wanted).or_else(|| own(FLAVOURS.iter().find(|(other, _)| *other == wanted)?.1))
    }

    /// Up to three flavours that look like a word.
    pub fn near_flavours(&self, word: &str) -> Vec<String> {
        few(word, self.flavours.iter().map(String::as_str))
    }
}

fn last_word(name: &str) -> String {
    fold(name.rsplit(' ').next().unwrap_or_default())
}
