//! MVSim's network: a run that takes part, and the tools.

mod common;

use common::{run, skidpad, stderr, stdout};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A program in the background, ended when the test is over.
struct Background {
    child: Child,
    port: String,
}

impl Background {
    /// Start the program and wait until it says where MVSim's clients connect.
    fn start(arguments: &[&str]) -> Background {
        let mut command: Command = skidpad();
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let line = lines.find_map(|line| line.ok().filter(|line| line.starts_with("mvsim ")));
        let port = line.as_deref().and_then(|line| line.rsplit(':').next()).unwrap_or_default().to_string();
        let program = Background { child, port };
        assert!(program.port.parse::<u16>().is_ok(), "{line:?} names no port");
        // What follows is read to its end, so that the program never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        program
    }

    /// Run a tool against it; returns what it prints.
    fn tool(&self, arguments: &[&str]) -> String {
        let output = run(&[arguments, &["--port", &self.port]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_tools_see_and_drive_a_run() {
    let world = ["launch", "worlds/two_robots.world.xml", "--headless", "--realtime-factor", "1"];
    let mut program = Background::start(&[&world[..], &["--mvsim-port", "0"]].concat());
    assert_eq!(program.tool(&["node", "list"]), "World\n");
    let topics = program.tool(&["topic", "list"]);
    assert!(topics.lines().any(|line| line == "/r1/pose"), "{topics}");
    let details = program.tool(&["topic", "list", "--details"]);
    assert!(
        details.contains("  type: mvsim_msgs.TimeStampedPose\n  publisher: World at ipc://@skidpad-mvsim-"),
        "{details}"
    );
    let services = program.tool(&["service", "list"]);
    assert!(services.lines().count() == 11 && services.contains("set_pose (mvsim_msgs.SrvSetPose"));
    let request =
        r#"{"objectId": "crate_a", "pose": {"x": 8, "y": 9, "z": 0, "yaw": 0, "pitch": 0, "roll": 0}}"#;
    let answer = program.tool(&["service", "call", "set_pose", request]);
    assert!(answer.contains(r#""success":true"#), "{answer}");
    let answer = program.tool(&["service", "call", "get_pose", r#"{"objectId": "crate_a"}"#]);
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert!((answer["pose"]["x"].as_f64().expect("x") - 8.0).abs() < 0.01, "{answer}");
    let poses = program.tool(&["topic", "echo", "/r1/pose", "--json", "-n", "2"]);
    for line in poses.lines() {
        let pose: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(pose["objectId"], "r1");
    }
    assert_eq!(poses.lines().count(), 2);
    let scan = program.tool(&["topic", "echo", "/r1/laser1_scan", "-n", "1"]);
    assert!(scan.starts_with("mvsim_msgs.ObservationLidar2D, "), "{scan}");
    let rate = program.tool(&["topic", "hz", "/r1/pose", "--duration", "2"]);
    assert!(rate.contains("rate: ") && rate.contains("period: mean"), "{rate}");
    let answer = program.tool(&["service", "call", "shutdown"]);
    assert_eq!(answer, "{\"accepted\":true}\n");
    assert_eq!(program.child.wait().expect("the run ends").code(), Some(0));
}

#[test]
fn a_server_without_a_run_passes_messages_on() {
    let program = Background::start(&["server", "--port", "0"]);
    let echo = ["topic", "echo", "/chat", "--json", "-n", "1", "--port", &program.port];
    let listener = skidpad().args(echo).stdout(Stdio::piped()).spawn().expect("the program starts");
    let pose = r#"{"x": 1.5, "y": 0, "z": 0, "yaw": 0, "pitch": 0, "roll": 0}"#;
    program.tool(&["topic", "pub", "/chat", "Pose", pose]);
    let heard = listener.wait_with_output().expect("it ends after one message");
    assert!(stdout(&heard).contains(r#""x":1.5"#), "{}", stdout(&heard));
}

#[test]
fn a_tool_without_a_server_says_so() {
    // Port 1 is never a server of ours.
    let output = run(&["topic", "list", "--port", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no MVSim server answers at tcp://localhost:1"), "{}", stderr(&output));
}

#[test]
fn wrong_requests_are_explained() {
    let output = run(&["service", "call", "fly"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("MVSim has no service \"fly\"; it has set_pose,"),
        "{}",
        stderr(&output)
    );
    let output = run(&["service", "call", "get_pose", "{}"]);
    assert!(stderr(&output).contains("missing field `objectId`"), "{}", stderr(&output));
    let output = skidpad().args(["node", "list"]).env("MVSIM_SERVER_PORT", "no").output().expect("it runs");
    assert!(stderr(&output).contains("MVSIM_SERVER_PORT is \"no\""), "{}", stderr(&output));
}
