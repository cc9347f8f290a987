//! HTTP/1.1 by hand: a client that sees every byte, and servers that misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Longer than anything here takes; a test that hangs must fail.
const PATIENCE: Duration = Duration::from_secs(30);

/// A request.
pub struct Ask<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a [u8],
}

/// An answer that has begun.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
    is_head: bool,
}

/// A connection to an URL's host.
pub fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(host(url)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Host and port of an URL.
pub fn host(url: &str) -> &str {
    url.trim_start_matches("http://").split('/').next().unwrap()
}

impl Ask<'_> {
    /// Sends the request on a connection of its own and reads the head of the answer.
    pub fn send(&self, url: &str) -> Answer {
        self.try_send(connect(url), url).expect("an answer")
    }

    /// The same on this connection, which may break.
    pub fn try_send(&self, mut stream: TcpStream, url: &str) -> Option<Answer> {
        let mut head = format!("{} {} HTTP/1.1\r\nHost: {}\r\n", self.method, self.path, host(url));
        for (name, value) in self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            head += &format!("Content-Length: {}\r\n", self.body.len());
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
        stream.write_all(self.body).ok()?;
        Answer::begin(stream, self.method == "HEAD")
    }
}

/// Sends a POST with JSON.
pub fn post(url: &str, path: &str, body: &Value) -> Answer {
    let (headers, body) = ([("Content-Type", "application/json")], body.to_string());
    Ask { method: "POST", path, headers: &headers, body: body.as_bytes() }.send(url)
}

/// Sends a GET.
pub fn get(url: &str, path: &str) -> Answer {
    Ask { method: "GET", path, headers: &[], body: b"" }.send(url)
}

impl Answer {
    /// Reads the head of an answer.
    pub fn begin(stream: TcpStream, is_head: bool) -> Option<Self> {
        let mut reader = BufReader::new(stream);
        let first = line(&mut reader)?;
        let status = first.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let line = line(&mut reader)?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Some(Self { status, headers, reader, is_head })
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The next chunk of a body that comes in chunks.
    pub fn chunk(&mut self) -> Vec<u8> {
        let size = usize::from_str_radix(&line(&mut self.reader).unwrap(), 16).unwrap();
        let mut chunk = vec![0; size];
        self.reader.read_exact(&mut chunk).unwrap();
        line(&mut self.reader).unwrap();
        chunk
    }

    /// The body, and whether it is whole.
    pub fn rest(self) -> (Vec<u8>, bool) {
        let mut body = Vec::new();
        let whole = self.each(|piece| body.extend_from_slice(piece));
        (body, whole)
    }

    /// The whole body.
    pub fn body(self) -> Vec<u8> {
        let (body, whole) = self.rest();
        assert!(whole, "the answer breaks off after {} bytes", body.len());
        body
    }

    /// The whole body as JSON.
    pub fn json(self) -> Value {
        let body = self.body();
        serde_json::from_slice(&body).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&body)))
    }

    /// Hands the body over piece by piece, and says whether it was whole.
    pub fn each(mut self, mut take: impl FnMut(&[u8])) -> bool {
        if self.is_head || matches!(self.status, 204 | 304) {
            return true;
        }
        if self.header("transfer-encoding") == Some("chunked") {
            return self.chunks(&mut take).is_some();
        }
        let length: usize = self.header("content-length").expect("a length or chunks").parse().unwrap();
        copy(&mut self.reader, length, &mut take).is_some()
    }

    fn chunks(&mut self, take: &mut impl FnMut(&[u8])) -> Option<()> {
        loop {
            let size = usize::from_str_radix(&line(&mut self.reader)?, 16).ok()?;
            copy(&mut self.reader, size, take)?;
            line(&mut self.reader)?;
            if size == 0 {
                return Some(());
            }
        }
    }
}

fn copy(reader: &mut impl Read, mut left: usize, take: &mut impl FnMut(&[u8])) -> Option<()> {
    let mut buffer = [0; 1 << 14];
    while left > 0 {
        let most = left.min(buffer.len());
        let read = reader.read(&mut buffer[..most]).ok().filter(|read| *read > 0)?;
        take(&buffer[..read]);
        left -= read;
    }
    Some(())
}

/// A line without its end; nothing where the connection ended first.
fn line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    line.strip_suffix("\r\n").map(str::to_owned)
}

/// A server that reads the head of each request, says these bytes and closes, or keeps the connection for the next one.
pub fn misbehaving(says: &'static [u8], closes: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            std::thread::spawn(move || answer(stream.unwrap(), says, closes));
        }
    });
    url
}

fn answer(mut stream: TcpStream, says: &[u8], closes: bool) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    // The body of a request runs into the head of the next, and no one looks at either.
    while head(&mut reader).is_some() {
        if stream.write_all(says).is_err() || closes {
            return;
        }
    }
}

/// Reads to the empty line; nothing where the connection ended before.
fn head(reader: &mut impl BufRead) -> Option<()> {
    while !line(reader)?.is_empty() {}
    Some(())
}

/// An address at which nobody listens.
pub fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}
