//! A vehicle of one's own: a mecanum platform, whose four wheels with slanted rollers push it in any direction.
//!
//! Run it from the root of the repository: `cargo run --release --example mecanum`

use skidpad::extension::{DriveMotion, DriveStep, DriveView, DynamicsClass, DynamicsModel, WheelStep};
use skidpad::math::{Twist2, Vec2};
use skidpad::messages::{Commands, Drive, Request};
use skidpad::{Extensions, Param, Simulation};

/// What a world file may say about it.
const PARAMETERS: &[Param] = &[
    Param::number("gain", "N·m·s/rad")
        .default("2")
        .positive()
        .doc("Torque of a motor per error of its spin."),
    Param::number("max_torque", "N·m").default("5").positive().doc("Largest torque of a motor."),
    Param::number("mu", "").default("0.6").non_negative().doc("Friction of the rollers along their axes."),
    Param::number("drag", "1/s").default("0.2").non_negative().doc("What rolling takes from the speed."),
];

struct Mecanum {
    gain: f64,
    max_torque_nm: f64,
    mu: f64,
    drag_hz: f64,
}

/// Which way the rollers of a wheel slant, seen from above: front left and rear right one way, the others the other.
fn slant(position_m: Vec2) -> f64 {
    if position_m.x * position_m.y > 0.0 { -1.0 } else { 1.0 }
}

/// Spin with which a wheel does not slip while the platform moves: its rollers pass on only what lies along them.
///
/// ω = (v_x + s·v_y)/R with the velocity v of the wheel's centre and the slant s.
/// Taheri, Qiao and Ghaeminezhad, *Kinematic model of a four mecanum wheeled mobile robot*, 2015.
fn rolling_spin(twist: Twist2, position_m: Vec2, radius_m: f64) -> f64 {
    let velocity = twist.velocity_at(position_m);
    (velocity.x + slant(position_m) * velocity.y) / radius_m
}

impl DynamicsModel for Mecanum {
    fn step(&self, at: &DriveView<'_>, _: &mut [f64]) -> DriveStep {
        let wanted = match at.command {
            Drive::Twist(twist) => twist,
            _ => Twist2::default(),
        };
        let load_n = at.mass_kg * at.gravity_mps2 / at.wheels.len() as f64;
        let (mut force_n, mut moment_nm) = (Vec2::default(), 0.0);
        let mut wheels = [WheelStep::default(); 4];
        for (out, it) in wheels.iter_mut().zip(at.wheels) {
            let (position_m, radius_m) = (it.wheel.position_m, it.wheel.radius_m);
            let spin_radps = rolling_spin(at.twist, position_m, radius_m);
            let error_radps = rolling_spin(wanted, position_m, radius_m) - spin_radps;
            let torque_nm = (self.gain * error_radps).clamp(-self.max_torque_nm, self.max_torque_nm);
            // The ground pushes along the axis of the roller below: forward, and as much to the side of the slant.
            let limit_n = self.mu * load_n;
            let push_n = if at.may_drive { (torque_nm / radius_m).clamp(-limit_n, limit_n) } else { 0.0 };
            let on_wheel_n = Vec2::new(push_n, slant(position_m) * push_n);
            let arm_m = position_m - at.centre_of_mass_m;
            force_n += on_wheel_n;
            moment_nm += arm_m.x * on_wheel_n.y - arm_m.y * on_wheel_n.x;
            *out = WheelStep { spin_radps, steer_rad: 0.0, torque_nm, force_n: on_wheel_n, load_n };
        }
        let drag = |speed: f64, inertia: f64| -self.drag_hz * speed * inertia;
        let motion = DriveMotion::Forces {
            fx_n: force_n.x + drag(at.twist.vx_mps, at.mass_kg),
            fy_n: force_n.y + drag(at.twist.vy_mps, at.mass_kg),
            moment_nm: moment_nm + drag(at.twist.yaw_rate_radps, at.inertia_kgm2),
        };
        DriveStep { motion, wheels, odometry: None }
    }
}

/// The class, under the name that world files use.
pub(crate) fn extensions() -> Extensions {
    let mecanum = DynamicsClass::new("Four wheels with slanted rollers.", PARAMETERS, |values| {
        Ok(Mecanum {
            gain: values.number("gain"),
            max_torque_nm: values.number("max_torque"),
            mu: values.number("mu"),
            drag_hz: values.number("drag"),
        })
    });
    Extensions::new().dynamics("mecanum", mecanum)
}

/// A square without a turn: forward, left, back, right.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = "examples/extensions/mecanum.world.xml";
    let mut sim = Simulation::load(world)?.extensions(extensions()).build()?;
    let platform = sim.vehicle("platform")?;
    for [vx_mps, vy_mps] in [[0.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [0.0, -0.5]] {
        let drive = Drive::Twist(Twist2::new(vx_mps, vy_mps, 0.0));
        sim.run_for_s(4.0, &Commands::from([Request::Drive { vehicle: platform, drive }]));
        let pose = sim.observations().vehicle(platform).pose_in_world;
        println!(
            "{:4.0} s: x {:5.2} m, y {:5.2} m, yaw {:4.1}°",
            sim.time_s(),
            pose.x_m,
            pose.y_m,
            pose.yaw_rad.to_degrees()
        );
    }
    println!("state hash {:016x}", sim.state_hash());
    Ok(())
}
