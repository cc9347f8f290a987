//! Papers, people, looks and templates that every world has.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::world::facts::{Model, read_table};

/// A paper that is drawn up each quarter.
#[derive(Debug, Deserialize)]
pub(super) struct Draft {
    pub title: String,
    pub kind: String,
    pub path: String,
    pub owner: String,
    pub signers: Vec<String>,
    pub in_order: bool,
    pub fields: Vec<String>,
}

/// Somebody who signs.
#[derive(Clone, Debug, Deserialize)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Address, which is who they are to this service.
    pub email: String,
    /// Telephone.
    pub phone: Option<String>,
    /// Where they work.
    pub employer: Option<String>,
    /// What they do there.
    pub title: Option<String>,
}

/// A look for documents.
#[derive(Clone, Debug, Deserialize)]
pub struct Branding {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub name: String,
    /// `#2f6b3c`.
    pub colour: String,
    /// Typeface.
    pub typeface: String,
    /// Line under the name; may be empty.
    pub tagline: String,
}

/// A template that everybody has.
#[derive(Clone, Debug, Deserialize)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// Its sections.
    pub sections: Vec<String>,
}

/// What every world has.
#[derive(Debug)]
pub struct Signatures {
    pub(super) drafts: Vec<Draft>,
    pub(super) people: BTreeMap<String, Person>,
    /// Looks in the order of the table.
    pub brandings: Vec<Branding>,
    /// Templates in the order of the table.
    pub templates: Vec<Template>,
    pub(super) values: BTreeMap<String, Vec<String>>,
}

impl Model for Signatures {
    const TABLES: &'static [&'static str] =
        &["sign_documents", "people", "sign_brandings", "sign_templates", "sign_fields"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [drafts, people, brandings, templates, fields] = tables else {
            return Err("signatures are built from five tables".into());
        };
        let people: Vec<Person> = read_table("people", people)?;
        let fields: Vec<(String, Vec<String>)> = read_table("sign_fields", fields)?;
        let signatures = Self {
            drafts: read_table("sign_documents", drafts)?,
            people: people.into_iter().map(|person| (person.email.clone(), person)).collect(),
            brandings: read_table("sign_brandings", brandings)?,
            templates: read_table("sign_templates", templates)?,
            values: fields.into_iter().collect(),
        };
        signatures.check()?;
        Ok(signatures)
    }
}

impl Signatures {
    fn check(&self) -> Result<(), String> {
        for draft in &self.drafts {
            let stranger = draft.signers.iter().chain([&draft.owner]).find(|email| !self.people.contains_key(*email));
            if let Some(email) = stranger {
                return Err(format!("sign_documents: {}: {email} is not among the people", draft.title));
            }
            let unknown = draft.fields.iter().find(|field| self.values.get(*field).is_none_or(Vec::is_empty));
            if let Some(field) = unknown {
                return Err(format!("sign_fields: '{field}' of {} has no values", draft.title));
            }
        }
        Ok(())
    }

    /// The person of an address; case does not matter.
    pub fn person(&self, email: &str) -> Option<&Person> {
        self.people.get(&email.to_lowercase())
    }

    /// The look of an id or name; case does not matter.
    pub fn branding(&self, text: &str) -> Option<&Branding> {
        let wanted = text.trim().to_lowercase();
        self.brandings.iter().find(|look| look.id == wanted || look.name.to_lowercase() == wanted)
    }

    /// The template of a name; case does not matter.
    pub fn template(&self, name: &str) -> Option<&Template> {
        let wanted = name.trim().to_lowercase();
        self.templates.iter().find(|template| template.name.to_lowercase() == wanted)
    }
}
