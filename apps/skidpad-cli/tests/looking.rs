//! Looking at worlds with the program: pictures and datasets.

mod common;

use common::{run, scratch, stderr, stdout};

/// A crate three metres ahead of a laser, a lidar and a depth camera, and nothing else.
const ONE_CRATE: &str = "<mvsim_world>
  <simul_timestep>0.01</simul_timestep>
  <vehicle name=\"r1\">
    <dynamics class=\"differential\"/>
    <init_pose>0 0 0</init_pose>
    <sensor class=\"laser\" name=\"laser\">
      <pose>0 0 0</pose><height>0.5</height><fov_degrees>90</fov_degrees><nrays>91</nrays>
      <range_std_noise>0</range_std_noise><angle_std_noise_deg>0</angle_std_noise_deg>
    </sensor>
    <sensor class=\"lidar3d\" name=\"lidar\">
      <pose_3d>0 0 0.5 0 0 0</pose_3d><vert_nrays>2</vert_nrays><vert_fov_degrees>2</vert_fov_degrees>
      <ignore_parent_body>true</ignore_parent_body>
    </sensor>
    <sensor class=\"rgbd_camera\" name=\"eye\">
      <pose_3d>0 0 0.5 0 0 0</pose_3d>
      <relativePoseIntensityWRTDepth>0 0 0 -90 0 -90</relativePoseIntensityWRTDepth>
      <depth_ncols>32</depth_ncols><depth_nrows>24</depth_nrows><depth_cx>16</depth_cx><depth_cy>12</depth_cy>
      <depth_fx>30</depth_fx><depth_fy>30</depth_fy><depth_noise_sigma>0</depth_noise_sigma>
      <rgb_ncols>32</rgb_ncols><rgb_nrows>24</rgb_nrows><rgb_cx>16</rgb_cx><rgb_cy>12</rgb_cy>
      <rgb_fx>30</rgb_fx><rgb_fy>30</rgb_fy><depth_clip_min>1.5</depth_clip_min>
    </sensor>
    <sensor class=\"imu\" name=\"imu\"/>
  </vehicle>
  <block name=\"crate\"><shape><pt>3 -1</pt><pt>4 -1</pt><pt>4 1</pt><pt>3 1</pt></shape><zmin>0</zmin><zmax>1</zmax>
    <static>true</static><init_pose>0 0 0</init_pose></block>
</mvsim_world>
";

#[test]
fn a_dump_holds_every_reading_with_its_stamp_and_place() {
    let folder = scratch("dump");
    let world = folder.join("crate.world.xml");
    std::fs::write(&world, ONE_CRATE).unwrap();
    let dump = folder.join("dump");
    let arguments = [
        "launch",
        world.to_str().unwrap(),
        "--headless",
        "--duration",
        "0.5",
        "--dump",
        dump.to_str().unwrap(),
    ];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    let index = std::fs::read_to_string(dump.join("index.csv")).unwrap();
    let rows_of = |sensor: &str| index.lines().filter(|row| row.contains(&format!(",{sensor},"))).count();
    // Readings at 0.11, 0.21, 0.31 and 0.41 s: one period, taken after the step that follows.
    assert_eq!([rows_of("laser"), rows_of("lidar"), rows_of("imu")], [4, 4, 4], "{index}");
    assert_eq!(rows_of("eye"), 4 * 5, "depth, points, colour, labels, instances");
    for row in index.lines().skip(1) {
        let file = row.split(',').nth(4).unwrap();
        assert!(dump.join(file).is_file(), "{file}");
    }
    let scan = std::fs::read_to_string(dump.join("r1/laser/000000110000000.csv")).unwrap();
    let ahead = scan.lines().nth(1 + 45).unwrap();
    let range_m: f64 = ahead.split(',').nth(1).unwrap().parse().unwrap();
    assert!((range_m - 3.0).abs() < 1e-6, "{ahead}");
    assert!(scan.lines().nth(1).unwrap().contains(",inf,"), "nothing stands at 45°");
    let odometry = std::fs::read_to_string(dump.join("r1/odometry.csv")).unwrap();
    let columns = odometry.lines().next().unwrap().split(',').count();
    assert!(odometry.lines().all(|row| row.split(',').count() == columns), "{odometry}");
    assert_eq!(odometry.lines().count(), 1 + 51, "the start and every step");
    assert!(odometry.contains("wheel_2_rad") && !odometry.contains("wheel_3"), "{odometry}");

    let again = run(&arguments);
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
    assert!(stderr(&again).contains("already contains a dump"), "{}", stderr(&again));
}

/// JSON has no infinite numbers, and a beam that met nothing is not one that met something too near.
#[test]
fn readings_as_json_have_names_and_all_ranges() {
    let folder = scratch("readings");
    let world = folder.join("crate.world.xml");
    std::fs::write(&world, ONE_CRATE.replace("name=\"laser\">", "name=\"laser\"><min_range>3.5</min_range>"))
        .unwrap();
    let lines = folder.join("r.jsonl");
    let (world, path) = (world.to_str().unwrap(), lines.to_str().unwrap());
    let output = run(&["launch", world, "--headless", "--duration", "0.2", "--readings", path]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = std::fs::read_to_string(&lines).unwrap();
    let readings: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let laser = readings.iter().find(|it| it["name"] == "laser").expect(&text);
    assert_eq!(laser["vehicle"], "r1");
    let ranges = laser["data"]["Scan"]["ranges_m"].as_array().unwrap();
    assert_eq!((&ranges[0], &ranges[45]), (&"inf".into(), &"-inf".into()));
}

/// Whoever wants no warnings hears of textures too, whatever the command.
#[test]
fn a_missing_texture_is_a_warning() {
    let folder = scratch("texture");
    let world = folder.join("plane.world.xml");
    let plane = "<element class=\"horizontal_plane\"><texture>bad.png</texture></element></mvsim_world>";
    std::fs::write(&world, ONE_CRATE.replace("</mvsim_world>", plane)).unwrap();
    std::fs::write(folder.join("bad.png"), "no picture").unwrap();
    let (world, png) = (world.to_str().unwrap(), folder.join("p.png"));
    let render = ["render", world, "-o", png.to_str().unwrap(), "--size", "8x8"];
    for (command, is_strict, code) in [
        (&["check", world][..], true, 1),
        (&render, false, 0),
        (&render, true, 1),
        (&["info", world], false, 0),
    ] {
        let output = run(&[command, if is_strict { &["--strict"] } else { &[] }].concat());
        assert_eq!(output.status.code(), Some(code), "{command:?} {is_strict}");
        let told = stdout(&output) + &stderr(&output);
        assert!(
            told.contains("plane.world.xml:") && told.contains("warning: cannot read \"bad.png\""),
            "{told}"
        );
    }
}

#[test]
fn a_picture_shows_the_world() {
    let folder = scratch("render");
    let world = folder.join("crate.world.xml");
    std::fs::write(&world, ONE_CRATE).unwrap();
    let png = folder.join("crate.png");
    let (world, png_name) = (world.to_str().unwrap(), png.to_str().unwrap());
    let views: [&[&str]; 4] = [&[], &["--top"], &["--follow", "r1"], &["--camera", "-3,0,1,0,10"]];
    let mut pictures = Vec::new();
    for view in views {
        let arguments = [&["render", world, "-o", png_name, "--size", "64x36"], view].concat();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{view:?}: {}", stderr(&output));
        assert_eq!(stdout(&output).trim(), png_name);
        let bytes = std::fs::read(&png).unwrap();
        assert_eq!(&bytes[1..4], b"PNG");
        assert_eq!([bytes[19], bytes[23]], [64, 36], "width and height in the header");
        pictures.push(bytes);
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 4, "each view shows something else");

    for (wrong, told) in [
        (["--size", "0x5"], "expected width x height"),
        (["--follow", "r2"], "r1"),
        (["--camera", "1,2"], "expected five numbers"),
    ] {
        let output = run(&[&["render", world, "-o", png_name], &wrong[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(stderr(&output).contains(told), "{wrong:?}: {}", stderr(&output));
    }
}

#[test]
fn a_bench_looks_through_every_sensor() {
    let folder = scratch("bench_sensors");
    let world = folder.join("crate.world.xml");
    std::fs::write(&world, ONE_CRATE).unwrap();
    let figures = |more: &[&str]| -> serde_json::Value {
        let output = run(&[&["bench", world.to_str().unwrap(), "--steps", "100", "--json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let looking = figures(&[]);
    let rays_per_step =
        looking["rays_per_cpu_s"].as_f64().unwrap() / looking["steps_per_cpu_s"].as_f64().unwrap();
    // Every tenth step: 91 beams, 2 × 180 beams, two pictures of 32 × 24 pixels.
    let expected = f64::from(91 + 2 * 180 + 2 * 32 * 24) / 10.0;
    assert!((rays_per_step / expected - 1.0).abs() < 1e-9, "{rays_per_step} {expected}");
    assert_eq!(figures(&["--no-sensors"])["rays_per_cpu_s"].as_f64(), Some(0.0));
}

/// A lidar meets the same surfaces, as bright as their pictures, whether a camera looks at them or not.
#[test]
fn a_camera_changes_no_lidar() {
    let folder = scratch("lidar-alone");
    let checks = "255 255 255 10 10 10 10 10 10 255 255 255";
    std::fs::write(folder.join("checks.ppm"), format!("P3 2 2 255\n{checks}\n")).unwrap();
    let seen = |name: &str, camera: &str| {
        let text = format!(
            "<mvsim_world><element class='vertical_plane'><x0>3</x0><y0>-3</y0><x1>3</x1><y1>3</y1><texture>checks.ppm</texture></element>
            <vehicle name='r1'><dynamics class='differential'/><init_pose>0 0 0</init_pose>
            <sensor class='lidar3d' name='lidar'><pose_3d>0 0 1 0 0 0</pose_3d><horz_nrays>360</horz_nrays></sensor>{camera}</vehicle></mvsim_world>"
        );
        let (world, dump) = (folder.join(format!("{name}.world.xml")), folder.join(name));
        std::fs::write(&world, text).unwrap();
        let output = run(&[
            "launch",
            world.to_str().unwrap(),
            "--headless",
            "--duration",
            "0.2",
            "--dump",
            dump.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let cloud = std::fs::read_dir(dump.join("r1/lidar")).unwrap().next().unwrap().unwrap().path();
        std::fs::read(cloud).unwrap()
    };
    let camera = "<sensor class='camera' name='eye'><ncols>32</ncols><nrows>24</nrows></sensor>";
    assert_eq!(seen("without", ""), seen("with", camera));
}

#[test]
fn a_film_has_a_picture_for_each_time_and_a_camera_that_stands_still() {
    let folder = scratch("film");
    let world = folder.join("ahead.world.xml");
    // A robot drives at 1 m/s past a pillar.
    std::fs::write(
        &world,
        "<mvsim_world><simul_timestep>0.01</simul_timestep>
           <vehicle name=\"r1\">
             <dynamics class=\"differential\"><controller class=\"twist_ideal\"><V>1</V></controller></dynamics>
             <init_pose>0 0 0</init_pose>
           </vehicle>
           <block name=\"pillar\"><shape><pt>1 1</pt><pt>1.2 1</pt><pt>1.2 1.2</pt><pt>1 1.2</pt></shape>
             <zmin>0</zmin><zmax>2</zmax><static>true</static><init_pose>0 0 0</init_pose></block>
         </mvsim_world>",
    )
    .unwrap();
    let render = |output: &str, more: &[&str]| {
        let output = folder.join(output);
        let size = ["--size", "160x120", "--samples", "1"];
        let arguments = ["render", world.to_str().unwrap(), "-o", output.to_str().unwrap()];
        run(&[&arguments[..], &size[..], more].concat())
    };
    let film = render("film.png", &["--at", "0.2", "--until", "1", "--frames", "5"]);
    assert_eq!(film.status.code(), Some(0), "{}", stderr(&film));
    assert!(stdout(&film).starts_with("5 pictures from "), "{}", stdout(&film));
    let picture = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert!(!folder.join("film-00005.png").exists());

    // The first picture and one taken at its time alone are the same; later ones differ by what has moved.
    assert_eq!(render("first.png", &["--at", "0.2"]).status.code(), Some(0));
    assert_eq!(picture("film-00000.png"), picture("first.png"));
    assert_ne!(picture("film-00004.png"), picture("film-00000.png"));
    // The world has become longer, and a picture by itself would be taken from elsewhere.
    assert_eq!(render("last.png", &["--at", "1"]).status.code(), Some(0));
    assert_ne!(picture("film-00004.png"), picture("last.png"));
    // A camera that is given takes the same pictures in a film and alone.
    let camera = ["--camera=-3,0,2,0,20"];
    let both = ["--at", "0.6", "--until", "1", "--frames", "2.5"];
    assert_eq!(render("fixed.png", &[&camera[..], &both[..]].concat()).status.code(), Some(0));
    assert_eq!(render("alone.png", &[&camera[..], &["--at", "1"]].concat()).status.code(), Some(0));
    assert_eq!(picture("fixed-00001.png"), picture("alone.png"));

    // A film from the start begins with the start, and times between two steps show the nearer one.
    assert_eq!(render("whole.png", &["--until", "0.013", "--frames", "80"]).status.code(), Some(0));
    assert_eq!(render("start.png", &["--at", "0"]).status.code(), Some(0));
    assert_eq!(picture("whole-00000.png"), picture("start.png"));
    assert!(folder.join("whole-00001.png").exists());
    let short = render("short.png", &["--at", "0.004", "--until", "0.004", "--frames", "10"]);
    assert!(stdout(&short).starts_with("1 picture from "), "{}", stdout(&short));
    // A picture that cannot be written is named.
    let nowhere = render("ahead.world.xml/film.png", &["--until", "1", "--frames", "5"]);
    assert!(stderr(&nowhere).contains("film-00000.png: "), "{}", stderr(&nowhere));

    for (more, reason) in [
        (&["--until", "1", "--frames", "101"][..], "the world makes 100 steps a second"),
        (&["--at", "2", "--until", "1", "--frames", "10"], "a film from 2 s cannot end at 1 s"),
        (&["--frames", "10"], "--until"),
        (&["--until", "1", "--frames", "0"], "expected a number of pictures per second"),
    ] {
        let output = render("refused.png", more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!folder.join("refused-00000.png").exists());
    }
}
