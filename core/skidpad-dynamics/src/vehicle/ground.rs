//! Wheels on the ground: loads, contacts, and the forces on the body that follow.

use skidpad_math::Real;

use super::{Surroundings, VehicleForces, VehicleModel, VehicleState, WheelForces};
use crate::MAX_WHEELS;
use crate::body::LocalTwist;
use crate::friction::{Contact, Friction};

impl VehicleModel {
    /// Rolls the wheels under these torques, in these directions; `forces` holds none yet.
    #[inline(always)]
    pub(super) fn roll_on_ground<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        twist: &LocalTwist<R>,
        turned: (&[R; MAX_WHEELS], &[(R, R); MAX_WHEELS]),
        scrub_s: Option<f64>,
        forces: &mut VehicleForces<R>,
    ) {
        if let Friction::Own(_) = self.parts.friction {
            self.roll_own_tyres(state, around, twist, turned, scrub_s, forces);
        } else {
            self.roll_tyres::<false, R>(state, around, twist, turned, scrub_s, forces);
        }
    }

    /// The same on tyres that a program brought along. Not inlined: few vehicles have them.
    #[inline(never)]
    fn roll_own_tyres<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        twist: &LocalTwist<R>,
        turned: (&[R; MAX_WHEELS], &[(R, R); MAX_WHEELS]),
        scrub_s: Option<f64>,
        forces: &mut VehicleForces<R>,
    ) {
        self.roll_tyres::<true, R>(state, around, twist, turned, scrub_s, forces);
    }

    #[inline(always)]
    fn roll_tyres<const OWN: bool, R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        twist: &LocalTwist<R>,
        (torques_nm, directions): (&[R; MAX_WHEELS], &[(R, R); MAX_WHEELS]),
        scrub_s: Option<f64>,
        forces: &mut VehicleForces<R>,
    ) {
        let wheels = &self.parts.wheels;
        let side_s = scrub_s.map_or(around.dt_s, |scrub_s| scrub_s.max(around.dt_s));
        let masses_kg = self.loads.masses_kg(wheels, state.tyre_acceleration_mps2, around.gravity_mps2);
        let lateral_share = self.lateral_share(&masses_kg, directions);
        let idle = self.is_idle(state);
        // The air meets the centre of mass.
        let centre_m = self.parts.body.centre_of_mass_m;
        let air_mps = (
            twist.vx_mps - twist.yaw_rate_radps * R::from(centre_m.y),
            twist.vy_mps + twist.yaw_rate_radps * R::from(centre_m.x),
        );
        let downforce_n = match &self.parts.aero {
            None => R::from(0.0),
            Some(aero) => aero.downforce(air_mps) * R::from(1.0 / wheels.len() as f64),
        };
        let (mut tyre_x, mut tyre_y) = (R::from(0.0), R::from(0.0));
        for (i, wheel) in wheels.iter().enumerate() {
            let (sin, cos) = directions[i];
            let (vx, vy) = wheel.velocity(twist);
            let weight_n = masses_kg[i] * R::from(around.gravity_mps2);
            let (load_n, slope_n) = match &around.slope {
                None => (weight_n + downforce_n, None),
                Some(slope) => (
                    weight_n * slope.normal + downforce_n,
                    Some((slope.down.0 * weight_n, slope.down.1 * weight_n)),
                ),
            };
            #[allow(clippy::manual_map, reason = "a closure would not be inlined into wide instructions")]
            let slope_in_wheel_n = match slope_n {
                None => None,
                // A caster takes no side force.
                Some((x, y)) if i == 2 && self.parts.caster_trail_m.is_some() => {
                    Some((cos * x + sin * y, R::from(0.0)))
                }
                Some((x, y)) => Some((cos * x + sin * y, cos * y - sin * x)),
            };
            let surface_mps = around.ground[i].surface_mps;
            let (over_x, over_y) = match surface_mps {
                None => (vx, vy),
                Some(ground) => (vx - R::from(ground.x), vy - R::from(ground.y)),
            };
            // Where the ground can move, a wheel stands that does not turn.
            #[allow(clippy::manual_map, reason = "a closure would not be inlined into wide instructions")]
            let rim_mps = match surface_mps {
                None => None,
                Some(_) => Some(state.wheels[i].spin_radps * R::from(wheel.radius_m)),
            };
            let swivels = i == 2 && self.parts.caster_trail_m.is_some();
            let undriven = idle & torques_nm[i].abs().le(R::from(0.0)) & R::mask(!swivels);
            let held = self.update_held(&mut state.wheels[i], around, undriven, (over_x, over_y), rim_mps);
            let (held, brake_nm) = self.brake_of(i, around, held);
            let contact = Contact {
                vx_mps: cos * over_x + sin * over_y,
                vy_mps: cos * over_y - sin * over_x,
                spin_radps: state.wheels[i].spin_radps,
                torque_nm: torques_nm[i],
                slope_n: slope_in_wheel_n,
                mass_kg: masses_kg[i],
                load_n,
                lateral_share,
                side_s: if swivels { f64::INFINITY } else { side_s },
                spin_share: self.slip_share,
                held,
                hold_share: self.hold_share * self.slip_share,
                brake_nm,
                ground_mu: around.ground[i].mu,
                ground_rolling_resistance: around.ground[i].rolling_resistance,
                dt_s: around.dt_s,
            };
            let ground = self.parts.friction.force_of::<OWN, R>(wheel, &contact);
            state.wheels[i].spin_radps = ground.spin_radps;
            let fx_n = cos * ground.fx_n - sin * ground.fy_n;
            let fy_n = sin * ground.fx_n + cos * ground.fy_n;
            forces.wheels[i] =
                WheelForces { torque_nm: torques_nm[i], fx_n, fy_n, vx_mps: vx, vy_mps: vy, load_n };
            tyre_x += fx_n;
            tyre_y += fy_n;
            let (pull_x, pull_y) = match slope_n {
                None => (fx_n, fy_n),
                Some((x, y)) => (fx_n + x, fy_n + y),
            };
            let lever = wheel.position_m - self.parts.body.centre_of_mass_m;
            forces.body.fx_n += pull_x;
            forces.body.fy_n += pull_y;
            forces.body.moment_nm += R::from(lever.x) * pull_y - R::from(lever.y) * pull_x;
        }
        if let Some(aero) = &self.parts.aero {
            let (drag_x, drag_y) = aero.drag(air_mps, self.parts.body.mass_kg, around.dt_s);
            forces.body.fx_n += drag_x;
            forces.body.fy_n += drag_y;
        }
        if let Some(slope) = &around.slope {
            (forces.body.fx_n, forces.body.fy_n) = slope.from_above((forces.body.fx_n, forces.body.fy_n));
            forces.body.moment_nm *= slope.turn();
        }
        let per_mass = R::from(1.0 / self.parts.body.mass_kg);
        state.tyre_acceleration_mps2 = (tyre_x * per_mass, tyre_y * per_mass);
    }

    /// min(1, I_z/ΣM·x²) of the slip share, see the head of this file.
    #[inline(always)]
    pub(super) fn lateral_share<R: Real>(
        &self,
        masses_kg: &[R; MAX_WHEELS],
        directions: &[(R, R); MAX_WHEELS],
    ) -> R {
        let mut turning_kgm2 = R::from(0.0);
        for (i, wheel) in self.parts.wheels.iter().enumerate() {
            let lever = wheel.position_m - self.parts.body.centre_of_mass_m;
            let (sin, cos) = directions[i];
            let x = cos * R::from(lever.x) + sin * R::from(lever.y);
            turning_kgm2 += masses_kg[i] * x * x;
        }
        let inertia = R::from(self.parts.body.inertia_kgm2);
        let too_much = turning_kgm2.gt(inertia);
        let share = inertia / R::select(too_much, turning_kgm2, R::from(1.0));
        R::select(too_much, share, R::from(1.0)) * R::from(self.slip_share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controllers::Controller;
    use crate::friction::{Axle, SimpleFriction};
    use crate::loads::Loads;
    use crate::mass::MassProperties;
    use crate::slope::Slope;
    use crate::vehicle::{Drive, VehicleParts};
    use crate::wheel::WheelModel;
    use skidpad_math::{Pose2, Twist2, Vec2};

    /// Flywheels for wheels: together they cancel a share of their slip, held or sliding sideways.
    #[test]
    fn heavy_wheels_cancel_their_share() {
        let wheel = |x: f64, y: f64| WheelModel {
            position_m: Vec2::new(x, y),
            yaw_rad: 0.0,
            radius_m: 0.1,
            width_m: 0.05,
            mass_kg: 1.0,
            inertia_kgm2: 0.6,
        };
        let wheels = vec![wheel(-0.4, 0.3), wheel(-0.4, -0.3), wheel(0.5, 0.3), wheel(0.5, -0.3)];
        let chassis = MassProperties::of_rectangle(Pose2::new(0.1, -0.05, 0.0), 0.6, 0.5, 15.0);
        let axle = Axle { damping_nms: 0.0, ..Axle::default() };
        let model = VehicleModel::build(VehicleParts {
            body: chassis.body(0.0, 0.0),
            chassis_mass_kg: 15.0,
            chassis_centre_m: chassis.centre_m,
            wheels,
            friction: Friction::Simple(SimpleFriction { mu: 5.0, axle, ..SimpleFriction::default() }),
            loads: Loads::Uniform,
            drive: Drive::Differential,
            controller: Controller::Raw,
            aero: None,
            caster_trail_m: None,
            brakes: None,
            motor: None,
        })
        .unwrap();
        let share = model.slip_share;
        assert!(share < 0.5, "{share}");
        let carried_kg = 15.0 / 4.0 + 1.0;
        let turning_kgm2 = carried_kg * 2.0 * (0.25 + 0.16);
        let expected = share * (model.parts.body.inertia_kgm2 / turning_kgm2).min(1.0);
        let found = model.lateral_share(&[carried_kg; MAX_WHEELS], &[(0.0, 1.0); MAX_WHEELS]);
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        let levers_m2 = 2.0 * (0.25 + 0.16) + 2.0 * (0.35 * 0.35 + 0.25 * 0.25);
        let held = model.parts.body.inertia_kgm2 / (carried_kg * levers_m2);
        assert!(held < 1.0 && (model.hold_share - held).abs() < 1e-12, "{} {held}", model.hold_share);
        // Held on a slope: −v·M/Δt of the share, and the pull.
        let slope = Slope::new(0.1, 0.0);
        let around = Surroundings { slope: Some(slope), ..Surroundings::level(0.005, 9.81) };
        let mut state = model.state_at(Pose2::default(), Twist2::new(0.01, 0.0, 0.0));
        let forces = model.step_forces(&mut state, &around);
        let along_mps = 0.01 / slope.forward;
        let stopping_n = along_mps * carried_kg / 0.005 * model.hold_share * share;
        for force in forces.wheels {
            let expected = -stopping_n - slope.down.0 * carried_kg * 9.81;
            assert!((force.fx_n - expected).abs() < 1e-9, "{force:?} {expected}");
        }
    }
}
