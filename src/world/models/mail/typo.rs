//! How far apart two names are for somebody who types.

/// Costs, in tenths of a slip that anything may be.
const SLIP: u32 = 10;
const NEAR_SLIP: u32 = 6;
const FIRST_LETTER: u32 = 3;

/// Rows of the keyboard; a key touches those beside it, and two of the row below.
const ROWS: [&str; 4] = ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Signs that are taken for each other by eye.
const ALIKE: [(char, char); 5] = [('0', 'o'), ('1', 'l'), ('1', 'i'), ('i', 'l'), ('5', 's')];

/// What it costs to have typed one name for the other: nothing for equal ones, ten for any one slip, six for one that comes
/// easily (two keys swapped, a key beside the right one, a letter doubled or not). Nothing when it is more than `most`.
pub(super) fn cost(typed: &str, meant: &str, most: u32) -> Option<u32> {
    let (a, b): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    if a.len().abs_diff(b.len()) as u32 * NEAR_SLIP > most {
        return None;
    }
    let mut before: Vec<u32> = Vec::new();
    let mut last: Vec<u32> = (0..=b.len()).map(|j| (1..=j).map(|j| lone(&b, j - 1)).sum()).collect();
    for i in 1..=a.len() {
        let mut row = vec![last[0] + lone(&a, i - 1)];
        for j in 1..=b.len() {
            let mut least = last[j - 1] + swap_of(a[i - 1], b[j - 1]);
            least = least.min(last[j] + lone(&a, i - 1)).min(row[j - 1] + lone(&b, j - 1));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && a[i - 1] != a[i - 2] {
                least = least.min(before[j - 2] + NEAR_SLIP);
            }
            row.push(least);
        }
        (before, last) = (last, row);
    }
    let swapped = a.len() > 1 && b.len() > 1 && a[0] == b[1] && a[1] == b[0];
    let first = if a.first() == b.first() || swapped { 0 } else { FIRST_LETTER };
    Some(last[b.len()] + first).filter(|cost| *cost <= most)
}

/// What one letter too many or too few costs: less when it doubles the one before or after.
fn lone(word: &[char], at: usize) -> u32 {
    let doubles = at > 0 && word[at - 1] == word[at] || word.get(at + 1) == Some(&word[at]);
    if doubles { NEAR_SLIP } else { SLIP }
}

fn swap_of(a: char, b: char) -> u32 {
    match a == b {
        true => 0,
        false if are_near(a, b) => NEAR_SLIP,
        false => SLIP,
    }
}

/// Whether two keys touch, or two signs look alike.
fn are_near(a: char, b: char) -> bool {
    let place = |c: char| ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(c)?)));
    let touch = match (place(a), place(b)) {
        (Some((r, i)), Some((s, j))) if r == s => i.abs_diff(j) == 1,
        (Some((r, i)), Some((s, j))) if r.abs_diff(s) == 1 => {
            let (upper, lower) = if r < s { (i, j) } else { (j, i) };
            upper == lower || upper == lower + 1
        }
        _ => false,
    };
    touch || ALIKE.contains(&(a, b)) || ALIKE.contains(&(b, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_fingers_cost_less_than_others() {
        for (typed, meant, wanted) in [
            ("gmail", "gmail", Some(0)),
            ("gmial", "gmail", Some(6)),
            ("gmaill", "gmail", Some(6)),
            ("gnail", "gmail", Some(6)),
            ("gmai", "gmail", Some(10)),
            ("gmaqil", "gmail", Some(10)),
            ("fmail", "gmail", Some(9)),
            ("mgail", "gmail", Some(6)),
            ("gxail", "gmail", Some(10)),
            ("inkwelmail", "inkwellmail", Some(6)),
            ("yaho0", "yahoo", Some(6)),
            ("outlook", "hotmail", None),
        ] {
            assert_eq!(cost(typed, meant, 20), wanted, "{typed}");
        }
    }

    #[test]
    fn keys_that_touch_are_near() {
        assert!(are_near('q', 'a') && are_near('a', 'w') && are_near('k', 'l') && are_near('0', 'o'));
        assert!(!are_near('q', 's') && !are_near('a', 'l') && !are_near('é', 'e'));
    }
}
