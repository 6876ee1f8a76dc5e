//! Lock-step with clients in Python and C: the same bits on every run, and recordings that replay.

mod common;

use common::{repository, run, scratch, skidpad, stderr, stdout};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A run in lock-step, on a port of its own.
struct Launched {
    program: Child,
    port: String,
    rest: BufReader<std::process::ChildStdout>,
}

fn launch(arguments: &[&str]) -> Launched {
    let mut command = skidpad();
    command.args(["launch", "worlds/two_robots.world.xml", "--lockstep", "--listen", "127.0.0.1:0"]);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = command.spawn().expect("the program starts");
    let mut rest = BufReader::new(program.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("viewer ") {
        line.clear();
        assert_ne!(rest.read_line(&mut line).expect("a line"), 0, "no address");
    }
    let port = line.trim().trim_end_matches('/').rsplit(':').next().expect("a port").to_string();
    Launched { program, port, rest }
}

impl Launched {
    /// Exit code, standard output, standard error.
    fn end(mut self) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.rest.read_to_string(&mut out).expect("text");
        let mut pipe = self.program.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut err).expect("text");
        (self.program.wait().expect("it ends").code(), out, err)
    }
}

fn client(mut command: Command) -> String {
    let output = command.current_dir(repository()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", stderr(&output));
    stdout(&output)
}

fn python(port: &str) -> Command {
    let mut command = Command::new("python3");
    // Only the standard library: no packages of the user or the system.
    command.args(["-I", "-S", "examples/clients/lockstep.py", port]);
    command
}

fn hash_of(text: &str) -> &str {
    text.lines().find_map(|line| line.split_once("hash ")).map(|(_, hash)| hash.trim()).expect("a hash")
}

/// Drive with a client to the end, and compare what it saw with what the run printed.
fn driven(by: impl Fn(&str) -> Command, arguments: &[&str]) -> String {
    let launched = launch(&[&["--duration", "10", "--hash"], arguments].concat());
    let text = client(by(&launched.port));
    let (code, out, err) = launched.end();
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("10.000 s in 2000 steps"), "{out}");
    let y_m: f64 = text.split_once("y ").and_then(|(_, y)| y.split(' ').next()?.parse().ok()).expect("y");
    assert!((y_m + 3.0).abs() < 0.1, "it drives along the line: {text}");
    assert_eq!(hash_of(&text), hash_of(&out), "the client sees the last state");
    hash_of(&out).to_string()
}

#[test]
fn a_client_gives_the_same_bits_on_every_run_whatever_its_language() {
    let folder = scratch("lockstep");
    let recording = folder.join("run.mcap");
    let first = driven(python, &["--topics", "/r1/odom", "--record", recording.to_str().unwrap()]);
    assert_eq!(driven(python, &[]), first, "a second time");

    let program = folder.join("lockstep");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "examples/clients/lockstep.c", "-o"]);
    let output = compiler.arg(&program).current_dir(repository()).output();
    let output =
        output.unwrap_or_else(|error| panic!("cc: {error}; this test needs a C compiler: apt install gcc"));
    assert!(output.status.success(), "{}", stderr(&output));
    let in_c = |port: &str| {
        let mut command = Command::new(&program);
        command.arg(port);
        command
    };
    assert_eq!(driven(in_c, &[]), first, "the same controller in C");

    let replay = run(&["replay", recording.to_str().unwrap(), "--check"]);
    assert_eq!(replay.status.code(), Some(0), "{}{}", stdout(&replay), stderr(&replay));
    assert!(stdout(&replay).contains("2000 steps"), "{}", stdout(&replay));
}

#[test]
fn without_a_client_the_run_ends_and_says_why() {
    let (code, out, err) = launch(&["--lockstep-timeout", "0.2", "--duration", "10"]).end();
    assert_eq!(code, Some(3), "{out}{err}");
    assert!(err.contains("lock-step: no client has sent advance for 0."), "{err}");
    assert!(err.contains("; the run ends"), "{err}");
    assert!(out.contains("0.000 s in 0 steps"), "{out}");
}

#[test]
fn without_a_client_the_run_goes_on_if_asked() {
    let arguments = ["--lockstep-timeout", "0.01", "--lockstep-late", "continue", "--duration", "0.05"];
    let (code, out, err) = launch(&arguments).end();
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(err.matches("the run goes on without it").count(), 10, "one step each time: {err}");
    assert!(out.contains("0.050 s in 10 steps"), "{out}");
}

#[test]
fn lock_step_needs_the_viewers_server() {
    let output = run(&["launch", "worlds/two_robots.world.xml", "--lockstep", "--headless"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--headless"), "{}", stderr(&output));
}

#[test]
fn the_clients_have_forty_lines() {
    for client in ["examples/clients/lockstep.py", "examples/clients/lockstep.c"] {
        let text = std::fs::read_to_string(repository().join(client)).expect("a client");
        assert!(text.lines().count() <= 40, "{client}");
        assert!(text.lines().all(|line| line.len() <= 120), "{client} has long lines");
    }
}
