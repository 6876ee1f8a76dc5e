//! A sensor of one's own: a radar that gives range, bearing, radial speed and strength of what it meets.
//!
//! Run it from the root of the repository: `cargo run --release --example radar`

use skidpad::extension::{RayHit, Rays, SensorClass, SensorModel, SensorView};
use skidpad::math::{Vec3, sin_cos};
use skidpad::messages::{ArraysReading, BodyId, Commands, NamedArray, ReadingData};
use skidpad::{Extensions, Param, Simulation};

/// What a world file may say about it: name, unit, default, range, meaning.
const PARAMETERS: &[Param] = &[
    Param::degrees("fov").default("60").between(1.0, 360.0).doc("Field of view, half of it to the left."),
    Param::integer("beams").default("61").between(2.0, 100_000.0).doc("Directions in which it looks."),
    Param::number("max_range", "m").default("50").positive().doc("Longest range."),
    Param::number("range_noise", "m").default("0.1").non_negative().doc("Standard deviation of a range."),
    Param::number("speed_noise", "m/s").default("0.05").non_negative().doc("That of a radial speed."),
    Param::number("cell", "m")
        .default("1")
        .positive()
        .doc("Echoes of one body nearer than this are one target."),
];

/// The radar of one line in a world file.
struct Radar {
    beams: Vec<(f64, Vec3)>,
    max_range_m: f64,
    range_noise_m: f64,
    speed_noise_mps: f64,
    cell_m: f64,
}

/// One echo, or several that cannot be told apart.
struct Target {
    body: Option<BodyId>,
    range_m: f64,
    bearing_rad: f64,
    speed_mps: f64,
    strength: f64,
}

impl SensorModel for Radar {
    fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, _: &[f64]) -> ReadingData {
        let directions: Vec<Vec3> = self.beams.iter().map(|(_, direction)| *direction).collect();
        let hits = rays.cast_all(&directions, self.max_range_m);
        let mut targets: Vec<Target> = Vec::new();
        for ((bearing_rad, direction), hit) in self.beams.iter().zip(hits) {
            let Some(hit) = hit else { continue };
            let echo = self.echo(at, *bearing_rad, *direction, &hit);
            // Neighbouring beams that meet the same body at the same distance are one target, where it is strongest.
            match targets.last_mut() {
                Some(last) if last.body == echo.body && (last.range_m - echo.range_m).abs() < self.cell_m => {
                    if echo.strength > last.strength {
                        *last = echo;
                    }
                }
                _ => targets.push(echo),
            }
        }
        let noisy = |value: f64, deviation: f64, index: u64| value + deviation * at.noise.normal(index);
        let column = |name: &str, unit: &str, value: &dyn Fn(u64, &Target) -> f64| {
            NamedArray::new(name, unit, (0..).zip(&targets).map(|(index, it)| value(index, it)).collect())
        };
        let arrays = vec![
            column("range_m", "m", &|i, it| noisy(it.range_m, self.range_noise_m, 2 * i)),
            column("bearing_rad", "rad", &|_, it| it.bearing_rad),
            column("speed_mps", "m/s", &|i, it| noisy(it.speed_mps, self.speed_noise_mps, 2 * i + 1)),
            column("strength", "", &|_, it| it.strength),
        ];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

impl Radar {
    /// Doppler: how fast the target comes nearer (negative) or goes away, seen from the moving sensor.
    fn echo(&self, at: &SensorView<'_>, bearing_rad: f64, direction: Vec3, hit: &RayHit) -> Target {
        let along = at.sensor_in_world.rotation().rotate(direction);
        let target = hit.body.map_or_else(Vec3::default, |body| at.velocity_of(body, hit.point_in_world_m));
        let (range_m, strength) = (hit.range_m, hit.incidence_cos / (1.0 + hit.range_m * hit.range_m));
        Target {
            body: hit.body,
            range_m,
            bearing_rad,
            speed_mps: (target - at.own_velocity()).dot(along),
            strength,
        }
    }
}

/// The class, under the name that world files use.
pub(crate) fn extensions() -> Extensions {
    let radar =
        SensorClass::new("A radar: range, bearing, radial speed and strength.", PARAMETERS, |values| {
            let (fov_rad, count) = (values.number("fov"), values.integer("beams"));
            let beam = |index: i64| {
                let bearing_rad = fov_rad * (index as f64 / (count - 1) as f64 - 0.5);
                let (sin, cos) = sin_cos(bearing_rad);
                (bearing_rad, Vec3::new(cos, sin, 0.0))
            };
            Ok(Radar {
                beams: (0..count).map(beam).collect(),
                max_range_m: values.number("max_range"),
                range_noise_m: values.number("range_noise"),
                speed_noise_mps: values.number("speed_noise"),
                cell_m: values.number("cell"),
            })
        });
    Extensions::new().sensor("radar", radar)
}

/// Two vehicles drive; the radar of one sees the other.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = "examples/extensions/radar.world.xml";
    let mut sim = Simulation::load(world)?.extensions(extensions()).seed(7).build()?;
    let radar = sim.sensor("car/radar")?;
    let drive = Commands::from([sim.vehicle("car")?.drive(5.0, 0.0), sim.vehicle("truck")?.drive(2.0, 0.0)]);
    for second in 1..=3 {
        sim.run_for_s(1.0, &drive);
        if let ReadingData::Arrays(reading) = sim.read(radar).data {
            let array = |name: &str| reading.array(name).unwrap_or_default();
            for ((range, bearing), speed) in
                array("range_m").iter().zip(array("bearing_rad")).zip(array("speed_mps"))
            {
                println!("{second} s: {range:6.2} m at {:6.1}°, {speed:6.2} m/s", bearing.to_degrees());
            }
        }
    }
    println!("state hash {:016x}", sim.state_hash());
    Ok(())
}
