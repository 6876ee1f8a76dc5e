//! `skidpad racecar` from outside: files in, files out, messages, exit codes.

mod common;

use common::{repository, run, scratch, stderr, stdout};

const RUN: &str = "testdata/reference/race-car/B_e3_coast_to_stop.csv";

/// The largest difference between two tables in the columns from X to omega.
fn worst_difference(a: &str, b: &str) -> f64 {
    let cells = |text: &str| -> Vec<Vec<f64>> {
        text.lines()
            .skip(1)
            .map(|line| line.split(',').skip(6).take(6).map(|cell| cell.parse().unwrap()).collect())
            .collect()
    };
    let (a, b) = (cells(a), cells(b));
    assert_eq!(a.len(), b.len());
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn replay_reproduces_a_reference_run() {
    let out = scratch("racecar-replay").join("out.csv");
    let reference = std::fs::read_to_string(repository().join(RUN)).unwrap();
    for (integrator, tolerance) in [("rk4", 1e-5), ("radau", 1e-6)] {
        let arguments = ["racecar", "replay", RUN, "--preset", "ariane_rear", "--integrator", integrator];
        let output = run(&[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let got = std::fs::read_to_string(&out).unwrap();
        assert_eq!(got.lines().next(), reference.lines().next());
        assert!(worst_difference(&got, &reference) < tolerance, "{integrator}");
    }
}

#[test]
fn problems_name_the_file_and_end_with_2() {
    let folder = scratch("racecar-problems");
    let file = folder.join("car.toml");
    std::fs::write(&file, "mass_kg = -5\nmas_kg = 3\n").unwrap();
    let output =
        run(&["racecar", "steady", "--speed", "5", "--radius", "9", "--preset", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("car.toml:1: mass_kg is -5 kg"), "{said}");
    assert!(
        said.contains("car.toml:2: there is no parameter \"mas_kg\"; did you mean \"mass_kg\"?"),
        "{said}"
    );

    let output = run(&["racecar", "replay", "no/such.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no/such.csv"));
    let output = run(&["racecar", "steady", "--speed", "40", "--radius", "9"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("the tyres cannot hold"));
}

#[test]
fn steady_gives_the_equilibrium_of_the_reference() {
    let output = run(&["racecar", "steady", "--speed", "10", "--radius", "9.125", "--json"]);
    let figures: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!((figures["steer_rad"].as_f64().unwrap() - 0.167503274156211).abs() < 1e-8);
    assert!((figures["load_n_FR"].as_f64().unwrap() - 925.673009278749).abs() < 1e-6);
}

#[test]
fn linearise_gives_the_eigenvalues_of_the_bicycle() {
    let output = run(&["racecar", "linearise", "--speed", "10", "--json"]);
    let model: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let values = model["eigenvalues"].as_array().unwrap();
    for expected in [-40.3615, -28.6244] {
        assert!(values.iter().any(|pair| (pair[0].as_f64().unwrap() - expected).abs() < 1e-3), "{expected}");
    }
    let text = stdout(&run(&["racecar", "linearise", "--speed", "10"]));
    assert!(text.starts_with("A ") && text.contains("eigenvalues of A"), "{text}");
}

#[test]
fn manoeuvres_write_a_run_and_a_picture() {
    let folder = scratch("racecar-manoeuvre");
    for name in ["step-steer", "sine-dwell", "skidpad", "accelerate", "brake"] {
        let (csv, svg) = (folder.join(format!("{name}.csv")), folder.join(format!("{name}.svg")));
        let output = run(&[
            "racecar",
            "manoeuvre",
            "--out",
            csv.to_str().unwrap(),
            name,
            "--plot",
            svg.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        assert!(std::fs::read_to_string(&csv).unwrap().lines().count() > 300, "{name}");
        let picture = std::fs::read_to_string(&svg).unwrap();
        assert!(picture.starts_with("<svg") && picture.contains("wheel loads [N]"), "{name}");
        assert_eq!(picture.matches("class=\"curve\"").count(), 15 + 12, "{name}");
    }
}
