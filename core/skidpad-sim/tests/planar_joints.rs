//! Facts about joints: hinges hold, limits stop, ropes pull and do not push, springs swing at their own frequency.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod planar_scene;

use planar_scene::{Drive, block, damp, shape, vehicle};
use skidpad_sim::planar::*;

fn puck(mass_kg: f64) -> BodyDescription {
    let outline = Outline::Rectangle { length_m: 0.2, width_m: 0.2 };
    BodyDescription {
        kind: BodyKind::Dynamic {
            mass_kg,
            centre_of_mass_m: [0.0, 0.0],
            inertia_kgm2: mass_kg * 2.0 * 0.04 / 12.0,
        },
        shapes: vec![shape(outline, [0.0, 0.0], border::BODY_M, 0.5, 0.0)],
        ground_friction: None,
    }
}

fn at(x_m: f64, y_m: f64) -> BodyMotion {
    BodyMotion { x_m, y_m, ..BodyMotion::default() }
}

fn anchor(motion: &BodyMotion, [x, y]: [f64; 2]) -> [f64; 2] {
    let (sin, cos) = motion.yaw_rad.sin_cos();
    [motion.x_m + cos * x - sin * y, motion.y_m + sin * x + cos * y]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// A vehicle pulls a block on a hinge through curves; the anchors stay together.
#[test]
fn a_trailer_stays_on_its_hitch() {
    for dt_s in [0.001, 0.005, 0.01, 0.02] {
        let mut planar = Planar::new(PlanarSettings { dt_s, ..PlanarSettings::default() });
        let mut motions = vec![at(0.0, 0.0), at(-1.2, 0.0)];
        planar.add_body(&vehicle(), &motions[0]).unwrap();
        planar.add_body(&block(5.0, false), &motions[1]).unwrap();
        let anchors = [[-0.4, 0.0], [0.8, 0.0]];
        let hitch = Joint::Revolute {
            anchor_in_a_m: anchors[0],
            anchor_in_b_m: anchors[1],
            reference_angle_rad: 0.0,
            limits_rad: Some([-0.3, 0.3]),
        };
        planar.add_joint(BodyId(0), BodyId(1), hitch).unwrap();
        let mut drive = Drive::default();
        let (mut worst_m, mut widest_rad) = (0.0_f64, 0.0_f64);
        for step in 0..(8.0 / dt_s) as usize {
            let turn = if (step as f64 * dt_s) < 4.0 { 0.8 } else { -0.8 };
            drive.step(&mut motions[0], [0.7, turn], dt_s);
            damp(&mut motions[1], dt_s);
            planar.solve(&mut motions);
            worst_m = worst_m.max(distance(anchor(&motions[0], anchors[0]), anchor(&motions[1], anchors[1])));
            widest_rad = widest_rad.max((motions[1].yaw_rad - motions[0].yaw_rad).abs());
        }
        println!("dt {dt_s}: hitch opens {:.3} mm, angle up to {widest_rad:.4} rad", worst_m * 1e3);
        assert!(worst_m < 0.5e-3, "dt {dt_s}: {worst_m}");
        assert!(widest_rad > 0.29 && widest_rad < 0.305, "dt {dt_s}: {widest_rad}");
        assert!(distance([motions[0].x_m, motions[0].y_m], [0.0, 0.0]) > 1.0);
    }
}

#[test]
fn the_hinge_reads_zero_at_its_reference_angle() {
    let mut planar = Planar::new(PlanarSettings::default());
    let start = BodyMotion { yaw_rad: 2.9, ..at(0.0, 0.0) };
    let mut motions = vec![at(0.0, 0.0), start];
    planar.add_body(&puck(1000.0), &motions[0]).unwrap();
    planar.add_body(&puck(1.0), &motions[1]).unwrap();
    let joint = Joint::Revolute {
        anchor_in_a_m: [0.0, 0.0],
        anchor_in_b_m: [0.0, 0.0],
        reference_angle_rad: 2.9,
        limits_rad: Some([-0.4, 0.4]),
    };
    planar.add_joint(BodyId(0), BodyId(1), joint).unwrap();
    for (push, expected) in [(1.0, 3.3), (-1.0, 2.5)] {
        for _ in 0..600 {
            motions[1].yaw_rate_radps += push * 0.005 * 5.0;
            planar.solve(&mut motions);
        }
        let reading = motions[1].yaw_rad - motions[0].yaw_rad;
        assert!((reading - expected).abs() < 0.01, "{reading} {expected}");
    }
}

#[test]
fn a_rope_pulls_and_never_pushes() {
    for dt_s in [0.001, 0.005, 0.02] {
        let mut planar = Planar::new(PlanarSettings { dt_s, ..PlanarSettings::default() });
        let mut motions = vec![at(0.0, 0.0), at(-1.0, 0.1)];
        planar.add_body(&vehicle(), &motions[0]).unwrap();
        planar.add_body(&block(5.0, false), &motions[1]).unwrap();
        let anchors = [[-0.3, 0.0], [0.0, 0.0]];
        let rope = Joint::Distance {
            anchor_in_a_m: anchors[0],
            anchor_in_b_m: anchors[1],
            min_length_m: 0.0,
            max_length_m: 1.5,
            stiffness_npm: 0.0,
            damping_nspm: 0.0,
        };
        planar.add_joint(BodyId(0), BodyId(1), rope).unwrap();
        let mut drive = Drive::default();
        let mut longest_m = 0.0_f64;
        for _ in 0..(4.0 / dt_s) as usize {
            drive.step(&mut motions[0], [1.0, 0.3], dt_s);
            damp(&mut motions[1], dt_s);
            let is_slack = distance(anchor(&motions[0], anchors[0]), anchor(&motions[1], anchors[1])) < 1.48;
            let before = motions[1];
            planar.solve(&mut motions);
            if is_slack && before.vx_mps == 0.0 {
                assert_eq!(
                    (motions[1].x_m, motions[1].y_m),
                    (before.x_m, before.y_m),
                    "a slack rope moved the block"
                );
            }
            longest_m =
                longest_m.max(distance(anchor(&motions[0], anchors[0]), anchor(&motions[1], anchors[1])));
        }
        println!("dt {dt_s}: rope of 1.5 m, longest {longest_m:.4} m");
        assert!(longest_m > 1.49 && longest_m < 1.505, "dt {dt_s}: {longest_m}");
        assert!(motions[1].x_m > 0.0, "the block was dragged along");
    }
}

#[test]
fn a_rod_keeps_its_shortest_length() {
    let mut planar = Planar::new(PlanarSettings::default());
    let mut motions = vec![BodyMotion { vx_mps: 1.0, ..at(0.0, 0.0) }, at(2.0, 0.0)];
    for motion in &motions {
        planar.add_body(&puck(2.0), motion).unwrap();
    }
    let rod = Joint::Distance {
        anchor_in_a_m: [0.0, 0.0],
        anchor_in_b_m: [0.0, 0.0],
        min_length_m: 1.0,
        max_length_m: 2.0,
        stiffness_npm: 0.0,
        damping_nspm: 0.0,
    };
    planar.add_joint(BodyId(0), BodyId(1), rod).unwrap();
    let mut shortest_m = f64::INFINITY;
    for _ in 0..800 {
        planar.solve(&mut motions);
        shortest_m = shortest_m.min(motions[1].x_m - motions[0].x_m);
    }
    println!("shortest {shortest_m:.4} m");
    assert!(shortest_m > 0.97 && shortest_m < 1.001, "{shortest_m}");
    assert!((motions[0].vx_mps + motions[1].vx_mps - 1.0).abs() < 1e-6, "momentum is kept");
    assert!(motions[1].vx_mps >= motions[0].vx_mps - 1e-3, "they do not come nearer for ever");
}

/// Two pucks on a spring swing at ω = √(k/μ), μ the reduced mass.
#[test]
fn a_spring_swings_at_its_frequency() {
    let dt_s = 0.001;
    let mut planar = Planar::new(PlanarSettings { dt_s, ..PlanarSettings::default() });
    let mut motions = vec![at(0.0, 0.0), at(0.8, 0.0)];
    for motion in &motions {
        planar.add_body(&puck(2.0), motion).unwrap();
    }
    let spring = Joint::Distance {
        anchor_in_a_m: [0.0, 0.0],
        anchor_in_b_m: [0.0, 0.0],
        min_length_m: 0.0,
        max_length_m: 1.0,
        stiffness_npm: 40.0,
        damping_nspm: 0.0,
    };
    planar.add_joint(BodyId(0), BodyId(1), spring).unwrap();
    let quarter_s = std::f64::consts::FRAC_PI_2 / 40.0_f64.sqrt();
    // A quarter of a period after the release the spring passes its rest length, where the rope's limit stops it.
    let mut passed_s = None;
    for step in 0..1000 {
        planar.solve(&mut motions);
        if passed_s.is_none() && motions[1].x_m - motions[0].x_m >= 0.9999 {
            passed_s = Some(f64::from(step) * dt_s);
        }
    }
    let passed_s = passed_s.expect("the spring pushed the pucks apart");
    assert!((passed_s - quarter_s).abs() < 0.01, "{passed_s} {quarter_s}");
}

#[test]
fn joined_bodies_do_not_collide_and_let_go_when_told() {
    let mut planar = Planar::new(PlanarSettings::default());
    let mut motions = vec![at(0.0, 0.0), at(0.1, 0.0)];
    for motion in &motions {
        planar.add_body(&puck(2.0), motion).unwrap();
    }
    let rope = Joint::Distance {
        anchor_in_a_m: [0.0, 0.0],
        anchor_in_b_m: [0.0, 0.0],
        min_length_m: 0.0,
        max_length_m: 1.0,
        stiffness_npm: 0.0,
        damping_nspm: 0.0,
    };
    let joint = planar.add_joint(BodyId(0), BodyId(1), rope).unwrap();
    (0..200).for_each(|_| planar.solve(&mut motions));
    assert_eq!(motions[1].x_m - motions[0].x_m, 0.1);
    assert!(!planar.is_colliding(BodyId(0)));
    planar.remove_joint(joint);
    (0..400).for_each(|_| planar.solve(&mut motions));
    assert!(motions[1].x_m - motions[0].x_m > 0.19, "{motions:?}");
    assert_eq!(planar.add_joint(BodyId(0), BodyId(0), rope), Err(PlanarProblem::NoSuchBody));
}
