//! What the tests of worlds share: vehicles, and a few worlds that use much of the language.

pub(crate) use crate::support::{world, world_with, wrap};

use skidpad_messages::{Commands, Request, VehicleId};
use skidpad_sim::Simulation;

/// The first vehicle.
pub(crate) const ROBOT: VehicleId = VehicleId(0);

/// Step once with some requests, then on without; `seconds` in all.
pub(crate) fn run(simulation: &mut Simulation, requests: impl IntoIterator<Item = Request>, seconds: f64) {
    let commands: Commands = requests.into_iter().collect();
    assert!(commands.refusals().is_empty(), "{:?}", commands.refusals());
    let count = (seconds * 1e9 / simulation.step_ns() as f64).round() as u64;
    for step in 0..count {
        simulation.step(if step == 0 { &commands } else { const { &Commands::NONE } });
    }
}

/// A differential vehicle of 17 kg with two wheels.
pub(crate) fn differential(name: &str, controller: &str, friction: &str, rest: &str) -> String {
    format!(
        r#"<vehicle name="{name}">
        <dynamics class="differential">
          <l_wheel pos="0 0.3" mass="1.0" width="0.05" diameter="0.2"/>
          <r_wheel pos="0 -0.3" mass="1.0" width="0.05" diameter="0.2"/>
          <chassis mass="15.0" zmin="0.05" zmax="0.4" linear_damping="0" angular_damping="0">
            <shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape></chassis>
          {controller}
        </dynamics>
        {friction}
        {rest}
      </vehicle>"#
    )
}

/// The gains of most reference runs.
pub(crate) const PID: &str =
    r#"<controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>"#;
/// Ordinary grip.
pub(crate) const GRIP: &str =
    r#"<friction class="default"><mu>0.8</mu><C_damping>0.05</C_damping></friction>"#;

/// A ring between cones around the origin, driven to the left, its finish at the bottom.
pub(crate) fn ring_track(radius_m: f64) -> String {
    let cones = |radius_m: f64| -> String {
        let angles_rad = (0..24).map(|index| std::f64::consts::TAU * (f64::from(index) + 0.5) / 24.0);
        angles_rad
            .map(|rad| {
                format!("{} {}\n", radius_m * skidpad_math::cos(rad), radius_m * skidpad_math::sin(rad))
            })
            .collect()
    };
    let (inner_m, outer_m) = (radius_m - 2.0, radius_m + 2.0);
    format!(
        "<element class='cone_track'><blue>{}</blue><yellow>{}</yellow>
         <orange>0 -{inner_m}\n0 -{outer_m}</orange></element>",
        cones(inner_m),
        cones(outer_m)
    )
}

/// An Ackermann car of four wheels.
pub(crate) fn ackermann(name: &str, class: &str, inner: &str, rest: &str) -> String {
    format!(
        r##"<vehicle name="{name}">
        <dynamics class="{class}">
          <rl_wheel pos="0 1" mass="6" width="0.30" diameter="0.62"/>
          <rr_wheel pos="0 -1" mass="6" width="0.30" diameter="0.62"/>
          <fl_wheel mass="6" width="0.15" diameter="0.62"/>
          <fr_wheel mass="6" width="0.15" diameter="0.62"/>
          <f_wheels_x>1.3</f_wheels_x><f_wheels_d>2.0</f_wheels_d><max_steer_ang_deg>60</max_steer_ang_deg>
          <chassis mass="800.0" zmin="0.15" zmax="2.0" linear_damping="0" angular_damping="0"/>
          {inner}
        </dynamics>
        {rest}
      </vehicle>"##
    )
}

/// Worlds that between them use most of what a world can have.
pub(crate) fn gallery() -> Vec<(&'static str, String)> {
    let block = |name: &str, pose: &str, more: &str| {
        format!(
            "<block name=\"{name}\"><mass>5</mass><zmin>0</zmin><zmax>1</zmax>{more}<init_pose>{pose}</init_pose></block>"
        )
    };
    let robot = |pose: &str| differential("r1", PID, GRIP, &format!("<init_pose>{pose}</init_pose>"));
    let hills = r"<element class='elevation_map'><resolution>2</resolution><elevation_data_matrix>
        [0 0.2 0 0.1; 0.1 0.5 0.3 0; 0 0.4 0.6 0.2; 0.2 0 0.3 0.1]</elevation_data_matrix></element>";
    let steer_pid = r#"<controller class="twist_front_steer_pid"><KP>1000</KP><KI>10</KI><max_torque>300</max_torque></controller>"#;
    let mut many = String::new();
    for i in 0..12 {
        let (x, y, yaw) = (i % 4, i / 4, 31 * i);
        let rest = format!("<init_pose>{x} {y} {yaw}</init_pose><init_vel>0.4 0 10</init_vel>");
        many.push_str(&differential(&format!("r{i}"), PID, GRIP, &rest));
    }
    let race_car = "<vehicle name='car'><dynamics class='race_car'/><init_pose>0 0 30</init_pose><init_vel>8 0 0</init_vel></vehicle>";
    let racer = "<vehicle name='parked'><dynamics class='race_car'/><init_pose>30 0 0</init_pose></vehicle>
        <vehicle name='racer'><dynamics class='race_car' tyre='combined' integrator='radau'><driver speed='9' follow_track='true' torque_vectoring='true'/></dynamics><init_pose>-1 -12 0</init_pose></vehicle>";
    vec![
        ("race_car", wrap(&format!("{}{race_car}", block("b1", "9 5 0", "")))),
        ("one", wrap(&robot("0 0 10"))),
        ("push", wrap(&format!("{}{}", block("b1", "1.5 0.1 5", ""), robot("0 0 0")))),
        (
            "row",
            wrap(&format!(
                "{}{}{}{}",
                block("b1", "1.3 0 0", ""),
                block("b2", "2.4 0.2 9", ""),
                block("b3", "3.5 0 0", "<static>true</static>"),
                robot("0 0 0")
            )),
        ),
        ("crowd", wrap(&many)),
        ("hills", wrap(&format!("{hills}{}", robot("-1 -1 30")))),
        (
            "ramp",
            wrap(&format!(
                "<block name='ramp'><static>true</static><intangible>true</intangible><geometry type='ramp' lx='3' ly='4' lz='0.6'/><shape_from_visual/><init_pose>1 0 0</init_pose></block>{}",
                robot("0 0 0")
            )),
        ),
        (
            "ice",
            wrap(&format!(
                "<element class='property_region'><property_name>friction_mu</property_name><x_min>0.5</x_min><x_max>9</x_max><y_min>-0.2</y_min><y_max>5</y_max><value_double>0.05</value_double></element>{}",
                robot("0 0 0")
            )),
        ),
        (
            "walls",
            wrap(&format!(
                "<walls><shape><pt>2 -2</pt><pt>2 2</pt><pt>2 2</pt><pt>-2 2</pt></shape></walls><element class='vertical_plane'><x0>-2</x0><y0>-3</y0><x1>-2</x1><y1>3</y1><door><position>0.5</position><width>1.2</width></door></element>{}",
                robot("0 0 20")
            )),
        ),
        (
            "actor",
            wrap(&format!(
                "<actor name='ann'><init_pose>1 -1 0</init_pose><path><waypoint>1 2 90</waypoint><waypoint pause='0.3'>1 -2 0</waypoint></path></actor>{}",
                robot("0 0 0")
            )),
        ),
        (
            "lift",
            wrap(&format!(
                "<element class='horizontal_plane'><x_min>-3</x_min><x_max>3</x_max><y_min>-3</y_min><y_max>3</y_max><init_pose>0 0 0</init_pose><animation type='keyframes'><time_pose3d>0 0 0 0 0 0 0</time_pose3d><time_pose3d>2 0 0 0.4 0 0 0</time_pose3d><time_pose3d>4 0 0 0 0 0 0</time_pose3d></animation></element>{}",
                robot("0 0 0")
            )),
        ),
        (
            "trailer",
            wrap(&format!(
                "{}{}<joint type='revolute' body_a='car' body_b='cart' anchor_a='-1 0' anchor_b='1.2 0'/>",
                ackermann("car", "ackermann", steer_pid, "<init_pose>0 0 0</init_pose>"),
                differential("cart", "<controller class='raw'/>", GRIP, "<init_pose>-2.2 0 0</init_pose>")
            )),
        ),
        (
            "drivetrain",
            wrap(&ackermann(
                "car",
                "ackermann_drivetrain",
                &format!("<drivetrain type='torsen_4wd'/>{steer_pid}"),
                "<friction class='wardiagnemma'><mu>0.7</mu></friction><init_pose>0 0 45</init_pose>",
            )),
        ),
        ("track", wrap(&format!("{}{racer}", ring_track(12.0)))),
    ]
}
