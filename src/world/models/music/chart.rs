//! The hundred most played of a week.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use super::plays::Plays;

/// Places of a chart.
const LENGTH: usize = 100;

/// What is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Tracks.
    Songs,
    /// Artists, by all their tracks.
    Artists,
    /// Records that are out, by all their tracks.
    Albums,
}

/// One line of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Place of the track, artist or record in the catalogue.
    pub place: usize,
    /// From 1.
    pub rank: usize,
    /// In the chart of the week before; nothing when it was not in it.
    pub previous: Option<usize>,
    /// Plays of the week.
    pub plays: i64,
}

/// The chart of a week.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The Friday on which it was published; it covers the seven days before.
    pub published: Date,
    /// The first hundred, or all where fewer are played.
    pub lines: Vec<Line>,
}

impl Plays {
    /// The chart that was published on a Friday, of a genre or of all.
    pub fn chart(&self, of: Of, genre: Option<&str>, friday: Date) -> Chart {
        let before = self.ranked(of, genre, friday.saturating_sub(7.days()));
        let before: BTreeMap<usize, usize> =
            before.into_iter().zip(1..).map(|((place, _), rank)| (place, rank)).collect();
        let line = |((place, plays), rank): ((usize, i64), usize)| Line {
            place,
            rank,
            previous: before.get(&place).copied(),
            plays,
        };
        Chart { published: friday, lines: self.ranked(of, genre, friday).into_iter().zip(1..).map(line).collect() }
    }

    /// Rank of something in the chart of all genres; nothing outside the hundred.
    pub fn rank(&self, of: Of, place: usize, friday: Date) -> Option<usize> {
        self.ranked(of, None, friday).iter().position(|(other, _)| *other == place).map(|at| at + 1)
    }

    /// Places and plays, most played first; ties by place.
    fn ranked(&self, of: Of, genre: Option<&str>, friday: Date) -> Vec<(usize, i64)> {
        let mut plays = self.plays(of, genre, friday);
        plays.retain(|(_, plays)| *plays > 0);
        plays.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        plays.truncate(LENGTH);
        plays
    }

    fn plays(&self, of: Of, genre: Option<&str>, friday: Date) -> Vec<(usize, i64)> {
        let music = &self.music;
        let fits = |artist: usize| genre.is_none_or(|g| music.artists[artist].genres.iter().any(|own| own == g));
        let track = |place: usize| self.of_track(place, friday).round() as i64;
        match of {
            Of::Songs => {
                let fitting = (0..music.tracks.len()).filter(|place| fits(music.tracks[*place].artist));
                fitting.map(|place| (place, track(place))).collect()
            }
            Of::Artists => {
                let fitting = (0..music.artists.len()).filter(|place| fits(*place));
                fitting.map(|place| (place, music.artists[place].tracks.clone().map(track).sum())).collect()
            }
            Of::Albums => {
                let out = |place: &usize| music.albums[*place].released < friday && fits(music.albums[*place].artist);
                let fitting = (0..music.albums.len()).filter(out);
                fitting.map(|place| (place, music.albums[place].tracks.clone().map(track).sum())).collect()
            }
        }
    }
}
