//! Blocks on the ground stop where Coulomb says, and stay.

use super::*;

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
