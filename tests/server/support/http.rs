//! A small blocking HTTP client that sends exactly what it is told.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Longer than any limit of the server, so that a hanging server fails a test and does not hang it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Names and values in the order in which they came.
type Headers = Vec<(String, String)>;

#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    pub status: u16,
    pub headers: Headers,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{} is not JSON: {e}: {}", self.status, self.text()))
    }

    /// The body as JSON of an answer that must have this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// A problem of this status and code, in the shape of RFC 9457.
    #[track_caller]
    pub fn expect_problem(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], format!("urn:utb:problem:{code}"), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|d| !d.is_empty()), "{problem}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        problem
    }
}

/// One connection, on which several requests may be made.
pub struct Connection {
    reader: BufReader<TcpStream>,
}

impl Connection {
    pub fn open(addr: SocketAddr) -> Self {
        Self::try_open(addr).unwrap_or_else(|e| panic!("cannot connect to {addr}: {e}"))
    }

    pub fn try_open(addr: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(addr)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// Says that nothing more will be sent.
    pub fn end(&mut self) {
        let _ = self.reader.get_mut().shutdown(Shutdown::Write);
    }

    pub fn request(
        &mut self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> io::Result<Response> {
        self.send(&message(method, target, headers, body))?;
        match self.receive_for(method)? {
            Some(response) => Ok(response),
            None => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "closed before the answer")),
        }
    }

    /// The next response; none when the server closed the connection instead.
    pub fn receive(&mut self) -> io::Result<Option<Response>> {
        self.receive_for("GET")
    }

    fn receive_for(&mut self, method: &str) -> io::Result<Option<Response>> {
        loop {
            let Some((status, headers)) = self.head()? else { return Ok(None) };
            if status == 100 {
                continue;
            }
            if headers.iter().any(|(n, v)| n.eq_ignore_ascii_case("transfer-encoding") && v == "chunked") {
                return Ok(Some(Response { status, headers, body: self.chunks()? }));
            }
            let length = headers.iter().find(|(n, _)| n.eq_ignore_ascii_case("content-length"));
            let length = length.and_then(|(_, v)| v.parse().ok()).filter(|_| method != "HEAD").unwrap_or(0);
            let mut body = vec![0; length];
            self.reader.read_exact(&mut body)?;
            return Ok(Some(Response { status, headers, body }));
        }
    }

    fn chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let broken = || io::Error::other("a chunk has no length");
            let length = self.line()?.and_then(|line| usize::from_str_radix(&line, 16).ok()).ok_or_else(broken)?;
            let from = body.len();
            body.resize(from + length, 0);
            self.reader.read_exact(&mut body[from..])?;
            self.line()?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    fn head(&mut self) -> io::Result<Option<(u16, Headers)>> {
        let Some(first) = self.line()? else { return Ok(None) };
        let status = first.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("not a status line: {first:?}")))?;
        let mut headers = Vec::new();
        while let Some(line) = self.line()?.filter(|line| !line.is_empty()) {
            let (name, value) =
                line.split_once(':').ok_or_else(|| io::Error::other(format!("not a header: {line:?}")))?;
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        Ok(Some((status, headers)))
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.reader.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// The bytes of a request. A `Host` header is added where none is given.
pub fn message(method: &str, target: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = format!("{method} {target} HTTP/1.1\r\n").into_bytes();
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        bytes.extend_from_slice(b"Host: 127.0.0.1\r\n");
    }
    for (name, value) in headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    if let Some(body) = body {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body.unwrap_or_default());
    bytes
}

/// One request on a connection of its own.
#[track_caller]
pub fn ask(addr: SocketAddr, method: &str, target: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Response {
    let response = Connection::open(addr).request(method, target, headers, body);
    response.unwrap_or_else(|e| panic!("{method} {target} on {addr}: {e}"))
}

/// Sends bytes, says that there are no more, and gives all responses until the server closes.
pub fn exchange(addr: SocketAddr, bytes: &[u8]) -> Vec<Response> {
    let mut connection = Connection::open(addr);
    // The server may refuse and close before it has read everything.
    let _ = connection.send(bytes);
    connection.end();
    let mut responses = Vec::new();
    while let Ok(Some(response)) = connection.receive() {
        responses.push(response);
    }
    responses
}
