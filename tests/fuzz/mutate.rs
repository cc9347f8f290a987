//! Seeded ways of breaking things.

use usertoolbench::world::Seed;
use usertoolbench::world::seed::Stream;

/// Pieces that readers stumble over.
const PIECES: [&[u8]; 24] = [
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"1e400",
    b"9007199254740993",
    b"-0",
    b"\\u0000",
    b"\\ud800",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"{{",
    b"}}",
    b"$each",
    b"true",
    b"\"\":",
    b"'",
    b"[[[[[[[[[[[[[[[[[[[[",
];

/// Makes the broken variant of one case.
pub struct Mutator(Stream);

impl Mutator {
    pub fn new(seed: u64, target: &str, case: u64) -> Self {
        Self(Seed(seed).stream(&["fuzz", target, &case.to_string()]))
    }

    /// One of the seeds, changed in one to six places.
    pub fn variant(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = self.0.pick(seeds).cloned().unwrap_or_default();
        for _ in 0..=self.0.below(6) {
            self.change(&mut bytes, seeds);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let at = self.0.below(bytes.len() + 1);
        let end = (at + 1 + self.0.below(12)).min(bytes.len());
        match self.0.below(8) {
            0 if at < bytes.len() => bytes[at] = self.0.bits() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << self.0.below(8),
            2 => drop(bytes.drain(at.min(end)..end)),
            3 => {
                let piece = PIECES[self.0.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            4 => {
                let copy = bytes[at.min(end)..end].to_vec();
                let to = self.0.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            5 => bytes.truncate(at),
            6 => {
                let other = self.0.pick(seeds).cloned().unwrap_or_default();
                let from = self.0.below(other.len() + 1);
                bytes.splice(at..at, other[from..].iter().copied().take(200));
            }
            _ => {
                let digits = self.0.bits().to_string();
                bytes.splice(at..at, digits.into_bytes());
            }
        }
    }
}
