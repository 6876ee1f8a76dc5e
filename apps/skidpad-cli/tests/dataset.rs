//! `skidpad dataset`: readings along a trajectory.

mod common;

use common::{run, scratch, stderr, stdout};

#[test]
fn a_dataset_has_readings_and_the_truth() {
    let folder = scratch("dataset");
    let poses = folder.join("way.csv");
    std::fs::write(&poses, "t,x,y,z,yaw\n100,0,0,0,0\n100.5,0.2,0,0.1,0.1\n101,0.4,0.1,0.2,0.2\n").unwrap();
    let rig = folder.join("rig");
    let [poses, rig] = [&poses, &rig].map(|path| path.to_str().expect("UTF-8").to_owned());
    let arguments = ["dataset", "worlds/dataset.world.xml", "--trajectory", &poses, "-o", &rig];
    let made = run(&arguments);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert_eq!(stdout(&made), format!("{rig}: 1.000 s along 3 poses; truth in {rig}/ground_truth.tum\n"));
    let truth = std::fs::read_to_string(format!("{rig}/ground_truth.tum")).unwrap();
    let last: Vec<f64> = truth.lines().last().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
    assert!(
        (last[0] - 1.0).abs() < 1e-9 && (last[1] - 0.4).abs() < 1e-6 && (last[3] - 0.2).abs() < 1e-6,
        "{last:?}"
    );
    let again = run(&arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("it exists; --force replaces it"), "{}", stderr(&again));
}

#[test]
fn mistakes_of_trajectories_have_their_places() {
    let folder = scratch("dataset_mistakes");
    let poses = folder.join("way.tum");
    std::fs::write(&poses, "0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0\n").unwrap();
    let poses = poses.to_str().expect("UTF-8");
    let output = folder.join("rig");
    let output = output.to_str().expect("UTF-8");
    let refused = run(&["dataset", "worlds/dataset.world.xml", "--trajectory", poses, "-o", output]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(stderr(&refused), format!("{poses}:2:1: error: 7 values, but 8 are expected\n"));
    std::fs::write(poses, "0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0 1\n").unwrap();
    let arguments =
        ["dataset", "worlds/dataset.world.xml", "--trajectory", poses, "-o", output, "--vehicle", "rog"];
    let refused = run(&arguments);
    assert!(stderr(&refused).contains("did you mean \"rig\"?"), "{}", stderr(&refused));
    assert!(!std::path::Path::new(output).exists(), "nothing is written");
    let bag = format!("{output}.bag");
    let refused = run(&["dataset", "worlds/dataset.world.xml", "--trajectory", poses, "-o", &bag]);
    assert!(stderr(&refused).contains("a dataset is a folder, a .mcap file or a .rawlog file"));
    assert!(!std::path::Path::new(&bag).exists(), "no folder has the name of a file");
}

/// Without a file, the vehicle is carried along the way that its controller drives.
#[test]
fn a_trajectory_controller_gives_the_way() {
    let folder = scratch("dataset_driven");
    let world =
        "<mvsim_world><vehicle name=\"r\"><init_pose>0 0 0</init_pose><dynamics class=\"differential\">
        <l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/><controller class=\"trajectory\">
        <waypoint t=\"0\" x=\"0\" y=\"0\"/><waypoint t=\"2\" x=\"2\" y=\"0\"/></controller></dynamics>
        <sensor class=\"imu\" name=\"imu\"/></vehicle>
        <vehicle name=\"still\"><init_pose>0 5 0</init_pose><dynamics class=\"differential\">
        <l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/></dynamics></vehicle></mvsim_world>";
    let path = folder.join("w.world.xml");
    std::fs::write(&path, world).unwrap();
    let path = path.to_str().expect("UTF-8");
    let [rig, none] = ["rig", "none"].map(|name| folder.join(name).to_str().expect("UTF-8").to_owned());
    let made = run(&["dataset", path, "-o", &rig]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let truth = std::fs::read_to_string(format!("{rig}/ground_truth.tum")).unwrap();
    let last: Vec<f64> = truth.lines().last().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
    // It steers to a point ahead and slows down at the end.
    assert!((last[0] - 2.0).abs() < 1e-6 && (1.3..2.1).contains(&last[1]), "{last:?}");
    assert!(std::fs::read_dir(format!("{rig}/r")).unwrap().count() > 1);
    let refused = run(&["dataset", path, "-o", &none, "--vehicle", "still"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("give --trajectory FILE"), "{}", stderr(&refused));
}
