//! Same bits: repeated runs, copies and saved worlds continue exactly alike, and warm steps allocate nothing of ours.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod counting_allocator;
mod planar_scene;

use counting_allocator::allocation_count;
use planar_scene::{Drive, block, damp, shape, vehicle};
use skidpad_sim::planar::*;

/// Four vehicles drive about among blocks and walls; one pulls a block on a rope.
#[derive(Clone)]
struct Yard {
    planar: Planar,
    motions: Vec<BodyMotion>,
    drives: Vec<Drive>,
    step: u32,
}

impl Yard {
    fn new() -> Self {
        let mut yard = Yard {
            planar: Planar::new(PlanarSettings::default()),
            motions: Vec::new(),
            drives: vec![Drive::default(); 4],
            step: 0,
        };
        for k in 0..4 {
            let k = f64::from(k);
            yard.add(
                &vehicle(),
                BodyMotion { x_m: 2.0 * k - 3.0, y_m: 0.3 * k, yaw_rad: k, ..BodyMotion::default() },
            );
        }
        for k in 0..12 {
            let (x_m, y_m) = (f64::from(k % 4) * 1.6 - 2.4, f64::from(k / 4) * 2.2 - 2.2);
            let yaw_rad = f64::from(k) * 0.3;
            yard.add(
                &block(2.0 + f64::from(k), false),
                BodyMotion { x_m, y_m: y_m + 0.9, yaw_rad, ..BodyMotion::default() },
            );
        }
        for (x_m, y_m, size) in [
            (0.0, 5.0, [12.0, 0.2]),
            (0.0, -5.0, [12.0, 0.2]),
            (6.0, 0.0, [0.2, 10.0]),
            (-6.0, 0.0, [0.2, 10.0]),
        ] {
            let outline = Outline::Rectangle { length_m: size[0], width_m: size[1] };
            let wall = BodyDescription {
                kind: BodyKind::Fixed,
                shapes: vec![shape(outline, [0.0, 0.0], border::DEFAULT_M, 0.2, 0.01)],
                ground_friction: None,
            };
            yard.add(&wall, BodyMotion { x_m, y_m, ..BodyMotion::default() });
        }
        let rope = Joint::Distance {
            anchor_in_a_m: [-0.3, 0.0],
            anchor_in_b_m: [0.5, 0.0],
            min_length_m: 0.0,
            max_length_m: 2.5,
            stiffness_npm: 0.0,
            damping_nspm: 0.0,
        };
        yard.planar.add_joint(BodyId(0), BodyId(4), rope).unwrap();
        yard
    }

    fn add(&mut self, description: &BodyDescription, motion: BodyMotion) {
        self.planar.add_body(description, &motion).unwrap();
        self.motions.push(motion);
    }

    fn step(&mut self) {
        for (k, drive) in (0..).zip(&mut self.drives) {
            let turn = if (self.step / 150 + k).is_multiple_of(2) { 0.6 } else { -0.9 };
            drive.step(&mut self.motions[k as usize], [0.9, turn], 0.005);
        }
        self.motions[4..].iter_mut().for_each(|motion| damp(motion, 0.005));
        self.planar.solve(&mut self.motions);
        self.step += 1;
    }

    fn bits(&self) -> Vec<u64> {
        let contacts = self.planar.contacts().iter().map(|contact| contact.impulse_newton_s.to_bits());
        self.motions
            .iter()
            .flat_map(|m| [m.x_m, m.y_m, m.yaw_rad, m.vx_mps, m.vy_mps, m.yaw_rate_radps])
            .map(f64::to_bits)
            .chain(contacts)
            .collect()
    }
}

#[test]
fn two_runs_give_the_same_bits() {
    let (mut one, mut two) = (Yard::new(), Yard::new());
    let mut touches = 0;
    for _ in 0..2000 {
        one.step();
        two.step();
        touches += one.planar.contacts().len();
        assert_eq!(one.bits(), two.bits(), "step {}", one.step);
    }
    assert!(touches > 1000, "the yard was too empty: {touches}");
}

/// At fifty moments the world is saved and restored, and copied; each continues 60 steps as the original does.
#[test]
fn saved_and_copied_worlds_continue_alike() {
    let mut yard = Yard::new();
    for moment in 0..50_u32 {
        (0..(moment * 37) % 61 + 3).for_each(|_| yard.step());
        let mut restored = yard.clone();
        restored.planar = Planar::restore(&yard.planar.save().unwrap()).unwrap();
        let mut copied = yard.clone();
        let mut original = yard.clone();
        // Cloning must not be what makes them alike: the original itself goes on as well.
        for _ in 0..60 {
            yard.step();
            original.step();
            restored.step();
            copied.step();
            assert_eq!(yard.bits(), original.bits(), "clone, moment {moment} step {}", yard.step);
            assert_eq!(yard.bits(), restored.bits(), "restored, moment {moment} step {}", yard.step);
            assert_eq!(yard.bits(), copied.bits(), "copied, moment {moment} step {}", yard.step);
        }
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = Yard::new().planar.save().unwrap();
    assert_eq!(Planar::restore(&bytes[..bytes.len() / 2]).err(), Some(PlanarProblem::Unreadable));
    assert_eq!(Planar::restore(&[]).err(), Some(PlanarProblem::Unreadable));
}

fn allocations_of(work: impl FnOnce()) -> u64 {
    let before = allocation_count();
    work();
    allocation_count() - before
}

#[test]
fn free_motion_allocates_nothing() {
    let mut planar = Planar::new(PlanarSettings::default());
    let mut motions = Vec::new();
    for k in 0..50 {
        let motion =
            BodyMotion { x_m: f64::from(k) * 3.0, vy_mps: 0.1 * f64::from(k), ..BodyMotion::default() };
        planar.add_body(&vehicle(), &motion).unwrap();
        motions.push(motion);
    }
    (0..200).for_each(|_| planar.solve(&mut motions));
    let count = allocations_of(|| (0..500).for_each(|_| planar.solve(&mut motions)));
    assert_eq!(planar.solved_body_count(), 0);
    assert_eq!(count, 0);
}

/// All that is left is the solver's own, five per call with two bodies in contact: its list of changed bodies, three in
/// its contact graph, one at the start of its solve. Ground friction may call it up to five times in a step.
#[test]
fn steady_contact_allocates_only_what_the_solver_does() {
    let mut planar = Planar::new(PlanarSettings::default());
    let mut motions = vec![BodyMotion::default(), BodyMotion { x_m: 1.0, ..BodyMotion::default() }];
    planar.add_body(&vehicle(), &motions[0]).unwrap();
    planar.add_body(&block(5.0, false), &motions[1]).unwrap();
    let mut drive = Drive::default();
    let mut counts = Vec::new();
    for step in 0..1000 {
        drive.step(&mut motions[0], [1.0, 0.0], 0.005);
        let count = allocations_of(|| planar.solve(&mut motions));
        if step > 500 {
            assert_eq!(planar.solved_body_count(), 2);
            counts.push(count);
        }
    }
    counts.sort_unstable();
    let (usual, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
    println!("allocations in a step: usually {usual}, at most {most}");
    assert!(usual <= 5 && most <= 25, "{usual} {most}");
}
