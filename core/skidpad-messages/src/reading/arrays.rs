//! Readings of sensors that a program brought along: named arrays of numbers.

use serde::{Deserialize, Serialize};
use skidpad_math::sin_cos;

/// What a sensor of a program's own class measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ArraysReading {
    /// The class of the sensor.
    pub class: String,
    /// The arrays, in the order of the sensor. Their lengths may differ.
    pub arrays: Vec<NamedArray>,
    /// Why there is no measurement, if the sensor failed.
    pub failure: Option<String>,
}

/// Numbers with a name and a unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct NamedArray {
    /// Its name, which ends in the unit where there is one: `range_m`.
    pub name: String,
    /// Unit in words, `m/s`; empty for none.
    pub unit: String,
    /// The numbers. What was not met may be infinite.
    pub values: Vec<f64>,
}

impl NamedArray {
    /// An array with its name and its unit.
    pub fn new(name: &str, unit: &str, values: Vec<f64>) -> NamedArray {
        NamedArray { name: name.to_owned(), unit: unit.to_owned(), values }
    }
}

impl ArraysReading {
    /// The array of this name.
    pub fn array(&self, name: &str) -> Option<&[f64]> {
        self.arrays.iter().find(|array| array.name == name).map(|array| array.values.as_slice())
    }

    /// The points that the arrays mean, in the sensor's frame [m]: `x_m`, `y_m` and perhaps `z_m`, or `range_m`,
    /// `bearing_rad` (to the left of the x axis) and perhaps `elevation_rad`. Points at infinity are left out.
    pub fn points_m(&self) -> Option<Vec<[f64; 3]>> {
        let or_zero = |name: &str, index: usize| -> f64 {
            self.array(name).and_then(|values| values.get(index)).copied().unwrap_or(0.0)
        };
        let points: Vec<[f64; 3]> = match (self.array("x_m"), self.array("y_m")) {
            (Some(x), Some(y)) => {
                x.iter().zip(y).enumerate().map(|(i, (&x, &y))| [x, y, or_zero("z_m", i)]).collect()
            }
            _ => {
                let (range, bearing) = (self.array("range_m")?, self.array("bearing_rad")?);
                let at = |(i, (&range_m, &bearing_rad)): (usize, (&f64, &f64))| {
                    let (sin, cos) = sin_cos(bearing_rad);
                    let (up, along) = sin_cos(or_zero("elevation_rad", i));
                    [range_m * along * cos, range_m * along * sin, range_m * up]
                };
                range.iter().zip(bearing).enumerate().map(at).collect()
            }
        };
        Some(points.into_iter().filter(|point| point.iter().all(|number| number.is_finite())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_with_known_names_are_points() {
        let reading = |arrays| ArraysReading { class: "radar".into(), arrays, failure: None };
        let array = |name: &str, values: &[f64]| NamedArray::new(name, "", values.to_vec());
        let polar = reading(vec![
            array("range_m", &[2.0, f64::INFINITY, 1.0]),
            array("bearing_rad", &[0.0, 0.0, std::f64::consts::FRAC_PI_2]),
        ]);
        let points = polar.points_m().unwrap();
        assert_eq!(points[0], [2.0, 0.0, 0.0]);
        assert!(points.len() == 2 && (points[1][1] - 1.0).abs() < 1e-15);
        let plain = reading(vec![array("y_m", &[3.0]), array("x_m", &[1.0]), array("z_m", &[5.0])]);
        assert_eq!(plain.points_m(), Some(vec![[1.0, 3.0, 5.0]]));
        assert_eq!(reading(vec![array("level_db", &[1.0])]).points_m(), None);
    }
}
