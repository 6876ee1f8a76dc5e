//! Members of zip archives, read in place.

#[cfg(feature = "archives")]
pub(crate) use members::Archive;
#[cfg(feature = "archives")]
pub use members::read_member;

#[cfg(not(feature = "archives"))]
use crate::{AssetProblem, Limits};

/// Split `models.zip/a/b.dae` into the archive and the member; `None` for a path that is not in an archive.
pub(crate) fn split_member(path: &str) -> Option<(&str, &str)> {
    let lower = path.to_ascii_lowercase();
    let at = lower.find(".zip/")?;
    Some((&path[..at + 4], &path[at + 5..]))
}

/// A program without the feature `archives` reads none.
#[cfg(not(feature = "archives"))]
pub fn read_member(_archive: &[u8], _member: &str, _limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
    Err(AssetProblem::UnknownFormat { what: "a zip archive, which cannot be read here".to_owned() })
}

/// An archive, which a program without the feature `archives` cannot open.
#[cfg(not(feature = "archives"))]
#[derive(Debug, Clone)]
pub(crate) enum Archive {}

#[cfg(not(feature = "archives"))]
impl Archive {
    pub(crate) fn open(bytes: Vec<u8>, limits: &Limits) -> Result<Archive, AssetProblem> {
        read_member(&bytes, "", limits).and(Err(AssetProblem::NotInStore))
    }

    pub(crate) fn member_count(&self) -> usize {
        match *self {}
    }

    pub(crate) fn has(&self, _member: &str) -> bool {
        match *self {}
    }

    pub(crate) fn member(self, _member: &str, _limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
        match self {}
    }
}

#[cfg(feature = "archives")]
mod members {
    use crate::{AssetProblem, Limits};
    use skidpad_world::files::FileProblem;
    use std::collections::BTreeMap;
    use std::io::{Cursor, Read, Seek};
    use std::sync::Arc;
    use zip::ZipArchive;
    use zip::read::ZipFile;
    use zip::result::ZipError;

    /// Largest compression ratio of a member that is larger than [`RATIO_FREE_BYTES`].
    const MAX_RATIO: u64 = 200;
    /// Up to this size a member may have any compression ratio [bytes].
    const RATIO_FREE_BYTES: u64 = 16 << 20;

    /// The bytes of an archive, which its copies share.
    #[derive(Debug, Clone)]
    pub(crate) struct SharedBytes(Arc<Vec<u8>>);

    impl AsRef<[u8]> for SharedBytes {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }

    /// An archive whose list of members has been read, which takes longer than a member.
    #[derive(Debug, Clone)]
    pub(crate) struct Archive<R = Cursor<SharedBytes>> {
        zip: ZipArchive<R>,
        /// Members whose names are written in the alphabet of DOS, by their names.
        dos_names: Arc<BTreeMap<String, usize>>,
    }

    impl Archive {
        pub(crate) fn open(bytes: Vec<u8>, limits: &Limits) -> Result<Archive, AssetProblem> {
            Archive::listed(Cursor::new(SharedBytes(Arc::new(bytes))), limits)
        }

        /// How many members it has.
        pub(crate) fn member_count(&self) -> usize {
            self.zip.len()
        }
    }

    impl<R: Read + Seek> Archive<R> {
        fn listed(bytes: R, limits: &Limits) -> Result<Archive<R>, AssetProblem> {
            let zip = ZipArchive::new(bytes).map_err(|error| problem(&error))?;
            if zip.len() > limits.member_count {
                return Err(AssetProblem::TooMany { what: "members", limit: limits.member_count as u64 });
            }
            let mut dos_names = BTreeMap::new();
            for (index, name) in zip.file_names().enumerate() {
                let Ok(name) = name else { continue };
                if zip.index_for_name_raw(name.as_bytes()) != Some(index) {
                    dos_names.entry(name.into_owned()).or_insert(index);
                }
            }
            Ok(Archive { zip, dos_names: Arc::new(dos_names) })
        }

        /// The number of a member.
        fn index_of(&self, member: &str) -> Option<usize> {
            // The crate's own search by name looks at every member for one that is not there.
            let written = self.zip.index_for_name_raw(member.as_bytes());
            written.or_else(|| self.dos_names.get(member).copied())
        }

        /// Whether there is a member of this name.
        pub(crate) fn has(&self, member: &str) -> bool {
            self.index_of(member).is_some()
        }

        /// One member, unpacked.
        pub(crate) fn member(mut self, member: &str, limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
            let index = self.index_of(member).ok_or(FileProblem::Missing)?;
            unpacked(self.zip.by_index(index).map_err(|error| problem(&error))?, limits)
        }
    }

    /// One member of an archive, unpacked.
    pub fn read_member(archive: &[u8], member: &str, limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
        Archive::listed(Cursor::new(archive), limits)?.member(member, limits)
    }

    fn unpacked(file: ZipFile<'_, impl Read>, limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
        if file.is_dir() {
            return Err(FileProblem::NotAFile.into());
        }
        let limit = limits.file_bytes;
        let too_large = AssetProblem::File(FileProblem::TooLarge { limit });
        let packed = file.compressed_size();
        if file.size() > limit as u64 {
            return Err(too_large);
        }
        // The declared size can be wrong; the unpacked bytes are counted.
        let ratio_limit = packed.saturating_mul(MAX_RATIO).max(RATIO_FREE_BYTES);
        let mut bytes = Vec::new();
        let mut reader = file.take((limit as u64).min(ratio_limit) + 1);
        (reader.read_to_end(&mut bytes))
            .map_err(|error| AssetProblem::malformed(format!("cannot be unpacked: {error}")))?;
        if bytes.len() > limit {
            return Err(too_large);
        }
        if bytes.len() as u64 > ratio_limit {
            return Err(AssetProblem::malformed(format!(
                "is packed more than {MAX_RATIO} times smaller than it is"
            )));
        }
        Ok(bytes)
    }

    fn problem(error: &ZipError) -> AssetProblem {
        match error {
            ZipError::FileNotFound => FileProblem::Missing.into(),
            other => AssetProblem::malformed(format!("is not a readable zip archive: {other}")),
        }
    }
}

#[cfg(all(test, feature = "archives"))]
pub(crate) mod tests {
    use super::*;
    use crate::{AssetProblem, Limits};
    use skidpad_world::files::FileProblem;
    use std::io::{Cursor, Write};
    use zip::write::{SimpleFileOptions, ZipWriter};

    /// A small archive.
    pub(crate) fn packed(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn paths_split_at_the_archive() {
        assert_eq!(split_member("a/b.zip/c/d.dae"), Some(("a/b.zip", "c/d.dae")));
        assert_eq!(split_member("a/B.ZIP/c"), Some(("a/B.ZIP", "c")));
        assert_eq!(split_member("a/b.zip"), None);
        assert_eq!(split_member("a/b.zipper/c"), None);
    }

    #[test]
    fn members_are_read_and_missing_ones_said() {
        let archive = packed(&[("a/b.txt", b"hello"), ("c.txt", b"")]);
        let limits = Limits::default();
        assert_eq!(read_member(&archive, "a/b.txt", &limits).unwrap(), b"hello");
        assert_eq!(read_member(&archive, "c.txt", &limits).unwrap(), b"");
        let missing = AssetProblem::File(FileProblem::Missing);
        assert_eq!(read_member(&archive, "b.txt", &limits), Err(missing));
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0_u8; 64 << 20];
        let archive = packed(&[("bomb", &zeros)]);
        assert!(archive.len() < 100_000);
        let small = Limits { file_bytes: 1 << 20, ..Limits::default() };
        let limit = small.file_bytes;
        let too_large = AssetProblem::File(FileProblem::TooLarge { limit });
        assert_eq!(read_member(&archive, "bomb", &small), Err(too_large));
        let ratio = read_member(&archive, "bomb", &Limits::default());
        assert!(matches!(ratio, Err(AssetProblem::Malformed { .. })), "{ratio:?}");
        let few = Limits { member_count: 0, ..Limits::default() };
        let many = read_member(&archive, "bomb", &few);
        assert!(matches!(many, Err(AssetProblem::TooMany { .. })));
    }

    #[test]
    fn cut_archives_end_in_a_problem() {
        let archive = packed(&[("a", &[7; 4000]), ("b", b"text")]);
        for end in 0..archive.len() {
            assert!(read_member(&archive[..end], "a", &Limits::default()).is_err(), "{end}");
        }
    }
}
