//! The best address that was meant.

use super::tidy::{Fix, tidy};
use super::typo::cost;
use super::{Address, Fault, Post, Standing};
use crate::world::models::internet::Name;

/// Seconds within which a server has to answer for a correction to be judged.
const TIMEOUT: u64 = 30;

/// Other domains that may have been meant, at most.
const OTHERS: usize = 3;

/// Tenths of a slip within which other domains are worth telling.
const CLOSE: u32 = 4;

/// Places behind those of all providers for a domain that is no mail provider.
const LAST: usize = 10_000;

/// How much is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Signs that do not belong there, and one slip in the domain.
    Basic,
    /// Also a missing `@`, spaces in names, two slips, another ending.
    Deep,
}

/// A domain that may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    cost: u32,
    place: usize,
    name: String,
}

/// What came of it.
#[derive(Debug)]
pub struct Corrected {
    /// The text that was given.
    pub given: String,
    /// What was meant: the same when nothing better was found.
    pub text: String,
    /// What was put right: kind, sentence.
    pub fixes: Vec<(&'static str, String)>,
    /// Tenths of slips in the domain.
    pub slips: u32,
    /// What else may have been meant, the likeliest first.
    pub others: Vec<String>,
}

impl Corrected {
    /// What was meant, if that is something else.
    pub fn changed_to(&self) -> Option<String> {
        (self.text != self.given).then(|| self.text.clone())
    }

    /// `high`, `medium` or `low`; none when nothing was changed.
    pub fn confidence(&self) -> Option<&'static str> {
        self.changed_to()?;
        Some(match (self.slips, self.others.is_empty()) {
            (0..=6, true) => "high",
            (0..=10, _) => "medium",
            _ => "low",
        })
    }

    fn nothing(text: &str) -> Self {
        Self { given: text.to_owned(), text: text.to_owned(), fixes: Vec::new(), slips: 0, others: Vec::new() }
    }
}

impl Post<'_> {
    /// The address that was meant, when there is one that mail reaches better; else the text as it is.
    pub fn correct(&self, text: &str, level: Level) -> Corrected {
        let mut found = Corrected::nothing(text);
        let Some((address, domain, fixes)) = self.read(text, level) else { return found };
        found.fixes = fixes.into_iter().map(|(kind, words)| (kind, words.to_owned())).collect();
        let targets = self.targets(&domain, level);
        let better = targets.first().map(|target| (address.at(&target.name), target));
        if let Some((meant, target)) = better.filter(|(meant, _)| self.is_better(&meant.to_string(), text)) {
            found.fixes.push(("domain", format!("{domain} became {}.", target.name)));
            found.slips = target.cost;
            let close = targets.iter().skip(1).filter(|t| t.cost <= target.cost + CLOSE).take(OTHERS);
            found.others = close.map(|t| address.at(&t.name).to_string()).collect();
            found.text = meant.to_string();
            return found;
        }
        let whole = address.at(&domain).to_string();
        if !found.fixes.is_empty() && self.is_better(&whole, text) {
            return Corrected { text: whole, ..found };
        }
        Corrected::nothing(text)
    }

    fn is_better(&self, meant: &str, text: &str) -> bool {
        self.look(meant, TIMEOUT).score > self.look(text, TIMEOUT).score
    }

    /// An address with its domain as it was typed, which may be a single word, and what was put right for that.
    fn read(&self, text: &str, level: Level) -> Option<(Address, String, Vec<Fix>)> {
        if let Ok(address) = Address::parse(text) {
            let domain = address.domain()?.to_owned();
            return Some((address, domain, Vec::new()));
        }
        let (mut tidied, mut fixes) = tidy(text, level);
        if level == Level::Deep
            && let Some(whole) = self.with_at(&tidied)
        {
            tidied = whole;
            fixes.push(("at_sign", "The @ was missing."));
        }
        if let Ok(address) = Address::parse(&tidied) {
            let domain = address.domain()?.to_owned();
            return Some((address, domain, fixes));
        }
        let (local, domain) = tidied.rsplit_once('@')?;
        let of_domain =
            matches!(Address::parse(&tidied), Err(Fault::NoEnding | Fault::NumberEnding | Fault::DomainSign(_)));
        let address = Address::parse(&format!("{local}@placeholder.example")).ok().filter(|_| of_domain)?;
        Some((address, domain.to_lowercase(), fixes))
    }

    /// `adagmail.com` and `ada.gmail.com`, with an `@` before the longest known mail domain at the end.
    fn with_at(&self, text: &str) -> Option<String> {
        let lower = text.to_lowercase();
        if text.contains('@') || lower.len() != text.len() {
            return None;
        }
        let fits =
            self.mail_domains().into_iter().filter(|(_, name)| lower.ends_with(name.as_str()) && self.takes_mail(name));
        let (_, longest) = fits.max_by_key(|(_, name)| name.len())?;
        let local = text.get(..text.len() - longest.len())?.trim_end_matches(['.', '#', '"', '\'', '/', '(', ' ']);
        (!local.is_empty()).then(|| format!("{local}@{longest}"))
    }

    /// Domains that give out mailboxes, with their place: the most used first.
    fn mail_domains(&self) -> Vec<(usize, String)> {
        let real = self.lists.providers.iter().map(|p| p.domain.clone());
        let here = self.at.net.domains.iter().filter(|d| d.sector == "webmail").map(|d| d.name.clone());
        real.chain(here).enumerate().collect()
    }

    fn takes_mail(&self, name: &str) -> bool {
        matches!(self.domain(name).standing, Standing::Receives | Standing::Outside)
    }

    /// Domains that may have been meant by one that nobody is known to have, the likeliest first.
    fn targets(&self, typed: &str, level: Level) -> Vec<Target> {
        if typed.len() > 80 || Name::parse(typed).is_some() && self.domain(typed).is_known() {
            return Vec::new();
        }
        let givers = self.mail_domains();
        let others = self.at.net.domains.iter().filter(|d| d.sector != "webmail" && !d.role.is_bad());
        let others = others.filter(|d| d.role != crate::world::models::internet::Role::Disposable);
        let others = others.map(|d| (LAST, d.name.clone()));
        let mut found: Vec<Target> = givers
            .into_iter()
            .chain(others)
            .filter_map(|(place, name)| {
                Some(Target {
                    cost: self.distance(typed, &name, level, place < LAST && self.domain(&name).free)?,
                    place,
                    name,
                })
            })
            .filter(|t| self.takes_mail(&t.name))
            .collect();
        found.sort();
        found
    }

    /// What it costs to have typed a domain for another; none when that is too unlikely. Where anybody gets a mailbox (`free`),
    /// a missing or a wrong ending may be meant too: others have their names under one ending for a reason.
    fn distance(&self, typed: &str, meant: &str, level: Level, free: bool) -> Option<u32> {
        let deep = level == Level::Deep;
        let most = if deep { 20 } else { 10 };
        if typed.strip_prefix("www.") == Some(meant) {
            return Some(6);
        }
        let (stem, ending) = meant.split_once('.')?;
        let Some((typed_stem, typed_ending)) = typed.split_once('.') else {
            let joined = typed == meant.replace('.', "");
            let alone = deep && free && typed == stem;
            return if joined { Some(6) } else { alone.then_some(12) };
        };
        let allowed = match stem.chars().count() {
            0..=3 => 0,
            4 => 6,
            5..=7 => most.min(if deep { 14 } else { 10 }),
            _ => most,
        };
        let of_stem = cost(typed_stem, stem, allowed)?;
        let of_ending = self.ending_distance(typed_ending, ending).or((deep && free && of_stem == 0).then_some(16))?;
        Some(of_stem + of_ending).filter(|sum| *sum <= most)
    }

    /// The same for what follows the first dot: two endings that both exist are not mistaken for each other so easily.
    fn ending_distance(&self, typed: &str, meant: &str) -> Option<u32> {
        let exists = ["example", "test"].contains(&typed) || self.lists.has_ending(typed);
        cost(typed, meant, if exists { 10 } else { 20 })
    }
}
