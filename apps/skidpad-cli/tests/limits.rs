//! Signals and limits of the system: the program ends with a code and a message, and its files can be read.
#![cfg(target_os = "linux")]

mod common;

use common::{repository, run, scratch, skidpad, stderr, stdout};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const WORLD: &str = "worlds/two_robots.world.xml";

/// Run the program under a limit of the shell.
fn run_under(limit: &str, arguments: &[&str]) -> Output {
    let script = format!("{limit}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_skidpad")]).args(arguments);
    command.current_dir(repository()).output().expect("bash starts the program")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_file_beyond_the_limit_fails_and_the_run_goes_on() {
    let folder = scratch("file limit");
    let recording = folder.join("run.mcap");
    let arguments = ["launch", WORLD, "--headless", "--duration", "2", "--hash"];
    let free = run(&arguments);
    let recorded = ["--topics", "/r1/odom", "--record", text(&recording)];
    let limited = run_under("ulimit -f 64", &[&arguments[..], &recorded].concat());
    assert_eq!(limited.status.code(), Some(4), "{}", stderr(&limited));
    let problem = stderr(&limited);
    assert!(problem.contains("File too large") && problem.contains("continues without it"), "{problem}");
    let hash = |output: &Output| stdout(output).lines().last().map(str::to_string);
    assert_eq!(hash(&limited), hash(&free), "the run itself is whole");
    assert!(std::fs::metadata(&recording).expect("a recording").len() <= 64 * 1024);
    let info = run(&["info", text(&recording)]);
    assert_eq!(info.status.code(), Some(0), "{}", stderr(&info));
}

#[test]
fn too_little_memory_ends_with_a_message_and_a_readable_recording() {
    let folder = scratch("memory limit");
    for limit_kb in [44_000, 60_000, 90_000, 130_000, 1_000_000] {
        let recording = folder.join(format!("{limit_kb}.mcap"));
        let arguments = ["launch", WORLD, "--headless", "--duration", "0.5", "--record", text(&recording)];
        let output = run_under(&format!("ulimit -v {limit_kb}"), &arguments);
        let (code, problem) = (output.status.code(), stderr(&output));
        // The system cannot even load the program: nothing of ours has run.
        if code == Some(127) && problem.contains("error while loading shared libraries") {
            assert!(limit_kb < 60_000, "{problem}");
            continue;
        }
        // Without memory the system ends a program by SIGABRT.
        let is_known = matches!(code, Some(0 | 2 | 4)) || output.status.to_string().contains("SIGABRT");
        assert!(is_known, "{limit_kb} kB: {}: {problem}", output.status);
        assert!(code == Some(0) || problem.contains("memory") || problem.contains("skidpad: "), "{problem}");
        if std::fs::metadata(&recording).is_ok_and(|file| file.len() > 100) {
            let info = run(&["info", text(&recording)]);
            assert_eq!(info.status.code(), Some(0), "{limit_kb} kB: {}", stderr(&info));
        }
        assert!(limit_kb < 1_000_000 || code == Some(0), "1 GB is enough: {problem}");
    }
}

#[test]
fn absurd_numbers_of_threads_are_refused() {
    let output = run(&["launch", WORLD, "--headless", "--duration", "0.1", "--threads", "100000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("from 1 to 1024"), "{}", stderr(&output));
}

/// A pipe that never ends, as standard input.
#[test]
fn endless_pipes_are_bounded() {
    let mut yes = Command::new("yes").stdout(Stdio::piped()).spawn().expect("yes starts");
    let pipe = yes.stdout.take().expect("a pipe");
    let mut command = skidpad();
    command.args(["launch", WORLD, "--headless", "--duration", "0.1", "--commands", "/dev/stdin"]);
    let output = command.stdin(pipe).output().expect("the program starts");
    yes.kill().expect("it was started above");
    yes.wait().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("longer than 256 MB"), "{}", stderr(&output));
}

/// A program and the lines that it prints.
fn start(mut command: Command) -> (Child, Receiver<String>) {
    command.current_dir(repository()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let (sender, lines) = channel();
    let (out, err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
    for pipe in [Box::new(out) as Box<dyn Read + Send>, Box::new(err)] {
        let sender = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(pipe).lines().map_while(Result::ok).for_each(|line| drop(sender.send(line)));
        });
    }
    (child, lines)
}

/// A run with a viewer that goes on until it is stopped.
fn endless(mut command: Command, world: &str, arguments: &[&str]) -> (Child, Receiver<String>, String) {
    command.args(["launch", world, "--listen", "127.0.0.1:0", "--mvsim-port", "off"]).args(arguments);
    let (child, lines) = start(command);
    let line = until(&lines, "viewer http://");
    let address = line.trim_start_matches("viewer http://").trim_end_matches('/').to_string();
    (child, lines, address)
}

/// Read lines until one has this text.
fn until(lines: &Receiver<String>, part: &str) -> String {
    loop {
        let line = lines.recv_timeout(Duration::from_secs(120)).unwrap_or_else(|_| panic!("no {part:?}"));
        if line.contains(part) {
            return line;
        }
    }
}

fn send(signal: &str, child: &Child) {
    let arguments = [format!("-{signal}"), child.id().to_string()];
    assert!(Command::new("kill").args(arguments).status().expect("kill").success());
}

#[test]
fn signals_end_a_run_with_a_message_and_whole_files() {
    let folder = scratch("signals");
    for signal in ["INT", "TERM", "HUP", "XCPU"] {
        let recording = folder.join(format!("{signal}.mcap"));
        let arguments = ["--topics", "/r1/odom", "--record", text(&recording)];
        let (mut child, lines, _) = endless(skidpad(), WORLD, &arguments);
        std::thread::sleep(Duration::from_millis(300));
        send(signal, &child);
        if signal != "INT" {
            until(&lines, &format!("skidpad: SIG{signal}: the run ends"));
        }
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{signal}");
        let replay = run(&["replay", text(&recording), "--check"]);
        assert_eq!(replay.status.code(), Some(0), "{signal}: {}", stderr(&replay));
    }
}

#[test]
fn nohup_keeps_a_run_alive() {
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_skidpad"));
    let (mut child, _lines, _) = endless(command, WORLD, &[]);
    send("HUP", &child);
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("a child").is_none(), "it goes on");
    send("TERM", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// What a server answers to a request for a file, up to this many bytes; the connection stays open.
fn ask(address: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("a request");
    stream
}

fn first_line(stream: TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).expect("an answer");
    line.trim().to_string()
}

/// 256 clients ask for the scene and read nothing of it. The next one is told, the run goes on, and when they leave
/// there is room again.
#[test]
fn unread_downloads_cost_their_own_connections_only() {
    let (mut child, _lines, address) = endless(skidpad(), "worlds/warehouse.world.xml", &[]);
    let unread: Vec<TcpStream> = (0..256).map(|_| ask(&address, "/scene.glb")).collect();
    // The server takes connections in their order; the last of these is in when one more is turned away.
    assert_eq!(first_line(ask(&address, "/")), "HTTP/1.1 503 Service Unavailable");
    drop(unread);
    let is_free = |_| {
        std::thread::sleep(Duration::from_millis(100));
        first_line(ask(&address, "/")) == "HTTP/1.1 200 OK"
    };
    assert!((0..300).any(is_free), "there is room again");
    assert!(child.try_wait().expect("a child").is_none(), "the run goes on");
    send("INT", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Vehicles whose names become one when they are cleaned carelessly, and a sensor with the name of another topic.
const ALIKE: &str = "<mvsim_world><simul_timestep>0.01</simul_timestep>
  <vehicle name='a b'><dynamics class='differential'/><init_pose>0 0 0</init_pose>
    <sensor class='imu' name='odom'/></vehicle>
  <vehicle name='a_b'><dynamics class='differential'/><init_pose>0 5 0</init_pose></vehicle>
  <vehicle name='a/b'><dynamics class='differential'/><init_pose>0 9 0</init_pose></vehicle>
</mvsim_world>";

#[test]
fn names_that_look_alike_stay_apart_in_every_output() {
    let folder = scratch("alike");
    let (world, recording) = (folder.join("alike.world.xml"), folder.join("run.mcap"));
    std::fs::write(&world, ALIKE).expect("a scratch file");
    let (csv, dump, trace) = (folder.join("csv"), folder.join("dump"), folder.join("trace.csv"));
    let arguments = ["launch", text(&world), "--headless", "--duration", "0.5", "--record", text(&recording)];
    let more = ["--csv", text(&csv), "--dump", text(&dump), "--trace", text(&trace)];
    let output = run(&[&arguments[..], &more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let topics = stdout(&run(&["info", text(&recording)]));
    for (topic, kind, count) in [
        ("/a_x20_b/odom", "nav_msgs/msg/Odometry", 25),
        ("/a_x20_b/odom_x00_Imu", "sensor_msgs/msg/Imu", 4),
        ("/a_b/odom", "nav_msgs/msg/Odometry", 25),
        ("/a/b/odom", "nav_msgs/msg/Odometry", 25),
    ] {
        assert!(topics.contains(&format!(" {topic} ({kind}): {count} messages")), "{topic}: {topics}");
    }
    let count = |folder: &Path, end: &str| {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(end)).count()
    };
    assert_eq!(count(&csv, "_pose.csv"), 3);
    assert_eq!(count(&folder, ".csv"), 3, "traces");
    let folders =
        std::fs::read_dir(&dump).expect("a dump").filter(|it| it.as_ref().is_ok_and(|it| it.path().is_dir()));
    assert_eq!(folders.count(), 3);
}

/// Runs that begin in the same second and write into the same folder.
#[test]
fn runs_of_one_second_do_not_share_files() {
    let folder = scratch("same second");
    let arguments = ["launch", WORLD, "--headless", "--duration", "0.5", "--csv", text(&folder)];
    let launch = |_| skidpad().args(arguments).stdout(Stdio::null()).spawn().expect("it starts");
    let runs: Vec<Child> = (0..4).map(launch).collect();
    for mut child in runs {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    let files: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").map(|it| it.expect("a file").path()).collect();
    let poses = files.iter().filter(|path| text(path).ends_with("_pose.csv"));
    assert_eq!(poses.clone().count(), 4 * 2, "two vehicles each");
    for path in poses {
        let rows = std::fs::read_to_string(path).expect("a log").lines().count();
        assert_eq!(rows, 2 + 100, "{}", path.display());
    }
}
