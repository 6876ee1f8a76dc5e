//! The publications and subscriptions of a run, and its steps as messages.

use super::diagnostics::DiagnosticWindow;
use super::joints::{joints_of, robot_joint_states};
use super::publication::Source;
use super::static_frames::{ColourPoses, static_frames};
use super::{
    CommandTopic, Publication, RosStep, RunSink, Scenery, Schedule, Subscription, TopicClass, TopicSettings,
    VehicleTopic, VehicleView, robot_description, send_vehicle_topic,
};
use crate::convert::transform;
use crate::msg::{
    Clock, DiagnosticArray, Float64, JointState, MapMetaData, OccupancyGrid, Polygon, TFMessage, Text,
};
use crate::{
    Description, Message, MessageSink, Naming, OdometryGrowth, OdometryVariances, POSE_COLUMNS, ReadingPart,
    TransformChoice, VehicleNames, WHEEL_COLUMNS, chassis_polygon, clock, is_of_speed_loops,
    moving_transforms, ros_name, send_reading_part,
};
use skidpad_messages::{BodyId, Observations, Reading, Roster, SensorId, Step, VehicleId, VehicleJoints};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The publications and subscriptions of a run.
pub struct RunTopics {
    scenery: Scenery,
    settings: TopicSettings,
    schedule: Schedule,
    vehicles: Vec<VehicleNames>,
    world: VehicleNames,
    publications: Vec<Publication>,
    by_topic: BTreeMap<String, usize>,
    by_sensor: BTreeMap<SensorId, Vec<usize>>,
    subscriptions: Vec<Subscription>,
    sensor_count: usize,
    /// Latched publications whose message has not been sent, or has changed.
    stale: BTreeSet<usize>,
    /// Topics that could not be published because others have their names, for people.
    conflicts: Vec<String>,
    colours: ColourPoses,
    window: DiagnosticWindow,
    /// How uncertain each vehicle's odometry has become.
    growth: Vec<OdometryGrowth>,
}

impl RunTopics {
    /// The topics of a world.
    pub fn new(scenery: Scenery, settings: TopicSettings) -> RunTopics {
        let mut topics = RunTopics {
            schedule: Schedule::new(&scenery, &settings),
            vehicles: Vec::new(),
            world: settings.naming.of_world(),
            publications: Vec::new(),
            by_topic: BTreeMap::new(),
            by_sensor: BTreeMap::new(),
            subscriptions: Vec::new(),
            sensor_count: 0,
            growth: Vec::new(),
            stale: BTreeSet::new(),
            conflicts: Vec::new(),
            colours: ColourPoses::default(),
            window: DiagnosticWindow::default(),
            scenery,
            settings,
        };
        topics.add_world();
        topics.meet(&topics.settings.naming.clone());
        topics
    }

    /// Everything that is published, in order; the list only grows.
    pub fn publications(&self) -> &[Publication] {
        &self.publications
    }

    /// Everything that is heard, in order; the list only grows.
    pub fn subscriptions(&self) -> &[Subscription] {
        &self.subscriptions
    }

    /// At which steps something is due.
    pub fn schedule(&self) -> Schedule {
        self.schedule
    }

    /// Whether the state of vehicles is due at this tick.
    pub fn is_publish_turn(&self, tick: u64) -> bool {
        self.schedule.is_publish_turn(tick)
    }

    /// The names of everything.
    pub fn roster(&self) -> &Roster {
        &self.scenery.roster
    }

    /// The settings.
    pub fn settings(&self) -> &TopicSettings {
        &self.settings
    }

    /// Change how often something is sent, or what transforms are sent. Names and the list of topics stay as they are.
    pub fn change(&mut self, change: impl FnOnce(&mut TopicSettings)) {
        change(&mut self.settings);
        self.schedule = Schedule::new(&self.scenery, &self.settings);
    }

    /// Sensors of which a publication is wanted.
    pub fn wanted_sensors(&self, wants: impl Fn(&Publication) -> bool) -> BTreeSet<SensorId> {
        let wanted = self.publications.iter().filter(|publication| wants(publication));
        wanted.filter_map(Publication::sensor).collect()
    }

    /// Send latched messages again with the next step, for a connection that is new.
    pub fn forget_sent(&mut self) {
        let latched = self.publications.iter().filter(|publication| publication.class.is_latched());
        self.stale = latched.map(|publication| publication.id).collect();
    }

    /// Take over a roster that has changed. New vehicles have a namespace. True if the lists have grown.
    pub fn update(&mut self, roster: &Arc<Roster>) -> bool {
        if Arc::ptr_eq(&self.scenery.roster, roster) {
            return false;
        }
        self.scenery.roster = Arc::clone(roster);
        let before = (self.publications.len(), self.subscriptions.len());
        self.meet(&Naming { always_namespaced: true, ..self.settings.naming.clone() });
        (self.publications.len(), self.subscriptions.len()) != before
    }

    /// Which topics are not published because others have their names, as sentences for people; each is given once.
    pub fn take_conflicts(&mut self) -> Vec<String> {
        std::mem::take(&mut self.conflicts)
    }

    fn add_world(&mut self) {
        let settings = self.settings.clone();
        let map = self.world.topic("simul_map");
        if settings.clock_period_ns.is_some() {
            let clock = self.world.topic("clock");
            self.add::<Clock>(clock, TopicClass::Clock, settings.clock_period_ns, Source::Clock);
        }
        if !self.scenery.maps.is_empty() {
            let about = self.world.topic("simul_map_metadata");
            self.add::<OccupancyGrid>(map, TopicClass::Latched, None, Source::Maps);
            self.add::<MapMetaData>(about, TopicClass::Latched, None, Source::MapMetaData);
        }
        if settings.diagnostics_period_ns.is_some() {
            let (topic, period_ns) = (self.world.topic("diagnostics"), settings.diagnostics_period_ns);
            self.add::<DiagnosticArray>(topic, TopicClass::State, period_ns, Source::Diagnostics);
        }
        if settings.objects_period_ns.is_some() {
            let (topic, period_ns) = (self.world.topic("objects_ground_truth"), settings.objects_period_ns);
            self.add::<TFMessage>(topic, TopicClass::State, period_ns, Source::Objects);
        }
    }

    fn add<M: Message>(&mut self, topic: String, class: TopicClass, period_ns: Option<u64>, source: Source) {
        self.add_described(topic, M::DESCRIPTION, class, period_ns, source);
    }

    /// Add a publication. A topic has one type and one source, so the first of two with the same name wins; only a
    /// vehicle that has the name of a removed one takes over its topics.
    fn add_described(
        &mut self,
        topic: String,
        description: &'static Description,
        class: TopicClass,
        period_ns: Option<u64>,
        source: Source,
    ) {
        if let Some(&id) = self.by_topic.get(&topic) {
            if self.is_successor(&source, &self.publications[id].source) {
                self.take_over(id, period_ns, source);
            } else {
                let kind = description.ros1_name();
                let text = format!("two topics are called {topic}; the second one, {kind}, is not published");
                self.conflicts.push(text);
            }
            return;
        }
        let id = self.publications.len();
        self.by_topic.insert(topic.clone(), id);
        if class.is_latched() {
            self.stale.insert(id);
        }
        if let Source::Reading(sensor, _) = source {
            self.by_sensor.entry(sensor).or_default().push(id);
        }
        self.publications.push(Publication { id, topic, description, class, period_ns, source });
    }

    /// Whether a source belongs to a vehicle that came after the removal of another one of the same name: names are
    /// unique among those that are there.
    fn is_successor(&self, new: &Source, known: &Source) -> bool {
        let vehicle = |source: &Source| source.vehicle(&self.scenery.roster);
        let (Some(new), Some(known)) = (vehicle(new), vehicle(known)) else { return false };
        let name = |id: VehicleId| self.scenery.roster.name_of(BodyId::Vehicle(id));
        new != known && name(new) == name(known)
    }

    fn take_over(&mut self, id: usize, period_ns: Option<u64>, source: Source) {
        let publication = &mut self.publications[id];
        if let Source::Reading(gone, _) = publication.source
            && let Some(ids) = self.by_sensor.get_mut(&gone)
        {
            ids.retain(|it| *it != id);
        }
        if let Source::Reading(sensor, _) = source {
            self.by_sensor.entry(sensor).or_default().push(id);
        }
        if publication.class.is_latched() {
            self.stale.insert(id);
        }
        (publication.source, publication.period_ns) = (source, period_ns);
    }

    /// Add topics for vehicles and sensors of the roster that have none yet.
    fn meet(&mut self, naming: &Naming) {
        if !self.settings.has_vehicle_topics {
            return;
        }
        let roster = Arc::clone(&self.scenery.roster);
        let all_names = naming.of(&roster);
        let new = all_names.into_iter().enumerate().skip(self.vehicles.len());
        for (index, names) in new.collect::<Vec<_>>() {
            let vehicle = VehicleId(u32::try_from(index).unwrap_or(u32::MAX));
            self.add_vehicle(vehicle, &names);
            self.vehicles.push(names);
        }
        for (id, entry) in (0..).map(SensorId).zip(&roster.sensors).skip(self.sensor_count) {
            let names = match entry.vehicle {
                Some(vehicle) => self.vehicles.get(vehicle.index()).cloned(),
                None => {
                    self.add_static_frames(&self.world.tf_static.clone(), None);
                    Some(self.world.clone())
                }
            };
            let Some(names) = names else { continue };
            for &part in ReadingPart::all_of(entry) {
                let (topic, source) = (part.topic(entry, &names), Source::Reading(id, part));
                let period_ns = Some(entry.period_ns);
                self.add_described(topic, part.description(), TopicClass::Sensor, period_ns, source);
            }
        }
        self.sensor_count = roster.sensors.len();
    }

    fn add_vehicle(&mut self, vehicle: VehicleId, names: &VehicleNames) {
        let period_ns = Some(self.settings.publish_period_ns);
        match self.by_topic.get(&names.tf).map(|&id| &mut self.publications[id].source) {
            Some(Source::Transforms(vehicles)) => vehicles.push(vehicle),
            _ => {
                let source = Source::Transforms(vec![vehicle]);
                self.add::<TFMessage>(names.tf.clone(), TopicClass::Transforms, period_ns, source);
            }
        }
        self.add_static_frames(&names.tf_static, Some(vehicle));
        let joints = self.joints_of(vehicle);
        let (has_joints, has_urdf) = (joints.is_some(), joints.is_none_or(|joints| joints.has_description));
        if has_joints {
            let topic = names.topic("robot_joint_states");
            self.add::<JointState>(topic, TopicClass::State, period_ns, Source::Joints(vehicle));
        }
        for topic in VehicleTopic::ALL {
            if topic == VehicleTopic::Transforms
                || topic.is_of_localization() && !self.settings.has_fake_localization
                || has_joints && topic.is_of_a_driver()
            {
                continue;
            }
            let is_latched = matches!(topic, VehicleTopic::ChassisMarkers | VehicleTopic::LocalizedPose);
            let class = if is_latched { TopicClass::Latched } else { TopicClass::State };
            let source = Source::Vehicle(vehicle, topic);
            self.add_described(topic.topic(names), topic.description(), class, period_ns, source);
        }
        let (outline, urdf) = (names.topic("chassis_polygon"), names.topic("robot_description"));
        self.add::<Polygon>(outline, TopicClass::Latched, None, Source::ChassisPolygon(vehicle));
        if has_urdf {
            self.add::<Text>(urdf, TopicClass::Latched, None, Source::RobotDescription(vehicle));
        }
        if self.settings.has_log_topics {
            self.add_log(vehicle, names);
        }
        let has_brakes = self.scenery.roster.brakes.contains(&vehicle);
        for kind in CommandTopic::ALL.into_iter().filter(|kind| kind.is_for(has_brakes, has_joints)) {
            let id = self.subscriptions.len();
            self.subscriptions.push(Subscription { id, topic: kind.topic(names), vehicle, kind });
        }
    }

    /// The joints of a vehicle that ros2_control drives.
    fn joints_of(&self, vehicle: VehicleId) -> Option<&VehicleJoints> {
        joints_of(&self.scenery.roster, vehicle).filter(|_| self.settings.has_ros2_control)
    }

    /// Add a vehicle, or the world, to the static frames of a topic.
    fn add_static_frames(&mut self, topic: &str, vehicle: Option<VehicleId>) {
        if let Some(&id) = self.by_topic.get(topic) {
            if let Source::StaticTransforms { vehicles, has_world } = &mut self.publications[id].source {
                vehicles.extend(vehicle);
                *has_world |= vehicle.is_none();
            }
            self.stale.insert(id);
        } else {
            let source = Source::StaticTransforms {
                vehicles: vehicle.into_iter().collect(),
                has_world: vehicle.is_none(),
            };
            self.add::<TFMessage>(topic.to_string(), TopicClass::Latched, None, source);
        }
    }

    fn add_log(&mut self, vehicle: VehicleId, names: &VehicleNames) {
        for (column, (name, _)) in POSE_COLUMNS.iter().enumerate() {
            let topic = names.topic(&format!("log/pose/{name}"));
            self.add::<Float64>(topic, TopicClass::State, None, Source::PoseColumn(vehicle, column));
        }
        let wheel_count = self.scenery.roster.vehicles[vehicle.index()].wheel_count as usize;
        for wheel in 0..wheel_count {
            for (column, (name, _)) in WHEEL_COLUMNS.iter().enumerate() {
                if *name == "Timestamp" || wheel > 0 && is_of_speed_loops(name) {
                    continue;
                }
                let topic = names.topic(&format!("log/wheel_{}/{name}", wheel + 1));
                let source = Source::WheelColumn { vehicle, wheel, column };
                self.add::<Float64>(topic, TopicClass::State, None, source);
            }
        }
    }

    /// Send everything of a step that is due and wanted.
    pub fn publish(&mut self, ros_step: &RosStep, sink: &mut impl RunSink) {
        let step = &ros_step.step;
        self.update(&step.roster);
        self.window.count(&step.readings);
        self.follow_odometry(&step.observations);
        for reading in step.readings.iter() {
            if self.colours.learn(reading) {
                self.static_frames_changed();
            }
        }
        let stale = std::mem::take(&mut self.stale);
        let publications = std::mem::take(&mut self.publications);
        for publication in &publications {
            let is_stale = stale.contains(&publication.id);
            if is_stale || self.is_due(publication, step.tick) && sink.wants(publication) {
                self.send(publication, ros_step, sink);
            }
        }
        self.publications = publications;
        for reading in step.readings.iter() {
            self.send_reading(reading, sink);
        }
    }

    fn static_frames_changed(&mut self) {
        let is_static = |it: &&Publication| matches!(it.source, Source::StaticTransforms { .. });
        self.stale.extend(self.publications.iter().filter(is_static).map(|publication| publication.id));
    }

    fn is_due(&self, publication: &Publication, tick: u64) -> bool {
        match publication.source {
            Source::Reading(..)
            | Source::Maps
            | Source::MapMetaData
            | Source::StaticTransforms { .. }
            | Source::RobotDescription(_)
            | Source::ChassisPolygon(_) => false,
            Source::PoseColumn(..) | Source::WheelColumn { .. } => true,
            Source::Vehicle(_, topic) if topic.is_of_localization() => {
                self.settings.has_fake_localization && self.schedule.is_publish_turn(tick)
            }
            Source::Vehicle(..) | Source::Transforms(_) | Source::Joints(_) => {
                self.schedule.is_publish_turn(tick)
            }
            Source::Clock => self.schedule.is_turn_of(tick, self.settings.clock_period_ns),
            Source::Diagnostics => self.schedule.is_turn_of(tick, self.settings.diagnostics_period_ns),
            Source::Objects => self.schedule.is_turn_of(tick, self.settings.objects_period_ns),
        }
    }

    fn stamp_ns(&self, time_ns: u64) -> u64 {
        time_ns + self.settings.stamp_offset_ns
    }

    fn send(&mut self, publication: &Publication, ros_step: &RosStep, sink: &mut impl RunSink) {
        let step = &ros_step.step;
        let stamp_ns = self.stamp_ns(step.time_ns());
        match &publication.source {
            Source::Clock => sink.send(publication, stamp_ns, &clock(stamp_ns)),
            Source::Diagnostics => {
                let report = self.window.report(step, &self.scenery.roster, stamp_ns);
                sink.send(publication, stamp_ns, &report);
            }
            Source::Objects => sink.send(publication, stamp_ns, &self.objects(step, stamp_ns)),
            Source::Maps => {
                for map in &self.scenery.maps {
                    let mut map = map.clone();
                    map.header.frame_id = self.world.map();
                    sink.send(publication, stamp_ns, &map);
                }
            }
            Source::MapMetaData => {
                self.scenery.maps.iter().for_each(|map| sink.send(publication, stamp_ns, &map.info));
            }
            Source::Transforms(vehicles) => {
                let mut all = TFMessage::default();
                for view in vehicles.iter().filter_map(|vehicle| self.view(*vehicle, ros_step)) {
                    let moving = moving_transforms(view.seen, stamp_ns, view.names, &view.transforms);
                    all.transforms.extend(moving.transforms);
                }
                sink.send(publication, stamp_ns, &all);
            }
            Source::StaticTransforms { vehicles, has_world } => {
                let named: Vec<_> = vehicles.iter().map(|id| (*id, &self.vehicles[id.index()])).collect();
                let (roster, world) = (&self.scenery.roster, has_world.then_some(&self.world));
                let has_sensors = self.settings.has_sensor_frames;
                let frames = static_frames(roster, &named, world, has_sensors, &self.colours, stamp_ns);
                sink.send(publication, stamp_ns, &frames);
            }
            Source::RobotDescription(vehicle) => {
                let shape = self.scenery.shapes.get(vehicle.index());
                let control = self.joints_of(*vehicle).zip(self.vehicles.get(vehicle.index()));
                let data = robot_description(&self.scenery.roster, *vehicle, shape, control);
                sink.send(publication, stamp_ns, &Text { data });
            }
            Source::ChassisPolygon(vehicle) => {
                if let Some(shape) = self.scenery.shapes.get(vehicle.index()) {
                    sink.send(publication, stamp_ns, &chassis_polygon(shape));
                }
            }
            Source::Joints(vehicle) => {
                if let (Some(joints), Some(view)) = (self.joints_of(*vehicle), self.view(*vehicle, ros_step))
                {
                    let states = robot_joint_states(joints, view.seen, stamp_ns, view.names);
                    sink.send(publication, stamp_ns, &states);
                }
            }
            Source::Vehicle(vehicle, topic) => {
                if let Some(view) = self.view(*vehicle, ros_step) {
                    send_vehicle_topic(*topic, &view, &mut OnePublication { publication, sink });
                }
            }
            Source::PoseColumn(..) | Source::WheelColumn { .. } => {
                if let Some(data) = self.log_value(&publication.source, step) {
                    sink.send(publication, stamp_ns, &Float64 { data });
                }
            }
            Source::Reading(..) => {}
        }
    }

    fn follow_odometry(&mut self, seen: &Observations) {
        let roster = &self.scenery.roster;
        let known = self.growth.len();
        let noise = |index: usize| roster.odometry.get(index).copied().unwrap_or_default();
        self.growth.extend((known..seen.vehicles.len()).map(|index| OdometryGrowth::new(noise(index))));
        for (growth, vehicle) in self.growth.iter_mut().zip(&seen.vehicles) {
            growth.follow(seen.time_ns, vehicle.odometry_in_start);
        }
    }

    /// What the messages of a vehicle need, if it is there.
    fn view<'a>(&'a self, id: VehicleId, ros_step: &'a RosStep) -> Option<VehicleView<'a>> {
        let step = &ros_step.step;
        let seen = step.observations.vehicles.get(id.index()).filter(|vehicle| vehicle.is_present)?;
        let shape = self.scenery.shapes.get(id.index());
        // Where ros2_control drives, its controllers tell where the vehicle is.
        let has_joints = self.joints_of(id).is_some();
        let transforms = TransformChoice {
            has_map_to_odom: self.settings.has_fake_localization && !has_joints,
            has_odom_to_base: self.settings.has_odom_to_base && !has_joints,
            wheels_m: shape.map_or(&[], |shape| &shape.wheels_m),
        };
        Some(VehicleView {
            id,
            seen,
            has_touched: ros_step.touched.get(id.index()).copied().unwrap_or(seen.is_in_collision),
            stamp_ns: self.stamp_ns(step.time_ns()),
            names: self.vehicles.get(id.index())?,
            shape,
            variances: OdometryVariances {
                grown: self.growth.get(id.index()).map_or([[0.0; 3]; 3], OdometryGrowth::pose_covariance),
                ..self.settings.variances
            },
            transforms,
        })
    }

    fn log_value(&self, source: &Source, step: &Step) -> Option<f64> {
        let (seen, time_s) = (&step.observations, step.time_s());
        match *source {
            Source::PoseColumn(vehicle, column) => {
                seen.vehicles.get(vehicle.index()).map(|it| (POSE_COLUMNS[column].1)(time_s, it))
            }
            Source::WheelColumn { vehicle, wheel, column } => {
                let vehicle = seen.vehicles.get(vehicle.index())?;
                let wheel = vehicle.wheels.get(wheel)?;
                Some((WHEEL_COLUMNS[column].1)(time_s, wheel, &vehicle.speed_loops))
            }
            _ => None,
        }
    }

    /// The pose of every vehicle, block and person in the world.
    fn objects(&self, step: &Step, stamp_ns: u64) -> TFMessage {
        let (seen, roster, map) = (&step.observations, &self.scenery.roster, self.world.map());
        let vehicles = (0..).zip(&seen.vehicles).filter(|(_, it)| it.is_present);
        let vehicles = vehicles.map(|(id, it)| (BodyId::Vehicle(VehicleId(id)), it.pose_in_world));
        let blocks = (0..).zip(&seen.blocks).filter(|(_, it)| it.is_present);
        let blocks = blocks.map(|(id, it)| (BodyId::Block(skidpad_messages::BlockId(id)), it.pose_in_world));
        let actors = (0..).zip(&seen.actors);
        let actors = actors.map(|(id, it)| (BodyId::Actor(skidpad_messages::ActorId(id)), it.pose_in_world));
        let placed = vehicles.chain(blocks).chain(actors);
        let transforms = placed
            .map(|(body, pose)| transform(stamp_ns, &map, &ros_name(&roster.name_of(body)), &pose))
            .collect();
        TFMessage { transforms }
    }

    fn send_reading(&self, reading: &Reading, sink: &mut impl RunSink) {
        let Some(entry) = self.scenery.roster.sensors.get(reading.sensor.index()) else { return };
        let names = match entry.vehicle {
            Some(vehicle) => self.vehicles.get(vehicle.index()),
            None => Some(&self.world),
        };
        let (Some(names), Some(ids)) = (names, self.by_sensor.get(&reading.sensor)) else { return };
        let stamp_ns = self.stamp_ns(reading.stamp_ns);
        for publication in ids.iter().map(|&id| &self.publications[id]) {
            if let Source::Reading(_, part) = publication.source
                && sink.wants(publication)
            {
                let mut sink = OnePublication { publication, sink };
                send_reading_part(part, reading, entry, names, stamp_ns, &mut sink);
            }
        }
    }
}

/// Sends to a publication whatever is sent.
struct OnePublication<'a, S> {
    publication: &'a Publication,
    sink: &'a mut S,
}

impl<S: RunSink> MessageSink for OnePublication<'_, S> {
    fn send<M: Message>(&mut self, _topic: &str, stamp_ns: u64, message: &M) {
        self.sink.send(self.publication, stamp_ns, message);
    }
}
