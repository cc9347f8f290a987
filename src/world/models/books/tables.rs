//! Rows of the tables, in the order of their columns.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct AuthorRow {
    pub id: String,
    pub name: String,
    pub aliases: Vec<String>,
    pub born: i16,
    pub died: Option<i16>,
    pub town: String,
    pub country: String,
    pub language: String,
    pub translator: Option<String>,
    pub about: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct BookRow {
    pub id: String,
    pub author: String,
    pub title: String,
    pub original: Option<String>,
    pub english: String,
    pub published: String,
    pub genre: String,
    pub pages: i64,
    pub fame: i32,
    pub place: Option<String>,
    pub country: Option<String>,
    pub series: Option<String>,
    pub number: Option<i64>,
    pub publisher: usize,
    pub blurb: String,
}

/// A publisher.
#[derive(Debug, Deserialize)]
pub struct Publisher {
    /// Name.
    pub name: String,
    /// Its town, in Poland.
    pub town: String,
}

/// A category, or one of its subcategories.
#[derive(Debug, Deserialize)]
pub struct Genre {
    /// E.g. `crime`, or `crime.noir` for a subcategory.
    pub code: String,
    /// English name.
    pub name: String,
    /// Polish name.
    pub polish: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Titles that chapters of such books have; for a category.
    pub chapters: Vec<String>,
}

impl Genre {
    /// The code of the category that it is or belongs to.
    pub fn category(&self) -> &str {
        self.code.split('.').next().unwrap_or_default()
    }

    pub(super) fn own_names(&self) -> Vec<&str> {
        vec![&self.name, &self.polish, &self.code]
    }

    pub(super) fn other_names(&self) -> Vec<&str> {
        let part = self.code.rsplit('.').next().unwrap_or_default();
        self.aliases.iter().map(String::as_str).chain([part]).collect()
    }

    /// Whether it is a category and not a part of one.
    pub fn is_category(&self) -> bool {
        !self.code.contains('.')
    }
}
