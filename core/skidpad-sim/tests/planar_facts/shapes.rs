//! Outlines of any kind, and shapes that are moved or switched.

use super::*;

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
