//! Worlds that ask for more than they should are refused or loaded, within 1 GB and 10 s of processor time.
//!
//! Every change tries a few; `scripts/nightly` tries all of them in a release build, also drawn.
#![cfg(target_os = "linux")]

mod common;

use common::{scratch, stderr};
use skidpad_torment::files::{HostileWorld, hostile_worlds};
use std::path::Path;
use std::process::{Command, Output};

/// Run the program under the limits of the promise. Its address space is limited, which is more than its memory.
fn run_limited(arguments: &[&str], cpu_s: u32) -> Output {
    let program = env!("CARGO_BIN_EXE_skidpad");
    let limited = format!("ulimit -v 1000000; ulimit -t {cpu_s}; exec \"$0\" \"$@\"");
    Command::new("bash")
        .args(["-c", &limited, program])
        .args(arguments)
        // Further pools of the memory allocator would reserve addresses, not memory.
        .env("MALLOC_ARENA_MAX", "1")
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .expect("bash starts the program")
}

/// The world loads or is refused with a place; nothing else.
fn check(case: &HostileWorld, folder: &Path, cpu_s: u32, is_drawn: bool) {
    assert!(case.size_bytes() <= 20_000_000, "{}: {} bytes", case.name, case.size_bytes());
    let world = case.write(folder).expect("a scratch folder");
    let path = world.to_str().expect("text");
    let mut outputs = vec![run_limited(&["check", path], cpu_s)];
    if is_drawn {
        let picture = folder.join("out.png");
        let picture = picture.to_str().expect("text");
        outputs.push(run_limited(&["render", "--size", "64x48", "-o", picture, path], cpu_s));
    }
    for output in outputs {
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{}: {}: {}", case.name, output.status, stderr(&output));
        if code == Some(1) {
            let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), stderr(&output));
            assert!(text.contains("hostile.world.xml:"), "{}: no place: {text}", case.name);
        }
    }
    std::fs::remove_dir_all(folder.join(&case.name)).expect("written above");
}

#[test]
fn worlds_that_are_small_and_ask_for_much_stay_within_limits() {
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let folder = scratch("hostile files");
    // A debug build takes up to five times the processor time.
    let cpu_s = if cfg!(debug_assertions) { 50 } else { 10 };
    let mut count = 0;
    for (number, make) in hostile_worlds().into_iter().enumerate() {
        if is_nightly || number % 8 == 0 {
            check(&make(), &folder, cpu_s, is_nightly);
            count += 1;
        }
    }
    eprintln!("{count} hostile worlds");
    assert!(count >= 10);
}

/// Two thousand bodies in one place: a step takes seconds, and Ctrl-C does not wait for it.
#[test]
fn ctrl_c_ends_a_run_inside_a_long_step_and_its_recording_is_whole() {
    let folder = scratch("long step");
    let make = hostile_worlds().into_iter().map(|make| make()).find(|case| case.name == "overlapping_blocks");
    let world = make.expect("a case of this name").write(&folder).expect("a scratch folder");
    let recording = folder.join("run.mcap");
    let mut child = common::skidpad()
        .args(["launch", "--headless", "--record"])
        .arg(&recording)
        .arg(&world)
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program starts");
    // The recording exists once the run is about to begin; its first step takes seconds.
    while std::fs::metadata(&recording).map_or(0, |file| file.len()) < 1_000 {
        assert!(child.try_wait().expect("a child").is_none(), "the run ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = child.id().to_string();
    let asked = std::time::Instant::now();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("a child");
    eprintln!("ended after {} ms: {}", asked.elapsed().as_millis(), stderr(&output));
    assert!(matches!(output.status.code(), Some(0 | 130)), "{}", output.status);
    let info = common::run(&["info", recording.to_str().expect("text")]);
    assert!(info.status.success(), "{}", stderr(&info));
}

/// Hostile clients of every kind at once: ordinary requests are still answered, the run ends by itself.
#[test]
fn hostile_clients_leave_the_viewer_and_the_run_alone() {
    use std::io::{BufRead, BufReader};
    let mut child = common::skidpad()
        .args(["launch", "worlds/two_robots.world.xml", "--duration", "1000000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (out, err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let (sender, lines) = std::sync::mpsc::channel();
    let other = sender.clone();
    std::thread::spawn(move || {
        BufReader::new(out).lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
    });
    std::thread::spawn(move || {
        BufReader::new(err).lines().map_while(Result::ok).for_each(|line| drop(other.send(line)));
    });
    let address = loop {
        let line =
            lines.recv_timeout(std::time::Duration::from_secs(120)).expect("the address of the viewer");
        if let Some((_, rest)) = line.split_once("http://") {
            let host =
                rest.split(['/', ' ', '?']).next().unwrap_or_default().replace("localhost", "127.0.0.1");
            break host.parse().expect("an address");
        }
    };
    let seconds = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 60 } else { 3 };
    let report = skidpad_torment::clients::torment(address, std::time::Duration::from_secs(seconds));
    eprintln!("{report:?}");
    assert!(report.leaks.is_empty(), "{:?}", report.leaks);
    assert!(report.connection_count > 10);
    assert!(report.answered_count * 2 > report.asked_count, "{report:?}");
    assert!(child.try_wait().expect("a child").is_none(), "the run goes on");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(child.wait().expect("a child").code(), Some(0));
}
