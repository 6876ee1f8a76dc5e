//! Contacts against MVSim: every `k_*` run of `testdata/reference/mvsim`, by its outcome.
//!
//! A vehicle with four wheels pushes blocks; the vehicle is the smallest one that the runs need.
//! Tolerances: at rest within 2 cm and 0.05 rad, and the same bodies moved. Contacts amplify small differences
//! (MVSim itself ends centimetres apart when a block starts 1 mm aside), so two runs may miss.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use skidpad_sim::planar::*;

const DT_S: f64 = 0.005;
const GRAVITY_MPS2: f64 = 9.81;

/// The text between the first `<tag>` and `</tag>` after `from`.
fn tag<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{tag}>"))?;
    Some(rest.split_once(&format!("</{tag}>"))?.0)
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn attribute<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("{name}=\""))?;
    Some(rest.split_once('"')?.0)
}

fn shape(outline: Outline, at: [f64; 2], border_radius_m: f64, friction: f64, restitution: f64) -> Shape {
    Shape {
        outline,
        placement_in_body: Placement { x_m: at[0], y_m: at[1], yaw_rad: 0.0 },
        border_radius_m,
        friction,
        restitution,
        z_interval_m: [0.0, 1.0],
        is_on: true,
    }
}

/// A square block of 1 m, as all the runs have.
fn block(mass_kg: f64, is_static: bool) -> BodyDescription {
    let corners = vec![[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]];
    BodyDescription {
        kind: if is_static {
            BodyKind::Fixed
        } else {
            BodyKind::Dynamic { mass_kg, centre_of_mass_m: [0.0, 0.0], inertia_kgm2: mass_kg / 6.0 }
        },
        shapes: vec![shape(Outline::Polygon(corners), [0.0, 0.0], border::BODY_M, 0.5, 0.01)],
        ground_friction: Some(GroundFriction { mu: 0.5, anchor_distance_m: 0.5_f64.sqrt() }),
    }
}

const WHEELS_M: [[f64; 2]; 4] = [[-0.2, 0.3], [-0.2, -0.3], [0.2, 0.3], [0.2, -0.3]];

fn vehicle() -> BodyDescription {
    let chassis = vec![[-0.3, -0.25], [-0.3, 0.25], [0.3, 0.25], [0.3, -0.25]];
    let mut shapes = vec![shape(Outline::Polygon(chassis), [0.0, 0.0], border::BODY_M, 0.0, 0.01)];
    for at in WHEELS_M {
        let wheel = Outline::Rectangle { length_m: 0.2, width_m: 0.05 };
        shapes.push(shape(wheel, at, border::DEFAULT_M, 0.5, 0.05));
    }
    BodyDescription {
        kind: BodyKind::Dynamic { mass_kg: 19.0, centre_of_mass_m: [0.0, 0.0], inertia_kgm2: 1.296_666_67 },
        shapes,
        ground_friction: None,
    }
}

/// Wheel spins and speed controllers of the runs' vehicle (spec: `default` friction, `twist_pid`).
#[derive(Default)]
struct Drive {
    spins_radps: [f64; 4],
    integrals_nm: [f64; 2],
}

impl Drive {
    /// Update the vehicle's velocity for one step.
    fn step(&mut self, motion: &mut BodyMotion, speed_mps: f64, yaw_rate_radps: f64) {
        const RADIUS_M: f64 = 0.1;
        const INERTIA: f64 = 0.005;
        const TRACK_M: f64 = 0.6;
        let mass_share_kg = 15.0 / 4.0 + 1.0;
        let limit_n = 0.8 * mass_share_kg * GRAVITY_MPS2;
        // Controller.
        let turning = (self.spins_radps[1] - self.spins_radps[0]) * RADIUS_M / TRACK_M;
        let forward = self.spins_radps[0] * RADIUS_M + turning * TRACK_M / 2.0;
        let wanted = [-0.5, 0.5].map(|side| speed_mps + side * yaw_rate_radps * TRACK_M);
        let measured = [-0.5, 0.5].map(|side| forward + side * turning * TRACK_M);
        let is_stop = wanted.iter().all(|v: &f64| v.abs() < 0.001);
        let mut torques_nm = [0.0_f64; 2];
        if is_stop && measured.iter().all(|v: &f64| v.abs() < 0.05) {
            self.integrals_nm = [0.0; 2];
        } else {
            for side in 0..2 {
                let error = wanted[side] - measured[side];
                self.integrals_nm[side] += 3.0 * error * DT_S;
                torques_nm[side] = (4.0 * error + self.integrals_nm[side]).clamp(-20.0, 20.0);
                if is_stop && measured[side] > 0.0 {
                    torques_nm[side] = torques_nm[side].min(0.0);
                } else if is_stop && measured[side] < 0.0 {
                    torques_nm[side] = torques_nm[side].max(0.0);
                }
            }
        }
        // Wheels.
        let (sin, cos) = motion.yaw_rad.sin_cos();
        let local = [cos * motion.vx_mps + sin * motion.vy_mps, cos * motion.vy_mps - sin * motion.vx_mps];
        let omega = motion.yaw_rate_radps;
        let (mut force, mut torque) = ([0.0; 2], 0.0);
        for (wheel, [x, y]) in WHEELS_M.into_iter().enumerate() {
            let spin = &mut self.spins_radps[wheel];
            let (vx, vy) = (local[0] - omega * y, local[1] + omega * x);
            let fy = (-vy * mass_share_kg / DT_S).clamp(-limit_n, limit_n);
            let wanted_spin_up = (vx / RADIUS_M - *spin) / DT_S;
            let effective_nm = torques_nm[wheel % 2] - 0.05 * *spin;
            let fx = ((effective_nm - INERTIA * wanted_spin_up) / RADIUS_M).clamp(-limit_n, limit_n);
            *spin += (effective_nm - RADIUS_M * fx) / INERTIA * DT_S;
            force = [force[0] + fx, force[1] + fy];
            torque += x * fy - y * fx;
        }
        // Free motion with MVSim's damping of 0.1.
        let damping = 1.0 + 0.1 * DT_S;
        motion.vx_mps = (motion.vx_mps + DT_S * (cos * force[0] - sin * force[1]) / 19.0) / damping;
        motion.vy_mps = (motion.vy_mps + DT_S * (sin * force[0] + cos * force[1]) / 19.0) / damping;
        motion.yaw_rate_radps = (omega + DT_S * torque / 1.296_666_67) / damping;
    }
}

struct Run {
    name: String,
    world: String,
    commands: String,
    csv: String,
}

fn runs() -> Vec<Run> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/reference/mvsim");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".csv").map(str::to_owned))
        .filter(|name| name.starts_with("k_"))
        .collect();
    names.sort();
    let read =
        |name: &str, ending: &str| std::fs::read_to_string(format!("{folder}/{name}.{ending}")).unwrap();
    names
        .into_iter()
        .map(|name| Run {
            world: read(&name, "world.xml"),
            commands: read(&name, "cmds"),
            csv: read(&name, "csv"),
            name,
        })
        .collect()
}

/// Worst difference at rest over all bodies, and over the whole run.
struct Difference {
    rest_m: f64,
    rest_rad: f64,
    worst_m: f64,
    collision_rows: usize,
    same_moved: bool,
}

fn compare(run: &Run) -> Difference {
    let mut planar = Planar::new(PlanarSettings { dt_s: DT_S, ..PlanarSettings::default() });
    let mut motions = vec![BodyMotion::default()];
    planar.add_body(&vehicle(), &motions[0]).unwrap();
    for text in run.world.split("<block ").skip(1) {
        let at = numbers(tag(text, "init_pose").unwrap());
        let moving = tag(text, "init_vel").map(numbers).filter(|_| {
            // The vehicle's own init_vel follows the last block.
            text.find("<init_vel>").unwrap() < text.find("</block>").unwrap()
        });
        let velocity = moving.unwrap_or(vec![0.0; 3]);
        let motion = BodyMotion {
            x_m: at[0],
            y_m: at[1],
            yaw_rad: at[2].to_radians(),
            vx_mps: velocity[0],
            vy_mps: velocity[1],
            yaw_rate_radps: velocity[2].to_radians(),
            ..BodyMotion::default()
        };
        let mass_kg = tag(text, "mass").unwrap().parse().unwrap();
        planar.add_body(&block(mass_kg, tag(text, "static") == Some("true")), &motion).unwrap();
        motions.push(motion);
    }
    if let Some((_, text)) = run.world.split_once("<joint ") {
        let anchor = |name| <[f64; 2]>::try_from(numbers(attribute(text, name).unwrap())).unwrap();
        let rope = Joint::Distance {
            anchor_in_a_m: anchor("anchor_a"),
            anchor_in_b_m: anchor("anchor_b"),
            min_length_m: 0.0,
            max_length_m: attribute(text, "max_length").unwrap().parse().unwrap(),
            stiffness_npm: 0.0,
            damping_nspm: 0.0,
        };
        planar.add_joint(BodyId(0), BodyId(1), rope).unwrap();
    }
    let commands: Vec<Vec<&str>> =
        run.commands.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut rows = run.csv.lines();
    let columns: Vec<&str> = rows.next().unwrap().split(',').collect();
    let column = |name: &str| columns.iter().position(|&column| column == name).unwrap();
    let poses: Vec<[usize; 3]> = (0..motions.len())
        .map(|body| match body {
            0 => [column("x"), column("y"), column("yaw")],
            _ => ["x", "y", "yaw"].map(|axis| column(&format!("b{body}_{axis}"))),
        })
        .collect();
    let start = motions.clone();
    let mut drive = Drive::default();
    let mut twist = [0.0; 2];
    let mut steps = 0;
    let mut found =
        Difference { rest_m: 0.0, rest_rad: 0.0, worst_m: 0.0, collision_rows: 0, same_moved: true };
    for row in rows {
        let row: Vec<f64> = row.split(',').map(|cell| cell.parse().unwrap()).collect();
        while (f64::from(steps) + 0.5) * DT_S < row[0] {
            for command in &commands {
                if (command[0].parse::<f64>().unwrap() - f64::from(steps) * DT_S).abs() < 1e-9 {
                    twist = [command[2].parse().unwrap(), command[3].parse().unwrap()];
                }
            }
            drive.step(&mut motions[0], twist[0], twist[1]);
            for motion in &mut motions[1..] {
                let damping = 1.0 + 0.1 * DT_S;
                motion.vx_mps /= damping;
                motion.vy_mps /= damping;
                motion.yaw_rate_radps /= damping;
            }
            planar.solve(&mut motions);
            steps += 1;
        }
        (found.rest_m, found.rest_rad) = (0.0, 0.0);
        for (body, &[x, y, yaw]) in poses.iter().enumerate() {
            let motion = &motions[body];
            let off_m = (motion.x_m - row[x]).hypot(motion.y_m - row[y]);
            let off_rad = ((motion.yaw_rad - row[yaw]).sin().asin()).abs();
            found.rest_m = found.rest_m.max(off_m);
            found.rest_rad = found.rest_rad.max(off_rad);
            found.worst_m = found.worst_m.max(off_m);
            let moved_m = |x_m: f64, y_m: f64| (x_m - start[body].x_m).hypot(y_m - start[body].y_m);
            let moved = [moved_m(motion.x_m, motion.y_m), moved_m(row[x], row[y])].map(|m| m > 0.01);
            found.same_moved &= moved[0] == moved[1];
        }
        found.collision_rows +=
            usize::from(planar.is_colliding(BodyId(0)) != (row[column("collision")] != 0.0));
    }
    found
}

#[test]
fn collisions_end_as_in_mvsim() {
    let runs = runs();
    assert!(runs.len() >= 18, "only {} runs found", runs.len());
    println!("{:28} {:>9} {:>9} {:>9}  collision rows that differ", "run", "rest mm", "rest rad", "worst mm");
    let mut misses = Vec::new();
    for run in &runs {
        let found = compare(run);
        println!(
            "{:28} {:9.3} {:9.4} {:9.2}  {}",
            run.name,
            found.rest_m * 1e3,
            found.rest_rad,
            found.worst_m * 1e3,
            found.collision_rows
        );
        if !(found.rest_m < 0.02 && found.rest_rad < 0.05 && found.same_moved) {
            misses.push(&run.name);
        }
    }
    assert!(misses.len() <= 2, "{misses:?}");
}
