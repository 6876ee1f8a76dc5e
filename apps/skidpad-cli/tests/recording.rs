//! Recording, replaying and checking runs with the program.

mod common;

use common::{repository, run, scratch, skidpad, stderr, stdout};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const ONE_ROBOT: &str = "<mvsim_world>
  <simul_timestep>0.005</simul_timestep>
  <vehicle name=\"r1\">
    <dynamics class=\"differential\">
      <controller class=\"twist_pid\"><KP>20</KP><KI>5</KI></controller>
    </dynamics>
    <init_pose>0 0 0</init_pose>
  </vehicle>
</mvsim_world>
";

const DRIVE: &str = "0 twist 1 0.3\n1 twist 0.5 -0.2\n";

/// A folder with a robot and its commands.
fn garage(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    std::fs::write(folder.join("r.cmds"), DRIVE).unwrap();
    folder
}

fn skidpad_in(folder: &Path, arguments: &[&str]) -> std::process::Output {
    skidpad().current_dir(folder).args(arguments).output().expect("the program starts")
}

const LAUNCH: [&str; 6] = ["launch", "r.world.xml", "--headless", "--commands", "r.cmds", "--hash"];

fn launch(folder: &Path, more: &[&str]) -> std::process::Output {
    skidpad_in(folder, &[&LAUNCH[..], more].concat())
}

#[test]
fn a_run_is_recorded_told_about_and_replayed() {
    let folder = garage("record");
    let alone = launch(&folder, &["--duration", "3"]);
    let output = launch(&folder, &["--duration", "3", "--record", "r.mcap", "--trace", "a.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let hash = |text: &str| text.lines().last().unwrap_or_default().to_string();
    assert_eq!(hash(&stdout(&alone)), hash(&stdout(&output)), "a recorder changes no bit");
    // The world may go: a replay needs the recording alone.
    std::fs::remove_file(folder.join("r.world.xml")).unwrap();
    let replayed = skidpad_in(&folder, &["replay", "r.mcap", "--check", "--hash", "--trace", "b.csv"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("7 hashes agree"), "{}", stdout(&replayed));
    assert!(stdout(&replayed).contains(&hash(&stdout(&output))));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("a.csv"), read("b.csv"), "the traces agree to the bit");
    let until = skidpad_in(&folder, &["replay", "r.mcap", "--check", "--until", "1"]);
    assert!(stdout(&until).contains("200 steps"), "{}", stdout(&until));

    let info = skidpad_in(&folder, &["info", "r.mcap", "--json"]);
    assert_eq!(info.status.code(), Some(0), "{}", stderr(&info));
    let facts: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
    assert_eq!(facts["is_whole"], true);
    assert_eq!(facts["duration_s"], 3.0);
    assert_eq!(facts["topics"]["/odom"]["type"], "nav_msgs/msg/Odometry");
    assert_eq!(facts["topics"]["/skidpad/commands"]["message_count"], 2);
}

#[test]
fn a_run_is_written_as_one_page_and_the_report_links_to_it() {
    let folder = garage("one_page");
    let output = launch(&folder, &["--duration", "3", "--record", "r.mcap"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let exported = skidpad_in(&folder, &["view", "r.mcap", "--export", "run.html"]);
    assert_eq!(exported.status.code(), Some(0), "{}", stderr(&exported));
    let page = std::fs::read_to_string(folder.join("run.html")).unwrap();
    assert!(page.contains("id=\"skidpad-run\">H4sI"), "a gzip stream in base64");
    assert!(page.ends_with("</html>\n") && page.len() < 3_000_000, "{} bytes", page.len());
    let report = skidpad_in(&folder, &["report", "r.mcap", "-o", "report.html", "--run-page", "run.html"]);
    assert_eq!(report.status.code(), Some(0), "{}", stderr(&report));
    let report = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(report.contains("<a href=\"run.html\">Watch this run</a>"));
}

#[test]
fn a_changed_byte_is_noticed() {
    let folder = garage("changed_byte");
    let output = launch(&folder, &["--duration", "2", "--record", "r.mcap", "--compression", "none"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let path = folder.join("r.mcap");
    let mut bytes = std::fs::read(&path).unwrap();
    let text = b"\"vx_mps\":0.5";
    let at = bytes.windows(text.len()).position(|window| window == text).expect("the second command");
    bytes[at + text.len() - 1] = b'6';
    std::fs::write(&path, bytes).unwrap();
    let replayed = skidpad_in(&folder, &["replay", "r.mcap", "--check"]);
    assert_eq!(replayed.status.code(), Some(3), "{}", stderr(&replayed));
    assert!(stderr(&replayed).contains("damaged after step 0"), "{}", stderr(&replayed));
}

#[test]
fn a_full_disk_ends_the_recording_not_the_run() {
    let folder = garage("full_disk_mcap");
    let output = launch(&folder, &["--duration", "20", "--record", "/dev/full"]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stdout(&output).contains("20.000 s in 4000 steps"), "{}", stdout(&output));
    assert_eq!(
        stderr(&output).matches("the simulation continues without it").count(),
        1,
        "{}",
        stderr(&output)
    );
}

#[test]
fn killed_runs_leave_recordings_that_replay() {
    let folder = garage("killed");
    let kill_count = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 200 } else { 6 };
    let mut with_steps = 0;
    for number in 0..kill_count {
        let name = format!("k{number}.mcap");
        let pace = if number % 2 == 0 { "max" } else { "20" };
        let mut child = skidpad()
            .current_dir(&folder)
            .args([&LAUNCH[..], &["--record", &name, "--realtime-factor", pace, "--log-rate", "10"]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Moments spread over the first second and a half, some before anything is written.
        std::thread::sleep(Duration::from_millis((number + 1) * 7919 % 1500));
        child.kill().unwrap();
        child.wait().unwrap();
        let path = folder.join(&name);
        if std::fs::metadata(&path).map_or(0, |metadata| metadata.len()) == 0 {
            continue; // Killed before the file was begun.
        }
        let info = skidpad_in(&folder, &["info", &name, "--json"]);
        assert_eq!(info.status.code(), Some(0), "{name}: {}", stderr(&info));
        let facts: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
        if facts["topics"].get("/skidpad/state_hash").is_some() {
            with_steps += 1;
            let replayed = skidpad_in(&folder, &["replay", &name, "--check", "--until", "20"]);
            assert_eq!(replayed.status.code(), Some(0), "{name}: {}", stderr(&replayed));
        }
        std::fs::remove_file(path).unwrap();
    }
    println!("{with_steps} of {kill_count} killed runs had flushed steps");
    assert!(with_steps > 0);
}

#[test]
fn expectations_are_judged() {
    let folder = garage("expect");
    std::fs::write(
        folder.join("good.toml"),
        "[[reach]]\nx_m = 1.0\ny_m = 0.15\nwithin_m = 0.3\nbefore_s = 2.0\n[[never_collides]]\n[[speed]]\nmax_mps = 1.5\n",
    )
    .unwrap();
    std::fs::write(folder.join("bad.toml"), "[[reach]]\nx_m = -5.0\ny_m = 0.0\nwithin_m = 0.3\n").unwrap();
    let good = launch(&folder, &["--duration", "3", "--expect", "good.toml", "--junit", "good.xml"]);
    assert_eq!(good.status.code(), Some(0), "{}{}", stdout(&good), stderr(&good));
    let bad = launch(&folder, &["--duration", "3", "--expect", "bad.toml", "--junit", "bad.xml"]);
    assert_eq!(bad.status.code(), Some(3), "{}", stdout(&bad));
    assert!(stdout(&bad).contains("FAILED r1 reaches (-5, 0)"), "{}", stdout(&bad));
    let junit = std::fs::read_to_string(folder.join("bad.xml")).unwrap();
    assert!(junit.contains("failures=\"1\"") && junit.contains("came no closer"), "{junit}");
    std::fs::write(folder.join("wrong.toml"), "[[reech]]\n").unwrap();
    let wrong = launch(&folder, &["--duration", "1", "--expect", "wrong.toml"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
    assert!(stderr(&wrong).contains("wrong.toml") && stderr(&wrong).contains("reech"), "{}", stderr(&wrong));
}

#[test]
fn many_seeds_are_run_and_the_failing_ones_named() {
    let folder = garage("seeds");
    let world = ONE_ROBOT.replace("<init_pose>0 0 0", "<init_pose>$f{-2+4*rand()} 0 0");
    std::fs::write(folder.join("r.world.xml"), world).unwrap();
    std::fs::write(folder.join("e.toml"), "[[reach]]\nx_m = 2.0\ny_m = 0.0\nwithin_m = 1.5\n").unwrap();
    let output =
        launch(&folder, &["--duration", "1", "--expect", "e.toml", "--seeds", "0..24", "--junit", "s.xml"]);
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("of 24 seeds passed") && text.contains("failing seeds: "), "{text}");
    assert!(text.contains("worst with seed"), "{text}");
    let junit = std::fs::read_to_string(folder.join("s.xml")).unwrap();
    assert_eq!(junit.matches("<testsuite ").count(), 24);
}

#[test]
fn the_shipped_scenario_meets_its_expectations_with_every_seed() {
    let scenario = |more: &[&str]| {
        let start = [
            "launch",
            "worlds/warehouse.world.xml",
            "--headless",
            "--commands",
            "worlds/scenarios/warehouse.cmds",
            "--expect",
            "worlds/scenarios/warehouse.expect.toml",
        ];
        run(&[&start[..], more].concat())
    };
    let output = scenario(&["--seeds", "0..4"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).starts_with("4 of 4 seeds passed\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("jackal has little odometry drift"), "{}", stdout(&output));
}

#[test]
fn a_run_that_is_judged_at_its_end_has_one() {
    let folder = garage("endless");
    std::fs::write(folder.join("e.toml"), "[[never_collides]]\n").unwrap();
    let output = launch(&folder, &["--expect", "e.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("--duration"), "{}", stderr(&output));
    std::fs::write(folder.join("e.toml"), "duration_s = 1.5\n[[never_collides]]\n").unwrap();
    let output = launch(&folder, &["--expect", "e.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("1.500 s in 300 steps"), "{}", stdout(&output));
}

#[test]
fn a_rawlog_is_written_for_each_vehicle() {
    let folder = garage("rawlog");
    let world =
        ONE_ROBOT.replace("<simul_timestep>", "<save_to_rawlog>x.rawlog</save_to_rawlog><simul_timestep>");
    std::fs::write(folder.join("r.world.xml"), world).unwrap();
    let output = launch(&folder, &["--duration", "0.1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // gzip, as MRPT's tools expect it; its content is tried by testdata/mrpt.
    let bytes = std::fs::read(folder.join("x.r1.rawlog")).expect("a rawlog");
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
}

#[test]
fn sensors_are_evaluated_only_for_topics_that_are_recorded() {
    let folder = scratch("topics");
    let world = repository().join("worlds/sensors.world.xml");
    let record = |name: &str, topics: &str| {
        let path = folder.join(name);
        let output = run(&[
            "launch",
            world.to_str().unwrap(),
            "--headless",
            "--duration",
            "0.3",
            "--record",
            path.to_str().unwrap(),
            "--topics",
            topics,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let info = run(&["info", path.to_str().unwrap(), "--json"]);
        serde_json::from_slice::<serde_json::Value>(&info.stdout).unwrap()
    };
    let some = record("some.mcap", "/planar,/imu");
    let topics = some["topics"].as_object().unwrap();
    assert!(topics.contains_key("/planar") && topics.contains_key("/imu"), "{:?}", topics.keys());
    assert!(!topics.contains_key("/odom") && !topics.contains_key("/colour/image_raw"));
    assert!(topics.contains_key("/log") && !topics.contains_key("/log/pose/q0x"));
}
