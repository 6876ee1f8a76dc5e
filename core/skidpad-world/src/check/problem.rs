//! What can be implausible about a world whose every single value can be read.

use thiserror::Error;

use crate::problem::did_you_mean;

/// Something in a world that is impossible, or is hardly what its author meant.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Implausible {
    // World level.
    /// Headings that look like radians, all of them.
    #[error(
        "headings are in degrees, but those of this world look like radians; {angle} rad would be written as {degrees}"
    )]
    HeadingsInRadians {
        /// The first of them, as written.
        angle: f64,
        /// What it would be in degrees.
        degrees: f64,
    },
    /// UTM coordinates and a rotation.
    #[error("a world in UTM coordinates cannot be rotated; remove <world_to_enu_rotation_deg>")]
    RotatedUtm,
    /// UTM coordinates without a place on Earth.
    #[error("a world in UTM coordinates needs its <latitude> and <longitude>")]
    UtmWithoutReference,
    /// A GNSS receiver in a world without a place on Earth.
    #[error(
        "GNSS receiver \"{sensor}\" gives no readings without a <georeference> with latitude and longitude"
    )]
    GnssWithoutGeoreference {
        /// The receiver.
        sensor: String,
    },

    /// Geodetic corners without a place on Earth.
    #[error("<geo_corner_sw> and <geo_corner_ne> need a <georeference> with latitude and longitude")]
    CornersWithoutGeoreference,
    /// One geodetic corner alone.
    #[error("<geo_corner_sw> and <geo_corner_ne> belong together; one of them is missing")]
    OneCorner,
    /// A corner that is not to the south-west of the other.
    #[error(
        "<geo_corner_sw> must be south and west of <geo_corner_ne>; each is written as LATITUDE LONGITUDE in degrees"
    )]
    CornersInsideOut,
    /// A latitude beyond the pole or a longitude beyond the full circle.
    #[error(
        "a geodetic corner is written as LATITUDE LONGITUDE in degrees, but this is {latitude_deg} {longitude_deg}"
    )]
    NotOnEarth {
        /// What stands for the latitude [deg].
        latitude_deg: f64,
        /// What stands for the longitude [deg].
        longitude_deg: f64,
    },
    /// More lamps than a world may have.
    #[error("the world has {count} lamps; at most {most} are allowed")]
    TooManyLamps {
        /// How many there are.
        count: usize,
        /// How many are allowed.
        most: usize,
    },
    /// More lamps than MVSim shows.
    #[error("the world has {count} lamps; MVSim shows the first {most} of them, skidpad all")]
    ManyLamps {
        /// How many there are.
        count: usize,
        /// How many MVSim shows.
        most: usize,
    },
    /// A visual that glows with lights that do not exist.
    #[error("there is no <light_group> \"{group}\" on this object{}", did_you_mean(.nearest.as_deref()))]
    NoSuchLightGroup {
        /// The group that is named.
        group: String,
        /// A group of a similar name.
        nearest: Option<String>,
    },
    /// A cone of light whose edge lies inside its full light.
    #[error(
        "\"outer_cutoff_deg\" is {outer_deg}, but must be at least \"inner_cutoff_deg\", which is {inner_deg}"
    )]
    CutoffsInsideOut {
        /// Angle of full light [deg].
        inner_deg: f64,
        /// Angle beyond which it is dark [deg].
        outer_deg: f64,
    },
    /// A spot light that points nowhere.
    #[error("\"direction\" of a spot light must have a length")]
    NoDirection,

    // Trajectories.
    /// A trajectory with fewer than two waypoints.
    #[error("a trajectory needs at least 2 <waypoint>, but has {count}")]
    FewWaypoints {
        /// How many there are.
        count: usize,
    },
    /// Two waypoints at the same time.
    #[error("two waypoints have the time {time_s} s; a vehicle cannot be at both")]
    WaypointsAtOnce {
        /// The time [s].
        time_s: f64,
    },
    /// A trajectory that goes back the way it came.
    #[error(
        "the trajectory turns back at t = {time_s} s, but the vehicle only drives forward and would stop there; \
                 lead it round the turn with further waypoints"
    )]
    TurnsBack {
        /// The time of the waypoint [s].
        time_s: f64,
    },
    /// A trajectory that is repeated, but does not end where it begins.
    #[error(
        "the trajectory is repeated, but ends {gap_m:.3} m from where it begins; add a last waypoint there"
    )]
    OpenLoop {
        /// The distance between its ends [m].
        gap_m: f64,
    },

    // Receivers.
    /// An event of a receiver that ends before it starts.
    #[error("this event ends at {end_s} s, before it starts at {start_s} s")]
    EventEndsFirst {
        /// Its start [s].
        start_s: f64,
        /// Its end [s].
        end_s: f64,
    },
    /// An event that changes nothing.
    #[error(
        "this event changes nothing; give it fix_type, horizontal_std_noise, vertical_std_noise, outage or offset"
    )]
    EmptyEvent,

    // Shapes.
    /// An outline with fewer than three points.
    #[error("an outline needs at least 3 <pt>, but has {count}")]
    FewPoints {
        /// How many there are.
        count: usize,
    },
    /// An outline that crosses itself.
    #[error(
        "the outline crosses itself: side {first} meets side {second}; list the points in order around it"
    )]
    CrossedOutline {
        /// The first of the two sides, counted from 1.
        first: usize,
        /// The second.
        second: usize,
    },
    /// An outline without an area.
    #[error("the outline has no area: its points lie on a line")]
    NoArea,
    /// A low end that is not below the high end.
    #[error("\"{high}\" is {high_m}, but must be greater than \"{low}\", which is {low_m}")]
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
    /// `shape_from_visual` of a block with nothing to take it from.
    #[error("<shape_from_visual> needs a <visual> with a model, or a <geometry>")]
    BlockWithoutVisual,
    /// `shape_from_visual` of a vehicle with nothing to take it from.
    #[error("<shape_from_visual> needs a <visual> with a model in the <vehicle>")]
    VehicleWithoutVisual,
    /// A ramp or a bump that stops vehicles instead of letting them drive on it.
    #[error("vehicles cannot drive onto this {what}: its sides collide; add <intangible>true</intangible>")]
    RampThatStops {
        /// What it is.
        what: &'static str,
    },
    /// A ramp that rises by more than 45°.
    #[error(
        "this ramp is too steep for wheels: it rises {lz_m} m over {lx_m} m; make lx longer or lz smaller"
    )]
    SteepRamp {
        /// Its length [m].
        lx_m: f64,
        /// Its height [m].
        lz_m: f64,
    },
    /// A block that is drawn unlike it collides.
    #[error(
        "this block is drawn {drawn}, but collides as a square of 1 m; add <shape_from_visual/> or a <shape>"
    )]
    DrawnUnlikeItCollides {
        /// How it is drawn.
        drawn: String,
    },
    /// Walls without points or model.
    #[error("<walls> needs a <shape> with points, or a <model_uri>")]
    WallsWithoutPoints,
    /// Points of walls that do not make pairs.
    #[error("<walls> needs pairs of <pt>, one pair for each wall, but has {count}")]
    OddWallPoints {
        /// How many there are.
        count: usize,
    },
    /// Two ends of a wall at one place.
    #[error("this wall ends where it starts")]
    WallWithoutLength,
    /// Two ends of a vertical plane at one place.
    #[error("the plane ends where it starts; change x1 or y1")]
    PlaneWithoutLength,
    /// An opening beyond the ends of its wall.
    #[error("\"position\" is {given}, but must be from 0 to 1; {position} is used")]
    ClampedPosition {
        /// As written.
        given: f64,
        /// As used.
        position: f64,
    },
    /// An opening that is left out.
    #[error("an opening {width_m} m wide is left out; give it a width greater than 0")]
    OpeningWithoutWidth {
        /// Its width [m].
        width_m: f64,
    },

    // Elements.
    /// A matrix of the wrong size.
    #[error("\"{parameter}\" must be {expected}")]
    MatrixSize {
        /// The parameter.
        parameter: &'static str,
        /// The size it should have.
        expected: &'static str,
    },
    /// A kernel that does not add up.
    #[error("the kernel sums up to {sum}, which would scale the heights; its sum must be 1")]
    KernelSum {
        /// Its sum.
        sum: f64,
    },
    /// An elevation map without heights.
    #[error("an elevation map needs <elevation_image>, <elevation_data_matrix> or <dem_xyzrgb_file>")]
    NoElevationSource,
    /// An elevation image between equal heights.
    #[error("darkest and brightest pixel are both at {z_m} m; elevation_image_min_z and _max_z must differ")]
    FlatElevation {
        /// The height [m].
        z_m: f64,
    },
    /// An elevation map that is not level.
    #[error("an elevation map stays level: pitch and roll are ignored; put slopes into its heights")]
    TiltedElevation,
    /// A point cloud without points.
    #[error("a point cloud needs <file_txt_3d> or <file_txt_2d>")]
    NoPointFile,
    /// A file name with nothing in it.
    #[error("<{parameter}> is empty; it must name a file")]
    EmptyFileName {
        /// The parameter.
        parameter: &'static str,
    },
    /// A pattern of the sky without its one `%s`.
    #[error(
        "\"textures\" needs one %s, which stands for Front, Back, Down, Up, Left and Right, but has {count}"
    )]
    SkyboxPattern {
        /// How many there are.
        count: usize,
    },
    /// A property region without a value.
    #[error("the region of \"{property}\" needs a value: <value_double>, <value_bool> or <value_string>")]
    RegionWithoutValue {
        /// The property.
        property: String,
    },
    /// A property that the simulation does not use.
    #[error("the simulation uses no property \"{property}\"{}", did_you_mean(.nearest.as_deref()))]
    UnknownProperty {
        /// The property.
        property: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// A property with a value of the wrong type.
    #[error("the value of \"{property}\" must be given as <{wanted}>")]
    PropertyType {
        /// The property.
        property: String,
        /// The parameter that holds values of the right type.
        wanted: &'static str,
    },
    /// A friction coefficient below zero.
    #[error("\"{property}\" is {value}; it must be 0 or greater")]
    NegativeProperty {
        /// The property.
        property: String,
        /// Its value.
        value: f64,
    },

    // Names.
    /// A name that no object has.
    #[error("there is no {what} named \"{name}\"{}", did_you_mean(.nearest.as_deref()))]
    UnknownName {
        /// What it should name.
        what: &'static str,
        /// The name.
        name: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// A joint to something without a body.
    #[error("\"{name}\" cannot be joined: {why}")]
    NoBody {
        /// The name.
        name: String,
        /// Why it has none.
        why: &'static str,
    },
    /// A joint between a body and itself.
    #[error("\"{name}\" cannot be joined to itself")]
    JointToItself {
        /// The name.
        name: String,
    },
    /// A joint of two bodies that never move.
    #[error("neither body of this joint can move, so it does nothing")]
    JointOfStatics,
    /// A joint written before its bodies.
    #[error("MVSim does not load a joint written before its body \"{name}\"; move it behind")]
    JointBeforeBody {
        /// The body.
        name: String,
    },
    /// A joint whose lower limit is above its upper one.
    #[error("\"{low}\" must not be greater than \"{high}\"")]
    JointLimits {
        /// Parameter of the lower limit.
        low: &'static str,
        /// Parameter of the upper limit.
        high: &'static str,
    },
    /// Two sensors of one vehicle with one name.
    #[error(
        "two sensors of \"{vehicle}\" are named \"{name}\"; they cannot be told apart, and their noise is the same"
    )]
    DuplicateSensor {
        /// The name.
        name: String,
        /// The vehicle.
        vehicle: String,
    },
    /// Two sensors that stand alone with one name.
    #[error("two sensors are named \"{name}\"; they cannot be told apart, and their noise is the same")]
    DuplicateLoneSensor {
        /// The name.
        name: String,
    },
    /// A wheel linked to a visual that does not exist.
    #[error("linked_yaw names \"{name}\", but no <visual> of the vehicle has that <name>{}", did_you_mean(.nearest.as_deref()))]
    NoSuchVisual {
        /// The name.
        name: String,
        /// A known one that is close.
        nearest: Option<String>,
    },
    /// One of the two parameters of relative poses without the other.
    #[error(
        "<publish_relative_pose_topic> and <publish_relative_pose_objects> belong together; give both or none"
    )]
    HalfRelativePose,

    // Motion.
    /// A keyframe that is not later than the one before.
    #[error(
        "this keyframe is at {time_s} s; times start at 0 or later and rise from one keyframe to the next"
    )]
    KeyframeOrder {
        /// Its time [s].
        time_s: f64,
    },
    /// An animation without keyframes.
    #[error("an animation without <time_pose> or <time_pose3d> does nothing")]
    NoKeyframes,
    /// A waypoint that the actor does not move towards.
    #[error(
        "an actor that is \"idle\" on its way to this waypoint never arrives; to rest there use pause=\"…\""
    )]
    NeverArrives,

    // Vehicles.
    /// Two vehicles in one place.
    #[error("\"{vehicle}\" starts in the same place as \"{other}\"; move one of them with <init_pose>")]
    SamePlace {
        /// The vehicle.
        vehicle: String,
        /// The one before it.
        other: String,
    },
    /// A vehicle whose origin is in the chassis of another.
    #[error("\"{vehicle}\" and \"{other}\" start inside each other; move one of them with <init_pose>")]
    StartsInside {
        /// The vehicle.
        vehicle: String,
        /// The one before it.
        other: String,
    },
    /// Drag or downforce of a race car that is given twice.
    #[error("<aero> takes the place of {parameter}, which this race car has too; leave one of them out")]
    AirTwice {
        /// The parameter.
        parameter: &'static str,
    },
    /// A wheel tag without a place.
    #[error("<{wheel}> has no \"pos\"; as in MVSim it is placed at 0 -0.5, whatever its side")]
    WheelWithoutPosition {
        /// The wheel.
        wheel: &'static str,
    },
    /// A car without one of its wheels.
    #[error("there is no <{wheel}>; a default wheel is used")]
    MissingWheel {
        /// The wheel.
        wheel: &'static str,
    },
    /// A wheel with an inertia of zero or less.
    #[error("\"inertia\" is {inertia_kgm2} kg·m²; it must be greater than 0, or -1 for that of a solid disc")]
    NoInertia {
        /// The inertia [kg·m²].
        inertia_kgm2: f64,
    },
    /// Left wheel not to the left of the right wheel.
    #[error(
        "<{left}> must be to the left of <{right}>, but y of the first minus y of the second is {track_m} m"
    )]
    NoTrack {
        /// The left wheel.
        left: String,
        /// The right wheel.
        right: String,
        /// y of the left wheel minus y of the right one [m].
        track_m: f64,
    },
    /// Left wheel on the right side.
    #[error("<{left}> is to the right of <{right}>; swap their y")]
    SwappedWheels {
        /// The left wheel.
        left: String,
        /// The right wheel.
        right: String,
    },
    /// Front wheels not in front of the rear wheels.
    #[error(
        "front wheels must be in front of rear wheels, but x of the first minus x of the second is \
                 {wheelbase_m} m; change f_wheels_x"
    )]
    NoWheelbase {
        /// x of the front wheels minus x of the rear ones [m].
        wheelbase_m: f64,
    },

    // Sensors.
    /// A picture whose principal point is not in its middle, because only its size was given.
    #[error(
        "\"{size}\" is {count}, but \"{point}\" stays {point_px}: the picture looks aside; write \
             <{point}>{middle_px}</{point}>"
    )]
    OffCentre {
        /// The parameter of the size.
        size: String,
        /// The size [px].
        count: u32,
        /// The parameter of the principal point.
        point: String,
        /// Its value [px].
        point_px: f64,
        /// The middle of the picture [px].
        middle_px: f64,
    },
    /// Ray angles of another count than the rays.
    #[error("\"vertical_ray_angles\" has {given} angles, but \"vert_nrays\" is {wanted}")]
    RayAngleCount {
        /// How many angles there are.
        given: usize,
        /// How many there should be.
        wanted: u32,
    },
    /// The same ray angle twice.
    #[error("\"vertical_ray_angles\" has the same angle twice")]
    RepeatedRayAngles,
    /// More beams or pixels in one reading than memory is for.
    #[error("a reading would have {count} {what}; at most {most} are allowed")]
    ReadingTooLarge {
        /// Beams or pixels.
        what: &'static str,
        /// How many.
        count: u64,
        /// How many are allowed.
        most: u64,
    },
    /// A sensor faster than the simulation.
    #[error(
        "sensor \"{sensor}\" has a period of {period_s} s, but the step is {step_s} s: one reading each step"
    )]
    PeriodBelowStep {
        /// The sensor.
        sensor: String,
        /// Its period [s].
        period_s: f64,
        /// The step [s].
        step_s: f64,
    },
    /// A period that is no multiple of the step.
    #[error(
        "the period of sensor \"{sensor}\", {} s, is not a whole number of steps of {step_s} s; \
                 a reading comes at the first step after it is due", four_digits(*.period_s)
    )]
    PeriodBetweenSteps {
        /// The sensor.
        sensor: String,
        /// Its period [s].
        period_s: f64,
        /// The step [s].
        step_s: f64,
    },

    // Steps.
    /// A step that no run can have.
    #[error("the step is {step_s} s; it must be from 1e-6 to 1 s (0 chooses it automatically)")]
    StepOutOfRange {
        /// The step [s].
        step_s: f64,
    },
    /// A step too long for the speed controller of a vehicle.
    #[error("the step of {step_s} s is beyond {} s, above which the speed controller of \"{vehicle}\" \
                 oscillates; use {recommended_s} s or less, or a smaller KP", two_digits(*.bound_s))]
    StepTooLongForController {
        /// The vehicle.
        vehicle: String,
        /// The step [s].
        step_s: f64,
        /// The longest step that follows the controller, 32·(m·R² + ΣI)/(n·KP·R) [s].
        bound_s: f64,
        /// A step that follows the motion [s].
        recommended_s: f64,
    },
    /// A step too long for a driven wheel that slips.
    #[error("the step of {step_s} s is beyond {} s, above which <{wheel}> of \"{vehicle}\" oscillates \
                 while it slips; use {recommended_s} s or less, or a smaller KP", two_digits(*.bound_s))]
    StepTooLongForSlip {
        /// The vehicle.
        vehicle: String,
        /// The wheel.
        wheel: String,
        /// The step [s].
        step_s: f64,
        /// The longest step that follows the wheel, 64·I/(KP·R) [s].
        bound_s: f64,
        /// A step that follows the motion [s].
        recommended_s: f64,
    },
}

/// A number rounded to four digits, without an exponent.
fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// A number rounded to two digits, without an exponent.
fn two_digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}
