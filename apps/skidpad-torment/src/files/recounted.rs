//! A fifth round: what was counted, but for less than it takes.

use super::{HostileWorld, MakeWorld};
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 10] = [
        obj_material_of_a_long_name,
        vehicles_above_2500_outlines,
        gltf_colours_of_900_primitives,
        collada_texture_of_230000_materials,
        zips_of_65000_members_in_turn,
        obj_spelled_in_200000_ways,
        clip_of_20_long_tracks,
        lists_of_names_of_5000_blocks,
        blocks_of_3000_cells_each,
        vehicle_of_200000_km,
    ];
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

/// A vehicle of two wheels.
fn vehicle(name: &str, x: &str, chassis: &str) -> String {
    format!(
        "<vehicle name=\"{name}\"><init_pose>{x} 0 0</init_pose><dynamics class=\"differential\">\
         <l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/>{chassis}</dynamics></vehicle>"
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
        "<block name=\"b${{i}}\"><init_pose>0 0 0</init_pose><intangible>true</intangible><shape>{outline}</shape></block>"
    );
    let inside = looped(2_500, &block) + &looped(2_000, &vehicle("r${i}", "$f{5*i}", ""));
    HostileWorld::new("vehicles_above_2500_outlines", &inside)
}

/// Each part of the mesh has 4096 colours, and each of these is a material with long names.
fn gltf_colours_of_900_primitives() -> HostileWorld {
    let corner_count = 3 * 4_096_u32;
    let corner = |k: u32| [(k % 3 % 2) as f32, (k % 3 / 2) as f32, 0.0];
    let mut buffer: Vec<u8> = (0..corner_count).flat_map(corner).flat_map(f32::to_le_bytes).collect();
    let positions = buffer.len();
    (0..corner_count).for_each(|k| buffer.extend([(k / 3) as u8, (k / 768) as u8, 7, 255]));
    let primitive = "{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1},\"material\":0}";
    let long = "x".repeat(4_000);
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],\
         \"meshes\":[{{\"primitives\":[{}]}}],\
         \"materials\":[{{\"name\":\"{long}\",\"pbrMetallicRoughness\":{{\"baseColorTexture\":{{\"index\":0}}}}}}],\
         \"textures\":[{{\"source\":0}}],\"images\":[{{\"uri\":\"{long}\"}}],\
         \"accessors\":[{{\"componentType\":5126,\"count\":{corner_count},\"type\":\"VEC3\",\"bufferView\":0}},\
         {{\"componentType\":5121,\"normalized\":true,\"count\":{corner_count},\"type\":\"VEC4\",\"bufferView\":1}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{positions}}},\
         {{\"buffer\":0,\"byteOffset\":{positions},\"byteLength\":{}}}],\
         \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        vec![primitive; 900].join(","),
        4 * corner_count,
        buffer.len()
    );
    HostileWorld::new("gltf_colours_of_900_primitives", &block_like("a.gltf"))
        .with("a.gltf", text.into_bytes())
        .with("b.bin", buffer)
}

/// All materials look alike, and would have a copy of the name of the picture each.
fn collada_texture_of_230000_materials() -> HostileWorld {
    let mut text = format!(
        "<COLLADA><library_images><image id=\"i\"><init_from>{}</init_from></image></library_images>\
         <library_effects><effect id=\"e\"><profile_COMMON><technique><phong><diffuse><texture texture=\"i\"/></diffuse>\
         </phong></technique></profile_COMMON></effect></library_effects><library_materials>",
        "x".repeat(4_090)
    );
    for k in 0..230_000 {
        let _ = write!(text, "<material id=\"{k}\"><instance_effect url=\"#e\"/></material>");
    }
    text += "</library_materials><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">\
             <float_array>0 0 0 1 0 0 0 1 1</float_array></source><vertices id=\"v\">\
             <input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles material=\"7\">\
             <input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>\
             </COLLADA>";
    HostileWorld::new("collada_texture_of_230000_materials", &block_like("a.dae"))
        .with("a.dae", text.into_bytes())
}

/// An archive whose members are all in one place, with numbers as names.
fn archive_of_one_place(member_count: u16) -> Vec<u8> {
    let header = |signature: &[u8; 4], fields: &[u16]| -> Vec<u8> {
        signature.iter().copied().chain(fields.iter().flat_map(|field| field.to_le_bytes())).collect()
    };
    let name = |k: u16| format!("{k:04x}").into_bytes();
    let mut bytes = header(b"PK\x03\x04", &[10, 0, 0, 0, 33, 0, 0, 0, 0, 0, 0, 4, 0]);
    bytes.extend(name(0));
    let start = bytes.len() as u32;
    for k in 0..member_count {
        bytes.extend(header(
            b"PK\x01\x02",
            &[10, 10, 0, 0, 0, 33, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0],
        ));
        bytes.extend(name(k));
    }
    let length = bytes.len() as u32 - start;
    bytes.extend(header(b"PK\x05\x06", &[0, 0, member_count, member_count]));
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// More members than are kept: each visual has an archive listed again, for a member that is not there.
fn zips_of_65000_members_in_turn() -> HostileWorld {
    let visual = |name: &str| format!("<visual><model_uri>{name}.zip/x${{i}}.obj</model_uri></visual>");
    let visuals: String = ["a", "b", "c", "d"].map(visual).concat();
    let inside =
        format!("<block name=\"b\"><init_pose>0 0 0</init_pose>{}</block>", looped(20_000, &visuals));
    let world = HostileWorld::new("zips_of_65000_members_in_turn", &inside);
    ["a.zip", "b.zip", "c.zip", "d.zip"]
        .into_iter()
        .fold(world, |world, name| world.with(name, archive_of_one_place(65_000)))
}

/// One file, each time by another name. Of addresses with a scheme, only the store knows that they are the same.
fn obj_spelled_in_200000_ways() -> HostileWorld {
    let visuals = looped(200_000, "<visual><model_uri>FILE://${i}/../a.obj</model_uri></visual>");
    let inside = format!("<block name=\"b\"><init_pose>0 0 0</init_pose>{visuals}</block>");
    HostileWorld::new("obj_spelled_in_200000_ways", &inside).with("a.obj", SMALL_OBJ.into())
}

/// Twenty nodes move as one sampler of three million keys says.
fn clip_of_20_long_tracks() -> HostileWorld {
    let key_count = 3_000_000;
    let mut buffer: Vec<u8> =
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0].into_iter().flat_map(f32::to_le_bytes).collect();
    buffer.resize(36 + key_count + 2, 0);
    let channels: Vec<String> = (0..20)
        .map(|node| format!("{{\"sampler\":0,\"target\":{{\"node\":{node},\"path\":\"translation\"}}}}"))
        .collect();
    let numbers = |shape: &str| {
        format!("{{\"componentType\":5121,\"count\":{key_count},\"type\":\"{shape}\",\"bufferView\":1}}")
    };
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}{}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\
         \"animations\":[{{\"name\":\"walk\",\"samplers\":[{{\"input\":1,\"output\":2}}],\"channels\":[{}]}}],\
         \"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}},{},{}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}},\
         {{\"buffer\":0,\"byteOffset\":36,\"byteLength\":{},\"byteStride\":1}}],\
         \"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        ",{}".repeat(19),
        channels.join(","),
        numbers("SCALAR"),
        numbers("VEC3"),
        key_count + 2,
        buffer.len()
    );
    let actor = "<actor name=\"a\"><init_pose>0 0 0</init_pose><visual><model_uri>a.gltf</model_uri></visual></actor>";
    HostileWorld::new("clip_of_20_long_tracks", actor).with("a.gltf", text.into_bytes()).with("b.bin", buffer)
}

/// More names than lists may have, in lists that are short each.
fn lists_of_names_of_5000_blocks() -> HostileWorld {
    let names = "b1 ".repeat(1_000);
    let block = format!(
        "<block name=\"b${{i}}\"><init_pose>$f{{2*i}} 0 0</init_pose><publish>\
         <publish_relative_pose_topic>/t</publish_relative_pose_topic>\
         <publish_relative_pose_objects>{names}</publish_relative_pose_objects></publish></block>"
    );
    HostileWorld::new("lists_of_names_of_5000_blocks", &looped(5_000, &block))
}

/// Where vehicles look for ground, blocks are sorted into cells of 4 m.
fn blocks_of_3000_cells_each() -> HostileWorld {
    let block = "<block name=\"b${i}\"><init_pose>$f{300*i} 0 0</init_pose><intangible>true</intangible>\
                 <shape><pt>-80 -80</pt><pt>80 -80</pt><pt>80 80</pt><pt>-80 80</pt></shape></block>";
    HostileWorld::new("blocks_of_3000_cells_each", &(looped(9_000, block) + &vehicle("r", "0", "")))
}

/// A vehicle looks into every cell below it.
fn vehicle_of_200000_km() -> HostileWorld {
    let chassis = "<chassis><shape><pt>-1e8 -1e8</pt><pt>1e8 -1e8</pt><pt>1e8 1e8</pt><pt>-1e8 1e8</pt></shape></chassis>";
    let block = "<block name=\"b\"><init_pose>0 0 0</init_pose><intangible>true</intangible></block>";
    HostileWorld::new("vehicle_of_200000_km", &(block.to_owned() + &vehicle("r", "0", chassis)))
}
