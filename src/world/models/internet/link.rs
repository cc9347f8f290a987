//! Addresses of pages.

use std::fmt;
use std::net::IpAddr;

use percent_encoding::percent_decode_str;

use super::address;
use super::name::Name;

/// Longest address that is read, in bytes.
const LONGEST: usize = 2_048;

/// Where a link leads, before its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A host name.
    Name(Name),
    /// An address.
    Address(IpAddr),
}

/// The address of a page in one spelling: scheme and host in lower case, dots and escapes of the path resolved, no
/// user, no fragment, no port that the scheme implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// `http`, `https` or `ftp`.
    pub scheme: &'static str,
    /// Host.
    pub place: Place,
    /// Port, where it is not the scheme's own.
    pub port: Option<u16>,
    /// Path, beginning with `/`.
    pub path: String,
    /// What stands behind `?`.
    pub query: Option<String>,
}

/// Why a text is no link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Nothing but space.
    #[error("it is empty")]
    Empty,
    /// Longer than anyone's links.
    #[error("it is longer than 2,048 bytes")]
    TooLong,
    /// A scheme of which no page comes.
    #[error("'{0}' is not http, https or ftp")]
    Scheme(String),
    /// There is no host.
    #[error("there is no host in it")]
    NoHost,
    /// The host is neither a name nor an address.
    #[error("'{0}' is neither a host name nor an IP address")]
    BadHost(String),
    /// The port is not one.
    #[error("'{0}' is not a port")]
    BadPort(String),
}

impl Link {
    /// Reads a link as people paste it: the scheme may be missing (then it is https), and it may be made harmless, as in
    /// `hxxps://lumenfjord[.]example/`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(LinkError::Empty);
        }
        if text.len() > LONGEST {
            return Err(LinkError::TooLong);
        }
        let text = text.replace("[.]", ".").replace("(.)", ".").replace("[:]", ":");
        let (scheme, rest) = scheme(&text)?;
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at(end);
        let host = authority.rsplit('@').next().unwrap_or_default();
        let (host, port) = port(host, scheme)?;
        let (path, query) = match tail.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (tail, None),
        };
        let query = query.filter(|q| !q.is_empty()).map(escaped);
        Ok(Self { scheme, place: place(host)?, port, path: clean(path), query })
    }

    /// The host as text.
    pub fn host(&self) -> String {
        match &self.place {
            Place::Name(name) => name.to_string(),
            Place::Address(IpAddr::V6(six)) => format!("[{six}]"),
            Place::Address(four) => four.to_string(),
        }
    }

    /// The port, the scheme's own where none is named.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(default_port(self.scheme))
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host())?;
        if let Some(port) = self.port {
            write!(f, ":{port}")?;
        }
        f.write_str(&self.path)?;
        match &self.query {
            Some(query) => write!(f, "?{query}"),
            None => Ok(()),
        }
    }
}

fn scheme(text: &str) -> Result<(&'static str, &str), LinkError> {
    let known = |name: &str| match name.to_ascii_lowercase().as_str() {
        "http" | "hxxp" => Some("http"),
        "https" | "hxxps" => Some("https"),
        "ftp" | "fxp" => Some("ftp"),
        _ => None,
    };
    if let Some((name, rest)) = text.split_once("://") {
        return known(name).map(|name| (name, rest)).ok_or_else(|| LinkError::Scheme(shortened(name)));
    }
    if let Some((name, rest)) = text.split_once(':') {
        // `lumenfjord.example:8443/x` begins with a host, `mailto:x` with a scheme.
        let letters = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-'));
        if letters && !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(LinkError::Scheme(shortened(name)));
        }
    }
    Ok(("https", text.strip_prefix("//").unwrap_or(text)))
}

fn port<'a>(host: &'a str, scheme: &str) -> Result<(&'a str, Option<u16>), LinkError> {
    let colon = host.rfind(':').filter(|at| host.rfind(']').is_none_or(|end| end < *at));
    let bare_six = host.matches(':').count() > 1 && !host.starts_with('[');
    let Some(at) = colon.filter(|_| !bare_six) else { return Ok((host, None)) };
    let (name, digits) = (&host[..at], &host[at + 1..]);
    if digits.is_empty() {
        return Ok((name, None));
    }
    let port: u16 = digits.parse().ok().filter(|p| *p > 0).ok_or_else(|| LinkError::BadPort(shortened(digits)))?;
    Ok((name, (port != default_port(scheme)).then_some(port)))
}

fn default_port(scheme: &str) -> u16 {
    match scheme {
        "http" => 80,
        "ftp" => 21,
        _ => 443,
    }
}

fn place(host: &str) -> Result<Place, LinkError> {
    if host.is_empty() {
        return Err(LinkError::NoHost);
    }
    if let Some(address) = address::parse(host) {
        return Ok(Place::Address(address));
    }
    let decoded = percent_decode_str(host).decode_utf8().map_err(|_| LinkError::BadHost(shortened(host)))?;
    Name::parse(&decoded).map(Place::Name).ok_or_else(|| LinkError::BadHost(shortened(host)))
}

/// The path with escapes that need not be, `.` and `..` resolved, and no empty parts.
fn clean(path: &str) -> String {
    let path = escaped(path);
    let mut parts: Vec<&str> = Vec::new();
    let pieces: Vec<&str> = path.split('/').collect();
    for piece in &pieces {
        match *piece {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let folder = matches!(pieces.last(), Some(&("" | "." | ".."))) && !parts.is_empty();
    format!("/{}{}", parts.join("/"), if folder { "/" } else { "" })
}

/// One spelling of escapes: letters, digits and `-._~` stand for themselves, what is not ASCII or a space is escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        let value = escape.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, step) = value.map_or((bytes[at], 1), |byte| (byte, 3));
        let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if plain || value.is_none() && byte.is_ascii_graphic() {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        at += step;
    }
    out
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_the_same_page_become_one() {
        let wanted = "https://www.lumenfjord.example/shop/lamps?x=1";
        for text in [
            "https://www.lumenfjord.example/shop/lamps?x=1",
            " HTTPS://WWW.Lumenfjord.Example:443/shop//lamps?x=1#top ",
            "www.lumenfjord.example/shop/./old/../%6camps?x=1",
            "hxxps://user:pw@www[.]lumenfjord[.]example/shop/lamps?x=1",
            "//www.lumenfjord.example./shop/lamps?x=1",
        ] {
            assert_eq!(Link::parse(text).unwrap().to_string(), wanted, "{text}");
        }
        let other = |text: &str| Link::parse(text).unwrap().to_string();
        assert_eq!(other("lumenfjord.example:8443"), "https://lumenfjord.example:8443/");
        assert_eq!(other("http://192.0.2.7:80/a b"), "http://192.0.2.7/a%20b");
        assert_eq!(other("http://[2001:db8::7]/"), "http://[2001:db8::7]/");
        assert_eq!(other("lumenfjord.example/a/.."), "https://lumenfjord.example/");
        assert_eq!(other("lumenfjord.example/%zz%2f"), "https://lumenfjord.example/%zz%2F");
    }

    #[test]
    fn what_is_no_link_says_why() {
        let wrong = |text: &str| Link::parse(text).unwrap_err();
        assert_eq!(wrong("  "), LinkError::Empty);
        assert_eq!(wrong("javascript:alert(1)"), LinkError::Scheme("javascript".into()));
        assert_eq!(wrong("mailto:a@b.example"), LinkError::Scheme("mailto".into()));
        assert_eq!(wrong("gopher://a.example"), LinkError::Scheme("gopher".into()));
        assert_eq!(wrong("https:///path"), LinkError::NoHost);
        assert_eq!(wrong("not a link"), LinkError::BadHost("not a link".into()));
        assert_eq!(wrong("localhost"), LinkError::BadHost("localhost".into()));
        assert_eq!(wrong("https://a.example:99999/"), LinkError::BadPort("99999".into()));
        assert_eq!(wrong(&"a.example/".repeat(400)), LinkError::TooLong);
    }
}
