//! Robots in URDF with their mapping, and worlds in SDF: any text gives a piece of a world that loads, or findings.

use skidpad_import::{ImportOptions, Mapping, import_sdf, import_urdf};
use skidpad_world::{DiagnosticRecord, ExpandOptions, Limits, MapFiles, Severity, load};

/// Smaller than the defaults, so that one input is quick.
fn limits() -> Limits {
    Limits { nodes: 20_000, expanded_bytes: 2_000_000, bodies: 500, ..Limits::default() }
}

/// A robot and, after a zero byte, its mapping.
pub fn urdf(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (robot, mapping) = text.split_once('\0').map_or((&*text, None), |(a, b)| (a, Some(b)));
    let mapping = mapping.map(|text| Mapping { file: "m.yaml".to_owned(), text: text.to_owned() });
    let options = ImportOptions { limits: limits(), ..ImportOptions::without_files() };
    let imported = import_urdf(robot, "r.urdf", mapping.as_ref(), &options);
    check(imported.result.is_none(), &imported.findings);
    if let Some(vehicle) = imported.result {
        let class = vehicle.class_name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        check_loads(&format!(
            "<mvsim_world>{}<vehicle name=\"r\" class=\"{class}\"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>",
            vehicle.xml
        ));
    }
}

/// A world, and in its includes every file the same one.
pub fn sdf(data: &[u8]) {
    let text = String::from_utf8_lossy(data).into_owned();
    let names = ["worlds/w.sdf", "worlds/model.sdf", "worlds/a/model.sdf"];
    let files = MapFiles(names.map(|name| (name.to_owned(), data.to_vec())).into());
    let plain = ImportOptions::without_files();
    let options = ImportOptions { mesh: plain.mesh, rename: plain.rename, files: &files, limits: limits() };
    let imported = import_sdf(&text, "worlds/w.sdf", &options);
    check(imported.result.is_none(), &imported.findings);
    if let Some(world) = imported.result {
        check_loads(&world.xml);
    }
}

fn check(is_refused: bool, findings: &[DiagnosticRecord]) {
    let has_error = findings.iter().any(|finding| finding.severity == Severity::Error);
    assert_eq!(is_refused, has_error, "refused with a reason, and only then");
    for finding in findings {
        assert!(finding.to_string().len() < 4_000, "messages stay short");
    }
}

/// What an import writes is well-formed and known to the world language. Its numbers may still be out of range: they
/// are those of the file.
fn check_loads(xml: &str) {
    let files = MapFiles([("worlds/w.world.xml".to_owned(), xml.as_bytes().to_vec())].into());
    let options = ExpandOptions { limits: limits(), ..ExpandOptions::default() };
    let loaded = load("worlds/w.world.xml", &files, &options);
    assert!(loaded.tree.is_some(), "{}\n{xml}", loaded.diagnostics.render(&loaded.sources));
}
