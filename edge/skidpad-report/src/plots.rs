//! The plots of a report.

use crate::chart::{Chart, Line};
use crate::figures::{drift, friction_use, has_odometry, speed};
use crate::map::map_svg;
use crate::style::{COLOURS, svg_style};
use crate::{RunData, Series, SetPoint, VehicleData};

/// A plot as a self-contained picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plot {
    /// A name that can be used for a file.
    pub name: String,
    /// The picture.
    pub svg: String,
}

/// Most vehicles whose wheels are drawn.
const DRAWN_WHEELS: usize = 4;

/// Most vehicles drawn as lines.
const DRAWN_VEHICLES: usize = 16;

/// A group of charts under a heading.
pub(crate) struct Group {
    pub(crate) heading: String,
    pub(crate) charts: Vec<(String, Chart)>,
}

/// The colour of a vehicle of a run: its own if there are enough colours, else that of its run.
pub(crate) fn colour_of(runs: &[RunData], run: usize, vehicle: usize) -> usize {
    let vehicles = |runs: &[RunData]| runs.iter().map(|run| run.vehicles.len()).sum::<usize>();
    if runs.len() == 1 || vehicles(runs) <= COLOURS.len() { vehicles(&runs[..run]) + vehicle } else { run }
}

/// The name of a vehicle's line.
pub(crate) fn label(runs: &[RunData], run: &RunData, vehicle: &VehicleData) -> String {
    match (runs.len(), run.vehicles.len()) {
        (1, _) => vehicle.name.clone(),
        (_, 0 | 1) => run.name.clone(),
        _ => format!("{} {}", run.name, vehicle.name),
    }
}

/// All plots of a report, each as a self-contained picture.
pub fn plots(runs: &[RunData]) -> Vec<Plot> {
    let style = svg_style();
    let map = map_svg(runs, |run, vehicle| colour_of(runs, run, vehicle), &style);
    let mut plots = vec![Plot { name: "map".to_string(), svg: map }];
    for group in groups(runs) {
        plots.extend(group.charts.into_iter().map(|(name, chart)| Plot { name, svg: chart.svg(&style) }));
    }
    plots
}

/// Lines for every vehicle of every run.
fn lines(runs: &[RunData], value: impl Fn(&VehicleData) -> Series) -> Vec<Line> {
    let mut lines = Vec::new();
    for (run_number, run) in runs.iter().enumerate() {
        for (number, vehicle) in run.vehicles.iter().enumerate().take(DRAWN_VEHICLES) {
            lines.push(Line {
                name: label(runs, run, vehicle),
                colour: colour_of(runs, run_number, number),
                is_dashed: false,
                series: value(vehicle),
            });
        }
    }
    lines
}

/// A set point as steps, up to the end of the run.
fn held(set_points: &[SetPoint], end_s: f64, value: impl Fn(&SetPoint) -> Option<f64>) -> Series {
    let mut series = Series::default();
    for set_point in set_points {
        let Some(value) = value(set_point) else { continue };
        if let Some(&before) = series.values.last() {
            series.push(set_point.time_s, before);
        }
        series.push(set_point.time_s, value);
    }
    if let Some(&last) = series.values.last() {
        series.push(end_s, last);
    }
    series
}

/// Lines of set points, dashed, before the others.
fn asked(runs: &[RunData], value: impl Fn(&SetPoint) -> Option<f64>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (run_number, run) in runs.iter().enumerate() {
        for (number, vehicle) in run.vehicles.iter().enumerate().take(DRAWN_VEHICLES) {
            let series = held(&vehicle.set_points, run.duration_s, &value);
            if !series.is_empty() {
                lines.push(Line {
                    name: "commanded".to_string(),
                    colour: colour_of(runs, run_number, number),
                    is_dashed: true,
                    series,
                });
            }
        }
    }
    lines
}

fn collisions(runs: &[RunData]) -> Vec<f64> {
    runs.iter()
        .flat_map(|run| &run.vehicles)
        .flat_map(|vehicle| vehicle.collisions_s.iter().copied())
        .collect()
}

/// The charts of a report, in groups; empty charts are left out.
pub(crate) fn groups(runs: &[RunData]) -> Vec<Group> {
    let mut groups = vec![motion(runs)];
    groups.extend(wheels(runs));
    groups.push(odometry_and_run(runs));
    for group in &mut groups {
        group.charts.retain(|(_, chart)| !chart.is_empty());
    }
    groups.retain(|group| !group.charts.is_empty());
    groups
}

fn motion(runs: &[RunData]) -> Group {
    let chart = |title: &str, unit: &str, lines: Vec<Line>| Chart {
        title: title.to_string(),
        unit: unit.to_string(),
        lines,
        marks_s: collisions(runs),
        from_zero: false,
    };
    let with = |mut asked: Vec<Line>, found: Vec<Line>| {
        asked.extend(found);
        asked
    };
    let lateral = |vehicle: &VehicleData| {
        let (v, w) = (speed(vehicle), vehicle.column("dqw"));
        let values = v.values.iter().zip(&w.values).map(|(v, w)| v * w).collect();
        Series { values, times_s: v.times_s }
    };
    Group {
        heading: "Motion: commanded and achieved".to_string(),
        charts: vec![
            (
                "speed".to_string(),
                chart("Speed", "m/s", with(asked(runs, |it| it.speed_mps), lines(runs, speed))),
            ),
            (
                "yaw_rate".to_string(),
                chart(
                    "Yaw rate",
                    "rad/s",
                    with(asked(runs, |it| it.yaw_rate_radps), lines(runs, |vehicle| vehicle.column("dqw"))),
                ),
            ),
            ("lateral".to_string(), chart("Lateral acceleration v·ω", "m/s²", lines(runs, lateral))),
            (
                "steering".to_string(),
                chart("Steering angle commanded", "rad", asked(runs, |it| it.steer_rad)),
            ),
        ],
    }
}

/// Charts of the wheels, a group for each of the first vehicles.
fn wheels(runs: &[RunData]) -> Vec<Group> {
    let mut groups = Vec::new();
    for run in runs {
        for vehicle in run.vehicles.iter().take(DRAWN_WHEELS) {
            let chart = |title: &str, unit: &str, from_zero: bool, value: &dyn Fn(usize) -> Series| {
                let line = |wheel: usize| Line {
                    name: format!("wheel {}", wheel + 1),
                    colour: wheel,
                    is_dashed: false,
                    series: value(wheel),
                };
                let lines: Vec<Line> =
                    (0..vehicle.wheels.len()).map(line).filter(|line| line.series.says_something()).collect();
                Chart {
                    title: title.to_string(),
                    unit: unit.to_string(),
                    lines,
                    marks_s: vehicle.collisions_s.clone(),
                    from_zero,
                }
            };
            let column = |name: &'static str| {
                move |wheel: usize| vehicle.wheels[wheel].get(name).cloned().unwrap_or_default()
            };
            let named = |what: &str| {
                let plain = format!("{}_{}_{what}", run.name, vehicle.name);
                plain.replace(|c: char| !c.is_alphanumeric() && c != '_', "_")
            };
            groups.push(Group {
                heading: format!("Wheels of {}", label(runs, run, vehicle)),
                charts: vec![
                    (named("torque"), chart("Motor torque", "N·m", false, &column("torque"))),
                    (
                        named("force_long"),
                        chart("Ground force along the wheel", "N", false, &column("wheel_long_friction")),
                    ),
                    (
                        named("force_lat"),
                        chart("Ground force across the wheel", "N", false, &column("wheel_lateral_friction")),
                    ),
                    (named("load"), chart("Wheel load", "N", true, &column("force_z"))),
                    (named("slip_ratio"), chart("Slip ratio", "", false, &column("slip_ratio"))),
                    (named("slip_angle"), chart("Slip angle", "rad", false, &column("slip_angle"))),
                    (
                        named("friction_use"),
                        chart("Friction use: force over load", "", true, &|wheel| {
                            friction_use(vehicle, wheel)
                        }),
                    ),
                ],
            });
        }
    }
    groups
}

fn odometry_and_run(runs: &[RunData]) -> Group {
    let chart = |title: &str, unit: &str, lines: Vec<Line>| Chart {
        title: title.to_string(),
        unit: unit.to_string(),
        lines,
        marks_s: Vec::new(),
        from_zero: true,
    };
    let drifts =
        lines(runs, |vehicle| if has_odometry(vehicle) { drift(vehicle) } else { Series::default() });
    let factors = runs.iter().enumerate().map(|(number, run)| Line {
        name: if runs.len() == 1 { String::new() } else { run.name.clone() },
        colour: number,
        is_dashed: false,
        series: run.realtime_factor.clone(),
    });
    Group {
        heading: "Odometry and pace".to_string(),
        charts: vec![
            ("drift".to_string(), chart("Odometry drift from the true position", "m", drifts)),
            ("realtime".to_string(), chart("Real-time factor", "", factors.collect())),
        ],
    }
}
