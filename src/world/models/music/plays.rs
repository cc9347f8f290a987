//! How often a track is played: its artist's following, the track's own standing, its age, and the tides of taste.

use std::sync::Arc;

use jiff::civil::{Date, date};

use super::catalogue::Music;
use crate::world::seed::{Field, Seed};

/// The first Friday of 1970; weeks are counted from it.
const FIRST_FRIDAY: Date = date(1970, 1, 2);

/// The Friday on which the newest chart of a day was published: that day or one of the six before.
pub fn chart_day(today: Date) -> Date {
    let days = days_since(FIRST_FRIDAY, today);
    today.saturating_sub(jiff::Span::new().days(days.rem_euclid(7)))
}

/// Days from one date to another.
pub(super) fn days_since(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// The music as one seed's world plays it.
#[derive(Clone, Debug)]
pub struct Plays {
    /// What is played.
    pub music: Arc<Music>,
    standing: Field,
    tide: Field,
    jitter: Field,
}

impl Plays {
    /// The plays of a seed.
    pub fn new(music: Arc<Music>, seed: Seed) -> Self {
        let field = |name: &str| seed.field(&["music", name]);
        Self { music, standing: field("standing"), tide: field("tide"), jitter: field("jitter") }
    }

    /// Plays of a track in the seven days before a chart day; 0 before it is out. A track that came out within the week
    /// counts for the days that were left.
    pub fn of_track(&self, place: usize, friday: Date) -> f64 {
        let age = days_since(self.music.tracks[place].released, friday);
        if age <= 0 { 0.0 } else { self.full_week(place, friday, age) * (age.min(7) as f64 / 7.0) }
    }

    /// 0 to 100 for a track on a day, on a logarithmic scale; 0 before it is out.
    pub fn popularity(&self, place: usize, today: Date) -> i64 {
        scale(self.recent(place, today), 20.0, 36.0)
    }

    /// The same for a record: all its tracks that are out.
    pub fn album_popularity(&self, place: usize, today: Date) -> i64 {
        let tracks = self.music.albums[place].tracks.clone();
        scale(tracks.map(|track| self.recent(track, today)).sum(), 20.0, 42.0)
    }

    /// The same for an artist.
    pub fn artist_popularity(&self, place: usize, today: Date) -> i64 {
        let tracks = self.music.artists[place].tracks.clone();
        scale(tracks.map(|track| self.recent(track, today)).sum(), 20.0, 52.0)
    }

    /// Plays a week as of a day, whole weeks also for what is new.
    pub(super) fn recent(&self, place: usize, today: Date) -> f64 {
        let age = days_since(self.music.tracks[place].released, today);
        if age < 0 { 0.0 } else { self.full_week(place, chart_day(today), age) }
    }

    fn full_week(&self, place: usize, friday: Date, age_days: i64) -> f64 {
        let track = &self.music.tracks[place];
        let artist = &self.music.artists[track.artist];
        let (own, of_artist) = (place as i64, -1 - track.artist as i64);
        let ahead = if track.single { 0.36 } else { 0.0 };
        let opener = if track.number == 1 { 0.12 } else { 0.0 };
        let standing = 0.34 * self.standing.lattice(own, 0, 0) + 0.10 * self.standing.lattice(of_artist, 0, 0);
        let weeks = days_since(FIRST_FRIDAY, friday) / 7;
        // Taste turns over a few months, for an artist and for a song; the last digit is anybody's guess.
        let tide = 0.13 * self.line(own, weeks, 9) + 0.10 * self.line(of_artist, weeks, 15);
        let jitter = 0.03 * self.jitter.lattice(own, weeks, 0);
        let tenfold = 1.9 + 0.036 * f64::from(artist.fame) + ahead + opener + standing + tide + jitter;
        let freshness = 1.0 + 5.0 / (1.0 + age_days as f64 / 28.0);
        libm::exp(tenfold * std::f64::consts::LN_10) * freshness
    }

    /// Smooth noise of something over weeks, with features so many weeks wide.
    fn line(&self, what: i64, weeks: i64, width: i64) -> f64 {
        let (at, part) = (weeks.div_euclid(width), weeks.rem_euclid(width) as f64 / width as f64);
        let eased = part * part * (3.0 - 2.0 * part);
        let (a, b) = (self.tide.lattice(what, at, width), self.tide.lattice(what, at + 1, width));
        a + (b - a) * eased
    }
}

fn scale(plays: f64, tenfold: f64, less: f64) -> i64 {
    if plays < 1.0 { 0 } else { ((libm::log10(plays) * tenfold - less).round() as i64).clamp(1, 100) }
}
