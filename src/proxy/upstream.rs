use std::error::Error;
use std::fmt;
use std::io;
use std::pin::pin;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header;
use hyper::http::request::Parts;
use hyper::http::uri::{Authority, PathAndQuery, Scheme};
use hyper::{Request, Response, Uri, Version};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::ClientConfig;

use super::body::{Sent, Tee, lock};
use super::{headers, tls};
use crate::call::Problem;
use crate::journal::format::ExchangeFault;

/// Time after which an idle connection to the server is not used again. Servers close them after five seconds and more,
/// and a request that meets the closing is lost.
const IDLE: Duration = Duration::from_secs(2);

/// The server behind a proxy: `http://host[:port][/base]` or the same with `https`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    scheme: Scheme,
    authority: Authority,
    /// Path that stands before every request's own, without a slash at its end.
    base: String,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        let uri: Uri = url.parse().map_err(|e| format!("'{url}' is not a URL: {e}"))?;
        let spoken = |scheme: &&Scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme);
        let scheme = uri.scheme().filter(spoken);
        let scheme = scheme.ok_or_else(|| format!("'{url}' does not begin with http:// or https://"))?.clone();
        let authority = uri.authority().ok_or_else(|| format!("'{url}' names no host"))?.clone();
        if authority.as_str().contains('@') || uri.query().is_some() {
            return Err(format!("'{url}': expected http://host:port/path, without a user and without a query"));
        }
        Ok(Self { scheme, authority, base: uri.path().trim_end_matches('/').to_owned() })
    }
}

impl Target {
    /// Host and port, as they were given.
    pub fn authority(&self) -> &str {
        self.authority.as_str()
    }

    /// Whether TLS is spoken to it.
    pub fn is_https(&self) -> bool {
        self.scheme == Scheme::HTTPS
    }

    /// A client of this server that keeps its connections; one a worker. `patience` is how long the server may be
    /// silent, `tls` says whose certificates are believed.
    pub(super) fn client(&self, patience: Duration, tls: &Arc<ClientConfig>) -> Upstream {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.enforce_http(false);
        let builder = HttpsConnectorBuilder::new().with_tls_config(ClientConfig::clone(tls));
        let connector = builder.https_or_http().enable_http1().wrap_connector(connector);
        let mut builder = Client::builder(TokioExecutor::new());
        builder.pool_idle_timeout(IDLE).pool_timer(TokioTimer::new());
        Upstream { target: self.clone(), client: builder.build(connector), patience }
    }
}

/// A client of the server behind.
#[derive(Clone, Debug)]
pub struct Upstream {
    target: Target,
    client: Client<HttpsConnector<HttpConnector>, Tee>,
    /// How long the server may be silent.
    pub patience: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Of what kind.
    pub fault: ExchangeFault,
    /// What the system said, where it said something.
    pub cause: Option<Cause>,
}

/// What is told of a failure. It does not say where the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// What the system calls it.
    Io(io::ErrorKind),
    /// What it means, where TLS failed.
    Tls(&'static str),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => kind.fmt(f),
            Self::Tls(meaning) => f.write_str(meaning),
        }
    }
}

impl Upstream {
    /// Where a request of this path and query goes.
    ///
    /// # Errors
    ///
    /// 400: together with the server's own path it is no URL.
    pub fn uri(&self, path: &str, query: Option<&str>) -> Result<Uri, Problem> {
        let query = query.map_or(String::new(), |query| format!("?{query}"));
        let bad = |e: &dyn Error| Problem::new(400, "bad_path", format!("'{path}' cannot be passed on: {e}."));
        let path =
            PathAndQuery::from_maybe_shared(format!("{}{path}{query}", self.target.base)).map_err(|e| bad(&e))?;
        let whole = Uri::builder()
            .scheme(self.target.scheme.clone())
            .authority(self.target.authority.clone())
            .path_and_query(path);
        whole.build().map_err(|e| bad(&e))
    }

    /// Sends a request on and waits for the head of the answer, as long as the server is silent for no longer than it
    /// may. While the body is still going up, that is no silence.
    ///
    /// # Errors
    ///
    /// There is no answer.
    pub async fn send(&self, parts: Parts, uri: Uri, sent: Tee) -> Result<Response<Incoming>, Failure> {
        let progress = sent.0.clone();
        let mut waiting = pin!(self.client.request(request(parts, uri, sent)));
        let mut seen = 0;
        loop {
            match tokio::time::timeout(self.patience, &mut waiting).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(e)) if e.is_connect() => {
                    return Err(Failure { fault: ExchangeFault::Connect, cause: cause(&e) });
                }
                Ok(Err(_)) if lock(&progress).broke_off => {
                    return Err(Failure { fault: ExchangeFault::ClientLeft, cause: None });
                }
                Ok(Err(e)) => return Err(Failure { fault: fault(&e), cause: cause(&e) }),
                Err(_) if !moved(&progress, &mut seen) => {
                    return Err(Failure { fault: ExchangeFault::Timeout, cause: None });
                }
                Err(_) => {}
            }
        }
    }
}

/// The same request for the server behind.
fn request(parts: Parts, uri: Uri, sent: Tee) -> Request<Tee> {
    let mut request = Request::new(sent);
    (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (parts.method, uri, parts.headers);
    *request.version_mut() = Version::HTTP_11;
    headers::pass_on(request.headers_mut());
    // The client writes the host that it connects to.
    request.headers_mut().remove(header::HOST);
    request
}

/// Whether more of the body went up since this was last asked.
fn moved(sent: &Mutex<Sent>, seen: &mut u64) -> bool {
    let bytes = lock(sent).kept.bytes();
    std::mem::replace(seen, bytes) != bytes
}

/// What kind of fault an error in the middle of an exchange is.
pub fn fault(e: &(dyn Error + 'static)) -> ExchangeFault {
    let garbled = |e: &&(dyn Error + 'static)| match (e.downcast_ref::<hyper::Error>(), e.downcast_ref::<io::Error>()) {
        (Some(e), _) => e.is_parse(),
        // So hyper says that a chunk is none.
        (_, Some(e)) => matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData),
        _ => false,
    };
    match chain(e).any(|e| garbled(&e)) {
        true => ExchangeFault::BadResponse,
        false => ExchangeFault::BrokeOff,
    }
}

fn cause(e: &(dyn Error + 'static)) -> Option<Cause> {
    let mut e = chain(e).find_map(|e| e.downcast_ref::<io::Error>())?;
    // One in the other: the chain passes over what an error of the system holds.
    while let Some(inner) = e.get_ref().and_then(|inner| inner.downcast_ref::<io::Error>()) {
        e = inner;
    }
    Some(tls::meaning(e).map_or_else(|| Cause::Io(e.kind()), Cause::Tls))
}

fn chain<'e>(e: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(e), |e| (*e).source())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_put_behind_the_base_as_they_are() {
        let upstream =
            |url: &str| url.parse::<Target>().unwrap().client(Duration::from_secs(1), &tls::unused().unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _inside = runtime.enter();
        let uri = |url: &str, path: &str, query| upstream(url).uri(path, query).unwrap().to_string();
        assert_eq!(uri("http://h:1", "/a%2Fb//c", Some("x=%20&y")), "http://h:1/a%2Fb//c?x=%20&y");
        assert_eq!(uri("http://h/base/", "/a", None), "http://h/base/a");
        assert_eq!(uri("https://h", "/a", None), "https://h/a");
    }

    #[test]
    fn what_cannot_be_spoken_to_is_refused_with_a_reason() {
        for (url, reason) in [
            ("ftp://h", "does not begin with http:// or https://"),
            ("h:80", "does not begin with http:// or https://"),
            ("http://me@h", "without a user"),
            ("http://h/?q", "without a query"),
            ("", "not a URL"),
        ] {
            let refused = url.parse::<Target>().unwrap_err();
            assert!(refused.contains(reason), "{url}: {refused}");
        }
    }
}
