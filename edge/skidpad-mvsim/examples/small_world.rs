//! A world without physics: two robots that stand where clients put them. It shows what a simulation has to do to
//! be the node `World`, and is what `scripts/check-mvsim` tries other programs on.
//!
//! `cargo run -p skidpad-mvsim --example small_world -- 23700`

use skidpad_mvsim::broker::{Broker, BrokerSettings};
use skidpad_mvsim::messages::*;
use skidpad_mvsim::mrpt::{
    CameraImage, CameraParameters, Image, MrptObject, Pose3D, Scan2D, ScanVersion, Timestamp,
};
use skidpad_mvsim::world::{ServiceRequest, World, WorldSettings};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where everything is.
struct State {
    objects: BTreeMap<String, (Pose, Option<Twist>)>,
    /// Names of drawn objects.
    spawned: BTreeSet<String>,
    are_lights_on: bool,
    is_over: bool,
}

impl State {
    fn new() -> Self {
        let standing = |x| (Pose { x, ..Pose::default() }, Some(Twist::default()));
        State {
            objects: BTreeMap::from([("r1".to_string(), standing(0.0)), ("r2".to_string(), standing(3.0))]),
            spawned: BTreeSet::new(),
            are_lights_on: false,
            is_over: false,
        }
    }

    fn answer(&mut self, request: ServiceRequest) {
        match request {
            ServiceRequest::SetPose(it, reply) => match self.objects.get_mut(&it.object_id) {
                Some((pose, _)) => {
                    let is_relative = it.relative_increment();
                    if is_relative {
                        pose.x += it.pose.x;
                        pose.y += it.pose.y;
                    } else {
                        *pose = it.pose;
                    }
                    let object_global_pose = is_relative.then_some(*pose);
                    reply.send(SrvSetPoseAnswer { success: true, object_global_pose, ..Default::default() });
                }
                None => reply.fail("objectId not found"),
            },
            ServiceRequest::GetPose(it, reply) => match self.objects.get(&it.object_id) {
                Some((pose, twist)) => reply.send(SrvGetPoseAnswer {
                    success: true,
                    pose: Some(*pose),
                    twist: *twist,
                    ..Default::default()
                }),
                None => reply.fail("objectId not found"),
            },
            ServiceRequest::SetControllerTwist(it, reply) => match self.objects.get_mut(&it.object_id) {
                Some((_, Some(twist))) => {
                    *twist = it.twist_set_point;
                    reply.send(SrvSetControllerTwistAnswer { success: true, error_message: None });
                }
                Some(_) => reply.fail("objectId is not of VehicleBase type"),
                None => reply.fail("objectId not found"),
            },
            ServiceRequest::Shutdown(_, reply) => {
                self.is_over = true;
                reply.send(SrvShutdownAnswer { accepted: true });
            }
            ServiceRequest::GetAllPoses(it, reply) => {
                let named = self.objects.iter().filter(|(name, _)| name.starts_with(it.prefix()));
                let objects = named.map(|(name, (pose, twist))| NamedPose {
                    name: name.clone(),
                    pose: *pose,
                    twist: *twist,
                });
                let objects = objects.collect();
                reply.send(SrvGetAllPosesAnswer {
                    success: true,
                    simul_time: Some(0.0),
                    objects,
                    error_message: None,
                });
            }
            other => self.answer_about_objects(other),
        }
    }

    fn answer_about_objects(&mut self, request: ServiceRequest) {
        match request {
            ServiceRequest::InsertEntities(it, reply) if it.xml.contains("<block") => {
                let names = vec!["block1".to_string()];
                self.objects.insert(names[0].clone(), (Pose::default(), None));
                reply.send(SrvInsertEntitiesAnswer { success: true, names, error_message: None });
            }
            ServiceRequest::InsertEntities(_, reply) => reply.fail("there is nothing to insert"),
            ServiceRequest::RemoveEntities(it, reply) => {
                let count = it.names.iter().filter(|name| self.objects.remove(*name).is_some()).count();
                let num_removed = Some(count as u32);
                reply.send(SrvRemoveEntitiesAnswer { success: true, num_removed, error_message: None });
            }
            ServiceRequest::SpawnObjects(it, reply) => {
                for object in it.objects {
                    self.objects.insert(object.name.clone(), (object.pose.unwrap_or_default(), None));
                    self.spawned.insert(object.name);
                }
                reply.send(SrvSpawnObjectsAnswer { success: true, error_message: None });
            }
            ServiceRequest::RemoveObjects(it, reply) => {
                let is_meant = |name: &String| {
                    it.names.contains(name)
                        || it.prefix.as_ref().is_some_and(|prefix| name.starts_with(prefix))
                };
                let gone: Vec<String> = self.spawned.iter().filter(|name| is_meant(name)).cloned().collect();
                for name in &gone {
                    self.spawned.remove(name);
                    self.objects.remove(name);
                }
                let num_removed = Some(gone.len() as u32);
                reply.send(SrvRemoveObjectsAnswer { success: true, num_removed, error_message: None });
            }
            ServiceRequest::SetLightState(it, reply) if it.light_group == "headlights" => {
                self.are_lights_on = it.on;
                reply.send(SrvSetLightStateAnswer { success: true, error_message: None });
            }
            ServiceRequest::GetLightState(it, reply) if it.light_group == "headlights" => {
                let on = Some(self.are_lights_on);
                reply.send(SrvGetLightStateAnswer { success: true, on, error_message: None });
            }
            other => other.refuse("there is no such light group"),
        }
    }
}

/// A large picture in one colour.
fn picture(label: &str, timestamp: Timestamp) -> GenericObservation {
    let (width, height) = (1920, 1080);
    let rgb = [10, 20, 30].repeat(width as usize * height as usize);
    let image = CameraImage {
        camera_pose: Pose3D::default(),
        camera: CameraParameters { width, height, ..CameraParameters::default() },
        image: Image::Rgb { width, height, rgb: &rgb },
        timestamp,
        label,
    };
    GenericObservation {
        unix_timestamp: timestamp.unix_s(),
        source_object_id: "r1".to_string(),
        mrpt_serialized_observation: image.to_bytes(),
    }
}

/// A scan of a round wall.
fn scan(label: &str, timestamp: Timestamp) -> GenericObservation {
    let scan = Scan2D {
        version: ScanVersion::default(),
        aperture_rad: std::f32::consts::PI,
        is_right_to_left: true,
        max_range_m: 20.0,
        sensor_pose: Pose3D::default(),
        ranges_m: &[5.0; 181],
        is_valid: &[true; 181],
        std_error_m: 0.01,
        timestamp,
        beam_aperture_rad: 0.0,
        label,
        delta_pitch_rad: 0.0,
        intensities: None,
    };
    GenericObservation {
        unix_timestamp: timestamp.unix_s(),
        source_object_id: "r1".to_string(),
        mrpt_serialized_observation: scan.to_bytes(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(23700), |text| text.parse())?;
    let broker = Broker::start(&BrokerSettings { port, ..BrokerSettings::default() })?;
    let (world, requests) = World::with_queue(WorldSettings::at(broker.endpoint()), 256)?;
    let poses = world.advertise::<TimeStampedPose>("/r1/pose")?;
    let scans = world.advertise::<GenericObservation>("/r1/laser1")?;
    let flat_scans = world.advertise::<ObservationLidar2D>("/r1/laser1_scan")?;
    let pictures = world.advertise::<GenericObservation>("/r1/camera1")?;
    println!("listening at {}", broker.endpoint());
    let mut state = State::new();
    while !state.is_over {
        if let Ok(request) = requests.recv_timeout(Duration::from_millis(20)) {
            state.answer(request);
        }
        let unix_s = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64();
        poses.publish_with(|| TimeStampedPose {
            unix_timestamp: unix_s,
            object_id: "r1".to_string(),
            pose: state.objects.get("r1").map_or(Pose::default(), |(pose, _)| *pose),
            relative_to_object_id: None,
        });
        scans.publish_with(|| scan("laser1", Timestamp::from_unix_s(unix_s)));
        pictures.publish_with(|| picture("camera1", Timestamp::from_unix_s(unix_s)));
        flat_scans.publish_with(|| ObservationLidar2D {
            unix_timestamp: unix_s,
            source_object_id: "r1".to_string(),
            scan_ranges: vec![5.0; 181],
            valid_ranges: vec![true; 181],
            aperture: std::f32::consts::PI,
            ccw: true,
            max_range: 20.0,
            sensor_pose: Pose::default(),
        });
    }
    Ok(())
}
