//! Worlds with very many mistakes end soon, with as many diagnostics as the limit keeps.

use skidpad_world::{ExpandOptions, Loaded, MapFiles, load};

fn load_content(content: &str) -> Loaded {
    let text = format!("<mvsim_world>{content}</mvsim_world>");
    let files = MapFiles::from_texts([("w.world.xml", text.as_str())]);
    load("w.world.xml", &files, &ExpandOptions::default())
}

/// `count` lines, each made from its number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

#[test]
fn the_same_parameter_again_and_again() {
    let loaded = load_content(&lines(50_000, |_| "<gravity>9</gravity>".to_owned()));
    assert_eq!(loaded.description.settings.gravity_mps2, 9.0);
    assert!(loaded.diagnostics.dropped_count() > 40_000);
}

#[test]
fn a_new_unknown_name_on_every_line() {
    let loaded = load_content(&lines(50_000, |number| format!("<simul_timestep{number}/>")));
    assert!(loaded.diagnostics.dropped_count() > 40_000);
}

#[test]
fn joints_between_nothing_and_nothing() {
    let blocks =
        lines(2_000, |number| format!("<block name='box{number}'><init_pose>0 0 0</init_pose></block>"));
    let joints = lines(5_000, |number| {
        format!("<joint type='pin' body_a='bax{number}' body_b='bux{number}' anchor_a='0 0' anchor_b='0 0'/>")
    });
    let loaded = load_content(&(blocks + &joints));
    assert_eq!(loaded.description.joints.len(), 5_000);
    assert!(loaded.diagnostics.dropped_count() > 8_000);
}

#[test]
fn an_outline_of_very_many_points() {
    let points = lines(50_000, |number| format!("<pt>{} {}</pt>", number % 7, number % 5));
    let content = format!("<block><init_pose>0 0 0</init_pose><shape>{points}</shape></block>");
    assert_eq!(load_content(&content).description.blocks.len(), 1);
}
