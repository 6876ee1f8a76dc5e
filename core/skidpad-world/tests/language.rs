//! The rules of the world language, one by one: substitution, control elements, classes, names, paths.

use skidpad_world::{ExpandOptions, Expanded, Limits, MapFiles, Node, expand};

const MAIN: &str = "worlds/a.world.xml";

/// Expand `body` as the inside of the main world file, beside other files.
fn world_with(body: &str, others: &[(&str, &str)], options: &ExpandOptions) -> Expanded {
    let main = format!("<mvsim_world>{body}</mvsim_world>");
    let files = MapFiles::from_texts(others.iter().copied().chain([(MAIN, main.as_str())]));
    expand(MAIN, &files, options)
}

/// The tree in one line: `name[attributes]{text children}`.
fn brief(node: &Node) -> String {
    let attributes: Vec<String> =
        node.attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value)).collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("[{}]", attributes.join(" ")) };
    let mut inside: Vec<String> = node.text.iter().map(|text| text.value.clone()).collect();
    inside.extend(node.children.iter().map(brief));
    let inside = if inside.is_empty() { String::new() } else { format!("{{{}}}", inside.join(" ")) };
    format!("{}{attributes}{inside}", node.name)
}

/// Tree and findings, each finding on its own line without the main file's name.
fn outcome(world: &Expanded) -> String {
    let children = world.tree.as_ref().map_or(Vec::new(), |tree| tree.children.iter().map(brief).collect());
    let mut lines = vec![children.join(" ")];
    lines.extend(
        world.diagnostics.iter().map(|d| d.render(&world.sources).replace("worlds/a.world.xml:", "")),
    );
    lines.join("\n")
}

#[track_caller]
fn check(body: &str, expected: &str) {
    check_with(body, &[], expected);
}

#[track_caller]
fn check_with(body: &str, others: &[(&str, &str)], expected: &str) {
    let world = world_with(body, others, &ExpandOptions::default());
    assert_eq!(outcome(&world), expected, "{body}");
}

// Substitution.

#[test]
fn variables_are_replaced_everywhere() {
    check(
        "<variable name='v' value='3'/><gui><x a='${v}'>n${v}${v}</x></gui><simul_timestep>${v}</simul_timestep>",
        "gui{x[a=3]{n33}} simul_timestep{3}",
    );
    check("<variable name='v' value='a'/><variable name='v' value='${v}b'/><x>${v}</x>", "x{ab}");
    check("<x>${v|7}</x>", "x{7}");
    check("<x>${v|$f{1+2}}</x>", "x{3}");
    check("<x>${v|${w|{8}}}</x>", "x{{8}}");
    check("<variable name='v' value='5'/><x>${v|7}</x>", "x{5}");
    check("<variable name='i' value='2'/><variable name='p2' value='q'/><x>${p${i}}</x>", "x{q}");
    check("<x>5 $ 6 $x</x>", "x{5 $ 6 $x}");
}

#[test]
fn what_is_undefined_is_reported_once() {
    check(
        "<variable name='speed' value='1'/><x>${speed}${sped}</x>",
        "x{1${sped}}\n1:59: there is no variable \"sped\"; did you mean \"speed\"?",
    );
    check(
        "<for var='i' from='1' to='9'><x>${qq}</x></for>",
        &format!(
            "{}\n1:46: there is no variable \"qq\"; define it with <variable> or write ${{qq|default}}",
            ["x{${qq}}"; 9].join(" ")
        ),
    );
    check(
        "<x>${v|}</x>",
        "x{${v|}}\n1:17: there is no variable \"v\"; define it with <variable> or write ${v|default}",
    );
    check("<x>a${v</x>", "x{a${v}\n1:18: \"${v\" has no closing \"}\"");
    check("<x>$f{1+</x>", "x{$f{1+}\n1:17: \"$f{1+\" has no closing \"}\"");
    check("<x>$(ls</x>", "x{$(ls}\n1:17: \"$(ls\" has no closing \")\"");
}

#[test]
fn a_mistake_is_pointed_at_inside_a_long_value() {
    check(
        "<x>1 2\n  3 $ $f{4}\n  5 ${six}</x>",
        "x{1 2\n  3 $ 4\n  5 ${six}}\n\
         3:5: there is no variable \"six\"; define it with <variable> or write ${six|default}",
    );
    // The values of a class in an included file have been replaced once; then only the value is known.
    check_with(
        "<include file='c.xml'/><block class='b'/>",
        &[("worlds/c.xml", "<block:class name='b'><mass>${p|1}${NOPE}</mass></block:class>")],
        "block[name=block001]{mass{1${NOPE}}}\n\
         worlds/c.xml:1:29: there is no variable \"NOPE\"; define it with <variable> or write ${NOPE|default}",
    );
}

#[test]
fn expressions_any_number_and_full_precision() {
    check("<x>$f{1/3} -$f{2}</x>", "x{0.3333333333333333 -2}");
    let many = "$f{1+1}".repeat(40);
    check(&format!("<x>{many}</x>"), &format!("x{{{}}}", "2".repeat(40)));
    check("<variable name='utm' value='4080123.25'/><x>$f{UTM+1}</x>", "x{4080124.25}");
    check(
        "<variable name='v' value='3 m'/><x>$f{v*2} $f{${v|0}*0+1}</x>",
        "x{6 $f{${v|0}*0+1}}\n1:57: $f{3 m*0+1}: there is no numeric variable \"m\"",
    );
    check(
        "<x>$f{if(1<2, 3, 4)}</x>"
            .replace('<', "&lt;")
            .replace("&lt;x", "<x")
            .replace("&lt;/x", "</x")
            .as_str(),
        "x{3}",
    );
    check("<x>$f{var a := 1; while (a < 5) { a += 1; }}</x>".replace("a < 5", "a &lt; 5").as_str(), "x{5}");
    check("<x>$f{1+}</x>", "x{$f{1+}}\n1:17: $f{1+}: ends where a value is expected");
    check("<x>$f{foo}</x>", "x{$f{foo}}\n1:17: $f{foo}: there is no numeric variable \"foo\"");
}

#[test]
fn the_environment_is_a_map_and_what_was_read_is_kept() {
    let options = ExpandOptions {
        environment: [("PLACE".to_owned(), "yard".to_owned()), ("OTHER".to_owned(), "x".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let world = world_with("<x>$env{PLACE} ${PLACE} $env{NOTHING}</x>", &[], &options);
    assert_eq!(
        outcome(&world),
        "x{yard yard $env{NOTHING}}\n1:38: environment variable \"NOTHING\" is not set"
    );
    let read: Vec<_> = world.environment_read.into_iter().collect();
    assert_eq!(read, [("NOTHING".to_owned(), None), ("PLACE".to_owned(), Some("yard".to_owned()))]);
}

#[test]
fn commands_are_never_run() {
    check(
        "<x>$(rm -rf /)</x>",
        "x{$(rm -rf /)}\n1:17: \"$(rm -rf /)\" is not run: a world runs no programs; write the path, or \
         $env{NAME} for a value from the environment (only $(ros2 pkg prefix mvsim) and $(rospack find mvsim) \
         are known)",
    );
    check(
        "<x><model_uri>$(ros2 pkg prefix mvsim)/share/mvsim/models/a.dae</model_uri></x>",
        "x{model_uri{skidpad-data:/models/a.dae}}",
    );
    check(
        "<x><model_uri>$( rospack  find mvsim )/models/a.dae</model_uri></x>",
        "x{model_uri{skidpad-data:/models/a.dae}}",
    );
}

#[test]
fn definitions_of_the_data_folder_can_be_included() {
    check_with(
        "<include file='$(ros2 pkg prefix mvsim)/share/mvsim/definitions/s.xml'/>",
        &[("skidpad-data:/definitions/s.xml", "<x><texture>../t.png</texture></x>")],
        "x{texture{skidpad-data:/t.png}}",
    );
}

#[test]
fn random_numbers_follow_the_seed_and_document_order() {
    let draw = |seed, body: &str| {
        outcome(&world_with(body, &[], &ExpandOptions { seed, ..ExpandOptions::default() }))
    };
    let body = "<x>$f{rand()} $f{randn()}</x><y>$f{unifrnd(2,3)}</y>";
    assert_eq!(draw(5, body), draw(5, body));
    assert_ne!(draw(5, body), draw(6, body));
    let seeded = "<variable name='d' value='$f{randomize(2)}'/><x>$f{rand()}</x>";
    assert_eq!(draw(5, seeded), draw(6, seeded));
}

// Control elements.

#[test]
fn loops_run_their_body_once_per_value() {
    check(
        "<for var='i' from='0' to='2'><p>${i}</p><q>${i}</q></for><r>${i}</r>",
        "p{0} q{0} p{1} q{1} p{2} q{2} r{2}",
    );
    check(
        "<for var='i' from='1' to='2'><for var='j' from='${i}' to='2'><p>$f{10*i+j}</p></for></for>",
        "p{11} p{12} p{22}",
    );
    check("<for var='i' from='3' to='1'><p/></for>", "");
    check("<for var='i' from='0.9' to='1.9'><p>${i}</p></for>", "p{0} p{1}");
    check("<for var='i' from='-1' to='0'><variable name='k' value='$f{i*i}'/><p>${k}</p></for>", "p{1} p{0}");
    check(
        "<for var='i' from='a' to='1'><p/></for>",
        "\n1:33: \"from\" of <for> is \"a\", which does not start with an integer",
    );
    check("<for var='i' from='0'><p/></for>", "\n1:14: <for> needs the attribute \"to\"");
    check("<for var='i' from='0' to='1'/>", "\n1:14: warning: <for> has no children, so it does nothing");
}

#[test]
fn conditions_choose() {
    check("<if condition='true'><p/></if><if condition='0'><q/></if>", "p");
    check("<variable name='n' value='4'/><if condition='$f{n>3 and n!=5}'><p/></if>", "p");
    check("<if condition='0.5'><p/></if><if condition='1.5'><q/></if>", "q");
    check(
        "<if condition='ture'><p/></if>",
        "\n1:29: warning: condition \"ture\" counts as false; write true, false or a number",
    );
    check("<if><p/></if>", "\n1:14: <if> needs the attribute \"condition\"");
    check(
        "<gui><if condition='1'><a/></if><for var='i' from='1' to='2'><b>${i}</b></for></gui>",
        "gui{a b{1} b{2}}",
    );
}

#[test]
fn variables_need_name_and_value() {
    check("<variable name='a'/>", "\n1:14: <variable> needs the attribute \"value\"");
    check("<variable value='a'/>", "\n1:14: <variable> needs the attribute \"name\"");
}

#[test]
fn variables_from_outside_win() {
    let options = ExpandOptions {
        variables: [("n".to_owned(), "9".to_owned()), ("mode".to_owned(), "x".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let world = world_with("<variable name='n' value='1'/><p>${n}</p><q>${model|1}</q>", &[], &options);
    assert_eq!(
        outcome(&world),
        "p{9} q{1}\n1:14: note: variable \"n\" keeps the value \"9\" given on the command line\n\
         warning: the world does not use a variable \"mode\"; did you mean \"model\"?"
    );
}

#[test]
fn unused_variables_are_warned_about() {
    check(
        "<variable name='a' value='1'/><variable name='b' value='1'/><p>$f{B}</p>",
        "p{1}\n1:14: warning: variable \"a\" is never used",
    );
    check_with(
        "<variable name='a' value='1'/><include file='b.xml'/>",
        &[("worlds/b.xml", "<if condition='0'><p>${a}</p></if>")],
        "",
    );
}

// Includes.

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
        "x{m}\n1:36: warning: \"worlds/b.xml\" does not use the parameter \"sensor_nam\"; did you mean \"sensor_name\"?",
    );
}

#[test]
fn comments_are_not_expanded() {
    check_with("<include file='b.xml'/>", &[("worlds/b.xml", "<!-- ${nothing} --><x/>")], "x");
}

#[test]
fn includes_that_cannot_be_read() {
    check("<include file='b.xml'/>", "\n1:29: cannot read \"worlds/b.xml\": there is no such file");
    check(
        "<include file='../../b.xml'/>",
        "\n1:29: cannot read \"../b.xml\": it is outside the folders that may be read; --root DIR changes them",
    );
    check(
        "<include file='/etc/passwd'/>",
        "\n1:29: cannot read \"/etc/passwd\": it is outside the folders that may be read; --root DIR changes them",
    );
    check(
        "<include file='https://example.org/a.xml'/>",
        "\n1:29: \"https://example.org/a.xml\" cannot be included; download it and include the local file",
    );
    check("<include/>", "\n1:14: <include> needs the attribute \"file\"");
    check(
        "<include file='a.world.xml'/>",
        "\n1:29: \"worlds/a.world.xml\" includes itself; remove one of the includes",
    );
    check_with(
        "<include file='b.xml'/>",
        &[
            ("worlds/b.xml", "<gui><include file='c.xml'/></gui>"),
            ("worlds/c.xml", "<include file='b.xml'/>"),
        ],
        "gui\nworlds/c.xml:1:16: \"worlds/b.xml\" includes itself; remove one of the includes",
    );
}

// Classes and instances.

const ROBOT: &str = "<vehicle:class name='robot'>
    <dynamics class='differential'><l_wheel mass='1'/></dynamics>
    <visual><model_uri>robot.dae</model_uri></visual>
    <sensor class='laser'><publish_topic>/${PARENT_NAME}/${NAME}</publish_topic></sensor>
    <init_pose>9 9 9</init_pose>
  </vehicle:class>";

#[test]
fn vehicles_take_first_what_stands_nearest() {
    check_with(
        "<include file='robot.xml'/>
         <vehicle name='r1' class='robot'>
           <init_pose3d>1 2 3 0 0 0</init_pose3d>
           <visual><model_uri>own.dae</model_uri></visual>
           <include file='extra.xml'/>
         </vehicle>",
        &[
            ("worlds/robot.xml", ROBOT),
            ("worlds/extra.xml", "<sensor class='imu'/><dynamics class='ackermann'/>"),
        ],
        "vehicle[name=r1]{sensor[class=imu name=imu1] dynamics[class=ackermann] init_pose3d{1 2 3 0 0 0} \
         visual{model_uri{own.dae}} visual{model_uri{robot.dae}} \
         sensor[class=laser name=laser2]{publish_topic{/r1/laser2}}}\n\
         worlds/extra.xml:1:22: warning: <dynamics> is a further root element; it is used, but strict XML allows only one",
    );
}

#[test]
fn an_instance_wins_over_its_class() {
    check(
        "<block:class name='b'><mass>1</mass><color>#ff0000</color><visual/></block:class>
         <block class='b'><mass>2</mass><init_pose>0 0 0</init_pose></block>
         <block class='b' mass='3'/>
         <actor:class name='a'><walking_speed>1</walking_speed></actor:class>
         <actor class='a'><walking_speed>2</walking_speed></actor>",
        "block[name=block001]{mass{2} init_pose{0 0 0} color{#ff0000} visual} \
         block[name=block002 mass=3]{color{#ff0000} visual} actor[name=actor001]{walking_speed{2}}",
    );
    check(
        "<block:class name='b' mass='5' zmax='2'/><block class='b'><zmax>1</zmax></block>",
        "block[name=block001 mass=5]{zmax{1}}",
    );
}

#[test]
fn expressions_of_a_class_are_drawn_per_instance() {
    let world = world_with(
        "<block:class name='b'><mass>$f{rand()}</mass></block:class><block class='b'/><block class='b'/>",
        &[],
        &ExpandOptions::default(),
    );
    let tree = world.tree.unwrap();
    assert_ne!(
        tree.children[0].child("mass").unwrap().text(),
        tree.children[1].child("mass").unwrap().text()
    );
}

#[test]
fn a_class_of_an_included_file_keeps_the_values_of_its_include() {
    check_with(
        "<variable name='v' value='1'/><include file='c.xml' p='x'/><variable name='v' value='2'/>
         <block:class name='own'><mass>${v}</mass></block:class><variable name='v' value='3'/>
         <block class='b'/><block class='own'/>",
        &[("worlds/c.xml", "<block:class name='b'><mass>${v}${p}${later|d}${NAME}</mass></block:class>")],
        "block[name=block001]{mass{1xdblock001}} block[name=block002]{mass{3}}",
    );
}

#[test]
fn conditions_and_includes_work_inside_classes_and_instances() {
    check_with(
        "<include file='c.xml' with='1'/><vehicle class='v'><if condition='1'><q/></if></vehicle>
         <block><include file='s.xml' n='4'/></block>",
        &[
            (
                "worlds/c.xml",
                "<vehicle:class name='v'><if condition='${with|0}'><include file='s.xml' n='3'/></if></vehicle:class>",
            ),
            ("worlds/s.xml", "<p>${n}</p>"),
        ],
        "vehicle[name=veh1]{q p{3}} block[name=block001]{p{4}}",
    );
}

#[test]
fn names_use_loop_variables_and_defaults() {
    check(
        "<for var='i' from='1' to='2'><vehicle name='r${i}'/><vehicle/><block name='box${i}'><p>${NAME}</p></block></for>
         <vehicle name='veh3'/><vehicle/>",
        "vehicle[name=r1] vehicle[name=veh1] block[name=box1]{p{box1}} vehicle[name=r2] vehicle[name=veh2] \
         block[name=box2]{p{box2}} vehicle[name=veh3] vehicle[name=veh4]",
    );
    check(
        "<vehicle name='a'/><vehicle name='a'/><block name='a'/><block name='a'/><actor name='a'/><actor name='a'/>",
        "vehicle[name=a] vehicle[name=a] block[name=a] block[name=a] actor[name=a] actor[name=a]\n\
         1:48: another vehicle is named \"a\" already; give this one a name of its own\n\
         1:82: warning: another block is named \"a\" already; give this one a name of its own\n\
         1:116: another actor is named \"a\" already; give this one a name of its own",
    );
}

#[test]
fn sensors_have_names() {
    check(
        "<sensor class='laser'><p>${NAME}</p></sensor><sensor class='gnss'/>
         <vehicle name='r'><sensor type='lidar3d'/><sensor class='camera' name='cam'><t>${PARENT_NAME}/${NAME}</t></sensor><sensor class='rgbd_camera'/></vehicle>",
        "sensor[class=laser name=laser0]{p{laser0}} sensor[class=gnss name=gnss1] \
         vehicle[name=r]{sensor[class=lidar3d name=laser1] sensor[class=camera name=cam]{t{r/cam}} sensor[class=rgbd_camera name=camera3]}\n\
         2:36: warning: <sensor type=…> is read as <sensor class=…>",
    );
}

#[test]
fn unknown_classes_are_reported_and_the_instance_stays() {
    check_with(
        "<include file='robot.xml'/><vehicle class='robt' name='r'><init_pose>0 0 0</init_pose></vehicle><block class='zz'/>",
        &[("worlds/robot.xml", ROBOT)],
        "vehicle[name=r]{init_pose{0 0 0}} block[name=block001]\n\
         1:57: there is no <vehicle:class> \"robt\"; did you mean \"robot\"?\n\
         1:124: there is no <block:class> \"zz\"; define or include it before it is used",
    );
    check(
        "<block:class name='b'/><block:class name='b'/><block:class/>",
        "\n1:37: warning: <block:class> \"b\" replaces the one defined before\n1:60: <block:class> needs the attribute \"name\"",
    );
}

// Structure and paths.

#[test]
fn roots() {
    let check = |text: &str, expected: &str| {
        let world = expand(MAIN, &MapFiles::from_texts([(MAIN, text)]), &ExpandOptions::default());
        assert_eq!(outcome(&world), expected, "{text}");
    };
    check("<world><x/></world>", "x\n1:1: warning: <world> is read as <mvsim_world>");
    check(
        "<mvsim_wrold><x/></mvsim_wrold>",
        "x\n1:1: the root element is <mvsim_wrold>, but a world starts with <mvsim_world>",
    );
    check(
        "<vehicle:class name='a'/>",
        "\n1:1: the root element is <vehicle:class>, but a world starts with <mvsim_world>",
    );
    check("<!-- nothing -->", "\n1:1: the file has no element; write <mvsim_world> … </mvsim_world>");
    check("<mvsim_world/><x/>", "\n1:15: warning: <x> after the end of the world is ignored; move it inside");
    check(
        "<mvsim_world><light><a/></light></mvsim_world>",
        "lights{a}\n1:14: warning: <light> is read as <lights>",
    );
    let world = expand("gone.xml", &MapFiles::default(), &ExpandOptions::default());
    assert_eq!(outcome(&world), "\ncannot read \"gone.xml\": there is no such file");
    let invalid = MapFiles([(MAIN.to_owned(), b"<mvsim_world>\n<x>\xff</x></mvsim_world>".to_vec())].into());
    let world = expand(MAIN, &invalid, &ExpandOptions::default());
    assert_eq!(outcome(&world), "x{\u{fffd}}\n2:4: this is not UTF-8 text; save the file as UTF-8");
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

// Limits.

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
        &stopped("1:14: more than 1000 turns of loops"),
    );
    check_stops(
        "<for var='i' from='0' to='99999'><block/></for>",
        &[],
        limits(),
        &stopped("1:47: more than 10000 vehicles, blocks and actors"),
    );
    check_stops(
        "<for var='i' from='0' to='999'><x a='1'/></for>",
        &[],
        Limits { nodes: 1000, ..limits() },
        &stopped("1:45: more than 1000 elements, attributes and texts after expansion"),
    );
    check_stops(
        "<for var='i' from='0' to='1000'><if condition='0'><x/></if></for>",
        &[],
        Limits { nodes: 1000, ..limits() },
        &stopped("1:46: more than 1000 loops, conditions, variables and includes"),
    );
    check_stops(
        "<variable name='a' value='xxxxxxxxxx'/><for var='i' from='0' to='99'><variable name='a' value='${a}${a}'/></for>",
        &[],
        limits(),
        &stopped("1:113: more than 64000000 bytes of names and values"),
    );
    check_stops("<x>$f{while (1) {}}</x>", &[], limits(), "1:17: $f{while (1) {}}: takes too many steps");
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
        &stopped("worlds/b2.xml:1:16: more than 3 includes inside each other"),
    );
    check_stops(
        "<include file='b0.xml'/><include file='b1.xml'/><include file='b0.xml'/><include file='b2.xml'/>",
        &[("worlds/b0.xml", "<x/>"), ("worlds/b1.xml", "<x/>"), ("worlds/b2.xml", "<x/>")],
        Limits { includes: 2, ..limits() },
        &stopped("1:101: more than 2 different included files"),
    );
    check_stops(
        "<include file='b0.xml'/>",
        &[("worlds/b0.xml", "<x>0123456789</x>")],
        Limits { file_bytes: 60, all_files_bytes: 60, ..limits() },
        "1:29: cannot read \"worlds/b0.xml\": it is longer than 9 bytes",
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
