//! A run through the public library alone: recorded, judged, served, with a participant of the user's own.

use skidpad::expect::Expectations;
use skidpad::link::{Control, Failure, Interest, NextStep, Participant, RunEnd};
use skidpad::messages::{Step, VehicleId};
use skidpad::record::RunLog;
use skidpad::web::Listen;
use skidpad::{Error, Replay, Run, RunNote, WorldOptions};
use skidpad_world::Budget;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn world_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../worlds/{name}.world.xml"))
}

/// A folder of its own for a test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("skidpad-run-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Drives the first vehicle, fetches the viewer's scene in the middle of the run, and counts what it sees.
#[derive(Default)]
struct Visitor {
    address: Option<SocketAddr>,
    scene: String,
    step_count: u64,
    end_hash: u64,
}

impl Participant for Visitor {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        if next.tick == 0 {
            next.request(VehicleId(0).steer(4.0, 0.1));
        }
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        self.step_count += u64::from(step.tick > 0);
        if let (100, Some(address)) = (step.tick, self.address) {
            let mut stream = TcpStream::connect(address)?;
            write!(stream, "GET /scene.json HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
            stream.read_to_string(&mut self.scene)?;
        }
        Ok(())
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        self.end_hash = end.state_hash;
        Ok(())
    }
}

#[test]
fn a_run_records_checks_and_serves() {
    let scratch = Scratch::new("all");
    let path = scratch.0.join("run.mcap");
    let checks = Expectations::parse(
        "[[yaw_rate]]\nvehicle = \"car\"\nmax_radps = 9.0\n[[speed]]\nvehicle = \"car\"\nmax_mps = 1.0\n",
    )
    .unwrap();
    let run = Run::new(world_file("skidpad")).options(WorldOptions::default()).seed(7).record(&path);
    let run = run.expect(checks).serve(Listen::loopback()).pace(skidpad::messages::Pace::Max).duration_s(2.0);
    let run = run.prepare().unwrap();
    let visitor = Arc::new(Mutex::new(Visitor { address: run.viewer_socket(), ..Visitor::default() }));
    let summary = run.with("visitor", Arc::clone(&visitor)).go();
    let visitor = visitor.lock().unwrap();
    assert_eq!((summary.step_count, visitor.step_count, summary.was_stopped), (1000, 1000, false));
    assert_eq!(visitor.end_hash, summary.state_hash);
    assert!(visitor.scene.starts_with("HTTP/1.1 200") && visitor.scene.contains("\"car\""));
    let met: Vec<bool> = summary.findings.iter().map(|finding| finding.is_met).collect();
    assert_eq!((met.iter().filter(|met| **met).count(), met.len()), (1, 2), "{:?}", summary.findings);
    assert!(!summary.meets_expectations() && summary.is_complete());
    let mut replay = Replay::new(RunLog::open(&path).unwrap()).unwrap();
    assert_eq!(replay.run(None, true, &mut |_, _, _| ()).unwrap().difference, None);
    assert_eq!(replay.sim().state_hash(), summary.state_hash);
}

#[test]
fn clients_record_and_log_while_a_run_goes_on() {
    let scratch = Scratch::new("clients");
    let run = Run::new(world_file("controllers")).options(WorldOptions::default()).csv(&scratch.0);
    let notes = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&notes);
    let run = run.on_note(move |note: &RunNote| heard.lock().unwrap().push(note.clone())).prepare().unwrap();
    let client = run.handle().connect("test", Interest::every_step()).unwrap();
    let run = std::thread::spawn(move || run.go());
    let number = client.control(Control::Record(skidpad::link::RecordControl::Start)).unwrap();
    let answered = (0..1000)
        .any(|_| client.wait(Duration::from_millis(10)).answers.iter().any(|answer| answer.number == number));
    assert!(answered);
    client.control(Control::End).unwrap();
    let summary = run.join().unwrap();
    assert!(summary.was_stopped && summary.is_complete(), "{summary}");
    assert!(matches!(&notes.lock().unwrap()[..], [RunNote::RecordingBegun { .. }, ..]));
    let names: Vec<String> = std::fs::read_dir(&scratch.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let recording = names.iter().find(|name| name.ends_with("-1.mcap")).expect("a recording");
    let log = RunLog::open(&scratch.0.join(recording)).unwrap();
    let mut replay = Replay::new(log).unwrap();
    assert_eq!(replay.run(None, true, &mut |_, _, _| ()).unwrap().difference, None);
}

/// A recording that begins later keeps the world as it was read, whatever has become of its files, and a recording of
/// another world than the one that ran is noticed although the first state fits both.
#[test]
fn a_recording_keeps_the_world_as_it_was_read() {
    let scratch = Scratch::new("as-read");
    let folder = scratch.0.join("sim/worlds");
    std::fs::create_dir_all(&folder).unwrap();
    let world = folder.join("a.world.xml");
    let model = |size: f64| {
        format!("solid a\nfacet\nvertex 0 0 0\nvertex {size} 0 0\nvertex 0 {size} 1\nendfacet\nendsolid a\n")
    };
    let text = |mass: &str| {
        format!(
            "<mvsim_world><include file=\"b.xml\"/><block name=\"box\"><mass>{mass}</mass><init_pose>0 0 0</init_pose>
             <shape_from_visual/><visual><model_uri>m.stl</model_uri></visual></block></mvsim_world>"
        )
    };
    let other =
        |mass: &str| format!("<block name=\"other\"><mass>{mass}</mass><init_pose>9 0 0</init_pose></block>");
    std::fs::write(&world, text("20")).unwrap();
    std::fs::write(folder.join("b.xml"), other("5")).unwrap();
    std::fs::write(folder.join("m.stl"), model(1.0)).unwrap();
    let run = Run::new(world.as_path()).options(WorldOptions::default()).csv(&scratch.0).prepare().unwrap();
    // Everything changes on disk before a client begins to record.
    std::fs::write(&world, text("7000")).unwrap();
    std::fs::write(folder.join("b.xml"), other("8000")).unwrap();
    std::fs::write(folder.join("m.stl"), model(3.0)).unwrap();
    let client = run.handle().connect("test", Interest::every_step()).unwrap();
    let run = std::thread::spawn(move || run.go());
    let number = client.control(Control::Record(skidpad::link::RecordControl::Start)).unwrap();
    let answered = (0..1000)
        .any(|_| client.wait(Duration::from_millis(10)).answers.iter().any(|answer| answer.number == number));
    assert!(answered);
    client.control(Control::End).unwrap();
    run.join().unwrap();
    let mut files = std::fs::read_dir(&scratch.0).unwrap().map(|entry| entry.unwrap().path());
    let is_recording = |path: &PathBuf| path.extension().is_some_and(|it| it == "mcap");
    let path = files.find(is_recording).expect("a recording");
    let mut log = RunLog::open(&path).unwrap();
    let kept = |log: &RunLog, name: &str| {
        let files = log.provenance.world_files.iter().chain(&log.provenance.assets);
        let (_, bytes) = files.into_iter().find(|(path, _)| path.ends_with(name)).expect("it is kept");
        String::from_utf8(bytes.clone()).unwrap()
    };
    assert_eq!(kept(&log, "a.world.xml"), text("20"));
    assert_eq!(kept(&log, "b.xml"), other("5"));
    assert_eq!(kept(&log, "m.stl"), model(1.0));
    let verdict = |log: RunLog| Replay::new(log).unwrap().run(None, true, &mut |_, _, _| ()).unwrap();
    let same = verdict(RunLog::open(&path).unwrap());
    assert!(same.difference.is_none() && !same.is_other_world);
    // A block that nothing pushes goes on the same way whatever it weighs.
    let file = log.provenance.world_files.iter_mut().find(|(path, _)| path.ends_with("b.xml")).unwrap();
    *file.1 = other("8000").into_bytes();
    let other = verdict(log);
    assert!(other.difference.is_none() && other.is_other_world);
}

/// A run with a larger budget replays under it; a recording that asks for more than any run may have gets less.
#[test]
fn a_run_with_a_budget_replays_under_it() {
    let scratch = Scratch::new("budget");
    let path = scratch.0.join("run.mcap");
    let world = scratch.0.join("a.world.xml");
    let corners: String = (0..40).map(|k| format!("<pt>{k} {}</pt>", k * k)).collect();
    let text = format!(
        "<mvsim_world><block name=\"b\"><init_pose>0 0 0</init_pose><shape>{corners}</shape></block></mvsim_world>"
    );
    std::fs::write(&world, text).unwrap();
    let small = Budget { corners: 20, ..Budget::default() };
    let options = |budget| WorldOptions { budget, ..WorldOptions::default() };
    assert!(
        Run::new(world.as_path()).options(options(small)).prepare().is_err(),
        "40 corners are more than 20"
    );
    let large = Budget { corners: 600_000, ..Budget::default() };
    let run = Run::new(world.as_path()).options(options(large)).record(&path).duration_s(0.2);
    assert!(run.prepare().unwrap().go().is_complete());
    let mut log = RunLog::open(&path).unwrap();
    assert_eq!(log.provenance.facts.budget, [("corners".to_string(), 600_000)].into());
    assert!(Replay::new(RunLog::open(&path).unwrap()).is_ok());
    log.provenance.facts.budget.insert("corners".to_string(), 20);
    let problem = Replay::new(log).err().expect("the recorded budget counts").to_string();
    assert!(problem.contains("20 corners"), "{problem}");
}

#[test]
fn outputs_never_overwrite_what_the_run_reads_nor_a_recording() {
    let scratch = Scratch::new("overwrite");
    let world = scratch.0.join("w.world.xml");
    std::fs::write(
        &world,
        r#"<mvsim_world><vehicle name="r1"><init_pose>0 0 0</init_pose><dynamics class="differential"/></vehicle></mvsim_world>"#,
    )
    .unwrap();
    let path = scratch.0.join("run.mcap");
    let run = || Run::new(world.as_path()).options(WorldOptions::default()).step_limit(3);
    let output_problem = |run: Run| match run.go() {
        Err(Error::Output { reason, .. }) => reason.to_string(),
        other => panic!("{:?}", other.map(|summary| summary.step_count)),
    };
    assert!(output_problem(run().trace(&world)).contains("the run reads this file"));
    assert!(output_problem(run().record(&world).overwrite(true)).contains("the run reads this file"));
    run().record(&path).go().unwrap();
    assert!(output_problem(run().record(&path)).contains("this is a recording"));
    run().record(&path).overwrite(true).go().unwrap();
}

#[test]
fn what_cannot_run_says_why() {
    let error = |run: Run| run.prepare().err().expect("it cannot run").to_string();
    assert!(error(Run::new("no/such.world.xml")).starts_with("no/such.world.xml: "));
    let world = || Run::new(world_file("skidpad")).options(WorldOptions::default());
    let lost = Expectations::parse("[[never_collides]]\nvehicle = \"ghost\"\n").unwrap();
    assert!(error(world().expect(lost).duration_s(1.0)).contains("ghost"));
    let endless = Expectations::parse("[[never_collides]]\nvehicle = \"car\"\n").unwrap();
    assert_eq!(error(world().expect(endless)), Error::Endless.to_string());
    let read = skidpad::World::read(world_file("skidpad"), &WorldOptions::default()).unwrap();
    assert_eq!(error(Run::new(read).seed(3)), Error::SeedIsFixed { seed: 0 }.to_string());
    assert!(error(world().commands_file(world_file("skidpad"))).contains("skidpad.world.xml:1:1: "));
}

/// A set point of the wrong kind, or a brake that is not there, changed nothing and was not mentioned.
#[test]
fn a_command_of_a_file_that_no_vehicle_follows_is_reported() {
    let scratch = Scratch::new("refused");
    let file = scratch.0.join("drive.cmds");
    std::fs::write(&file, "0.01 rawack 1 1 0\n0.02 rawack 1 1 0\n").unwrap();
    let run = Run::new(world_file("two_robots")).commands_file(&file).duration_s(0.1);
    let summary = run.go().unwrap();
    let notes: Vec<String> = summary.notes.iter().map(ToString::to_string).collect();
    let expected = "warning: r1 does not follow the command at 0.01 s: the vehicle's controller takes another kind of set point";
    assert_eq!(notes, [expected], "the first one alone");
}
