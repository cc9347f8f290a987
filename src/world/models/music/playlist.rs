//! Tracks that go together.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::plays::Plays;

/// Tracks of one artist before everybody had a turn.
const IN_A_ROUND: usize = 2;

impl Plays {
    /// Tracks that are out on a day, of a genre (or any) and a mood: the most played first, at most two of an artist until
    /// everybody had two, then the next two of each. The first n are the same for every length.
    pub fn mix(&self, genre: Option<&str>, mood: &str, today: Date) -> Vec<usize> {
        let music = &self.music;
        let fits = |place: &usize| {
            let track = &music.tracks[*place];
            let of_genre = || genre.is_none_or(|g| music.artists[track.artist].genres.iter().any(|own| own == g));
            track.released <= today && track.moods.contains(&mood) && of_genre()
        };
        let mut tracks: Vec<(f64, usize)> =
            (0..music.tracks.len()).filter(fits).map(|place| (self.recent(place, today), place)).collect();
        tracks.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let mut rounds: Vec<(usize, usize)> = Vec::new();
        for (_, place) in tracks {
            let so_far = taken.entry(music.tracks[place].artist).or_insert(0);
            rounds.push((*so_far / IN_A_ROUND, place));
            *so_far += 1;
        }
        // The sort is stable, so within a round the most played stay first.
        rounds.sort_by_key(|(round, _)| *round);
        rounds.into_iter().map(|(_, place)| place).collect()
    }
}
