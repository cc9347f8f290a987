//! A sorted list of folded names, each pointing at what is called so.

use super::fold::fold_onto;

/// Folded names with a value each. Equal names stay in the order in which they were given.
#[derive(Debug)]
pub(super) struct Names<T> {
    /// All folded names, one after the other: one piece of memory instead of one for each of 25,000 names.
    text: String,
    /// Sorted by name.
    entries: Vec<Entry<T>>,
}

#[derive(Debug)]
struct Entry<T> {
    start: u32,
    end: u32,
    value: T,
}

impl<T> Entry<T> {
    fn name<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start as usize..self.end as usize]
    }
}

impl<T> Names<T> {
    /// An index of these names, which are folded here. Names without a letter are left out, since they would be found by
    /// any punctuation.
    pub(super) fn new<'a>(names: impl Iterator<Item = (&'a str, T)>) -> Names<T> {
        let mut text = String::new();
        let mut entries = Vec::new();
        for (name, value) in names {
            let start = text.len() as u32;
            fold_onto(name, &mut text);
            let end = text.len() as u32;
            if start < end {
                entries.push(Entry { start, end, value });
            }
        }
        // A stable sort, because the order of equal names is the order of preference.
        entries.sort_by(|a, b| a.name(&text).cmp(b.name(&text)));
        Names { text, entries }
    }

    /// All that is called exactly so.
    pub(super) fn of<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let start = self.entries.partition_point(|e| e.name(&self.text) < name);
        let length = self.entries[start..].partition_point(|e| e.name(&self.text) == name);
        self.entries[start..start + length].iter().map(|e| &e.value)
    }

    /// The values of all names that start so, in the order of the names.
    pub(super) fn starting<'a>(&'a self, start: &str) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let first = self.entries.partition_point(|e| e.name(&self.text) < start);
        let length = self.entries[first..].partition_point(|e| e.name(&self.text).starts_with(start));
        self.entries[first..first + length].iter().map(|e| &e.value)
    }

    /// Every name with its value, in the order of the names.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.entries.iter().map(|e| (e.name(&self.text), &e.value))
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn names() -> Names<u8> {
        Names::new([("Paris", 1), ("Pärs", 2), ("paris", 3), ("-", 4), ("Parma", 5)].into_iter())
    }

    #[test]
    fn equal_names_keep_the_order_they_came_in() {
        assert_eq!(names().of("paris").collect::<Vec<_>>(), [&1, &3]);
        assert_eq!(names().of("pari").count(), 0);
    }

    #[test]
    fn beginnings_are_found_in_order() {
        assert_eq!(names().starting("par").collect::<Vec<_>>(), [&1, &3, &5, &2]);
        assert_eq!(names().starting("pas").count(), 0);
    }

    #[test]
    fn names_without_a_letter_are_never_found() {
        assert_eq!(names().of("").count(), 0);
        assert_eq!(names().iter().count(), 4);
    }
}
