//! What fills the gaps of a telling, and the texts that come of it.

use super::calendar::{Telling, turn};
use super::dice::{Dice, What};
use super::gaps::{Filling, Part, Text, written};
use super::pools::{Attribute, Pools};
use super::stories::{LANGUAGES, Story};

/// What fills one gap.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Drawn {
    Entity(usize),
    /// Which of the gap's words.
    Word(usize),
    Number(i64),
    /// Monday is 0.
    Weekday(usize),
    /// January is 0.
    Month(usize),
}

/// What fills all gaps of a story in one telling, in the order of the gaps.
///
/// Members and words move on by one with each cycle, so that a story comes back about something else.
pub(super) fn draw(story: &Story, pools: &Pools, dice: Dice, telling: Telling, month: usize) -> Vec<Drawn> {
    let mut drawn: Vec<Drawn> = Vec::with_capacity(story.fillings.len());
    for (gap, filling) in story.fillings.iter().enumerate() {
        let of_telling = |n| dice.below(telling.story, telling.ordinal, telling.cycle, What::Gap(gap), n);
        let of_story = |n| dice.below(telling.story, 0, 0, What::Gap(gap), n);
        let turn = telling.ordinal + telling.cycle as usize;
        drawn.push(match filling {
            Filling::Subject => Drawn::Entity(subject(story, pools, dice, telling)),
            Filling::Member { pool } => {
                let members = &pools.pools[*pool];
                let start = of_story(members.len()) + turn;
                Drawn::Entity(unused(members, start, &drawn, pools))
            }
            Filling::Choice(words) => {
                // Gaps with equally many words would otherwise always meet in the same pairs.
                let shift = gap % (words.len() - 1).max(1) * (telling.ordinal / words.len());
                Drawn::Word((of_story(words.len()) + turn + shift) % words.len())
            }
            Filling::Number { low, step, count, .. } => Drawn::Number(low + step * of_telling(*count) as i64),
            Filling::Weekday => Drawn::Weekday((telling.day as usize + 1 + of_telling(5)) % 7),
            Filling::Month => Drawn::Month((month + 1 + of_telling(4)) % 12),
        });
    }
    drawn
}

/// Where a telling happens, as far as that is known: where its subject is from, or what the story says.
pub(super) fn country<'a>(story: &'a Story, pools: &'a Pools, dice: Dice, telling: Telling) -> &'a str {
    match story.subject {
        Some(_) => &pools.entities[subject(story, pools, dice, telling)].country,
        None => story.country.as_deref().unwrap_or_default(),
    }
}

/// The member that this telling's story is about: one after the other, until all have had their turn.
fn subject(story: &Story, pools: &Pools, dice: Dice, telling: Telling) -> usize {
    let Some((pool, count)) = story.subject else { return 0 };
    let members = &pools.pools[pool];
    let start = dice.below(telling.story, 0, 0, What::Subject, members.len());
    members[(start + turn(dice, telling, count) * step(members.len())) % members.len()]
}

/// A step that visits all of `n` members while neighbours in the table, often neighbours on the map, come apart.
fn step(n: usize) -> usize {
    let shares = |s: usize| (2..=s).any(|d| s.is_multiple_of(d) && n.is_multiple_of(d));
    (n / 3 + 1..n).find(|s| !shares(*s)).unwrap_or(1)
}

/// The first member from `start` on whose name the story does not use yet.
fn unused(members: &[usize], start: usize, drawn: &[Drawn], pools: &Pools) -> usize {
    let name = |entity: usize| pools.entities[entity].name.as_str();
    let used = |entity: usize| drawn.iter().any(|d| matches!(d, Drawn::Entity(e) if name(*e) == name(entity)));
    let turned = (0..members.len()).map(|i| members[(start + i) % members.len()]);
    turned.clone().find(|e| !used(*e)).unwrap_or(members[start % members.len()])
}

/// Names of months and weekdays, by language.
#[derive(Debug)]
pub(super) struct Words {
    pub months: Vec<Vec<String>>,
    pub weekdays: Vec<Vec<String>>,
    pub sections: Vec<Vec<String>>,
}

/// A text with its gaps filled.
pub(super) fn fill(text: &Text, story: &Story, drawn: &[Drawn], pools: &Pools, words: &Words, origin: &str) -> String {
    let mut filled = String::new();
    for part in &text.0 {
        match part {
            Part::Literal(literal) => filled.push_str(literal),
            Part::Origin => filled.push_str(origin),
            Part::Gap(gap, attribute) => filled.push_str(&show(story, *gap, *attribute, &drawn[*gap], pools, words)),
        }
    }
    filled
}

fn show(story: &Story, gap: usize, attribute: Attribute, drawn: &Drawn, pools: &Pools, words: &Words) -> String {
    match (drawn, &story.fillings[gap]) {
        (Drawn::Entity(entity), _) => pools.entities[*entity].show(attribute),
        (Drawn::Word(word), Filling::Choice(choices)) => choices[*word].clone(),
        (Drawn::Number(value), Filling::Number { decimals, .. }) => {
            written(*value, *decimals, LANGUAGES[story.language])
        }
        (Drawn::Weekday(day), _) => words.weekdays[story.language][*day].clone(),
        (Drawn::Month(month), _) => words.months[story.language][*month].clone(),
        // Each filling draws its own kind of value.
        _ => String::new(),
    }
}
