//! A run with a server, for tests to connect to.

use skidpad::link::{Hub, Limits, Pace};
use skidpad::runner::{Nobody, Session, StopFlag, WallClock};
use skidpad::web::{Listen, serve};
use skidpad::{Simulation, World, WorldOptions, viewing};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

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

fn built() -> (World, Simulation) {
    built_from(WORLD)
}

/// A world from text, beside the shipped ones.
pub(crate) fn built_from(text: &str) -> (World, Simulation) {
    let neighbour = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../worlds/warehouse.world.xml"));
    let world = World::read_text(neighbour, text, &WorldOptions::default()).unwrap();
    assert!(!world.diagnostics().has_errors(), "{}", world.diagnostics().render(world.sources()));
    let sim = Simulation::build(&world).unwrap();
    (world, sim)
}

/// How a run went while clients were connected.
pub(crate) struct Visited {
    pub(crate) hash: u64,
    pub(crate) hash_alone: u64,
    pub(crate) step_count: u64,
}

/// Run for as long as the visit takes, with a server on loopback, and the same steps again without a server.
pub(crate) fn visit(listen: &Listen, visit: impl FnOnce(SocketAddr)) -> Visited {
    let (mut world, mut sim) = built();
    let alone = sim.clone();
    let (hub, handle) = Hub::new(Limits::default());
    let show = Arc::new(viewing::show(&mut world, &mut sim));
    let server = serve(listen, &show, &handle).unwrap();
    let address = server.socket_address();
    let stop = StopFlag::default();
    let raiser = stop.clone();
    let run = std::thread::spawn(move || {
        let session = Session { pace: Pace::RealTime(1.0), ..Session::new(&mut sim, hub) };
        let outcome = session.go(&WallClock::start(), &stop, &mut Nobody);
        (sim.state_hash(), outcome.step_count)
    });
    visit(address);
    raiser.raise();
    let (hash, step_count) = run.join().unwrap();
    drop(server);
    Visited { hash, hash_alone: hash_after(alone, step_count), step_count }
}

/// Whether a server accepts these settings.
pub(crate) fn try_to_serve(listen: &Listen) -> std::io::Result<()> {
    let (mut world, mut sim) = built();
    let (_hub, handle) = Hub::new(Limits::default());
    serve(listen, &Arc::new(viewing::show(&mut world, &mut sim)), &handle).map(drop)
}

fn hash_after(mut sim: Simulation, step_count: u64) -> u64 {
    for _ in 0..step_count {
        sim.step(&skidpad::messages::Commands::NONE);
    }
    sim.state_hash()
}
