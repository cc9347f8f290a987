//! Activities like another one.

use super::text;
use super::{Activities, Activity, Wish};

/// One that is like what was asked for.
#[derive(Debug)]
pub struct Alike<'a> {
    /// It.
    pub activity: &'a Activity,
    /// 0 to 1, two decimals: its share of the best likeness there could be.
    pub score: f64,
    /// What they have in common, in words.
    pub why: Vec<String>,
}

/// What things in common count.
const CATEGORY: f64 = 3.0;
const TAGS: f64 = 5.0;
const SETTING: f64 = 2.5;
const MONEY: f64 = 1.0;
const TIME: f64 = 1.0;
const EFFORT: f64 = 1.0;
const WORDS: f64 = 4.0;
const LIKING: f64 = 8.0;

impl Activities {
    /// Those like the one that name and description mean (itself left out) that a wish allows, the likest first, ties by title; where
    /// none is meant, by the words alone. What has nothing in common with them is left out.
    pub fn alike(&self, name: &str, desc: &str, wish: &Wish) -> Vec<Alike<'_>> {
        let base = self.meant(name, desc);
        let stems = text::stems(&format!("{} {}", text::start(name), text::start(desc)));
        let others = self.all.iter().filter(|one| base.is_none_or(|base| base.id != one.id) && wish.allows(one));
        let mut found: Vec<Alike<'_>> = others.filter_map(|one| self.compare(base, &stems, wish, one)).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.activity.title.cmp(&b.activity.title)));
        found
    }

    fn compare<'a>(
        &'a self,
        base: Option<&Activity>,
        stems: &[String],
        wish: &Wish,
        one: &'a Activity,
    ) -> Option<Alike<'a>> {
        let mut why = Vec::new();
        let (mut score, mut best) = (0.0, 0.0);
        if let Some(base) = base {
            score += in_common(base, one, &mut why);
            best += CATEGORY + TAGS + SETTING + MONEY + TIME + EFFORT;
        }
        let words = self.words(stems, one);
        let liked = liked(wish, one, &mut why);
        let likings = (wish.tags.len() + wish.categories.len()) as f64;
        score += words + liked * LIKING;
        best += WORDS + likings * LIKING;
        let related = !why.is_empty() || words > 0.5 || (base.is_none() && stems.is_empty() && liked > 0.0);
        let score = (score / best * 100.0).round() / 100.0;
        (related && score > 0.0).then_some(Alike { activity: one, score, why })
    }

    /// How much of the words stands in an activity, at most [`WORDS`].
    fn words(&self, stems: &[String], one: &Activity) -> f64 {
        let whole: f64 = stems.iter().map(|stem| self.weight(stem)).sum();
        if whole == 0.0 {
            return 0.0;
        }
        let found = self.shared(stems, &one.named) + 0.6 * self.shared(stems, &one.told);
        (found / whole).min(1.0) * WORDS
    }
}

fn in_common(base: &Activity, one: &Activity, why: &mut Vec<String>) -> f64 {
    let mut score = 0.0;
    if base.category == one.category {
        score += CATEGORY;
        why.push(format!("also {}", one.category.code()));
    }
    let both: Vec<&str> = base.tags.iter().filter(|tag| one.tags.contains(tag)).map(String::as_str).collect();
    let all = base.tags.len() + one.tags.len() - both.len();
    if !both.is_empty() {
        score += TAGS * both.len() as f64 / all as f64;
        why.push(format!("both {}", both.join(", ")));
    }
    let near = |a: f64, b: f64| (1.0 - (a - b).abs() * 2.0).max(0.0);
    let times = libm::fabs(libm::log2(f64::from(base.minutes) / f64::from(one.minutes)));
    score
        + if base.setting == one.setting { SETTING } else { 0.0 }
        + MONEY * near(base.price(), one.price())
        + TIME * (1.0 - times / 2.0).max(0.0)
        + EFFORT * near(base.difficulty, one.difficulty)
}

/// How many of the likings it meets.
fn liked(wish: &Wish, one: &Activity, why: &mut Vec<String>) -> f64 {
    let mut met: Vec<String> =
        wish.tags.iter().filter(|tag| one.tags.iter().any(|own| own == *tag)).map(|tag| (*tag).to_owned()).collect();
    met.extend(wish.categories.iter().filter(|c| **c == one.category).map(|c| c.code().to_owned()));
    if !met.is_empty() {
        why.push(format!("{} as asked for", met.join(" and ")));
    }
    met.len() as f64
}
