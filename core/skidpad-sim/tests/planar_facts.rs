//! Facts about planar motion that must hold whatever the solver does inside.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod planar_scene;

use planar_scene::{Drive, block, damp, shape, vehicle};
use skidpad_math::Pose2;
use skidpad_sim::planar::*;

const STEPS_S: [f64; 5] = [0.001, 0.002, 0.005, 0.01, 0.02];

fn plane(dt_s: f64) -> Planar {
    Planar::new(PlanarSettings { dt_s, ..PlanarSettings::default() })
}

fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> BodyMotion {
    BodyMotion { x_m, y_m, yaw_rad, ..BodyMotion::default() }
}

fn moving(motion: BodyMotion, vx_mps: f64, vy_mps: f64, yaw_rate_radps: f64) -> BodyMotion {
    BodyMotion { vx_mps, vy_mps, yaw_rate_radps, ..motion }
}

/// A rectangle on ice, with its reference point `offset_m` away from its centre of mass.
fn slab(
    size_m: [f64; 2],
    mass_kg: f64,
    friction: f64,
    restitution: f64,
    offset_m: [f64; 2],
) -> BodyDescription {
    let [length_m, width_m] = size_m;
    let outline = Outline::Rectangle { length_m, width_m };
    BodyDescription {
        kind: BodyKind::Dynamic {
            mass_kg,
            centre_of_mass_m: offset_m,
            inertia_kgm2: mass_kg * (length_m * length_m + width_m * width_m) / 12.0,
        },
        shapes: vec![shape(outline, offset_m, border::BODY_M, friction, restitution)],
        ground_friction: None,
    }
}

fn wall(size_m: [f64; 2]) -> BodyDescription {
    let outline = Outline::Rectangle { length_m: size_m[0], width_m: size_m[1] };
    BodyDescription {
        kind: BodyKind::Fixed,
        shapes: vec![shape(outline, [0.0, 0.0], border::CELL_M, 0.5, 0.0)],
        ground_friction: None,
    }
}

struct World {
    planar: Planar,
    motions: Vec<BodyMotion>,
}

impl World {
    fn new(dt_s: f64, bodies: &[(BodyDescription, BodyMotion)]) -> Self {
        let mut world = World { planar: plane(dt_s), motions: Vec::new() };
        for (description, motion) in bodies {
            world.add(description, *motion);
        }
        world
    }

    fn add(&mut self, description: &BodyDescription, motion: BodyMotion) -> BodyId {
        self.motions.push(motion);
        self.planar.add_body(description, &motion).unwrap()
    }

    fn run(&mut self, steps: usize) {
        (0..steps).for_each(|_| self.planar.solve(&mut self.motions));
    }
}

/// Kinetic energy of slabs, given their masses and moments of inertia.
fn energy_j(motions: &[BodyMotion], bodies: &[BodyDescription]) -> f64 {
    motions
        .iter()
        .zip(bodies)
        .map(|(m, body)| match body.kind {
            BodyKind::Dynamic { mass_kg, inertia_kgm2, .. } => {
                (mass_kg * (m.vx_mps * m.vx_mps + m.vy_mps * m.vy_mps)
                    + inertia_kgm2 * m.yaw_rate_radps * m.yaw_rate_radps)
                    / 2.0
            }
            BodyKind::Fixed | BodyKind::Kinematic => 0.0,
        })
        .sum()
}

#[test]
fn a_free_body_moves_by_exactly_v_dt_and_never_enters_the_solver() {
    let mut world = World::new(
        0.005,
        &[(slab([1.0, 1.0], 3.0, 0.5, 0.0, [0.0, 0.0]), moving(at(0.1, 0.2, 0.3), 1.0, -2.0, 3.0))],
    );
    let mut expected = world.motions[0];
    for _ in 0..1000 {
        expected.x_m += 1.0 * 0.005;
        expected.y_m += -2.0 * 0.005;
        expected.yaw_rad += 3.0 * 0.005;
        world.run(1);
        assert_eq!(world.planar.solved_body_count(), 0);
    }
    assert_eq!(world.motions[0], expected);
}

#[test]
fn the_centre_of_mass_of_a_free_body_goes_straight() {
    let offset = [0.4, -0.3];
    let start = moving(at(0.0, 0.0, 0.0), 1.0, 0.5, 2.0);
    let mut world = World::new(0.005, &[(slab([1.0, 1.0], 3.0, 0.5, 0.0, offset), start)]);
    world.run(400);
    let m = world.motions[0];
    let centre = [
        m.x_m + m.yaw_rad.cos() * offset[0] - m.yaw_rad.sin() * offset[1],
        m.y_m + m.yaw_rad.sin() * offset[0] + m.yaw_rad.cos() * offset[1],
    ];
    assert!((centre[0] - (offset[0] + 2.0)).abs() < 1e-12 && (centre[1] - (offset[1] + 1.0)).abs() < 1e-12);
    assert!((m.yaw_rad - 4.0).abs() < 1e-12);
}

#[test]
fn bodies_at_different_heights_pass_through_each_other() {
    let low = slab([1.0, 1.0], 3.0, 0.5, 0.0, [0.0, 0.0]);
    for (z_m, passes) in [(1.0, true), (0.9, false)] {
        let start = moving(at(-2.0, 0.0, 0.0), 2.0, 0.0, 0.0);
        let above = BodyMotion { z_m, ..at(0.0, 0.0, 0.0) };
        let mut world = World::new(0.005, &[(low.clone(), start), (low.clone(), above)]);
        world.run(400);
        assert_eq!((world.motions[0].x_m - 2.0).abs() < 1e-9, passes, "z {z_m}: {:?}", world.motions);
        assert_eq!(world.motions[1].x_m == 0.0, passes);
    }
}

/// A body that rises above another while both move is let through from then on.
#[test]
fn a_body_that_rises_is_let_through() {
    let body = slab([1.0, 1.0], 3.0, 0.5, 0.0, [0.0, 0.0]);
    let mut world = World::new(
        0.005,
        &[(body, moving(at(-1.2, 0.0, 0.0), 1.0, 0.0, 0.0)), (wall([1.0, 1.0]), at(0.0, 0.0, 0.0))],
    );
    world.run(200);
    assert!(world.motions[0].x_m < -0.99, "{:?}", world.motions[0]);
    world.motions[0].vx_mps = 1.0;
    world.motions[0].z_m = 1.5;
    world.run(400);
    assert!(world.motions[0].x_m > 0.9, "{:?}", world.motions[0]);
}

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

/// Coulomb friction and damping: dv/dt = −μ·g − c·v, so x = v/c − (μg/c²)·ln(1 + c·v/(μg)).
#[test]
fn a_pushed_block_stops_where_coulomb_says() {
    let (mu_g, c, v_mps) = (0.5 * 9.81, 0.1, 2.0);
    let expected_m = v_mps / c - mu_g / (c * c) * (1.0_f64 + c * v_mps / mu_g).ln();
    for dt_s in STEPS_S {
        let mut world = World::new(dt_s, &[(block(5.0, false), moving(at(0.0, 0.0, 0.0), v_mps, 0.0, 0.0))]);
        for _ in 0..(2.0 / dt_s) as usize {
            damp(&mut world.motions[0], dt_s);
            world.run(1);
        }
        let m = world.motions[0];
        assert_eq!((m.vx_mps, m.vy_mps, m.yaw_rate_radps), (0.0, 0.0, 0.0));
        // Half a step of the first speed is the error of the integration.
        assert!((m.x_m - expected_m).abs() < 0.51 * v_mps * dt_s, "dt {dt_s}: {} {expected_m}", m.x_m);
        assert!(m.y_m.abs() < 1e-12 && m.yaw_rad.abs() < 1e-12);
    }
}

/// A vehicle pushes with all its grip (149 N); the ground holds a 100 kg block with 490 N.
#[test]
fn a_block_that_is_leaned_on_does_not_creep() {
    for dt_s in STEPS_S {
        for (mass_kg, y_m, yaw_rad) in [(100.0, 0.0, 0.0), (40.0, 0.2, 0.0), (1000.0, 0.3, 0.6)] {
            let mut world = World::new(
                dt_s,
                &[(vehicle(), at(0.0, 0.0, 0.0)), (block(mass_kg, false), at(1.5, y_m, yaw_rad))],
            );
            let mut drive = Drive::default();
            let mut second_after_touch = None;
            let steps = |seconds: f64| (seconds / dt_s) as usize;
            for step in 0..steps(6.0) {
                drive.step(&mut world.motions[0], [0.6, 0.0], dt_s);
                damp(&mut world.motions[1], dt_s);
                world.run(1);
                if step == steps(3.0) {
                    second_after_touch = Some(world.motions[1]);
                }
            }
            let (then, now) = (second_after_touch.unwrap(), world.motions[1]);
            let crept_m = (now.x_m - then.x_m).hypot(now.y_m - then.y_m);
            println!("dt {dt_s} mass {mass_kg}: crept {:.4} mm in 3 s", crept_m * 1e3);
            assert!(crept_m < 1e-3, "dt {dt_s} mass {mass_kg}: {crept_m}");
            assert!((now.yaw_rad - then.yaw_rad).abs() < 1e-3);
        }
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

#[test]
fn a_rectangle_given_as_a_polygon_collides_alike() {
    let run = |outline: Outline| {
        let mut body = slab([1.0, 0.6], 2.0, 0.5, 0.0, [0.0, 0.0]);
        body.shapes[0].outline = outline;
        let start = moving(at(-1.5, 0.2, 0.3), 3.0, 0.0, 0.5);
        let mut world = World::new(0.005, &[(body, start), (wall([1.0, 1.0]), at(0.0, 0.0, 0.0))]);
        world.run(200);
        world.motions[0]
    };
    let rectangle = run(Outline::Rectangle { length_m: 1.0, width_m: 0.6 });
    let polygon = run(Outline::Polygon(vec![[-0.5, -0.3], [0.5, -0.3], [0.5, 0.3], [-0.5, 0.3]]));
    assert!(
        (rectangle.x_m - polygon.x_m).hypot(rectangle.y_m - polygon.y_m) < 1e-6,
        "{rectangle:?} {polygon:?}"
    );
}

/// A U of three arms: a small box flies into the notch, which the convex hull would close, and stops at its bottom.
#[test]
fn concave_outlines_keep_their_notch() {
    let u = vec![
        [-1.0, -1.0],
        [1.0, -1.0],
        [1.0, -0.5],
        [-0.5, -0.5],
        [-0.5, 0.5],
        [1.0, 0.5],
        [1.0, 1.0],
        [-1.0, 1.0],
    ];
    let mut fixed = wall([1.0, 1.0]);
    fixed.shapes[0].outline = Outline::Polygon(u);
    let bullet = slab([0.4, 0.4], 1.0, 0.0, 0.0, [0.0, 0.0]);
    let mut world =
        World::new(0.005, &[(fixed, at(0.0, 0.0, 0.0)), (bullet, moving(at(2.0, 0.0, 0.0), -1.0, 0.0, 0.0))]);
    world.run(1000);
    assert!((world.motions[1].x_m - (-0.5 + 0.2)).abs() < 0.01, "{:?}", world.motions[1]);
}

/// Regular polygons with 3 to 30 corners come to rest against a wall at their own inradius or circumradius.
#[test]
fn polygons_of_any_corner_count_stop_at_a_wall() {
    for count in [3_u32, 5, 8, 12, 30] {
        let corner = |k: u32| {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
            [0.5 * angle.cos(), 0.5 * angle.sin()]
        };
        let mut body = slab([0.7, 0.7], 2.0, 0.5, 0.0, [0.0, 0.0]);
        body.shapes[0].outline = Outline::Polygon((0..count).map(corner).collect());
        let mut world = World::new(
            0.005,
            &[(body, moving(at(-2.0, 0.0, 0.2), 1.0, 0.0, 0.0)), (wall([1.0, 9.0]), at(0.0, 0.0, 0.0))],
        );
        for _ in 0..1000 {
            world.motions[0].vx_mps += 0.005 * 2.0;
            damp(&mut world.motions[0], 0.005);
            world.run(1);
        }
        let gap_m = -0.5 - world.motions[0].x_m;
        let inradius_m = 0.5 * (std::f64::consts::PI / f64::from(count)).cos();
        assert!(gap_m > inradius_m - 0.005 && gap_m < 0.51, "{count} corners: {gap_m}");
    }
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
    assert!(contact.normal[0] > 0.99 && contact.impulse_ns > 0.0);
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

#[test]
fn bodies_at_rest_cost_no_solver_call() {
    let mut world = World::new(0.005, &[]);
    for k in 0..100 {
        world.add(&block(5.0, false), at(f64::from(k % 10) * 1.004, f64::from(k / 10) * 1.004, 0.0));
    }
    world.run(400);
    assert_eq!(world.planar.solved_body_count(), 0);
    assert!(world.planar.is_colliding(BodyId(0)), "sleepers still touch");
    // A vehicle that drives into them wakes them, and they sleep again once it has gone.
    let id =
        world.add(&slab([0.5, 0.5], 50.0, 0.5, 0.0, [0.0, 0.0]), moving(at(-3.0, 0.0, 0.0), 2.0, 0.0, 0.0));
    world.run(300);
    assert!(world.planar.solved_body_count() > 10);
    assert!(world.motions[0].x_m > 0.001, "{:?}", world.motions[0]);
    world.planar.remove_body(id);
    world.run(400);
    assert_eq!(world.planar.solved_body_count(), 0);
}

#[test]
fn removed_bodies_are_gone_and_later_ones_keep_their_numbers() {
    let mut world =
        World::new(0.005, &[(wall([0.2, 5.0]), at(1.0, 0.0, 0.0)), (wall([0.2, 5.0]), at(2.0, 0.0, 0.0))]);
    let runner = slab([0.4, 0.4], 1.0, 0.0, 0.0, [0.0, 0.0]);
    let id = world.add(&runner, moving(at(0.0, 0.0, 0.0), 1.0, 0.0, 0.0));
    assert_eq!(id, BodyId(2));
    world.planar.remove_body(BodyId(0));
    assert!(!world.planar.is_present(BodyId(0)) && world.planar.is_present(id));
    world.run(600);
    assert!((world.motions[2].x_m - 1.7).abs() < 0.01, "{:?}", world.motions[2]);
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

#[test]
fn a_shape_that_is_switched_off_lets_through_until_it_is_placed() {
    let mut obstacle = wall([0.2, 0.2]);
    obstacle.shapes[0].is_on = false;
    let runner = slab([0.4, 0.4], 1.0, 0.0, 0.0, [0.0, 0.0]);
    let mut world = World::new(
        0.005,
        &[(obstacle, at(0.0, 0.0, 0.0)), (runner, moving(at(-1.0, 0.0, 0.0), 1.0, 0.0, 0.0))],
    );
    world.run(400);
    assert!((world.motions[1].x_m - 1.0).abs() < 1e-9, "passed while it was off");
    world.planar.place_shape(BodyId(0), 0, Pose2 { x_m: 2.0, ..Pose2::default() }, true);
    world.planar.resize_rectangle(BodyId(0), 0, 0.6, 0.6);
    world.run(400);
    assert!((world.motions[1].x_m - (2.0 - 0.3 - 0.2)).abs() < 0.01, "{:?}", world.motions[1]);
    world.planar.place_shape(BodyId(0), 0, Pose2 { x_m: 2.0, ..Pose2::default() }, false);
    world.motions[1].vx_mps = 1.0;
    world.run(400);
    assert!(world.motions[1].x_m > 3.4, "{:?}", world.motions[1]);
}

/// A wheel turned by steering sticks out of the chassis and touches a wall that it would pass otherwise.
#[test]
fn a_steered_wheel_touches_where_it_is() {
    let run = |steer_rad: f64| {
        let mut world = World::new(
            0.005,
            &[(vehicle(), moving(at(0.0, 0.0, 0.0), 1.0, 0.0, 0.0)), (wall([1.0, 1.0]), at(1.5, 0.86, 0.0))],
        );
        world.planar.place_shape(BodyId(0), 3, Pose2 { x_m: 0.2, y_m: 0.3, yaw_rad: steer_rad }, true);
        world.run(300);
        world.motions[0]
    };
    let straight = run(0.0);
    assert!((straight.x_m - 1.5).abs() < 1e-9 && straight.yaw_rad == 0.0, "{straight:?}");
    let steered = run(0.9);
    assert!(steered.yaw_rate_radps.abs() > 0.01 || steered.yaw_rad.abs() > 0.01, "{steered:?}");
}

#[test]
fn bodies_that_are_not_finite_are_left_alone_and_harm_nobody() {
    let body = slab([0.5, 0.5], 1.0, 0.5, 0.0, [0.0, 0.0]);
    let build = || {
        World::new(
            0.005,
            &[
                (body.clone(), moving(at(0.0, 0.0, 0.0), 1.0, 0.0, 0.0)),
                (body.clone(), at(1.0, 0.0, 0.0)),
                (body.clone(), at(9.0, 9.0, 0.0)),
            ],
        )
    };
    let (mut sound, mut broken) = (build(), build());
    broken.motions[2].vx_mps = f64::NAN;
    sound.run(300);
    broken.run(300);
    assert_eq!(sound.motions[..2], broken.motions[..2]);
    assert!(broken.motions[2].vx_mps.is_nan() && broken.motions[2].x_m == 9.0);
}

#[test]
fn impossible_bodies_are_refused() {
    let mut planar = plane(0.005);
    let good = slab([0.5, 0.5], 1.0, 0.5, 0.0, [0.0, 0.0]);
    let mut flat = good.clone();
    flat.shapes[0].outline = Outline::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    assert_eq!(planar.add_body(&flat, &at(0.0, 0.0, 0.0)), Err(PlanarProblem::NoArea { shape: 0 }));
    let weightless = slab([0.5, 0.5], 0.0, 0.5, 0.0, [0.0, 0.0]);
    assert_eq!(planar.add_body(&weightless, &at(0.0, 0.0, 0.0)), Err(PlanarProblem::NoMass));
    assert_eq!(planar.add_body(&good, &at(f64::INFINITY, 0.0, 0.0)), Err(PlanarProblem::NotFinite));
    assert_eq!(planar.body_count(), 0);
    assert_eq!(planar.add_body(&good, &at(0.0, 0.0, 0.0)), Ok(BodyId(0)));
}

/// A shape that is switched while its body is far from everything must not appear where the body once was.
#[test]
fn a_switched_shape_stays_with_its_body() {
    let body = slab([0.5, 0.5], 1.0, 0.0, 0.0, [0.0, 0.0]);
    let mut world = World::new(0.005, &[(body.clone(), at(0.0, 0.0, 0.0)), (body, at(-5.0, 0.0, 0.0))]);
    world.run(10);
    world.planar.place_shape(BodyId(0), 0, Placement::default(), false);
    world.run(10);
    world.planar.place_shape(BodyId(0), 0, Placement::default(), true);
    world.run(10);
    world.motions[0].y_m = 50.0;
    world.motions[1].vx_mps = 2.0;
    // Something real in the way, so that the solver runs while the other passes the old place.
    world.add(&wall([0.2, 5.0]), at(0.6, 0.0, 0.0));
    world.run(1500);
    assert!((world.motions[1].x_m - 0.25).abs() < 0.01, "{:?}", world.motions[1]);
}

#[test]
fn a_wall_that_is_put_onto_a_sleeper_wakes_it() {
    let mut world = World::new(
        0.005,
        &[
            (block(5.0, false), at(0.0, 0.0, 0.0)),
            (block(5.0, false), at(1.0, 0.0, 0.0)),
            (wall([1.0, 1.0]), at(-5.0, 0.0, 0.0)),
        ],
    );
    world.run(400);
    assert_eq!(world.planar.solved_body_count(), 0);
    let before = world.motions[0];
    world.motions[2].x_m = -0.9;
    world.run(400);
    assert!(world.motions[0].x_m > before.x_m + 0.05, "{:?}", world.motions[0]);
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
    let mut seed = 1_u64;
    let mut random = |low: f64, high: f64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((seed >> 11) as f64 / (1_u64 << 53) as f64)
    };
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
