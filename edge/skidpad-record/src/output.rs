//! Creates output files: never through a link, never over a file that the run reads, and not over a recording.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The first bytes of every MCAP file.
const MCAP_MAGIC: [u8; 8] = [0x89, b'M', b'C', b'A', b'P', b'0', b'\r', b'\n'];

/// Check an output file that the user named, before anything is opened.
///
/// It must not be one of the `inputs`, which are real paths, and without `may_replace` it must not be a recording.
pub fn check_output(path: &Path, inputs: &[PathBuf], may_replace: bool) -> io::Result<()> {
    refuse_link(path)?;
    let Ok(real) = fs::canonicalize(path) else { return Ok(()) };
    if inputs.contains(&real) {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "the run reads this file; name another one"));
    }
    if !may_replace && is_recording(&real) {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "this is a recording; --force replaces it"));
    }
    Ok(())
}

/// Create a file and the folders above it. An existing file is replaced; a link is refused.
pub fn create_output(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    refuse_link(path)?;
    File::create(path)
}

/// Links to devices and pipes, such as `/dev/stdout`, are allowed: they cannot be overwritten.
fn refuse_link(path: &Path) -> io::Result<()> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    let leads_to_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file() || metadata.is_dir());
    if is_link && leads_to_file {
        let message = "this is a symbolic link, which is not followed; name the file itself";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    Ok(())
}

fn is_recording(path: &Path) -> bool {
    let mut start = [0; MCAP_MAGIC.len()];
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == MCAP_MAGIC
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn inputs_recordings_and_links_are_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("skidpad-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| folder.join(name);
        fs::write(at("w.xml"), "<mvsim_world/>").unwrap();
        fs::write(at("run.mcap"), [&MCAP_MAGIC[..], b"more"].concat()).unwrap();
        fs::write(at("old.csv"), "a,b\n").unwrap();
        std::os::unix::fs::symlink(at("old.csv"), at("link.csv")).unwrap();
        std::os::unix::fs::symlink(at("nowhere"), at("dangling.csv")).unwrap();
        let inputs = [fs::canonicalize(at("w.xml")).unwrap()];
        let check = |name: &str, may_replace| check_output(&at(name), &inputs, may_replace).is_ok();
        assert_eq!(["new.csv", "old.csv"].map(|name| check(name, false)), [true; 2]);
        assert_eq!(
            ["w.xml", "run.mcap", "link.csv", "dangling.csv"].map(|name| check(name, false)),
            [false; 4]
        );
        assert_eq!(["w.xml", "run.mcap"].map(|name| check(name, true)), [false, true]);
        assert!(create_output(&at("link.csv")).is_err() && create_output(&at("dangling.csv")).is_err());
        assert_eq!(fs::read_to_string(at("old.csv")).unwrap(), "a,b\n");
        assert!(check_output(Path::new("/dev/full"), &inputs, false).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }
}
