//! Every row of the tables is read: giving a parameter another value than its default changes the
//! description, by the same amount as attribute and as child, and giving the default changes nothing.

use skidpad_world::schema::{Absent, Element, Family, Form, Kind, Param, Status, WORLD};
use skidpad_world::{Diagnostics, ExpandOptions, MapFiles, Problem, ReadingProblem, WorldDescription, load};

/// What must stand beside a parameter of this element so that it counts. A row without parameters is
/// for all that have no row of their own. The path is the tag with its class.
const BESIDE: &[(&str, &[&str], &str)] = &[
    ("vehicle", &["init_pose", "init_pose3d"], "<dynamics class='differential'/>"),
    ("vehicle", &[], "<init_pose>0 0 0</init_pose><dynamics class='differential'/>"),
    ("block", &["init_pose", "init_pose3d"], ""),
    ("block", &["shape_from_visual"], "<init_pose>0 0 0</init_pose><geometry type='sphere' radius='1'/>"),
    ("block", &[], "<init_pose>0 0 0</init_pose>"),
    ("actor", &["init_pose", "init_pose3d"], ""),
    ("actor", &[], "<init_pose>0 0 0</init_pose>"),
    ("visual", &["model_uri"], ""),
    ("visual", &[], "<model_uri>a.dae</model_uri>"),
    ("walls", &["model_uri"], ""),
    ("walls", &[], "<shape><pt>0 0</pt><pt>1 0</pt></shape>"),
    ("joint distance", &[], ""),
    ("joint revolute", &["enable_limit"], ""),
    ("joint revolute", &[], "<enable_limit>true</enable_limit>"),
    ("element occupancy_grid", &["centerpixel_x"], "<centerpixel_y>5</centerpixel_y>"),
    ("element elevation_map", &["elevation_image", "elevation_data_matrix", "dem_xyzrgb_file"], ""),
    (
        "element elevation_map",
        &["elevation_image_min_z", "elevation_image_max_z"],
        "<elevation_image>a.png</elevation_image>",
    ),
    (
        "element elevation_map",
        &["dem_offset_x", "dem_offset_y", "dem_offset_z"],
        "<dem_xyzrgb_file>a.txt</dem_xyzrgb_file>",
    ),
    ("element elevation_map", &[], "<elevation_data_matrix>[1 2; 3 4]</elevation_data_matrix>"),
    ("element pointcloud", &["file_txt_3d", "file_txt_2d"], ""),
    ("element pointcloud", &[], "<file_txt_3d>a.txt</file_txt_3d>"),
    ("element property_region", &["value_double", "value_bool", "value_string"], ""),
    ("element property_region", &[], "<value_double>0.5</value_double>"),
    ("path", &[], "<waypoint>1 2 3</waypoint>"),
    ("controller trajectory", &[], "<waypoint t='-2' x='0' y='0'/><waypoint t='-1' x='2' y='0'/>"),
    ("sensor camera", &["k4"], "<distortion_model>kannala_brandt</distortion_model>"),
    ("sensor rgbd_camera", &["k4"], "<distortion_model>kannala_brandt</distortion_model>"),
    ("element horizontal_plane", &["geo_corner_sw"], "<geo_corner_ne>10 20</geo_corner_ne>"),
    ("element horizontal_plane", &["geo_corner_ne"], "<geo_corner_sw>-10 -20</geo_corner_sw>"),
    ("wheel", &[], ""),
];

/// Parameters that the description has no room for, because they only name or number things.
const WITHOUT_FIELD: &[&str] = &["version", "class"];

/// Whether a parameter is overruled where it stands.
fn is_overruled(path: &[(&Family, &Element)], param: &Param) -> bool {
    let stands_in = |tag: &str| path.iter().any(|(family, _)| family.tag == tag);
    let class_is = |name: &str| path.iter().any(|(_, element)| element.names.contains(&name));
    let is_car = class_is("ackermann") || class_is("ackermann_drivetrain");
    // Front wheels of a car stand where f_wheels_x and f_wheels_d say.
    let is_front_wheel = stands_in("fl_wheel") || stands_in("fr_wheel");
    // A plain Ackermann vehicle has no engine.
    (is_car && is_front_wheel && param.name == "pos") || (class_is("ackermann") && stands_in("drivetrain"))
}

fn beside(family: &Family, element: &Element, param: &str) -> &'static str {
    let class = element.names.first().map_or(String::new(), |name| format!(" {name}"));
    let path = format!("{}{class}", family.tag);
    let rows = BESIDE.iter().filter(|(tag, ..)| *tag == path || *tag == family.tag);
    if family.tag == "publish" && param == "enabled" {
        let is_of_sensor = element.param("publish_topic").is_some();
        return if is_of_sensor {
            "<publish_topic>/s</publish_topic>"
        } else {
            "<publish_pose_topic>/p</publish_pose_topic>"
        };
    }
    let mut fitting = rows.filter(|(_, params, _)| params.is_empty() || params.contains(&param));
    fitting.next().map_or("", |(_, _, xml)| xml)
}

/// Required parameters of an element as attributes, without the one that is tried.
fn required(element: &Element, tried: &str) -> String {
    let needed =
        element.all_params().filter(|param| param.absent == Absent::IsAnError && param.name != tried);
    needed.map(|param| format!(" {}='{}'", param.name, sample(param))).collect()
}

/// A value that is allowed and not the default.
fn sample(param: &Param) -> String {
    let default = param.default_text().unwrap_or("");
    let is_other = |text: &str| text.parse::<f64>() != default.parse::<f64>();
    let numbers = ["0.37", "1.5", "2.5", "0.75", "-0.37", "0.003", "1"];
    let integers = ["2", "1", "7", "90"];
    let allowed = |texts: &[&str]| {
        let fits = |text: &&&str| is_other(text) && param.allowed.contains(text.parse().expect("a number"));
        (*texts.iter().find(fits).unwrap_or_else(|| panic!("no sample for {}", param.name))).to_owned()
    };
    match param.kind {
        Kind::Number(_) | Kind::Degrees(_) => allowed(&numbers),
        Kind::Integer => allowed(&integers),
        Kind::Flag => if default == "true" { "false" } else { "true" }.to_owned(),
        Kind::Choice(words) => (*words.iter().find(|word| **word != default).expect("a choice")).to_owned(),
        Kind::Text if param.name == "property_name" => "friction_mu".to_owned(),
        Kind::Text | Kind::Names => "other".to_owned(),
        Kind::Color => "#12345678".to_owned(),
        Kind::Point2 => "0.1 0.2".to_owned(),
        Kind::Point3 | Kind::Pose2 | Kind::PointOrPose2 | Kind::Twist => "0.1 0.2 30".to_owned(),
        Kind::Pose3 | Kind::Pose2Or3 => "0.1 0.2 0.3 10 20 30".to_owned(),
        Kind::TimedPose2 => "1 0.1 0.2 30".to_owned(),
        Kind::TimedPose3 => "1 0.1 0.2 0.3 10 20 30".to_owned(),
        Kind::FiveNumbers => "0.1 0.2 0.3 0.4 0.5".to_owned(),
        Kind::Numbers => (0..16).map(|ring| format!("{ring}")).collect::<Vec<_>>().join(" "),
        Kind::Rows if param.name == "apply_kernel" => "0.25 0.25\n0.25 0.25".to_owned(),
        Kind::Rows if param.name == "points" => "0 0 0\n1 1 1".to_owned(),
        Kind::Rows => "0 0\n1 1".to_owned(),
        Kind::Matrix if param.name == "transformation" => "[1 0 0 5; 0 1 0 0; 0 0 1 0; 0 0 0 1]".to_owned(),
        Kind::Matrix => "[4 3; 2 1]".to_owned(),
        Kind::File | Kind::Uri => "other_%s.png".to_owned(),
        Kind::Presence => String::new(),
    }
}

/// The description of a world with `inner` in the element at the end of `path`.
fn described(path: &[(&Family, &Element)], tried: &str, attributes: &str, inner: &str) -> WorldDescription {
    let mut xml = inner.to_owned();
    for (depth, (family, element)) in path.iter().enumerate().rev() {
        let is_last = depth + 1 == path.len();
        let tried_here = if is_last { tried } else { path[depth + 1].0.tag };
        let mut context = beside(family, element, tried_here).to_owned();
        if tried_here == "dynamics" {
            context = context.replace("<dynamics class='differential'/>", "");
        }
        let selector = family
            .selector
            .map_or(String::new(), |selector| format!(" {}='{}'", selector.attribute, element.names[0]));
        let given = if is_last { attributes } else { "" };
        let needed = required(element, if is_last { tried } else { "" });
        xml = format!("<{0}{selector}{needed}{given}>{context}{xml}</{0}>", family.tag);
    }
    let files = MapFiles::from_texts([("w.world.xml", xml.as_str())]);
    let loaded = load("w.world.xml", &files, &ExpandOptions::default());
    assert_reads(&loaded.diagnostics, &xml);
    loaded.description.without_places()
}

/// Nothing is unknown or unreadable.
fn assert_reads(diagnostics: &Diagnostics, xml: &str) {
    for diagnostic in diagnostics.iter() {
        let is_misread = matches!(
            diagnostic.problem,
            Problem::Reading(
                ReadingProblem::UnknownAttribute { .. }
                    | ReadingProblem::UnknownChild { .. }
                    | ReadingProblem::UnknownVariant { .. }
                    | ReadingProblem::BadValue { .. }
                    | ReadingProblem::OutOfRange { .. }
            )
        );
        assert!(!is_misread, "{}\n{xml}", diagnostic.problem);
    }
}

/// Every element of the format with the way to it.
fn paths() -> Vec<Vec<(&'static Family, &'static Element)>> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<(&'static Family, &'static Element)>> =
        WORLD.variants.iter().map(|element| vec![(&WORLD, *element)]).collect();
    while let Some(path) = open.pop() {
        let (_, element) = path[path.len() - 1];
        for family in element.all_children() {
            for variant in family.variants {
                let mut longer = path.clone();
                longer.push((family, variant));
                open.push(longer);
            }
        }
        found.push(path);
    }
    found
}

#[test]
fn every_parameter_is_read_in_both_forms() {
    let mut count = 0;
    for path in paths() {
        let (_, element) = path[path.len() - 1];
        if element.text.is_some() && element.params.is_empty() {
            continue;
        }
        let text = if element.text.is_some() { "1 2 3" } else { "" };
        for param in element.all_params() {
            let is_used = matches!(param.status, Status::Used | Status::Ours);
            if !is_used || WITHOUT_FIELD.contains(&param.name) || is_overruled(&path, param) {
                continue;
            }
            let value = sample(param);
            let name = param.name;
            let without = described(&path, name, "", text);
            let as_attribute = described(&path, name, &format!(" {name}='{value}'"), text);
            let as_child = match param.form {
                Form::AttributeOnly => as_attribute.clone(),
                _ => described(&path, name, "", &format!("{text}<{name}>{value}</{name}>")),
            };
            let place: Vec<&str> = path.iter().map(|(family, _)| family.tag).collect();
            assert!(as_child != without, "{place:?} {name} = {value} changes nothing");
            assert!(as_attribute == as_child, "{place:?} {name} = {value} differs as attribute");
            if let Some(default) = param.default_text().filter(|_| param.kind != Kind::Presence) {
                let by_default = described(&path, name, &format!(" {name}='{default}'"), text);
                assert!(by_default == without, "{place:?} {name} = {default} is not the default");
            }
            count += 1;
        }
    }
    assert!(count > 500, "only {count} parameters were tried");
}
