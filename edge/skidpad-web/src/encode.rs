//! Binary messages: what moves and what sensors saw, as little-endian bytes. The layout is in `contract/binary.rs`.

use crate::contract::{Flag, MessageKind, PictureFormat, Pose};
use skidpad_math::{Pose3, Vec3};
use skidpad_messages::{
    Cloud, ConeReading, DepthPicture, Event, Observations, Picture, Reading, ReadingData, Scan,
    VehicleObservation,
};

/// Pictures wider than this are sent with fewer columns and rows.
const WIDEST_PX: usize = 320;

/// Bytes being written.
struct Out(Vec<u8>);

impl Out {
    fn new(kind: MessageKind, flags: u8, sensor: u32, count: usize, step: u64, time_ns: u64) -> Out {
        let mut bytes = vec![kind as u8, flags];
        bytes.extend_from_slice(&u16::try_from(sensor).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
        bytes.extend_from_slice(&step.to_le_bytes());
        bytes.extend_from_slice(&time_ns.to_le_bytes());
        Out(bytes)
    }

    fn float(&mut self, value: f32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn floats<const N: usize>(&mut self, values: [f64; N]) {
        for value in values {
            self.float(value as f32);
        }
    }

    fn pose(&mut self, pose: &Pose3, origin_m: [f64; 3]) {
        let Pose(numbers) = Pose::relative_to(origin_m, pose);
        numbers.into_iter().for_each(|value| self.float(value));
    }

    fn word(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }
}

/// The poses that a client received last; only those that changed are sent again.
#[derive(Default)]
pub(crate) struct KnownPoses {
    known: Vec<[f32; 7]>,
}

impl KnownPoses {
    /// The frames that changed since the last message.
    pub(crate) fn message(&mut self, seen: &Observations, frames: &[Pose3], origin_m: [f64; 3]) -> Vec<u8> {
        let is_whole = self.known.len() != frames.len();
        if is_whole {
            self.known = vec![[f32::NEG_INFINITY; 7]; frames.len()];
        }
        let flags = if is_whole { Flag::Whole as u8 } else { 0 };
        let mut out = Out::new(MessageKind::Poses, flags, 0, 0, seen.step, seen.time_ns);
        let mut count = 0u32;
        for (index, (pose, known)) in (0u32..).zip(frames.iter().zip(&mut self.known)).skip(1) {
            let Pose(now) = Pose::relative_to(origin_m, pose);
            if now.map(f32::to_bits) == known.map(f32::to_bits) {
                continue;
            }
            *known = now;
            count += 1;
            out.word(index);
            now.into_iter().for_each(|value| out.float(value));
        }
        out.0[4..8].copy_from_slice(&count.to_le_bytes());
        out.0
    }
}

/// Every frame of a moment of the past.
pub(crate) fn past_poses(seen: &Observations, frames: &[Pose3], origin_m: [f64; 3]) -> Vec<u8> {
    let count = frames.len().saturating_sub(1);
    let mut out =
        Out::new(MessageKind::Poses, Flag::Past as u8 | Flag::Whole as u8, 0, count, seen.step, seen.time_ns);
    for (index, pose) in (0u32..).zip(frames).skip(1) {
        out.word(index);
        out.pose(pose, origin_m);
    }
    out.0
}

/// The coefficient of friction of a vehicle's tyres at a point of the world, where there is one.
pub(crate) type FrictionAt<'a> = dyn Fn(usize, [f64; 3]) -> Option<f64> + 'a;

/// Velocities, odometry, controllers and wheels.
pub(crate) fn vehicles(seen: &Observations, friction: &FrictionAt<'_>, flags: u8) -> Vec<u8> {
    let mut out = Out::new(MessageKind::Vehicles, flags, 0, seen.vehicles.len(), seen.step, seen.time_ns);
    for (index, it) in seen.vehicles.iter().enumerate() {
        vehicle(&mut out, it, &|point_m| friction(index, point_m));
    }
    out.0
}

fn vehicle(out: &mut Out, it: &VehicleObservation, friction: &dyn Fn([f64; 3]) -> Option<f64>) {
    out.word(
        u32::from(it.is_present) | u32::from(it.is_in_collision) << 1 | u32::from(it.had_collision) << 2,
    );
    let (twist, odometry) = (&it.twist_in_vehicle, &it.odometry_in_start);
    out.floats([twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps]);
    out.floats([it.acceleration_in_world_mps2.x, it.acceleration_in_world_mps2.y]);
    out.floats([odometry.x_m, odometry.y_m, odometry.yaw_rad]);
    for speed in &it.speed_loops {
        out.floats([speed.set_point_mps, speed.measured_mps, speed.torque_nm]);
    }
    out.word(u32::try_from(it.wheels.len()).unwrap_or(u32::MAX));
    for wheel in &it.wheels {
        // The ground is asked where the simulation asks it: on the vehicle's own plane.
        let on_vehicle_m = wheel.position_in_vehicle_m;
        let at = it.pose_in_world.transform(Vec3::new(on_vehicle_m.x, on_vehicle_m.y, 0.0));
        let grip_n = friction([at.x, at.y, at.z]).map_or(f64::NAN, |friction| friction * wheel.load_n);
        out.floats([
            wheel.position_in_vehicle_m.x,
            wheel.position_in_vehicle_m.y,
            wheel.steer_rad,
            wheel.spin_radps,
            wheel.torque_nm,
            wheel.force_in_vehicle_n.x,
            wheel.force_in_vehicle_n.y,
            wheel.load_n,
            wheel.slip_angle_rad,
            wheel.slip_ratio,
            grip_n,
            wheel.velocity_in_vehicle_mps.y,
        ]);
    }
}

/// Where bodies push each other; `None` when none do.
pub(crate) fn contacts(seen: &Observations, origin_m: [f64; 3], flags: u8) -> Option<Vec<u8>> {
    let touches = seen.events.iter().filter_map(|event| match event {
        Event::Contact { point_in_world_m: at, impulse_newton_s, is_first, .. } => {
            let first = f64::from(u8::from(*is_first));
            Some([at.x - origin_m[0], at.y - origin_m[1], *impulse_newton_s, first])
        }
        _ => None,
    });
    let touches: Vec<[f64; 4]> = touches.collect();
    if touches.is_empty() {
        return None;
    }
    let mut out = Out::new(MessageKind::Contacts, flags, 0, touches.len(), seen.step, seen.time_ns);
    touches.into_iter().for_each(|touch| out.floats(touch));
    Some(out.0)
}

/// What a sensor saw, as one or two binary messages; nothing for readings that are sent as text. A cloud has about
/// `max_points` points; 0 for all.
pub(crate) fn reading(reading: &Reading, step: u64, origin_m: [f64; 3], max_points: u32) -> Vec<Vec<u8>> {
    let head = |kind: MessageKind, count: usize| {
        let mut out = Out::new(kind, 0, reading.sensor.0, count, step, reading.stamp_ns);
        out.pose(&reading.sensor_in_world, origin_m);
        out
    };
    match &reading.data {
        ReadingData::Scan(it) => vec![scan(head(MessageKind::Scan, it.ranges_m.len()), it)],
        ReadingData::Cloud(it) => vec![cloud(head(MessageKind::Cloud, 0), it, max_points)],
        ReadingData::Image(it) => vec![picture(head, it)],
        ReadingData::Rgbd(it) => {
            let colour = it.colour.as_ref().map(|it| picture(head, it));
            let depth = it.depth.as_ref().map(|it| depth(head, it));
            colour.into_iter().chain(depth).collect()
        }
        ReadingData::Cones(it) => vec![cones(head(MessageKind::Cloud, it.cones.len()), it)],
        ReadingData::Arrays(it) => {
            let points_m = it.points_m();
            points_m
                .iter()
                .map(|points| array_points(head(MessageKind::Cloud, points.len()), points))
                .collect()
        }
        ReadingData::Imu(_) | ReadingData::Gnss(_) => Vec::new(),
    }
}

fn scan(mut out: Out, scan: &Scan) -> Vec<u8> {
    let shape = [scan.angle_min_rad, scan.angle_increment_rad, scan.range_min_m, scan.range_max_m];
    shape.into_iter().for_each(|value| out.float(value as f32));
    scan.ranges_m.iter().for_each(|range| out.float(*range));
    out.0
}

/// A thinned cloud keeps this many times its share of near points, and so much less of those this far away [m]: far
/// points lie close together on the screen.
const NEAR_SHARE: f32 = 1.6;
const FAR_LOSS: f32 = 1.2;
const FAR_M: f32 = 25.0;

fn cloud(mut out: Out, cloud: &Cloud, max_points: u32) -> Vec<u8> {
    out.word(0);
    let total = cloud.returns().count();
    let share = if max_points == 0 { 1.0 } else { max_points as f32 / total.max(1) as f32 };
    let (mut credit, mut count) = (1.0, 0u32);
    for (_, point) in cloud.returns() {
        if share < 1.0 {
            let far = (point.x_m.hypot(point.y_m) / FAR_M).min(1.0);
            credit += share * (NEAR_SHARE - FAR_LOSS * far);
            if credit < 1.0 {
                continue;
            }
            credit -= 1.0;
        }
        count += 1;
        out.float(point.x_m);
        out.float(point.y_m);
        out.float(point.z_m);
        let intensity = (point.intensity.clamp(0.0, 1.0) * 255.0) as u8;
        out.0.extend_from_slice(&[intensity, u8::try_from(point.ring).unwrap_or(u8::MAX), 0, 0]);
    }
    out.0[4..8].copy_from_slice(&count.to_le_bytes());
    out.0
}

/// Cones are drawn as points; the number of their colour takes the place of the ring.
fn cones(mut out: Out, cones: &ConeReading) -> Vec<u8> {
    out.word(0);
    for cone in &cones.cones {
        let (sin, cos) = cone.bearing_rad.sin_cos();
        out.floats([cone.range_m * cos, cone.range_m * sin, 0.0]);
        out.0.extend_from_slice(&[255, cone.color.number(), 0, 0]);
    }
    out.0
}

/// Points that the arrays of a program's own sensor mean.
fn array_points(mut out: Out, points_m: &[[f64; 3]]) -> Vec<u8> {
    out.word(0);
    for point in points_m {
        out.floats(*point);
        out.0.extend_from_slice(&[255, 0, 0, 0]);
    }
    out.0
}

/// Every how many columns and rows are sent, and how many that gives.
fn thinned(width: u32, height: u32) -> (usize, usize, usize) {
    let every = (width as usize).div_ceil(WIDEST_PX).max(1);
    (every, (width as usize).div_ceil(every), (height as usize).div_ceil(every))
}

fn picture(head: impl Fn(MessageKind, usize) -> Out, picture: &Picture) -> Vec<u8> {
    let width = picture.camera.width as usize;
    let (every, columns, rows) = thinned(picture.camera.width, picture.camera.height);
    let mut out = head(MessageKind::Picture, columns * rows);
    size(&mut out, columns, rows, PictureFormat::Rgb);
    for row in picture.rgb.chunks_exact(width.max(1) * 3).step_by(every) {
        for pixel in row.chunks_exact(3).step_by(every) {
            out.0.extend_from_slice(pixel);
        }
    }
    out.0
}

fn depth(head: impl Fn(MessageKind, usize) -> Out, picture: &DepthPicture) -> Vec<u8> {
    let width = picture.camera.width as usize;
    let (every, columns, rows) = thinned(picture.camera.width, picture.camera.height);
    let mut out = head(MessageKind::Picture, columns * rows);
    size(&mut out, columns, rows, PictureFormat::DepthMm);
    for row in picture.depth.chunks_exact(width.max(1)).step_by(every) {
        for value in row.iter().step_by(every) {
            let mm = (f64::from(*value) * picture.unit_m * 1000.0).min(65535.0) as u16;
            out.0.extend_from_slice(&mm.to_le_bytes());
        }
    }
    out.0
}

fn size(out: &mut Out, columns: usize, rows: usize, format: PictureFormat) {
    for value in [columns, rows] {
        out.0.extend_from_slice(&u16::try_from(value).unwrap_or(u16::MAX).to_le_bytes());
    }
    out.0.extend_from_slice(&[format as u8, 0, 0, 0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{CONTACT, HEADER, POSE_RECORD, VEHICLE, WHEEL, byte_count, offset};
    use skidpad_messages::{BodyId, CameraModel, SensorId};

    fn float_at(bytes: &[u8], at: usize) -> f32 {
        f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn only_what_changed_is_sent_again() {
        let seen = Observations { step: 7, time_ns: 35, ..Observations::default() };
        let mut frames = vec![Pose3::default(); 4];
        let mut known = KnownPoses::default();
        let first = known.message(&seen, &frames, [0.0; 3]);
        assert_eq!(
            (first[0], first[1], first.len()),
            (MessageKind::Poses as u8, Flag::Whole as u8, 24 + 3 * 32)
        );
        frames[2].x_m = 5_000_001.5;
        let second = known.message(&seen, &frames, [5_000_000.0, 0.0, 0.0]);
        assert_eq!(second[1], 0);
        assert_eq!(second[4], 3, "another origin moves everything");
        frames[2].x_m += 0.25;
        let third = known.message(&seen, &frames, [5_000_000.0, 0.0, 0.0]);
        assert_eq!((third[4], third[24], third.len()), (1, 2, 24 + 32));
        assert_eq!(float_at(&third, 28), 1.75);
        assert_eq!(known.message(&seen, &frames, [5_000_000.0, 0.0, 0.0]).len(), 24);
    }

    /// The tables say where a value is; what is written there must be that value.
    #[test]
    fn values_stand_where_the_tables_say() {
        let mut seen = Observations { step: 7, time_ns: 35, ..Observations::default() };
        let mut vehicle = VehicleObservation { is_in_collision: true, ..VehicleObservation::default() };
        vehicle.twist_in_vehicle.vy_mps = 1.0;
        vehicle.acceleration_in_world_mps2.x = 2.0;
        vehicle.odometry_in_start.yaw_rad = 3.0;
        vehicle.speed_loops[1].torque_nm = 4.0;
        let mut wheel = skidpad_messages::WheelObservation { steer_rad: 5.0, ..Default::default() };
        (wheel.torque_nm, wheel.slip_ratio, wheel.velocity_in_vehicle_mps.y) = (6.0, 7.0, 8.0);
        (wheel.force_in_vehicle_n.y, wheel.load_n, wheel.spin_radps) = (9.0, 10.0, 11.0);
        vehicle.wheels.push(wheel);
        seen.vehicles.push(vehicle);
        let wall = BodyId::Wall(0);
        seen.events.push(Event::Contact {
            a: wall,
            b: wall,
            point_in_world_m: skidpad_math::Vec2::new(12.0, 13.0),
            impulse_newton_s: 14.0,
            is_first: true,
        });
        let bytes = vehicles(&seen, &|_, _| Some(0.5), 0);
        let header = byte_count(HEADER);
        assert_eq!((bytes[offset(HEADER, "count")], bytes[offset(HEADER, "step")]), (1, 7));
        assert_eq!(bytes[offset(HEADER, "time_ns")], 35);
        let value = |name| float_at(&bytes, header + offset(VEHICLE, name));
        assert_eq!([value("vy_mps"), value("ax_mps2"), value("odometry_yaw_rad")], [1.0, 2.0, 3.0]);
        assert_eq!(value("loop_2_torque_nm"), 4.0);
        assert_eq!(bytes[header + offset(VEHICLE, "flags")] & 2, 2);
        assert_eq!(bytes[header + offset(VEHICLE, "wheel_count")], 1);
        let value = |name| float_at(&bytes, header + byte_count(VEHICLE) + offset(WHEEL, name));
        assert_eq!([value("steer_rad"), value("torque_nm"), value("slip_ratio")], [5.0, 6.0, 7.0]);
        assert_eq!([value("lateral_velocity_mps"), value("force_y_n"), value("load_n")], [8.0, 9.0, 10.0]);
        assert_eq!([value("spin_radps"), value("grip_n")], [11.0, 5.0]);
        assert_eq!(bytes.len(), header + byte_count(VEHICLE) + byte_count(WHEEL));
        let bytes = contacts(&seen, [0.0, 1.0, 0.0], 0).unwrap();
        let value = |name| float_at(&bytes, header + offset(CONTACT, name));
        assert_eq!([value("x_m"), value("y_m"), value("impulse_newton_s")], [12.0, 12.0, 14.0]);
        assert_eq!((value("is_first"), bytes.len()), (1.0, header + byte_count(CONTACT)));
        let poses =
            past_poses(&seen, &[Pose3::default(), Pose3::new(1.0, 2.0, 3.0, 0.0, 0.0, 0.0)], [0.0; 3]);
        let value = |name| float_at(&poses, header + offset(POSE_RECORD, name));
        assert_eq!([value("x_m"), value("z_m"), value("qx"), value("qw")], [1.0, 3.0, 0.0, 1.0]);
        assert_eq!((poses[header], poses.len()), (1, header + byte_count(POSE_RECORD)));
    }

    #[test]
    fn vehicles_have_the_documented_length() {
        let mut seen = Observations::default();
        seen.vehicles.resize_with(2, VehicleObservation::default);
        seen.vehicles[1].wheels.resize_with(3, Default::default);
        seen.vehicles[1].twist_in_vehicle.vx_mps = 1.5;
        seen.vehicles[1].wheels[0].load_n = 10.0;
        seen.vehicles[1].wheels[1].load_n = 10.0;
        seen.vehicles[1].wheels[1].position_in_vehicle_m.x = 2.0;
        seen.vehicles[1].pose_in_world = Pose3::new(5.0, 1.0, 0.0, std::f64::consts::FRAC_PI_2, 0.0, 0.0);
        let ice =
            |vehicle: usize, [_, y, _]: [f64; 3]| (vehicle == 1).then_some(if y > 2.0 { 0.1 } else { 0.5 });
        let bytes = vehicles(&seen, &ice, 0);
        assert_eq!(bytes.len(), 24 + 2 * 64 + 3 * 48);
        assert_eq!(float_at(&bytes, 24 + 64 + 4), 1.5);
        assert_eq!(float_at(&bytes, 24 + 128 + 40), 5.0, "grip is friction times load");
        assert_eq!(float_at(&bytes, 24 + 128 + 48 + 40), 1.0, "the wheel ahead stands on ice");
    }

    #[test]
    fn clouds_are_thinned_by_distance() {
        let point = |x_m: f32| skidpad_messages::CloudPoint { x_m, ..Default::default() };
        let points: Vec<_> = (0..8000).map(|i| point(if i % 2 == 0 { 2.0 } else { 40.0 })).collect();
        let data = ReadingData::Cloud(Cloud { points, ..Cloud::default() });
        let pose = Pose3::default();
        let (sensor, stamp_ns) = (SensorId(0), 0);
        let it = Reading { sensor, stamp_ns, sensor_in_vehicle: pose, sensor_in_world: pose, data };
        let count = |bytes: &[u8]| (bytes.len() - 24 - 28 - 4) / 16;
        let whole = &reading(&it, 1, [0.0; 3], 0)[0];
        assert_eq!((count(whole), &whole[4..8]), (8000, &8000u32.to_le_bytes()[..]));
        let thin = &reading(&it, 1, [0.0; 3], 1000)[0];
        let near = (0..count(thin)).filter(|i| float_at(thin, 56 + i * 16) < 3.0).count();
        assert!((900..1100).contains(&count(thin)), "{}", count(thin));
        assert!(near > 2 * (count(thin) - near), "{near} of {}", count(thin));
        assert_eq!(thin[4..8], u32::try_from(count(thin)).unwrap().to_le_bytes());
    }

    #[test]
    fn wide_pictures_are_thinned() {
        let camera = CameraModel { width: 640, height: 4, ..CameraModel::default() };
        let rgb = (0..640 * 4 * 3).map(|i| (i % 251) as u8).collect();
        let data = ReadingData::Image(Picture { camera, rgb, ..Picture::default() });
        let pose = Pose3::default();
        let it = Reading {
            sensor: SensorId(3),
            stamp_ns: 0,
            sensor_in_vehicle: pose,
            sensor_in_world: pose,
            data,
        };
        let bytes = &reading(&it, 1, [0.0; 3], 0)[0];
        assert_eq!(bytes.len(), 24 + 28 + 8 + 320 * 2 * 3);
        assert_eq!(bytes[63], 6, "the second pixel sent is the third of the picture");
    }
}
