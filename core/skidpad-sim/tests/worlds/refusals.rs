//! Worlds that cannot run, and what is said about them.

use crate::common::{GRIP, PID, differential};
use crate::support::{build, load, wrap};
use skidpad_math::Vec2;
use skidpad_scene::{Assets, Mesh, OccupancyGrid, PointCloud};
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::{ChassisShape, WorldDescription};
use skidpad_world::{Budget, BuildProblem, Diagnostics, Implausible, Problem, Severity};
use std::sync::Arc;

fn robot() -> WorldDescription {
    load(&wrap(&differential("r1", "<controller class='raw'/>", GRIP, "<init_pose>0 0 0</init_pose>")))
        .description
}

fn refusals(description: &WorldDescription, options: &BuildOptions) -> Diagnostics {
    Simulation::build(description, &Assets::default(), options).err().expect("refused")
}

#[track_caller]
fn check(description: &WorldDescription, expected: &str) {
    let found = refusals(description, &BuildOptions::default());
    let messages: Vec<String> = found.errors().map(|error| error.problem.to_string()).collect();
    assert_eq!(messages.join("\n"), expected);
}

#[test]
fn every_reason_is_given() {
    let text = wrap(
        "<vehicle name='r1'><dynamics class='differential'><l_wheel pos='0 -0.3' diameter='0.2' mass='1' width='0.1'/>
        <r_wheel pos='0 0.3' diameter='0.2' mass='1' width='0.1'/><chassis mass='5' zmin='0' zmax='1'/>
        <controller class='twist_pid'/></dynamics><init_pose>0 0 0</init_pose></vehicle>
        <joint type='distance' body_a='r1' body_b='nobody' anchor_a='0 0' anchor_b='0 0'/>",
    );
    let loaded = load(&text);
    let told: Vec<Problem> = loaded.diagnostics.errors().map(|error| error.problem.clone()).collect();
    let found = build(&text).err().expect("refused");
    assert!(matches!(told[0], Problem::Implausible(Implausible::NoTrack { .. })), "{told:?}");
    assert!(matches!(told[1], Problem::Implausible(Implausible::UnknownName { .. })), "{told:?}");
    let again: Vec<Problem> = found.errors().map(|error| error.problem.clone()).collect();
    assert_eq!(again, told, "reading and building say the same");
}

/// A program that makes a description meets the rules by which text is read.
#[test]
fn descriptions_made_by_programs_are_checked() {
    let mut heavy = robot();
    heavy.vehicles[0].chassis.mass_kg = -1.0;
    heavy.vehicles[0].wheels[0].diameter_m = f64::INFINITY;
    heavy.vehicles[0].wheels[1].inertia_kgm2 = Some(0.0);
    heavy.settings.gravity_mps2 = f64::NAN;
    check(
        &heavy,
        "\"gravity\" is NaN m/s²; it must be finite\n\
         r1: \"mass\" is -1 kg; it must be greater than 0\n\
         r1: \"diameter\" is inf m; it must be finite\n\
         r1: \"inertia\" is 0 kg·m²; it must be greater than 0, or -1 for that of a solid disc",
    );

    let mut twins = robot();
    twins.vehicles.push(twins.vehicles[0].clone());
    check(&twins, "r1: another vehicle is named \"r1\" already; give this one a name of its own");

    let mut flat = robot();
    flat.vehicles[0].chassis.shape =
        ChassisShape::Polygon([0.0, 1.0, 2.0].map(|x| Vec2::new(x, 0.0)).to_vec());
    check(&flat, "r1: the outline has no area: its points lie on a line");

    let mut slow = robot();
    slow.settings.timestep_s = 2.0;
    check(&slow, "the step is 2 s; it must be from 1e-6 to 1 s (0 chooses it automatically)");
    let options = BuildOptions { timestep_s: Some(0.005), ..BuildOptions::default() };
    assert!(Simulation::build(&slow, &Assets::default(), &options).is_ok(), "another step was asked for");
}

#[test]
fn parts_that_make_no_vehicle_are_refused() {
    let mut three = robot();
    three.vehicles[0].wheels.truncate(1);
    check(&three, "r1: a vehicle has two to four wheels, a steered one four");
}

/// Another step than the world's own gets warnings of its own.
#[test]
fn the_step_of_a_run_is_checked_like_that_of_a_world() {
    // 64·I/((KP + KI·Δt)·R) = 0.52 s.
    let options = BuildOptions { timestep_s: Some(0.7), ..BuildOptions::default() };
    let controlled = load(&wrap(&differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>"))).description;
    let sim = Simulation::build(&controlled, &Assets::default(), &options).expect("it runs");
    let is_about_wheels =
        |problem: &Problem| matches!(problem, Problem::Implausible(Implausible::StepTooLongForSlip { .. }));
    assert!(sim.diagnostics().iter().any(|it| is_about_wheels(&it.problem)), "{}", sim.diagnostics());
    assert!(
        Simulation::build(&controlled, &Assets::default(), &BuildOptions::default())
            .expect("it runs")
            .diagnostics()
            .is_empty()
    );
}

#[test]
fn what_is_replaced_or_left_out_is_a_warning() {
    let text = wrap("<walls><shape><pt>0 0</pt><pt>1 0</pt></shape><scale>1e-12</scale></walls>");
    let found = build(&text).err().expect("walls without length");
    let expected = Problem::Build(BuildProblem::WallWithoutLength { number: 1 });
    assert!(found.iter().any(|it| it.problem == expected), "{found}");

    let text = wrap(
        "<element class='occupancy_grid'><file>missing.png</file></element>
         <block name='box'><shape_from_visual/><visual><model_uri>missing.dae</model_uri></visual>
         <init_pose>5 0 0</init_pose></block>",
    );
    let sim = build(&text).unwrap_or_else(|problems| panic!("{problems}"));
    let found: Vec<String> = sim.diagnostics().iter().map(|it| it.problem.to_string()).collect();
    assert_eq!(
        found,
        [
            "left out, because \"missing.png\" could not be read",
            "the visuals of this block give no outline; a square of one metre is used instead",
        ]
    );
    assert!(sim.diagnostics().iter().all(|it| it.severity == Severity::Warning));
}

/// A block without an outline collides as a square of one metre, however large its visuals are.
#[test]
fn a_block_that_looks_unlike_it_collides_is_a_warning_with_its_size() {
    let mut assets = Assets::default();
    let cuboid = |half: [f32; 3]| Mesh {
        positions: vec![half.map(|it| -it), half, [half[0], -half[1], half[2]]],
        triangles: vec![[0, 1, 2]],
        ..Mesh::default()
    };
    assets.meshes.insert("shelf.obj".into(), Arc::new(cuboid([0.2, 1.0, 1.0])));
    assets.meshes.insert("crate.obj".into(), Arc::new(cuboid([0.5, 0.5, 0.5])));
    let said = |visual: &str| {
        let block = format!("<block name='b'><init_pose>3 0 0</init_pose>{visual}</block>");
        let description = load(&wrap(&block)).description;
        let sim = Simulation::build(&description, &assets, &BuildOptions::default()).expect("it runs");
        sim.diagnostics().iter().map(|it| it.problem.to_string()).collect::<Vec<_>>()
    };
    let warning = |drawn: &str| {
        format!(
            "this block is drawn {drawn}, but collides as a square of 1 m; add <shape_from_visual/> or a <shape>"
        )
    };
    let shelf = "<visual><model_uri>shelf.obj</model_uri></visual>";
    assert_eq!(said(shelf), [warning("0.4 m by 2 m")]);
    let turned = "<visual><model_uri>shelf.obj</model_uri><model_scale>0.5</model_scale><model_yaw>90</model_yaw></visual>";
    assert_eq!(said(turned), [warning("1 m by 0.2 m")]);
    assert_eq!(said("<visual><model_uri>gone.obj</model_uri></visual>"), [warning("by its <visual>")]);
    let none: [String; 0] = [];
    assert_eq!(said("<visual><model_uri>crate.obj</model_uri></visual>"), none);
    assert_eq!(said(&format!("{shelf}<shape_from_visual/>")), none);
    assert_eq!(said(&format!("{shelf}<intangible>true</intangible>")), none);
}

/// What a world says that is built under a budget.
#[track_caller]
fn over(text: &str, assets: &Assets, budget: Budget, expected: &str) {
    let description = load(&wrap(text)).description;
    let options = BuildOptions { budget, ..BuildOptions::default() };
    let found = Simulation::build(&description, assets, &options).err().expect("over its budget");
    let messages: Vec<String> = found.errors().map(|error| error.problem.to_string()).collect();
    assert_eq!(messages.len(), 1, "what runs out is said once: {messages:?}");
    assert!(messages[0].contains(expected), "{messages:?}");
    assert!(found.iter().all(|it| it.place.is_some_and(|place| place.line > 0)), "each has a place");
    Simulation::build(&description, assets, &BuildOptions::default())
        .map(|_| ())
        .expect("within the usual budget");
}

#[test]
fn every_budget_of_building_is_kept_and_named() {
    let usual = Budget::default();
    let none = Assets::default();
    let blocks: String = (0..5)
        .map(|k| format!("<block name='b{k}'><init_pose>0 0 0</init_pose><mass>1</mass></block>"))
        .collect();
    over(
        &blocks,
        &none,
        Budget { corners: 19, ..usual },
        "b4: with it, the world takes more than 19 corners",
    );
    over(&blocks, &none, Budget { triangles: 40, ..usual }, "more than 40 triangles; `--budget triangles=N`");
    over(
        &blocks,
        &none,
        Budget { pairs: 9, ..usual },
        "b4: with it, the world takes more than 9 overlapping pairs",
    );
    over(&blocks, &none, Budget { work: 100, ..usual }, "more than 100 steps of work");
    let mut assets = Assets::default();
    let free = (0..64).map(|cell| if (cell + cell / 8) % 2 == 0 { 0 } else { 255 }).collect();
    let grid = OccupancyGrid { resolution_m: 1.0, width: 8, height: 8, free, ..OccupancyGrid::default() };
    assets.grids.insert(0, Arc::new(grid));
    let element = "<element class='occupancy_grid'><file>board.png</file></element>";
    over(element, &assets, Budget { rectangles: 31, ..usual }, "more than 31 rectangles of occupied cells");
    over(
        "<walls><shape><pt>0 0</pt><pt>1 0</pt><pt>2 0</pt><pt>3 0</pt></shape></walls>",
        &none,
        Budget { corners: 7, ..usual },
        "walls: with it, the world takes more than 7 corners",
    );
    over(
        "<element class='elevation_map'><elevation_data_matrix>[1 2 3; 4 5 6; 7 8 9]</elevation_data_matrix>
         <resolution>1</resolution><apply_kernel>0 0 0\n0 1 0\n0 0 0</apply_kernel></element>",
        &none,
        Budget { work: 80, ..usual },
        "more than 80 steps of work",
    );
}

/// A block that looks like triangles in one place, seen often, and walls in one place: each ray meets all of them.
#[test]
fn surfaces_in_one_place_count_as_work() {
    let usual = Budget::default();
    let mut assets = Assets::default();
    let mesh = Mesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
        triangles: vec![[0, 1, 2]; 1_000],
        ..Mesh::default()
    };
    assets.meshes.insert("a.obj".into(), Arc::new(mesh));
    let block = |k: i32| {
        format!(
            "<block name='b{k}'><init_pose>{k} 0 0</init_pose><visual><model_uri>a.obj</model_uri></visual></block>"
        )
    };
    // Each has 950 layers more than an ordinary mesh.
    let three: String = (0..3).map(block).collect();
    over(
        &three,
        &assets,
        Budget { work: 20_000_000, ..usual },
        "b2: with it, the world takes more than 20000000",
    );
    let none = Assets::default();
    let wall = "<pt>0 0</pt><pt>1 1</pt>".repeat(100);
    over(
        &format!("<walls><shape>{wall}</shape></walls>"),
        &none,
        Budget { work: 3_000_000, ..usual },
        "walls: with it, the world takes more than 3000000 steps of work",
    );
    let plane = "<element class='vertical_plane'><x0>0</x0><y0>0</y0><x1>1</x1><y1>1</y1></element>";
    over(&plane.repeat(100), &none, Budget { work: 3_000_000, ..usual }, "more than 3000000 steps of work");
    let mut assets = Assets::default();
    let cloud = PointCloud { points: vec![[1.0, 2.0, 3.0]; 1_000], ..PointCloud::default() };
    assets.point_clouds.insert(0, Arc::new(cloud));
    let element = "<element class='pointcloud'><file>a.txt</file></element>";
    over(element, &assets, Budget { work: 30_000_000, ..usual }, "more than 30000000 steps of work");
}

/// Blocks that are only driven on are in no pair, but each is ground below the others and below vehicles.
#[test]
fn corners_of_blocks_below_objects_count_as_work() {
    let none = Assets::default();
    let outline: String = (-10..=10).map(|k| format!("<pt>{k} {}</pt>", k * k)).collect();
    let blocks = |dx: i32| -> String {
        let block = |k: i32| {
            format!(
                "<block name='b{k}'><init_pose>{} 0 0</init_pose><intangible>true</intangible><shape>{outline}</shape></block>",
                k * dx
            )
        };
        (0..20).map(block).collect()
    };
    // Cutting the outlines takes 35 280 steps.
    let few = Budget { work: 40_000, ..Budget::default() };
    over(&blocks(0), &none, few, "with it, the world takes more than 40000 steps of work");
    let description = load(&wrap(&blocks(1_000))).description;
    let options = BuildOptions { budget: few, ..BuildOptions::default() };
    Simulation::build(&description, &none, &options).map(|_| ()).expect("none is below another");
    let robot = differential("r1", "<controller class='raw'/>", GRIP, "<init_pose>0 0 0</init_pose>");
    let few = Budget { work: 48_000, ..Budget::default() };
    over(&(blocks(0) + &robot), &none, few, "r1: with it, the world takes more than 48000 steps of work");
}

/// Ten blocks in a row do not overlap; ten in one place are 45 pairs, and a wall through them ten more.
#[test]
fn pairs_are_counted_exactly() {
    let blocks = |dx: f64| -> String {
        let block = |k: i32| {
            let x = f64::from(k) * dx;
            format!("<block name='b{k}'><init_pose>{x} 0 0</init_pose><mass>1</mass></block>")
        };
        (0..10).map(block).collect()
    };
    let walls = "<walls><shape><pt>-1 0</pt><pt>1 0</pt></shape></walls>";
    let builds = |text: &str, pairs: u64| {
        let options =
            BuildOptions { budget: Budget { pairs, ..Budget::default() }, ..BuildOptions::default() };
        Simulation::build(&load(&wrap(text)).description, &Assets::default(), &options).is_ok()
    };
    assert!(builds(&blocks(2.0), 0));
    assert!(builds(&blocks(0.0), 45) && !builds(&blocks(0.0), 44));
    let with_wall = format!("{walls}{}", blocks(0.0));
    assert!(builds(&with_wall, 55) && !builds(&with_wall, 54));
}
