//! URLs of calls, built from what the journal knows and taken apart again.

use std::fmt::Write;

/// Where the agent door is said to be: the journal does not know its address, and `.localhost` never leaves the machine.
pub(super) const DOOR: &str = "http://utb.localhost";

/// Host of [`DOOR`].
pub(super) const HOST: &str = "utb.localhost";

/// Characters beside letters and digits that a path segment holds as they are (RFC 3986, section 3.3), without those
/// that some readers take for separators.
const IN_SEGMENT: &[u8] = b"-._~!$'()*,;:@";

/// The same for a query (section 3.4); `%` stands for itself where two digits follow.
const IN_QUERY: &[u8] = b"-._~!$&'()*+,;=:@/?";

/// URL of something in a session: `http://utb.localhost/s/<session>/<segment>…`.
pub(super) fn of(session: &str, segments: &[&str]) -> String {
    let mut url = format!("{DOOR}/s");
    for segment in std::iter::once(&session).chain(segments) {
        url.push('/');
        // A segment of dots alone would be taken for a step up.
        let dots = !segment.is_empty() && segment.bytes().all(|byte| byte == b'.');
        segment.bytes().for_each(|byte| push(&mut url, byte, !dots && keeps(IN_SEGMENT, byte)));
    }
    url
}

/// A query as it may stand in a URL: what may not is written with percent signs.
pub(super) fn query(raw: &[u8]) -> String {
    let mut query = String::with_capacity(raw.len());
    for (i, byte) in raw.iter().enumerate() {
        let escape = *byte == b'%' && raw.get(i + 1..i + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        push(&mut query, *byte, escape || keeps(IN_QUERY, *byte));
    }
    query
}

fn keeps(others: &[u8], byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || others.contains(&byte)
}

fn push(text: &mut String, byte: u8, as_it_is: bool) {
    match as_it_is {
        true => text.push(char::from(byte)),
        // Writing to a string cannot fail.
        false => drop(write!(text, "%{byte:02X}")),
    }
}

/// A URL in parts, none of them decoded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// In the case in which it was written.
    pub scheme: &'a str,
    /// Host and port, perhaps with a user.
    pub authority: &'a str,
    /// From the first slash; empty where there is none.
    pub path: &'a str,
    /// Without its question mark.
    pub query: Option<&'a str>,
}

/// Takes a URL apart; none where it has no scheme.
pub(super) fn parts(url: &str) -> Option<Parts<'_>> {
    let (scheme, rest) = url.split_once(':')?;
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) || !scheme.chars().all(legal) {
        return None;
    }
    let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
    let (before, query) = rest.split_once('?').map_or((rest, None), |(before, query)| (before, Some(query)));
    let after = before.strip_prefix("//").unwrap_or("");
    let cut = after.find('/').unwrap_or(after.len());
    Some(Parts { scheme, authority: &after[..cut], path: &after[cut..], query })
}

/// The segments of a path with percent signs decoded; none where what is decoded is no text.
pub(super) fn segments(path: &str) -> Option<Vec<String>> {
    let decode =
        |segment| percent_encoding::percent_decode_str(segment).decode_utf8().ok().map(|text| text.into_owned());
    path.split('/').filter(|segment| !segment.is_empty()).map(decode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_built_is_taken_apart_again() {
        let names = ["a/b", "..", "größe", "100%", "x?y#z"];
        let url = of("sandbox", &names);
        assert!(url.is_ascii());
        let parts = parts(&url).unwrap();
        assert_eq!((parts.scheme, parts.authority, parts.query), ("http", HOST, None));
        let mut expected = vec!["s", "sandbox"];
        expected.extend(names);
        assert_eq!(segments(parts.path).unwrap(), expected);
    }

    #[test]
    fn a_query_stays_as_it_is_where_it_may() {
        for legal in ["", "a=1&b=%C3%A9&c=x+y", "q=/?:@!$'()*,;"] {
            assert_eq!(query(legal.as_bytes()), legal);
        }
        assert_eq!(query("city=Zürich".as_bytes()), "city=Z%C3%BCrich");
        assert_eq!(query(b"a=100%&b=\"x\"#"), "a=100%25&b=%22x%22%23");
    }

    #[test]
    fn parts_are_found_in_odd_urls() {
        let found = |url| parts(url).map(|p| (p.scheme, p.authority, p.path, p.query));
        assert_eq!(found("https://x.example"), Some(("https", "x.example", "", None)));
        assert_eq!(found("https://x.example?a=1#b?c"), Some(("https", "x.example", "", Some("a=1"))));
        assert_eq!(found("HTTP://[::1]:80/a/b?"), Some(("HTTP", "[::1]:80", "/a/b", Some(""))));
        assert_eq!(found("data:text/plain,x"), Some(("data", "", "", None)));
        assert_eq!(found("/only/a/path"), None);
    }
}
