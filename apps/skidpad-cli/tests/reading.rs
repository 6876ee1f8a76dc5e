//! Commands that read a world: check, info, expand, schema, assets, completions.

mod common;

use common::{run, scratch, shipped_worlds, skidpad, stderr, stdout};

const WRONG: &str = "<mvsim_world>
  <vehicle name=\"r1\">
    <dynamics class=\"differential\">
      <l_wheel pos=\"0 0.5\" diametre=\"0.4\"/>
      <chassis mass=\"-3\"/>
    </dynamics>
    <init_pose>0 0 0</init_pose>
  </vehicle>
</mvsim_world>
";

#[test]
fn check_tells_every_problem_with_its_place() {
    let folder = scratch("check_places");
    std::fs::write(folder.join("wrong.world.xml"), WRONG).unwrap();
    let output = skidpad().current_dir(&folder).args(["check", "wrong.world.xml"]).output().unwrap();
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("wrong.world.xml:4:28: "), "{text}");
    assert!(text.contains("did you mean \"diameter\"?"), "{text}");
    assert!(text.contains("wrong.world.xml:5:"), "{text}");
    assert!(!text.contains('\x1b'), "no colours when not a terminal");
}

#[test]
fn check_as_json_is_json() {
    let folder = scratch("check_json");
    let world = folder.join("wrong.world.xml");
    std::fs::write(&world, WRONG).unwrap();
    let output = run(&["check", "--format", "json", world.to_str().unwrap()]);
    let reports: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let problems = reports[0]["problems"].as_array().unwrap();
    assert!(
        problems.iter().any(|problem| problem["line"] == 5 && problem["severity"] == "error"),
        "{reports:#}"
    );
}

#[test]
fn check_of_a_missing_file_could_not_run() {
    let output = run(&["check", "worlds/nowhere.world.xml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("nowhere.world.xml"), "{}", stdout(&output));
}

#[test]
fn every_shipped_world_passes_a_strict_check() {
    let worlds = shipped_worlds();
    assert!(worlds.len() >= 14, "{} worlds", worlds.len());
    let output = skidpad().args(["check", "--strict"]).args(&worlds).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn strict_turns_warnings_into_failure() {
    let folder = scratch("check_strict");
    std::fs::write(
        folder.join("unused.world.xml"),
        "<mvsim_world><variable name=\"x\" value=\"1\"/></mvsim_world>",
    )
    .unwrap();
    let code =
        |arguments: &[&str]| skidpad().current_dir(&folder).args(arguments).output().unwrap().status.code();
    assert_eq!(code(&["check", "unused.world.xml"]), Some(0));
    assert_eq!(code(&["check", "--strict", "unused.world.xml"]), Some(1));
}

#[test]
fn info_counts_what_a_world_holds() {
    let output = run(&["info", "--json", "worlds/two_robots.world.xml"]);
    let info: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(info["vehicles"].as_array().map(Vec::len), Some(2), "{info:#}");
    assert_eq!(info["assets"]["missing"].as_array().map(Vec::len), Some(0), "{info:#}");
    let text = stdout(&run(&["info", "worlds/two_robots.world.xml"]));
    assert!(text.contains("vehicles    2"), "{text}");
}

/// The mass of a race car includes its wheels.
#[test]
fn info_says_what_a_race_car_weighs() {
    let output = run(&["info", "--json", "worlds/skidpad.world.xml"]);
    let info: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(info["vehicles"][0]["mass_kg"], 230.0, "{info:#}");
}

#[test]
fn what_expand_prints_is_a_world_without_problems() {
    let folder = scratch("expand");
    let output = run(&["expand", "worlds/greenhouse.world.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(!text.contains("<for") && !text.contains("<if") && !text.contains("<include"), "{text}");
    std::fs::create_dir_all(folder.join("worlds")).unwrap();
    let again = folder.join("worlds/again.world.xml");
    std::fs::write(&again, text).unwrap();
    let output = run(&["check", "--strict", "--search", "worlds", again.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_variable_from_the_command_line_wins() {
    let folder = scratch("variables");
    let world = folder.join("v.world.xml");
    std::fs::write(
        &world,
        "<mvsim_world><variable name=\"n\" value=\"2\"/>
         <for var=\"i\" from=\"1\" to=\"${n}\"><block name=\"b${i}\"><init_pose>${i} 0 0</init_pose></block></for></mvsim_world>",
    )
    .unwrap();
    let count = |arguments: &[&str]| {
        let output = skidpad().args(["info", "--json"]).args(arguments).arg(&world).output().unwrap();
        serde_json::from_str::<serde_json::Value>(&stdout(&output)).expect("JSON")["block_count"].as_u64()
    };
    assert_eq!(count(&[]), Some(2));
    assert_eq!(count(&["--var", "n=5"]), Some(5));
}

#[test]
fn the_schema_is_xml_that_names_the_root() {
    let text = stdout(&run(&["schema"]));
    assert!(text.starts_with("<?xml") && text.contains("mvsim_world"), "{}", &text[..200.min(text.len())]);
}

#[test]
fn assets_list_tells_where_each_asset_is() {
    let text = stdout(&run(&["assets", "list", "worlds/warehouse.world.xml"]));
    assert!(text.lines().count() > 3 && text.contains("jackal.dae"), "{text}");
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&run(&["completions", shell])).contains("skidpad"), "{shell}");
    }
}

#[test]
fn version_names_the_version() {
    let beginning = concat!("skidpad ", env!("CARGO_PKG_VERSION"), " (");
    let short = stdout(&run(&["-V"]));
    assert!(short.starts_with(beginning) && short.trim_end().ends_with(')'), "{short}");
    let long = stdout(&run(&["--version"]));
    assert!(long.starts_with(short.trim_end()), "{long}");
    for word in ["\nbuilt for ", std::env::consts::ARCH, ", profile ", ", rustc 1.", ", features "] {
        assert!(long.contains(word), "{word} in {long}");
    }
}

/// One page per command, each with its name, its options and no trace of the machine that made it.
#[test]
fn manual_pages_exist_for_every_command() {
    let folder = scratch("manual_pages");
    assert!(run(&["man", folder.to_str().unwrap()]).status.success());
    let names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let help = stdout(&run(&["--help"]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        assert!(names.contains(&format!("skidpad-{command}.1")), "{command}: {names:?}");
    }
    let launch = std::fs::read_to_string(folder.join("skidpad-launch.1")).unwrap();
    assert!(launch.contains("--headless") || launch.contains("\\-\\-headless"), "{launch}");
    assert!(names.contains(&"skidpad.1".to_string()));
    let page = stdout(&run(&["man"]));
    assert!(page.contains(".TH") && !page.contains("built for"), "{page}");
}

/// A world that is well written and cannot run is told of by everybody in the same words, and refused alike.
#[test]
fn what_cannot_be_built_is_a_problem_to_check_too() {
    let folder = scratch("unbuildable");
    let world = folder.join("slow.world.xml");
    std::fs::write(&world, "<mvsim_world><simul_timestep>5</simul_timestep></mvsim_world>").unwrap();
    let world = world.to_str().unwrap();
    let checked = stdout(&run(&["check", world]));
    assert!(checked.contains(".world.xml:1:") && checked.contains("1 error"), "{checked}");
    let picture = folder.join("p.png");
    for arguments in [
        vec!["launch", world, "--headless", "--duration", "0.1"],
        vec!["render", world, "-o", picture.to_str().unwrap()],
        vec!["bench", world, "--steps", "1"],
        vec!["check", world],
    ] {
        assert_eq!(run(&arguments).status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn definitions_are_listed_shown_and_copied() {
    let listed = stdout(&run(&["definitions", "list"]));
    assert!(listed.lines().any(|name| name == "jackal.vehicle.xml"), "{listed}");
    assert!(listed.lines().is_sorted() && listed.lines().all(|name| name.ends_with(".xml")), "{listed}");
    let shown = stdout(&run(&["definitions", "show", "jackal"]));
    assert!(shown.contains("<vehicle:class ") && shown.contains("name=\"jackal\""), "{shown}");
    let folder = scratch("definitions_copied");
    let copy = || run(&["definitions", "copy", "jackal.vehicle.xml", folder.to_str().unwrap()]);
    assert_eq!(copy().status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.join("jackal.vehicle.xml")).unwrap(), shown);
    let again = copy();
    assert_eq!(again.status.code(), Some(2), "an existing file is not replaced");
    assert!(stderr(&again).contains("jackal.vehicle.xml"), "{}", stderr(&again));
    let unknown = run(&["definitions", "show", "jackel"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean \"jackal\"?"), "{}", stderr(&unknown));
}

#[test]
fn doctor_says_what_a_bug_report_needs() {
    let output = run(&["doctor"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for name in [
        "version",
        "build",
        "system",
        "vector instructions",
        "processors",
        "memory",
        "viewer port",
        "MVSim port",
        "DDS port",
        "temporary folder",
        "current folder",
        "asset store",
        "limits",
        "clock",
        "variables",
    ] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}: {text}");
    }
    assert!(text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    assert!(text.lines().count() <= 24, "it fits on a screen: {text}");
    let home = std::env::var("HOME").unwrap_or_default();
    assert!(home.len() < 2 || !text.contains(&home), "no path of the user: {text}");
}

#[test]
fn a_picture_is_a_png() {
    let output = run(&["render", "worlds/two_robots.world.xml", "-o", "picture.jpg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("end the name in .png"), "{}", stderr(&output));
}
