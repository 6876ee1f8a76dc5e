//! Trajectories as text: the format of the TUM RGB-D benchmark, or a table with a header.

use crate::trajectory::{NotATrajectory, TimedPose, Trajectory};
use skidpad_math::{Quat, Vec3};
use std::fmt;

/// A mistake in the text of a trajectory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrajectoryProblem {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TrajectoryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Columns of a table: time, position, and a quaternion or angles.
const NAMES: [(&str, &[&str]); 11] = [
    ("t", &["t", "time", "time_s", "t_s", "timestamp"]),
    ("x", &["x", "x_m"]),
    ("y", &["y", "y_m"]),
    ("z", &["z", "z_m"]),
    ("qx", &["qx"]),
    ("qy", &["qy"]),
    ("qz", &["qz"]),
    ("qw", &["qw"]),
    ("yaw", &["yaw", "yaw_rad"]),
    ("pitch", &["pitch", "pitch_rad"]),
    ("roll", &["roll", "roll_rad"]),
];
/// The columns of a TUM file.
const TUM: [&str; 8] = ["t", "x", "y", "z", "qx", "qy", "qz", "qw"];

impl Trajectory {
    /// Read `t x y z qx qy qz qw` lines, or a table with a header line that names its columns: `t`, `x`, `y`, and
    /// further `z`, `qx qy qz qw` or `yaw`, `pitch`, `roll` in radians. `#` begins a comment. Other columns are
    /// ignored.
    pub fn parse(text: &str) -> Result<Trajectory, TrajectoryProblem> {
        let mut columns: Option<Vec<Option<&str>>> = None;
        let mut poses = Vec::new();
        let mut lines = Vec::new();
        for (line, written) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if written.trim().is_empty() || written.trim_start().starts_with('#') {
                continue;
            }
            let words = words(written);
            if columns.is_none() {
                let is_header = words.first().is_some_and(|(_, word)| word.parse::<f64>().is_err());
                columns = Some(if is_header { header(line, &words)? } else { TUM.map(Some).to_vec() });
                if is_header {
                    continue;
                }
            }
            poses.push(row(line, &words, columns.as_deref().unwrap_or_default())?);
            lines.push(line);
        }
        Trajectory::through(&poses).map_err(|problem| {
            let (line, message) = match problem {
                NotATrajectory::TooFew => (1, "a trajectory needs two poses or more".to_owned()),
                NotATrajectory::TimesDoNotRise(index) => {
                    let (time, before) = (poses[index].time_s, poses[index - 1].time_s);
                    (lines[index], format!("time {time} does not follow {before}; times must rise"))
                }
                NotATrajectory::NotANumber(index) => {
                    (lines[index], "the quaternion has no length, or a number is not finite".to_owned())
                }
            };
            TrajectoryProblem { line, column: 1, message }
        })
    }
}

/// The words of a line with their columns, between blanks, commas or semicolons.
fn words(line: &str) -> Vec<(usize, &str)> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let mut found = Vec::new();
    let mut start = None;
    for (column, (offset, character)) in (1..).zip(line.char_indices()) {
        match (start, is_between(character)) {
            (None, false) => start = Some((column, offset)),
            (Some((at, from)), true) => {
                found.push((at, &line[from..offset]));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|(at, from)| (at, &line[from..])));
    found
}

fn header<'a>(line: usize, words: &[(usize, &'a str)]) -> Result<Vec<Option<&'a str>>, TrajectoryProblem> {
    let known = |word: &str| NAMES.iter().find(|(_, names)| names.contains(&word)).map(|(name, _)| *name);
    let columns: Vec<Option<&str>> =
        words.iter().map(|(_, word)| known(&word.trim_matches('"').to_ascii_lowercase())).collect();
    for needed in ["t", "x", "y"] {
        if !columns.contains(&Some(needed)) {
            let message = format!(
                "no column \"{needed}\"; write \"t x y z qx qy qz qw\" lines, or a header with t, x, y and z, qx, qy, \
                 qz, qw or yaw, pitch, roll"
            );
            return Err(TrajectoryProblem { line, column: 1, message });
        }
    }
    Ok(columns)
}

fn row(
    line: usize,
    words: &[(usize, &str)],
    columns: &[Option<&str>],
) -> Result<TimedPose, TrajectoryProblem> {
    if words.len() != columns.len() {
        let message = format!("{} values, but {} are expected", words.len(), columns.len());
        return Err(TrajectoryProblem {
            line,
            column: words.first().map_or(1, |(column, _)| *column),
            message,
        });
    }
    let value = |name: &str| -> Result<Option<f64>, TrajectoryProblem> {
        let Some(index) = columns.iter().position(|column| *column == Some(name)) else { return Ok(None) };
        let (column, word) = words[index];
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            _ => Err(TrajectoryProblem { line, column, message: format!("\"{word}\" is not a number") }),
        }
    };
    let or_zero = |name: &str| value(name).map(Option::unwrap_or_default);
    let quaternion = [value("qw")?, value("qx")?, value("qy")?, value("qz")?];
    let orientation = match quaternion {
        [Some(w), Some(x), Some(y), Some(z)] => Quat { w, x, y, z },
        _ => Quat::from_yaw_pitch_roll(or_zero("yaw")?, or_zero("pitch")?, or_zero("roll")?),
    };
    Ok(TimedPose {
        time_s: or_zero("t")?,
        position_m: Vec3::new(or_zero("x")?, or_zero("y")?, or_zero("z")?),
        orientation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tum_files_and_tables_say_the_same() {
        let tum = "# time x y z qx qy qz qw\n1403636579.5 1 2 0.5 0 0 0 1\n1403636580.0 2 2 0.5 0 0 0.7071067811865476 0.7071067811865476\n";
        let table = "t_s,x_m,y_m,z_m,yaw_rad,speed\n5.0,1,2,0.5,0,9\n5.5,2,2,0.5,1.5707963267948966,9\n";
        let (a, b) = (Trajectory::parse(tum).unwrap(), Trajectory::parse(table).unwrap());
        assert_eq!(a.pose_count(), 2);
        for t in [0.0, 0.2, 0.5] {
            let (a, b) = (a.motion_at(t).pose_in_world, b.motion_at(t).pose_in_world);
            assert!((a.yaw_rad - b.yaw_rad).abs() < 1e-9 && (a.x_m - b.x_m).abs() < 1e-9);
        }
    }

    #[test]
    fn mistakes_have_their_places() {
        let check = |text: &str, expected: &str| {
            assert_eq!(Trajectory::parse(text).unwrap_err().to_string(), expected, "{text}");
        };
        check("", "1:1: a trajectory needs two poses or more");
        check("0 0 0 0 0 0 0 1\n1 0 0 zero 0 0 0 1", "2:7: \"zero\" is not a number");
        check("0 0 0 0 0 0 0 1\n 1 0 0 0 0 0 1", "2:2: 7 values, but 8 are expected");
        check("0 0 0 0 0 0 0 1\n\n0 0 0 0 0 0 0 1", "3:1: time 0 does not follow 0; times must rise");
        check(
            "0 0 0 0 0 0 0 0\n1 0 0 0 0 0 0 1",
            "1:1: the quaternion has no length, or a number is not finite",
        );
        check(
            "t,x,yaw\n0,0,0",
            "1:1: no column \"y\"; write \"t x y z qx qy qz qw\" lines, or a header with t, x, y and z, qx, qy, qz, qw or yaw, pitch, roll",
        );
    }
}
