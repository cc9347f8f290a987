//! Files that are laid over the built-in ones.

use usertoolbench::assets::Files;

/// Those of which the path holds this.
pub fn only(files: &Files, part: &str) -> Files {
    files.iter().filter(|(path, _)| path.contains(part)).map(|(path, file)| (path.clone(), file.clone())).collect()
}

/// The same files with other bytes in one of them.
pub fn with(files: &Files, path: &str, bytes: &[u8]) -> Files {
    let mut files = files.clone();
    if let Some(file) = files.get_mut(path) {
        file.bytes = bytes.to_vec().into();
        file.overlaid = true;
    }
    files
}
