//! Robots in URDF and worlds in SDF as text of skidpad's own worlds.
//!
//! [`import_urdf`] turns a robot into a `<vehicle:class>`, [`import_sdf`] turns a world into a world file.
//! Both take text and answer with text; meshes and included files come through functions of the caller.
//! Whatever has no counterpart is reported with its place, and nothing is left out silently.
//!
//! ```
//! use skidpad_import::{ImportOptions, import_urdf};
//!
//! let urdf = r#"<robot name="cart">
//!   <link name="base"><inertial><mass value="9"/></inertial>
//!     <collision><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.3 0.1"/></geometry></collision></link>
//!   <link name="left"><collision><origin rpy="1.5708 0 0"/><geometry><cylinder radius="0.1" length="0.04"/></geometry></collision></link>
//!   <link name="right"><collision><origin rpy="1.5708 0 0"/><geometry><cylinder radius="0.1" length="0.04"/></geometry></collision></link>
//!   <joint name="l" type="continuous"><parent link="base"/><child link="left"/><origin xyz="0 0.2 0.1"/><axis xyz="0 1 0"/></joint>
//!   <joint name="r" type="continuous"><parent link="base"/><child link="right"/><origin xyz="0 -0.2 0.1"/><axis xyz="0 1 0"/></joint>
//! </robot>"#;
//! let imported = import_urdf(urdf, "cart.urdf", None, &ImportOptions::without_files());
//! let vehicle = imported.result.expect("a cart has two wheels");
//! assert!(vehicle.xml.contains(r#"<dynamics class="differential">"#));
//! ```
#![forbid(unsafe_code)]

mod findings;
mod geometry;
mod mapping;
mod options;
mod problem;
mod sdf;
mod urdf;
mod values;
mod xml_writer;

pub use findings::{Imported, Report};
pub use mapping::Mapping;
pub use options::ImportOptions;
pub use problem::ImportProblem;
pub use sdf::{SdfWorld, import_sdf};
pub use urdf::{UrdfVehicle, import_urdf};
