//! Opening a stranger's world runs nothing, connects to nothing and reads nothing outside its root:
//! seen from the kernel's side, under strace.
#![cfg(target_os = "linux")]

mod common;

use common::scratch;
use std::os::unix::fs::symlink;
use std::path::Path;
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

#[test]
fn opening_a_hostile_world_touches_nothing_else() {
    if Command::new("strace").arg("-V").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "strace is missing; scripts/test installs it");
        eprintln!("skipped: strace is not installed");
        return;
    }
    let folder = scratch("hostile");
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
    std::fs::write(root.join("worlds/hostile.world.xml"), hostile_world(&secret)).unwrap();

    let log = folder.join("strace.log");
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
        .args(["check", "worlds/hostile.world.xml"])
        .current_dir(&root)
        .env("HOME", &folder)
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .expect("strace runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("leaked"), "{text}");
    assert!(!root.join("worlds/ran").exists() && !root.join("ran").exists());

    let calls = std::fs::read_to_string(&log).unwrap();
    let root = std::fs::canonicalize(&root).unwrap();
    let allowed = |path: &str| {
        !path.starts_with('/')
            || Path::new(path).starts_with(&root)
            || [
                "/etc/ld.so",
                "/lib",
                "/usr/lib",
                "/usr/local/lib",
                "/proc/self",
                "/sys/fs/cgroup",
                "/proc/stat",
            ]
            .iter()
            .any(|start| path.starts_with(start))
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
}
