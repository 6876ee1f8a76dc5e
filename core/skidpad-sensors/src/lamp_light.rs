//! What lamps, a glow and a sky add to the sunlight on a surface.

use skidpad_scene::{Facet, Light, PosedScene, Ray};

/// A surface in the light of lamps: its colour, its place in front of it, and its normals.
pub(crate) struct LampLit {
    pub(crate) rgb: [f32; 3],
    pub(crate) place_m: [f32; 3],
    pub(crate) normal: [f32; 3],
    pub(crate) shading_normal: [f32; 3],
}

/// Whether anything but the sun lights a scene.
pub(crate) fn has_more_than_sun(posed: &PosedScene<'_>, light: &Light) -> bool {
    light.hemisphere_rgb.is_some() || !posed.lamps().is_empty() || posed.has_glow()
}

/// Light that is added to what [`Light`] alone gives, red green blue.
///
/// Lamps: Σ c·L·max(0, n·l)·s, with the light L of the lamp there and the share s of it that comes through. Hemisphere:
/// the ambient light's colour changes from that of the ground to that of the sky with the height of the normal, by
/// (1 + n_z)/2.
pub(crate) fn added_light(
    lit: &LampLit,
    facet: &Facet,
    light: &Light,
    posed: &PosedScene<'_>,
    casters: &PosedScene<'_>,
) -> [f32; 3] {
    let mut added = facet.glow;
    if !facet.is_lit {
        return added;
    }
    if let Some([sky, ground]) = light.hemisphere_rgb {
        let up = 0.5 * (1.0 + lit.shading_normal[2]);
        for k in 0..3 {
            let colour = ground[k] + up * (sky[k] - ground[k]);
            added[k] += lit.rgb[k] * light.ambient * (colour - light.rgb[k]);
        }
    }
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for lamp in posed.lamps() {
        let Some(there) = lamp.light_at(lit.place_m) else { continue };
        let facing = dot(lit.shading_normal, there.to_lamp);
        if facing <= 0.0 || dot(lit.normal, there.to_lamp) <= 0.0 {
            continue;
        }
        let share = if lamp.has_shadows() {
            // The lamp's own housing is left out: the way ends a little before it.
            let t_max = (there.distance_m - HOUSING_M).max(0.5 * there.distance_m);
            casters.light_through(&Ray { origin_m: lit.place_m, direction: there.to_lamp, t_max })
        } else {
            1.0
        };
        for (added, (own, lamp)) in added.iter_mut().zip(lit.rgb.iter().zip(there.rgb)) {
            *added += own * lamp * facing * share;
        }
    }
    added
}

/// What is this near to a lamp does not shade it [m].
const HOUSING_M: f32 = 0.05;
