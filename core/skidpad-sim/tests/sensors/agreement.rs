//! Planar and spatial mode measure the same thing where the world is the same at every height.

use crate::common::{robot, run, scan, world, wrap};
use skidpad_messages::VehicleId;

fn laser(name: &str, options: &str) -> String {
    format!(
        "<sensor class='laser' name='{name}'><pose_3d>0.1 0.05 0.3 20 0 0</pose_3d><max_range>40</max_range>
        <range_std_noise>0</range_std_noise><angle_std_noise_deg>0</angle_std_noise_deg>{options}</sensor>"
    )
}

/// Walls, planes with doors, blocks of many shapes, another robot: both modes agree to 1e-4 m but for beams
/// that graze an edge.
#[test]
fn planar_and_spatial_mode_agree() {
    let fields = [(180, 361), (360, 720), (40, 81), (270, 271)];
    let sensors: String = fields
        .iter()
        .flat_map(|(field, count)| {
            let options = format!("<fov_degrees>{field}</fov_degrees><nrays>{count}</nrays>");
            let spatial = "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>";
            [
                laser(&format!("flat{field}"), &options),
                laser(&format!("space{field}"), &format!("{options}{spatial}")),
            ]
        })
        .collect();
    let content = format!(
        "{}{}
        <walls><shape><pt>-6 -6</pt><pt>8 -6</pt><pt>8 -6</pt><pt>8 7</pt></shape><wallThickness>0.2</wallThickness></walls>
        <element class='vertical_plane'><x0>-6</x0><y0>-6</y0><x1>-6</x1><y1>7</y1><z>0</z><height>2</height>
          <door><position>0.4</position><width>1.2</width></door>
          <window><position>0.7</position><width>1.0</width><z_min>0.1</z_min><z_max>1.0</z_max></window></element>
        <block name='tall'><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>3 2 25</init_pose></block>
        <block name='bent'><static>true</static><zmin>0</zmin><zmax>1</zmax><shape><pt>0 0</pt><pt>2 0</pt><pt>2 0.5</pt>
          <pt>0.5 0.5</pt><pt>0.5 2</pt><pt>0 2</pt></shape><init_pose>-3 1 10</init_pose></block>
        <block name='ghost'><intangible>true</intangible><zmin>0</zmin><zmax>1</zmax><init_pose>2 -3 60</init_pose></block>
        <block name='ramp'><static>true</static><intangible>true</intangible><geometry type='ramp' lx='2' ly='1' lz='0.6'/>
          <shape_from_visual/><init_pose>0 4 120</init_pose></block>
        <block name='cone'><static>true</static><geometry type='cone' radius='0.6' length='1.2' vertex_count='8'/>
          <shape_from_visual/><init_pose>4 -1 10</init_pose></block>
        <block name='pillar'><static>true</static><geometry type='cylinder' radius='0.6' length='1.2' vertex_count='40'/>
          <shape_from_visual/><init_pose>5 4 10</init_pose></block>
        <block name='ball'><static>true</static><geometry type='sphere' radius='0.7' vertex_count='10'/>
          <shape_from_visual/><init_pose>-4 -3 10</init_pose></block>
        <block name='bump'><static>true</static><geometry type='semi_cylinder_bump' lx='1' ly='2' lz='0.5'/>
          <shape_from_visual/><init_pose>2 5 30</init_pose></block>
        <block name='low'><zmin>0</zmin><zmax>0.2</zmax><init_pose>1.2 0.4 0</init_pose></block>",
        robot("r1", "0 0 15", &sensors),
        robot("r2", "-2 -2 40", ""),
    );
    let mut it = world(&wrap(&content));
    run(&mut it, [VehicleId(0).drive(0.2, 0.3), VehicleId(1).drive(0.3, -0.2)], 60);
    for (field, count) in fields {
        let (flat, space) = (scan(&it, &format!("flat{field}")), scan(&it, &format!("space{field}")));
        assert_eq!(flat.ranges_m.len(), count);
        let mut apart = Vec::new();
        for (beam, (a, b)) in flat.ranges_m.iter().zip(&space.ranges_m).enumerate() {
            let is_near = a == b || (a - b).abs() < 1e-4;
            if !is_near {
                apart.push((beam, *a, *b));
            }
        }
        // The chassis starts at 0.05 m and ends at 0.4 m, wheels at 0.2 m: at 0.3 m both modes see the same.
        assert!(apart.len() <= count / 200, "{field}: {apart:?}");
        assert!(flat.ranges_m.iter().filter(|range_m| range_m.is_finite()).count() > count / 2);
    }
}

/// At 0.3 m over the middle of a ball of 0.5 m its radius is 0.4 m, less what its 400 corners leave out; over a ball
/// of 0.2 m there is nothing.
#[test]
fn balls_narrow_towards_their_tops() {
    let ball = |name: &str, radius_m: f64, at: &str| {
        format!(
            "<block name='{name}'><static>true</static><geometry type='sphere' radius='{radius_m}' vertex_count='400'/>
            <shape_from_visual/><init_pose>{at}</init_pose></block>"
        )
    };
    let field = "<fov_degrees>180</fov_degrees><nrays>3</nrays><pose_3d>0 0 0.3 0 0 0</pose_3d>";
    let content = format!(
        "{}{}{}",
        robot("r1", "0 0 0", &laser("flat", field)),
        ball("large", 0.5, "3 0 0"),
        ball("small", 0.2, "0 3 0")
    );
    let scan = scan(&world(&wrap(&content)), "flat");
    assert!((scan.ranges_m[1] - 2.6).abs() < 1e-4, "{:?}", scan.ranges_m);
    assert_eq!(scan.ranges_m[2], f32::INFINITY);
}

#[test]
fn a_laser_can_look_at_grids_alone() {
    let sensors = format!("{}{}", laser("all", ""), laser("grids", "<bodies_visible>false</bodies_visible>"));
    let content = format!(
        "{}<block name='b'><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>3 0 0</init_pose></block>",
        robot("r1", "0 0 0", &sensors)
    );
    let it = world(&wrap(&content));
    assert!(scan(&it, "all").ranges_m.iter().any(|range_m| range_m.is_finite()));
    assert!(scan(&it, "grids").ranges_m.iter().all(|range_m| *range_m == f32::INFINITY));
}

/// ρ·cos θ in both modes: a bright wall ahead, a dark block turned by 30 degrees to the left, nothing behind.
#[test]
fn intensity_follows_brightness_and_incidence() {
    let field = "<fov_degrees>360</fov_degrees><nrays>360</nrays>";
    let spatial = "<raytrace_3d>true</raytrace_3d><ignore_parent_body>true</ignore_parent_body>";
    let at = "<pose_3d>0 0 0.3 0 0 0</pose_3d>";
    let sensors = format!(
        "{}{}",
        laser("flat", &format!("{field}{at}")),
        laser("space", &format!("{field}{spatial}{at}"))
    );
    let content = format!(
        "{}<block name='wall'><static>true</static><color>#FFFFFF</color><zmin>0</zmin><zmax>1</zmax>
          <shape><pt>0 -6</pt><pt>0.2 -6</pt><pt>0.2 6</pt><pt>0 6</pt></shape><init_pose>3 0 0</init_pose></block>
        <block name='dark'><static>true</static><color>#404040</color><zmin>0</zmin><zmax>1</zmax>
          <shape><pt>-2 0</pt><pt>2 0</pt><pt>2 0.2</pt><pt>-2 0.2</pt></shape><init_pose>-0.5 4 30</init_pose></block>",
        robot("r1", "0 0 0", &sensors)
    );
    let it = world(&wrap(&content));
    for name in ["flat", "space"] {
        let scan = scan(&it, name);
        // Beam 180 looks ahead, one degree per beam.
        let seen = |deg: i32| scan.intensities[(180 + deg) as usize];
        for deg in [-50_i32, -20, 0, 33] {
            let expected = skidpad_math::cos(f64::from(deg).to_radians()) as f32;
            assert!((seen(deg) - expected).abs() < 1e-4, "{name}, {deg}: {} {expected}", seen(deg));
        }
        // The near side of the block faces −60 degrees: along 96 degrees it is met at 24.
        let expected = 64.0 / 255.0 * skidpad_math::cos(24_f64.to_radians()) as f32;
        assert!((seen(96) - expected).abs() < 1e-4, "{name}: {} {expected}", seen(96));
        assert_eq!(seen(-150), 0.0, "{name}: no return has no strength");
    }
}
