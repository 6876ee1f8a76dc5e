//! Every sensor of every shipped world gives readings that fit it.

use super::{repository, run, world};
use skidpad::messages::{ReadingData, SensorId, SensorKind};
use skidpad::sim::SensorTracer;
use std::collections::BTreeMap;

fn worlds() -> Vec<String> {
    let folder = std::fs::read_dir(repository().join("worlds")).expect("the worlds");
    let mut names: Vec<String> =
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".world.xml"));
    names.sort();
    names
}

/// Scenes of all worlds hold together, and their frames are somewhere.
#[test]
fn every_world_has_a_scene() {
    for name in worlds() {
        let mut simulation = world(&format!("worlds/{name}"));
        run(&mut simulation, 20);
        let scene = simulation.core().scene();
        assert!(scene.is_consistent(), "{name}");
        assert!(!scene.objects.is_empty(), "{name}");
        let mut poses = Vec::new();
        simulation.core().frames_in_world(&mut poses);
        assert_eq!(poses.len(), scene.frames.len(), "{name}");
        let mut posing: BTreeMap<&str, u32> = BTreeMap::new();
        for (pose, frame) in poses.iter().zip(&scene.frames) {
            let sum = pose.x_m + pose.y_m + pose.z_m + pose.yaw_rad + pose.pitch_rad + pose.roll_rad;
            // Of the poses of a person's mesh, one is there.
            match frame.name.split_once("/pose_") {
                Some((person, _)) => *posing.entry(person).or_default() += u32::from(sum.is_finite()),
                None => assert!(sum.is_finite(), "{name}: {}", frame.name),
            }
        }
        assert!(posing.values().all(|count| *count == 1), "{name}: {posing:?}");
        let textures =
            scene.meshes.iter().flat_map(|mesh| &mesh.materials).filter_map(|it| it.texture_uri.as_ref());
        for texture in textures {
            assert!(scene.images.contains_key(texture), "{name}: {texture}");
        }
    }
}

#[test]
fn every_sensor_of_every_world_measures() {
    let mut kinds: BTreeMap<SensorKind, u32> = BTreeMap::new();
    for name in worlds() {
        let mut simulation = world(&format!("worlds/{name}"));
        run(&mut simulation, 25);
        let mut tracer = SensorTracer::new();
        // A crowd of equal robots needs no more than a few to be looked at.
        for (index, entry) in simulation.core().sensors().to_vec().iter().enumerate().take(24) {
            let what = format!("{name}: {}", simulation.roster().sensor_name(SensorId(index as u32)));
            if matches!(entry.kind, SensorKind::Camera | SensorKind::Rgbd)
                && kinds.get(&entry.kind).is_some_and(|&n| n >= 3)
            {
                continue;
            }
            *kinds.entry(entry.kind).or_insert(0) += 1;
            let reading = simulation.core().sense(SensorId(index as u32), &mut tracer);
            assert_eq!(reading.stamp_ns, simulation.core().time_ns(), "{what}");
            match (&reading.data, entry.kind) {
                (ReadingData::Scan(scan), SensorKind::Laser) => {
                    assert!(
                        scan.ranges_m.len() > 1 && scan.ranges_m.len() == scan.intensities.len(),
                        "{what}"
                    );
                    assert!(scan.ranges_m.iter().all(|range_m| !range_m.is_nan()), "{what}");
                }
                (ReadingData::Cloud(cloud), SensorKind::Lidar3d) => {
                    let count = cloud.ring_count as usize * cloud.column_count as usize;
                    assert_eq!(cloud.points.len(), count, "{what}");
                    assert!(cloud.returns().count() > 50, "{what}: {}", cloud.returns().count());
                }
                (ReadingData::Image(picture), SensorKind::Camera) => {
                    let count = picture.camera.pixel_count();
                    assert_eq!((picture.rgb.len(), picture.labels.len()), (3 * count, count), "{what}");
                    assert!(picture.labels.iter().any(|&label| label > 0), "{what} sees nothing but sky");
                }
                (ReadingData::Rgbd(reading), SensorKind::Rgbd) => {
                    let depth = reading.depth.as_ref().expect("depth");
                    assert!(depth.depth.iter().any(|&units| units > 0), "{what}");
                }
                (ReadingData::Imu(reading), SensorKind::Imu) => {
                    // Gravity along the sensor's own up; a race car starts with more than 2 g forward.
                    let force = reading.linear_acceleration_mps2;
                    assert!((force.z - 9.81).abs() < 3.0 && force.norm() < 30.0, "{what}: {reading:?}");
                }
                (ReadingData::Gnss(reading), SensorKind::Gnss) => assert!(reading.has_fix, "{what}"),
                (ReadingData::Cones(reading), SensorKind::ConeDetector) => {
                    assert!(reading.cones.len() > 3, "{what}: {reading:?}");
                }
                other => panic!("{what}: {other:?}"),
            }
        }
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

/// The world made for it: each of its sensors is due in turn and sees what stands around it.
#[test]
fn the_world_of_sensors_uses_them_all() {
    let mut simulation = world("worlds/sensors.world.xml");
    let mut tracer = SensorTracer::new();
    let mut counts = vec![0; simulation.core().sensors().len()];
    for _ in 0..45 {
        run(&mut simulation, 1);
        for id in simulation.core().due().collect::<Vec<_>>() {
            counts[id.index()] += 1;
            if counts[id.index()] == 1 {
                assert_eq!(simulation.core().sense(id, &mut tracer).sensor, id);
            }
        }
    }
    for (entry, count) in simulation.core().sensors().iter().zip(counts) {
        let span_ns = 44 * simulation.step_ns();
        let expected = span_ns.saturating_sub(entry.phase_ns) / entry.period_ns;
        assert_eq!(count, expected, "{}", entry.name);
    }
}
