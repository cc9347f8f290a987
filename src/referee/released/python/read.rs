//! Python's `json.loads`: what it takes, and what it says to what it does not take.
//!
//! It takes more than JSON: `NaN` and `Infinity`, whole numbers of any size, a key twice (the last value counts, at the
//! first place), and half of a surrogate pair. Rust's text cannot hold the last, so each of the 2048 surrogates stands as
//! one of the last 2048 characters of the last private plane, which nobody uses.

use num_bigint::BigInt;
use thiserror::Error;

use super::Py;

/// How deep Python 3.11 follows arrays and objects before it gives up, give or take what the caller's own depth costs.
const DEEPEST: usize = 980;

/// Whole numbers with more digits are refused by Python.
const MOST_DIGITS: usize = 4300;

/// Where the surrogates stand.
const SURROGATES: u32 = 0x10_f800;

/// What Python raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// `JSONDecodeError`
    #[error("not JSON, from byte {0}")]
    NotJson(usize),
    /// `RecursionError`
    #[error("nested more than {DEEPEST} deep")]
    TooDeep,
    /// `ValueError`
    #[error("a whole number of more than {MOST_DIGITS} digits")]
    TooLong,
}

/// The surrogate that a character stands for.
pub fn surrogate(c: char) -> Option<u32> {
    u32::from(c).checked_sub(SURROGATES).map(|offset| 0xd800 + offset)
}

/// Reads one value, and nothing after it.
///
/// # Errors
///
/// What Python would raise.
pub fn read(text: &str) -> Result<Py, Unreadable> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0, depth: 0 };
    reader.skip_space();
    let value = reader.value()?;
    reader.skip_space();
    if reader.at < reader.bytes.len() { Err(reader.fault()) } else { Ok(value) }
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn fault(&self) -> Unreadable {
        Unreadable::NotJson(self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    fn value(&mut self) -> Result<Py, Unreadable> {
        match self.peek() {
            Some(b'"') => Ok(Py::Str(self.string()?)),
            Some(b'{') => self.nested(Self::dict),
            Some(b'[') => self.nested(Self::list),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Py, Unreadable> {
        let words = [
            ("null", Py::Null),
            ("true", Py::Bool(true)),
            ("false", Py::Bool(false)),
            ("NaN", Py::Float(f64::NAN)),
            ("Infinity", Py::Float(f64::INFINITY)),
        ];
        words.into_iter().find(|(word, _)| self.take(word)).map(|(_, value)| value).ok_or(self.fault())
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Py, Unreadable>) -> Result<Py, Unreadable> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Unreadable::TooDeep);
        }
        self.at += 1;
        self.skip_space();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Py, Unreadable> {
        let mut items = Vec::new();
        if self.take("]") {
            return Ok(Py::List(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_space();
            if self.take("]") {
                return Ok(Py::List(items));
            }
            self.comma()?;
        }
    }

    fn dict(&mut self) -> Result<Py, Unreadable> {
        let mut entries = Entries::default();
        if self.take("}") {
            return Ok(entries.dict());
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.fault());
            }
            let key = self.string()?;
            self.skip_space();
            if !self.take(":") {
                return Err(self.fault());
            }
            self.skip_space();
            let value = self.value()?;
            entries.insert(key, value);
            self.skip_space();
            if self.take("}") {
                return Ok(entries.dict());
            }
            self.comma()?;
        }
    }

    fn comma(&mut self) -> Result<(), Unreadable> {
        if !self.take(",") {
            return Err(self.fault());
        }
        self.skip_space();
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Py, Unreadable> {
        let start = self.at;
        if self.take("-Infinity") {
            return Ok(Py::Float(f64::NEG_INFINITY));
        }
        self.take("-");
        if !self.take("0") && self.digits() == 0 {
            self.at = start;
            return Err(self.fault());
        }
        let whole = self.at;
        self.part(|reader| reader.take("."));
        self.part(|reader| {
            let is_marked = reader.take("e") || reader.take("E");
            let _ = is_marked && (reader.take("+") || reader.take("-"));
            is_marked
        });
        let text = &self.text[start..self.at];
        if self.at > whole {
            return Ok(Py::Float(text.parse().map_err(|_| self.fault())?));
        }
        if text.trim_start_matches('-').len() > MOST_DIGITS {
            return Err(Unreadable::TooLong);
        }
        Ok(Py::Int(text.parse::<BigInt>().map_err(|_| self.fault())?))
    }

    /// Takes a mark and the digits after it, or neither.
    fn part(&mut self, mark: impl Fn(&mut Self) -> bool) {
        let before = self.at;
        if !mark(self) || self.digits() == 0 {
            self.at = before;
        }
    }

    fn string(&mut self) -> Result<String, Unreadable> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                _ => return Err(self.fault()),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Unreadable> {
        self.at += 1;
        let mark = self.peek().ok_or(self.fault())?;
        self.at += 1;
        Ok(match mark {
            b'"' | b'\\' | b'/' => char::from(mark),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.unicode()?,
            _ => return Err(self.fault()),
        })
    }

    fn unicode(&mut self) -> Result<char, Unreadable> {
        let code = self.hex4()?;
        if !(0xd800..0xe000).contains(&code) {
            return char::from_u32(code).ok_or(self.fault());
        }
        let before = self.at;
        if code < 0xdc00 && self.take("\\u") {
            match self.hex4() {
                Ok(low @ 0xdc00..0xe000) => {
                    let joined = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(joined).ok_or(self.fault());
                }
                Ok(_) => self.at = before,
                Err(fault) => return Err(fault),
            }
        }
        char::from_u32(SURROGATES + code - 0xd800).ok_or(self.fault())
    }

    fn hex4(&mut self) -> Result<u32, Unreadable> {
        let digits = self.bytes.get(self.at..self.at + 4).ok_or(self.fault())?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(self.fault());
        }
        let code = u32::from_str_radix(&self.text[self.at..self.at + 4], 16).map_err(|_| self.fault())?;
        self.at += 4;
        Ok(code)
    }
}

/// Entries of a dict: the first place of a key, its last value.
#[derive(Default)]
struct Entries {
    entries: Vec<(String, Py)>,
    places: std::collections::HashMap<String, usize>,
}

impl Entries {
    fn insert(&mut self, key: String, value: Py) {
        match self.places.get(&key) {
            Some(place) => self.entries[*place].1 = value,
            None => {
                self.places.insert(key.clone(), self.entries.len());
                self.entries.push((key, value));
            }
        }
    }

    fn dict(self) -> Py {
        Py::Dict(self.entries)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::dumps;
    use super::*;

    #[test]
    fn what_python_takes_beyond_json_is_taken() {
        let read = |text: &str| dumps(&read(text).unwrap());
        assert_eq!(read("[NaN, Infinity, -Infinity]"), "[NaN, Infinity, -Infinity]");
        assert_eq!(read("-0"), "0");
        assert_eq!(read("-0.0"), "-0.0");
        assert_eq!(read("123456789012345678901234567890"), "123456789012345678901234567890");
        assert_eq!(read("1e999"), "Infinity");
        assert_eq!(read(r#"{"a": 1, "b": 2, "a": 3}"#), r#"{"a": 3, "b": 2}"#);
        assert_eq!(read(r#""\ud83d\ude00\u00e9""#), "\"😀é\"");
        assert_eq!(super::read(r#""\ud83d""#), super::read(r#""\uD83D""#));
    }

    #[test]
    fn what_python_refuses_is_refused() {
        let refused = [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{'a':1}",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "-",
            "nan",
            "tru",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12g4\"",
            "\"\\ud83d\\u00\"",
            "1 2",
            "\u{feff}{}",
            "{\"a\" 1}",
            "{1: 2}",
            "\"",
            "[1 2]",
            "\u{a0}1",
        ];
        for text in refused {
            assert!(matches!(read(text), Err(Unreadable::NotJson(_))), "{text:?}");
        }
        assert_eq!(read(&"[".repeat(5000)), Err(Unreadable::TooDeep));
        assert_eq!(read(&"1".repeat(4301)), Err(Unreadable::TooLong));
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_and_read_again_the_same(text in "[\\[\\]{}\":,0-9a-e.\\\\+ -]{0,40}") {
            if let Ok(value) = read(&text) {
                let written = dumps(&value);
                prop_assert_eq!(read(&written).map(|again| dumps(&again)), Ok(written));
            }
        }

        #[test]
        fn json_of_serde_is_read_as_serde_reads_it(value in any::<(Vec<i64>, u64, String, Option<bool>)>()) {
            let text = serde_json::to_string(&value).unwrap();
            let ours = read(&text).unwrap().to_json();
            let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(ours, theirs);
        }
    }
}
