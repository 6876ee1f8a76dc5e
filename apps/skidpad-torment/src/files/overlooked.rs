//! A fourth round: places where something was copied, looked through or unpacked without being counted.

use super::encode::archive;
use super::{HostileWorld, MakeWorld};
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 26] = [
        collada_vertices_of_many_inputs,
        collada_source_without_numbers,
        collada_technique_of_many_shaders,
        collada_colour_of_many_numbers,
        collada_long_texture_of_many_materials,
        collada_instance_of_many_children,
        collada_controller_of_many_children,
        obj_of_a_million_missing_libraries,
        obj_of_one_long_texture_name,
        obj_of_100000_missing_textures,
        gltf_of_empty_nodes,
        gltf_long_material_in_many_colours,
        gltf_long_material_of_many_primitives,
        gltf_skins_of_long_matrices,
        zipped_obj_not_utf8,
        zipped_obj_of_one_line,
        zipped_ply_of_one_face,
        zip_of_90000_members_each_read,
        planes_of_150000_missing_textures,
        floors_150000_below_9000_blocks,
        housings_of_90000_sensors,
        lights_of_the_last_actor,
        glow_of_100000_groups,
        poses_published_about_8_million_names,
        joints_to_walls,
        clips_of_actors_of_many_visuals,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// A solid of six triangles, as OBJ.
pub(super) const SMALL_OBJ: &str =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nf 1 2 3 4\nf 1 2 6 5\n";
/// Three positions.
pub(super) const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0];

pub(super) fn bytes_of(numbers: impl IntoIterator<Item = f32>) -> Vec<u8> {
    numbers.into_iter().flat_map(f32::to_le_bytes).collect()
}

pub(super) fn looped(count: u32, inside: &str) -> String {
    format!("<for var=\"i\" from=\"1\" to=\"{count}\">{inside}</for>")
}

/// A block that looks like this mesh, and has its outline.
pub(super) fn block_like(file: &str) -> String {
    format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose><shape_from_visual/><visual><model_uri>{file}</model_uri></visual></block>"
    )
}

fn with_mesh(name: &str, file: &str, bytes: impl Into<Vec<u8>>) -> HostileWorld {
    HostileWorld::new(name, &block_like(file)).with(file, bytes.into())
}

/// What a packer makes a little smaller only: with it, the rest may be packed two hundred times.
pub(super) fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b'0' + ((state >> 40) % 64) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// A COLLADA document around one geometry. `before` are libraries, `sources` stand beside its own.
fn collada(before: &str, sources: &str, primitives: &str, node: &str) -> String {
    format!(
        "<COLLADA version=\"1.4.1\">{before}<library_geometries><geometry id=\"g\"><mesh><source id=\"p\">\
         <float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 1</float_array></source>{sources}{primitives}</mesh></geometry>\
         </library_geometries><library_visual_scenes><visual_scene id=\"s\">{node}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
}

const VERTICES: &str = "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>";
const PART: &str =
    "<triangles material=\"m\"><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles>";
const NODE: &str = "<node><instance_geometry url=\"#g\"/></node>";

fn collada_vertices_of_many_inputs() -> HostileWorld {
    let inputs = "<input semantic=\"A\" source=\"#p\"/>".repeat(150_000);
    let vertices =
        format!("<vertices id=\"v\">{inputs}<input semantic=\"POSITION\" source=\"#p\"/></vertices>");
    let text = collada("", &vertices, &PART.repeat(100_000), NODE);
    with_mesh("collada_vertices_of_many_inputs", "a.dae", text)
}

fn collada_source_without_numbers() -> HostileWorld {
    let source = format!("<source id=\"q\">{}</source>", "<x/>".repeat(600_000));
    let vertices = VERTICES.replace("#p", "#q");
    let text = collada("", &(source + &vertices), &PART.repeat(110_000), NODE);
    with_mesh("collada_source_without_numbers", "a.dae", text)
}

/// So many materials of one effect.
fn materials_of(effect: &str, count: u32) -> String {
    let mut text = format!(
        "<library_effects><effect id=\"e\"><profile_COMMON><technique>{effect}</technique></profile_COMMON></effect>\
         </library_effects><library_materials>"
    );
    for k in 0..count {
        let _ = write!(text, "<material id=\"m{k}\"><instance_effect url=\"#e\"/></material>");
    }
    text + "</library_materials>"
}

fn collada_technique_of_many_shaders() -> HostileWorld {
    let materials = materials_of(&("<x/>".repeat(500_000) + "<phong/>"), 150_000);
    with_mesh("collada_technique_of_many_shaders", "a.dae", collada(&materials, VERTICES, PART, NODE))
}

fn collada_colour_of_many_numbers() -> HostileWorld {
    let numbers = "1 ".repeat(3_000_000);
    let effect = format!("<phong><diffuse><color>{numbers}</color></diffuse></phong>");
    let text = collada(&materials_of(&effect, 150_000), VERTICES, PART, NODE);
    with_mesh("collada_colour_of_many_numbers", "a.dae", text)
}

fn collada_long_texture_of_many_materials() -> HostileWorld {
    let image = format!(
        "<library_images><image id=\"i\"><init_from>{}</init_from></image></library_images>",
        "x".repeat(5_000_000)
    );
    let effect = "<phong><diffuse><texture texture=\"i\"/></diffuse></phong>";
    let text = collada(&(image + &materials_of(effect, 150_000)), VERTICES, PART, NODE);
    with_mesh("collada_long_texture_of_many_materials", "a.dae", text)
}

fn collada_instance_of_many_children() -> HostileWorld {
    let node =
        format!("<node><instance_geometry url=\"#g\">{}</instance_geometry></node>", "<x/>".repeat(650_000));
    let text = collada("", VERTICES, &PART.repeat(100_000), &node);
    with_mesh("collada_instance_of_many_children", "a.dae", text)
}

fn collada_controller_of_many_children() -> HostileWorld {
    let controllers = format!(
        "<library_controllers><controller id=\"k\">{}<skin source=\"#g\"/></controller></library_controllers>",
        "<x/>".repeat(500_000)
    );
    let nodes = "<node><instance_controller url=\"#k\"/></node>".repeat(90_000);
    let text = collada(&controllers, VERTICES, PART, &nodes);
    with_mesh("collada_controller_of_many_children", "a.dae", text)
}

fn obj_of_a_million_missing_libraries() -> HostileWorld {
    let mut obj = SMALL_OBJ.to_owned() + "mtllib";
    (0..2_000_000).for_each(|k| {
        let _ = write!(obj, " {k}");
    });
    with_mesh("obj_of_a_million_missing_libraries", "a.obj", obj + "\n")
}

fn obj_of_one_long_texture_name() -> HostileWorld {
    let obj = format!("mtllib a.mtl\n{SMALL_OBJ}{}", "usemtl a\nf 1 2 3\n".repeat(500_000));
    let mtl = format!("newmtl a\nmap_Kd {}\n", "x".repeat(5_000_000));
    with_mesh("obj_of_one_long_texture_name", "a.obj", obj).with("a.mtl", mtl.into_bytes())
}

fn obj_of_100000_missing_textures() -> HostileWorld {
    let mut obj = format!("mtllib a.mtl\n{SMALL_OBJ}vt 0 0\n");
    let mut mtl = String::new();
    for k in 0..100_000 {
        let _ = write!(obj, "usemtl {k}\nf 1/1 2/1 3/1\n");
        let _ = write!(mtl, "newmtl {k}\nmap_Kd t{k}.png\n");
    }
    with_mesh("obj_of_100000_missing_textures", "a.obj", obj).with("a.mtl", mtl.into_bytes())
}

/// A glTF file of three positions and what is given.
fn gltf(primitives: &str, nodes: &str, rest: &str, accessors: &str, views: &str, length: usize) -> String {
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}{nodes}],\
         \"meshes\":[{{\"primitives\":[{primitives}]}}],\
         \"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}}{accessors}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}{views}],\
         \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{length}}}]{rest}}}"
    )
}

const PRIMITIVE: &str = "{\"attributes\":{\"POSITION\":0}}";

fn gltf_of_empty_nodes() -> HostileWorld {
    let text = gltf(PRIMITIVE, &",{}".repeat(4_900_000), "", "", "", 36);
    with_mesh("gltf_of_empty_nodes", "a.gltf", text).with("b.bin", bytes_of(TRIANGLE))
}

/// Each of four thousand colours would be a material with this name.
fn gltf_long_material_in_many_colours() -> HostileWorld {
    let count = 4_096_u32;
    let corner_count = 3 * count;
    let mut buffer = bytes_of((0..count).flat_map(|_| TRIANGLE));
    let positions = buffer.len();
    (0..corner_count).for_each(|k| buffer.extend([(k / 3) as u8, (k / 768) as u8, 7, 255]));
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0,\"COLOR_0\":1}},\"material\":0}}]}}],\
         \"materials\":[{{\"name\":\"{}\"}}],\
         \"accessors\":[{{\"componentType\":5126,\"count\":{corner_count},\"type\":\"VEC3\",\"bufferView\":0}},\
         {{\"componentType\":5121,\"normalized\":true,\"count\":{corner_count},\"type\":\"VEC4\",\"bufferView\":1}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{positions}}},\
         {{\"buffer\":0,\"byteOffset\":{positions},\"byteLength\":{}}}],\
         \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        "x".repeat(2_000_000),
        4 * corner_count,
        buffer.len()
    );
    with_mesh("gltf_long_material_in_many_colours", "a.gltf", text).with("b.bin", buffer)
}

fn gltf_long_material_of_many_primitives() -> HostileWorld {
    let primitives = vec!["{\"attributes\":{\"POSITION\":0},\"material\":0}"; 100_000].join(",");
    let rest = format!(",\"materials\":[{{\"name\":\"{}\"}}]", "x".repeat(5_000_000));
    let text = gltf(&primitives, "", &rest, "", "", 36);
    with_mesh("gltf_long_material_of_many_primitives", "a.gltf", text).with("b.bin", bytes_of(TRIANGLE))
}

/// Matrices that overlap: each begins a byte after the one before.
fn gltf_skins_of_long_matrices() -> HostileWorld {
    let (skin_count, matrix_count) = (150, 3_000_000);
    let mut buffer = bytes_of(TRIANGLE);
    buffer.resize(36 + matrix_count + 16, 0);
    let nodes: String = (0..skin_count).map(|k| format!(",{{\"mesh\":0,\"skin\":{k}}}")).collect();
    let children: Vec<String> = (1..=skin_count).map(|k| k.to_string()).collect();
    let accessors =
        format!(",{{\"componentType\":5120,\"count\":{matrix_count},\"type\":\"MAT4\",\"bufferView\":1}}");
    let views =
        format!(",{{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{},\"byteStride\":1}}", matrix_count + 16);
    let skins = vec!["{\"joints\":[],\"inverseBindMatrices\":1}"; skin_count].join(",");
    let rest = format!(",\"skins\":[{skins}]");
    let text = gltf(PRIMITIVE, &nodes, &rest, &accessors, &views, buffer.len()).replace(
        "\"scenes\":[{\"nodes\":[0]}]",
        &format!("\"scenes\":[{{\"nodes\":[{}]}}]", children.join(",")),
    );
    with_mesh("gltf_skins_of_long_matrices", "a.gltf", text).with("b.bin", buffer)
}

/// An archive with one member: noise, then 240 MB that take little room.
fn zipped(name: &str, file: &str, start: &str, after_noise: &[u8], filling: &[u8]) -> HostileWorld {
    let mut member = start.as_bytes().to_vec();
    member.extend(noise(1_700_000));
    member.extend(after_noise);
    member.extend(filling.repeat(240_000_000 / filling.len()));
    HostileWorld::new(name, &block_like(&format!("a.zip/{file}")))
        .with("a.zip", archive(&[(file.to_owned(), member)]))
}

fn zipped_obj_not_utf8() -> HostileWorld {
    zipped("zipped_obj_not_utf8", "a.obj", "# ", b"\n", b"\xff")
}

fn zipped_obj_of_one_line() -> HostileWorld {
    zipped("zipped_obj_of_one_line", "a.obj", "# ", b"\nv 0 0 0\nl", b" 1")
}

fn zipped_ply_of_one_face() -> HostileWorld {
    let mut after =
        b"\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
        property list uint uchar vertex_indices\nend_header\n"
            .to_vec();
    after.extend(bytes_of(TRIANGLE));
    after.extend(220_000_000_u32.to_le_bytes());
    let start = "ply\nformat binary_little_endian 1.0\ncomment ";
    zipped("zipped_ply_of_one_face", "a.ply", start, &after, b"\0")
}

fn zip_of_90000_members_each_read() -> HostileWorld {
    let triangle = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".to_vec();
    let members: Vec<(String, Vec<u8>)> =
        (1..90_000).map(|k| (format!("{k}.obj"), triangle.clone())).collect();
    let inside = looped(
        9_999,
        "<block name=\"b${i}\"><init_pose>${i} 0 0</init_pose><visual><model_uri>a.zip/${i}.obj</model_uri></visual></block>",
    );
    HostileWorld::new("zip_of_90000_members_each_read", &inside).with("a.zip", archive(&members))
}

fn planes_of_150000_missing_textures() -> HostileWorld {
    let inside =
        looped(150_000, "<element class=\"horizontal_plane\"><texture>t${i}.png</texture></element>");
    HostileWorld::new("planes_of_150000_missing_textures", &inside)
}

fn floors_150000_below_9000_blocks() -> HostileWorld {
    let floors = looped(150_000, "<element class=\"horizontal_plane\"/>");
    let blocks = looped(9_000, "<block name=\"b${i}\"><init_pose>$f{2*i} 0 0</init_pose></block>");
    HostileWorld::new("floors_150000_below_9000_blocks", &(floors + &blocks))
}

fn housings_of_90000_sensors() -> HostileWorld {
    const VISUAL: &str = "<visual><model_uri>a.obj</model_uri></visual>";
    let block = looped(120_000, VISUAL);
    let sensors = looped(90_000, &format!("<sensor class=\"imu\">{VISUAL}</sensor>"));
    let inside = format!(
        "<block name=\"b\"><init_pose>9 0 0</init_pose>{block}</block><vehicle name=\"r\"><init_pose>0 0 0</init_pose>\
         <dynamics class=\"differential\"><l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/></dynamics>{sensors}</vehicle>"
    );
    HostileWorld::new("housings_of_90000_sensors", &inside).with("a.obj", SMALL_OBJ.into())
}

fn lights_of_the_last_actor() -> HostileWorld {
    let actors = looped(1_900, "<actor name=\"a${i}\"><init_pose>${i} 0 0</init_pose></actor>");
    let groups = looped(300_000, "<light_group name=\"g${i}\"/>");
    let last = format!("<actor name=\"z\"><init_pose>0 5 0</init_pose>{groups}</actor>");
    HostileWorld::new("lights_of_the_last_actor", &(actors + &last))
}

fn glow_of_100000_groups() -> HostileWorld {
    let groups = looped(230_000, "<light_group name=\"g${i}\"/>");
    let visuals = looped(100_000, "<visual light_group=\"g230000\"><model_uri>a.obj</model_uri></visual>");
    let inside = format!("<block name=\"b\"><init_pose>0 0 0</init_pose>{groups}{visuals}</block>");
    HostileWorld::new("glow_of_100000_groups", &inside).with("a.obj", SMALL_OBJ.into())
}

fn poses_published_about_8_million_names() -> HostileWorld {
    let names = "a ".repeat(7_900_000);
    let inside = format!(
        "<block name=\"a\"><init_pose>0 0 0</init_pose><publish><publish_relative_pose_topic>/t</publish_relative_pose_topic>\
         <publish_relative_pose_objects>{names}</publish_relative_pose_objects></publish></block>"
    );
    HostileWorld::new("poses_published_about_8_million_names", &inside)
}

fn joints_to_walls() -> HostileWorld {
    let walls = looped(90_000, "<walls><shape><pt>0 0</pt><pt>${i} 1</pt></shape></walls>");
    let joints = looped(
        64_000,
        "<joint type=\"revolute\" body_a=\"wall_99999999\" body_b=\"wall_99999998\" anchor_a=\"0 0\" anchor_b=\"0 0\"/>",
    );
    HostileWorld::new("joints_to_walls", &(walls + &joints))
}

/// Every visual would be there in every pose of three clips.
fn clips_of_actors_of_many_visuals() -> HostileWorld {
    let key_count = 32_usize;
    let mut buffer = bytes_of(TRIANGLE);
    buffer.extend(bytes_of((0..key_count).map(|k| 0.05 * k as f32)));
    buffer.extend(bytes_of((0..3 * key_count).map(|k| 0.01 * k as f32)));
    let clips: Vec<String> = ["idle", "walk", "run"]
        .map(|name| {
            format!(
                "{{\"name\":\"{name}\",\"samplers\":[{{\"input\":1,\"output\":2}}],\
                 \"channels\":[{{\"sampler\":0,\"target\":{{\"node\":0,\"path\":\"translation\"}}}}]}}"
            )
        })
        .to_vec();
    let rest = format!(",\"animations\":[{}]", clips.join(","));
    let accessors = format!(
        ",{{\"componentType\":5126,\"count\":{key_count},\"type\":\"SCALAR\",\"bufferView\":1}},\
         {{\"componentType\":5126,\"count\":{key_count},\"type\":\"VEC3\",\"bufferView\":2}}"
    );
    let views = format!(
        ",{{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{}}},{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}}}",
        4 * key_count,
        36 + 4 * key_count,
        12 * key_count
    );
    let text = gltf(PRIMITIVE, "", &rest, &accessors, &views, buffer.len());
    let visuals = "<for var=\"k\" from=\"1\" to=\"30\"><visual><model_uri>a.gltf</model_uri></visual></for>";
    let actor = format!("<actor name=\"a${{i}}\"><init_pose>${{i}} 0 0</init_pose>{visuals}</actor>");
    HostileWorld::new("clips_of_actors_of_many_visuals", &looped(5_000, &actor))
        .with("a.gltf", text.into_bytes())
        .with("b.bin", buffer)
}
