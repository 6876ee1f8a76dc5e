//! A ring of sonars: cone-shaped beams that report the nearest echo, and hear the echoes of their neighbours.
//!
//! Run it from the root of the repository: `cargo run --release --example sonar_ring`

use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::math::{Vec3, sin_cos};
use skidpad::messages::{ArraysReading, Commands, NamedArray, ReadingData};
use skidpad::{Extensions, Param, Simulation};
use std::f64::consts::TAU;

/// What a world file may say about it.
const PARAMETERS: &[Param] = &[
    Param::integer("count")
        .default("12")
        .between(1.0, 64.0)
        .doc("Sonars, spread evenly; the first looks ahead."),
    Param::degrees("cone").default("25").between(1.0, 90.0).doc("Full opening angle of a beam."),
    Param::number("max_range", "m").default("4").positive().doc("Longest range."),
    Param::number("min_range", "m").default("0.1").non_negative().doc("Nearer than this it is deaf."),
    Param::number("noise", "")
        .default("0.01")
        .non_negative()
        .doc("Standard deviation, as a share of the range."),
    Param::number("cross_talk", "")
        .default("0.1")
        .between(0.0, 1.0)
        .doc("Probability to hear a nearer echo of a neighbour."),
];

/// Rays of a cone: its axis and two rings around it.
const RINGS: [(f64, u32); 3] = [(0.0, 1), (0.5, 6), (1.0, 12)];
/// A surface that is met more obliquely than this reflects the sound away (cosine of 60°).
const GRAZING: f64 = 0.5;

struct SonarRing {
    bearings_rad: Vec<f64>,
    rays: Vec<Vec3>,
    max_range_m: f64,
    min_range_m: f64,
    noise: f64,
    cross_talk: f64,
}

/// The directions of one beam that looks at a bearing.
fn cone(bearing_rad: f64, half_rad: f64) -> impl Iterator<Item = Vec3> {
    let (sin, cos) = sin_cos(bearing_rad);
    RINGS.into_iter().flat_map(move |(share, count)| {
        (0..count).map(move |index| {
            let (off, along) = sin_cos(share * half_rad);
            let (up, side) = sin_cos(TAU * f64::from(index) / f64::from(count));
            let (x, y) = (along, off * side);
            Vec3::new(cos * x - sin * y, sin * x + cos * y, off * up)
        })
    })
}

impl SensorModel for SonarRing {
    fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, _: &[f64]) -> ReadingData {
        let hits = rays.cast_all(&self.rays, self.max_range_m);
        let per_beam = self.rays.len() / self.bearings_rad.len();
        let nearest = |beam: &[Option<skidpad::extension::RayHit>]| {
            let echoes = beam.iter().flatten().filter(|hit| hit.incidence_cos > GRAZING);
            echoes.map(|hit| hit.range_m).fold(f64::INFINITY, f64::min)
        };
        let true_m: Vec<f64> = hits.chunks(per_beam).map(nearest).collect();
        let count = true_m.len();
        let heard = |beam: usize| {
            let index = 3 * beam as u64;
            // Cross-talk: the sound of a neighbour comes back first, half of its way on this side.
            let neighbour =
                true_m[(beam + if at.noise.uniform(index) < 0.5 { 1 } else { count - 1 }) % count];
            let is_fooled = at.noise.uniform(index + 1) < self.cross_talk && neighbour < true_m[beam];
            let range_m = if is_fooled { neighbour } else { true_m[beam] };
            let noisy_m = range_m * (1.0 + self.noise * at.noise.normal(index + 2));
            if noisy_m <= self.max_range_m { noisy_m.max(self.min_range_m) } else { f64::INFINITY }
        };
        let arrays = vec![
            NamedArray::new("range_m", "m", (0..count).map(heard).collect()),
            NamedArray::new("bearing_rad", "rad", self.bearings_rad.clone()),
        ];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

/// The class, under the name that world files use.
pub(crate) fn extensions() -> Extensions {
    let ring = SensorClass::new("A ring of ultrasonic range finders.", PARAMETERS, |values| {
        let (count, half_rad) = (values.integer("count"), 0.5 * values.number("cone"));
        let bearings_rad: Vec<f64> = (0..count).map(|index| TAU * index as f64 / count as f64).collect();
        let (max_range_m, min_range_m) = (values.number("max_range"), values.number("min_range"));
        if min_range_m >= max_range_m {
            return Err(format!("min_range {min_range_m} m must be less than max_range {max_range_m} m"));
        }
        Ok(SonarRing {
            rays: bearings_rad.iter().flat_map(|bearing_rad| cone(*bearing_rad, half_rad)).collect(),
            bearings_rad,
            max_range_m,
            min_range_m,
            noise: values.number("noise"),
            cross_talk: values.number("cross_talk"),
        })
    });
    Extensions::new().sensor("sonar_ring", ring)
}

/// A robot drives towards a wall until a sonar hears it within a metre.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = "examples/extensions/sonar_ring.world.xml";
    let mut sim = Simulation::load(world)?.extensions(extensions()).seed(3).build()?;
    let (robot, ring) = (sim.vehicle("robot")?, sim.sensor("robot/sonars")?);
    while sim.time_s() < 20.0 {
        sim.run_for_s(0.1, &Commands::from([robot.drive(0.4, 0.0)]));
        let ReadingData::Arrays(reading) = sim.read(ring).data else { continue };
        let ahead_m = reading.array("range_m").map_or(f64::INFINITY, |ranges_m| ranges_m[0]);
        if ahead_m < 1.0 {
            println!("{:.1} s: {ahead_m:.2} m ahead, stopping", sim.time_s());
            break;
        }
    }
    sim.run_for_s(1.0, &Commands::from([robot.drive(0.0, 0.0)]));
    let seen = sim.observations().vehicle(robot);
    println!(
        "x = {:.2} m, touched something: {}",
        seen.pose_in_world.x_m,
        if seen.had_collision { "yes" } else { "no" }
    );
    println!("state hash {:016x}", sim.state_hash());
    Ok(())
}
