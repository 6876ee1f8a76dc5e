//! Reads world files and assets from confined folders, under limits, and decodes them into the
//! types of `skidpad-scene`.
//!
//! This is the only crate that opens world files. Nothing is executed, nothing is downloaded
//! (except by `fetch`, which only `skidpad assets fetch` calls), and nothing outside the folders
//! given is opened: not through `..`, links, absolute paths, devices or pipes.
//!
//! ```no_run
//! use skidpad_assets::{DiskFiles, Folders};
//! use skidpad_world::files::Files;
//! use std::path::Path;
//!
//! # fn main() -> std::io::Result<()> {
//! let opened = DiskFiles::for_world(Path::new("worlds/yard.world.xml"), &Folders::default())?;
//! let text = opened.files.read(&opened.world, 16 << 20);
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod archive;
pub mod decode;
mod disk;
pub mod embedded;
#[cfg(feature = "fetch")]
pub mod fetch;
mod limits;
mod load;
mod needed;
mod problem;
mod store;

pub use archive::read_member;
pub use disk::{DiskFiles, Folders, Origin, WorldFiles};
pub use limits::Limits;
pub use load::{
    load_assets, load_pictures, mesh_companions, read_assets, read_mesh, read_picture, texture_key,
};
pub use needed::{AssetKind, ListedAsset, NeededAsset, list_assets, needed_assets};
pub use problem::AssetProblem;
pub use store::{AssetState, AssetStore};
