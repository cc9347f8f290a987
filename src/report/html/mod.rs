//! One file that a browser opens: figures, curves, and each turn with gold beside run. It loads nothing.
//!
//! - `page.html`, `style.css`, `*.js`: what the page is, as static files
//! - `data`: what it shows, packed

mod data;

use sha2::{Digest, Sha256};

use super::{Format, Report};
use crate::call::base64;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// The scripts in the order in which they are put together.
const SCRIPTS: [&str; 4] =
    [include_str!("parts.js"), include_str!("figures.js"), include_str!("turn.js"), include_str!("main.js")];

/// A page for people, whole in one file. With views it has each turn as gold beside run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Html;

impl Format for Html {
    fn text(&self, report: &Report) -> String {
        let script = format!("\"use strict\";\n{}", SCRIPTS.concat());
        let hash = format!("sha256-{}", base64::encode(&Sha256::digest(script.as_bytes())));
        // The parts come from here, but for the data, which base64 keeps to letters, digits, + / and =.
        let mut page = PAGE.replace("{{script_hash}}", &hash).replace("{{style}}", STYLE.trim_end());
        page = page.replace("{{script}}", &script);
        page.replace("{{data}}", &data::packed(report)).trim_end().to_owned()
    }
}
