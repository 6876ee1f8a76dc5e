//! What cameras see, against the projection of known points and the geometry of known surfaces.

use crate::common::{read, robot, run, world, world_with, wrap};
use skidpad_messages::{
    BlockId, BodyId, CameraModel, Commands, Picture, ReadingData, Request, RgbdReading, VehicleId,
};
use skidpad_scene::{Assets, Image, ObjectClass};
use skidpad_sim::Simulation;
use std::sync::Arc;

fn picture(it: &Simulation, name: &str) -> Picture {
    match read(it, name).data {
        ReadingData::Image(picture) => picture,
        other => panic!("{other:?}"),
    }
}

fn rgbd(it: &Simulation, name: &str) -> RgbdReading {
    match read(it, name).data {
        ReadingData::Rgbd(reading) => reading,
        other => panic!("{other:?}"),
    }
}

fn ball(k: usize, [x, y, z]: [f64; 3], radius_m: f64) -> String {
    format!(
        "<block name='ball{k}'><static>true</static><geometry type='sphere' radius='{radius_m}' vertex_count='40'/><shape_from_visual/>
        <init_pose3d>{x} {y} {z} 0 0 0</init_pose3d><skip_elevation_adjust/></block>"
    )
}

/// Small balls at known places: the middle of the pixels that show each is within half a pixel of where the
/// camera model puts its centre, with and without distortion, from a camera that looks askew.
#[test]
fn known_points_are_where_the_projection_says() {
    let points: Vec<[f64; 3]> = (0..5)
        .flat_map(|i| {
            (0..4).map(move |j| [4.0 + f64::from(i), f64::from(j) - 1.7, 0.4 + 0.35 * f64::from(i)])
        })
        .collect();
    let balls: String = points.iter().enumerate().map(|(k, point)| ball(k, *point, 0.03)).collect();
    for distortion in ["0 0 0 0 0", "-0.2 0.05 0.002 -0.001 0.01"] {
        // Yaw 5° and 10° down, as vehicles count; then the turn into optical axes.
        let content = format!(
            "{balls}<sensor class='camera' name='c'><pose_3d>-0.5 0.2 1.5 -85 10 -90</pose_3d><ncols>640</ncols><nrows>480</nrows>
            <cx>322</cx><cy>238</cy><fx>500</fx><fy>510</fy><distortion>{distortion}</distortion></sensor>"
        );
        let it = world(&wrap(&content));
        let reading = read(&it, "c");
        let seen = picture(&it, "c");
        let mut checked = 0;
        for (k, [x, y, z]) in points.iter().enumerate() {
            let local = reading.sensor_in_world.inverse_transform(skidpad_math::Vec3::new(*x, *y, *z));
            let [u, v] = seen.camera.project([local.x, local.y, local.z]).expect("in front");
            let is_inside = (8.0..631.0).contains(&u) && (8.0..471.0).contains(&v);
            let pixels: Vec<usize> =
                (0..seen.instances.len()).filter(|&index| seen.instances[index] == k as u32 + 1).collect();
            if !is_inside || pixels.len() < 12 {
                continue;
            }
            checked += 1;
            let mean = |value: &dyn Fn(usize) -> usize| {
                pixels.iter().map(|&index| value(index) as f64).sum::<f64>() / pixels.len() as f64
            };
            let (mu, mv) = (mean(&|index| index % 640), mean(&|index| index / 640));
            assert!((mu - u).abs() < 0.5 && (mv - v).abs() < 0.5, "ball {k}: {mu} {mv} is not {u} {v}");
        }
        assert!(checked >= 12, "{checked}");
    }
}

const WALL: &str = "<block name='w'><static>true</static><zmin>0</zmin><zmax>4</zmax><shape><pt>0 -4</pt><pt>1 -4</pt><pt>1 4</pt><pt>0 4</pt></shape>
    <color>#00FF00</color><init_pose>3 0 0</init_pose></block>";

fn depth_camera(options: &str) -> String {
    format!(
        "<sensor class='rgbd_camera' name='c'><pose_3d>0 0 1 0 0 0</pose_3d>
        <relativePoseIntensityWRTDepth>0 0.05 0 -90 0 -90</relativePoseIntensityWRTDepth>
        <depth_ncols>80</depth_ncols><depth_nrows>60</depth_nrows><depth_cx>40</depth_cx><depth_cy>30</depth_cy><depth_fx>60</depth_fx>
        <depth_fy>60</depth_fy><rgb_ncols>40</rgb_ncols><rgb_nrows>30</rgb_nrows><rgb_cx>20</rgb_cx><rgb_cy>15</rgb_cy><rgb_fx>25</rgb_fx>
        <rgb_fy>25</rgb_fy><depth_noise_sigma>0</depth_noise_sigma>{options}</sensor>"
    )
}

/// A wall in front: the same depth along the optical axis everywhere, the floor by its own rule.
#[test]
fn depth_counts_along_the_optical_axis() {
    let it = world(&wrap(&format!("{WALL}{}", depth_camera(""))));
    let seen = rgbd(&it, "c");
    let depth = seen.depth.as_ref().unwrap();
    assert_eq!((depth.unit_m, depth.depth.len()), (1e-3, 4800));
    for (index, &units) in depth.depth.iter().enumerate() {
        let row = index / 80;
        // Rows from 30 up look at the wall; below it ends at the floor, one metre below the camera: 20 rows down.
        let expected = if row <= 50 { 3000 } else { 0 };
        if row != 50 {
            assert_eq!(units, expected, "pixel {index}");
        }
    }
    let colour = seen.colour.as_ref().unwrap();
    assert_eq!((colour.camera.width, colour.rgb.len()), (40, 3600));
    let middle = 15 * 40 + 20;
    assert_eq!(colour.labels[middle], ObjectClass::Block.label());
    // Points lie on the wall, in the sensor's axes, and take its colour.
    let points = seen.points();
    let middle = points[20 * 80 + 40];
    assert!((middle.x_m - 3.0).abs() < 1e-3 && middle.y_m.abs() < 1e-6, "{middle:?}");
    assert!(middle.rgb[1] > 100 && middle.rgb[0] == 0, "{middle:?}");
    assert!((points[30 * 80 + 10].y_m - 1.5).abs() < 1e-3, "to the left");
}

#[test]
fn clipping_and_units_are_those_asked_for() {
    let clipped = world(&wrap(&format!("{WALL}{}", depth_camera("<depth_clip_max>2.5</depth_clip_max>"))));
    assert!(rgbd(&clipped, "c").depth.unwrap().depth.iter().all(|&units| units == 0));
    let coarse =
        world(&wrap(&format!("{WALL}{}", depth_camera("<depth_resolution>0.01</depth_resolution>"))));
    assert_eq!(rgbd(&coarse, "c").depth.unwrap().depth[2400], 300);
    let alone = world(&wrap(&format!("{WALL}{}", depth_camera("<sense_rgb>false</sense_rgb>"))));
    assert!(rgbd(&alone, "c").colour.is_none());
}

/// A camera over the origin that looks straight down, with its picture's top along +x.
/// A rolling shutter takes its rows one after the other: towards a wall the first rows are farther from it.
#[test]
fn a_rolling_shutter_takes_its_rows_while_the_vehicle_moves() {
    let depths = |readout: &str| {
        let camera = depth_camera(readout);
        let mut it = world(&wrap(&format!("{WALL}{}", robot("r", "0 0 0", &camera))));
        run(&mut it, [VehicleId(0).drive(2.0, 0.0)], 100);
        let depth = rgbd(&it, "c").depth.unwrap().depth;
        [0, 15, 29, 45].map(|row: usize| f64::from(depth[80 * row + 40]) * 1e-3)
    };
    let (v, readout_s, n) = (2.0, 0.06, 60.0);
    let whole = depths("");
    let rolling = depths("<readout_time>0.06</readout_time>");
    for ((whole, rolling), row) in whole.iter().zip(rolling).zip([0.0, 15.0, 29.0, 45.0]) {
        let expected = whole + v * readout_s * (n - 1.0 - row) / n;
        assert!((rolling - expected).abs() < 2e-3, "row {row}: {rolling} is not {expected}");
    }
    assert_eq!(depths("<readout_time>0</readout_time>"), whole);
    assert!(
        (depths("<readout_time>5</readout_time>")[0] - whole[0]) < 0.21,
        "at most the time between two pictures"
    );
}

/// A post that is upright leans in the picture of a camera that turns while it takes its rows.
#[test]
fn a_rolling_shutter_leans_what_is_upright() {
    let camera = "<sensor class='camera' name='c'><pose_3d>0 0 1 -90 0 -90</pose_3d><ncols>201</ncols><nrows>100</nrows>
        <cx>100</cx><cy>50</cy><fx>100</fx><fy>100</fy><sensor_period>0.1</sensor_period><readout_time>0.1</readout_time></sensor>";
    let post = "<block name='p'><static>true</static><zmin>0</zmin><zmax>4</zmax><shape><pt>-0.1 -0.1</pt><pt>0.1 -0.1</pt>
        <pt>0.1 0.1</pt><pt>-0.1 0.1</pt></shape><init_pose>4 0 0</init_pose></block>";
    let mut it = world(&wrap(&format!("{post}{}", robot("r", "0 0 -15", camera))));
    let w = 1.0;
    run(&mut it, [VehicleId(0).drive(0.0, w)], 40);
    let seen = picture(&it, "c");
    let column = |row: usize| {
        let labels = &seen.labels[201 * row..201 * (row + 1)];
        let post: Vec<usize> = (0..201).filter(|&k| labels[k] == ObjectClass::Block.label()).collect();
        post.iter().sum::<usize>() as f64 / post.len() as f64
    };
    // The camera turns to the left, so that a later row sees the post farther to the right.
    let yaw_rad = it.observations().vehicles[0].pose_in_world.yaw_rad;
    for row in [5, 40, 70] {
        let then_rad = yaw_rad - w * 0.1 * (99 - row) as f64 / 100.0;
        let expected = 100.0 + 100.0 * skidpad_math::tan(then_rad);
        assert!((column(row) - expected).abs() < 1.0, "row {row}: {} is not {expected}", column(row));
    }
}

fn from_above(extra: &str) -> String {
    format!(
        "<sensor class='camera' name='c'><pose_3d>0 0 5 -90 0 180</pose_3d><ncols>101</ncols><nrows>101</nrows><cx>50</cx><cy>50</cy>
        <fx>100</fx><fy>100</fy>{extra}</sensor>"
    )
}

/// Pixel of a point on the floor seen by that camera: 20 px a metre, right is −y, down is −x.
fn floor_pixel(picture: &Picture, x: f64, y: f64) -> [u8; 3] {
    let (column, row) = (50.0 - 20.0 * y, 50.0 - 20.0 * x);
    let start = 3 * (row.round() as usize * 101 + column.round() as usize);
    [picture.rgb[start], picture.rgb[start + 1], picture.rgb[start + 2]]
}

/// Light from 45° of elevation along +x: a post of a metre throws a shadow of a metre to −x … and the floor there
/// has the ambient share alone.
#[test]
fn the_sun_lights_and_things_throw_shadows() {
    let scene = |shadows: &str, floor: &str| {
        format!(
            "<lights><enable_shadows>{shadows}</enable_shadows><light_azimuth_deg>0</light_azimuth_deg><light_elevation_deg>45</light_elevation_deg>
            <light_ambient>0.4</light_ambient></lights>
            <element class='horizontal_plane'><color>#C8C8C8</color>{floor}</element>
            <block name='post'><static>true</static><zmin>0</zmin><zmax>1</zmax><shape><pt>-0.1 -0.1</pt><pt>0.1 -0.1</pt><pt>0.1 0.1</pt>
            <pt>-0.1 0.1</pt></shape><init_pose>0 0 0</init_pose></block>{}",
            from_above("")
        )
    };
    let seen = picture(&world(&wrap(&scene("true", ""))), "c");
    let grey = 200.0_f64;
    let lit = grey * (0.4 + 0.6 * skidpad_math::sin(45_f64.to_radians()));
    let near =
        |found: [u8; 3], expected: f64| found.iter().all(|&value| (f64::from(value) - expected).abs() < 1.5);
    assert!(near(floor_pixel(&seen, 1.5, 0.0), lit), "towards the sun: {:?}", floor_pixel(&seen, 1.5, 0.0));
    assert!(near(floor_pixel(&seen, -0.8, 0.0), grey * 0.4), "shadow: {:?}", floor_pixel(&seen, -0.8, 0.0));
    assert!(near(floor_pixel(&seen, -1.5, 0.0), lit), "beyond the shadow");
    let bright = picture(&world(&wrap(&scene("false", ""))), "c");
    assert!(near(floor_pixel(&bright, -0.8, 0.0), lit), "no shadows where none are asked for");
    let plain = picture(&world(&wrap(&scene("true", "<enable_shadows>false</enable_shadows>"))), "c");
    for x in [-0.8, 1.5] {
        assert!(near(floor_pixel(&plain, x, 0.0), grey), "neither light nor shadow falls on it");
    }
}

/// A lamp of a block, 2 m over the origin, in a world without sun: c/(1 + 0.09·d + 0.032·d²)·cos, and nothing when its
/// group is switched off.
#[test]
fn lamps_light_the_floor_until_they_are_switched_off() {
    let lamp =
        "<light_group name='lamp'><point_light><position>-3 0 2</position></point_light></light_group>";
    let scene = format!(
        "<lights><light_ambient>0</light_ambient><light_diffuse>0</light_diffuse></lights>
        <element class='horizontal_plane'><color>#C8C8C8</color></element>
        <block name='stand'><static>true</static><zmax>0.1</zmax><init_pose>3 0 0</init_pose>{lamp}</block>{}",
        from_above("")
    );
    let mut it = world(&wrap(&scene));
    let seen = picture(&it, "c");
    let distance_m = 5_f64.sqrt();
    let light = 2.0 / distance_m / (1.0 + 0.09 * distance_m + 0.032 * distance_m * distance_m);
    let found = floor_pixel(&seen, 1.0, 0.0);
    assert!(found.iter().all(|&value| (f64::from(value) - 200.0 * light).abs() < 1.5), "{found:?}");
    let body = BodyId::Block(BlockId(0));
    it.step(&Commands::from([Request::SwitchLights { body, group: "lamp".to_string(), is_on: false }]));
    assert_eq!(floor_pixel(&picture(&it, "c"), 1.0, 0.0), [0; 3]);
}

/// A ceiling that is not seen from above lets the sun in.
#[test]
fn a_ceiling_without_its_front_throws_no_shadow() {
    let floor_under = |culled: &str| {
        let scene = format!(
            "<lights><light_ambient>0.4</light_ambient></lights><element class='horizontal_plane'><color>#C8C8C8</color></element>
            <element class='horizontal_plane'><z>3</z><cull_face>{culled}</cull_face></element>{}",
            from_above("")
        );
        floor_pixel(&picture(&world(&wrap(&scene)), "c"), 1.0, 1.0)
    };
    let [r, ..] = floor_under("FRONT");
    assert!(r > 180, "lit: {r}");
}

/// A picture on the floor, red green / blue white: right is +x, top is +y.
#[test]
fn textures_lie_as_on_a_map() {
    let quarters: [[u8; 4]; 4] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    let mut assets = Assets::default();
    assets.images.insert("t.png".into(), Arc::new(Image { width: 2, height: 2, rgba: quarters.concat() }));
    let content = format!(
        "<lights><light_ambient>1</light_ambient></lights><element class='horizontal_plane'><x_min>-2</x_min><x_max>2</x_max><y_min>-2</y_min><y_max>2</y_max>
        <texture>t.png</texture><texture_size_x>4</texture_size_x><texture_size_y>4</texture_size_y></element>{}",
        from_above("")
    );
    let seen = picture(&world_with(&wrap(&content), &assets, 0), "c");
    let at = |x, y| floor_pixel(&seen, x, y);
    assert_eq!([at(-1.0, 1.0), at(1.0, 1.0)], [[255, 0, 0], [0, 255, 0]]);
    assert_eq!([at(-1.0, -1.0), at(1.0, -1.0)], [[0, 0, 255], [255, 255, 255]]);
}

#[test]
fn the_sky_has_no_label_and_antialiasing_softens_edges() {
    let content = |options: &str| {
        format!(
            "<lights><light_ambient>1</light_ambient></lights><block name='b'><static>true</static><zmin>0</zmin><zmax>1</zmax><color>#000000</color>
            <init_pose>0 0 20</init_pose></block>{}",
            from_above(options)
        )
    };
    let (hard, soft) = (
        picture(&world(&wrap(&content(""))), "c"),
        picture(&world(&wrap(&content("<antialias>3</antialias>"))), "c"),
    );
    assert_eq!((hard.labels[0], hard.instances[0]), (0, 0));
    assert_eq!(hard.labels[50 * 101 + 50], ObjectClass::Block.label());
    let between = |picture: &Picture| {
        let sky = picture.rgb[0];
        picture.rgb.chunks(3).filter(|pixel| pixel[0] > 5 && pixel[0] < sky.saturating_sub(40)).count()
    };
    assert_eq!(between(&hard), 0);
    assert!(between(&soft) > 20, "{}", between(&soft));
}

/// The truth about a pixel is that of its middle, however many rays its colour takes.
#[test]
fn antialiasing_moves_no_label() {
    let content = |options: &str| {
        format!(
            "<block name='b'><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>0 0 20</init_pose></block>{}",
            from_above(options)
        )
    };
    let labels = |options: &str| picture(&world(&wrap(&content(options))), "c").labels;
    let hard = labels("");
    for count in 2..=5 {
        assert_eq!(labels(&format!("<antialias>{count}</antialias>")), hard, "{count}");
    }
}

/// Beyond the fold of its lens a camera is dark, and no pixel there shows anything.
#[test]
fn no_light_comes_from_beyond_the_fold() {
    let floor = "<element class='horizontal_plane'/>";
    let camera = from_above("<distortion>-0.5 0 0 0 0</distortion>").replace(">100<", ">40<");
    let seen = picture(&world(&wrap(&format!("{floor}{camera}"))), "c");
    for (index, label) in seen.labels.iter().enumerate() {
        let (u, v) = ((index % 101) as f64 - seen.camera.cx_px, (index / 101) as f64 - seen.camera.cy_px);
        // r·(1 − r²/2) is at most 0.5443.
        let is_dark = (u * u + v * v).sqrt() > 0.5443 * 40.0;
        assert_eq!(*label == 0, is_dark, "{u} {v}");
        assert_eq!(seen.rgb[3 * index..3 * index + 3] == [0; 3], is_dark, "{u} {v}");
    }
}

/// Half-clear glass in front of a black wall: half its own colour.
#[test]
fn glass_lets_light_through() {
    let content = format!(
        "<lights><light_ambient>1</light_ambient></lights>
        <block name='floor'><static>true</static><zmin>0</zmin><zmax>0.1</zmax><color>#000000</color><shape><pt>-9 -9</pt><pt>9 -9</pt><pt>9 9</pt>
        <pt>-9 9</pt></shape><init_pose>0 0 0</init_pose></block>
        <element class='horizontal_plane'><x_min>-1</x_min><x_max>1</x_max><y_min>-1</y_min><y_max>1</y_max><z>1</z><color>#FF000080</color></element>{}",
        from_above("")
    );
    let seen = picture(&world(&wrap(&content)), "c");
    let red = seen.rgb[3 * (50 * 101 + 50)];
    assert!((126..=130).contains(&red), "{red}");
}

#[test]
fn a_model_of_the_lens_comes_along() {
    let seen = picture(&world(&wrap(&from_above("<distortion>0.1 0 0 0 0</distortion>"))), "c");
    let expected = CameraModel {
        width: 101,
        height: 101,
        fx_px: 100.0,
        fy_px: 100.0,
        cx_px: 50.0,
        cy_px: 50.0,
        lens: skidpad_messages::LensModel::BrownConrady,
        distortion: [0.1, 0.0, 0.0, 0.0, 0.0],
    };
    assert_eq!(seen.camera, expected);
}
