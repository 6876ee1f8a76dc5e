//! Mistakes in robots, mappings and worlds, and what is said about them.

use skidpad_import::{ImportOptions, Mapping, import_sdf, import_urdf};
use skidpad_world::{Limits, MapFiles};

const WHEEL: &str = "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision>";

/// A cart with two wheels, and something more in it.
fn cart(more: &str) -> String {
    let wheel = |name: &str, y: f64| {
        format!(
            "<link name=\"{name}\">{WHEEL}</link><joint name=\"{name}_joint\" type=\"continuous\">\
             <parent link=\"base\"/><child link=\"{name}\"/><origin xyz=\"0 {y} 0.1\"/><axis xyz=\"0 1 0\"/></joint>\n"
        )
    };
    format!(
        "<robot name=\"cart\">\n<link name=\"base\"/>\n{}{}{more}</robot>",
        wheel("left", 0.2),
        wheel("right", -0.2)
    )
}

#[track_caller]
fn check(urdf: &str, mapping: Option<&str>, expected: &str) {
    let mapping = mapping.map(|text| Mapping { file: "m.yaml".to_owned(), text: text.to_owned() });
    let imported = import_urdf(urdf, "r.urdf", mapping.as_ref(), &ImportOptions::without_files());
    let found: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|finding| finding.starts_with(expected)), "{expected}\n{}", found.join("\n"));
    let has_error = found.iter().any(|finding| finding.contains(" error: "));
    assert_eq!(imported.result.is_none(), has_error, "{}", found.join("\n"));
}

#[test]
fn robots() {
    check("<robot><link", None, "r.urdf:1:8: error: ");
    check("", None, "r.urdf:1:1: error: ");
    check("<!DOCTYPE r [<!ENTITY a \"b\">]><robot/>", None, "r.urdf:1:1: error: <!DOCTYPE> is refused");
    check(
        "<sdf/>",
        None,
        "r.urdf:1:1: error: the root element is <sdf>, but a robot in URDF starts with <robot>",
    );
    check("<robot/>", None, "r.urdf:1:1: error: <robot> needs a <link>");
    check("<robot><link name=\"a\"/></robot>", None, "r.urdf:1:1: error: no wheels were found");
    check("<robot><xacro:macro/></robot>", None, "r.urdf:1:8: error: <xacro:macro> is xacro");
    check(&cart("<link name=\"${x}\"/>"), None, "r.urdf:5:13: error: name=\"${x}\" is xacro");
    check(&cart("<link/>"), None, "r.urdf:5:1: error: <link> needs the attribute \"name\"");
    check(&cart("<link name=\"left\"/>"), None, "r.urdf:5:1: error: another link is named \"left\" already");
    check(
        &cart("<joint name=\"x\" type=\"fixed\"/>"),
        None,
        "r.urdf:5:1: error: <joint> needs <parent link=\"…\"/>",
    );
    let joint = |parent: &str, child: &str, more: &str| {
        cart(&format!(
            "<joint name=\"x\" type=\"revolute\"><parent link=\"{parent}\"/><child link=\"{child}\"/>{more}</joint>"
        ))
    };
    check(
        &joint("bsae", "left", ""),
        None,
        "r.urdf:5:1: error: joint \"x\" names the link \"bsae\", which is not there; did you mean \"base\"?",
    );
    check(&joint("base", "left", ""), None, "r.urdf:5:1: error: link \"left\" is the child of two joints");
    check(&joint("left", "base", ""), None, "r.urdf:1:1: error: the joints go round in a circle");
    check(
        &joint("base", "left", "<origin xyz=\"1 2\"/>"),
        None,
        "r.urdf:5:87: error: \"1 2\" should be 3 numbers",
    );
    check(
        &joint("base", "left", "<axis xyz=\"1e99 0 0\"/>"),
        None,
        "r.urdf:5:85: error: \"1e99 0 0\" should be 3 numbers",
    );
    check(
        &cart("<link name=\"a\"/>"),
        None,
        "r.urdf:5:1: warning: link \"a\" is not connected with \"base\"",
    );
    check(&cart("<sensor/>"), None, "r.urdf:5:1: warning: <sensor> is not taken");
    let part = |geometry: &str| {
        cart(&format!("<link name=\"a\"><collision><geometry>{geometry}</geometry></collision></link>"))
    };
    check(&part("<box size=\"1 0 1\"/>"), None, "r.urdf:5:48: error: a size of 0 is not possible");
    check(&part("<cylinder radius=\"1\"/>"), None, "r.urdf:5:37: error: \"\" should be 1 number");
    check(&part("<torus/>"), None, "r.urdf:5:37: warning: a <torus> is not taken");
    check(&part("<mesh/>"), None, "r.urdf:5:37: warning: a <mesh> is not taken: it names no file");
    check(
        &cart("<link name=\"a\"><inertial><mass value=\"-1\"/></inertial></link>"),
        None,
        "r.urdf:5:26: error: a mass of -1 is not possible",
    );
    let third = "<link name=\"m\"/><joint name=\"mj\" type=\"continuous\"><parent link=\"base\"/><child link=\"m\"/><axis xyz=\"0 1 0\"/></joint>";
    check(
        &cart(third),
        None,
        "r.urdf:5:17: warning: the wheel of joint \"mj\" is not taken: its link has no solid",
    );
    check(
        &cart(
            "<link name=\"laser\"/><joint name=\"j\" type=\"fixed\"><parent link=\"base\"/><child link=\"laser\"/></joint>",
        ),
        None,
        "r.urdf:5:1: warning: a sensor at link \"laser\" is not taken: the file describes none",
    );
}

#[test]
fn mappings() {
    let robot = cart("");
    check(
        &robot,
        Some("class: hover"),
        "m.yaml:1:8: error: \"hover\" is not possible here; write differential,",
    );
    check(
        &robot,
        Some("wheel:\n  l_wheel: left_joint"),
        "m.yaml:1:1: error: a mapping has no key \"wheel\"; did you mean \"wheels\"?",
    );
    check(
        &robot,
        Some("wheels:\n  lwheel: left_joint"),
        "m.yaml:2:3: error: a mapping has no key \"lwheel\"; did you mean \"l_wheel\"?",
    );
    check(
        &robot,
        Some("wheels:\n  l_wheel: left_jiont\n"),
        "m.yaml:2:12: error: the robot has no joint \"left_jiont\"; did you mean \"left_joint\"?",
    );
    check(
        &robot,
        Some("wheels:\n  l_wheel: left_joint\n"),
        "m.yaml:2:12: error: the wheels of the mapping are not those of one class",
    );
    check(
        &robot,
        Some("# a\n---\nsensors:\n  bas: x.sensor.xml"),
        "m.yaml:4:8: error: the robot has no link \"bas\"; did you mean \"base\"?",
    );
    check(&robot, Some("just text"), "m.yaml:1:1: error: \"just text\" is not read");
    check(&robot, Some("  l_wheel: x"), "m.yaml:1:3: error: \"l_wheel: x\" is not read");
    check(&robot, Some("wheels: [a, b]"), "m.yaml:1:9: error: \"[a, b]\" is not possible here");
    check(
        &robot,
        Some("max_steer_ang_deg: 120"),
        "m.yaml:1:20: error: \"120\" is not possible here; write degrees between 0 and 89",
    );
}

#[test]
fn a_mapping_chooses_wheels_name_and_sensors() {
    let text = "name: \"my cart\"\ncontroller: twist_ideal\nwheels:\n  l_wheel: 'right_joint'\n  r_wheel: left_joint\nsensors:\n  base: imu.sensor.xml\n";
    let mapping = Mapping { file: "m.yaml".to_owned(), text: text.to_owned() };
    let imported = import_urdf(&cart(""), "r.urdf", Some(&mapping), &ImportOptions::without_files());
    let vehicle = imported.result.expect("a vehicle");
    assert_eq!(vehicle.class_name, "my_cart");
    assert_eq!(vehicle.wheel_joints, ["right_joint", "left_joint"]);
    assert!(
        vehicle.xml.contains("definitions/imu.sensor.xml\" sensor_name=\"base\" sensor_x=\"0\""),
        "{}",
        vehicle.xml
    );
    assert!(vehicle.xml.contains("${controller|twist_ideal}"), "{}", vehicle.xml);
}

#[track_caller]
fn check_sdf(sdf: &str, files: &[(&str, &str)], expected: &str) {
    let files = MapFiles::from_texts(files.iter().copied());
    let limits = Limits { bodies: 100, ..Limits::default() };
    let imported = import_sdf(
        sdf,
        "w/x.sdf",
        &ImportOptions { files: &files, limits, ..ImportOptions::without_files() },
    );
    let found: Vec<String> = imported.findings.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|finding| finding.starts_with(expected)), "{expected}\n{}", found.join("\n"));
}

#[test]
fn worlds() {
    let world = |inside: &str| format!("<sdf><world>{inside}</world></sdf>");
    check_sdf(
        "<robot/>",
        &[],
        "w/x.sdf:1:1: error: the root element is <robot>, but a world in SDF starts with <sdf>",
    );
    check_sdf("<sdf/>", &[], "w/x.sdf:1:1: error: <sdf> needs a <world> or a <model>");
    check_sdf(&world("<gravity>0 0</gravity>"), &[], "w/x.sdf:1:22: error: \"0 0\" should be 3 numbers");
    check_sdf(
        &world("<gravity>0 1 -9</gravity>"),
        &[],
        "w/x.sdf:1:13: warning: a gravity that is not downwards is not taken",
    );
    check_sdf(
        &world("<model><pose>1 2</pose></model>"),
        &[],
        "w/x.sdf:1:26: error: \"1 2\" should be 6 numbers",
    );
    check_sdf(
        &world("<include><uri>model://tree</uri></include>"),
        &[],
        "w/x.sdf:1:13: warning: cannot include \"model://tree\": there is no such file; --search DIR",
    );
    check_sdf(
        &world("<light type=\"laser\"/>"),
        &[],
        "w/x.sdf:1:13: warning: a light of type \"laser\" is not taken",
    );
    check_sdf(
        &world("<model><plugin name=\"DiffDrive\"/></model>"),
        &[],
        "w/x.sdf:1:13: warning: the model \"model\" is not taken: it is a robot",
    );
    let itself = "<sdf><model><include><uri>model://a</uri></include></model></sdf>";
    check_sdf(
        &world("<include><uri>model://a</uri></include>"),
        &[("w/models/a/model.sdf", itself)],
        "w/models/a/model.sdf:1:13: error: more than 16 models inside each other",
    );
    let many = format!("<sdf><model>{}</model></sdf>", "<include><uri>model://b</uri></include>".repeat(40));
    let more = format!("<sdf><model>{}</model></sdf>", "<include><uri>model://c</uri></include>".repeat(40));
    let files = [
        ("w/models/a/model.sdf", many.as_str()),
        ("w/models/b/model.sdf", &more),
        ("w/models/c/model.sdf", "<sdf><model/></sdf>"),
    ];
    check_sdf(&world("<include><uri>model://a</uri></include>"), &files, "w/models/b/model.sdf:1:");
}

/// Changed copies of the test robots and worlds end in a result or in findings, never in a panic.
#[test]
fn mutated_files() {
    let robot = include_str!("../../../worlds/imported/rover/urdf/rover.urdf");
    let car = include_str!("../../../worlds/imported/car.urdf");
    let yard = include_str!("../../../worlds/imported/yard.sdf");
    let mapping = include_str!("../../../worlds/imported/car.mapping.yaml");
    let mut random = skidpad_math::SplitMix64::new(7);
    for _ in 0..400 {
        for text in [robot, car, yard, mapping] {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = b"<>\"/ 0-9e.&x="[random.below(13)],
                    1 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
                    2 => bytes.truncate(at.max(1)),
                    _ => {
                        let piece = bytes[at..(at + random.below(60)).min(bytes.len())].to_vec();
                        bytes.splice(at..at, piece);
                    }
                }
                if bytes.is_empty() {
                    bytes.push(b'<');
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let options = ImportOptions::without_files();
            let _ = import_sdf(&text, "a.sdf", &options);
            let _ = import_urdf(&text, "a.urdf", None, &options);
            let mapping = Mapping { file: "m".to_owned(), text };
            let _ = import_urdf(car, "a.urdf", Some(&mapping), &options);
        }
    }
}
