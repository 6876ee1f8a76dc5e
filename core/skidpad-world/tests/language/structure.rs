//! Roots of documents, and where paths count from.

use super::*;

#[test]
fn roots() {
    let check = |text: &str, expected: &str| {
        let world = expand(MAIN, &MapFiles::from_texts([(MAIN, text)]), &ExpandOptions::default());
        assert_eq!(outcome(&world), expected, "{text}");
    };
    check("<world><x/></world>", "x\n1:1: warning: <world> is read as <mvsim_world>");
    check(
        "<mvsim_wrold><x/></mvsim_wrold>",
        "x\n1:1: error: the root element is <mvsim_wrold>, but a world starts with <mvsim_world>",
    );
    check(
        "<vehicle:class name='a'/>",
        "\n1:1: error: the root element is <vehicle:class>, but a world starts with <mvsim_world>",
    );
    check("<!-- nothing -->", "\n1:1: error: the file has no element; write <mvsim_world> … </mvsim_world>");
    check("<mvsim_world/><x/>", "\n1:15: warning: <x> after the end of the world is ignored; move it inside");
    check(
        "<mvsim_world><light><a/></light></mvsim_world>",
        "lights{a}\n1:14: warning: <light> is read as <lights>",
    );
    let world = expand("gone.xml", &MapFiles::default(), &ExpandOptions::default());
    assert_eq!(outcome(&world), "\nerror: cannot read \"gone.xml\": there is no such file");
    let invalid = MapFiles([(MAIN.to_owned(), b"<mvsim_world>\n<x>\xff</x></mvsim_world>".to_vec())].into());
    let world = expand(MAIN, &invalid, &ExpandOptions::default());
    assert_eq!(outcome(&world), "x{\u{fffd}}\n2:4: error: this is not UTF-8 text; save the file as UTF-8");
}

#[test]
fn paths_count_from_the_main_folder() {
    check_with(
        "<include file='../d/a.xml'/><include file='../d/c.xml'/>
         <block class='b'/>
         <x><texture>t.png</texture><model_uri>file:///abs/m.dae</model_uri><model_uri>https://e.org/m.dae</model_uri></x>
         <element class='occupancy_grid' texture='${MVSIM_CURRENT_FILE_DIRECTORY}/t.png'><file>${MVSIM_CURRENT_FILE_DIRECTORY}/../d/m.png</file></element>
         <other><file>m.png</file><log_path>${MVSIM_CURRENT_FILE_DIRECTORY}/log</log_path></other>",
        &[
            ("d/a.xml", "<y><model_uri>m.dae</model_uri><model_uri>gone.dae</model_uri><textures>sky%s.png</textures></y>"),
            ("d/c.xml", "<block:class name='b'><model_uri>m.dae</model_uri><texture>t.png</texture><texture>gone.png</texture></block:class>"),
            ("d/m.dae", ""),
            ("d/skyFront.png", ""),
            ("worlds/t.png", ""),
        ],
        "y{model_uri{../d/m.dae} model_uri{../d/gone.dae} textures{../d/sky%s.png}} \
         block[name=block001]{model_uri{../d/m.dae} texture{t.png} texture{gone.png}} \
         x{texture{t.png} model_uri{/abs/m.dae} model_uri{https://e.org/m.dae}} \
         element[class=occupancy_grid texture=t.png]{file{../d/m.png}} \
         other{file{m.png} log_path{log}}",
    );
}
