//! A plot of a test manoeuvre of the race car.

use skidpad_dynamics::race_car::{RaceCar, Row};
use skidpad_report::{Chart, Line, Series, stacked};

/// Speed, yaw rate, lateral acceleration, slip angles, wheel loads and use of the friction ellipse, as charts below each
/// other in one self-contained SVG picture.
pub fn manoeuvre_plot(title: &str, car: &RaceCar, rows: &[Row]) -> String {
    let times_s: Vec<f64> = rows.iter().map(|row| row.time_s).collect();
    let line = |name: &str, colour: usize, values: Vec<f64>| Line {
        name: name.to_string(),
        colour,
        is_dashed: false,
        series: Series { times_s: times_s.clone(), values },
    };
    let chart = |title: &str, unit: &str, lines: Vec<Line>| Chart {
        title: title.to_string(),
        unit: unit.to_string(),
        lines,
        ..Chart::default()
    };
    let one = |title: &str, unit: &str, value: &dyn Fn(&Row) -> f64| {
        chart(title, unit, vec![line("", 0, rows.iter().map(value).collect())])
    };
    let per_wheel = |title: &str, unit: &str, values: &dyn Fn(&Row) -> [f64; 4]| {
        let names = ["front left", "front right", "rear left", "rear right"].into_iter().enumerate();
        let lines = names.map(|(i, name)| line(name, i, rows.iter().map(|row| values(row)[i]).collect()));
        chart(title, unit, lines.collect())
    };
    let charts = [
        one("speed", "m/s", &|row| row.state.speed_mps()),
        one("yaw rate", "rad/s", &|row| row.state.yaw_rate_radps),
        one("lateral acceleration", "m/s²", &|row| row.forces.a_y_mps2),
        per_wheel("slip angles", "rad", &|row| row.forces.slip_angle_rad),
        per_wheel("wheel loads", "N", &|row| row.forces.load_n),
        per_wheel("use of the friction ellipse", "-", &|row| car.ellipse_use(&row.forces)),
    ];
    stacked(title, &charts)
}
