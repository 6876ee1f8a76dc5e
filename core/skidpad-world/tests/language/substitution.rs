//! What is written in the place of variables, expressions, environment values and random numbers.

use super::*;

#[test]
fn variables_are_replaced_everywhere() {
    check(
        "<variable name='v' value='3'/><gui><x a='${v}'>n${v}${v}</x></gui><simul_timestep>${v}</simul_timestep>",
        "gui{x[a=3]{n33}} simul_timestep{3}",
    );
    check("<variable name='v' value='a'/><variable name='v' value='${v}b'/><x>${v}</x>", "x{ab}");
    check("<x>${v|7}</x>", "x{7}");
    check("<x>${v|$f{1+2}}</x>", "x{3}");
    check("<x>${v|${w|{8}}}</x>", "x{{8}}");
    check("<variable name='v' value='5'/><x>${v|7}</x>", "x{5}");
    check("<variable name='i' value='2'/><variable name='p2' value='q'/><x>${p${i}}</x>", "x{q}");
    check("<x>5 $ 6 $x</x>", "x{5 $ 6 $x}");
}

#[test]
fn what_is_undefined_is_reported_once() {
    check(
        "<variable name='speed' value='1'/><x>${speed}${sped}</x>",
        "x{1${sped}}\n1:59: error: there is no variable \"sped\"; did you mean \"speed\"?",
    );
    check(
        "<for var='i' from='1' to='9'><x>${qq}</x></for>",
        &format!(
            "{}\n1:46: error: there is no variable \"qq\"; define it with <variable> or write ${{qq|default}}",
            ["x{${qq}}"; 9].join(" ")
        ),
    );
    check(
        "<x>${v|}</x>",
        "x{${v|}}\n1:17: error: there is no variable \"v\"; define it with <variable> or write ${v|default}",
    );
    check("<x>a${v</x>", "x{a${v}\n1:18: error: \"${v\" has no closing \"}\"");
    check("<x>$f{1+</x>", "x{$f{1+}\n1:17: error: \"$f{1+\" has no closing \"}\"");
    check("<x>$(ls</x>", "x{$(ls}\n1:17: error: \"$(ls\" has no closing \")\"");
}

#[test]
fn a_mistake_is_pointed_at_inside_a_long_value() {
    check(
        "<x>1 2\n  3 $ $f{4}\n  5 ${six}</x>",
        "x{1 2\n  3 $ 4\n  5 ${six}}\n\
         3:5: error: there is no variable \"six\"; define it with <variable> or write ${six|default}",
    );
    // The values of a class in an included file have been replaced once; then only the value is known.
    check_with(
        "<include file='c.xml'/><block class='b'/>",
        &[("worlds/c.xml", "<block:class name='b'><mass>${p|1}${NOPE}</mass></block:class>")],
        "block[name=block001]{mass{1${NOPE}}}\n\
         worlds/c.xml:1:29: error: there is no variable \"NOPE\"; define it with <variable> or write ${NOPE|default}",
    );
}

#[test]
fn expressions_any_number_and_full_precision() {
    check("<x>$f{1/3} -$f{2}</x>", "x{0.3333333333333333 -2}");
    let many = "$f{1+1}".repeat(40);
    check(&format!("<x>{many}</x>"), &format!("x{{{}}}", "2".repeat(40)));
    check("<variable name='utm' value='4080123.25'/><x>$f{UTM+1}</x>", "x{4080124.25}");
    check(
        "<variable name='v' value='3 m'/><x>$f{v*2} $f{${v|0}*0+1}</x>",
        "x{$f{v*2} $f{${v|0}*0+1}}\n1:49: error: $f{v*2}: the variable \"v\" is \"3 m\", which is not a number\n\
         1:57: error: $f{3 m*0+1}: there is no numeric variable \"m\"",
    );
    check(
        "<x>$f{if(1<2, 3, 4)}</x>"
            .replace('<', "&lt;")
            .replace("&lt;x", "<x")
            .replace("&lt;/x", "</x")
            .as_str(),
        "x{3}",
    );
    check("<x>$f{var a := 1; while (a < 5) { a += 1; }}</x>".replace("a < 5", "a &lt; 5").as_str(), "x{5}");
    check("<x>$f{1+}</x>", "x{$f{1+}}\n1:17: error: $f{1+}: ends where a value is expected");
    check("<x>$f{foo}</x>", "x{$f{foo}}\n1:17: error: $f{foo}: there is no numeric variable \"foo\"");
}

#[test]
fn environment_values_have_defaults() {
    let options = ExpandOptions {
        environment: [("PLACE".to_owned(), "yard".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let text = "<variable name='n' value='3'/><x a='$env{GONE|}'>$env{PLACE|shed} $env{GONE|r${n}}</x>";
    assert_eq!(outcome(&world_with(text, &[], &options)), "x[a=]{yard r3}");
}

#[test]
fn the_environment_is_a_map_and_what_was_read_is_kept() {
    let options = ExpandOptions {
        environment: [("PLACE".to_owned(), "yard".to_owned()), ("OTHER".to_owned(), "x".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let world = world_with("<x>$env{PLACE} ${PLACE} $env{NOTHING}</x>", &[], &options);
    assert_eq!(
        outcome(&world),
        "x{yard yard $env{NOTHING}}\n1:38: error: environment variable \"NOTHING\" is not set; set it, or write $env{NOTHING|default}"
    );
    let read: Vec<_> = world.environment_read.into_iter().collect();
    assert_eq!(read, [("NOTHING".to_owned(), None), ("PLACE".to_owned(), Some("yard".to_owned()))]);
}

#[test]
fn commands_are_never_run() {
    check(
        "<x>$(rm -rf /)</x>",
        "x{$(rm -rf /)}\n1:17: error: \"$(rm -rf /)\" is not run: a world runs no programs; write the path, or \
         $env{NAME} for a value from the environment (known are $(ros2 pkg prefix NAME), $(rospack find NAME), \
         $(find NAME) and $(find-pkg-share NAME))",
    );
    check(
        "<x><model_uri>$(ros2 pkg prefix mvsim)/share/mvsim/models/a.dae</model_uri></x>",
        "x{model_uri{skidpad-data:/models/a.dae}}",
    );
    check(
        "<x><model_uri>$( rospack  find mvsim )/models/a.dae</model_uri></x>",
        "x{model_uri{skidpad-data:/models/a.dae}}",
    );
}

#[test]
fn packages_are_found_by_their_names() {
    for uri in [
        "$(ros2 pkg prefix arm)/share/arm/models/a.dae",
        "$(rospack find arm)/models/a.dae",
        "$(find arm)/models/a.dae",
    ] {
        check(
            &format!("<x><model_uri>{uri}</model_uri></x>"),
            "x{model_uri{skidpad-package:/arm/models/a.dae}}",
        );
    }
    check_with(
        "<include file='$(find arm)/s.xml'/>",
        &[("skidpad-package:/arm/s.xml", "<x><texture>t.png</texture></x>")],
        "x{texture{skidpad-package:/arm/t.png}}",
    );
}

#[test]
fn definitions_of_the_data_folder_can_be_included() {
    check_with(
        "<include file='$(ros2 pkg prefix mvsim)/share/mvsim/definitions/s.xml'/>",
        &[("skidpad-data:/definitions/s.xml", "<x><texture>../t.png</texture></x>")],
        "x{texture{skidpad-data:/t.png}}",
    );
}

#[test]
fn random_numbers_follow_the_seed_and_document_order() {
    let draw = |seed, body: &str| {
        outcome(&world_with(body, &[], &ExpandOptions { seed, ..ExpandOptions::default() }))
    };
    let body = "<x>$f{rand()} $f{randn()}</x><y>$f{unifrnd(2,3)}</y>";
    assert_eq!(draw(5, body), draw(5, body));
    assert_ne!(draw(5, body), draw(6, body));
    let seeded = "<variable name='d' value='$f{randomize(2)}'/><x>$f{rand()}</x>";
    assert_eq!(draw(5, seeded), draw(6, seeded));
}
