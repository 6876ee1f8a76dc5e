//! A fifth round: what was counted, but for less than it takes.

use super::{HostileWorld, MakeWorld};

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 2] = [obj_material_of_a_long_name, vehicles_above_2500_outlines];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// A triangle, as OBJ.
const SMALL_OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

fn looped(count: u32, inside: &str) -> String {
    format!("<for var=\"i\" from=\"1\" to=\"{count}\">{inside}</for>")
}

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

/// Blocks that are only driven on are in no pair; each of 160 corners lies below all other objects.
fn vehicles_above_2500_outlines() -> HostileWorld {
    let outline: String =
        (-80..80).map(|k| format!("<pt>{} {}</pt>", 130 * k, f64::from(k * k) * 1.7)).collect();
    let block = format!(
        "<block name=\"b${{i}}\"><init_pose>0 0 0</init_pose><intangible/><shape>{outline}</shape></block>"
    );
    let vehicle = "<vehicle name=\"r${i}\"><init_pose>$f{5*i} 0 0</init_pose><dynamics class=\"differential\">\
                   <l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/></dynamics></vehicle>";
    let inside = looped(2_500, &block) + &looped(2_000, vehicle);
    HostileWorld::new("vehicles_above_2500_outlines", &inside)
}
