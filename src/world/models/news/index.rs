//! Where each word stands, before a seed fills the gaps: in the fixed text of pieces, in names that can fill a gap, in the
//! words a gap chooses from, in names of outlets.

use std::collections::BTreeMap;

use super::fold::words;
use super::gaps::{Filling, Part, Text};
use super::pools::{Attribute, Pools};
use super::stories::Story;
use super::tables::Outlet;

/// Parts of an article that are searched, by weight.
pub(super) const FIELD_WEIGHTS: [f32; 3] = [1.0, 0.8, 0.55];

/// A place where a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// In the fixed text of a piece (numbered over all stories), in a field.
    Fixed { piece: usize, field: usize },
    /// In what a gap may show of an entity.
    Entity { entity: usize, attribute: Attribute },
    /// In a word that a story's gap may choose.
    Choice { story: usize, gap: usize, word: usize },
    /// In the name of an outlet.
    Outlet(usize),
}

/// The gaps of one piece, by field.
#[derive(Debug, Default, Clone)]
pub(super) struct PieceGaps(pub [Vec<(usize, Attribute)>; 3]);

/// All words in order, each with its spots.
#[derive(Debug)]
pub(super) struct Index {
    vocabulary: Vec<(String, Vec<Spot>)>,
    /// Number of each story's first piece.
    pub first_piece: Vec<usize>,
    /// Gaps of each piece.
    pub gaps: Vec<PieceGaps>,
    /// Pools that each entity is in.
    pub pools_of: Vec<Vec<usize>>,
}

impl Index {
    pub fn new(stories: &[Story], pools: &Pools, outlets: &[Outlet]) -> Self {
        let mut spots: BTreeMap<String, Vec<Spot>> = BTreeMap::new();
        let mut add = |text: &str, spot: Spot| {
            for word in words(text) {
                spots.entry(word).or_default().push(spot);
            }
        };
        let (mut first_piece, mut gaps) = (Vec::new(), Vec::new());
        for (number, story) in stories.iter().enumerate() {
            first_piece.push(gaps.len());
            for piece in &story.pieces {
                let mut own = PieceGaps::default();
                let fields = [vec![&piece.headline], piece.keywords.iter().collect(), vec![&piece.summary]];
                for (field, texts) in fields.into_iter().enumerate() {
                    for text in texts {
                        literals(text).for_each(|part| add(part, Spot::Fixed { piece: gaps.len(), field }));
                        own.0[field].extend(shown(text));
                    }
                    own.0[field].sort_unstable();
                    own.0[field].dedup();
                }
                gaps.push(own);
            }
            for (gap, filling) in story.fillings.iter().enumerate() {
                if let Filling::Choice(choices) = filling {
                    let spot = |word| Spot::Choice { story: number, gap, word };
                    choices.iter().enumerate().for_each(|(word, choice)| add(choice, spot(word)));
                }
            }
        }
        for (entity, e) in pools.entities.iter().enumerate() {
            let shown = [Attribute::Name, Attribute::City, Attribute::Figure, Attribute::Role];
            shown.into_iter().for_each(|a| add(&e.show(a), Spot::Entity { entity, attribute: a }));
        }
        for (i, outlet) in outlets.iter().enumerate() {
            add(&outlet.name, Spot::Outlet(i));
            add(outlet.domain.trim_end_matches(".example"), Spot::Outlet(i));
        }
        let mut pools_of = vec![Vec::new(); pools.entities.len()];
        for (pool, members) in pools.pools.iter().enumerate() {
            members.iter().for_each(|entity| pools_of[*entity].push(pool));
        }
        Self { vocabulary: spots.into_iter().collect(), first_piece, gaps, pools_of }
    }

    /// Calls back with the spots of all words that a search word stands for, and how well: 1 for the word itself, less for
    /// another ending, less again for a longer word that begins with it.
    pub fn look_up(&self, word: &str, mut found: impl FnMut(&[Spot], f32)) {
        let singular = singular(word);
        for stem in singular.iter().filter(|s| s.as_str() != word) {
            if let Ok(at) = self.vocabulary.binary_search_by(|(w, _)| w.as_str().cmp(stem)) {
                found(&self.vocabulary[at].1, 0.95);
            }
        }
        let start = self.vocabulary.partition_point(|(w, _)| w.as_str() < word);
        let long_enough = word.chars().count() >= 4 || word.chars().all(super::fold::is_han);
        for (candidate, spots) in self.vocabulary[start..].iter().take_while(|(w, _)| w.starts_with(word)) {
            match &candidate[word.len()..] {
                "" => found(spots, 1.0),
                "s" | "es" | "n" | "en" => found(spots, 0.95),
                _ if long_enough => found(spots, 0.75),
                _ => {}
            }
        }
    }
}

/// What a word may be without a plural ending.
fn singular(word: &str) -> Vec<String> {
    let endings = [("ies", "y"), ("es", ""), ("s", ""), ("en", ""), ("n", "")];
    let stem = |(ending, instead): &(&str, &str)| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.len() >= 3)?;
        Some(format!("{stem}{instead}"))
    };
    endings.iter().filter_map(stem).collect()
}

fn literals(text: &Text) -> impl Iterator<Item = &str> {
    text.0.iter().filter_map(|part| match part {
        Part::Literal(literal) => Some(literal.as_str()),
        _ => None,
    })
}

fn shown(text: &Text) -> impl Iterator<Item = (usize, Attribute)> {
    text.0.iter().filter_map(|part| match part {
        Part::Gap(gap, Attribute::Capital) => Some((*gap, Attribute::Name)),
        Part::Gap(gap, attribute) => Some((*gap, *attribute)),
        _ => None,
    })
}
