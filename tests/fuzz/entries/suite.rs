//! The files of one persona: the first byte says which of them is replaced by the rest.

use std::sync::LazyLock;

use usertoolbench::assets::{Assets, Files};
use usertoolbench::suite::Suite;

use super::Entry;
use super::files::{only, with};

pub const ENTRY: Entry = Entry { name: "suite", seeds, run };

static FILES: LazyLock<Files> = LazyLock::new(|| only(&Assets::embedded().suite, "/fenna-terwolde."));

fn seeds() -> Vec<Vec<u8>> {
    FILES.values().enumerate().map(|(i, file)| [&[b'0' + i as u8], &*file.bytes].concat()).collect()
}

fn run(input: &[u8]) {
    let Some((which, bytes)) = input.split_first() else { return };
    let Some(path) = FILES.keys().nth(usize::from(which.wrapping_sub(b'0'))) else { return };
    if let Err(fault) = Suite::load(&with(&FILES, path, bytes)) {
        assert!(!fault.to_string().is_empty());
    }
}
