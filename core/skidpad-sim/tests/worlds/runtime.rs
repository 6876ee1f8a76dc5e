//! What can be done to a running world: teleport, push, spawn, remove, reset.

use crate::common::{GRIP, PID, ROBOT, differential, gallery, run, world, wrap};
use skidpad_math::{Pose3, Twist2, Vec2};
use skidpad_messages::{BlockId, BodyId, Commands, Event, NewBlock, RefusedBecause, Request, VehicleId};
use skidpad_sim::{Simulation, Snapshot};

fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> Pose3 {
    Pose3 { x_m, y_m, yaw_rad, ..Pose3::default() }
}

fn square(name: &str, x_m: f64) -> NewBlock {
    NewBlock {
        name: name.to_string(),
        pose_in_world: at(x_m, 0.0, 0.0),
        outline_m: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]
            .map(|[x, y]| Vec2::new(x, y))
            .to_vec(),
        z_min_m: 0.0,
        z_max_m: 1.0,
        mass_kg: 4.0,
        is_static: false,
    }
}

fn alone() -> Simulation {
    world(&wrap(&differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>")))
}

#[test]
fn a_teleported_vehicle_keeps_its_speed_in_its_new_direction() {
    let mut simulation = alone();
    run(&mut simulation, [ROBOT.drive(1.0, 0.0)], 2.0);
    let before = simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
    run(&mut simulation, [ROBOT.teleport(at(50.0, 60.0, 1.0))], 0.005);
    let seen = simulation.observations().vehicle(ROBOT);
    assert!((seen.twist_in_vehicle.vx_mps - before).abs() < 1e-3);
    assert!((seen.pose_in_world.x_m - 50.0).abs() < 0.01 && (seen.pose_in_world.yaw_rad - 1.0).abs() < 1e-6);
}

#[test]
fn a_twist_can_be_given_to_vehicles_and_blocks() {
    let (_, text) = &gallery()[2];
    let mut simulation = world(text);
    let push = |body| Request::SetTwist { body, twist_in_body: Twist2::new(0.0, 2.0, 0.0) };
    run(&mut simulation, [push(BodyId::Block(BlockId(0)))], 0.005);
    let block = simulation.observations().block(BlockId(0)).twist_in_block;
    assert!(block.vy_mps > 1.9, "{block:?}");
}

#[test]
fn spawned_things_drive_collide_and_can_be_removed() {
    let mut simulation = alone();
    let spawn =
        Request::SpawnVehicle { like: ROBOT, name: "r2".to_string(), pose_in_world: at(0.0, 3.0, 0.0) };
    let seen = simulation.step(&Commands::from([spawn.clone(), Request::SpawnBlock(square("b", 1.6))]));
    let expected =
        [Event::VehicleSpawned { vehicle: VehicleId(1) }, Event::BlockSpawned { block: BlockId(0) }];
    assert_eq!(seen.events, expected);
    let seen = simulation.step(&Commands::from([spawn]));
    assert_eq!(seen.events, [Event::Refused { command: 0, because: RefusedBecause::NameTaken }]);
    let drive = [ROBOT.drive(1.0, 0.0), VehicleId(1).drive(0.5, 0.0)];
    run(&mut simulation, drive, 3.0);
    let seen = simulation.observations();
    assert!(seen.vehicle(ROBOT).had_collision, "the block was in the way");
    assert!(seen.block(BlockId(0)).pose_in_world.x_m > 1.8, "and was pushed");
    assert!(seen.vehicle(VehicleId(1)).pose_in_world.x_m > 1.2, "the new vehicle drives");
    assert_eq!(simulation.vehicle("r2"), Some(VehicleId(1)));

    let gone = Request::Remove { body: BodyId::Block(BlockId(0)) };
    let seen = simulation.step(&Commands::from([gone.clone(), gone]));
    assert_eq!(seen.events[0], Event::Removed { body: BodyId::Block(BlockId(0)) });
    assert!(matches!(seen.events[1], Event::Refused { because: RefusedBecause::NoSuchBody, .. }));
    run(&mut simulation, [], 0.1);
    assert!(!simulation.observations().vehicle(ROBOT).is_in_collision);
}

/// A viewer that looks back shows the scene of now with the observations of then.
#[test]
fn observations_from_before_a_spawn_leave_new_things_out_of_the_scene() {
    let mut simulation = alone();
    let before = simulation.observations().clone();
    let spawn =
        Request::SpawnVehicle { like: ROBOT, name: "r2".to_string(), pose_in_world: at(0.0, 3.0, 0.0) };
    simulation.step(&Commands::from([spawn, Request::SpawnBlock(square("b", 1.6))]));
    let (places, mut now, mut then) = (simulation.frame_places(), Vec::new(), Vec::new());
    places.in_world(simulation.observations(), &mut now);
    places.in_world(&before, &mut then);
    let missing = |poses: &[Pose3]| poses.iter().filter(|pose| pose.x_m.is_nan()).count();
    assert_eq!((now.len(), missing(&now)), (then.len(), 0));
    assert!(missing(&then) >= 4, "the vehicle, its wheels and the block");
}

#[test]
fn a_snapshot_holds_what_was_spawned_and_removed() {
    let mut simulation = alone();
    let spawn =
        Request::SpawnVehicle { like: ROBOT, name: "r2".to_string(), pose_in_world: at(0.0, 2.0, 0.5) };
    run(&mut simulation, [spawn, Request::SpawnBlock(square("b", 1.6)), ROBOT.drive(1.0, 0.0)], 1.5);
    run(&mut simulation, [VehicleId(1).drive(0.4, 0.2)], 0.5);
    let bytes = simulation.snapshot().and_then(|snapshot| snapshot.to_bytes()).unwrap();
    let mut restored = alone();
    restored.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(restored.roster(), simulation.roster());
    for simulation in [&mut simulation, &mut restored] {
        run(simulation, [Request::Remove { body: BodyId::Vehicle(ROBOT) }], 1.0);
    }
    assert_eq!(simulation.state_hash(), restored.state_hash());
    assert_eq!(simulation.observation_hash(), restored.observation_hash());
}

#[test]
fn a_reset_is_the_start() {
    for (name, text) in gallery() {
        let fresh = world(&text);
        let mut simulation = world(&text);
        run(&mut simulation, [ROBOT.drive(1.0, 0.3), Request::SpawnBlock(square("extra", 9.0))], 0.6);
        assert_ne!(simulation.state_hash(), fresh.state_hash(), "{name}");
        simulation.reset();
        assert_eq!(simulation.state_hash(), fresh.state_hash(), "{name}");
        assert_eq!(simulation.observation_hash(), fresh.observation_hash(), "{name}");
        assert_eq!(simulation.roster(), fresh.roster(), "{name}");
        let mut again = world(&text);
        run(&mut simulation, [ROBOT.drive(1.0, 0.3)], 0.6);
        run(&mut again, [ROBOT.drive(1.0, 0.3)], 0.6);
        assert_eq!(simulation.state_hash(), again.state_hash(), "{name}: and runs the same");
    }
}

#[test]
fn a_reset_is_also_a_command() {
    let mut simulation = alone();
    run(&mut simulation, [ROBOT.drive(1.0, 0.0)], 1.0);
    let seen = simulation.step(&Commands::from([Request::Reset]));
    assert_eq!((seen.step, &seen.events[..]), (1, &[Event::Reset][..]));
}

#[test]
fn seeds_change_odometry_and_nothing_else() {
    let mut simulations = [1, 2].map(|seed| alone().with_seed(seed));
    for simulation in &mut simulations {
        run(simulation, [ROBOT.drive(1.0, 0.0)], 2.0);
    }
    let [a, b] = simulations.map(|it| it.observations().vehicle(ROBOT).clone());
    assert_eq!(a.pose_in_world, b.pose_in_world);
    assert_ne!(a.odometry_in_start, b.odometry_in_start);
    assert!((a.odometry_in_start.x_m - a.pose_in_world.x_m).abs() < 0.3);
}
