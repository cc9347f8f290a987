//! Whether two lists of effects leave the same rows. What a row was in between does not matter, and the ids of new rows
//! are whatever the tool made up: a new row of gold's is the agent's new row of the same table that holds the same, ids
//! of new rows inside it taken for each other. The time of writing is no matter: the clock stands still in a turn.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::call::Effect;
use crate::referee::compare::{Kind, NoResolver, same as same_value};

type Row = Map<String, Value>;

/// Table and key.
type Place<'a> = (&'a String, &'a String);

/// What a row was and is.
type Change<'a> = (Option<&'a Row>, Option<&'a Row>);

/// Pairs of new rows that are tried at most. Rows that hold the same need one trial each; only those that are told apart
/// by nothing but ids of one another can come near it.
const TRIALS: usize = 20_000;

/// Letters from which on an id is looked for inside of longer text too.
const TELLING: usize = 4;

/// What these effects come to, row by row; rows that are as they were are left out.
pub(super) fn net<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> BTreeMap<Place<'a>, Change<'a>> {
    let mut net: BTreeMap<Place<'a>, Change<'a>> = BTreeMap::new();
    for effect in effects {
        let change = net.entry((&effect.table, &effect.key)).or_insert((effect.before.as_ref(), None));
        change.1 = effect.after.as_ref();
    }
    net.retain(|_, (before, after)| before != after);
    net
}

/// Whether both leave the same rows.
pub(super) fn same(gold: &[&Effect], done: &[&Effect]) -> bool {
    let (gold, done) = (net(gold.iter().copied()), net(done.iter().copied()));
    let (new_gold, old_gold) = split(&gold);
    let (new_done, old_done) = split(&done);
    let tables = |rows: &[New<'_>]| rows.iter().map(|row| row.table.clone()).collect::<Vec<_>>();
    if tables(&new_gold) != tables(&new_done) || !old_gold.keys().eq(old_done.keys()) {
        return false;
    }
    let mut search = Search { gold: &new_gold, done: &new_done, partners: Vec::new(), trials: 0 };
    search.run(&|ids: &Ids<'_>| {
        old_gold.iter().all(|(place, gold)| match (gold, &old_done[place]) {
            (Some(gold), Some(done)) => ids.same_row(gold, done),
            (gold, done) => gold.is_none() && done.is_none(),
        })
    })
}

/// A row that was not there before.
struct New<'a> {
    table: &'a String,
    key: &'a String,
    row: &'a Row,
}

/// New rows, by table; and what became of the others.
fn split<'a>(net: &BTreeMap<Place<'a>, Change<'a>>) -> (Vec<New<'a>>, BTreeMap<Place<'a>, Option<&'a Row>>) {
    let (mut new, mut old) = (Vec::new(), BTreeMap::new());
    for ((table, key), (before, after)) in net {
        match (before, after) {
            (None, Some(row)) => new.push(New { table, key, row }),
            _ => drop(old.insert((*table, *key), *after)),
        }
    }
    (new, old)
}

/// New rows of gold's and their partners, row by row, going back where it leads nowhere.
struct Search<'s, 'a> {
    gold: &'s [New<'a>],
    done: &'s [New<'a>],
    partners: Vec<usize>,
    trials: usize,
}

impl<'a> Search<'_, 'a> {
    fn run(&mut self, accept: &impl Fn(&Ids<'_>) -> bool) -> bool {
        let Some(gold) = self.gold.get(self.partners.len()) else {
            let ids = self.ids();
            let rows = self.gold.iter().zip(&self.partners);
            return rows.into_iter().all(|(gold, at)| ids.same_row(gold.row, self.done[*at].row)) && accept(&ids);
        };
        for at in 0..self.done.len() {
            if self.done[at].table != gold.table || self.partners.contains(&at) || self.trials == TRIALS {
                continue;
            }
            self.trials += 1;
            self.partners.push(at);
            if self.ids().same_row(gold.row, self.done[at].row) && self.run(accept) {
                return true;
            }
            self.partners.pop();
        }
        false
    }

    fn ids(&self) -> Ids<'a> {
        let known = self.partners.iter().enumerate();
        let pairs = known.map(|(g, at)| (self.gold[g].key.as_str(), self.done[*at].key.as_str())).collect();
        let open = self.gold[self.partners.len()..].iter().map(|gold| gold.key.as_str()).collect();
        Ids { pairs, open }
    }
}

/// Ids of gold's new rows and those of the agent's.
struct Ids<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    /// Ids without a partner yet; nothing is said about text with them.
    open: Vec<&'a str>,
}

impl Ids<'_> {
    fn same_row(&self, gold: &Row, done: &Row) -> bool {
        gold.len() == done.len() && gold.iter().all(|(name, gold)| done.get(name).is_some_and(|d| self.same(gold, d)))
    }

    fn same(&self, gold: &Value, done: &Value) -> bool {
        match (gold, done) {
            (Value::String(a), Value::String(b)) => a == b && !self.names(a) || self.same_text(a, b),
            (Value::Number(_), Value::Number(_)) => {
                same_value(&Kind::default(), gold, done, &NoResolver)
                    || self.same_text(&gold.to_string(), &done.to_string())
            }
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(a, b)),
            (Value::Object(a), Value::Object(b)) => self.same_row(a, b),
            _ => gold == done,
        }
    }

    fn names(&self, text: &str) -> bool {
        self.pairs.iter().any(|(gold, _)| text == *gold)
    }

    /// The same text, once ids of gold's rows are replaced by those of the agent's.
    fn same_text(&self, gold: &str, done: &str) -> bool {
        let within = |id: &str| gold == id || id.len() >= TELLING && gold.contains(id);
        if self.open.iter().any(|id| within(id)) {
            return true;
        }
        let known = self.pairs.iter().filter(|(from, _)| within(from)).copied().collect::<Vec<_>>();
        let text = replaced(gold, &known);
        text == done || same_value(&Kind::default(), &text.into(), &done.into(), &NoResolver)
    }
}

/// A text with all these words replaced at once, so that two that change places do not end as one.
fn replaced(text: &str, words: &[(&str, &str)]) -> String {
    let (mut rest, mut whole) = (text, String::with_capacity(text.len()));
    let first = |rest: &str| {
        let found = words.iter().filter_map(|(from, to)| Some((rest.find(from)?, *from, *to)));
        // Of two ids that begin at one place, the longer is meant.
        found.min_by_key(|(at, from, _)| (*at, usize::MAX - from.len()))
    };
    while let Some((at, from, to)) = first(rest) {
        whole.push_str(&rest[..at]);
        whole.push_str(to);
        rest = &rest[at + from.len()..];
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn insert(table: &str, key: &str, row: Value) -> Effect {
        let Value::Object(row) = row else { panic!("a row is an object") };
        Effect { table: table.into(), key: key.into(), before: None, after: Some(row) }
    }

    fn change(key: &str, before: Option<i64>, after: Option<i64>) -> Effect {
        let row = |n: i64| json!({"n": n}).as_object().unwrap().clone();
        Effect { table: "t".into(), key: key.into(), before: before.map(row), after: after.map(row) }
    }

    fn alike(gold: &[Effect], done: &[Effect]) -> bool {
        same(&gold.iter().collect::<Vec<_>>(), &done.iter().collect::<Vec<_>>())
    }

    #[test]
    fn only_what_remains_counts() {
        assert!(alike(&[], &[change("a", None, Some(1)), change("a", Some(1), None)]));
        assert!(alike(
            &[change("a", Some(1), Some(3))],
            &[change("a", Some(1), Some(2)), change("a", Some(2), Some(3))]
        ));
        assert!(alike(&[], &[change("a", Some(1), Some(2)), change("a", Some(2), Some(1))]));
        assert!(!alike(&[change("a", Some(1), Some(3))], &[change("a", Some(1), Some(2))]));
        assert!(!alike(&[change("a", Some(1), None)], &[change("b", Some(1), None)]));
        assert!(!alike(&[change("a", Some(1), None)], &[]) && !alike(&[], &[change("a", Some(1), None)]));
    }

    #[test]
    fn ids_of_new_rows_are_whatever_they_are() {
        let gold =
            [insert("orders", "o-1", json!({"id": "o-1", "n": 1})), insert("lines", "l-1", json!({"of": "o-1"}))];
        let done =
            [insert("lines", "l-9", json!({"of": "o-7"})), insert("orders", "o-7", json!({"id": "o-7", "n": 1.0}))];
        assert!(alike(&gold, &done));
        let astray =
            [insert("lines", "l-9", json!({"of": "o-1"})), insert("orders", "o-7", json!({"id": "o-7", "n": 1}))];
        assert!(!alike(&gold, &astray), "a line of an order that is not there");
        let twice = [done[0].clone(), done[1].clone(), insert("lines", "l-8", json!({"of": "o-7"}))];
        assert!(!alike(&gold, &twice), "a row too many");
    }

    #[test]
    fn rows_that_differ_only_in_whom_they_name_are_told_apart() {
        let order = |key: &str, n: i64| insert("orders", key, json!({"id": key, "n": n}));
        let line = |key: &str, of: &str| insert("lines", key, json!({"of": of}));
        let gold = [order("o-1", 1), order("o-2", 2), line("l-1", "o-1")];
        assert!(alike(&gold, &[order("x-2", 1), order("x-1", 2), line("y", "x-2")]));
        assert!(!alike(&gold, &[order("x-2", 1), order("x-1", 2), line("y", "x-1")]));
        let crossed = [order("o-2", 1), order("o-1", 2), line("l-1", "o-2")];
        assert!(alike(&gold, &crossed), "ids that change places");
    }

    #[test]
    fn ids_inside_of_text_are_taken_for_each_other_too() {
        let gold = [insert("docs", "doc-1", json!({"link": "https://x.example/doc-1/open"}))];
        assert!(alike(&gold, &[insert("docs", "doc-2", json!({"link": "https://x.example/doc-2/open"}))]));
        assert!(!alike(&gold, &[insert("docs", "doc-2", json!({"link": "https://x.example/doc-3/open"}))]));
    }

    /// A new row: table, what it holds, and the row of the same list that it names.
    type Sketch = (bool, i64, Option<usize>);

    fn rows(sketches: &[Sketch], keys: &[usize]) -> Vec<Effect> {
        let key = |at: usize| format!("row-{}", keys[at % keys.len()]);
        let row = |(at, (table, n, of)): (usize, &Sketch)| {
            let of = of.map_or(Value::Null, |of| key(of % sketches.len()).into());
            insert(if *table { "t" } else { "u" }, &key(at), json!({"id": key(at), "n": n, "of": of}))
        };
        sketches.iter().enumerate().map(row).collect()
    }

    /// Every way to take new rows for each other, one after the other.
    fn some_pairing_fits(gold: &[Effect], done: &[Effect], partners: &mut Vec<usize>) -> bool {
        let at = partners.len();
        if at == gold.len() {
            let new = |id: &Value| match gold.iter().position(|gold| *id == gold.key) {
                Some(g) => json!(done[partners[g]].key),
                None => id.clone(),
            };
            return gold.iter().zip(&*partners).all(|(gold, with)| {
                let row: Row = gold.after.iter().flatten().map(|(name, value)| (name.clone(), new(value))).collect();
                gold.table == done[*with].table && Some(&row) == done[*with].after.as_ref()
            });
        }
        (0..done.len()).any(|with| {
            let free = !partners.contains(&with);
            partners.push(with);
            let fits = free && some_pairing_fits(gold, done, partners);
            partners.pop();
            fits
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn rows_are_the_same_where_one_of_all_pairings_fits(
            sketches in prop::collection::vec((any::<bool>(), 0i64..2, prop::option::of(0usize..4)), 1..5),
            keys in Just([10, 11, 12, 13, 14, 15]).prop_shuffle(),
            order in Just([0usize, 1, 2, 3]).prop_shuffle(),
            careless in prop::option::of((0usize..4, (any::<bool>(), 0i64..2, prop::option::of(0usize..4)))),
        ) {
            let gold = rows(&sketches, &[10, 11, 12, 13]);
            let mut changed = sketches.clone();
            if let Some((at, sketch)) = careless {
                let at = at % changed.len();
                changed[at] = sketch;
            }
            let done = rows(&changed, &keys);
            let done: Vec<Effect> = order.iter().filter_map(|at| done.get(*at).cloned()).collect();
            prop_assert_eq!(alike(&gold, &done), some_pairing_fits(&gold, &done, &mut Vec::new()));
        }
    }

    #[test]
    fn many_equal_rows_are_soon_paired() {
        let rows =
            |prefix: &str| (0..60).map(|i| insert("t", &format!("{prefix}{i}"), json!({"n": 1}))).collect::<Vec<_>>();
        assert!(alike(&rows("a"), &rows("b")));
    }
}
