//! MVSim's scans of blocks: `testdata/reference/sensors/`.

use crate::common::{nearest_edge, read, rectangle, run, scan, world};
use skidpad_messages::ReadingData;

/// The blocks that reach the laser's height; `bHigh` does not.
fn blocks() -> Vec<Vec<[f64; 2]>> {
    vec![
        rectangle([0.5, 0.5], 3.0, 0.5, 0.0),
        rectangle([0.4, 0.6], -2.0, 2.0, 30.0),
        rectangle([1.0, 0.2], 1.0, -3.0, 15.0),
    ]
}

/// `bHigh`, which MVSim sees although it hangs over the laser.
fn high_block() -> Vec<[f64; 2]> {
    rectangle([0.3, 0.3], 2.0, 3.0, 0.0)
}

/// The laser's place and heading: 0.1 m in front of a vehicle turned by 10°.
fn laser() -> ([f64; 2], f64) {
    let yaw_rad = 10_f64.to_radians();
    let (sin, cos) = skidpad_math::sin_cos(yaw_rad);
    ([0.1 * cos, 0.1 * sin], yaw_rad)
}

/// Angle and range of each beam; none where MVSim calls it invalid.
fn mvsim(text: &str) -> Vec<(f64, Option<f64>)> {
    text.lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let range: f64 = fields[2].parse().unwrap();
            (fields[1].parse().unwrap(), (fields[3].trim() == "1").then_some(range))
        })
        .collect()
}

const WORLD: &str = include_str!("../../../../testdata/reference/sensors/s_laser_blocks_only_2d.world.xml");
const SPATIAL: &str = include_str!("../../../../testdata/reference/sensors/s_laser_blocks_only_3d.world.xml");
const SCAN_181: &str = include_str!("../../../../testdata/reference/sensors/l2d_blocks/r1_l181_0.scan2d.csv");
const SCAN_1080: &str =
    include_str!("../../../../testdata/reference/sensors/l2d_blocks/r1_l1080_0.scan2d.csv");

#[test]
fn mvsim_agrees_with_our_judge() {
    let (origin, yaw_rad) = laser();
    let mut outlines = blocks();
    outlines.push(high_block());
    for text in [SCAN_181, SCAN_1080] {
        for (angle_rad, range_m) in mvsim(text) {
            match (range_m, nearest_edge(origin, yaw_rad + angle_rad, &outlines)) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-5, "{angle_rad}: {a} {b}"),
                (None, None) => {}
                other => panic!("{angle_rad}: {other:?}"),
            }
        }
    }
}

/// Every beam of both lasers, in both modes, against the analytic cast without the hanging block.
#[test]
fn block_hits_equal_the_analytic_cast() {
    let (origin, yaw_rad) = laser();
    // Planar mode computes in 64 bits and reports 32; rays in space are traced in 32.
    for (text, tolerance_m) in [(WORLD, 1e-6), (SPATIAL, 1e-5)] {
        let mut it = world(text);
        run(&mut it, [], 21);
        for name in ["l181", "l1080"] {
            let seen = scan(&it, name);
            let mut hits = 0;
            for (beam, &range_m) in seen.ranges_m.iter().enumerate() {
                let expected = nearest_edge(origin, yaw_rad + seen.angle_rad(beam), &blocks());
                match expected {
                    Some(expected) => {
                        hits += 1;
                        let apart = (f64::from(range_m) - expected).abs();
                        assert!(apart < tolerance_m, "{name} beam {beam}: {range_m} is not {expected}");
                    }
                    None => assert_eq!(range_m, f32::INFINITY, "{name} beam {beam}"),
                }
            }
            assert!(hits > 40, "{name} hits {hits}");
        }
    }
}

/// Where MVSim does not see the hanging block, its 181 ranges are ours.
#[test]
fn scans_are_those_of_mvsim() {
    let mut it = world(WORLD);
    run(&mut it, [], 21);
    let seen = scan(&it, "l181");
    let (origin, yaw_rad) = laser();
    let mut compared = 0;
    for ((angle_rad, expected), &range_m) in mvsim(SCAN_181).into_iter().zip(&seen.ranges_m) {
        let hanging = nearest_edge(origin, yaw_rad + angle_rad, &[high_block()]);
        if hanging.is_some() {
            assert!(expected.is_some(), "MVSim sees it");
            assert!(expected.unwrap() < f64::from(range_m), "and we look under it");
            continue;
        }
        compared += 1;
        match expected {
            Some(expected) => assert!((f64::from(range_m) - expected).abs() < 1e-5, "{angle_rad}"),
            None => assert_eq!(range_m, f32::INFINITY, "{angle_rad}"),
        }
    }
    assert!(compared > 160, "{compared}");
}

/// At rest: gravity and nothing else, within MVSim's noise.
#[test]
fn an_imu_at_rest_measures_gravity() {
    let mut it = world(include_str!("../../../../testdata/reference/sensors/s_imu.world.xml"));
    run(&mut it, [], 200);
    let ReadingData::Imu(seen) = read(&it, "imu1").data else { panic!() };
    let mvsim = [0.019237, -0.019826, 9.827859];
    let ours = seen.linear_acceleration_mps2;
    for (a, b) in [ours.x, ours.y, ours.z].iter().zip(mvsim) {
        assert!((a - b).abs() < 6.0 * 2_f64.sqrt() * 0.017, "{a} {b}");
    }
    assert!(seen.angular_velocity_radps.norm() < 6.0 * 2e-4 * 3_f64.sqrt());
    assert!((ours.z - 9.81).abs() < 6.0 * 0.017 && seen.linear_acceleration_variance == 0.017 * 0.017);
}
