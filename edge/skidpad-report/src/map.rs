//! The world from above, with the paths of its vehicles.

use crate::chart::{number, ticks};
use crate::style::{COLOURS, escaped};
use crate::{RunData, VehicleData};
use std::fmt::Write;

const WIDTH: f64 = 1100.0;
const MOST_HEIGHT: f64 = 700.0;
const MARGIN: f64 = 46.0;

/// Most points of a path that are drawn.
const MOST_POINTS: usize = 3000;

/// The scale from metres to the picture.
struct MapScale {
    low_m: [f64; 2],
    high_m: [f64; 2],
    scale: f64,
}

impl MapScale {
    fn around(runs: &[RunData]) -> MapScale {
        let mut low_m = [f64::INFINITY; 2];
        let mut high_m = [f64::NEG_INFINITY; 2];
        let mut include = |[x, y]: [f64; 2]| {
            if x.is_finite() && y.is_finite() {
                low_m = [low_m[0].min(x), low_m[1].min(y)];
                high_m = [high_m[0].max(x), high_m[1].max(y)];
            }
        };
        for run in runs {
            run.vehicles.iter().flat_map(path_of).for_each(&mut include);
        }
        // Obstacles near the paths are drawn, those far away are not.
        let reach_m = 0.25 * (high_m[0] - low_m[0]).max(high_m[1] - low_m[1]).max(8.0);
        let near = |[x, y]: &[f64; 2]| {
            (low_m[0] - reach_m..=high_m[0] + reach_m).contains(x)
                && (low_m[1] - reach_m..=high_m[1] + reach_m).contains(y)
        };
        let outlines = runs.iter().flat_map(|run| &run.outlines).filter(|outline| outline.kind != "vehicle");
        let corners: Vec<[f64; 2]> =
            outlines.flat_map(|outline| &outline.corners_m).filter(|at| near(at)).copied().collect();
        for [x, y] in corners {
            low_m = [low_m[0].min(x), low_m[1].min(y)];
            high_m = [high_m[0].max(x), high_m[1].max(y)];
        }
        if low_m[0] > high_m[0] {
            (low_m, high_m) = ([-1.0; 2], [1.0; 2]);
        }
        let border_m = (0.04 * (high_m[0] - low_m[0]).max(high_m[1] - low_m[1])).max(1.0);
        let low_m = low_m.map(|low| low - border_m);
        let high_m = high_m.map(|high| high + border_m);
        let scale = ((WIDTH - 2.0 * MARGIN) / (high_m[0] - low_m[0]))
            .min((MOST_HEIGHT - 2.0 * MARGIN) / (high_m[1] - low_m[1]));
        MapScale { low_m, high_m, scale }
    }

    fn height(&self) -> f64 {
        (self.high_m[1] - self.low_m[1]) * self.scale + 2.0 * MARGIN
    }

    /// The picture is centred if it is narrower than its frame.
    fn left(&self) -> f64 {
        (WIDTH - (self.high_m[0] - self.low_m[0]) * self.scale) / 2.0
    }

    fn x(&self, x_m: f64) -> f64 {
        self.left() + (x_m - self.low_m[0]) * self.scale
    }

    fn y(&self, y_m: f64) -> f64 {
        self.height() - MARGIN - (y_m - self.low_m[1]) * self.scale
    }

    fn polygon(&self, corners_m: &[[f64; 2]]) -> String {
        let point = |&[x, y]: &[f64; 2]| format!("{:.1},{:.1}", self.x(x), self.y(y));
        corners_m.iter().map(point).collect::<Vec<_>>().join(" ")
    }

    fn path(&self, points_m: impl Iterator<Item = [f64; 2]>) -> String {
        let mut out = String::new();
        for (number, [x, y]) in points_m.filter(|[x, y]| x.is_finite() && y.is_finite()).enumerate() {
            let letter = if number == 0 { 'M' } else { 'L' };
            let _ = write!(out, "{letter}{:.1} {:.1}", self.x(x), self.y(y));
        }
        out
    }
}

/// The path of a vehicle, reduced to fewer points.
fn path_of(vehicle: &VehicleData) -> Vec<[f64; 2]> {
    let (x, y) = (vehicle.column("q0x"), vehicle.column("q1y"));
    let step = x.len().div_ceil(MOST_POINTS).max(1);
    let mut path: Vec<[f64; 2]> =
        x.values.iter().zip(&y.values).step_by(step).map(|(&x_m, &y_m)| [x_m, y_m]).collect();
    if let (Some(&x_m), Some(&y_m)) = (x.values.last(), y.values.last()) {
        path.push([x_m, y_m]);
    }
    path
}

/// The path by odometry, aligned with the start of the true path.
pub(crate) fn believed_path(vehicle: &VehicleData) -> Vec<[f64; 2]> {
    use skidpad_math::Pose2;
    let column = |name: &str| vehicle.column(name).values;
    let (x, y, yaw) = (column("q0x"), column("q1y"), column("q3yaw"));
    let (odo_x, odo_y, odo_yaw) = (column("odo_x"), column("odo_y"), column("odo_yaw"));
    let first = |values: &[f64]| values.first().copied();
    let (Some(x), Some(y), Some(yaw)) = (first(&x), first(&y), first(&yaw)) else { return Vec::new() };
    let (Some(ox), Some(oy), Some(oyaw)) = (first(&odo_x), first(&odo_y), first(&odo_yaw)) else {
        return Vec::new();
    };
    let start = Pose2::new(x, y, yaw) * Pose2::new(ox, oy, oyaw).inverse();
    let step = odo_x.len().div_ceil(MOST_POINTS).max(1);
    let pairs = odo_x.iter().zip(&odo_y).step_by(step);
    pairs
        .map(|(&x_m, &y_m)| {
            let at = start.transform(skidpad_math::Vec2::new(x_m, y_m));
            [at.x, at.y]
        })
        .collect()
}

/// The picture. `colour_of` gives the index of the colour of a vehicle of a run.
pub(crate) fn map_svg(runs: &[RunData], colour_of: impl Fn(usize, usize) -> usize, style: &str) -> String {
    let frame = MapScale::around(runs);
    let (width, height) = (WIDTH, frame.height());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\" role=\"img\" aria-label=\"paths from above\">"
    );
    if !style.is_empty() {
        let _ = write!(
            svg,
            "<style>{style}</style><rect width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>"
        );
    }
    draw_grid(&frame, &mut svg);
    svg.push_str("<clipPath id=\"inside\"><rect ");
    let _ = write!(
        svg,
        "x=\"{:.1}\" y=\"{MARGIN}\" width=\"{:.1}\" height=\"{:.1}\"/></clipPath><g clip-path=\"url(#inside)\">",
        frame.left(),
        (frame.high_m[0] - frame.low_m[0]) * frame.scale,
        height - 2.0 * MARGIN
    );
    if let Some(run) = runs.first() {
        for outline in
            run.outlines.iter().filter(|outline| outline.kind != "vehicle" && outline.corners_m.len() > 2)
        {
            let _ =
                write!(svg, "<polygon class=\"solid\" points=\"{}\"/>", frame.polygon(&outline.corners_m));
        }
    }
    for (run_number, run) in runs.iter().enumerate() {
        for (number, vehicle) in run.vehicles.iter().enumerate() {
            draw_vehicle(&frame, run, vehicle, colour_of(run_number, number), &mut svg);
        }
    }
    svg.push_str("</g></svg>");
    svg
}

fn draw_grid(frame: &MapScale, svg: &mut String) {
    let bottom = frame.height() - MARGIN;
    let right = frame.x(frame.high_m[0]);
    for x_m in ticks([frame.low_m[0], frame.high_m[0]], 10) {
        let x = frame.x(x_m);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{MARGIN}\" y2=\"{bottom:.1}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            number(x_m)
        );
    }
    for y_m in ticks([frame.low_m[1], frame.high_m[1]], 7) {
        let y = frame.y(y_m);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            frame.left(),
            frame.left() - 7.0,
            y + 4.0,
            number(y_m)
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{right:.1}\" y=\"{:.1}\" text-anchor=\"end\">x [m]</text><text x=\"{:.1}\" y=\"{}\">y [m]</text>",
        bottom + 36.0,
        frame.left(),
        MARGIN - 12.0
    );
}

fn draw_vehicle(frame: &MapScale, run: &RunData, vehicle: &VehicleData, colour: usize, svg: &mut String) {
    let colour = colour % COLOURS.len();
    let path = path_of(vehicle);
    let believed = believed_path(vehicle);
    let _ = write!(
        svg,
        "<path class=\"curve thin dashed\" stroke=\"var(--c{colour})\" d=\"{}\"/>\
         <path class=\"curve\" stroke=\"var(--c{colour})\" stroke-width=\"2.2\" d=\"{}\"/>",
        frame.path(believed.into_iter()),
        frame.path(path.iter().copied())
    );
    let (Some(&[x0, y0]), Some(&[x1, y1])) = (path.first(), path.last()) else { return };
    let _ = write!(
        svg,
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"var(--ground)\" stroke=\"var(--c{colour})\" stroke-width=\"2\"/>",
        frame.x(x0),
        frame.y(y0)
    );
    let yaw_rad = vehicle.column("q3yaw").values.last().copied().unwrap_or(0.0);
    let is_it =
        |outline: &&skidpad_record::Outline| outline.kind == "vehicle" && outline.name == vehicle.name;
    let (sin, cos) = yaw_rad.sin_cos();
    let turned = |[x, y]: [f64; 2]| [x1 + cos * x - sin * y, y1 + sin * x + cos * y];
    match run.outlines.iter().find(is_it) {
        Some(outline) => {
            let corners: Vec<[f64; 2]> = outline.corners_m.iter().map(|&corner| turned(corner)).collect();
            let _ = write!(
                svg,
                "<polygon fill=\"var(--c{colour})\" fill-opacity=\".35\" stroke=\"var(--c{colour})\" stroke-width=\"1.5\" points=\"{}\"/>",
                frame.polygon(&corners)
            );
        }
        None => {
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"var(--c{colour})\"/>",
                frame.x(x1),
                frame.y(y1)
            );
        }
    }
    for &time_s in vehicle.collisions_s.iter().take(200) {
        if let Some([x, y]) = place_at(vehicle, time_s) {
            let _ = write!(
                svg,
                "<circle class=\"hitdot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\"/>",
                frame.x(x),
                frame.y(y)
            );
        }
    }
    if run.vehicles.len() <= 12 {
        // On the side with enough room.
        let x = frame.x(x1);
        let (x, anchor) = if x > WIDTH - 200.0 { (x - 9.0, "end") } else { (x + 9.0, "start") };
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" style=\"fill:var(--c{colour})\">{}</text>",
            frame.y(y1) - 12.0,
            escaped(&vehicle.name)
        );
    }
}

fn place_at(vehicle: &VehicleData, time_s: f64) -> Option<[f64; 2]> {
    let (x, y) = (vehicle.pose.get("q0x")?, vehicle.pose.get("q1y")?);
    let at = x.times_s.partition_point(|&before_s| before_s < time_s).min(x.len().checked_sub(1)?);
    Some([x.values[at], *y.values.get(at)?])
}
