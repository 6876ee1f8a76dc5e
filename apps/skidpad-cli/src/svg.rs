//! Time series as one SVG picture: panels below each other, a legend in each.

use std::fmt::Write;

/// One curve.
pub(crate) struct Curve {
    /// Name in the legend.
    pub(crate) name: String,
    /// Its values, one per time.
    pub(crate) values: Vec<f64>,
}

/// Curves that share an axis.
pub(crate) struct Panel {
    /// What it shows, with the unit.
    pub(crate) title: String,
    /// The curves.
    pub(crate) curves: Vec<Curve>,
}

const WIDTH: f64 = 860.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 44.0;
const PANEL: f64 = 130.0;
const GAP: f64 = 36.0;
/// Distinguishable with and without colour vision (Okabe and Ito).
const COLORS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// The picture of panels over the same times [s].
pub(crate) fn plot(title: &str, times_s: &[f64], panels: &[Panel]) -> String {
    let height = TOP + panels.len() as f64 * (PANEL + GAP) + 20.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for (index, panel) in panels.iter().enumerate() {
        let top = TOP + index as f64 * (PANEL + GAP);
        draw_panel(&mut svg, top, times_s, panel);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_panel(svg: &mut String, top: f64, times_s: &[f64], panel: &Panel) {
    let time = Axis::over(times_s.iter().copied());
    let value = Axis::over(panel.curves.iter().flat_map(|curve| curve.values.iter().copied()));
    let (width, bottom) = (WIDTH - LEFT - RIGHT, top + PANEL);
    let x = |at: f64| LEFT + width * time.share(at);
    let y = |at: f64| bottom - PANEL * value.share(at);
    // Writing to a String cannot fail.
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{}</text>", top - 6.0, escaped(&panel.title));
    for at in value.ticks() {
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{4}</text>",
            y(at),
            LEFT + width,
            LEFT - 6.0,
            y(at) + 4.0,
            short(at)
        );
    }
    for at in time.ticks() {
        let _ = writeln!(
            svg,
            "<path d=\"M{0:.1} {top}V{bottom}\" stroke=\"#eee\"/><text x=\"{0:.1}\" y=\"{1}\" text-anchor=\"middle\">{2} s</text>",
            x(at),
            bottom + 14.0,
            short(at)
        );
    }
    for (index, curve) in panel.curves.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let mut points = String::new();
        for (at, value) in times_s.iter().zip(&curve.values).filter(|(_, value)| value.is_finite()) {
            let _ = write!(points, "{:.2},{:.2} ", x(*at), y(*value));
        }
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"1.4\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{}</text>",
            points.trim_end(),
            LEFT + width + 8.0,
            top + 12.0 + 15.0 * index as f64,
            escaped(&curve.name)
        );
    }
}

/// A range of values, a little wider than what it must show.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) =
            finite.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        let flat = (1e-9 * low.abs().max(high.abs())).max(1e-9);
        if high - low < flat { Self { low: low - 0.5, high: high + 0.5 } } else { Self { low, high } }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// Three to seven round values inside the range.
    fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        let decade = 10_f64.powf((span / 4.0).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|part| part * decade).into_iter().find(|step| span / step <= 6.0);
        let step = step.unwrap_or(span);
        let first = (self.low / step).ceil();
        (0..8)
            .map(|index| (first + f64::from(index)) * step)
            .filter(|at| *at <= self.high + 1e-9 * span)
            .collect()
    }
}

/// A tick's number without the noise of its rounding.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis { low: -0.3, high: 1.9 };
        assert_eq!(axis.ticks().iter().map(|at| short(*at)).collect::<Vec<_>>(), ["0", "0.5", "1", "1.5"]);
        assert!(Axis::over([3.0, 3.0].into_iter()).ticks().len() >= 2);
    }

    #[test]
    fn a_picture_has_a_line_per_curve_and_escapes_text() {
        let curves = vec![Curve { name: "a<b".into(), values: vec![0.0, f64::NAN, 2.0] }];
        let svg = plot("T & C", &[0.0, 1.0, 2.0], &[Panel { title: "speed [m/s]".into(), curves }]);
        assert!(svg.contains("T &amp; C") && svg.contains("a&lt;b"));
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(!svg.contains("NaN"));
    }
}
