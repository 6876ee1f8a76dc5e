//! What the node of brains2 publishes, hears and answers.

use super::markers::{car_markers, cone_markers};
use super::{Brains2Track, CONE_SENSOR};
use crate::parameter_services::body;
use crate::service::ServiceServer;
use crate::{Parameters, RosNode};
use skidpad_link::Client;
use skidpad_messages::{
    Command, Drive, Event, Observations, Reading, ReadingData, Refusal, Request, Roster, SensorId, Step,
    VehicleId, VehicleObservation,
};
use skidpad_rosmsg::msg::brains2::{Acceleration, Controls, Map, Pose, TrackEstimate, Velocity};
use skidpad_rosmsg::msg::{
    ConeObservations, DiagnosticArray, DiagnosticStatus, EmptyServiceRequest, EmptyServiceResponse, Header,
    KeyValue, MarkerArray, TFMessage, Transform, TransformStamped,
};
use skidpad_rosmsg::{Byte, CdrProblem, Description, Message, cone_observations, from_cdr_body};
use skidpad_rtps::{Qos, Receiver, Sample, WireError, WriterId};
use std::sync::Arc;

/// Messages that publishers keep, as those of brains2 do.
const DEPTH: u32 = 10;

/// Simulated time between two messages with all cones [ns].
const CONES_PERIOD_NS: u64 = 1_000_000_000;

/// The car.
const CAR: VehicleId = VehicleId(0);

/// What the node of brains2 adds to a node.
pub(crate) struct Brains2 {
    track: Arc<Brains2Track>,
    sensor: Option<SensorId>,
    pose: WriterId,
    velocity: WriterId,
    acceleration: WriterId,
    current_controls: WriterId,
    transforms: WriterId,
    static_transforms: WriterId,
    markers: WriterId,
    diagnostics: WriterId,
    map: WriterId,
    track_estimate: Option<WriterId>,
    observations: Option<WriterId>,
    target_controls: Receiver,
    reset: ServiceServer,
    publish_cones: ServiceServer,
    /// Whether the cones and the map are to be sent with the next message.
    wants_cones: bool,
    has_sent_frames: bool,
    cones_sent_ns: Option<u64>,
    /// Where the car was along the centre line.
    at_s_m: Option<f64>,
    last_lap_s: f64,
    best_lap_s: f64,
    computing_ns: u64,
}

impl Brains2 {
    pub(crate) fn offer(
        node: &mut RosNode,
        track: &Arc<Brains2Track>,
        roster: &Roster,
    ) -> Result<Brains2, WireError> {
        let state = Qos::reliable(DEPTH);
        let mut publisher =
            |name: &str, description: &'static Description| node.publisher(name, description, &state);
        let sensor = roster.sensor(Some(CAR), CONE_SENSOR);
        let pose = publisher("/brains2/pose", Pose::DESCRIPTION)?;
        let velocity = publisher("/brains2/velocity", Velocity::DESCRIPTION)?;
        let acceleration = publisher("/brains2/acceleration", Acceleration::DESCRIPTION)?;
        let current_controls = publisher("/brains2/current_controls", Controls::DESCRIPTION)?;
        let markers = publisher("/brains2/viz/sim", MarkerArray::DESCRIPTION)?;
        let diagnostics = publisher("/brains2/diagnostics/sim", DiagnosticArray::DESCRIPTION)?;
        let track_estimate = match &track.center_line {
            Some(_) => Some(publisher("/brains2/track_estimate", TrackEstimate::DESCRIPTION)?),
            None => None,
        };
        let observations = match sensor {
            Some(_) => Some(publisher("/brains2/cone_observations", ConeObservations::DESCRIPTION)?),
            None => None,
        };
        let transforms = node.publisher("/tf", TFMessage::DESCRIPTION, &Qos::reliable(100))?;
        let static_transforms = node.publisher("/tf_static", TFMessage::DESCRIPTION, &Qos::latched(1))?;
        let map = node.publisher("/brains2/map", Map::DESCRIPTION, &Qos::latched(1))?;
        let target_controls = node.subscription("/brains2/target_controls", Controls::DESCRIPTION, &state)?;
        let (asked, answered) = (EmptyServiceRequest::DESCRIPTION, EmptyServiceResponse::DESCRIPTION);
        Ok(Brains2 {
            track: Arc::clone(track),
            sensor,
            pose,
            velocity,
            acceleration,
            current_controls,
            transforms,
            static_transforms,
            markers,
            diagnostics,
            map,
            track_estimate,
            observations,
            target_controls,
            reset: node.service("/brains2/reset", asked, answered, DEPTH)?,
            publish_cones: node.service("/brains2/publish_cones_markers", asked, answered, DEPTH)?,
            wants_cones: true,
            has_sent_frames: false,
            cones_sent_ns: None,
            at_s_m: None,
            last_lap_s: 0.0,
            best_lap_s: 0.0,
            computing_ns: 0,
        })
    }

    /// The sensor whose readings have a subscriber.
    pub(crate) fn wanted_sensor(&self, node: &RosNode) -> Option<SensorId> {
        let writer = self.observations?;
        self.sensor.filter(|_| !node.wire().matched(writer.guid()).is_empty())
    }

    /// Send what a step brings. `computing_ns` is the time that all steps so far have taken to compute.
    pub(crate) fn publish(
        &mut self,
        node: &RosNode,
        step: &Step,
        stamp_ns: u64,
        is_due: bool,
        computing_ns: u64,
        parameters: &Parameters,
    ) -> Result<(), WireError> {
        self.follow_laps(&step.observations);
        for reading in step.readings.iter() {
            self.send_cones_seen(node, reading, stamp_ns + reading.stamp_ns - step.time_ns())?;
        }
        let Some(car) = step.observations.vehicles.get(CAR.index()).filter(|car| is_due && car.is_present)
        else {
            return Ok(());
        };
        self.send_state(node, car, stamp_ns, parameters)?;
        let step_ns = computing_ns.saturating_sub(std::mem::replace(&mut self.computing_ns, computing_ns));
        send(node, self.diagnostics, &self.report(step_ns, stamp_ns))?;
        self.send_track(node, car, stamp_ns, parameters)?;
        if !std::mem::replace(&mut self.has_sent_frames, true) {
            self.send_static_frames(node, &step.roster, stamp_ns)?;
        }
        let are_cones_due = self.cones_sent_ns.is_none_or(|sent_ns| stamp_ns >= sent_ns + CONES_PERIOD_NS);
        if are_cones_due || std::mem::take(&mut self.wants_cones) {
            self.cones_sent_ns = Some(stamp_ns);
            let cones = cone_markers(&self.track, &step.observations, stamp_ns, parameters);
            send(node, self.markers, &cones)?;
            send(node, self.map, &self.map_message(stamp_ns))?;
        }
        Ok(())
    }

    fn follow_laps(&mut self, seen: &Observations) {
        for event in &seen.events {
            if let Event::Lap { vehicle: CAR, time_s, .. } = event {
                self.last_lap_s = *time_s;
                let is_best = self.best_lap_s == 0.0 || *time_s < self.best_lap_s;
                self.best_lap_s = if is_best { *time_s } else { self.best_lap_s };
            }
        }
    }

    fn send_cones_seen(&self, node: &RosNode, reading: &Reading, stamp_ns: u64) -> Result<(), WireError> {
        match (&reading.data, self.observations) {
            (ReadingData::Cones(cones), Some(writer)) if Some(reading.sensor) == self.sensor => {
                send(node, writer, &cone_observations(cones, Header::new(stamp_ns, CONE_SENSOR)))
            }
            _ => Ok(()),
        }
    }

    fn send_state(
        &self,
        node: &RosNode,
        car: &VehicleObservation,
        stamp_ns: u64,
        parameters: &Parameters,
    ) -> Result<(), WireError> {
        let (at, twist, acceleration) =
            (car.pose_in_world, car.twist_in_vehicle, car.acceleration_in_vehicle_mps2());
        let header = |frame: &str| Header::new(stamp_ns, frame);
        let pose = Pose { header: header("world"), x: at.x_m, y: at.y_m, phi: at.yaw_rad, ..Pose::default() };
        send(node, self.pose, &pose)?;
        let velocity = Velocity {
            header: header("car"),
            v_x: twist.vx_mps,
            v_y: twist.vy_mps,
            omega: twist.yaw_rate_radps,
            ..Velocity::default()
        };
        send(node, self.velocity, &velocity)?;
        let acceleration = Acceleration { header: header("car"), a_x: acceleration.x, a_y: acceleration.y };
        send(node, self.acceleration, &acceleration)?;
        let torque_nm = |wheel: usize| car.wheels.get(wheel).map_or(0.0, |wheel| wheel.torque_nm);
        let delta = car.wheels.first().map_or(0.0, |wheel| wheel.steer_rad);
        let controls = Controls {
            header: header("car"),
            delta,
            tau_fl: torque_nm(0),
            tau_fr: torque_nm(1),
            tau_rl: torque_nm(2),
            tau_rr: torque_nm(3),
        };
        send(node, self.current_controls, &controls)?;
        let flat = skidpad_math::Pose3::new(at.x_m, at.y_m, 0.0, at.yaw_rad, 0.0, 0.0);
        send(node, self.transforms, &frames(vec![frame(header("world"), "car", &flat)]))?;
        send(node, self.markers, &car_markers(delta, stamp_ns, parameters))
    }

    fn report(&self, step_ns: u64, stamp_ns: u64) -> DiagnosticArray {
        let value = |key: &str, value: String| KeyValue { key: key.to_string(), value };
        let status = DiagnosticStatus {
            level: Byte(DiagnosticStatus::OK),
            name: "sim".to_string(),
            message: "OK".to_string(),
            hardware_id: String::new(),
            values: vec![
                value("sim runtime (ms)", format!("{:.6}", step_ns as f64 * 1e-6)),
                value("track name", self.track.name.clone()),
                value("last lap time (s)", format!("{:.6}", self.last_lap_s)),
                value("best lap time (s)", format!("{:.6}", self.best_lap_s)),
            ],
        };
        DiagnosticArray { header: Header::new(stamp_ns, ""), status: vec![status] }
    }

    fn send_track(
        &mut self,
        node: &RosNode,
        car: &VehicleObservation,
        stamp_ns: u64,
        parameters: &Parameters,
    ) -> Result<(), WireError> {
        let (Some(writer), Some(line)) = (self.track_estimate, &self.track.center_line) else {
            return Ok(());
        };
        let [back_m, front_m] = parameters.track_window_m();
        let at = [car.pose_in_world.x_m, car.pose_in_world.y_m];
        let points = line.around(at, &mut self.at_s_m, back_m, front_m);
        let estimate = TrackEstimate {
            header: Header::new(stamp_ns, "world"),
            s_cen: points.iter().map(|it| it.s_m).collect(),
            x_cen: points.iter().map(|it| it.x_m).collect(),
            y_cen: points.iter().map(|it| it.y_m).collect(),
            phi_cen: points.iter().map(|it| it.phi_rad).collect(),
            kappa_cen: points.iter().map(|it| it.kappa_per_m).collect(),
            w_cen: points.iter().map(|it| it.half_width_m).collect(),
        };
        send(node, writer, &estimate)
    }

    fn send_static_frames(&self, node: &RosNode, roster: &Roster, stamp_ns: u64) -> Result<(), WireError> {
        let sensors = roster.sensors.iter().filter(|sensor| sensor.vehicle == Some(CAR));
        let frames = frames(
            sensors
                .map(|sensor| frame(Header::new(stamp_ns, "car"), &sensor.name, &sensor.sensor_in_vehicle))
                .collect(),
        );
        send(node, self.static_transforms, &frames)
    }

    fn map_message(&self, stamp_ns: u64) -> Map {
        let cones = &self.track.cones;
        Map {
            header: Header::new(stamp_ns, "world"),
            color: cones.iter().map(|cone| cone.color.number()).collect(),
            x: cones.iter().map(|cone| cone.place_m[0]).collect(),
            y: cones.iter().map(|cone| cone.place_m[1]).collect(),
        }
    }

    /// The latest controls as a checked command; they hold until they are replaced.
    pub(crate) fn hear(&self, problems: &mut Vec<String>) -> Option<Command> {
        let mut latest = None;
        for sample in self.target_controls.drain() {
            match controls_of(&sample) {
                Ok(controls) => match command(&controls) {
                    Ok(command) => latest = Some(command),
                    Err(refusal) => problems.push(format!("/brains2/target_controls: {refusal}")),
                },
                Err(problem) => {
                    problems.push(format!("/brains2/target_controls: a message is ignored: {problem}"));
                }
            }
        }
        latest
    }

    /// Answer the services.
    pub(crate) fn answer(
        &mut self,
        node: &RosNode,
        run: Option<&Client>,
        problems: &mut Vec<String>,
    ) -> Result<(), WireError> {
        while let Some(request) = self.reset.take(node.wire()) {
            if let Some(Err(problem)) = run.map(|run| run.ask(Request::Reset)) {
                problems.push(format!("/brains2/reset: {problem}"));
            }
            self.at_s_m = None;
            self.reset.reply(node.wire(), request.caller, body(&EmptyServiceResponse::default()))?;
        }
        while let Some(request) = self.publish_cones.take(node.wire()) {
            self.wants_cones = true;
            self.publish_cones.reply(node.wire(), request.caller, body(&EmptyServiceResponse::default()))?;
        }
        Ok(())
    }

    /// Send replies whose readers have been found meanwhile.
    pub(crate) fn send_waiting(&mut self, node: &RosNode) -> Result<(), WireError> {
        self.reset.send_waiting(node.wire())?;
        self.publish_cones.send_waiting(node.wire())
    }
}

fn controls_of(sample: &Sample) -> Result<Controls, CdrProblem> {
    if sample.big_endian { Err(CdrProblem::Encapsulation) } else { from_cdr_body(&sample.body) }
}

/// The command that controls mean.
pub(crate) fn command(it: &Controls) -> Result<Command, Refusal> {
    let torques_nm = [it.tau_fl, it.tau_fr, it.tau_rl, it.tau_rr];
    let drive = Drive::WheelTorquesAndSteer { torques_nm, steer_rad: it.delta };
    Request::Drive { vehicle: CAR, drive }.check()
}

fn frame(header: Header, child: &str, pose: &skidpad_math::Pose3) -> TransformStamped {
    let transform = Transform { translation: pose.position().into(), rotation: pose.quat().into() };
    TransformStamped { header, child_frame_id: child.to_string(), transform }
}

fn frames(transforms: Vec<TransformStamped>) -> TFMessage {
    TFMessage { transforms }
}

fn send<M: Message>(node: &RosNode, writer: WriterId, message: &M) -> Result<(), WireError> {
    match node.wire().write(writer, body(message), None, None) {
        Ok(_) | Err(WireError::MessageTooLong(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
