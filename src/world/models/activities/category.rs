//! What activities are mostly for.

use crate::catalogue::nearest;

/// One of twelve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Category(usize);

/// Code, name and other words, folded.
const ALL: [(&str, &str, &[&str]); 12] = [
    ("education", "Education", &["educational", "learning", "learn", "study", "knowledge", "science", "intellectual"]),
    (
        "recreational",
        "Recreation and games",
        &["recreation", "fun", "games", "game", "leisure", "hobby", "hobbies", "play", "entertainment", "entertaining"],
    ),
    ("social", "With others", &["friends", "people", "party", "community", "together", "group", "socialising"]),
    (
        "diy",
        "Do it yourself",
        &[
            "doityourself",
            "craft",
            "crafts",
            "making",
            "handicraft",
            "handicrafts",
            "creative",
            "building",
            "art",
            "arts",
        ],
    ),
    ("charity", "For others", &["volunteering", "volunteer", "helping", "goodcause", "charitable", "giving"]),
    ("cooking", "Cooking and food", &["food", "cook", "baking", "kitchen", "culinary"]),
    ("relaxation", "Rest", &["relaxing", "relax", "rest", "calm", "wellness", "mindfulness", "wellbeing", "spa"]),
    ("music", "Music", &["musical", "singing", "song", "songs", "dance"]),
    (
        "busywork",
        "Things to get done",
        &["chores", "housework", "household", "errands", "admin", "tidying", "productive", "work", "productivity"],
    ),
    (
        "sport",
        "Sport",
        &["sports", "fitness", "exercise", "physical", "athletic", "active", "workout", "training", "sporty"],
    ),
    (
        "nature",
        "Nature",
        &["outdoor", "outdoors", "outside", "naturewatching", "wildlife", "outdooractivities", "adventure"],
    ),
    (
        "culture",
        "Culture and sights",
        &["cultural", "museum", "museums", "theatre", "sightseeing", "history", "heritage", "artistic", "arthistory"],
    ),
];

impl Category {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ALL.len()).map(Self)
    }

    /// The one with this code, name or other word.
    pub fn named(text: &str) -> Option<Self> {
        let wanted = nearest::fold(text);
        let also = wanted.strip_suffix("activities").or_else(|| wanted.strip_suffix("activity"));
        let is = |word: &str| word == wanted || Some(word) == also;
        ALL.iter()
            .position(|(code, name, words)| is(code) || is(&nearest::fold(name)) || words.iter().any(|w| is(w)))
            .map(Self)
    }

    /// The word that never changes.
    pub fn code(self) -> &'static str {
        ALL[self.0].0
    }

    /// For a person.
    pub fn name(self) -> &'static str {
        ALL[self.0].1
    }

    /// Up to three codes that look like a text.
    pub fn near(text: &str) -> Vec<String> {
        nearest::few(text, ALL.iter().map(|(code, ..)| *code))
    }
}
