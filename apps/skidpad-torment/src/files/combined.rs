//! A third round, of other decoders and other combinations: what one part of a file names thousands of times, and what
//! lies in one place when it is drawn.

use super::encode::block_of;
use super::{HostileWorld, MakeWorld};
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 19] = [
        gltf_of_one_triangle_often,
        gltf_of_points_often,
        gltf_of_lines_often,
        gltf_of_many_materials,
        gltf_clip_of_long_tracks,
        ply_of_crossing_triangles,
        stl_of_needles,
        obj_of_many_materials,
        obj_of_many_libraries,
        obj_of_glass,
        collada_of_bindings,
        collada_of_one_effect,
        collada_of_long_nodes,
        collada_of_lines_often,
        planes_in_one_place,
        outlines_of_9999_small_meshes,
        cloud_in_one_place,
        static_blocks_in_one_place,
        small_scenes_often,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// A block that looks like this mesh, and has its outline.
fn block_like(file: &str) -> String {
    format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose><shape_from_visual/><visual><model_uri>{file}</model_uri></visual></block>"
    )
}

/// A number below `count` that looks random.
fn jumbled(k: u32, count: u32) -> u32 {
    let x = k.wrapping_mul(2_654_435_761);
    (x ^ (x >> 15)) % count
}

/// A glTF file around these primitives and materials. Its buffer holds three positions, then zeros: accessor 0 are the
/// positions, accessor 1 so many bytes 0, 1, 2, accessor 2 so many bytes of zero.
fn gltf(name: &str, primitives: &str, materials: &str, index_count: usize) -> HostileWorld {
    let mut buffer = Vec::new();
    for value in [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0] {
        buffer.extend(value.to_le_bytes());
    }
    buffer.extend([0_u8, 1, 2].repeat(index_count / 3));
    buffer.resize(36 + 2 * index_count, 0);
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],
        \"meshes\":[{{\"primitives\":[{primitives}]}}],\"materials\":[{materials}],
        \"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}},
        {{\"componentType\":5121,\"count\":{index_count},\"type\":\"SCALAR\",\"bufferView\":1}},
        {{\"componentType\":5121,\"count\":{index_count},\"type\":\"SCALAR\",\"bufferView\":2}}],
        \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}},
        {{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{index_count}}},
        {{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{index_count}}}],
        \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        36 + index_count,
        buffer.len()
    );
    HostileWorld::new(name, &block_like("a.gltf")).with("a.gltf", text.into_bytes()).with("b.bin", buffer)
}

fn primitive(mode: u32, indices: u32) -> String {
    format!("{{\"attributes\":{{\"POSITION\":0}},\"indices\":{indices},\"mode\":{mode}}}")
}

fn gltf_of_one_triangle_often() -> HostileWorld {
    gltf("gltf_of_one_triangle_often", &primitive(4, 1), "", 3_000_000)
}

fn gltf_of_points_often() -> HostileWorld {
    let often = vec![primitive(0, 2); 100_000].join(",");
    gltf("gltf_of_points_often", &often, "", 3_000_000)
}

fn gltf_of_lines_often() -> HostileWorld {
    let often = vec![primitive(3, 2); 1_000].join(",");
    gltf("gltf_of_lines_often", &often, "", 3_000_000)
}

fn gltf_of_many_materials() -> HostileWorld {
    let primitives: Vec<String> = (0..100_000)
        .map(|k| format!("{{\"attributes\":{{\"POSITION\":0}},\"indices\":1,\"material\":{k}}}"))
        .collect();
    let materials: Vec<String> = (0..100_000).map(|k| format!("{{\"name\":\"{k}\"}}")).collect();
    gltf("gltf_of_many_materials", &primitives.join(","), &materials.join(","), 3)
}

/// Thousands of channels, all with the same long track, of a figure that walks.
fn gltf_clip_of_long_tracks() -> HostileWorld {
    let key_count = 200_000_usize;
    let mut buffer = Vec::new();
    for value in [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0] {
        buffer.extend(value.to_le_bytes());
    }
    (0..key_count).for_each(|k| buffer.extend((k as f32).to_le_bytes()));
    buffer.resize(36 + 16 * key_count, 0);
    let channels = vec!["{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}"; 50_000].join(",");
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],
        \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],
        \"animations\":[{{\"name\":\"walk\",\"samplers\":[{{\"input\":1,\"output\":2}}],\"channels\":[{channels}]}}],
        \"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}},
        {{\"componentType\":5126,\"count\":{key_count},\"type\":\"SCALAR\",\"bufferView\":1}},
        {{\"componentType\":5126,\"count\":{key_count},\"type\":\"VEC3\",\"bufferView\":2}}],
        \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}},
        {{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{}}},
        {{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}}}],
        \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        4 * key_count,
        36 + 4 * key_count,
        12 * key_count,
        buffer.len()
    );
    let inside = "<actor name=\"a\"><init_pose>0 0 0</init_pose><visual><model_uri>a.gltf</model_uri></visual></actor>";
    HostileWorld::new("gltf_clip_of_long_tracks", inside)
        .with("a.gltf", text.into_bytes())
        .with("b.bin", buffer)
}

/// Large triangles through each other, in a binary PLY.
fn ply_of_crossing_triangles() -> HostileWorld {
    let face_count = 1_000_000_u32;
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex 250\nproperty float x\nproperty float y\nproperty float z\n\
         element face {face_count}\nproperty list uchar uchar vertex_indices\nend_header\n"
    )
    .into_bytes();
    for k in 0..250 {
        for axis in 0..3 {
            bytes.extend((jumbled(3 * k + axis, 1_000) as f32 * 0.01).to_le_bytes());
        }
    }
    for k in 0..face_count {
        bytes.push(3);
        bytes.extend([0, 1, 2].map(|corner| jumbled(3 * k + corner, 250) as u8));
    }
    HostileWorld::new("ply_of_crossing_triangles", &block_like("a.ply")).with("a.ply", bytes)
}

/// Needles across the whole box, each in a place of its own.
fn stl_of_needles() -> HostileWorld {
    let count = 300_000_u32;
    let mut bytes = vec![0_u8; 84 + 50 * count as usize];
    bytes[80..84].copy_from_slice(&count.to_le_bytes());
    for (k, triangle) in (0..).zip(bytes[84..].chunks_exact_mut(50)) {
        let [a, b, c] = [0, 1, 2].map(|corner| jumbled(3 * k + corner, 10_000) as f32 * 0.001);
        for (corner, point) in [[0.0, a, b], [10.0, b, c], [10.0, b + 0.01, c]].into_iter().enumerate() {
            for (axis, value) in point.into_iter().enumerate() {
                let at = 12 + 12 * corner + 4 * axis;
                triangle[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
    HostileWorld::new("stl_of_needles", &block_like("a.stl")).with("a.stl", bytes)
}

fn obj_of_many_materials() -> HostileWorld {
    let mut obj = String::from("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 1\n");
    let mut mtl = String::new();
    for k in 0..250_000 {
        let _ = write!(obj, "usemtl {k}\nf 1 2 3\n");
        let _ = write!(mtl, "newmtl {k}\nd 0.5\n");
    }
    HostileWorld::new("obj_of_many_materials", &block_like("a.obj"))
        .with("a.obj", obj.into_bytes())
        .with("a.mtl", mtl.into_bytes())
}

/// One library of materials, read again and again.
fn obj_of_many_libraries() -> HostileWorld {
    let obj = format!("v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n{}", "mtllib a.mtl\n".repeat(10_000));
    let mtl: String = (0..60_000).map(|k| format!("newmtl {k}\n")).collect();
    HostileWorld::new("obj_of_many_libraries", &block_like("a.obj"))
        .with("a.obj", obj.into_bytes())
        .with("a.mtl", mtl.into_bytes())
}

/// Panes of glass behind each other: a ray passes all of them.
fn obj_of_glass() -> HostileWorld {
    let mut obj = String::from("mtllib a.mtl\nusemtl g\n");
    for k in 0..100_000 {
        let x = f64::from(k) * 1e-4;
        let _ = write!(obj, "v {x} -5 0\nv {x} 5 0\nv {x} 5 10\nv {x} -5 10\nf -4 -3 -2 -1\n");
    }
    HostileWorld::new("obj_of_glass", &block_like("a.obj"))
        .with("a.obj", obj.into_bytes())
        .with("a.mtl", b"newmtl g\nKd 1 1 1\nd 0.0001\n".to_vec())
}

/// A COLLADA document with one source of three positions.
fn collada(materials: &str, primitives: &str, nodes: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\" xmlns=\"http://www.collada.org/2005/11/COLLADASchema\">{materials}\
         <library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 1\
         </float_array><technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
         <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\
         <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>{primitives}\
         </mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"s\">{nodes}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
    .into_bytes()
}

fn triangle_of(material: &str) -> String {
    format!(
        "<triangles material=\"{material}\" count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>"
    )
}

/// Tens of thousands of primitives, each bound to a material of its own by the one instance.
fn collada_of_bindings() -> HostileWorld {
    let count = 40_000;
    let mut materials = String::from("<library_materials>");
    let mut primitives = String::new();
    let mut node = String::from("<node><instance_geometry url=\"#g\"><bind_material><technique_common>");
    for k in 0..count {
        let _ = write!(materials, "<material id=\"m{k}\"><instance_effect url=\"#e\"/></material>");
        primitives += &triangle_of(&format!("s{k}"));
        let _ = write!(node, "<instance_material symbol=\"s{k}\" target=\"#m{k}\"/>");
    }
    materials += "</library_materials><library_effects><effect id=\"e\"/></library_effects>";
    node += "</technique_common></bind_material></instance_geometry></node>";
    HostileWorld::new("collada_of_bindings", &block_like("a.dae"))
        .with("a.dae", collada(&materials, &primitives, &node))
}

/// Many materials of one long effect.
fn collada_of_one_effect() -> HostileWorld {
    let mut materials = String::from("<library_effects><effect id=\"e\"><profile_COMMON>");
    (0..100_000).for_each(|k| {
        let _ = write!(materials, "<newparam sid=\"p{k}\"/>");
    });
    materials += "<technique><phong><diffuse><texture texture=\"p99999\"/></diffuse></phong></technique>\
                  </profile_COMMON></effect></library_effects><library_materials>";
    (0..100_000).for_each(|k| {
        let _ = write!(materials, "<material id=\"m{k}\"><instance_effect url=\"#e\"/></material>");
    });
    materials += "</library_materials>";
    let node = "<node><instance_geometry url=\"#g\"/></node>";
    HostileWorld::new("collada_of_one_effect", &block_like("a.dae"))
        .with("a.dae", collada(&materials, &triangle_of("m0"), node))
}

/// Nodes of many steps, each named by many others.
fn collada_of_long_nodes() -> HostileWorld {
    let steps = "<translate>0.1 0 0</translate>".repeat(100_000);
    let nodes = format!(
        "<node id=\"n\">{steps}<instance_geometry url=\"#g\"/></node>{}",
        "<node><instance_node url=\"#n\"/></node>".repeat(40_000)
    );
    HostileWorld::new("collada_of_long_nodes", &block_like("a.dae"))
        .with("a.dae", collada("", &triangle_of("m"), &nodes))
}

/// Lines between two points, a million of them, in every node.
fn collada_of_lines_often() -> HostileWorld {
    let lines = format!(
        "<lines count=\"1000000\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{}</p></lines>",
        "0 1 ".repeat(1_000_000)
    );
    let nodes = "<node><instance_geometry url=\"#g\"/></node>".repeat(5_000);
    HostileWorld::new("collada_of_lines_often", &block_like("a.dae"))
        .with("a.dae", collada("", &lines, &nodes))
}

fn planes_in_one_place() -> HostileWorld {
    HostileWorld::new(
        "planes_in_one_place",
        "<for var=\"i\" from=\"1\" to=\"80000\"><element class=\"vertical_plane\"><x0>0</x0><y0>0</y0><x1>3</x1><y1>2</y1></element></for>",
    )
}

/// Ten thousand sizes of a mesh of few triangles.
fn outlines_of_9999_small_meshes() -> HostileWorld {
    let inside = "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>$f{3*i} 0 0</init_pose>\
                  <shape_from_visual/><visual><model_uri>a.obj</model_uri><model_scale>$f{1+i*1e-5}</model_scale></visual></block></for>";
    let obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 0.2 0.1 1\nf 1 2 3\nf 1 3 4\nf 5 6 7\nf 1 2 6 5\n";
    HostileWorld::new("outlines_of_9999_small_meshes", inside).with("a.obj", obj.into())
}

fn cloud_in_one_place() -> HostileWorld {
    let inside = "<element class=\"pointcloud\"><file>a.txt</file><render_points_size>9</render_points_size></element>";
    let points: String = (0..480_000).map(|k| format!("{} {} 1\n", k % 2, k % 3)).collect();
    HostileWorld::new("cloud_in_one_place", inside).with("a.txt", points.into_bytes())
}

/// As many corners in one place as the budget has.
fn static_blocks_in_one_place() -> HostileWorld {
    let star = block_of(
        "b",
        (0..48).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 48.0).sin_cos();
            let radius = if k % 2 == 0 { 2.0 } else { 1.0 };
            [radius * cos, radius * sin]
        }),
    );
    let star = star.replace("name=\"b\">", "name=\"b${i}\"><static>true</static>");
    HostileWorld::new(
        "static_blocks_in_one_place",
        &format!("<for var=\"i\" from=\"1\" to=\"9999\">{star}</for>"),
    )
}

/// A scene of doubling nodes that stays just within its limit, under many names.
fn small_scenes_often() -> HostileWorld {
    let nodes: Vec<String> = (0..15).map(|k| format!("{{\"children\":[{},{}]}}", k + 1, k + 1)).collect();
    let gltf = format!(
        r##"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,16]}}],"nodes":[{},{{}},{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","bufferView":0}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"uri":"b.bin","byteLength":36}}]}}"##,
        nodes.join(",")
    );
    let mut inside = String::new();
    for k in 0..2_000 {
        let _ = write!(
            inside,
            "<block name=\"b{k}\"><init_pose>{k} 0 0</init_pose><visual><model_uri>{}a.gltf</model_uri></visual></block>",
            "./".repeat(k)
        );
    }
    HostileWorld::new("small_scenes_often", &inside)
        .with("a.gltf", gltf.into_bytes())
        .with("b.bin", vec![0; 36])
}
