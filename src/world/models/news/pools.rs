//! Who and what can fill a gap: entities, gathered into pools.

use std::collections::BTreeMap;

use super::tables::{CompanyRow, ListRow};

/// Something with a name that a story can be about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entity {
    pub name: String,
    /// Where it is from, ISO 3166-1 alpha-2; empty for what is from nowhere in particular.
    pub country: String,
    pub city: String,
    pub figure: String,
    pub role: String,
}

/// What a gap shows of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attribute {
    Name,
    /// The name with a capital first letter.
    Capital,
    City,
    Figure,
    Role,
}

impl Attribute {
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "" => Self::Name,
            "cap" => Self::Capital,
            "city" => Self::City,
            "figure" => Self::Figure,
            "role" => Self::Role,
            _ => return None,
        })
    }
}

impl Entity {
    fn named(name: &str, country: &str) -> Self {
        let none = String::new;
        Self { name: name.to_owned(), country: country.to_owned(), city: none(), figure: none(), role: none() }
    }

    pub fn show(&self, attribute: Attribute) -> String {
        match attribute {
            Attribute::Name => self.name.clone(),
            Attribute::Capital => capital(&self.name),
            Attribute::City => self.city.clone(),
            Attribute::Figure => self.figure.clone(),
            Attribute::Role => self.role.clone(),
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// All entities, and the pools that stories name: a list (`city_gb`), a kind (`university`), a kind with its sector
/// (`company.retail`), or several joined by `+`.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub entities: Vec<Entity>,
    pub pools: Vec<Vec<usize>>,
    by_name: BTreeMap<String, usize>,
    basic: BTreeMap<String, Vec<usize>>,
}

impl Pools {
    pub fn new(lists: &[ListRow], companies: &[CompanyRow]) -> Self {
        let mut all = Self::default();
        for row in lists {
            for word in &row.words {
                all.add(Entity::named(word, row.country.as_deref().unwrap_or_default()), [row.list.clone()]);
            }
        }
        for row in companies {
            let entity = Entity {
                name: row.name.clone(),
                country: row.country.clone(),
                city: row.city.clone(),
                figure: row.figure.clone(),
                role: row.role.clone(),
            };
            all.add(entity, [row.kind.clone(), format!("{}.{}", row.kind, row.sector)]);
        }
        all
    }

    fn add<const N: usize>(&mut self, entity: Entity, names: [String; N]) {
        for name in names {
            self.basic.entry(name).or_default().push(self.entities.len());
        }
        self.entities.push(entity);
    }

    /// The country that all members of a pool are from, if there is one.
    pub fn country(&self, pool: usize) -> Option<&str> {
        let mut countries = self.pools[pool].iter().map(|entity| self.entities[*entity].country.as_str());
        let first = countries.next().filter(|c| !c.is_empty())?;
        countries.all(|c| c == first).then_some(first)
    }

    /// Number of the pool with this name; it is put together when first named.
    ///
    /// # Errors
    ///
    /// A part of the name is no list, kind or sector.
    pub fn pool(&mut self, name: &str) -> Result<usize, String> {
        if let Some(known) = self.by_name.get(name) {
            return Ok(*known);
        }
        let mut members = Vec::new();
        for part in name.split('+') {
            let part = self.basic.get(part).ok_or_else(|| format!("'{part}' is no list, kind or sector"))?;
            members.extend_from_slice(part);
        }
        self.pools.push(members);
        self.by_name.insert(name.to_owned(), self.pools.len() - 1);
        Ok(self.pools.len() - 1)
    }
}
