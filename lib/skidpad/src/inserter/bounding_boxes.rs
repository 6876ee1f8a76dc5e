//! How large vehicles, blocks and people are, for programs that place them.

use skidpad_ros2::world_library::BoundingBox;
use skidpad_sim::Simulation;
use skidpad_sim::vehicle::VehicleModel;
use skidpad_world::description::WorldDescription;
use std::collections::BTreeMap;

/// The box around each vehicle, block and person of a world, in its own frame.
pub(crate) fn bounding_boxes(
    description: &WorldDescription,
    sim: &Simulation,
) -> BTreeMap<String, BoundingBox> {
    let (model, roster) = (sim.model(), sim.roster());
    let vehicles = roster.vehicles.iter().zip(&model.vehicles);
    let vehicles = vehicles.map(|(entry, vehicle)| (entry.name.clone(), around_vehicle(vehicle)));
    let blocks = roster.blocks.iter().zip(&model.blocks);
    let blocks = blocks
        .map(|(name, block)| (name.clone(), around(block.footprint.corners_m.iter().copied(), block.z_m)));
    let actors = description.actors.iter().map(|actor| {
        let (r, height_m) = (actor.collision_radius_m, actor.height_m.max(actor.collision_height_m));
        (actor.object.name.clone(), around([[-r, -r], [r, r]], [0.0, height_m]))
    });
    vehicles.chain(blocks).chain(actors).collect()
}

/// The chassis and the wheels in their straight position.
fn around_vehicle(vehicle: &VehicleModel) -> BoundingBox {
    let wheels = vehicle.wheels.iter().flat_map(|wheel| {
        let ([x, y], [dx, dy]) = (wheel.position_m, [wheel.diameter_m / 2.0, wheel.width_m / 2.0]);
        [[x - dx, y - dy], [x + dx, y + dy]]
    });
    let [low_m, high_m] = vehicle.chassis.z_m;
    let top_m = vehicle.wheels.iter().map(|wheel| wheel.diameter_m).fold(high_m, f64::max);
    around(vehicle.chassis.corners_m.iter().copied().chain(wheels), [low_m.min(0.0), top_m])
}

fn around(points_m: impl IntoIterator<Item = [f64; 2]>, [low_m, high_m]: [f64; 2]) -> BoundingBox {
    let nothing = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let (low, high) = points_m.into_iter().fold(nothing, |(low, high), [x, y]| {
        ([low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)])
    });
    if low[0] > high[0] {
        return BoundingBox { low_m: [0.0, 0.0, low_m], high_m: [0.0, 0.0, high_m] };
    }
    BoundingBox { low_m: [low[0], low[1], low_m], high_m: [high[0], high[1], high_m] }
}
