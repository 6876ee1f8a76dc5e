//! Downloads into the asset store: the only code that opens a connection, and only when the user
//! runs `skidpad assets fetch`.

use crate::archive::split_member;
use crate::store::store_path;
use skidpad_math::sha256::sha256_hex;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest time to download a file.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// A file of the store after [`fetch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The address; for a member of an archive, that of the archive.
    pub url: String,
    /// Where the file is.
    pub path: PathBuf,
    /// Its length [bytes].
    pub bytes: u64,
    /// SHA-256 in hexadecimal, also kept in `<file>.sha256`.
    pub sha256: String,
    /// Whether it was already stored, with a valid checksum.
    pub was_present: bool,
}

/// Why a download failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum FetchProblem {
    /// Not an `http(s)://host/path` address.
    BadAddress,
    /// The server did not answer, or did not send the file.
    Network(String),
    /// More than this many bytes.
    TooLarge {
        /// The limit [bytes].
        limit: usize,
    },
    /// The file could not be stored.
    Disk(io::Error),
}

impl fmt::Display for FetchProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchProblem::BadAddress => write!(f, "this is not an http:// or https:// address of a file"),
            FetchProblem::Network(reason) => write!(f, "download failed: {reason}"),
            FetchProblem::TooLarge { limit } => write!(f, "the file is longer than {limit} bytes"),
            FetchProblem::Disk(error) => write!(f, "cannot store the file: {error}"),
        }
    }
}

impl std::error::Error for FetchProblem {}

impl From<io::Error> for FetchProblem {
    fn from(error: io::Error) -> FetchProblem {
        FetchProblem::Disk(error)
    }
}

/// Download a file into the store, unless it is already there with a valid checksum.
/// For a member of an archive the whole archive is stored.
pub fn fetch(url: &str, store: &Path, limit: usize) -> Result<Fetched, FetchProblem> {
    let (scheme, rest) = url.trim().split_once("://").ok_or(FetchProblem::BadAddress)?;
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "http" && scheme != "https" {
        return Err(FetchProblem::BadAddress);
    }
    let rest = split_member(rest).map_or(rest, |(archive, _)| archive);
    let inside = store_path(&scheme, rest).ok_or(FetchProblem::BadAddress)?;
    let url = format!("{scheme}://{rest}");
    let path = store.join(&inside);
    if let Some(present) = present(&url, &path, limit) {
        return Ok(present);
    }
    let bytes = download(&url, limit)?;
    let sha256 = sha256_hex(&bytes);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("asset");
    write_whole(&path, &bytes)?;
    write_whole(&checksum_path(&path), format!("{sha256}  {name}\n").as_bytes())?;
    Ok(Fetched { url, path, bytes: bytes.len() as u64, sha256, was_present: false })
}

/// A stored file with a valid checksum.
fn present(url: &str, path: &Path, limit: usize) -> Option<Fetched> {
    let kept = fs::read_to_string(checksum_path(path)).ok()?;
    if fs::metadata(path).ok()?.len() > limit as u64 {
        return None;
    }
    let bytes = fs::read(path).ok()?;
    let sha256 = sha256_hex(&bytes);
    (kept.split_whitespace().next() == Some(&sha256)).then(|| Fetched {
        url: url.to_owned(),
        path: path.to_owned(),
        bytes: bytes.len() as u64,
        sha256,
        was_present: true,
    })
}

fn checksum_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

fn download(url: &str, limit: usize) -> Result<Vec<u8>, FetchProblem> {
    let network = |error: &dyn fmt::Display| FetchProblem::Network(error.to_string());
    let mut config = ureq::Agent::config_builder()
        // A redirect never leads from https to http.
        .https_only(url.starts_with("https://"))
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_global(Some(TOTAL_TIMEOUT))
        .user_agent(concat!("skidpad/", env!("CARGO_PKG_VERSION")));
    if is_loopback(url) {
        config = config.proxy(None);
    }
    let agent: ureq::Agent = config.build().into();
    let mut response = agent.get(url).call().map_err(|error| network(&error))?;
    let declared = response.body().content_length();
    if declared.is_some_and(|length| length > limit as u64) {
        return Err(FetchProblem::TooLarge { limit });
    }
    let mut bytes = Vec::new();
    let mut body = response.body_mut().as_reader().take(limit as u64 + 1);
    body.read_to_end(&mut bytes).map_err(|error| network(&error))?;
    if bytes.len() > limit {
        return Err(FetchProblem::TooLarge { limit });
    }
    if declared.is_some_and(|length| length != bytes.len() as u64) {
        return Err(FetchProblem::Network("the connection ended before the file did".into()));
    }
    Ok(bytes)
}

fn is_loopback(url: &str) -> bool {
    let host = url.split("://").nth(1).and_then(|rest| rest.split(['/', ':']).next());
    matches!(host, Some("127.0.0.1" | "localhost"))
}

/// Write beside the target first, so that the target is always complete.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".part{}", std::process::id()));
    let part = PathBuf::from(part);
    let written = fs::File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The first error is reported; a temporary file that cannot be removed is harmless.
        let _ = fs::remove_file(&part);
    }
    written
}
