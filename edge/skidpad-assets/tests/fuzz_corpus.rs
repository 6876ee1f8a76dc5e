//! The fuzz targets of asset files on a stable compiler: every file of testdata/fuzz-corpus.

#[path = "../../../fuzz/src/asset_files.rs"]
#[allow(unreachable_pub)]
mod targets;

use std::path::Path;

/// Every input of a target's corpus; at least one must be there.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz-corpus").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        eprintln!("{}", path.display());
        run(&std::fs::read(&path).expect("a file"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn corpus_of_meshes() {
    replay("collada", targets::collada);
    replay("stl", targets::stl);
    replay("obj", targets::obj);
    replay("gltf", targets::gltf);
    replay("ply", targets::ply);
}

#[test]
fn corpus_of_pictures() {
    replay("png", targets::png);
    replay("jpeg", targets::jpeg);
    replay("bmp", targets::bmp);
    replay("pnm", targets::pnm);
    replay("tiff", targets::tiff);
    replay("gif", targets::gif);
}

#[test]
fn corpus_of_maps_and_points() {
    replay("gridmap", targets::gridmap);
    replay("ros_map", targets::ros_map);
    replay("points", targets::points);
}
