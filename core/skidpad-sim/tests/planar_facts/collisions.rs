//! Nothing goes through, nothing gains energy, momentum is kept.

use super::*;

#[test]
fn a_small_box_at_93_mps_does_not_cross_a_thin_wall() {
    let bullet = slab([0.1, 0.1], 1.0, 0.5, 0.0, [0.0, 0.0]);
    for dt_s in STEPS_S {
        for start in 0..40 {
            let x_m = -3.0 - 0.0231 * f64::from(start);
            let motion = moving(at(x_m, 0.0, 0.1 * f64::from(start)), 93.0, 0.0, 0.0);
            let mut world =
                World::new(dt_s, &[(bullet.clone(), motion), (wall([0.05, 4.0]), at(0.0, 0.0, 0.0))]);
            world.run((0.3 / dt_s) as usize);
            assert!(world.motions[0].x_m < 0.0, "dt {dt_s} start {start}: {:?}", world.motions[0]);
        }
    }
}

#[test]
fn a_small_fast_box_does_not_cross_a_thin_moving_plate() {
    let bullet = slab([0.1, 0.1], 0.1, 0.5, 0.0, [0.0, 0.0]);
    let plate = slab([0.05, 2.0], 1000.0, 0.5, 0.0, [0.0, 0.0]);
    for start in 0..20 {
        let motion = moving(at(-3.0 - 0.0231 * f64::from(start), 0.0, 0.0), 60.0, 0.0, 0.0);
        let mut world = World::new(0.005, &[(bullet.clone(), motion), (plate.clone(), at(0.0, 0.0, 0.0))]);
        world.run(60);
        assert!(world.motions[0].x_m < world.motions[1].x_m, "start {start}: {:?}", world.motions);
    }
}

/// Slabs that fly into each other on ice, some of them bouncing.
#[test]
fn contacts_never_add_energy() {
    for dt_s in STEPS_S {
        for restitution in [0.0, 0.5] {
            let bodies: Vec<_> = (0..16)
                .map(|k| {
                    let size = [0.4 + 0.05 * f64::from(k % 5), 0.3 + 0.07 * f64::from(k % 3)];
                    slab(size, 1.0 + f64::from(k), 0.5, restitution, [0.05 * f64::from(k % 3), 0.0])
                })
                .collect();
            let mut world = World::new(dt_s, &[]);
            for (k, body) in (0..16).zip(&bodies) {
                let angle = f64::from(k) * 0.7;
                let (x_m, y_m) = (f64::from(k % 4) * 1.2, f64::from(k / 4) * 1.2);
                let (vx, vy) = (2.0 * (1.8 - x_m) + angle.sin(), 2.0 * (1.8 - y_m) + angle.cos());
                world.add(body, moving(at(x_m, y_m, angle), vx, vy, angle.sin() * 3.0));
            }
            let mut before_j = energy_j(&world.motions, &bodies);
            let start_j = before_j;
            let mut touches = 0;
            let mut most_gain = 0.0_f64;
            for _ in 0..(2.0 / dt_s) as usize {
                world.run(1);
                let after_j = energy_j(&world.motions, &bodies);
                most_gain = most_gain.max((after_j - before_j) / start_j);
                before_j = after_j;
                touches += world.planar.contacts().len();
            }
            println!(
                "dt {dt_s} e {restitution}: {touches} touches, {:.3} of the energy left, largest gain {most_gain:.2e}",
                before_j / start_j
            );
            assert!(touches > 20);
            assert!(most_gain < 1e-9, "dt {dt_s} e {restitution}: {most_gain:e}");
        }
    }
}

#[test]
fn momentum_is_kept_and_the_bounce_is_as_described() {
    for (restitution, dt_s) in [(0.0, 0.005), (0.5, 0.005), (0.8, 0.001), (0.8, 0.01)] {
        let body = slab([1.0, 1.0], 2.0, 0.0, restitution, [0.0, 0.0]);
        let heavy = slab([1.0, 1.0], 6.0, 0.0, 0.0, [0.0, 0.0]);
        let mut world = World::new(
            dt_s,
            &[
                (body, moving(at(-1.0, 0.0, 0.0), 4.0, 0.0, 0.0)),
                (heavy, moving(at(1.0, 0.0, 0.0), -1.0, 0.0, 0.0)),
            ],
        );
        world.run((1.0 / dt_s) as usize);
        let [a, b] = [world.motions[0], world.motions[1]];
        assert!((2.0 * a.vx_mps + 6.0 * b.vx_mps - 2.0).abs() < 1e-9);
        assert!(
            (b.vx_mps - a.vx_mps - 5.0 * restitution).abs() < 0.05,
            "e {restitution} dt {dt_s}: {a:?} {b:?}"
        );
        assert!(a.yaw_rate_radps.abs() < 1e-6 && a.vy_mps.abs() < 1e-9);
    }
}

/// The same body described from another reference point moves the same way through a collision.
#[test]
fn the_reference_point_does_not_matter() {
    let run = |offset: [f64; 2]| {
        let body = slab([1.0, 0.6], 2.0, 0.5, 0.3, offset);
        let target = slab([1.0, 1.0], 3.0, 0.5, 0.0, [0.0, 0.0]);
        let yaw_rad = 0.3_f64;
        let to_centre = |yaw: f64| {
            [yaw.cos() * offset[0] - yaw.sin() * offset[1], yaw.sin() * offset[0] + yaw.cos() * offset[1]]
        };
        let [dx, dy] = to_centre(yaw_rad);
        let start = moving(at(-1.5 - dx, 0.2 - dy, yaw_rad), 3.0, 0.0, 0.5);
        let mut world = World::new(0.005, &[(body, start), (target, at(0.0, 0.0, 0.0))]);
        world.run(200);
        let m = world.motions[0];
        let [dx, dy] = to_centre(m.yaw_rad);
        (m.x_m + dx, m.y_m + dy, m.yaw_rad, world.motions[1])
    };
    let (centred, shifted) = (run([0.0, 0.0]), run([0.35, -0.8]));
    assert!((centred.0 - shifted.0).abs() < 1e-4, "{centred:?} {shifted:?}");
    assert!((centred.1 - shifted.1).abs() < 1e-4 && (centred.2 - shifted.2).abs() < 1e-4);
    assert!(centred.3.vx_mps > 0.5 && (centred.3.vx_mps - shifted.3.vx_mps).abs() < 1e-4);
}

/// Pushing a block a given time ends alike at every step length.
#[test]
fn the_length_of_the_step_hardly_matters() {
    let run = |dt_s: f64| {
        let mut world =
            World::new(dt_s, &[(vehicle(), at(0.0, 0.0, 0.0)), (block(10.0, false), at(1.5, 0.1, 0.2))]);
        let mut drive = Drive::default();
        for step in 0..(4.0 / dt_s) as usize {
            let speed_mps = if (step as f64) * dt_s < 3.0 { 1.0 } else { 0.0 };
            drive.step(&mut world.motions[0], [speed_mps, 0.0], dt_s);
            damp(&mut world.motions[1], dt_s);
            world.run(1);
        }
        world.motions
    };
    let fine = run(0.001);
    assert!(fine[1].x_m > 2.5);
    for dt_s in [0.002, 0.005, 0.01, 0.02] {
        let coarse = run(dt_s);
        for (a, b) in fine.iter().zip(&coarse) {
            let off_m = (a.x_m - b.x_m).hypot(a.y_m - b.y_m);
            println!("dt {dt_s}: {:.2} mm {:.4} rad", off_m * 1e3, (a.yaw_rad - b.yaw_rad).abs());
            assert!(off_m < 0.05 && (a.yaw_rad - b.yaw_rad).abs() < 0.02, "dt {dt_s}: {off_m}");
        }
    }
}

#[test]
fn vehicles_that_meet_head_on_stop_each_other() {
    let mut world = World::new(
        0.005,
        &[(vehicle(), at(-1.5, 0.0, 0.0)), (vehicle(), at(1.5, 0.0, std::f64::consts::PI))],
    );
    let mut drives = [Drive::default(), Drive::default()];
    for _ in 0..1000 {
        for (drive, motion) in drives.iter_mut().zip(&mut world.motions) {
            drive.step(motion, [0.8, 0.0], 0.005);
        }
        world.run(1);
    }
    let [a, b] = [world.motions[0], world.motions[1]];
    assert!((a.x_m + b.x_m).abs() < 1e-3 && (a.y_m + b.y_m).abs() < 1e-3, "{a:?} {b:?}");
    // Front wheels at 0.2 + 0.1 + border, chassis at 0.3 + border.
    assert!((b.x_m - a.x_m - 0.62).abs() < 0.01, "{}", b.x_m - a.x_m);
    assert!(world.planar.is_colliding(BodyId(0)) && world.planar.is_colliding(BodyId(1)));
    let contact = world.planar.contacts()[0];
    assert_eq!((contact.a, contact.b), (BodyId(0), BodyId(1)));
    assert!(contact.normal[0] > 0.99 && contact.impulse_newton_s > 0.0);
}

/// A wall made of grid rectangles is as smooth as one made of a piece.
#[test]
fn a_body_slides_along_merged_cells_without_catching() {
    // Columns of different depth: the merged rectangles have seams along the surface.
    let rectangles = merge_cells(60, 4, |column, row| row < 2 + column % 3);
    assert!(rectangles.len() > 30);
    let cell_m = 0.1;
    let shapes = rectangles
        .iter()
        .map(|r| {
            let (w, h) = (r.column_count as f64 * cell_m, r.row_count as f64 * cell_m);
            let outline = Outline::Rectangle { length_m: w - 0.002, width_m: h - 0.002 };
            // Upside down: the straight edge of the cells is the one that is touched.
            let centre = [r.column as f64 * cell_m + w / 2.0, -(r.row as f64 * cell_m) - h / 2.0];
            shape(outline, centre, border::CELL_M, 0.5, 0.01)
        })
        .collect();
    let grid = BodyDescription { kind: BodyKind::Fixed, shapes, ground_friction: None };
    let slider = slab([0.4, 0.3], 2.0, 0.0, 0.0, [0.0, 0.0]);
    let mut world =
        World::new(0.005, &[(grid, at(0.0, 0.0, 0.0)), (slider, moving(at(0.5, 0.155, 0.0), 2.0, 0.0, 0.0))]);
    for _ in 0..400 {
        world.motions[1].vy_mps -= 0.005 * 3.0;
        world.run(1);
    }
    let m = world.motions[1];
    assert!(m.x_m > 4.4 && m.vx_mps > 1.95, "{m:?}");
    assert!((m.y_m - 0.1525).abs() < 0.006 && m.yaw_rad.abs() < 0.02, "{m:?}");
}

/// A fixed body that the caller moves, and a kinematic one, push what is in their way.
#[test]
fn walkers_and_moved_walls_push() {
    let mut walker = wall([0.4, 0.4]);
    walker.kind = BodyKind::Kinematic;
    let mut world = World::new(
        0.005,
        &[(walker, moving(at(0.0, 0.0, 0.0), 1.0, 0.0, 0.0)), (block(5.0, false), at(1.2, 0.0, 0.0))],
    );
    world.run(400);
    assert!((world.motions[0].x_m - 2.0).abs() < 1e-9);
    assert!(world.motions[1].x_m > 2.69 && world.motions[1].x_m < 2.72, "{:?}", world.motions[1]);
}

/// Four vehicles in a room of grid cells drive at its walls for a minute; none leaves.
#[test]
fn nobody_leaves_a_room_of_cells() {
    let cell_m = 0.25;
    let rectangles = merge_cells(24, 24, |column, row| column == 0 || row == 0 || column == 23 || row == 23);
    assert_eq!(rectangles.len(), 4);
    let shapes = rectangles
        .iter()
        .map(|r| {
            let (w, h) = (r.column_count as f64 * cell_m, r.row_count as f64 * cell_m);
            let centre = [r.column as f64 * cell_m + w / 2.0, r.row as f64 * cell_m + h / 2.0];
            let outline = Outline::Rectangle { length_m: w - 0.002, width_m: h - 0.002 };
            shape(outline, centre, border::CELL_M, 0.5, 0.01)
        })
        .collect();
    let room = BodyDescription { kind: BodyKind::Fixed, shapes, ground_friction: None };
    let mut world = World::new(0.005, &[(room, at(0.0, 0.0, 0.0))]);
    for k in 0..4 {
        let k = f64::from(k);
        world.add(&vehicle(), at(1.5 + k, 1.5 + k * 0.9, 1.3 * k));
    }
    let mut drives = vec![Drive::default(); 4];
    for step in 0..12_000 {
        for (k, drive) in drives.iter_mut().enumerate() {
            let turn = if (step / 400 + k) % 3 == 0 { 1.5 } else { -0.4 };
            drive.step(&mut world.motions[k + 1], [1.5, turn], 0.005);
        }
        world.run(1);
        for motion in &world.motions[1..] {
            let is_inside = [motion.x_m, motion.y_m].iter().all(|&c| c > 0.25 + 0.2 && c < 5.75 - 0.2);
            assert!(is_inside, "step {step}: {motion:?}");
        }
    }
}

/// Random legal worlds: masses from a gram to a thousand tonnes, steps from 0.1 ms to 0.1 s, speeds up to 200 m/s,
/// bodies that start inside each other. Everything stays finite, and energy never grows.
#[test]
fn extreme_worlds_stay_finite_and_never_gain_energy() {
    let mut sequence = skidpad_math::SplitMix64::new(1);
    let mut random = |low: f64, high: f64| sequence.between(low, high);
    for case in 0..400 {
        let dt_s = 10.0_f64.powf(random(-4.0, -1.0));
        let count = 2 + case % 6;
        let mut world = World::new(dt_s, &[(wall([0.3, 4.0]), at(2.0, 0.0, 0.0))]);
        let mut bodies = vec![wall([0.3, 4.0])];
        for _ in 0..count {
            let size = [random(0.05, 2.0), random(0.05, 2.0)];
            let mut body = slab(
                size,
                10.0_f64.powf(random(-3.0, 6.0)),
                random(0.0, 1.0),
                random(0.0, 1.0),
                [random(-0.5, 0.5), 0.0],
            );
            if random(0.0, 1.0) < 0.5 {
                body.ground_friction =
                    Some(GroundFriction { mu: random(0.0, 2.0), anchor_distance_m: size[0] });
            }
            let speed = 10.0_f64.powf(random(-2.0, 2.3));
            let angle = random(0.0, 6.3);
            let start = moving(
                at(random(-2.0, 2.0), random(-2.0, 2.0), angle),
                speed * angle.cos(),
                speed * angle.sin(),
                random(-20.0, 20.0),
            );
            world.add(&body, start);
            bodies.push(body);
        }
        let mut before_j = energy_j(&world.motions, &bodies);
        for step in 0..100 {
            world.run(1);
            let after_j = energy_j(&world.motions, &bodies);
            assert!(after_j.is_finite(), "case {case} step {step}: {:?}", world.motions);
            assert!(
                after_j <= before_j * (1.0 + 1e-9),
                "case {case} step {step} dt {dt_s}: {before_j} {after_j}"
            );
            assert!(
                world.motions.iter().all(|m| m.x_m.abs() < 1e4 && m.y_m.abs() < 1e4),
                "case {case} step {step}"
            );
            before_j = after_j;
        }
    }
}

/// Angular momentum about the origin.
fn angular_momentum(motions: &[BodyMotion], mass_kg: f64, inertia_kgm2: f64) -> f64 {
    (motions.iter())
        .map(|m| mass_kg * (m.x_m * m.vy_mps - m.y_m * m.vx_mps) + inertia_kgm2 * m.yaw_rate_radps)
        .sum()
}

/// Two slabs, each the other turned by 180°, meet off centre, askew and spinning: nothing but each other turns them.
#[test]
fn symmetric_collisions_keep_angular_momentum() {
    let (mass_kg, inertia_kgm2) = (2.0, 2.0 * (1.0 + 0.36) / 12.0);
    let meetings = [(0.2, 0.0, 0.0), (0.25, 0.4, 0.0), (0.1, 1.1, 2.0), (0.0, 0.3, 0.0)];
    for (dt_s, friction) in STEPS_S.iter().flat_map(|&dt_s| [(dt_s, 0.0), (dt_s, 0.5)]) {
        for (y_m, yaw_rad, spin) in meetings {
            for speed_mps in [0.5, 3.0, 8.0] {
                let body = slab([1.0, 0.6], mass_kg, friction, 0.0, [0.0, 0.0]);
                let one = moving(at(-1.5, y_m, yaw_rad), speed_mps, 0.0, spin);
                let other = moving(at(1.5, -y_m, yaw_rad), -speed_mps, 0.0, spin);
                let mut world = World::new(dt_s, &[(body.clone(), one), (body, other)]);
                let before = angular_momentum(&world.motions, mass_kg, inertia_kgm2);
                world.run((3.0 / speed_mps / dt_s) as usize);
                let after = angular_momentum(&world.motions, mass_kg, inertia_kgm2);
                assert!(
                    (after - before).abs() < 1e-6 * mass_kg * speed_mps,
                    "{dt_s} s, friction {friction}, y {y_m} m, {speed_mps} m/s: {before} became {after} kg·m²/s"
                );
                let [a, b] = [world.motions[0], world.motions[1]];
                let momentum = (a.vx_mps + b.vx_mps).hypot(a.vy_mps + b.vy_mps);
                assert!(momentum < 1e-9 * speed_mps, "{dt_s} s: {momentum} m/s");
            }
        }
    }
}
