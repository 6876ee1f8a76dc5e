//! Opening a stranger's world runs nothing, connects to nothing and reads nothing outside its root:
//! seen from the kernel's side, under strace.
#![cfg(target_os = "linux")]

mod common;

use common::scratch;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Everything a hostile world may try.
fn hostile_world(secret: &Path) -> String {
    format!(
        r##"<mvsim_world version="1.0">
  <include file="{0}"/>
  <include file="../../../../../../../../etc/passwd"/>
  <include file="/etc/passwd"/>
  <include file="file:///etc/passwd"/>
  <include file="link.xml"/>
  <include file="linked_folder/secret.xml"/>
  <include file="pipe"/>
  <include file="/dev/zero"/>
  <include file="https://example.invalid/definitions.xml"/>
  <include file="$(touch ran)"/>
  <variable name="x" value="$(id > ran)"/>
  <block name="b1"><init_pose>0 0 0</init_pose>
    <visual><model_uri>{0}</model_uri></visual>
    <visual><model_uri>file:///etc/passwd</model_uri></visual>
    <visual><model_uri>../../../../../../etc/passwd</model_uri></visual>
    <visual><model_uri>http://127.0.0.1:9/mesh.dae</model_uri></visual>
    <visual><model_uri>https://example.invalid/a.zip/b.dae</model_uri></visual>
    <visual><model_uri>pipe.dae</model_uri></visual>
  </block>
  <element class="occupancy_grid"><file>/dev/zero</file></element>
  <element class="occupancy_grid"><file>{0}</file></element>
  <element class="elevation_map"><elevation_image>/dev/zero</elevation_image></element>
  <element class="skybox"><textures>http://127.0.0.1:9/%s.jpg</textures></element>
</mvsim_world>
"##,
        secret.display()
    )
}

/// A robot that may try as much.
fn hostile_robot(names: &[String]) -> String {
    let mesh = |uri: &str| format!("<visual><geometry><mesh filename=\"{uri}\"/></geometry></visual>\n");
    let wheel = |name: &str, y: f64| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link>
             <joint name=\"{name}_joint\" type=\"continuous\"><parent link=\"base\"/><child link=\"{name}\"/>
             <origin xyz=\"0 {y} 0.1\"/><axis xyz=\"0 1 0\"/></joint>\n"
        )
    };
    let meshes: String = names.iter().map(|name| mesh(name)).collect();
    format!(
        "<robot name=\"r\"><link name=\"base\">{meshes}</link>\n{}{}</robot>\n",
        wheel("left", 0.2),
        wheel("right", -0.2)
    )
}

/// And a world in SDF.
fn hostile_sdf(secret: &Path) -> String {
    let include = |uri: &String| format!("<include><uri>{uri}</uri></include>\n");
    let mesh = |uri: &String| {
        format!(
            "<model name=\"m\"><static>true</static><link name=\"l\"><collision name=\"c\"><geometry><mesh><uri>{uri}</uri>\
             </mesh></geometry></collision></link></model>\n"
        )
    };
    let names = names(secret);
    let (includes, meshes): (String, String) =
        (names.iter().map(include).collect(), names.iter().map(mesh).collect());
    format!("<sdf version=\"1.7\"><world name=\"w\">\n{includes}{meshes}</world></sdf>\n")
}

/// Addresses that lead outside, to devices, pipes, programs and the network.
fn names(secret: &Path) -> Vec<String> {
    let outside = [
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "file:///etc/passwd",
        "package://../../etc/passwd",
        "model://../../../etc/passwd",
        "package://outside/secret.xml",
        "link.xml",
        "linked_folder/secret.xml",
        "linked_folder",
        "pipe",
        "pipe.dae",
        "/dev/zero",
        "/dev/zero.stl",
        "https://example.invalid/a.dae",
        "http://127.0.0.1:9/a.dae",
        "$(touch ran)",
        "$(find secret)/a.stl",
    ];
    outside.iter().map(|&name| name.to_owned()).chain([secret.display().to_string()]).collect()
}

/// A folder to open things in, with links, pipes and a secret outside; none without strace.
fn trap(name: &str) -> Option<(PathBuf, PathBuf)> {
    if Command::new("strace").arg("-V").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "strace is missing; scripts/test installs it");
        eprintln!("skipped: strace is not installed");
        return None;
    }
    let folder = scratch(name);
    let (root, outside) = (folder.join("root"), folder.join("outside"));
    std::fs::create_dir_all(root.join("worlds")).unwrap();
    std::fs::create_dir_all(&outside).unwrap();
    let secret = outside.join("secret.xml");
    std::fs::write(&secret, "<block name=\"leaked\"><init_pose>0 0 0</init_pose></block>").unwrap();
    symlink(&secret, root.join("worlds/link.xml")).unwrap();
    symlink(&outside, root.join("worlds/linked_folder")).unwrap();
    for pipe in ["pipe", "pipe.dae"] {
        assert!(Command::new("mkfifo").arg(root.join("worlds").join(pipe)).status().unwrap().success());
    }
    Some((root, secret))
}

/// Run the program under strace: it starts nothing, connects to nothing, and opens nothing outside the root. Returns
/// its exit code and what it said.
fn traced(root: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let log = root.with_file_name("strace.log");
    let output = Command::new("strace")
        .args([
            "-f",
            "-qq",
            "-e",
            "trace=process,network,open,openat,openat2,creat,mkdir,unlink,rename",
            "-o",
        ])
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_skidpad"))
        .args(arguments)
        .current_dir(root)
        .env("HOME", root.parent().unwrap())
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .expect("strace runs");
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("leaked"), "{text}");
    assert!(!root.join("worlds/ran").exists() && !root.join("ran").exists());

    let calls = std::fs::read_to_string(&log).unwrap();
    let root = std::fs::canonicalize(root).unwrap();
    // The last is read by the C library, before it gives memory back to the system.
    let system = [
        "/etc/ld.so",
        "/lib",
        "/usr/lib",
        "/usr/local/lib",
        "/proc/self",
        "/sys/fs/cgroup",
        "/proc/stat",
        "/proc/sys/vm/overcommit_memory",
    ];
    let allowed = |path: &str| {
        !path.starts_with('/')
            || Path::new(path).starts_with(&root)
            || system.iter().any(|start| path.starts_with(start))
    };
    let mut execve_count = 0;
    for call in calls.lines() {
        execve_count += usize::from(call.contains("execve("));
        assert!(!call.contains("socket(") && !call.contains("connect("), "{call}");
        if call.contains("open") {
            let path = call.split('"').nth(1).unwrap_or_default();
            assert!(allowed(path) && !path.contains(".."), "{call}");
            assert!(!path.ends_with("/pipe") && !path.ends_with("pipe.dae"), "a FIFO was opened: {call}");
        }
    }
    assert_eq!(execve_count, 1, "only the program itself is started");
    (output.status.code(), text)
}

#[test]
fn opening_a_hostile_world_touches_nothing_else() {
    let Some((root, secret)) = trap("hostile") else { return };
    std::fs::write(root.join("worlds/hostile.world.xml"), hostile_world(&secret)).unwrap();
    let (code, text) = traced(&root, &["check", "worlds/hostile.world.xml"]);
    assert_eq!(code, Some(1), "{text}");
}

/// Pictures of planes and terrain, clips of actors, files of controllers, and a dataset along a trajectory.
#[test]
fn newer_parts_of_a_hostile_world_touch_nothing_else() {
    let Some((root, secret)) = trap("hostile-newer") else { return };
    let parts = |name: &String| {
        format!(
            "<element class=\"horizontal_plane\"><texture>{name}</texture><normal_map>{name}</normal_map></element>
             <element class=\"elevation_map\"><elevation_data_matrix>[0 0; 0 0]</elevation_data_matrix>
             <texture_image>{name}</texture_image><normal_map_image>{name}</normal_map_image></element>
             <actor><init_pose>9 9 0</init_pose><visual><model_uri>{name}</model_uri></visual></actor>\n"
        )
    };
    let names: Vec<String> = names(&secret).into_iter().filter(|name| !name.starts_with('$')).collect();
    let parts: String = names.iter().map(parts).collect();
    let world = format!(
        "<mvsim_world version=\"1.0\">\n{parts}<vehicle name=\"r\"><init_pose>0 0 0</init_pose>
         <dynamics class=\"differential\"><l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/>
         <controller class=\"ros2_control\"><controllers_yaml>/etc/passwd</controllers_yaml></controller></dynamics>
         <sensor class=\"camera\" name=\"c\"><ncols>16</ncols><nrows>12</nrows><cx>8</cx><cy>6</cy>
         <readout_time>0.01</readout_time></sensor></vehicle></mvsim_world>"
    );
    std::fs::write(root.join("worlds/newer.world.xml"), world).unwrap();
    std::fs::write(root.join("way.tum"), "0 0 0 0 0 0 0 1\n0.2 0.1 0 0 0 0 0 1\n").unwrap();
    let world = "worlds/newer.world.xml";
    for arguments in [
        &["check", world][..],
        &["render", world, "-o", "out.png", "--size", "16x12"],
        &["dataset", world, "--trajectory", "way.tum", "-o", "rig", "--shutter", "rolling"],
        &["launch", world, "--headless", "--duration", "0.05", "--dump", "dump"],
    ] {
        let (code, text) = traced(&root, arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {text}");
        assert!(text.contains("cannot read"), "what is missing is said: {text}");
    }
}

#[test]
fn importing_hostile_files_touches_nothing_else() {
    let Some((root, secret)) = trap("hostile-import") else { return };
    let (programs, others): (Vec<_>, Vec<_>) =
        names(&secret).into_iter().partition(|name| name.starts_with("$("));
    std::fs::write(root.join("worlds/r.urdf"), hostile_robot(&others)).unwrap();
    std::fs::write(root.join("worlds/x.urdf"), hostile_robot(&programs)).unwrap();
    std::fs::write(root.join("worlds/w.sdf"), hostile_sdf(&secret)).unwrap();
    let (code, text) = traced(&root, &["import", "worlds/r.urdf", "-o", "worlds/r.vehicle.xml"]);
    assert_eq!(code, Some(0), "a robot without its meshes is a robot: {text}");
    assert!(text.contains("/dev/zero.stl"), "what was not taken is said: {text}");
    let (code, text) = traced(&root, &["import", "worlds/x.urdf", "-o", "worlds/x.vehicle.xml"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("is xacro, which is a program and is not run here"), "{text}");
    let (code, text) = traced(&root, &["import", "worlds/w.sdf", "-o", "worlds/w.world.xml"]);
    assert!(code == Some(0) || code == Some(1), "{text}");
    assert!(text.contains("/etc/passwd"), "{text}");
}
