//! Contacts against MVSim: every `k_*` run of `testdata/reference/mvsim`, by its outcome.
//!
//! A vehicle with four wheels pushes blocks; the vehicle is the smallest one that the runs need.
//! Tolerances: at rest within 2 cm and 0.05 rad, and the same bodies moved. `k_both` differs on purpose: a block that
//! slides and spins with nothing near it obeys Coulomb's law at each of its anchors.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use skidpad_sim::planar::*;

mod planar_scene;

use planar_scene::{Drive, block, vehicle};

const DT_S: f64 = 0.005;

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
            drive.step(&mut motions[0], twist, DT_S);
            for motion in &mut motions[1..] {
                planar_scene::damp(motion, DT_S);
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
            misses.push(run.name.as_str());
        }
    }
    assert_eq!(misses, ["k_both"]);
}
