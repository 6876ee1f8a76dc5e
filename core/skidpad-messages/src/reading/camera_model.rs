//! How a camera maps directions to pixels.

use serde::{Deserialize, Serialize};
use skidpad_math::{atan, sin_cos};

/// A pinhole camera with lens distortion. Its frame has z forward, x right, y down; the centre of the
/// upper left pixel is at (0, 0).
///
/// With (x, y) = (X/Z, Y/Z) and r² = x² + y², Brown (1966) and Conrady (1919) as in OpenCV:
///
/// x' = x·(1 + k1·r² + k2·r⁴ + k3·r⁶) + 2·p1·x·y + p2·(r² + 2x²)
/// y' = y·(1 + k1·r² + k2·r⁴ + k3·r⁶) + p1·(r² + 2y²) + 2·p2·x·y
/// u = fx·x' + cx, v = fy·y' + cy
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct CameraModel {
    /// Columns [px].
    pub width: u32,
    /// Rows [px].
    pub height: u32,
    /// Focal length [px].
    pub fx_px: f64,
    /// Focal length [px].
    pub fy_px: f64,
    /// Principal point [px].
    pub cx_px: f64,
    /// Principal point [px].
    pub cy_px: f64,
    /// The formula of the lens.
    #[serde(default)]
    pub lens: LensModel,
    /// k1, k2, p1, p2, k3 of a Brown–Conrady lens; k1, k2, k3, k4 and 0 of a fisheye.
    pub distortion: [f64; 5],
}

/// The formula of a lens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LensModel {
    /// Brown–Conrady, `plumb_bob` in ROS.
    #[default]
    BrownConrady,
    /// Kannala–Brandt, `equidistant` in ROS: a fisheye.
    ///
    /// r' = θ·(1 + k1·θ² + k2·θ⁴ + k3·θ⁶ + k4·θ⁸) with tan θ = r (Kannala and Brandt, 2006).
    KannalaBrandt,
}

/// Rounds of Newton's method; four are enough for real lenses, the rest is for extreme ones.
const ROUNDS: usize = 20;
/// A direction is found when it is projected this near to its pixel, in focal lengths.
const FOUND: f64 = 1e-9;
/// A direction has a depth, so that a fisheye sees less than a half space here [rad].
const MOST_ANGLE_RAD: f64 = 1.55;
/// Places at which a fisheye is looked at for folds.
const LOOKS: u32 = 64;

impl CameraModel {
    /// Number of pixels.
    pub fn pixel_count(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether straight lines stay straight.
    pub fn is_pinhole(&self) -> bool {
        self.lens == LensModel::BrownConrady && self.distortion == [0.0; 5]
    }

    /// Pixel coordinates of a point in the camera's frame; none behind the camera, or beyond the fold of its lens.
    pub fn project(&self, [x, y, z]: [f64; 3]) -> Option<[f64; 2]> {
        if z <= 0.0 || z.is_nan() {
            return None;
        }
        let at = [x / z, y / z];
        if self.lens == LensModel::KannalaBrandt {
            let [x, y] = self.fisheye(at)?;
            return Some([self.fx_px * x + self.cx_px, self.fy_px * y + self.cy_px]);
        }
        if !self.is_before_fold(at) {
            return None;
        }
        let [x, y] = self.distorted(at).0;
        Some([self.fx_px * x + self.cx_px, self.fy_px * y + self.cy_px])
    }

    /// The direction (x, y, 1) that a pixel looks at; none where the lens leads no light, beyond where it folds the
    /// picture over. The inverse of distortion by Newton's method.
    pub fn direction(&self, [u, v]: [f64; 2]) -> Option<[f64; 2]> {
        let wanted = [(u - self.cx_px) / self.fx_px, (v - self.cy_px) / self.fy_px];
        if self.lens == LensModel::KannalaBrandt {
            return self.fisheye_direction(wanted);
        }
        if self.is_pinhole() {
            return Some(wanted);
        }
        let mut at = wanted;
        for _ in 0..ROUNDS {
            let (found, [[a, b], [c, d]]) = self.distorted(at);
            let (ex, ey) = (wanted[0] - found[0], wanted[1] - found[1]);
            let determinant = a * d - b * c;
            if determinant <= 1e-9 || ex.abs() + ey.abs() < 1e-14 {
                break;
            }
            at = [at[0] + (d * ex - b * ey) / determinant, at[1] + (a * ey - c * ex) / determinant];
        }
        let (found, [[a, b], [c, d]]) = self.distorted(at);
        let error = (wanted[0] - found[0]).abs() + (wanted[1] - found[1]).abs();
        (error < FOUND && a * d - b * c > 0.0 && self.is_before_fold(at)).then_some(at)
    }

    /// The fisheye's distance from the middle at an angle from the axis, and its derivative.
    fn fisheye_radius(&self, angle_rad: f64) -> (f64, f64) {
        let [k1, k2, k3, k4, _] = self.distortion;
        let t2 = angle_rad * angle_rad;
        let radius = angle_rad * (1.0 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))));
        let slope = 1.0 + t2 * (3.0 * k1 + t2 * (5.0 * k2 + t2 * (7.0 * k3 + t2 * 9.0 * k4)));
        (radius, slope)
    }

    /// Whether the fisheye's picture grows outwards all the way to an angle, looked at in small steps.
    fn grows_until(&self, angle_rad: f64) -> bool {
        (0..=LOOKS).all(|k| self.fisheye_radius(angle_rad * f64::from(k) / f64::from(LOOKS)).1 > 0.0)
    }

    fn fisheye(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let r = (x * x + y * y).sqrt();
        if r == 0.0 {
            return Some([x, y]);
        }
        let angle_rad = atan(r);
        let scale = self.fisheye_radius(angle_rad).0 / r;
        self.grows_until(angle_rad).then_some([x * scale, y * scale])
    }

    fn fisheye_direction(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let wanted = (x * x + y * y).sqrt();
        if wanted == 0.0 {
            return Some([x, y]);
        }
        let mut angle_rad = wanted.min(MOST_ANGLE_RAD);
        for _ in 0..ROUNDS {
            let (radius, slope) = self.fisheye_radius(angle_rad);
            if slope <= 1e-9 || (wanted - radius).abs() < 1e-14 {
                break;
            }
            angle_rad = (angle_rad + (wanted - radius) / slope).clamp(0.0, MOST_ANGLE_RAD);
        }
        let is_found = (wanted - self.fisheye_radius(angle_rad).0).abs() < FOUND;
        if !is_found || !self.grows_until(angle_rad) {
            return None;
        }
        let (sin, cos) = sin_cos(angle_rad);
        let scale = sin / cos / wanted;
        Some([x * scale, y * scale])
    }

    /// Whether the picture grows outwards all the way to a direction: d(r + k1·r³ + k2·r⁵ + k3·r⁷)/dr > 0, a cubic in
    /// r² that is looked at where it is least.
    fn is_before_fold(&self, [x, y]: [f64; 2]) -> bool {
        let [k1, k2, _, _, k3] = self.distortion;
        let growth = |s: f64| 1.0 + s * (3.0 * k1 + s * (5.0 * k2 + s * 7.0 * k3));
        let end = x * x + y * y;
        // Its own derivative, 3·k1 + 10·k2·s + 21·k3·s², is zero at q/a and c/q.
        let (a, half_b, c) = (21.0 * k3, 5.0 * k2, 3.0 * k1);
        let discriminant = half_b * half_b - a * c;
        let q = -(half_b + discriminant.max(0.0).sqrt().copysign(half_b));
        let least = [q / a, c / q].into_iter().filter(|s| discriminant >= 0.0 && *s > 0.0 && *s < end);
        least.chain([end]).all(|s| growth(s) > 0.0)
    }

    /// The distorted point, and its derivatives by x and y.
    fn distorted(&self, [x, y]: [f64; 2]) -> ([f64; 2], [[f64; 2]; 2]) {
        let [k1, k2, p1, p2, k3] = self.distortion;
        let r2 = x * x + y * y;
        let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
        // Derivative by r².
        let slope = k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3);
        let point = [
            x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
            y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y,
        ];
        let shear = 2.0 * x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y;
        let derivative = [
            [radial + 2.0 * x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x, shear],
            [shear, radial + 2.0 * y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x],
        ];
        (point, derivative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENS: CameraModel = CameraModel {
        width: 640,
        height: 480,
        fx_px: 400.0,
        fy_px: 420.0,
        cx_px: 321.5,
        cy_px: 238.0,
        lens: LensModel::BrownConrady,
        distortion: [-0.28, 0.09, 0.001, -0.0015, -0.01],
    };

    #[test]
    fn a_pixel_looks_at_what_is_projected_on_it() {
        for v in (0..480).step_by(31) {
            for u in (0..640).step_by(37) {
                let pixel = [f64::from(u), f64::from(v)];
                let [x, y] = LENS.direction(pixel).unwrap();
                let [u2, v2] = LENS.project([7.0 * x, 7.0 * y, 7.0]).unwrap();
                assert!((u2 - pixel[0]).abs() + (v2 - pixel[1]).abs() < 1e-9, "{pixel:?} {u2} {v2}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_distortion() {
        let h = 1e-6;
        for at in [[0.3, -0.2], [-0.7, 0.5], [0.0, 0.0]] {
            let [[a, b], [c, d]] = LENS.distorted(at).1;
            let along_x = LENS.distorted([at[0] + h, at[1]]).0;
            let along_y = LENS.distorted([at[0], at[1] + h]).0;
            let from = LENS.distorted(at).0;
            let slopes =
                [along_x[0] - from[0], along_y[0] - from[0], along_x[1] - from[1], along_y[1] - from[1]];
            for (slope, expected) in slopes.iter().zip([a, b, c, d]) {
                assert!((slope / h - expected).abs() < 1e-5, "{at:?}");
            }
        }
    }

    #[test]
    fn without_distortion_it_is_a_pinhole() {
        let pinhole = CameraModel { distortion: [0.0; 5], ..LENS };
        let [u, v] = pinhole.project([1.0, -0.5, 2.0]).unwrap();
        assert!((u - 521.5).abs() < 1e-12 && (v - 133.0).abs() < 1e-12);
        assert_eq!(pinhole.project([1.0, 1.0, -2.0]), None);
        assert_eq!(pinhole.direction([321.5, 238.0]), Some([0.0, 0.0]));
    }

    /// r·(1 − r²/2) grows up to r² = 2/3, where it is 0.5443; r·(1 − 0.3·r² + 0.1·r⁴ − 0.012·r⁶) up to r² = 4.0254,
    /// where it is 1.2641. Beyond these circles there is no picture.
    #[test]
    fn beyond_the_fold_a_pixel_looks_nowhere() {
        let check = |k: [f64; 3], edge: f64| {
            let lens = CameraModel { distortion: [k[0], k[1], 0.0, 0.0, k[2]], ..LENS };
            for angle in [0.0_f64, 0.7, 2.5, 4.0] {
                let at = |share: f64| {
                    let (x, y) =
                        (edge * share * skidpad_math::cos(angle), edge * share * skidpad_math::sin(angle));
                    [lens.fx_px * x + lens.cx_px, lens.fy_px * y + lens.cy_px]
                };
                for share in [0.0, 0.3, 0.9, 0.999] {
                    let [x, y] = lens.direction(at(share)).unwrap();
                    let [u, v] = lens.project([x, y, 1.0]).unwrap();
                    let [u2, v2] = at(share);
                    assert!((u - u2).abs() + (v - v2).abs() < 1e-5, "{k:?} {share}");
                }
                for share in [1.001, 1.1, 2.0, 10.0] {
                    assert_eq!(lens.direction(at(share)), None, "{k:?} {share}");
                }
                assert_eq!(
                    lens.project([3.0 * skidpad_math::cos(angle), 3.0 * skidpad_math::sin(angle), 1.0]),
                    None
                );
            }
        };
        check([-0.5, 0.0, 0.0], 0.544_331);
        check([-0.3, 0.1, -0.012], 1.264_076);
    }

    #[test]
    fn a_fisheye_leads_back_to_its_pixel() {
        let fisheye = CameraModel {
            lens: LensModel::KannalaBrandt,
            distortion: [-0.02, 0.004, -0.001, 1e-4, 0.0],
            ..LENS
        };
        for [u, v] in [[0.0, 0.0], [320.0, 240.0], [10.5, 470.0], [639.0, 3.0]] {
            let [x, y] = fisheye.direction([u, v]).unwrap();
            let back = fisheye.project([x, y, 1.0]).unwrap();
            assert!((back[0] - u).abs() + (back[1] - v).abs() < 1e-6, "{u} {v}: {back:?}");
        }
        // Without coefficients, equal angles are equal distances.
        let even = CameraModel { distortion: [0.0; 5], ..fisheye };
        let [u, _] = even.project([1.0, 0.0, 1.0]).unwrap();
        assert!((u - even.cx_px - even.fx_px * std::f64::consts::FRAC_PI_4).abs() < 1e-9);
    }
}
