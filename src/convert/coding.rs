//! Content codings of HTTP bodies (RFC 9110, section 8.4.1), undone within a bound.

use std::borrow::Cow;
use std::io::Read;

use flate2::{Decompress, FlushDecompress, Status};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

use crate::journal::format::Undecoded;

/// Codings of one body, one over the other. More than two are never seen.
const MAX_CODINGS: usize = 4;

/// Largest window that a zstd frame may ask for over HTTP (RFC 9659).
const ZSTD_WINDOW: u64 = 8 << 20;

/// Room that is made at a time.
const STEP: usize = 1 << 16;

/// A body without its codings, which are named as `Content-Encoding` names them. No more than `limit` bytes come out, and
/// little more than that is ever held.
///
/// # Errors
///
/// A coding is not known, the body is not coded so, or it is larger than the limit.
pub fn decoded<'b>(codings: &str, body: &'b [u8], limit: usize) -> Result<Cow<'b, [u8]>, Undecoded> {
    let names = codings.split(',').map(|name| name.trim().to_ascii_lowercase());
    let names: Vec<String> = names.filter(|name| !name.is_empty() && name != "identity").collect();
    if names.len() > MAX_CODINGS {
        return Err(Undecoded::UnknownCoding);
    }
    // An answer to HEAD says how it would be coded, and there is nothing of it.
    if body.is_empty() {
        return Ok(Cow::Borrowed(body));
    }
    let mut plain = Cow::Borrowed(body);
    // They stand in the order in which they were applied.
    for name in names.iter().rev() {
        plain = Cow::Owned(undone(name, &plain, limit)?);
    }
    Ok(plain)
}

fn undone(name: &str, body: &[u8], limit: usize) -> Result<Vec<u8>, Undecoded> {
    match name {
        "gzip" | "x-gzip" => read_to(flate2::read::MultiGzDecoder::new(body), limit),
        "deflate" => inflated(body, limit),
        "br" => brotli(body, limit),
        "zstd" => zstd(body, limit),
        _ => Err(Undecoded::UnknownCoding),
    }
}

/// Everything that comes, unless it is more than the limit.
fn read_to(from: impl Read, limit: usize) -> Result<Vec<u8>, Undecoded> {
    let mut plain = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut plain).map_err(|_| Undecoded::Broken)?;
    if plain.len() > limit { Err(Undecoded::TooLarge) } else { Ok(plain) }
}

/// `deflate` means zlib, and some servers send it without zlib's frame.
fn inflated(body: &[u8], limit: usize) -> Result<Vec<u8>, Undecoded> {
    let framed = matches!(body, [a, b, ..] if a & 0x0f == 8 && (u16::from(*a) << 8 | u16::from(*b)) % 31 == 0);
    let (mut state, mut plain) = (Decompress::new(framed), Vec::new());
    loop {
        if plain.len() > limit {
            return Err(Undecoded::TooLarge);
        }
        if plain.len() == plain.capacity() {
            plain.reserve(STEP);
        }
        let before = (state.total_in(), state.total_out());
        let rest = usize::try_from(before.0).ok().and_then(|read| body.get(read..)).unwrap_or_default();
        let status = state.decompress_vec(rest, &mut plain, FlushDecompress::None).map_err(|_| Undecoded::Broken)?;
        match status {
            Status::StreamEnd if plain.len() <= limit => return Ok(plain),
            Status::StreamEnd => {}
            // There was room, and nothing came: the end is missing.
            _ if before == (state.total_in(), state.total_out()) => return Err(Undecoded::Broken),
            _ => {}
        }
    }
}

fn brotli(body: &[u8], limit: usize) -> Result<Vec<u8>, Undecoded> {
    // The mark of a large window, which may be a gibibyte: RFC 7932 does not have it, the decoder would take it.
    if body.first().is_some_and(|first| first & 0x7f == 0x11) {
        return Err(Undecoded::Broken);
    }
    read_to(brotli_decompressor::Decompressor::new(body, STEP), limit)
}

/// A body is one frame or several; some are to be passed over.
fn zstd(mut body: &[u8], limit: usize) -> Result<Vec<u8>, Undecoded> {
    let mut plain = Vec::new();
    while !body.is_empty() {
        match StreamingDecoder::new_with_max_window_size(&mut body, ZSTD_WINDOW) {
            Ok(frame) => plain.append(&mut read_to(frame, limit - plain.len())?),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                body = usize::try_from(length).ok().and_then(|length| body.get(length..)).ok_or(Undecoded::Broken)?;
            }
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => return Err(Undecoded::TooLarge),
            Err(_) => return Err(Undecoded::Broken),
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    /// `{"rate": 0.0911}` as the reference encoder of brotli writes it.
    const BROTLI: &[u8] = b"\x8b\x07\x80{\"rate\": 0.0911}\x03";

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(plain: &[u8], framed: bool) -> Vec<u8> {
        if framed {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(plain).unwrap();
            return encoder.finish().unwrap();
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    fn zstandard(plain: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(plain, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn every(plain: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
        vec![
            ("gzip", gzip(plain)),
            ("deflate", deflate(plain, true)),
            ("deflate", deflate(plain, false)),
            ("zstd", zstandard(plain)),
        ]
    }

    #[test]
    fn every_coding_is_undone() {
        let plain = br#"{"rate": 0.0911}"#;
        for (name, body) in every(plain).into_iter().chain([("br", BROTLI.to_vec()), ("identity", plain.to_vec())]) {
            assert_eq!(decoded(name, &body, 100).as_deref(), Ok(&plain[..]), "{name}");
            assert_eq!(decoded(name, &body, plain.len()).as_deref(), Ok(&plain[..]), "{name}: the limit is allowed");
        }
        let twice = gzip(BROTLI);
        assert_eq!(decoded(" BR ,, x-gzip", &twice, 100).as_deref(), Ok(&plain[..]), "in their order");
        assert_eq!(decoded("gzip", &[gzip(b"a"), gzip(b"b")].concat(), 9).as_deref(), Ok(&b"ab"[..]));
        let skipped = [&b"\x50\x2a\x4d\x18\x03\0\0\0xyz"[..], &zstandard(b"a"), &zstandard(b"b")].concat();
        assert_eq!(decoded("zstd", &skipped, 9).as_deref(), Ok(&b"ab"[..]));
        assert_eq!(decoded("zstd", b"", 9).as_deref(), Ok(&b""[..]), "an answer to HEAD");
    }

    #[test]
    fn what_would_grow_is_stopped_at_the_limit() {
        let bomb = vec![b' '; 50 << 20];
        for (name, body) in every(&bomb) {
            assert!(body.len() < 1 << 20, "{name}: {}", body.len());
            assert_eq!(decoded(name, &body, 1 << 20), Err(Undecoded::TooLarge), "{name}");
        }
        let twice = gzip(&gzip(&bomb));
        assert_eq!(decoded("gzip, gzip", &twice, 1 << 20), Err(Undecoded::TooLarge));
        // 2^41 bytes of window.
        assert_eq!(decoded("zstd", b"\x28\xb5\x2f\xfd\x00\xf8\x01\0\0", 1 << 20), Err(Undecoded::TooLarge));
        assert_eq!(decoded("br", b"\x11\x1e\x03", 1 << 20), Err(Undecoded::Broken), "a large window");
    }

    #[test]
    fn what_is_cut_off_or_is_something_else_is_broken() {
        for (name, body) in every(br#"{"rate": 0.0911}"#).into_iter().chain([("br", BROTLI.to_vec())]) {
            for end in 1..body.len() {
                let found = decoded(name, &body[..end], 100);
                assert_eq!(found, Err(Undecoded::Broken), "{name}, {end} of {} bytes", body.len());
            }
        }
        for name in ["gzip", "deflate", "br", "zstd"] {
            assert_eq!(decoded(name, b"<html>nothing</html>", 100), Err(Undecoded::Broken), "{name}");
        }
        for name in ["dcb", "gzip, aws-chunked", "gzip,gzip,gzip,gzip,gzip"] {
            assert_eq!(decoded(name, b"x", 100), Err(Undecoded::UnknownCoding), "{name}");
        }
    }
}
