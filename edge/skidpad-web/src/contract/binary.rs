//! Layout of the binary messages: numbers of kinds, flags and formats, and tables of what stands where.
//! `encode.rs` writes them.

/// What a binary message is; its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum MessageKind {
    /// Poses of frames that changed.
    Poses = 1,
    /// Velocities, odometry, controllers and wheels of all vehicles.
    Vehicles = 2,
    /// Where bodies push each other.
    Contacts = 3,
    /// A scan of a planar laser.
    Scan = 4,
    /// A cloud of points.
    Cloud = 5,
    /// A picture.
    Picture = 6,
}

/// Flags of a binary message; its second byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Flag {
    /// It answers `peek`.
    Past = 1,
    /// It has every frame, not only those that changed.
    Whole = 2,
}

/// How the pixels of a picture are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum PictureFormat {
    /// Red, green, blue, one byte each.
    Rgb = 1,
    /// Depth as u16 [mm], 0 where nothing was seen.
    DepthMm = 2,
}

#[cfg(test)]
pub(crate) use layout::{CONTACT, Field, HEADER, POSE_RECORD, VEHICLE, WHEEL, byte_count, offset};

/// What stands where. The page's word numbers and the tables of the documentation come from here; tests hold
/// `encode.rs` to it.
#[cfg(test)]
mod layout {
    /// One value of a record.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Field {
        /// The name that the page uses.
        pub(crate) name: &'static str,
        /// `u8`, `u16`, `u32`, `u64` or `f32`.
        pub(crate) kind: &'static str,
        /// What it is.
        pub(crate) text: &'static str,
    }

    const fn field(name: &'static str, kind: &'static str, text: &'static str) -> Field {
        Field { name, kind, text }
    }

    /// Bytes of a value.
    fn width(field: &Field) -> usize {
        match field.kind {
            "u8" => 1,
            "u16" => 2,
            "u32" | "f32" => 4,
            "u64" => 8,
            kind => panic!("{kind} has no width"),
        }
    }

    /// Bytes of a record.
    pub(crate) fn byte_count(fields: &[Field]) -> usize {
        fields.iter().map(width).sum()
    }

    /// Bytes before a value.
    pub(crate) fn offset(fields: &[Field], name: &str) -> usize {
        let index = fields.iter().position(|field| field.name == name);
        byte_count(&fields[..index.unwrap_or_else(|| panic!("there is no {name}"))])
    }

    /// The start of every binary message.
    pub(crate) const HEADER: &[Field] = &[
        field("kind", "u8", "kind of the message"),
        field("flags", "u8", "flags, added up"),
        field("sensor", "u16", "number of the sensor; 0 if there is none"),
        field("count", "u32", "number of records"),
        field("step", "u64", "step"),
        field("time_ns", "u64", "simulated time [ns]"),
    ];

    /// A frame in `poses`.
    pub(crate) const POSE_RECORD: &[Field] = &[
        field("frame", "u32", "number of the frame"),
        field("x_m", "f32", "position relative to `origin_m` [m]"),
        field("y_m", "f32", "y"),
        field("z_m", "f32", "z"),
        field("qx", "f32", "quaternion"),
        field("qy", "f32", "y"),
        field("qz", "f32", "z"),
        field("qw", "f32", "w"),
    ];

    /// A vehicle in `vehicles`, before its wheels.
    pub(crate) const VEHICLE: &[Field] = &[
        field("flags", "u32", "1 present, 2 in collision, 4 had a collision; added up"),
        field("vx_mps", "f32", "velocity in the vehicle's frame, forward [m/s]"),
        field("vy_mps", "f32", "to the left [m/s]"),
        field("yaw_rate_radps", "f32", "yaw rate [rad/s]"),
        field("ax_mps2", "f32", "acceleration in the world, x [m/s²]"),
        field("ay_mps2", "f32", "y [m/s²]"),
        field("odometry_x_m", "f32", "odometry seen from the start, x [m]"),
        field("odometry_y_m", "f32", "y [m]"),
        field("odometry_yaw_rad", "f32", "yaw [rad]"),
        field("loop_1_set_point_mps", "f32", "first speed controller: set point [m/s]"),
        field("loop_1_measured_mps", "f32", "measured speed [m/s]"),
        field("loop_1_torque_nm", "f32", "torque [N·m]"),
        field("loop_2_set_point_mps", "f32", "second speed controller: set point [m/s]"),
        field("loop_2_measured_mps", "f32", "measured speed [m/s]"),
        field("loop_2_torque_nm", "f32", "torque [N·m]"),
        field("wheel_count", "u32", "number of wheels that follow"),
    ];

    /// A wheel in `vehicles`.
    pub(crate) const WHEEL: &[Field] = &[
        field("x_m", "f32", "position on the vehicle, x [m]"),
        field("y_m", "f32", "y [m]"),
        field("steer_rad", "f32", "steering angle [rad]"),
        field("spin_radps", "f32", "spin [rad/s]"),
        field("torque_nm", "f32", "torque [N·m]"),
        field("force_x_n", "f32", "force of the ground in the vehicle's frame, x [N]"),
        field("force_y_n", "f32", "y [N]"),
        field("load_n", "f32", "load [N]"),
        field("slip_angle_rad", "f32", "slip angle [rad]"),
        field("slip_ratio", "f32", "slip ratio [-]"),
        field("grip_n", "f32", "largest force that the tyre can transmit [N]"),
        field("lateral_velocity_mps", "f32", "velocity in the vehicle's frame, y [m/s]"),
    ];

    /// A contact in `contacts`.
    pub(crate) const CONTACT: &[Field] = &[
        field("x_m", "f32", "position relative to `origin_m`, x [m]"),
        field("y_m", "f32", "y [m]"),
        field("impulse_newton_s", "f32", "impulse [N·s]"),
        field("is_first", "f32", "1 if the bodies did not touch in the step before, else 0"),
    ];
}
