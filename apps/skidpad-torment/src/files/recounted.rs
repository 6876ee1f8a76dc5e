//! A fifth round: what was counted, but for less than it takes.

use super::{HostileWorld, MakeWorld};

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 1] = [obj_material_of_a_long_name];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// A triangle, as OBJ.
const SMALL_OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A block that looks like this mesh.
fn block_like(file: &str) -> String {
    format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose><visual><model_uri>{file}</model_uri></visual></block>"
    )
}

/// Each line after the name is about the material of that name.
fn obj_material_of_a_long_name() -> HostileWorld {
    let library = format!("newmtl {}{}", "x".repeat(5_000_000), "\n".repeat(10_000_000));
    HostileWorld::new("obj_material_of_a_long_name", &block_like("a.obj"))
        .with("a.obj", format!("mtllib a.mtl\n{SMALL_OBJ}").into_bytes())
        .with("a.mtl", library.into_bytes())
}
