//! The edit score: Ratcliff and Obershelp's matching blocks, as Python's `difflib.SequenceMatcher` finds them.

use std::collections::HashMap;

/// From this length of the second text on, its frequent characters start no block.
const FREQUENT_FROM: usize = 200;

/// 2M / (length a + length b), where M is the number of characters in matching blocks; 1 for two empty texts.
pub fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let length = a.len() + b.len();
    if length == 0 {
        return 1.0;
    }
    2.0 * matches(&a, &b) as f64 / length as f64
}

fn matches(a: &[char], b: &[char]) -> usize {
    let places = places(b);
    let mut total = 0;
    let mut left = vec![(0, a.len(), 0, b.len())];
    while let Some((a_from, a_to, b_from, b_to)) = left.pop() {
        let block = longest(a, b, &places, (a_from, a_to, b_from, b_to));
        if block.size == 0 {
            continue;
        }
        total += block.size;
        left.push((a_from, block.a, b_from, block.b));
        left.push((block.a + block.size, a_to, block.b + block.size, b_to));
    }
    total
}

/// Where each character stands in `b`, without those that are too frequent.
fn places(b: &[char]) -> HashMap<char, Vec<usize>> {
    let mut places: HashMap<char, Vec<usize>> = HashMap::new();
    for (i, c) in b.iter().enumerate() {
        places.entry(*c).or_default().push(i);
    }
    if b.len() >= FREQUENT_FROM {
        let most = b.len() / 100 + 1;
        places.retain(|_, at| at.len() <= most);
    }
    places
}

#[derive(Clone, Copy)]
struct Block {
    a: usize,
    b: usize,
    size: usize,
}

/// The longest common block of two stretches, the earliest in `a` and then in `b`, grown over frequent characters.
fn longest(
    a: &[char],
    b: &[char],
    places: &HashMap<char, Vec<usize>>,
    (a_from, a_to, b_from, b_to): (usize, usize, usize, usize),
) -> Block {
    let mut best = Block { a: a_from, b: b_from, size: 0 };
    // How long the block is that ends at a place of `b`, for this character of `a` and the one before it.
    let mut before: HashMap<usize, usize> = HashMap::new();
    for (i, c) in a.iter().enumerate().take(a_to).skip(a_from) {
        let mut now = HashMap::new();
        let at = places.get(c).map_or(&[][..], Vec::as_slice);
        for j in at.iter().copied().filter(|j| (b_from..b_to).contains(j)) {
            let size = 1 + j.checked_sub(1).and_then(|j| before.get(&j)).copied().unwrap_or(0);
            now.insert(j, size);
            if size > best.size {
                best = Block { a: i + 1 - size, b: j + 1 - size, size };
            }
        }
        before = now;
    }
    while best.a > a_from && best.b > b_from && a[best.a - 1] == b[best.b - 1] {
        best = Block { a: best.a - 1, b: best.b - 1, size: best.size + 1 };
    }
    while best.a + best.size < a_to && best.b + best.size < b_to && a[best.a + best.size] == b[best.b + best.size] {
        best.size += 1;
    }
    best
}
