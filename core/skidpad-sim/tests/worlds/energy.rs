//! Energy over random worlds with terrain, steps, trailers and collisions, without motors.
//!
//! Some hundreds by default; `SKIDPAD_NIGHTLY=1` looks at 10 000.

use crate::common::{ackermann, differential};
use crate::support::world;
use skidpad_dynamics::attitude::turned_on_plane;
use skidpad_dynamics::slope::Slope;
use skidpad_math::{SplitMix64, sin_cos};
use skidpad_messages::{Commands, VehicleId};
use skidpad_sim::Simulation;
use std::fmt::Write as _;

const G: f64 = 9.81;
const RAW: &str = r#"<controller class="raw"/>"#;
const STEPS_S: [f64; 4] = [0.001, 0.005, 0.01, 0.02];

/// Masses of what moves, and how far the ground goes up and down.
struct Case {
    text: String,
    vehicles_kg: Vec<f64>,
    blocks_kg: Vec<f64>,
    relief_m: f64,
    dt_s: f64,
}

fn random_case(seed: u64) -> Case {
    let mut sequence = SplitMix64::new(seed);
    let mut random = |low: f64, high: f64| sequence.between(low, high);
    let dt_s = STEPS_S[(seed % 4) as usize];
    let mut text = format!("<mvsim_world><simul_timestep>{dt_s}</simul_timestep>");
    let relief_m = random(0.0, 1.5);
    let rows: Vec<String> = (0..12)
        .map(|_| (0..12).map(|_| format!("{:.4}", random(0.0, relief_m))).collect::<Vec<_>>().join(" "))
        .collect();
    let resolution_m = random(3.0, 6.0);
    let corner_m = -5.5 * resolution_m;
    write!(
        text,
        "<element class='elevation_map'><resolution>{resolution_m}</resolution><corner_min_x>{corner_m}</corner_min_x>
         <corner_min_y>{corner_m}</corner_min_y><elevation_data_matrix>[{}]</elevation_data_matrix></element>",
        rows.join(";")
    )
    .expect("text");
    let grip = |mu: f64, damping: f64, rolling: f64| {
        format!(
            "<friction class='default' hold='never'><mu>{mu:.3}</mu><C_damping>{damping:.3}</C_damping><C_rr>{rolling:.3}</C_rr></friction>"
        )
    };
    let mut start = |x: f64, y: f64, yaw_deg: f64, speed: f64| {
        format!(
            "<init_pose>{x:.3} {y:.3} {yaw_deg:.1}</init_pose><init_vel>{speed:.3} 0 {:.2}</init_vel>",
            random(-20.0, 20.0)
        )
    };
    let places = [start(-4.0, 0.0, 10.0, 2.0), start(4.0, 0.5, 180.0, 1.5)];
    let mut random = |low: f64, high: f64| sequence.between(low, high);
    let friction = grip(random(0.1, 1.2), random(0.0, 0.3), random(0.0, 0.05));
    text.push_str(&ackermann("car", "ackermann", RAW, &format!("{friction}{}", places[0])));
    text.push_str(&differential("robot", RAW, &friction, &places[1]));
    let (mut vehicles_kg, mut blocks_kg) = (vec![824.0, 17.0], Vec::new());
    if seed.is_multiple_of(3) {
        let (sin, cos) = sin_cos(10f64.to_radians());
        let cart = format!("<init_pose>{} {} 10</init_pose>", -4.0 - 2.2 * cos, -2.2 * sin);
        text.push_str(&differential("cart", RAW, &friction, &cart));
        text.push_str("<joint type='revolute' body_a='car' body_b='cart' anchor_a='-1 0' anchor_b='1.2 0'/>");
        vehicles_kg.push(17.0);
    }
    for index in 0..4 {
        let mass_kg = random(1.0, 60.0);
        let (x, y, yaw_deg) = (random(-3.0, 7.0), random(-2.5, 2.5), random(0.0, 90.0));
        let step_m = random(0.03, 0.3);
        let body = if seed % 5 == index {
            format!("<static>true</static><intangible>true</intangible><zmin>0</zmin><zmax>{step_m}</zmax>")
        } else {
            format!(
                "<mass>{mass_kg}</mass><zmin>0</zmin><zmax>1</zmax><ground_friction>{}</ground_friction>",
                random(0.0, 0.8)
            )
        };
        write!(
            text,
            "<block name='b{index}'>{body}<shape><pt>-0.3 -0.2</pt><pt>-0.3 0.2</pt><pt>0.3 0.2</pt><pt>0.3 -0.2</pt></shape>
             <init_pose>{x} {y} {yaw_deg}</init_pose></block>"
        )
        .expect("text");
        blocks_kg.push(mass_kg);
    }
    text.push_str("</mvsim_world>");
    Case { text, vehicles_kg, blocks_kg, relief_m: relief_m + 0.3, dt_s }
}

/// Energy of motion of everything; the blocks of these worlds are rectangles of 0.6 m by 0.4 m.
fn kinetic_j(simulation: &Simulation, case: &Case) -> f64 {
    let vehicles: f64 =
        (0u32..).zip(&case.vehicles_kg).map(|(index, _)| simulation.kinetic_energy_j(VehicleId(index))).sum();
    let blocks: f64 = (simulation.observations().blocks.iter().zip(&case.blocks_kg))
        .map(|(block, mass_kg)| {
            let twist = block.twist_in_block;
            let inertia_kgm2 = mass_kg * (0.36 + 0.16) / 12.0;
            let squared = twist.vx_mps * twist.vx_mps + twist.vy_mps * twist.vy_mps;
            0.5 * (mass_kg * squared + inertia_kgm2 * twist.yaw_rate_radps * twist.yaw_rate_radps)
        })
        .sum();
    vehicles + blocks
}

/// A vehicle at the end of a step: its velocity along the ground in its axes [m/s], its heading and attitude [rad].
struct Moving {
    along_mps: (f64, f64),
    yaw_rad: f64,
    attitude_rad: [f64; 2],
}

fn moving(simulation: &Simulation) -> Vec<Moving> {
    let (model, state) = (simulation.model(), simulation.state());
    (model.vehicles.iter().zip(&state.vehicles))
        .map(|(vehicle, it)| {
            let motion = &state.bodies[vehicle.body.index()];
            let (sin, cos) = sin_cos(motion.yaw_rad);
            let ahead = cos * motion.vx_mps + sin * motion.vy_mps;
            let aside = cos * motion.vy_mps - sin * motion.vx_mps;
            let slope = Slope::new(it.pitch_rad, it.roll_rad);
            Moving {
                along_mps: slope.along_ground((ahead, aside)),
                yaw_rad: motion.yaw_rad,
                attitude_rad: [it.pitch_rad, it.roll_rad],
            }
        })
        .collect()
}

/// The work of gravity in a step: its impulse m·g·sin θ·dt along the ground, times the mean of the speeds before
/// and after it. Where a contact or a hinge acts in the same step, only that after both of them is known: gravity's
/// own part of the change or the whole of it, whichever is more.
fn gravity_j(before: &[Moving], after: &[Moving], case: &Case, is_touched: bool) -> f64 {
    (before.iter().zip(after).zip(&case.vehicles_kg))
        .map(|((before, after), mass_kg)| {
            // The plane stayed while the heading turned on it.
            let turn_rad = after.yaw_rad - before.yaw_rad;
            let [pitch_rad, roll_rad] = turned_on_plane(after.attitude_rad, -turn_rad);
            let down = Slope::new(pitch_rad, roll_rad).down;
            let gain = (G * case.dt_s * down.0, G * case.dt_s * down.1);
            let times = |(x, y): (f64, f64)| gain.0 * x + gain.1 * y;
            let (sin, cos) = sin_cos(turn_rad);
            let end = (
                cos * after.along_mps.0 - sin * after.along_mps.1,
                sin * after.along_mps.0 + cos * after.along_mps.1,
            );
            let changed = times((end.0 - before.along_mps.0, end.1 - before.along_mps.1));
            let own = if is_touched { times(gain).max(changed) } else { changed };
            mass_kg * (times(before.along_mps) + 0.5 * own)
        })
        .sum()
}

/// Worlds that once gained energy: robots over the edge of a step, and collisions on slopes.
const ONCE_WRONG: [u64; 7] = [202, 5711, 1130, 5508, 5916, 6312, 9167];

/// No step adds more than gravity's work, and none of them together more than the relief holds: v² ≤ v₀² + 2·g·h.
#[test]
fn nothing_but_gravity_adds_energy() {
    #[allow(clippy::disallowed_methods, reason = "a test asks whether there is time for many worlds")]
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let seeds: Vec<u64> = (0..if is_nightly { 10_000 } else { 200 }).chain(ONCE_WRONG).collect();
    let count = seeds.len();
    let (mut touches, mut failed) = (0, Vec::new());
    for seed in seeds {
        let case = random_case(seed);
        let mut simulation = world(&case.text);
        let start_j = kinetic_j(&simulation, &case);
        let held_j: f64 = case.vehicles_kg.iter().map(|mass_kg| mass_kg * G * case.relief_m).sum();
        let mut before_j = start_j;
        let mut before = moving(&simulation);
        for step in 0..(2.0 / case.dt_s) as u32 {
            simulation.step(&Commands::NONE);
            let after_j = kinetic_j(&simulation, &case);
            let after = moving(&simulation);
            let has_trailer = case.vehicles_kg.len() > 2;
            let is_touched =
                has_trailer || simulation.observations().vehicles.iter().any(|seen| seen.is_in_collision);
            let allowed_j = before_j * (1.0 + 1e-9) + gravity_j(&before, &after, &case, is_touched) + 1e-9;
            if after_j > allowed_j || after_j > start_j + held_j {
                failed.push(format!(
                    "world {seed} step {step} of {} s: {before_j} J became {after_j} J, {:.3e} J too much; collides {:?}",
                    case.dt_s,
                    after_j - allowed_j,
                    simulation.observations().vehicles.iter().map(|v| v.is_in_collision).collect::<Vec<_>>()
                ));
                break;
            }
            (before_j, before) = (after_j, after);
        }
        touches +=
            usize::from(simulation.observations().vehicles.iter().any(|vehicle| vehicle.had_collision));
    }
    assert!(failed.is_empty(), "{} of {count}: {:#?}", failed.len(), &failed[..failed.len().min(12)]);
    assert!(touches * 4 > count, "only {touches} of {count} worlds saw a collision");
}
