//! Running worlds with the program.

mod common;

use common::{run, scratch, shipped_worlds, skidpad, stderr, stdout};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ONE_ROBOT: &str = "<mvsim_world>
  <simul_timestep>0.005</simul_timestep>
  <vehicle name=\"r1\">
    <dynamics class=\"differential\">
      <controller class=\"twist_ideal\"/>
    </dynamics>
    <init_pose>0 0 0</init_pose>
  </vehicle>
</mvsim_world>
";

/// Scripts written for MVSim pass an option and its value in one word.
#[test]
fn an_option_and_its_value_may_be_one_word() {
    let world = "worlds/two_robots.world.xml";
    for one_word in ["-v DEBUG", "--realtime-factor 0", "--duration  0.05"] {
        let output = run(&["launch", one_word, "--headless", "--duration=0.05", world]);
        let is_twice = one_word.starts_with("--duration");
        assert_eq!(
            output.status.code(),
            Some(if is_twice { 2 } else { 0 }),
            "{one_word}: {}",
            stderr(&output)
        );
    }
    // What is no option with a value stays as it is.
    let output = run(&["launch", "--headless now", world]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn the_same_world_gives_the_same_hash() {
    let folder = scratch("hash");
    let world = folder.join("random.world.xml");
    std::fs::write(&world, ONE_ROBOT.replace("<init_pose>0", "<init_pose>$f{rand()}")).unwrap();
    let hash = |seed: &str| {
        let world = world.to_str().unwrap();
        let arguments = ["launch", world, "--headless", "--duration", "2", "--hash", "--seed", seed];
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        let line = text.lines().last().unwrap_or_default().to_string();
        let digits = line.strip_prefix("hash ").unwrap_or_default();
        assert!(digits.len() == 16 && digits.chars().all(|c| c.is_ascii_hexdigit()), "{line}");
        line
    };
    assert_eq!(hash("7"), hash("7"));
    assert_ne!(hash("7"), hash("8"), "the world places its robot at random");
}

#[test]
fn the_summary_names_its_files_for_people_and_programs() {
    let folder = scratch("summary");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    let launch = |more: &[&str]| {
        let arguments = ["launch", "r.world.xml", "--headless", "--duration", "1"];
        let output = skidpad().current_dir(&folder).args(arguments).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        output
    };
    let text = stdout(&launch(&["--trace", "t.csv", "--record", "r.mcap", "--dump", "d"]));
    let size = std::fs::metadata(folder.join("t.csv")).unwrap().len();
    assert!(text.contains(&format!("  wrote t.csv ({:.1} kB)\n", size as f64 * 1e-3)), "{text}");
    assert!(text.contains("  wrote r.mcap (") && text.contains("  wrote d ("), "{text}");

    let output = launch(&["--trace", "t.csv", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one JSON object");
    assert_eq!(summary["step_count"], 200);
    assert_eq!(summary["files"][0]["path"], "t.csv");
    assert_eq!(summary["files"][0]["size_bytes"], size);
    assert_eq!(summary["vehicles"][0]["name"], "r1");
    assert!(stderr(&output).contains("1.000 s in 200 steps"), "{}", stderr(&output));

    let printed = stdout(&launch(&["--trace", "-"]));
    assert_eq!(printed, std::fs::read_to_string(folder.join("t.csv")).unwrap());
}

#[test]
fn every_shipped_world_runs() {
    for world in shipped_worlds() {
        let arguments = ["launch", world.to_str().unwrap(), "--headless", "--duration", "1"];
        let folder = scratch("every_world");
        let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}: {}", world.display(), stderr(&output));
        assert!(stdout(&output).contains("1.000 s in "), "{}: {}", world.display(), stdout(&output));
    }
}

#[test]
fn a_command_file_drives_and_a_trace_tells() {
    let folder = scratch("commands");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    std::fs::write(folder.join("r.cmds"), "0 twist 1 0\n1 r1 twist 0 0\n").unwrap();
    let arguments = [
        "launch",
        "r.world.xml",
        "--headless",
        "--duration",
        "2",
        "--commands",
        "r.cmds",
        "--trace",
        "r.csv",
    ];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let trace = std::fs::read_to_string(folder.join("r.csv")).unwrap();
    let rows: Vec<&str> = trace.lines().collect();
    assert_eq!(rows.len(), 1 + 1 + 400, "a header, the start, one row per step");
    assert!(rows[0].starts_with("t,x,y,z,yaw,pitch,roll,vx,vy,omega,odo_x,"), "{}", rows[0]);
    let x_m: f64 = rows.last().unwrap().split(',').nth(1).unwrap().parse().unwrap();
    assert!((x_m - 1.0).abs() < 0.01, "an ideal controller drives 1 m in 1 s: {x_m}");
}

#[test]
fn several_vehicles_get_a_trace_each() {
    let folder = scratch("traces");
    let world = common::repository().join("worlds/two_robots.world.xml");
    let output = skidpad()
        .current_dir(&folder)
        .args(["launch", world.to_str().unwrap(), "--headless", "--duration", "0.1", "--trace", "t.csv"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        names.iter().filter(|name| name.starts_with("t.") && name.ends_with(".csv")).count(),
        2,
        "{names:?}"
    );
}

#[test]
fn logs_have_a_row_per_step_for_pose_and_wheels() {
    let folder = scratch("logs");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    let arguments = ["launch", "r.world.xml", "--headless", "--duration", "0.5", "--csv", "out"];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 3, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let column_count = text.lines().next().unwrap().split(", ").count();
        assert_eq!(text.lines().count(), 1 + 1 + 100, "{}", file.display());
        assert!(text.lines().all(|line| line.split(", ").count() == column_count), "{}", file.display());
    }
}

#[test]
fn a_world_cannot_write_outside_the_output_folder() {
    let folder = scratch("escape");
    let world = ONE_ROBOT.replace(
        "<init_pose>",
        "<log_path>../../</log_path><auto_start_recording>true</auto_start_recording><init_pose>",
    );
    std::fs::write(folder.join("r.world.xml"), world).unwrap();
    let arguments = ["launch", "r.world.xml", "--headless", "--duration", "0.5"];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("leads out of the output folder"), "{}", stderr(&output));
}

#[test]
fn wrong_command_files_are_told_with_their_place() {
    let folder = scratch("wrong_commands");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    std::fs::write(folder.join("r.cmds"), "0 twist 1 0\n1 nobody twist 0 0\n2 twist nan\n").unwrap();
    let arguments = ["launch", "r.world.xml", "--headless", "--duration", "1", "--commands", "r.cmds"];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("r.cmds:")).collect();
    assert_eq!(lines, ["r.cmds:3:12: error: twist needs v w: w is missing"], "{text}");
}

#[test]
fn a_failing_disk_ends_the_recording_not_the_run() {
    let folder = scratch("full_disk");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    let arguments =
        ["launch", "r.world.xml", "--headless", "--duration", "20", "--trace", "/dev/full", "--hash"];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stdout(&output).contains("20.000 s in 4000 steps"), "{}", stdout(&output));
    assert_eq!(
        stderr(&output).matches("the simulation continues without it").count(),
        1,
        "{}",
        stderr(&output)
    );
}

fn press_ctrl_c(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn interrupting_ends_cleanly() {
    let folder = scratch("interrupt");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    for pace in ["1", "0.001", "max"] {
        let mut child = skidpad()
            .current_dir(&folder)
            .args(["launch", "r.world.xml", "--realtime-factor", pace, "--trace", "t.csv"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let asked = Instant::now();
        press_ctrl_c(&child);
        let status = child.wait().unwrap();
        println!("pace {pace}: ended {} ms after Ctrl-C", asked.elapsed().as_millis());
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(status.code(), Some(0), "{text}");
        assert!(text.contains("stopped"), "{text}");
        assert!(std::fs::read_to_string(folder.join("t.csv")).unwrap().ends_with('\n'), "the trace is whole");
    }
}

/// A run that writes into a pipe which nobody empties cannot end in order. Asked again, it ends at once.
#[test]
fn interrupting_twice_ends_at_once() {
    let folder = scratch("interrupt_twice");
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT).unwrap();
    let pipe = folder.join("t.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = skidpad()
        .current_dir(&folder)
        .args(["launch", "r.world.xml", "--headless", "--duration", "1e9", "--trace", "t.csv"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _held_open = std::fs::File::open(&pipe).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    press_ctrl_c(&child);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "it waits for the pipe");
    press_ctrl_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_is_on_the_web_alone_is_left_out_and_the_rest_runs() {
    let folder = scratch("remote");
    let remote = "<element class=\"occupancy_grid\"><file>https://example.invalid/map.png</file></element>
        <element class=\"elevation_map\"><elevation_image>https://example.invalid/hill.png</elevation_image></element>
        </mvsim_world>";
    std::fs::write(folder.join("r.world.xml"), ONE_ROBOT.replace("</mvsim_world>", remote)).unwrap();
    let arguments = ["launch", "r.world.xml", "--headless", "--duration", "0.5"];
    let output = skidpad().current_dir(&folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("left out").count(), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("skidpad assets fetch"), "{}", stderr(&output));
}

#[test]
fn more_threads_than_a_machine_has_are_refused() {
    let output = run(&[
        "launch",
        "worlds/two_robots.world.xml",
        "--headless",
        "--duration",
        "0",
        "--threads",
        "100000",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("expected a number from 1 to 1024"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_recording_may_have_a_name_that_is_not_utf8() {
    use std::os::unix::ffi::OsStringExt as _;
    let folder = scratch("name_not_utf8");
    let file = folder.join(std::ffi::OsString::from_vec(b"run\xff.mcap".to_vec()));
    let mut command = skidpad();
    command.args(["launch", "worlds/two_robots.world.xml", "--headless", "--duration", "0.1", "--record"]);
    let output = command.arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::metadata(&file).unwrap().len() > 0);
}

#[cfg(unix)]
#[test]
fn commands_without_end_are_refused() {
    let world = "worlds/two_robots.world.xml";
    let output = run(&["launch", world, "--headless", "--duration", "0.1", "--commands", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("longer than 256 MB"), "{}", stderr(&output));
}
