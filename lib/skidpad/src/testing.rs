//! A test for classes that a program brings along: same bits, snapshots, threads, no failures under random commands.

use crate::{Error, Simulation, World};
use rayon::ThreadPoolBuilder;
use skidpad_math::{NoiseAddress, Twist2, stream_of};
use skidpad_messages::{Commands, Drive, Event, Reading, Request, VehicleId};
use skidpad_sim::Snapshot;
use std::fmt;
use std::sync::Arc;

/// What a check found out about the classes in a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedExtension {
    /// Steps of one run.
    pub step_count: u64,
    /// Readings of one run.
    pub reading_count: usize,
    /// Hash of the state at its end.
    pub state_hash: u64,
    /// What is wrong, one line each; empty if all is well.
    pub findings: Vec<String>,
}

impl CheckedExtension {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}

impl fmt::Display for CheckedExtension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckedExtension { step_count, reading_count, state_hash, findings } = self;
        writeln!(f, "{step_count} steps, {reading_count} readings, state hash {state_hash:016x}")?;
        findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

/// What is compared between runs.
#[derive(Debug, Clone, PartialEq)]
struct Trace {
    hashes: Vec<u64>,
    readings: Vec<Reading>,
}

/// Run a world several times and compare: twice the same, from a snapshot in the middle, on other threads, with its
/// sensors traced by one thread and by three. Every vehicle gets random commands, from gentle to absurd.
///
/// The world should use the classes that are to be checked. A finding says what differs or fails; nothing is printed.
///
/// ```no_run
/// # fn extensions() -> skidpad::Extensions { skidpad::Extensions::new() }
/// use skidpad::{World, WorldOptions, testing::check_extension};
/// use std::sync::Arc;
///
/// # fn main() -> Result<(), skidpad::Error> {
/// let options = WorldOptions { extensions: Arc::new(extensions()), ..WorldOptions::default() };
/// let world = World::read("worlds/radar.world.xml", &options)?.without_errors()?;
/// let checked = check_extension(&world, 400)?;
/// assert!(checked.is_sound(), "{checked}");
/// # Ok(())
/// # }
/// ```
pub fn check_extension(world: &World, step_count: u64) -> Result<CheckedExtension, Error> {
    let mut findings = Vec::new();
    let mut sim = Simulation::build(world)?;
    let start = sim.clone();
    let half = step_count / 2;
    let mut first = run(&mut sim, 0..half, &mut findings);
    let bytes = sim.snapshot()?.to_bytes()?;
    let second = run(&mut sim, half..step_count, &mut findings);

    let unheard = &mut Vec::new();
    let mut again = start.clone();
    let whole = run(&mut again, 0..step_count, unheard);
    let mut restored = start.clone();
    restored.restore(&Snapshot::from_bytes(&bytes)?)?;
    compare(&second, &run(&mut restored, half..step_count, unheard), "after a snapshot", half, &mut findings);
    first.hashes.extend(second.hashes);
    first.readings.extend(second.readings);
    compare(&first, &whole, "in a second run", 0, &mut findings);
    for thread_count in [1, 3] {
        let elsewhere = on_threads(&start, step_count, thread_count);
        let what = format!("on {thread_count} other threads");
        compare(&first, &elsewhere, &what, 0, &mut findings);
    }
    let (reading_count, state_hash) = (first.readings.len(), sim.state_hash());
    Ok(CheckedExtension { step_count, reading_count, state_hash, findings })
}

/// The same run on a thread of its own, with sensors that are traced by a pool.
fn on_threads(start: &Simulation, step_count: u64, thread_count: usize) -> Trace {
    let pool = ThreadPoolBuilder::new().num_threads(thread_count).build().expect("the system has threads");
    let mut sim = start.clone().with_threads(Arc::new(pool));
    std::thread::scope(|scope| {
        let run = scope.spawn(move || run(&mut sim, 0..step_count, &mut Vec::new()));
        run.join().expect("a run passes no panic on")
    })
}

fn run(sim: &mut Simulation, steps: std::ops::Range<u64>, findings: &mut Vec<String>) -> Trace {
    let mut trace = Trace { hashes: Vec::new(), readings: Vec::new() };
    for step in steps {
        let commands = random_commands(sim, step);
        let events = sim.step(&commands).events.clone();
        for event in &events {
            if matches!(event, Event::ExtensionFailed { .. } | Event::Quarantined { .. }) {
                findings.push(format!("step {step}: {}", event.describe(sim.roster())));
            }
        }
        trace.hashes.push(sim.state_hash());
        for reading in sim.readings() {
            if let Some(because) = reading.data.failure() {
                let name = sim.roster().sensor_name(reading.sensor);
                findings.push(format!("step {step}: the reading of {name} failed: {because}"));
            }
            trace.readings.push(reading);
        }
    }
    findings.dedup();
    trace
}

/// New set points every 40 steps: speeds from a crawl to far too fast, turns both ways, and stops.
fn random_commands(sim: &Simulation, step: u64) -> Commands {
    if !step.is_multiple_of(40) {
        return Commands::default();
    }
    let noise = NoiseAddress { seed: 1, stream: stream_of(&["check_extension"]), step };
    let set_point = |vehicle: u32| {
        let index = 4 * u64::from(vehicle);
        let scale = [0.0, 0.1, 1.0, 5.0, 50.0][(noise.bits(index) % 5) as usize];
        let [vx, vy, rate] = [1, 2, 3].map(|offset| scale * noise.normal(index + offset));
        let drive = Drive::Twist(Twist2::new(vx, vy, rate));
        Request::Drive { vehicle: VehicleId(vehicle), drive }.check().ok()
    };
    let count = u32::try_from(sim.roster().vehicles.len()).unwrap_or(u32::MAX);
    (0..count).filter_map(set_point).collect()
}

fn compare(expected: &Trace, found: &Trace, what: &str, first_step: u64, findings: &mut Vec<String>) {
    let differs = |(a, b): (&u64, &u64)| a != b;
    if let Some(at) = expected.hashes.iter().zip(&found.hashes).position(differs) {
        let step = first_step + at as u64;
        findings.push(format!(
            "step {step}: the state is another one {what}; a model uses more than it is given"
        ));
    }
    let differs = |(a, b): (&Reading, &Reading)| a != b;
    if let Some(at) = expected.readings.iter().zip(&found.readings).position(differs) {
        let reading = &expected.readings[at];
        let (sensor, stamp_s) = (reading.sensor.index(), reading.stamp_s());
        findings.push(format!("sensor {sensor} at {stamp_s:.3} s: its reading is another one {what}"));
    }
}
