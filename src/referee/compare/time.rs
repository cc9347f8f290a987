use jiff::SignedDuration;
use jiff::civil::Time;

/// Whether both are the same time of day: `9:00`, `09:00`, `09:00:00` and `9 am` are; times at different offsets are
/// compared in UTC.
pub(super) fn same(a: &str, b: &str) -> bool {
    let (Some((a, at)), Some((b, bt))) = (read(a), read(b)) else { return false };
    at.is_some() == bt.is_some() && utc(a, at) == utc(b, bt)
}

fn utc(time: Time, offset: Option<SignedDuration>) -> Time {
    time.wrapping_sub(offset.unwrap_or_default())
}

/// A time of day, and its offset from UTC where it has one.
fn read(text: &str) -> Option<(Time, Option<SignedDuration>)> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(rest) = text.strip_suffix("am").or_else(|| text.strip_suffix("a.m.")) {
        return twelve(rest, 0);
    }
    if let Some(rest) = text.strip_suffix("pm").or_else(|| text.strip_suffix("p.m.")) {
        return twelve(rest, 12);
    }
    if let Some(rest) = text.strip_suffix('z') {
        return Some((clock(rest)?, Some(SignedDuration::ZERO)));
    }
    match text.rfind(['+', '-']) {
        Some(sign) => Some((clock(&text[..sign])?, Some(offset(&text[sign..])?))),
        None => Some((clock(&text)?, None)),
    }
}

fn twelve(text: &str, more: i8) -> Option<(Time, Option<SignedDuration>)> {
    let text = text.trim();
    let (hour, rest) = text.split_once(':').map_or((text, None), |(hour, rest)| (hour, Some(rest)));
    let hour: i8 = hour.parse().ok().filter(|hour| (1..=12).contains(hour))?;
    let time = clock(&format!("{}:{}", hour % 12 + more, rest.unwrap_or("00")))?;
    Some((time, None))
}

/// `H:MM`, with seconds and their parts or without.
fn clock(text: &str) -> Option<Time> {
    let mut parts = text.splitn(3, ':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next().unwrap_or("00"));
    if !(1..=2).contains(&hour.len()) || minute.len() != 2 || second.len() < 2 {
        return None;
    }
    format!("{hour:0>2}:{minute}:{second}").parse().ok()
}

fn offset(text: &str) -> Option<SignedDuration> {
    let (sign, rest) = text.split_at(1);
    let (hours, minutes) = rest.split_once(':')?;
    let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
    Some(SignedDuration::from_mins(if sign == "-" { -minutes } else { minutes }))
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn a_time_of_day_has_many_spellings() {
        for other in ["09:00", "9:00", "09:00:00", "9 am", "9:00am", "09:00:00.000"] {
            assert!(same("09:00", other), "{other}");
        }
        assert!(same("21:15", "9:15 pm") && same("00:00", "12 am") && same("12:30", "12:30 p.m."));
        assert!(same("09:00:00Z", "10:00:00+01:00") && same("23:30:00-01:00", "00:30:00Z"));
    }

    #[test]
    fn another_time_is_another_time() {
        for other in ["09:01", "21:00", "9", "9 pm", "09:00:01", "09:00:00Z", "morning", "24:00", "9:60", "", "-"] {
            assert!(!same("09:00", other), "{other}");
        }
    }
}
