//! A chart of values over time.

use crate::Series;
use crate::style::{COLOURS, escaped, svg_style};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 34.0;
/// Room for a title above stacked charts.
const HEAD: f64 = 30.0;
/// Height of a row of the legend.
const ROW: f64 = 17.0;
/// Most names in a legend.
const MOST_NAMES: usize = 24;

/// A line of a chart.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// Its name in the legend; empty if it has none.
    pub name: String,
    /// Index of its colour.
    pub colour: usize,
    /// Whether it is a set point, drawn with dashes.
    pub is_dashed: bool,
    /// Its values.
    pub series: Series,
}

/// A chart of values over time.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    /// Title.
    pub title: String,
    /// Unit of the values; empty if they have none.
    pub unit: String,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Times to mark [s].
    pub marks_s: Vec<f64>,
    /// Whether the axis begins at zero.
    pub from_zero: bool,
}

/// Charts below each other under one title, as one self-contained SVG picture.
pub fn stacked(title: &str, charts: &[Chart]) -> String {
    let heights: Vec<f64> = charts.iter().map(Chart::height).collect();
    let height = HEAD + heights.iter().sum::<f64>();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\"><style>{}</style>\
         <rect width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>\
         <text class=\"title\" x=\"{LEFT}\" y=\"20\">{}</text>\n",
        svg_style(),
        escaped(title)
    );
    let mut top = HEAD;
    for (chart, height) in charts.iter().zip(heights) {
        let _ =
            writeln!(svg, "<svg y=\"{top}\" width=\"{WIDTH}\" height=\"{height}\">{}</svg>", chart.svg(""));
        top += height;
    }
    svg.push_str("</svg>\n");
    svg
}

impl Chart {
    /// Whether the chart has no values.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| !line.series.values.iter().any(|value| value.is_finite()))
    }

    /// The picture; a self-contained one includes `style`.
    pub(crate) fn svg(&self, style: &str) -> String {
        let (t, v) = (self.time_range(), self.value_range());
        let title = self.title_with_unit();
        let legend = self.legend(&title);
        let height = self.height();
        let top = TOP + height - HEIGHT;
        let x_of = |time_s: f64| LEFT + (time_s - t[0]) / (t[1] - t[0]) * (WIDTH - LEFT - RIGHT);
        let y_of = |value: f64| height - BOTTOM - (value - v[0]) / (v[1] - v[0]) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
            escaped(&self.title)
        );
        if !style.is_empty() {
            let _ = write!(
                svg,
                "<style>{style}</style><rect width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>"
            );
        }
        let _ = write!(svg, "<text class=\"title\" x=\"{LEFT}\" y=\"17\">{}</text>", escaped(&title));
        for tick in ticks(v, 5) {
            let y = y_of(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 7.0,
                y + 4.0,
                number(tick)
            );
        }
        for tick in ticks(t, 7) {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x_of(tick),
                height - BOTTOM + 17.0,
                number(tick)
            );
        }
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">time [s]</text>",
            WIDTH - RIGHT,
            WIDTH - RIGHT,
            height - 4.0,
            y = height - BOTTOM
        );
        for &mark_s in self.marks_s.iter().take(200) {
            let x = x_of(mark_s);
            let _ = write!(
                svg,
                "<line class=\"hit\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{}\"/>",
                height - BOTTOM
            );
        }
        for line in &self.lines {
            let class = if line.is_dashed { "curve thin dashed" } else { "curve" };
            let _ = write!(
                svg,
                "<path class=\"{class}\" stroke=\"var(--c{})\" d=\"{}\"/>",
                line.colour % COLOURS.len(),
                path(&line.series, x_of, y_of)
            );
        }
        legend.iter().for_each(|entry| entry.draw(&mut svg));
        svg.push_str("</svg>");
        svg
    }

    fn title_with_unit(&self) -> String {
        if self.unit.is_empty() { self.title.clone() } else { format!("{} [{}]", self.title, self.unit) }
    }

    /// Height of the picture. Rows of the legend below the title make it taller, not the curves flatter.
    fn height(&self) -> f64 {
        let row_count = self.legend(&self.title_with_unit()).iter().map(|entry| entry.row).max().unwrap_or(0);
        HEIGHT + ROW * f64::from(row_count)
    }

    fn time_range(&self) -> [f64; 2] {
        let times = self.lines.iter().flat_map(|line| {
            line.series.times_s.first().copied().into_iter().chain(line.series.times_s.last().copied())
        });
        let [low, high] = range(times);
        if high > low { [low, high] } else { [low, low + 1.0] }
    }

    fn value_range(&self) -> [f64; 2] {
        let [mut low, mut high] =
            range(self.lines.iter().flat_map(|line| line.series.values.iter().copied()));
        if self.from_zero {
            low = low.min(0.0);
        }
        let span = high - low;
        if span <= 1e-9 * high.abs().max(1e-3) {
            let around = (0.1 * high.abs()).max(0.1);
            return [low - around, high + around];
        }
        high += 0.06 * span;
        if !(self.from_zero && low == 0.0) {
            low -= 0.06 * span;
        }
        [low, high]
    }

    /// Names of lines, each once: beside the title at the right, or in rows below it.
    fn legend(&self, title: &str) -> Vec<Entry<'_>> {
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for line in self.lines.iter().filter(|line| !line.name.is_empty()) {
            if entries.len() < MOST_NAMES && entries.iter().all(|entry| entry.line.name != line.name) {
                entries.push(Entry { line, x: 0.0, row: 0 });
            }
        }
        let room = WIDTH - RIGHT - LEFT;
        let total: f64 = entries.iter().map(Entry::width).sum();
        let fits_beside = 8.2 * title.chars().count() as f64 + 12.0 + total <= room;
        let (mut x, mut row) = if fits_beside { (WIDTH - RIGHT - total, 0) } else { (LEFT, 1) };
        for entry in &mut entries {
            if x > LEFT && x + entry.width() > WIDTH - RIGHT + 0.5 {
                (x, row) = (LEFT, row + 1);
            }
            (entry.x, entry.row) = (x, row);
            x += entry.width();
        }
        entries
    }
}

/// A name in a legend.
struct Entry<'a> {
    line: &'a Line,
    /// Its left edge.
    x: f64,
    /// Its row below the title.
    row: u32,
}

impl Entry<'_> {
    /// Its approximate width, from the number of letters.
    fn width(&self) -> f64 {
        7.8 * self.line.name.chars().count() as f64 + 30.0
    }

    fn draw(&self, svg: &mut String) {
        let class = if self.line.is_dashed { "curve thin dashed" } else { "curve" };
        let y = 17.0 + ROW * f64::from(self.row);
        let _ = write!(
            svg,
            "<path class=\"{class}\" stroke=\"var(--c{})\" d=\"M{:.1} {}h16\"/><text x=\"{:.1}\" y=\"{y}\">{}</text>",
            self.line.colour % COLOURS.len(),
            self.x,
            y - 4.0,
            self.x + 20.0,
            escaped(&self.line.name)
        );
    }
}

fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let finite = values.filter(|value| value.is_finite());
    let [low, high] = finite
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    if low <= high { [low, high] } else { [0.0, 1.0] }
}

/// A line through the values; if there are more values than pixels, the lowest and highest of each pixel column.
fn path(series: &Series, x_of: impl Fn(f64) -> f64, y_of: impl Fn(f64) -> f64) -> String {
    let mut out = String::new();
    let mut is_down = false;
    let mut point = |time_s: f64, value: f64| {
        if !value.is_finite() {
            is_down = false;
            return;
        }
        let letter = if is_down { 'L' } else { 'M' };
        is_down = true;
        let _ = write!(out, "{letter}{:.1} {:.1}", x_of(time_s), y_of(value));
    };
    let count = series.len();
    if count <= 1200 {
        series.iter().for_each(|(time_s, value)| point(time_s, value));
        return out;
    }
    let per_bucket = count.div_ceil(600);
    for start in (0..count).step_by(per_bucket) {
        let bucket = start..(start + per_bucket).min(count);
        let by = |a: &usize, b: &usize| series.values[*a].total_cmp(&series.values[*b]);
        let finite = || bucket.clone().filter(|&at| series.values[at].is_finite());
        match (finite().min_by(by), finite().max_by(by)) {
            (Some(low), Some(high)) => {
                point(series.times_s[low.min(high)], series.values[low.min(high)]);
                if low != high {
                    point(series.times_s[low.max(high)], series.values[low.max(high)]);
                }
            }
            _ => point(series.times_s[start], f64::NAN),
        }
    }
    out
}

/// Round numbers inside a range, about `count` of them.
pub(crate) fn ticks([low, high]: [f64; 2], count: u32) -> Vec<f64> {
    let raw = (high - low) / f64::from(count);
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= raw);
    let Some(step) = step.filter(|step| step.is_finite() && *step > 0.0) else { return Vec::new() };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).take(50).map(|multiple| multiple as f64 * step).collect()
}

/// A number in its shortest form.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let size = value.abs();
    if !(1e-4..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks([0.0, 10.0], 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([-0.13, 0.11], 5), [-0.1, -0.05, 0.0, 0.05, 0.1]);
        assert_eq!(number(0.05), "0.05");
        assert_eq!(number(-2.0), "−2");
        assert_eq!(number(1.5e-7), "1.5e-7");
    }

    #[test]
    fn many_values_keep_their_peaks() {
        let mut series = Series::default();
        for step in 0..100_000 {
            series.push(f64::from(step), if step == 54_321 { 9.0 } else { 0.0 });
        }
        let line = Line { name: "a".to_string(), colour: 0, is_dashed: false, series };
        let chart = Chart { title: "t".to_string(), lines: vec![line], ..Chart::default() };
        let svg = chart.svg("");
        assert!(svg.len() < 30_000, "{}", svg.len());
        let top = format!(" {:.1}", HEIGHT - BOTTOM - (9.0 + 0.54) / (9.0 * 1.12) * (HEIGHT - TOP - BOTTOM));
        assert!(svg.contains(&top), "the peak is drawn at {top}");
    }

    #[test]
    fn stacked_charts_escape_text_and_leave_gaps_out() {
        let series = Series { times_s: vec![0.0, 1.0, 2.0], values: vec![0.0, f64::NAN, 2.0] };
        let line = Line { name: "a<b".to_string(), series, ..Line::default() };
        let chart = Chart { title: "speed".to_string(), lines: vec![line], ..Chart::default() };
        let svg = stacked("T & C", &[chart.clone(), chart]);
        assert!(svg.contains("T &amp; C") && svg.contains("a&lt;b") && !svg.contains("NaN"));
        assert_eq!(svg.matches("</svg>").count(), 5, "a picture, two places, two charts");
    }

    #[test]
    fn gaps_stay_gaps() {
        let mut series = Series::default();
        [1.0, f64::NAN, 2.0].into_iter().enumerate().for_each(|(at, value)| series.push(at as f64, value));
        assert_eq!(path(&series, |x| x, |y| y), "M0.0 1.0M2.0 2.0");
    }
}
