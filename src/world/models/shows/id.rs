//! Names of performances: `shw-<place>-<yyyymmdd>-<n>-<check>`, e.g. `shw-2745912-20260314-12-k7`.
//!
//! `n` is twice the number of the house, plus one for a second performance on that day. The check characters come from
//! the seed, so that an id that was made up, mistyped or taken from another world is not found.

use jiff::civil::Date;

use crate::world::seed::Seed;

/// What an id says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// GeoNames id of the town.
    pub place: u32,
    /// The local date.
    pub date: Date,
    /// Number of the house, from 1.
    pub house: usize,
    /// Whether it is the earlier one of a day with two.
    pub early: bool,
}

impl Slot {
    /// The id in the world of a seed.
    pub fn id(&self, seed: Seed) -> String {
        let body = self.body();
        format!("{body}-{}", check(seed, &body))
    }

    /// What an id says, or nothing when it is not one of this world.
    pub fn parse(seed: Seed, id: &str) -> Option<Slot> {
        let id = id.trim().to_ascii_lowercase();
        let mut parts = id.strip_prefix("shw-")?.split('-');
        let place = parts.next()?.parse().ok()?;
        let date = parts.next().filter(|d| d.len() == 8)?;
        let date = Date::strptime("%Y%m%d", date).ok()?;
        let n: usize = parts.next()?.parse().ok()?;
        let slot = Slot { place, date, house: n / 2, early: n % 2 == 1 };
        // Comparing whole ids also rules out leading zeros and tails.
        (slot.id(seed) == id).then_some(slot)
    }

    fn body(&self) -> String {
        let n = self.house * 2 + usize::from(self.early);
        format!("shw-{}-{}-{n}", self.place, self.date.strftime("%Y%m%d"))
    }
}

/// Two characters of Crockford's base 32.
fn check(seed: Seed, body: &str) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bits = seed.stream(&["shows", "check", body]).bits();
    [bits % 32, bits / 32 % 32].map(|digit| char::from(DIGITS[digit as usize])).iter().collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const SLOT: Slot = Slot { place: 2_745_912, date: date(2026, 3, 14), house: 6, early: false };

    #[test]
    fn an_id_says_what_it_was_made_from() {
        let id = SLOT.id(Seed(7));
        assert!(id.starts_with("shw-2745912-20260314-12-"), "{id}");
        assert_eq!(Slot::parse(Seed(7), &id), Some(SLOT));
        assert_eq!(Slot::parse(Seed(7), &id.to_uppercase()), Some(SLOT));
    }

    #[test]
    fn ids_of_other_worlds_and_typos_are_not_found() {
        let id = SLOT.id(Seed(7));
        assert_eq!(Slot::parse(Seed(8), &id), None);
        for wrong in ["shw-2745912-20260315-12-k7", "shw-", "", "2745912", "shw-2745912-20261314-12-k7"] {
            assert_eq!(Slot::parse(Seed(7), wrong), None, "{wrong}");
        }
        assert_eq!(Slot::parse(Seed(7), &id.replace("shw-2745912", "shw-02745912")), None);
    }
}
