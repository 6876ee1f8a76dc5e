//! What an import may ask its caller for: meshes, other files, and how a file is named in the result.

use skidpad_scene::Mesh;
use skidpad_world::Limits;
use skidpad_world::files::{Files, MapFiles};
use std::sync::Arc;

/// Answers the address of a mesh with the mesh, or with the reason why there is none.
pub(crate) type Meshes<'a> = dyn Fn(&str) -> Result<Arc<Mesh>, String> + 'a;

/// How an import reaches files.
pub struct ImportOptions<'a> {
    /// The mesh at an address as the imported file writes it.
    pub mesh: Box<Meshes<'a>>,
    /// An address as the imported file writes it, as the result should write it.
    pub rename: Box<dyn Fn(&str) -> String + 'a>,
    /// Files that an SDF world includes, by logical path.
    pub files: &'a dyn Files,
    /// Limits on what is read.
    pub limits: Limits,
}

impl ImportOptions<'static> {
    /// An import of text alone: no mesh and no included file is found.
    pub fn without_files() -> ImportOptions<'static> {
        static NONE: MapFiles = MapFiles(std::collections::BTreeMap::new());
        ImportOptions {
            mesh: Box::new(|_| Err("files are not read here".to_owned())),
            rename: Box::new(str::to_owned),
            files: &NONE,
            limits: Limits::default(),
        }
    }
}
