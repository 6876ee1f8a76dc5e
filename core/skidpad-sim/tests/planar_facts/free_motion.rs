//! Bodies that touch nothing, and bodies that pass each other by.

use super::*;

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
