//! The services of `simulation_interfaces`: names, types and answers that have only an outcome.

use crate::Distro;
use crate::parameter_services::body;
use bytes::Bytes;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::{Description, Message};

/// Which release of `simulation_interfaces` other nodes have. Names are the same in both; some types are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    One,
    Two,
}

impl Version {
    pub(super) fn of(distro: Distro) -> Version {
        match distro {
            Distro::LyricalAndLater => Version::Two,
            Distro::Auto | Distro::Humble | Distro::IronToKilted => Version::One,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    Features,
    Entities,
    EntitiesStates,
    EntityState,
    EntityInfo,
    EntityBounds,
    SetEntityState,
    SetEntityInfo,
    SpawnEntity,
    SpawnEntities,
    DeleteEntity,
    Spawnables,
    NamedPoses,
    NamedPoseBounds,
    State,
    SetState,
    Step,
    Reset,
    AvailableWorlds,
    CurrentWorld,
    LoadWorld,
    UnloadWorld,
}

impl Service {
    pub(super) const ALL: [Service; 22] = [
        Service::Features,
        Service::Entities,
        Service::EntitiesStates,
        Service::EntityState,
        Service::EntityInfo,
        Service::EntityBounds,
        Service::SetEntityState,
        Service::SetEntityInfo,
        Service::SpawnEntity,
        Service::SpawnEntities,
        Service::DeleteEntity,
        Service::Spawnables,
        Service::NamedPoses,
        Service::NamedPoseBounds,
        Service::State,
        Service::SetState,
        Service::Step,
        Service::Reset,
        Service::AvailableWorlds,
        Service::CurrentWorld,
        Service::LoadWorld,
        Service::UnloadWorld,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Service::Features => "get_simulator_features",
            Service::Entities => "get_entities",
            Service::EntitiesStates => "get_entities_states",
            Service::EntityState => "get_entity_state",
            Service::EntityInfo => "get_entity_info",
            Service::EntityBounds => "get_entity_bounds",
            Service::SetEntityState => "set_entity_state",
            Service::SetEntityInfo => "set_entity_info",
            Service::SpawnEntity => "spawn_entity",
            Service::SpawnEntities => "spawn_entities",
            Service::DeleteEntity => "delete_entity",
            Service::Spawnables => "get_spawnables",
            Service::NamedPoses => "get_named_poses",
            Service::NamedPoseBounds => "get_named_pose_bounds",
            Service::State => "get_simulation_state",
            Service::SetState => "set_simulation_state",
            Service::Step => "step_simulation",
            Service::Reset => "reset_simulation",
            Service::AvailableWorlds => "get_available_worlds",
            Service::CurrentWorld => "get_current_world",
            Service::LoadWorld => "load_world",
            Service::UnloadWorld => "unload_world",
        }
    }

    pub(super) fn types(self, version: Version) -> [&'static Description; 2] {
        fn of<Q: Message, A: Message>() -> [&'static Description; 2] {
            [Q::DESCRIPTION, A::DESCRIPTION]
        }
        let is_first = version == Version::One;
        match self {
            Service::Features => of::<GetSimulatorFeaturesRequest, GetSimulatorFeaturesResponse>(),
            Service::Entities => of::<GetEntitiesRequest, GetEntitiesResponse>(),
            Service::EntitiesStates => of::<GetEntitiesStatesRequest, GetEntitiesStatesResponse>(),
            Service::EntityState => of::<GetEntityStateRequest, GetEntityStateResponse>(),
            Service::EntityInfo => of::<GetEntityInfoRequest, GetEntityInfoResponse>(),
            Service::EntityBounds => of::<GetEntityBoundsRequest, GetEntityBoundsResponse>(),
            Service::SetEntityState if is_first => of::<SetEntityStateRequest1, SetEntityStateResponse>(),
            Service::SetEntityState => of::<SetEntityStateRequest2, SetEntityStateResponse>(),
            Service::SetEntityInfo => of::<SetEntityInfoRequest, SetEntityInfoResponse>(),
            Service::SpawnEntity if is_first => of::<SpawnEntityRequest1, SpawnEntityResponse>(),
            Service::SpawnEntity => of::<SpawnEntityRequest2, SpawnEntityResponse>(),
            Service::SpawnEntities => of::<SpawnEntitiesRequest, SpawnEntitiesResponse>(),
            Service::DeleteEntity => of::<DeleteEntityRequest, DeleteEntityResponse>(),
            Service::Spawnables if is_first => of::<GetSpawnablesRequest, GetSpawnablesResponse1>(),
            Service::Spawnables => of::<GetSpawnablesRequest, GetSpawnablesResponse2>(),
            Service::NamedPoses => of::<GetNamedPosesRequest, GetNamedPosesResponse>(),
            Service::NamedPoseBounds => of::<GetNamedPoseBoundsRequest, GetNamedPoseBoundsResponse>(),
            Service::State => of::<GetSimulationStateRequest, GetSimulationStateResponse>(),
            Service::SetState => of::<SetSimulationStateRequest, SetSimulationStateResponse>(),
            Service::Step => of::<StepSimulationRequest, StepSimulationResponse>(),
            Service::Reset => of::<ResetSimulationRequest, ResetSimulationResponse>(),
            Service::AvailableWorlds => of::<GetAvailableWorldsRequest, GetAvailableWorldsResponse>(),
            Service::CurrentWorld => of::<GetCurrentWorldRequest, GetCurrentWorldResponse>(),
            Service::LoadWorld if is_first => of::<LoadWorldRequest1, LoadWorldResponse>(),
            Service::LoadWorld => of::<LoadWorldRequest2, LoadWorldResponse>(),
            Service::UnloadWorld => of::<UnloadWorldRequest, UnloadWorldResponse>(),
        }
    }

    /// Whether it changes the run, so that questions after it must see its effect.
    pub(super) fn changes(self) -> bool {
        matches!(
            self,
            Service::SetEntityState
                | Service::SpawnEntity
                | Service::SpawnEntities
                | Service::DeleteEntity
                | Service::SetState
                | Service::Step
                | Service::Reset
        )
    }

    /// The answer that has only an outcome.
    pub(super) fn outcome(self, result: Outcome) -> Bytes {
        match self {
            Service::DeleteEntity => body(&DeleteEntityResponse { result }),
            Service::SetState => body(&SetSimulationStateResponse { result }),
            Service::Step => body(&StepSimulationResponse { result }),
            Service::Reset => body(&ResetSimulationResponse { result }),
            Service::SetEntityInfo => body(&SetEntityInfoResponse { result }),
            Service::LoadWorld => body(&LoadWorldResponse { result, world: WorldResource::default() }),
            Service::UnloadWorld => body(&UnloadWorldResponse { result }),
            Service::SpawnEntity => body(&SpawnEntityResponse { result, entity_name: String::new() }),
            Service::SpawnEntities => body(&SpawnEntitiesResponse { result, results: Vec::new() }),
            _ => body(&SetEntityStateResponse { result }),
        }
    }
}
