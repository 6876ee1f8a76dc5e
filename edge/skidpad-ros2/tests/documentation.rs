//! The page about ROS 2 lists the parameters as they are.

use skidpad_ros2::{NodeName, Parameters, RosArguments, brains2_parameter_table, parameter_table};

#[test]
fn the_page_has_every_parameter() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ros2.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let start = "| name | default | can be set | meaning |\n";
    let (before, rest) = page.split_once(start).expect("the table of parameters");
    let rows: String =
        rest.lines().take_while(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    let found = format!("{start}{rows}");
    if std::env::var_os("UPDATE_EXPECT").is_some() && found != parameter_table() {
        let updated = format!("{before}{}{}", parameter_table(), &rest[rows.len()..]);
        std::fs::write(path, updated).expect("written");
        return;
    }
    assert_eq!(found, parameter_table(), "run the test with UPDATE_EXPECT=1");
    let brains2 = brains2_parameter_table();
    assert!(page.contains(&brains2), "the page lacks this table:\n{brains2}");
}

#[test]
fn the_shipped_parameter_file_has_the_defaults() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ros/ros2/skidpad/params/mvsim_ros2_params.yaml");
    let text = std::fs::read_to_string(path).expect("the file");
    let mut arguments = RosArguments::default();
    arguments.add_file("mvsim_ros2_params.yaml", &text).expect("a parameter file");
    let node = NodeName::new("/", "mvsim").expect("a name");
    let (parameters, unknown) = Parameters::with(arguments.parameters_of(&node)).expect("good values");
    assert_eq!((parameters, unknown), (Parameters::default(), Vec::new()));
}
