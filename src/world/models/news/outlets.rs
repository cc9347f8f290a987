//! Outlets by name.

use super::News;
use super::fold::folded;
use super::tables::Outlet;

impl News {
    /// All outlets, in table order.
    pub fn sources(&self) -> &[Outlet] {
        &self.outlets
    }

    /// The outlet that a text means: its name or domain in any case, with or without article, `www.`, scheme and
    /// `.example`.
    pub fn find_source(&self, text: &str) -> Option<&Outlet> {
        let wanted = [host(text), bare(text)];
        let is = |o: &&Outlet| {
            let short = o.domain.trim_end_matches(".example");
            wanted[0] == o.domain || wanted[0] == short || wanted[1] == bare(&o.name) || wanted[1] == short
        };
        self.outlets.iter().find(|o| is(o))
    }
}

/// `https://www.Alderpost.example/x` as `alderpost.example`.
pub(super) fn host(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")).unwrap_or(&lower);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest).to_owned()
}

/// A name without case, accents, spaces, signs and a leading article; `&` and `and` are one.
fn bare(name: &str) -> String {
    const ARTICLES: [&str; 9] = ["the", "de", "het", "der", "die", "das", "le", "la", "el"];
    let plain = folded(name).replace('&', " and ");
    let mut words: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    if words.len() > 1 && ARTICLES.contains(&words[0]) {
        words.remove(0);
    }
    words.concat()
}
