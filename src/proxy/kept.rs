use sha2::{Digest, Sha256};

use crate::call::hex;
use crate::journal::format::BodyRecord;

/// Bytes that are kept of a body that is larger than the limit.
const BEGINNING: usize = 1024;

/// What is kept of a body while it passes: all of it up to a limit; beyond that its size, digest and beginning.
#[derive(Debug)]
pub struct Kept {
    limit: usize,
    bytes: u64,
    data: Vec<u8>,
    /// Of all bytes, once they are too many to be kept.
    digest: Option<Sha256>,
}

impl Kept {
    /// Nothing yet.
    pub fn new(limit: usize) -> Self {
        Self { limit, bytes: 0, data: Vec::new(), digest: None }
    }

    /// Takes in what has passed.
    pub fn push(&mut self, passed: &[u8]) {
        self.bytes += passed.len() as u64;
        match &mut self.digest {
            Some(digest) => digest.update(passed),
            None if self.data.len() + passed.len() <= self.limit => self.data.extend_from_slice(passed),
            None => {
                self.digest = Some(Sha256::new().chain_update(&self.data).chain_update(passed));
                let room = BEGINNING.saturating_sub(self.data.len());
                self.data.extend_from_slice(&passed[..room.min(passed.len())]);
                self.data.truncate(BEGINNING);
                self.data.shrink_to_fit();
            }
        }
    }

    /// How large a body may be to be kept whole.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes that have passed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The whole body, unless it was too large.
    pub fn whole(&self) -> Option<&[u8]> {
        self.digest.is_none().then_some(self.data.as_slice())
    }

    /// What the journal says of it.
    pub fn record(&self) -> BodyRecord {
        let (text, hex) = match std::str::from_utf8(self.readable()) {
            Ok("") => (None, None),
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(hex(&self.data))),
        };
        let sha256 = self.digest.as_ref().map(|digest| crate::call::hex(&digest.clone().finalize()));
        BodyRecord { bytes: self.bytes, text, hex, sha256, undecoded: None }
    }

    /// The bytes that are kept, without half a character where the beginning was cut off.
    fn readable(&self) -> &[u8] {
        match std::str::from_utf8(&self.data) {
            Err(e) if self.digest.is_some() && e.error_len().is_none() => &self.data[..e.valid_up_to()],
            _ => &self.data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(limit: usize, chunks: &[&[u8]]) -> BodyRecord {
        let mut kept = Kept::new(limit);
        chunks.iter().for_each(|chunk| kept.push(chunk));
        kept.record()
    }

    #[test]
    fn a_body_up_to_the_limit_is_kept_to_the_byte() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(kept(4, &[]), BodyRecord::default());
        assert_eq!(kept(4, &[b"ab", b"cd"]), BodyRecord { bytes: 4, text: text("abcd"), ..Default::default() });
        assert_eq!(kept(4, &[b"a\xff"]), BodyRecord { bytes: 2, hex: text("61ff"), ..Default::default() });
    }

    #[test]
    fn a_larger_one_leaves_size_digest_and_beginning() {
        let whole = "é".repeat(3000);
        let (a, b) = whole.as_bytes().split_at(701);
        let record = kept(1000, &[b"x", a, b]);
        let all = [b"x", whole.as_bytes()].concat();
        assert_eq!(record.bytes, 6001);
        assert_eq!(record.sha256, Some(hex(&Sha256::digest(&all))));
        assert_eq!(record.text.map(|text| text.len()), Some(1023), "half a character is left out");
        assert_eq!(record.hex, None);
    }
}
