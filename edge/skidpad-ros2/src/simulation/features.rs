//! What the services of `simulation_interfaces` can do.

use skidpad_rosmsg::msg::simulation::{GetSimulatorFeaturesResponse, SimulatorFeatures};

/// What these services can do, and no more.
pub(super) fn features(can_load_worlds: bool) -> GetSimulatorFeaturesResponse {
    let mut features = vec![
        SimulatorFeatures::SPAWNING,
        SimulatorFeatures::DELETING,
        SimulatorFeatures::NAMED_POSES,
        SimulatorFeatures::POSE_BOUNDS,
        SimulatorFeatures::ENTITY_TAGS,
        SimulatorFeatures::ENTITY_BOUNDS,
        SimulatorFeatures::ENTITY_BOUNDS_BOX,
        SimulatorFeatures::ENTITY_CATEGORIES,
        SimulatorFeatures::SPAWNING_RESOURCE_STRING,
        SimulatorFeatures::ENTITY_STATE_GETTING,
        SimulatorFeatures::ENTITY_STATE_SETTING,
        SimulatorFeatures::ENTITY_INFO_GETTING,
        SimulatorFeatures::ENTITY_INFO_SETTING,
        SimulatorFeatures::SPAWNABLES,
        SimulatorFeatures::SIMULATION_RESET,
        SimulatorFeatures::SIMULATION_RESET_SPAWNED,
        SimulatorFeatures::SIMULATION_STATE_GETTING,
        SimulatorFeatures::SIMULATION_STATE_SETTING,
        SimulatorFeatures::SIMULATION_STATE_PAUSE,
        SimulatorFeatures::STEP_SIMULATION_SINGLE,
        SimulatorFeatures::STEP_SIMULATION_MULTIPLE,
        SimulatorFeatures::STEP_SIMULATION_ACTION,
        SimulatorFeatures::WORLD_INFO_GETTING,
        SimulatorFeatures::AVAILABLE_WORLDS,
        SimulatorFeatures::SPAWNING_ENTITIES,
    ];
    if can_load_worlds {
        features.extend([
            SimulatorFeatures::WORLD_LOADING,
            SimulatorFeatures::WORLD_RESOURCE_STRING,
            SimulatorFeatures::WORLD_UNLOADING,
        ]);
    }
    let spawn_formats = ["mvsim_xml", "urdf"].map(str::to_string).to_vec();
    let custom_info = format!("skidpad {}", env!("CARGO_PKG_VERSION"));
    GetSimulatorFeaturesResponse { features: SimulatorFeatures { features, spawn_formats, custom_info } }
}
