//! `utb run --url`: the built-in agents against a server that runs already.

use std::io::Read;

use flate2::read::DeflateDecoder;
use usertoolbench::call::base64;

use crate::support::{Server, utb};

#[test]
fn a_page_about_another_servers_sessions_shows_gold_beside_run_too() {
    let server = Server::start(&[]);
    let url = format!("http://{}", server.operator);
    let there = utb(&["run", "--agent", "oracle", "--format", "html", "--url", &url]);
    let here = utb(&["run", "--agent", "oracle", "--format", "html"]);
    let steps = |page: &str| unpacked(page).matches("\"steps\":").count();
    assert_eq!(there.code, Some(0), "{}", there.err);
    assert!(steps(&there.out) > 10, "no turn is shown step by step");
    assert_eq!(steps(&there.out), steps(&here.out));
}

/// What a page is about: deflated, in base64, the longest word of it.
fn unpacked(page: &str) -> String {
    let is_code = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let longest = page.split(|c| !is_code(c)).max_by_key(|word| word.len()).unwrap();
    let bytes = base64::decode(longest).unwrap();
    let mut text = String::new();
    DeflateDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
    text
}
