//! The planar laser scanner.

use crate::patches::{Workers, fill_patches};
use crate::range::{Echo, Ranging, intensity};
use skidpad_math::{NoiseAddress, Pose3, Vec3, sin_cos};
use skidpad_messages::Scan;
use skidpad_scene::{Directions, Facets, PlanarCaster, PlanarTarget, PosedScene, Ray, RayList};
use std::f64::consts::TAU;
use std::sync::OnceLock;

/// Beams, limits and noise.
#[derive(Debug, Clone)]
pub struct LaserModel {
    /// Direction of the first beam [rad].
    pub angle_min_rad: f64,
    /// Angle between beams [rad].
    pub angle_increment_rad: f64,
    /// Number of beams.
    pub beam_count: u32,
    /// Cosine and sine of each beam's direction, computed for the first scan.
    beams: OnceLock<Vec<[f64; 2]>>,
    /// Limits and noise of ranges.
    pub ranging: Ranging,
    /// Deviation of a beam's direction [rad].
    pub angle_noise_rad: f64,
    /// Time between two scans [s].
    pub period_s: f64,
}

/// Beams that are cast together.
const ROW: usize = PlanarCaster::ROW;
/// Beams whose random numbers are computed together, a multiple of the above.
const BLOCK: usize = 64;

impl LaserModel {
    /// Beams spread evenly over a field of view, counter-clockwise from its right end. A full circle has no
    /// beam twice: its last beam is one increment short of the first.
    pub fn new(
        field_of_view_rad: f64,
        beam_count: u32,
        ranging: Ranging,
        angle_noise_rad: f64,
        period_s: f64,
    ) -> LaserModel {
        let is_full = field_of_view_rad >= TAU * (1.0 - 1e-9);
        let field_rad = field_of_view_rad.min(TAU);
        let gaps = if is_full { beam_count } else { beam_count.saturating_sub(1) };
        let angle_increment_rad = field_rad / f64::from(gaps.max(1));
        let angle_min_rad = -0.5 * field_rad;
        LaserModel {
            angle_min_rad,
            angle_increment_rad,
            beam_count,
            beams: OnceLock::new(),
            ranging,
            angle_noise_rad,
            period_s,
        }
    }

    fn beams(&self) -> &[[f64; 2]] {
        self.beams.get_or_init(|| {
            let angle = |beam: u32| self.angle_min_rad + f64::from(beam) * self.angle_increment_rad;
            let direction = |beam: u32| {
                let (sin, cos) = sin_cos(angle(beam));
                [cos, sin]
            };
            (0..self.beam_count).map(direction).collect()
        })
    }

    /// A scan in the plane, at the sensor's height: its pitch and roll do not matter.
    ///
    /// The caster is placed at the sensor; `reflectivity` returns the brightness of a target. Intensities are those of
    /// a scan in space: ρ·cos θ with the reflectivity ρ and the angle of incidence θ.
    pub fn scan_plane(
        &self,
        sensor_in_world: &Pose3,
        caster: &PlanarCaster,
        reflectivity: impl Fn(PlanarTarget) -> f32,
        noise: NoiseAddress,
    ) -> Scan {
        let (sin, cos) = sin_cos(sensor_in_world.yaw_rad);
        let reach_m = self.ranging.reach_m();
        let mut scan = self.empty();
        let aim = |beam: &[f64; 2], index: usize| {
            let [x, y] = self.turned(*beam, noise, index as u64);
            [cos * x - sin * y, sin * x + cos * y]
        };
        let mut normals = [0.0; BLOCK];
        for (block, beams) in self.beams().chunks(BLOCK).enumerate() {
            let first = BLOCK * block;
            if self.ranging.noise_m > 0.0 {
                noise.normals(2 * first as u64, 2, &mut normals[..beams.len()]);
            }
            for (row, (beams, normals)) in beams.chunks(ROW).zip(normals.chunks(ROW)).enumerate() {
                // The last row may lack beams; what stands in for them is not reported.
                let beam_at = |k: usize| beams.get(k).unwrap_or(&beams[0]);
                let directions = Directions::from_fn(|k| aim(beam_at(k), first + ROW * row + k));
                let met = caster.cast_row(&directions, reach_m);
                for (k, &normal) in normals.iter().enumerate().take(beams.len()) {
                    let range_m = self.ranging.reported_with_m(Some(met.ranges_m[k]), normal);
                    let strength = reflectivity(met.targets[k]) * met.incidence_cos[k] as f32;
                    scan.ranges_m.push(range_m as f32);
                    scan.intensities.push(if range_m.is_finite() { strength } else { 0.0 });
                }
            }
        }
        scan
    }

    /// A scan in space: beams follow pitch and roll. Rays start at the origin of the scene's view, which is
    /// the sensor's place.
    pub fn scan_space(
        &self,
        sensor_in_world: &Pose3,
        posed: &PosedScene<'_>,
        noise: NoiseAddress,
        workers: Workers<'_>,
    ) -> Scan {
        let rotation = sensor_in_world.rotation();
        let t_max = self.ranging.reach_m() as f32;
        let beams = self.beams();
        let memory = || (RayList::default(), Vec::new(), Facets::new(posed, Echo::of));
        let size = [beams.len(), 1];
        let found = fill_patches(size, workers, memory, |(rays, hits, echoes), patch, found| {
            rays.clear();
            for (beam, index) in beams[patch.columns()].iter().zip(patch.left as u64..) {
                let [x, y] = self.turned(*beam, noise, index);
                let d = rotation.rotate(Vec3::new(x, y, 0.0));
                rays.push(&Ray {
                    origin_m: [0.0; 3],
                    direction: [d.x as f32, d.y as f32, d.z as f32],
                    t_max,
                });
            }
            posed.first_hits(rays, hits);
            for (place, (out, hit)) in found.iter_mut().zip(&*hits).enumerate() {
                let distance_m = hit.map(|hit| f64::from(hit.t));
                let range_m = self.ranging.reported_m(distance_m, noise, 2 * (patch.left + place) as u64);
                let direction = rays.get(place).direction;
                let strength = hit
                    .filter(|_| range_m.is_finite())
                    .map_or(0.0, |hit| intensity(posed, echoes, direction, &hit));
                *out = (range_m as f32, strength);
            }
        });
        let mut scan = self.empty();
        (scan.ranges_m, scan.intensities) = found.into_iter().unzip();
        scan
    }

    fn empty(&self) -> Scan {
        Scan {
            angle_min_rad: self.angle_min_rad,
            angle_increment_rad: self.angle_increment_rad,
            scan_time_s: self.period_s,
            range_min_m: self.ranging.min_m,
            range_max_m: self.ranging.max_m,
            ranges_m: Vec::with_capacity(self.beam_count as usize),
            intensities: Vec::with_capacity(self.beam_count as usize),
        }
    }

    /// A beam with the error of its direction.
    #[inline]
    fn turned(&self, [x, y]: [f64; 2], noise: NoiseAddress, index: u64) -> [f64; 2] {
        if self.angle_noise_rad == 0.0 {
            return [x, y];
        }
        let (sin, cos) = sin_cos(self.angle_noise_rad * noise.normal(2 * index + 1));
        [cos * x - sin * y, sin * x + cos * y]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGING: Ranging = Ranging { min_m: 0.0, max_m: 20.0, noise_m: 0.0 };

    fn ends_deg(field_deg: f64, count: u32) -> [f64; 2] {
        let laser = LaserModel::new(field_deg.to_radians(), count, RANGING, 0.0, 0.1);
        let last_rad = laser.angle_min_rad + f64::from(count - 1) * laser.angle_increment_rad;
        [laser.angle_min_rad.to_degrees(), last_rad.to_degrees()]
    }

    #[test]
    fn beams_fill_the_field_of_view_and_a_circle_has_none_twice() {
        let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-9;
        assert!(near(ends_deg(180.0, 181), [-90.0, 90.0]));
        assert!(near(ends_deg(30.0, 31), [-15.0, 15.0]), "a narrow field keeps its bearings");
        assert!(near(ends_deg(270.0, 541), [-135.0, 135.0]));
        assert!(near(ends_deg(360.0, 360), [-180.0, 179.0]));
        assert!(near(ends_deg(400.0, 4), [-180.0, 90.0]));
    }
}
