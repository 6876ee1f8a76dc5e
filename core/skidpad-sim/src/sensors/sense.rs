//! From the state of a world to what its sensors measure.

use super::pending_reading::ReadingContext;
use super::plane::PlaneView;
use super::{Device, PlanarLaser, SensorState, SensorTracer};
use crate::Simulation;
use crate::geo_planes::georeference;
use crate::state::Presence;
use skidpad_math::{NoiseAddress, Pose3, Vec3};
use skidpad_messages::{
    BlockId, GnssReading, ImuReading, Reading, ReadingData, Scan, SensorEntry, SensorId, VehicleId,
};
use skidpad_sensors::cone_detector::Cone;
use skidpad_sensors::gnss::GnssModel;
use skidpad_sensors::imu::{ImuModel, ImuState};
use skidpad_world::description::PropertyValue;

impl Simulation {
    /// The sensors, in the order of their numbers.
    pub fn sensors(&self) -> &[SensorEntry] {
        &self.model.roster.sensors
    }

    /// The sensors that take a reading at the end of the step just made. Those of vehicles that are gone take none.
    pub fn due(&self) -> impl Iterator<Item = SensorId> + '_ {
        let (step, dt_ns) = (self.state.step, self.model.dt_ns);
        (self.model.sensors.iter().enumerate())
            .filter(move |(_, sensor)| sensor.schedule.is_due(step, dt_ns) && self.is_there(sensor.vehicle))
            .map(|(index, _)| super::sensor_id(index))
    }

    /// What a sensor measures now, due or not. The world does not change by being looked at.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn sense(&self, id: SensorId, tracer: &mut SensorTracer) -> Reading {
        let context = self.context(id);
        let data = match &self.model.sensors[id.index()].device {
            Device::Spatial(device) => return self.pending_reading_by(device, context).reading(tracer),
            Device::Own(own) => return self.sense_own(own, context, tracer),
            Device::PlanarLaser(laser) => ReadingData::Scan(self.scan(laser, &context, &mut tracer.plane)),
            Device::Imu(model) => ReadingData::Imu(self.read_imu(model, &context)),
            Device::Gnss(model) => ReadingData::Gnss(self.read_gnss(model, &context)),
            Device::ConeDetector(model) => {
                ReadingData::Cones(model.sense(&context.sensor_in_world, self.cones(), context.noise))
            }
        };
        context.reading(data)
    }

    pub(super) fn context(&self, id: SensorId) -> ReadingContext {
        let sensor = &self.model.sensors[id.index()];
        let sensor_in_vehicle = self.model.roster.sensors[id.index()].sensor_in_vehicle;
        ReadingContext {
            id,
            stamp_ns: self.time_ns(),
            sensor_in_vehicle,
            sensor_in_world: self.carrier_in_world(sensor.vehicle) * sensor_in_vehicle,
            noise: NoiseAddress { seed: self.model.seed, stream: sensor.stream, step: self.state.step },
            vehicle: sensor.vehicle,
        }
    }

    pub(super) fn memory_of(&self, id: SensorId) -> Option<&SensorState> {
        self.state.sensors.get(self.model.sensors[id.index()].memory?)
    }

    fn scan(&self, laser: &PlanarLaser, context: &ReadingContext, plane: &mut PlaneView) -> Scan {
        let at = &context.sensor_in_world;
        plane.place(self, at, context.vehicle, laser.sees_bodies);
        let brightness = |target| plane.brightness(target);
        laser.model.scan_plane(at, &plane.caster, brightness, context.noise)
    }

    fn read_imu(&self, model: &ImuModel, context: &ReadingContext) -> ImuReading {
        let still = ImuState::default();
        let state = match self.memory_of(context.id) {
            Some(SensorState::Imu(state)) => state,
            _ => &still,
        };
        let carrier = self.carrier_in_world(context.vehicle);
        let enu_rad = self.model.georeference.as_ref().map_or(0.0, |it| it.world_to_enu_rotation_rad);
        model.sense(state, &carrier, self.model.gravity_mps2, enu_rad, context.noise)
    }

    fn read_gnss(&self, model: &GnssModel, context: &ReadingContext) -> GnssReading {
        let point_m = context.sensor_in_world.position();
        let georeference = georeference(self.model.georeference.as_ref());
        model.sense(
            context.stamp_ns as f64 * 1e-9,
            point_m,
            georeference.as_ref(),
            self.has_reception(point_m),
            context.noise,
        )
    }

    /// The cones that are there.
    fn cones(&self) -> impl Iterator<Item = Cone> {
        let blocks = (0..).map(BlockId).zip(self.model.blocks.iter().zip(&self.seen.blocks));
        blocks.filter(|(_, (_, seen))| seen.is_present).filter_map(|(block, (model, seen))| {
            let color = model.cone_color?;
            Some(Cone { block, place_in_world_m: seen.pose_in_world.position(), color })
        })
    }

    /// Whether satellites are in view: no region of the world says otherwise.
    fn has_reception(&self, point_m: Vec3) -> bool {
        let value = self.model.regions.value("gps_no_coverage", [point_m.x, point_m.y, point_m.z]);
        !matches!(value, Some(PropertyValue::Flag(true)))
    }

    pub(super) fn is_there(&self, vehicle: Option<VehicleId>) -> bool {
        vehicle.is_none_or(|id| self.state.vehicles[id.index()].presence == Presence::Present)
    }

    /// Where what carries a sensor is.
    fn carrier_in_world(&self, vehicle: Option<VehicleId>) -> Pose3 {
        vehicle.map_or_else(Pose3::default, |id| self.seen.vehicles[id.index()].pose_in_world)
    }
}
