//! Descriptions compared by what they say, wherever it was written.

use super::{AssetUri, Element, ElementKind, Object, Sensor, Vehicle, Visual, WallSource, WorldDescription};
use crate::place::Place;

impl WorldDescription {
    /// Whether two descriptions say the same, wherever they were written.
    pub fn equals_apart_from_places(&self, other: &WorldDescription) -> bool {
        self.without_places() == other.without_places()
    }

    /// The same description with every place forgotten.
    pub fn without_places(&self) -> WorldDescription {
        let mut world = self.clone();
        world.settings.timestep_place = None;
        forget(world.georeference.iter_mut().map(|earth| &mut earth.place));
        forget(world.joints.iter_mut().map(|joint| &mut joint.place));
        forget(world.markers.iter_mut().map(|marker| &mut marker.place));
        forget(world.named_poses.iter_mut().map(|pose| &mut pose.place));
        world.elements.iter_mut().for_each(forget_element);
        world.vehicles.iter_mut().for_each(forget_vehicle);
        world.blocks.iter_mut().for_each(|block| forget_object(&mut block.object));
        world.actors.iter_mut().for_each(|actor| forget_object(&mut actor.object));
        world.sensors.iter_mut().for_each(forget_sensor);
        for walls in &mut world.walls {
            walls.place = Place::default();
            if let WallSource::Model(model) = &mut walls.source {
                model.place = Place::default();
            }
        }
        world
    }
}

fn forget<'a>(places: impl Iterator<Item = &'a mut Place>) {
    places.for_each(|place| *place = Place::default());
}

fn forget_assets<'a>(assets: impl IntoIterator<Item = &'a mut AssetUri>) {
    forget(assets.into_iter().map(|asset| &mut asset.place));
}

fn forget_element(element: &mut Element) {
    element.place = Place::default();
    match &mut element.kind {
        ElementKind::GroundGrid(_)
        | ElementKind::PropertyRegion(_)
        | ElementKind::ConeTrack(_)
        | ElementKind::Extension(_) => {}
        ElementKind::OccupancyGrid(grid) => forget_assets([&mut grid.file]),
        ElementKind::HorizontalPlane(plane) => {
            forget_assets(plane.texture.iter_mut().chain(&mut plane.normal_map));
        }
        ElementKind::VerticalPlane(plane) => {
            forget_assets(plane.texture.iter_mut().chain(&mut plane.normal_map));
        }
        ElementKind::PointCloud(cloud) => forget_assets([&mut cloud.file]),
        ElementKind::Skybox(sky) => forget_assets([&mut sky.textures]),
        ElementKind::ElevationMap(map) => {
            forget_assets(map.texture.iter_mut().chain(&mut map.normal_map));
            match &mut map.source {
                super::ElevationSource::Image { file, .. } | super::ElevationSource::DemText { file, .. } => {
                    forget_assets([file]);
                }
                super::ElevationSource::Matrix(_) => {}
            }
        }
    }
}

fn forget_vehicle(vehicle: &mut Vehicle) {
    forget_object(&mut vehicle.object);
    vehicle.chassis.place = Place::default();
    vehicle.friction.place = Place::default();
    forget(vehicle.aero.iter_mut().map(|aero| &mut aero.place));
    vehicle.sensors.iter_mut().for_each(forget_sensor);
    for wheel in &mut vehicle.wheels {
        wheel.place = Place::default();
        forget_visuals(&mut wheel.visuals);
    }
}

fn forget_object(object: &mut Object) {
    object.place = Place::default();
    forget_visuals(&mut object.visuals);
}

fn forget_sensor(sensor: &mut Sensor) {
    sensor.place = Place::default();
    forget_visuals(&mut sensor.visuals);
}

fn forget_visuals(visuals: &mut [Visual]) {
    for visual in visuals {
        visual.place = Place::default();
        visual.model.place = Place::default();
    }
}
