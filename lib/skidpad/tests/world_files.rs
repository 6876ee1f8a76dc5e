//! Where the files of a world come from: ROS packages, and files that are built in.

use skidpad::{Severity, World, WorldOptions};
use std::fs;
use std::path::{Path, PathBuf};

const ROBOT: &str = "<vehicle:class name='robot'><dynamics class='differential'>
  <l_wheel pos='0 0.3' diameter='0.2'/><r_wheel pos='0 -0.3' diameter='0.2'/>
</dynamics></vehicle:class>";

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("skidpad-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("worlds")).expect("a scratch folder");
    folder
}

/// The messages about a world, one per line.
fn messages(world: &Path, options: &WorldOptions) -> String {
    let world = World::read(world, options).expect("the file can be opened");
    world.diagnostics().render(world.sources())
}

#[test]
fn packages_are_where_the_options_say() {
    let folder = scratch("packages");
    // Once as the package's own folder, once as the prefix that it is installed below.
    let installed = folder.join("install/share/my_robots");
    fs::create_dir_all(&installed).unwrap();
    fs::write(installed.join("robot.vehicle.xml"), ROBOT).unwrap();
    for (form, package) in [
        ("$(ros2 pkg prefix my_robots)/share/my_robots", folder.join("install")),
        ("$(rospack find my_robots)", installed.clone()),
        ("$(find my_robots)", installed.clone()),
        ("package://my_robots", folder.join("install")),
    ] {
        let world = folder.join("worlds/w.world.xml");
        let text = format!(
            "<mvsim_world><include file='{form}/robot.vehicle.xml'/>
             <vehicle name='r1' class='robot'><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"
        );
        fs::write(&world, text).unwrap();
        let root = Some(folder.join("worlds"));
        let unknown = WorldOptions { root: root.clone(), ..WorldOptions::default() };
        let expected = "the folder of package \"my_robots\" is not known; --package my_robots=DIR names it";
        let told = messages(&world, &unknown);
        assert!(told.contains(expected), "{form}: {told}");
        let packages = [("my_robots".to_string(), package)].into();
        let known = WorldOptions { root, packages, ..WorldOptions::default() };
        assert_eq!(messages(&world, &known), "", "{form}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_package_confines_its_files() {
    let folder = scratch("confined");
    fs::create_dir_all(folder.join("arm")).unwrap();
    fs::write(folder.join("secret.xml"), ROBOT).unwrap();
    let world = folder.join("worlds/w.world.xml");
    fs::write(&world, "<mvsim_world><include file='package://arm/../secret.xml'/></mvsim_world>").unwrap();
    let packages = [("arm".to_string(), folder.join("arm"))].into();
    let options = WorldOptions { root: Some(folder.join("worlds")), packages, ..WorldOptions::default() };
    assert!(messages(&world, &options).contains("error: cannot read"), "{}", messages(&world, &options));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_built_in_file_is_a_note_and_an_offer() {
    let folder = scratch("built-in");
    let world = folder.join("worlds/w.world.xml");
    fs::write(&world, "<mvsim_world><include file='../definitions/jackal.vehicle.xml'/></mvsim_world>")
        .unwrap();
    let notes = || -> Vec<String> {
        let read = World::read(&world, &WorldOptions::default()).unwrap();
        let records = read.diagnostics().records(read.sources());
        let notes = records.iter().filter(|record| record.severity == Severity::Note);
        notes.map(ToString::to_string).collect()
    };
    // What the built-in file includes is built in too, and no note.
    let expected = "worlds/w.world.xml:1:29: note: \"../definitions/jackal.vehicle.xml\" is not on disk; the built-in definitions/jackal.vehicle.xml is used";
    assert_eq!(notes(), [expected]);
    let in_package = "$(ros2 pkg prefix mvsim)/share/mvsim/definitions/jackal.vehicle.xml";
    fs::write(&world, format!("<mvsim_world><include file='{in_package}'/></mvsim_world>")).unwrap();
    assert_eq!(notes(), [expected.replace("../definitions", "package://mvsim/definitions")]);
    fs::write(&world, "<mvsim_world><include file='jackal.vehicle.xml'/></mvsim_world>").unwrap();
    let told = messages(&world, &WorldOptions::default());
    assert!(
        told.contains("there is no such file; \"../definitions/jackal.vehicle.xml\" is built in"),
        "{told}"
    );
    fs::remove_dir_all(folder).unwrap();
}
