//! The plainest expressions, worked out without the engine.
//!
//! Two of three expressions in response programs only name something (`place.name`), and most of the others compare or
//! choose (`args.date or today`, `from > to`). The engine takes a microsecond to begin; these take some nanoseconds.
//! Whatever is not of this small grammar, or comes upon something undefined, is left to the engine, whose answer is the
//! measure: the tests below compare the two.

use minijinja::value::Value as Dynamic;

use super::scope::Scope;

/// A parsed expression of the small grammar.
#[derive(Debug)]
pub(super) enum Direct {
    /// A constant.
    Constant(Dynamic),
    /// A name and the attributes after it.
    Path(Box<str>, Box<[Box<str>]>),
    /// `not x`
    Not(Box<Direct>),
    /// `x and y`: the first that is false, else the last.
    And(Box<Direct>, Box<Direct>),
    /// `x or y`: the first that is true, else the last.
    Or(Box<Direct>, Box<Direct>),
    /// `x < y` and its like.
    Compare(Comparison, Box<Direct>, Box<Direct>),
    /// `x if c else y`: condition, then, else.
    Choose(Box<Direct>, Box<Direct>, Box<Direct>),
}

/// An operator that compares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

impl Direct {
    /// The expression, when it is one of the small grammar.
    pub(super) fn parse(source: &str) -> Option<Self> {
        let mut parser = Parser { tokens: tokens(source)?, at: 0 };
        let parsed = parser.choice()?;
        (parser.at == parser.tokens.len()).then_some(parsed)
    }

    /// Its value; nothing where the engine must say.
    pub(super) fn eval(&self, scope: &Scope) -> Option<Dynamic> {
        match self {
            Self::Constant(value) => Some(value.clone()),
            Self::Path(name, attributes) => path(scope, name, attributes),
            Self::Not(inner) => Some(Dynamic::from(!inner.eval(scope)?.is_true())),
            Self::And(a, b) => match a.eval(scope)? {
                a if a.is_true() => b.eval(scope),
                a => Some(a),
            },
            Self::Or(a, b) => match a.eval(scope)? {
                a if a.is_true() => Some(a),
                _ => b.eval(scope),
            },
            Self::Compare(comparison, a, b) => Some(Dynamic::from(comparison.holds(&a.eval(scope)?, &b.eval(scope)?))),
            Self::Choose(condition, then, otherwise) => match condition.eval(scope)?.is_true() {
                true => then.eval(scope),
                false => otherwise.eval(scope),
            },
        }
    }
}

impl Comparison {
    fn parse(token: &str) -> Option<Self> {
        Some(match token {
            "==" => Self::Equal,
            "!=" => Self::Unequal,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::More,
            ">=" => Self::MoreOrEqual,
            _ => return None,
        })
    }

    fn holds(self, a: &Dynamic, b: &Dynamic) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::More => a > b,
            Self::MoreOrEqual => a >= b,
        }
    }
}

fn path(scope: &Scope, name: &str, attributes: &[Box<str>]) -> Option<Dynamic> {
    let mut value = scope.lookup(name)?;
    for attribute in attributes {
        value = value.get_attr(attribute).ok().filter(|value| !value.is_undefined())?;
    }
    Some(value)
}

/// Words that mean something else to the engine than a name.
const RESERVED: [&str; 14] =
    ["and", "or", "not", "if", "else", "in", "is", "true", "false", "none", "True", "False", "None", "loop"];

struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).copied()
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Option<Direct> {
        let then = self.either()?;
        if !self.take("if") {
            return Some(then);
        }
        let condition = self.either()?;
        // Without `else` the engine gives an undefined value.
        self.take("else").then_some(())?;
        Some(Direct::Choose(condition.into(), then.into(), self.choice()?.into()))
    }

    fn either(&mut self) -> Option<Direct> {
        let mut left = self.both()?;
        while self.take("or") {
            left = Direct::Or(left.into(), self.both()?.into());
        }
        Some(left)
    }

    fn both(&mut self) -> Option<Direct> {
        let mut left = self.negation()?;
        while self.take("and") {
            left = Direct::And(left.into(), self.negation()?.into());
        }
        Some(left)
    }

    fn negation(&mut self) -> Option<Direct> {
        match self.take("not") {
            true => Some(Direct::Not(self.negation()?.into())),
            false => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Option<Direct> {
        let left = self.atom()?;
        let Some(comparison) = self.peek().and_then(Comparison::parse) else { return Some(left) };
        self.at += 1;
        let right = self.atom()?;
        // `a < b < c` is a chain to the engine.
        let chained = self.peek().is_some_and(|token| Comparison::parse(token).is_some());
        (!chained).then(|| Direct::Compare(comparison, left.into(), right.into()))
    }

    fn atom(&mut self) -> Option<Direct> {
        let token = self.peek()?;
        self.at += 1;
        if let Some(text) = token.strip_prefix('\'') {
            return Some(Direct::Constant(Dynamic::from(text)));
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            return token.parse::<i64>().ok().map(|number| Direct::Constant(Dynamic::from(number)));
        }
        match token {
            "true" => return Some(Direct::Constant(Dynamic::from(true))),
            "false" => return Some(Direct::Constant(Dynamic::from(false))),
            "none" => return Some(Direct::Constant(Dynamic::from(()))),
            _ => {}
        }
        let mut parts = token.split('.');
        let name = parts.next().filter(|name| is_name(name) && !RESERVED.contains(name))?;
        let attributes = parts.map(|part| is_name(part).then(|| part.into())).collect::<Option<_>>()?;
        Some(Direct::Path(name.into(), attributes))
    }
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Words, paths, operators; a string keeps its opening quote. Nothing where anything else stands.
fn tokens(source: &str) -> Option<Vec<&str>> {
    let mut tokens = Vec::new();
    let mut rest = source.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => {
                let inner = rest[1..].find('\'')?;
                if rest[1..=inner].contains('\\') {
                    return None;
                }
                tokens.push(&rest[..=inner]);
                rest = rest[inner + 2..].trim_start();
                continue;
            }
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            '<' | '>' => 1,
            c if c.is_ascii_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len())
            }
            _ => return None,
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::super::engine::{Expression, Names};
    use super::super::value::from_json;
    use super::*;

    fn scope(values: &[Value]) -> Scope {
        let root = from_json(&json!({"text": "root", "row": {"deep": {"er": 3}, "none": null}}));
        let bind = |scope: Scope, (name, value): (&str, &Value)| scope.bind(&Arc::from(name), from_json(value));
        ["a", "b", "c"].into_iter().zip(values).fold(Scope::new(root), bind)
    }

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(Value::from),
            (-3_i64..4).prop_map(Value::from),
            Just(json!(1.0)),
            Just(json!(2.5)),
            "[a-c]{0,2}".prop_map(Value::from),
            Just(json!("2026-03-02")),
            Just(json!([])),
            Just(json!([1, "a"])),
            Just(json!({})),
            Just(json!({"x": 1, "deep": {"er": 1}})),
        ]
    }

    fn expression() -> impl Strategy<Value = String> {
        let atom = prop::sample::select(vec![
            "a",
            "b",
            "c",
            "a.x",
            "b.deep.er",
            "text",
            "row.deep.er",
            "row.none",
            "row.absent",
            "'a'",
            "''",
            "0",
            "2",
            "true",
            "false",
            "none",
        ])
        .prop_map(str::to_owned);
        let operator = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
        let comparison = prop_oneof![
            atom.clone(),
            (atom.clone(), operator, atom).prop_map(|(a, operator, b)| format!("{a} {operator} {b}")),
        ];
        comparison.prop_recursive(4, 16, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|a| format!("not {a}")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} and {b}")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} or {b}")),
                (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("{a} if {b} else {c}")),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_worked_out_directly_is_what_the_engine_says(
            source in expression(),
            values in prop::collection::vec(value(), 3),
        ) {
            let names = Names::only(["a", "b", "c", "text", "row"]);
            let scope = scope(&values);
            let direct = Direct::parse(&source).and_then(|direct| direct.eval(&scope));
            if let (Some(direct), Ok(compiled)) = (direct, Expression::compile(&source, &names)) {
                let engine = compiled.eval_by_engine(&scope);
                prop_assert_eq!(Ok(format!("{direct:?}")), engine.map(|v| format!("{v:?}")), "{}", source);
            }
        }
    }

    #[test]
    fn only_the_small_grammar_is_taken() {
        for source in [
            "place.name",
            "args.date or today",
            "not a",
            "a if b else 'c'",
            "from > '2024-01-01' or b",
            "120 if a < 5 else 60",
        ] {
            assert!(Direct::parse(source).is_some(), "{source}");
        }
        for source in [
            "",
            "f(x)",
            "a|length",
            "a[0]",
            "a + 1",
            "a < b < c",
            "a in b",
            "a is none",
            "'it\\'s'",
            "\"a\"",
            "1.5",
            "(a)",
            "a if b",
            "not",
            "a..b",
            "a.1",
            "-1",
            "loop.index",
            "a b",
            "'a' 'b'",
            "a.b.",
            "True",
        ] {
            assert!(Direct::parse(source).is_none(), "{source}");
        }
    }

    #[test]
    fn what_is_undefined_is_left_to_the_engine() {
        let direct = Direct::parse("row.absent").unwrap();
        assert!(direct.eval(&scope(&[])).is_none());
    }
}
