//! Every complete world in docs/first-world.md and in the pages for people who come from other simulators loads where a
//! newcomer would write it: in a folder with nothing else in it.

use std::fs;

use super::{complaints, loaded, repository};

/// The blocks marked `xml` that hold a whole world.
fn worlds_in(page: &str) -> Vec<String> {
    page.split("```xml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|text| text.contains("<mvsim_world"))
        .map(ToOwned::to_owned)
        .collect()
}

#[test]
fn every_world_of_the_tutorial_loads_without_complaint() {
    let mut worlds = Vec::new();
    for (name, world_count) in [("first-world.md", 5), ("from-stage.md", 1), ("from-f1tenth-gym.md", 1)] {
        let page = fs::read_to_string(repository().join("docs").join(name)).expect("a page");
        let found = worlds_in(&page);
        assert!(found.len() >= world_count, "{name}: {} worlds", found.len());
        worlds.extend(found);
    }

    let folder = std::env::temp_dir().join(format!("skidpad-tutorial-{}", std::process::id())).join("worlds");
    fs::create_dir_all(&folder).expect("a folder for the worlds");
    for (number, text) in worlds.iter().enumerate() {
        let path = folder.join(format!("{number}.world.xml"));
        fs::write(&path, text).expect("a written world");
        let world = loaded(&path);
        assert!(complaints(&world).is_empty(), "{text}\n{:#?}", complaints(&world));
        assert!(!world.description.vehicles.is_empty(), "{text}");
    }
    fs::remove_dir_all(folder.parent().expect("its parent")).expect("a removed folder");
}
