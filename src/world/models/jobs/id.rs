//! Names of vacancies: `J-` and five characters, e.g. `J-4KQ7M`.
//!
//! The first four are the desk and its stretch of time, stirred so that neighbours do not look alike; the fifth is a check
//! that finds every single mistyped character. An id means the same desk and stretch in every world.

/// Crockford's base 32, which has no letters that look like digits.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const MASK: u32 = (1 << 20) - 1;

/// An odd number, so that multiplying by it can be undone, and its inverse modulo 2^20.
const STIR: u32 = 0x9_E375;
const UNSTIR: u32 = inverse(STIR);

/// The desk (below 16384) and the stretch (below 64) of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub desk: u32,
    pub stretch: u32,
}

impl Slot {
    /// Stretches that ids have room for.
    pub const STRETCHES: u32 = 64;

    /// The id.
    pub fn id(self) -> String {
        let mut bits = (self.stretch << 14 | self.desk).wrapping_mul(STIR) & MASK;
        bits ^= bits >> 10;
        let mut id = String::from("J-");
        for at in (0..4).rev() {
            id.push(char::from(DIGITS[(bits >> (5 * at) & 31) as usize]));
        }
        id.push(char::from(DIGITS[check(bits)]));
        id
    }

    /// What an id says, in any case and with or without the hyphen; nothing when it is not one.
    pub fn parse(id: &str) -> Option<Slot> {
        let plain = id.trim().to_ascii_uppercase();
        let rest = plain.strip_prefix('J')?;
        let code = rest.strip_prefix('-').unwrap_or(rest);
        if code.len() != 5 {
            return None;
        }
        let digit = |c: u8| DIGITS.iter().position(|d| *d == c).map(|at| at as u32);
        let mut bits = 0;
        for c in code.bytes().take(4) {
            bits = bits << 5 | digit(c)?;
        }
        if digit(*code.as_bytes().get(4)?)? as usize != check(bits) {
            return None;
        }
        bits ^= bits >> 10;
        let plain = bits.wrapping_mul(UNSTIR) & MASK;
        Some(Slot { desk: plain & 0x3FFF, stretch: plain >> 14 })
    }
}

/// A sum in which each place has a weight that is odd, so that a change of one digit changes it.
fn check(bits: u32) -> usize {
    let digit = |at: u32| bits >> (5 * at) & 31;
    ((digit(0) + 3 * digit(1) + 5 * digit(2) + 7 * digit(3) + 11) & 31) as usize
}

/// Newton's iteration: each step doubles the number of right bits.
const fn inverse(odd: u32) -> u32 {
    let mut x = odd;
    let mut step = 0;
    while step < 5 {
        x = x.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(x)));
        step += 1;
    }
    x & MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_what_it_was_made_from() {
        for desk in [0, 1, 7, 8, 2047, 16383] {
            for stretch in [0, 1, 26, 63] {
                let slot = Slot { desk, stretch };
                let id = slot.id();
                assert_eq!(Slot::parse(&id), Some(slot), "{id}");
                assert_eq!(Slot::parse(&format!(" {} ", id.to_lowercase().replace('-', ""))), Some(slot));
            }
        }
    }

    #[test]
    fn a_mistyped_character_is_noticed() {
        let id = Slot { desk: 812, stretch: 27 }.id();
        for at in 2..7 {
            for digit in DIGITS {
                let mut other = id.clone().into_bytes();
                if other[at] != *digit {
                    other[at] = *digit;
                    assert_eq!(Slot::parse(std::str::from_utf8(&other).unwrap()), None);
                }
            }
        }
        for wrong in ["", "J-", "J-12", "K-4KQ7M", "J-4KQ7MM", "J-\u{1F980}7M", "J-ILOU1"] {
            assert_eq!(Slot::parse(wrong), None, "{wrong}");
        }
    }
}
