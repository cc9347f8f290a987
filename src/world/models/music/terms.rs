//! Genres and moods, and what people call them.

use crate::world::gazetteer::fold;

/// Codes of the genres, each with other names for it, folded.
const GENRE_NAMES: [(&str, &[&str]); 31] = [
    ("afrobeats", &["afrobeat", "afro", "afropop", "highlife", "amapiano"]),
    ("ambient", &["ambientmusic", "newage", "soundscape"]),
    ("arabic", &["arab", "arabicpop", "arabicmusic", "tarab"]),
    ("blues", &["bluesrock"]),
    ("brazilian", &["brazil", "brasil", "samba", "bossanova", "mpb", "frevo"]),
    ("c-pop", &["mandopop", "cantopop", "chinese", "chinesepop"]),
    ("chanson", &["frenchpop", "frenchsong", "chansonfrancaise", "french"]),
    ("choral", &["choir", "choirmusic", "choralmusic"]),
    ("classical", &["classic", "classicalmusic", "orchestral", "orchestra", "baroque"]),
    ("country", &["countrymusic", "americana"]),
    ("dance", &["house", "techno", "edm", "club", "disco", "dancemusic", "clubmusic"]),
    ("electronic", &["electronica", "electro", "synthpop", "synth", "electronicmusic"]),
    ("fado", &[]),
    ("flamenco", &[]),
    ("folk", &["singersongwriter", "acoustic", "folkmusic", "indiefolk"]),
    ("hip-hop", &["rap", "hiphoprap", "raphiphop", "trap"]),
    ("indian", &["bollywood", "hindustani", "carnatic", "indianclassical", "indianpop"]),
    ("indie", &["indiepop", "indierock", "alternative", "alt", "alternativerock"]),
    ("j-pop", &["japanese", "japanesepop"]),
    ("jazz", &["jazzmusic", "swing", "bebop"]),
    ("k-pop", &["korean", "koreanpop"]),
    ("latin", &["latino", "latina", "latinpop", "salsa", "reggaeton", "cumbia", "tango", "bolero"]),
    ("metal", &["heavymetal", "hardrock"]),
    ("pop", &["popmusic", "popular"]),
    ("punk", &["punkrock", "hardcore"]),
    ("reggae", &["dancehall", "dub", "roots"]),
    ("rock", &["rockmusic", "rockandroll", "rocknroll", "classicrock"]),
    ("schlager", &["levenslied", "volksmusik"]),
    ("soul", &["rb", "rnb", "randb", "rhythmandblues", "rhythmblues", "neosoul", "funk", "gospel"]),
    ("soundtrack", &["soundtracks", "film", "filmmusic", "filmscore", "score", "moviemusic"]),
    ("traditional", &["world", "worldmusic", "folklore", "ethnic"]),
];

/// Codes of the moods, each with other names for it, folded.
const MOOD_NAMES: [(&str, &[&str]); 12] = [
    ("angry", &["anger", "aggressive", "rage", "furious", "mad"]),
    (
        "calm",
        &[
            "relaxed", "relaxing", "relax", "chill", "chilled", "peaceful", "mellow", "sleepy", "sleep", "soothing",
            "quiet",
        ],
    ),
    ("dreamy", &["dream", "atmospheric", "ethereal"]),
    (
        "energetic",
        &["energy", "energising", "energizing", "workout", "gym", "running", "sport", "sports", "powerful", "pumped"],
    ),
    ("focus", &["focused", "study", "studying", "concentration", "concentrate", "work", "working", "reading"]),
    ("happy", &["cheerful", "upbeat", "joyful", "joy", "feelgood", "goodmood", "sunny", "fun", "positive"]),
    ("hopeful", &["hope", "uplifting", "optimistic", "inspiring", "inspired", "motivated", "motivational"]),
    ("melancholic", &["melancholy", "bittersweet", "wistful", "moody", "pensive"]),
    ("nostalgic", &["nostalgia", "retro", "throwback"]),
    ("party", &["dancing", "celebration", "festive", "partying"]),
    ("romantic", &["romance", "love", "datenight", "inlove", "sensual", "tender"]),
    ("sad", &["sadness", "heartbreak", "heartbroken", "gloomy", "crying", "down", "depressed"]),
];

/// The genres, in order.
pub const GENRES: [&str; 31] = codes(&GENRE_NAMES);

/// The moods, in order.
pub const MOODS: [&str; 12] = codes(&MOOD_NAMES);

/// Letters of the moods in the table of albums, in the order of [`MOODS`].
pub(super) const MOOD_LETTERS: [char; 12] = ['a', 'c', 'd', 'e', 'f', 'h', 'o', 'm', 'n', 'p', 'r', 's'];

const fn codes<const N: usize>(names: &[(&'static str, &'static [&'static str]); N]) -> [&'static str; N] {
    let mut codes = [""; N];
    let mut i = 0;
    while i < N {
        codes[i] = names[i].0;
        i += 1;
    }
    codes
}

/// The code of a genre by its code or another name, e.g. `rap` → `hip-hop`; case and punctuation do not matter.
pub fn genre(text: &str) -> Option<&'static str> {
    named(&GENRE_NAMES, text)
}

/// The code of a mood by its code or another name, e.g. `chill` → `calm`.
pub fn mood(text: &str) -> Option<&'static str> {
    named(&MOOD_NAMES, text)
}

fn named(names: &[(&'static str, &[&str])], text: &str) -> Option<&'static str> {
    let wanted = fold(text);
    let fits = |(code, others): &&(&str, &[&str])| fold(code) == wanted || others.contains(&&*wanted);
    names.iter().find(fits).map(|(code, _)| *code)
}
