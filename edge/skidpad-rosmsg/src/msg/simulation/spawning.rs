//! Spawning, named poses and worlds.

use super::{Bounds, Outcome, TagsFilter};
use crate::field::message;
use crate::msg::{Pose, PoseStamped};

message!(Resource = "simulation_interfaces/msg/Resource" {
    uri: String,
    resource_string: String,
});

message!(NamedPose = "simulation_interfaces/msg/NamedPose" {
    name: String,
    description: String,
    tags: Vec<String>,
    pose: Pose,
});

message!(WorldResource = "simulation_interfaces/msg/WorldResource" {
    name: String,
    world_resource: Resource,
    description: String,
    tags: Vec<String>,
});

message!(
    /// An entity to be spawned, in the list of `SpawnEntities`.
    SpawnEntity = "simulation_interfaces/msg/SpawnEntity" {
        name: String,
        allow_renaming: bool,
        entity_resource: Resource,
        entity_namespace: String,
        initial_pose: PoseStamped,
    }
);

message!(SpawnResult = "simulation_interfaces/msg/SpawnResult" {
    result: Outcome,
    entity_name: String,
} with {
    NAME_NOT_UNIQUE: u8 = 101,
    NAME_INVALID: u8 = 102,
    UNSUPPORTED_FORMAT: u8 = 103,
    NO_RESOURCE: u8 = 104,
    NAMESPACE_INVALID: u8 = 105,
    RESOURCE_PARSE_ERROR: u8 = 106,
    MISSING_ASSETS: u8 = 107,
    UNSUPPORTED_ASSETS: u8 = 108,
    INVALID_POSE: u8 = 109,
});

message!(
    /// The request of version 1.
    SpawnEntityRequest1 = "simulation_interfaces/srv/SpawnEntity_Request" {
        name: String,
        allow_renaming: bool,
        uri: String,
        resource_string: String,
        entity_namespace: String,
        initial_pose: PoseStamped,
    }
);

message!(
    /// The request of version 2.
    SpawnEntityRequest2 = "simulation_interfaces/srv/SpawnEntity_Request" {
        name: String,
        allow_renaming: bool,
        entity_resource: Resource,
        entity_namespace: String,
        initial_pose: PoseStamped,
    }
);

message!(SpawnEntityResponse = "simulation_interfaces/srv/SpawnEntity_Response" {
    result: Outcome,
    entity_name: String,
});

message!(SpawnEntitiesRequest = "simulation_interfaces/srv/SpawnEntities_Request" {
    spawn_requests: Vec<SpawnEntity>,
});

message!(SpawnEntitiesResponse = "simulation_interfaces/srv/SpawnEntities_Response" {
    result: Outcome,
    results: Vec<SpawnResult>,
} with {
    ENTITIES_SPAWN_FAILED: u8 = 150,
});

message!(
    /// What can be spawned, in version 1.
    Spawnable1 = "simulation_interfaces/msg/Spawnable" {
        uri: String,
        description: String,
        spawn_bounds: Bounds,
    }
);

message!(
    /// What can be spawned, in version 2.
    Spawnable2 = "simulation_interfaces/msg/Spawnable" {
        entity_resource: Resource,
        description: String,
        spawn_bounds: Bounds,
    }
);

message!(GetSpawnablesRequest = "simulation_interfaces/srv/GetSpawnables_Request" {
    sources: Vec<String>,
});

message!(
    /// The answer of version 1.
    GetSpawnablesResponse1 = "simulation_interfaces/srv/GetSpawnables_Response" {
        result: Outcome,
        spawnables: Vec<Spawnable1>,
    }
);

message!(
    /// The answer of version 2.
    GetSpawnablesResponse2 = "simulation_interfaces/srv/GetSpawnables_Response" {
        result: Outcome,
        spawnables: Vec<Spawnable2>,
    }
);

message!(GetNamedPosesRequest = "simulation_interfaces/srv/GetNamedPoses_Request" {
    tags: TagsFilter,
});

message!(GetNamedPosesResponse = "simulation_interfaces/srv/GetNamedPoses_Response" {
    result: Outcome,
    poses: Vec<NamedPose>,
});

message!(GetNamedPoseBoundsRequest = "simulation_interfaces/srv/GetNamedPoseBounds_Request" {
    name: String,
});

message!(GetNamedPoseBoundsResponse = "simulation_interfaces/srv/GetNamedPoseBounds_Response" {
    result: Outcome,
    bounds: Bounds,
});

message!(GetAvailableWorldsRequest = "simulation_interfaces/srv/GetAvailableWorlds_Request" {
    additional_sources: Vec<String>,
    filter: TagsFilter,
    offline_only: bool,
    continue_on_error: bool,
});

message!(GetAvailableWorldsResponse = "simulation_interfaces/srv/GetAvailableWorlds_Response" {
    result: Outcome,
    worlds: Vec<WorldResource>,
} with {
    DEFAULT_SOURCES_FAILED: u8 = 101,
});

message!(GetCurrentWorldRequest = "simulation_interfaces/srv/GetCurrentWorld_Request" {
    structure_needs_at_least_one_member: u8,
});

message!(GetCurrentWorldResponse = "simulation_interfaces/srv/GetCurrentWorld_Response" {
    result: Outcome,
    world: WorldResource,
} with {
    NO_WORLD_LOADED: u8 = 101,
});

message!(
    /// The request of version 1.
    LoadWorldRequest1 = "simulation_interfaces/srv/LoadWorld_Request" {
        uri: String,
        resource_string: String,
        fail_on_unsupported_element: bool,
        ignore_missing_or_unsupported_assets: bool,
    }
);

message!(
    /// The request of version 2.
    LoadWorldRequest2 = "simulation_interfaces/srv/LoadWorld_Request" {
        world_resource: Resource,
        fail_on_unsupported_element: bool,
        ignore_missing_or_unsupported_assets: bool,
    }
);

message!(LoadWorldResponse = "simulation_interfaces/srv/LoadWorld_Response" {
    result: Outcome,
    world: WorldResource,
} with {
    UNSUPPORTED_FORMAT: u8 = 101,
    NO_RESOURCE: u8 = 102,
    RESOURCE_PARSE_ERROR: u8 = 103,
    MISSING_ASSETS: u8 = 104,
    UNSUPPORTED_ASSETS: u8 = 105,
    UNSUPPORTED_ELEMENTS: u8 = 106,
});

message!(UnloadWorldRequest = "simulation_interfaces/srv/UnloadWorld_Request" {
    structure_needs_at_least_one_member: u8,
});

message!(UnloadWorldResponse = "simulation_interfaces/srv/UnloadWorld_Response" {
    result: Outcome,
} with {
    NO_WORLD_LOADED: u8 = 101,
});

impl From<SpawnEntityRequest1> for SpawnEntity {
    fn from(it: SpawnEntityRequest1) -> SpawnEntity {
        SpawnEntity {
            name: it.name,
            allow_renaming: it.allow_renaming,
            entity_resource: Resource { uri: it.uri, resource_string: it.resource_string },
            entity_namespace: it.entity_namespace,
            initial_pose: it.initial_pose,
        }
    }
}

impl From<SpawnEntityRequest2> for SpawnEntity {
    fn from(it: SpawnEntityRequest2) -> SpawnEntity {
        SpawnEntity {
            name: it.name,
            allow_renaming: it.allow_renaming,
            entity_resource: it.entity_resource,
            entity_namespace: it.entity_namespace,
            initial_pose: it.initial_pose,
        }
    }
}
