//! Cases that once took gigabytes or minutes.

use super::encode::{archive, block_of, flat_stl, gridmap, png};
use super::{HostileWorld, MakeWorld};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 20] = [
        checkerboard,
        many_corners,
        many_spheres,
        zip_bomb,
        eight_elevation_maps,
        long_row,
        tall_column,
        spiral,
        walls_from_mesh,
        dem_coincident,
        dem_circle,
        large_kernel,
        large_kernel_of_matrix,
        round_block,
        star_block,
        collada_instances,
        overlapping_blocks,
        mesh_outline_comb,
        painted_copies,
        many_pictures,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

fn grid_of(file: &str) -> String {
    format!("<element class=\"occupancy_grid\"><file>{file}</file><resolution>0.05</resolution></element>")
}

fn checkerboard() -> HostileWorld {
    HostileWorld::new("checkerboard", &grid_of("board.png"))
        .with("board.png", png(8192, 8192, |x, y| if (x + y) % 2 == 0 { 0 } else { 255 }))
}

fn many_corners() -> HostileWorld {
    HostileWorld::new(
        "many_corners",
        "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>$f{3*i} 0 0</init_pose>\
         <geometry type=\"cylinder\" radius=\"1\" length=\"1\" vertex_count=\"1000\"/><shape_from_visual/></block></for>",
    )
}

fn many_spheres() -> HostileWorld {
    HostileWorld::new(
        "many_spheres",
        "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>$f{3*i} 0 0</init_pose>\
         <geometry type=\"sphere\" radius=\"1\" vertex_count=\"1000\"/><shape_from_visual/></block></for>",
    )
}

fn zip_bomb() -> HostileWorld {
    let mut inside = String::new();
    for copy in 0..400 {
        // Each path names the same member in another way.
        let dots = "./".repeat(copy);
        let _ = write!(
            inside,
            "<block name=\"b{copy}\"><init_pose>0 0 0</init_pose><visual><model_uri>{dots}x.zip/a.stl</model_uri></visual></block>"
        );
    }
    HostileWorld::new("zip_bomb", &inside).with("x.zip", archive(&[("a.stl".into(), flat_stl(320_000))]))
}

fn eight_elevation_maps() -> HostileWorld {
    let mut inside = String::new();
    for number in 1..9 {
        let _ = write!(
            inside,
            "<element class=\"elevation_map\"><elevation_image>hills.png</elevation_image>\
             <elevation_image_min_z>0</elevation_image_min_z><elevation_image_max_z>{number}</elevation_image_max_z>\
             <resolution>0.5</resolution></element>"
        );
    }
    HostileWorld::new("eight_elevation_maps", &inside)
        .with("hills.png", png(8192, 8192, |x, y| ((x ^ y) & 64) as u8))
}

fn long_row() -> HostileWorld {
    HostileWorld::new("long_row", "<element class=\"occupancy_grid\"><file>row.gridmap.gz</file></element>")
        .with("row.gridmap.gz", gridmap(60_000_000, 1, |at| if at % 2 == 0 { 0x80 } else { 0x7f }))
}

fn tall_column() -> HostileWorld {
    HostileWorld::new("tall_column", "<element class=\"occupancy_grid\"><file>c.gridmap.gz</file></element>")
        .with("c.gridmap.gz", gridmap(1, 60_000_000, |at| if at % 1000 == 0 { 0x80 } else { 0x7f }))
}

/// Out along one arm of a spiral and back along the other.
fn spiral_corners(count: u32) -> impl Iterator<Item = [f64; 2]> {
    let half = count / 2;
    let point = move |k: u32, width: f64| {
        let turns = 40.0 * f64::from(k) / f64::from(half);
        let radius = 1.0 + turns + width;
        let (sin, cos) = (turns * TAU).sin_cos();
        [radius * cos, radius * sin]
    };
    (0..half).map(move |k| point(k, 0.0)).chain((0..half).rev().map(move |k| point(k, 0.4)))
}

fn spiral() -> HostileWorld {
    HostileWorld::new("spiral", &block_of("spiral", spiral_corners(20_000)))
}

fn walls_from_mesh() -> HostileWorld {
    let mut obj = String::new();
    for k in 0..30_000_u32 {
        let (x, y) = (k % 173, k / 173);
        let _ = write!(obj, "v {x} {y} 0\nv {x}.5 {y}.5 0\nl {} {}\n", 2 * k + 1, 2 * k + 2);
    }
    HostileWorld::new(
        "walls_from_mesh",
        "<walls model_uri=\"walls.obj\"/><walls><model_uri>walls.obj</model_uri></walls>",
    )
    .with("walls.obj", obj.into_bytes())
}

fn dem(name: &str, points: impl Iterator<Item = [f64; 2]>) -> HostileWorld {
    let mut text = String::new();
    for [x, y] in points {
        let _ = writeln!(text, "{x} {y} 1 9 9 9");
    }
    let inside = "<element class=\"elevation_map\"><dem_xyzrgb_file>dem.txt</dem_xyzrgb_file>\
                  <resolution>0.1</resolution></element>";
    HostileWorld::new(name, inside).with("dem.txt", text.into_bytes())
}

fn dem_coincident() -> HostileWorld {
    let corners = [[0.0, 0.0], [250.0, 250.0]].into_iter();
    dem("dem_coincident", corners.chain((0..300_000).map(|_| [125.0, 125.0])))
}

fn dem_circle() -> HostileWorld {
    let around = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / 300_000.0).sin_cos();
        [125.0 + 125.0 * cos, 125.0 + 125.0 * sin]
    };
    dem("dem_circle", (0..300_000).map(around))
}

fn kernel_of(side: usize) -> String {
    let row = format!("{} ", 1.0 / (side * side) as f64).repeat(side);
    format!("<apply_kernel>{}</apply_kernel>", format!("{row}\n").repeat(side))
}

fn large_kernel() -> HostileWorld {
    let kernel = kernel_of(63);
    let inside = format!(
        "<element class=\"elevation_map\"><elevation_image>h.png</elevation_image>\
         <elevation_image_min_z>0</elevation_image_min_z><elevation_image_max_z>1</elevation_image_max_z>\
         <resolution>0.5</resolution>{kernel}</element>"
    );
    HostileWorld::new("large_kernel", &inside).with("h.png", png(4096, 4096, |x, _| x as u8))
}

fn large_kernel_of_matrix() -> HostileWorld {
    let row = "1 2 ".repeat(400);
    let rows = format!("[{}{row}]", format!("{row};").repeat(799));
    let kernel = kernel_of(63);
    let inside = format!(
        "<element class=\"elevation_map\"><elevation_data_matrix>{rows}</elevation_data_matrix>\
         <resolution>0.5</resolution>{kernel}</element>"
    );
    HostileWorld::new("large_kernel_of_matrix", &inside)
}

fn round_block() -> HostileWorld {
    let around = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / 200_000.0).sin_cos();
        [1_000.0 * cos, 1_000.0 * sin]
    };
    HostileWorld::new("round_block", &block_of("round", (0..200_000).map(around)))
}

fn star_block() -> HostileWorld {
    let around = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / 200_000.0).sin_cos();
        let radius = if k.is_multiple_of(2) { 1_000.0 } else { 500.0 };
        [radius * cos, radius * sin]
    };
    HostileWorld::new("star_block", &block_of("star", (0..200_000).map(around)))
}

/// A geometry of many triangles, and many instances of it.
pub(super) fn collada(triangle_count: u32, instance_count: u32) -> Vec<u8> {
    let mut positions = String::new();
    for k in 0..300 {
        let _ = write!(positions, "{} {} {} ", k % 20, k / 20, k % 7);
    }
    let mut indices = String::new();
    for k in 0..triangle_count {
        let _ = write!(indices, "{} {} {} ", k % 300, (k * 7 + 1) % 300, (k * 13 + 2) % 300);
    }
    let nodes: String = (0..instance_count)
        .map(|k| format!("<node><translate>{k} 0 0</translate><instance_geometry url=\"#g\"/></node>"))
        .collect();
    format!(
        "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\" xmlns=\"http://www.collada.org/2005/11/COLLADASchema\">\
         <library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"900\">{positions}\
         </float_array><technique_common><accessor source=\"#pa\" count=\"300\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
         <param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\
         <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\
         <triangles count=\"{triangle_count}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{indices}</p></triangles>\
         </mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"s\">{nodes}</visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"
    )
    .into_bytes()
}

fn collada_instances() -> HostileWorld {
    let inside = "<block name=\"b\"><init_pose>0 0 0</init_pose><shape_from_visual/><visual><model_uri>m.dae</model_uri></visual></block>";
    HostileWorld::new("collada_instances", inside).with("m.dae", collada(200_000, 49))
}

fn overlapping_blocks() -> HostileWorld {
    HostileWorld::new(
        "overlapping_blocks",
        "<for var=\"i\" from=\"1\" to=\"2000\"><block name=\"b${i}\"><init_pose>0 0 0</init_pose><mass>1</mass></block></for>",
    )
}

/// A mesh whose outline is a comb with as many teeth as the bitmap has cells.
fn mesh_outline_comb() -> HostileWorld {
    let mut obj = String::from(
        "v 0 0 0\nv 100 0 0\nv 100 1 0\nv 0 1 0\nf 1 2 3 4\nv 0 0 1\nv 100 0 1\nv 100 1 1\nv 0 1 1\nf 5 6 7 8\n",
    );
    for tooth in 0..200 {
        let x = f64::from(tooth) * 0.5;
        for z in [0, 1] {
            let _ = write!(
                obj,
                "v {x} 1 {z}\nv {} 1 {z}\nv {} 100 {z}\nv {x} 100 {z}\nf -4 -3 -2 -1\n",
                x + 0.1,
                x + 0.1
            );
        }
    }
    let mut inside = String::new();
    for k in 0..100 {
        let _ = write!(
            inside,
            "<block name=\"b{k}\"><init_pose>0 0 0</init_pose><shape_from_visual/><visual><model_uri>comb.obj</model_uri>\
             <model_scale>1.{k:03}</model_scale></visual></block>"
        );
    }
    HostileWorld::new("mesh_outline_comb", &inside).with("comb.obj", obj.into_bytes())
}

/// One mesh in thousands of colours, each of which would be a copy.
fn painted_copies() -> HostileWorld {
    let mut inside = String::new();
    for k in 0..5_000 {
        let _ = write!(
            inside,
            "<block name=\"b{k}\"><init_pose>{k} 0 0</init_pose><visual><model_uri>a.stl</model_uri><model_color>#{k:06x}</model_color></visual></block>"
        );
    }
    HostileWorld::new("painted_copies", &inside).with("a.stl", flat_stl(100_000))
}

/// Textures that are small in their files and large in memory.
fn many_pictures() -> HostileWorld {
    let mut inside = String::new();
    let mut world = HostileWorld::new("many_pictures", "");
    for k in 0..12 {
        let _ = write!(
            inside,
            "<element class=\"horizontal_plane\"><texture>./{}p.png</texture></element>",
            "./".repeat(k)
        );
    }
    world.files[0].1 = super::encode::world(&inside);
    world.with("p.png", png(8000, 8000, |_, _| 7))
}
