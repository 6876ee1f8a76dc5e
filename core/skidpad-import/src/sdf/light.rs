//! Lights: the sun, lamps that shine all around, lamps that shine into a cone.

use super::SdfImport;
use super::include::is_true;
use super::pose::pose_of;
use crate::values::{number_at, of_child, vec3};
use crate::xml_writer::{color, number};
use skidpad_math::{Pose3, asin, atan2};
use skidpad_world::Node;

impl SdfImport<'_> {
    pub(super) fn light(&mut self, node: &Node, outer: &Pose3) {
        let kind = node.attribute("type").map_or("", |kind| kind.value.as_str());
        let at = *outer * pose_of(&mut self.report, node);
        let rgba = self.color(node, "diffuse").unwrap_or([1.0; 4]);
        let direction = of_child(&mut self.report, node, "direction").unwrap_or([0.0, 0.0, -1.0]);
        let direction = at.rotation().rotate(vec3(direction));
        match kind {
            "directional" if self.has_sun => {
                self.report.not_taken(node.place, "a second directional light", "a world has one sun");
                return;
            }
            "directional" => {
                self.has_sun = true;
                let length = direction.norm().max(1e-9);
                let elevation = asin((-direction.z / length).clamp(-1.0, 1.0)).to_degrees();
                let azimuth = atan2(-direction.y, -direction.x).to_degrees();
                self.lights.number("light_azimuth_deg", azimuth);
                self.lights.number("light_elevation_deg", elevation);
                self.lights.value("light_color", &color([rgba[0], rgba[1], rgba[2], 1.0]));
                let casts = node.child("cast_shadows").is_none_or(|flag| is_true(flag.text()));
                self.lights.value("enable_shadows", if casts { "true" } else { "false" });
            }
            "point" | "spot" => self.lamp(node, kind, &at, rgba, [direction.x, direction.y, direction.z]),
            kind => {
                self.report.not_taken(
                    node.place,
                    format!("a light of type \"{kind}\""),
                    "lights are directional, point or spot",
                );
                return;
            }
        }
        self.world.light_count += 1;
    }

    fn lamp(&mut self, node: &Node, kind: &str, at: &Pose3, rgba: [f64; 4], direction: [f64; 3]) {
        let mut read = |path: &str| number_at(&mut self.report, node, path).filter(|value| *value >= 0.0);
        let (range, intensity) = (read("attenuation/range").filter(|range| *range > 0.0), read("intensity"));
        let attenuations =
            ["constant", "linear", "quadratic"].map(|name| (name, read(&format!("attenuation/{name}"))));
        let cutoffs =
            [("inner_cutoff_deg", read("spot/inner_angle")), ("outer_cutoff_deg", read("spot/outer_angle"))];
        let out = &mut self.lights;
        out.open(&format!("{kind}_light"));
        let three = |values: [f64; 3]| values.map(number).join(" ");
        out.value("position", &three([at.x_m, at.y_m, at.z_m]));
        out.value("color", &color([rgba[0], rgba[1], rgba[2], 1.0]));
        out.number("diffuse", intensity.unwrap_or(1.0));
        for (name, value) in attenuations.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            out.number(&format!("attenuation_{name}"), value);
        }
        if let Some(range) = range {
            out.number("range", range);
        }
        let casts = node.child("cast_shadows").is_some_and(|flag| is_true(flag.text()));
        out.value("cast_shadows", if casts { "true" } else { "false" });
        if kind == "spot" {
            out.value("direction", &three(direction));
            // SDF has the whole angle of the cone, a world that to its edge.
            for (name, angle_rad) in cutoffs.into_iter().filter_map(|(name, angle)| Some((name, angle?))) {
                out.number(name, (0.5 * angle_rad).to_degrees().min(89.0));
            }
        }
        out.close(&format!("{kind}_light"));
    }

    /// The sun of Gazebo's `model://sun`.
    pub(super) fn default_sun(&mut self) {
        if !self.has_sun {
            self.has_sun = true;
            self.world.light_count += 1;
            self.lights.number("light_azimuth_deg", 169.0);
            self.lights.number("light_elevation_deg", 60.0);
        }
    }

    pub(super) fn write_lights(&mut self) {
        let lights = std::mem::take(&mut self.lights).finish();
        if !lights.is_empty() {
            self.out.open("lights");
            lights.lines().for_each(|line| self.out.line(line));
            self.out.close("lights");
        }
    }
}
