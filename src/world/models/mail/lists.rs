//! What is known of names.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::world::facts::{Model, read_table};

/// A provider of the real internet.
#[derive(Debug, Deserialize)]
pub struct Provider {
    /// Domain of its addresses.
    pub domain: String,
    /// What it is called.
    pub name: String,
    /// `free`, `isp` or `paid`.
    pub kind: String,
}

/// The lists.
#[derive(Debug)]
pub struct Mail {
    /// Providers, the most used first.
    pub providers: Vec<Provider>,
    /// Position of a provider's domain.
    at: BTreeMap<String, usize>,
    /// Sorted.
    disposable: Vec<Box<str>>,
    /// Sorted.
    endings: Vec<Box<str>>,
    /// Local part → whose it is.
    roles: BTreeMap<String, String>,
}

impl Model for Mail {
    const TABLES: &'static [&'static str] = &["mail_providers", "mail_lists", "mail_roles"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [providers, lists, roles] = tables else { return Err("mail is built from three tables".into()) };
        let providers: Vec<Provider> = read_table("mail_providers", providers)?;
        let at = providers.iter().enumerate().map(|(at, p)| (p.domain.clone(), at)).collect();
        let lists: Vec<(String, String, String)> = read_table("mail_lists", lists)?;
        let named = |wanted: &str| {
            let of = lists.iter().filter(|(list, ..)| list == wanted);
            let mut names: Vec<Box<str>> = of.flat_map(|(.., names)| names.split(' ').map(Box::from)).collect();
            names.sort_unstable();
            names
        };
        let roles = read_table::<(String, String)>("mail_roles", roles)?.into_iter().collect();
        Ok(Self { at, disposable: named("disposable"), endings: named("top"), roles, providers })
    }
}

impl Mail {
    /// The provider of a domain of the real internet.
    pub fn provider(&self, domain: &str) -> Option<&Provider> {
        self.at.get(domain).map(|at| &self.providers[*at])
    }

    /// The listed throw-away domain that a domain is, or lies under.
    pub fn disposable<'a>(&self, domain: &'a str) -> Option<&'a str> {
        let ends = std::iter::once(0).chain(domain.match_indices('.').map(|(at, _)| at + 1));
        ends.map(|at| &domain[at..]).find(|name| self.disposable.binary_search_by(|d| (**d).cmp(name)).is_ok())
    }

    /// Whether a domain ends in a top-level domain of the real internet.
    pub fn has_ending(&self, domain: &str) -> bool {
        let ending = domain.rsplit('.').next().unwrap_or_default();
        self.endings.binary_search_by(|e| (**e).cmp(ending)).is_ok()
    }

    /// Whose a local part is, when it stands for a task.
    pub fn role(&self, local: &str) -> Option<&str> {
        let plain: String = local.to_lowercase().replace(['.', '_'], "-");
        self.roles.get(&plain).or_else(|| self.roles.get(&plain.replace('-', ""))).map(String::as_str)
    }
}
