//! Lamps: lights with a place, that shine all around or into a cone.

use crate::{Affine, SceneObject};
use serde::{Deserialize, Serialize};

/// A lamp, attached to a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneLamp {
    /// Number of its frame.
    pub frame: u32,
    /// Where it is in that frame [m].
    pub position_m: [f64; 3],
    /// Colour times strength, red green blue.
    pub rgb: [f32; 3],
    /// Attenuation: constant, per metre, per square metre.
    pub attenuation: [f32; 3],
    /// It shines no farther [m].
    pub range_m: f32,
    /// Whether things throw shadows in its light.
    pub has_shadows: bool,
    /// The cone into which it shines; none for one that shines all around.
    pub cone: Option<LightCone>,
    /// The switch that turns it on and off; none for one that is always on.
    pub switch: Option<u32>,
}

/// The cone of a lamp.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LightCone {
    /// Its axis in the lamp's frame, a unit vector.
    pub axis: [f64; 3],
    /// Cosine of the angle up to which it shines fully.
    pub cos_inner: f32,
    /// Cosine of the angle beyond which it is dark.
    pub cos_outer: f32,
}

/// The light that a surface gives off itself; it lights nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneGlow {
    /// Red, green, blue, 0 to 1.
    pub rgb: [f32; 3],
    /// The switch that turns it on and off; none for one that is always on.
    pub switch: Option<u32>,
}

/// A lamp that is on, in the frame of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct PosedLamp {
    position_m: [f32; 3],
    /// Its cone with the axis in the world.
    cone: Option<([f32; 3], f32, f32)>,
    lamp: SceneLamp,
}

/// The light of a lamp at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LampLight {
    /// Towards the lamp, a unit vector.
    pub to_lamp: [f32; 3],
    /// How far it is [m].
    pub distance_m: f32,
    /// Red, green, blue, on a surface that faces the lamp.
    pub rgb: [f32; 3],
}

impl PosedLamp {
    pub(crate) fn new(lamp: &SceneLamp, frame_in_view: &Affine) -> PosedLamp {
        let narrow = |v: [f64; 3]| v.map(|value| value as f32);
        let turned = |v: [f64; 3]| {
            let (tip, foot) = (frame_in_view.apply(v), frame_in_view.apply([0.0; 3]));
            std::array::from_fn(|k| tip[k] - foot[k])
        };
        PosedLamp {
            position_m: narrow(frame_in_view.apply(lamp.position_m)),
            cone: lamp.cone.map(|cone| (narrow(turned(cone.axis)), cone.cos_inner, cone.cos_outer)),
            lamp: lamp.clone(),
        }
    }

    /// Whether things throw shadows in its light.
    pub fn has_shadows(&self) -> bool {
        self.lamp.has_shadows
    }

    /// Its light at a point of the view; none where it does not reach.
    ///
    /// L = c / (k₀ + k₁ d + k₂ d²), times (cos θ − cos θₒ)/(cos θᵢ − cos θₒ) between the inner and the outer edge of a
    /// cone.
    pub fn light_at(&self, [x, y, z]: [f32; 3]) -> Option<LampLight> {
        let way = [self.position_m[0] - x, self.position_m[1] - y, self.position_m[2] - z];
        let distance_m = (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]).sqrt();
        if distance_m > self.lamp.range_m || distance_m < 1e-6 {
            return None;
        }
        let to_lamp = way.map(|value| value / distance_m);
        let share = match self.cone {
            None => 1.0,
            Some((axis, cos_inner, cos_outer)) => {
                let cos = -(axis[0] * to_lamp[0] + axis[1] * to_lamp[1] + axis[2] * to_lamp[2]);
                let width = (cos_inner - cos_outer).max(1e-6);
                ((cos - cos_outer) / width).clamp(0.0, 1.0)
            }
        };
        let [constant, linear, quadratic] = self.lamp.attenuation;
        let attenuation = constant + distance_m * (linear + distance_m * quadratic);
        if share <= 0.0 {
            return None;
        }
        // Without attenuation it is as bright as can be.
        let strength = share / attenuation.max(1e-3);
        Some(LampLight { to_lamp, distance_m, rgb: self.lamp.rgb.map(|value| value * strength) })
    }
}

impl SceneObject {
    /// The light that it gives off while these switches are off.
    pub(crate) fn glow_unless(&self, off: &[u32]) -> [f32; 3] {
        match self.glow {
            Some(glow) if glow.switch.is_none_or(|switch| !off.contains(&switch)) => glow.rgb,
            _ => [0.0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lamp(cone: Option<LightCone>) -> PosedLamp {
        let lamp = SceneLamp {
            frame: 0,
            position_m: [0.0, 0.0, 3.0],
            rgb: [1.0, 0.5, 0.0],
            attenuation: [1.0, 0.09, 0.032],
            range_m: 10.0,
            has_shadows: false,
            cone,
            switch: None,
        };
        PosedLamp::new(&lamp, &Affine::IDENTITY)
    }

    #[test]
    fn light_fades_with_the_distance_and_ends_at_its_range() {
        let at = lamp(None).light_at([0.0, 4.0, 0.0]).unwrap();
        assert!((at.distance_m - 5.0).abs() < 1e-6);
        let expected = 1.0 / (1.0 + 0.09 * 5.0 + 0.032 * 25.0);
        assert!((at.rgb[0] - expected).abs() < 1e-6 && (at.rgb[1] - 0.5 * expected).abs() < 1e-6);
        assert!((at.to_lamp[2] - 0.6).abs() < 1e-6);
        assert_eq!(lamp(None).light_at([0.0, 9.9, 0.0]), None);
    }

    #[test]
    fn a_cone_is_bright_inside_and_dark_outside() {
        let cos = |degrees: f64| skidpad_math::sin_cos(degrees.to_radians()).1 as f32;
        let cone = LightCone { axis: [0.0, 0.0, -1.0], cos_inner: cos(10.0), cos_outer: cos(20.0) };
        let spot = lamp(Some(cone));
        let round = lamp(None);
        let share = |degrees: f64| {
            let (sin, cos) = skidpad_math::sin_cos(degrees.to_radians());
            let point = [(3.0 * sin / cos) as f32, 0.0, 0.0];
            spot.light_at(point).map_or(0.0, |it| it.rgb[0]) / round.light_at(point).unwrap().rgb[0]
        };
        assert!((share(9.0) - 1.0).abs() < 1e-5);
        assert!(share(15.0) > 0.1 && share(15.0) < 0.9);
        assert_eq!(share(21.0), 0.0);
    }
}
