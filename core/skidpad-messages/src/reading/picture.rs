//! Pictures: colour, depth, and the truth about what each pixel shows.

use super::CameraModel;
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Vec3};

/// A colour picture; rows from the top, pixels from the left.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Picture {
    /// Size and projection.
    pub camera: CameraModel,
    /// Three bytes per pixel: red, green, blue.
    pub rgb: Vec<u8>,
    /// What kind of thing each pixel shows: 0 for the sky, else the number of a class of the scene. Ground truth.
    pub labels: Vec<u8>,
    /// Which thing each pixel shows: 0 for none, else a number that the scene gives it. Ground truth.
    pub instances: Vec<u32>,
}

/// A depth picture.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DepthPicture {
    /// Size and projection.
    pub camera: CameraModel,
    /// Length of one unit [m].
    pub unit_m: f64,
    /// Distance along the optical axis in units; 0 where there is none.
    pub depth: Vec<u16>,
}

impl DepthPicture {
    /// Depth of a pixel [m]; none where there is none.
    pub fn depth_m(&self, index: usize) -> Option<f64> {
        let units = *self.depth.get(index)?;
        (units > 0).then(|| f64::from(units) * self.unit_m)
    }
}

/// Depth and colour of one camera.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RgbdReading {
    /// The depth picture, if the sensor has one. Its frame is the sensor's, with x forward and z up.
    pub depth: Option<DepthPicture>,
    /// The colour picture, if the sensor has one.
    pub colour: Option<Picture>,
    /// Where the colour camera (z forward) sits in the sensor's frame (x forward).
    pub colour_in_sensor: Pose3,
}

/// A point with a colour.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ColouredPoint {
    /// Place [m].
    pub x_m: f32,
    /// Place [m].
    pub y_m: f32,
    /// Place [m].
    pub z_m: f32,
    /// Red, green, blue; white where the colour camera does not see the point.
    pub rgb: [u8; 3],
}

impl RgbdReading {
    /// The depth picture as points in the sensor's frame (x forward, y left, z up), organised as the
    /// picture is; NaN where there is no depth. Colours come from the colour picture where it sees the point.
    pub fn points(&self) -> Vec<ColouredPoint> {
        let Some(depth) = &self.depth else { return Vec::new() };
        let sensor_in_colour = self.colour_in_sensor.inverse();
        let turn = sensor_in_colour.rotation();
        let shift = sensor_in_colour.position();
        let camera = &depth.camera;
        let pixels = (0..camera.height).flat_map(|row| (0..camera.width).map(move |column| (column, row)));
        (pixels.enumerate())
            .map(|(index, (column, row))| {
                let direction = || camera.direction([f64::from(column), f64::from(row)]);
                let Some((z, [x, y])) = depth.depth_m(index).and_then(|z| Some((z, direction()?))) else {
                    return ColouredPoint { x_m: f32::NAN, y_m: f32::NAN, z_m: f32::NAN, rgb: [0; 3] };
                };
                let point = Vec3::new(z, -x * z, -y * z);
                let rgb = (self.colour.as_ref())
                    .and_then(|colour| colour.at(turn.rotate(point) + shift))
                    .unwrap_or([255; 3]);
                ColouredPoint { x_m: point.x as f32, y_m: point.y as f32, z_m: point.z as f32, rgb }
            })
            .collect()
    }
}

impl Picture {
    /// The colour of the pixel nearest to a point in the camera's frame; none outside the picture.
    fn at(&self, point: Vec3) -> Option<[u8; 3]> {
        let [u, v] = self.camera.project([point.x, point.y, point.z])?;
        let (column, row) = ((u + 0.5).floor(), (v + 0.5).floor());
        let is_inside = column >= 0.0
            && row >= 0.0
            && column < f64::from(self.camera.width)
            && row < f64::from(self.camera.height);
        let start = 3 * (row as usize * self.camera.width as usize + column as usize);
        let pixel = self.rgb.get(start..start + 3).filter(|_| is_inside)?;
        Some([pixel[0], pixel[1], pixel[2]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAMERA: CameraModel = CameraModel {
        width: 3,
        height: 1,
        fx_px: 1.0,
        fy_px: 1.0,
        cx_px: 1.0,
        cy_px: 0.0,
        lens: crate::LensModel::BrownConrady,
        distortion: [0.0; 5],
    };

    #[test]
    fn depth_becomes_points_in_front_with_their_colours() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let reading = RgbdReading {
            depth: Some(DepthPicture { camera: CAMERA, unit_m: 0.001, depth: vec![2000, 3000, 0] }),
            colour: Some(Picture { camera: CAMERA, rgb: (1..=9).collect(), ..Picture::default() }),
            colour_in_sensor: Pose3::new(0.0, 0.0, 0.0, -quarter, 0.0, -quarter),
        };
        let points = reading.points();
        // The left pixel looks 45° to the left.
        assert_eq!((points[0].x_m, points[0].y_m, points[0].rgb), (2.0, 2.0, [1, 2, 3]));
        assert_eq!((points[1].x_m, points[1].y_m, points[1].rgb), (3.0, 0.0, [4, 5, 6]));
        assert!(points[2].x_m.is_nan());
    }
}
