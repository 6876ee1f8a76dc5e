//! The text of a class of vehicles.

use super::layout::{DrivenJoints, Layout};
use super::robot::{JointKind, Robot};
use super::sensors::write_sensor;
use super::tree::LinkTree;
use super::wheels::{FoundWheel, Mount};
use crate::findings::Report;
use crate::geometry::{Part, Shape, body_outline, write_visual};
use crate::mapping::MappingValues;
use crate::options::ImportOptions;
use crate::xml_writer::{XmlWriter, color, escaped, number, plain_name};
use skidpad_math::Pose3;

/// Mass of a body whose file gives none [kg].
const CHASSIS_MASS_KG: f64 = 15.0;
/// Mass of a wheel whose file gives none [kg].
const WHEEL_MASS_KG: f64 = 1.0;
/// Steering angle where neither joint nor mapping has one [deg].
const STEER_DEG: f64 = 30.0;
/// How quickly the speed controller closes an error [1/s].
const BANDWIDTH_PER_S: f64 = 8.0;
/// Largest acceleration of the drive where joints have no limit, in parts of gravity.
const LARGEST_PULL: f64 = 0.8;
const GRAVITY_MPS2: f64 = 9.81;

/// What a vehicle is written from.
pub(super) struct VehicleWriter<'a> {
    pub(super) robot: &'a Robot<'a>,
    pub(super) tree: &'a LinkTree,
    pub(super) layout: &'a Layout,
    pub(super) mapping: &'a MappingValues,
    pub(super) driven: &'a DrivenJoints,
    pub(super) options: &'a ImportOptions<'a>,
    pub(super) class_name: String,
    pub(super) source: &'a str,
}

impl VehicleWriter<'_> {
    /// The text, and how many sensors it has.
    pub(super) fn write(&self, report: &mut Report) -> (String, usize) {
        let mut out = XmlWriter::default();
        let source = self.source.replace("--", "__");
        out.line(&format!(
            "<!-- Imported from {source}. Its origin is the ground below \"{}\".",
            self.robot.links[self.tree.root].name.replace("--", "__")
        ));
        out.line("     controller: twist_pid drives through motors and friction, twist_ideal moves exactly as told. -->");
        out.open(&format!(
            "vehicle:class xmlns:vehicle=\"urn:skidpad:vehicle\" name=\"{}\"",
            self.class_name
        ));
        out.open(&format!("dynamics class=\"{}\"", self.layout.class));
        self.write_wheels(report, &mut out);
        let mass_kg = self.write_chassis(report, &mut out);
        self.write_controller(&mut out, mass_kg);
        out.close("dynamics");
        out.open("friction class=\"default\"");
        for (tag, value) in [("mu", 0.8), ("C_damping", 0.01), ("C_rr", 0.01)] {
            out.number(tag, value);
        }
        out.close("friction");
        out.line("<odometry x_multiplier=\"1\" y_multiplier=\"1\" yaw_multiplier=\"1\"/>");
        for (part, pose) in self.body_parts(|link| &self.robot.links[link].visuals) {
            write_visual(report, &mut out, part, &pose, self.options);
        }
        let sensor_count = self.write_sensors(report, &mut out);
        out.close("vehicle:class");
        self.report_rest(report);
        (out.finish(), sensor_count)
    }

    /// The vehicle's frame, in the root: on the ground.
    fn in_vehicle(&self, pose_in_root: &Pose3) -> Pose3 {
        Pose3 { z_m: pose_in_root.z_m - self.layout.ground_z_m(), ..*pose_in_root }
    }

    fn write_wheels(&self, report: &mut Report, out: &mut XmlWriter) {
        let is_car = self.layout.class == "ackermann";
        for (tag, wheel) in &self.layout.wheels {
            let centre = if let Mount::Swivel { pivot, .. } = wheel.mount { pivot } else { wheel.centre };
            let mut tag_text = (*tag).to_owned();
            if !(is_car && tag.starts_with('f')) {
                tag_text += &format!(" pos=\"{} {}\"", number(centre.x), number(centre.y));
            }
            let mass_kg = wheel.mass_kg.unwrap_or_else(|| {
                report.taken_as(
                    wheel.place,
                    format!("the unknown mass of the wheel of joint \"{}\"", wheel.joint),
                    format!("{WHEEL_MASS_KG} kg"),
                );
                WHEEL_MASS_KG
            });
            let (width, diameter) = (number(wheel.width_m), number(2.0 * wheel.radius_m));
            tag_text += &format!(" mass=\"{}\" width=\"{width}\" diameter=\"{diameter}\"", number(mass_kg));
            if let (Mount::Swivel { trail_m, .. }, "caster_wheel") = (wheel.mount, *tag) {
                tag_text += " swivel=\"true\"";
                if trail_m > 1e-3 {
                    tag_text += &format!(" trail=\"{}\"", number(trail_m));
                }
            }
            let mut inside = XmlWriter::default();
            let visuals = self.wheel_visuals(wheel);
            if let [(first, _), ..] = visuals[..]
                && let Some(rgba) = first.rgba
            {
                tag_text += &format!(" color=\"{}\"", color(rgba));
            }
            for (part, pose) in visuals {
                write_visual(report, &mut inside, part, &pose, self.options);
            }
            let inside = inside.finish();
            if inside.is_empty() {
                out.line(&format!("<{tag_text}/>"));
            } else {
                out.open(&tag_text);
                inside.lines().for_each(|line| out.line(line));
                out.close(tag);
            }
        }
        if let (true, Some(left), Some(right)) =
            (is_car, self.layout.wheel("fl_wheel"), self.layout.wheel("fr_wheel"))
        {
            out.number("f_wheels_x", 0.5 * (left.centre.x + right.centre.x));
            out.number("f_wheels_d", left.centre.y - right.centre.y);
            let steer = if let Mount::Steered(limit) = left.mount { limit } else { None };
            let degrees =
                self.mapping.max_steer_ang_deg.or(steer.map(f64::to_degrees)).unwrap_or_else(|| {
                    report.taken_as(left.place, "the unknown limit of the steering", format!("{STEER_DEG}°"));
                    STEER_DEG
                });
            out.number("max_steer_ang_deg", degrees);
        }
    }

    /// Visuals of a wheel and of what is fixed to it, in the wheel's frame.
    fn wheel_visuals(&self, wheel: &FoundWheel) -> Vec<(&Part, Pose3)> {
        let members =
            (0..self.robot.links.len()).filter(|&link| self.tree.moving_link(self.robot, link) == wheel.link);
        members
            .flat_map(|link| {
                let in_root = self.tree.link_in_root[link].unwrap_or_default();
                self.robot.links[link].visuals.iter().map(move |part| (part, in_root * part.pose_in_link))
            })
            .map(|(part, pose)| {
                let centre = wheel.centre;
                (
                    part,
                    Pose3 {
                        x_m: pose.x_m - centre.x,
                        y_m: pose.y_m - centre.y,
                        z_m: pose.z_m - centre.z,
                        ..pose
                    },
                )
            })
            .collect()
    }

    fn is_wheel(&self, link: usize) -> bool {
        let moving = self.tree.moving_link(self.robot, link);
        self.layout
            .wheels
            .iter()
            .map(|(_, wheel)| wheel)
            .chain(&self.layout.spare)
            .any(|wheel| wheel.link == moving)
    }

    /// Parts of all links that are not wheels, in the vehicle's frame.
    fn body_parts<'b>(&'b self, parts: impl Fn(usize) -> &'b Vec<Part>) -> Vec<(&'b Part, Pose3)> {
        (0..self.robot.links.len())
            .filter(|&link| !self.is_wheel(link))
            .filter_map(|link| Some((link, self.tree.link_in_root[link]?)))
            .flat_map(|(link, in_root)| {
                parts(link).iter().map(move |part| (part, in_root * part.pose_in_link))
            })
            .map(|(part, pose)| (part, self.in_vehicle(&pose)))
            .collect()
    }

    /// Returns the mass of the whole vehicle [kg].
    fn write_chassis(&self, report: &mut Report, out: &mut XmlWriter) -> f64 {
        let masses = (0..self.robot.links.len())
            .filter(|&link| !self.is_wheel(link) && self.tree.link_in_root[link].is_some());
        let mut mass_kg: f64 = masses.filter_map(|link| self.robot.links[link].mass_kg).sum();
        if mass_kg <= 0.0 {
            report.taken_as(
                self.robot.place,
                "the unknown mass of the body",
                format!("{CHASSIS_MASS_KG} kg"),
            );
            mass_kg = CHASSIS_MASS_KG;
        }
        let collisions = self.body_parts(|link| &self.robot.links[link].collisions);
        let visuals = self.body_parts(|link| &self.robot.links[link].visuals);
        let outline = body_outline(report, &collisions, self.options)
            .or_else(|| body_outline(report, &visuals, self.options));
        let rgba = visuals.iter().find_map(|(part, _)| part.rgba);
        let color = rgba.map_or_else(String::new, |rgba| format!(" color=\"{}\"", color(rgba)));
        let mut chassis = |z_m: [f64; 2], corners_m: &[[f64; 2]]| {
            let [low, high] = z_m.map(number);
            out.open(&format!("chassis mass=\"{}\" zmin=\"{low}\" zmax=\"{high}\"{color}", number(mass_kg)));
            out.shape(corners_m);
            out.close("chassis");
        };
        match outline {
            Some(outline) => chassis([outline.z_min_m, outline.z_max_m], &outline.polygon),
            None => {
                let [low, high] = self.wheel_box();
                report.taken_as(self.robot.place, "a body without solids", "the rectangle around its wheels");
                let top = self.layout.driven().map(|wheel| 2.0 * wheel.radius_m).fold(0.1, f64::max);
                chassis(
                    [0.2 * top, top],
                    &[[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]],
                );
            }
        }
        let has_mesh = visuals.iter().any(|(part, _)| matches!(part.shape, Shape::Mesh { .. }));
        for (part, _) in
            visuals.iter().filter(|(part, _)| has_mesh && !matches!(part.shape, Shape::Mesh { .. }))
        {
            report.not_taken(
                part.place,
                "the picture of a box, cylinder or sphere",
                "pictures of vehicles are meshes; it still counts for the outline",
            );
        }
        mass_kg
            + self.layout.wheels.iter().map(|(_, wheel)| wheel.mass_kg.unwrap_or(WHEEL_MASS_KG)).sum::<f64>()
    }

    fn wheel_box(&self) -> [[f64; 2]; 2] {
        let mut corners = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for (_, wheel) in &self.layout.wheels {
            let (x, y) = (wheel.centre.x, wheel.centre.y);
            let (reach, half) = (wheel.radius_m, 0.5 * wheel.width_m);
            corners[0] = [corners[0][0].min(x - reach), corners[0][1].min(y - half)];
            corners[1] = [corners[1][0].max(x + reach), corners[1][1].max(y + half)];
        }
        corners
    }

    /// Gains that drive any mass alike: an error of 1 m/s is answered by an acceleration of 8 m/s².
    fn write_controller(&self, out: &mut XmlWriter, mass_kg: f64) {
        let is_car = self.layout.class == "ackermann";
        let drive = is_car.then(|| self.driven_axle());
        let count = match drive {
            Some("all") => 4.0,
            Some(_) => 2.0,
            None => self.layout.driven().count() as f64,
        };
        let radius_m = self.layout.driven().map(|wheel| wheel.radius_m).sum::<f64>()
            / self.layout.driven().count() as f64;
        let gain = BANDWIDTH_PER_S * mass_kg * radius_m / count;
        let limits = self.layout.driven().filter_map(|wheel| wheel.max_torque_nm);
        // Wheels that are dragged sideways in a turn need as much again as the drive.
        let most = limits.fold(f64::NEG_INFINITY, f64::max);
        let torque_nm = if most > 0.0 { most } else { LARGEST_PULL * GRAVITY_MPS2 * mass_kg * radius_m };
        let class = match self.mapping.controller.as_ref().map(|said| said.value.as_str()) {
            Some("twist_ideal") => "twist_ideal",
            _ if is_car => "twist_front_steer_pid",
            _ => "twist_pid",
        };
        let drive = drive.map_or_else(String::new, |drive| format!(" drive=\"{drive}\""));
        out.open(&format!("controller class=\"${{controller|{class}}}\"{drive}"));
        for (tag, value) in [("KP", gain), ("KI", 2.0 * gain), ("KD", 0.0), ("max_torque", torque_nm)] {
            out.number(tag, value);
        }
        // What it drives until the first command, as the definitions that come with the program have it.
        out.line("<V>${start_speed|0}</V>");
        out.line("<W>${start_turn_deg_s|0}</W>");
        out.close("controller");
    }

    /// Which wheels of a car the plug-in drives; the rear ones where none says so.
    fn driven_axle(&self) -> &'static str {
        let is_driven = |tags: [&str; 2]| {
            tags.iter()
                .filter_map(|tag| self.layout.wheel(tag))
                .any(|wheel| self.driven.0.contains(&wheel.joint))
        };
        match (is_driven(["fl_wheel", "fr_wheel"]), is_driven(["rl_wheel", "rr_wheel"])) {
            (true, true) => "all",
            (true, false) => "front",
            _ => "rear",
        }
    }

    fn link_in_vehicle(&self, name: &str) -> Option<Pose3> {
        let link = self.robot.links.iter().position(|link| link.name == name)?;
        Some(self.in_vehicle(&self.tree.link_in_root[link]?))
    }

    fn write_sensors(&self, report: &mut Report, out: &mut XmlWriter) -> usize {
        let mut count = 0;
        for (link, node) in &self.robot.gazebo {
            for sensor in node.children_named("sensor") {
                let Some((link, pose)) = link.and_then(|link| Some((link, self.link_in_vehicle(link)?)))
                else {
                    report.not_taken(
                        sensor.place,
                        "a <sensor>",
                        "its <gazebo> refers to no link of the robot",
                    );
                    continue;
                };
                count += usize::from(write_sensor(report, out, sensor, link, pose));
            }
        }
        for (link, said) in &self.mapping.sensors {
            let Some(pose) = self.link_in_vehicle(link) else { continue };
            // A bare name is one of the definitions that come with the program, and with MVSim.
            let file = if said.value.contains('/') {
                escaped(&said.value)
            } else {
                format!("$(ros2 pkg prefix mvsim)/share/mvsim/definitions/{}", escaped(&said.value))
            };
            let [yaw, pitch, roll] =
                [pose.yaw_rad, pose.pitch_rad, pose.roll_rad].map(|angle| number(angle.to_degrees()));
            let mut line = format!("<include file=\"{file}\" sensor_name=\"{}\"", plain_name(link));
            for (name, value) in [
                ("x", number(pose.x_m)),
                ("y", number(pose.y_m)),
                ("z", number(pose.z_m)),
                ("yaw", yaw),
                ("pitch", pitch),
                ("roll", roll),
            ] {
                if value != "0" || matches!(name, "x" | "y" | "z") {
                    line += &format!(" sensor_{name}=\"{value}\"");
                }
            }
            out.line(&(line + "/>"));
            count += 1;
        }
        self.report_bare_sensors(report);
        count
    }

    /// Links that are named like a sensor, of which the file says no more.
    fn report_bare_sensors(&self, report: &mut Report) {
        const NAMES: [(&str, &str); 6] = [
            ("lidar", "rplidar-a2.sensor.xml"),
            ("laser", "rplidar-a2.sensor.xml"),
            ("scan", "rplidar-a2.sensor.xml"),
            ("camera", "camera.sensor.xml"),
            ("imu", "imu.sensor.xml"),
            ("gps", "gnss.sensor.xml"),
        ];
        for link in &self.robot.links {
            let is_described = self.mapping.sensors.contains_key(&link.name)
                || self
                    .robot
                    .gazebo
                    .iter()
                    .any(|(of, node)| *of == Some(&*link.name) && node.child("sensor").is_some());
            let name = link.name.to_ascii_lowercase();
            let known = NAMES.iter().find(|(word, _)| name.contains(word) && !name.contains("optical"));
            if let (false, Some((_, file))) = (is_described, known) {
                let why = format!(
                    "the file describes none; a mapping can name one: sensors: / {}: {file}",
                    link.name
                );
                report.not_taken(link.place, format!("a sensor at link \"{}\"", link.name), why);
            }
        }
    }

    /// Joints that stay where they are, and plug-ins.
    fn report_rest(&self, report: &mut Report) {
        let wheels = self.layout.wheels.iter().map(|(_, wheel)| wheel).chain(&self.layout.spare);
        let used: Vec<&str> = wheels.map(|wheel| wheel.joint.as_str()).collect();
        for (link, joint) in self
            .tree
            .joint_above
            .iter()
            .enumerate()
            .filter_map(|(link, number)| Some((link, &self.robot.joints[(*number)?])))
        {
            let carries_wheel = (0..self.robot.links.len()).any(|other| {
                self.is_wheel(other)
                    && self.tree.joints_above(self.robot, other).any(|(above, _)| above == link)
            });
            if joint.kind != JointKind::Fixed && !used.contains(&joint.name.as_str()) && !carries_wheel {
                report.not_taken(
                    joint.place,
                    format!("the motion of joint \"{}\"", joint.name),
                    "bodies of vehicles are rigid; it stays at zero",
                );
            }
        }
        for (_, node) in &self.robot.gazebo {
            for plugin in node.children_named("plugin") {
                let name = plugin
                    .attribute("filename")
                    .or(plugin.attribute("name"))
                    .map_or("?", |name| name.value.as_str());
                let is_drive =
                    plugin.children.iter().any(|child| super::JOINT_TAGS.contains(&child.name.as_str()));
                if is_drive {
                    report.taken_as(
                        plugin.place,
                        format!("the plug-in \"{name}\""),
                        "the vehicle's own controller; its topics are those of skidpad",
                    );
                } else {
                    report.not_taken(
                        plugin.place,
                        format!("the plug-in \"{name}\""),
                        "plug-ins are programs and are not run",
                    );
                }
            }
        }
    }
}
