//! Each line ends in the SHA-256 of the line before and its own text, so that nothing can be changed, dropped or
//! reordered without a trace.

use sha2::{Digest, Sha256};

use crate::call::push_hex;

/// What the first line of a file is chained to.
pub const GENESIS: [u8; 32] = [0; 32];

const FIELD: &[u8] = b",\"chain\":\"";

/// Bytes that a seal takes at the end of a line, without the newline.
pub const SEAL: usize = FIELD.len() + 64 + 2;

/// Appends a record to a buffer as a sealed line, and moves the chain on. `json` is the record as one JSON object.
pub fn seal(chain: &mut [u8; 32], json: &[u8], out: &mut Vec<u8>) {
    debug_assert!(json.last() == Some(&b'}') && !json.contains(&b'\n'));
    let open = &json[..json.len() - 1];
    *chain = link(chain, open);
    out.reserve(json.len() + FIELD.len() + 68);
    out.extend_from_slice(open);
    out.extend_from_slice(FIELD);
    push_hex(chain, out);
    out.extend_from_slice(b"\"}\n");
}

/// Takes a sealed line (without its newline) apart and moves the chain on: the record's JSON without the chain, or why
/// the line does not follow the one before.
pub fn open(chain: &mut [u8; 32], line: &[u8]) -> Result<Vec<u8>, String> {
    let cut = line.len().checked_sub(SEAL).ok_or("too short for a record")?;
    let (text, seal) = line.split_at(cut);
    if !seal.starts_with(FIELD) || !seal.ends_with(b"\"}") {
        return Err("no chain at the end of the line".into());
    }
    *chain = link(chain, text);
    let mut expected = Vec::with_capacity(64);
    push_hex(chain, &mut expected);
    if seal[FIELD.len()..FIELD.len() + 64] != expected[..] {
        return Err("the chain is broken: this line, or one before it, was changed".into());
    }
    let mut json = text.to_vec();
    json.push(b'}');
    Ok(json)
}

fn link(chain: &[u8; 32], text: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(chain).chain_update(text).finalize().into()
}

/// The chain value that a sealed line carries, unchecked.
pub fn carried(line: &[u8]) -> Option<[u8; 32]> {
    let digits = line.len().checked_sub(66).map(|start| &line[start..start + 64])?;
    let text = std::str::from_utf8(digits).ok()?;
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_line_opens_and_a_changed_one_does_not() {
        let (mut a, mut out) = (GENESIS, Vec::new());
        seal(&mut a, br#"{"x":1}"#, &mut out);
        seal(&mut a, br#"{"x":2}"#, &mut out);
        let lines: Vec<&[u8]> = out.split(|b| *b == b'\n').filter(|l| !l.is_empty()).collect();
        let mut b = GENESIS;
        assert_eq!(open(&mut b, lines[0]).unwrap(), br#"{"x":1}"#);
        assert_eq!(open(&mut b, lines[1]).unwrap(), br#"{"x":2}"#);
        assert_eq!(a, b);
        let mut forged = lines[0].to_vec();
        forged[5] = b'3';
        assert!(open(&mut GENESIS.clone(), &forged).is_err());
        assert!(open(&mut GENESIS.clone(), lines[1]).is_err(), "a dropped line is noticed");
    }
}
