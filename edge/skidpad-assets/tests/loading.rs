//! Worlds with assets of every kind, from text to decoded values and diagnostics.

mod temp_folder;

use skidpad_assets::{AssetState, AssetStore, DiskFiles, Folders, list_assets, load_assets, load_pictures};
use skidpad_scene::Assets;
use skidpad_world::{Budget, ExpandOptions, Severity, WorldDescription};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use temp_folder::TempFolder;

struct Opened {
    description: WorldDescription,
    assets: Assets,
    store: AssetStore,
    /// Severity and text of what loading the assets found.
    found: Vec<(Severity, String)>,
}

fn open(world: &Path) -> Opened {
    let files = DiskFiles::for_world(world, &Folders::default()).unwrap();
    let loaded = skidpad_world::load(&files.world, &files.files, &ExpandOptions::default());
    let store = AssetStore::new(&files, None);
    let (assets, diagnostics) = load_assets(&loaded.description, &store);
    let found = diagnostics.iter().map(|d| (d.severity, d.render(&loaded.sources))).collect();
    Opened { description: loaded.description, assets, store, found }
}

fn world(folder: &TempFolder, body: &str, files: &[(&str, &[u8])]) -> Opened {
    for (name, bytes) in files {
        let path = folder.path().join("sim/worlds").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let path = folder.path().join("sim/worlds/a.world.xml");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, format!("<mvsim_world>\n{body}\n</mvsim_world>\n")).unwrap();
    open(&path)
}

#[test]
fn elements_that_read_a_grid_alike_share_its_cells() {
    let folder = TempFolder::new("shared grids");
    let grid = |resolution_m: f64| {
        format!(
            r#"<element class="occupancy_grid"><file>map.pgm</file><resolution>{resolution_m}</resolution></element>"#
        )
    };
    let body = [grid(0.5), grid(0.5), grid(0.25)].concat();
    let opened = world(&folder, &body, &[("map.pgm", b"P5 2 2 255\n\x00\xff\xff\xff")]);
    let grids = &opened.assets.grids;
    assert!(Arc::ptr_eq(&grids[&0], &grids[&1]));
    assert_eq!(grids[&0].resolution_m, 0.5);
    assert_eq!(grids[&2].resolution_m, 0.25, "read with another resolution, it is another grid");
    assert_eq!(grids[&2].free, grids[&0].free);
}

#[test]
fn grids_terrain_and_clouds_by_element() {
    let folder = TempFolder::new("elements");
    let opened = world(
        &folder,
        r#"<element class="occupancy_grid"><file>map.yaml</file></element>
           <element class="elevation_map"><elevation_data_matrix>[1 0; 2 0; 3 0]</elevation_data_matrix>
             <resolution>2.0</resolution></element>
           <element class="elevation_map"><elevation_image>map.pgm</elevation_image>
             <elevation_image_min_z>0</elevation_image_min_z><elevation_image_max_z>1</elevation_image_max_z>
             <resolution>1</resolution><corner_min_x>5</corner_min_x><corner_min_y>6</corner_min_y></element>
           <element class="elevation_map"><dem_xyzrgb_file>dem.txt</dem_xyzrgb_file>
             <resolution>1</resolution></element>
           <element class="pointcloud"><file_txt_3d>cloud.txt</file_txt_3d></element>
           <element class="occupancy_grid"><file>map.pgm</file><resolution>0.5</resolution></element>"#,
        &[
            ("map.yaml", b"image: map.pgm\nresolution: 0.1\norigin: [1, 2, 0]\noccupied_thresh: 0.6\nfree_thresh: 0.2\n"),
            ("map.pgm", b"P5 2 2 255\n\x00\xff\xff\xff"),
            ("dem.txt", b"10 20 5 1 2 3\n11 20 6 1 2 3\n10 21 7 1 2 3\n11 21 8 1 2 3\n"),
            ("cloud.txt", b"1 2 3\n4 5 6\n"),
        ],
    );
    assert_eq!(opened.found, []);
    let ros = &opened.assets.grids[&0];
    assert!(ros.is_occupied(1.05, 2.15), "the upper left pixel is black");
    assert!(!ros.is_occupied(1.05, 2.05));
    assert_eq!(opened.assets.grids[&5].x_min_m, -0.5);
    let matrix = &opened.assets.height_fields[&1];
    assert_eq!(matrix.height_at(-2.0, -1.0), Some(1.0));
    assert_eq!(matrix.height_at(0.0, -1.0), Some(2.0));
    let image = &opened.assets.height_fields[&2];
    assert_eq!(image.height_at(5.0, 6.0), Some(0.0));
    let survey = &opened.assets.height_fields[&3];
    assert_eq!(survey.height_at(10.0, 20.0), Some(5.0));
    assert_eq!(survey.corner_m, [10.0, 20.0]);
    assert!(opened.assets.images.contains_key("dem.txt"));
    assert_eq!(opened.assets.point_clouds[&4].points.len(), 2);
}

#[test]
fn what_is_missing_is_said_with_its_place_and_the_rest_is_there() {
    let folder = TempFolder::new("missing");
    let opened = world(
        &folder,
        r#"<element class="occupancy_grid"><file>gone.png</file></element>
<block name="b"><init_pose>0 0 0</init_pose><visual>
<model_uri>https://example.org/m.zip/box.dae</model_uri></visual></block>
<block name="c"><init_pose>0 0 0</init_pose><visual><model_uri>tri.stl</model_uri></visual></block>
<block name="d"><init_pose>0 0 0</init_pose><visual><model_uri>bad.stl</model_uri></visual></block>
<block name="e"><init_pose>0 0 0</init_pose><visual><model_uri>/etc/passwd</model_uri></visual></block>
<element class="horizontal_plane"><texture>paint.png</texture></element>"#,
        &[
            ("tri.stl", b"solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n"),
            ("bad.stl", b"solid\nfacet\nvertex 0 0 zero\n"),
        ],
    );
    let has = |severity: Severity, start: &str, end: &str| {
        let is_it =
            |(s, text): &(Severity, String)| *s == severity && text.contains(start) && text.ends_with(end);
        assert!(opened.found.iter().any(is_it), "{start}…{end} is not among {:#?}", opened.found);
    };
    has(Severity::Error, "a.world.xml:2:", "cannot read \"gone.png\": there is no such file");
    has(Severity::Warning, "a.world.xml:4:", "\"skidpad assets fetch WORLD\" downloads it");
    has(Severity::Warning, "cannot read \"bad.stl\"", "it has a vertex that is not three numbers");
    has(Severity::Warning, "cannot read \"/etc/passwd\"", "--root DIR changes them");
    has(Severity::Warning, "cannot read \"paint.png\"", "there is no such file");
    assert_eq!(opened.found.len(), 5);
    assert_eq!(opened.assets.missing.len(), 5);
    assert_eq!(opened.assets.meshes.keys().collect::<Vec<_>>(), ["tri.stl"]);
    let listed = list_assets(&opened.description, &opened.store);
    let present = listed.iter().filter(|asset| matches!(asset.state, AssetState::Present(_))).count();
    assert_eq!((listed.len(), present), (6, 2), "bad.stl is there, though unreadable");
}

#[test]
fn a_mesh_without_its_materials_is_there_and_they_are_said_to_be_missing() {
    let folder = TempFolder::new("materials");
    let faces = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    let opened = world(
        &folder,
        r#"<block name="a"><init_pose>0 0 0</init_pose><visual><model_uri>m/lost.obj</model_uri></visual></block>
<block name="b"><init_pose>0 0 0</init_pose><visual><model_uri>m/two.obj</model_uri></visual></block>"#,
        &[
            ("m/lost.obj", format!("mtllib gone.mtl\n{faces}").as_bytes()),
            ("m/two.obj", format!("mtllib red.mtl blue.mtl\n{faces}").as_bytes()),
            ("m/red.mtl", b"newmtl red\nKd 1 0 0\n"),
            ("m/blue.mtl", b"newmtl blue\nKd 0 0 1\n"),
        ],
    );
    assert_eq!(opened.assets.meshes.len(), 2);
    assert_eq!(opened.assets.meshes["m/two.obj"].materials[0].rgba, [1.0, 0.0, 0.0, 1.0]);
    let [(Severity::Warning, text)] = &opened.found[..] else { panic!("{:?}", opened.found) };
    assert!(text.contains("a.world.xml:2:"), "{text}");
    assert!(
        text.ends_with("cannot read \"m/gone.mtl\": there is no such file; \"m/lost.obj\" names it"),
        "{text}"
    );
}

#[test]
fn embedded_models_load_with_their_textures() {
    let folder = TempFolder::new("embedded-models");
    let models = skidpad_assets::embedded::files();
    let is_mesh =
        |path: &str| [".dae", ".obj", ".stl", ".ply", ".glb"].iter().any(|ending| path.ends_with(ending));
    let blocks: String = models
        .iter()
        .filter(|(path, _)| is_mesh(path))
        .map(|(path, _)| {
            format!("<block><init_pose>0 0 0</init_pose><visual><model_uri>../{path}</model_uri></visual></block>\n")
        })
        .collect();
    let mut opened = world(&folder, &blocks, &[]);
    assert_eq!(opened.found, []);
    assert_eq!(opened.assets.meshes.len(), models.iter().filter(|(path, _)| is_mesh(path)).count());
    let listed = list_assets(&opened.description, &opened.store);
    assert!(listed.iter().all(|asset| asset.state == AssetState::Embedded));
    let problems = load_pictures(&mut opened.assets, &opened.description, &opened.store);
    assert_eq!(problems, []);
    let crate_paint = opened.assets.images.get("../models/crate.png");
    assert!(crate_paint.is_some(), "{:?}", opened.assets.images.keys());
}

/// Every shipped world has all it refers to, pictures included.
#[test]
fn shipped_worlds_find_all_their_assets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".world.xml") {
            continue;
        }
        let mut opened = open(&path);
        assert_eq!(opened.found, [], "{}", path.display());
        let problems = load_pictures(&mut opened.assets, &opened.description, &opened.store);
        assert_eq!(problems, [], "{}", path.display());
        count += 1;
    }
    assert!(count >= 14, "{count} worlds");
}

#[test]
fn files_that_can_be_fetched_are_said_once() {
    let folder = TempFolder::new("fetchable");
    let block = |name: &str| {
        format!(
            "<block name='{name}'><init_pose>0 0 0</init_pose>\
             <visual><model_uri>https://example.org/m/{name}.dae</model_uri></visual></block>\n"
        )
    };
    let opened = world(&folder, &["a", "b", "c"].map(block).concat(), &[]);
    assert_eq!(opened.found.len(), 1, "{:#?}", opened.found);
    let (severity, text) = &opened.found[0];
    assert_eq!(*severity, Severity::Warning);
    assert!(text.contains("m/a.dae") && text.contains("nor are 2 other files"), "{text}");
    assert_eq!(opened.assets.missing.len(), 3);
}

/// Every file alone is within its limits; together they are not.
#[test]
fn a_budget_holds_for_all_files_together() {
    let folder = TempFolder::new("budget");
    let names = ["a.obj", "b.obj", "c.obj", "d.obj"];
    let triangle = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n";
    let blocks: Vec<String> = (names.iter())
        .map(|name| {
            format!(
                "<block name=\"{name}\"><init_pose>0 0 0</init_pose><visual><model_uri>{name}</model_uri></visual></block>"
            )
        })
        .collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &triangle[..])).collect();
    let opened = world(&folder, &blocks.join("\n"), &files);
    assert!(opened.found.is_empty(), "{:?}", opened.found);
    let under = |budget: Budget| {
        let path = folder.path().join("sim/worlds/a.world.xml");
        let files = DiskFiles::for_world(&path, &Folders::default()).unwrap();
        let store = AssetStore::new(&files, None).with_budget(budget);
        let (assets, diagnostics) = load_assets(&opened.description, &store);
        let found: Vec<String> = diagnostics.iter().map(|it| it.problem.to_string()).collect();
        (assets.meshes.len(), found.join("\n"))
    };
    let (count, found) = under(Budget { triangles: 5, ..Budget::default() });
    assert_eq!(count, 2);
    assert!(found.contains("more than 5 triangles; `--budget triangles=N` raises this limit"), "{found}");
    let (count, found) = under(Budget { decoded_bytes: 400, ..Budget::default() });
    assert!((1..4).contains(&count), "{count}");
    assert!(found.contains("more than 400 bytes of decoded assets; `--budget bytes=N`"), "{found}");
    let (count, found) = under(Budget { work: 0, ..Budget::default() });
    assert_eq!(count, 0);
    assert!(found.contains("more than 0 steps of work"), "{found}");
}

/// A node that many others name is visited as often, whatever comes of it.
#[test]
fn visits_of_a_scene_graph_count_as_work() {
    let folder = TempFolder::new("visits");
    let gltf = |children: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],
            "nodes":[{{"mesh":0}},{{"children":[{children}]}},{{}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","bufferView":0}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"uri":"b.bin","byteLength":36}}]}}"#
        )
    };
    let dae = |steps: usize| {
        let node = format!("<node id='n'>{}</node>", "<translate>1 0 0</translate>".repeat(steps));
        format!(
            "<COLLADA><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' count='9'>\
             0 0 0 1 0 0 0 1 1</float_array><technique_common><accessor source='#a' count='3' stride='3'/>\
             </technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\
             <triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>\
             </library_geometries><library_visual_scenes><visual_scene id='s'><node><instance_geometry url='#g'/></node>{node}\
             {}</visual_scene></library_visual_scenes></COLLADA>",
            "<node><instance_node url='#n'/></node>".repeat(100)
        )
    };
    let (few, many) = (gltf("2,2"), gltf(&vec!["2"; 5_000].join(",")));
    let (few_steps, many_steps) = (dae(1), dae(100));
    let files: [(&str, &[u8]); 5] = [
        ("few.gltf", few.as_bytes()),
        ("many.gltf", many.as_bytes()),
        ("few.dae", few_steps.as_bytes()),
        ("many.dae", many_steps.as_bytes()),
        ("b.bin", &[0; 36]),
    ];
    let count_of = |name: &str, work: u64| {
        let block = format!("<block name='b'><visual><model_uri>{name}</model_uri></visual></block>");
        let opened = world(&folder, &block, &files);
        let path = folder.path().join("sim/worlds/a.world.xml");
        let disk = DiskFiles::for_world(&path, &Folders::default()).unwrap();
        let store = AssetStore::new(&disk, None).with_budget(Budget { work, ..Budget::default() });
        let (assets, diagnostics) = load_assets(&opened.description, &store);
        let found: Vec<String> = diagnostics.iter().map(|it| it.problem.to_string()).collect();
        (assets.meshes.len(), found.join("\n"))
    };
    for (few, many) in [("few.gltf", "many.gltf"), ("few.dae", "many.dae")] {
        let (count, found) = count_of(few, 100_000);
        assert_eq!((count, found.as_str()), (1, ""));
        let (count, found) = count_of(many, 100_000);
        assert_eq!(count, 0);
        assert!(found.contains("more than 100000 steps of work; `--budget work=N`"), "{found}");
        assert_eq!(count_of(many, 10_000_000).0, 1);
    }
}

#[test]
fn a_picture_too_large_for_a_map_is_refused_by_its_header() {
    let folder = TempFolder::new("large map");
    // The header alone: decoding would say that the file ends too early.
    let opened = world(
        &folder,
        "<element class=\"elevation_map\"><elevation_image>h.pgm</elevation_image>
         <elevation_image_min_z>0</elevation_image_min_z><elevation_image_max_z>1</elevation_image_max_z></element>",
        &[("h.pgm", b"P5 8000 8000 255\n")],
    );
    assert!(opened.found[0].1.contains("more than 4000000 triangles"), "{:?}", opened.found);
    assert_eq!(opened.found[0].0, Severity::Error);
}

const PERSON: &[u8] = include_bytes!("../../../models/person.glb");

/// Half a stride after a step with the left foot forward the right one is.
#[test]
fn actors_get_the_clips_of_their_meshes() {
    let folder = TempFolder::new("clips");
    let actor = "<actor name=\"NAME\"><init_pose>0 0 0</init_pose><visual><model_uri>person.glb</model_uri></visual>MORE</actor>";
    let body = actor.replace("NAME", "a").replace("MORE", "")
        + &actor.replace("NAME", "b").replace("MORE", "<animation_walk>RUN</animation_walk>");
    let opened = world(&folder, &body, &[("person.glb", PERSON)]);
    assert_eq!(opened.found, []);
    let clips = &opened.assets.clips["person.glb"];
    let seen: Vec<_> =
        clips.iter().map(|it| (it.name.as_str(), it.duration_s as f32, it.poses.len())).collect();
    assert_eq!(seen, [("idle", 3.0, 32), ("walk", 1.0, 20), ("run", 0.7, 14)]);
    // x is forward, z to the right; the shoes are the lowest part.
    let foot_x = |pose: usize, is_left: bool| {
        let feet = clips[1].poses[pose].positions.iter().filter(|p| p[1] < 0.12 && (p[2] < 0.0) == is_left);
        feet.map(|p| p[0]).fold(f32::NEG_INFINITY, f32::max)
    };
    assert!(foot_x(5, true) > foot_x(5, false) + 0.3, "{} {}", foot_x(5, true), foot_x(5, false));
    assert!((foot_x(15, false) - foot_x(5, true)).abs() < 1e-4);
    let rest = &opened.assets.meshes["person.glb"];
    assert_eq!(clips[0].poses[0].triangles, rest.triangles);
    let height = |mesh: &skidpad_scene::Mesh| mesh.bounds_m().map(|(low, high)| high[1] - low[1]).unwrap();
    assert!((height(rest) - 1.75).abs() < 1e-3, "{}", height(rest));
}

#[test]
fn clips_that_are_not_there_are_said() {
    let folder = TempFolder::new("no-clips");
    let body = "<actor name=\"a\"><init_pose>0 0 0</init_pose><visual><model_uri>person.glb</model_uri></visual>
        <animation_idle>x</animation_idle><animation_walk>y</animation_walk><animation_run>z</animation_run></actor>";
    let opened = world(&folder, body, &[("person.glb", PERSON)]);
    let said = "worlds/a.world.xml:2:64: warning: \"person.glb\" has none of the clips \"x\", \"y\", \"z\"; its clips are \
                \"idle\", \"walk\", \"run\", and <animation_idle>, <animation_walk>, <animation_run> name those to play";
    assert_eq!(opened.found, [(Severity::Warning, said.to_owned())]);
    // Another file of the same length: keys that go back in time.
    let text = String::from_utf8_lossy(PERSON);
    assert!(text.contains("\"animations\""));
    let mut broken = PERSON.to_vec();
    let at = broken.windows(7).rposition(|window| window == b"\"input\"").unwrap();
    broken[at + 8] = b'9';
    let body = body.replace("<animation_walk>y", "<animation_walk>run");
    let opened = world(&folder, &body, &[("person.glb", &broken)]);
    let [(Severity::Warning, said)] = &opened.found[..] else { panic!("{:?}", opened.found) };
    assert!(
        said.contains("cannot read the clips of \"person.glb\", so that it does not move: it "),
        "{said}"
    );
    assert!(opened.assets.meshes.contains_key("person.glb"), "the mesh is there");
}

/// What a world was read from stays what it was: short files are kept, and of long ones a change is noticed.
#[test]
fn files_that_change_do_not_change_the_world() {
    let folder = TempFolder::new("changing");
    let path = |name: &str| folder.path().join("sim/worlds").join(name);
    let store = world(&folder, "", &[("short.bin", b"as it was"), ("long.bin", &vec![7; 17 << 20])]).store;
    assert_eq!(store.read("short.bin").unwrap(), b"as it was");
    assert_eq!(store.read("long.bin").unwrap().len(), 17 << 20);
    assert_eq!(store.changed(), Vec::<String>::new());
    fs::write(path("short.bin"), b"as it is").unwrap();
    fs::write(path("long.bin"), vec![8; 17 << 20]).unwrap();
    assert_eq!(store.read("short.bin").unwrap(), b"as it was");
    let problem = store.read("long.bin").unwrap_err().to_string();
    assert!(problem.contains("it has changed since the world was read"), "{problem}");
    assert_eq!(store.changed(), ["long.bin"]);
}
