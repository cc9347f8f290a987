//! What somebody asks of an activity, read out of their words: money, time, people, place, effort, and what it should be like.

use super::suits::SEASONS;
use super::table::{Activity, Setting};
use super::text;
use super::{Category, Need};

/// Limits and likings. Limits hold; likings rank.
#[derive(Debug, Default)]
pub struct Wish {
    euros: Option<f64>,
    settings: Option<Vec<Setting>>,
    pub(super) people: Option<i64>,
    least_minutes: Option<f64>,
    most_minutes: Option<f64>,
    easy: bool,
    hard: bool,
    bare: bool,
    close: bool,
    season: Option<char>,
    dry: bool,
    avoided: Vec<&'static str>,
    /// Tags that are liked.
    pub(super) tags: Vec<&'static str>,
    /// Categories that are liked.
    pub(super) categories: Vec<Category>,
    /// What was understood, for a person, in the order of the text.
    pub said: Vec<String>,
}

/// Words and the tag they ask for.
const TAGS: &[(&str, &[&str])] = &[
    ("active", &["active", "physical", "sporty", "energetic", "moving", "movement"]),
    ("adventure", &["adventure", "adventurous", "exciting", "thrilling", "thrill", "wild", "daring"]),
    ("animals", &["animals", "animal", "wildlife", "dogs", "cats", "birds", "pets"]),
    ("calm", &["calm", "calming", "relaxing", "relaxed", "quiet", "peaceful", "restful", "slow", "cosy", "cozy"]),
    ("competitive", &["competitive", "competition", "contest", "compete"]),
    ("creative", &["creative", "crafty", "artistic", "creativity", "making"]),
    (
        "family",
        &["family", "kids", "kid", "children", "child", "toddlers", "son", "daughter", "grandchildren", "families"],
    ),
    ("fitness", &["fitness", "exercise", "workout", "fit", "cardio", "sweat"]),
    ("food", &["food", "eating", "culinary", "tasty", "foodie", "drink", "drinks", "meal"]),
    ("helping", &["helping", "charity", "charitable", "volunteer", "volunteering", "meaningful"]),
    ("history", &["history", "historic", "historical"]),
    ("language", &["language", "languages"]),
    ("learning", &["learning", "learn", "educational", "instructive"]),
    ("music", &["music", "musical", "singing"]),
    ("nature", &["nature", "natural", "green", "scenic"]),
    ("night", &["night", "evening", "nighttime", "tonight"]),
    ("puzzle", &["puzzle", "puzzles", "thinking", "brainy", "clever", "logic"]),
    ("reading", &["reading", "books", "literary"]),
    ("romantic", &["romantic", "romance", "date"]),
    ("science", &["science", "scientific", "experiment"]),
    ("screen", &["screen", "screens", "computer", "phone", "phones"]),
    ("social", &["social", "sociable", "friends", "company", "party"]),
    ("talk", &["talk", "talking", "conversation"]),
    ("water", &["water", "swimming", "sea", "lake"]),
];

/// Words that mean a category by themselves and something else in a sentence.
const NO_KINDS: [&str; 9] = ["outdoors", "outdoor", "outside", "work", "people", "group", "together", "play", "study"];

const NUMBERS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const INDOORS: [Setting; 3] = [Setting::Home, Setting::Indoors, Setting::Online];

/// Euros of what is called cheap, minutes of what is called quick, and how hard it is to get to do what is called near.
const CHEAP: f64 = 10.0;
const QUICK: f64 = 30.0;
const NEAR: f64 = 0.2;

/// Difficulty up to which something is easy, and from which it is hard.
const EASY: f64 = 0.3;
const HARD: f64 = 0.5;

impl Wish {
    /// Reads a text; what is not understood is passed over.
    pub fn read(text: &str) -> Self {
        let words = text::words(&spaced(text::start(text)));
        let mut wish = Self::default();
        for at in 0..words.len() {
            let denied = words[at.saturating_sub(2)..at].iter().any(|word| denies(word));
            wish.number(&words, at);
            wish.word(&words, at, denied);
            wish.liking(&words[at], denied);
        }
        wish
    }

    fn say(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.said.contains(&what) {
            self.said.push(what);
        }
    }

    /// A number and what it counts: `2 hours`, `20 euros`, `euro 20`, `four people`.
    fn number(&mut self, words: &[String], at: usize) {
        let Some(value) = value(words, at) else { return };
        let before = at.checked_sub(1).map_or("", |at| words[at].as_str());
        let after = words.get(at + 1).map_or("", String::as_str);
        if is_money(after) || is_money(before) {
            self.euros = Some(value);
            return self.say(format!("at most {value} EUR"));
        }
        let minutes = match after {
            "minute" | "minutes" | "min" | "mins" => Some(value),
            "hour" | "hours" | "h" | "hr" | "hrs" => Some(value * 60.0),
            "day" | "days" => Some(value * 1440.0),
            _ => None,
        };
        if let Some(minutes) = minutes {
            let floor = at >= 1
                && ["over", "least", "than"].contains(&before)
                && !words[..at].ends_with(&["less".into(), "than".into()]);
            return self.time(minutes, floor);
        }
        let more = match after {
            "people" | "persons" | "person" | "players" | "adults" | "participants" | "guests" | "kids"
            | "children" => 0,
            "friends" | "others" | "colleagues" => 1,
            "of" if words.get(at + 2).is_some_and(|word| word == "us") => 0,
            _ => return,
        };
        if value.fract() == 0.0 && (1.0..=1000.0).contains(&value) {
            self.people(value as i64 + more);
        }
    }

    fn time(&mut self, minutes: f64, floor: bool) {
        match floor {
            true => self.least_minutes = Some(minutes),
            false => self.most_minutes = Some(minutes),
        }
        self.say(format!("{} {minutes} minutes", if floor { "at least" } else { "at most" }));
    }

    fn people(&mut self, count: i64) {
        self.people = Some(count);
        self.say(format!("for {count} {}", if count == 1 { "person" } else { "people" }));
    }

    fn within(&mut self, settings: &[Setting], what: &str, denied: bool) {
        let all = [Setting::Home, Setting::Indoors, Setting::Outdoors, Setting::Online];
        self.settings = Some(all.into_iter().filter(|one| settings.contains(one) != denied).collect());
        self.say(if denied { format!("not {what}") } else { what.to_owned() });
    }

    /// A word that sets a limit by itself.
    fn word(&mut self, words: &[String], at: usize, denied: bool) {
        let next = words.get(at + 1).map_or("", String::as_str);
        match words[at].as_str() {
            "free" if !denied && next != "time" => self.money(0.0, "free of charge"),
            "money" | "cost" | "costs" if denied => self.money(0.0, "free of charge"),
            "cheap" | "inexpensive" | "affordable" if !denied => self.money(CHEAP, "cheap"),
            "expensive" | "pricey" if denied => self.money(CHEAP, "cheap"),
            "budget" if at >= 1 && ["low", "small", "tight"].contains(&words[at - 1].as_str()) => {
                self.money(CHEAP, "cheap")
            }
            "hour" if at >= 1 && ["an", "one"].contains(&words[at - 1].as_str()) => {
                let half = at >= 2 && words[at - 2] == "half";
                self.time(if half { 30.0 } else { 60.0 }, false);
            }
            "quick" | "short" | "brief" if !denied => self.time(QUICK, false),
            "alone" | "solo" | "myself" if !denied => self.people(1),
            "couple" | "partner" | "girlfriend" | "boyfriend" | "wife" | "husband" | "date"
                if next != "of" && !denied =>
            {
                self.people(2);
            }
            "group" | "party" | "team" if next == "of" => {
                let count = words.get(at + 2).and_then(|_| value(words, at + 2));
                if let Some(count) = count.filter(|count| count.fract() == 0.0 && (1.0..=1000.0).contains(count)) {
                    self.people(count as i64);
                }
            }
            "group" | "friends" if self.people.is_none() && !denied => self.people(4),
            "indoors" | "indoor" | "inside" => self.within(&INDOORS, "indoors", denied),
            "rain" | "rainy" | "rains" | "raining" | "wet" if !denied => self.within(&INDOORS, "indoors", false),
            "home" => self.within(&[Setting::Home, Setting::Online], "at home", denied),
            "online" => self.within(&[Setting::Online], "online", denied),
            "outdoors" | "outdoor" | "outside" => self.within(&[Setting::Outdoors], "outdoors", denied),
            "easy" | "simple" | "beginner" | "beginners" | "gentle" if !denied => self.effort(false),
            "difficult" | "hard" | "demanding" | "strenuous" => self.effort(!denied),
            "challenging" | "challenge" => self.effort(!denied),
            "equipment" | "gear" | "tools" | "materials" if denied => {
                self.bare = true;
                self.say("nothing needed");
            }
            "nearby" | "near" | "close" | "travel" | "travelling" if denied == words[at].starts_with("travel") => {
                self.close = true;
                self.say("near at hand");
            }
            word => self.season(word),
        }
    }

    fn money(&mut self, most: f64, what: &str) {
        self.euros = Some(self.euros.map_or(most, |euros| euros.min(most)));
        self.say(what);
    }

    fn effort(&mut self, hard: bool) {
        (self.easy, self.hard) = (!hard, hard);
        self.say(if hard { "challenging" } else { "easy" });
    }

    fn season(&mut self, word: &str) {
        let word = if word == "fall" { "autumn" } else { word };
        if let Some((letter, name)) = SEASONS.iter().find(|(_, name)| *name == word) {
            self.season = Some(*letter);
            self.say(format!("in {name}"));
        }
        if ["snow", "snowy"].contains(&word) {
            self.dry = true;
            self.say("in snow");
        }
    }

    /// A word for what it should be like, or of which kind.
    fn liking(&mut self, word: &str, denied: bool) {
        if let Some((tag, _)) = TAGS.iter().find(|(_, words)| words.contains(&word)) {
            let list = if denied { &mut self.avoided } else { &mut self.tags };
            if !list.contains(tag) {
                list.push(tag);
            }
            self.say(if denied { format!("not {tag}") } else { (*tag).to_owned() });
        } else if let Some(category) = Category::named(word)
            && !(denied || NO_KINDS.contains(&word))
        {
            self.categories.push(category);
            self.say(category.code());
        }
    }

    /// Whether an activity keeps to the limits.
    pub fn allows(&self, one: &Activity) -> bool {
        self.euros.is_none_or(|most| one.euros <= most)
            && self.settings.as_ref().is_none_or(|settings| settings.contains(&one.setting))
            && self.people.is_none_or(|people| one.takes(people))
            && self.least_minutes.is_none_or(|least| f64::from(one.minutes) >= least)
            && self.most_minutes.is_none_or(|most| f64::from(one.minutes) <= most)
            && (!self.easy || one.difficulty <= EASY)
            && (!self.hard || one.difficulty >= HARD)
            && (!self.bare || one.equipment.is_empty())
            && (!self.close || one.accessibility <= NEAR)
            && (!self.dry || one.need == Need::Snow || one.setting != Setting::Outdoors)
            && self.season.is_none_or(|letter| one.seasons.is_empty() || one.seasons.contains(letter))
            && !self.avoided.iter().any(|tag| one.tags.iter().any(|own| own == tag))
    }
}

fn denies(word: &str) -> bool {
    ["no", "not", "without", "avoid", "never", "nothing", "dont", "isnt", "non"].contains(&word)
}

fn is_money(word: &str) -> bool {
    ["euro", "euros", "eur"].contains(&word)
}

/// A number as a figure or as a word.
fn value(words: &[String], at: usize) -> Option<f64> {
    let word = &words[at];
    let spelt = || NUMBERS.iter().position(|number| number == word).map(|n| n as f64);
    word.parse::<f64>()
        .ok()
        .filter(|value| value.is_finite() && word.starts_with(|c: char| c.is_ascii_digit()))
        .or_else(spelt)
}

/// `€20` and `30min` as two words each.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut last = ' ';
    for c in text.chars() {
        if last.is_ascii_digit() && c.is_alphabetic() {
            out.push(' ');
        }
        match c {
            '€' => out.push_str(" euro "),
            '-' | '–' => out.push(' '),
            c => out.push(c),
        }
        last = c;
    }
    out
}
