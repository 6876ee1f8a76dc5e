//! A world element of one's own: a conveyor that starts when something lies on it and stops when it is empty.
//!
//! Run it from the root of the repository: `cargo run --release --example conveyor`

use skidpad::extension::{ElementClass, ElementModel, ElementView, GroundMotion};
use skidpad::math::{Pose2, Vec2};
use skidpad::messages::{Commands, Event};
use skidpad::{Extensions, Param, Simulation};

/// What a world file may say about it.
const PARAMETERS: &[Param] = &[
    Param::pose2("pose").default("0 0 0").doc("Middle of the belt, and the direction in which it runs."),
    Param::number("length", "m").default("4").positive().doc("Length along its direction."),
    Param::number("width", "m").default("1").positive().doc("Width."),
    Param::number("height", "m").default("0").doc("Height of its surface."),
    Param::number("speed", "m/s").default("0.5").doc("Speed while it runs."),
    Param::number("ramp", "s").default("0.5").positive().doc("Time to start and to stop."),
];

struct Conveyor {
    pose_in_world: Pose2,
    half_m: Vec2,
    height_m: f64,
    speed_mps: f64,
    ramp_s: f64,
}

/// How far a foot may be from the surface to stand on it [m].
const ON_SURFACE_M: f64 = 0.02;

impl Conveyor {
    fn is_over(&self, x_m: f64, y_m: f64) -> bool {
        let local = self.pose_in_world.inverse().transform(Vec2::new(x_m, y_m));
        local.x.abs() <= self.half_m.x && local.y.abs() <= self.half_m.y
    }
}

impl ElementModel for Conveyor {
    /// The present speed of the belt.
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn step(&self, at: &ElementView<'_>, memory: &mut [f64]) -> Vec<String> {
        let blocks = at.seen.blocks.iter().filter(|block| block.is_present).map(|block| block.pose_in_world);
        let vehicles = at.seen.vehicles.iter().filter(|it| it.is_present).map(|it| it.pose_in_world);
        let is_used = blocks.chain(vehicles).any(|pose| self.is_over(pose.x_m, pose.y_m));
        let wanted_mps = if is_used { self.speed_mps } else { 0.0 };
        let most_mps = (self.speed_mps / self.ramp_s * at.dt_s).abs();
        let before_mps = memory[0];
        memory[0] += (wanted_mps - before_mps).clamp(-most_mps, most_mps);
        match (before_mps == 0.0, memory[0] == 0.0) {
            (true, false) => vec!["the belt starts".to_owned()],
            (false, true) => vec!["the belt stands".to_owned()],
            _ => Vec::new(),
        }
    }

    fn ground_motion(&self, [x_m, y_m, z_m]: [f64; 3], memory: &[f64]) -> Option<GroundMotion> {
        let is_on = (z_m - self.height_m).abs() < ON_SURFACE_M && self.is_over(x_m, y_m);
        is_on.then(|| GroundMotion {
            velocity_mps: self.pose_in_world.rotate(Vec2::new(memory[0], 0.0)),
            yaw_rate_radps: 0.0,
        })
    }
}

/// The class, under the name that world files use.
pub(crate) fn extensions() -> Extensions {
    let conveyor =
        ElementClass::new("A conveyor that runs while something lies on it.", PARAMETERS, |values| {
            let pose = values.numbers("pose");
            Ok(Conveyor {
                pose_in_world: Pose2::new(pose[0], pose[1], pose[2]),
                half_m: Vec2::new(0.5 * values.number("length"), 0.5 * values.number("width")),
                height_m: values.number("height"),
                speed_mps: values.number("speed"),
                ramp_s: values.number("ramp"),
            })
        });
    Extensions::new().element("conveyor", conveyor)
}

/// A robot pushes nothing: the belt carries the box to its end.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = "examples/extensions/conveyor.world.xml";
    let mut sim = Simulation::load(world)?.extensions(extensions()).build()?;
    let parcel = sim.block("parcel")?;
    for step in 1..=2400 {
        let seen = sim.step(&Commands::default());
        let x_m = seen.blocks[parcel.index()].pose_in_world.x_m;
        for event in &seen.events {
            if let Event::Note { name, text } = event {
                println!("{:5.2} s: {name}: {text}", seen.time_s());
            }
        }
        if step % 400 == 0 {
            println!("{:5.2} s: parcel at x = {x_m:.2} m", seen.time_s());
        }
    }
    println!("state hash {:016x}", sim.state_hash());
    Ok(())
}
