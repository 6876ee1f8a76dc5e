//! A run in lock-step makes the steps that its controlling client asks for, and no others.

use skidpad_link::{
    Advance, Advanced, Client, Control, Hub, Interest, Limits, Outcome, RunHandle, SensorChoice, StepRate,
};
use skidpad_messages::{Drive, Pace, ReadingData, Request, SensorId, VehicleId};
use skidpad_runner::{LockstepSettings, RunLoop, RunOutcome, RunSettings, Turn, WallClock, WhenLate};
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::{ExpandOptions, MapFiles, load};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// One robot with a scanner, steps of 10 ms.
fn world() -> Simulation {
    let text = r#"<mvsim_world><simul_timestep>0.01</simul_timestep><vehicle name="r1">
        <dynamics class="differential"><controller class="twist_ideal"/></dynamics>
        <sensor class="laser" name="laser"><fov_degrees>90</fov_degrees><nrays>31</nrays></sensor></vehicle>
        <block><init_pose>3 0 0</init_pose></block></mvsim_world>"#;
    let files = MapFiles::from_texts([("w.xml", text)]);
    let world = load("w.xml", &files, &ExpandOptions::default());
    Simulation::build(&world.description, &Default::default(), &BuildOptions::default()).unwrap()
}

/// A run on a thread of its own, and the turns that are worth a note.
fn begin(
    step_limit: Option<u64>,
    time_limit: Duration,
    when_late: WhenLate,
) -> (RunHandle, JoinHandle<(RunOutcome, u32)>) {
    let (hub, handle) = Hub::new(Limits::default());
    let lockstep = Some(LockstepSettings { time_limit, when_late });
    let settings = RunSettings { pace: Pace::Max, step_limit, lockstep, ..RunSettings::default() };
    let mut run = RunLoop::new(world(), hub, WallClock::start(), settings);
    let thread = std::thread::spawn(move || {
        let mut late_count = 0;
        loop {
            match run.turn() {
                Turn::Over => return (run.outcome(), late_count),
                Turn::Late { .. } => late_count += 1,
                _ => {}
            }
        }
    });
    (handle, thread)
}

fn connect(handle: &RunHandle) -> Client {
    handle.connect("test", Interest { rate: StepRate::Never, sensors: SensorChoice::None }).unwrap()
}

fn answer(client: &Client, number: u64) -> Outcome {
    for _ in 0..100 {
        let delivery = client.wait(Duration::from_secs(60));
        if let Some(answer) = delivery.answers.into_iter().find(|answer| answer.number == number) {
            return answer.outcome;
        }
    }
    panic!("no answer");
}

fn advance(client: &Client, step_count: u32, requests: Vec<Request>, sensors: Vec<SensorId>) -> Outcome {
    let advance = Advance::new(step_count, requests, sensors).unwrap();
    answer(client, client.control(Control::Advance(advance)).unwrap())
}

fn advanced(outcome: Outcome) -> Arc<Advanced> {
    match outcome {
        Outcome::Advanced(advanced) => advanced,
        other => panic!("{other:?}"),
    }
}

const LONG: Duration = Duration::from_secs(600);

#[test]
fn steps_are_made_when_they_are_asked_for_and_give_the_same_bits() {
    let drive = |turn: u32| VehicleId(0).drive(1.0, 0.1 * f64::from(turn));
    let drive_once = || {
        let (handle, run) = begin(Some(95), LONG, WhenLate::End);
        let client = connect(&handle);
        let mut seen = Vec::new();
        for turn in 0..10 {
            let now = advanced(advance(&client, 10, vec![drive(turn)], vec![SensorId(0)]));
            assert!(now.refusals.is_empty() && now.missed_count == 0);
            assert_eq!(now.observations.step, u64::from(10 * (turn + 1)).min(95), "the last ones are fewer");
            let ReadingData::Scan(scan) = &now.readings[0].data else { panic!("a scan") };
            assert!(scan.ranges_m.iter().any(|range_m| range_m.is_finite()));
            seen.push((now.state_hash, scan.ranges_m.clone()));
        }
        let (outcome, late_count) = run.join().unwrap();
        assert_eq!((outcome.step_count, outcome.was_stopped, late_count), (95, false, 0));
        seen
    };
    let first = drive_once();
    assert_eq!(first, drive_once());

    let mut alone = world();
    for tick in 0..95_u32 {
        let commands =
            if tick % 10 == 0 { [drive(tick / 10)].into_iter().collect() } else { Default::default() };
        alone.step(&commands);
    }
    assert_eq!(first.last().unwrap().0, alone.state_hash(), "as if it had been stepped directly");
}

#[test]
fn other_clients_can_only_watch_until_the_controller_leaves() {
    let (handle, run) = begin(None, LONG, WhenLate::End);
    let (first, second) = (connect(&handle), connect(&handle));
    advanced(advance(&first, 1, Vec::new(), Vec::new()));
    let refused =
        |outcome: Outcome| matches!(outcome, Outcome::Refused(reason) if reason.contains("lock-step"));
    assert!(refused(advance(&second, 1, Vec::new(), Vec::new())));
    assert!(refused(answer(&second, second.ask(VehicleId(0).drive(1.0, 0.0)).unwrap())));
    for control in [Control::Resume, Control::Pause, Control::Step(5)] {
        assert!(refused(answer(&second, second.control(control).unwrap())));
    }
    assert!(matches!(answer(&second, second.control(Control::Snapshot).unwrap()), Outcome::Snapshot { .. }));
    // A vehicle that takes twists does not take torques; a sensor that is not there is not read.
    let torques = Drive::Torques { left_nm: 1.0, right_nm: 1.0 };
    let torques = vec![Request::Drive { vehicle: VehicleId(0), drive: torques }];
    let now = advanced(advance(&first, 2, torques, Vec::new()));
    assert_eq!(now.observations.step, 3);
    assert_eq!(now.refusals, ["command 0: the vehicle's controller takes another kind of set point"]);
    let nothing = advance(&first, 1, Vec::new(), vec![SensorId(7)]);
    assert_eq!(
        nothing,
        Outcome::Refused("there is no sensor 7; the world has 1, counted from 0".to_string())
    );
    assert!(Advance::new(1, vec![VehicleId(0).drive(f64::NAN, 0.0)], Vec::new()).is_err());

    drop(first);
    let now = (0..1000).find_map(|_| match advance(&second, 1, Vec::new(), Vec::new()) {
        Outcome::Advanced(now) => Some(now),
        _ => None,
    });
    assert_eq!(now.expect("the second client has control").observations.step, 4);
    second.control(Control::End).unwrap();
    assert_eq!(run.join().unwrap().0.step_count, 4);
}

#[test]
fn a_late_client_finds_that_the_run_went_on_or_has_ended() {
    let (_handle, run) = begin(None, Duration::from_millis(5), WhenLate::End);
    assert_eq!(run.join().unwrap().1, 1, "it ends by itself");

    let (handle, run) = begin(Some(40), Duration::from_millis(20), WhenLate::Continue);
    let client = connect(&handle);
    let now = advanced(advance(&client, 3, Vec::new(), Vec::new()));
    let before = now.missed_count;
    let (outcome, late_count) = run.join().unwrap();
    assert_eq!(outcome.step_count, 40);
    // Steps without the client are as many as it asked for last: one each before, three each after.
    let after = u64::from(late_count) - before;
    assert_eq!((40 - before - 3).div_ceil(3), after);
}

#[test]
fn a_run_that_is_not_in_lock_step_says_so() {
    let (hub, handle) = Hub::new(Limits::default());
    let client = connect(&handle);
    let mut run = RunLoop::new(world(), hub, WallClock::start(), RunSettings::default());
    let advance = Advance::new(1, Vec::new(), Vec::new()).unwrap();
    client.control(Control::Advance(advance)).unwrap();
    run.turn();
    run.turn();
    let answers = client.take().answers;
    assert!(matches!(&answers[0].outcome, Outcome::Refused(reason) if reason.contains("--lockstep")));
}
