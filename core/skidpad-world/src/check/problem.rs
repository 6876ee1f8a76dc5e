//! What can be implausible about a world whose every single value can be read.

use std::fmt;

use crate::problem::did_you_mean;

/// Something in a world that cannot be, or hardly can be meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Implausible {
    // World level.
    /// A rawlog is asked for.
    NoRawlog {
        /// The file.
        file: String,
    },
    /// UTM coordinates and a rotation.
    RotatedUtm,
    /// UTM coordinates without a place on Earth.
    UtmWithoutReference,
    /// A GNSS receiver in a world without a place on Earth.
    GnssWithoutGeoreference {
        /// The receiver.
        sensor: String,
    },

    // Shapes.
    /// An outline with fewer than three points.
    FewPoints {
        /// How many there are.
        count: usize,
    },
    /// An outline that crosses itself.
    CrossedOutline {
        /// The first of the two sides, counted from 1.
        first: usize,
        /// The second.
        second: usize,
    },
    /// An outline without an area.
    NoArea,
    /// A low end that is not below the high end.
    EmptyInterval {
        /// Parameter of the low end.
        low: String,
        /// Parameter of the high end.
        high: String,
        /// Its value.
        low_m: f64,
        /// Its value.
        high_m: f64,
    },
    /// `shape_from_visual` with nothing to take it from.
    NothingToTakeShapeFrom {
        /// The element that lacks a visual.
        element: &'static str,
    },
    /// Walls without points or model.
    WallsWithoutPoints,
    /// Points of walls that do not make pairs.
    OddWallPoints {
        /// How many there are.
        count: usize,
    },
    /// Two ends of a wall at one place.
    WallWithoutLength,
    /// Two ends of a vertical plane at one place.
    PlaneWithoutLength,
    /// An opening beyond the ends of its wall.
    ClampedPosition {
        /// As written.
        given: f64,
        /// As used.
        position: f64,
    },
    /// An opening that is left out.
    OpeningWithoutWidth {
        /// Its width [m].
        width_m: f64,
    },

    // Elements.
    /// A matrix of the wrong size.
    MatrixSize {
        /// The parameter.
        parameter: &'static str,
        /// The size it should have.
        expected: &'static str,
    },
    /// A kernel that does not add up.
    KernelSum {
        /// Its sum.
        sum: f64,
    },
    /// An elevation map without heights.
    NoElevationSource,
    /// An elevation image between equal heights.
    FlatElevation {
        /// The height [m].
        z_m: f64,
    },
    /// An elevation map that is not level.
    TiltedElevation,
    /// A point cloud without points.
    NoPointFile,
    /// A file name with nothing in it.
    EmptyFileName {
        /// The parameter.
        parameter: &'static str,
    },
    /// A pattern of the sky without its one `%s`.
    SkyboxPattern {
        /// How many there are.
        count: usize,
    },
    /// A property region without a value.
    RegionWithoutValue {
        /// The property.
        property: String,
    },
    /// A property that nothing looks up.
    UnknownProperty {
        /// The property.
        property: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// A property with a value of the wrong type.
    PropertyType {
        /// The property.
        property: String,
        /// The parameter that holds values of the right type.
        wanted: &'static str,
    },
    /// A friction coefficient below zero.
    NegativeProperty {
        /// The property.
        property: String,
        /// Its value.
        value: f64,
    },

    // Names.
    /// A name that nothing has.
    UnknownName {
        /// What it should name.
        what: &'static str,
        /// The name.
        name: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// A joint to something without a body.
    NoBody {
        /// The name.
        name: String,
        /// Why it has none.
        why: &'static str,
    },
    /// A joint between a body and itself.
    JointToItself {
        /// The name.
        name: String,
    },
    /// A joint of two bodies that never move.
    JointOfStatics,
    /// A joint written before its bodies.
    JointBeforeBody {
        /// The body.
        name: String,
    },
    /// A joint whose lower limit is above its upper one.
    JointLimits {
        /// Parameter of the lower limit.
        low: &'static str,
        /// Parameter of the upper limit.
        high: &'static str,
    },
    /// Two sensors of one vehicle with one name.
    DuplicateSensor {
        /// The name.
        name: String,
        /// The vehicle; empty for sensors that stand alone.
        vehicle: String,
    },
    /// A wheel linked to a visual that there is not.
    NoSuchVisual {
        /// The name.
        name: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// One of the two parameters of relative poses without the other.
    HalfRelativePose,

    // Motion.
    /// A keyframe that is not later than the one before.
    KeyframeOrder {
        /// Its time [s].
        time_s: f64,
    },
    /// An animation without keyframes.
    NoKeyframes,
    /// A waypoint that the actor does not move towards.
    NeverArrives,

    // Vehicles.
    /// A wheel tag without a place.
    WheelWithoutPosition {
        /// The wheel.
        wheel: &'static str,
    },
    /// A car without one of its wheels.
    MissingWheel {
        /// The wheel.
        wheel: &'static str,
    },
    /// A wheel with an inertia of zero or less.
    NoInertia {
        /// The inertia [kg·m²].
        inertia_kgm2: f64,
    },
    /// Left and right wheel at the same side.
    NoTrack {
        /// The left wheel.
        left: String,
        /// The right wheel.
        right: String,
        /// y of the left wheel minus y of the right one [m].
        track_m: f64,
    },
    /// Left wheel on the right side.
    SwappedWheels {
        /// The left wheel.
        left: String,
        /// The right wheel.
        right: String,
    },
    /// Front wheels not in front of the rear wheels.
    NoWheelbase {
        /// x of the front wheels minus x of the rear ones [m].
        wheelbase_m: f64,
    },

    // Sensors.
    /// Ray angles of another count than the rays.
    RayAngleCount {
        /// How many angles there are.
        given: usize,
        /// How many there should be.
        wanted: u32,
    },
    /// The same ray angle twice.
    RepeatedRayAngles,
    /// More beams or pixels in one reading than memory is for.
    ReadingTooLarge {
        /// Beams or pixels.
        what: &'static str,
        /// How many.
        count: u64,
        /// How many are allowed.
        most: u64,
    },
    /// A sensor faster than the simulation.
    PeriodBelowStep {
        /// The sensor.
        sensor: String,
        /// Its period [s].
        period_s: f64,
        /// The step [s].
        step_s: f64,
    },
    /// A period that is no multiple of the step.
    PeriodBetweenSteps {
        /// The sensor.
        sensor: String,
        /// Its period [s].
        period_s: f64,
        /// The step [s].
        step_s: f64,
    },

    // Steps.
    /// A step too long for the damping of a wheel.
    StepTooLongForWheel {
        /// The vehicle.
        vehicle: String,
        /// The wheel.
        wheel: String,
        /// The step [s].
        step_s: f64,
        /// 2·I/C_damping [s].
        bound_s: f64,
        /// A step that follows the motion [s].
        recommended_s: f64,
    },
    /// A step too long for the speed controller of a vehicle.
    StepTooLongForController {
        /// The vehicle.
        vehicle: String,
        /// The step [s].
        step_s: f64,
        /// The longest stable step [s].
        bound_s: f64,
        /// A step that follows the motion [s].
        recommended_s: f64,
    },
    /// A step too long for a driven wheel that slips.
    StepTooLongForSlip {
        /// The vehicle.
        vehicle: String,
        /// The wheel.
        wheel: String,
        /// The step [s].
        step_s: f64,
        /// 2·I/(KP·R + C_damping) [s].
        bound_s: f64,
        /// A step that follows the motion [s].
        recommended_s: f64,
    },
}

impl fmt::Display for Implausible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRawlog { file } => write!(
                f,
                "\"{file}\" is not written: recordings are MCAP files here; launch with --record FILE.mcap"
            ),
            Self::RotatedUtm => {
                write!(f, "a world in UTM coordinates cannot be rotated; remove <world_to_enu_rotation_deg>")
            }
            Self::UtmWithoutReference => {
                write!(f, "a world in UTM coordinates needs its <latitude> and <longitude>")
            }
            Self::GnssWithoutGeoreference { sensor } => write!(
                f,
                "GNSS receiver \"{sensor}\" gives no readings without a <georeference> with latitude and longitude"
            ),

            Self::FewPoints { count } => write!(f, "an outline needs at least 3 <pt>, but has {count}"),
            Self::CrossedOutline { first, second } => write!(
                f,
                "the outline crosses itself: side {first} meets side {second}; list the points in order around it"
            ),
            Self::NoArea => write!(f, "the outline has no area: its points lie on a line"),
            Self::EmptyInterval { low, high, low_m, high_m } => {
                write!(f, "\"{high}\" is {high_m}, but must be greater than \"{low}\", which is {low_m}")
            }
            Self::NothingToTakeShapeFrom { element: "block" } => {
                write!(f, "<shape_from_visual> needs a <visual> with a model, or a <geometry>")
            }
            Self::NothingToTakeShapeFrom { element } => {
                write!(f, "<shape_from_visual> needs a <visual> with a model in the <{element}>")
            }
            Self::WallsWithoutPoints => write!(f, "<walls> needs a <shape> with points, or a <model_uri>"),
            Self::OddWallPoints { count } => {
                write!(f, "<walls> needs pairs of <pt>, one pair for each wall, but has {count}")
            }
            Self::WallWithoutLength => write!(f, "this wall ends where it starts"),
            Self::PlaneWithoutLength => write!(f, "the plane ends where it starts; change x1 or y1"),
            Self::ClampedPosition { given, position } => {
                write!(f, "\"position\" is {given}, but must be from 0 to 1; {position} is used")
            }
            Self::OpeningWithoutWidth { width_m } => {
                write!(f, "an opening {width_m} m wide is left out; give it a width greater than 0")
            }

            Self::MatrixSize { parameter, expected } => write!(f, "\"{parameter}\" must be {expected}"),
            Self::KernelSum { sum } => {
                write!(f, "the kernel sums up to {sum}, which would scale the heights; its sum must be 1")
            }
            Self::NoElevationSource => write!(
                f,
                "an elevation map needs <elevation_image>, <elevation_data_matrix> or <dem_xyzrgb_file>"
            ),
            Self::FlatElevation { z_m } => write!(
                f,
                "darkest and brightest pixel are both at {z_m} m; elevation_image_min_z and _max_z must differ"
            ),
            Self::TiltedElevation => {
                write!(
                    f,
                    "an elevation map stays level: pitch and roll are left out; slopes belong into its heights"
                )
            }
            Self::NoPointFile => write!(f, "a point cloud needs <file_txt_3d> or <file_txt_2d>"),
            Self::EmptyFileName { parameter } => write!(f, "<{parameter}> is empty; it must name a file"),
            Self::SkyboxPattern { count } => write!(
                f,
                "\"textures\" needs one %s, which stands for Front, Back, Down, Up, Left and Right, but has {count}"
            ),
            Self::RegionWithoutValue { property } => write!(
                f,
                "the region of \"{property}\" needs a value: <value_double>, <value_bool> or <value_string>"
            ),
            Self::UnknownProperty { property, nearest } => {
                write!(
                    f,
                    "the simulation looks up no property \"{property}\"{}",
                    did_you_mean(nearest.as_deref())
                )
            }
            Self::PropertyType { property, wanted } => {
                write!(f, "the value of \"{property}\" must be given as <{wanted}>")
            }
            Self::NegativeProperty { property, value } => {
                write!(f, "\"{property}\" is {value}; it must be 0 or greater")
            }

            Self::UnknownName { what, name, nearest } => {
                write!(f, "there is no {what} named \"{name}\"{}", did_you_mean(nearest.as_deref()))
            }
            Self::NoBody { name, why } => write!(f, "\"{name}\" cannot be joined: {why}"),
            Self::JointToItself { name } => write!(f, "\"{name}\" cannot be joined to itself"),
            Self::JointOfStatics => write!(f, "neither body of this joint can move, so it does nothing"),
            Self::JointBeforeBody { name } => {
                write!(f, "MVSim does not load a joint written before its body \"{name}\"; move it behind")
            }
            Self::JointLimits { low, high } => write!(f, "\"{low}\" must not be greater than \"{high}\""),
            Self::DuplicateSensor { name, vehicle } if vehicle.is_empty() => write!(
                f,
                "two sensors are named \"{name}\"; they cannot be told apart, and their noise is the same"
            ),
            Self::DuplicateSensor { name, vehicle } => write!(
                f,
                "two sensors of \"{vehicle}\" are named \"{name}\"; they cannot be told apart, and their noise is the same"
            ),
            Self::NoSuchVisual { name, nearest } => write!(
                f,
                "linked_yaw names \"{name}\", but no <visual> of the vehicle has that <name>{}",
                did_you_mean(nearest.as_deref())
            ),
            Self::HalfRelativePose => write!(
                f,
                "<publish_relative_pose_topic> and <publish_relative_pose_objects> belong together; give both or none"
            ),

            Self::KeyframeOrder { time_s } => write!(
                f,
                "this keyframe is at {time_s} s; times start at 0 or later and rise from one keyframe to the next"
            ),
            Self::NoKeyframes => write!(f, "an animation without <time_pose> or <time_pose3d> does nothing"),
            Self::NeverArrives => write!(
                f,
                "an actor that is \"idle\" on its way to this waypoint never arrives; to rest there use pause=\"…\""
            ),

            Self::WheelWithoutPosition { wheel } => {
                write!(f, "<{wheel}> has no \"pos\"; as in MVSim it stands at 0 -0.5, whatever its side")
            }
            Self::MissingWheel { wheel } => write!(f, "there is no <{wheel}>; a default wheel is used"),
            Self::NoInertia { inertia_kgm2 } => write!(
                f,
                "\"inertia\" is {inertia_kgm2} kg·m²; it must be greater than 0, or -1 for that of a solid disc"
            ),
            Self::NoTrack { left, right, track_m } => write!(
                f,
                "<{left}> must be to the left of <{right}>, but y of the first minus y of the second is {track_m} m"
            ),
            Self::SwappedWheels { left, right } => {
                write!(f, "<{left}> is to the right of <{right}>; swap their y")
            }
            Self::NoWheelbase { wheelbase_m } => write!(
                f,
                "front wheels must be in front of rear wheels, but x of the first minus x of the second is \
                 {wheelbase_m} m; change f_wheels_x"
            ),

            Self::RayAngleCount { given, wanted } => {
                write!(f, "\"vertical_ray_angles\" has {given} angles, but \"vert_nrays\" is {wanted}")
            }
            Self::ReadingTooLarge { what, count, most } => {
                write!(f, "a reading would have {count} {what}; at most {most} are allowed")
            }
            Self::RepeatedRayAngles => write!(f, "\"vertical_ray_angles\" has the same angle twice"),
            Self::PeriodBelowStep { sensor, period_s, step_s } => write!(
                f,
                "sensor \"{sensor}\" has a period of {period_s} s, but the step is {step_s} s: one reading each step"
            ),
            Self::PeriodBetweenSteps { sensor, period_s, step_s } => write!(
                f,
                "the period of sensor \"{sensor}\", {period_s} s, is not a whole number of steps of {step_s} s; \
                 a reading comes at the first step after it is due"
            ),

            Self::StepTooLongForWheel { vehicle, wheel, step_s, bound_s, recommended_s } => write!(
                f,
                "the step of {step_s} s is beyond {} s, the stability bound 2·I/C_damping of <{wheel}> of \
                 \"{vehicle}\"; its damping is kept stable but is not exact; recommended are {recommended_s} s or less",
                two_digits(*bound_s)
            ),
            Self::StepTooLongForController { vehicle, step_s, bound_s, recommended_s } => write!(
                f,
                "the step of {step_s} s is beyond {} s, above which the speed controller of \"{vehicle}\" \
                 oscillates; recommended are {recommended_s} s or less, or a smaller KP",
                two_digits(*bound_s)
            ),
            Self::StepTooLongForSlip { vehicle, wheel, step_s, bound_s, recommended_s } => write!(
                f,
                "the step of {step_s} s is beyond {} s, above which <{wheel}> of \"{vehicle}\" swings to and fro \
                 where the ground is slippery; recommended are {recommended_s} s or less, or a smaller KP",
                two_digits(*bound_s)
            ),
        }
    }
}

/// A number rounded to two digits, without an exponent.
fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}
