//! Bodies that come, go, wake, or cannot be.

use super::*;

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
