//! Programs in C and C++ are compiled against the header, linked with the shared and the static library, and run;
//! their worlds end with the bits that the Rust library gives.

use skidpad::messages::{Commands, Request, VehicleId};
use skidpad::{Simulation, messages};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Where cargo puts the libraries of a test: beside the test program.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().expect("this program");
    test.parent().expect("target/profile/deps").to_path_buf()
}

/// A folder of this test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("skidpad-c-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn succeeded(mut command: Command, what: &str) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        panic!(
            "{what}: {error}. These tests need a compiler for C and C++, as cc and c++: apt install gcc g++"
        )
    });
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{what}: {}\n{out}{err}", output.status);
    output
}

/// Compile a program. Every warning is an error.
fn compile(compiler: &str, standard: &str, source: &str, link: &[&str], program: &Path) {
    let mut command = Command::new(compiler);
    command.arg(repository().join(source)).arg("-o").arg(program);
    command.args([standard, "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-I"]);
    command.arg(repository().join("apps/skidpad-c/include"));
    command.args(link);
    succeeded(command, &format!("{compiler} {source}"));
}

/// What a program prints, run from the root of the repository.
fn printed(program: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(repository());
    let output = succeeded(command, &format!("{} {arguments:?}", program.display()));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn hash_line(text: &str) -> String {
    text.lines().last().unwrap_or_default().to_string()
}

/// What `drive.c` does, with the Rust library.
fn driven(world: &str, vehicle: &str, steer_rad: Option<f64>) -> String {
    let mut sim = Simulation::load(repository().join(world)).unwrap().seed(7).build().unwrap();
    let robot = sim.vehicle(vehicle).unwrap();
    for second in 1..=5 {
        let request = match steer_rad {
            Some(steer_rad) => robot.steer(1.0 + f64::from(second), steer_rad),
            None => robot.drive(0.2 * f64::from(second), 0.3),
        };
        step(&mut sim, request, 200);
    }
    format!("hash {:016x}", sim.state_hash())
}

fn step(sim: &mut Simulation, request: Request, step_count: u32) {
    sim.step(&Commands::from([request]));
    for _ in 1..step_count {
        sim.step(&Commands::NONE);
    }
}

#[test]
fn a_program_in_c_gives_the_bits_of_the_rust_library() {
    let scratch = Scratch::new("drive");
    let (program, folder) = (scratch.0.join("drive"), library_folder());
    let folder = folder.to_str().expect("UTF-8");
    let link = ["-L", folder, "-lskidpad_c", &format!("-Wl,-rpath,{folder}")];
    compile("cc", "-std=c99", "examples/c/drive.c", &link, &program);
    for (world, vehicle, steer) in [
        ("worlds/two_robots.world.xml", "r1", None),
        ("worlds/warehouse.world.xml", "jackal", None),
        ("worlds/skidpad.world.xml", "car", Some("0.05")),
    ] {
        let mut arguments = vec![world, vehicle];
        arguments.extend(steer);
        let text = printed(&program, &arguments);
        assert!(text.contains(" s: x ") && text.contains("restored: same state"), "{world}: {text}");
        let steer_rad = steer.map(|angle| angle.parse().expect("a number"));
        assert_eq!(hash_line(&text), driven(world, vehicle, steer_rad), "{world}");
    }
}

#[test]
fn a_program_in_c_is_told_what_is_wrong() {
    let scratch = Scratch::new("told");
    let (program, folder) = (scratch.0.join("drive"), library_folder());
    let library = folder.join("libskidpad_c.a");
    let library = library.to_str().expect("UTF-8");
    compile("cc", "-std=c11", "examples/c/drive.c", &[library, "-lpthread", "-ldl", "-lm"], &program);
    let told = |arguments: [&str; 2]| {
        let output =
            Command::new(&program).args(arguments).current_dir(repository()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(told(["worlds/no.world.xml", "r1"]).contains("worlds/no.world.xml: there is no such file"));
    let unknown = told(["worlds/two_robots.world.xml", "r7"]);
    assert!(unknown.contains("there is no vehicle \"r7\"; did you mean"), "{unknown}");
    let bad = scratch.0.join("bad.world.xml");
    std::fs::write(&bad, "<mvsim_world>\n  <vehicle name=\"a\" class=\"nothing\"/>\n</mvsim_world>").unwrap();
    let errors = told([bad.to_str().expect("UTF-8"), "a"]);
    assert!(errors.contains("bad.world.xml:2:"), "{errors}");
}

/// What `lidar.cpp` does, with the Rust library.
fn turned_away(world: &str) -> String {
    let mut sim = Simulation::load(repository().join(world)).unwrap().seed(7).build().unwrap();
    let is_laser = |it: &messages::SensorEntry| it.kind == messages::SensorKind::Laser;
    let laser = sim.roster().sensors.iter().position(is_laser).expect("a laser") as u32;
    for _ in 0..20 {
        let messages::ReadingData::Scan(scan) = sim.read(messages::SensorId(laser)).data else {
            panic!("a scan")
        };
        let mut nearest = 0;
        for (beam, range_m) in scan.ranges_m.iter().enumerate() {
            nearest = if *range_m < scan.ranges_m[nearest] { beam } else { nearest };
        }
        let away = if scan.angle_rad(nearest) > 0.0 { -0.8 } else { 0.8 };
        let yaw_rate_radps = if scan.ranges_m[nearest] < 1.5 { away } else { 0.0 };
        step(&mut sim, VehicleId(0).drive(0.6, yaw_rate_radps), 50);
    }
    format!("hash {:016x}", sim.state_hash())
}

#[test]
fn a_program_in_cpp_reads_sensors_into_its_own_arrays() {
    let scratch = Scratch::new("lidar");
    let (program, folder) = (scratch.0.join("lidar"), library_folder());
    let library = folder.join("libskidpad_c.a");
    let library = library.to_str().expect("UTF-8");
    let link = [library, "-lpthread", "-ldl", "-lm"];
    compile("c++", "-std=c++11", "examples/c/lidar.cpp", &link, &program);
    let world = "worlds/warehouse.world.xml";
    let text = printed(&program, &[world]);
    for part in [" points\n", " pixels\n", "nearest of "] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert_eq!(hash_line(&text), turned_away(world));
}

/// Compile `examples/c/altimeter.rs` against the crate that cargo has built beside this test.
fn compile_altimeter(folder: &Path) {
    let dependencies = library_folder();
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024", "--crate-type", "cdylib", "--crate-name", "altimeter", "--extern"]);
    command.arg(format!("skidpad_c={}", dependencies.join("libskidpad_c.rlib").display()));
    command.arg("-L").arg(format!("dependency={}", dependencies.display()));
    command.arg(repository().join("examples/c/altimeter.rs")).arg("--out-dir").arg(folder);
    succeeded(command, "rustc examples/c/altimeter.rs");
}

/// The numbers of a line that `altimeter.c` prints.
fn numbers(line: &str) -> Vec<f64> {
    let (_, numbers) = line.split_once(": ").unwrap_or_else(|| panic!("no numbers: {line}"));
    numbers.split(' ').map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn a_program_in_c_reads_the_arrays_of_a_sensor_of_its_own() {
    let scratch = Scratch::new("altimeter");
    compile_altimeter(&scratch.0);
    let (program, folder) = (scratch.0.join("altimeter"), scratch.0.to_str().expect("UTF-8"));
    let link = ["-L", folder, "-laltimeter", &format!("-Wl,-rpath,{folder}")];
    compile("cc", "-std=c99", "examples/c/altimeter.c", &link, &program);
    let world = "examples/c/altimeter.world.xml";
    let text = printed(&program, &[world, "r1/height"]);
    let heights_m = numbers(text.trim_end());
    assert!(text.starts_with("height_m [m]: ") && heights_m.len() == 3, "{text}");
    for height_m in &heights_m {
        assert!((height_m - 1.5).abs() < 0.1 && *height_m != 1.5, "noise of 2 cm: {text}");
    }
    assert_eq!(printed(&program, &[world, "r1/height"]), text, "the same numbers on every run");

    let told = |arguments: [&str; 2]| {
        let mut command = Command::new(&program);
        let output = command.args(arguments).current_dir(repository()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let typo = scratch.0.join("typo.world.xml");
    let content = std::fs::read_to_string(repository().join(world)).expect("a world");
    std::fs::write(&typo, content.replace("0.02", "-1")).expect("written");
    let said = told([typo.to_str().expect("UTF-8"), "r1/height"]);
    assert!(said.contains("typo.world.xml:11:") && said.contains("noise"), "{said}");
    let said = told([world, "r1/heigth"]);
    assert!(said.contains("r1/height"), "{said}");
}
