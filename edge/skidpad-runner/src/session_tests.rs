use super::*;
use crate::{Nobody, WallClock};
use skidpad_link::{
    Client, Control, Delivery, Frame, FrameRate, Interest, Limits, Outcome as Became, RunHandle, SensorChoice,
};
use skidpad_math::Pose3;
use skidpad_messages::{Reading, SensorId, VehicleId};
use skidpad_sim::BuildOptions;
use skidpad_world::{ExpandOptions, MapFiles, load};
use std::cell::Cell;

/// A clock that moves only when somebody waits or works.
#[derive(Default)]
struct TestClock(Cell<Duration>);

impl Clock for TestClock {
    fn elapsed(&self) -> Duration {
        self.0.get()
    }

    fn wait(&self, duration: Duration) {
        self.0.set(self.0.get() + duration);
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

/// A crew that is a function of each step.
struct EachStep<F>(F);

impl<F: FnMut(&StepMade<'_>)> Crew for EachStep<F> {
    fn note(&mut self, made: &StepMade<'_>) {
        (self.0)(made);
    }
}

fn session(sim: &mut Simulation, pace: Pace, step_limit: Option<u64>) -> (Session<'_>, RunHandle) {
    let (hub, handle) = Hub::new(Limits::default());
    (Session { pace, step_limit, ..Session::new(sim, hub) }, handle)
}

fn go(pace: Pace, step_count: u64, clock: &TestClock, each: impl FnMut(&StepMade<'_>)) -> Outcome {
    let mut sim = world();
    let (session, _door) = session(&mut sim, pace, Some(step_count));
    session.go(clock, &StopFlag::default(), &mut EachStep(each))
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
    let outcome = go(Pace::RealTime(1.0), 50, &clock, |_| clock.wait(Duration::from_millis(30)));
    assert_eq!(outcome.step_count, 50);
    assert_eq!(outcome.missed_deadline_count, 49, "every step but the first begins late");
}

#[test]
fn one_slow_step_is_caught_up_with() {
    let clock = TestClock::default();
    let outcome = go(Pace::RealTime(1.0), 50, &clock, |made| {
        if made.tick == 11 {
            clock.wait(Duration::from_millis(55));
        }
    });
    assert_eq!(outcome.missed_deadline_count, 4, "steps 11 to 14 begin more than one step late");
    assert_eq!(outcome.wall, Duration::from_millis(490));
}

#[test]
fn a_raised_flag_ends_a_wait_at_once() {
    let (clock, stop, mut sim) = (TestClock::default(), StopFlag::default(), world());
    let raiser = stop.clone();
    let (crawl, _door) = session(&mut sim, Pace::RealTime(1e-3), None);
    let outcome = crawl.go(&clock, &stop, &mut EachStep(|_: &StepMade<'_>| raiser.raise()));
    assert!(outcome.was_stopped && outcome.step_count == 1);
    assert!(outcome.wall <= LONGEST_WAIT);
}

#[test]
fn as_fast_as_possible_never_waits() {
    assert_eq!(go(Pace::Max, 1000, &TestClock::default(), |_| ()).wall, Duration::ZERO);
}

/// Run with a client that says what it wants before it starts and at some ticks.
fn go_with(
    pace: Pace,
    step_limit: Option<u64>,
    before: impl FnOnce(&Client),
    mut at: impl FnMut(&Client, u64, &TestClock),
) -> (Outcome, Client, Simulation) {
    let (clock, mut sim) = (TestClock::default(), world());
    let (session, handle) = session(&mut sim, pace, step_limit);
    let client = handle.connect("test", Interest::every_step()).unwrap();
    before(&client);
    let outcome = session.go(
        &clock,
        &StopFlag::default(),
        &mut EachStep(|made: &StepMade<'_>| at(&client, made.tick, &clock)),
    );
    (outcome, client, sim)
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
    assert!(matches!(&delivery.answers[1].outcome, Became::Refused(why) if why.contains("NoSuchBody")));
    assert!(delivery.is_last && delivery.frames.len() == 64);
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
    assert_eq!(client.take().frames.len(), 1);
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
        |client, tick, _| match tick {
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

#[test]
fn clients_that_sleep_or_vanish_change_no_bit() {
    let drive = |client: &Client| {
        client.ask(VehicleId(0).drive(1.0, 0.5)).unwrap();
    };
    let alone = go_with(Pace::Max, Some(500), drive, |_, _, _| ()).2.state_hash();
    let (clock, mut sim) = (TestClock::default(), world());
    let (session, handle) = session(&mut sim, Pace::Max, Some(500));
    let driver = handle.connect("driver", Interest::every_step()).unwrap();
    drive(&driver);
    let _sleeper = handle.connect("sleeper", Interest::every_step()).unwrap();
    session.go(
        &clock,
        &StopFlag::default(),
        &mut EachStep(|_: &StepMade<'_>| {
            for _ in 0..10 {
                let visitor = handle.connect("visitor", Interest::every_step()).unwrap();
                let _ = visitor.ask(VehicleId(9).drive(1.0, 0.0));
            }
        }),
    );
    assert_eq!(sim.state_hash(), alone);
}

/// Who looks at the robot's camera, and how often.
fn watch(handle: &RunHandle, rate: FrameRate) -> Client {
    handle.connect("watcher", Interest { rate, sensors: SensorChoice::All }).unwrap()
}

/// The camera's readings of the frames that a client was shown, each with the time of its frame [ns].
fn readings(delivery: &Delivery) -> Vec<(u64, Arc<Reading>)> {
    let of = |frame: &Frame| {
        let time_ns = frame.observations.time_ns;
        frame.readings.iter().map(|reading| (time_ns, Arc::clone(reading))).collect::<Vec<_>>()
    };
    delivery.frames.iter().flat_map(of).collect()
}

/// What the camera sees at a time.
fn seen_at(stamp_ns: u64) -> Reading {
    let mut sim = world();
    while sim.time_ns() < stamp_ns {
        sim.step(&Commands::NONE);
    }
    sim.sense(SensorId(0), &mut SensorTracer::new())
}

/// For a program the run waits: the reading of a step is in the frame of that step.
#[test]
fn a_program_gets_readings_with_their_step() {
    let mut sim = world();
    let (session, handle) = session(&mut sim, Pace::Max, Some(30));
    let client = watch(&handle, FrameRate::EveryStep);
    session.go(&TestClock::default(), &StopFlag::default(), &mut Nobody);
    let readings = readings(&client.take());
    assert_eq!(readings.iter().map(|(time_ns, _)| time_ns / 1_000_000).collect::<Vec<_>>(), [110, 210]);
    for (time_ns, reading) in readings {
        assert_eq!(reading.stamp_ns, time_ns);
        assert_eq!(*reading, seen_at(time_ns));
    }
}

/// Also where a person looks at the same camera: what is made for them comes late, and is for them alone.
#[test]
fn a_program_gets_the_same_readings_while_a_person_looks() {
    let shown = |person: Option<FrameRate>| {
        let mut sim = world();
        let (session, handle) = session(&mut sim, Pace::RealTime(2.0), Some(200));
        let program = watch(&handle, FrameRate::EverySimulated(200_000_000));
        let person = person.map(|rate| watch(&handle, rate));
        let mut count = 0;
        let mut steps = EachStep(|_: &StepMade<'_>| {
            count += person.as_ref().map_or(0, |person| readings(&person.take()).len());
        });
        session.go(&WallClock::start(), &StopFlag::default(), &mut steps);
        (readings(&program.take()), count)
    };
    let (alone, _) = shown(None);
    let (watched, seen_by_person) = shown(Some(FrameRate::EveryWall(Duration::from_millis(1))));
    assert!(alone.len() >= 9 && seen_by_person > 0, "{} {seen_by_person}", alone.len());
    assert_eq!(watched, alone);
}

/// For a person it goes on: the reading comes when it is made, and is of the moment of its stamp.
#[test]
fn a_person_gets_readings_when_they_are_made() {
    let mut sim = world();
    let (session, handle) = session(&mut sim, Pace::RealTime(1.0), None);
    let client = watch(&handle, FrameRate::EveryWall(Duration::from_millis(1)));
    let stop = StopFlag::default();
    let mut got = Vec::new();
    let mut steps = EachStep(|_: &StepMade<'_>| {
        got.extend(readings(&client.take()));
        if got.len() >= 3 {
            stop.raise();
        }
    });
    session.go(&WallClock::start(), &stop, &mut steps);
    for (time_ns, reading) in got {
        assert!(reading.stamp_ns < time_ns, "the step went by");
        assert_eq!(*reading, seen_at(reading.stamp_ns));
    }
}

/// A step of a world that stands still is looked at too.
#[test]
fn a_person_sees_the_last_step_before_a_pause() {
    let mut sim = world();
    let (session, handle) = session(&mut sim, Pace::Max, None);
    let session = Session { is_paused: true, ..session };
    let client = watch(&handle, FrameRate::EveryWall(Duration::from_millis(1)));
    client.control(Control::Step(11)).unwrap();
    let stop = StopFlag::default();
    std::thread::scope(|scope| {
        scope.spawn(|| session.go(&WallClock::start(), &stop, &mut Nobody));
        let reading = loop {
            if let Some((_, reading)) = readings(&client.wait(Duration::from_secs(1))).pop() {
                break reading;
            }
        };
        stop.raise();
        assert_eq!((reading.stamp_ns, &*reading), (110_000_000, &seen_at(110_000_000)));
    });
}
