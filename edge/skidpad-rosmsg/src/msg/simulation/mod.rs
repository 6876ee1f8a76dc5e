//! `simulation_interfaces`: what every simulator offers to ROS 2, with the services that differ between its versions
//! 1 and 2 in both forms.

mod spawning;
mod steps;

pub use spawning::*;
pub use steps::*;

use super::{Header, Pose, Twist, Vector3};
use crate::field::message;

message!(
    /// `simulation_interfaces/msg/Result`.
    Outcome = "simulation_interfaces/msg/Result" {
        result: u8,
        error_message: String,
    } with {
        FEATURE_UNSUPPORTED: u8 = 0,
        OK: u8 = 1,
        NOT_FOUND: u8 = 2,
        INCORRECT_STATE: u8 = 3,
        OPERATION_FAILED: u8 = 4,
    }
);

message!(Accel = "geometry_msgs/msg/Accel" {
    linear: Vector3,
    angular: Vector3,
});

message!(Bounds = "simulation_interfaces/msg/Bounds" {
    r#type: u8,
    points: Vec<Vector3>,
} with {
    EMPTY: u8 = 0,
    BOX: u8 = 1,
    CONVEX_HULL: u8 = 2,
    SPHERE: u8 = 3,
});

message!(EntityCategory = "simulation_interfaces/msg/EntityCategory" {
    category: u8,
} with {
    OBJECT: u8 = 0,
    ROBOT: u8 = 1,
    HUMAN: u8 = 2,
    DYNAMIC_OBJECT: u8 = 4,
    STATIC_OBJECT: u8 = 5,
});

message!(TagsFilter = "simulation_interfaces/msg/TagsFilter" {
    tags: Vec<String>,
    filter_mode: u8,
} with {
    ANY: u8 = 0,
    ALL: u8 = 1,
});

message!(EntityFilters = "simulation_interfaces/msg/EntityFilters" {
    filter: String,
    categories: Vec<EntityCategory>,
    tags: TagsFilter,
    bounds: Bounds,
});

message!(EntityInfo = "simulation_interfaces/msg/EntityInfo" {
    category: EntityCategory,
    description: String,
    tags: Vec<String>,
});

message!(EntityState = "simulation_interfaces/msg/EntityState" {
    header: Header,
    pose: Pose,
    twist: Twist,
    acceleration: Accel,
});

message!(SimulationState = "simulation_interfaces/msg/SimulationState" {
    state: u8,
} with {
    STOPPED: u8 = 0,
    PLAYING: u8 = 1,
    PAUSED: u8 = 2,
    QUITTING: u8 = 3,
    NO_WORLD: u8 = 4,
    LOADING_WORLD: u8 = 5,
});

message!(SimulatorFeatures = "simulation_interfaces/msg/SimulatorFeatures" {
    features: Vec<u16>,
    spawn_formats: Vec<String>,
    custom_info: String,
} with {
    SPAWNING: u16 = 0,
    DELETING: u16 = 1,
    NAMED_POSES: u16 = 2,
    POSE_BOUNDS: u16 = 3,
    ENTITY_TAGS: u16 = 4,
    ENTITY_BOUNDS: u16 = 5,
    ENTITY_BOUNDS_BOX: u16 = 6,
    ENTITY_BOUNDS_CONVEX: u16 = 7,
    ENTITY_CATEGORIES: u16 = 8,
    SPAWNING_RESOURCE_STRING: u16 = 9,
    ENTITY_STATE_GETTING: u16 = 10,
    ENTITY_STATE_SETTING: u16 = 11,
    ENTITY_INFO_GETTING: u16 = 12,
    ENTITY_INFO_SETTING: u16 = 13,
    SPAWNABLES: u16 = 14,
    SIMULATION_RESET: u16 = 20,
    SIMULATION_RESET_SPAWNED: u16 = 23,
    SIMULATION_STATE_GETTING: u16 = 24,
    SIMULATION_STATE_SETTING: u16 = 25,
    SIMULATION_STATE_PAUSE: u16 = 26,
    STEP_SIMULATION_SINGLE: u16 = 31,
    STEP_SIMULATION_MULTIPLE: u16 = 32,
    STEP_SIMULATION_ACTION: u16 = 33,
    WORLD_LOADING: u16 = 40,
    WORLD_RESOURCE_STRING: u16 = 41,
    WORLD_UNLOADING: u16 = 43,
    WORLD_INFO_GETTING: u16 = 44,
    AVAILABLE_WORLDS: u16 = 45,
    SPAWNING_ENTITIES: u16 = 50,
});

message!(GetSimulatorFeaturesRequest = "simulation_interfaces/srv/GetSimulatorFeatures_Request" {
    structure_needs_at_least_one_member: u8,
});

message!(GetSimulatorFeaturesResponse = "simulation_interfaces/srv/GetSimulatorFeatures_Response" {
    features: SimulatorFeatures,
});

message!(GetEntitiesRequest = "simulation_interfaces/srv/GetEntities_Request" {
    filters: EntityFilters,
});

message!(GetEntitiesResponse = "simulation_interfaces/srv/GetEntities_Response" {
    result: Outcome,
    entities: Vec<String>,
});

message!(GetEntitiesStatesRequest = "simulation_interfaces/srv/GetEntitiesStates_Request" {
    filters: EntityFilters,
});

message!(GetEntitiesStatesResponse = "simulation_interfaces/srv/GetEntitiesStates_Response" {
    result: Outcome,
    entities: Vec<String>,
    states: Vec<EntityState>,
});

message!(GetEntityStateRequest = "simulation_interfaces/srv/GetEntityState_Request" {
    entity: String,
});

message!(GetEntityStateResponse = "simulation_interfaces/srv/GetEntityState_Response" {
    result: Outcome,
    state: EntityState,
});

message!(GetEntityInfoRequest = "simulation_interfaces/srv/GetEntityInfo_Request" {
    entity: String,
});

message!(GetEntityInfoResponse = "simulation_interfaces/srv/GetEntityInfo_Response" {
    result: Outcome,
    info: EntityInfo,
});

message!(SetEntityInfoRequest = "simulation_interfaces/srv/SetEntityInfo_Request" {
    entity: String,
    info: EntityInfo,
});

message!(SetEntityInfoResponse = "simulation_interfaces/srv/SetEntityInfo_Response" {
    result: Outcome,
});

message!(GetEntityBoundsRequest = "simulation_interfaces/srv/GetEntityBounds_Request" {
    entity: String,
});

message!(GetEntityBoundsResponse = "simulation_interfaces/srv/GetEntityBounds_Response" {
    result: Outcome,
    bounds: Bounds,
});

message!(
    /// The request of version 1.
    SetEntityStateRequest1 = "simulation_interfaces/srv/SetEntityState_Request" {
        entity: String,
        state: EntityState,
    }
);

message!(
    /// The request of version 2.
    SetEntityStateRequest2 = "simulation_interfaces/srv/SetEntityState_Request" {
        entity: String,
        state: EntityState,
        set_pose: bool,
        set_twist: bool,
        set_acceleration: bool,
    }
);

message!(SetEntityStateResponse = "simulation_interfaces/srv/SetEntityState_Response" {
    result: Outcome,
} with {
    INVALID_POSE: u8 = 101,
});

message!(DeleteEntityRequest = "simulation_interfaces/srv/DeleteEntity_Request" {
    entity: String,
});

message!(DeleteEntityResponse = "simulation_interfaces/srv/DeleteEntity_Response" {
    result: Outcome,
});

message!(GetSimulationStateRequest = "simulation_interfaces/srv/GetSimulationState_Request" {
    structure_needs_at_least_one_member: u8,
});

message!(GetSimulationStateResponse = "simulation_interfaces/srv/GetSimulationState_Response" {
    state: SimulationState,
    result: Outcome,
});

message!(SetSimulationStateRequest = "simulation_interfaces/srv/SetSimulationState_Request" {
    state: SimulationState,
});

message!(SetSimulationStateResponse = "simulation_interfaces/srv/SetSimulationState_Response" {
    result: Outcome,
} with {
    ALREADY_IN_TARGET_STATE: u8 = 101,
    STATE_TRANSITION_ERROR: u8 = 102,
    INCORRECT_TRANSITION: u8 = 103,
});

message!(StepSimulationRequest = "simulation_interfaces/srv/StepSimulation_Request" {
    steps: u64,
});

message!(StepSimulationResponse = "simulation_interfaces/srv/StepSimulation_Response" {
    result: Outcome,
});

message!(ResetSimulationRequest = "simulation_interfaces/srv/ResetSimulation_Request" {
    scope: u8,
} with {
    DEFAULT: u8 = 0,
    TIME: u8 = 1,
    STATE: u8 = 2,
    SPAWNED: u8 = 4,
    ALL: u8 = 255,
});

message!(ResetSimulationResponse = "simulation_interfaces/srv/ResetSimulation_Response" {
    result: Outcome,
});

impl Outcome {
    /// It was done.
    pub fn ok() -> Outcome {
        Outcome { result: Outcome::OK, error_message: String::new() }
    }

    /// It was not done.
    pub fn failed(result: u8, error_message: impl Into<String>) -> Outcome {
        Outcome { result, error_message: error_message.into() }
    }
}
