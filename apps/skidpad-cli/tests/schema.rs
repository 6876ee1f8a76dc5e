//! `skidpad schema` against everything we ship, judged by xmllint: what loads is valid, and a mistake
//! is found. Without xmllint (package libxml2-utils) there is nobody to ask.

mod common;

use common::{repository, run, scratch, shipped_worlds};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The four schemas in a folder, or nothing when there is no xmllint.
fn schemas(name: &str) -> Option<PathBuf> {
    if Command::new("xmllint").arg("--version").output().is_err() {
        eprintln!("skipped: xmllint is not installed (package libxml2-utils)");
        return None;
    }
    let folder = scratch(name);
    for (of, file) in [
        ("world", "skidpad.xsd"),
        ("vehicle", "skidpad-vehicle.xsd"),
        ("block", "skidpad-block.xsd"),
        ("actor", "skidpad-actor.xsd"),
    ] {
        let schema = run(&["schema", of]);
        assert!(schema.status.success());
        std::fs::write(folder.join(file), schema.stdout).unwrap();
    }
    assert_eq!(run(&["schema"]).stdout, std::fs::read(folder.join("skidpad.xsd")).unwrap(), "the default");
    Some(folder)
}

/// What xmllint says against a file; nothing when it is valid. A prefix that is not declared counts.
fn objections(schema: &Path, file: &Path) -> Option<String> {
    let output = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema"])
        .args([schema, file])
        .output()
        .expect("xmllint starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_valid =
        output.status.success() && said.trim().ends_with(" validates") && said.lines().count() == 1;
    (!is_valid).then_some(said)
}

/// The schema that a definition is for, by its name.
fn schema_of(definition: &str) -> &'static str {
    let kinds = [
        (".vehicle.xml", "skidpad-vehicle.xsd"),
        (".block.xml", "skidpad-block.xsd"),
        (".actor.xml", "skidpad-actor.xsd"),
    ];
    kinds.into_iter().find(|(end, _)| definition.ends_with(end)).map_or("skidpad.xsd", |(_, schema)| schema)
}

#[test]
fn every_shipped_file_is_valid() {
    let Some(folder) = schemas("schema-shipped") else { return };
    let definitions = std::fs::read_dir(repository().join("definitions")).unwrap();
    let mut definitions: Vec<PathBuf> = definitions.map(|entry| entry.unwrap().path()).collect();
    definitions.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    let mut refused = Vec::new();
    for file in shipped_worlds().iter().chain(&definitions) {
        let schema = folder.join(schema_of(&file.to_string_lossy()));
        refused.extend(objections(&schema, file));
    }
    assert!(shipped_worlds().len() >= 24 && definitions.len() >= 30);
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn a_mistake_is_found() {
    let Some(folder) = schemas("schema-mistakes") else { return };
    let wheel = |attribute: &str| {
        format!(
            "<dynamics class=\"differential\"><l_wheel {attribute}=\"2\"/><r_wheel mass=\"2\"/></dynamics>"
        )
    };
    let class = |attribute: &str| {
        format!(
            "<vehicle:class xmlns:vehicle=\"urn:skidpad:vehicle\" name=\"c\">{}</vehicle:class>",
            wheel(attribute)
        )
    };
    let world = |inside: &str| format!("<mvsim_world version=\"1.0\">{inside}</mvsim_world>");
    let vehicle = |attribute: &str| {
        format!("<vehicle name=\"v\"><init_pose>0 0 0</init_pose>{}</vehicle>", wheel(attribute))
    };
    let looped = |attribute: &str| {
        format!("<for var=\"i\" from=\"1\" to=\"2\"><if condition=\"1\">{}</if></for>", vehicle(attribute))
    };
    let cases = [
        ("skidpad.xsd", world(&vehicle("mass")), world(&vehicle("mas"))),
        ("skidpad.xsd", world(&looped("mass")), world(&looped("mas"))),
        ("skidpad.xsd", world("<gravity>9</gravity>"), world("<gravty>9</gravty>")),
        ("skidpad-vehicle.xsd", class("mass"), class("mas")),
        ("skidpad-vehicle.xsd", world(&class("mass")), world(&class("mas"))),
    ];
    for (number, (schema, right, wrong)) in cases.into_iter().enumerate() {
        let file = folder.join(format!("case{number}.xml"));
        std::fs::write(&file, &right).unwrap();
        assert_eq!(objections(&folder.join(schema), &file), None, "{right}");
        std::fs::write(&file, &wrong).unwrap();
        let said = objections(&folder.join(schema), &file).unwrap_or_else(|| panic!("accepted: {wrong}"));
        assert!(said.contains("mas") || said.contains("gravty"), "{said}");
    }
}
