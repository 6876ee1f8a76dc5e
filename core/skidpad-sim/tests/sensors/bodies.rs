//! What is there to see: bodies, heights, own body, actors, people, things that come and go.

use crate::common::{read, robot, run, scan, world, world_with, wrap};
use skidpad_math::{Pose3, Vec2};
use skidpad_messages::{
    BlockId, BodyId, Cloud, CloudPoint, NewBlock, ObjectShape, ReadingData, Request, RuntimeObject, VehicleId,
};
use skidpad_scene::{Assets, bodies};
use skidpad_sim::Simulation;

const FORWARD: &str = "<fov_degrees>10</fov_degrees><nrays>3</nrays><range_std_noise>0</range_std_noise>
    <angle_std_noise_deg>0</angle_std_noise_deg><max_range>30</max_range>";

fn laser(pose_3d: &str, options: &str) -> String {
    format!("<sensor class='laser' name='l'><pose_3d>{pose_3d}</pose_3d>{FORWARD}{options}</sensor>")
}

fn block(z: [f64; 2], pose: &str) -> String {
    let [low, high] = z;
    format!(
        "<block name='b'><static>true</static><zmin>{low}</zmin><zmax>{high}</zmax><init_pose>{pose}</init_pose></block>"
    )
}

/// The middle beam [m].
fn ahead(content: &str) -> f32 {
    scan(&world(&wrap(content)), "l").ranges_m[1]
}

#[test]
fn heights_count_in_both_modes() {
    for mode in ["", "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>"] {
        let look = |z: [f64; 2]| {
            ahead(&format!("{}{}", robot("r", "0 0 0", &laser("0 0 0.6 0 0 0", mode)), block(z, "3 0 0")))
        };
        assert!((look([0.0, 1.0]) - 2.5).abs() < 1e-5, "{mode}");
        assert_eq!(look([1.5, 2.0]), f32::INFINITY, "{mode}: it hangs over the laser");
        assert_eq!(look([0.0, 0.5]), f32::INFINITY, "{mode}: the laser looks over it");
    }
}

#[test]
fn the_own_body_is_seen_as_asked() {
    // Inside the chassis, looking forward: its front is 0.3 m away.
    let spatial = "<raytrace_3d>true</raytrace_3d>";
    assert!((ahead(&robot("r", "0 0 0", &laser("0 0 0.3 0 0 0", spatial))) - 0.3).abs() < 1e-5);
    let ignore = format!("{spatial}<ignore_parent_body>true</ignore_parent_body>");
    assert_eq!(ahead(&robot("r", "0 0 0", &laser("0 0 0.3 0 0 0", &ignore))), f32::INFINITY);
    assert_eq!(ahead(&robot("r", "0 0 0", &laser("0 0 0.3 0 0 0", ""))), f32::INFINITY);
}

#[test]
fn what_is_too_near_reads_minus_infinity() {
    for mode in ["", "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>"] {
        let options = format!("{mode}<min_range>3</min_range>");
        let content = format!(
            "{}{}",
            robot("r", "0 0 0", &laser("0 0 0.6 0 0 0", &options)),
            block([0.0, 1.0], "3 0 0")
        );
        assert_eq!(ahead(&content), f32::NEG_INFINITY, "{mode}");
    }
}

#[test]
fn a_tilted_laser_meets_the_floor() {
    // 30° down from 0.6 m: 1.2 m along the beam.
    let options = "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>";
    let content = format!(
        "<element class='horizontal_plane'/>{}",
        robot("r", "0 0 0", &laser("0.4 0 0.6 0 30 0", options))
    );
    assert!((ahead(&content) - 1.2).abs() < 1e-5);
}

#[test]
fn both_modes_see_people() {
    for mode in ["", "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>"] {
        let person =
            "<actor name='p'><init_pose>3 0 0</init_pose><collision_radius>0.3</collision_radius></actor>";
        let range_m = ahead(&format!("{}{person}", robot("r", "0 0 0", &laser("0 0 1.2 0 0 0", mode))));
        assert!((2.5..3.0).contains(&range_m), "{mode}: {range_m}");
    }
}

#[test]
fn what_comes_is_seen_and_what_goes_is_not() {
    for mode in ["", "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>"] {
        let content =
            format!("{}{}", robot("r", "0 0 0", &laser("0 0 0.6 0 0 0", mode)), block([0.0, 1.0], "5 0 0"));
        let mut it = world(&wrap(&content));
        let near = |it: &Simulation| scan(it, "l").ranges_m[1];
        assert!((near(&it) - 4.5).abs() < 1e-5, "{mode}");
        let side = |x: f64, y: f64| Vec2::new(x, y);
        let crate_ahead = NewBlock {
            name: "crate".into(),
            outline_m: vec![side(-0.5, -0.5), side(0.5, -0.5), side(0.5, 0.5), side(-0.5, 0.5)],
            z_min_m: 0.0,
            z_max_m: 1.0,
            mass_kg: 5.0,
            is_static: true,
            pose_in_world: Pose3 { x_m: 3.0, ..Pose3::default() },
        };
        run(&mut it, [Request::SpawnBlock(crate_ahead)], 1);
        assert!((near(&it) - 2.5).abs() < 1e-5, "{mode}");
        run(&mut it, [Request::Remove { body: BodyId::Block(BlockId(1)) }], 1);
        assert!((near(&it) - 4.5).abs() < 1e-5, "{mode}");
        run(&mut it, [Request::Reset], 1);
        assert!((near(&it) - 4.5).abs() < 1e-5, "{mode}");
    }
}

/// Objects that are only seen stop rays, unless they are made for viewers alone, and stop no vehicle.
#[test]
fn runtime_objects_are_seen_where_they_are_put() {
    for mode in ["", "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>"] {
        let content =
            format!("{}{}", robot("r", "0 0 0", &laser("0 0 0.6 0 0 0", mode)), block([0.0, 1.0], "5 0 0"));
        let mut it = world(&wrap(&content));
        let fresh = it.state_hash();
        let near = |it: &Simulation| scan(it, "l").ranges_m[1];
        let ball = RuntimeObject {
            name: "ball".into(),
            shape: ObjectShape::Sphere,
            size_m: [1.0, 1.0, 2.0],
            pose_in_world: Pose3 { x_m: 3.0, z_m: 9.0, ..Pose3::default() },
            is_on_ground: true,
            ..RuntimeObject::default()
        };
        let ghost = RuntimeObject { name: "ghost".into(), is_seen_by_sensors: false, ..ball.clone() };
        let ghost = RuntimeObject { pose_in_world: Pose3 { x_m: 2.0, ..Pose3::default() }, ..ghost };
        let spawn = |objects| Request::SpawnObjects { objects, replaces: false };
        run(&mut it, [spawn(vec![ball.clone(), ghost])], 1);
        // The ball stands on the floor: its section at 0.6 m has a half axis of 0.5·√(1 − 0.4²).
        let expected = 3.0 - 0.5 * (1.0f32 - 0.16).sqrt();
        assert!((near(&it) - expected).abs() < 6e-3, "{mode}: {} {expected}", near(&it));
        let far = Pose3 { x_m: 4.0, z_m: 1.0, ..Pose3::default() };
        run(&mut it, [Request::MoveObject { name: "ball".into(), pose_in_world: far }], 1);
        assert!((near(&it) - expected - 1.0).abs() < 6e-3, "{mode}");
        let small = RuntimeObject { shape: ObjectShape::Box, size_m: [1.0; 3], ..ball };
        run(&mut it, [Request::SpawnObjects { objects: vec![small], replaces: true }], 1);
        assert!((near(&it) - 2.5).abs() < 1e-5, "{mode}");
        run(&mut it, [Request::RemoveObjects { names: vec!["ball".into()], prefix: Some("gh".into()) }], 1);
        assert!((near(&it) - 4.5).abs() < 1e-5, "{mode}");
        assert!(it.observations().objects.is_empty());
        it.reset();
        assert_eq!(it.state_hash(), fresh, "nothing is left of them");
    }
}

fn cloud(it: &Simulation, name: &str) -> Cloud {
    match read(it, name).data {
        ReadingData::Cloud(cloud) => cloud,
        other => panic!("{other:?}"),
    }
}

/// A lidar in a square room: every return lies on a wall or the floor, ring by ring.
#[test]
fn a_lidar_measures_the_room_around_it() {
    let walls = "<walls><shape><pt>-5 -5</pt><pt>5 -5</pt><pt>5 -5</pt><pt>5 5</pt><pt>5 5</pt><pt>-5 5</pt><pt>-5 5</pt>
        <pt>-5 -5</pt></shape><wallThickness>0.2</wallThickness><wallHeight>20</wallHeight></walls>
        <element class='horizontal_plane'/>";
    let lidar = "<sensor class='lidar3d' name='l'><pose_3d>0 0 0.6 0 0 0</pose_3d><range_std_noise>0</range_std_noise>
        <vert_nrays>5</vert_nrays><vertical_ray_angles>-20 -3 0 4 15</vertical_ray_angles><horz_nrays>360</horz_nrays>
        <ignore_parent_body>true</ignore_parent_body></sensor>";
    let it = world(&wrap(&format!("{walls}{}", robot("r", "0 0 0", lidar))));
    let seen = cloud(&it, "l");
    assert_eq!((seen.ring_count, seen.column_count, seen.points.len()), (5, 360, 1800));
    for (index, point) in seen.points.iter().enumerate() {
        let (ring, column) = (index / 360, index % 360);
        assert_eq!((usize::from(point.ring), point.time_s), (ring, 0.0));
        let elevation_rad = [-20.0_f64, -3.0, 0.0, 4.0, 15.0][ring].to_radians();
        let azimuth_rad = (180.0 - column as f64).to_radians();
        let (sin_el, cos_el) = skidpad_math::sin_cos(elevation_rad);
        let (sin_az, cos_az) = skidpad_math::sin_cos(azimuth_rad);
        let wall = 4.9 / (cos_el * sin_az.abs().max(cos_az.abs()));
        let floor = if sin_el < 0.0 { 0.6 / -sin_el } else { f64::INFINITY };
        let range_m = wall.min(floor);
        assert!((f64::from(point.range_m()) - range_m).abs() < 2e-5 * range_m, "ring {ring} column {column}");
        assert!(point.intensity > 0.0 && point.intensity <= 1.0);
    }
}

const TURNING: &str = "<motion_distortion>true</motion_distortion>";

/// A lidar with 400 columns, ten turns a second.
fn lidar_of_400(name: &str, options: &str) -> String {
    format!(
        "<sensor class='lidar3d' name='{name}'><range_std_noise>0</range_std_noise><vert_nrays>2</vert_nrays>
        <vertical_ray_angles>0 1</vertical_ray_angles><horz_nrays>400</horz_nrays>
        <sensor_period>0.1</sensor_period>{options}</sensor>"
    )
}

/// A robot with these sensors that has driven towards a wall at x = 20 m for a second, at 2 m/s.
fn towards_a_wall(sensors: &str) -> Simulation {
    let wall = "<block name='w'><static>true</static><zmin>0</zmin><zmax>2</zmax><shape><pt>0 -5</pt><pt>1 -5</pt><pt>1 5</pt><pt>0 5</pt></shape>
        <init_pose>20 0 0</init_pose></block>";
    let mut it = world(&wrap(&format!("{wall}{}", robot("r", "0 0 0", sensors))));
    run(&mut it, [VehicleId(0).drive(2.0, 0.0)], 200);
    it
}

/// While the vehicle drives at 2 m/s towards a wall, the columns that look ahead were taken before the stamp.
#[test]
fn motion_bends_a_sweep() {
    let above = "<pose_3d>0 0 0.6 0 0 0</pose_3d><ignore_parent_body>true</ignore_parent_body>";
    let sensors = lidar_of_400("flash", above) + &lidar_of_400("turning", &format!("{above}{TURNING}"));
    let it = towards_a_wall(&sensors);
    let (flash, turning) = (cloud(&it, "flash"), cloud(&it, "turning"));
    let x_m = it.observations().vehicles[0].pose_in_world.x_m;
    // Column 200 looks straight ahead, 199 columns before the last: 0.04975 s before the stamp.
    let (now, then) = (flash.points[200].x_m, turning.points[200].x_m);
    assert!((f64::from(now) - (20.0 - x_m)).abs() < 1e-4);
    let back_m = 2.0 * 0.1 * 199.0 / 400.0;
    assert!((f64::from(then - now) - back_m).abs() < 1e-4, "{then} {now}");
    assert!((turning.points[200].time_s + 0.04975).abs() < 1e-6);
    assert!((turning.sweep_s - 0.1).abs() < 1e-12 && flash.sweep_s == 0.0);
}

/// The vehicle goes along with its lidar: what it sees of itself is what it sees when it stands, and nothing of it
/// stands in the way of what it looks at.
#[test]
fn the_own_body_is_not_bent() {
    let inside = "<pose_3d>0.35 0 0.3 0 0 0</pose_3d><min_range>0.01</min_range>";
    let sensors = lidar_of_400("flash", inside)
        + &lidar_of_400("turning", &format!("{inside}{TURNING}"))
        + &lidar_of_400("two", &format!("{inside}{TURNING}<dual_return>true</dual_return>"));
    let it = towards_a_wall(&sensors);
    let (flash, turning, two) = (cloud(&it, "flash"), cloud(&it, "turning"), cloud(&it, "two"));
    let mut own = 0;
    for (now, then) in flash.points.iter().zip(&turning.points) {
        if now.is_return() && now.range_m() < 2.0 {
            own += 1;
            let off = (now.x_m - then.x_m).abs().max((now.y_m - then.y_m).abs());
            assert!(off < 1e-5, "{now:?} {then:?}");
        }
    }
    assert!(own > 100, "the lidar sees the chassis behind it: {own}");
    assert!(turning.points[200].x_m > flash.points[200].x_m + 0.05, "the wall was further away");
    let bits = |points: &[CloudPoint]| -> Vec<u32> { points.iter().map(|it| it.x_m.to_bits()).collect() };
    assert_eq!(bits(&two.points), bits(&turning.points));
    assert_eq!(bits(&two.last_returns), bits(&turning.points), "nothing here is made of glass");
}

/// Behind a pane of glass the second return is the wall.
#[test]
fn two_returns_see_glass_and_what_is_behind() {
    let lidar = "<sensor class='lidar3d' name='l'><pose_3d>0 0 0.6 0 0 0</pose_3d><range_std_noise>0</range_std_noise>
        <vert_nrays>2</vert_nrays><vertical_ray_angles>0 1</vertical_ray_angles><horz_nrays>4</horz_nrays>
        <dual_return>true</dual_return><ignore_parent_body>true</ignore_parent_body></sensor>";
    let glass = "<block name='g'><static>true</static><zmin>0</zmin><zmax>2</zmax><color>#FFFFFF40</color><init_pose>3 0 0</init_pose></block>
        <block name='w'><static>true</static><zmin>0</zmin><zmax>2</zmax><color>#FFFFFF</color><init_pose>6 0 0</init_pose></block>";
    let it = world(&wrap(&format!("{glass}{}", robot("r", "0 0 0", lidar))));
    let seen = cloud(&it, "l");
    let (first, last) = (seen.points[2], seen.last_returns[2]);
    assert!((first.x_m - 2.5).abs() < 1e-5 && (last.x_m - 5.5).abs() < 1e-3, "{first:?} {last:?}");
    assert!(last.intensity < first.intensity && last.intensity > 0.0);
    assert!(!seen.points[0].is_return() && !seen.last_returns[0].is_return());
}

/// A mesh, one that cannot be had, and a primitive: the outline goes around all there is.
#[test]
fn an_outline_is_that_of_all_that_is_seen() {
    let mut assets = Assets::default();
    let cube = bodies::prism(&[[4.0, -0.5], [5.0, -0.5], [5.0, 0.5], [4.0, 0.5]], 0.0, 1.0);
    assets.meshes.insert("cube.obj".into(), cube.into());
    let look = |yaw_deg: f64, more: &str| {
        let block = format!(
            "<block name='b'><static>true</static><shape_from_visual/><init_pose>0 0 0</init_pose>
            <visual><model_uri>cube.obj</model_uri></visual>{more}</block>"
        );
        let robot = robot("r", &format!("0 4 {yaw_deg}"), &laser("0 0 0.6 0 0 0", ""));
        scan(&world_with(&wrap(&format!("{block}{robot}")), &assets, 0), "l").ranges_m[1]
    };
    let gone = "<visual><model_uri>gone.obj</model_uri></visual>";
    // From (0, 4) towards the cube's middle, at (4.5, 0), and towards the origin.
    let towards_cube_deg = -skidpad_math::atan2(4.0, 4.5).to_degrees();
    for more in ["", gone] {
        assert!(look(towards_cube_deg, more).is_finite(), "{more}");
        assert_eq!(look(-90.0, more), f32::INFINITY, "{more}: nothing is at the origin");
    }
    let both = "<geometry type='cylinder' radius='1' length='1'/>";
    assert!(look(towards_cube_deg, both).is_finite());
    assert!((look(-90.0, both) - 3.0).abs() < 0.1, "{}", look(-90.0, both));
}
