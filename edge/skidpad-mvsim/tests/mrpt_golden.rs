//! All observations that real MRPT libraries wrote, byte for byte from their values.

use serde_json::Value;
use skidpad_mvsim::messages::{GenericObservation, decode_frame};
use skidpad_mvsim::mrpt::{
    CameraImage, CameraParameters, CloudFormat, Gga, Gnss, GnssVersion, Image, Imu, InsertionOptions,
    MrptObject, ObjectHeader, Odometry, PointCloud, Points, Pose3D, RangeImage, Rgbd, Scan2D, ScanVersion,
    Timestamp,
};
use std::path::{Path, PathBuf};

fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder)
}

fn hex(text: &str) -> Vec<u8> {
    data_encoding::HEXLOWER.decode(text.trim().as_bytes()).expect("hexadecimal digits")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|item| item.as_f64().expect("a number")).collect()
}

fn floats(value: &Value) -> Vec<f32> {
    numbers(value).into_iter().map(|number| number as f32).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn boolean(value: &Value) -> bool {
    value.as_bool().expect("true or false")
}

fn array<const N: usize>(value: &Value) -> [f64; N] {
    numbers(value).try_into().expect("the right count")
}

/// From the angles, so that MRPT's roundings are tested too.
fn pose(value: &Value) -> Pose3D {
    let [yaw, pitch, roll] = array::<3>(&value["yaw_pitch_roll_deg"]).map(f64::to_radians);
    let pose = Pose3D::from_yaw_pitch_roll(array(&value["xyz"]), yaw, pitch, roll);
    assert_eq!(pose.rotation, array(&value["rotation_row_major"]), "{value}");
    pose
}

fn timestamp(values: &Value) -> Timestamp {
    let timestamp = Timestamp::from_unix_s(number(&values["timestamp_unix"]));
    assert_eq!(timestamp.ticks, values["timestamp_ticks"].as_u64().expect("ticks"));
    timestamp
}

fn camera(value: &Value) -> CameraParameters<'_> {
    CameraParameters {
        focal_length_m: number(&value["focal_length_m"]),
        distortion: array(&value["dist"]),
        intrinsics_px: ["fx", "fy", "cx", "cy"].map(|name| number(&value[name])),
        height: number(&value["nrows"]) as u32,
        width: number(&value["ncols"]) as u32,
        name: text(&value["name"]),
        ..CameraParameters::default()
    }
}

/// Red, green, blue of the pixels that the file gives as blue, green, red.
fn rgb(value: &Value) -> Vec<u8> {
    hex(text(&value["pixels_bgr_hex"])).chunks(3).flat_map(|bgr| [bgr[2], bgr[1], bgr[0]]).collect()
}

fn scan(name: &str, values: &Value) -> Vec<u8> {
    let intensities: Option<Vec<i32>> =
        values.get("intensity").map(|list| numbers(list).into_iter().map(|it| it as i32).collect());
    let is_valid: Vec<bool> = numbers(&values["valid"]).into_iter().map(|it| it != 0.0).collect();
    let version = match values.get("sweep_duration") {
        Some(duration) => ScanVersion::V8 { sweep_duration_s: number(duration) as f32 },
        None => ScanVersion::V7,
    };
    assert_eq!(name.contains("v8"), version != ScanVersion::V7);
    Scan2D {
        version,
        aperture_rad: number(&values["aperture"]) as f32,
        is_right_to_left: boolean(&values["right_to_left"]),
        max_range_m: number(&values["max_range"]) as f32,
        sensor_pose: pose(&values["sensor_pose"]),
        ranges_m: &floats(&values["ranges"]),
        is_valid: &is_valid,
        std_error_m: number(&values["std_error"]) as f32,
        timestamp: timestamp(values),
        beam_aperture_rad: number(&values["beam_aperture"]) as f32,
        label: text(&values["sensor_label"]),
        delta_pitch_rad: number(&values["delta_pitch"]),
        intensities: intensities.as_deref(),
    }
    .to_bytes()
}

fn imu(values: &Value) -> Vec<u8> {
    let all = numbers(&values["values"]);
    let has_orientation = number(&values["present"][21]) != 0.0;
    Imu {
        sensor_pose: pose(&values["sensor_pose"]),
        timestamp: timestamp(values),
        acceleration_mps2: [all[0], all[1], all[2]],
        angular_velocity_radps: [all[5], all[4], all[3]],
        orientation_xyzw: has_orientation.then(|| [all[21], all[22], all[23], all[24]]),
        label: text(&values["sensor_label"]),
    }
    .to_bytes()
}

fn gnss(name: &str, values: &Value) -> Vec<u8> {
    let covariance_enu_m2 = values.get("covariance_enu").map(array);
    let version = match name {
        "gnss_v11" => GnssVersion::V11,
        "gnss_v12" => GnssVersion::V12 { covariance_enu_m2 },
        _ => GnssVersion::V13 { covariance_enu_m2, fix_type: 0, service_mask: 0 },
    };
    let gga = &values["gga"];
    Gnss {
        version,
        timestamp: timestamp(values),
        label: text(&values["sensor_label"]),
        sensor_pose: pose(&values["sensor_pose"]),
        gga: Gga {
            latitude_deg: number(&gga["latitude_deg"]),
            longitude_deg: number(&gga["longitude_deg"]),
            fix_quality: number(&gga["fix_quality"]) as u8,
            altitude_m: number(&gga["altitude_m"]),
            geoidal_distance_m: number(&gga["geoidal_distance"]),
            satellite_count: number(&gga["satellites"]) as u32,
            hdop: Some(number(&gga["hdop"]) as f32),
        },
    }
    .to_bytes()
}

fn image(name: &str, values: &Value, expected: &[u8]) -> Vec<u8> {
    let image = &values["image"];
    let (width, height) = (number(&image["width"]) as u32, number(&image["height"]) as u32);
    let pixels;
    let image = match name {
        "image_v4_gray" => {
            pixels = hex(text(&image["pixels_gray_hex"]));
            Image::Grey { width, height, grey: &pixels }
        }
        "image_v4_jpeg" => {
            // The compressed file itself is given: it starts at its own marker and ends with one.
            let start = expected.windows(3).position(|it| it == [0xff, 0xd8, 0xff]).expect("a JPEG file");
            let end = expected.windows(2).rposition(|it| it == [0xff, 0xd9]).expect("its end") + 2;
            pixels = expected[start..end].to_vec();
            Image::Jpeg { width, height, jpeg: &pixels }
        }
        _ => {
            pixels = rgb(image);
            Image::Rgb { width, height, rgb: &pixels }
        }
    };
    CameraImage {
        camera_pose: pose(&values["camera_pose"]),
        camera: camera(&values["camera"]),
        image,
        timestamp: timestamp(values),
        label: text(&values["sensor_label"]),
    }
    .to_bytes()
}

fn rgbd(values: &Value) -> Vec<u8> {
    let ranges: Vec<u16> = match values.get("range_row_major") {
        Some(list) => numbers(list).into_iter().map(|it| it as u16).collect(),
        None => Vec::new(),
    };
    let range = boolean(&values["has_range_image"]).then(|| RangeImage {
        height: number(&values["range_rows"]) as u32,
        width: number(&values["range_cols"]) as u32,
        ranges: &ranges,
    });
    let pixels = values.get("intensity").map(rgb);
    let colour = pixels.as_ref().map(|rgb| Image::Rgb {
        width: number(&values["intensity"]["width"]) as u32,
        height: number(&values["intensity"]["height"]) as u32,
        rgb,
    });
    Rgbd {
        max_range_m: number(&values["max_range"]) as f32,
        sensor_pose: pose(&values["sensor_pose"]),
        range,
        range_unit_m: number(&values["range_units"]) as f32,
        colour,
        depth_camera: camera(&values["camera_depth"]),
        colour_camera: camera(&values["camera_intensity"]),
        colour_in_depth: pose(&values["intensity_pose_wrt_depth"]),
        std_error_m: number(&values["std_error"]) as f32,
        timestamp: timestamp(values),
        label: text(&values["sensor_label"]),
        range_is_depth: boolean(&values["range_is_depth"]),
    }
    .to_bytes()
}

fn cloud(name: &str, values: &Value) -> Vec<u8> {
    let cloud = &values["cloud"];
    let list = |name: &str| cloud.get(name).map(floats).unwrap_or_default();
    let points = (!cloud.is_null()).then(|| Points {
        x_m: list("x"),
        y_m: list("y"),
        z_m: list("z"),
        intensity: list("float intensity"),
        ring: list("uint16 ring").into_iter().map(|ring| ring as u16).collect(),
        time_s: list("float t"),
    });
    let format = match name {
        name if name.contains("simple") => CloudFormat::Xyz,
        name if name.contains("xyzirt") => CloudFormat::Xyzirt,
        name if name.contains("xyzi") => CloudFormat::Xyzi,
        _ => CloudFormat::Generic,
    };
    let insertion_options = if name.ends_with("ins1") { InsertionOptions::V1 } else { InsertionOptions::V0 };
    PointCloud {
        label: text(&values["sensor_label"]),
        timestamp: timestamp(values),
        sensor_pose: pose(&values["sensor_pose"]),
        points: points.as_ref(),
        format,
        insertion_options,
    }
    .to_bytes()
}

fn odometry(values: &Value) -> Vec<u8> {
    let [x_m, y_m, yaw_rad] = array(&values["odometry_x_y_phi"]);
    let velocity = Some(["vx", "vy", "omega"].map(|name| number(&values[name])));
    let label = text(&values["sensor_label"]);
    Odometry { timestamp: timestamp(values), x_m, y_m, yaw_rad, velocity, label }.to_bytes()
}

#[test]
fn every_file_of_mrpt_is_reproduced() {
    let mut count = 0;
    for entry in std::fs::read_dir(testdata("mrpt")).expect("testdata/mrpt") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "hex") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_string();
        let expected = hex(&std::fs::read_to_string(&path).expect("bytes"));
        let values = std::fs::read_to_string(path.with_extension("txt")).expect("values");
        let values: Value = serde_json::from_str(&values).expect("JSON");
        let written = match name.split('_').next().expect("a kind") {
            "scan2d" => scan(&name, &values),
            "imu" => imu(&values),
            "gnss" => gnss(&name, &values),
            "image" => image(&name, &values, &expected),
            "rgbd" => rgbd(&values),
            "cloud" => cloud(&name, &values),
            "odometry" => odometry(&values),
            other => panic!("{other}: no such kind"),
        };
        let difference = written.iter().zip(&expected).position(|(ours, theirs)| ours != theirs);
        assert_eq!((difference, written.len()), (None, expected.len()), "{name}");
        assert_eq!(ObjectHeader::parse(&written).map(|it| it.class), values["class"].as_str());
        count += 1;
    }
    assert_eq!(count, 26);
}

/// The scans that the real MVSim published, written again from the numbers in them.
#[test]
fn the_scans_of_mvsim_are_reproduced() {
    for (name, ray_count, aperture) in [("l181", 181, "40490fdb"), ("l1080", 1080, "40c90fdb")] {
        let path = testdata("comms").join(format!("topic_r1_{name}.hex"));
        let frame = hex(&std::fs::read_to_string(path).expect("a frame"));
        let message: GenericObservation = decode_frame(&frame).expect("a GenericObservation");
        let bytes = &message.mrpt_serialized_observation;
        assert_eq!(message.source_object_id, "r1");
        // The lists and the time of the scan cannot be known beforehand; everything around them is.
        let ranges_start = 36 + 4 + 1 + 4 + 119 + 4;
        let valid_start = ranges_start + 4 * ray_count;
        let ranges_m: Vec<f32> = bytes[ranges_start..valid_start]
            .as_chunks::<4>()
            .0
            .iter()
            .map(|range| f32::from_le_bytes(*range))
            .collect();
        let is_valid: Vec<bool> =
            bytes[valid_start..valid_start + ray_count].iter().map(|it| *it == 1).collect();
        let scan = Scan2D {
            version: ScanVersion::V7,
            aperture_rad: f32::from_bits(u32::from_str_radix(aperture, 16).expect("bits")),
            is_right_to_left: true,
            max_range_m: 20.0,
            sensor_pose: Pose3D::from_yaw_pitch_roll([0.1, 0.0, 0.6], 0.0, 0.0, 0.0),
            ranges_m: &ranges_m,
            is_valid: &is_valid,
            std_error_m: 0.0,
            timestamp: Timestamp::from_unix_s(message.unix_timestamp),
            beam_aperture_rad: 0.0,
            label: name,
            delta_pitch_rad: 0.0,
            intensities: None,
        };
        assert_eq!(&scan.to_bytes(), bytes, "{name}");
    }
}
