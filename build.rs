//! Lists the files that go into the binary, each with its digest.
//!
//! The digest is worked out here and not at the start: `utb serve` has to name the digest of its catalogue, and reading
//! every table for that would bring all of them into memory before the first call needs one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

/// Constant in the generated file, and folder of the repository.
const FOLDERS: [(&str, &str); 3] = [("TOOL_SPECS", "tool_specs"), ("RESPONSES", "responses"), ("SUITE", "suite")];

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name.to_owned()));
    let (root, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
    let mut listing = String::new();
    for (constant, folder) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let mut paths = Vec::new();
        collect(&root.join(folder), &mut paths)?;
        paths.sort();
        writeln!(listing, "static {constant}: &[Embedded] = &[").map_err(io::Error::other)?;
        for path in paths {
            listing.push_str(&entry(&root.join(folder), &path)?);
        }
        listing.push_str("];\n");
    }
    fs::write(out.join("files.rs"), listing)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, paths)?,
            false => paths.push(path),
        }
    }
    Ok(())
}

fn entry(folder: &Path, path: &Path) -> io::Result<String> {
    let inside = path.strip_prefix(folder).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
    let digest: String = Sha256::digest(fs::read(path)?).iter().map(|byte| format!("{byte:02x}")).collect();
    let file = path.to_string_lossy();
    Ok(format!("    Embedded {{ path: {inside:?}, digest: {digest:?}, bytes: include_bytes!({file:?}) }},\n"))
}
