//! The HTML page of a report.

use crate::chart::number;
use crate::figures::{KeyFigures, mean_realtime_factor};
use crate::map::map_svg;
use crate::plots::{colour_of, groups, label};
use crate::style::{COLOURS, PAGE, escaped, svg_style};
use crate::{Happening, RunData, VehicleData};
use std::fmt::Write;

/// Most events in the table.
const MOST_EVENTS: usize = 40;

/// Most vehicles in the table.
const MOST_ROWS: usize = 60;

/// A report of one run, or of several drawn over each other, as one HTML page.
pub fn page(runs: &[RunData], title: &str) -> String {
    page_with_link(runs, title, None)
}

/// The same with a link to a page that plays the run.
pub fn page_with_link(runs: &[RunData], title: &str, run_page: Option<&str>) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title><style>{}{PAGE}</style></head><body><main>\n",
        svg_style(),
        title = escaped(title)
    );
    head(runs, title, &mut html);
    if let Some(address) = run_page {
        let _ = writeln!(html, "<p><a href=\"{}\">Watch this run</a></p>", escaped(address));
    }
    cards(runs, &mut html);
    html.push_str("<h2>Paths from above</h2><figure class=\"wide\">");
    html.push_str(&map_svg(runs, |run, vehicle| colour_of(runs, run, vehicle), ""));
    html.push_str(
        "</figure><p class=\"under\">Solid: the true path, from the ring to the vehicle. Dashed: where odometry \
         believed it was. Red rings: collisions. \
         Obstacles stand where they were at the start.</p>\n",
    );
    figures_table(runs, &mut html);
    for group in groups(runs) {
        let _ = write!(html, "<h2>{}</h2><div class=\"plots\">", escaped(&group.heading));
        for (_, chart) in group.charts {
            let _ = write!(html, "<figure>{}</figure>", chart.svg(""));
        }
        html.push_str("</div>\n");
    }
    events(runs, &mut html);
    topics(runs, &mut html);
    repeat(runs, &mut html);
    html.push_str("</main></body></html>\n");
    html
}

fn head(runs: &[RunData], title: &str, html: &mut String) {
    let _ = write!(html, "<h1>{}</h1>", escaped(title));
    for run in runs {
        let seed = run.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let vehicles = match run.vehicles.len() {
            1 => "1 vehicle".to_string(),
            count => format!("{count} vehicles"),
        };
        let world =
            if run.world.is_empty() { String::new() } else { format!("{} — ", escaped(&run.world)) };
        let _ = write!(
            html,
            "<p class=\"lead\">{world}{}: {} s of simulated time, {vehicles}{seed}</p>",
            escaped(&run.name),
            number((run.duration_s * 1e3).round() / 1e3)
        );
        for note in &run.notes {
            let _ = write!(html, "<p class=\"note\">{}</p>", escaped(note));
        }
    }
}

fn card(value: &str, what: &str, html: &mut String) {
    let _ = write!(html, "<div class=\"card\"><b>{value}</b><span>{what}</span></div>");
}

/// The figures of a single run at a glance.
fn cards(runs: &[RunData], html: &mut String) {
    let [run] = runs else { return };
    let all: Vec<KeyFigures> =
        run.vehicles.iter().map(|vehicle| KeyFigures::of(vehicle, run.duration_s)).collect();
    if all.is_empty() {
        return;
    }
    let most = |value: fn(&KeyFigures) -> f64| all.iter().map(value).fold(0.0, f64::max);
    html.push_str("<div class=\"cards\">");
    card(&format!("{:.1} m", all.iter().map(|it| it.distance_m).sum::<f64>()), "driven", html);
    card(&format!("{:.2} m/s", most(|it| it.top_speed_mps)), "top speed", html);
    card(&format!("{:.2} m/s²", most(|it| it.top_lateral_mps2)), "top lateral acceleration", html);
    card(&all.iter().map(|it| it.collision_count).sum::<usize>().to_string(), "collisions", html);
    card(&format!("{:.3} m", most(|it| it.drift_m)), "odometry drift at the end", html);
    if let Some(factor) = mean_realtime_factor(run) {
        card(&format!("× {factor:.1}"), "real time", html);
        card(&run.missed_deadline_count.to_string(), "steps late", html);
    }
    html.push_str("</div>\n");
}

fn figures_table(runs: &[RunData], html: &mut String) {
    html.push_str(
        "<h2>Key figures</h2><div class=\"scroll\"><table><thead><tr><th>vehicle</th><th>driven [m]</th>\
         <th>mean [m/s]</th><th>top [m/s]</th><th>yaw rate [rad/s]</th><th>lateral [m/s²]</th><th>friction use</th>\
         <th>collisions</th><th>drift [m]</th><th>drift [rad]</th></tr></thead><tbody>",
    );
    let rows = runs.iter().enumerate().flat_map(|(run_number, run)| {
        run.vehicles.iter().enumerate().map(move |(number, vehicle)| (run_number, run, number, vehicle))
    });
    for (run_number, run, number, vehicle) in rows.take(MOST_ROWS) {
        row(runs, (run_number, run), (number, vehicle), html);
    }
    html.push_str("</tbody></table></div>\n");
}

fn row(
    runs: &[RunData],
    (run_number, run): (usize, &RunData),
    (number, vehicle): (usize, &VehicleData),
    html: &mut String,
) {
    let it = KeyFigures::of(vehicle, run.duration_s);
    let colour = colour_of(runs, run_number, number) % COLOURS.len();
    let _ = write!(
        html,
        "<tr><td><span class=\"swatch\" style=\"background:var(--c{colour})\"></span>{}</td><td>{:.2}</td><td>{:.2}</td>\
         <td>{:.2}</td><td>{:.3}</td><td>{:.2}</td><td>{:.2}</td><td>{}</td><td>{:.3}</td><td>{:.4}</td></tr>",
        escaped(&label(runs, run, vehicle)),
        it.distance_m,
        it.mean_speed_mps,
        it.top_speed_mps,
        it.top_yaw_rate_radps,
        it.top_lateral_mps2,
        it.friction_use,
        it.collision_count,
        it.drift_m,
        it.drift_rad
    );
}

fn events(runs: &[RunData], html: &mut String) {
    if runs.iter().all(|run| run.events.is_empty()) {
        return;
    }
    html.push_str("<h2>What happened</h2><div class=\"scroll\"><table><thead><tr><th>event</th><th>time [s]</th></tr></thead><tbody>");
    for run in runs {
        let name = if runs.len() > 1 { format!("{}: ", run.name) } else { String::new() };
        for Happening { time_s, last_s, words } in run.events.iter().take(MOST_EVENTS) {
            let until = if last_s > time_s { format!(" – {last_s:.3}") } else { String::new() };
            let what = escaped(&format!("{name}{words}"));
            let _ = write!(html, "<tr><td>{what}</td><td>{time_s:.3}{until}</td></tr>");
        }
        if run.events.len() > MOST_EVENTS {
            let _ = write!(html, "<tr><td>{} more</td><td></td></tr>", run.events.len() - MOST_EVENTS);
        }
    }
    html.push_str("</tbody></table></div>\n");
}

fn topics(runs: &[RunData], html: &mut String) {
    if runs.iter().all(|run| run.topics.is_empty()) {
        return;
    }
    html.push_str(
        "<h2>Topics and sensor rates</h2><div class=\"scroll\"><table><thead><tr><th>topic</th><th class=\"text\">type</th>\
         <th>messages</th><th>rate [Hz]</th></tr></thead><tbody>",
    );
    for run in runs {
        for (topic, facts) in run.topics.iter().take(120) {
            let rate = facts.rate_hz().map_or_else(|| "–".to_string(), |rate_hz| format!("{rate_hz:.1}"));
            let _ = write!(
                html,
                "<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td><td>{rate}</td></tr>",
                escaped(topic),
                escaped(&facts.type_name),
                facts.count
            );
        }
    }
    html.push_str("</tbody></table></div>\n");
}

fn repeat(runs: &[RunData], html: &mut String) {
    html.push_str("<h2>How to repeat it</h2><footer>");
    for run in runs.iter().filter(|run| !run.repeat.is_empty()) {
        let _ = write!(
            html,
            "<p>Made with skidpad {} by <code>{}</code></p><p>To make this run again, bit for bit, from the recording \
             alone: <code>{}</code></p>",
            escaped(&run.version),
            escaped(&run.made_by),
            escaped(&run.repeat)
        );
    }
    html.push_str("</footer>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_complete_and_lets_no_name_break_it() {
        let mut run = RunData { name: "<b>run</b>".to_string(), seed: Some(7), ..RunData::default() };
        let mut vehicle =
            VehicleData { name: "r&1".to_string(), collisions_s: vec![0.5], ..VehicleData::default() };
        for step in 0..10 {
            let time_s = f64::from(step) * 0.1;
            for name in ["q0x", "q1y", "q3yaw", "dqx", "dqy", "dqw", "odo_x", "odo_y", "odo_yaw"] {
                vehicle.pose.entry(name.to_string()).or_default().push(time_s, time_s);
            }
        }
        run.vehicles.push(vehicle);
        let html = page(&[run.clone(), run], "A & B");
        assert!(html.contains("<title>A &amp; B</title>") && html.ends_with("</html>\n"));
        assert!(!html.contains("<b>run</b>") && html.contains("r&amp;1"));
        for outside in ["http://", "https://", "<script", "src=", "@import", "url(h"] {
            let count = html.replace("http://www.w3.org/2000/svg", "").matches(outside).count();
            assert_eq!(count, 0, "{outside}");
        }
        assert_eq!(html.matches("<svg").count(), html.matches("</svg>").count());
    }

    #[test]
    fn a_page_links_to_the_run() {
        let html = page_with_link(&[RunData::default()], "A", Some("a \"b\".html"));
        assert!(html.contains("<a href=\"a &quot;b&quot;.html\">Watch this run</a>"), "{html}");
        assert!(!page(&[RunData::default()], "A").contains("Watch"));
    }

    #[test]
    fn nothing_recorded_is_no_trouble() {
        assert!(page(&[RunData::default()], "empty").contains("</main>"));
        assert!(page(&[], "none").contains("</main>"));
    }
}
