//! More of the same kinds, written after the first ones were mended: outlines, grids, terrain, meshes, pictures, and
//! worlds that are long rather than wide.

use super::encode::{archive, block_of, flat_stl, gridmap, png};
use super::named::collada;
use super::{HostileWorld, MakeWorld};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let mut all: Vec<MakeWorld> = Vec::new();
    outlines(&mut all);
    grids(&mut all);
    terrain(&mut all);
    meshes(&mut all);
    pictures(&mut all);
    long_worlds(&mut all);
    lamps_ways_and_events(&mut all);
    all
}

fn add(all: &mut Vec<MakeWorld>, make: impl Fn() -> HostileWorld + 'static) {
    all.push(Box::new(make));
}

/// A number from 0 to 1 that looks random: the fractional part of a multiple of the golden ratio, bent.
fn scattered(k: u32) -> f64 {
    let x = f64::from(k) * 0.618_033_988_749_895;
    let y = (x.fract() * 12_345.678).sin() * 43_758.545;
    y.fract().abs()
}

fn around(k: u32, count: u32, radius: f64) -> [f64; 2] {
    let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
    [radius * cos, radius * sin]
}

fn outlines(all: &mut Vec<MakeWorld>) {
    type Corner = fn(u32, u32) -> [f64; 2];
    let shapes: [(&str, Corner); 10] = [
        ("circle", |k, n| around(k, n, 10.0)),
        ("star", |k, n| around(k, n, if k % 2 == 0 { 10.0 } else { 3.0 })),
        ("needles", |k, n| around(k, n, if k % 2 == 0 { 1_000.0 } else { 1e-3 })),
        ("rough", |k, n| around(k, n, 5.0 + 4.0 * scattered(k))),
        ("crossing", |k, _| [scattered(k), scattered(k + 7_919)]),
        ("comb", |k, n| {
            if k + 2 >= n { [f64::from(n - k) - 1.0, -9.0] } else { [f64::from(k / 2), f64::from(k / 2 % 2)] }
        }),
        ("stairs", |k, _| [f64::from(k / 2), f64::from(k.div_ceil(2))]),
        ("line", |k, _| [f64::from(k), 2.0 * f64::from(k)]),
        ("points", |_, _| [1.0, 1.0]),
        ("tiny", |k, n| around(k, n, 1e-9)),
    ];
    for (name, corner) in shapes {
        for count in [400, 5_000, 15_000] {
            add(all, move || {
                let block = block_of("b", (0..count).map(|k| corner(k, count)));
                HostileWorld::new(format!("outline_{name}_{count}"), &block)
            });
        }
    }
    for count in [20, 300] {
        add(all, move || {
            let blocks: String = (0..count)
                .map(|k| {
                    block_of(
                        &format!("b{k}"),
                        (0..1_000).map(|c| around(c, 1_000, if c % 2 == 0 { 2.0 } else { 1.0 })),
                    )
                })
                .collect();
            HostileWorld::new(format!("outlines_{count}_stars"), &blocks)
        });
    }
}

fn grids(all: &mut Vec<MakeWorld>) {
    type Cell = fn(u32, u32) -> bool;
    let drawings: [(&str, Cell); 8] = [
        ("stripes_x", |x, _| x % 2 == 0),
        ("stripes_y", |_, y| y % 2 == 0),
        ("diagonal", |x, y| (x + y) % 3 == 0),
        ("dots", |x, y| x % 2 == 0 && y % 2 == 0),
        ("noise", |x, y| scattered(x.wrapping_mul(7_919) ^ y.wrapping_mul(104_729)) < 0.4),
        ("rings", |x, y| x.abs_diff(2_048).max(y.abs_diff(2_048)) % 2 == 0),
        ("hatch", |x, y| x % 8 == 0 || y % 8 == 0),
        ("full", |_, _| true),
    ];
    for (name, is_wall) in drawings {
        for side in [700, 4_096] {
            add(all, move || {
                let pixel = move |x: u32, y: u32| if is_wall(x, y) { 0 } else { 255 };
                let inside = "<element class=\"occupancy_grid\"><file>g.png</file><resolution>0.05</resolution></element>";
                HostileWorld::new(format!("grid_{name}_{side}"), inside).with("g.png", png(side, side, pixel))
            });
        }
    }
    add(all, || {
        let inside =
            "<element class=\"occupancy_grid\"><file>g.png</file><resolution>0.05</resolution></element>"
                .repeat(400);
        HostileWorld::new("grids_400", &inside)
            .with("g.png", png(1_024, 1_024, |x, y| ((x & y) % 7 * 40) as u8))
    });
    add(all, || {
        // No two alike, so that none shares the cells of another.
        let grid = |k: usize| {
            format!(
                "<element class=\"occupancy_grid\"><file>g.png</file><resolution>{}</resolution></element>",
                0.05 + k as f64 * 1e-4
            )
        };
        HostileWorld::new("grids_400_each_its_own", &(0..400).map(grid).collect::<String>())
            .with("g.png", png(1_024, 1_024, |x, y| ((x & y) % 7 * 40) as u8))
    });
    add(all, || {
        let inside = "<element class=\"occupancy_grid\"><file>g.gridmap.gz</file></element>".repeat(40);
        HostileWorld::new("gridmaps_40", &inside)
            .with("g.gridmap.gz", gridmap(8_000, 4_000, |at| (at % 3) as u8))
    });
    add(all, || {
        let inside = "<element class=\"occupancy_grid\"><file>m.yaml</file></element>".repeat(30);
        let yaml =
            b"image: g.png\nresolution: 0.05\norigin: [0, 0, 0]\noccupied_thresh: 0.6\nfree_thresh: 0.2\n";
        HostileWorld::new("ros_maps_30", &inside)
            .with("m.yaml", yaml.to_vec())
            .with("g.png", png(8_000, 8_000, |x, y| (x ^ y) as u8))
    });
}

fn terrain(all: &mut Vec<MakeWorld>) {
    let element = |inside: &str, kernel: &str| {
        format!("<element class=\"elevation_map\">{inside}<resolution>0.1</resolution>{kernel}</element>")
    };
    let of_picture = "<elevation_image>h.png</elevation_image><elevation_image_min_z>0</elevation_image_min_z>\
                      <elevation_image_max_z>3</elevation_image_max_z>";
    for (side, kernel_side) in [(1_400, 0), (1_400, 3), (1_400, 31), (700, 63), (2_500, 5), (8_192, 0)] {
        add(all, move || {
            let row = format!("{} ", 1.0 / (kernel_side * kernel_side).max(1) as f64).repeat(kernel_side);
            let kernel = match kernel_side {
                0 => String::new(),
                _ => format!("<apply_kernel>{}</apply_kernel>", format!("{row}\n").repeat(kernel_side)),
            };
            HostileWorld::new(format!("hills_{side}_kernel_{kernel_side}"), &element(of_picture, &kernel))
                .with("h.png", png(side, side, |x, y| (x.wrapping_mul(y) >> 4) as u8))
        });
    }
    add(all, move || {
        HostileWorld::new("hills_60", &element(of_picture, "").repeat(60))
            .with("h.png", png(1_000, 1_000, |x, _| x as u8))
    });
    type Place = fn(u32) -> [f64; 2];
    let surveys: [(&str, Place); 7] = [
        ("line", |k| [f64::from(k) * 0.001, f64::from(k) * 0.001]),
        ("clusters", |k| [f64::from(k % 2) * 90.0, f64::from(k / 2 % 2) * 90.0]),
        ("random", |k| [120.0 * scattered(k), 120.0 * scattered(k + 99_991)]),
        ("rings", |k| around(k, 997, 20.0 + f64::from(k / 997) * 0.1)),
        ("half_circle", |k| {
            let [x, y] = around(k, 600_000, 60.0);
            [x, y.abs()]
        }),
        ("outlier", |k| if k == 0 { [1e9, 1e9] } else { [scattered(k), scattered(k + 5)] }),
        ("column", |k| [0.0, f64::from(k) * 1e-4]),
    ];
    for (name, place) in surveys {
        add(all, move || {
            let mut text = String::new();
            for k in 0..300_000 {
                let [x, y] = place(k);
                let _ = writeln!(text, "{x:.4} {y:.4} {} 1 2 3", k % 5);
            }
            let inside = element("<dem_xyzrgb_file>dem.txt</dem_xyzrgb_file>", "");
            HostileWorld::new(format!("survey_{name}"), &inside).with("dem.txt", text.into_bytes())
        });
    }
}

fn with_mesh(name: String, file: &str, count: u32, is_outline: bool) -> HostileWorld {
    let mut inside = String::new();
    let shape = if is_outline { "<shape_from_visual/>" } else { "" };
    for k in 0..count {
        let _ = write!(
            inside,
            "<block name=\"b{k}\"><init_pose>{} 0 0</init_pose>{shape}<visual><model_uri>{file}</model_uri>\
             <model_scale>{}</model_scale></visual></block>",
            3 * k,
            1.0 + f64::from(k) * 1e-4
        );
    }
    HostileWorld::new(name, &inside)
}

fn meshes(all: &mut Vec<MakeWorld>) {
    for (triangles, count) in [(1_000, 3_000), (100_000, 200), (300_000, 1)] {
        add(all, move || {
            with_mesh(format!("outlines_of_{count}_meshes_of_{triangles}"), "a.stl", count, true)
                .with("a.stl", flat_stl(triangles))
        });
    }
    add(all, || {
        let mut stl = flat_stl(10);
        stl[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
        with_mesh("stl_that_promises_billions".into(), "a.stl", 1, true).with("a.stl", stl)
    });
    add(all, || {
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 1e38\nendloop\nendfacet\n";
        let text = format!("solid a\n{}endsolid a\n", facet.repeat(150_000));
        with_mesh("stl_text".into(), "a.stl", 1, true).with("a.stl", text.into_bytes())
    });
    for count in [2_000_u32, 60_000] {
        add(all, move || {
            let mut obj = String::new();
            for k in 0..count {
                let [x, y] = around(k, count, if k % 2 == 0 { 2.0 } else { 1.0 });
                let _ = writeln!(obj, "v {x} {y} {}", k % 2);
            }
            obj.push('f');
            (1..=count).for_each(|k| {
                let _ = write!(obj, " {k}");
            });
            with_mesh(format!("obj_face_of_{count}_corners"), "a.obj", 1, true)
                .with("a.obj", obj.into_bytes())
        });
    }
    add(all, || {
        let obj = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", "f 1 2 3\n".repeat(1_500_000));
        with_mesh("obj_of_one_triangle_often".into(), "a.obj", 1, true).with("a.obj", obj.into_bytes())
    });
    add(all, || {
        let obj = format!(
            "v 0 0 0\nv 1 0 0\nv 0 1 1\n{}f 1 2 3\n",
            "mtllib missing.mtl\nusemtl a\n".repeat(100_000)
        );
        with_mesh("obj_that_names_materials".into(), "a.obj", 1, false).with("a.obj", obj.into_bytes())
    });
    add(all, || {
        let lines: String = (0..200_000)
            .map(|k| format!("v {} {} 0\nl {} {}\n", k % 999, k / 999, k + 1, (k * 7) % (k + 1) + 1))
            .collect();
        HostileWorld::new("walls_200000", "<walls><model_uri>a.obj</model_uri></walls>")
            .with("a.obj", lines.into_bytes())
    });
    add(all, || {
        let ply = "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 4000000000\nproperty list uint int vertex_indices\nend_header\n0 0 0\n";
        with_mesh("ply_that_promises_billions".into(), "a.ply", 1, true).with("a.ply", ply.into())
    });
    add(all, || {
        let gltf = r##"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
            "accessors":[{"componentType":5126,"count":4294967295,"type":"VEC3","bufferView":0}],
            "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36}]}"##;
        with_mesh("gltf_that_promises_billions".into(), "a.gltf", 1, true).with("a.gltf", gltf.into())
    });
    add(all, || {
        // Each node has the next one twice.
        let nodes: Vec<String> =
            (0..60).map(|k| format!("{{\"mesh\":0,\"children\":[{},{}]}}", k + 1, k + 1)).collect();
        let gltf = format!(
            r##"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{},{{"mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","bufferView":0}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"uri":"b.bin","byteLength":36}}]}}"##,
            nodes.join(",")
        );
        with_mesh("gltf_of_doubling_nodes".into(), "a.gltf", 1, true)
            .with("a.gltf", gltf.into_bytes())
            .with("b.bin", vec![0; 36])
    });
    for (triangles, instances) in [(100, 20_000), (20_000, 180), (600_000, 5)] {
        add(all, move || {
            with_mesh(format!("collada_{instances}_of_{triangles}"), "a.dae", 1, true)
                .with("a.dae", collada(triangles, instances))
        });
    }
    add(all, || {
        let dae = format!(
            "<COLLADA><library_visual_scenes><visual_scene id=\"s\">{}{}</visual_scene></library_visual_scenes></COLLADA>",
            "<node>".repeat(50_000),
            "</node>".repeat(50_000)
        );
        with_mesh("collada_deep".into(), "a.dae", 1, true).with("a.dae", dae.into_bytes())
    });
    add(all, || {
        let members: Vec<(String, Vec<u8>)> =
            (0..300).map(|k| (format!("{k}.stl"), flat_stl(20_000))).collect();
        let mut inside = String::new();
        for k in 0..300 {
            let _ = write!(
                inside,
                "<block name=\"b{k}\"><init_pose>{k} 0 0</init_pose><visual><model_uri>a.zip/{k}.stl</model_uri></visual></block>"
            );
        }
        HostileWorld::new("archive_of_300_meshes", &inside).with("a.zip", archive(&members))
    });
    add(all, || {
        let comments = "# nothing\n".repeat(1_600_000).into_bytes();
        let mut inside = String::new();
        for k in 0..300 {
            let _ = write!(
                inside,
                "<block name=\"b{k}\"><init_pose>{k} 0 0</init_pose><visual><model_uri>{}a.zip/a.obj</model_uri></visual></block>",
                "./".repeat(k)
            );
        }
        HostileWorld::new("archive_of_comments", &inside)
            .with("a.zip", archive(&[("a.obj".into(), comments)]))
    });
    add(all, || {
        let members: Vec<(String, Vec<u8>)> = (0..60_000).map(|k| (format!("{k}"), Vec::new())).collect();
        with_mesh("archive_of_60000_members".into(), "a.zip/7.obj", 200, false)
            .with("a.zip", archive(&members))
    });
}

fn pictures(all: &mut Vec<MakeWorld>) {
    let plane = |k: usize| {
        format!("<element class=\"horizontal_plane\"><texture>{}p.png</texture></element>", "./".repeat(k))
    };
    for (width, height, count) in
        [(8_192, 1, 500), (1, 8_192, 500), (2_000, 2_000, 200), (8_192, 8_192, 3), (9_000, 9_000, 1)]
    {
        add(all, move || {
            let inside: String = (0..count).map(plane).collect();
            HostileWorld::new(format!("pictures_{count}_of_{width}x{height}"), &inside)
                .with("p.png", png(width, height, |x, y| (x ^ y) as u8))
        });
    }
    let lies: [(&str, &[u8]); 4] = [
        ("pnm", b"P6 99999 99999 65535\n"),
        ("bmp", b"BM\xff\xff\xff\x7f\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\0\0\xff\xff\0\0\x01\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        ("gif", b"GIF89a\xff\xff\xff\xff\xf7\0\0"),
        ("jpeg", b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\x01\x03\x11\x01"),
    ];
    for (name, bytes) in lies {
        add(all, move || {
            let inside =
                format!("{}<element class=\"occupancy_grid\"><file>p.png</file></element>", plane(0));
            HostileWorld::new(format!("picture_that_lies_{name}"), &inside).with("p.png", bytes.to_vec())
        });
    }
}

fn long_worlds(all: &mut Vec<MakeWorld>) {
    let cases: [(&str, String); 18] = [
        ("loops_inside_loops", "<for var=\"i\" from=\"1\" to=\"1000\">".repeat(8) + "<block name=\"b\"/>" + &"</for>".repeat(8)),
        ("blocks_10000_in_one_place", "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>0 0 0</init_pose></block></for>".into()),
        ("blocks_10000_at_the_edge_of_numbers", "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>1e300 $f{i*1e299} 0</init_pose></block></for>".into()),
        ("actors_9999", "<for var=\"i\" from=\"1\" to=\"9999\"><actor name=\"a${i}\"><init_pose>$f{i} 0 0</init_pose></actor></for>".into()),
        ("spheres_of_1000", "<for var=\"i\" from=\"1\" to=\"500\"><block name=\"b${i}\"><init_pose>$f{3*i} 0 0</init_pose><geometry type=\"sphere\" radius=\"1\" vertex_count=\"100\"/></block></for>".into()),
        ("bumps_of_1000", "<for var=\"i\" from=\"1\" to=\"9999\"><block name=\"b${i}\"><init_pose>$f{3*i} 0 0</init_pose><geometry type=\"semi_cylinder_bump\" lx=\"1\" ly=\"1\" lz=\"1\" vertex_count=\"1000\"/></block></for>".into()),
        ("planes_with_doors", ("<element class=\"vertical_plane\"><x0>0</x0><y0>0</y0><x1>900</x1><y1>0</y1>".to_owned() + &"<door><name>d</name><position>0.5</position><width>0.1</width></door>".repeat(2_000) + "</element>").repeat(40)),
        ("walls_of_points", format!("<walls><shape>{}</shape></walls>", "<pt>0 0</pt><pt>1 1</pt>".repeat(100_000))),
        ("markers", format!("<marker><points>{}</points></marker>", "0 0 0 1 1 1 ".repeat(300_000))),
        ("ground_grid_of_dust", "<element class=\"ground_grid\"><x_min>-1e6</x_min><x_max>1e6</x_max><y_min>-1e6</y_min><y_max>1e6</y_max><interval>1e-6</interval></element>".into()),
        ("regions_9999", "<for var=\"i\" from=\"1\" to=\"9999\"><element class=\"property_region\"><property>friction</property><value>0.5</value><x_min>$f{i}</x_min><x_max>$f{i+1}</x_max><y_min>0</y_min><y_max>1</y_max></element></for>".into()),
        ("keyframes", format!("<block name=\"b\"><init_pose>0 0 0</init_pose><animation>{}</animation></block>", "<keyframe time=\"1\" pose=\"0 0 0\"/>".repeat(100_000))),
        ("names_a_megabyte_long", format!("<block name=\"{}\"><init_pose>0 0 0</init_pose></block>", "a".repeat(1_000_000)).repeat(8)),
        ("attributes_999", format!("<block {}/>", (0..999).map(|k| format!("a{k}=\"1\" ")).collect::<String>()).repeat(500)),
        ("mistakes_200000", "<blok/>".repeat(200_000)),
        ("doubling_variables", (0..60).map(|k| format!("<variable name=\"v{}\" value=\"${{v{k}}}${{v{k}}}\"/>", k + 1)).collect::<String>() + "<block name=\"${v60}\"/>"),
        ("numbers_of_a_megabyte", format!("<block name=\"b\"><init_pose>{} 0 0</init_pose></block>", "9".repeat(1_000_000)).repeat(10)),
        ("control_characters", "<block name=\"\u{1b}[2J\u{9b}31m&#27;]0;x&#7;\"><init_pose>0 0 0</init_pose><x\u{1b}/></block>".repeat(10_000)),
    ];
    for (name, inside) in cases {
        add(all, move || HostileWorld::new(name, &inside));
    }
}

/// A robot with this controller and these sensors.
fn robot(controller: &str, sensors: &str) -> String {
    format!(
        "<georeference><latitude>36</latitude><longitude>-2</longitude></georeference>
         <vehicle name=\"r\"><init_pose>0 0 0</init_pose><dynamics class=\"differential\"><l_wheel pos=\"0 0.3\"/>
         <r_wheel pos=\"0 -0.3\"/>{controller}</dynamics>{sensors}</vehicle>"
    )
}

/// What MVSim 1.3 to 1.6 added.
fn lamps_ways_and_events(all: &mut Vec<MakeWorld>) {
    const LAMP: &str =
        "<point_light><position>0 0 1</position><cast_shadows>true</cast_shadows></point_light>";
    for count in [100, 100_000] {
        add(all, move || {
            let lamps = LAMP.repeat(count);
            let inside = format!("<lights>{lamps}</lights><element class=\"horizontal_plane\"/>");
            HostileWorld::new(format!("lamps_{count}"), &inside)
        });
    }
    add(all, || {
        let inside = format!(
            "<for var=\"i\" from=\"1\" to=\"9000\"><block name=\"b${{i}}\"><init_pose>$f{{i%100}} $f{{i/100}} 0</init_pose>
             <light_group name=\"g\">{LAMP}</light_group></block></for>"
        );
        HostileWorld::new("lamps_in_9000_groups", &inside)
    });
    add(all, || {
        let waypoints: String =
            (0..200_000).map(|k| format!("<waypoint t=\"{k}\" x=\"{}\" y=\"{}\"/>", k % 7, k % 5)).collect();
        let controller = format!("<controller class=\"trajectory\">{waypoints}</controller>");
        HostileWorld::new("waypoints_200000", &robot(&controller, ""))
    });
    for (name, waypoints) in [
        ("far", "<waypoint t=\"0\" x=\"-1e300\" y=\"0\"/><waypoint t=\"1e-300\" x=\"1e300\" y=\"1e300\"/>"),
        ("close", "<waypoint t=\"0\" x=\"0\" y=\"0\"/><waypoint t=\"1e-9\" x=\"1e-12\" y=\"0\"/>"),
    ] {
        add(all, move || {
            let controller = format!("<controller class=\"trajectory\">{waypoints}</controller>");
            HostileWorld::new(format!("waypoints_{name}"), &robot(&controller, ""))
        });
    }
    add(all, || {
        let events: String = (0..200_000)
            .map(|k| format!("<event start=\"{k}\" end=\"{}\" outage=\"true\"/>", k + 2))
            .collect();
        let sensor = format!("<sensor class=\"gnss\" name=\"g\">{events}</sensor>");
        HostileWorld::new("events_200000", &robot("", &sensor))
    });
    add(all, || {
        let sensor = "<sensor class=\"camera\" name=\"c\"><ncols>4096</ncols><nrows>4096</nrows><cx>2048</cx><cy>2048</cy>
            <readout_time>1e9</readout_time><antialias>8</antialias></sensor>";
        HostileWorld::new("shutter_of_years", &robot("", sensor))
    });
    add(all, || {
        let inside = "<for var=\"i\" from=\"1\" to=\"3000\"><vehicle name=\"v${i}\"><init_pose>$f{i*1e-6} 0 0</init_pose>
            <dynamics class=\"differential\"><l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/></dynamics></vehicle></for>";
        HostileWorld::new("vehicles_3000_in_one_place", inside)
    });
}
