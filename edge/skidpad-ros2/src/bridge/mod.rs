//! The bridge's own thread: steps become messages, messages become commands.

mod hear;

use self::hear::is_sent;
use crate::arguments::LogLevel;
use crate::brains2::Brains2;
use crate::parameter_services::{ParameterServices, body};
use crate::participant::BridgePlan;
use crate::rosout::RosLog;
use crate::shared::{BridgeWorld, Next, Shared};
use crate::simulation::SimulationServices;
use crate::type_descriptions::TypeDescriptions;
use crate::{Parameters, RosNode};
use skidpad_link::{Client, Control};
use skidpad_messages::{Event, Pace, SensorId};
use skidpad_rosmsg::msg::{MarkerArray, ParameterEvent, Time};
use skidpad_rosmsg::{
    CommandTopic, DriveRequests, JointCommands, MarkerTopic, Message, Publication, RosStep, RunSink,
    RunTopics, Subscription, TopicClass,
};
use skidpad_rtps::{Qos, Receiver, Wire, WireError, WriterId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest wait for a step before messages are looked for.
const STEP_WAIT: Duration = Duration::from_millis(4);

/// Time between two looks at who subscribes.
const LOOK_PERIOD: Duration = Duration::from_millis(50);

/// Messages that a publisher of readings keeps.
const SENSOR_DEPTH: u32 = 5;

/// A bridge that runs.
pub(crate) struct Bridge {
    shared: Arc<Shared>,
    /// The number of the run's world.
    world: u64,
    unix_start_ns: u64,
    node: RosNode,
    topics: RunTopics,
    writers: Vec<WriterId>,
    /// Writers of the world before, for topics that this world has too.
    spare_writers: Vec<(Publication, WriterId)>,
    wanted: Vec<bool>,
    wanted_sensors: BTreeSet<SensorId>,
    heard: Vec<(Subscription, Receiver)>,
    markers: Vec<(MarkerTopic, Receiver)>,
    parameters: Parameters,
    services: ParameterServices,
    types: TypeDescriptions,
    simulation: SimulationServices,
    brains2: Option<Brains2>,
    parameter_events: WriterId,
    log: RosLog,
    requests: DriveRequests,
    joints: JointCommands,
    run: Option<Client>,
    stamp_ns: u64,
    /// Simulated time of the step before [ns].
    time_ns: u64,
    looked: Instant,
    seen_activity: u64,
}

impl Bridge {
    /// Make the node and everything it offers.
    pub(crate) fn start(
        plan: &BridgePlan,
        wire: Arc<dyn Wire>,
        shared: Arc<Shared>,
    ) -> Result<Bridge, WireError> {
        let remaps = plan.arguments.remaps.clone();
        let mut node = RosNode::new(wire, plan.node.clone(), remaps, plan.distro)?;
        let parameters = plan.parameters.clone();
        let settings = parameters.topic_settings(plan.unix_start_ns);
        let BridgeWorld { number, scenery, library, .. } = shared.world();
        let topics = RunTopics::new(scenery, settings);
        let least = plan.arguments.log_level.unwrap_or_default();
        let mut log = RosLog::new(&mut node, least, plan.arguments.has_rosout.unwrap_or(true))?;
        let services = ParameterServices::offer(&mut node)?;
        let types = TypeDescriptions::offer(&mut node)?;
        let world_frame = &topics.settings().naming.world_frame;
        let roster = topics.roster();
        let simulation = SimulationServices::offer(&mut node, plan.distro, roster, world_frame, library)?;
        let brains2 = match &plan.brains2 {
            Some(track) => Some(Brains2::offer(&mut node, track, roster)?),
            None => None,
        };
        let mut markers = Vec::new();
        for topic in MarkerTopic::ALL {
            let qos = Qos::reliable(10);
            markers.push((topic, node.subscription(topic.name(), MarkerArray::DESCRIPTION, &qos)?));
        }
        let events = ParameterEvent::DESCRIPTION;
        let parameter_events = node.publisher("/parameter_events", events, &Qos::reliable(1000))?;
        for name in &plan.unknown_parameters {
            let text = format!("there is no parameter {name}; its value is ignored");
            log.say(&node, LogLevel::Warn, 0, &text)?;
        }
        let requests = DriveRequests::with_timeout(parameters.cmd_vel_timeout_s());
        let mut bridge = Bridge {
            shared,
            world: number,
            unix_start_ns: plan.unix_start_ns,
            node,
            topics,
            writers: Vec::new(),
            spare_writers: Vec::new(),
            wanted: Vec::new(),
            wanted_sensors: BTreeSet::new(),
            heard: Vec::new(),
            markers,
            parameters,
            services,
            types,
            simulation,
            brains2,
            parameter_events,
            log,
            requests,
            joints: JointCommands::default(),
            run: plan.connect(),
            stamp_ns: 0,
            time_ns: 0,
            looked: Instant::now(),
            seen_activity: 0,
        };
        bridge.add_endpoints()?;
        bridge.node.update_graph()?;
        // A bridge before this one may have asked for more.
        bridge.shared.ask(number, |asked| asked.sensors = Some(BTreeSet::new()));
        Ok(bridge)
    }

    /// Work until the run is over.
    pub(crate) fn run(&mut self) -> Result<(), WireError> {
        loop {
            match self.shared.next(STEP_WAIT) {
                Next::Step(step) => self.publish(&step)?,
                Next::World => self.change_world()?,
                Next::Nothing => {}
                Next::Closed => return Ok(()),
            }
            let activity = self.node.wire().activity();
            if std::mem::replace(&mut self.seen_activity, activity) != activity {
                self.hear()?;
                self.answer()?;
                self.simulation.answer(&self.node, self.run.as_ref())?;
                self.types.answer(&self.node)?;
                self.answer_brains2()?;
                self.node.update_graph()?;
            }
            if let Some(run) = &self.run {
                self.simulation.take_answers(&self.node, run)?;
            }
            if self.looked.elapsed() >= LOOK_PERIOD {
                self.looked = Instant::now();
                self.look_for_subscribers()?;
            }
            match self.node.wire().take_error() {
                None => {}
                Some(error @ (WireError::Panicked { .. } | WireError::Stopped)) => return Err(error),
                Some(error) => self.log.warn(&self.node, self.stamp_ns, &error.to_string())?,
            }
        }
    }

    /// The run has another world: topics that it has too keep their writers, so that subscribers need not find them
    /// again; the others go.
    fn change_world(&mut self) -> Result<(), WireError> {
        let BridgeWorld { number, scenery, library, first_tick } = self.shared.world();
        let current = library.current_world().map_or_else(String::new, |it| it.uri);
        self.parameters.note_world(&current);
        let settings = self.parameters.topic_settings(self.unix_start_ns);
        let new = RunTopics::new(scenery, settings);
        let old = std::mem::replace(&mut self.topics, new);
        self.spare_writers =
            old.publications().iter().cloned().zip(std::mem::take(&mut self.writers)).collect();
        (self.world, self.time_ns) = (number, 0);
        self.wanted.clear();
        self.wanted_sensors.clear();
        for (_, receiver) in std::mem::take(&mut self.heard) {
            self.node.forget(receiver.guid());
        }
        self.requests = DriveRequests::with_timeout(self.parameters.cmd_vel_timeout_s());
        self.joints = JointCommands::default();
        let world_frame = &self.topics.settings().naming.world_frame;
        self.simulation.change_world(self.topics.roster(), world_frame, library, first_tick, &self.node)?;
        self.add_endpoints()?;
        for (_, writer) in std::mem::take(&mut self.spare_writers) {
            self.node.wire().remove(writer.guid())?;
            self.node.forget(writer.guid());
        }
        let schedule = self.topics.schedule();
        self.shared.ask(number, |asked| {
            (asked.schedule, asked.sensors) = (Some(schedule), Some(BTreeSet::new()));
        });
        self.look_for_subscribers()
    }

    /// Make writers and readers for topics that have none yet.
    fn add_endpoints(&mut self) -> Result<(), WireError> {
        for conflict in self.topics.take_conflicts() {
            self.log.say(&self.node, LogLevel::Warn, self.stamp_ns, &conflict)?;
        }
        for publication in &self.topics.publications()[self.writers.len()..] {
            let place = self.spare_writers.iter().position(|(it, _)| is_same_topic(it, publication));
            let writer = match place {
                Some(place) => self.spare_writers.swap_remove(place).1,
                None => {
                    let qos = match publication.class {
                        TopicClass::Clock => Qos::reliable(10),
                        TopicClass::Transforms => Qos::reliable(100),
                        TopicClass::State => Qos::reliable(self.parameters.history_depth()),
                        TopicClass::Sensor => Qos::reliable(SENSOR_DEPTH),
                        TopicClass::Latched => Qos::latched(1),
                    };
                    let name = name_in_namespace(&publication.topic);
                    self.node.publisher(name, publication.description, &qos)?
                }
            };
            self.writers.push(writer);
            self.wanted.push(false);
        }
        for subscription in self.topics.subscriptions() {
            let is_open = self.heard.iter().any(|(it, _)| it.id == subscription.id);
            // Two types on one topic confuse tools, so stamped twists are heard when somebody sends them.
            if is_open
                || subscription.kind == CommandTopic::TwistStamped && !is_sent(&self.node, subscription)
            {
                continue;
            }
            let (name, description) =
                (name_in_namespace(&subscription.topic), subscription.kind.description());
            let receiver = self.node.subscription(name, description, &Qos::reliable(10))?;
            self.heard.push((subscription.clone(), receiver));
        }
        Ok(())
    }

    fn publish(&mut self, step: &RosStep) -> Result<(), WireError> {
        for (vehicle, namespace) in self.simulation.namespaces() {
            let (vehicle, namespace) = (vehicle.to_string(), namespace.to_string());
            self.topics.change(|settings| {
                settings.naming.namespaces.insert(vehicle, namespace);
            });
        }
        if self.topics.update(&step.step.roster) {
            self.add_endpoints()?;
            self.node.update_graph()?;
        }
        self.simulation.note(&step.step);
        self.keep_stamps_growing(step.step.time_ns());
        self.stamp_ns = step.step.time_ns() + self.topics.settings().stamp_offset_ns;
        let Bridge { node, writers, wanted, topics, .. } = self;
        let mut sink = WireSink { wire: node.wire(), writers, wanted, result: Ok(()) };
        topics.publish(step, &mut sink);
        sink.result?;
        if let Some(brains2) = &mut self.brains2 {
            let is_due = self.topics.is_publish_turn(step.step.tick);
            let computing_ns = self.shared.computing_ns();
            brains2.publish(node, &step.step, self.stamp_ns, is_due, computing_ns, &self.parameters)?;
        }
        for event in &step.step.observations.events {
            let text = event.describe(&step.step.roster);
            match event {
                Event::Contact { .. } => {}
                Event::Refused { .. } | Event::RequestRefused { .. } | Event::Quarantined { .. } => {
                    self.log.warn(&self.node, self.stamp_ns, &text)?;
                }
                _ => self.log.say(&self.node, LogLevel::Info, self.stamp_ns, &text)?,
            }
        }
        Ok(())
    }

    /// A node of brains2 resets its car, not its clock: stamps go on from where they were.
    fn keep_stamps_growing(&mut self, time_ns: u64) {
        let before_ns = std::mem::replace(&mut self.time_ns, time_ns);
        if self.brains2.is_some() && time_ns < before_ns {
            self.topics.change(|settings| settings.stamp_offset_ns += before_ns);
        }
    }

    /// Answer the services of brains2.
    fn answer_brains2(&mut self) -> Result<(), WireError> {
        let Some(brains2) = &mut self.brains2 else { return Ok(()) };
        let mut problems = Vec::new();
        brains2.answer(&self.node, self.run.as_ref(), &mut problems)?;
        brains2.send_waiting(&self.node)?;
        problems.into_iter().try_for_each(|text| self.log.warn(&self.node, self.stamp_ns, &text))
    }

    /// Answer parameter services, and follow parameters that have changed.
    fn answer(&mut self) -> Result<(), WireError> {
        let before = self.parameters.clone();
        let unreadable = self.services.answer(&self.node, &mut self.parameters)?;
        if unreadable > 0 {
            let text = "a request of a parameter service cannot be read; it is ignored";
            self.log.warn(&self.node, self.stamp_ns, text)?;
        }
        let changed = self.parameters.changed_since(&before);
        if changed.is_empty() {
            return Ok(());
        }
        if self.parameters.realtime_factor() != before.realtime_factor() {
            let factor = self.parameters.realtime_factor();
            let pace = if factor > 0.0 { Pace::RealTime(factor) } else { Pace::Max };
            let asked = self.run.as_ref().map(|run| run.control(Control::SetPace(pace)));
            if let Some(Err(problem)) = asked {
                self.log.warn(&self.node, self.stamp_ns, &problem.to_string())?;
            }
        }
        if self.parameters.cmd_vel_timeout_s() != before.cmd_vel_timeout_s() {
            self.requests.set_timeout(self.parameters.cmd_vel_timeout_s());
        }
        let wanted = self.parameters.topic_settings(0);
        self.topics.change(|settings| {
            settings.publish_period_ns = wanted.publish_period_ns;
            settings.clock_period_ns = wanted.clock_period_ns;
            settings.has_fake_localization = wanted.has_fake_localization;
            settings.has_odom_to_base = wanted.has_odom_to_base;
        });
        let schedule = self.topics.schedule();
        self.shared.ask(self.world, |asked| asked.schedule = Some(schedule));
        let event = ParameterEvent {
            stamp: Time::from_ns(self.stamp_ns),
            node: self.node.name().full(),
            changed_parameters: changed,
            ..ParameterEvent::default()
        };
        self.node.wire().write(self.parameter_events, body(&event), None, None).map(|_| ())
    }

    /// See which topics have subscribers; sensors without any are not evaluated.
    fn look_for_subscribers(&mut self) -> Result<(), WireError> {
        self.add_endpoints()?;
        self.node.update_graph()?;
        for (wanted, writer) in self.wanted.iter_mut().zip(&self.writers) {
            *wanted = !self.node.wire().matched(writer.guid()).is_empty();
        }
        let wanted = &self.wanted;
        let mut sensors = self.topics.wanted_sensors(|it| wanted.get(it.id).copied().unwrap_or(false));
        sensors.extend(self.brains2.as_ref().and_then(|brains2| brains2.wanted_sensor(&self.node)));
        if sensors != self.wanted_sensors {
            self.wanted_sensors = sensors.clone();
            self.shared.ask(self.world, |asked| asked.sensors = Some(sensors));
        }
        match self.shared.take_dropped() {
            0 => Ok(()),
            count => {
                let text = format!("{count} steps came faster than they could be published and were dropped");
                self.log.warn(&self.node, self.stamp_ns, &text)
            }
        }
    }
}

/// Whether a writer of one topic can go on as that of the other.
fn is_same_topic(one: &Publication, other: &Publication) -> bool {
    let key = |it: &Publication| (it.description.type_name, it.class);
    one.topic == other.topic && key(one) == key(other)
}

/// Topics of the run have absolute names; all but those that ROS has once belong to the node's namespace.
fn name_in_namespace(topic: &str) -> &str {
    match topic {
        "/clock" | "/diagnostics" => topic,
        _ => topic.trim_start_matches('/'),
    }
}

/// Writes messages of wanted publications, each serialised once.
struct WireSink<'a> {
    wire: &'a dyn Wire,
    writers: &'a [WriterId],
    wanted: &'a [bool],
    result: Result<(), WireError>,
}

impl RunSink for WireSink<'_> {
    fn wants(&self, publication: &Publication) -> bool {
        self.wanted.get(publication.id).copied().unwrap_or(false)
    }

    fn send<M: Message>(&mut self, publication: &Publication, _stamp_ns: u64, message: &M) {
        let Some(writer) = self.writers.get(publication.id).filter(|_| self.result.is_ok()) else { return };
        self.result = match self.wire.write(*writer, body(message), None, None) {
            // One message that is too long for any peer must not end the bridge.
            Ok(_) | Err(WireError::MessageTooLong(_)) => Ok(()),
            Err(error) => Err(error),
        };
    }
}
