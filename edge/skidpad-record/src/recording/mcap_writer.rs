//! Turns each step into the messages of a recording.

use super::channels::{ChannelId, Channels};
use super::pose_topics::PoseTopics;
use super::recorder::RecordingOptions;
use super::static_frames::StaticFrames;
use crate::Provenance;
use crate::provenance::asset_name;
use mcap::McapResult;
use skidpad_math::Pose3;
use skidpad_messages::{
    BodyId, CollisionWatch, Event, Observations, Reading, ReadingData, Request, SensorEntry, Step, VehicleId,
    VehicleObservation,
};
use skidpad_rosmsg::msg::{
    Command, Event as EventMessage, Float64, Restored, RunStatus, StateHash, Time, VehicleLog,
};
use skidpad_rosmsg::{
    Message, MessageSink, OdometryGrowth, OdometryVariances, POSE_COLUMNS, Scenery, TransformChoice,
    VehicleNames, VehicleTopic, VehicleView, WHEEL_COLUMNS, ackermann_of, chassis_polygon, clock,
    is_of_speed_loops, send_reading, send_vehicle_topic, sensor_frames, static_transforms, twist_of,
    vehicle_log, world_transforms,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{Seek, Write};
use std::sync::Arc;

/// Reads the files that a world has asked for so far, by address.
#[derive(Clone)]
pub struct LaterFiles(pub Arc<dyn Fn() -> BTreeMap<String, Vec<u8>> + Send + Sync>);

impl fmt::Debug for LaterFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LaterFiles")
    }
}

/// How much longer the chunks of a recording with a topic for each log column are.
const LONGER_CHUNKS: u64 = 8;

/// Writes steps as messages.
pub struct McapWriter<W: Write + Seek> {
    channels: Channels<W>,
    scenery: Scenery,
    vehicles: Vec<VehicleChannels>,
    options: RecordingOptions,
    last_tick: u64,
    /// Sensors whose frames are known.
    framed_sensors: usize,
    static_frames: StaticFrames,
    collisions: CollisionWatch,
    poses: PoseTopics,
    /// Addresses of the attached assets.
    attached: BTreeSet<String>,
}

/// Names and channels of one vehicle.
struct VehicleChannels {
    names: VehicleNames,
    /// All log columns in one message.
    log: Option<ChannelId>,
    /// A topic for each log column, where they are asked for.
    pose_log: Vec<(usize, ChannelId)>,
    wheel_logs: Vec<Vec<(usize, ChannelId)>>,
    /// Whether it has touched something since the last message.
    had_contact: bool,
    odometry: OdometryGrowth,
}

/// The channels of a vehicle's pose columns, and of the columns of each wheel, by their places in the tables.
type LogTopics = (Vec<(usize, ChannelId)>, Vec<Vec<(usize, ChannelId)>>);

impl<W: Write + Seek> McapWriter<W> {
    /// Begin a file: attachments first, then what does not change.
    pub fn begin(
        out: W,
        provenance: &Provenance,
        scenery: Scenery,
        options: RecordingOptions,
    ) -> McapResult<Self> {
        let topics = options.topics.clone();
        // The index of a file has an entry for each topic of each chunk: with over a hundred topics for each vehicle,
        // longer chunks keep it small.
        let chunk_bytes = options.chunk_bytes * if options.has_log_topics { LONGER_CHUNKS } else { 1 };
        let mut channels = Channels::create(out, options.compression, chunk_bytes, topics)?;
        for (name, media_type, bytes) in provenance.attachments() {
            channels.attach(name, media_type, &bytes)?;
        }
        channels.flush()?;
        let mut writer = McapWriter {
            channels,
            scenery,
            vehicles: Vec::new(),
            options,
            last_tick: 0,
            framed_sensors: 0,
            static_frames: StaticFrames::default(),
            collisions: CollisionWatch::default(),
            poses: PoseTopics::default(),
            attached: provenance.assets.keys().cloned().collect(),
        };
        // A run without commands or hashes has empty channels for them.
        writer.channels.channel::<Command>("/skidpad/commands")?;
        writer.channels.channel::<StateHash>("/skidpad/state_hash")?;
        writer.tell_maps()?;
        writer.meet_vehicles()?;
        Ok(writer)
    }

    fn tell_maps(&mut self) -> McapResult<()> {
        for map in std::mem::take(&mut self.scenery.maps) {
            self.channels.send("/simul_map", 0, &map)?;
            self.channels.send("/simul_map_metadata", 0, &map.info)?;
        }
        Ok(())
    }

    /// Create channels for the vehicles of the roster that have none yet.
    fn meet_vehicles(&mut self) -> McapResult<()> {
        let roster = Arc::clone(&self.scenery.roster);
        let names = self.options.naming.of(&roster);
        for (index, (entry, names)) in roster.vehicles.iter().zip(names).enumerate().skip(self.vehicles.len())
        {
            let log = self.channels.channel::<VehicleLog>(&names.topic("log"))?;
            let (pose_log, wheel_logs) = match self.options.has_log_topics {
                true => self.open_log_topics(&names, entry.wheel_count)?,
                false => (Vec::new(), Vec::new()),
            };
            if let Some(shape) = self.scenery.shapes.get(index).filter(|shape| !shape.outline_m.is_empty()) {
                self.channels.send(&names.topic("chassis_polygon"), 0, &chassis_polygon(shape))?;
            }
            self.static_frames.set(&names.tf_static, static_transforms(0, &names, &[]));
            let odometry = OdometryGrowth::new(roster.odometry.get(index).copied().unwrap_or_default());
            let had_contact = false;
            self.vehicles.push(VehicleChannels { names, log, pose_log, wheel_logs, had_contact, odometry });
        }
        for (entry, sensor) in roster.sensors.iter().zip(0..).skip(self.framed_sensors) {
            self.place_sensor(entry, sensor, None, entry.sensor_in_vehicle, 0);
        }
        self.framed_sensors = roster.sensors.len();
        self.static_frames.write(&mut self.channels, 0)
    }

    /// Channels for every log column of a vehicle.
    fn open_log_topics(&mut self, names: &VehicleNames, wheel_count: u32) -> McapResult<LogTopics> {
        let mut pose_log = Vec::new();
        for (place, (column, _)) in POSE_COLUMNS.iter().enumerate() {
            let topic = names.topic(&format!("log/pose/{column}"));
            pose_log.extend(self.channels.channel::<Float64>(&topic)?.map(|channel| (place, channel)));
        }
        let mut wheel_logs = Vec::new();
        for wheel in 1..=wheel_count {
            let mut log = Vec::new();
            for (place, (column, _)) in WHEEL_COLUMNS.iter().enumerate() {
                // Every message has its own time, and speed controllers belong to the vehicle.
                if *column == "Timestamp" || wheel > 1 && is_of_speed_loops(column) {
                    continue;
                }
                let topic = names.topic(&format!("log/wheel_{wheel}/{column}"));
                log.extend(self.channels.channel::<Float64>(&topic)?.map(|channel| (place, channel)));
            }
            wheel_logs.push(log);
        }
        Ok((pose_log, wheel_logs))
    }

    /// Note the frames of a sensor.
    fn place_sensor(
        &mut self,
        entry: &SensorEntry,
        sensor: u32,
        colour: Option<Pose3>,
        sensor_in_parent: Pose3,
        stamp_ns: u64,
    ) {
        let placed = SensorEntry { sensor_in_vehicle: sensor_in_parent, ..entry.clone() };
        let frames = sensor_frames(&placed, colour);
        let (topic, transforms) = match entry.vehicle {
            None => {
                let names = self.options.naming.of_world();
                (names.tf_static.clone(), world_transforms(stamp_ns, &names, &frames))
            }
            Some(vehicle) => {
                let Some(it) = self.vehicles.get(vehicle.index()) else { return };
                let mut transforms = static_transforms(stamp_ns, &it.names, &frames);
                transforms.transforms.remove(0);
                (it.names.tf_static.clone(), transforms)
            }
        };
        self.static_frames.set_of_sensor(sensor, colour.is_some(), &topic, transforms);
    }

    /// Write a step, its commands first. The tick counts from the start of the recording.
    pub fn write(&mut self, tick: u64, step: &Step) -> McapResult<()> {
        if !Arc::ptr_eq(&self.scenery.roster, &step.roster) {
            self.scenery.roster = Arc::clone(&step.roster);
            self.meet_vehicles()?;
        }
        let before_ns = tick.saturating_sub(1) * self.scenery.step_ns;
        self.channels.set_log_time(before_ns);
        self.write_commands(tick, step)?;
        self.channels.set_log_time(tick * self.scenery.step_ns);
        self.last_tick = tick;
        let seen = &*step.observations;
        if let Some(hash) = step.hash {
            self.write_hash(tick, seen.step, seen.time_ns, hash)?;
        }
        self.write_events(seen, tick)?;
        let log_now = self.is_turn(tick, self.options.log_period_ns);
        let publish_now = self.is_turn(tick, self.options.publish_period_ns);
        for index in 0..seen.vehicles.len().min(self.vehicles.len()) {
            let vehicle = &seen.vehicles[index];
            self.vehicles[index].had_contact |= vehicle.is_in_collision;
            if log_now {
                self.write_log(index, vehicle, seen)?;
            }
            if publish_now {
                self.publish(index, vehicle, seen.time_ns)?;
            }
        }
        let map = self.options.naming.of_world().map();
        self.poses.write(&mut self.channels, seen, &step.roster, &map)?;
        if publish_now {
            self.channels.send("/clock", seen.time_ns, &clock(seen.time_ns))?;
        }
        if step.hash.is_some() && self.options.has_run_status {
            let status = &step.status;
            let message = RunStatus {
                stamp: Time::from_ns(seen.time_ns),
                tick,
                wall_s: status.wall.as_secs_f64(),
                realtime_factor: status.realtime_factor,
                missed_deadlines: status.missed_deadline_count,
            };
            self.channels.send("/skidpad/run_status", seen.time_ns, &message)?;
        }
        step.readings.iter().try_for_each(|reading| self.write_reading(reading))
    }

    /// Write the hash of the state.
    pub fn write_hash(&mut self, tick: u64, step: u64, time_ns: u64, hash: u64) -> McapResult<()> {
        let message = StateHash { stamp: Time::from_ns(time_ns), tick, step, hash };
        self.channels.send("/skidpad/state_hash", time_ns, &message)
    }

    /// Whether a message with this period is due at this tick.
    fn is_turn(&self, tick: u64, period_ns: u64) -> bool {
        let step_ns = self.scenery.step_ns.max(1);
        let every = ((period_ns + step_ns / 2) / step_ns).max(1);
        tick.is_multiple_of(every)
    }

    /// Attach the files that have been read since the recording began.
    fn attach_later_files(&mut self) -> McapResult<()> {
        let Some(read) = &self.options.later_files else { return Ok(()) };
        for (uri, bytes) in (read.0)() {
            if self.attached.insert(uri.clone()) {
                self.channels.attach(asset_name(&uri), "application/octet-stream", &bytes)?;
            }
        }
        Ok(())
    }

    fn write_commands(&mut self, tick: u64, step: &Step) -> McapResult<()> {
        let tick = tick.saturating_sub(1);
        let stamp_ns = step.time_ns().saturating_sub(self.scenery.step_ns);
        for command in step.commands.iter() {
            let request = command.request();
            if matches!(request, Request::Insert(_)) {
                self.attach_later_files()?;
            }
            let text = serde_json::to_string(request).unwrap_or_default();
            let message = Command { stamp: Time::from_ns(stamp_ns), tick, request: text };
            self.channels.send("/skidpad/commands", stamp_ns, &message)?;
            let Request::Drive { vehicle, drive } = request else { continue };
            let Some(vehicle_channels) = self.vehicles.get(vehicle.index()) else { continue };
            if let Some(twist) = twist_of(drive) {
                let topic = vehicle_channels.names.topic("cmd_vel");
                self.channels.send(&topic, stamp_ns, &twist)?;
            } else if let Some(set_point) = ackermann_of(drive, stamp_ns, &vehicle_channels.names) {
                let topic = vehicle_channels.names.topic("ackermann_cmd");
                self.channels.send(&topic, stamp_ns, &set_point)?;
            }
        }
        Ok(())
    }

    fn write_log(
        &mut self,
        index: usize,
        vehicle: &VehicleObservation,
        seen: &Observations,
    ) -> McapResult<()> {
        let McapWriter { channels, vehicles, .. } = self;
        let (vehicle_channels, time_s, stamp_ns) = (&vehicles[index], seen.time_s(), seen.time_ns);
        if let Some(log) = vehicle_channels.log {
            channels.write(log, stamp_ns, &vehicle_log(vehicle, stamp_ns))?;
        }
        for &(place, channel) in &vehicle_channels.pose_log {
            let data = (POSE_COLUMNS[place].1)(time_s, vehicle);
            channels.write(channel, stamp_ns, &Float64 { data })?;
        }
        for (log, wheel) in vehicle_channels.wheel_logs.iter().zip(&vehicle.wheels) {
            for &(place, channel) in log {
                let data = (WHEEL_COLUMNS[place].1)(time_s, wheel, &vehicle.speed_loops);
                channels.write(channel, stamp_ns, &Float64 { data })?;
            }
        }
        Ok(())
    }

    fn publish(&mut self, index: usize, vehicle: &VehicleObservation, time_ns: u64) -> McapResult<()> {
        let McapWriter { channels, vehicles, scenery, .. } = self;
        let vehicle_channels = &mut vehicles[index];
        vehicle_channels.odometry.follow(time_ns, vehicle.odometry_in_start);
        let grown = vehicle_channels.odometry.pose_covariance();
        let view = VehicleView {
            id: VehicleId(u32::try_from(index).unwrap_or(u32::MAX)),
            seen: vehicle,
            has_touched: std::mem::take(&mut vehicle_channels.had_contact),
            stamp_ns: time_ns,
            names: &vehicle_channels.names,
            shape: scenery.shapes.get(index),
            variances: OdometryVariances { grown, ..OdometryVariances::default() },
            transforms: TransformChoice::default(),
        };
        let mut sink = ChannelSink { channels, result: Ok(()) };
        VehicleTopic::ALL.into_iter().for_each(|topic| send_vehicle_topic(topic, &view, &mut sink));
        sink.result
    }

    fn write_events(&mut self, seen: &Observations, tick: u64) -> McapResult<()> {
        for event in &seen.events {
            let (what, bodies) = match event {
                // A contact that lasts is reported when it begins.
                Event::Contact { is_first: false, .. } => continue,
                Event::Contact { a, b, .. } => ("contact", vec![*a, *b]),
                Event::Refused { .. } | Event::RequestRefused { .. } => ("refused", Vec::new()),
                Event::Quarantined { body, .. } => ("quarantined", vec![*body]),
                Event::TimedOut { vehicle } => ("timed_out", vec![BodyId::Vehicle(*vehicle)]),
                Event::VehicleSpawned { vehicle } => ("vehicle_spawned", vec![BodyId::Vehicle(*vehicle)]),
                Event::BlockSpawned { block } => ("block_spawned", vec![BodyId::Block(*block)]),
                Event::Inserted => ("inserted", Vec::new()),
                Event::LightsSwitched => ("lights_switched", Vec::new()),
                Event::ObjectsChanged => ("objects_changed", Vec::new()),
                Event::Removed { body } => ("removed", vec![*body]),
                Event::Tipping { vehicle } => ("tipping", vec![BodyId::Vehicle(*vehicle)]),
                Event::Lap { vehicle, .. } => ("lap", vec![BodyId::Vehicle(*vehicle)]),
                Event::Reset => ("reset", Vec::new()),
                Event::ExtensionFailed { .. } => ("extension_failed", Vec::new()),
                Event::Note { .. } => ("note", Vec::new()),
            };
            let message = EventMessage {
                stamp: Time::from_ns(seen.time_ns),
                tick,
                what: what.to_string(),
                bodies: bodies.into_iter().map(|body| self.scenery.roster.name_of(body)).collect(),
                detail: serde_json::to_string(event).unwrap_or_default(),
            };
            self.channels.send("/skidpad/events", seen.time_ns, &message)?;
        }
        for index in self.collisions.begun(seen) {
            let names = self.scenery.roster.vehicles.get(index).map(|entry| entry.name.clone());
            let message = EventMessage {
                stamp: Time::from_ns(seen.time_ns),
                tick,
                what: "collision".to_string(),
                bodies: names.into_iter().collect(),
                detail: String::new(),
            };
            self.channels.send("/skidpad/events", seen.time_ns, &message)?;
        }
        Ok(())
    }

    fn write_reading(&mut self, reading: &Reading) -> McapResult<()> {
        let roster = Arc::clone(&self.scenery.roster);
        let Some(entry) = roster.sensors.get(reading.sensor.index()) else { return Ok(()) };
        // The colour camera of a depth camera says with its first reading where it sits.
        let colour = match &reading.data {
            ReadingData::Rgbd(rgbd) => Some(rgbd.colour_in_sensor),
            _ => None,
        };
        if colour.is_some() && !self.static_frames.knows_colour_of(reading.sensor.0) {
            let placed = entry.vehicle.map_or(reading.sensor_in_world, |_| entry.sensor_in_vehicle);
            self.place_sensor(entry, reading.sensor.0, colour, placed, reading.stamp_ns);
            self.static_frames.write(&mut self.channels, reading.stamp_ns)?;
        }
        let names = match entry.vehicle {
            // A sensor without a vehicle is named after the world.
            None => self.options.naming.of_world(),
            Some(vehicle) => match self.vehicles.get(vehicle.index()) {
                Some(it) => it.names.clone(),
                None => return Ok(()),
            },
        };
        self.send_reading(reading, entry, &names)
    }

    fn send_reading(
        &mut self,
        reading: &Reading,
        entry: &SensorEntry,
        names: &VehicleNames,
    ) -> McapResult<()> {
        let mut sink = ChannelSink { channels: &mut self.channels, result: Ok(()) };
        send_reading(reading, entry, names, &mut sink);
        sink.result
    }

    /// Write that the world was restored from a snapshot before the next step.
    pub fn restored(&mut self, tick: u64, snapshot: &[u8]) -> McapResult<()> {
        let stamp_ns = tick * self.scenery.step_ns;
        self.channels.set_log_time(stamp_ns);
        let message = Restored { stamp: Time::from_ns(stamp_ns), tick, snapshot: snapshot.to_vec() };
        self.channels.send("/skidpad/restored", stamp_ns, &message)
    }

    /// Make everything written so far readable.
    pub fn flush(&mut self) -> McapResult<()> {
        self.channels.flush()
    }

    /// Bytes of messages and attachments so far, before compression.
    pub fn written_bytes(&self) -> u64 {
        self.channels.written_bytes()
    }

    /// Steps written.
    pub fn last_tick(&self) -> u64 {
        self.last_tick
    }

    /// Close the file.
    pub fn finish(self) -> McapResult<W> {
        self.channels.finish()
    }

    /// Abandon the file without another write.
    pub fn give_up(self) -> W {
        self.channels.give_up()
    }
}

/// Sends readings to channels and keeps the first problem.
struct ChannelSink<'a, W: Write + Seek> {
    channels: &'a mut Channels<W>,
    result: McapResult<()>,
}

impl<W: Write + Seek> MessageSink for ChannelSink<'_, W> {
    fn send<M: Message>(&mut self, topic: &str, stamp_ns: u64, message: &M) {
        if self.result.is_ok() {
            self.result = self.channels.send(topic, stamp_ns, message);
        }
    }
}
