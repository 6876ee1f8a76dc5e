//! The fuzz targets of asset files on a stable compiler: every file of testdata/fuzz-corpus.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;
#[path = "../../../fuzz/src/asset_files.rs"]
#[allow(unreachable_pub)]
mod targets;

use corpus::replay;

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
fn corpus_of_archives() {
    replay("zip", targets::zip);
}

#[test]
fn corpus_of_maps_and_points() {
    replay("gridmap", targets::gridmap);
    replay("ros_map", targets::ros_map);
    replay("points", targets::points);
}
