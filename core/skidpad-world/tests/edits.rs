//! Changes written back into the text of worlds: what is shown is what the file then says, and the rest stays.
#![allow(clippy::disallowed_methods)] // The worlds are on the disk.

mod support;

use skidpad_math::{Pose3, SplitMix64, wrap_angle};
use skidpad_world::edit::{Edit, EditRefusal, EditedBody, difference, edit_world};
use skidpad_world::{ExpandOptions, FileId, Loaded, MapFiles, load};
use support::{files_ending, load_from, workspace};

const WORLD: &str = r#"<?xml version="1.0"?>
<!-- A yard. -->
<mvsim_world version="1.0">
  <!-- the first robot -->
  <vehicle name="r1" class="robot">   <init_pose> 1 2   90 </init_pose> </vehicle>  <!-- beside it -->
  <vehicle name="r2" class="robot"><init_pose3d>5 0 0.1 0 0 0</init_pose3d></vehicle>
  <block name="a" init_pose="0 0 0"/>
	<block name="b">
		<!-- kept -->
		<init_pose>$f{2*3} 0 0</init_pose>
		<mass>5</mass>
	</block>
  <for var="i" from="1" to="3">
    <block name="box${i}"><init_pose>${i} 7 0</init_pose></block>
  </for>
</mvsim_world>
"#;

fn loaded(text: &str) -> Loaded {
    let class = r#"<vehicle:class name="robot"><dynamics class="differential"><l_wheel/><r_wheel/><chassis/></dynamics><friction class="default"/></vehicle:class>"#;
    let text =
        text.replace("<mvsim_world version=\"1.0\">", &format!("<mvsim_world version=\"1.0\">{class}"));
    load(
        "w/x.world.xml",
        &MapFiles::from_texts([("w/x.world.xml", text.as_str())]),
        &ExpandOptions::default(),
    )
}

fn pose(x: f64, y: f64, yaw_deg: f64) -> Pose3 {
    Pose3::new(x, y, 0.0, yaw_deg.to_radians(), 0.0, 0.0)
}

#[test]
fn only_the_changed_bytes_change() {
    let world = loaded(WORLD);
    let text = world.sources.text(FileId(0));
    let edits = [
        Edit::Move { body: EditedBody::Vehicle(0), pose_in_world: pose(-1.25, 3.0, -45.0) },
        Edit::Move { body: EditedBody::Vehicle(1), pose_in_world: pose(6.0, 1.0, 10.0) },
        Edit::Move { body: EditedBody::Block(0), pose_in_world: pose(0.5, 0.5, 0.0) },
        Edit::Remove { body: EditedBody::Block(1) },
        Edit::Copy {
            like: EditedBody::Vehicle(0),
            name: "r3".to_owned(),
            pose_in_world: pose(8.0, 8.0, 0.0),
        },
        Edit::Add {
            name: "c".to_owned(),
            xml: "<block name=\"c\">\n  <init_pose>1 1 0</init_pose>\n</block>".to_owned(),
        },
        Edit::Move { body: EditedBody::Block(2), pose_in_world: pose(0.0, 0.0, 0.0) },
    ];
    let edited = edit_world(text, &world.description, &edits).unwrap();
    let expected = text
        .replace(" 1 2   90 </init_pose> </vehicle>", " -1.25 3 -45 </init_pose> </vehicle>\n  <vehicle name=\"r3\" class=\"robot\">   <init_pose> 8 8 0 </init_pose> </vehicle>")
        .replace("5 0 0.1 0 0 0", "6 1 0.1 10 0 0")
        .replace("init_pose=\"0 0 0\"", "init_pose=\"0.5 0.5 0\"")
        .replace("\t<block name=\"b\">\n\t\t<!-- kept -->\n\t\t<init_pose>$f{2*3} 0 0</init_pose>\n\t\t<mass>5</mass>\n\t</block>\n", "")
        .replace("</mvsim_world>", "  <block name=\"c\">\n    <init_pose>1 1 0</init_pose>\n  </block>\n</mvsim_world>");
    assert_eq!(edited.text, expected);
    assert_eq!(edited.refused.len(), 1);
    assert_eq!(
        (edited.refused[0].name.as_str(), &edited.refused[0].reason),
        ("box1", &EditRefusal::Loop { line: 13 })
    );
    let shown = difference(text, &edited.replaced, "x", "y");
    assert!(shown.contains("\n-  <block name=\"a\" init_pose=\"0 0 0\"/>\n"), "{shown}");
    assert!(shown.contains("\n+  <block name=\"a\" init_pose=\"0.5 0.5 0\"/>\n"), "{shown}");
}

/// Random moves of every object of every shipped world: the new file says them, and nothing else has changed.
#[test]
fn moves_are_read_back_as_they_were_shown() {
    let folder = workspace().join("worlds");
    let mut random = SplitMix64::new(11);
    let (mut moved_count, mut refused_count) = (0, 0);
    for name in files_ending(&folder, ".world.xml") {
        let path = format!("worlds/{name}.world.xml");
        let world = load_from(workspace(), &path);
        let text = world.sources.text(FileId(0)).to_owned();
        let vehicles = (0..world.description.vehicles.len()).map(EditedBody::Vehicle);
        let blocks = (0..world.description.blocks.len()).map(EditedBody::Block);
        let edits: Vec<Edit> = (vehicles.chain(blocks).take(40))
            .map(|body| {
                let coordinate = |random: &mut SplitMix64| (random.between(-50.0, 50.0) * 1e4).round() / 1e4;
                let (x, y) = (coordinate(&mut random), coordinate(&mut random));
                Edit::Move {
                    body,
                    pose_in_world: pose(x, y, (random.between(-179.0, 179.0) * 10.0).round() / 10.0),
                }
            })
            .collect();
        let edited = edit_world(&text, &world.description, &edits).expect(&name);
        // Outside the replaced ranges every byte is as it was.
        let (mut old_at, mut new_at) = (0, 0);
        for (range, new) in &edited.replaced {
            let kept = range.start - old_at;
            assert_eq!(text[old_at..range.start], edited.text[new_at..new_at + kept], "{name}");
            (old_at, new_at) = (range.end, new_at + kept + new.len());
        }
        assert_eq!(text[old_at..], edited.text[new_at..], "{name}");
        let again = support::load_text(workspace(), &path, &edited.text);
        assert_eq!(again.diagnostics.has_errors(), world.diagnostics.has_errors(), "{name}");
        for edit in &edits {
            let Edit::Move { body, pose_in_world } = edit else { continue };
            let object = match body {
                EditedBody::Vehicle(index) => &again.description.vehicles[*index].object,
                EditedBody::Block(index) => &again.description.blocks[*index].object,
                EditedBody::Element(_) => unreachable!("no element is moved here"),
            };
            if edited.refused.iter().any(|refused| refused.name == object.name) {
                refused_count += 1;
                continue;
            }
            moved_count += 1;
            let (is, shown) = (&object.pose_in_world, pose_in_world);
            let off = (is.x_m - shown.x_m).abs()
                + (is.y_m - shown.y_m).abs()
                + wrap_angle(is.yaw_rad - shown.yaw_rad).abs();
            assert!(off < 1e-6, "{name}: {} is at {is:?}, shown at {shown:?}", object.name);
        }
    }
    assert!(moved_count > 50 && refused_count > 20, "{moved_count} moved, {refused_count} refused");
}

#[test]
fn a_file_whose_tags_do_not_match_is_left_alone() {
    let text = "<mvsim_world><block name=\"a\"><init_pose>0 0 0</init_pose></blok></mvsim_world>";
    let world = loaded(text);
    assert!(edit_world(text, &world.description, &[]).is_err());
}

#[test]
fn walls_floors_and_copies_of_blocks_are_written() {
    let text = r#"<mvsim_world version="1.0">
  <element class="vertical_plane" name="w"><x0>0</x0><y0>0</y0><x1>0</x1><y1>4</y1><init_pose>1 2 90</init_pose></element>
  <element class="horizontal_plane"/>
  <element class="ground_grid"/>
  <block name="a"><init_pose>0 0 0</init_pose><mass>5</mass></block>
</mvsim_world>
"#;
    let world = loaded(text);
    let text = world.sources.text(FileId(0));
    let lifted = Pose3 { z_m: 0.5, ..pose(3.0, 4.0, 0.0) };
    let edits = [
        Edit::Move { body: EditedBody::Element(0), pose_in_world: lifted },
        Edit::Move { body: EditedBody::Element(1), pose_in_world: pose(1.0, 0.0, 0.0) },
        Edit::Move { body: EditedBody::Element(2), pose_in_world: pose(1.0, 0.0, 0.0) },
        Edit::Copy { like: EditedBody::Block(0), name: "b".to_owned(), pose_in_world: pose(2.0, 0.0, 0.0) },
    ];
    let edited = edit_world(text, &world.description, &edits).unwrap();
    assert_eq!(edited.refused.len(), 1, "a grid of lines has no place: {:?}", edited.refused);
    for expected in [
        "<y1>4</y1><init_pose3d>3 4 0.5 0 0 0</init_pose3d></element>",
        "<element class=\"horizontal_plane\"><init_pose>1 0 0</init_pose></element>",
        "\n  <block name=\"b\"><init_pose>2 0 0</init_pose><mass>5</mass></block>\n",
    ] {
        assert!(edited.text.contains(expected), "{expected}\n{}", edited.text);
    }
    let again = loaded_as_is(&edited.text);
    assert_eq!(again.description.elements[0].placeable_pose(), Some(lifted));
    assert_eq!(again.description.elements[1].placeable_pose(), Some(pose(1.0, 0.0, 0.0)));
    assert_eq!(again.description.blocks.len(), 2);
}

fn loaded_as_is(text: &str) -> Loaded {
    load("w/x.world.xml", &MapFiles::from_texts([("w/x.world.xml", text)]), &ExpandOptions::default())
}
