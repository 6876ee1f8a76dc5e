//! What can be done to a running world: teleport, push, spawn, remove, reset.

use crate::common::{GRIP, PID, ROBOT, differential, gallery, run, world, wrap};
use skidpad_math::{Pose3, Twist2, Vec2};
use skidpad_messages::{
    BlockId, BodyId, Commands, Drive, Event, Insertion, NewBlock, RefusedBecause, Request, RuntimeObject,
    VehicleId, WheelSide,
};
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
    let taken = |command| Event::Refused { command, because: RefusedBecause::NameTaken };
    let seen = simulation.step(&Commands::from([spawn, Request::SpawnBlock(square("b", 9.0))]));
    assert_eq!(seen.events, [taken(0), taken(1)]);
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

fn mark(name: &str, x_m: f64) -> RuntimeObject {
    RuntimeObject { name: name.to_string(), pose_in_world: at(x_m, 0.0, 0.0), ..RuntimeObject::default() }
}

/// The limit on what is added is exact, whatever comes in one step, and what is removed leaves room.
#[test]
fn no_more_bodies_are_added_than_fit() {
    let mut simulation = alone();
    let block =
        |number: usize| Request::SpawnBlock(square(&format!("b{number}"), 10.0 + 2.0 * number as f64));
    let vehicle = Request::SpawnVehicle {
        like: VehicleId(0),
        name: "second".to_string(),
        pose_in_world: at(0.0, 20.0, 0.0),
    };
    let first = Commands::from_iter(std::iter::once(vehicle).chain((0..998).map(block)));
    assert!(simulation.step(&first).events.iter().all(|event| !matches!(event, Event::Refused { .. })));
    let refused = |events: &[Event]| {
        let because = events.iter().filter_map(|event| match event {
            Event::Refused { because, command } => Some((*because, *command)),
            _ => None,
        });
        because.collect::<Vec<_>>()
    };
    let seen = simulation.step(&Commands::from_iter((998..1001).map(block)));
    let full = RefusedBecause::TooManyBodies;
    assert_eq!(refused(&seen.events), [(full, 1), (full, 2)]);
    let piece = piece("<block name='c'><init_pose>0 5 0</init_pose></block>");
    assert_eq!(refused(&simulation.step(&Commands::from([piece.clone()])).events), [(full, 0)]);
    let remove = Request::Remove { body: BodyId::Block(BlockId(0)) };
    let seen = simulation.step(&Commands::from([remove, piece]));
    assert_eq!(refused(&seen.events), []);
}

#[test]
fn runtime_objects_have_names_of_their_own_and_come_all_or_none() {
    let mut simulation = alone();
    let spawn = |objects, replaces| Commands::from([Request::SpawnObjects { objects, replaces }]);
    let refused = |because| [Event::Refused { command: 0, because }];
    let seen = simulation.step(&spawn(vec![mark("a", 1.0), mark("b", 2.0)], false));
    assert_eq!(seen.events, [Event::ObjectsChanged]);
    assert_eq!(simulation.roster().objects, ["a", "b"]);
    for names in [["c", "a"], ["c", "r1"], ["c", "c"]] {
        let seen = simulation.step(&spawn(names.map(|name| mark(name, 0.0)).to_vec(), false));
        assert_eq!(seen.events, refused(RefusedBecause::NameTaken), "{names:?}");
    }
    let gone = Request::RemoveObjects { names: vec!["a".to_string(), "z".to_string()], prefix: None };
    let seen = simulation.step(&Commands::from([gone]));
    assert_eq!(seen.objects.iter().map(|it| it.is_present).collect::<Vec<_>>(), [false, true]);
    let seen = simulation.step(&spawn(vec![mark("b", 5.0), mark("c", 6.0)], true));
    assert_eq!(seen.objects.iter().map(|it| it.pose_in_world.x_m).collect::<Vec<_>>(), [6.0, 5.0]);
    let lost = Request::MoveObject { name: "a".to_string(), pose_in_world: at(0.0, 0.0, 0.0) };
    assert_eq!(simulation.step(&Commands::from([lost])).events, refused(RefusedBecause::NoSuchObject));
    let many = |first: u32| (first..first + 1000).map(|i| mark(&format!("m{i}"), 0.0)).collect();
    for first in 0..9 {
        simulation.step(&spawn(many(1000 * first), false));
    }
    let seen = simulation.step(&spawn(many(9000), false));
    assert_eq!(seen.events, refused(RefusedBecause::TooManyObjects));
}

#[test]
fn runtime_objects_are_part_of_snapshots_and_hashes() {
    let mut simulation = alone();
    let without = simulation.snapshot().and_then(|it| it.to_bytes()).expect("a snapshot");
    let hash = simulation.state_hash();
    simulation
        .step(&Commands::from([Request::SpawnObjects { objects: vec![mark("a", 1.0)], replaces: false }]));
    let mut twin = alone();
    twin.step(&Commands::NONE);
    assert_ne!(simulation.state_hash(), twin.state_hash());
    let with = simulation.snapshot().and_then(|it| it.to_bytes()).expect("a snapshot");
    twin.restore(&Snapshot::from_bytes(&with).expect("bytes")).expect("the same world");
    assert_eq!(twin.state_hash(), simulation.state_hash());
    assert_eq!((twin.roster(), twin.observations().objects.len()), (simulation.roster(), 1));
    assert_eq!(twin.scene().objects.len(), simulation.scene().objects.len());
    twin.restore(&Snapshot::from_bytes(&without).expect("bytes")).expect("the same world");
    assert_eq!((twin.state_hash(), twin.roster().objects.len()), (hash, 0));
    assert_eq!(twin.scene().objects.len() + 1, simulation.scene().objects.len());
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

/// A robot, a wall far ahead of it, and a heavy fixed block aside.
fn yard() -> Simulation {
    let robot = differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>");
    let wall = "<element class='vertical_plane'><x0>0</x0><y0>-2</y0><x1>0</x1><y1>2</y1><height>2</height>\
        <thickness>0.2</thickness><init_pose>30 0 0</init_pose></element>";
    let grid = "<element class='ground_grid'/>";
    let post = "<block name='post'><static>true</static><mass>7</mass><init_pose>0 9 0</init_pose></block>";
    world(&wrap(&format!("{robot}{wall}{grid}{post}")))
}

fn copy(like: u32, name: &str, pose_in_world: Pose3) -> Request {
    Request::CopyBlock { like: BlockId(like), name: name.to_string(), pose_in_world }
}

fn put(element: u32, pose_in_world: Pose3) -> Request {
    Request::Teleport { body: BodyId::Element(element), pose_in_world }
}

#[test]
fn a_copy_of_a_block_is_what_the_block_is() {
    let mut simulation = yard();
    let seen = simulation.step(&Commands::from([
        copy(0, "post2", at(2.5, 0.0, 0.0)),
        copy(1, "post3", at(9.0, 9.0, 0.0)),
        copy(0, "post2", at(5.0, 5.0, 0.0)),
        copy(9, "post9", at(5.0, 5.0, 0.0)),
        Request::SpawnBlock(square("outline", 20.0)),
        copy(3, "outline2", at(24.0, 5.0, 0.0)),
    ]));
    let refused = |command, because| Event::Refused { command, because };
    let added = |number| Event::BlockSpawned { block: BlockId(number) };
    let expected = [
        added(1),
        added(2),
        refused(2, RefusedBecause::NameTaken),
        refused(3, RefusedBecause::NoSuchBody),
        added(3),
        added(4),
    ];
    assert_eq!(seen.events, expected);
    assert_eq!(simulation.roster().blocks, ["post", "post2", "post3", "outline", "outline2"]);
    let scene = simulation.scene();
    let mesh_of = |name: &str| scene.objects.iter().find(|object| object.name == name).map(|it| it.mesh);
    let triangles = |name: &str| mesh_of(name).map(|mesh| scene.meshes[mesh as usize].triangles.len());
    assert_eq!(triangles("post2"), triangles("post"));
    run(&mut simulation, [ROBOT.drive(1.0, 0.0)], 4.0);
    let seen = simulation.observations();
    assert!(seen.vehicle(ROBOT).had_collision && seen.vehicle(ROBOT).pose_in_world.x_m < 2.5);
    assert!((seen.block(BlockId(1)).pose_in_world.x_m - 2.5).abs() < 1e-9, "it is as fixed as the first");
}

#[test]
fn a_wall_that_was_moved_is_hit_and_seen_where_it_is() {
    let mut simulation = yard();
    let seen = simulation.step(&Commands::from([
        put(0, at(8.0, 0.0, 0.0)),
        put(0, at(3.0, 0.0, 0.0)),
        put(1, at(1.0, 1.0, 0.0)),
        put(7, at(1.0, 1.0, 0.0)),
    ]));
    let refused = |command, because| Event::Refused { command, because };
    let expected = [refused(2, RefusedBecause::CannotMove), refused(3, RefusedBecause::NoSuchBody)];
    assert_eq!(seen.events, expected);
    let (places, mut poses) = (simulation.frame_places(), Vec::new());
    places.in_world(simulation.observations(), &mut poses);
    assert!(poses.iter().any(|pose| *pose == at(3.0, 0.0, 0.0)), "{poses:?}");
    run(&mut simulation, [ROBOT.drive(1.0, 0.0)], 5.0);
    let seen = simulation.observations().vehicle(ROBOT);
    assert!(seen.had_collision && seen.pose_in_world.x_m < 3.0, "{:?}", seen.pose_in_world);
}

#[test]
fn copies_and_moved_walls_are_in_snapshots_and_a_reset_forgets_them() {
    let mut simulation = yard();
    let changes = [copy(0, "post2", at(4.0, 3.0, 0.0)), put(0, at(3.0, 0.0, 0.3)), ROBOT.drive(1.0, 0.1)];
    run(&mut simulation, changes, 1.0);
    let bytes = simulation.snapshot().and_then(|snapshot| snapshot.to_bytes()).unwrap();
    let mut restored = yard();
    restored.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(restored.roster(), simulation.roster());
    for simulation in [&mut simulation, &mut restored] {
        run(simulation, [], 3.0);
    }
    assert_eq!(simulation.state_hash(), restored.state_hash());
    assert_eq!(simulation.observation_hash(), restored.observation_hash());
    assert!(simulation.observations().vehicle(ROBOT).had_collision);
    let fresh = yard();
    simulation.reset();
    assert_eq!(simulation.state_hash(), fresh.state_hash());
    assert_eq!(simulation.roster(), fresh.roster());
    let poses = |simulation: &Simulation| {
        let mut poses = Vec::new();
        simulation.frame_places().in_world(simulation.observations(), &mut poses);
        poses
    };
    assert_eq!(poses(&simulation), poses(&fresh));
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

fn piece(content: &str) -> Request {
    let path = "worlds/inserted.world.xml".to_string();
    Request::Insert(Insertion { path, text: wrap(content) })
}

const CRATE: &str = "<block name='crate'><static>true</static><init_pose>2 3 0</init_pose></block>";
const WALL: &str = "<element class='vertical_plane'><x0>-2</x0><y0>2</y0><x1>-2</x1><y1>4</y1></element>";

fn second_robot() -> String {
    differential("r2", PID, GRIP, "<init_pose>0 3 0</init_pose>")
}

#[test]
fn what_is_inserted_drives_and_collides() {
    let mut simulation = alone();
    let seen = simulation.step(&Commands::from([piece(&format!("{}{CRATE}{WALL}", second_robot()))]));
    let expected = [
        Event::Inserted,
        Event::VehicleSpawned { vehicle: VehicleId(1) },
        Event::BlockSpawned { block: BlockId(0) },
    ];
    assert_eq!(seen.events, expected);
    run(&mut simulation, [VehicleId(1).drive(1.0, 0.0)], 3.0);
    let seen = simulation.observations();
    assert!(seen.vehicle(VehicleId(1)).had_collision, "the crate was in the way");
    assert!(seen.block(BlockId(0)).had_collision);
    run(&mut simulation, [VehicleId(1).drive(-1.0, 0.0)], 5.0);
    let x_m = simulation.observations().vehicle(VehicleId(1)).pose_in_world.x_m;
    assert!((-2.0..-1.0).contains(&x_m), "the wall stops it: {x_m}");
    let names: Vec<String> = simulation.scene().objects.iter().map(|object| object.name.clone()).collect();
    assert!(names.iter().any(|name| name == "crate") && names.iter().any(|name| name == "r2"), "{names:?}");
}

#[test]
fn an_insertion_that_fails_changes_nothing() {
    let (mut simulation, mut twin) = (alone(), alone());
    let taken = format!("{CRATE}{}", differential("r1", PID, GRIP, "<init_pose>0 9 0</init_pose>"));
    let cases = [
        (piece(&taken), RefusedBecause::NameTaken),
        (piece(&format!("{CRATE}{CRATE}")), RefusedBecause::NameTaken),
        (piece("<block name='b'/>"), RefusedBecause::BadInsertion),
    ];
    for (request, because) in cases {
        let seen = simulation.step(&Commands::from([request]));
        assert_eq!(seen.events, [Event::Refused { command: 0, because }]);
        twin.step(&Commands::NONE);
        assert_eq!(simulation.state_hash(), twin.state_hash());
        assert_eq!(simulation.roster(), twin.roster());
    }
}

/// Snapshots of a world to which things were added continue with the same bits, also in a world that never had them.
#[test]
fn insertions_survive_snapshots_and_end_with_a_reset() {
    let mut simulation = alone();
    let start = simulation.state_hash();
    let spawn = |like, name: &str, y_m| {
        let pose_in_world = at(0.0, y_m, 0.0);
        Request::SpawnVehicle { like: VehicleId(like), name: name.to_string(), pose_in_world }
    };
    run(&mut simulation, [spawn(0, "copy", -3.0), Request::SpawnBlock(square("b", 4.0))], 0.1);
    run(&mut simulation, [piece(&format!("{}{CRATE}{WALL}", second_robot()))], 0.1);
    run(&mut simulation, [spawn(2, "copy of r2", 6.0), VehicleId(2).drive(1.0, 0.1)], 0.5);
    assert_eq!(simulation.roster().vehicles.len(), 4);
    let snapshot = simulation.snapshot().and_then(|it| it.to_bytes()).expect("a snapshot");
    let snapshot = Snapshot::from_bytes(&snapshot).expect("its bytes");
    let mut twin = alone();
    twin.restore(&snapshot).expect("the same world");
    assert_eq!((twin.state_hash(), twin.roster()), (simulation.state_hash(), simulation.roster()));
    for it in [&mut simulation, &mut twin] {
        run(it, [VehicleId(3).drive(0.5, 0.2), ROBOT.drive(1.0, 0.0)], 2.0);
    }
    assert_eq!(twin.state_hash(), simulation.state_hash());
    assert_eq!(twin.scene().objects.len(), simulation.scene().objects.len());
    for it in [&mut simulation, &mut twin] {
        it.reset();
        assert_eq!((it.state_hash(), it.roster().vehicles.len()), (start, 1));
        run(it, [piece(CRATE)], 0.1);
        assert_eq!(it.roster().blocks, ["crate"]);
    }
    simulation.restore(&snapshot).expect("the same world");
    assert_eq!(simulation.roster().vehicles.len(), 4);
}

#[test]
fn lights_are_switched_and_remembered() {
    let lamps =
        "<light_group name='head' initially_on='false'><spot_light><position>1 0 0.5</position></spot_light>
        <point_light/></light_group><init_pose>0 0 0</init_pose>";
    let build = || world(&wrap(&differential("r1", PID, GRIP, lamps)));
    let mut simulation = build();
    let fresh = simulation.state_hash();
    let switch = |group: &str, is_on| Request::SwitchLights {
        body: BodyId::Vehicle(ROBOT),
        group: group.to_string(),
        is_on,
    };
    assert!(!simulation.roster().lights[0].is_on);
    assert_eq!(simulation.model().lights[0].lamps.len(), 2);
    let seen = simulation.step(&Commands::from([switch("head", true), switch("tail", true)]));
    let refused = Event::Refused { command: 1, because: RefusedBecause::NoSuchLight };
    assert_eq!(seen.events, [Event::LightsSwitched, refused]);
    assert!(simulation.roster().lights[0].is_on);
    let mut twin = build();
    twin.step(&Commands::NONE);
    assert_ne!(twin.state_hash(), simulation.state_hash(), "lights are part of the state");
    let bytes = simulation.snapshot().and_then(|it| it.to_bytes()).expect("a snapshot");
    twin.restore(&Snapshot::from_bytes(&bytes).expect("its bytes")).expect("the same world");
    assert_eq!((twin.state_hash(), twin.roster()), (simulation.state_hash(), simulation.roster()));
    // A copy of the vehicle has lights of its own.
    let pose_in_world = at(0.0, 5.0, 0.0);
    run(&mut twin, [Request::SpawnVehicle { like: ROBOT, name: "r2".to_string(), pose_in_world }], 0.1);
    let is_on: Vec<bool> = twin.roster().lights.iter().map(|light| light.is_on).collect();
    assert_eq!(is_on, [true, false]);
    twin.reset();
    assert_eq!((twin.state_hash(), twin.roster().lights.len()), (fresh, 1));
}

/// Joints of ros2_control: a robot that is driven as its joints say, and one of the same make that was added.
#[test]
fn a_robot_of_ros2_control_has_joints_and_follows_them() {
    const START: &str = "<init_pose>0 0 0</init_pose>";
    let controller = |interface: &str| {
        format!(
            "<controller class='ros2_control'><command_interface>{interface}</command_interface><KP>20</KP><KI>40</KI>
             <max_torque>20</max_torque></controller>"
        )
    };
    let mut it = world(&wrap(&differential("r1", &controller("velocity"), GRIP, START)));
    let joints = it.roster().joints.clone();
    assert_eq!((joints.len(), joints[0].vehicle, joints[0].track_m), (1, ROBOT, 0.6));
    let sides: Vec<_> = joints[0].joints.iter().map(|joint| (joint.name.as_str(), joint.side)).collect();
    assert_eq!(sides, [("l_wheel_joint", Some(WheelSide::Left)), ("r_wheel_joint", Some(WheelSide::Right))]);
    // 4 and 6 rad/s at wheels of 0.1 m.
    let drive = Drive::Twist(Twist2::new(0.5, 0.0, 0.2 / 0.6));
    run(&mut it, [Request::Drive { vehicle: ROBOT, drive }], 4.0);
    let wheels = &it.observations().vehicles[0].wheels;
    assert!((wheels[0].spin_radps - 4.0).abs() < 0.05, "{}", wheels[0].spin_radps);
    assert!((wheels[1].spin_radps - 6.0).abs() < 0.05, "{}", wheels[1].spin_radps);
    let pose_in_world = Pose3::new(5.0, 5.0, 0.0, 0.0, 0.0, 0.0);
    run(&mut it, [Request::SpawnVehicle { like: ROBOT, name: "r2".into(), pose_in_world }], 0.1);
    assert_eq!(it.roster().joints.len(), 2);
    run(&mut it, [Request::Reset], 0.1);
    assert_eq!(it.roster().joints.len(), 1);
    let mut it = world(&wrap(&differential("r1", &controller("effort"), GRIP, START)));
    let drive = Drive::Torques { left_nm: 0.5, right_nm: 0.5 };
    run(&mut it, [Request::Drive { vehicle: ROBOT, drive }], 1.0);
    let seen = &it.observations().vehicles[0];
    assert!(seen.twist_in_vehicle.vx_mps > 0.3 && (seen.wheels[0].torque_nm - 0.5).abs() < 1e-12);
}
