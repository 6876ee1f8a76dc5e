//! Maps of the ROS `map_server`: a YAML file that says what a picture means.
//!
//! The meaning of `negate`, the thresholds and the three modes is that of ROS `map_server` and
//! Nav2's `map_io`.

use super::occupancy_image::bottom_up;
use super::picture::decode_picture;
use crate::{AssetProblem, Limits};
use skidpad_math::sin_cos;
use skidpad_scene::{Image, OccupancyGrid};
use yaml_rust2::{Yaml, YamlLoader};

/// What the YAML file says.
#[derive(Clone, Debug, PartialEq)]
pub struct RosMap {
    /// The picture, relative to the YAML file.
    pub image: String,
    /// Edge of a cell [m].
    pub resolution_m: f64,
    /// Pose of the picture's lower left corner: x [m], y [m], yaw [rad].
    pub origin: [f64; 3],
    /// White means occupied instead of free.
    pub is_negated: bool,
    /// Darker than this is occupied [0 to 1].
    pub occupied_threshold: f64,
    /// Lighter than this is free [0 to 1].
    pub free_threshold: f64,
    /// What lies between.
    pub mode: Mode,
}

/// How pixels between the thresholds are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As unknown.
    Trinary,
    /// As a probability; transparent pixels as unknown.
    Scale,
    /// There are no thresholds: the pixel is the occupancy in percent, above 100 unknown.
    Raw,
}

/// Longest YAML file [bytes].
const MAX_YAML_BYTES: usize = 64 << 10;
/// Probability of being free, in 255ths, of a cell nothing is known of.
const UNKNOWN: u8 = 128;

impl RosMap {
    /// Read the YAML text.
    pub fn parse(bytes: &[u8]) -> Result<RosMap, AssetProblem> {
        if bytes.len() > MAX_YAML_BYTES {
            return Err(AssetProblem::TooMany { what: "bytes of YAML", limit: MAX_YAML_BYTES as u64 });
        }
        let malformed = |what: &str| AssetProblem::malformed(what.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| malformed("is not UTF-8 text"))?;
        if !is_plain(text) {
            return Err(malformed("is not the YAML file of a ROS map"));
        }
        let documents = YamlLoader::load_from_str(text)
            .map_err(|error| AssetProblem::malformed(format!("is not YAML: {error}")))?;
        let map = documents.first().ok_or_else(|| malformed("is an empty YAML file"))?;
        let number = |key: &str| number_of(&map[key]);
        let needed = |key: &str| {
            number(key).ok_or_else(|| AssetProblem::malformed(format!("has no number \"{key}\"")))
        };
        let resolution_m = needed("resolution")?;
        let origin = match &map["origin"] {
            Yaml::Array(values) if values.len() >= 2 => {
                let at = |index: usize| values.get(index).map_or(Some(0.0), number_of);
                [at(0), at(1), at(2)]
            }
            _ => return Err(malformed("has no \"origin: [x, y, yaw]\"")),
        };
        let [Some(x), Some(y), Some(yaw)] = origin else {
            return Err(malformed("has an origin that is not three numbers"));
        };
        let mode = match map["mode"].as_str() {
            None | Some("trinary") => Mode::Trinary,
            Some("scale") => Mode::Scale,
            Some("raw") => Mode::Raw,
            Some(other) => {
                return Err(AssetProblem::malformed(format!(
                    "has the mode \"{other}\", not trinary, scale or raw"
                )));
            }
        };
        let is_sound = resolution_m > 0.0 && [resolution_m, x, y, yaw].iter().all(|v| v.is_finite());
        if !is_sound {
            return Err(malformed("has cells without a size or place"));
        }
        Ok(RosMap {
            image: map["image"].as_str().ok_or_else(|| malformed("names no \"image\""))?.to_owned(),
            resolution_m,
            origin: [x, y, yaw],
            is_negated: match &map["negate"] {
                Yaml::Boolean(flag) => *flag,
                other => number_of(other).is_some_and(|value| value != 0.0),
            },
            occupied_threshold: number("occupied_thresh").unwrap_or(0.65),
            free_threshold: number("free_thresh").unwrap_or(0.25),
            mode,
        })
    }

    /// The grid that the picture means.
    pub fn decode(&self, picture: &[u8], limits: &Limits) -> Result<OccupancyGrid, AssetProblem> {
        let image = decode_picture(picture, limits)?;
        let grid = OccupancyGrid {
            resolution_m: self.resolution_m,
            x_min_m: self.origin[0],
            y_min_m: self.origin[1],
            width: image.width,
            height: image.height,
            free: bottom_up(&image, |column, row| self.free_probability(&image, column, row)),
        };
        if self.origin[2] == 0.0 { Ok(grid) } else { turned(&grid, self.origin[2], limits) }
    }

    /// Probability of being free, in 255ths.
    fn free_probability(&self, image: &Image, column: u32, row: u32) -> u8 {
        let [red, green, blue, opacity] = image.pixel(column, row).map(f64::from);
        let shade = (red + green + blue) / 3.0;
        let shade = if self.is_negated { 255.0 - shade } else { shade };
        let occupancy = match self.mode {
            Mode::Raw if shade > 100.0 => return UNKNOWN,
            Mode::Raw => shade / 100.0,
            Mode::Trinary | Mode::Scale => {
                let occupancy = (255.0 - shade) / 255.0;
                if occupancy > self.occupied_threshold {
                    1.0
                } else if occupancy < self.free_threshold {
                    0.0
                } else if self.mode == Mode::Trinary || opacity < 255.0 {
                    return UNKNOWN;
                } else {
                    0.99 * (occupancy - self.free_threshold) / (self.occupied_threshold - self.free_threshold)
                }
            }
        };
        ((1.0 - occupancy.clamp(0.0, 1.0)) * 255.0).round() as u8
    }
}

/// True if the text cannot make the YAML reader nest deeply or grow: a map is one flat table.
/// Blocks nest by column, brackets by count, and aliases copy what they name.
fn is_plain(text: &str) -> bool {
    text.matches(['[', '{']).count() <= 16
        && text.lines().all(|line| line.len() <= 512)
        && !text.contains('*')
}

fn number_of(value: &Yaml) -> Option<f64> {
    match value {
        Yaml::Integer(integer) => Some(*integer as f64),
        other => other.as_f64(),
    }
}

/// The grid turned about its lower left corner, on new cells of the same size along the axes;
/// each takes the old cell under its middle, and is unknown where there is none.
fn turned(grid: &OccupancyGrid, yaw_rad: f64, limits: &Limits) -> Result<OccupancyGrid, AssetProblem> {
    let (sin, cos) = sin_cos(yaw_rad);
    let [length, depth] = [grid.width, grid.height].map(f64::from);
    // The corners, in cells from the lower left one.
    let corners = [[0.0, 0.0], [length, 0.0], [0.0, depth], [length, depth]]
        .map(|[x, y]| [cos * x - sin * y, sin * x + cos * y]);
    let bound = |axis: usize, pick: fn(f64, f64) -> f64| corners.iter().map(|c| c[axis]).fold(0.0, pick);
    let low = [bound(0, f64::min).floor(), bound(1, f64::min).floor()];
    let width = (bound(0, f64::max) - low[0] - 1e-9).ceil() as u32;
    let height = (bound(1, f64::max) - low[1] - 1e-9).ceil() as u32;
    if u64::from(width) * u64::from(height) > limits.cell_count as u64 {
        return Err(AssetProblem::TooMany { what: "cells", limit: limits.cell_count as u64 });
    }
    let old_cell = |column: u32, row: u32| {
        let (x, y) = (low[0] + f64::from(column) + 0.5, low[1] + f64::from(row) + 0.5);
        let (u, v) = (cos * x + sin * y, cos * y - sin * x);
        let is_inside = u >= 0.0 && v >= 0.0 && u < length && v < depth;
        is_inside.then(|| grid.free[v as usize * grid.width as usize + u as usize])
    };
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    Ok(OccupancyGrid {
        resolution_m: grid.resolution_m,
        x_min_m: grid.x_min_m + low[0] * grid.resolution_m,
        y_min_m: grid.y_min_m + low[1] * grid.resolution_m,
        width,
        height,
        free: cells.map(|(column, row)| old_cell(column, row).unwrap_or(UNKNOWN)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::picture::tests::grey;
    use super::*;
    use image::ImageFormat;
    use skidpad_scene::Cell;

    const HEAD: &str = "image: map.pgm\nresolution: 0.05\norigin: [-1, 2.5, 0.0]\n";

    fn map(rest: &str) -> RosMap {
        RosMap::parse(format!("{HEAD}{rest}").as_bytes()).unwrap()
    }

    fn cells(map: &RosMap, values: &[u8]) -> Vec<u8> {
        let picture = grey(values.len() as u32, values, ImageFormat::Pnm);
        map.decode(&picture, &Limits::default()).unwrap().free
    }

    #[test]
    fn the_usual_file_reads_as_ros_reads_it() {
        let usual = map("negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n");
        assert_eq!((usual.image.as_str(), usual.resolution_m), ("map.pgm", 0.05));
        assert_eq!(usual.origin, [-1.0, 2.5, 0.0]);
        // 0 black, 205 the "unknown" grey of map_saver, 254 its white.
        assert_eq!(cells(&usual, &[0, 205, 254]), [0, 128, 255]);
        let grid = usual.decode(&grey(1, &[0], ImageFormat::Png), &Limits::default()).unwrap();
        assert_eq!((grid.x_min_m, grid.y_min_m), (-1.0, 2.5));
        let negated = map("negate: 1\noccupied_thresh: 0.65\nfree_thresh: 0.196\n");
        assert_eq!(cells(&negated, &[0, 50, 254]), [255, 128, 0]);
    }

    #[test]
    fn modes_differ_between_the_thresholds() {
        let scale = map("mode: scale\noccupied_thresh: 0.8\nfree_thresh: 0.2\n");
        let found = cells(&scale, &[0, 128, 255]);
        assert_eq!((found[0], found[2]), (0, 255));
        assert!((125..=131).contains(&found[1]), "half occupied: {found:?}");
        let raw = map("mode: raw\n");
        assert_eq!(cells(&raw, &[0, 100, 50, 101, 255]), [255, 0, 128, 128, 128]);
        let wrong = RosMap::parse(format!("{HEAD}mode: fancy\n").as_bytes());
        assert!(wrong.is_err());
    }

    #[test]
    fn a_quarter_turn_moves_the_far_end_to_the_left() {
        let mut straight = map("");
        straight.resolution_m = 1.0;
        straight.origin = [10.0, 20.0, std::f64::consts::FRAC_PI_2];
        // Three cells along x: free, free, wall.
        let picture = grey(3, &[255, 255, 0], ImageFormat::Png);
        let grid = straight.decode(&picture, &Limits::default()).unwrap();
        assert_eq!((grid.width, grid.height), (1, 3));
        assert!(grid.is_occupied(9.5, 22.5));
        assert!(!grid.is_occupied(9.5, 20.5));
        straight.origin[2] = 0.6;
        let slanted = straight.decode(&picture, &Limits::default()).unwrap();
        let (c, s) = (0.6_f64.cos(), 0.6_f64.sin());
        assert!(slanted.is_occupied(10.0 + 2.5 * c - 0.5 * s, 20.0 + 2.5 * s + 0.5 * c));
        assert_eq!(slanted.cell(0, slanted.height - 1), Cell::Unknown);
    }

    #[test]
    fn incomplete_files_say_what_is_missing() {
        let problem = |text: &str| RosMap::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(problem("image: a.png\norigin: [0, 0, 0]\n"), "it has no number \"resolution\"");
        assert!(problem("resolution: 0.1\norigin: [0, 0, 0]\n").contains("image"));
        assert!(problem("image: a.png\nresolution: 0.1\n").contains("origin"));
        assert!(problem("image: a.png\nresolution: -1\norigin: [0, 0, 0]\n").contains("size"));
        assert!(problem("image: a.png\nresolution: .nan\norigin: [0, 0, 0]\n").contains("size"));
        assert!(problem("").contains("empty"));
        assert!(problem("a: [").contains("YAML"));
        assert!(problem(&"[".repeat(30_000)).contains("YAML"));
        assert!(problem(&"- ".repeat(30_000)).contains("YAML"));
        let laughs = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert!(problem(laughs).contains("YAML"));
    }
}
