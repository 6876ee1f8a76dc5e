//! The sensors of `definitions/`: how many beams, and where they look.

use super::{read, world_text};
use skidpad::messages::{Cloud, ReadingData, Scan};

fn sensed(definition: &str) -> ReadingData {
    let text = format!(
        r#"<mvsim_world><walls><shape><pt>-4 -4</pt><pt>4 -4</pt><pt>4 -4</pt><pt>4 4</pt><pt>4 4</pt><pt>-4 4</pt><pt>-4 4</pt><pt>-4 -4</pt></shape>
        <wallHeight>40</wallHeight></walls>
        <vehicle name="r"><dynamics class="differential"><chassis zmin="0.1" zmax="0.2"/></dynamics><init_pose>0 0 0</init_pose>
        <include file="../definitions/{definition}.sensor.xml" sensor_name="it" sensor_x="0" sensor_z="20" sensor_std_noise="0"
        ignore_parent_body="true"/></vehicle></mvsim_world>"#
    );
    read(&world_text(&text), "it").data
}

fn cloud(definition: &str) -> Cloud {
    match sensed(definition) {
        ReadingData::Cloud(cloud) => cloud,
        other => panic!("{definition}: {other:?}"),
    }
}

/// Rings, columns and elevations [deg] of a lidar between high walls: every beam comes back.
fn check(definition: &str, columns: u32, elevations_deg: &[f64]) {
    let cloud = cloud(definition);
    assert_eq!(
        (cloud.ring_count as usize, cloud.column_count),
        (elevations_deg.len(), columns),
        "{definition}"
    );
    for (ring, expected) in elevations_deg.iter().enumerate() {
        for column in [0, 1, columns / 4, columns / 2, columns - 1] {
            let point = cloud.points[ring * columns as usize + column as usize];
            assert_eq!(usize::from(point.ring), ring);
            let [x, y, z] = [point.x_m, point.y_m, point.z_m].map(f64::from);
            let elevation = skidpad_math::atan2(z, skidpad_math::hypot(x, y)).to_degrees();
            assert!((elevation - expected).abs() < 1e-3, "{definition} ring {ring}: {elevation}");
            let azimuth = skidpad_math::atan2(y, x);
            let wanted = std::f64::consts::PI * (1.0 - 2.0 * f64::from(column) / f64::from(columns));
            assert!(skidpad_math::wrap_angle(azimuth - wanted).abs() < 1e-5, "{definition} column {column}");
        }
    }
}

fn even(low: f64, high: f64, count: u32) -> Vec<f64> {
    (0..count).map(|k| low + (high - low) * f64::from(k) / f64::from(count - 1)).collect()
}

#[test]
fn lidars_have_their_rings_and_columns() {
    check("velodyne-vlp16", 1808, &even(-15.0, 15.0, 16));
    check("ouster-os1", 1024, &even(-22.5, 22.5, 128));
    check("helios-32-FOV-31", 1800, &even(-16.0, 15.0, 32));
    check("hesai-xt32", 2000, &even(-16.0, 15.0, 32));
    check("hesai-xt16", 2000, &even(-15.0, 15.0, 16));
    let helios_26: Vec<f64> = [-16.0, -14.5, -13.0, -12.5, -11.0, -9.5, -8.0, -7.0]
        .into_iter()
        .chain(even(-6.5, 3.5, 21))
        .chain([6.0, 8.0, 10.0])
        .collect();
    check("helios-32-FOV-26", 1800, &helios_26);
    let helios_70 = [
        -55.020, -52.081, -49.142, -46.204, -43.265, -40.326, -37.387, -34.449, -31.510, -28.571, -25.632,
        -22.694, -19.755, -16.816, -13.877, -10.939, -8.0, -6.667, -5.333, -4.0, -2.667, -1.333, 0.0, 1.333,
        2.667, 4.0, 5.333, 6.667, 8.754, 10.841, 12.929, 15.0,
    ];
    check("helios-32-FOV-70", 1800, &helios_70);
}

fn scan(definition: &str) -> Scan {
    match sensed(definition) {
        ReadingData::Scan(scan) => scan,
        other => panic!("{definition}: {other:?}"),
    }
}

/// First and last beam [deg], and their number.
#[test]
fn lasers_have_their_beams() {
    let near = |scan: &Scan, first: f64, last: f64, count: usize| {
        scan.ranges_m.len() == count
            && (scan.angle_min_rad.to_degrees() - first).abs() < 1e-6
            && (scan.angle_max_rad().to_degrees() - last).abs() < 1e-6
    };
    assert!(near(&scan("rplidar-a2"), -180.0, 180.0 - 0.45, 800));
    assert!(near(&scan("lidar2d"), -90.0, 90.0, 181));
    let hokuyo = scan("hokuyo-utm30");
    assert!(near(&hokuyo, -135.0, 135.0, 1081));
    assert_eq!((hokuyo.range_min_m, hokuyo.range_max_m, hokuyo.scan_time_s), (0.1, 30.0, 0.025));
    assert!(hokuyo.ranges_m.iter().all(|range_m| range_m.is_finite()), "walls all around");
}
