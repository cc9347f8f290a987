//! Grid references: two letters for a square of 100 km, then eastings and northings within it.

/// Metres along one side of a lettered square.
const SQUARE: i64 = 100_000;

/// The reference of a point to the metre, e.g. `TQ 30090 80240`. The point must lie on the grid.
pub fn reference(eastings: i64, northings: i64) -> String {
    let (column, row) = (eastings / SQUARE, northings / SQUARE);
    format!("{}{} {:05} {:05}", first(column, row), second(column, row), eastings % SQUARE, northings % SQUARE)
}

/// Squares of 500 km are lettered from the one far south-west of the origin, I left out.
fn first(column: i64, row: i64) -> char {
    letter(19 - row - (19 - row) % 5 + (column + 10) / 5)
}

fn second(column: i64, row: i64) -> char {
    letter((19 - row) * 5 % 25 + column % 5)
}

fn letter(index: i64) -> char {
    let skipped = if index > 7 { index + 1 } else { index };
    char::from(b'A' + skipped as u8)
}

/// Eastings and northings in metres of the south-west corner of the square that a reference names: `TQ 30 80`,
/// `TQ3080`, `tq 30090 80240`. None when it names nothing on the grid.
pub fn parse_reference(text: &str) -> Option<(i64, i64)> {
    if text.len() > 40 {
        return None;
    }
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    let (letters, digits) = (compact.get(..2)?, compact.get(2..)?);
    let whole = digits.len() % 2 == 0 && digits.len() <= 10 && digits.bytes().all(|b| b.is_ascii_digit());
    let (column, row) = (0..7).flat_map(|c| (0..13).map(move |r| (c, r))).find(|&(c, r)| {
        let mut named = letters.chars();
        named.next() == Some(first(c, r)) && named.next() == Some(second(c, r))
    })?;
    let half = digits.len() / 2;
    let within = |part: &str| match part {
        "" => Some(0),
        part => part.parse::<i64>().ok().map(|n| n * 10_i64.pow(5 - part.len() as u32)),
    };
    if !whole {
        return None;
    }
    Some((column * SQUARE + within(&digits[..half])?, row * SQUARE + within(&digits[half..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_their_letters() {
        for (at, name) in [
            ((651_409, 313_177), "TG 51409 13177"),
            ((530_090, 180_240), "TQ 30090 80240"),
            ((0, 0), "SV 00000 00000"),
            ((216_650, 771_250), "NN 16650 71250"),
            ((325_900, 673_900), "NT 25900 73900"),
            ((440_000, 1_200_000), "HP 40000 00000"),
            ((699_999, 1_299_999), "JM 99999 99999"),
        ] {
            assert_eq!(reference(at.0, at.1), name);
            assert_eq!(parse_reference(name), Some(at));
        }
    }

    #[test]
    fn any_even_number_of_digits_is_read() {
        assert_eq!(parse_reference("TQ"), Some((500_000, 100_000)));
        assert_eq!(parse_reference("tq38"), Some((530_000, 180_000)));
        assert_eq!(parse_reference(" TQ 300 802 "), Some((530_000, 180_200)));
        for wrong in ["", "T", "TQ 3", "TQ 3x80", "II 00 00", "ZZ 1 1", "TQ 123456 123456", "🦀🦀", "é1234"] {
            assert_eq!(parse_reference(wrong), None, "{wrong}");
        }
    }
}
