//! Gold calls as the project writes them: Python text with literals, `mv(source='a', destination='b')`.

use serde_json::{Map, Number, Value};

/// A call as it is written.
#[derive(Debug, PartialEq)]
pub(super) struct Written {
    /// The function.
    pub function: String,
    /// Arguments without a name, in order.
    pub positional: Vec<Value>,
    /// Arguments by name.
    pub named: Map<String, Value>,
}

/// Reads a call.
///
/// # Errors
///
/// What was expected, and at which character.
pub(super) fn call(text: &str) -> Result<Written, String> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0 };
    let function = reader.name()?;
    reader.expect('(')?;
    let mut written = Written { function, positional: Vec::new(), named: Map::new() };
    while !reader.skip(')') {
        match reader.keyword() {
            Some(name) => drop(written.named.insert(name, reader.value()?)),
            None => written.positional.push(reader.value()?),
        }
        if !reader.skip(',') {
            reader.expect(')')?;
            break;
        }
    }
    match reader.peek() {
        None => Ok(written),
        Some(_) => Err(reader.expected("the end")),
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn expected(&self, what: &str) -> String {
        format!("expected {what} at character {}", self.at + 1)
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, c: char) -> bool {
        let is = self.peek() == Some(c);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, c: char) -> Result<(), String> {
        if self.skip(c) { Ok(()) } else { Err(self.expected(&format!("'{c}'"))) }
    }

    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let begin = self.at;
        while self.chars.get(self.at).copied().is_some_and(&fits) {
            self.at += 1;
        }
        self.chars[begin..self.at].iter().collect()
    }

    fn name(&mut self) -> Result<String, String> {
        self.peek();
        let name = self.take(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        if name.is_empty() { Err(self.expected("a name")) } else { Ok(name) }
    }

    /// `name=`, if that is what stands here.
    fn keyword(&mut self) -> Option<String> {
        let begin = self.at;
        let name = self.name().ok().filter(|_| self.skip('='));
        if name.is_none() {
            self.at = begin;
        }
        name
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            Some(quote @ ('\'' | '"')) => self.text(quote),
            Some('[') => self.items('[', ']'),
            Some('(') => self.items('(', ')'),
            Some('{') => self.members(),
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            _ => match self.name()?.as_str() {
                "True" => Ok(true.into()),
                "False" => Ok(false.into()),
                "None" => Ok(Value::Null),
                _ => Err(self.expected("a literal before this")),
            },
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let text = self.take(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E' | '_'));
        let text = text.replace('_', "");
        let number = match text.parse::<i64>() {
            Ok(whole) => Some(whole.into()),
            Err(_) => text.parse::<f64>().ok().and_then(Number::from_f64),
        };
        number.map(Value::Number).ok_or_else(|| self.expected("a number before this"))
    }

    fn items(&mut self, open: char, close: char) -> Result<Value, String> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.skip(close) {
            items.push(self.value()?);
            if !self.skip(',') {
                self.expect(close)?;
                break;
            }
        }
        Ok(items.into())
    }

    fn members(&mut self) -> Result<Value, String> {
        self.expect('{')?;
        let mut members = Map::new();
        while !self.skip('}') {
            let name = match self.value()? {
                Value::String(name) => name,
                other => other.to_string(),
            };
            self.expect(':')?;
            members.insert(name, self.value()?);
            if !self.skip(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(members.into())
    }

    fn text(&mut self, quote: char) -> Result<Value, String> {
        self.expect(quote)?;
        let mut text = String::new();
        loop {
            match self.next_char()? {
                c if c == quote => return Ok(text.into()),
                '\\' => match self.next_char()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    c @ ('\\' | '\'' | '"') => text.push(c),
                    // Python keeps what it does not know.
                    c => text.extend(['\\', c]),
                },
                c => text.push(c),
            }
        }
    }

    fn next_char(&mut self) -> Result<char, String> {
        let next = self.chars.get(self.at).copied();
        self.at += 1;
        next.ok_or_else(|| "a text does not end".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn literals_are_read_as_python_means_them() {
        let written = call(r#"f( 'it\'s', -2.5,x=["a", (1, 2),], y = {'k': None, "b": True} ,z='')"#).unwrap();
        assert_eq!(written.function, "f");
        assert_eq!(written.positional, [json!("it's"), json!(-2.5)]);
        assert_eq!(json!(written.named), json!({"x": ["a", [1, 2]], "y": {"k": null, "b": true}, "z": ""}));
        assert_eq!(call("now()").unwrap().positional, [] as [Value; 0]);
        assert_eq!(call(r"g('a\d\n')").unwrap().positional, [json!("a\\d\n")]);
    }

    #[test]
    fn what_is_no_call_with_literals_is_refused_with_its_place() {
        for (text, why) in [
            ("f(x=other)", "a literal"),
            ("f(1", "')'"),
            ("f('a", "does not end"),
            ("f(1) g", "the end"),
            ("(1)", "a name"),
            ("f(1 2)", "')'"),
            ("f(--1)", "a number"),
            ("f({1})", "':'"),
        ] {
            let found = call(text).unwrap_err();
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
