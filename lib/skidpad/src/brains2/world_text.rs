//! The world of brains2 as the text of a world file.

use super::Brains2World;
use skidpad_messages::ConeColor;
use skidpad_ros2::brains2::CONE_SENSOR;
use std::fmt::Write as _;

/// Ground around the outermost cones [m].
const MARGIN_M: f64 = 20.0;

/// Width and height of cones [m]: small ones, and the large ones at the start.
const SMALL_M: [f64; 2] = [0.228, 0.325];
const LARGE_M: [f64; 2] = [0.285, 0.505];

impl Brains2World {
    /// The world as the text of a world file.
    ///
    /// Its variables are those of the detector of cones: `cone_period`, `cone_range`, `cone_fov_deg`,
    /// `cone_range_noise`, `cone_angle_noise_deg`, `cone_miss_rate`, `cone_color_error_rate` and
    /// `cone_false_positive_rate`.
    pub fn text(&self) -> String {
        let mut text = String::from("<mvsim_world version=\"1.0\">\n");
        let _ = writeln!(text, "  <simul_timestep>{}</simul_timestep>", self.step_s());
        text.push_str("  <gui><cam_distance>40</cam_distance><cam_elevation>50</cam_elevation></gui>\n");
        self.write_ground(&mut text);
        self.write_track(&mut text);
        self.write_car(&mut text);
        text.push_str("</mvsim_world>\n");
        text
    }

    fn write_ground(&self, text: &mut String) {
        let along = |axis: usize| self.track.cones.iter().map(move |cone| cone.place_m[axis]);
        let low = |axis| along(axis).fold(f64::INFINITY, f64::min) - MARGIN_M;
        let high = |axis| along(axis).fold(f64::NEG_INFINITY, f64::max) + MARGIN_M;
        let _ = writeln!(
            text,
            "  <element class=\"horizontal_plane\"><x_min>{}</x_min><x_max>{}</x_max><y_min>{}</y_min>\
             <y_max>{}</y_max><color>#4A4A4C</color></element>",
            low(0),
            high(0),
            low(1),
            high(1)
        );
    }

    fn write_track(&self, text: &mut String) {
        text.push_str("  <element class=\"cone_track\">\n");
        for color in ConeColor::ALL {
            let cones = self.track.cones.iter().filter(|cone| cone.color == color);
            let rows: Vec<String> =
                cones.map(|cone| format!("{} {}", cone.place_m[0], cone.place_m[1])).collect();
            if !rows.is_empty() {
                let _ = writeln!(text, "    <{color}>{}</{color}>", rows.join("\n"));
            }
        }
        text.push_str("  </element>\n");
        for (number, cone) in self.track.cones.iter().enumerate() {
            let color = match cone.color {
                ConeColor::Blue => "#1040D0",
                ConeColor::Yellow => "#F0C810",
                ConeColor::Orange => "#F06010",
            };
            let [width_m, height_m] = if cone.color == ConeColor::Orange { LARGE_M } else { SMALL_M };
            let [x_m, y_m] = cone.place_m;
            let _ = writeln!(
                text,
                "  <block name=\"cone_{number}\"><init_pose>{x_m} {y_m} 0</init_pose><mass>0.45</mass>\
                 <cone_color>{}</cone_color><color>{color}</color><zmin>0</zmin><zmax>{height_m}</zmax>\
                 <ground_friction>0.6</ground_friction><shape_from_visual/>\
                 <geometry type=\"cone\" radius=\"{}\" length=\"{height_m}\"/></block>",
                cone.color,
                width_m / 2.0
            );
        }
    }

    fn write_car(&self, text: &mut String) {
        let _ = writeln!(
            text,
            "  <vehicle name=\"car\">\n    <init_pose>{} {} {}</init_pose>\n    \
             <dynamics class=\"race_car\" tyre=\"{}\">",
            self.start.x_m,
            self.start.y_m,
            self.start.yaw_rad.to_degrees(),
            self.tyre
        );
        text.push_str("      <chassis zmin=\"0.05\" zmax=\"1.10\" color=\"#D8D8DC\">");
        if let Some([length_m, width_m]) = self.car.as_ref().and_then(|car| car.size_m) {
            let (x, y) = (length_m / 2.0, width_m / 2.0);
            let _ = write!(
                text,
                "<shape><pt>{} {}</pt><pt>{} {y}</pt><pt>{x} {y}</pt><pt>{x} {}</pt></shape>",
                -x, -y, -x, -y
            );
        }
        text.push_str("</chassis>\n");
        for (name, value) in self.car.iter().flat_map(|car| &car.parameters) {
            let _ = writeln!(text, "      <{name}>{value}</{name}>");
        }
        let _ = writeln!(
            text,
            "    </dynamics>\n    <sensor class=\"cone_detector\" name=\"{CONE_SENSOR}\">\n      \
             <pose_3d>0.5 0 0.5 0 0 0</pose_3d>\n      <sensor_period>${{cone_period|0.1}}</sensor_period>\n      \
             <max_range>${{cone_range|20}}</max_range>\n      <fov_degrees>${{cone_fov_deg|120}}</fov_degrees>\n      \
             <range_std_noise>${{cone_range_noise|0.05}}</range_std_noise>\n      \
             <angle_std_noise_deg>${{cone_angle_noise_deg|0.5}}</angle_std_noise_deg>\n      \
             <miss_rate>${{cone_miss_rate|0.02}}</miss_rate>\n      \
             <color_error_rate>${{cone_color_error_rate|0.01}}</color_error_rate>\n      \
             <false_positive_rate>${{cone_false_positive_rate|0.01}}</false_positive_rate>\n    \
             </sensor>\n  </vehicle>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, WorldOptions};
    use skidpad_ros2::brains2::CarConstants;

    #[test]
    fn the_track_and_the_car_of_brains2_are_a_world() {
        let text =
            |name: &str| std::fs::read_to_string(format!("../../testdata/brains2/{name}")).expect(name);
        let mut brains2 =
            Brains2World::new("alpha", &text("alpha.csv"), Some(&text("alpha_center_line.csv")))
                .expect("files");
        brains2.car = Some(CarConstants::parse(&text("car_constants.yaml")).expect("a car"));
        assert_eq!(brains2.step_s(), 0.002);
        let world = brains2.world(&WorldOptions::default());
        let problems = world.diagnostics().records(world.sources());
        let serious: Vec<_> = problems.iter().filter(|it| it.severity != Severity::Note).collect();
        assert!(serious.is_empty(), "{serious:?}");
        let sim = crate::simulation::build_core(&world).expect("it can be built");
        assert_eq!(sim.roster().blocks.len(), 215);
        assert!(sim.diagnostics().records(world.sources()).is_empty());
    }
}
