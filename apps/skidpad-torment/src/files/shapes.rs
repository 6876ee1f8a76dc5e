//! Meshes and texts: what parts of one file name thousands of times, and values that are long or many.

use super::overlooked::{SMALL_OBJ, TRIANGLE, block_like, bytes_of, looped};
use super::places::CAMERA;
use super::{HostileWorld, MakeWorld};
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 15] = [
        collada_input_of_300000_attributes,
        gltf_of_strips_often,
        gltf_of_bones_often,
        ply_of_empty_lists,
        obj_at_the_edge_of_numbers,
        walls_of_one_mesh_often,
        lamps_behind_glass,
        lamps_among_needles,
        matrix_of_8_million_rows,
        world_of_bytes_that_are_no_text,
        triangles_in_one_place_before_the_camera,
        attributes_950_of_1000_elements,
        expressions_of_many_declarations,
        expressions_of_powers,
        includes_ten_times_each,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// Each part looks for two attributes of it.
fn collada_input_of_300000_attributes() -> HostileWorld {
    let attributes: String = (0..300_000).map(|k| format!(" a{k:x}=\"\"")).collect();
    let parts =
        "<triangles><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles>".repeat(100_000);
    let text = format!(
        "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">\
         <float_array>0 0 0 1 0 0 0 1 1</float_array></source><vertices id=\"v\"><input{attributes} semantic=\"POSITION\" \
         source=\"#p\"/></vertices>{parts}</mesh></geometry></library_geometries></COLLADA>"
    );
    HostileWorld::new("collada_input_of_300000_attributes", &block_like("a.dae"))
        .with("a.dae", text.into_bytes())
}

/// A glTF file of three positions whose primitives share an accessor of zeros.
fn gltf(name: &str, primitive: &str, count: usize, rest: &str, zeros: usize) -> HostileWorld {
    let mut buffer = bytes_of(TRIANGLE);
    buffer.resize(36 + 16 * zeros, 0);
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0,\"skin\":0}}],\
         \"meshes\":[{{\"primitives\":[{}]}}],{rest}\"accessors\":[\
         {{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}},\
         {{\"componentType\":5121,\"count\":{zeros},\"type\":\"SCALAR\",\"bufferView\":1}},\
         {{\"componentType\":5126,\"count\":{zeros},\"type\":\"VEC3\",\"bufferView\":1}},\
         {{\"componentType\":5121,\"count\":{zeros},\"type\":\"VEC4\",\"bufferView\":1}},\
         {{\"componentType\":5126,\"count\":{zeros},\"type\":\"MAT4\",\"bufferView\":1}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}},{{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{}}}],\
         \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        vec![primitive; count].join(","),
        16 * zeros,
        buffer.len()
    );
    HostileWorld::new(name, &block_like("a.gltf")).with("a.gltf", text.into_bytes()).with("b.bin", buffer)
}

fn gltf_of_strips_often() -> HostileWorld {
    let strip = "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5}";
    gltf("gltf_of_strips_often", strip, 100_000, "\"skins\":[{}],", 900_000)
}

fn gltf_of_bones_often() -> HostileWorld {
    let bent = "{\"attributes\":{\"POSITION\":2,\"NORMAL\":2,\"JOINTS_0\":3,\"WEIGHTS_0\":3},\"indices\":1,\"mode\":6}";
    gltf("gltf_of_bones_often", bent, 5_000, "\"skins\":[{\"joints\":[0]}],", 400_000)
}

fn ply_of_empty_lists() -> HostileWorld {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\n".to_vec();
    for k in 0..40 {
        bytes.extend(format!("element e{k} 390000\nproperty list uchar double d\n").into_bytes());
    }
    bytes.extend(b"element vertex 0\nproperty float x\nelement face 0\nproperty list uchar uchar vertex_indices\nend_header\n");
    bytes.resize(bytes.len() + 40 * 390_000, 0);
    HostileWorld::new("ply_of_empty_lists", &block_like("a.ply")).with("a.ply", bytes)
}

/// Numbers that are finite, and whose differences are not.
fn obj_at_the_edge_of_numbers() -> HostileWorld {
    let mut obj = String::new();
    for k in 0..120_000 {
        let side = if k % 2 == 0 { "3.4e38" } else { "-3.4e38" };
        let _ = write!(
            obj,
            "v {side} {k}e33 -{side}\nv 1e-45 {side} {k}\nv {k}e-40 0 {side}\nf -1 -2 -3\nl -1 -2\n"
        );
    }
    let obj = obj.replace("--", "");
    HostileWorld::new("obj_at_the_edge_of_numbers", &(block_like("a.obj") + "<walls model_uri=\"a.obj\"/>"))
        .with("a.obj", obj.into_bytes())
}

/// Its lines are more walls than there may be: each row of walls takes as long to find that out.
fn walls_of_one_mesh_often() -> HostileWorld {
    let mut obj = String::new();
    for k in 0..400_000 {
        let _ = write!(obj, "v {} {} 0\nl -1 {}\n", k % 1_000, k / 1_000, k / 2 + 1);
    }
    HostileWorld::new("walls_of_one_mesh_often", &looped(300_000, "<walls model_uri=\"a.obj\"/>"))
        .with("a.obj", obj.into_bytes())
}

/// As many lamps as there may be, all of which throw shadows.
fn lamps() -> String {
    let lamp = "<point_light><position>$f{i*0.1-12} $f{i*0.07} 6</position><cast_shadows>true</cast_shadows></point_light>";
    format!("<lights>{}</lights>", looped(250, lamp))
}

/// Light goes through every pane on its way to every other.
fn lamps_behind_glass() -> HostileWorld {
    let mut obj = String::from("mtllib a.mtl\nusemtl g\n");
    for k in 0..2_000 {
        let x = f64::from(k) * 1e-3;
        let _ = write!(obj, "v {x} -9 0\nv {x} 9 0\nv {x} 9 10\nv {x} -9 10\nf -4 -3 -2 -1\n");
    }
    HostileWorld::new("lamps_behind_glass", &(lamps() + &block_like("a.obj")))
        .with("a.obj", obj.into_bytes())
        .with("a.mtl", b"newmtl g\nKd 1 1 1\nd 0.001\n".to_vec())
}

/// What light passes by without meeting it is looked at all the same.
fn lamps_among_needles() -> HostileWorld {
    let mut obj = String::new();
    for k in 0..150_000_u32 {
        let [a, b, c] =
            [7_919, 104_729, 1_299_709].map(|factor| (k.wrapping_mul(factor) % 10_007) as f32 * 1e-3);
        let _ = write!(obj, "v {a} {b} 0\nv {c} {a} 10\nv {c} {a} 10.001\nf -1 -2 -3\n");
    }
    let floor = "<element class=\"horizontal_plane\"/>";
    HostileWorld::new("lamps_among_needles", &(lamps() + floor + &block_like("a.obj")))
        .with("a.obj", obj.into_bytes())
}

fn matrix_of_8_million_rows() -> HostileWorld {
    let inside = format!(
        "<element class=\"elevation_map\"><elevation_data_matrix>[{}]</elevation_data_matrix></element>",
        "1;".repeat(7_900_000)
    );
    HostileWorld::new("matrix_of_8_million_rows", &inside)
}

/// Each byte is read as a sign of three.
fn world_of_bytes_that_are_no_text() -> HostileWorld {
    let mut world = HostileWorld::new("world_of_bytes_that_are_no_text", "");
    let mut bytes =
        b"<mvsim_world version=\"1.0\"><block name=\"b\"><init_pose>0 0 0</init_pose><color>".to_vec();
    bytes.resize(15_900_000, 0xff);
    bytes.extend(b"</color></block></mvsim_world>");
    world.files[0].1 = bytes;
    world
}

/// One far away makes the mesh large.
fn triangles_in_one_place_before_the_camera() -> HostileWorld {
    let obj = format!(
        "v 0 0 0\nv 3 0 0\nv 0 3 3\nv 1e6 1e6 0\nv 1e6 2e6 0\nv 2e6 1e6 9\nf 4 5 6\n{}",
        "f 1 2 3\n".repeat(1_500_000)
    );
    HostileWorld::new("triangles_in_one_place_before_the_camera", &(CAMERA.to_owned() + &block_like("a.obj")))
        .with("a.obj", obj.into_bytes())
}

/// Names that differ in their ends only: each is compared with all before it.
fn attributes_950_of_1000_elements() -> HostileWorld {
    let attributes: String = (0..950).map(|k| format!(" aaaaaaaa{k:03}=\"\"")).collect();
    let inside = format!("<if condition=\"0\">{}</if>", format!("<x{attributes}/>").repeat(1_000));
    HostileWorld::new("attributes_950_of_1000_elements", &inside)
}

fn expressions_of_many_declarations() -> HostileWorld {
    let mut program = String::new();
    for k in 0..330 {
        let _ = write!(program, "var a{k};");
    }
    let inside = looped(9_000, &format!("<if condition=\"$f{{{program}0}}\"><block/></if>"));
    HostileWorld::new("expressions_of_many_declarations", &inside)
}

/// Chains that bind from the right, as deep as they are long.
fn expressions_of_powers() -> HostileWorld {
    let powers = "1^".repeat(480);
    let brackets = format!("{}1{}", "-(".repeat(40), ")".repeat(40));
    let inside = looped(15_000, &format!("<if condition=\"$f{{0*({powers}1)+0*{brackets}}}\"><block/></if>"));
    HostileWorld::new("expressions_of_powers", &inside)
}

fn includes_ten_times_each() -> HostileWorld {
    let mut world = HostileWorld::new("includes_ten_times_each", "<include file=\"0.xml\"/>")
        .with("15.xml", b"<marker type=\"line_strip\"/>".to_vec())
        .with("a.obj", SMALL_OBJ.into());
    for k in 0..15 {
        let part = format!("<include file=\"{}.xml\" p=\"${{p|1}}${{p|2}}\"/>", k + 1).repeat(10);
        world = world.with(&format!("{k}.xml"), part.into_bytes());
    }
    world
}
