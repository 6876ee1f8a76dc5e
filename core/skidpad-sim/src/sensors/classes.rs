//! The built-in classes of sensors: what makes a device of a description.
//!
//! They are registered where those of a program are, in [`Extensions`](crate::Extensions).

use super::{Device, PlanarLaser, SpatialDevice};
use skidpad_messages::{CameraModel, FixQuality, LensModel};
use skidpad_sensors::camera::CameraOptics;
use skidpad_sensors::cone_detector::ConeDetectorModel;
use skidpad_sensors::gnss::{GnssEvent, GnssModel};
use skidpad_sensors::imu::ImuModel;
use skidpad_sensors::laser::LaserModel;
use skidpad_sensors::lidar3d::LidarModel;
use skidpad_sensors::range::Ranging;
use skidpad_sensors::rgbd::DepthCamera;
use skidpad_world::description::{self, CameraIntrinsics, Sensor, SensorKind};
use std::sync::Arc;

/// A sensor to be made.
pub(crate) struct SensorPlan<'a> {
    /// What the world says about it.
    pub(crate) sensor: &'a Sensor,
    /// Time between two readings [s].
    pub(crate) period_s: f64,
}

/// Makes a device of one class, or says why there can be none.
pub(crate) type MakeSensor = dyn Fn(&SensorPlan<'_>) -> Result<Device, String> + Send + Sync;

/// The built-in classes, by name.
pub(crate) fn built_in_sensors() -> Vec<(&'static str, Arc<MakeSensor>)> {
    vec![
        ("laser", Arc::new(laser)),
        ("lidar3d", Arc::new(lidar3d)),
        ("camera", Arc::new(camera)),
        ("rgbd_camera", Arc::new(rgbd_camera)),
        ("imu", Arc::new(imu)),
        ("gnss", Arc::new(gnss)),
        ("cone_detector", Arc::new(cone_detector)),
    ]
}

impl SensorPlan<'_> {
    /// Only a description that no file was read for names one class and has the parameters of another.
    pub(crate) fn other_class<T>(&self) -> Result<T, String> {
        Err(format!("its parameters are not those of class \"{}\"", self.sensor.kind.class()))
    }
}

fn spatial(device: SpatialDevice) -> Device {
    Device::Spatial(Arc::new(device))
}

fn laser(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Laser(it) = &plan.sensor.kind else { return plan.other_class() };
    let model = LaserModel::new(
        it.field_of_view_rad,
        it.ray_count,
        Ranging { min_m: it.min_range_m, max_m: it.max_range_m, noise_m: it.range_noise_m },
        it.angle_noise_rad,
        plan.period_s,
    );
    Ok(if it.raytrace_3d {
        spatial(SpatialDevice::Laser { model, ignores_own_vehicle: it.ignore_parent_body })
    } else {
        Device::PlanarLaser(Arc::new(PlanarLaser { model, sees_bodies: it.bodies_visible }))
    })
}

fn lidar3d(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Lidar3d(it) = &plan.sensor.kind else { return plan.other_class() };
    let ranging = Ranging { min_m: it.min_range_m, max_m: it.max_range_m, noise_m: it.range_noise_m };
    let mut model = LidarModel::new(&it.ring_elevations_rad, it.column_count, ranging);
    model.has_intensity = it.generate_intensity;
    model.has_two_returns = it.dual_return;
    model.sweep_s = it.motion_distortion.then_some(plan.period_s);
    Ok(spatial(SpatialDevice::Lidar3d { model, ignores_own_vehicle: it.ignore_parent_body }))
}

fn camera(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Camera(it) = &plan.sensor.kind else { return plan.other_class() };
    let optics = camera_optics(&it.intrinsics, it.antialias, it.readout_time_s.min(plan.period_s));
    Ok(spatial(SpatialDevice::Camera { optics, noise: it.image_noise }))
}

fn rgbd_camera(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Rgbd(it) = &plan.sensor.kind else { return plan.other_class() };
    let readout_s = it.readout_time_s.min(plan.period_s);
    Ok(spatial(SpatialDevice::Rgbd {
        depth: it.sense_depth.then(|| DepthCamera {
            optics: camera_optics(&it.depth, 1, readout_s),
            unit_m: it.depth_resolution_m,
            noise_m: it.depth_noise_m,
            noise_growth_per_m: it.depth_noise_growth_per_m,
        }),
        colour: it.sense_rgb.then(|| camera_optics(&it.rgb, 1, readout_s)),
        noise: it.image_noise,
        colour_in_sensor: it.rgb_in_depth,
    }))
}

fn imu(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Imu(it) = &plan.sensor.kind else { return plan.other_class() };
    Ok(Device::Imu(ImuModel {
        sensor_in_vehicle: plan.sensor.pose_in_vehicle,
        period_s: plan.period_s,
        gyro_noise_radps: it.gyro_noise_radps,
        accel_noise_mps2: it.accel_noise_mps2,
        gyro_random_walk: it.gyro_random_walk,
        accel_random_walk: it.accel_random_walk,
        gyro_saturation_radps: it.gyro_saturation_radps,
        accel_saturation_mps2: it.accel_saturation_mps2,
        orientation_noise_rad: it.measure_orientation.then_some(it.orientation_noise_rad),
    }))
}

fn gnss(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::Gnss(it) = &plan.sensor.kind else { return plan.other_class() };
    Ok(Device::Gnss(GnssModel {
        horizontal_noise_m: it.horizontal_noise_m,
        vertical_noise_m: it.vertical_noise_m,
        quality: quality(it.fix_type),
        events: it.events.iter().map(gnss_event).collect(),
    }))
}

fn cone_detector(plan: &SensorPlan<'_>) -> Result<Device, String> {
    let SensorKind::ConeDetector(it) = &plan.sensor.kind else { return plan.other_class() };
    Ok(Device::ConeDetector(ConeDetectorModel {
        field_of_view_rad: it.field_of_view_rad,
        min_range_m: it.min_range_m,
        max_range_m: it.max_range_m,
        range_noise_m: it.range_noise_m,
        bearing_noise_rad: it.bearing_noise_rad,
        miss_rate: it.miss_rate,
        color_error_rate: it.color_error_rate,
        false_positive_rate: it.false_positive_rate,
    }))
}

fn quality(fix_type: description::FixType) -> FixQuality {
    match fix_type {
        description::FixType::NoFix => FixQuality::NoFix,
        description::FixType::Gps => FixQuality::Gps,
        description::FixType::Dgps => FixQuality::Dgps,
        description::FixType::Sbas => FixQuality::Sbas,
        description::FixType::RtkFloat => FixQuality::RtkFloat,
        description::FixType::RtkFixed => FixQuality::RtkFixed,
    }
}

fn gnss_event(event: &description::GnssEvent) -> GnssEvent {
    GnssEvent {
        start_s: event.start_s,
        end_s: event.end_s,
        quality: event.fix_type.map(quality),
        horizontal_noise_m: event.horizontal_noise_m,
        vertical_noise_m: event.vertical_noise_m,
        is_outage: event.is_outage,
        offset_enu_m: event.offset_enu_m,
    }
}

fn camera_optics(intrinsics: &CameraIntrinsics, samples: u32, readout_s: f64) -> CameraOptics {
    CameraOptics {
        camera: CameraModel {
            width: intrinsics.column_count,
            height: intrinsics.row_count,
            fx_px: intrinsics.fx_px,
            fy_px: intrinsics.fy_px,
            cx_px: intrinsics.cx_px,
            cy_px: intrinsics.cy_px,
            lens: match intrinsics.lens {
                description::Lens::BrownConrady => LensModel::BrownConrady,
                description::Lens::KannalaBrandt => LensModel::KannalaBrandt,
            },
            distortion: intrinsics.distortion,
        },
        near_m: intrinsics.clip_near_m,
        far_m: intrinsics.clip_far_m,
        samples: samples.max(1),
        readout_s,
    }
}
