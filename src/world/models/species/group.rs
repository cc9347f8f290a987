//! What stands for several species.

/// What a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Everything that lives.
    All,
    /// A taxon from kingdom to family, by its place in the table.
    Taxon(usize),
    /// A genus.
    Genus,
    /// One species, by its place.
    Species(usize),
    /// Species whose names hold the words of the text.
    Named,
}

/// Species that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is.
    pub rank: Rank,
    /// Its name: scientific where there is one.
    pub name: String,
    /// Places of its species, in order of scientific name.
    pub members: Vec<usize>,
}
