use jiff::tz::{Offset, TimeZone};

/// Whether both are the same time zone: names in any case (`europe/amsterdam`), names for UTC, and offsets however they are
/// written (`+1`, `+01:00`, `UTC+1`). A place and its present offset are not the same.
pub(super) fn same(a: &str, b: &str) -> bool {
    match (read(a), read(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

fn read(text: &str) -> Option<Zone> {
    let text = text.trim();
    let utc = ["utc", "gmt", "z", "etc/utc", "etc/gmt", "etc/zulu", "zulu", "utc0", "gmt0"];
    if utc.iter().any(|name| text.eq_ignore_ascii_case(name)) {
        return Some(Zone::Offset(Offset::UTC));
    }
    let bare =
        ["utc", "gmt"].into_iter().find_map(|name| text.get(..3)?.eq_ignore_ascii_case(name).then(|| &text[3..]));
    match offset(bare.unwrap_or(text)) {
        Some(offset) => Some(Zone::Offset(offset)),
        None => TimeZone::get(text).ok()?.iana_name().map(|name| Zone::Place(name.to_owned())),
    }
}

/// `+1`, `+01`, `+0100`, `+01:00`.
fn offset(text: &str) -> Option<Offset> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match (digits.split_once(':'), digits.len()) {
        (Some(parts), _) => parts,
        (None, 3 | 4) => digits.split_at(digits.len() - 2),
        (None, _) => (digits, "0"),
    };
    let number = |text: &str| text.parse::<i32>().ok().filter(|n| (0..60).contains(n));
    Offset::from_seconds(sign * (number(hours)? * 3600 + number(minutes)? * 60)).ok()
}

#[derive(PartialEq)]
enum Zone {
    Offset(Offset),
    Place(String),
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn a_zone_has_many_spellings() {
        assert!(same("Europe/Amsterdam", "europe/amsterdam") && same("UTC", "Etc/UTC") && same("GMT", "utc"));
        assert!(same("+1", "+01:00") && same("UTC+1", "+0100") && same("utc-3:30", "-03:30") && same("+00:00", "UTC"));
    }

    #[test]
    fn another_zone_is_another() {
        for (a, b) in [("Europe/Amsterdam", "+01:00"), ("Europe/Amsterdam", "Europe/Berlin"), ("+1", "-1"), ("x", "y")]
        {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
