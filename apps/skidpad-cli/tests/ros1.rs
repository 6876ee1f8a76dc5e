//! A run as a ROS 1 node. `scripts/check-ros1` tries it with a real master.

mod common;

use common::{run, stderr, stdout};

/// No master listens there.
const NOWHERE: &str = "__master:=http://127.0.0.1:1";

#[test]
fn a_run_without_a_master_goes_on_and_says_so_once() {
    let world = "worlds/two_robots.world.xml";
    let usual = ["--duration", "0.5", "--hash", "--realtime-factor", "max"];
    let plain = run(&[&["launch", world, "--headless"], &usual[..]].concat());
    let pairs = ["_headless:=true", NOWHERE, "__ns:=fleet", "__name:=sim", "r1/odom:=/elsewhere"];
    let node = run(&[&["ros1", world], &pairs[..], &usual[..]].concat());
    assert_eq!(node.status.code(), Some(0), "{}", stderr(&node));
    assert!(stdout(&node).starts_with("ros1 /fleet/sim\n"), "{}", stdout(&node));
    let hash = |text: &str| text.lines().last().map(str::to_string);
    assert_eq!(hash(&stdout(&node)), hash(&stdout(&plain)));
}

#[test]
fn the_world_may_come_from_a_parameter() {
    let node = run(&[
        "ros1",
        "_world_file:=worlds/two_robots.world.xml",
        "_headless:=true",
        "_simul_rate:=100",
        NOWHERE,
        "--duration=0.1",
        "--realtime-factor=max",
    ]);
    assert_eq!(node.status.code(), Some(0), "{}", stderr(&node));
    assert!(stderr(&node).contains("warning: the parameter simul_rate has no effect"), "{}", stderr(&node));
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, reason) in [
        (&["ros1", NOWHERE][..], "which world?"),
        (&["ros1", "worlds/two_robots.world.xml", "__nam:=x"], "there is no argument __nam"),
        (&["ros1", "worlds/two_robots.world.xml", "__name:=a-b"], "is no name for a node"),
        (&["ros1", "worlds/two_robots.world.xml", NOWHERE, "_headless:=maybe"], "must be true or false"),
        (&["ros1", "worlds/two_robots.world.xml", "__master:=nowhere"], "http://localhost:11311"),
        (&["launch", "worlds/two_robots.world.xml", "--ros-master-uri", "http://a:1"], "--ros1"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{arguments:?}: {}", stderr(&output));
    }
}
