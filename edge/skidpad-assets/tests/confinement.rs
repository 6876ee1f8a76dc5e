//! What a world may read, and above all what it may not.
#![cfg(unix)]

mod temp_folder;

use skidpad_assets::{AssetProblem, AssetState, AssetStore, DiskFiles, Folders, WorldFiles};
use skidpad_world::files::{FileProblem, Files};
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use temp_folder::TempFolder;

/// `outside/secret.txt`, `sim/worlds/a.world.xml`, `sim/definitions/own.xml`, `lib/extra/b.xml`.
fn tree(name: &str) -> TempFolder {
    let folder = TempFolder::new(name);
    for (path, text) in [
        ("outside/secret.txt", "secret"),
        ("sim/worlds/a.world.xml", "<mvsim_world/>"),
        ("sim/definitions/own.xml", "own"),
        ("lib/extra/b.xml", "extra"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn open_world(folder: &Path, folders: &Folders) -> WorldFiles {
    DiskFiles::for_world(&folder.join("sim/worlds/a.world.xml"), folders).unwrap()
}

fn open(folder: &Path, folders: &Folders) -> DiskFiles {
    let opened = open_world(folder, folders);
    assert!(opened.world.ends_with("worlds/a.world.xml"), "{}", opened.world);
    opened.files
}

#[test]
fn the_root_is_read_and_nothing_else() {
    let tree = tree("root");
    let files = open(tree.path(), &Folders::default());
    assert_eq!(files.root(), tree.path().join("sim"));
    assert_eq!(files.read("worlds/a.world.xml", 99).unwrap(), b"<mvsim_world/>");
    assert_eq!(files.read("definitions/own.xml", 99).unwrap(), b"own");
    let inside = tree.path().join("sim/definitions/own.xml");
    assert_eq!(files.read(inside.to_str().unwrap(), 99).unwrap(), b"own");
    let secret = tree.path().join("outside/secret.txt");
    for outside in ["../outside/secret.txt", secret.to_str().unwrap(), "/etc/passwd", "/nowhere/at/all"] {
        assert_eq!(files.read(outside, 99), Err(FileProblem::OutsideRoot), "{outside}");
        assert!(!files.exists(outside));
    }
    assert_eq!(files.read("worlds/none.xml", 99), Err(FileProblem::Missing));
    assert_eq!(files.read("worlds/a.world.xml/x", 99), Err(FileProblem::Missing));
    assert_eq!(files.read("worlds/a\0b", 99), Err(FileProblem::Missing));
    assert_eq!(files.read("worlds", 99), Err(FileProblem::NotAFile));
    assert_eq!(files.read("definitions/own.xml", 2), Err(FileProblem::TooLarge { limit: 2 }));
}

#[test]
fn another_root_and_search_folders() {
    let tree = tree("search");
    let wide = Folders { root: Some(tree.path().to_path_buf()), ..Folders::default() };
    let files = open(tree.path(), &wide);
    assert_eq!(files.read("outside/secret.txt", 99).unwrap(), b"secret");

    let searching = Folders { search: vec![tree.path().join("lib/extra")], ..Folders::default() };
    let files = open(tree.path(), &searching);
    for path in ["definitions/b.xml", "b.xml", "../definitions/b.xml"] {
        assert_eq!(files.read(path, 99).unwrap(), b"extra", "{path}");
    }
    let absolute = tree.path().join("lib/extra/b.xml");
    assert_eq!(files.read(absolute.to_str().unwrap(), 99).unwrap(), b"extra");
    assert_eq!(files.read("../extra/../b.xml", 99).unwrap(), b"extra");

    let elsewhere = Folders { root: Some(tree.path().join("lib")), ..Folders::default() };
    let world = tree.path().join("sim/worlds/a.world.xml");
    assert!(DiskFiles::for_world(&world, &elsewhere).is_err(), "the world itself must be inside");
}

#[test]
fn links_that_leave_are_refused_and_links_that_stay_are_not() {
    let tree = tree("links");
    let worlds = tree.path().join("sim/worlds");
    symlink("../definitions/own.xml", worlds.join("stays.xml")).unwrap();
    symlink("../../outside/secret.txt", worlds.join("leaves.xml")).unwrap();
    symlink("../../outside", worlds.join("folder")).unwrap();
    symlink("/etc", worlds.join("etc")).unwrap();
    symlink("loop", worlds.join("loop")).unwrap();
    let files = open(tree.path(), &Folders::default());
    assert_eq!(files.read("worlds/stays.xml", 99).unwrap(), b"own");
    for path in ["worlds/leaves.xml", "worlds/folder/secret.txt", "worlds/etc/passwd"] {
        assert_eq!(files.read(path, 99), Err(FileProblem::OutsideRoot), "{path}");
    }
    assert!(matches!(files.read("worlds/loop", 99), Err(FileProblem::Unreadable(_))));
}

#[test]
fn pipes_sockets_devices_and_folders_are_refused_at_once() {
    let tree = tree("pipes");
    let worlds = tree.path().join("sim/worlds");
    let made = Command::new("mkfifo").arg(worlds.join("pipe.png")).status().unwrap();
    assert!(made.success());
    let _socket = UnixListener::bind(worlds.join("socket.png")).unwrap();
    symlink("/dev/zero", worlds.join("zero.png")).unwrap();
    let files = open(tree.path(), &Folders::default());
    let started = Instant::now();
    assert_eq!(files.read("worlds/pipe.png", 99), Err(FileProblem::NotAFile));
    assert_eq!(files.read("worlds/socket.png", 99), Err(FileProblem::NotAFile));
    for device in ["worlds/zero.png", "/dev/zero", "/dev/stdin", "/proc/self/environ"] {
        assert_eq!(files.read(device, 99), Err(FileProblem::OutsideRoot), "{device}");
    }
    let devices = DiskFiles::below(Path::new("/dev")).unwrap();
    assert_eq!(devices.read("zero", 99), Err(FileProblem::NotAFile));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn embedded_definitions_answer_for_what_is_missing() {
    let tree = tree("embedded");
    let files = open(tree.path(), &Folders::default());
    let (path, length) = skidpad_assets::embedded::files().remove(0);
    for name in
        [path.clone(), format!("../{path}"), format!("skidpad-data:/{path}"), format!("worlds/{path}")]
    {
        assert_eq!(files.read(&name, 1 << 24).unwrap().len(), length, "{name}");
    }
    assert_eq!(files.read(&path, 1), Err(FileProblem::TooLarge { limit: 1 }));
    let own = tree.path().join("sim").join(&path);
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(own, "mine").unwrap();
    assert_eq!(files.read(&path, 99).unwrap(), b"mine", "the disk comes first");
    let below = DiskFiles::below(tree.path()).unwrap();
    assert_eq!(below.read(&path, 1 << 24), Err(FileProblem::Missing), "a plain folder has no extras");
}

#[test]
fn the_store_answers_web_addresses_without_a_network() {
    let tree = tree("store");
    let store = tree.path().join("assets");
    fs::create_dir_all(store.join("example.org/m")).unwrap();
    fs::write(store.join("example.org/m/a.dae"), "mesh").unwrap();
    symlink("/etc/hostname", store.join("example.org/m/link.dae")).unwrap();
    let assets = AssetStore::new(&open_world(tree.path(), &Folders::default()), Some(&store));
    assert_eq!(assets.read("https://example.org/m/a.dae").unwrap(), b"mesh");
    assert_eq!(assets.read("../definitions/own.xml").unwrap(), b"own");
    assert_eq!(assets.read("file://../definitions/own.xml").unwrap(), b"own");
    assert!(matches!(assets.state("../definitions/own.xml"), AssetState::Present(_)));
    assert!(matches!(assets.state("https://example.org/m/a.dae"), AssetState::Downloaded(_)));
    let absent = AssetState::Missing(AssetProblem::NotInStore);
    assert_eq!(assets.state("https://example.org/m/b.dae"), absent);
    assert_eq!(assets.state("http://example.org/m/a.dae"), absent, "what came unencrypted is kept apart");
    assert_eq!(assets.state("https://example.org/m.zip/b.dae"), absent);
    assert_eq!(assets.state("https://example.org/m/link.dae"), absent, "links do not leave the store");
    for refused in ["file:///etc/passwd", "../../outside/secret.txt", "/dev/zero"] {
        let outside = AssetProblem::File(FileProblem::OutsideRoot);
        assert_eq!(assets.state(refused), AssetState::Missing(outside), "{refused}");
    }
}
