//! The scene of a world: what is in it, and where its frames are.

use crate::common::{robot, run, world, world_with, wrap};
use skidpad_math::Pose3;
use skidpad_messages::VehicleId;
use skidpad_scene::{
    Affine, Assets, Clip, Excluded, FrameOwner, Material, Mesh, ObjectClass, Observer, OccupancyGrid,
    Primitive, Ray, SceneDescription, Solid, Tracer, View, Visibility,
};
use skidpad_sim::Simulation;
use std::sync::Arc;

fn frames(it: &Simulation) -> Vec<Pose3> {
    let mut poses = Vec::new();
    it.frames_in_world(&mut poses);
    assert_eq!(poses.len(), it.scene().frames.len());
    poses
}

fn frame_named(it: &Simulation, name: &str) -> Pose3 {
    let index = it.scene().frames.iter().position(|frame| frame.name == name);
    frames(it)[index.unwrap_or_else(|| panic!("{name} in {:?}", it.scene().frames))]
}

/// A world with one mesh, "cube.dae": a red cube of one metre with a corner at its origin.
fn with_cube(content: &str) -> Simulation {
    let mut cube = Mesh::default();
    let red = Material { rgba: [1.0, 0.0, 0.0, 1.0], ..Material::default() };
    cube.append_painted(
        &Primitive::Box { lx_m: 1.0, ly_m: 1.0, lz_m: 1.0 }.mesh(),
        &Affine::IDENTITY,
        Some(&red),
    );
    let mut assets = Assets::default();
    assets.meshes.insert("cube.dae".into(), Arc::new(cube));
    world_with(&wrap(content), &assets, 0)
}

fn objects(scene: &SceneDescription, class: ObjectClass) -> Vec<&skidpad_scene::SceneObject> {
    scene.objects.iter().filter(|object| object.class == class).collect()
}

fn rgba(scene: &SceneDescription, object: &skidpad_scene::SceneObject) -> [f32; 4] {
    scene.meshes[object.mesh as usize].materials[0].rgba
}

/// Heights that a grid gives, and where its walls begin and end for rays in space.
#[test]
fn walls_of_a_grid_stand_between_its_heights() {
    let cells = OccupancyGrid {
        resolution_m: 0.5,
        x_min_m: 0.0,
        y_min_m: 0.0,
        width: 2,
        height: 1,
        free: vec![0, 255],
    };
    let assets = Assets { grids: [(0, Arc::new(cells))].into(), ..Assets::default() };
    let check = |heights: &str, expected: [f64; 2]| {
        let content = format!("<element class='occupancy_grid'><file>map.png</file>{heights}</element>");
        let it = world_with(&wrap(&content), &assets, 0);
        let scene = it.scene();
        let wall = objects(&scene, ObjectClass::Wall)[0];
        let z = |p: &[f32; 3]| wall.mesh_in_frame.apply(p.map(f64::from))[2];
        let ends = scene.meshes[wall.mesh as usize].positions.iter().map(z);
        let found = [ends.clone().fold(f64::INFINITY, f64::min), ends.fold(f64::NEG_INFINITY, f64::max)];
        assert_eq!(found, expected, "{heights}");
    };
    check("", [0.0, 2.0]);
    check("<z_max>3</z_max>", [0.0, 3.0]);
    check("<z_min>-1</z_min>", [-1.0, 1.0]);
    check("<z_min>1</z_min><z_max>1.5</z_max>", [1.0, 1.5]);
    check("<z_max>-1</z_max>", [-3.0, -1.0]);
}

#[test]
fn every_parameter_of_a_visual_counts() {
    let visuals = "<visual><model_uri>cube.dae</model_uri><model_scale>2</model_scale><model_offset_x>1</model_offset_x>
          <model_offset_y>-1</model_offset_y><model_offset_z>0.5</model_offset_z><model_yaw>90</model_yaw></visual>
        <visual><model_uri>cube.dae</model_uri><model_color>#0000FF</model_color><model_roll>90</model_roll>
          <show_bounding_box>true</show_bounding_box></visual>
        <visual enabled='false'><model_uri>cube.dae</model_uri></visual>";
    let it = with_cube(&robot("r", "0 0 0", visuals));
    let scene = it.scene();
    assert!(scene.is_consistent());
    let bodies = objects(&scene, ObjectClass::Vehicle);
    assert_eq!(bodies.len(), 2, "two meshes, no prism");
    let corner = bodies[0].mesh_in_frame.apply([1.0, 0.0, 1.0]);
    for (a, b) in corner.iter().zip([1.0, 1.0, 2.5]) {
        assert!((a - b).abs() < 1e-12, "{corner:?}");
    }
    assert_eq!(rgba(&scene, bodies[0]), [1.0, 0.0, 0.0, 1.0], "white leaves a mesh its colours");
    assert_eq!(rgba(&scene, bodies[1]), [0.0, 0.0, 1.0, 1.0]);
    let up = bodies[1].mesh_in_frame.apply([0.0, 1.0, 0.0]);
    assert!((up[2] - 1.0).abs() < 1e-12, "{up:?}");
    let lines = objects(&scene, ObjectClass::Marker);
    assert!(lines.len() == 1 && lines[0].visibility == Visibility::VIEWER_ONLY, "the outline asked for");
    assert_eq!(objects(&scene, ObjectClass::Wheel).len(), 2, "wheels are drawn besides");
    assert!(
        bodies.iter().chain(&objects(&scene, ObjectClass::Wheel)).all(|it| it.instance == bodies[0].instance)
    );
}

/// What every sensor meets along a ray of the world: its distance and class.
fn met(it: &Simulation, origin_m: [f32; 3], direction: [f32; 3]) -> Option<(f32, ObjectClass)> {
    let scene = it.scene();
    let tracer = Tracer::new(&scene);
    let seen = [Observer::RangeSensor, Observer::Camera, Observer::Viewer].map(|observer| {
        let view = View { origin_in_world_m: [0.0; 3], observer, excluded: Excluded::default() };
        let ray = Ray { origin_m, direction, t_max: f32::INFINITY };
        let poses = frames(it);
        let moment = tracer.posed(&poses, &view);
        moment.first_hit(&ray).map(|hit| (hit.t, moment.object(&hit).class))
    });
    assert!(seen[0] == seen[1] && seen[1] == seen[2], "{seen:?}");
    seen[0]
}

#[test]
fn culled_faces_are_looked_through() {
    let plane = |culled: &str| {
        world(&wrap(&format!(
            "<element class='horizontal_plane'><cull_face>{culled}</cull_face><z>2</z></element>
             <element class='vertical_plane'><x0>5</x0><y0>-9</y0><x1>5</x1><y1>9</y1><thickness>0.2</thickness>
               <cull_face>{culled}</cull_face></element>"
        )))
    };
    let from_above = |it: &Simulation| met(it, [1.0, 1.5, 8.0], [0.0, 0.0, -1.0]).map(|(t, _)| t);
    let from_below = |it: &Simulation| met(it, [1.0, 1.5, 0.5], [0.0, 0.0, 1.0]).map(|(t, _)| t);
    let at_wall = |it: &Simulation| met(it, [0.0, 1.5, 0.5], [1.0, 0.0, 0.0]).map(|(t, _)| t).unwrap();
    let [none, back, front] = ["NONE", "BACK", "FRONT"].map(plane);
    assert_eq!([from_above(&none), from_below(&none)], [Some(6.0), Some(1.5)]);
    assert_eq!([from_above(&back), from_below(&back)], [Some(6.0), None]);
    assert_eq!([from_above(&front), from_below(&front)], [None, Some(1.5)]);
    let walls_m = [&none, &back, &front].map(at_wall);
    assert!(walls_m.iter().zip([4.9, 4.9, 5.1]).all(|(a, b)| (a - b).abs() < 1e-6), "{walls_m:?}");

    let cube = |culled: &str| {
        let visual = format!(
            "<visual><model_uri>cube.dae</model_uri><model_cull_faces>{culled}</model_cull_faces></visual>"
        );
        with_cube(&format!("<block name='b'>{visual}<init_pose>5 0 0</init_pose></block>"))
    };
    let along = |it: &Simulation| met(it, [0.0, 0.5, 0.5], [1.0, 0.0, 0.0]);
    assert_eq!(along(&cube("NONE")), Some((5.0, ObjectClass::Block)));
    assert_eq!(along(&cube("BACK")), Some((5.0, ObjectClass::Block)));
    assert_eq!(along(&cube("FRONT")), Some((6.0, ObjectClass::Block)), "the inside of its far face");
}

#[test]
fn what_has_no_mesh_has_a_body() {
    let missing = "<visual><model_uri>gone.dae</model_uri></visual>";
    let it = with_cube(&format!(
        "{}<block name='b'><visual_scale>3</visual_scale><visual><model_uri>cube.dae</model_uri></visual><init_pose>5 0 0</init_pose></block>
        <block name='c'><color>#00FF00</color><zmin>0.2</zmin><zmax>0.7</zmax><init_pose>9 0 0</init_pose></block>",
        robot("r", "0 0 0", missing)
    ));
    let scene = it.scene();
    let body = objects(&scene, ObjectClass::Vehicle);
    let (low, high) = scene.meshes[body[0].mesh as usize].bounds_m().unwrap();
    assert_eq!((low, high), ([-0.3, -0.25, 0.05], [0.3, 0.25, 0.4]), "the chassis");
    let blocks = objects(&scene, ObjectClass::Block);
    assert_eq!(blocks[0].mesh_in_frame.linear[0][0], 3.0);
    let (low, high) = scene.meshes[blocks[1].mesh as usize].bounds_m().unwrap();
    assert_eq!(
        ([low[0], low[2], high[2]], rgba(&scene, blocks[1])),
        ([-0.5, 0.2, 0.7], [0.0, 1.0, 0.0, 1.0])
    );
    assert_ne!(blocks[0].instance, blocks[1].instance);
}

#[test]
fn wheels_roll_and_steer_and_linked_visuals_turn() {
    let car = "<vehicle name='car'><dynamics class='ackermann'>
          <rl_wheel pos='0 0.8' diameter='0.6'/><rr_wheel pos='0 -0.8' diameter='0.6'/>
          <fl_wheel diameter='0.6' linked_yaw='support' linked_yaw_offset_deg='-90'/><fr_wheel diameter='0.6'/>
          <controller class='twist_front_steer_pid'><KP>1000</KP><max_torque>500</max_torque></controller></dynamics>
        <visual><model_uri>cube.dae</model_uri></visual>
        <visual><name>support</name><model_uri>cube.dae</model_uri><model_offset_x>1.3</model_offset_x><model_yaw>45</model_yaw></visual>
        <init_pose>1 2 0</init_pose></vehicle>";
    let mut it = with_cube(car);
    run(&mut it, [VehicleId(0).drive(1.0, 0.2)], 200);
    let seen = &it.observations().vehicles[0];
    let wheel = &seen.wheels[2];
    assert!(wheel.steer_rad > 0.05);
    let expected = seen.pose_in_world
        * Pose3::new(
            wheel.position_in_vehicle_m.x,
            wheel.position_in_vehicle_m.y,
            0.3,
            wheel.steer_rad,
            wheel.rotation_rad,
            0.0,
        );
    let found = frame_named(&it, "car/fl_wheel");
    assert!((found.position() - expected.position()).norm() < 1e-12 && (found.z_m - 0.3).abs() < 1e-12);
    assert!((found.pitch_rad - expected.pitch_rad).abs() < 1e-12);
    let support = frame_named(&it, "car/support");
    let yaw_rad = seen.pose_in_world.yaw_rad + wheel.steer_rad - std::f64::consts::FRAC_PI_2;
    assert!(skidpad_math::wrap_angle(support.yaw_rad - yaw_rad).abs() < 1e-12, "its own yaw is replaced");
    assert_eq!(frame_named(&it, "car"), seen.pose_in_world);
}

#[test]
fn lifts_lift_and_people_walk() {
    let mut it = world(&wrap(
        "<element class='horizontal_plane'><animation type='keyframes'><time_pose3d>0 0 0 0 0 0 0</time_pose3d>
          <time_pose3d>2 0 0 4 0 0 0</time_pose3d></animation></element>
        <actor name='p'><init_pose>20 0 0</init_pose><path><waypoint>30 0 0</waypoint></path></actor>",
    ));
    let before = frame_named(&it, "p/left_leg");
    run(&mut it, [], 100);
    assert!((frame_named(&it, "element_0").z_m - 1.0).abs() < 1e-9);
    let (left, right) = (frame_named(&it, "p/left_leg"), frame_named(&it, "p/right_leg"));
    assert!(left.x_m > before.x_m + 0.5, "{left:?}");
    assert!(
        left.pitch_rad.abs() > 0.02 && (left.pitch_rad + right.pitch_rad).abs() < 1e-12,
        "{left:?} {right:?}"
    );
    let limbs = it.scene().frames.iter().filter(|it| matches!(it.owner, FrameOwner::Actor { .. })).count();
    assert_eq!(limbs, 5);
}

/// Height of what a ray from above meets at a point; none beside everything.
fn height_at(it: &Simulation, x: f64, y: f64) -> Option<f64> {
    let scene = it.scene();
    let tracer = Tracer::new(&scene);
    let view =
        View { origin_in_world_m: [x, y, 50.0], observer: Observer::Camera, excluded: Excluded::default() };
    let poses = frames(it);
    let moment = tracer.posed(&poses, &view);
    let down = Ray { origin_m: [0.0; 3], direction: [0.0, 0.0, -1.0], t_max: 200.0 };
    Some(50.0 - f64::from(moment.first_hit(&down)?.t))
}

/// Rays meet terrain where wheels stand on it, also far from the world's origin.
#[test]
fn terrain_is_seen_where_it_is_driven_on() {
    for (x0, y0) in [(0.0, 0.0), (553_104.0, 4_075_990.0)] {
        let it = world(&wrap(&format!(
            "<element class='elevation_map'><resolution>2</resolution><corner_min_x>{x0}</corner_min_x><corner_min_y>{y0}</corner_min_y>
            <elevation_data_matrix>[0 1 0; 2 1 3; 0 4 1]</elevation_data_matrix></element>"
        )));
        for k in 0_u32..40 {
            let noise = skidpad_math::NoiseAddress { seed: 1, stream: 2, step: u64::from(k) };
            let (x, y) = (x0 + 3.99 * noise.uniform(0), y0 + 3.99 * noise.uniform(1));
            let expected = it.model().maps[0].height_at(x, y).unwrap();
            let found = height_at(&it, x, y).expect("terrain");
            assert!((found - expected).abs() < 1e-4, "{x} {y}: {found} is not {expected}");
        }
        assert_eq!(height_at(&it, x0 - 1.0, y0), None);
    }
}

#[test]
fn the_scene_is_made_once_and_shared_by_copies() {
    let it = world(&wrap(&robot("r", "0 0 0", "")));
    let copy = it.clone();
    let scene = it.scene();
    assert!(Arc::ptr_eq(&scene, &copy.scene()) && Arc::ptr_eq(&scene, &it.with_seed(3).scene()));
    let mut more = copy;
    let spawn = skidpad_messages::Request::SpawnVehicle {
        like: VehicleId(0),
        name: "r2".into(),
        pose_in_world: Pose3::default(),
    };
    run(&mut more, [spawn], 1);
    assert_eq!(objects(&more.scene(), ObjectClass::Vehicle).len(), 2);
    assert_eq!(objects(&it.scene(), ObjectClass::Vehicle).len(), 1);
    more.reset();
    assert_eq!(objects(&more.scene(), ObjectClass::Vehicle).len(), 1);
}

/// Doors and windows are holes, the sun stands where it is put, lines are for people alone.
#[test]
fn walls_have_holes_and_lines_are_not_there() {
    let it = world(&wrap(
        "<lights><light_azimuth_deg>90</light_azimuth_deg><light_elevation_deg>30</light_elevation_deg><light_ambient>0.2</light_ambient></lights>
        <element class='ground_grid'/><marker type='line_strip'><points>0 0 0
1 1 1</points></marker>
        <element class='vertical_plane'><x0>5</x0><y0>-5</y0><x1>5</x1><y1>5</y1><height>3</height>
          <window><position>0.5</position><width>1</width><z_min>1</z_min><z_max>2</z_max></window></element>",
    ));
    let scene = it.scene();
    assert_eq!(
        objects(&scene, ObjectClass::Marker)
            .iter()
            .filter(|it| it.visibility == Visibility::VIEWER_ONLY)
            .count(),
        2
    );
    assert!((scene.light.direction[1] + 0.866).abs() < 1e-3 && (scene.light.direction[2] + 0.5).abs() < 1e-3);
    let tracer = Tracer::new(&scene);
    let look = |y: f64, z: f64| {
        let view = View {
            origin_in_world_m: [0.0, y, z],
            observer: Observer::RangeSensor,
            excluded: Excluded::default(),
        };
        let ahead = Ray { origin_m: [0.0; 3], direction: [1.0, 0.0, 0.0], t_max: 100.0 };
        tracer.posed(&frames(&it), &view).first_hit(&ahead).map(|hit| hit.t)
    };
    assert!((look(0.0, 0.5).unwrap() - 4.99).abs() < 1e-5, "below the window");
    assert_eq!(look(0.0, 1.5), None, "through the window");
    assert!(look(0.6, 1.5).is_some() && look(0.0, 2.5).is_some() && look(0.0, 3.1).is_none());
}

/// A mesh of one box of this height.
fn tall(height_m: f64) -> Arc<Mesh> {
    Arc::new(Primitive::Box { lx_m: 0.2, ly_m: 0.2, lz_m: height_m }.mesh())
}

/// A person of boxes: 9 m at rest; standing 1 and 2 m, a second each; walking 3 to 6 m, a quarter of a second each.
fn with_clips(content: &str) -> Simulation {
    let clip = |name: &str, duration_s, heights_m: &[f64]| {
        let poses = heights_m.iter().map(|&height_m| tall(height_m)).collect();
        Arc::new(Clip { name: name.into(), duration_s, poses })
    };
    let mut assets = Assets::default();
    assets.meshes.insert("man.glb".into(), tall(9.0));
    let clips = vec![clip("idle", 2.0, &[1.0, 2.0]), clip("walk", 1.0, &[3.0, 4.0, 5.0, 6.0])];
    assets.clips.insert("man.glb".into(), clips);
    world_with(&wrap(content), &assets, 0)
}

fn run_s(it: &mut Simulation, seconds: f64) {
    run(it, [], (seconds / 0.005).round() as u32);
}

/// How tall the person is for a ray from the right that looks for it, by tenths.
fn seen_height_m(it: &Simulation, x_m: f64) -> f32 {
    let tracer = Tracer::new(&it.scene());
    let view = View {
        origin_in_world_m: [x_m, -5.0, 20.0],
        observer: Observer::RangeSensor,
        excluded: Excluded::default(),
    };
    let posed = tracer.posed(&frames(it), &view);
    let ray = Ray { origin_m: [0.1, 5.1, 0.0], direction: [0.0, 0.0, -1.0], t_max: 30.0 };
    posed.first_hit(&ray).map_or(0.0, |hit| (20.0 - hit.t).round())
}

#[test]
fn people_play_the_clips_of_their_mesh() {
    let visual = "<visual><model_uri>man.glb</model_uri></visual>";
    let standing = format!("<actor name='ann'><init_pose>0 0 0</init_pose>{visual}</actor>");
    let mut it = with_clips(&standing);
    let mut heights = Vec::new();
    for _ in 0..6 {
        heights.push(seen_height_m(&it, 0.0));
        run_s(&mut it, 0.5);
    }
    assert_eq!(heights, [1.0, 1.0, 2.0, 2.0, 1.0, 1.0], "by the clock");

    let way = "<path loop='false'><waypoint>100 0 0</waypoint></path>";
    let walking = format!(
        "<actor name='ann'><walking_speed>1</walking_speed><init_pose>0 0 0</init_pose>{visual}{way}</actor>"
    );
    let mut it = with_clips(&walking);
    run_s(&mut it, 0.1);
    let mut heights = Vec::new();
    for k in 0..6 {
        heights.push(seen_height_m(&it, 0.1 + 0.25 * f64::from(k)));
        run_s(&mut it, 0.25);
    }
    assert_eq!(heights, [3.0, 4.0, 5.0, 6.0, 3.0, 4.0]);

    let running = walking.replace("<waypoint>", "<waypoint animation='run'>");
    let mut it = with_clips(&running);
    run_s(&mut it, 0.1);
    assert_eq!(seen_height_m(&it, 0.35), 9.0, "there is no clip of a run: the mesh is at rest");
    assert_eq!(frame_named(&it, "ann/trunk").x_m as f32, 0.35, "the frame of the person never goes away");
}
