//! The program and the world of docs/extending.md are what is tested here.

use super::{guide_program, options};
use skidpad::messages::ReadingData;
use skidpad::{Simulation, World};

const PAGE: &str = include_str!("../../../../docs/extending.md");

/// The block of a language on the page.
fn block(language: &str) -> &'static str {
    let begin = format!("```{language}\n");
    PAGE.split_once(&begin).and_then(|(_, rest)| rest.split_once("```")).map_or("", |(block, _)| block)
}

#[test]
fn the_program_of_the_guide_is_the_one_that_is_compiled_here() {
    let program = include_str!("guide_program.rs").replace("pub(super) ", "");
    assert_eq!(block("rust,no_run"), program);
}

#[test]
fn the_world_of_the_guide_has_no_findings_and_its_sensor_measures() {
    let world = World::from_text(block("xml"), &options(guide_program::extensions()));
    assert!(world.diagnostics().is_empty(), "{}", world.diagnostics().render(world.sources()));
    let mut sim = Simulation::build(&world).expect("it builds");
    let sensor = sim.sensor("r1/height").expect("it is there");
    let ReadingData::Arrays(reading) = sim.read(sensor).data else { panic!("arrays") };
    assert!((reading.array("height_m").expect("an array")[0] - 1.5).abs() < 0.1, "{reading:?}");
}

#[test]
fn the_typo_of_the_guide_is_found_where_it_says() {
    let typo = block("xml").replace("noise>", "nose>");
    let world = World::from_text(&typo, &options(guide_program::extensions()));
    let said = world.diagnostics().render(world.sources());
    let expected = block("text").trim().replace("my_robot/hill.world.xml", "worlds/given.world.xml");
    assert_eq!(said.trim(), expected);
}
