//! A run with a server, for tests to connect to.

use skidpad::messages::Commands;
use skidpad::web::Listen;
use skidpad::{Error, Run, Simulation, World, WorldOptions};
use std::net::SocketAddr;
use std::path::Path;

/// Two robots with lasers that drive in circles, a box to run into.
const WORLD: &str = r#"<mvsim_world>
    <simul_timestep>0.005</simul_timestep>
    <include file="../definitions/small_robot.vehicle.xml" start_speed="0.5" start_turn_deg_s="40"/>
    <vehicle name="r1" class="small_robot"><init_pose>0 0 0</init_pose>
        <include file="../definitions/lidar2d.sensor.xml" sensor_x="0" sensor_z="0.4" sensor_nrays="100"/>
    </vehicle>
    <vehicle name="r2" class="small_robot"><init_pose>3 0 90</init_pose></vehicle>
    <block name="box"><init_pose>1 1 0</init_pose></block>
</mvsim_world>"#;

fn world() -> World {
    world_from(WORLD)
}

/// A world from text, beside the shipped ones.
pub(crate) fn world_from(text: &str) -> World {
    let neighbour = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../worlds/warehouse.world.xml"));
    World::read_text(neighbour, text, &WorldOptions::default()).unwrap().without_errors().unwrap()
}

/// How a run went that somebody visited.
pub(crate) struct Visited {
    pub(crate) hash: u64,
    pub(crate) hash_alone: u64,
    pub(crate) step_count: u64,
}

/// Run for as long as the visit takes, with a server on loopback, and the same again without anybody.
pub(crate) fn visit(listen: &Listen, visit: impl FnOnce(SocketAddr)) -> Visited {
    let run = Run::new(world()).serve(listen.clone()).prepare().unwrap();
    let (address, stop) = (run.viewer_socket().unwrap(), run.stop_flag());
    let run = std::thread::spawn(move || run.go());
    visit(address);
    stop.raise();
    let summary = run.join().unwrap();
    let mut alone = Simulation::build(&world()).unwrap();
    for _ in 0..summary.step_count {
        alone.step(&Commands::NONE);
    }
    Visited { hash: summary.state_hash, hash_alone: alone.state_hash(), step_count: summary.step_count }
}

/// Whether a server may listen so.
pub(crate) fn try_to_serve(listen: &Listen) -> Result<(), Error> {
    Run::new(world()).serve(listen.clone()).prepare().map(drop)
}
