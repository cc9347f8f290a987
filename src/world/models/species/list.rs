//! The whole list.

use std::collections::BTreeMap;

use super::group::{Group, Rank};
use super::table::{Part, Species, Taxon};
use crate::world::facts::{Model, read_table};
use crate::world::models::titles::{Match, Names, key, words};

/// Longer texts name nothing.
const LONGEST: usize = 200;

/// How a name is looked up: with an allowance for slips, or without.
type LookUp = fn(&Names, &str) -> Match;

/// All species with their taxa and parts of the world.
#[derive(Debug)]
pub struct RedList {
    /// By scientific name.
    pub species: Vec<Species>,
    /// From kingdoms to families, then groups.
    pub taxa: Vec<Taxon>,
    parts: Vec<Part>,
    part_names: BTreeMap<String, usize>,
    /// Kingdom, phylum, class, order and family of each species, as places of taxa.
    lines: Vec<[usize; 5]>,
    names: Names,
    groups: Names,
}

impl Model for RedList {
    const TABLES: &'static [&'static str] = &["species", "species_taxa", "species_regions"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [species, taxa, parts] = tables else { return Err("species are built from three tables".into()) };
        let mut list = Self {
            species: read_table("species", species)?,
            taxa: read_table("species_taxa", taxa)?,
            parts: read_table("species_regions", parts)?,
            part_names: BTreeMap::new(),
            lines: Vec::new(),
            names: Names::default(),
            groups: Names::default(),
        };
        list.lines = list.check()?;
        list.index();
        Ok(list)
    }
}

impl RedList {
    /// The lineages of all species, or what is wrong with a row.
    fn check(&self) -> Result<Vec<[usize; 5]>, String> {
        if !self.species.is_sorted_by(|a, b| a.scientific < b.scientific) {
            return Err("species: rows are not in the order of their scientific names".into());
        }
        let places: BTreeMap<&str, usize> = self.taxa.iter().map(|taxon| taxon.name.as_str()).zip(0..).collect();
        let line = |row: &Species| {
            let wrong = |fault: &str| format!("species: {}: {fault}", row.scientific);
            row.fault().map_or(Ok(()), |fault| Err(wrong(fault)))?;
            self.climb(&places, &row.family).ok_or_else(|| wrong("its family leads to no kingdom"))
        };
        self.species.iter().map(line).collect()
    }

    fn climb(&self, places: &BTreeMap<&str, usize>, family: &str) -> Option<[usize; 5]> {
        let (mut line, mut name) = ([0; 5], family);
        for (at, rank) in ["kingdom", "phylum", "class", "order", "family"].into_iter().enumerate().rev() {
            line[at] = *places.get(name)?;
            let taxon = &self.taxa[line[at]];
            if taxon.rank != rank {
                return None;
            }
            name = taxon.within.first().map_or("", String::as_str);
        }
        Some(line)
    }

    fn index(&mut self) {
        for (place, row) in self.species.iter().enumerate() {
            self.names.add(&row.scientific, place, true);
            self.names.add(row.name(), place, true);
            let others = row.names.iter().skip(1).chain(&row.synonyms).chain(row.other_names.iter().map(|(_, n)| n));
            others.for_each(|name| self.names.add(name, place, false));
        }
        for (place, taxon) in self.taxa.iter().enumerate() {
            self.groups.add(&taxon.name, place, true);
            taxon.names.iter().for_each(|name| self.groups.add(name, place, true));
        }
        for (place, part) in self.parts.iter().enumerate() {
            for name in std::iter::once(&part.name).chain(&part.names) {
                self.part_names.insert(key(name), place);
            }
        }
    }

    /// Kingdom, phylum, class, order and family of a species, as places of taxa.
    pub fn lineage(&self, species: usize) -> [usize; 5] {
        self.lines[species]
    }

    /// The species that a text names: by scientific name (with or without an author or a subspecies behind it, the genus in
    /// full or as its first letter), by synonym, or by a name in one of the languages; slips are forgiven.
    pub fn find(&self, text: &str) -> Match {
        self.look_up(text, Names::find)
    }

    /// The same without the allowance for slips.
    pub fn called(&self, text: &str) -> Match {
        self.look_up(text, Names::called)
    }

    fn look_up(&self, text: &str, look: LookUp) -> Match {
        if text.len() > LONGEST {
            return Match::None;
        }
        let whole = look(&self.names, text);
        let asked = key(text);
        match asked.split(' ').collect::<Vec<_>>()[..] {
            _ if whole != Match::None => whole,
            [initial, epithet] if initial.chars().count() == 1 => self.abbreviated(initial, epithet),
            [genus, epithet, _, ..] => look(&self.names, &format!("{genus} {epithet}")),
            _ => Match::None,
        }
    }

    fn abbreviated(&self, initial: &str, epithet: &str) -> Match {
        let fits = |row: &Species| {
            key(&row.scientific).split_once(' ').is_some_and(|(g, e)| g.starts_with(initial) && e == epithet)
        };
        let found: Vec<usize> = (0..self.species.len()).filter(|place| fits(&self.species[*place])).collect();
        match found[..] {
            [] => Match::None,
            [one] => Match::One(one),
            _ => Match::Several(found),
        }
    }

    /// Up to three names of species that look like a text.
    pub fn near(&self, text: &str) -> Vec<String> {
        self.names.near(text)
    }

    /// The species that a text means together: everything, a taxon or group by a scientific or English name, a genus, one
    /// species, or those whose names hold its words, such as `zebra`. What names nothing may be a slip of a group's name.
    pub fn group(&self, text: &str) -> Option<Group> {
        let strict = self.grouped(text, Names::find);
        strict.or_else(|| self.groups.find(text).one().map(|place| self.of_taxon(place)))
    }

    /// The same without the allowance for slips.
    pub fn group_called(&self, text: &str) -> Option<Group> {
        self.grouped(text, Names::called)
    }

    fn grouped(&self, text: &str, look: LookUp) -> Option<Group> {
        let asked = key(text);
        if asked.is_empty() || text.len() > LONGEST {
            return None;
        }
        if ["all", "all taxonomic groups", "all groups", "all species", "any", "everything"].contains(&asked.as_str()) {
            let members = (0..self.species.len()).collect();
            return Some(Group { rank: Rank::All, name: "All taxonomic groups".into(), members });
        }
        let taxon = self.groups.called(text).one().map(|place| self.of_taxon(place));
        taxon.or_else(|| self.genus(&asked)).or_else(|| self.one(text, look)).or_else(|| self.named(text))
    }

    /// The taxon or group at a place of the table.
    pub fn of_taxon(&self, place: usize) -> Group {
        let taxon = &self.taxa[place];
        let within = |species: usize, name: &String| {
            *name == self.species[species].genus() || self.lines[species].iter().any(|at| self.taxa[*at].name == *name)
        };
        let belongs = |species: usize| match taxon.rank.as_str() {
            "group" => taxon.within.iter().any(|name| within(species, name)),
            _ => self.lines[species].contains(&place),
        };
        let members = (0..self.species.len()).filter(|species| belongs(*species)).collect();
        Group { rank: Rank::Taxon(place), name: taxon.name.clone(), members }
    }

    fn which(&self, fits: impl Fn(&Species) -> bool) -> Vec<usize> {
        (0..self.species.len()).filter(|place| fits(&self.species[*place])).collect()
    }

    fn genus(&self, asked: &str) -> Option<Group> {
        let members = self.which(|row| key(row.genus()) == asked);
        let name = self.species[*members.first()?].genus().to_owned();
        Some(Group { rank: Rank::Genus, name, members })
    }

    fn one(&self, text: &str, look: LookUp) -> Option<Group> {
        let place = self.look_up(text, look).one()?;
        Some(Group { rank: Rank::Species(place), name: self.species[place].scientific.clone(), members: vec![place] })
    }

    /// Species of which one name, in whichever language, holds all words; a plural is its singular.
    fn named(&self, text: &str) -> Option<Group> {
        let wanted: Vec<String> = words(text).iter().map(|word| singular(word)).collect();
        let holds = |name: &String| {
            let own: Vec<String> = words(name).iter().map(|word| singular(word)).collect();
            wanted.iter().all(|word| own.contains(word))
        };
        let fits = |row: &Species| row.names.iter().chain(row.other_names.iter().map(|(_, name)| name)).any(holds);
        let members = self.which(fits);
        (!members.is_empty()).then(|| Group { rank: Rank::Named, name: text.trim().to_owned(), members })
    }

    /// Up to three names of taxa and groups that look like a text.
    pub fn near_groups(&self, text: &str) -> Vec<String> {
        self.groups.near(text)
    }

    /// A part of the world by its name.
    pub fn part(&self, text: &str) -> Option<&Part> {
        self.part_names.get(&key(text)).map(|place| &self.parts[*place])
    }

    /// Names of all parts of the world.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }
}

/// `foxes` is `fox`, `wolves` is `wolf`, `turtles` is `turtle`.
fn singular(word: &str) -> String {
    let cut =
        |end: &str, put: &str| word.strip_suffix(end).filter(|rest| rest.len() > 2).map(|rest| format!("{rest}{put}"));
    let found = cut("ves", "f").or_else(|| cut("xes", "x")).or_else(|| cut("ches", "ch")).or_else(|| cut("ies", "y"));
    found.or_else(|| (!word.ends_with("ss")).then(|| cut("s", "")).flatten()).unwrap_or_else(|| word.to_owned())
}
