//! Tyres: what makes the grip of a vehicle's wheels, by class.

use skidpad_dynamics::friction::{
    Axle, EllipseFriction, Friction, FrictionLimit, Hold, SimpleFriction, WardIagnemmaFriction,
};
use skidpad_world::description::{self, Compat, FrictionModel};
use std::sync::Arc;

/// What the wheels of a vehicle are to grip with.
pub(crate) struct FrictionPlan<'a> {
    /// The parameters of the class.
    pub(crate) model: &'a FrictionModel,
    /// What every class has.
    pub(crate) axle: Axle,
    limit: FrictionLimit,
}

/// Makes the grip of one class, or says why there can be none.
pub(crate) type MakeFriction = dyn Fn(&FrictionPlan<'_>) -> Result<Friction, String> + Send + Sync;

/// The built-in classes, by name.
pub(crate) fn built_in_frictions() -> Vec<(&'static str, Arc<MakeFriction>)> {
    vec![
        ("default", Arc::new(simple)),
        ("wardiagnemma", Arc::new(ward_iagnemma)),
        ("ellipse", Arc::new(ellipse)),
    ]
}

impl<'a> FrictionPlan<'a> {
    pub(super) fn new(described: &'a description::Friction, compat: Compat) -> FrictionPlan<'a> {
        let hold = match (described.hold, compat) {
            (Some(description::Hold::Standing), _) | (None, Compat::None) => Hold::Standing,
            (Some(description::Hold::Never), _) => Hold::Never,
            (Some(description::Hold::Always), _) | (None, Compat::Mvsim) => Hold::Always,
        };
        let axle = Axle {
            damping_nms: described.damping_nmspr,
            rolling_resistance: described.rolling_resistance,
            hold,
            slip_velocity_mps: described.slip_velocity_mps,
        };
        let limit = match described.limit {
            description::FrictionLimit::Square => FrictionLimit::Independent,
            description::FrictionLimit::Circle => FrictionLimit::Circle,
        };
        FrictionPlan { model: &described.model, axle, limit }
    }

    fn simple(&self, mu: f64) -> SimpleFriction {
        SimpleFriction { mu, axle: self.axle, limit: self.limit }
    }
}

fn other_class() -> Result<Friction, String> {
    Err("the parameters of its friction are those of another class".to_owned())
}

fn simple(plan: &FrictionPlan<'_>) -> Result<Friction, String> {
    let FrictionModel::Coulomb { mu } = *plan.model else { return other_class() };
    Ok(Friction::Simple(plan.simple(mu)))
}

fn ward_iagnemma(plan: &FrictionPlan<'_>) -> Result<Friction, String> {
    let FrictionModel::WardIagnemma { mu, a_roll, r1, r2 } = *plan.model else { return other_class() };
    let simple = plan.simple(mu);
    Ok(Friction::WardIagnemma(WardIagnemmaFriction { simple, a_roll_spm: a_roll, r1, r2_spm: r2 }))
}

fn ellipse(plan: &FrictionPlan<'_>) -> Result<Friction, String> {
    let FrictionModel::Ellipse {
        c_alpha,
        c_s,
        slip_angle_saturation_rad,
        slip_ratio_saturation,
        c_alpha_s,
        c_s_alpha,
    } = *plan.model
    else {
        return other_class();
    };
    Ok(Friction::Ellipse(EllipseFriction {
        axle: plan.axle,
        c_alpha,
        c_s,
        slip_angle_saturation_rad,
        slip_ratio_saturation,
        c_alpha_s,
        c_s_alpha,
    }))
}
