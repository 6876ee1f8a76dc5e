//! What can be stood on, and how high it is: elevation maps, floors, ramps, the tops of blocks.
//!
//! Several surfaces may lie above each other. A thing stands on the highest one that is not above it,
//! so bridges and storeys work; where there is none it stands at height zero (MVSim's rule).

use skidpad_math::{Pose3, Vec2, Vec3};

/// Steps of work, as a budget counts them, for the height of an elevation map or a floor over a point.
pub(crate) const WORK_PER_SURFACE: u64 = 30;
/// The same for a block, if only to find that it does not reach the point.
pub(crate) const WORK_PER_BLOCK: u64 = 1;
/// The same for a corner of a block that does.
pub(crate) const WORK_PER_CORNER: u64 = 2;

/// A rectangular floor.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    /// Smallest and largest x in the floor's frame [m].
    pub x_m: [f64; 2],
    /// Smallest and largest y in the floor's frame [m].
    pub y_m: [f64; 2],
    /// Height in the floor's frame [m].
    pub z_m: f64,
    /// Pose of its frame, at time zero if it moves.
    pub pose_in_world: Pose3,
    /// How its surface moves in its frame, as the belt of a conveyor does [m/s].
    pub surface_velocity_mps: Vec2,
}

/// How high the top of a block is, in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Top {
    /// Level.
    Flat {
        /// Height [m].
        z_m: f64,
    },
    /// Rising along x from zero.
    Ramp {
        /// Length [m].
        length_m: f64,
        /// Height at the far end [m].
        height_m: f64,
    },
    /// An elliptic arch over y.
    Bump {
        /// Width [m].
        width_m: f64,
        /// Height of the crest [m].
        height_m: f64,
    },
}

/// The outline and top of a block, in its own frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Footprint {
    /// Corners [m].
    pub corners_m: Vec<[f64; 2]>,
    /// Largest distance of a corner from the origin [m].
    pub radius_m: f64,
    /// Its top.
    pub top: Top,
}

impl Floor {
    /// Height of the floor under a point [m], with the floor at a pose; none beside it.
    pub fn height_at(&self, pose_in_world: &Pose3, x_m: f64, y_m: f64) -> Option<f64> {
        let rotation = pose_in_world.rotation();
        let normal = rotation.rotate(Vec3::new(0.0, 0.0, 1.0));
        if normal.z.abs() < 1e-6 {
            return None;
        }
        let origin = pose_in_world.position() + normal * self.z_m;
        let z_m = origin.z - (normal.x * (x_m - origin.x) + normal.y * (y_m - origin.y)) / normal.z;
        let local = rotation.transpose().rotate(Vec3::new(x_m, y_m, z_m) - pose_in_world.position());
        let within = |value: f64, [min, max]: [f64; 2]| min <= value && value <= max;
        (within(local.x, self.x_m) && within(local.y, self.y_m)).then_some(z_m)
    }
}

impl Footprint {
    /// An outline with its top.
    pub fn new(corners_m: Vec<[f64; 2]>, top: Top) -> Self {
        let radius_m = corners_m.iter().map(|[x, y]| (x * x + y * y).sqrt()).fold(0.0, f64::max);
        Footprint { corners_m, radius_m, top }
    }

    /// Whether the block may lie under a point this far from its origin [m].
    pub fn reaches(&self, dx_m: f64, dy_m: f64) -> bool {
        dx_m * dx_m + dy_m * dy_m <= self.radius_m * self.radius_m
    }

    /// Height of the top under a point [m], with the block at a pose whose heading has this sine and cosine;
    /// none beside the block.
    pub fn height_at(&self, place: &BlockPlacement, x_m: f64, y_m: f64) -> Option<f64> {
        let (dx, dy) = (x_m - place.x_m, y_m - place.y_m);
        if !self.reaches(dx, dy) {
            return None;
        }
        let x = place.cos * dx + place.sin * dy;
        let y = place.cos * dy - place.sin * dx;
        if !contains(&self.corners_m, [x, y]) {
            return None;
        }
        Some(place.z_m + self.top.height_at(x, y))
    }
}

impl Top {
    fn height_at(&self, x_m: f64, y_m: f64) -> f64 {
        match *self {
            Top::Flat { z_m } => z_m,
            // An outline of its own may be longer than the ramp.
            Top::Ramp { length_m, height_m } => (height_m * x_m / length_m).clamp(0.0, height_m),
            Top::Bump { width_m, height_m } => {
                let share = 2.0 * y_m / width_m;
                height_m * (1.0 - share * share).max(0.0).sqrt()
            }
        }
    }
}

/// Where a block is: position and heading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlockPlacement {
    /// Position [m].
    pub x_m: f64,
    /// Position [m].
    pub y_m: f64,
    /// Height [m].
    pub z_m: f64,
    /// Cosine of the heading.
    pub cos: f64,
    /// Sine of the heading.
    pub sin: f64,
}

impl From<&Pose3> for BlockPlacement {
    fn from(pose: &Pose3) -> Self {
        let (sin, cos) = skidpad_math::sin_cos(pose.yaw_rad);
        BlockPlacement { x_m: pose.x_m, y_m: pose.y_m, z_m: pose.z_m, cos, sin }
    }
}

/// The heights over one point, as far as a question needs them.
#[derive(Debug, Clone, Copy)]
pub struct Heights {
    /// Surfaces above this height are only kept as the lowest above it [m].
    below_m: f64,
    /// The highest of them.
    pub highest_below_m: Option<f64>,
    /// The lowest of the others.
    pub lowest_above_m: Option<f64>,
}

impl Heights {
    /// A question about the surfaces around a height.
    pub fn around(below_m: f64) -> Self {
        Heights { below_m, highest_below_m: None, lowest_above_m: None }
    }

    /// Take a surface into account.
    pub fn see(&mut self, height_m: Option<f64>) {
        let Some(height_m) = height_m else { return };
        if height_m <= self.below_m {
            self.highest_below_m = Some(self.highest_below_m.map_or(height_m, |other| other.max(height_m)));
        } else if height_m > self.below_m {
            self.lowest_above_m = Some(self.lowest_above_m.map_or(height_m, |other| other.min(height_m)));
        }
    }

    /// The surface nearest to the height asked about, else zero.
    pub fn nearest_m(&self) -> f64 {
        match (self.highest_below_m, self.lowest_above_m) {
            (Some(below_m), Some(above_m)) => {
                if self.below_m - below_m <= above_m - self.below_m {
                    below_m
                } else {
                    above_m
                }
            }
            (below_m, above_m) => below_m.or(above_m).unwrap_or(0.0),
        }
    }

    /// Where a thing stands: on the highest surface not above it, else at zero.
    pub fn stand_m(&self) -> f64 {
        self.highest_below_m.unwrap_or(0.0)
    }
}

/// Whether a point lies inside a polygon: the parity of the edges to its right.
pub fn contains(corners_m: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let mut is_inside = false;
    let mut previous = corners_m.len().wrapping_sub(1);
    for (index, &[xi, yi]) in corners_m.iter().enumerate() {
        let [xj, yj] = corners_m[previous];
        if (yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi {
            is_inside = !is_inside;
        }
        previous = index;
    }
    is_inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_stands_on_the_highest_surface_not_above_it() {
        let mut heights = Heights::around(1.0);
        assert_eq!(heights.stand_m(), 0.0, "nothing there: zero");
        for height in [-2.0, 0.5, 4.0, 3.0] {
            heights.see(Some(height));
        }
        heights.see(None);
        assert_eq!((heights.stand_m(), heights.lowest_above_m), (0.5, Some(3.0)));
        assert_eq!(heights.nearest_m(), 0.5);
    }

    #[test]
    fn ramps_rise_and_bumps_arch() {
        let ramp = Footprint::new(
            vec![[0.0, -1.0], [4.0, -1.0], [4.0, 1.0], [0.0, 1.0]],
            Top::Ramp { length_m: 4.0, height_m: 1.0 },
        );
        // Turned by a quarter and lifted: x of the ramp is y of the world.
        let place = BlockPlacement { x_m: 10.0, y_m: 0.0, z_m: 2.0, cos: 0.0, sin: 1.0 };
        assert_eq!(ramp.height_at(&place, 10.0, 3.0), Some(2.75));
        assert_eq!(ramp.height_at(&place, 10.0, -0.5), None);
        let bump = Top::Bump { width_m: 2.0, height_m: 0.1 };
        assert_eq!(bump.height_at(0.3, 0.0), 0.1);
        assert!((bump.height_at(0.0, 0.6) - 0.08).abs() < 1e-12);
    }

    #[test]
    fn a_floor_may_be_lifted_turned_and_tilted() {
        let floor = Floor {
            x_m: [-1.0, 1.0],
            y_m: [-3.0, 3.0],
            z_m: 0.5,
            pose_in_world: Pose3::default(),
            surface_velocity_mps: Vec2::default(),
        };
        assert_eq!(floor.height_at(&Pose3::default(), 0.9, 2.0), Some(0.5));
        assert_eq!(floor.height_at(&Pose3::default(), 1.1, 0.0), None);
        let lifted = Pose3 { z_m: 2.0, yaw_rad: std::f64::consts::FRAC_PI_2, ..Pose3::default() };
        assert_eq!(floor.height_at(&lifted, 2.0, 0.9), Some(2.5));
        // Nose up by 0.1 rad: the floor rises along x with slope tan 0.1.
        let tilted = Pose3 { pitch_rad: -0.1, ..Pose3::default() };
        let [low, high] = [0.0, 0.5].map(|x| floor.height_at(&tilted, x, 0.0).unwrap());
        assert!((high - low - 0.5 * skidpad_math::tan(0.1)).abs() < 1e-12);
    }

    #[test]
    fn a_point_is_inside_or_not() {
        let l_shape = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        for (point, is_inside) in
            [([0.5, 1.5], true), ([1.5, 1.5], false), ([1.5, 0.5], true), ([-0.1, 0.5], false)]
        {
            assert_eq!(contains(&l_shape, point), is_inside, "{point:?}");
        }
        assert!(!contains(&[], [0.0, 0.0]));
    }
}
