//! Answers about what can be spawned, named poses and worlds.

use super::entities::has_tags;
use super::service::{Service, Version};
use crate::parameter_services::body;
use crate::world_library::{NamedPlace, ResourceEntry, WorldLibrary};
use bytes::Bytes;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::msg::{Pose, Vector3};
use skidpad_rosmsg::{CdrProblem, from_cdr_body};

/// Answer a question that the library alone can answer.
pub(super) fn answer(
    service: Service,
    asked: &[u8],
    version: Version,
    library: &dyn WorldLibrary,
) -> Result<Bytes, CdrProblem> {
    Ok(match service {
        Service::Spawnables => {
            let asked: GetSpawnablesRequest = from_cdr_body(asked)?;
            spawnables(library.spawnables(&asked.sources), version)
        }
        Service::NamedPoses => {
            let asked: GetNamedPosesRequest = from_cdr_body(asked)?;
            let places = library.named_poses().into_iter().filter(|it| has_tags(&asked.tags, &it.tags));
            let poses = places.map(named_pose).collect();
            body(&GetNamedPosesResponse { result: Outcome::ok(), poses })
        }
        Service::NamedPoseBounds => {
            let asked: GetNamedPoseBoundsRequest = from_cdr_body(asked)?;
            let place = library.named_poses().into_iter().find(|it| it.name == asked.name);
            body(&match place {
                Some(place) => {
                    GetNamedPoseBoundsResponse { result: Outcome::ok(), bounds: free_space(place.radius_m) }
                }
                None => {
                    let reason = format!("there is no pose named {:?}", asked.name);
                    let result = Outcome::failed(Outcome::NOT_FOUND, reason);
                    GetNamedPoseBoundsResponse { result, bounds: Bounds::default() }
                }
            })
        }
        Service::CurrentWorld => {
            let (result, world) = match library.current_world() {
                Some(world) => (Outcome::ok(), world_resource(world)),
                None => {
                    let code = GetCurrentWorldResponse::NO_WORLD_LOADED;
                    (Outcome::failed(code, "no world is loaded"), WorldResource::default())
                }
            };
            body(&GetCurrentWorldResponse { result, world })
        }
        _ => {
            let asked: GetAvailableWorldsRequest = from_cdr_body(asked)?;
            body(&available_worlds(&asked, library))
        }
    })
}

fn spawnables(found: Result<Vec<ResourceEntry>, String>, version: Version) -> Bytes {
    let (result, entries) = match found {
        Ok(entries) => (Outcome::ok(), entries),
        Err(reason) => (Outcome::failed(Outcome::OPERATION_FAILED, reason), Vec::new()),
    };
    let spawn_bounds = Bounds::default();
    match version {
        Version::One => {
            let spawnable = |it: ResourceEntry| Spawnable1 {
                uri: it.uri,
                description: it.description,
                spawn_bounds: spawn_bounds.clone(),
            };
            body(&GetSpawnablesResponse1 { result, spawnables: entries.into_iter().map(spawnable).collect() })
        }
        Version::Two => {
            let spawnable = |it: ResourceEntry| Spawnable2 {
                entity_resource: Resource { uri: it.uri, resource_string: String::new() },
                description: it.description,
                spawn_bounds: spawn_bounds.clone(),
            };
            body(&GetSpawnablesResponse2 { result, spawnables: entries.into_iter().map(spawnable).collect() })
        }
    }
}

fn available_worlds(
    asked: &GetAvailableWorldsRequest,
    library: &dyn WorldLibrary,
) -> GetAvailableWorldsResponse {
    let (worlds, problems) = library.worlds(&asked.additional_sources);
    if !problems.is_empty() && !asked.continue_on_error {
        let result = Outcome::failed(Outcome::OPERATION_FAILED, problems.join("; "));
        return GetAvailableWorldsResponse { result, worlds: Vec::new() };
    }
    // No world has tags.
    let worlds = worlds.into_iter().filter(|_| has_tags(&asked.filter, &[]));
    let result = Outcome { error_message: problems.join("; "), ..Outcome::ok() };
    GetAvailableWorldsResponse { result, worlds: worlds.map(world_resource).collect() }
}

pub(super) fn world_resource(entry: ResourceEntry) -> WorldResource {
    WorldResource {
        name: entry.name,
        world_resource: Resource { uri: entry.uri, resource_string: String::new() },
        description: entry.description,
        tags: Vec::new(),
    }
}

fn named_pose(place: NamedPlace) -> NamedPose {
    NamedPose {
        name: place.name,
        description: place.description,
        tags: place.tags,
        pose: Pose::from(&place.pose_in_world),
    }
}

fn free_space(radius_m: f64) -> Bounds {
    if radius_m <= 0.0 {
        return Bounds::default();
    }
    let radius = Vector3 { x: radius_m, ..Vector3::default() };
    Bounds { r#type: Bounds::SPHERE, points: vec![Vector3::default(), radius] }
}
