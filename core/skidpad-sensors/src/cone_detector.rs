//! A detector of cones beside a race track: what a camera or a lidar with a detector behind it reports.

use skidpad_math::{NoiseAddress, Pose3, Vec3, atan2, exp, hypot};
use skidpad_messages::{BlockId, ConeColor, ConeReading, SeenCone};

/// How a detector sees and errs.
///
/// Range and bearing are in the plane of the sensor's x and y axes and have normal errors. Each cone in view is missed
/// or given another colour with fixed probabilities, independently of the reading before. The number of cones that are
/// not there is Poisson distributed; they lie anywhere in view, evenly in range and bearing.
///
/// Leaves out: cones hidden behind others, errors that grow with range, errors that last for several readings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConeDetectorModel {
    /// Field of view [rad], half of it to the left.
    pub field_of_view_rad: f64,
    /// Shortest range [m].
    pub min_range_m: f64,
    /// Longest range [m].
    pub max_range_m: f64,
    /// Deviation of a range [m].
    pub range_noise_m: f64,
    /// Deviation of a bearing [rad].
    pub bearing_noise_rad: f64,
    /// Probability that a cone in view is not reported.
    pub miss_rate: f64,
    /// Probability that a cone is reported with another colour.
    pub color_error_rate: f64,
    /// Mean number of cones per reading that are not there.
    pub false_positive_rate: f64,
}

/// A cone that is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cone {
    /// Which block it is.
    pub block: BlockId,
    /// Where it is.
    pub place_in_world_m: Vec3,
    /// Its colour.
    pub color: ConeColor,
}

/// Random numbers that belong to each cone.
const NUMBERS_PER_CONE: u64 = 8;

/// The first random number of cones that are not there; those of blocks are below.
const FALSE_CONES: u64 = 1 << 40;

/// Most cones that are not there, in one reading.
const MOST_FALSE_CONES: u64 = 1000;

impl ConeDetectorModel {
    /// The reading at a pose. A cone's errors do not depend on which other cones there are.
    pub fn sense(
        &self,
        sensor_in_world: &Pose3,
        cones: impl IntoIterator<Item = Cone>,
        noise: NoiseAddress,
    ) -> ConeReading {
        let seen = cones.into_iter().filter_map(|cone| self.see(sensor_in_world, &cone, noise));
        let mut cones: Vec<SeenCone> = seen.chain(self.false_cones(noise)).collect();
        cones.sort_by(|a, b| a.range_m.total_cmp(&b.range_m).then(a.bearing_rad.total_cmp(&b.bearing_rad)));
        ConeReading {
            cones,
            range_variance_m2: self.range_noise_m * self.range_noise_m,
            bearing_variance_rad2: self.bearing_noise_rad * self.bearing_noise_rad,
        }
    }

    fn see(&self, sensor_in_world: &Pose3, cone: &Cone, noise: NoiseAddress) -> Option<SeenCone> {
        let at = sensor_in_world.inverse_transform(cone.place_in_world_m);
        let (range_m, bearing_rad) = (hypot(at.x, at.y), atan2(at.y, at.x));
        let is_in_view = (self.min_range_m..=self.max_range_m).contains(&range_m)
            && bearing_rad.abs() <= 0.5 * self.field_of_view_rad;
        let first = NUMBERS_PER_CONE * u64::from(cone.block.0);
        if !is_in_view || noise.uniform(first) < self.miss_rate {
            return None;
        }
        let color = if noise.uniform(first + 1) < self.color_error_rate {
            let skip = if noise.uniform(first + 2) < 0.5 { 1 } else { 2 };
            ConeColor::ALL[(usize::from(cone.color.number()) + skip) % ConeColor::ALL.len()]
        } else {
            cone.color
        };
        Some(SeenCone {
            range_m: (range_m + self.range_noise_m * noise.normal(first + 3)).max(0.0),
            bearing_rad: bearing_rad + self.bearing_noise_rad * noise.normal(first + 4),
            color,
            block: Some(cone.block),
        })
    }

    fn false_cones(&self, noise: NoiseAddress) -> impl Iterator<Item = SeenCone> {
        let count = poisson(self.false_positive_rate, noise.uniform(FALSE_CONES));
        let (view_rad, low_m, high_m) = (self.field_of_view_rad, self.min_range_m, self.max_range_m);
        (1..=count).map(move |number| {
            let first = FALSE_CONES + NUMBERS_PER_CONE * number;
            let color = (noise.uniform(first + 2) * ConeColor::ALL.len() as f64) as usize;
            SeenCone {
                range_m: low_m + (high_m - low_m) * noise.uniform(first),
                bearing_rad: view_rad * (noise.uniform(first + 1) - 0.5),
                color: ConeColor::ALL[color.min(ConeColor::ALL.len() - 1)],
                block: None,
            }
        })
    }
}

/// A Poisson number of this mean: the smallest k at which the sum of e^−m mⁱ/i! over i ≤ k passes `uniform`.
fn poisson(mean: f64, uniform: f64) -> u64 {
    let mut share = exp(-mean);
    let mut sum = share;
    let mut count = 0;
    while sum <= uniform && count < MOST_FALSE_CONES {
        count += 1;
        share *= mean / count as f64;
        sum += share;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: ConeDetectorModel = ConeDetectorModel {
        field_of_view_rad: 2.0,
        min_range_m: 0.5,
        max_range_m: 20.0,
        range_noise_m: 0.0,
        bearing_noise_rad: 0.0,
        miss_rate: 0.0,
        color_error_rate: 0.0,
        false_positive_rate: 0.0,
    };

    fn cone(number: u32, x: f64, y: f64) -> Cone {
        Cone { block: BlockId(number), place_in_world_m: Vec3::new(x, y, 0.0), color: ConeColor::Blue }
    }

    fn noise(step: u64) -> NoiseAddress {
        NoiseAddress { seed: 3, stream: 4, step }
    }

    #[test]
    fn without_noise_a_detector_is_exact() {
        // The car looks along +y; the first cone is 3 m ahead and 4 m to the left.
        let car = Pose3::new(1.0, 2.0, 0.5, std::f64::consts::FRAC_PI_2, 0.0, 0.0);
        let cones = [
            cone(0, -3.0, 5.0),
            cone(1, 1.0, 4.0),
            cone(2, 1.0, 1.0),
            cone(3, 1.0, 23.0),
            cone(4, 1.0, 2.2),
            cone(5, 9.0, 3.0),
        ];
        let seen = EXACT.sense(&car, cones, noise(0)).cones;
        let blocks: Vec<_> = seen.iter().map(|it| it.block).collect();
        assert_eq!(blocks, [Some(BlockId(1)), Some(BlockId(0))], "ahead, in range, nearest first");
        assert!((seen[0].range_m - 2.0).abs() < 1e-12 && seen[0].bearing_rad.abs() < 1e-12);
        assert!((seen[1].range_m - 5.0).abs() < 1e-12);
        assert!((seen[1].bearing_rad - atan2(4.0, 3.0)).abs() < 1e-12);
    }

    /// Over 20 000 readings of one cone, within five standard errors.
    #[test]
    fn errors_are_as_frequent_and_as_large_as_the_model_says() {
        let model = ConeDetectorModel {
            range_noise_m: 0.1,
            bearing_noise_rad: 0.02,
            miss_rate: 0.25,
            color_error_rate: 0.1,
            false_positive_rate: 0.5,
            ..EXACT
        };
        let readings = 20_000u32;
        let n = f64::from(readings);
        let (mut hits, mut wrong, mut false_count) = (0u32, [0u32; 3], 0u32);
        let (mut range, mut bearing, mut joint) = ([0.0; 2], [0.0; 2], 0.0);
        for step in 0..u64::from(readings) {
            for it in model.sense(&Pose3::default(), [cone(7, 10.0, 0.0)], noise(step)).cones {
                if it.block.is_none() {
                    false_count += 1;
                    assert!((0.5..=20.0).contains(&it.range_m) && it.bearing_rad.abs() <= 1.0);
                    continue;
                }
                hits += 1;
                wrong[usize::from(it.color.number())] += 1;
                let (r, b) = ((it.range_m - 10.0) / 0.1, it.bearing_rad / 0.02);
                (range, bearing) = ([range[0] + r, range[1] + r * r], [bearing[0] + b, bearing[1] + b * b]);
                joint += r * b;
            }
        }
        let count = f64::from(hits);
        let near = |value: f64, expected: f64, error: f64| {
            assert!((value - expected).abs() < 5.0 * error, "{value} is not {expected} ± {error}");
        };
        near(count / n, 0.75, (0.75f64 * 0.25 / n).sqrt());
        for color in [1, 2] {
            near(f64::from(wrong[color]) / count, 0.05, (0.05f64 * 0.95 / count).sqrt());
        }
        near(f64::from(false_count) / n, 0.5, (0.5 / n).sqrt());
        for [sum, squares] in [range, bearing] {
            near(sum / count, 0.0, (1.0 / count).sqrt());
            near(squares / count, 1.0, (2.0 / count).sqrt());
        }
        near(joint / count, 0.0, (1.0 / count).sqrt());
    }

    #[test]
    fn a_cone_that_is_added_changes_no_other() {
        let model = ConeDetectorModel { range_noise_m: 0.1, bearing_noise_rad: 0.1, miss_rate: 0.5, ..EXACT };
        for step in 0..50 {
            let of = |cones: Vec<Cone>| {
                let seen = model.sense(&Pose3::default(), cones, noise(step)).cones;
                seen.into_iter().find(|it| it.block == Some(BlockId(1)))
            };
            assert_eq!(of(vec![cone(1, 5.0, 1.0)]), of(vec![cone(0, 4.0, 0.0), cone(1, 5.0, 1.0)]));
        }
    }

    #[test]
    fn poisson_numbers_have_their_mean() {
        for mean in [0.0, 0.01, 3.0, 100.0] {
            let count = 20_000u32;
            let sum: u64 = (0..u64::from(count)).map(|step| poisson(mean, noise(step).uniform(0))).sum();
            let found = sum as f64 / f64::from(count);
            assert!((found - mean).abs() <= 5.0 * (mean / f64::from(count)).sqrt(), "{found} for {mean}");
        }
        assert!(poisson(100.0, 1.0 - f64::EPSILON / 2.0) <= MOST_FALSE_CONES);
    }
}
