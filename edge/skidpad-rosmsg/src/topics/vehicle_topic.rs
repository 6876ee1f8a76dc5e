//! The topics that every vehicle publishes once per period; recordings and bridges send the same.

use crate::msg::{Bool, JointState, MarkerArray, Odometry, PoseArray, PoseWithCovarianceStamped, TFMessage};
use crate::{
    Description, Message, MessageSink, OdometryVariances, TransformChoice, VehicleNames, VehicleShape,
    chassis_markers, collision, ground_truth, joint_states, localized_pose, moving_transforms, odometry,
    particle_cloud,
};
use skidpad_messages::{VehicleId, VehicleObservation};

/// A topic that every vehicle publishes once per period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum VehicleTopic {
    Odometry,
    GroundTruth,
    Collision,
    JointStates,
    LocalizedPose,
    ParticleCloud,
    Transforms,
    ChassisMarkers,
}

impl VehicleTopic {
    /// All of them, in the order in which they are sent.
    pub const ALL: [VehicleTopic; 8] = [
        VehicleTopic::Odometry,
        VehicleTopic::GroundTruth,
        VehicleTopic::Collision,
        VehicleTopic::JointStates,
        VehicleTopic::LocalizedPose,
        VehicleTopic::ParticleCloud,
        VehicleTopic::Transforms,
        VehicleTopic::ChassisMarkers,
    ];

    /// Its full name.
    pub fn topic(self, names: &VehicleNames) -> String {
        names.topic(match self {
            VehicleTopic::Odometry => "odom",
            VehicleTopic::GroundTruth => "base_pose_ground_truth",
            VehicleTopic::Collision => "collision",
            VehicleTopic::JointStates => "joint_states",
            VehicleTopic::LocalizedPose => "amcl_pose",
            VehicleTopic::ParticleCloud => "particlecloud",
            VehicleTopic::Transforms => return names.tf.clone(),
            VehicleTopic::ChassisMarkers => "chassis_markers",
        })
    }

    /// Its message type.
    pub fn description(self) -> &'static Description {
        match self {
            VehicleTopic::Odometry | VehicleTopic::GroundTruth => Odometry::DESCRIPTION,
            VehicleTopic::Collision => Bool::DESCRIPTION,
            VehicleTopic::JointStates => JointState::DESCRIPTION,
            VehicleTopic::LocalizedPose => PoseWithCovarianceStamped::DESCRIPTION,
            VehicleTopic::ParticleCloud => PoseArray::DESCRIPTION,
            VehicleTopic::Transforms => TFMessage::DESCRIPTION,
            VehicleTopic::ChassisMarkers => MarkerArray::DESCRIPTION,
        }
    }

    /// Whether controllers of ros2_control publish it where they drive.
    pub(super) fn is_of_a_driver(self) -> bool {
        self.is_of_localization() || matches!(self, VehicleTopic::Odometry | VehicleTopic::JointStates)
    }

    /// Whether it exists only where the simulator localises.
    pub(super) fn is_of_localization(self) -> bool {
        matches!(self, VehicleTopic::LocalizedPose | VehicleTopic::ParticleCloud)
    }
}

/// A vehicle after a step, with all that its messages need.
#[derive(Debug, Clone, Copy)]
pub struct VehicleView<'a> {
    /// Which vehicle.
    pub id: VehicleId,
    /// What is seen of it.
    pub seen: &'a VehicleObservation,
    /// Whether it has touched something since its last message.
    pub has_touched: bool,
    /// The stamp of messages [ns].
    pub stamp_ns: u64,
    /// Its names.
    pub names: &'a VehicleNames,
    /// Its shape.
    pub shape: Option<&'a VehicleShape>,
    /// Variances of its odometry.
    pub variances: OdometryVariances,
    /// Which transforms it has.
    pub transforms: TransformChoice<'a>,
}

/// Send one topic of a vehicle.
pub fn send_vehicle_topic(topic: VehicleTopic, view: &VehicleView<'_>, sink: &mut impl MessageSink) {
    let VehicleView { seen, stamp_ns, names, .. } = *view;
    let name = topic.topic(names);
    match topic {
        VehicleTopic::Odometry => {
            sink.send(&name, stamp_ns, &odometry(seen, stamp_ns, names, &view.variances));
        }
        VehicleTopic::GroundTruth => sink.send(&name, stamp_ns, &ground_truth(seen, stamp_ns, names)),
        VehicleTopic::Collision => sink.send(&name, stamp_ns, &collision(view.has_touched)),
        VehicleTopic::JointStates => sink.send(&name, stamp_ns, &joint_states(seen, stamp_ns, names)),
        VehicleTopic::LocalizedPose => sink.send(&name, stamp_ns, &localized_pose(seen, stamp_ns, names)),
        VehicleTopic::ParticleCloud => sink.send(&name, stamp_ns, &particle_cloud(seen, stamp_ns, names)),
        VehicleTopic::Transforms => {
            sink.send(&name, stamp_ns, &moving_transforms(seen, stamp_ns, names, &view.transforms));
        }
        VehicleTopic::ChassisMarkers => {
            let Some(shape) = view.shape else { return };
            let number = i32::try_from(view.id.0).unwrap_or(i32::MAX);
            sink.send(&name, stamp_ns, &chassis_markers(shape, seen, number, stamp_ns, names));
        }
    }
}
