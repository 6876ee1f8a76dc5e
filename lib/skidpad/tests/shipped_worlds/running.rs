//! Every shipped world runs, and its vehicles do what its comments say.

use skidpad::{World, WorldOptions};
use skidpad_messages::{Commands, Event, VehicleObservation};
use skidpad_sim::{BuildOptions, Simulation};

use super::{assets::complete, worlds};

fn simulation(world: &str) -> Simulation {
    let (description, assets) = complete(world);
    match Simulation::build(&description, &assets, &BuildOptions::default()) {
        Ok(simulation) => simulation,
        Err(problems) => panic!("{world}: {problems:?}"),
    }
}

fn run(simulation: &mut Simulation, duration_s: f64) {
    let end_ns = simulation.time_ns() + (duration_s * 1e9) as u64;
    while simulation.time_ns() < end_ns {
        simulation.step(&Commands::default());
    }
}

fn seen<'a>(simulation: &'a Simulation, vehicle: &str) -> &'a VehicleObservation {
    simulation.observations().vehicle(simulation.vehicle(vehicle).expect("a vehicle of this name"))
}

#[test]
fn every_world_runs_ten_seconds() {
    for name in worlds().keys() {
        let mut simulation = simulation(name);
        assert!(simulation.diagnostics().is_empty(), "{name}: {:?}", simulation.diagnostics());
        simulation.step(&Commands::default());
        for (vehicle, seen) in simulation.observations().vehicles.iter().enumerate() {
            assert!(!seen.is_in_collision, "{name}: vehicle {vehicle} starts in something");
        }
        run(&mut simulation, 10.0);
        for (vehicle, seen) in simulation.observations().vehicles.iter().enumerate() {
            assert!(seen.is_present, "{name}: vehicle {vehicle} was stopped");
            let pose = &seen.pose_in_world;
            assert!(
                [pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad].iter().all(|v| v.is_finite()),
                "{name}: {pose:?}"
            );
        }
    }
}

/// What `skidpad expand` prints, saved beside the world, is the same world to the last bit.
#[test]
fn every_expanded_world_runs_the_same() {
    for (name, path) in worlds() {
        let options = WorldOptions::default();
        let world = World::read(&path, &options).expect("a world on disk");
        let text = skidpad::write_tree(world.loaded.tree.as_ref().expect("a tree"));
        let again = World::read_text(&path, &text, &options).expect("a world beside it");
        let hash_after = |world: &World| {
            let mut sim = skidpad::Simulation::build(world).expect("it builds");
            for _ in 0..200 {
                sim.step(&Commands::NONE);
            }
            (sim.state_hash(), sim.observation_hash())
        };
        assert_eq!(hash_after(&world), hash_after(&again), "{name}");
    }
}

#[test]
fn vehicles_drive_without_being_told() {
    let standing = ["rider", "trailer", "parked1", "parked2", "parked3", "twist_car", "commanded"];
    for name in worlds().keys() {
        let mut simulation = simulation(name);
        run(&mut simulation, 3.0);
        let roster = simulation.roster().clone();
        for (entry, seen) in roster.vehicles.iter().zip(&simulation.observations().vehicles) {
            let speed_mps = seen.twist_in_vehicle.vx_mps;
            let is_moving = speed_mps > 0.05 || seen.had_collision || standing.contains(&entry.name.as_str());
            assert!(is_moving, "{name}: {} drives {speed_mps} m/s", entry.name);
        }
    }
}

#[test]
fn the_skid_pad_is_driven_on_its_line_without_touching_a_cone() {
    let mut simulation = simulation("skidpad.world.xml");
    for _ in 0..24 {
        run(&mut simulation, 0.5);
        let pose = &seen(&simulation, "car").pose_in_world;
        let radius_m = pose.x_m.hypot(pose.y_m - 9.125);
        assert!(
            (radius_m - 9.125).abs() < 0.2,
            "{radius_m} m after {} s",
            simulation.observations().time_s()
        );
    }
    assert!(!seen(&simulation, "car").had_collision);
}

#[test]
fn the_race_car_laps_the_cone_track_without_touching_a_cone() {
    let mut simulation = simulation("cone_track.world.xml");
    let mut laps_s = Vec::new();
    for _ in 0..8_000 {
        let events = &simulation.step(&Commands::default()).events;
        laps_s.extend(events.iter().filter_map(|event| match event {
            Event::Lap { time_s, .. } => Some(*time_s),
            _ => None,
        }));
    }
    assert_eq!(laps_s.len(), 3, "{laps_s:?}");
    assert!(laps_s.iter().all(|lap_s| (12.0..13.0).contains(lap_s)), "{laps_s:?}");
    assert!(!seen(&simulation, "racer").had_collision && !seen(&simulation, "infield").had_collision);
}

#[test]
fn sand_holds_back_and_ice_lets_slip() {
    let mut simulation = simulation("friction_zones.world.xml");
    run(&mut simulation, 1.0);
    let speed_mps = |lane: &str| seen(&simulation, lane).twist_in_vehicle.vx_mps;
    let (sand, asphalt, ice) = (speed_mps("lane-1"), speed_mps("lane0"), speed_mps("lane1"));
    assert!(sand < asphalt && ice < 0.8 * asphalt, "{sand} {asphalt} {ice} m/s");
}

#[test]
fn the_ring_road_passes_under_the_bridge() {
    let mut simulation = simulation("road_circuit.world.xml");
    run(&mut simulation, 25.0);
    let (ring, bridge) = (seen(&simulation, "ring"), seen(&simulation, "bridge"));
    assert!(!ring.had_collision && !bridge.had_collision);
    assert!((bridge.pose_in_world.z_m - 4.0).abs() < 1e-6, "{:?}", bridge.pose_in_world);
    let radius_m = ring.pose_in_world.x_m.hypot(ring.pose_in_world.y_m);
    assert!((radius_m - 20.0).abs() < 0.5, "{radius_m} m");
}

#[test]
fn the_elevator_carries_its_rider_and_storeys_do_not_touch() {
    let mut simulation = simulation("multistorey.world.xml");
    run(&mut simulation, 7.5);
    let height_m = |vehicle: &str| seen(&simulation, vehicle).pose_in_world.z_m;
    assert!((height_m("rider") - 3.01).abs() < 1e-6, "{} m", height_m("rider"));
    assert!(height_m("below").abs() < 1e-6 && (height_m("above") - 3.0).abs() < 1e-6);
    let (below, above) = (seen(&simulation, "below"), seen(&simulation, "above"));
    assert_eq!(below.pose_in_world.x_m, above.pose_in_world.x_m, "one above the other all the time");
    assert!(!below.had_collision && !above.had_collision);
}

#[test]
fn a_door_is_a_gap() {
    let mut simulation = simulation("walls.world.xml");
    run(&mut simulation, 16.5);
    let guest = seen(&simulation, "guest");
    assert!(guest.pose_in_world.x_m > 4.5 && !guest.had_collision, "{:?}", guest.pose_in_world);
}

#[test]
fn the_trailer_follows_its_truck() {
    let mut simulation = simulation("truck_and_trailer.world.xml");
    run(&mut simulation, 20.0);
    let (truck, trailer) =
        (&seen(&simulation, "truck").pose_in_world, &seen(&simulation, "trailer").pose_in_world);
    let gap_m = (truck.x_m - trailer.x_m).hypot(truck.y_m - trailer.y_m);
    let bend_deg = (truck.yaw_rad - trailer.yaw_rad).sin().asin().to_degrees();
    assert!(gap_m < 0.02, "{gap_m} m apart at the king pin");
    assert!((5.0..70.0).contains(&bend_deg), "bent by {bend_deg} degrees");
}

#[test]
fn a_torsen_beats_an_open_differential_on_split_ice() {
    let mut simulation = simulation("drivetrains.world.xml");
    run(&mut simulation, 3.0);
    let travelled_m = |vehicle: &str| seen(&simulation, vehicle).pose_in_world.x_m;
    assert!(travelled_m("torsen_rear") > 1.2 * travelled_m("open_rear"));
    assert!(travelled_m("torsen_4wd") > travelled_m("open_4wd"));
}
