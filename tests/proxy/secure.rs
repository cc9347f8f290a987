//! A server behind that speaks TLS.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use usertoolbench::journal::format::ExchangeFault;

use crate::programs::Utb;
use crate::wire::{get, post};

/// Someone who signs certificates, and the file that says so.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(dir: &Path, name: &str) -> Self {
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let file = dir.join(format!("{name}.pem"));
        std::fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
        Self { issuer: Issuer::new(params, key), file }
    }

    fn file(&self) -> &str {
        self.file.to_str().unwrap()
    }

    /// What a server of this name shows, which is valid to the end of this year.
    fn signs(&self, name: &str, year: i32) -> Arc<ServerConfig> {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2001, 1, 1), date_time_ymd(year, 12, 31));
        let key = KeyPair::generate().unwrap();
        let certificate: CertificateDer<'static> = params.signed_by(&key, &self.issuer).unwrap().into();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap())
    }
}

/// A server that says these bytes to every request, over connections that it keeps; or closes them without a word when
/// `cuts`. Gives its URL by this name.
fn serve(config: Arc<ServerConfig>, name: &str, says: &'static [u8], cuts: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{name}:{}", listener.local_addr().unwrap().port());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let config = config.clone();
            std::thread::spawn(move || answer(stream.unwrap(), config, says, cuts));
        }
    });
    url
}

/// Ends where the other side does, or refuses.
fn answer(stream: TcpStream, config: Arc<ServerConfig>, says: &[u8], cuts: bool) -> Option<()> {
    let mut reader = BufReader::new(StreamOwned::new(ServerConnection::new(config).unwrap(), stream));
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.to_ascii_lowercase().strip_prefix("content-length:") {
                Some(number) => length = number.trim().parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        std::io::copy(&mut (&mut reader).take(length), &mut std::io::sink()).ok()?;
        reader.get_mut().write_all(says).ok()?;
        if cuts {
            return None;
        }
    }
}

/// A server that says plain HTTP to whoever comes.
fn plain() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            stream.write_all(FAIR).unwrap();
            // A connection that is closed on unread bytes takes the answer with it.
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    url
}

const FAIR: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[1]";

#[test]
fn a_server_with_a_certificate_of_a_private_authority_is_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let ours = Authority::new(dir.path(), "ours");
    for name in ["127.0.0.1", "localhost"] {
        let url = serve(ours.signs(name, 2999), name, FAIR, false);
        let proxy = Utb::record(&url, &["--upstream-ca", ours.file()]);
        for n in 1..4 {
            assert_eq!(post(proxy.url(), "/orders/create", &json!({ "n": n })).body(), b"[1]", "{name}");
        }
        assert_eq!(proxy.calls().len(), 3);
        assert_eq!((proxy.last().fault, proxy.last().response.text.as_deref()), (None, Some("[1]")));
    }
}

#[test]
fn whom_nobody_vouches_for_is_not_spoken_to_and_the_client_is_told_why() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new(dir.path(), "ours"), Authority::new(dir.path(), "other"));
    for (url, reason) in [
        (serve(other.signs("127.0.0.1", 2999), "127.0.0.1", FAIR, false), "is not trusted here; --upstream-ca"),
        (serve(ours.signs("127.0.0.1", 2002), "127.0.0.1", FAIR, false), "has expired"),
        (serve(ours.signs("tools.example", 2999), "127.0.0.1", FAIR, false), "is for another name"),
        (plain(), "is not TLS"),
    ] {
        let proxy = Utb::record(&url, &["--upstream-ca", ours.file()]);
        let answer = post(proxy.url(), "/orders/create", &json!({ "secret": 1 }));
        assert_eq!(answer.status, 502, "{reason}");
        let problem = answer.json();
        assert_eq!(problem["code"], "upstream_unreachable", "{problem}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(reason), "{detail}");
        assert!(!detail.contains("127.0.0.1") && !detail.contains("example"), "{detail}");
        assert_eq!((proxy.last().fault, proxy.last().status), (Some(ExchangeFault::Connect), None));
        assert!(proxy.calls().is_empty());
    }
}

#[test]
fn an_answer_that_someone_cut_off_is_not_whole() {
    let dir = tempfile::tempdir().unwrap();
    let ours = Authority::new(dir.path(), "ours");
    // Without a length the end of the connection is the end of the answer, and only TLS can tell that it is the true one.
    for says in [&b"HTTP/1.0 200 OK\r\n\r\nhalf"[..], b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"] {
        let url = serve(ours.signs("127.0.0.1", 2999), "127.0.0.1", says, true);
        let proxy = Utb::record(&url, &["--upstream-ca", ours.file()]);
        assert_eq!(get(proxy.url(), "/x").rest(), (b"half".to_vec(), false));
        assert_eq!(proxy.last().fault, Some(ExchangeFault::BrokeOff));
    }
}

#[test]
fn a_file_of_certificates_that_is_none_stops_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).unwrap();
        dir.path().join(name).to_str().unwrap().to_owned()
    };
    let (absent, empty) = (dir.path().join("absent.pem"), file("empty.pem", "no certificate\n"));
    let broken = file("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    let absent = absent.to_str().unwrap();
    for (upstream, ca, reason) in [
        ("https://127.0.0.1:1", absent, absent),
        ("https://127.0.0.1:1", &empty, "no certificate that can be trusted"),
        ("https://127.0.0.1:1", &broken, &broken),
        ("http://127.0.0.1:1", &empty, "does not begin with https://"),
    ] {
        for (command, more) in [("record", &[][..]), ("referee", &["--persona", "fenna-terwolde"])] {
            let mut utb = Command::new(env!("CARGO_BIN_EXE_utb"));
            utb.args([command, "--addr", "127.0.0.1:0", "--upstream", upstream, "--upstream-ca", ca]).args(more);
            let output = utb.arg("--journal").arg(dir.path().join("journal")).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{command} {ca}: {said}");
            assert!(said.contains(reason), "{command} {ca}: {said}");
        }
    }
}
