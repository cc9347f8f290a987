//! Categories of the Red List, and what the letters in the table stand for.

use serde::Deserialize;

/// A category of the IUCN Red List.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Status {
    /// Extinct.
    #[serde(rename = "EX")]
    Extinct,
    /// Extinct in the wild.
    #[serde(rename = "EW")]
    ExtinctInTheWild,
    /// Critically endangered.
    #[serde(rename = "CR")]
    CriticallyEndangered,
    /// Endangered.
    #[serde(rename = "EN")]
    Endangered,
    /// Vulnerable.
    #[serde(rename = "VU")]
    Vulnerable,
    /// Near threatened.
    #[serde(rename = "NT")]
    NearThreatened,
    /// Least concern.
    #[serde(rename = "LC")]
    LeastConcern,
    /// Too little is known.
    #[serde(rename = "DD")]
    DataDeficient,
    /// Nobody has assessed it for the whole world.
    #[serde(rename = "NE")]
    NotEvaluated,
}

impl Status {
    /// All of them, those first that are most at risk; extinct ones last.
    pub const ALL: [Self; 9] = [
        Self::ExtinctInTheWild,
        Self::CriticallyEndangered,
        Self::Endangered,
        Self::Vulnerable,
        Self::NearThreatened,
        Self::LeastConcern,
        Self::DataDeficient,
        Self::NotEvaluated,
        Self::Extinct,
    ];

    /// The three that the Red List calls threatened.
    pub const THREATENED: [Self; 3] = [Self::CriticallyEndangered, Self::Endangered, Self::Vulnerable];

    /// Two letters.
    pub fn code(self) -> &'static str {
        match self {
            Self::Extinct => "EX",
            Self::ExtinctInTheWild => "EW",
            Self::CriticallyEndangered => "CR",
            Self::Endangered => "EN",
            Self::Vulnerable => "VU",
            Self::NearThreatened => "NT",
            Self::LeastConcern => "LC",
            Self::DataDeficient => "DD",
            Self::NotEvaluated => "NE",
        }
    }

    /// The name of the category.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extinct => "Extinct",
            Self::ExtinctInTheWild => "Extinct in the Wild",
            Self::CriticallyEndangered => "Critically Endangered",
            Self::Endangered => "Endangered",
            Self::Vulnerable => "Vulnerable",
            Self::NearThreatened => "Near Threatened",
            Self::LeastConcern => "Least Concern",
            Self::DataDeficient => "Data Deficient",
            Self::NotEvaluated => "Not Evaluated",
        }
    }

    /// Whether it is one of the three threatened categories.
    pub fn is_threatened(self) -> bool {
        Self::THREATENED.contains(&self)
    }

    /// The categories that a text asks for: codes or names with commas, slashes or `and` between them, `threatened` for three
    /// of them, `all` for every one. Nothing, when a part of it is none. In the order of [`Status::ALL`].
    pub fn read(text: &str) -> Option<Vec<Self>> {
        let plain = text.to_lowercase().replace(['-', '_'], " ").replace(" and ", ",").replace(" or ", ",");
        let parts: Vec<&str> =
            plain.split([',', '/', ';', '+', '&']).map(str::trim).filter(|p| !p.is_empty()).collect();
        let mut wanted = Vec::new();
        for part in &parts {
            wanted.extend(Self::one(part)?);
        }
        (!parts.is_empty()).then(|| Self::ALL.into_iter().filter(|status| wanted.contains(status)).collect())
    }

    fn one(text: &str) -> Option<Vec<Self>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.join(" ").as_str() {
            "all" | "all statuses" | "all status" | "any" | "any status" => Some(Self::ALL.to_vec()),
            "threatened" | "all threatened" | "at risk" => Some(Self::THREATENED.to_vec()),
            plain => {
                let is = |s: &Self| s.code().eq_ignore_ascii_case(plain) || s.name().eq_ignore_ascii_case(plain);
                Self::ALL.into_iter().find(is).map(|status| vec![status])
            }
        }
    }
}

/// What stands for a letter.
type Letters = [(char, &'static str)];

const HABITATS: &Letters = &[
    ('F', "forest"),
    ('S', "savanna"),
    ('B', "shrubland"),
    ('G', "grassland"),
    ('W', "rivers, lakes and wetlands"),
    ('R', "rocky areas"),
    ('C', "caves"),
    ('D', "desert"),
    ('O', "shallow sea"),
    ('P', "open and deep sea"),
    ('K', "coral reef"),
    ('I', "coast and tidal zone"),
    ('A', "farmland and gardens"),
    ('T', "tundra"),
];

const THREATS: &Letters = &[
    ('h', "hunting and trapping"),
    ('f', "fishing"),
    ('b', "by-catch in fishing gear"),
    ('t', "collection and trade"),
    ('x', "killing in conflicts with people and livestock"),
    ('l', "logging"),
    ('a', "farming and grazing"),
    ('d', "houses, tourism and industry"),
    ('m', "mining and energy production"),
    ('r', "roads, power lines and shipping"),
    ('w', "dams and changes in water flow"),
    ('i', "invasive species"),
    ('e', "diseases and parasites"),
    ('y', "interbreeding with other kinds"),
    ('z', "changed fire regimes"),
    ('c', "climate change and severe weather"),
    ('p', "pollution and poisoning"),
    ('u', "disturbance by people"),
];

const ACTIONS: &Letters = &[
    ('P', "protected areas"),
    ('L', "laws and control of trade"),
    ('F', "limits and rules for fisheries"),
    ('H', "restoration of habitat"),
    ('I', "control of invasive species"),
    ('B', "breeding or growing in captivity"),
    ('R', "reintroduction"),
    ('V', "control of diseases"),
    ('E', "work with local people"),
    ('M', "monitoring and research"),
];

/// What the letters of habitats stand for, in their order, the main one first.
pub fn habitats(letters: &str) -> Vec<&'static str> {
    explain(HABITATS, letters)
}

/// What the letters of threats stand for.
pub fn threats(letters: &str) -> Vec<&'static str> {
    explain(THREATS, letters)
}

/// What the letters of conservation actions stand for.
pub fn actions(letters: &str) -> Vec<&'static str> {
    explain(ACTIONS, letters)
}

fn explain(known: &Letters, letters: &str) -> Vec<&'static str> {
    let of = |letter: char| known.iter().find(|(known, _)| *known == letter).map(|(_, text)| *text);
    letters.chars().filter_map(of).collect()
}

/// Whether every letter stands for something.
pub(super) fn are_known(habitat: &str, threat: &str, action: &str) -> bool {
    let all = |known: &Letters, letters: &str| explain(known, letters).len() == letters.chars().count();
    all(HABITATS, habitat) && all(THREATS, threat) && all(ACTIONS, action)
}
