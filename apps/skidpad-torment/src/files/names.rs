//! Worlds that make the reader search, repeat and copy names: what one place says long, and thousands name.

use super::overlooked::{SMALL_OBJ, looped};
use super::{HostileWorld, MakeWorld};
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 20] = [
        texts_in_an_element_of_a_long_name,
        sensors_twice_on_a_vehicle_of_a_long_name,
        vehicles_inside_one_of_a_long_name,
        vehicles_of_long_names_below_the_floor,
        expressions_of_strangers_among_200000_variables,
        expressions_that_are_one_long_name,
        variables_asked_for_by_names_much_alike,
        classes_asked_for_by_names_much_alike,
        parameters_given_by_names_much_alike,
        light_groups_asked_for_by_names_much_alike,
        wheels_linked_to_visuals_much_alike,
        variables_beside_beginnings_of_names,
        includes_of_beginnings_of_names,
        names_in_a_branch_not_taken,
        parameters_of_a_file_of_2_million_names,
        joints_before_one_of_many_children,
        poses_of_strangers_behind_400000_visuals,
        elements_of_an_unknown_class,
        path_of_8_million_parts,
        clips_wanted_by_actors_in_many_files,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// What a vehicle with two wheels drives with.
pub(super) const ROBOT: &str =
    "<dynamics class=\"differential\"><l_wheel pos=\"0 0.3\"/><r_wheel pos=\"0 -0.3\"/></dynamics>";

/// A word of letters and digits for a number: no two are the same.
pub(super) fn word(mut k: u32, length: usize) -> String {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut text = String::new();
    for _ in 0..length {
        text.push(char::from(LETTERS[k as usize % 62]));
        k /= 62;
    }
    text
}

fn texts_in_an_element_of_a_long_name() -> HostileWorld {
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose><{}>{}</block>",
        "x".repeat(10_000_000),
        "a<b/>".repeat(2_000)
    );
    HostileWorld::new("texts_in_an_element_of_a_long_name", &inside)
}

fn sensors_twice_on_a_vehicle_of_a_long_name() -> HostileWorld {
    let inside = format!(
        "<vehicle name=\"{}\"><init_pose>0 0 0</init_pose>{ROBOT}{}</vehicle>",
        "x".repeat(10_000_000),
        looped(1_500, "<sensor class=\"imu\" name=\"s${i}\"/><sensor class=\"imu\" name=\"s${i}\"/>")
    );
    HostileWorld::new("sensors_twice_on_a_vehicle_of_a_long_name", &inside)
}

/// The one that reaches over all others comes last from left to right, and is compared with each.
fn vehicles_inside_one_of_a_long_name() -> HostileWorld {
    let others = looped(
        1_500,
        &format!("<vehicle name=\"v${{i}}\"><init_pose>$f{{2*i}} 0 0</init_pose>{ROBOT}</vehicle>"),
    );
    let chassis = "<chassis><shape><pt>-9000 -9000</pt><pt>-9000 9000</pt><pt>9000 9000</pt><pt>9000 -9000</pt></shape></chassis>";
    let inside = format!(
        "{others}<vehicle name=\"{}\"><init_pose>5000 0 0</init_pose>{}</vehicle>",
        "x".repeat(10_000_000),
        ROBOT.replace("</dynamics>", &format!("{chassis}</dynamics>"))
    );
    HostileWorld::new("vehicles_inside_one_of_a_long_name", &inside)
}

/// Each is lifted, and looked for by its name.
fn vehicles_of_long_names_below_the_floor() -> HostileWorld {
    let inside = format!(
        "<variable name=\"p\" value=\"{}\"/>{}<element class=\"horizontal_plane\"><z>5</z><x_max>1e6</x_max></element>",
        "x".repeat(3_300),
        looped(
            7_400,
            &format!("<vehicle name=\"${{p}}${{i}}\"><init_pose>$f{{3*i}} 0 0</init_pose>{ROBOT}</vehicle>")
        )
    );
    HostileWorld::new("vehicles_of_long_names_below_the_floor", &inside)
}

fn expressions_of_strangers_among_200000_variables() -> HostileWorld {
    let inside = looped(200_000, "<variable name=\"v${i}\" value=\"1\"/>")
        + &looped(30_000, "<if condition=\"$f{stranger}\"><block/></if>");
    HostileWorld::new("expressions_of_strangers_among_200000_variables", &inside)
}

fn expressions_that_are_one_long_name() -> HostileWorld {
    let inside = format!(
        "<variable name=\"p\" value=\"{}\"/>{}",
        "x".repeat(10_000),
        looped(3_000, "<if condition=\"$f{${p}${i}()}\"><block/></if>")
    );
    HostileWorld::new("expressions_that_are_one_long_name", &inside)
}

fn variables_asked_for_by_names_much_alike() -> HostileWorld {
    let inside = looped(1_000, &format!("<variable name=\"{}${{i}}\" value=\"1\"/>", "a".repeat(58)))
        + &looped(1_000, &format!("<if condition=\"${{{}${{i}}}}\"><block/></if>", "b".repeat(58)));
    HostileWorld::new("variables_asked_for_by_names_much_alike", &inside)
}

fn classes_asked_for_by_names_much_alike() -> HostileWorld {
    let inside = looped(
        1_000,
        &format!("<block:class name=\"{}${{i}}\"><mass>1</mass></block:class>", "a".repeat(58)),
    ) + &looped(
        1_000,
        &format!("<block class=\"{}${{i}}\"><init_pose>0 0 0</init_pose></block>", "b".repeat(58)),
    );
    HostileWorld::new("classes_asked_for_by_names_much_alike", &inside)
}

fn parameters_given_by_names_much_alike() -> HostileWorld {
    let (mut part, mut given) = (String::new(), String::new());
    for k in 0..990 {
        let _ = write!(part, "${{{}{k}}}", "a".repeat(58));
        let _ = write!(given, " {}{k}=\"1\"", "b".repeat(58));
    }
    let part = format!("<if condition=\"0\"><x a=\"{part}\"/></if>");
    HostileWorld::new("parameters_given_by_names_much_alike", &format!("<include file=\"part.xml\"{given}/>"))
        .with("part.xml", part.into_bytes())
}

fn light_groups_asked_for_by_names_much_alike() -> HostileWorld {
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose>{}{}</block>",
        looped(1_000, &format!("<light_group name=\"{}${{i}}\"/>", "a".repeat(58))),
        looped(1_000, &format!("<visual model_uri=\"a.obj\" light_group=\"{}${{i}}\"/>", "b".repeat(58)))
    );
    HostileWorld::new("light_groups_asked_for_by_names_much_alike", &inside).with("a.obj", SMALL_OBJ.into())
}

fn wheels_linked_to_visuals_much_alike() -> HostileWorld {
    let visuals = format!(
        "<for var=\"k\" from=\"1\" to=\"1000\"><visual model_uri=\"a.obj\" name=\"{}${{k}}\"/></for>",
        "a".repeat(56)
    );
    let wheels: String = ["lf", "rf", "lr", "rr"]
        .map(|wheel| format!("<{wheel}_wheel linked_yaw=\"{}${{i}}\"/>", "b".repeat(58)))
        .concat();
    let vehicle = format!(
        "<vehicle name=\"v${{i}}\"><init_pose>$f{{5*i}} 0 0</init_pose>\
         <dynamics class=\"differential_4_wheels\">{wheels}</dynamics>{visuals}</vehicle>"
    );
    HostileWorld::new("wheels_linked_to_visuals_much_alike", &looped(300, &vehicle))
        .with("a.obj", SMALL_OBJ.into())
}

/// The beginnings of names that are put together: `b1` of `${b1${…`.
fn beginnings(count: u32) -> String {
    let mut text = String::new();
    for k in 0..count {
        let _ = write!(text, "${{b{}", word(k, 4));
    }
    format!("<if condition=\"0\"><x a=\"{text}\"/></if>")
}

fn variables_beside_beginnings_of_names() -> HostileWorld {
    let mut inside = beginnings(500_000);
    for k in 0..200_000 {
        let _ = write!(inside, "<variable name=\"v{k}\" value=\"1\"/>");
    }
    HostileWorld::new("variables_beside_beginnings_of_names", &inside)
}

fn includes_of_beginnings_of_names() -> HostileWorld {
    let inside = looped(100_000, "<include file=\"part.xml\" p=\"1\"/>");
    HostileWorld::new("includes_of_beginnings_of_names", &inside)
        .with("part.xml", beginnings(1_000_000).into_bytes())
}

/// Every one is kept as a name, as a beginning and as a word of an expression.
fn names_in_a_branch_not_taken() -> HostileWorld {
    let mut text = String::from("$f{");
    for k in 0..2_600_000 {
        let _ = write!(text, "${{{}", word(k, 4));
    }
    let inside = format!("<if condition=\"0\"><x a=\"{text}\"/></if>");
    HostileWorld::new("names_in_a_branch_not_taken", &inside)
}

/// A parameter that is not used is answered with those that are.
fn parameters_of_a_file_of_2_million_names() -> HostileWorld {
    let mut part = String::from("<if condition=\"0\"><x a=\"");
    for k in 0..1_900_000 {
        let _ = write!(part, "${{{}}}", word(k, 4));
    }
    part += "\"/></if>";
    let inside = "<include file=\"part.xml\" range=\"1\"/>\n".repeat(1_000);
    HostileWorld::new("parameters_of_a_file_of_2_million_names", &inside).with("part.xml", part.into_bytes())
}

/// All stand in one place of the file, and the last one is looked through for each.
fn joints_before_one_of_many_children() -> HostileWorld {
    let children = "<if condition=\"$f{i==40000}\"><for var=\"k\" from=\"1\" to=\"600000\"><x/></for></if>";
    let joint = format!(
        "<joint type=\"revolute\" anchor_a=\"0 0\" anchor_b=\"0 0\">{children}<body_a>no${{i}}</body_a>\
         <body_b>nobody</body_b></joint>"
    );
    HostileWorld::new("joints_before_one_of_many_children", &looped(40_000, &joint))
}

fn poses_of_strangers_behind_400000_visuals() -> HostileWorld {
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose>{}<publish><publish_relative_pose_topic>/t\
         </publish_relative_pose_topic><publish_relative_pose_objects>{}</publish_relative_pose_objects></publish></block>",
        looped(400_000, "<visual/>"),
        "x ".repeat(900_000)
    );
    HostileWorld::new("poses_of_strangers_behind_400000_visuals", &inside)
}

fn elements_of_an_unknown_class() -> HostileWorld {
    let inside = looped(480_000, "<element class=\"horizontal_plano\"/>");
    HostileWorld::new("elements_of_an_unknown_class", &inside)
}

fn path_of_8_million_parts() -> HostileWorld {
    let inside = format!(
        "<element class=\"horizontal_plane\"><texture>{}p.png</texture></element>",
        "a/".repeat(7_900_000)
    );
    HostileWorld::new("path_of_8_million_parts", &inside)
}

/// Every file is asked for the clips of all actors that have it.
fn clips_wanted_by_actors_in_many_files() -> HostileWorld {
    let visuals = "<for var=\"k\" from=\"1\" to=\"35\"><visual model_uri=\"${k}.glb\"/></for>";
    let clips: String = ["idle", "walk", "run"]
        .map(|clip| format!("<animation_{clip}>${{p}}${{i}}{clip}</animation_{clip}>"))
        .concat();
    let actor = format!("<actor name=\"a${{i}}\"><init_pose>${{i}} 0 0</init_pose>{clips}{visuals}</actor>");
    let inside = format!("<variable name=\"p\" value=\"{}\"/>{}", "x".repeat(600), looped(9_900, &actor));
    HostileWorld::new("clips_wanted_by_actors_in_many_files", &inside)
}
