//! The spinning lidar.

use crate::patches::{Patch, Workers, fill_patches};
use crate::range::{Echo, Ranging, intensity};
use serde::{Deserialize, Serialize};
use skidpad_math::{NoiseAddress, Pose3, Rotation3, Vec3, sin_cos, wrap_angle};
use skidpad_messages::{Cloud, CloudPoint};
use skidpad_scene::{Facets, PosedScene, Ray, RayList, SceneHit};
use std::collections::VecDeque;
use std::f64::consts::{PI, TAU};
use std::ops::Range;
use std::sync::OnceLock;

/// Rings, columns, limits and options.
#[derive(Debug, Clone)]
pub struct LidarModel {
    /// Cosine and sine of the elevation of each ring, lowest first.
    rings: Vec<[f64; 2]>,
    /// Columns in a turn.
    pub column_count: u32,
    /// Cosine and sine of the azimuth of each column, in the order of the sweep; computed for the first sweep.
    columns: OnceLock<Vec<[f64; 2]>>,
    /// Limits and noise of ranges.
    pub ranging: Ranging,
    /// Whether points carry the strength of their return; 1 otherwise.
    pub has_intensity: bool,
    /// Whether the last return is reported besides the first.
    pub has_two_returns: bool,
    /// How long a sweep takes [s]; none where all columns are taken at once.
    pub sweep_s: Option<f64>,
}

/// Surfaces that a beam may pass before it ends.
const MOST_RETURNS: usize = 8;
/// A beam that passes a surface goes on this far behind it [m].
const BEHIND_M: f32 = 1e-3;

impl LidarModel {
    /// A turn starts behind the sensor and goes clockwise seen from above, as MVSim's does.
    pub fn new(ring_elevations_rad: &[f64], column_count: u32, ranging: Ranging) -> LidarModel {
        LidarModel {
            rings: ring_elevations_rad.iter().copied().map(direction).collect(),
            column_count,
            columns: OnceLock::new(),
            ranging,
            has_intensity: true,
            has_two_returns: false,
            sweep_s: None,
        }
    }

    fn columns(&self) -> &[[f64; 2]] {
        self.columns.get_or_init(|| {
            let azimuth_rad = |column: u32| PI - TAU * f64::from(column) / f64::from(self.column_count);
            (0..self.column_count).map(|column| direction(azimuth_rad(column))).collect()
        })
    }

    /// Number of beams in a sweep.
    pub fn beam_count(&self) -> usize {
        self.rings.len() * self.column_count as usize
    }

    /// Unit vector of a beam in the sensor's frame.
    pub fn beam(&self, ring: usize, column: usize) -> Vec3 {
        let ([cos_el, sin_el], [cos_az, sin_az]) = (self.rings[ring], self.columns()[column]);
        Vec3::new(cos_el * cos_az, cos_el * sin_az, sin_el)
    }

    /// When a column is taken, counted from the stamp [s]; the last one at the stamp.
    #[inline]
    pub fn column_time_s(&self, column: usize) -> f64 {
        let count = self.column_count as usize;
        self.sweep_s.map_or(0.0, |sweep_s| -sweep_s * (count - 1 - column) as f64 / count as f64)
    }

    /// One sweep.
    ///
    /// Rays of a column start from the sensor's pose at its time, and points are in the sensor's frame of that
    /// time, so that a moving sensor sees a bent world as a real one does. A beam ends at the nearest of what
    /// it meets in all surroundings.
    /// Leaves out: the motion of other things during the sweep.
    pub fn sweep(
        &self,
        surroundings: &[Surroundings<'_>],
        noise: NoiseAddress,
        workers: Workers<'_>,
    ) -> Cloud {
        let poses: Vec<_> = surroundings.iter().map(|around| self.column_poses(around)).collect();
        let size = [self.column_count as usize, self.rings.len()];
        let memory = || -> Vec<Sweep<'_>> {
            let each = surroundings.iter().zip(&poses);
            each.map(|(around, poses)| Sweep::new(self, poses, around.posed, noise)).collect()
        };
        let trace = |sweeps: &mut [Sweep<'_>], patch: &Patch| {
            sweeps.iter_mut().for_each(|sweep| sweep.trace(patch));
        };
        let (points, last_returns) = if self.has_two_returns {
            let both = fill_patches(size, workers, memory, |sweeps, patch, both: &mut [[CloudPoint; 2]]| {
                trace(sweeps, patch);
                self.each_beam(patch, |place, beam| both[place] = both_returns(sweeps, place, beam));
            });
            both.into_iter().map(|[first, last]| (first, last)).unzip()
        } else {
            let points = fill_patches(size, workers, memory, |sweeps, patch, points| {
                trace(sweeps, patch);
                if let [sweep] = &sweeps[..] {
                    self.each_beam(patch, |place, beam| points[place] = sweep.first_return(place, beam));
                } else {
                    let first = |place, beam| sweeps[nearest(sweeps, place)].first_return(place, beam);
                    self.each_beam(patch, |place, beam| points[place] = first(place, beam));
                }
            });
            (points, Vec::new())
        };
        Cloud {
            ring_count: self.rings.len() as u32,
            column_count: self.column_count,
            sweep_s: self.sweep_s.unwrap_or(0.0),
            range_min_m: self.ranging.min_m,
            range_max_m: self.ranging.max_m,
            points,
            last_returns,
        }
    }

    /// Where each column's rays start and how they are turned; one entry where all columns share it.
    fn column_poses(&self, around: &Surroundings<'_>) -> Vec<([f32; 3], Rotation3)> {
        let count = if self.sweep_s.is_some() { self.column_count as usize } else { 1 };
        (0..count)
            .map(|column| {
                let time_s = if count == 1 { 0.0 } else { self.column_time_s(column) };
                let pose = (around.sensor_in_world)(time_s);
                let from = pose.position() - around.origin_in_world_m;
                ([from.x as f32, from.y as f32, from.z as f32], pose.rotation())
            })
            .collect()
    }

    /// Do something for each beam of a patch, given its place there.
    #[inline]
    fn each_beam(&self, patch: &Patch, mut work: impl FnMut(usize, Beam)) {
        let columns = self.columns();
        for (ring, places) in patch.rows() {
            let [cos_el, sin_el] = self.rings[ring];
            for (place, column) in places.zip(patch.columns()) {
                let [cos_az, sin_az] = columns[column];
                let direction = Vec3::new(cos_el * cos_az, cos_el * sin_az, sin_el);
                let time_s = self.column_time_s(column) as f32;
                let number = (ring * columns.len() + column) as u64;
                work(place, Beam { direction, ring: ring as u16, time_s, number });
            }
        }
    }
}

/// What beams may meet, and how the sensor moves through it. What moves with the sensor is apart from what stands.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The things.
    pub posed: &'a PosedScene<'a>,
    /// The origin of the scene's view.
    pub origin_in_world_m: Vec3,
    /// The sensor's pose at a time counted from the stamp [s].
    pub sensor_in_world: &'a (dyn Fn(f64) -> Pose3 + Sync),
}

/// One of the beams of a sweep.
#[derive(Clone, Copy)]
struct Beam {
    /// Unit vector in the sensor's frame.
    direction: Vec3,
    ring: u16,
    time_s: f32,
    /// Its number in the sweep: ring by ring.
    number: u64,
}

/// Some of the beams of a sweep and what they meet.
struct Sweep<'a> {
    lidar: &'a LidarModel,
    /// Where each column's rays start and how they are turned; one entry where all columns share it.
    poses: &'a [([f32; 3], Rotation3)],
    posed: &'a PosedScene<'a>,
    noise: NoiseAddress,
    rays: RayList,
    hits: Vec<Option<SceneHit>>,
    /// Of the returns of all rays, 0 to 1; 0 where there is none.
    strengths: Vec<f32>,
    echoes: Facets<'a, Echo>,
}

impl<'a> Sweep<'a> {
    fn new(
        lidar: &'a LidarModel,
        poses: &'a [([f32; 3], Rotation3)],
        posed: &'a PosedScene<'a>,
        noise: NoiseAddress,
    ) -> Sweep<'a> {
        let (rays, hits, strengths) = (RayList::default(), Vec::new(), Vec::new());
        Sweep { lidar, poses, posed, noise, rays, hits, strengths, echoes: Facets::new(posed, Echo::of) }
    }

    /// What the beams of a patch meet: rings are its rows.
    fn trace(&mut self, patch: &Patch) {
        self.rays.resize(patch.len());
        self.rays.t_max.fill(self.lidar.ranging.reach_m() as f32);
        for (ring, places) in patch.rows() {
            self.aim(ring, patch.left, places);
        }
        self.posed.first_hits_of_rows(&self.rays, patch.width, &mut self.hits);
        self.weigh();
    }

    /// How strong the returns of all rays are.
    #[inline(never)]
    fn weigh(&mut self) {
        let count = self.rays.len();
        self.strengths.clear();
        if !self.lidar.has_intensity {
            self.strengths.resize(count, 1.0);
            return;
        }
        let [x, y, z] = self.rays.directions.each_ref().map(|list| &list[..count]);
        let strength = |(k, hit): (usize, &Option<SceneHit>)| match hit {
            Some(hit) => intensity(self.posed, &mut self.echoes, [x[k], y[k], z[k]], hit),
            None => 0.0,
        };
        self.strengths.extend(self.hits[..count].iter().enumerate().map(strength));
    }

    /// The rays of neighbours in a ring, from a column on, at these places.
    fn aim(&mut self, ring: usize, column: usize, part: Range<usize>) {
        let [cos_el, sin_el] = self.lidar.rings[ring];
        let columns = &self.lidar.columns()[column..column + part.len()];
        for axis in 0..3 {
            let origins_m = &mut self.rays.origins_m[axis][part.clone()];
            let directions = &mut self.rays.directions[axis][part.clone()];
            if let [(origin_m, rotation)] = self.poses {
                origins_m.fill(origin_m[axis]);
                let row = rotation.rows[axis];
                let up = row[2] * sin_el;
                for (out, [cos_az, sin_az]) in directions.iter_mut().zip(columns) {
                    // The order of Rotation3's product.
                    *out = (row[0] * (cos_el * cos_az) + row[1] * (cos_el * sin_az) + up) as f32;
                }
            } else {
                let poses = &self.poses[column..column + part.len()];
                for (out, (origin_m, _)) in origins_m.iter_mut().zip(poses) {
                    *out = origin_m[axis];
                }
                for ((out, [cos_az, sin_az]), (_, rotation)) in directions.iter_mut().zip(columns).zip(poses)
                {
                    let row = rotation.rows[axis];
                    *out = (row[0] * (cos_el * cos_az) + row[1] * (cos_el * sin_az) + row[2] * sin_el) as f32;
                }
            }
        }
    }

    /// The first thing that a beam meets.
    #[inline(always)]
    fn first_return(&self, place: usize, beam: Beam) -> CloudPoint {
        let found = self.hits[place].map(|hit| (hit.t, self.strengths[place]));
        self.point(beam, found, 0)
    }

    #[inline(always)]
    fn point(&self, beam: Beam, found: Option<(f32, f32)>, k: u64) -> CloudPoint {
        let distance_m = found.map(|(t, _)| f64::from(t));
        let index = 2 * beam.number + k;
        let range_m = self.lidar.ranging.reported_m(distance_m, self.noise, index);
        let range_m = if range_m.is_finite() { range_m } else { f64::NAN };
        let p = beam.direction * range_m;
        CloudPoint {
            x_m: p.x as f32,
            y_m: p.y as f32,
            z_m: p.z as f32,
            intensity: found.filter(|_| range_m.is_finite()).map_or(0.0, |(_, strength)| strength),
            time_s: beam.time_s,
            ring: beam.ring,
        }
    }

    #[inline(always)]
    fn strength(&mut self, place: usize, hit: &SceneHit) -> f32 {
        if !self.lidar.has_intensity {
            return 1.0;
        }
        let [x, y, z] = &self.rays.directions;
        intensity(self.posed, &mut self.echoes, [x[place], y[place], z[place]], hit)
    }

    /// What a beam meets from a distance on; its `t` counts from there.
    fn beyond(&self, place: usize, from_m: f32) -> Option<SceneHit> {
        let ray = self.rays.get(place);
        let origin_m = std::array::from_fn(|k| ray.origin_m[k] + from_m * ray.direction[k]);
        self.posed.first_hit(&Ray { origin_m, t_max: ray.t_max - from_m, ..ray })
    }
}

/// In which surroundings a beam meets something first; the first of them if it meets nothing.
fn nearest(sweeps: &[Sweep<'_>], place: usize) -> usize {
    let distance = |sweep: &Sweep<'_>| sweep.hits[place].map_or(f32::INFINITY, |hit| hit.t);
    let order =
        |(_, a): &(usize, &Sweep<'_>), (_, b): &(usize, &Sweep<'_>)| distance(a).total_cmp(&distance(b));
    sweeps.iter().enumerate().min_by(order).map_or(0, |(number, _)| number)
}

/// The first thing that a beam meets, and the last.
fn both_returns(sweeps: &mut [Sweep<'_>], place: usize, beam: Beam) -> [CloudPoint; 2] {
    let number = nearest(sweeps, place);
    let first = sweeps[number].first_return(place, beam);
    let last = sweeps[number].hits[place].and_then(|hit| last_return(sweeps, place, number, hit));
    // One return is one measurement.
    [first, last.map_or(first, |last| sweeps[number].point(beam, Some(last), 1))]
}

/// Distance and strength of what is behind see-through surfaces; none if the first surface is opaque or
/// nothing is behind. Light passes twice: each surface weakens what is behind by (1 − opacity)².
fn last_return(
    sweeps: &mut [Sweep<'_>],
    place: usize,
    mut number: usize,
    mut hit: SceneHit,
) -> Option<(f32, f32)> {
    let mut passed = 1.0_f32;
    let mut begin_m = 0.0_f32;
    let mut last = None;
    for _ in 0..MOST_RETURNS {
        let through = 1.0 - sweeps[number].posed.rgba(&hit)[3].clamp(0.0, 1.0);
        if through <= 0.0 {
            break;
        }
        passed *= through * through;
        begin_m += hit.t + BEHIND_M;
        let found =
            sweeps.iter().enumerate().filter_map(|(k, sweep)| Some((k, sweep.beyond(place, begin_m)?)));
        let Some(next) = found.min_by(|(_, a), (_, b)| a.t.total_cmp(&b.t)) else { break };
        (number, hit) = next;
        last = Some((begin_m + hit.t, passed * sweeps[number].strength(place, &hit)));
    }
    last
}

/// Cosine and sine of an angle.
fn direction(angle_rad: f64) -> [f64; 2] {
    let (sin, cos) = sin_cos(angle_rad);
    [cos, sin]
}

/// Where a vehicle was during the last sweep: its pose at the end of each step, the present one last.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SweepState {
    /// Oldest first.
    pub vehicle_in_world: VecDeque<Pose3>,
}

impl SweepState {
    /// Take in a step; poses older than `count` steps are forgotten.
    pub fn advance(&mut self, vehicle_in_world: Pose3, count: usize) {
        while self.vehicle_in_world.len() >= count.max(1) {
            self.vehicle_in_world.pop_front();
        }
        self.vehicle_in_world.push_back(vehicle_in_world);
    }

    /// The vehicle jumped: it was nowhere else before.
    pub fn forget(&mut self) {
        self.vehicle_in_world.clear();
    }

    /// Where the vehicle was at a time counted from now [s], zero or before: straight between steps.
    /// Before the oldest step it stood where it was then.
    pub fn at(&self, time_s: f64, dt_s: f64) -> Option<Pose3> {
        let last = self.vehicle_in_world.len().checked_sub(1)?;
        let place = (last as f64 + time_s / dt_s).clamp(0.0, last as f64);
        let index = (place.floor() as usize).min(last);
        let (from, share) = (self.vehicle_in_world[index], place - index as f64);
        let Some(to) = self.vehicle_in_world.get(index + 1).filter(|_| share > 0.0) else {
            return Some(from);
        };
        let mix = |a: f64, b: f64| a + share * (b - a);
        let turn = |a: f64, b: f64| wrap_angle(a + share * wrap_angle(b - a));
        Some(Pose3 {
            x_m: mix(from.x_m, to.x_m),
            y_m: mix(from.y_m, to.y_m),
            z_m: mix(from.z_m, to.z_m),
            yaw_rad: turn(from.yaw_rad, to.yaw_rad),
            pitch_rad: turn(from.pitch_rad, to.pitch_rad),
            roll_rad: turn(from.roll_rad, to.roll_rad),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGING: Ranging = Ranging { min_m: 0.1, max_m: 80.0, noise_m: 0.0 };

    #[test]
    fn columns_turn_clockwise_from_behind() {
        let lidar = LidarModel::new(&[-0.2, 0.0, 0.1], 4, RANGING);
        let near = |v: Vec3, x: f64, y: f64| (v - Vec3::new(x, y, 0.0)).norm() < 1e-12;
        assert!(near(lidar.beam(1, 0), -1.0, 0.0) && near(lidar.beam(1, 1), 0.0, 1.0));
        assert!(near(lidar.beam(1, 2), 1.0, 0.0) && near(lidar.beam(1, 3), 0.0, -1.0));
        assert!((lidar.beam(0, 2).z + skidpad_math::sin(0.2)).abs() < 1e-15);
        assert_eq!(lidar.beam_count(), 12);
    }

    #[test]
    fn a_sweep_ends_at_the_stamp() {
        let mut lidar = LidarModel::new(&[0.0], 4, RANGING);
        assert_eq!(lidar.column_time_s(0), 0.0);
        lidar.sweep_s = Some(0.1);
        let times = [0, 1, 2, 3].map(|column| lidar.column_time_s(column));
        assert!((times[0] + 0.075).abs() < 1e-12 && times[3] == 0.0, "{times:?}");
    }

    #[test]
    fn poses_between_steps_are_interpolated() {
        let mut state = SweepState::default();
        for k in 0..30 {
            let t = f64::from(k) * 0.005;
            let yaw_rad = wrap_angle(3.0 + 4.0 * t);
            state.advance(Pose3 { x_m: 2.0 * t, yaw_rad, ..Pose3::default() }, 21);
        }
        assert_eq!(state.vehicle_in_world.len(), 21);
        let now_s = 29.0 * 0.005;
        for back_s in [0.0, 0.0021, 0.05, 0.0999] {
            let pose = state.at(-back_s, 0.005).unwrap();
            assert!((pose.x_m - 2.0 * (now_s - back_s)).abs() < 1e-12);
            let yaw_rad = wrap_angle(3.0 + 4.0 * (now_s - back_s));
            assert!(wrap_angle(pose.yaw_rad - yaw_rad).abs() < 1e-12, "{back_s}");
        }
        assert_eq!(state.at(-5.0, 0.005).unwrap(), state.vehicle_in_world[0]);
        state.forget();
        assert_eq!(state.at(0.0, 0.005), None);
    }
}
