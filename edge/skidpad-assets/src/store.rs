//! Finds the bytes of assets: in the world's folders, in the program itself, in an archive, or in the
//! store of downloaded files. Reading never downloads.

use crate::archive::{Archive, split_member};
use crate::{AssetProblem, DiskFiles, Limits, Origin, WorldFiles};
use skidpad_math::StateHash;
use skidpad_world::files::{FileProblem, Files, folder_of, join};
use skidpad_world::{Budget, Resource, Spending};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Finds the assets of one world by their addresses.
#[derive(Debug)]
pub struct AssetStore {
    files: DiskFiles,
    world_folder: String,
    downloads: Option<DiskFiles>,
    limits: Limits,
    budget: Budget,
    /// Given files, by their addresses as written in the world.
    given: BTreeMap<String, Vec<u8>>,
    /// Whether nothing but the given files is read.
    has_only_given: bool,
    /// What was found.
    answered: Mutex<Answers>,
    /// The archives that were opened last: worlds often use many members of one archive.
    archives: Mutex<OpenArchives>,
}

/// What was found, by its address as written in the world.
#[derive(Debug, Default)]
struct Answers {
    by_uri: BTreeMap<String, Answer>,
    /// Bytes of all that were kept.
    byte_count: usize,
}

/// What a file held when it was first read: files may change while a world runs, the world does not.
#[derive(Debug)]
enum Answer {
    /// All of it.
    Bytes(Arc<[u8]>),
    /// Only its hash, of a long file.
    Hash(u64),
    /// It was given and cannot change.
    Given,
}

/// Most bytes of files that are kept as they were.
const MOST_KEPT_BYTES: usize = 16 << 20;

/// Archives whose members were listed, or why they could not be.
#[derive(Debug, Default)]
struct OpenArchives {
    by_path: BTreeMap<String, Result<Archive, AssetProblem>>,
    byte_count: usize,
    member_count: usize,
}

/// Most bytes of archives that are kept, beside the one that was opened last.
const MOST_ARCHIVE_BYTES: usize = 64 << 20;
/// Most members of archives that are kept, beside those of the one that was opened last.
const MOST_MEMBERS: usize = 250_000;
/// Steps of work for listing a member of an archive.
const WORK_PER_MEMBER: u64 = 400;
/// Least bytes of an entry in the list of an archive.
const BYTES_OF_ENTRY: usize = 46;
/// Bytes of an archive that are read in a step of work.
const ARCHIVE_BYTES_PER_STEP: u64 = 16;

impl OpenArchives {
    fn keep(&mut self, path: String, byte_count: usize, archive: Result<Archive, AssetProblem>) {
        let member_count = archive.as_ref().map_or(0, Archive::member_count);
        let is_full = self.byte_count + byte_count > MOST_ARCHIVE_BYTES
            || self.member_count + member_count > MOST_MEMBERS;
        if is_full {
            *self = OpenArchives::default();
        }
        self.byte_count += byte_count;
        self.member_count += member_count;
        self.by_path.insert(path, archive);
    }
}

/// Whether an asset is available, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetState {
    /// On disk, below the folders that may be read, at this real path (that of the archive, for a member).
    Present(PathBuf),
    /// In the program itself.
    Embedded,
    /// Downloaded before, at this real path (that of the archive, for a member).
    Downloaded(PathBuf),
    /// Nowhere, or refused.
    Missing(AssetProblem),
}

/// A parsed asset address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// Logical path among the world's files.
    Local(String),
    /// Path in the asset store: host, then the path of the address.
    Web(String),
}

impl Address {
    /// Parse an address as written by a world in `folder`.
    pub(crate) fn of(uri: &str, folder: &str) -> Result<Address, AssetProblem> {
        let uri = uri.trim();
        let unknown = |what: &str| AssetProblem::UnknownFormat { what: what.to_owned() };
        let Some((scheme, rest)) = uri.split_once("://") else {
            return Ok(Address::Local(join(folder, uri)));
        };
        match scheme.to_ascii_lowercase().as_str() {
            "file" => Ok(Address::Local(join(folder, rest))),
            "package" => Ok(Address::Local(join(folder, uri))),
            scheme @ ("http" | "https") => {
                store_path(scheme, rest).map(Address::Web).ok_or_else(|| unknown(uri))
            }
            "model" => Err(AssetProblem::ModelAddress),
            _ => Err(unknown(&format!("{scheme}://"))),
        }
    }

    fn path(&self) -> &str {
        match self {
            Address::Local(path) | Address::Web(path) => path,
        }
    }
}

/// Where the store keeps `scheme://host/path`: the same layout, without port, query or fragment marks. What came
/// unencrypted lies in folders of its own, whose names no host can have.
/// None for an address without a host or a file, or whose path climbs out.
pub(crate) fn store_path(scheme: &str, after_scheme: &str) -> Option<String> {
    // The host ends where a client would end it, so that nothing is kept under the name of another host.
    let (host, path) = after_scheme.split_at(after_scheme.find(['/', '?', '#', '\\'])?);
    let path = path.strip_prefix('/')?.split('#').next()?;
    let host = host.rsplit('@').next()?.to_ascii_lowercase().replace(':', "_");
    let is_name = |c: char| c.is_ascii_alphanumeric() || ".-_[]".contains(c);
    if host.is_empty() || host.starts_with('.') || !host.chars().all(is_name) {
        return None;
    }
    let path = join("", path.trim_start_matches('/')).replace('?', "_");
    let is_inside = !path.is_empty() && path != ".." && !path.starts_with("../");
    let mark = if scheme == "http" { "http+" } else { "" };
    is_inside.then(|| format!("{mark}{host}/{path}"))
}

/// The address of a file that another asset names: relative to it, unless it is absolute.
pub(crate) fn beside(uri: &str, name: &str) -> String {
    let name = name.trim().replace('\\', "/");
    let name = name.strip_prefix("file://").unwrap_or(&name);
    let name = name.strip_prefix("./").unwrap_or(name);
    if name.contains("://") || name.starts_with('/') {
        return name.to_owned();
    }
    match uri.rfind('/') {
        Some(end) => format!("{}/{name}", &uri[..end]),
        None => name.to_owned(),
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = StateHash::new();
    hash.bytes(bytes);
    hash.finish()
}

impl AssetStore {
    /// The assets of a world. `downloads` is the folder of the asset store; a folder that does
    /// not exist is empty.
    pub fn new(world: &WorldFiles, downloads: Option<&Path>) -> AssetStore {
        AssetStore {
            files: world.files.clone(),
            world_folder: folder_of(&world.world).to_owned(),
            downloads: downloads.and_then(|folder| DiskFiles::below(folder).ok()),
            limits: Limits::default(),
            budget: Budget::default(),
            given: BTreeMap::new(),
            has_only_given: false,
            answered: Mutex::default(),
            archives: Mutex::default(),
        }
    }

    /// A store with only these files, by their addresses as written in the world.
    pub fn of_files(files: BTreeMap<String, Vec<u8>>) -> AssetStore {
        AssetStore {
            files: DiskFiles::nowhere(),
            world_folder: String::new(),
            downloads: None,
            limits: Limits::default(),
            budget: Budget::default(),
            given: files,
            has_only_given: true,
            answered: Mutex::default(),
            archives: Mutex::default(),
        }
    }

    /// The same, but these files, by their addresses as written in the world, come before all others.
    pub fn with_files(self, files: BTreeMap<String, Vec<u8>>) -> AssetStore {
        AssetStore { given: files, ..self }
    }

    /// Addresses that were found so far, as written in the world.
    pub fn answered(&self) -> Vec<String> {
        locked(&self.answered).by_uri.keys().cloned().collect()
    }

    /// The same, with other limits.
    pub fn with_limits(self, limits: Limits) -> AssetStore {
        AssetStore { limits, ..self }
    }

    /// The same, with another budget for everything that one load decodes.
    pub fn with_budget(self, budget: Budget) -> AssetStore {
        AssetStore { budget, ..self }
    }

    /// What one load may decode in all.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The limits of every decoder.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The bytes behind an address.
    pub fn read(&self, uri: &str) -> Result<Vec<u8>, AssetProblem> {
        self.read_within(uri, &self.limits, None)
    }

    /// The bytes behind an address, under other limits. Archives that are opened for it are charged as work.
    pub(crate) fn read_within(
        &self,
        uri: &str,
        limits: &Limits,
        spending: Option<&Spending>,
    ) -> Result<Vec<u8>, AssetProblem> {
        if let Some(Answer::Bytes(bytes)) = locked(&self.answered).by_uri.get(uri)
            && bytes.len() <= limits.file_bytes
        {
            return Ok(bytes.to_vec());
        }
        let bytes = self.look_up(uri, limits, spending)?;
        let mut answered = locked(&self.answered);
        match answered.by_uri.get(uri) {
            Some(Answer::Hash(known)) if *known != hash_of(&bytes) => {
                let changed = "it has changed since the world was read".to_owned();
                return Err(AssetProblem::File(FileProblem::Unreadable(changed)));
            }
            Some(_) => {}
            None => {
                let answer = self.answer(uri, &bytes, answered.byte_count);
                if let Answer::Bytes(kept) = &answer {
                    answered.byte_count += kept.len();
                }
                answered.by_uri.insert(uri.to_owned(), answer);
            }
        }
        Ok(bytes)
    }

    /// What is kept of a file beside so many bytes of others.
    fn answer(&self, uri: &str, bytes: &[u8], kept_bytes: usize) -> Answer {
        if self.given.contains_key(uri) {
            Answer::Given
        } else if kept_bytes + bytes.len() <= MOST_KEPT_BYTES {
            Answer::Bytes(bytes.into())
        } else {
            Answer::Hash(hash_of(bytes))
        }
    }

    /// Files that are not what they were when the world was read and of which no copy was kept, as written in the
    /// world.
    pub fn changed(&self) -> Vec<String> {
        let is_long = |answer: &Answer| matches!(answer, Answer::Hash(_));
        let long: Vec<String> = {
            let answered = locked(&self.answered);
            answered.by_uri.iter().filter(|(_, it)| is_long(it)).map(|(uri, _)| uri.clone()).collect()
        };
        long.into_iter().filter(|uri| self.read(uri).is_err()).collect()
    }

    fn look_up(
        &self,
        uri: &str,
        limits: &Limits,
        spending: Option<&Spending>,
    ) -> Result<Vec<u8>, AssetProblem> {
        if let Some(bytes) = self.given.get(uri) {
            return Ok(bytes.clone());
        }
        if self.has_only_given {
            return Err(AssetProblem::File(FileProblem::Missing));
        }
        let address = Address::of(uri, &self.world_folder)?;
        let Some((archive, member)) = split_member(address.path()) else {
            return self.read_plain(&address, address.path(), limits.file_bytes);
        };
        // A folder may be called x.zip.
        if let Ok(bytes) = self.read_plain(&address, address.path(), limits.file_bytes) {
            return Ok(bytes);
        }
        self.open_archive(&address, archive, spending)?.member(member, limits)
    }

    fn open_archive(
        &self,
        address: &Address,
        archive: &str,
        spending: Option<&Spending>,
    ) -> Result<Archive, AssetProblem> {
        let is_local = matches!(address, Address::Local(_));
        let key = format!("{is_local} {archive}");
        if let Some(opened) = locked(&self.archives).by_path.get(&key) {
            return opened.clone();
        }
        if let Some(spending) = spending
            && spending.left(Resource::Work) == 0
        {
            return Err(spending.over(Resource::Work).into());
        }
        let bytes = self.read_plain(address, archive, self.limits.file_bytes)?;
        let byte_count = bytes.len();
        let opened = Archive::open(bytes, &self.limits);
        locked(&self.archives).keep(key, byte_count, opened.clone());
        // Only the archives opened last are kept, so that this may happen again and again.
        if let Some(spending) = spending {
            let member_count = opened.as_ref().map_or(byte_count / BYTES_OF_ENTRY, Archive::member_count);
            let work = WORK_PER_MEMBER * member_count as u64 + byte_count as u64 / ARCHIVE_BYTES_PER_STEP;
            if let Err(over) = spending.spend(Resource::Work, work) {
                spending.exhaust(Resource::Work);
                return Err(over.into());
            }
        }
        opened
    }

    fn read_plain(&self, address: &Address, path: &str, limit: usize) -> Result<Vec<u8>, AssetProblem> {
        match address {
            Address::Local(_) => Ok(self.files.read(path, limit)?),
            Address::Web(_) => match &self.downloads {
                Some(downloads) if downloads.exists(path) => Ok(downloads.read(path, limit)?),
                _ => Err(AssetProblem::NotInStore),
            },
        }
    }

    /// Whether an asset is available, and from where.
    pub fn state(&self, uri: &str) -> AssetState {
        self.state_of(uri, None, &|| self.read(uri))
    }

    /// What is wrong with an asset that is not available. A member of an archive is unpacked, which counts.
    pub(crate) fn look_for(
        &self,
        uri: &str,
        limits: &Limits,
        spending: &Spending,
    ) -> Result<(), AssetProblem> {
        let read = || -> Result<Vec<u8>, AssetProblem> {
            let bytes = self.read_within(uri, limits, Some(spending))?;
            spending.spend(Resource::DecodedBytes, bytes.len() as u64)?;
            Ok(bytes)
        };
        match self.state_of(uri, Some(spending), &read) {
            AssetState::Missing(problem) => Err(problem),
            _ => Ok(()),
        }
    }

    /// Whether an asset is available, and from where; `read` says what is wrong with it.
    fn state_of(
        &self,
        uri: &str,
        spending: Option<&Spending>,
        read: &dyn Fn() -> Result<Vec<u8>, AssetProblem>,
    ) -> AssetState {
        if self.has_only_given || self.given.contains_key(uri) {
            return self
                .look_up(uri, &self.limits, None)
                .map_or_else(AssetState::Missing, |_| AssetState::Embedded);
        }
        let address = match Address::of(uri, &self.world_folder) {
            Ok(address) => address,
            Err(problem) => return AssetState::Missing(problem),
        };
        let origin = |path: &str| match &address {
            Address::Local(_) => self.files.origin(path),
            Address::Web(_) => self.downloads.as_ref()?.origin(path),
        };
        let mut found = origin(address.path());
        if found.is_none()
            && let Some((archive, member)) = split_member(address.path())
        {
            // The member must exist too; it is unpacked when it is wanted.
            match self.open_archive(&address, archive, spending) {
                Ok(opened) if opened.has(member) => found = origin(archive),
                Ok(_) => return AssetState::Missing(FileProblem::Missing.into()),
                Err(problem) => return AssetState::Missing(problem),
            }
        }
        match (found, &address) {
            (Some(Origin::Embedded | Origin::Given), _) => AssetState::Embedded,
            (Some(Origin::Disk(path)), Address::Local(_)) => AssetState::Present(path),
            (Some(Origin::Disk(path)), Address::Web(_)) => AssetState::Downloaded(path),
            (None, _) => AssetState::Missing(match read() {
                Ok(_) => AssetProblem::NotInStore,
                Err(problem) => problem,
            }),
        }
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_to_their_side() {
        let local = |uri: &str, path: &str| {
            assert_eq!(Address::of(uri, "worlds"), Ok(Address::Local(path.into())), "{uri}");
        };
        local("../models/a.dae", "models/a.dae");
        local(" a.png ", "worlds/a.png");
        local("file:///opt/a.dae", "/opt/a.dae");
        local("file://a.dae", "worlds/a.dae");
        local("package://arm/a.dae", "skidpad-package:/arm/a.dae");
        local("skidpad-data:/share/mvsim/models/a.dae", "skidpad-data:/models/a.dae");
        let web = |uri: &str, path: &str| {
            assert_eq!(Address::of(uri, "worlds"), Ok(Address::Web(path.into())), "{uri}");
        };
        web("https://Example.org/m/a.dae", "example.org/m/a.dae");
        web("http://example.org:8080/a//b/../c.zip/d.dae", "http+example.org_8080/a/c.zip/d.dae");
        web("https://user@example.org/a?b=1#c", "example.org/a_b=1");
        assert_eq!(Address::of("model://chair/c.dae", "worlds"), Err(AssetProblem::ModelAddress));
        for refused in [
            "ftp://example.org/a",
            "https://example.org",
            "https://example.org/",
            "https:///etc/passwd",
            "https://attacker.org?@example.org/a",
            "https://attacker.org#@example.org/a",
            "https://attacker.org\\@example.org/a",
            "https://../etc/passwd",
            "https://example.org/../../etc/passwd",
            "https://..%2f/etc",
        ] {
            assert!(Address::of(refused, "worlds").is_err(), "{refused}");
        }
    }

    /// Only some archives stay open, so that those of many members may be listed again for each of them.
    #[cfg(feature = "archives")]
    #[test]
    fn listing_the_members_of_an_archive_is_work() {
        let archive = crate::archive::tests::packed(&[("a.obj", b"a"), ("b.obj", b"b")]);
        let files = DiskFiles::in_memory(BTreeMap::from([("m.zip".to_owned(), archive)]));
        let store = AssetStore::new(&WorldFiles { files, world: "a.world.xml".to_owned() }, None);
        let budget = Budget::default();
        let spending = Spending::new(budget);
        let spent = || budget.work - spending.left(Resource::Work);
        let read = |uri: &str| store.read_within(uri, store.limits(), Some(&spending));
        assert_eq!(read("m.zip/a.obj").as_deref(), Ok(&b"a"[..]));
        let once = spent();
        assert!(once >= 2 * WORK_PER_MEMBER);
        assert_eq!(read("m.zip/gone.obj"), Err(FileProblem::Missing.into()));
        assert_eq!(spent(), once, "it is still open");
        *locked(&store.archives) = OpenArchives::default();
        assert_eq!(read("m.zip/gone.obj"), Err(FileProblem::Missing.into()));
        assert_eq!(spent(), 2 * once, "a member that is missing was looked for too");
        *locked(&store.archives) = OpenArchives::default();
        spending.exhaust(Resource::Work);
        assert!(matches!(read("m.zip/b.obj"), Err(AssetProblem::OverBudget(_))));
    }

    #[test]
    fn textures_lie_beside_their_mesh() {
        assert_eq!(beside("../models/a.dae", "b.png"), "../models/b.png");
        assert_eq!(beside("a.dae", "./b.png"), "b.png");
        assert_eq!(beside("https://x.org/m.zip/a.dae", "tex\\b.png"), "https://x.org/m.zip/tex/b.png");
        assert_eq!(beside("a/b.dae", "../c.png"), "a/../c.png");
        assert_eq!(beside("a/b.dae", "/etc/passwd"), "/etc/passwd");
    }
}
