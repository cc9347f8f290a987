//! What the letters of the tables mean.

/// How a stock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// More of it than is needed for the largest lasting catch.
    Healthy,
    /// Fished as much as it bears.
    FullyFished,
    /// Fished down below what it should be.
    Overfished,
    /// A small rest of what it was.
    Depleted,
    /// On its way back.
    Recovering,
    /// Not assessed.
    Unknown,
    /// No wild stock: farms.
    Farmed,
    /// Farms that take their young from the wild.
    FarmedFromWild,
}

impl State {
    pub(super) fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'h' => Self::Healthy,
            'm' => Self::FullyFished,
            'o' => Self::Overfished,
            'd' => Self::Depleted,
            'r' => Self::Recovering,
            'u' => Self::Unknown,
            'f' => Self::Farmed,
            'w' => Self::FarmedFromWild,
            _ => return None,
        })
    }

    /// Name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Healthy => "healthy",
            Self::FullyFished => "fully_fished",
            Self::Overfished => "overfished",
            Self::Depleted => "depleted",
            Self::Recovering => "recovering",
            Self::Unknown => "not_assessed",
            Self::Farmed => "farmed",
            Self::FarmedFromWild => "farmed_from_wild_young",
        }
    }

    /// Whether it is a farm and no stock.
    pub fn is_farmed(self) -> bool {
        matches!(self, Self::Farmed | Self::FarmedFromWild)
    }
}

/// A way to catch or raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// In words.
    pub name: &'static str,
    /// What it does to the sea floor and to other animals.
    pub impact: &'static str,
    /// What it adds to a rating.
    pub points: i32,
}

/// The method of a letter.
pub fn method(letter: char) -> Option<Method> {
    let of = |name, impact, points| Some(Method { name, impact, points });
    match letter {
        'T' => of("bottom trawl", "high", -10),
        'B' => of("beam trawl", "high", -12),
        'D' => of("dredge", "high", -10),
        'W' => of("midwater trawl", "low", 3),
        'S' => of("purse seine", "low", 3),
        'C' => of("seine net", "medium", -3),
        'L' => of("longline", "medium", -4),
        'G' => of("gill net", "medium", -6),
        'H' => of("hook and line", "low", 8),
        'X' => of("trolling", "low", 8),
        'P' => of("pots and traps", "low", 6),
        'R' => of("gathering by hand", "low", 8),
        'F' => of("farming", "medium", 0),
        _ => None,
    }
}

/// What a kind of flesh has in common: kind of animal, allergen, sodium, cholesterol, potassium, phosphorus, magnesium, calcium,
/// iron and zinc in mg, selenium in µg, per 100 g raw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flesh {
    /// `finfish`, `crustacean`, `bivalve or snail`, `cephalopod` or `echinoderm`.
    pub kind: &'static str,
    /// As food law calls it.
    pub allergen: &'static str,
    /// In the order above.
    pub minerals: [f64; 9],
}

/// The flesh of a name.
pub fn flesh(name: &str) -> Option<Flesh> {
    let of = |kind, allergen, minerals| Some(Flesh { kind, allergen, minerals });
    match name {
        "white" => of("finfish", "fish", [60.0, 45.0, 380.0, 200.0, 28.0, 15.0, 0.3, 0.5, 30.0]),
        "oily" => of("finfish", "fish", [80.0, 65.0, 370.0, 230.0, 35.0, 40.0, 1.2, 1.0, 38.0]),
        "tuna" => of("finfish", "fish", [40.0, 45.0, 440.0, 250.0, 40.0, 10.0, 1.0, 0.6, 75.0]),
        "salmonid" => of("finfish", "fish", [50.0, 58.0, 400.0, 230.0, 29.0, 12.0, 0.5, 0.5, 32.0]),
        "flat" => of("finfish", "fish", [85.0, 50.0, 330.0, 220.0, 28.0, 20.0, 0.3, 0.5, 35.0]),
        "fresh" => of("finfish", "fish", [60.0, 60.0, 350.0, 200.0, 26.0, 25.0, 0.6, 0.7, 18.0]),
        "shark" => of("finfish", "fish", [85.0, 55.0, 290.0, 210.0, 45.0, 35.0, 0.9, 0.5, 36.0]),
        "shrimp" => of("crustacean", "crustaceans", [220.0, 150.0, 260.0, 210.0, 33.0, 50.0, 0.4, 1.3, 36.0]),
        "crab" => of("crustacean", "crustaceans", [330.0, 75.0, 300.0, 230.0, 45.0, 60.0, 0.7, 4.0, 40.0]),
        "lobster" => of("crustacean", "crustaceans", [350.0, 110.0, 220.0, 180.0, 35.0, 70.0, 0.4, 3.5, 60.0]),
        "bivalve" => of("bivalve or snail", "molluscs", [320.0, 35.0, 320.0, 200.0, 40.0, 40.0, 4.0, 1.5, 45.0]),
        "oyster" => of("bivalve or snail", "molluscs", [250.0, 45.0, 170.0, 135.0, 40.0, 60.0, 5.5, 35.0, 50.0]),
        "squid" => of("cephalopod", "molluscs", [200.0, 200.0, 260.0, 220.0, 35.0, 35.0, 0.8, 1.5, 44.0]),
        "echino" => of("echinoderm", "none", [400.0, 20.0, 200.0, 150.0, 60.0, 60.0, 1.5, 1.0, 60.0]),
        _ => None,
    }
}

/// Water of a letter, in words.
pub fn water(letter: &str) -> &'static str {
    match letter {
        "I" => "rivers and lakes",
        "A" => "sea and rivers",
        "C" => "breeds at sea, grows in rivers and lakes",
        "T" => "land, breeds at sea",
        _ => "sea",
    }
}
