//! Archives and packed files: what little of a file becomes much, in every decoder that reads members of archives.

use super::encode::{archive, gridmap, png};
use super::overlooked::{SMALL_OBJ, block_like, looped, noise};
use super::{HostileWorld, MakeWorld};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 20] = [
        textures_of_swollen_members,
        textures_of_members_over_each_other,
        meshes_of_members_over_each_other,
        visuals_of_89000_members,
        gridmaps_of_one_cell_and_200_megabytes,
        zipped_collada_of_a_long_source,
        zipped_collada_of_lines,
        zipped_collada_of_a_long_step,
        zipped_collada_of_a_long_colour,
        zipped_collada_of_blanks,
        zipped_obj_of_lone_corners,
        zipped_obj_of_one_name_in_900_libraries,
        zipped_obj_of_missing_textures,
        zipped_obj_of_one_held_line,
        zipped_ply_of_comments,
        zipped_ply_of_long_lines,
        zipped_gltf_of_attributes,
        zipped_stl_of_one_line,
        zipped_cloud_of_comments,
        zipped_survey_of_one_line,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// An archive with this member, and with noise that is not packed: members may be two hundred times as long as they are
/// packed.
fn member(name: &str, file: &str, comment: [&str; 2], text: &str) -> HostileWorld {
    let mut bytes = comment[0].as_bytes().to_vec();
    // Marks that begin something else would end a text.
    bytes.extend(noise(text.len() / 150).into_iter().map(|byte| if byte == b'\\' { b'_' } else { byte }));
    bytes.extend(comment[1].as_bytes());
    bytes.extend(text.as_bytes());
    HostileWorld::new(name, &block_like(&format!("a.zip/{file}")))
        .with("a.zip", archive(&[(file.to_owned(), bytes)]))
}

/// Members of 16 MB of nothing, which take 16 kB each.
fn textures_of_swollen_members() -> HostileWorld {
    let members: Vec<(String, Vec<u8>)> =
        (1..=900).map(|k| (format!("{k}.png"), vec![0; 16 << 20])).collect();
    let inside = looped(900, "<element class=\"horizontal_plane\" texture=\"a.zip/${i}.png\"/>");
    HostileWorld::new("textures_of_swollen_members", &inside).with("a.zip", archive(&members))
}

/// An archive whose members are all the same bytes: a list of members is all that it has more of than one.
fn overlapping(count: u32, ending: &str, bytes: &[u8]) -> Vec<u8> {
    let one = archive(&[(format!("0.{ending}"), bytes.to_vec())]);
    let list = one.windows(4).rposition(|mark| mark == b"PK\x01\x02").expect("every archive has a list");
    let end = one.windows(4).rposition(|mark| mark == b"PK\x05\x06").expect("every archive has an end");
    let (entry, mut all) = (&one[list..end], one[..list].to_vec());
    for k in 1..=count {
        let name = format!("{k}.{ending}");
        let old_name = usize::from(u16::from_le_bytes([entry[28], entry[29]]));
        let mut listed = entry[..46].to_vec();
        listed[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
        listed.extend(name.as_bytes());
        listed.extend(&entry[46 + old_name..]);
        all.extend(listed);
    }
    let length = all.len() - list;
    let mut tail = one[end..].to_vec();
    tail[8..10].copy_from_slice(&(count as u16).to_le_bytes());
    tail[10..12].copy_from_slice(&(count as u16).to_le_bytes());
    tail[12..16].copy_from_slice(&(length as u32).to_le_bytes());
    tail[16..20].copy_from_slice(&(list as u32).to_le_bytes());
    all.extend(tail);
    all
}

fn textures_of_members_over_each_other() -> HostileWorld {
    let inside = looped(60_000, "<element class=\"horizontal_plane\" normal_map=\"a.zip/${i}.png\"/>");
    HostileWorld::new("textures_of_members_over_each_other", &inside)
        .with("a.zip", overlapping(60_000, "png", &vec![0; 16 << 20]))
}

fn meshes_of_members_over_each_other() -> HostileWorld {
    let mut stl = vec![b' '; 15 << 20];
    stl[..5].copy_from_slice(b"solid");
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose>{}</block>",
        looped(60_000, "<visual model_uri=\"a.zip/${i}.stl\"/>")
    );
    HostileWorld::new("meshes_of_members_over_each_other", &inside)
        .with("a.zip", overlapping(60_000, "stl", &stl))
}

fn visuals_of_89000_members() -> HostileWorld {
    let members: Vec<(String, Vec<u8>)> =
        (1..90_000).map(|k| (format!("{k}.obj"), SMALL_OBJ.into())).collect();
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose>{}</block>",
        looped(89_999, "<visual model_uri=\"a.zip/${i}.obj\"/>")
    );
    HostileWorld::new("visuals_of_89000_members", &inside).with("a.zip", archive(&members))
}

/// What comes after the one cell of each map is unpacked, and not looked at.
fn gridmaps_of_one_cell_and_200_megabytes() -> HostileWorld {
    let mut plain = Vec::new();
    GzDecoder::new(&gridmap(1, 1, |_| 0)[..]).read_to_end(&mut plain).expect("just packed");
    plain.resize(200_000_000, 0);
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&plain).expect("memory takes everything");
    let packed = packer.finish().expect("memory takes everything");
    let inside = looped(60, "<element class=\"occupancy_grid\" file=\"${i}.gridmap.gz\"/>");
    let mut world = HostileWorld::new("gridmaps_of_one_cell_and_200_megabytes", &inside);
    for k in 1..=60 {
        world = world.with(&format!("{k}.gridmap.gz"), packed.clone());
    }
    world
}

/// A COLLADA document with these numbers in its source, part, node and effect.
fn collada(name: &str, [source, part, step, colour]: [&str; 4]) -> HostileWorld {
    let text = format!(
        "--><library_effects><effect id=\"e\"><profile_COMMON><technique><phong><diffuse><color>1 1 1 1 {colour}</color></diffuse>\
         </phong></technique></profile_COMMON></effect></library_effects><library_materials><material id=\"m\">\
         <instance_effect url=\"#e\"/></material></library_materials><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">\
         <float_array>0 0 0 1 0 0 0 1 1 {source}</float_array></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/>\
         </vertices><triangles material=\"m\"><input semantic=\"VERTEX\" source=\"#v\"/><p>0 1 2</p></triangles>{part}</mesh></geometry>\
         </library_geometries><library_visual_scenes><visual_scene id=\"s\"><node><matrix>1 {step}</matrix>\
         <instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes></COLLADA>"
    );
    member(name, "a.dae", ["<COLLADA version=\"1.4.1\"><!--", ""], &text)
}

fn zipped_collada_of_a_long_source() -> HostileWorld {
    collada("zipped_collada_of_a_long_source", [&"0 ".repeat(110_000_000), "", "", ""])
}

fn zipped_collada_of_lines() -> HostileWorld {
    let indices = format!("<p>{}</p>", "0 1 ".repeat(500_000));
    let lines = format!("<lines><input semantic=\"VERTEX\" source=\"#v\"/>{}</lines>", indices.repeat(100));
    collada("zipped_collada_of_lines", ["", &lines, "", ""])
}

fn zipped_collada_of_a_long_step() -> HostileWorld {
    collada("zipped_collada_of_a_long_step", ["", "", &"0 ".repeat(110_000_000), ""])
}

fn zipped_collada_of_a_long_colour() -> HostileWorld {
    collada("zipped_collada_of_a_long_colour", ["", "", "", &"0 ".repeat(110_000_000)])
}

/// The text of an element is put together of pieces with elements between them.
fn zipped_collada_of_blanks() -> HostileWorld {
    let pieces = format!("{}<x/>", "1 ".repeat(250)).repeat(440_000);
    collada("zipped_collada_of_blanks", [&pieces, "", "", ""])
}

/// A corner by itself is no triangle and no line.
fn zipped_obj_of_lone_corners() -> HostileWorld {
    let mut corners = String::from("v 0 0 0\n");
    for k in 1..=200 {
        let _ = writeln!(corners, "f -1/-{k}");
    }
    let text = format!("{}{SMALL_OBJ}{}", "vt 0 0\n".repeat(200), corners.repeat(100_000));
    member("zipped_obj_of_lone_corners", "a.obj", ["# ", "\n"], &text)
}

/// Materials of one name are compared with each other.
fn zipped_obj_of_one_name_in_900_libraries() -> HostileWorld {
    let mut obj = SMALL_OBJ.to_owned();
    let mut members = Vec::new();
    for k in 0..900 {
        let _ = write!(obj, "mtllib {k}.mtl\nusemtl a\nf 1 2 3\n");
        members.push((format!("{k}.mtl"), format!("newmtl a\nKd 0.{k:03} 0 0\n").into_bytes()));
    }
    obj += &"usemtl a\n".repeat(10_000_000);
    obj = format!("# {}x\n{obj}", String::from_utf8_lossy(&noise(700_000)));
    members.push(("a.obj".to_owned(), obj.into_bytes()));
    HostileWorld::new("zipped_obj_of_one_name_in_900_libraries", &block_like("a.zip/a.obj"))
        .with("a.zip", archive(&members))
}

/// Each is looked for when the world is drawn.
fn zipped_obj_of_missing_textures() -> HostileWorld {
    let (mut obj, mut mtl) = (format!("mtllib a.mtl\n{SMALL_OBJ}vt 0 0\n"), String::new());
    for k in 0..900_000 {
        let _ = write!(obj, "usemtl {k:x}\nf 1/1 2/1 3/1\n");
        let _ = write!(mtl, "newmtl {k:x}\nmap_Kd {k:x}\n");
    }
    let members = [("a.obj".to_owned(), obj.into_bytes()), ("a.mtl".to_owned(), mtl.into_bytes())];
    HostileWorld::new("zipped_obj_of_missing_textures", &block_like("a.zip/a.obj"))
        .with("a.zip", archive(&members))
}

/// Lines that go on in the next one are put together.
fn zipped_obj_of_one_held_line() -> HostileWorld {
    let text = format!("{SMALL_OBJ}{}", "\\\n".repeat(100_000_000));
    member("zipped_obj_of_one_held_line", "a.obj", ["# ", "\n"], &text)
}

fn zipped_ply_of_comments() -> HostileWorld {
    let text = format!(
        "{}element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
         property list uchar uint vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 1\n3 0 1 2\n",
        "comment\n".repeat(25_000_000)
    );
    member("zipped_ply_of_comments", "a.ply", ["ply\nformat ascii 1.0\ncomment ", "\n"], &text)
}

/// Properties that nothing uses, in lines that are written anew.
fn zipped_ply_of_long_lines() -> HostileWorld {
    let properties: String = (0..100).map(|k| format!("property uchar p{k}\n")).collect();
    let line = "0 ".repeat(102) + "0\n";
    let text = format!(
        "element vertex 1000000\nproperty float x\nproperty float y\nproperty float z\n{properties}element face 1\n\
         property list uchar uint vertex_indices\nend_header\n{}3 0 1 2\n",
        line.repeat(1_000_000)
    );
    member("zipped_ply_of_long_lines", "a.ply", ["ply\nformat ascii 1.0\ncomment ", "\n"], &text)
}

/// Each vertex may have thousands of attributes, by name.
fn zipped_gltf_of_attributes() -> HostileWorld {
    let attributes: String = (0..2_900).map(|k| format!("\"{k:x}\":0,")).collect();
    let primitive = format!("{{\"attributes\":{{{attributes}\"a\":0}}}}");
    let primitives = vec![primitive; 3_300].join(",");
    let text = format!(
        "\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],\"meshes\":[{{\"primitives\":[{primitives}]}}],\
         \"accessors\":[{{\"componentType\":5126,\"count\":0,\"type\":\"VEC3\",\"bufferView\":0}}]}}"
    );
    member(
        "zipped_gltf_of_attributes",
        "a.gltf",
        ["{\"asset\":{\"version\":\"2.0\",\"generator\":\"", ""],
        &text,
    )
}

fn zipped_stl_of_one_line() -> HostileWorld {
    let facet = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 1 endloop endfacet ";
    let text = format!("\n{} endsolid", facet.repeat(1_500_000));
    member("zipped_stl_of_one_line", "a.stl", ["solid ", "\n"], &text)
}

fn zipped_cloud_of_comments() -> HostileWorld {
    let mut text = noise(1_200_000);
    text.splice(0..0, *b"# ");
    text.extend(b"\n1 2 3".iter().chain(b"\n#".repeat(110_000_000).iter()));
    let inside = "<element class=\"pointcloud\" file_txt_3d=\"a.zip/a.txt\"/>";
    HostileWorld::new("zipped_cloud_of_comments", inside).with("a.zip", archive(&[("a.txt".into(), text)]))
}

fn zipped_survey_of_one_line() -> HostileWorld {
    let mut text = noise(1_200_000);
    text.splice(0..0, *b"# ");
    text.extend(b"\n1 2 3 4 5 6\n9 9 9 9 9 9\n1 2 3 4 5 6".iter().chain(b" ,".repeat(110_000_000).iter()));
    let inside = "<element class=\"elevation_map\" dem_xyzrgb_file=\"a.zip/a.txt\" resolution=\"0.1\"/>\
                  <element class=\"occupancy_grid\" file=\"a.zip/g.png\"/>";
    HostileWorld::new("zipped_survey_of_one_line", inside)
        .with("a.zip", archive(&[("a.txt".into(), text), ("g.png".into(), png(9, 9, |x, _| x as u8))]))
}
