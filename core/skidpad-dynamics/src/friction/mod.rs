//! What the ground does to a wheel: three models and those of a program, behind one door.
//!
//! Each model answers the same question: a wheel's centre moves at this velocity, its axle feels this
//! torque, the slope pulls like this; what force does the ground give, and how fast does the wheel spin
//! after the step? All follow MVSim: the ground gives the force that would cancel the slip within the
//! step, as far as friction reaches.

pub mod ellipse;
pub mod own;
pub mod simple;
pub mod ward_iagnemma;

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use crate::rolling_resistance::rolling_resistance;
use crate::wheel::{DAMPED_PER_STEP, WheelModel, damping_torque};

pub use ellipse::EllipseFriction;
pub use own::{Grip, OwnFriction, Slip, TyreModel};
pub use simple::SimpleFriction;
pub use ward_iagnemma::WardIagnemmaFriction;

/// The friction model of a vehicle's wheels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Friction {
    /// `class="default"`: Coulomb limits on each axis.
    Simple(SimpleFriction),
    /// `class="wardiagnemma"`: the same with rolling resistance that grows with speed.
    WardIagnemma(WardIagnemmaFriction),
    /// `class="ellipse"`: limits that follow slip.
    Ellipse(EllipseFriction),
    /// A tyre that a program brought along.
    Own(OwnFriction),
}

impl Default for Friction {
    fn default() -> Self {
        Self::Simple(SimpleFriction::default())
    }
}

/// How the limits along and across the wheel belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrictionLimit {
    /// Each axis has the full limit μN, as in MVSim: a square.
    #[default]
    Independent,
    /// The whole force is limited to μN: a circle (`friction_limit="circle"`).
    Circle,
}

/// What every friction model knows about the axle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axle {
    /// Damping of the axle, C_damping \[N·m·s/rad\].
    pub damping_nms: f64,
    /// Rolling-resistance coefficient, C_rr \[-\].
    pub rolling_resistance: f64,
    /// When friction holds a vehicle on a slope.
    pub hold: Hold,
    /// Side speed at which a wheel that others drag sideways gives its full friction, where it is not that of
    /// MVSim at a step of 5 ms, μ·g·5 ms \[m/s\].
    pub slip_velocity_mps: Option<f64>,
}

/// When friction holds a vehicle on a slope (`hold=` on `<friction>`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hold {
    /// While it stands and nothing drives it: a parking brake.
    #[default]
    Standing,
    /// Never: an unbraked wheel rolls downhill.
    Never,
    /// Always, as in MVSim: friction cancels the slope's pull also in motion.
    Always,
}

impl Default for Axle {
    fn default() -> Self {
        Self { damping_nms: 0.01, rolling_resistance: 0.0, hold: Hold::Standing, slip_velocity_mps: None }
    }
}

/// One wheel on the ground during one step, in the wheel's axes.
#[derive(Clone, Copy, Debug)]
pub struct Contact<R: Real = f64> {
    /// Velocity of the wheel's centre along its rolling direction \[m/s\].
    pub vx_mps: R,
    /// Velocity of the wheel's centre to its left \[m/s\].
    pub vy_mps: R,
    /// Spin ω at the start of the step \[rad/s\].
    pub spin_radps: R,
    /// Driving torque τ, positive forward \[N·m\].
    pub torque_nm: R,
    /// Pull of the slope on the mass above this wheel, along and across; `None` on level ground \[N\].
    pub slope_n: Option<(R, R)>,
    /// Mass M that this wheel carries, itself included \[kg\].
    pub mass_kg: R,
    /// Weight N on the ground \[N\].
    pub load_n: R,
    /// Share of its side speed that the wheel may cancel per step, 1 for ordinary vehicles (see
    /// [`crate::vehicle`]).
    pub lateral_share: R,
    /// Time within which the wheel cancels that share: the step, or longer where other wheels drag this one
    /// sideways, so that what they do to each other does not depend on the step \[s\].
    pub side_s: f64,
    /// Share of its spin difference that the wheel may even out per step, 1 for ordinary vehicles.
    pub spin_share: f64,
    /// Where the parking brake holds the wheel: it does not turn.
    pub held: R::Mask,
    /// Share of its speed that a held wheel may cancel per step.
    pub hold_share: f64,
    /// Largest torque with which the wheel's brake resists, where it has one \[N·m\].
    pub brake_nm: Option<R>,
    /// Friction coefficient of the ground here, where it differs from the model's.
    pub ground_mu: Option<f64>,
    /// Rolling-resistance coefficient of the ground here, where it differs from the model's.
    pub ground_rolling_resistance: Option<f64>,
    /// Step \[s\].
    pub dt_s: f64,
}

/// What the ground did to a wheel, in the wheel's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundForce<R = f64> {
    /// Force along the rolling direction \[N\].
    pub fx_n: R,
    /// Force to the left \[N\].
    pub fy_n: R,
    /// Spin after the step \[rad/s\].
    pub spin_radps: R,
}

impl Friction {
    /// Force of the ground on a wheel during a step, and the spin after it.
    #[inline(always)]
    pub fn force<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> GroundForce<R> {
        self.force_of::<true, R>(wheel, contact)
    }

    /// The same; `OWN` says whether it may be a tyre of a program, which gives nothing otherwise.
    ///
    /// What a program's tyre does is not known when this is compiled: a call of it in the loop over the wheels keeps
    /// what the built-in models read out of registers: 1 % of the instructions of a step, 6 % of its time.
    #[inline(always)]
    pub(crate) fn force_of<const OWN: bool, R: Real>(
        &self,
        wheel: &WheelModel,
        contact: &Contact<R>,
    ) -> GroundForce<R> {
        match contact.brake_nm {
            None => self.rolling_or_held::<OWN, R>(wheel, contact),
            Some(brake_nm) => self.braked::<OWN, R>(wheel, contact, brake_nm),
        }
    }

    /// The same without its brake.
    #[inline(always)]
    pub(crate) fn rolling_or_held<const OWN: bool, R: Real>(
        &self,
        wheel: &WheelModel,
        contact: &Contact<R>,
    ) -> GroundForce<R> {
        let zero = R::from(0.0);
        match self {
            Self::Simple(model) => model.force(wheel, contact),
            Self::WardIagnemma(model) => model.force(wheel, contact),
            Self::Ellipse(model) => model.force(wheel, contact),
            Self::Own(model) if OWN => model.force(wheel, contact),
            Self::Own(_) => GroundForce { fx_n: zero, fy_n: zero, spin_radps: contact.spin_radps },
        }
    }

    /// The most that the ground gives a locked wheel, along and across \[N\].
    #[inline(always)]
    pub(crate) fn locked_limits<const OWN: bool, R: Real>(&self, contact: &Contact<R>) -> (R, R) {
        match self {
            Self::Simple(model) => model.locked_limits(contact),
            Self::WardIagnemma(model) => model.simple.locked_limits(contact),
            Self::Ellipse(model) => model.locked_limits(contact),
            Self::Own(model) if OWN => model.locked_limits(contact),
            Self::Own(_) => (R::from(0.0), R::from(0.0)),
        }
    }

    /// The axle's part of the model.
    pub const fn axle(&self) -> &Axle {
        match self {
            Self::Simple(model) => &model.axle,
            Self::WardIagnemma(model) => &model.simple.axle,
            Self::Ellipse(model) => &model.axle,
            Self::Own(model) => &model.axle,
        }
    }
}

/// The ground force that would let a wheel roll without slip, and what its spin then gains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RollDemand<R> {
    /// Torque on the spin without the ground's, τ_e \[N·m\].
    torque_nm: R,
    /// Ground force that makes the wheel roll at v_x within the step: (τ_e − I·α_d)/R \[N\].
    pub(crate) force_n: R,
    /// Gain of spin if the ground gives that force: α_d·Δt \[rad/s\].
    spin_gain_radps: R,
}

/// Rolling resistance stops at most this share of what moves per step, so that several wheels together do
/// not overdo it.
pub(crate) const STOPPED_PER_STEP: f64 = 0.25;

impl Axle {
    /// The spin balance of a wheel that should roll without slip, before rolling resistance:
    ///
    /// α_d = (v_x/R − ω)/Δt,  τ_e = τ − C·ω,  F_x = (τ_e − I·α_d)/R
    ///
    /// MVSim, *Physics: friction*.
    #[inline(always)]
    pub(crate) fn free_roll<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> RollDemand<R> {
        let (radius, inertia, dt) = (wheel.radius_m, wheel.inertia_kgm2, contact.dt_s);
        let spin = contact.spin_radps;
        let ground = contact.vx_mps * R::from(1.0 / radius);
        let damping_nms = self.damping_nms * contact.spin_share;
        let torque_nm = if damping_nms * dt <= DAMPED_PER_STEP * inertia {
            contact.torque_nm - R::from(damping_nms) * spin
        } else {
            // A gripping wheel moves its share of the vehicle; what several wheels do to a turning vehicle
            // together bounds that share, and what rolling resistance stops is not stopped twice. The slower of
            // the wheel's spin and that of the ground under it is damped, so that it drives nothing.
            let resists = contact.ground_rolling_resistance.unwrap_or(self.rolling_resistance) > 0.0;
            let share = if resists { 0.0 } else { STOPPED_PER_STEP * contact.hold_share };
            let moved =
                R::from(DAMPED_PER_STEP * inertia) + contact.mass_kg * R::from(share * radius * radius);
            let zero = R::from(0.0);
            let slower = spin.clamp(ground.min(zero), ground.max(zero));
            contact.torque_nm - damping_torque(damping_nms, moved, dt, slower, contact.torque_nm)
        };
        let spin_lag = ground - spin;
        let spin_gain_radps = spin_lag * R::from(contact.spin_share);
        let force_n = torque_nm * R::from(1.0 / radius) - spin_gain_radps * R::from(inertia / (radius * dt));
        RollDemand { torque_nm, force_n, spin_gain_radps }
    }

    /// The same balance with the torque of [`rolling_resistance`].
    ///
    /// `limit_n` is the force that the ground can give along the wheel. If the wheel grips, resistance has to
    /// stop the vehicle's share M; if it slips, the wheel alone. What there is to stop is the momentum about
    /// the axle at the end of the step, were there no resistance.
    #[inline(always)]
    pub(crate) fn resisted<R: Real>(
        &self,
        wheel: &WheelModel,
        contact: &Contact<R>,
        free: RollDemand<R>,
        limit_n: R,
    ) -> RollDemand<R> {
        let coefficient = contact.ground_rolling_resistance.unwrap_or(self.rolling_resistance);
        if coefficient <= 0.0 {
            return free;
        }
        let (radius, dt, spin) = (wheel.radius_m, contact.dt_s, contact.spin_radps);
        let grip_n = free.force_n.clamp(-limit_n, limit_n);
        let momentum = contact.mass_kg * contact.vx_mps * R::from(radius / dt) + grip_n * R::from(radius);
        let gripping = contact.resistance_nm(coefficient, radius, momentum);
        let force_if_gripping = free.force_n - gripping * R::from(1.0 / radius);
        let given_nm = force_if_gripping.clamp(-limit_n, limit_n) * R::from(radius);
        let alone = spin * R::from(wheel.inertia_kgm2 / dt) + (free.torque_nm - given_nm);
        let slips = force_if_gripping.abs().gt(limit_n);
        let torque = R::select(slips, contact.resistance_nm(coefficient, radius, alone), gripping);
        RollDemand {
            torque_nm: free.torque_nm - torque,
            force_n: free.force_n - torque * R::from(1.0 / radius),
            ..free
        }
    }
}

impl Axle {
    /// The same balance for a wheel that slips although its damping is strong: what moves with it is its own
    /// inertia alone.
    #[inline(always)]
    pub(crate) fn slipping<R: Real>(
        &self,
        wheel: &WheelModel,
        contact: &Contact<R>,
        demand: RollDemand<R>,
        limit_n: R,
    ) -> RollDemand<R> {
        let (radius, inertia, dt) = (wheel.radius_m, wheel.inertia_kgm2, contact.dt_s);
        let damping_nms = self.damping_nms * contact.spin_share;
        let slips = demand.force_n.abs().gt(limit_n);
        if damping_nms * dt <= DAMPED_PER_STEP * inertia || !R::any(slips) {
            return demand;
        }
        let given_nm = demand.force_n.clamp(-limit_n, limit_n) * R::from(radius);
        let other_nm = contact.torque_nm - given_nm;
        let alone = damping_torque(damping_nms, R::from(inertia), dt, contact.spin_radps, other_nm);
        let torque_nm = R::select(slips, contact.torque_nm - alone, demand.torque_nm);
        let force_n = demand.force_n + (torque_nm - demand.torque_nm) * R::from(1.0 / radius);
        RollDemand { torque_nm, force_n, ..demand }
    }
}

impl<R: Real> Contact<R> {
    /// Torque of rolling resistance where `stopping_nm` would stop what moves within the step \[N·m\].
    #[inline(always)]
    fn resistance_nm(&self, coefficient: f64, radius_m: f64, stopping_nm: R) -> R {
        let stopping = stopping_nm * R::from(STOPPED_PER_STEP * self.spin_share);
        rolling_resistance(R::from(coefficient), self.load_n, radius_m, self.spin_radps, stopping)
    }

    /// Spin after a step in which the ground gave `force_n`: ω + Δt·(τ_e − R·F_x)/I, written so that a wheel
    /// which grips ends exactly at v_x/R.
    #[inline(always)]
    pub(crate) fn spin_after(&self, wheel: &WheelModel, demand: &RollDemand<R>, force_n: R) -> R {
        let missing_n = demand.force_n - force_n;
        self.spin_radps
            + (demand.spin_gain_radps + missing_n * R::from(wheel.radius_m * self.dt_s / wheel.inertia_kgm2))
    }

    /// What the ground gives, where held wheels are locked instead of rolling.
    #[inline(always)]
    pub(crate) fn or_locked(&self, rolling: GroundForce<R>, (along_n, across_n): (R, R)) -> GroundForce<R> {
        if !R::any(self.held) {
            return rolling;
        }
        let (locked, _) = self.locked(along_n, across_n);
        GroundForce {
            fx_n: R::select(self.held, locked.fx_n, rolling.fx_n),
            fy_n: R::select(self.held, locked.fy_n, rolling.fy_n),
            spin_radps: R::select(self.held, locked.spin_radps, rolling.spin_radps),
        }
    }

    /// What the ground gives a locked wheel, and where that does not stop it within the step.
    ///
    /// A locked wheel asks for the force that stops it within the step and holds the slope,
    /// F = −v·M/Δt − s along and across, limited to the ellipse with these half axes: a circle of radius μ·N
    /// for Coulomb friction. Its spin is zero.
    #[inline(always)]
    pub(crate) fn locked(&self, along_n: R, across_n: R) -> (GroundForce<R>, R::Mask) {
        let zero = R::from(0.0);
        let stopping = self.mass_kg * R::from(self.hold_share / self.dt_s);
        let (slope_x, slope_y) = match self.slope_n {
            Some(slope) => slope,
            None => (zero, zero),
        };
        let (x, y) = (-(self.vx_mps * stopping) - slope_x, -(self.vy_mps * stopping) - slope_y);
        let tiny = R::from(f64::MIN_POSITIVE);
        let (share_x, share_y) = (x / along_n.max(tiny), y / across_n.max(tiny));
        let size = (share_x * share_x + share_y * share_y).sqrt();
        let slides = size.gt(R::from(1.0));
        let scale = R::from(1.0) / R::select(slides, size, R::from(1.0));
        (GroundForce { fx_n: x * scale, fy_n: y * scale, spin_radps: zero }, slides)
    }

    /// Side force that would stop the side slip within [`Contact::side_s`] and hold the slope: −v_y·M/Δt − s_y.
    #[inline(always)]
    pub(crate) fn lateral_demand(&self) -> R {
        let stop = -(self.vy_mps * (self.mass_kg * R::from(1.0 / self.side_s)) * self.lateral_share);
        match self.slope_n {
            Some((_, slope_y)) => stop - slope_y,
            None => stop,
        }
    }

    /// The part of the slope's pull along the wheel that friction has to hold.
    #[inline(always)]
    pub(crate) fn held_slope(&self, axle: &Axle) -> Option<R> {
        match self.slope_n {
            Some((slope_x, _)) if axle.hold == Hold::Always => Some(slope_x),
            _ => None,
        }
    }

    /// Holds the slope along the wheel with what friction has left: F_x − clamp(s_x, ±(limit − |F_x|)).
    #[inline(always)]
    pub(crate) fn hold_slope(&self, axle: &Axle, force_n: R, limit_n: R) -> R {
        match self.held_slope(axle) {
            Some(slope_x) => {
                let left_n = limit_n - force_n.abs();
                force_n - slope_x.clamp(-left_n, left_n)
            }
            None => force_n,
        }
    }
}

#[cfg(test)]
pub(crate) mod fixture {
    //! A small robot's wheel and a contact at rest, for the tests of the models.
    use super::*;
    use skidpad_math::{NoiseAddress, Vec2};

    pub(crate) const WHEEL: WheelModel = WheelModel {
        position_m: Vec2::new(0.0, 0.3),
        yaw_rad: 0.0,
        radius_m: 0.1,
        width_m: 0.05,
        mass_kg: 1.0,
        inertia_kgm2: 0.005,
    };

    pub(crate) const RESTING: Contact = Contact {
        vx_mps: 0.0,
        vy_mps: 0.0,
        spin_radps: 0.0,
        torque_nm: 0.0,
        slope_n: None,
        mass_kg: 5.0,
        load_n: 49.05,
        lateral_share: 1.0,
        side_s: 0.005,
        spin_share: 1.0,
        held: false,
        hold_share: 1.0,
        brake_nm: None,
        ground_mu: None,
        ground_rolling_resistance: None,
        dt_s: 0.005,
    };

    /// A contact with random motion, torque and slope.
    pub(crate) fn random_contact(k: u64) -> Contact {
        let noise = NoiseAddress { seed: 8, stream: 9, step: k };
        let scale = [1e-4, 0.05, 3.0, 100.0][(k % 4) as usize];
        Contact {
            vx_mps: scale * noise.normal(0),
            vy_mps: scale * noise.normal(1),
            spin_radps: 10.0 * scale * noise.normal(2),
            torque_nm: 5.0 * noise.normal(3),
            slope_n: k.is_multiple_of(3).then(|| (20.0 * noise.normal(4), 20.0 * noise.normal(5))),
            ground_mu: k.is_multiple_of(5).then(|| noise.uniform(6)),
            ground_rolling_resistance: k.is_multiple_of(7).then(|| 0.3 * noise.uniform(7)),
            ..RESTING
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::{RESTING, WHEEL};
    use super::*;

    /// A wheel and a contact in which no number is 1 and no term is zero.
    const TYRE: WheelModel = WheelModel { radius_m: 0.13, inertia_kgm2: 0.011, ..WHEEL };
    const ROLLING: Contact = Contact {
        vx_mps: 1.7,
        vy_mps: 0.3,
        spin_radps: 12.0,
        torque_nm: 0.9,
        mass_kg: 6.5,
        load_n: 61.0,
        lateral_share: 0.9,
        side_s: 0.006,
        spin_share: 0.8,
        hold_share: 0.7,
        dt_s: 0.004,
        ..RESTING
    };

    fn damped(damping_nms: f64) -> Axle {
        Axle { damping_nms, ..Axle::default() }
    }

    #[track_caller]
    fn check_close(got: f64, expected: f64) {
        assert!((got - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{got} is not {expected}");
    }

    /// I·α = τ − C·ω − R·F with the α that brings the wheel to its share of the ground's speed.
    #[test]
    fn the_demand_balances_the_spin() {
        let demand = damped(0.3).free_roll(&TYRE, &ROLLING);
        let gain = (1.7 / 0.13 - 12.0) * 0.8;
        check_close(demand.spin_gain_radps, gain);
        check_close(demand.torque_nm, 0.9 - 0.3 * 0.8 * 12.0);
        check_close(0.011 * gain / 0.004, demand.torque_nm - 0.13 * demand.force_n);
    }

    /// C·ω′ with ω′ = (ω + Δt·τ/J)/(1 + C·Δt/J), where J is what moves: half the wheel and a quarter of its share of
    /// the vehicle. The slower of wheel and ground is damped, and nothing where they turn against each other.
    #[test]
    fn strong_damping_is_taken_at_the_end_of_the_step() {
        let torque = |contact: Contact| damped(5.0).free_roll(&TYRE, &contact).torque_nm;
        let damping = 5.0 * 0.8;
        let moved = 0.5 * 0.011 + 0.25 * 0.7 * 6.5 * 0.13 * 0.13;
        let left = |spin: f64, moved: f64| {
            0.9 - damping * (spin + 0.9 * 0.004 / moved) / (1.0 + damping * 0.004 / moved)
        };
        let ground = 1.7 / 0.13;
        check_close(torque(ROLLING), left(12.0, moved));
        check_close(torque(Contact { spin_radps: 20.0, ..ROLLING }), left(ground, moved));
        check_close(torque(Contact { spin_radps: -3.0, ..ROLLING }), left(0.0, moved));
        let back = Contact { vx_mps: -1.7, ..ROLLING };
        check_close(torque(Contact { spin_radps: -20.0, ..back }), left(-ground, moved));
        check_close(torque(Contact { spin_radps: -12.0, ..back }), left(-12.0, moved));
        // What rolling resistance stops is not stopped twice: then the wheel is damped alone.
        let resisted = Contact { ground_rolling_resistance: Some(0.02), ..ROLLING };
        check_close(torque(resisted), left(12.0, 0.5 * 0.011));
        let smooth = Axle { rolling_resistance: 0.02, ..damped(5.0) };
        let ice = Contact { ground_rolling_resistance: Some(0.0), ..ROLLING };
        check_close(smooth.free_roll(&TYRE, &ice).torque_nm, left(12.0, moved));
    }

    /// A wheel that rolls fast is slowed by C_rr·N at its rim, whoever gives the coefficient.
    #[test]
    fn rolling_resistance_takes_its_share_of_the_load() {
        let axle = Axle { rolling_resistance: 0.05, ..damped(0.0) };
        let free = axle.free_roll(&TYRE, &ROLLING);
        let resisted = axle.resisted(&TYRE, &ROLLING, free, 48.8);
        check_close(resisted.force_n, free.force_n - 0.05 * 61.0);
        check_close(resisted.torque_nm, free.torque_nm - 0.05 * 61.0 * 0.13);
        check_close(resisted.spin_gain_radps, free.spin_gain_radps);
        let sand = Contact { ground_rolling_resistance: Some(0.2), ..ROLLING };
        check_close(axle.resisted(&TYRE, &sand, free, 48.8).force_n, free.force_n - 0.2 * 61.0);
        let rail = Contact { ground_rolling_resistance: Some(0.0), ..ROLLING };
        assert_eq!(axle.resisted(&TYRE, &rail, free, 48.8).force_n, free.force_n);
    }

    /// A slow wheel loses a quarter of the momentum about its axle at most: with the vehicle while it grips, alone
    /// where the ground cannot give the force.
    #[test]
    fn rolling_resistance_stops_a_quarter_per_step() {
        let axle = Axle { rolling_resistance: 0.05, ..damped(0.0) };
        let slow = Contact { vx_mps: 0.001, spin_radps: 0.001 / 0.13, torque_nm: 0.05, ..ROLLING };
        let free = axle.free_roll(&TYRE, &slow);
        let momentum = 6.5 * 0.001 * 0.13 / 0.004 + 0.05;
        let stopped = 0.25 * 0.8 * momentum;
        check_close(axle.resisted(&TYRE, &slow, free, 48.8).torque_nm, 0.05 - stopped);
        check_close(axle.resisted(&TYRE, &slow, free, 48.8).force_n, (0.05 - stopped) / 0.13);
        // Less grip than torque: the momentum that the ground's 0.2 N give, then the wheel alone.
        let weak = axle.resisted(&TYRE, &slow, free, 0.2);
        let gripping = 0.25 * 0.8 * (6.5 * 0.001 * 0.13 / 0.004 + 0.2 * 0.13);
        assert!((0.05 - gripping) / 0.13 < 0.2, "it grips once it is resisted");
        check_close(weak.torque_nm, 0.05 - gripping);
        let spinning = Contact { vx_mps: 0.0026, spin_radps: 0.02, torque_nm: 2.0, ..ROLLING };
        let free = axle.free_roll(&TYRE, &spinning);
        let alone = 0.25 * 0.8 * (0.02 * 0.011 / 0.004 + (2.0 - 7.0 * 0.13));
        let resisted = axle.resisted(&TYRE, &spinning, free, 7.0);
        check_close(resisted.torque_nm, 2.0 - alone);
        check_close(resisted.force_n, (2.0 - alone) / 0.13);
    }

    /// A wheel that slips is damped alone: its inertia is all that moves, under its torque less what the ground gives.
    #[test]
    fn strong_damping_of_a_slipping_wheel_moves_nothing_but_the_wheel() {
        let axle = damped(5.0);
        let spinning = Contact { torque_nm: 90.0, ..ROLLING };
        let demand = axle.free_roll(&TYRE, &spinning);
        let limit_n = 48.8;
        let slipping = axle.slipping(&TYRE, &spinning, demand, limit_n);
        let other = 90.0 - limit_n * 0.13;
        let damping = 5.0 * 0.8;
        let alone = damping * (12.0 + other * 0.004 / 0.011) / (1.0 + damping * 0.004 / 0.011);
        check_close(slipping.torque_nm, 90.0 - alone);
        check_close(slipping.force_n, demand.force_n + (slipping.torque_nm - demand.torque_nm) / 0.13);
        // ω′ = ω + Δt·(τ_e − R·F)/I is the spin that was damped.
        check_close(spinning.spin_after(&TYRE, &slipping, limit_n), alone / damping);
        // A wheel that grips keeps its demand, and so does one with weak damping.
        let gripping = axle.free_roll(&TYRE, &ROLLING);
        assert_eq!(axle.slipping(&TYRE, &ROLLING, gripping, 1e4).torque_nm, gripping.torque_nm);
        let weak = damped(0.3).free_roll(&TYRE, &spinning);
        assert_eq!(damped(0.3).slipping(&TYRE, &spinning, weak, limit_n).torque_nm, weak.torque_nm);
    }

    /// ω′ = ω + Δt·(τ_e − R·F)/I, and v/R exactly where the ground gives all that is asked for.
    #[test]
    fn the_spin_follows_the_force_that_is_missing() {
        let whole = Contact { spin_share: 1.0, ..ROLLING };
        let demand = damped(0.3).free_roll(&TYRE, &whole);
        check_close(whole.spin_after(&TYRE, &demand, demand.force_n), 1.7 / 0.13);
        let given_n = 2.5;
        let expected = 12.0 + 0.004 * (demand.torque_nm - 0.13 * given_n) / 0.011;
        check_close(whole.spin_after(&TYRE, &demand, given_n), expected);
    }

    /// The force that stops a locked wheel and holds the slope, within an ellipse.
    #[test]
    fn a_locked_wheel_gives_what_its_ellipse_allows() {
        let slow = Contact { vx_mps: 0.01, vy_mps: -0.02, slope_n: Some((3.0, -5.0)), ..ROLLING };
        let stopping = 6.5 * 0.7 / 0.004;
        let asked = (-0.01 * stopping - 3.0, 0.02 * stopping + 5.0);
        let (within, slides) = slow.locked(30.0, 50.0);
        assert!(!slides);
        check_close(within.fx_n, asked.0);
        check_close(within.fy_n, asked.1);
        let (beyond, slides) = slow.locked(15.0, 20.0);
        assert!(slides);
        check_close(
            (beyond.fx_n / 15.0) * (beyond.fx_n / 15.0) + (beyond.fy_n / 20.0) * (beyond.fy_n / 20.0),
            1.0,
        );
        check_close(beyond.fx_n / beyond.fy_n, asked.0 / asked.1);
    }

    #[test]
    fn the_side_force_stops_its_share_of_the_slip_and_holds_the_slope() {
        check_close(ROLLING.lateral_demand(), -0.3 * 6.5 / 0.006 * 0.9);
        let leaning = Contact { slope_n: Some((3.0, -5.0)), ..ROLLING };
        check_close(leaning.lateral_demand(), -0.3 * 6.5 / 0.006 * 0.9 + 5.0);
    }

    #[test]
    fn friction_holds_a_slope_with_what_driving_leaves() {
        let always = Axle { hold: Hold::Always, ..Axle::default() };
        let on = |slope_x: f64| Contact { slope_n: Some((slope_x, 0.0)), ..ROLLING };
        check_close(on(-7.0).hold_slope(&always, 20.0, 30.0), 27.0);
        check_close(on(-15.0).hold_slope(&always, 20.0, 30.0), 30.0);
        check_close(on(-15.0).hold_slope(&always, -20.0, 30.0), -10.0);
        check_close(on(15.0).hold_slope(&always, -20.0, 30.0), -30.0);
        check_close(on(-7.0).hold_slope(&Axle::default(), 20.0, 30.0), 20.0);
    }

    /// Backward is forward, seen from the other side: also for wheels that slip.
    #[test]
    fn a_wheel_that_turns_back_has_the_balance_of_one_that_turns_forward() {
        let axle = Axle { rolling_resistance: 0.05, ..damped(0.0) };
        for (axle, torque_nm, limit_n) in [(axle, 2.0, 7.0), (axle, 0.05, 48.8), (damped(5.0), 90.0, 48.8)] {
            let slow = Contact { vx_mps: 0.0026, spin_radps: 0.02, torque_nm, ..ROLLING };
            let forward = if torque_nm > 50.0 { Contact { torque_nm, ..ROLLING } } else { slow };
            let backward = Contact {
                vx_mps: -forward.vx_mps,
                spin_radps: -forward.spin_radps,
                torque_nm: -forward.torque_nm,
                ..forward
            };
            let [there, back] = [forward, backward].map(|contact| {
                let free = axle.free_roll(&TYRE, &contact);
                let resisted = axle.resisted(&TYRE, &contact, free, limit_n);
                axle.slipping(&TYRE, &contact, resisted, limit_n)
            });
            assert_eq!((there.torque_nm, there.force_n), (-back.torque_nm, -back.force_n));
        }
    }

    /// Weak damping changes nothing once a wheel slips: what rolling resistance takes stays taken.
    #[test]
    fn weak_damping_of_a_slipping_wheel_is_that_of_a_gripping_one() {
        let axle = Axle { rolling_resistance: 0.05, ..damped(0.3) };
        let spinning = Contact { torque_nm: 90.0, ..ROLLING };
        let resisted = axle.resisted(&TYRE, &spinning, axle.free_roll(&TYRE, &spinning), 48.8);
        check_close(resisted.torque_nm, 90.0 - 0.3 * 0.8 * 12.0 - 0.05 * 61.0 * 0.13);
        let slipping = axle.slipping(&TYRE, &spinning, resisted, 48.8);
        assert_eq!((slipping.torque_nm, slipping.force_n), (resisted.torque_nm, resisted.force_n));
    }
}
