//! Things in the way: walls, doors, grids, people, and what passes above and below.

use crate::common::{GRIP, PID, ROBOT, differential, run, world, world_with, wrap};
use skidpad_messages::{ActorId, BodyId, Event, VehicleId};
use skidpad_scene::{Assets, OccupancyGrid};
use skidpad_sim::BuildOptions;
use std::sync::Arc;

fn robot() -> String {
    differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>")
}

/// How far a robot gets in 6 s at 0.6 m/s.
fn reach(obstacles: &str) -> f64 {
    let mut simulation = world(&wrap(&format!("{obstacles}{}", robot())));
    run(&mut simulation, [ROBOT.drive(0.6, 0.0)], 6.0);
    simulation.observations().vehicle(ROBOT).pose_in_world.x_m
}

#[test]
fn walls_stop_and_doors_let_pass() {
    assert!(reach("") > 3.0);
    assert!(reach("<walls><shape><pt>2 -2</pt><pt>2 2</pt><pt>5 5</pt><pt>6 6</pt></shape></walls>") < 1.7);
    let plane = |opening: &str| {
        format!(
            "<element class='vertical_plane'><x0>2</x0><y0>-3</y0><x1>2</x1><y1>3</y1>{opening}</element>"
        )
    };
    assert!(reach(&plane("")) < 1.75);
    assert!(
        reach(&plane("<window><position>0.5</position><width>1.5</width></window>")) < 1.75,
        "a window is no door"
    );
    assert!(reach(&plane("<door><position>0.5</position><width>1.5</width></door>")) > 3.0);
}

#[test]
fn what_is_above_or_below_is_not_in_the_way() {
    let block = |low: f64, high: f64| {
        format!(
            "<block name='b'><static>true</static><zmin>{low}</zmin><zmax>{high}</zmax><skip_elevation_adjust/><init_pose>2 0 0</init_pose></block>"
        )
    };
    assert!(reach(&block(0.0, 1.0)) < 1.3);
    assert!(reach(&block(1.5, 2.0)) > 3.0);
}

#[test]
fn a_grid_is_a_wall_where_its_cells_are_occupied() {
    let mut free = vec![255u8; 60 * 60];
    for row in 0..60 {
        free[row * 60 + 50] = 0;
    }
    let grid = OccupancyGrid { resolution_m: 0.1, x_min_m: -3.0, y_min_m: -3.0, width: 60, height: 60, free };
    let assets = Assets { grids: [(0, Arc::new(grid))].into(), ..Assets::default() };
    let text = wrap(&format!("<element class='occupancy_grid'><file>map.png</file></element>{}", robot()));
    let mut simulation = world_with(&text, &assets, &BuildOptions::default());
    run(&mut simulation, [ROBOT.drive(0.6, 0.0)], 6.0);
    let seen = simulation.observations().vehicle(ROBOT);
    // The wall begins at x = 2.0, the nose is 0.3 m ahead.
    assert!((seen.pose_in_world.x_m - 1.7).abs() < 0.01, "{:?}", seen.pose_in_world);
    assert!(seen.is_in_collision);
}

#[test]
fn a_person_walks_through_nothing_and_pushes() {
    let ann = "<actor name='ann'><walking_speed>1.0</walking_speed><init_pose>0 -3 90</init_pose>
        <path loop='false'><waypoint>0 3 90</waypoint></path></actor>";
    let mut simulation = world(&wrap(&format!("{ann}{}", robot())));
    let mut hit = None;
    for _ in 0..1000 {
        let seen = simulation.step(&skidpad_messages::Commands::NONE);
        hit = hit.or_else(|| {
            seen.events.iter().find_map(|event| match event {
                Event::Contact { a, b, is_first: true, .. } => Some((*a, *b)),
                _ => None,
            })
        });
    }
    assert_eq!(hit, Some((BodyId::Vehicle(VehicleId(0)), BodyId::Actor(ActorId(0)))));
    let seen = simulation.observations();
    assert!((seen.actor(ActorId(0)).pose_in_world.y_m - 2.0).abs() < 0.02, "nothing stops ann");
    assert!(seen.vehicle(ROBOT).pose_in_world.y_m > 1.0, "the robot was in her way");
}

#[test]
fn contacts_tell_who_hit_whom_how_hard() {
    let block =
        "<block name='b'><mass>5</mass><zmin>0</zmin><zmax>1</zmax><init_pose>1.5 0 0</init_pose></block>";
    let mut simulation = world(&wrap(&format!("{block}{}", robot())));
    let mut first = 0;
    let mut impulse = 0.0;
    let drive = skidpad_messages::Commands::from([ROBOT.drive(1.0, 0.0)]);
    for _ in 0..400 {
        for event in &simulation.step(&drive).events {
            if let Event::Contact { is_first, impulse_newton_s, .. } = event {
                first += usize::from(*is_first);
                impulse += impulse_newton_s;
            }
        }
    }
    assert!(first >= 1);
    // Pushing 5 kg over a floor with μ 0.5 takes 24.5 N; the robot pushes for most of a second.
    assert!(impulse > 15.0, "{impulse}");
}
