//! The string rule of the original. It is known to be wrong in many ways (`docs/design.md` names them), so it is used for
//! this verdict and nowhere else.

mod blocks;
mod rouge;
mod segment;

use super::python::squeezed;

pub use segment::is_chinese;

/// Which packages are installed beside the original: they decide the last step of the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strings {
    /// `rouge` and `jieba`: the stricter rule
    #[default]
    WithRouge,
    /// Neither: the laxer rule, to which the code falls back without a word
    WithoutRouge,
}

/// Gold shorter than this is compared by edit score first.
const SHORT: usize = 10;

/// Why two texts are not the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The edit score of short gold is below 0.8
    Edit(f64),
    /// The score of the last step is below 0.7. It is called so without the package, too
    Rouge(f64),
    /// The package raised something
    Failed,
}

impl Fault {
    /// The original's label, with the place in the middle.
    pub fn label(self, place: &str) -> String {
        match self {
            Self::Edit(score) => format!("error_match: string similarity too low{place} (edit score: {score:.2})"),
            Self::Rouge(score) => format!("error_match: string similarity too low{place} (rouge score: {score:.2})"),
            Self::Failed => format!("error_match: rouge calculation failed{place}"),
        }
    }
}

/// What is wrong with a text in the light of gold.
pub fn fault(predicted: &str, gold: &str, strings: Strings) -> Option<Fault> {
    if predicted == gold || squeezed(predicted) == squeezed(gold) {
        return None;
    }
    if gold.chars().count() < SHORT {
        let score = blocks::ratio(predicted, gold);
        if score < 0.8 {
            return Some(Fault::Edit(score));
        }
    }
    let score = match strings {
        Strings::WithRouge => rouge_score(predicted, gold),
        Strings::WithoutRouge => Some(edit_score(predicted, gold)),
    };
    match score {
        None => Some(Fault::Failed),
        Some(score) if score < 0.7 => Some(Fault::Rouge(score)),
        Some(_) => None,
    }
}

fn rouge_score(predicted: &str, gold: &str) -> Option<f64> {
    if segment::is_chinese(predicted) || segment::is_chinese(gold) {
        rouge::l_f(&segment::words(predicted), &segment::words(gold))
    } else {
        rouge::l_f(predicted, gold)
    }
}

fn edit_score(predicted: &str, gold: &str) -> f64 {
    if segment::is_chinese(predicted) || segment::is_chinese(gold) {
        blocks::ratio(&segment::characters(predicted), &segment::characters(gold))
    } else {
        blocks::ratio(predicted, gold)
    }
}
