//! Includes and their parameters.

use super::*;

#[test]
fn includes_take_parameters_and_nest() {
    check_with(
        "<include file='../d/a.xml' p='1' q='$f{1+1}'/>",
        &[
            ("d/a.xml", "<x>${p} ${q} ${r|0}</x><include file='sub/b.xml' p='${p}${p}'/>"),
            ("d/sub/b.xml", "<y>${p} ${q|none}</y>"),
        ],
        "x{1 2 0} y{11 none}\nd/a.xml:1:24: warning: <include> is a further root element; it is used, but strict XML allows only one",
    );
}

#[test]
fn an_include_below_a_class_may_count_from_the_file_of_the_class() {
    check_with(
        "<include file='../d/robot.xml'/><vehicle class='v'/>",
        &[
            ("d/robot.xml", "<vehicle:class name='v'><include file='parts/a.xml'/></vehicle:class>"),
            ("d/parts/a.xml", "<include file='parts/b.xml'/>"),
            ("d/parts/b.xml", "<x/>"),
        ],
        "vehicle[name=veh1]{x}",
    );
}

#[test]
fn an_included_file_may_wrap_its_parts() {
    check_with(
        "<include file='b.xml'/>",
        &[("worlds/b.xml", "<mvsim_world><block:class name='a'/><x/></mvsim_world>")],
        "x",
    );
}

#[test]
fn parameters_mean_what_they_mean_where_they_are_written() {
    check_with(
        "<variable name='p' value='main'/><include file='b.xml' p='${p}!'/>",
        &[("worlds/b.xml", "<x>${p}</x>")],
        "x{main!}",
    );
    // An expression is evaluated at each use.
    let world = world_with(
        "<include file='b.xml' p='$f{rand()}'/>",
        &[("worlds/b.xml", "<x><a>${p}</a><b>${p}</b></x>")],
        &ExpandOptions::default(),
    );
    let tree = world.tree.unwrap();
    assert_ne!(tree.children[0].child("a").unwrap().text(), tree.children[0].child("b").unwrap().text());
}

#[test]
fn unused_parameters_are_warned_about() {
    check_with(
        "<include file='b.xml' sensor_nam='l'/>",
        &[("worlds/b.xml", "<x>${sensor_name|m}</x>")],
        "x{m}\n1:36: warning: \"b.xml\" does not use the parameter \"sensor_nam\"; did you mean \"sensor_name\"?",
    );
}

#[test]
fn comments_are_not_expanded() {
    check_with("<include file='b.xml'/>", &[("worlds/b.xml", "<!-- ${nothing} --><x/>")], "x");
}

#[test]
fn includes_that_cannot_be_read() {
    check("<include file='b.xml'/>", "\n1:29: error: cannot read \"b.xml\": there is no such file");
    check(
        "<include file='../../b.xml'/>",
        "\n1:29: error: cannot read \"../../b.xml\": it is outside the folders that may be read; --root DIR changes them",
    );
    check(
        "<include file='/etc/passwd'/>",
        "\n1:29: error: cannot read \"/etc/passwd\": it is outside the folders that may be read; --root DIR changes them",
    );
    check(
        "<include file='https://example.org/a.xml'/>",
        "\n1:29: error: \"https://example.org/a.xml\" cannot be included; download it and include the local file",
    );
    check("<include/>", "\n1:14: error: <include> needs the attribute \"file\"");
    check(
        "<include file='a.world.xml'/>",
        "\n1:29: error: \"worlds/a.world.xml\" includes itself; remove one of the includes",
    );
    check_with(
        "<include file='b.xml'/>",
        &[
            ("worlds/b.xml", "<gui><include file='c.xml'/></gui>"),
            ("worlds/c.xml", "<include file='b.xml'/>"),
        ],
        "gui\nworlds/c.xml:1:16: error: \"worlds/b.xml\" includes itself; remove one of the includes",
    );
}
