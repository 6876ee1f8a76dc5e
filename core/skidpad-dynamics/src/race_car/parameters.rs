//! The numbers that make one race car: presets, and a table that names, bounds and explains each of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::combined_slip::CombinedSlip;
use super::magic_formula::{LateralLoadSet, LongitudinalLoadSet, MagicFormula};

/// Which tyre carries the car.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tyre {
    /// Lateral magic formula with constant coefficients; the drive force is C_m0 τ whatever the grip.
    #[default]
    Constant,
    /// Lateral magic formula whose coefficients follow the wheel load; the drive force is C_m0 τ.
    Load,
    /// Wheels that spin and lock: longitudinal and lateral slip share the friction ellipse.
    Combined,
    /// Side force in proportion to the slip angle, BCD α F_z, without a limit; the drive force is C_m0 τ.
    Linear,
}

/// Numbers of a tyre that differ from another's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TyreChange {
    /// B, stiffness factor \[-\].
    pub b: Option<f64>,
    /// C, shape factor \[-\].
    pub c: Option<f64>,
    /// D, peak force per unit load \[-\].
    pub d: Option<f64>,
    /// E, curvature factor \[-\].
    pub e: Option<f64>,
}

impl TyreChange {
    /// Another tyre with these numbers changed.
    pub fn of(&self, tyre: &MagicFormula<f64>) -> MagicFormula<f64> {
        MagicFormula {
            b: self.b.unwrap_or(tyre.b),
            c: self.c.unwrap_or(tyre.c),
            d: self.d.unwrap_or(tyre.d),
            e: self.e.unwrap_or(tyre.e),
        }
    }
}

/// What the parameter `tyre` may be.
const TYRE_WORDS: &str = "\"constant\", \"load\", \"combined\" or \"linear\"";

/// Every number of the model. Make one from a preset, change what differs, then [`Parameters::check`] it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// m \[kg\].
    pub mass_kg: f64,
    /// I_z, yaw inertia about the centre of gravity \[kg m²\].
    pub yaw_inertia_kgm2: f64,
    /// l_F, centre of gravity to front axle \[m\].
    pub front_axle_m: f64,
    /// l_R, centre of gravity to rear axle \[m\].
    pub rear_axle_m: f64,
    /// W, distance of left and right wheels \[m\].
    pub track_m: f64,
    /// z, height of the centre of gravity \[m\].
    pub cg_height_m: f64,
    /// C_m0, drive force per wheel torque \[1/m\].
    pub drive_per_m: f64,
    /// C_r0, constant resistance \[N\].
    pub resistance_n: f64,
    /// C_r1, resistance per speed \[N s/m\].
    pub resistance_nspm: f64,
    /// C_r2, resistance per squared speed \[N s²/m²\].
    pub resistance_ns2pm2: f64,
    /// C_downforce: F_down = ½ C v_x² \[N s²/m²\].
    pub downforce_ns2pm2: f64,
    /// Front share of the downforce; at the centre of gravity (l_R/L) where not given \[-\].
    pub downforce_front_share: Option<f64>,
    /// λ, front share of the lateral load transfer \[-\].
    pub roll_front_share: f64,
    /// t_τ, motor lag \[s\].
    pub torque_lag_s: f64,
    /// t_δ, steering lag \[s\].
    pub steer_lag_s: f64,
    /// Largest torque of a wheel \[N m\].
    pub torque_max_nm: f64,
    /// Largest steering angle \[rad\].
    pub steer_max_rad: f64,
    /// Largest steering rate \[rad/s\].
    pub steer_rate_max_radps: f64,
    /// g \[m/s²\].
    pub gravity_mps2: f64,
    /// Smallest rolling speed in a slip angle \[m/s\].
    pub slip_cutoff_mps: f64,
    /// Smallest rolling speed in a slip ratio (`combined` tyre) \[m/s\].
    pub ratio_cutoff_mps: f64,
    /// Above this speed the dynamic model takes over from the kinematic one \[m/s\].
    pub switch_speed_mps: f64,
    /// At or below this speed the kinematic model takes over; the switch speed where not given \[m/s\].
    pub switch_down_mps: Option<f64>,
    /// Does negative torque drive backwards (true) or only brake (false)?
    pub reverse: bool,
    /// Which tyre carries the car.
    pub tyre: Tyre,
    /// Lateral coefficients of the `constant` and `combined` tyres.
    pub lateral: MagicFormula<f64>,
    /// Longitudinal coefficients of the `combined` tyre.
    pub longitudinal: MagicFormula<f64>,
    /// What of `lateral` differs at the rear axle.
    pub rear_lateral: TyreChange,
    /// What of `longitudinal` differs at the rear axle.
    pub rear_longitudinal: TyreChange,
    /// Lateral coefficients of the `load` tyre.
    pub lateral_by_load: LateralLoadSet,
    /// Longitudinal coefficients by load; no tyre of this model uses them yet.
    pub longitudinal_by_load: LongitudinalLoadSet,
    /// Rolling radius of a wheel (`combined` tyre) \[m\].
    pub wheel_radius_m: f64,
    /// Spin inertia of a wheel with its share of the drive (`combined` tyre) \[kg m²\].
    pub wheel_inertia_kgm2: f64,
}

impl Parameters {
    /// The Ariane formula student car of EPFL Racing Team, as brains2 ships it; 50 % of the load in front.
    pub fn ariane() -> Self {
        Self {
            mass_kg: 230.0,
            yaw_inertia_kgm2: 200.0,
            front_axle_m: 0.5 * 1.5706,
            rear_axle_m: 0.5 * 1.5706,
            track_m: 1.24,
            cg_height_m: 0.295,
            drive_per_m: 4.95,
            resistance_n: 350.0,
            resistance_nspm: 20.0,
            resistance_ns2pm2: 3.0,
            downforce_ns2pm2: 3.96864,
            downforce_front_share: None,
            roll_front_share: 0.5,
            torque_lag_s: 1e-3,
            steer_lag_s: 0.02,
            torque_max_nm: 276.75,
            steer_max_rad: 0.5,
            steer_rate_max_radps: 1.0,
            gravity_mps2: 9.81,
            slip_cutoff_mps: 1e-3,
            ratio_cutoff_mps: 0.5,
            switch_speed_mps: 0.1,
            switch_down_mps: None,
            reverse: false,
            tyre: Tyre::Constant,
            lateral: MagicFormula { b: 14.550048996411983, c: 1.57, d: 1.655492775, e: 0.5464720000000001 },
            longitudinal: MagicFormula {
                b: 12.380272608362585,
                c: 1.86,
                d: 1.6331764,
                e: 0.2894208417375008,
            },
            rear_lateral: TyreChange::default(),
            rear_longitudinal: TyreChange::default(),
            lateral_by_load: LateralLoadSet {
                d1: -2.03e-4,
                d2: 1.77,
                b1: 37.9,
                b2_n: 528.0,
                c1: 1.57,
                e1: -2.24e-3,
                e2: 1.81,
            },
            longitudinal_by_load: LongitudinalLoadSet {
                d1: 1.12e-4,
                d2: 1.57,
                b1: -6.75e-6,
                b2: 0.135,
                b3: 1.2e-3,
                c1: 1.86,
                e1: -5.38e-6,
                e2: 1.11e-2,
                e3: -4.26,
            },
            wheel_radius_m: 0.20809,
            wheel_inertia_kgm2: 0.3,
        }
    }

    /// [`Parameters::ariane`] with the centre of gravity moved back: 45 % of the load in front.
    pub fn ariane_rear() -> Self {
        Self { front_axle_m: 0.55 * 1.5706, rear_axle_m: 0.45 * 1.5706, ..Self::ariane() }
    }

    /// The preset of that name.
    ///
    /// # Errors
    /// A problem that lists the names there are.
    pub fn preset(name: &str) -> Result<Self, ParameterProblem> {
        match name {
            "ariane" => Ok(Self::ariane()),
            "ariane_rear" => Ok(Self::ariane_rear()),
            _ => Err(ParameterProblem::UnknownPreset { name: name.to_owned() }),
        }
    }

    /// L, distance of the axles \[m\].
    #[inline(always)]
    pub fn wheelbase_m(&self) -> f64 {
        self.front_axle_m + self.rear_axle_m
    }

    /// Front share of the downforce \[-\].
    pub fn downforce_front_share(&self) -> f64 {
        self.downforce_front_share.unwrap_or(self.rear_axle_m / self.wheelbase_m())
    }

    /// At or below this speed the kinematic model takes over \[m/s\].
    pub fn switch_down_mps(&self) -> f64 {
        self.switch_down_mps.unwrap_or(self.switch_speed_mps)
    }

    /// Lateral coefficients of the rear axle.
    pub fn rear_lateral(&self) -> MagicFormula<f64> {
        self.rear_lateral.of(&self.lateral)
    }

    /// Longitudinal coefficients of the rear axle.
    pub fn rear_longitudinal(&self) -> MagicFormula<f64> {
        self.rear_longitudinal.of(&self.longitudinal)
    }

    /// Torque on each of four wheels that holds a straight speed on level ground \[N m\].
    pub fn cruise_torque_nm(&self, speed_mps: f64) -> f64 {
        -super::forces::resistance(self, speed_mps) / (4.0 * self.drive_per_m)
    }

    /// Sets one parameter by the name of its row in [`PARAMETERS`], or `tyre` or `reverse`.
    ///
    /// # Errors
    /// If the name is unknown or the value is of another kind. Ranges wait for [`Parameters::check`].
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), ParameterProblem> {
        let wrong = |expected| ParameterProblem::WrongKind { name: name.to_owned(), expected };
        match (name, value) {
            ("reverse", Value::Flag(flag)) => self.reverse = *flag,
            ("reverse", _) => return Err(wrong("true or false")),
            ("tyre", Value::Word(word)) => {
                self.tyre = match word.as_str() {
                    "constant" => Tyre::Constant,
                    "load" => Tyre::Load,
                    "combined" => Tyre::Combined,
                    "linear" => Tyre::Linear,
                    _ => return Err(wrong(TYRE_WORDS)),
                };
            }
            ("tyre", _) => return Err(wrong(TYRE_WORDS)),
            _ => {
                let row = PARAMETERS.iter().find(|row| row.name == name);
                let row = row.ok_or_else(|| ParameterProblem::Unknown {
                    name: name.to_owned(),
                    nearest: nearest_name(name),
                })?;
                let Value::Number(number) = value else { return Err(wrong("a number")) };
                (row.write)(self, *number);
            }
        }
        Ok(())
    }

    /// Looks at every number, and at what they must be together.
    ///
    /// # Errors
    /// All problems found.
    pub fn check(&self) -> Result<(), Vec<ParameterProblem>> {
        let mut problems: Vec<_> = PARAMETERS
            .iter()
            .filter(|row| !(row.is_inherited)(self))
            .filter_map(|row| {
                let value = (row.read)(self);
                let is_inside = value >= row.smallest && value <= row.largest;
                (!is_inside).then_some(ParameterProblem::OutOfRange { row, value })
            })
            .collect();
        if self.switch_down_mps() > self.switch_speed_mps {
            problems.push(ParameterProblem::SwitchReversed {
                down_mps: self.switch_down_mps(),
                up_mps: self.switch_speed_mps,
            });
        }
        let has_peaks = |longitudinal, lateral| CombinedSlip::new(longitudinal, lateral).is_some();
        if problems.is_empty()
            && !(has_peaks(self.longitudinal, self.lateral)
                && has_peaks(self.rear_longitudinal(), self.rear_lateral()))
        {
            problems.push(ParameterProblem::NoPeak);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self::ariane()
    }
}

/// A value as a parameter file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(String),
}

/// One number of [`Parameters`]: how a file calls it, its unit, what it may be, and what it means.
pub struct ParameterRow {
    /// Name in files, the path of the field.
    pub name: &'static str,
    /// Symbol in the equations.
    pub symbol: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Smallest value allowed.
    pub smallest: f64,
    /// Largest value allowed.
    pub largest: f64,
    /// What it means.
    pub doc: &'static str,
    /// Reads it.
    pub read: fn(&Parameters) -> f64,
    /// Writes it.
    pub write: fn(&mut Parameters, f64),
    /// Whether it is not given and taken from another, which is checked already.
    pub is_inherited: fn(&Parameters) -> bool,
}

impl fmt::Debug for ParameterRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}] {}..{}", self.name, self.unit, self.smallest, self.largest)
    }
}

impl PartialEq for ParameterRow {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A number of the rear axle's tyre.
macro_rules! of_rear {
    ($field:ident $part:ident $symbol:literal $smallest:literal to $largest:literal $doc:literal) => {
        ParameterRow {
            name: concat!(stringify!($field), ".", stringify!($part)),
            symbol: $symbol,
            unit: "-",
            smallest: $smallest,
            largest: $largest,
            doc: $doc,
            read: |p| p.$field().$part,
            write: |p, value| p.$field.$part = Some(value),
            is_inherited: |p| p.$field.$part.is_none(),
        }
    };
}

macro_rules! rows {
    ($($field:ident $(. $part:ident)? $symbol:literal $unit:literal $smallest:literal to $largest:literal $doc:literal;)*) => {
        /// Every number of [`Parameters`], in the order of documentation.
        pub const PARAMETERS: &[ParameterRow] = &[
            $(ParameterRow {
                name: concat!(stringify!($field) $(, ".", stringify!($part))?),
                symbol: $symbol,
                unit: $unit,
                smallest: $smallest,
                largest: $largest,
                doc: $doc,
                read: |p| p.$field$(.$part)?,
                write: |p, value| p.$field$(.$part)? = value,
                is_inherited: |_| false,
            },)*
            ParameterRow {
                name: "downforce_front_share",
                symbol: "a_F",
                unit: "-",
                smallest: 0.0,
                largest: 1.0,
                doc: "front share of the downforce; l_R/L where not given",
                read: Parameters::downforce_front_share,
                write: |p, value| p.downforce_front_share = Some(value),
                is_inherited: |_| false,
            },
            ParameterRow {
                name: "switch_down_mps",
                symbol: "v_down",
                unit: "m/s",
                smallest: 0.0,
                largest: 5.0,
                doc: "at or below this speed the kinematic model takes over; the switch speed where not given",
                read: Parameters::switch_down_mps,
                write: |p, value| p.switch_down_mps = Some(value),
                is_inherited: |_| false,
            },
            of_rear!(rear_lateral b "B_rear" 0.1 to 100.0 "stiffness factor of the rear axle; that of the front where not given"),
            of_rear!(rear_lateral c "C_rear" 0.5 to 1.99 "shape factor of the rear axle; that of the front where not given"),
            of_rear!(rear_lateral d "D_rear" 0.0 to 5.0 "peak force per load of the rear axle; that of the front where not given"),
            of_rear!(rear_lateral e "E_rear" -20.0 to 1.0 "curvature factor of the rear axle; that of the front where not given"),
            of_rear!(rear_longitudinal b "B_s_rear" 0.1 to 100.0 "stiffness factor of the rear axle (combined tyre)"),
            of_rear!(rear_longitudinal c "C_s_rear" 0.5 to 1.99 "shape factor of the rear axle (combined tyre)"),
            of_rear!(rear_longitudinal d "D_s_rear" 0.0 to 5.0 "peak force per load of the rear axle (combined tyre)"),
            of_rear!(rear_longitudinal e "E_s_rear" -20.0 to 1.0 "curvature factor of the rear axle (combined tyre)"),
        ];
    };
}

rows! {
    mass_kg "m" "kg" 1.0 to 1e5 "mass";
    yaw_inertia_kgm2 "I_z" "kg m²" 1e-3 to 1e6 "yaw inertia about the centre of gravity";
    front_axle_m "l_F" "m" 0.05 to 20.0 "centre of gravity to front axle";
    rear_axle_m "l_R" "m" 0.05 to 20.0 "centre of gravity to rear axle";
    track_m "W" "m" 0.1 to 10.0 "distance of left and right wheels";
    cg_height_m "z" "m" 0.0 to 5.0 "height of the centre of gravity";
    drive_per_m "C_m0" "1/m" 0.0 to 100.0 "drive force per wheel torque, about 1/wheel radius";
    resistance_n "C_r0" "N" 0.0 to 1e5 "constant resistance";
    resistance_nspm "C_r1" "N s/m" 0.0 to 1e4 "resistance per speed";
    resistance_ns2pm2 "C_r2" "N s²/m²" 0.0 to 1e3 "resistance per squared speed";
    downforce_ns2pm2 "C_down" "N s²/m²" 0.0 to 1e3 "F_down = ½ C v_x²";
    roll_front_share "λ" "-" 0.0 to 1.0 "front share of the lateral load transfer";
    torque_lag_s "t_τ" "s" 1e-5 to 10.0 "motor lag";
    steer_lag_s "t_δ" "s" 1e-5 to 10.0 "steering lag";
    torque_max_nm "τ_max" "N m" 0.0 to 1e5 "largest torque of a wheel";
    steer_max_rad "δ_max" "rad" 0.0 to 1.4 "largest steering angle";
    steer_rate_max_radps "δ̇_max" "rad/s" 1e-3 to 100.0 "largest steering rate";
    gravity_mps2 "g" "m/s²" 0.1 to 30.0 "gravity";
    slip_cutoff_mps "v_α" "m/s" 1e-6 to 1.0 "smallest rolling speed in a slip angle";
    ratio_cutoff_mps "v_κ" "m/s" 1e-3 to 5.0 "smallest rolling speed in a slip ratio (combined tyre)";
    switch_speed_mps "v_up" "m/s" 0.0 to 5.0 "above this speed the dynamic model takes over";
    wheel_radius_m "R" "m" 0.01 to 2.0 "rolling radius of a wheel (combined tyre)";
    wheel_inertia_kgm2 "I_w" "kg m²" 1e-4 to 1e3 "spin inertia of a wheel with its drive (combined tyre)";
    lateral.b "B" "-" 0.1 to 100.0 "lateral stiffness factor";
    lateral.c "C" "-" 0.5 to 1.99 "lateral shape factor";
    lateral.d "D" "-" 0.0 to 5.0 "lateral peak force per load";
    lateral.e "E" "-" -20.0 to 1.0 "lateral curvature factor";
    longitudinal.b "B_s" "-" 0.1 to 100.0 "longitudinal stiffness factor (combined tyre)";
    longitudinal.c "C_s" "-" 0.5 to 1.99 "longitudinal shape factor (combined tyre)";
    longitudinal.d "D_s" "-" 0.0 to 5.0 "longitudinal peak force per load (combined tyre)";
    longitudinal.e "E_s" "-" -20.0 to 1.0 "longitudinal curvature factor (combined tyre)";
    lateral_by_load.d1 "d1" "1/N" -1e-2 to 1e-2 "lateral peak: slope (load tyre)";
    lateral_by_load.d2 "d2" "-" 0.0 to 5.0 "lateral peak: at no load (load tyre)";
    lateral_by_load.b1 "b1" "1/rad" 0.1 to 500.0 "lateral stiffness: largest (load tyre)";
    lateral_by_load.b2_n "b2" "N" 1.0 to 1e6 "lateral stiffness: load of the largest (load tyre)";
    lateral_by_load.c1 "c1" "-" 0.5 to 1.99 "lateral shape (load tyre)";
    lateral_by_load.e1 "e1" "1/N" -1.0 to 1.0 "lateral curvature: slope (load tyre)";
    lateral_by_load.e2 "e2" "-" -20.0 to 20.0 "lateral curvature: at no load (load tyre)";
    longitudinal_by_load.d1 "d1_s" "1/N" -1e-2 to 1e-2 "longitudinal peak: slope";
    longitudinal_by_load.d2 "d2_s" "-" 0.0 to 5.0 "longitudinal peak: at no load";
    longitudinal_by_load.b1 "b1_s" "1/N²" -1.0 to 1.0 "longitudinal stiffness: quadratic part";
    longitudinal_by_load.b2 "b2_s" "1/N" -10.0 to 10.0 "longitudinal stiffness: linear part";
    longitudinal_by_load.b3 "b3_s" "1/N" 0.0 to 1.0 "longitudinal stiffness: decay";
    longitudinal_by_load.c1 "c1_s" "-" 0.5 to 1.99 "longitudinal shape";
    longitudinal_by_load.e1 "e1_s" "1/N²" -1.0 to 1.0 "longitudinal curvature: quadratic part";
    longitudinal_by_load.e2 "e2_s" "1/N" -1.0 to 1.0 "longitudinal curvature: linear part";
    longitudinal_by_load.e3 "e3_s" "-" -20.0 to 20.0 "longitudinal curvature: at no load";
}

/// Why parameters cannot be used.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ParameterProblem {
    /// No such parameter.
    Unknown {
        /// The name given.
        name: String,
        /// The most similar name there is.
        nearest: Option<&'static str>,
    },
    /// No such preset.
    UnknownPreset {
        /// The name given.
        name: String,
    },
    /// A word where a number belongs, or the like.
    WrongKind {
        /// The parameter.
        name: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// Outside the range of its row, or not a number.
    OutOfRange {
        /// The row.
        row: &'static ParameterRow,
        /// The value given.
        value: f64,
    },
    /// The hysteresis is the wrong way round.
    SwitchReversed {
        /// Speed of the change to the kinematic model.
        down_mps: f64,
        /// Speed of the change to the dynamic model.
        up_mps: f64,
    },
    /// A magic formula rises for ever, so that slips cannot be normalised by its peak.
    NoPeak,
}

impl fmt::Display for ParameterProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "there is no parameter \"{name}\"; did you mean \"{nearest}\"?")
            }
            Self::Unknown { name, nearest: None } => write!(f, "there is no parameter \"{name}\""),
            Self::UnknownPreset { name } => {
                write!(f, "there is no preset \"{name}\"; there are ariane and ariane_rear")
            }
            Self::WrongKind { name, expected } => write!(f, "{name} must be {expected}"),
            Self::OutOfRange { row, value } => {
                let unit = if row.unit == "-" { String::new() } else { format!(" {}", row.unit) };
                let (name, doc) = (row.name, row.doc);
                let (smallest, largest) = (row.smallest, row.largest);
                write!(f, "{name} is {value}{unit}; it must be from {smallest} to {largest}{unit} ({doc})")
            }
            Self::SwitchReversed { down_mps, up_mps } => {
                write!(f, "switch_down_mps ({down_mps}) must not be above switch_speed_mps ({up_mps})")
            }
            Self::NoPeak => f.write_str(
                "lateral and longitudinal need a peak: raise the shape c above 1 or lower the curvature e",
            ),
        }
    }
}

impl std::error::Error for ParameterProblem {}

/// The name in the table that needs the fewest edits, if they are few.
fn nearest_name(name: &str) -> Option<&'static str> {
    let names = PARAMETERS.iter().map(|row| row.name).chain(["tyre", "reverse"]);
    let (edits, nearest) = names.map(|known| (edit_distance(name, known), known)).min()?;
    (edits <= 1 + name.len() / 3).then_some(nearest)
}

/// How many letters to insert, remove or replace (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_message(change: impl Fn(&mut Parameters), expected: &str) {
        let mut car = Parameters::ariane();
        change(&mut car);
        let problems = car.check().expect_err(expected);
        assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    }

    #[test]
    fn presets_are_sound() {
        assert_eq!(Parameters::ariane().check(), Ok(()));
        assert_eq!(Parameters::preset("ariane_rear").unwrap().check(), Ok(()));
        let problem = Parameters::preset("arianne").unwrap_err();
        assert_eq!(problem.to_string(), "there is no preset \"arianne\"; there are ariane and ariane_rear");
    }

    #[test]
    fn problems_say_what_is_wrong() {
        check_message(|p| p.mass_kg = -3.0, "mass_kg is -3 kg; it must be from 1 to 100000 kg (mass)");
        check_message(
            |p| p.lateral.e = f64::NAN,
            "lateral.e is NaN; it must be from -20 to 1 (lateral curvature factor)",
        );
        check_message(
            |p| p.switch_down_mps = Some(0.3),
            "switch_down_mps (0.3) must not be above switch_speed_mps (0.1)",
        );
        check_message(
            |p| p.lateral.c = 0.9,
            "lateral and longitudinal need a peak: raise the shape c above 1 or lower the curvature e",
        );
    }

    #[test]
    fn names_reach_their_fields_and_typing_errors_get_a_hint() {
        let mut car = Parameters::ariane();
        for (index, row) in PARAMETERS.iter().enumerate() {
            let value = Value::Number(index as f64 + 0.5);
            car.set(row.name, &value).unwrap();
            assert_eq!((row.read)(&car), index as f64 + 0.5, "{}", row.name);
        }
        car.set("tyre", &Value::Word("load".into())).unwrap();
        assert_eq!(car.tyre, Tyre::Load);
        let message =
            |name: &str, value: Value| Parameters::ariane().set(name, &value).unwrap_err().to_string();
        assert_eq!(
            message("mas_kg", Value::Number(1.0)),
            "there is no parameter \"mas_kg\"; did you mean \"mass_kg\"?"
        );
        assert_eq!(message("mass_kg", Value::Flag(true)), "mass_kg must be a number");
        assert_eq!(message("reverse", Value::Number(1.0)), "reverse must be true or false");
        assert_eq!(message("qqqqqqqqqq", Value::Number(1.0)), "there is no parameter \"qqqqqqqqqq\"");
    }

    #[test]
    fn both_axles_need_a_peak() {
        let rising = TyreChange { c: Some(0.9), ..TyreChange::default() };
        let falling = TyreChange { c: Some(1.5), ..TyreChange::default() };
        let usual = Parameters::ariane();
        let flat = MagicFormula { c: 0.9, ..usual.lateral };
        for car in [
            Parameters { rear_lateral: rising, ..usual.clone() },
            Parameters { lateral: flat, rear_lateral: falling, ..usual.clone() },
        ] {
            assert_eq!(car.check(), Err(vec![ParameterProblem::NoPeak]));
        }
        assert_eq!(Parameters { rear_lateral: falling, ..usual }.check(), Ok(()));
    }

    #[test]
    fn rows_are_equal_by_their_names() {
        assert_eq!(PARAMETERS[0], PARAMETERS[0]);
        assert_ne!(PARAMETERS[0], PARAMETERS[1]);
    }
}
