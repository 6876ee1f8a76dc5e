//! A class of a program's own is checked as a built-in one is.

use super::{radar, world};
use skidpad::{ClassFamily, Extensions, Schema, World, class_reference, xsd, xsd_of};

fn messages(world: &World) -> String {
    world.diagnostics().render(world.sources())
}

#[test]
fn a_typo_in_a_class_of_ones_own_is_found_with_its_place() {
    let world = world(
        "<sensor class=\"radar\" name=\"front\">\n  <max_rnge>40</max_rnge>\n  <beams>1</beams>\n</sensor>",
        radar::extensions(),
    );
    let said = messages(&world);
    let unknown = "worlds/given.world.xml:4:3: warning: <sensor class=\"radar\"> has no <max_rnge>; did you mean \"max_range\"?";
    assert!(said.contains(unknown), "{said}");
    assert!(said.contains("worlds/given.world.xml:5:10: error: \"beams\" is 1;"), "{said}");
    assert!(said.contains("from 2 to 100000"), "{said}");
}

#[test]
fn an_unknown_class_is_suggested_and_a_world_alone_brings_none() {
    let said = messages(&world("<sensor class=\"rader\" name=\"front\"/>", radar::extensions()));
    assert!(said.contains("did you mean \"radar\"?"), "{said}");
    let said = messages(&world("<sensor class=\"radar\" name=\"front\"/>", Extensions::new()));
    assert!(said.contains("error:") && said.contains("radar"), "{said}");
}

#[test]
fn its_parameters_are_in_the_schema_and_on_a_page() {
    let extensions = radar::extensions();
    let (with, without) = (xsd_of(Schema::World, extensions.classes()), xsd(Schema::World));
    assert!(with.contains("speed_noise") && with.contains("cone_detector, radar"));
    assert!(!without.contains("speed_noise"));
    let class = extensions.classes().class(ClassFamily::Sensor, "radar").expect("it was added");
    let page = class_reference(class);
    assert!(
        page.contains("| `max_range` | ours | a number in m | `50` | greater than 0 | Longest range. |"),
        "{page}"
    );
    assert!(page.contains("`sensor_period`"), "{page}");
}
