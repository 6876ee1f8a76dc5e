//! Promise 25: our code allocates nothing in a warm step.
//!
//! Free motion allocates nothing at all; a step that enters the solver allocates what the solver does.

mod counting_allocator;
mod support;

use counting_allocator::allocation_count;
use skidpad_messages::{Commands, VehicleId};
use skidpad_sim::Simulation;
use support::{world, wrap};

fn robot(pose: &str) -> String {
    format!(
        r#"<vehicle name="r1"><dynamics class="differential_4_wheels">
        <lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <chassis mass="15" zmin="0.05" zmax="0.4"/><controller class="twist_pid"><KP>4</KP><KI>3</KI><max_torque>20</max_torque></controller>
        </dynamics><init_pose>{pose}</init_pose></vehicle>"#
    )
}

/// The most allocations of a step, once warm.
fn most_per_step(simulation: Simulation, warm_steps: u32) -> u64 {
    per_step(simulation, warm_steps).into_iter().max().unwrap_or(0)
}

/// The allocations of 400 steps, once warm.
fn per_step(mut simulation: Simulation, warm_steps: u32) -> Vec<u64> {
    let drive = Commands::from([VehicleId(0).drive(0.8, 0.2)]);
    for _ in 0..warm_steps {
        simulation.step(&drive);
    }
    let count_one = |_| {
        let before = allocation_count();
        simulation.step(&drive);
        allocation_count() - before
    };
    (0..400).map(count_one).collect()
}

#[test]
fn free_motion_allocates_nothing() {
    let hills = r"<element class='elevation_map'><resolution>4</resolution><elevation_data_matrix>
        [0 0.2 0 0.1; 0.1 0.5 0.3 0; 0 0.4 0.6 0.2; 0.2 0 0.3 0.1]</elevation_data_matrix></element>";
    let ramp = "<block name='ramp'><static>true</static><intangible>true</intangible><geometry type='ramp' lx='3' ly='4' lz='0.6'/><shape_from_visual/><init_pose>3 0 0</init_pose></block>";
    let ice = "<element class='property_region'><property_name>friction_mu</property_name><x_min>0</x_min><x_max>9</x_max><y_min>-5</y_min><y_max>5</y_max><value_double>0.2</value_double></element>";
    let car = "<vehicle name='car'><dynamics class='race_car'/><init_pose>0 0 30</init_pose><init_vel>8 0 0</init_vel></vehicle>";
    for (name, content) in [
        ("flat", robot("0 0 0")),
        ("hills", format!("{hills}{}", robot("-1 -1 0"))),
        ("ramp", format!("{ramp}{}", robot("0 0 0"))),
        ("ice", format!("{ice}{}", robot("0 0 0"))),
        ("race car", car.to_string()),
    ] {
        assert_eq!(most_per_step(world(&wrap(&content)), 50), 0, "{name}");
    }
}

#[test]
fn contacts_allocate_what_the_solver_does() {
    let block =
        "<block name='b'><mass>5</mass><zmin>0</zmin><zmax>1</zmax><init_pose>1.4 0 0</init_pose></block>";
    let counts = per_step(world(&wrap(&format!("{block}{}", robot("0 0 0")))), 300);
    for wanted in 0..=counts.iter().copied().max().unwrap_or(0) {
        println!("{wanted} allocations in {} steps", counts.iter().filter(|count| **count == wanted).count());
    }
    let most = counts.into_iter().max().unwrap_or(0);
    assert!(most > 0, "the robot is in contact");
    // A call of the solver makes five; here two calls would do, and a step may need up to five.
    assert!(most <= 10, "{most} allocations in a step with contact");
}
