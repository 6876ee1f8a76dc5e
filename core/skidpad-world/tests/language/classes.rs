//! Classes and their instances.

use super::*;

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
         1:48: error: another vehicle is named \"a\" already; give this one a name of its own\n\
         1:82: warning: another block is named \"a\" already; give this one a name of its own\n\
         1:116: error: another actor is named \"a\" already; give this one a name of its own",
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
         1:57: error: there is no <vehicle:class> \"robt\"; did you mean \"robot\"?\n\
         1:124: error: there is no <block:class> \"zz\"; define or include it before it is used",
    );
    check(
        "<block:class name='b'/><block:class name='b'/><block:class/>",
        "\n1:37: warning: <block:class> \"b\" replaces the one defined before\n1:60: error: <block:class> needs the attribute \"name\"",
    );
}
