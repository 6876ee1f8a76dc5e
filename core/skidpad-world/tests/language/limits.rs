//! Bombs stop at their limits.

use super::*;

#[track_caller]
fn check_stops(body: &str, others: &[(&str, &str)], limits: Limits, expected: &str) {
    let world = world_with(body, others, &ExpandOptions { limits, ..ExpandOptions::default() });
    let messages = world.diagnostics.render(&world.sources).replace("worlds/a.world.xml:", "");
    assert!(messages.contains(expected), "{messages}");
    assert!(messages.ends_with("not read\n") == world.tree.is_none(), "{messages}");
}

#[test]
fn bombs_stop_at_their_limits() {
    let stopped = |what: &str| format!("{what}; the rest of the world is not read");
    let limits = Limits::default;
    check_stops(
        "<for var='i' from='0' to='99999999999'><variable name='a' value='${i}'/></for>",
        &[],
        Limits { loop_iterations: 1000, ..limits() },
        &stopped("1:14: error: more than 1000 turns of loops"),
    );
    check_stops(
        "<for var='i' from='0' to='99999'><block/></for>",
        &[],
        limits(),
        &stopped("1:47: error: more than 10000 vehicles, blocks and actors"),
    );
    check_stops(
        "<for var='i' from='0' to='999'><x a='1'/></for>",
        &[],
        Limits { nodes: 1000, ..limits() },
        &stopped("1:45: error: more than 1000 elements, attributes and texts after expansion"),
    );
    check_stops(
        "<for var='i' from='0' to='1000'><if condition='0'><x/></if></for>",
        &[],
        Limits { nodes: 1000, ..limits() },
        &stopped("1:46: error: more than 1000 loops, conditions, variables and includes"),
    );
    check_stops(
        "<variable name='a' value='xxxxxxxxxx'/><for var='i' from='0' to='99'><variable name='a' value='${a}${a}'/></for>",
        &[],
        limits(),
        &stopped("1:113: error: more than 64000000 bytes of names and values"),
    );
    check_stops(
        "<x>$f{while (1) {}}</x>",
        &[],
        limits(),
        "1:17: error: $f{while (1) {}}: takes too many steps",
    );
    check_stops(
        "<for var='i' from='0' to='999999'><x>$f{while (1) {}}</x></for>",
        &[],
        Limits { total_expression_steps: 1_000_000, ..limits() },
        &stopped("more than 1000000 steps of $f{…} expressions"),
    );
    check_stops(
        "<include file='b0.xml'/>",
        &[
            ("worlds/b0.xml", "<include file='b1.xml'/>"),
            ("worlds/b1.xml", "<include file='b2.xml'/>"),
            ("worlds/b2.xml", "<include file='b3.xml'/>"),
            ("worlds/b3.xml", "<x/>"),
        ],
        Limits { include_depth: 3, ..limits() },
        &stopped("worlds/b2.xml:1:16: error: more than 3 includes inside each other"),
    );
    check_stops(
        "<include file='b0.xml'/><include file='b1.xml'/><include file='b0.xml'/><include file='b2.xml'/>",
        &[("worlds/b0.xml", "<x/>"), ("worlds/b1.xml", "<x/>"), ("worlds/b2.xml", "<x/>")],
        Limits { includes: 2, ..limits() },
        &stopped("1:101: error: more than 2 different included files"),
    );
    check_stops(
        "<include file='b0.xml'/>",
        &[("worlds/b0.xml", "<x>0123456789</x>")],
        Limits { file_bytes: 60, all_files_bytes: 60, ..limits() },
        "1:29: error: cannot read \"b0.xml\": it is longer than 9 bytes",
    );

    check_stops(
        &format!("{}<include file='b0.xml'/>{}", "<x>".repeat(40), "</x>".repeat(40)),
        &[("worlds/b0.xml", &format!("{}{}", "<y>".repeat(40), "</y>".repeat(40)))],
        limits(),
        &stopped("more than 64 elements inside each other"),
    );
}

/// Each file is no deeper than allowed, but they include each other.
#[test]
fn includes_do_not_nest_without_bound() {
    let conditions =
        |inside: &str| format!("{}{inside}{}", "<if condition='1'>".repeat(60), "</if>".repeat(60));
    let elements = |inside: &str| format!("{}{inside}{}", "<x>".repeat(60), "</x>".repeat(60));
    for (wrap, expected) in [
        (
            &conditions as &dyn Fn(&str) -> String,
            "more than 256 loops, conditions and includes inside each other",
        ),
        (&elements, "more than 64 elements inside each other"),
    ] {
        let files: Vec<(String, String)> = (0..15)
            .map(|i| (format!("worlds/b{i}.xml"), wrap(&format!("<include file='b{}.xml'/>", i + 1))))
            .collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        check_stops(&wrap("<include file='b0.xml'/>"), &files, Limits::default(), expected);
    }
}

#[test]
fn values_that_refer_to_each_other_end() {
    let options = ExpandOptions {
        variables: [("a".to_owned(), "${b}${b}".to_owned()), ("b".to_owned(), "${a}${a}".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let world = world_with("<x>${a}</x>", &[], &options);
    let messages = world.diagnostics.render(&world.sources);
    assert!(messages.contains("refer to each other without end"), "{messages}");
}
