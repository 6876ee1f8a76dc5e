//! `skidpad import`: robots and worlds of other programs.

mod common;

use common::{run, scratch, stderr, stdout};

#[test]
fn a_robot_is_written_and_its_file_is_not_replaced() {
    let folder = scratch("import_robot");
    let output = folder.join("rover.vehicle.xml");
    let output = output.to_str().expect("UTF-8");
    let robot = "worlds/imported/rover/urdf/rover.urdf";
    let first = run(&["import", robot, "-o", output]);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let wheels = "class \"rover\", differential: wheels left_wheel_joint, right_wheel_joint; 3 sensors\n";
    assert_eq!(stdout(&first), format!("{output}: {wheels}"));
    let expected = format!("{robot}:50:3: warning: the motion of joint \"gripper_joint\" is not taken");
    assert!(stderr(&first).contains(&expected), "{}", stderr(&first));
    let second = run(&["import", robot, "-o", output]);
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("the file exists; --force replaces it"), "{}", stderr(&second));
    assert_eq!(run(&["import", robot, "-o", output, "--force"]).status.code(), Some(0));
    assert_eq!(run(&["import", robot, "-o", output, "--force", "--strict"]).status.code(), Some(1));
}

#[test]
fn a_world_is_written_and_passes_the_check() {
    let folder = scratch("import_world");
    let output = folder.join("yard.world.xml");
    let output = output.to_str().expect("UTF-8");
    let imported = run(&["import", "worlds/imported/yard.sdf", "-o", output]);
    assert_eq!(
        stdout(&imported),
        format!("{output}: 6 blocks, 1 plane, 2 lights\n"),
        "{}",
        stderr(&imported)
    );
    let checked = run(&["check", output, "--root", "/"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
}

#[test]
fn what_cannot_be_imported_is_refused() {
    let folder = scratch("import_refused");
    let output = folder.join("x.xml");
    let output = output.to_str().expect("UTF-8");
    for (file, code, expected) in [
        ("robot.urdf.xacro", 2, "xacro is a program and is not run here"),
        ("missing.urdf", 2, "missing.urdf: "),
        ("README.md", 2, "expected a .urdf, .sdf or .world file"),
        ("worlds/two_robots.world.xml", 1, "worlds/two_robots.world.xml:"),
    ] {
        let refused = run(&["import", file, "-o", output]);
        assert_eq!(refused.status.code(), Some(code), "{file}: {}", stderr(&refused));
        assert!(stderr(&refused).contains(expected), "{file}: {}", stderr(&refused));
    }
    assert!(!std::path::Path::new(output).exists());
}
