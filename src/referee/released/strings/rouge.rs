//! ROUGE-L of the Python package `rouge`, at summary level, with each word counted once.

use std::collections::{HashMap, HashSet};

use crate::referee::released::python;

/// How many steps back through two texts Python takes before it gives up, below the original's own calls.
const DEEPEST: usize = 983;

/// The F measure, or nothing where the package raises.
pub fn l_f(predicted: &str, gold: &str) -> Option<f64> {
    let mut words = Words::default();
    let (predicted, gold) = (words.pieces(predicted), words.pieces(gold));
    if predicted.is_empty() || gold.is_empty() {
        return None;
    }
    let mut union = HashSet::new();
    for gold in &gold {
        for predicted in &predicted {
            union.extend(common(gold, predicted)?);
        }
    }
    let distinct = |pieces: &[Vec<usize>]| pieces.iter().flatten().collect::<HashSet<_>>().len() as f64;
    let recall = union.len() as f64 / distinct(&gold);
    let precision = union.len() as f64 / distinct(&predicted);
    Some(2.0 * ((precision * recall) / (precision + recall + 1e-8)))
}

/// Words as numbers.
#[derive(Default)]
struct Words<'t>(HashMap<&'t str, usize>);

impl<'t> Words<'t> {
    /// The pieces between dots, each as its words. A piece of blanks is one empty word.
    fn pieces(&mut self, text: &'t str) -> Vec<Vec<usize>> {
        let pieces = text.split('.').filter(|piece| !piece.is_empty());
        pieces
            .map(|piece| {
                let words: Vec<usize> = python::words(piece).map(|word| self.number(word)).collect();
                if words.is_empty() { vec![self.number("")] } else { words }
            })
            .collect()
    }

    fn number(&mut self, word: &'t str) -> usize {
        let next = self.0.len();
        *self.0.entry(word).or_insert(next)
    }
}

/// The words of one longest common subsequence, found from the ends: gold's last word is dropped only where that keeps
/// strictly more. Nothing where Python would give up on the way back.
fn common(gold: &[usize], predicted: &[usize]) -> Option<Vec<usize>> {
    if gold.len().min(predicted.len()) > DEEPEST {
        return None;
    }
    let drops = Drops::of(gold, predicted);
    let mut words = Vec::new();
    let (mut i, mut j, mut deep) = (gold.len(), predicted.len(), 1);
    while i > 0 && j > 0 {
        if gold[i - 1] == predicted[j - 1] {
            words.push(gold[i - 1]);
            (i, j) = (i - 1, j - 1);
        } else if drops.gold(i, j) {
            i -= 1;
        } else {
            j -= 1;
        }
        deep += 1;
        if deep > DEEPEST {
            return None;
        }
    }
    Some(words)
}

/// For each pair of beginnings, whether the one without gold's last word keeps strictly more: a bit each.
struct Drops {
    width: usize,
    bits: Vec<u64>,
}

impl Drops {
    fn of(gold: &[usize], predicted: &[usize]) -> Self {
        let width = predicted.len() + 1;
        let mut drops = Self { width, bits: vec![0; ((gold.len() + 1) * width).div_ceil(64)] };
        let mut above = vec![0_usize; width];
        let mut row = vec![0_usize; width];
        for i in 1..=gold.len() {
            for j in 1..width {
                row[j] = if gold[i - 1] == predicted[j - 1] { above[j - 1] + 1 } else { above[j].max(row[j - 1]) };
                if above[j] > row[j - 1] {
                    drops.bits[(i * width + j) / 64] |= 1 << ((i * width + j) % 64);
                }
            }
            std::mem::swap(&mut above, &mut row);
        }
        drops
    }

    fn gold(&self, i: usize, j: usize) -> bool {
        let bit = i * self.width + j;
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }
}
