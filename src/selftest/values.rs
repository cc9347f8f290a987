//! Values that mean something else, and the same value in another spelling. Written without the comparators that are
//! tried with them: what is the same and what is not is decided here by hand.

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde_json::{Map, Number, Value};
use unicode_normalization::UnicodeNormalization;

use super::case::Kind;
use crate::catalogue::Tool;

/// Names that are known to everyone, and are not each other. Of kinds that do not stand here, the examples of the tools
/// give others.
const NAMES: [(&str, [&str; 2]); 5] = [
    ("place", ["Reykjavik", "Canberra"]),
    ("currency", ["NOK", "THB"]),
    ("country", ["Iceland", "Peru"]),
    ("language", ["is", "sw"]),
    ("timezone", ["America/Lima", "Asia/Tokyo"]),
];

/// An argument of a tool.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    pub tool: &'a Tool,
    pub name: &'a str,
}

impl<'a> Slot<'a> {
    fn schema(&self) -> Option<&'a Value> {
        self.tool.property(self.name)
    }

    fn same_as(&self) -> Option<&'a str> {
        self.tool.spec.same_as.get(self.name).and_then(Value::as_str)
    }

    fn is_unordered(&self) -> bool {
        let unique = || self.schema().and_then(|schema| schema.get("uniqueItems")) == Some(&Value::Bool(true));
        self.tool.spec.unordered.contains(&format!("/{}", self.name)) || unique()
    }

    fn is_a(&self, format: &str) -> bool {
        self.schema().and_then(|schema| schema.get("format")).and_then(Value::as_str) == Some(format)
    }
}

/// Values that mean something else than this one.
pub(super) fn others(slot: Slot<'_>, value: &Value) -> Vec<(Kind, Value)> {
    let mut others = changed(slot, slot.schema(), value);
    let mistyped = match value {
        Value::Number(number) => Some(Value::from(number.to_string())),
        Value::String(text) => Some(Value::from(vec![text.as_str()])),
        _ => None,
    };
    others.extend(mistyped.map(|value| (Kind::WrongType, value)));
    others
}

fn changed(slot: Slot<'_>, schema: Option<&Value>, value: &Value) -> Vec<(Kind, Value)> {
    match value {
        Value::Bool(is) => vec![(Kind::Boolean, Value::from(!is))],
        Value::Number(number) => numbers(number).into_iter().map(|value| (Kind::Number, value)).collect(),
        Value::String(text) => texts(slot, schema, text),
        Value::Array(items) => lists(slot, schema, items),
        Value::Object(fields) => objects(slot, schema, fields),
        Value::Null => Vec::new(),
    }
}

fn numbers(number: &Number) -> Vec<Value> {
    match (number.as_i64(), number.as_f64()) {
        (Some(whole), _) => vec![Value::from(whole.saturating_add(1)), Value::from(whole.saturating_sub(1))],
        (None, Some(number)) => vec![Value::from(number + 0.01), Value::from(number + 1.0), Value::from(-number - 1.0)],
        (None, None) => Vec::new(),
    }
}

fn texts(slot: Slot<'_>, schema: Option<&Value>, text: &str) -> Vec<(Kind, Value)> {
    let listed = schema.and_then(|schema| schema.get("enum")).and_then(Value::as_array);
    if let Some(listed) = listed {
        let other = listed.iter().find(|other| other.as_str().is_some_and(|other| !alike(other, text)));
        return other.map(|other| (Kind::Choice, other.clone())).into_iter().collect();
    }
    if let (true, Ok(length)) = (slot.is_a("duration"), text.parse::<SignedDuration>()) {
        let longer = length.checked_add(SignedDuration::from_mins(1));
        return longer.map(|longer| (Kind::Moment, Value::from(longer.to_string()))).into_iter().collect();
    }
    if let Some(moments) = moments(text) {
        return moments.into_iter().map(|moment| (Kind::Moment, Value::from(moment))).collect();
    }
    let mut others: Vec<(Kind, Value)> = names(slot, text).map(|name| (Kind::Name, Value::from(name))).collect();
    others.push((Kind::NearMiss, near_miss(text).into()));
    if slot.same_as().is_none() {
        others.push((Kind::NearMiss, format!("{text} not").into()));
        others.push((Kind::Text, "something else altogether".into()));
    }
    others
}

fn names<'a>(slot: Slot<'a>, text: &str) -> impl Iterator<Item = &'a str> {
    let known = slot.same_as().and_then(|kind| NAMES.iter().find(|(name, _)| *name == kind));
    let other = known.and_then(|(_, names)| names.iter().copied().find(|name| !alike(name, text)));
    let examples =
        slot.tool.spec.examples.accepted.iter().filter_map(move |example| example.arguments.get(slot.name)?.as_str());
    let differs = |example: &&str| slot.same_as().is_some() && initial(example) != initial(text);
    let example = examples.into_iter().find(differs).filter(|_| other.is_none());
    other.into_iter().chain(example)
}

fn initial(text: &str) -> Option<char> {
    text.chars().next().and_then(|c| c.to_lowercase().next())
}

fn alike(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// One character is another one: the last digit, or else a letter in the middle.
fn near_miss(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let digit = characters.iter().rposition(char::is_ascii_digit);
    let at = digit.unwrap_or(characters.len() / 2);
    match characters.get_mut(at) {
        Some(c) if c.is_ascii_digit() => *c = if *c == '9' { '3' } else { '9' },
        Some(c) => *c = if *c == 'x' { 'k' } else { 'x' },
        None => characters.push('x'),
    }
    characters.into_iter().collect()
}

/// Other days and times, where the text is one.
fn moments(text: &str) -> Option<Vec<String>> {
    if let Ok(date) = text.parse::<Date>()
        && text.len() == 10
    {
        let days = [date.checked_add(1.day()), date.checked_add(1.year())];
        return Some(days.into_iter().flatten().map(|date| date.to_string()).collect());
    }
    if let Ok(moment) = text.parse::<Timestamp>() {
        return moment.checked_add(1.hour()).ok().map(|later| vec![later.to_string()]);
    }
    if text.contains('T')
        && let Ok(moment) = text.parse::<DateTime>()
    {
        return moment.checked_add(1.hour()).ok().map(|later| vec![later.to_string()]);
    }
    if let (true, Some((time, zone))) = (text.contains(':'), zoned(text)) {
        return Some(vec![format!("{}{zone}", time.wrapping_add(1.minute()))]);
    }
    let is_clock = text.len() == 5 && text.as_bytes()[2] == b':';
    let time: Time = text.parse().ok().filter(|_| is_clock)?;
    Some(vec![time.wrapping_add(1.minute()).strftime("%H:%M").to_string()])
}

/// `09:00:00Z` or `09:00:00+01:00`: the time, and what stands behind it.
fn zoned(text: &str) -> Option<(Time, &str)> {
    let (time, zone) = text.split_at_checked(8)?;
    (!zone.is_empty()).then_some((time.parse().ok()?, zone))
}

fn lists(slot: Slot<'_>, schema: Option<&Value>, items: &[Value]) -> Vec<(Kind, Value)> {
    let Some((last, rest)) = items.split_last() else { return Vec::new() };
    let of_item = schema.and_then(|schema| schema.get("items"));
    let mut others = vec![rest.to_vec(), [items, std::slice::from_ref(last)].concat()];
    let item = changed(slot, of_item, last).into_iter().next();
    others.extend(item.map(|(_, item)| [rest, &[item]].concat()));
    if !slot.is_unordered() && items.len() > 1 && items.first() != Some(last) {
        others.push(items.iter().rev().cloned().collect());
    }
    others.into_iter().map(|items| (Kind::List, Value::from(items))).collect()
}

fn objects(slot: Slot<'_>, schema: Option<&Value>, fields: &Map<String, Value>) -> Vec<(Kind, Value)> {
    let mut others = Vec::new();
    for (name, value) in fields {
        let of_field = schema.and_then(|schema| schema.get("properties")?.get(name));
        if let Some((_, value)) = changed(slot, of_field, value).into_iter().next() {
            let mut changed = fields.clone();
            changed.insert(name.clone(), value);
            others.push(changed);
        }
    }
    if let Some(name) = fields.keys().next() {
        let mut without = fields.clone();
        without.shift_remove(name);
        others.push(without);
    }
    others.into_iter().map(|fields| (Kind::Object, Value::from(fields))).collect()
}

/// The same value, written in other ways.
pub(super) fn spellings(slot: Slot<'_>, value: &Value) -> Vec<Value> {
    let spelled = match value {
        Value::Number(number) => {
            number.as_i64().filter(|n| n.abs() < 1 << 50).map(|n| Value::from(n as f64)).into_iter().collect()
        }
        Value::String(text) => same_texts(slot, text),
        Value::Array(items) if slot.is_unordered() => vec![items.iter().rev().cloned().collect()],
        Value::Object(fields) => vec![Value::from(fields.clone().into_iter().rev().collect::<Map<_, _>>())],
        _ => Vec::new(),
    };
    let written = value.to_string();
    spelled.into_iter().filter(|other| serde_json::to_string(other).is_ok_and(|other| other != written)).collect()
}

fn same_texts(slot: Slot<'_>, text: &str) -> Vec<Value> {
    let mut same = vec![text.nfd().collect::<String>()];
    if let (true, Ok(moment)) = (slot.is_a("date-time"), text.parse::<Timestamp>()) {
        same.push(moment.to_string());
        same.push(moment.display_with_offset(jiff::tz::offset(-3)).to_string());
    }
    if let (true, Ok(length)) = (slot.is_a("duration"), text.parse::<SignedDuration>()) {
        same.push(length.to_string());
    }
    if let (true, Some((time, "Z"))) = (slot.is_a("time"), zoned(text)) {
        same.push(format!("{}+01:00", time.wrapping_add(1.hour())));
    }
    match slot.same_as() {
        Some("time") => same.extend([format!("{text}:00"), text.trim_start_matches('0').to_owned()]),
        Some("spelling") => same.extend([text.to_uppercase(), text.replace(['-', '/', '_'], " ")]),
        Some("timezone") => same.push(text.to_lowercase()),
        _ => {}
    }
    if matches!(slot.same_as(), Some("place" | "currency" | "country" | "language" | "caseless" | "station")) {
        same.extend([text.to_lowercase(), text.to_uppercase()]);
    }
    same.into_iter().map(Value::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_another_text_of_the_same_length() {
        for text in ["192.168.100.1", "Paris", "x", "9", "é", "https://a.example/item/1"] {
            let other = near_miss(text);
            assert_ne!(other, text);
            assert_eq!(other.chars().count(), text.chars().count());
        }
        assert_eq!(near_miss(""), "x");
    }

    #[test]
    fn days_and_times_are_known_by_their_form() {
        assert_eq!(moments("2028-02-28"), Some(vec!["2028-02-29".into(), "2029-02-28".into()]));
        assert_eq!(moments("2026-03-02T09:00:00+01:00"), Some(vec!["2026-03-02T09:00:00Z".into()]));
        assert_eq!(moments("23:59"), Some(vec!["00:00".into()]));
        assert_eq!(moments("first"), None);
        assert_eq!(moments("12345"), None);
    }

    #[test]
    fn a_number_is_never_its_own_other() {
        for text in ["0", "1", "-1", "0.5", "250.25", "9007199254740991"] {
            let number: Number = text.parse().unwrap();
            assert!(numbers(&number).iter().all(|other| other.as_f64() != number.as_f64()), "{text}");
        }
    }
}
