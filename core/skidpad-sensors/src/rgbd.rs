//! The depth and colour camera.

use crate::camera::{CameraOptics, OpticalPath};
use crate::patches::{Workers, fill_patches};
use skidpad_math::{NoiseAddress, Pose3, Rotation3};
use skidpad_messages::DepthPicture;
use skidpad_scene::{PosedScene, RayList};

/// A depth camera: projection, unit and noise.
#[derive(Debug, Clone, PartialEq)]
pub struct DepthCamera {
    /// Projection and clipping distances; one ray per pixel.
    pub optics: CameraOptics,
    /// Metres per unit of the depth image [m].
    pub unit_m: f64,
    /// Deviation of a depth near the camera [m].
    pub noise_m: f64,
    /// Growth of the deviation with the square of the depth [1/m], as of a stereo camera.
    pub noise_growth_per_m: f64,
}

/// The optical frame (z forward, x right, y down) of a sensor whose x axis looks forward and whose z is up.
pub const OPTICAL_IN_SENSOR: Rotation3 =
    Rotation3 { rows: [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]] };

impl DepthCamera {
    /// A depth picture in whole units, cut off as MVSim's; 0 where nothing is between the clipping distances,
    /// or where it does not fit into 16 bits. The sensor's place is the origin of the scene's view.
    ///
    /// Deviation: σ(z) = noise + growth·z².
    pub fn picture(
        &self,
        sensor_in_world: &Pose3,
        posed: &PosedScene<'_>,
        noise: NoiseAddress,
        workers: Workers<'_>,
    ) -> DepthPicture {
        let (rotation, at) = (sensor_in_world.rotation() * OPTICAL_IN_SENSOR, sensor_in_world.position());
        self.picture_along(&|_| (rotation, at), posed, noise, workers)
    }

    /// The same for a camera that moves while it takes its rows; depth counts from where the camera is then.
    pub fn picture_along(
        &self,
        path: OpticalPath<'_>,
        posed: &PosedScene<'_>,
        noise: NoiseAddress,
        workers: Workers<'_>,
    ) -> DepthPicture {
        let pixel_rays = self.optics.rays_along(path);
        let memory = || (RayList::default(), Vec::new());
        let size = self.optics.size();
        let depth = fill_patches(size, workers, memory, |(rays, distances), patch, depth| {
            pixel_rays.fill(patch, [0, 0], rays);
            posed.distances_of_rows(rays, patch.width, distances);
            if self.noise_m > 0.0 || self.noise_growth_per_m != 0.0 {
                for (row, places) in patch.rows() {
                    let indices = (row * size[0] + patch.left) as u64..;
                    for ((out, t), index) in
                        depth[places.clone()].iter_mut().zip(&distances[places]).zip(indices)
                    {
                        *out =
                            if *t < f32::INFINITY { self.units(self.depth_m(*t), noise, index) } else { 0 };
                    }
                }
            } else {
                for (out, t) in depth.iter_mut().zip(distances) {
                    let units = self.whole_units(self.depth_m(*t));
                    *out = if *t < f32::INFINITY { units } else { 0 };
                }
            }
        });
        DepthPicture { camera: self.optics.camera, unit_m: self.unit_m, depth }
    }

    fn depth_m(&self, t: f32) -> f64 {
        self.optics.near_m + f64::from(t)
    }

    fn units(&self, depth_m: f64, noise: NoiseAddress, index: u64) -> u16 {
        let sigma_m = self.noise_m + self.noise_growth_per_m * depth_m * depth_m;
        let measured_m = if sigma_m > 0.0 { depth_m + sigma_m * noise.normal(index) } else { depth_m };
        // Noise that would lead out of the range is not added (sensors.md §5): what is near the end does not pile up.
        self.whole_units(if measured_m > self.optics.far_m { depth_m } else { measured_m })
    }

    #[inline]
    fn whole_units(&self, measured_m: f64) -> u16 {
        // Exact multiples stay themselves although distances are traced in 32 bits.
        let units = measured_m.min(self.optics.far_m) / self.unit_m * (1.0 + 4e-7) + 1e-3;
        // From 0 on, casting cuts off as rounding down does.
        if (0.0..f64::from(u16::MAX) + 1.0).contains(&units) { units as u16 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::CameraModel;

    fn optics(noise_m: f64, noise_growth_per_m: f64) -> DepthCamera {
        let optics = CameraOptics {
            camera: CameraModel::default(),
            near_m: 0.1,
            far_m: 100.0,
            samples: 1,
            readout_s: 0.0,
        };
        DepthCamera { optics, unit_m: 1e-3, noise_m, noise_growth_per_m }
    }

    #[test]
    fn depth_fits_into_its_units_or_is_none() {
        let noise = NoiseAddress { seed: 0, stream: 0, step: 0 };
        let units = |depth_m| optics(0.0, 0.0).units(depth_m, noise, 0);
        assert_eq!(
            [units(1.0), units(2.0004), units(40.0), units(65.535), units(70.0)],
            [1000, 2000, 40_000, 65_535, 0]
        );
        assert_eq!(units(12.5 - 3e-6), 12_500, "three roundings off");
        // Noise below zero is no depth, not a wrapped one.
        let low = (0..200)
            .map(|index| optics(0.5, 0.0).units(0.1, noise, index))
            .filter(|&units| units > 3000)
            .count();
        assert_eq!(low, 0);
    }

    #[test]
    fn noise_does_not_pile_up_at_the_end_of_the_range() {
        let mut optics = optics(0.5, 0.0);
        optics.optics.far_m = 11.0;
        let noise = NoiseAddress { seed: 0, stream: 0, step: 0 };
        let ends = (0..2_000).filter(|&index| optics.units(10.0, noise, index) == 11_000).count();
        assert!(ends < 5, "{ends}");
    }

    #[test]
    fn noise_grows_with_the_square_of_the_distance() {
        let deviation = |depth_m: f64| {
            let noise = NoiseAddress { seed: 3, stream: 1, step: 7 };
            let errors =
                (0..4_000).map(|i| f64::from(optics(0.002, 0.001).units(depth_m, noise, i)) * 1e-3 - depth_m);
            (errors.map(|e| e * e).sum::<f64>() / 4_000.0).sqrt()
        };
        for depth_m in [1.0, 5.0, 12.0] {
            let expected = 0.002 + 0.001 * depth_m * depth_m;
            assert!((deviation(depth_m) / expected - 1.0).abs() < 0.06, "{depth_m}: {}", deviation(depth_m));
        }
    }
}
