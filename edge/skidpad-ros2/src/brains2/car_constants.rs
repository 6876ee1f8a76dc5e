//! `car_constants.yaml` of brains2 as parameters of a race car.

use crate::yaml;
use yaml_rust2::Yaml;

/// Where a number stands in the file, and the parameter of a world's race car that it is.
///
/// What the file has besides these follows from them, or is used neither by brains2's simulator nor here.
const NUMBERS: &[([&str; 3], &str)] = &[
    (["inertia", "mass", ""], "mass_kg"),
    (["inertia", "yaw_inertia", ""], "yaw_inertia_kgm2"),
    (["geometry", "axle_track", ""], "track_m"),
    (["geometry", "cog_height", ""], "cg_height_m"),
    (["drivetrain", "C_m0", ""], "drive_per_m"),
    (["drivetrain", "C_r0", ""], "resistance_n"),
    (["drivetrain", "C_r1", ""], "resistance_nspm"),
    (["drivetrain", "C_r2", ""], "resistance_ns2pm2"),
    (["aero", "C_downforce", ""], "downforce_ns2pm2"),
    (["actuators", "torque_max", ""], "torque_max_nm"),
    (["actuators", "steering_max", ""], "steer_max_rad"),
    (["actuators", "steering_rate_max", ""], "steer_rate_max_radps"),
    (["actuators", "motor_time_constant", ""], "torque_lag_s"),
    (["actuators", "steering_time_constant", ""], "steer_lag_s"),
    (["pacejka", "constant", "Ba"], "lateral.b"),
    (["pacejka", "constant", "Ca"], "lateral.c"),
    (["pacejka", "constant", "Da"], "lateral.d"),
    (["pacejka", "constant", "Ea"], "lateral.e"),
];

/// The same for numbers that brains2's simulator does not need, so that a file may lack them.
const MORE_NUMBERS: &[([&str; 3], &str)] = &[
    (["wheels", "wheel_radius", ""], "wheel_radius_m"),
    (["wheels", "wheel_inertia", ""], "wheel_inertia_kgm2"),
    (["pacejka", "constant", "Bs"], "longitudinal.b"),
    (["pacejka", "constant", "Cs"], "longitudinal.c"),
    (["pacejka", "constant", "Ds"], "longitudinal.d"),
    (["pacejka", "constant", "Es"], "longitudinal.e"),
    (["pacejka", "base", "d1a"], "lateral_by_load.d1"),
    (["pacejka", "base", "d2a"], "lateral_by_load.d2"),
    (["pacejka", "base", "b1a"], "lateral_by_load.b1"),
    (["pacejka", "base", "b2a"], "lateral_by_load.b2_n"),
    (["pacejka", "base", "c1a"], "lateral_by_load.c1"),
    (["pacejka", "base", "e1a"], "lateral_by_load.e1"),
    (["pacejka", "base", "e2a"], "lateral_by_load.e2"),
    (["pacejka", "base", "d1s"], "longitudinal_by_load.d1"),
    (["pacejka", "base", "d2s"], "longitudinal_by_load.d2"),
    (["pacejka", "base", "b1s"], "longitudinal_by_load.b1"),
    (["pacejka", "base", "b2s"], "longitudinal_by_load.b2"),
    (["pacejka", "base", "b3s"], "longitudinal_by_load.b3"),
    (["pacejka", "base", "c1s"], "longitudinal_by_load.c1"),
    (["pacejka", "base", "e1s"], "longitudinal_by_load.e1"),
    (["pacejka", "base", "e2s"], "longitudinal_by_load.e2"),
    (["pacejka", "base", "e3s"], "longitudinal_by_load.e3"),
];

/// The parameters of the race car of a world, by name, and the length and width of the car.
#[derive(Debug, Clone, PartialEq)]
pub struct CarConstants {
    /// Names as in world files, with SI values.
    pub parameters: Vec<(&'static str, f64)>,
    /// Length and width of the body [m], where the file gives them.
    pub size_m: Option<[f64; 2]>,
}

impl CarConstants {
    /// Read the text of a `car_constants.yaml`.
    pub fn parse(text: &str) -> Result<CarConstants, String> {
        let documents = yaml::load(text)?;
        let [root, ..] = &documents[..] else { return Err("it is empty".to_string()) };
        let mut parameters = Vec::new();
        for (path, name) in NUMBERS {
            let value = number(root, path)?.ok_or_else(|| format!("there is no {}", written(path)))?;
            parameters.push((*name, value));
        }
        for (path, name) in MORE_NUMBERS {
            parameters.extend(number(root, path)?.map(|value| (*name, value)));
        }
        let length = |name| {
            let path = ["geometry", name, ""];
            number(root, &path)?.ok_or_else(|| format!("there is no {}", written(&path)))
        };
        let (wheelbase_m, rear_m) = (length("wheelbase")?, length("cog_to_rear_axle")?);
        let front_m = wheelbase_m - rear_m;
        // Downforce acts at the centre of gravity, so the front axle carries l_R/L of it.
        let front_share = rear_m / wheelbase_m;
        parameters.extend([
            ("front_axle_m", front_m),
            ("rear_axle_m", rear_m),
            ("downforce_front_share", front_share),
        ]);
        let size =
            [number(root, &["geometry", "car_length", ""])?, number(root, &["geometry", "car_width", ""])?];
        let size_m =
            if let [Some(length_m), Some(width_m)] = size { Some([length_m, width_m]) } else { None };
        Ok(CarConstants { parameters, size_m })
    }
}

fn written(path: &[&str; 3]) -> String {
    path.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(".")
}

/// The number at a path, if something is there.
fn number(root: &Yaml, path: &[&str; 3]) -> Result<Option<f64>, String> {
    let mut node = root;
    for part in path.iter().filter(|part| !part.is_empty()) {
        node = &node[*part];
    }
    let value = match node {
        Yaml::BadValue | Yaml::Null => return Ok(None),
        Yaml::Integer(value) => Some(*value as f64),
        // A number such as 1e-3 has no point, and some readers take it for a text.
        Yaml::Real(text) | Yaml::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let value = value.filter(|value: &f64| value.is_finite());
    value.map(Some).ok_or_else(|| format!("{} is not a number", written(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARIANE: &str = include_str!("../../../../testdata/brains2/car_constants.yaml");

    fn value(constants: &CarConstants, name: &str) -> Option<f64> {
        constants.parameters.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    #[test]
    fn the_file_of_brains2_gives_every_number() {
        let constants = CarConstants::parse(ARIANE).expect("the file of brains2");
        assert_eq!(constants.parameters.len(), NUMBERS.len() + MORE_NUMBERS.len() + 3);
        for (name, expected) in [
            ("mass_kg", 230.0),
            ("front_axle_m", 1.5706 / 2.0),
            ("downforce_front_share", 0.5),
            ("torque_lag_s", 1e-3),
            ("lateral.d", 1.655492775),
            ("longitudinal_by_load.e3", -4.26),
        ] {
            assert_eq!(value(&constants, name), Some(expected), "{name}");
        }
        assert_eq!(constants.size_m, Some([3.19, 1.55]));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let without =
            |line: &str| ARIANE.lines().filter(|it| !it.contains(line)).collect::<Vec<_>>().join("\n");
        let problem = |text: &str| CarConstants::parse(text).expect_err("something is wrong");
        assert_eq!(problem(&without("cog_height")), "there is no geometry.cog_height");
        assert_eq!(problem(&without("Ba:")), "there is no pacejka.constant.Ba");
        assert_eq!(problem(&ARIANE.replace("230.0", "heavy")), "inertia.mass is not a number");
        assert_eq!(problem(&ARIANE.replace("230.0", ".inf")), "inertia.mass is not a number");
        assert_eq!(problem(""), "it is empty");
        assert!(CarConstants::parse(&without("wheel_inertia")).is_ok(), "brains2 does not need it");
    }
}
