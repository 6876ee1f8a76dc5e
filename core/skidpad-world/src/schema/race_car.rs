//! The four-wheel race car: the choices and numbers that differ from its preset.
//!
//! Names, units and ranges are those of the parameter table of `skidpad-dynamics`;
//! the letters of the equations are accepted as well.

use super::Absent::{Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, Positive};
use super::dynamics::{RACE_CHASSIS, RACE_FL_WHEEL, RACE_FR_WHEEL, RACE_RL_WHEEL, RACE_RR_WHEEL};
use super::{Element, Family, Group, Kind, Param, attribute, child, single};

/// Parameter sets that others are changes of.
pub(crate) const PRESETS: &[&str] = &["ariane", "ariane_rear"];
/// Ways to integrate.
pub(crate) const INTEGRATORS: &[&str] = &["rk4", "radau", "euler"];
/// Tyres.
pub(crate) const TYRES: &[&str] = &["constant", "load", "combined", "linear"];

/// The class `race_car`.
pub(super) static RACE_CAR: Element = Element {
    names: &["race_car"],
    doc: "A four-wheel race car with magic-formula tyres, load transfer and a kinematic bicycle at low speed. \
          Wheels are placed by its parameters: 0 `fl_wheel`, 1 `fr_wheel`, 2 `rl_wheel`, 3 `rr_wheel`.",
    text: None,
    params: &[
        attribute("preset", Kind::Choice(PRESETS), Means("ariane"), Any, "Parameter set that the other parameters are changes of.").ours(),
        attribute("integrator", Kind::Choice(INTEGRATORS), Means("rk4"), Any, "How its motion is integrated.").ours(),
        attribute("tyre", Kind::Choice(TYRES), Means("combined"), Any,
            "Which tyre carries it. With `combined`, wheels spin and lock, and friction limits drive and side force together; with the others the drive force is that of the torque, whatever the grip.").ours(),
        attribute("reverse", Kind::Flag, Means("false"), Any, "Whether negative torque may drive backwards.").ours(),
    ],
    groups: &[&NUMBERS],
    children: &[&RACE_FL_WHEEL, &RACE_FR_WHEEL, &RACE_RL_WHEEL, &RACE_RR_WHEEL, &RACE_CHASSIS, &DRIVER],
};

static DRIVER: Family = single("driver", false, "Who drives until a command comes.", &[&Element {
    names: &[],
    doc: "Who drives until a command comes, and how speeds asked for by commands become torques.",
    text: None,
    params: &[
        attribute("speed", Kind::Number("m/s"), Means("0"), NonNegative, "Speed; the fastest one on a track.").ours(),
        attribute("steer_deg", Kind::Degrees("deg"), Means("0"), Any, "Steering angle, positive to the left.").ours(),
        attribute("follow_track", Kind::Flag, Means("false"), Any, "Whether to follow the `cone_track` of the world instead of the angle.").ours(),
        attribute("lateral_acceleration", Kind::Number("m/s²"), Means("6"), Positive, "Largest lateral acceleration on a track.").ours(),
        attribute("braking", Kind::Number("m/s²"), Means("5"), Positive, "Largest deceleration before the bends of a track.").ours(),
        attribute("torque_vectoring", Kind::Flag, Means("false"), Any,
            "Whether torque is split by wheel load and by the yaw rate that the steering asks for.").ours(),
    ],
    groups: &[],
    children: &[],
}]);

/// What a preset means for collisions and pictures. The equations take theirs from `skidpad-dynamics`.
pub(crate) struct PresetBody {
    pub(crate) preset: &'static str,
    pub(crate) mass_kg: f64,
    pub(crate) front_axle_m: f64,
    pub(crate) rear_axle_m: f64,
    pub(crate) track_m: f64,
    pub(crate) wheel_radius_m: f64,
}

/// Both presets have the same.
const WHEELBASE_M: f64 = 1.5706;

/// The body of each preset: half or 45 % of the weight in front.
pub(crate) const PRESET_BODIES: &[PresetBody] = &[
    PresetBody { preset: "ariane", mass_kg: 230.0, front_axle_m: 0.5 * WHEELBASE_M, rear_axle_m: 0.5 * WHEELBASE_M, track_m: 1.24, wheel_radius_m: 0.20809 },
    PresetBody { preset: "ariane_rear", mass_kg: 230.0, front_axle_m: 0.55 * WHEELBASE_M, rear_axle_m: 0.45 * WHEELBASE_M, track_m: 1.24, wheel_radius_m: 0.20809 },
];

/// Outline of a race car without `shape` [m].
pub(crate) const RACE_CAR_OUTLINE_M: &[(f64, f64)] = &[(-1.595, -0.775), (-1.595, 0.775), (1.595, 0.775), (1.595, -0.775)];

static NUMBERS: Group =
    Group { title: "Parameters of the race car", params: RACE_CAR_PARAMETERS, children: &[] };

const fn row(
    name: &'static str,
    aliases: &'static [&'static str],
    unit: &'static str,
    least: f64,
    most: f64,
    doc: &'static str,
) -> Param {
    child(name, Kind::Number(unit), Leaves("the preset's"), Between(least, most), doc).also(aliases).ours()
}

/// Every number of the race car that a world can change.
pub const RACE_CAR_PARAMETERS: &[Param] = &[
    row("mass_kg", &["m"], "kg", 1.0, 1e5, "Mass."),
    row("yaw_inertia_kgm2", &["I_z"], "kg·m²", 1e-3, 1e6, "Yaw inertia about the centre of gravity."),
    row("front_axle_m", &["l_F"], "m", 0.05, 20.0, "Centre of gravity to front axle."),
    row("rear_axle_m", &["l_R"], "m", 0.05, 20.0, "Centre of gravity to rear axle."),
    row("track_m", &["W"], "m", 0.1, 10.0, "Distance between left and right wheels."),
    row("cg_height_m", &["z_CG"], "m", 0.0, 5.0, "Height of the centre of gravity."),
    row("drive_per_m", &["C_m0"], "1/m", 0.0, 100.0, "Drive force per wheel torque, about 1/wheel radius."),
    row("resistance_n", &["C_r0"], "N", 0.0, 1e5, "Constant resistance."),
    row("resistance_nspm", &["C_r1"], "N·s/m", 0.0, 1e4, "Resistance per speed."),
    row("resistance_ns2pm2", &["C_r2"], "N·s²/m²", 0.0, 1e3, "Resistance per squared speed."),
    row("downforce_ns2pm2", &["C_downforce"], "N·s²/m²", 0.0, 1e3, "Downforce is half of this times the squared speed."),
    row("downforce_front_share", &["a_F"], "", 0.0, 1.0, "Front share of the downforce."),
    row("roll_front_share", &["lambda"], "", 0.0, 1.0, "Front share of the lateral load transfer."),
    row("torque_lag_s", &["t_tau"], "s", 1e-5, 10.0, "Lag of the motors."),
    row("steer_lag_s", &["t_delta"], "s", 1e-5, 10.0, "Lag of the steering."),
    row("torque_max_nm", &["tau_max"], "N·m", 0.0, 1e5, "Largest torque of a wheel."),
    row("steer_max_rad", &["delta_max"], "rad", 0.0, 1.4, "Largest steering angle."),
    row("steer_rate_max_radps", &["delta_rate_max"], "rad/s", 1e-3, 100.0, "Largest steering rate."),
    row("slip_cutoff_mps", &["v_alpha"], "m/s", 1e-6, 1.0, "Smallest rolling speed in a slip angle."),
    row("ratio_cutoff_mps", &["v_kappa"], "m/s", 1e-3, 5.0, "Smallest rolling speed in a slip ratio (`combined` tyre)."),
    row("switch_speed_mps", &["v_up"], "m/s", 0.0, 5.0, "Above this speed the dynamic model takes over from the kinematic one."),
    row("switch_down_mps", &["v_down"], "m/s", 0.0, 5.0, "At or below this speed the kinematic model takes over."),
    row("wheel_radius_m", &["R"], "m", 0.01, 2.0, "Rolling radius of a wheel (`combined` tyre)."),
    row("wheel_inertia_kgm2", &["I_w"], "kg·m²", 1e-4, 1e3, "Spin inertia of a wheel with its drive (`combined` tyre)."),
    row("lateral.b", &["B"], "", 0.1, 100.0, "Lateral stiffness factor."),
    row("lateral.c", &["C"], "", 0.5, 1.99, "Lateral shape factor."),
    row("lateral.d", &["D"], "", 0.0, 5.0, "Lateral peak force per load."),
    row("lateral.e", &["E"], "", -20.0, 1.0, "Lateral curvature factor."),
    row("longitudinal.b", &["B_s"], "", 0.1, 100.0, "Longitudinal stiffness factor (`combined` tyre)."),
    row("longitudinal.c", &["C_s"], "", 0.5, 1.99, "Longitudinal shape factor (`combined` tyre)."),
    row("longitudinal.d", &["D_s"], "", 0.0, 5.0, "Longitudinal peak force per load (`combined` tyre)."),
    row("longitudinal.e", &["E_s"], "", -20.0, 1.0, "Longitudinal curvature factor (`combined` tyre)."),
    row("rear_lateral.b", &["B_rear"], "", 0.1, 100.0, "Lateral stiffness factor of the rear axle, where it differs from that of the front."),
    row("rear_lateral.c", &["C_rear"], "", 0.5, 1.99, "Lateral shape factor of the rear axle."),
    row("rear_lateral.d", &["D_rear"], "", 0.0, 5.0, "Lateral peak force per load of the rear axle."),
    row("rear_lateral.e", &["E_rear"], "", -20.0, 1.0, "Lateral curvature factor of the rear axle."),
    row("rear_longitudinal.b", &["B_s_rear"], "", 0.1, 100.0, "Longitudinal stiffness factor of the rear axle (`combined` tyre)."),
    row("rear_longitudinal.c", &["C_s_rear"], "", 0.5, 1.99, "Longitudinal shape factor of the rear axle (`combined` tyre)."),
    row("rear_longitudinal.d", &["D_s_rear"], "", 0.0, 5.0, "Longitudinal peak force per load of the rear axle (`combined` tyre)."),
    row("rear_longitudinal.e", &["E_s_rear"], "", -20.0, 1.0, "Longitudinal curvature factor of the rear axle (`combined` tyre)."),
    row("lateral_by_load.d1", &["d1"], "1/N", -1e-2, 1e-2, "Lateral peak, slope (`load` tyre)."),
    row("lateral_by_load.d2", &["d2"], "", 0.0, 5.0, "Lateral peak at no load (`load` tyre)."),
    row("lateral_by_load.b1", &["b1"], "1/rad", 0.1, 500.0, "Largest lateral stiffness (`load` tyre)."),
    row("lateral_by_load.b2_n", &["b2"], "N", 1.0, 1e6, "Load of the largest lateral stiffness (`load` tyre)."),
    row("lateral_by_load.c1", &["c1"], "", 0.5, 1.99, "Lateral shape (`load` tyre)."),
    row("lateral_by_load.e1", &["e1"], "1/N", -1.0, 1.0, "Lateral curvature, slope (`load` tyre)."),
    row("lateral_by_load.e2", &["e2"], "", -20.0, 20.0, "Lateral curvature at no load (`load` tyre)."),
    row("longitudinal_by_load.d1", &["d1_s"], "1/N", -1e-2, 1e-2, "Longitudinal peak, slope."),
    row("longitudinal_by_load.d2", &["d2_s"], "", 0.0, 5.0, "Longitudinal peak at no load."),
    row("longitudinal_by_load.b1", &["b1_s"], "1/N²", -1.0, 1.0, "Longitudinal stiffness, quadratic part."),
    row("longitudinal_by_load.b2", &["b2_s"], "1/N", -10.0, 10.0, "Longitudinal stiffness, linear part."),
    row("longitudinal_by_load.b3", &["b3_s"], "1/N", 0.0, 1.0, "Longitudinal stiffness, decay."),
    row("longitudinal_by_load.c1", &["c1_s"], "", 0.5, 1.99, "Longitudinal shape."),
    row("longitudinal_by_load.e1", &["e1_s"], "1/N²", -1.0, 1.0, "Longitudinal curvature, quadratic part."),
    row("longitudinal_by_load.e2", &["e2_s"], "1/N", -1.0, 1.0, "Longitudinal curvature, linear part."),
    row("longitudinal_by_load.e3", &["e3_s"], "", -20.0, 20.0, "Longitudinal curvature at no load."),
];
