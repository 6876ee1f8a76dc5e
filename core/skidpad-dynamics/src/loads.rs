//! How much of the vehicle's mass each wheel carries.

use serde::{Deserialize, Serialize};
use skidpad_math::{Real, Vec2};

use crate::MAX_WHEELS;
use crate::wheel::WheelModel;

/// How the chassis's mass is shared among the wheels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Loads {
    /// Every wheel carries the same, as in MVSim.
    #[default]
    Uniform,
    /// By the position of the chassis's centre of mass.
    Static,
    /// By the position of the centre of mass, and moved by acceleration (`<load_transfer>`).
    Transfer(LoadTransfer),
}

/// Geometry of load transfer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadTransfer {
    /// Height of the centre of mass h above the ground \[m\].
    pub centre_of_mass_height_m: f64,
    /// Distance between the axles l \[m\].
    pub wheelbase_m: f64,
    /// Distance between left and right wheels w \[m\].
    pub track_m: f64,
}

/// Shares of the chassis's mass that rest on each wheel, and how acceleration moves load between them.
/// Made once from the vehicle's geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LoadShares {
    /// Mass of the chassis on each wheel \[kg\].
    pub(crate) chassis_kg: [f64; MAX_WHEELS],
    /// Mass that forward acceleration moves onto each wheel \[kg per m/s²\].
    per_forward: [f64; MAX_WHEELS],
    /// Mass that leftward acceleration moves onto each wheel \[kg per m/s²\].
    per_left: [f64; MAX_WHEELS],
    moves: bool,
}

/// Loads of points that carry a mass as a stiff plate would: m_i = a + b·x_i + c·y_i with Σm_i = m and
/// Σm_i·(x_i, y_i) = m·(x, y), the smallest such loads in the sense of least squares.
///
/// With three wheels this is statics; with four it is the choice of equal springs (T. Gillespie,
/// *Fundamentals of Vehicle Dynamics*, ch. 1). Wheels on one line balance along that line only.
/// Loads may come out negative where the centre of mass lies outside the wheels.
pub fn plate_loads(mass_kg: f64, centre_m: Vec2, wheels_m: &[Vec2]) -> [f64; MAX_WHEELS] {
    let count = wheels_m.len().min(MAX_WHEELS);
    let mut loads = [0.0; MAX_WHEELS];
    if count == 0 {
        return loads;
    }
    let wheels_m = &wheels_m[..count];
    let even = mass_kg / count as f64;
    let middle = wheels_m.iter().fold(Vec2::default(), |sum, &p| sum + p) * (1.0 / count as f64);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for &p in wheels_m {
        let d = p - middle;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    let moment = (centre_m - middle) * mass_kg;
    let determinant = xx * yy - xy * xy;
    let spread = xx + yy;
    let slope = if determinant > 1e-9 * spread * spread {
        Vec2::new(yy * moment.x - xy * moment.y, xx * moment.y - xy * moment.x) * (1.0 / determinant)
    } else if spread > 0.0 {
        // All wheels on one line: only the moment along it can be balanced.
        moment * (1.0 / spread)
    } else {
        Vec2::default()
    };
    for (load, &p) in loads.iter_mut().zip(wheels_m) {
        *load = even + slope.dot(p - middle);
    }
    loads
}

impl LoadShares {
    pub(crate) fn new(
        loads: &Loads,
        chassis_kg: f64,
        chassis_centre_m: Vec2,
        total_kg: f64,
        wheels: &[WheelModel],
    ) -> Self {
        let count = wheels.len() as f64;
        let positions: Vec<Vec2> = wheels.iter().map(|wheel| wheel.position_m).collect();
        let chassis_share = match loads {
            Loads::Uniform => [chassis_kg / count; MAX_WHEELS],
            Loads::Static | Loads::Transfer(_) => plate_loads(chassis_kg, chassis_centre_m, &positions),
        };
        let mut shares = Self {
            chassis_kg: chassis_share,
            per_forward: [0.0; MAX_WHEELS],
            per_left: [0.0; MAX_WHEELS],
            moves: false,
        };
        if let Loads::Transfer(transfer) = loads {
            let middle = positions.iter().fold(Vec2::default(), |sum, &p| sum + p) * (1.0 / count);
            let side = |offset: f64| if offset.abs() < 1e-9 { 0.0 } else { 1f64.copysign(offset) };
            let fore_sides = positions.iter().map(|p| side(p.x - middle.x));
            let left_sides = positions.iter().map(|p| side(p.y - middle.y));
            let per_moment = |lever_m: f64, sides: f64| {
                if lever_m > 0.0 && sides > 0.0 { 2.0 / (lever_m * sides) } else { 0.0 }
            };
            let h_m = total_kg * transfer.centre_of_mass_height_m;
            let fore_count: f64 = fore_sides.clone().map(f64::abs).sum();
            let left_count: f64 = left_sides.clone().map(f64::abs).sum();
            for (i, (fore, left)) in fore_sides.zip(left_sides).enumerate() {
                shares.per_forward[i] = -h_m * fore * per_moment(transfer.wheelbase_m, fore_count);
                shares.per_left[i] = -h_m * left * per_moment(transfer.track_m, left_count);
            }
            shares.moves = true;
        }
        shares
    }

    /// Mass M carried by each wheel during this step, the wheel included \[kg\].
    ///
    /// N_i = N_i,static ∓ m·a_x·h/l·½ ∓ m·a_y·h/w·½ for four wheels: braking loads the front, a left turn
    /// loads the right (T. Gillespie, ch. 1 and 6). The acceleration is what the tyres gave in the last
    /// step, which on a slope includes the tilt. A wheel that would lift carries nothing, and the others
    /// carry the same sum. Leaves out: springs, dampers, roll centres.
    #[inline(always)]
    pub(crate) fn masses_kg<R: Real>(
        &self,
        wheels: &[WheelModel],
        tyre_acceleration_mps2: (R, R),
        gravity_mps2: f64,
    ) -> [R; MAX_WHEELS] {
        let mut masses = [R::from(0.0); MAX_WHEELS];
        for (i, (mass, wheel)) in masses.iter_mut().zip(wheels).enumerate() {
            *mass = R::from(self.chassis_kg[i] + wheel.mass_kg);
        }
        if self.moves && gravity_mps2 > 0.0 {
            let zero = R::from(0.0);
            let (mut before, mut after) = (zero, zero);
            for (i, mass) in masses.iter_mut().enumerate().take(wheels.len()) {
                let moved = tyre_acceleration_mps2.0 * R::from(self.per_forward[i] / gravity_mps2)
                    + tyre_acceleration_mps2.1 * R::from(self.per_left[i] / gravity_mps2);
                before += *mass;
                *mass = (*mass + moved).max(zero);
                after += *mass;
            }
            let rescale = R::select(after.gt(zero), before / after.max(R::from(f64::MIN_POSITIVE)), zero);
            for mass in masses.iter_mut().take(wheels.len()) {
                *mass *= rescale;
            }
        }
        masses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::NoiseAddress;

    fn wheel(x: f64, y: f64) -> WheelModel {
        WheelModel {
            position_m: Vec2::new(x, y),
            yaw_rad: 0.0,
            radius_m: 0.3,
            width_m: 0.2,
            mass_kg: 10.0,
            inertia_kgm2: 0.5,
        }
    }

    #[test]
    fn plate_loads_balance_weight_and_moments() {
        for k in 0..1_000 {
            let noise = NoiseAddress { seed: 1, stream: 2, step: k };
            let count = 3 + (k % 2) as usize;
            let wheels: Vec<_> =
                (0..count as u64).map(|i| Vec2::new(noise.normal(2 * i), noise.normal(2 * i + 1))).collect();
            let centre = Vec2::new(noise.normal(20), noise.normal(21));
            let loads = plate_loads(100.0, centre, &wheels);
            let sum: f64 = loads.iter().sum();
            let moment = wheels.iter().zip(loads).fold(Vec2::default(), |sum, (&p, m)| sum + p * m);
            let size: f64 = 100.0 + loads.iter().map(|m| m.abs()).sum::<f64>();
            assert!((sum - 100.0).abs() < 1e-9 * size, "{loads:?}");
            assert!((moment - centre * 100.0).norm() < 1e-6 * size, "{loads:?}");
        }
    }

    #[test]
    fn two_wheels_balance_along_their_axle() {
        let loads = plate_loads(10.0, Vec2::new(0.2, 0.1), &[Vec2::new(0.0, 0.5), Vec2::new(0.0, -0.5)]);
        assert!((loads[0] - 6.0).abs() < 1e-12 && (loads[1] - 4.0).abs() < 1e-12);
    }

    fn car_shares(loads: Loads) -> (LoadShares, [WheelModel; 4]) {
        let wheels = [wheel(-1.0, 0.8), wheel(-1.0, -0.8), wheel(1.5, 0.8), wheel(1.5, -0.8)];
        (LoadShares::new(&loads, 960.0, Vec2::new(0.0, 0.0), 1_000.0, &wheels), wheels)
    }

    #[test]
    fn uniform_ignores_the_centre_of_mass() {
        let (shares, wheels) = car_shares(Loads::Uniform);
        assert_eq!(shares.masses_kg(&wheels, (3.0, 1.0), 9.81), [250.0; 4]);
    }

    #[test]
    fn braking_moves_m_a_h_over_l_to_the_front() {
        let transfer =
            Loads::Transfer(LoadTransfer { centre_of_mass_height_m: 0.5, wheelbase_m: 2.5, track_m: 1.6 });
        let (shares, wheels) = car_shares(transfer);
        let at_rest = shares.masses_kg(&wheels, (0.0, 0.0), 9.81);
        assert!(
            (at_rest[0] - (10.0 + 960.0 * 0.3)).abs() < 1e-9
                && (at_rest[2] - (10.0 + 960.0 * 0.2)).abs() < 1e-9
        );
        let braking = shares.masses_kg(&wheels, (-5.0, 0.0), 9.81);
        let moved_n = (braking[2] + braking[3] - at_rest[2] - at_rest[3]) * 9.81;
        assert!((moved_n - 1_000.0 * 5.0 * 0.5 / 2.5).abs() < 1e-6);
        let left_turn = shares.masses_kg(&wheels, (0.0, 4.0), 9.81);
        let moved_n = (left_turn[1] + left_turn[3] - at_rest[1] - at_rest[3]) * 9.81;
        assert!((moved_n - 1_000.0 * 4.0 * 0.5 / 1.6).abs() < 1e-6);
    }

    #[test]
    fn the_sum_stays_and_no_load_is_negative() {
        let transfer =
            Loads::Transfer(LoadTransfer { centre_of_mass_height_m: 1.0, wheelbase_m: 2.5, track_m: 1.6 });
        let (shares, wheels) = car_shares(transfer);
        for k in 0..10_000 {
            let noise = NoiseAddress { seed: 4, stream: 2, step: k };
            let masses = shares.masses_kg(&wheels, (10.0 * noise.normal(0), 10.0 * noise.normal(1)), 9.81);
            assert!(masses.iter().all(|&m| m >= 0.0), "{masses:?}");
            assert!((masses.iter().sum::<f64>() - 1_000.0).abs() < 1e-9, "{masses:?}");
        }
    }

    /// A wheel in the middle keeps its load in a turn, one ahead of the others feels braking: m·h/l per axle.
    #[test]
    fn a_third_wheel_takes_its_part() {
        let wheels = [wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(0.4, 0.0)];
        let transfer = LoadTransfer { centre_of_mass_height_m: 0.25, wheelbase_m: 0.6, track_m: 0.5 };
        let shares = LoadShares::new(&Loads::Transfer(transfer), 70.0, Vec2::default(), 100.0, &wheels);
        let at_rest = shares.masses_kg(&wheels, (0.0, 0.0), 10.0);
        let left_turn = shares.masses_kg(&wheels, (0.0, 2.0), 10.0);
        let moved = 100.0 * 0.25 / 0.5 * 2.0 / 10.0;
        assert!((left_turn[0] - at_rest[0] + moved).abs() < 1e-12, "{left_turn:?} {at_rest:?}");
        assert!((left_turn[1] - at_rest[1] - moved).abs() < 1e-12, "{left_turn:?} {at_rest:?}");
        assert!((left_turn[2] - at_rest[2]).abs() < 1e-12, "{left_turn:?} {at_rest:?}");
        let weightless = shares.masses_kg(&wheels, (0.0, 2.0), 0.0);
        assert_eq!(weightless, at_rest, "without gravity nothing is moved");
    }

    /// Wheels that stand askew: moments about both axes balance, as statics has it.
    #[test]
    fn three_wheels_anywhere_carry_by_statics() {
        let wheels = [Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.5), Vec2::new(0.5, 1.5)];
        let loads = plate_loads(60.0, Vec2::new(1.0, 0.8), &wheels);
        // Barycentric coordinates of (1, 0.8): areas of the opposite triangles.
        let area = |a: Vec2, b: Vec2, c: Vec2| (b - a).cross(c - a);
        let (p, [a, b, c]) = (Vec2::new(1.0, 0.8), wheels);
        let whole = area(a, b, c);
        for (load, part) in loads.iter().zip([area(p, b, c), area(a, p, c), area(a, b, p)]) {
            assert!((load - 60.0 * part / whole).abs() < 1e-12, "{loads:?}");
        }
        let piled = plate_loads(60.0, Vec2::new(1.0, 0.8), &[Vec2::new(0.3, 0.2); 2]);
        assert_eq!(piled[..2], [30.0, 30.0], "wheels on one spot share evenly");
        assert_eq!(plate_loads(60.0, Vec2::default(), &[]), [0.0; MAX_WHEELS]);
    }

    /// Loads are the same for a toy and for a giant of the same shape.
    #[test]
    fn loads_do_not_depend_on_the_scale() {
        let wheels = [Vec2::new(-1.0, 0.8), Vec2::new(-1.1, -0.7), Vec2::new(1.5, 0.8), Vec2::new(1.4, -0.8)];
        let usual = plate_loads(10.0, Vec2::new(0.2, 0.1), &wheels);
        for scale in [1e-4, 1e4] {
            let scaled = plate_loads(10.0, Vec2::new(0.2, 0.1) * scale, &wheels.map(|wheel| wheel * scale));
            assert!(
                scaled.iter().zip(usual).all(|(a, b)| (a - b).abs() < 1e-9),
                "{scale}: {scaled:?} {usual:?}"
            );
        }
        // Nor does it matter how large a vehicle is whose wheels stand on one line.
        for scale in [1e-4, 1.0, 1e4] {
            let line =
                [Vec2::new(-1.0, -1.0) * scale, Vec2::new(1.0, 1.0) * scale, Vec2::new(0.0, 1e-7) * scale];
            let loads = plate_loads(12.0, Vec2::new(0.5, 0.5) * scale, &line);
            assert!(
                (loads[1] - loads[0] - 6.0).abs() < 1e-5 && (loads[2] - 4.0).abs() < 1e-5,
                "{scale}: {loads:?}"
            );
        }
    }

    /// Where the reference point is does not matter: sides are those of the wheels' middle.
    #[test]
    fn load_moves_between_the_sides_of_the_wheels_middle() {
        let transfer =
            Loads::Transfer(LoadTransfer { centre_of_mass_height_m: 0.5, wheelbase_m: 2.5, track_m: 1.6 });
        let masses = |x: f64, y: f64| {
            let wheels = [
                wheel(x - 1.0, y + 0.8),
                wheel(x - 1.0, y - 0.8),
                wheel(x + 1.5, y + 0.8),
                wheel(x + 1.5, y - 0.8),
            ];
            let shares = LoadShares::new(&transfer, 960.0, Vec2::new(x, y), 1_000.0, &wheels);
            shares.masses_kg(&wheels, (-3.0, 2.0), 9.81)
        };
        for (a, b) in masses(0.0, 0.0).iter().zip(masses(7.0, -5.0)) {
            assert!((a - b).abs() < 1e-9, "{a} {b}");
        }
    }
}
