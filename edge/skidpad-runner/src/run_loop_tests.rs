use super::*;
use crate::WallClock;
use skidpad_link::{
    Client, Delivery, Interest, Limits, NextStep, Outcome as Became, RunHandle, SensorChoice, StepRate,
};
use skidpad_math::Pose3;
use skidpad_messages::{SensorId, VehicleId};
use skidpad_sim::BuildOptions;
use skidpad_world::{ExpandOptions, MapFiles, load};
use std::sync::Mutex;

/// A clock that moves only when the run waits or a test advances it.
#[derive(Clone, Default)]
struct TestClock(Arc<Mutex<Duration>>);

impl Clock for TestClock {
    fn elapsed(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn wait(&self, duration: Duration) {
        *self.0.lock().unwrap() += duration;
    }
}

/// One robot with a camera, steps of 10 ms.
fn world() -> Simulation {
    let text = r#"<mvsim_world><simul_timestep>0.01</simul_timestep><vehicle name="r1">
        <dynamics class="differential"><controller class="twist_ideal"/></dynamics>
        <sensor class="camera" name="camera"><sensor_period>0.1</sensor_period><pose_3d>0 0 1 -90 0 -90</pose_3d>
        <ncols>160</ncols><nrows>120</nrows><cx>80</cx><cy>60</cy><fx>90</fx><fy>90</fy></sensor></vehicle>
        <block><init_pose>3 0 0</init_pose></block></mvsim_world>"#;
    let files = MapFiles::from_texts([("w.xml", text)]);
    let world = load("w.xml", &files, &ExpandOptions::default());
    Simulation::build(&world.description, &Default::default(), &BuildOptions::default()).unwrap()
}

/// A participant that is a function of each step.
struct EachStep<F>(F);

impl<F: FnMut(&Step) + Send> Participant for EachStep<F> {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if step.tick > 0 {
            (self.0)(step);
        }
        Ok(())
    }
}

fn run_loop<C: Clock>(clock: C, pace: Pace, step_limit: Option<u64>) -> (RunLoop<C>, RunHandle) {
    let (hub, handle) = Hub::new(Limits::default());
    let settings = RunSettings { pace, step_limit, ..RunSettings::default() };
    (RunLoop::new(world(), hub, clock, settings), handle)
}

fn go(
    pace: Pace,
    step_count: u64,
    clock: &TestClock,
    each: impl FnMut(&Step) + Send + 'static,
) -> RunOutcome {
    let (mut run, _handle) = run_loop(clock.clone(), pace, Some(step_count));
    run.add("test", Box::new(EachStep(each)));
    run.go()
}

#[test]
fn real_time_takes_as_long_as_it_simulates() {
    let outcome = go(Pace::RealTime(1.0), 100, &TestClock::default(), |_| ());
    assert_eq!(outcome.wall, Duration::from_millis(990), "the last step begins at 0.99 s");
    assert_eq!((outcome.missed_deadline_count, outcome.was_stopped), (0, false));
}

#[test]
fn a_factor_of_four_takes_a_quarter() {
    let outcome = go(Pace::RealTime(4.0), 101, &TestClock::default(), |_| ());
    assert_eq!(outcome.wall, Duration::from_millis(250));
}

#[test]
fn slow_steps_are_counted_and_none_is_left_out() {
    let clock = TestClock::default();
    let work = clock.clone();
    let outcome = go(Pace::RealTime(1.0), 50, &clock, move |_| work.wait(Duration::from_millis(30)));
    assert_eq!(outcome.step_count, 50);
    assert_eq!(outcome.missed_deadline_count, 49, "every step but the first begins late");
}

#[test]
fn one_slow_step_is_caught_up_with() {
    let clock = TestClock::default();
    let work = clock.clone();
    let outcome = go(Pace::RealTime(1.0), 50, &clock, move |step| {
        if step.tick == 11 {
            work.wait(Duration::from_millis(55));
        }
    });
    assert_eq!(outcome.missed_deadline_count, 4, "steps 11 to 14 begin more than one step late");
    assert_eq!(outcome.wall, Duration::from_millis(490));
}

#[test]
fn a_raised_flag_ends_a_wait_at_once() {
    let (mut run, _handle) = run_loop(TestClock::default(), Pace::RealTime(1e-3), None);
    let raiser = run.stop.clone();
    run.add("test", Box::new(EachStep(move |_: &Step| raiser.raise())));
    let outcome = run.go();
    assert!(outcome.was_stopped && outcome.step_count == 1);
    assert!(outcome.wall <= LONGEST_WAIT);
}

#[test]
fn as_fast_as_possible_never_waits() {
    assert_eq!(go(Pace::Max, 1000, &TestClock::default(), |_| ()).wall, Duration::ZERO);
}

/// Run with a client that sends requests before the start and at some ticks.
fn go_with(
    pace: Pace,
    step_limit: Option<u64>,
    before: impl FnOnce(&Client),
    mut at: impl FnMut(&Client, u64, &TestClock) + Send + 'static,
) -> (RunOutcome, Arc<Client>, Simulation) {
    let clock = TestClock::default();
    let (mut run, handle) = run_loop(clock.clone(), pace, step_limit);
    let client = Arc::new(handle.connect("test", Interest::every_step()).unwrap());
    before(&client);
    let asking = Arc::clone(&client);
    run.add("test", Box::new(EachStep(move |step: &Step| at(&asking, step.tick, &clock))));
    let outcome = run.go();
    (outcome, client, run.finish().0)
}

#[test]
fn clients_drive_and_are_answered() {
    let (_, client, sim) = go_with(
        Pace::Max,
        Some(100),
        |client| {
            client.ask(VehicleId(0).drive(1.0, 0.0)).unwrap();
            client.ask(VehicleId(7).drive(1.0, 0.0)).unwrap();
        },
        |_, _, _| (),
    );
    let x_m = sim.observations().vehicles[0].pose_in_world.x_m;
    assert!((x_m - 1.0).abs() < 0.02, "{x_m}");
    let delivery = client.take();
    assert_eq!(delivery.answers[0].outcome, Became::Done);
    assert!(
        matches!(&delivery.answers[1].outcome, Became::Refused(why) if why == "there is no such vehicle or block")
    );
    assert!(delivery.is_last && delivery.steps.len() == 64);
}

#[test]
fn steps_are_granted_one_by_one_and_the_end_comes_when_asked_for() {
    let (outcome, client, _) = go_with(
        Pace::RealTime(1.0),
        None,
        |client| {
            client.control(Control::Pause).unwrap();
            client.control(Control::Step(2)).unwrap();
        },
        |client, tick, _| {
            let next = if tick == 2 { Control::Step(1) } else { Control::End };
            if tick >= 2 {
                client.control(next).unwrap();
            }
        },
    );
    assert_eq!((outcome.step_count, outcome.was_stopped), (3, true));
    assert!(client.take().answers.iter().all(|answer| answer.outcome == Became::Done));
}

#[test]
fn an_edit_made_while_paused_is_seen_after_one_step() {
    let (outcome, client, sim) = go_with(
        Pace::Max,
        None,
        |client| {
            client.control(Control::Pause).unwrap();
            let pose = Pose3 { x_m: 5.0, ..Pose3::default() };
            client.ask(VehicleId(0).teleport(pose)).unwrap();
        },
        |client, _, _| {
            client.control(Control::End).unwrap();
        },
    );
    assert_eq!(outcome.step_count, 1);
    assert_eq!(sim.observations().vehicles[0].pose_in_world.x_m, 5.0);
    assert_eq!(client.take().steps.len(), 1);
}

#[test]
fn time_lost_in_a_pause_is_not_caught_up_with() {
    let (outcome, ..) = go_with(
        Pace::RealTime(1.0),
        Some(20),
        |_| (),
        |client, tick, clock| {
            if tick == 10 {
                client.control(Control::Pause).unwrap();
                clock.wait(Duration::from_secs(5));
                client.control(Control::Resume).unwrap();
            }
        },
    );
    assert_eq!(outcome.missed_deadline_count, 0);
    assert_eq!(outcome.wall, Duration::from_millis(90 + 5000 + 90));
}

#[test]
fn a_new_pace_counts_from_where_it_was_set() {
    let (outcome, ..) = go_with(
        Pace::RealTime(1.0),
        Some(21),
        |_| (),
        |client, tick, _| {
            if tick == 11 {
                client.control(Control::SetPace(Pace::RealTime(10.0))).unwrap();
            }
        },
    );
    assert_eq!(outcome.wall, Duration::from_millis(100 + 9), "the step at 110 ms is due at once");
}

#[test]
fn only_snapshots_of_this_run_are_restored() {
    let mut taken = None;
    let (_, client, sim) = go_with(
        Pace::Max,
        Some(30),
        |client| {
            client.ask(VehicleId(0).drive(1.0, 0.5)).unwrap();
            client.control(Control::Restore(Arc::from(&b"nonsense"[..]))).unwrap();
        },
        move |client, tick, _| match tick {
            10 => {
                client.control(Control::Snapshot).unwrap();
            }
            20 => {
                for answer in client.take().answers {
                    if let Became::Snapshot { bytes, seen } = answer.outcome {
                        assert_eq!(seen.step, 10);
                        taken = Some(bytes);
                    }
                }
                client.control(Control::Restore(taken.clone().unwrap())).unwrap();
            }
            _ => {}
        },
    );
    assert_eq!(sim.observations().step, 20, "ten steps were taken back");
    assert!(client.take().answers.iter().all(|answer| answer.outcome == Became::Done));
}

/// A viewer that resets the run just after the time line took a snapshot gets its own; no client gets more than ten a
/// second.
#[test]
fn ten_snapshots_a_second_however_close() {
    let clock = TestClock::default();
    let (mut run, handle) = run_loop(clock.clone(), Pace::Max, None);
    let interest = Interest { rate: StepRate::Never, sensors: SensorChoice::None };
    let [line, viewer] = ["time line", "viewer"].map(|name| handle.connect(name, interest.clone()).unwrap());
    let mut taken = |count: usize| {
        for client in [&line, &viewer].into_iter().cycle().take(count) {
            client.control(Control::Snapshot).unwrap();
        }
        run.turn();
        let answers = [&line, &viewer].map(|client| client.take().answers).concat();
        answers.iter().filter(|it| matches!(it.outcome, Became::Snapshot { .. })).count()
    };
    assert_eq!((taken(2), taken(20)), (2, 8));
    clock.wait(Duration::from_millis(999));
    assert_eq!(taken(1), 0);
    clock.wait(Duration::from_millis(1));
    assert_eq!(taken(1), 1);
}

#[test]
fn clients_that_sleep_or_vanish_change_no_bit() {
    let drive = |client: &Client| {
        client.ask(VehicleId(0).drive(1.0, 0.5)).unwrap();
    };
    let alone = go_with(Pace::Max, Some(500), drive, |_, _, _| ()).2.state_hash();
    let (mut run, handle) = run_loop(TestClock::default(), Pace::Max, Some(500));
    let driver = handle.connect("driver", Interest::every_step()).unwrap();
    drive(&driver);
    let _sleeper = handle.connect("sleeper", Interest::every_step()).unwrap();
    let visits = move |_: &Step| {
        for _ in 0..10 {
            let visitor = handle.connect("visitor", Interest::every_step()).unwrap();
            let _ = visitor.ask(VehicleId(9).drive(1.0, 0.0));
        }
    };
    run.add("visits", Box::new(EachStep(visits)));
    run.go();
    assert_eq!(run.sim().state_hash(), alone);
}

/// A client that requests the robot's camera at this rate.
fn watch(handle: &RunHandle, rate: StepRate) -> Client {
    handle.connect("watcher", Interest { rate, sensors: SensorChoice::All }).unwrap()
}

/// The camera's readings in the steps that a client received, each with the time of its step [ns].
fn readings(delivery: &Delivery) -> Vec<(u64, Arc<Reading>)> {
    let of = |step: &Step| {
        step.readings.iter().map(|reading| (step.time_ns(), Arc::clone(reading))).collect::<Vec<_>>()
    };
    delivery.steps.iter().flat_map(of).collect()
}

/// What the camera sees at a time.
fn seen_at(stamp_ns: u64) -> Reading {
    let mut sim = world();
    while sim.time_ns() < stamp_ns {
        sim.step(&Commands::NONE);
    }
    sim.sense(SensorId(0), &mut SensorTracer::new())
}

/// For a program the run waits: the reading of a step comes with that step.
#[test]
fn a_program_gets_readings_with_their_step() {
    let (mut run, handle) = run_loop(TestClock::default(), Pace::Max, Some(30));
    let client = watch(&handle, StepRate::EveryStep);
    run.go();
    let readings = readings(&client.take());
    assert_eq!(readings.iter().map(|(time_ns, _)| time_ns / 1_000_000).collect::<Vec<_>>(), [110, 210]);
    for (time_ns, reading) in readings {
        assert_eq!(reading.stamp_ns, time_ns);
        assert_eq!(*reading, seen_at(time_ns));
    }
}

/// Also while a viewer requests the same camera: readings made for the viewer come late, and only the viewer gets them.
#[test]
fn a_program_gets_the_same_readings_while_a_viewer_watches() {
    let shown = |person: Option<StepRate>| {
        let (mut run, handle) = run_loop(WallClock::start(), Pace::RealTime(2.0), Some(200));
        let program = watch(&handle, StepRate::EverySimulated(200_000_000));
        let person = person.map(|rate| watch(&handle, rate));
        let count = Arc::new(Mutex::new(0));
        let counted = Arc::clone(&count);
        let look = move |_: &Step| {
            *counted.lock().unwrap() += person.as_ref().map_or(0, |person| readings(&person.take()).len());
        };
        run.add("person", Box::new(EachStep(look)));
        run.go();
        let count = *count.lock().unwrap();
        (readings(&program.take()), count)
    };
    let (alone, _) = shown(None);
    let (watched, seen_by_person) = shown(Some(StepRate::EveryWall(Duration::from_millis(1))));
    assert!(alone.len() >= 9 && seen_by_person > 0, "{} {seen_by_person}", alone.len());
    assert_eq!(watched, alone);
}

/// For a viewer the run continues: the reading comes when it is ready, and shows the world at the time of its stamp.
#[test]
fn a_viewer_gets_readings_when_they_are_ready() {
    let (mut run, handle) = run_loop(WallClock::start(), Pace::RealTime(1.0), None);
    let client = watch(&handle, StepRate::EveryWall(Duration::from_millis(1)));
    let got = Arc::new(Mutex::new(Vec::new()));
    let (kept, stop) = (Arc::clone(&got), run.stop.clone());
    let look = move |_: &Step| {
        let mut kept = kept.lock().unwrap();
        kept.extend(readings(&client.take()));
        if kept.len() >= 3 {
            stop.raise();
        }
    };
    run.add("person", Box::new(EachStep(look)));
    run.go();
    for (time_ns, reading) in &*got.lock().unwrap() {
        assert!(reading.stamp_ns < *time_ns, "the step went by");
        assert_eq!(**reading, seen_at(reading.stamp_ns));
    }
}

/// The last step before a pause is read too.
#[test]
fn a_viewer_sees_the_last_step_before_a_pause() {
    let (hub, handle) = Hub::new(Limits::default());
    let settings = RunSettings { pace: Pace::Max, is_paused: true, ..RunSettings::default() };
    let mut run = RunLoop::new(world(), hub, WallClock::start(), settings);
    let client = watch(&handle, StepRate::EveryWall(Duration::from_millis(1)));
    client.control(Control::Step(11)).unwrap();
    let stop = run.stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || run.go());
        let reading = loop {
            if let Some((_, reading)) = readings(&client.wait(Duration::from_secs(1))).pop() {
                break reading;
            }
        };
        stop.raise();
        assert_eq!((reading.stamp_ns, &*reading), (110_000_000, &seen_at(110_000_000)));
    });
}

/// Requests readings and hashes, keeps what it receives, and fails at a tick.
#[derive(Default)]
struct Witness {
    saw: Arc<Mutex<Vec<Step>>>,
    fails_at: u64,
}

impl Participant for Witness {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
        *next.wants_hash |= next.tick % 10 == 9;
        if next.tick == 0 {
            next.request(VehicleId(0).drive(1.0, 0.0));
            next.request(VehicleId(0).drive(f64::NAN, 0.0));
        }
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        self.saw.lock().unwrap().push(step.clone());
        if step.tick == self.fails_at { Err("the disk is full".into()) } else { Ok(()) }
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        Err(format!("finished at {}", end.tick).into())
    }
}

#[test]
fn participants_command_see_every_step_and_fail_alone() {
    let (mut run, _handle) = run_loop(TestClock::default(), Pace::Max, Some(30));
    let witness = |fails_at| Box::new(Witness { fails_at, ..Witness::default() });
    let (failing, whole) = (witness(12), witness(u64::MAX));
    let (saw_some, saw_all) = (Arc::clone(&failing.saw), Arc::clone(&whole.saw));
    run.add("failing", failing);
    run.add("whole", whole);
    let mut failures = Vec::new();
    loop {
        match run.turn() {
            Turn::Failed(name, failure) => failures.push(format!("{name}: {failure}")),
            Turn::Over => break,
            _ => {}
        }
    }
    assert_eq!(failures, ["failing: the disk is full"]);
    let (sim, failures) = run.finish();
    assert_eq!(
        failures.iter().map(|(name, why)| format!("{name}: {why}")).collect::<Vec<_>>(),
        ["whole: finished at 30"]
    );
    let (saw_some, saw_all) = (saw_some.lock().unwrap(), saw_all.lock().unwrap());
    assert_eq!(saw_some.iter().map(|step| step.tick).collect::<Vec<_>>(), (0..=12).collect::<Vec<_>>());
    assert_eq!(saw_all.iter().map(|step| step.tick).collect::<Vec<_>>(), (0..=30).collect::<Vec<_>>());
    let is_refusal = |event: &Event| matches!(event, Event::RequestRefused { .. });
    let first = &saw_all[1];
    assert_eq!((first.commands.len(), first.observations.events.len()), (2, 2), "one of each participant");
    assert!(first.observations.events.iter().all(is_refusal), "a bad request is reported, not lost");
    assert!(Arc::ptr_eq(&saw_all[3].roster, &saw_some[12].roster), "made once");
    assert!(Arc::ptr_eq(&saw_all[7].observations, &saw_some[7].observations), "shared, not copied");
    let hashed: Vec<u64> = saw_all.iter().filter(|step| step.hash.is_some()).map(|step| step.tick).collect();
    assert_eq!((hashed, saw_all[30].hash), (vec![10, 20, 30], Some(sim.state_hash())));
    let read: Vec<u64> = saw_all.iter().filter(|it| !it.readings.is_empty()).map(|it| it.tick).collect();
    assert_eq!(read, [11, 21]);
}

/// Another world takes the place of the first at a boundary: participants see it from its beginning, ticks go on,
/// commands that were meant for the first are refused, and the limit keeps its simulated time.
#[test]
fn a_run_goes_on_with_another_world() {
    let (mut run, handle) = run_loop(TestClock::default(), Pace::Max, Some(30));
    let witness = Box::new(Witness { fails_at: u64::MAX, ..Witness::default() });
    let saw = Arc::clone(&witness.saw);
    run.add("witness", witness);
    let client =
        handle.connect("c", Interest { rate: StepRate::Never, sensors: SensorChoice::None }).unwrap();
    let snapshot = client.control(Control::Snapshot).unwrap();
    for _ in 0..10 {
        run.turn();
    }
    let answers = client.take().answers;
    let Became::Snapshot { bytes, .. } = &answers[0].outcome else { panic!("{answers:?}") };
    assert_eq!((answers[0].number, run.tick()), (snapshot, 10));
    let command = client.ask(VehicleId(0).drive(2.0, 0.0)).unwrap();
    let next = client.control(Control::NextWorld(7)).unwrap();
    let Turn::Asked(asked) = run.turn() else { panic!("the owner of the run is asked") };
    assert_eq!(asked.control, Control::NextWorld(7));

    let text = "<mvsim_world><simul_timestep>0.005</simul_timestep></mvsim_world>";
    let empty = load("w.xml", &MapFiles::from_texts([("w.xml", text)]), &ExpandOptions::default());
    let empty = Simulation::build(&empty.description, &Default::default(), &BuildOptions::default()).unwrap();
    let before = run.replace(empty);
    assert_eq!(before.observations().step, 10);
    run.answer(&asked, Ok(()));
    let restore = client.control(Control::Restore(Arc::clone(bytes))).unwrap();
    run.turn();
    assert!(run.requests.is_paused(), "it stands at its beginning");
    client.control(Control::Resume).unwrap();
    while !matches!(run.turn(), Turn::Over) {}

    let became: Vec<(u64, Became)> =
        client.take().answers.into_iter().map(|it| (it.number, it.outcome)).collect();
    let refused = |number, why: &str| (number, Became::Refused(why.to_string()));
    assert_eq!(became[0], refused(command, "the run has another world now"));
    assert_eq!(became[1], (next, Became::Done));
    assert_eq!(became[2], refused(restore, "only snapshots that this run handed out can be restored"));
    let saw = saw.lock().unwrap();
    assert_eq!((saw[11].tick, saw[11].time_ns(), saw[11].roster.vehicles.len()), (10, 0, 0));
    assert_eq!((saw[12].tick, saw[12].time_ns()), (11, 5_000_000));
    let outcome = run.outcome();
    assert_eq!((run.tick(), outcome.step_count, outcome.was_stopped), (50, 40, false), "0.3 s in all");
}
