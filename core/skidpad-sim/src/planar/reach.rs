//! Which bodies may touch in this step: loose boxes in a tree, then an exact test of the boxes that are near.
//!
//! A mover's loose box is renewed only when it leaves it, so a step costs one comparison per mover and a few
//! box tests; a tree holds the boxes. What is near depends on the present poses and speeds alone, never on
//! how the tree came about: a restored world decides as the saved one would have.

use rapier2d_f64::parry::bounding_volume::Aabb;
use rapier2d_f64::parry::math::Vector;
use rapier2d_f64::parry::partitioning::Bvh;

use super::shapes::Point;

/// A loose box is larger than its body by this much [m], and by some steps of travel.
const LOOSE_MARGIN_M: f64 = 0.1;
/// Steps of travel that a loose box allows in every direction.
const LOOSE_STEPS: f64 = 8.0;

/// A rectangle anywhere in the plane, over a height interval, and how far it may move in this step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrientedBox {
    pub(super) centre_m: Point,
    pub(super) half_m: Point,
    /// Cosine and sine of the heading.
    pub(super) heading: Point,
    pub(super) z_interval_m: [f64; 2],
    /// Every point of the box moves less than this in the step, plus half of the wanted clearance [m].
    pub(super) slack_m: f64,
}

impl OrientedBox {
    /// The axis-parallel half extents.
    fn extent(&self) -> Point {
        let [c, s] = [self.heading[0].abs(), self.heading[1].abs()];
        [c * self.half_m[0] + s * self.half_m[1], s * self.half_m[0] + c * self.half_m[1]]
    }

    /// True if the boxes can come within their clearance of each other (separating axes, conservative).
    pub(super) fn may_touch(&self, other: &OrientedBox) -> bool {
        let slack_m = self.slack_m + other.slack_m;
        let is_level =
            self.z_interval_m[0] < other.z_interval_m[1] && other.z_interval_m[0] < self.z_interval_m[1];
        is_level
            && self.overlaps_along_own_axes(other, slack_m)
            && other.overlaps_along_own_axes(self, slack_m)
    }

    fn overlaps_along_own_axes(&self, other: &OrientedBox, slack_m: f64) -> bool {
        let [c, s] = self.heading;
        let d = [other.centre_m[0] - self.centre_m[0], other.centre_m[1] - self.centre_m[1]];
        // The other heading seen from this box.
        let cos = (c * other.heading[0] + s * other.heading[1]).abs();
        let sin = (c * other.heading[1] - s * other.heading[0]).abs();
        let [a, b] = other.half_m;
        (c * d[0] + s * d[1]).abs() <= self.half_m[0] + cos * a + sin * b + slack_m
            && (c * d[1] - s * d[0]).abs() <= self.half_m[1] + sin * a + cos * b + slack_m
    }

    fn aabb(&self, margin_m: f64) -> Aabb {
        let [ex, ey] = self.extent();
        let [x, y] = self.centre_m;
        let (hx, hy) = (ex + margin_m, ey + margin_m);
        Aabb::new(Vector::new(x - hx, y - hy), Vector::new(x + hx, y + hy))
    }
}

/// A leaf of the tree: a mover, or one part of a body that stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proxy {
    pub(super) bounds: OrientedBox,
    /// The body it belongs to.
    pub(super) body: u32,
    /// The part, for standing bodies.
    pub(super) part: Option<u32>,
}

/// The boxes of a world and who is near whom.
#[derive(Clone, Default)]
pub(super) struct Reach {
    tree: Bvh,
    pub(super) proxies: Vec<Proxy>,
    /// Per proxy: those whose loose boxes meet its own; they know of each other.
    neighbours: Vec<Vec<u32>>,
    /// A mover has been placed; before, standing parts have no neighbours to look for.
    has_movers: bool,
    /// Loose boxes of the movers: low corner, high corner.
    loose: Vec<[f64; 4]>,
    /// Scratch: movers whose loose box was left behind in this step.
    outgrown: Vec<u32>,
    /// Scratch: what the tree found.
    found: Vec<u32>,
}

/// Boxes that are only counted.
#[derive(Default)]
pub(super) struct Boxes {
    tree: Bvh,
    count: u32,
}

impl Boxes {
    /// Add a box; returns how many of those before it overlap it, or more than `most`.
    pub(super) fn add(&mut self, bounds: &OrientedBox, most: u64) -> u64 {
        let aabb = bounds.aabb(0.0);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let met = self.tree.intersect_aabb(&aabb).take(most.saturating_add(1)).count();
        self.tree.insert(aabb, self.count);
        self.count += 1;
        met as u64
    }
}

/// The loose box of a leaf that was never placed, or was taken out.
const NOWHERE: [f64; 4] = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

impl Reach {
    /// Add a leaf; its box is set later.
    pub(super) fn add(&mut self, body: u32, part: Option<u32>) -> u32 {
        let id = self.proxies.len() as u32;
        self.proxies.push(Proxy { bounds: OrientedBox::default(), body, part });
        self.neighbours.push(Vec::new());
        self.loose.push(NOWHERE);
        id
    }

    /// Place a standing part, tight; movers near it hear of it.
    pub(super) fn place_standing(&mut self, proxy: u32, bounds: OrientedBox) {
        self.proxies[proxy as usize].bounds = bounds;
        let aabb = bounds.aabb(bounds.slack_m);
        self.tree.insert(aabb, proxy);
        if self.has_movers {
            self.meet(proxy, &aabb);
        }
    }

    /// How many standing parts a box overlaps, or more than `most`.
    pub(super) fn standing_count(&self, bounds: &OrientedBox, most: u64) -> u64 {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let is_standing = |proxy: &u32| self.proxies[*proxy as usize].part.is_some();
        let aabb = bounds.aabb(0.0);
        let met = self.tree.intersect_aabb(&aabb).filter(is_standing);
        met.take(most.saturating_add(1)).count() as u64
    }

    /// Take a leaf out; nothing finds it any more.
    pub(super) fn remove(&mut self, proxy: u32) {
        self.tree.remove(proxy);
        self.part_from_all(proxy);
        self.loose[proxy as usize] = NOWHERE;
    }

    /// Everybody whose loose box meets this one becomes its neighbour, and it theirs. Standing parts are no neighbours
    /// of each other.
    fn meet(&mut self, proxy: u32, aabb: &Aabb) {
        self.part_from_all(proxy);
        let mut found = std::mem::take(&mut self.found);
        found.extend(self.tree.intersect_aabb(aabb).filter(|&other| other != proxy));
        let is_standing = self.proxies[proxy as usize].part.is_some();
        for &other in &found {
            if !(is_standing && self.proxies[other as usize].part.is_some()) {
                self.neighbours[proxy as usize].push(other);
                self.neighbours[other as usize].push(proxy);
            }
        }
        found.clear();
        self.found = found;
    }

    fn part_from_all(&mut self, proxy: u32) {
        while let Some(other) = self.neighbours[proxy as usize].pop() {
            let theirs = &mut self.neighbours[other as usize];
            if let Some(at) = theirs.iter().position(|&neighbour| neighbour == proxy) {
                theirs.swap_remove(at);
            }
        }
    }

    /// Tell where a mover is; [`Reach::renew`] follows once all have been told.
    pub(super) fn place_mover(&mut self, proxy: u32, bounds: OrientedBox) {
        let [ex, ey] = bounds.extent();
        let [x, y] = bounds.centre_m;
        let (hx, hy) = (ex + bounds.slack_m, ey + bounds.slack_m);
        let loose = self.loose[proxy as usize];
        self.proxies[proxy as usize].bounds = bounds;
        if x - hx < loose[0] || y - hy < loose[1] || x + hx > loose[2] || y + hy > loose[3] {
            self.outgrown.push(proxy);
        }
    }

    /// Renew the loose boxes that were outgrown and their neighbours.
    pub(super) fn renew(&mut self) {
        self.has_movers |= !self.outgrown.is_empty();
        for &proxy in &self.outgrown {
            let bounds = self.proxies[proxy as usize].bounds;
            let aabb = bounds.aabb(LOOSE_MARGIN_M + LOOSE_STEPS * bounds.slack_m);
            self.loose[proxy as usize] = [aabb.mins.x, aabb.mins.y, aabb.maxs.x, aabb.maxs.y];
            self.tree.reinsert_or_update_with_change_detection(aabb, proxy, 0.0);
        }
        while let Some(proxy) = self.outgrown.pop() {
            let [x0, y0, x1, y1] = self.loose[proxy as usize];
            self.meet(proxy, &Aabb::new(Vector::new(x0, y0), Vector::new(x1, y1)));
        }
    }

    /// The proxies that may touch this mover in this step; of two movers, each finds the other.
    pub(super) fn near(&self, proxy: u32) -> impl Iterator<Item = &Proxy> {
        let own = &self.proxies[proxy as usize];
        self.neighbours[proxy as usize]
            .iter()
            .map(|&other| &self.proxies[other as usize])
            .filter(|other| own.body != other.body && own.bounds.may_touch(&other.bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(x_m: f64, y_m: f64, yaw: Point) -> OrientedBox {
        OrientedBox {
            centre_m: [x_m, y_m],
            half_m: [1.0, 0.5],
            heading: yaw,
            z_interval_m: [0.0, 1.0],
            slack_m: 0.01,
        }
    }

    #[test]
    fn boxes_are_told_apart_by_the_nearest_axis() {
        let along = [1.0, 0.0];
        let across = [0.0, 1.0];
        assert!(boxed(0.0, 0.0, along).may_touch(&boxed(2.01, 0.0, along)));
        assert!(!boxed(0.0, 0.0, along).may_touch(&boxed(2.03, 0.0, along)));
        assert!(boxed(0.0, 0.0, along).may_touch(&boxed(1.51, 0.0, across)));
        assert!(!boxed(0.0, 0.0, along).may_touch(&boxed(1.53, 0.0, across)));
        // Two diamonds: their upright boxes overlap, they do not.
        let diagonal = [0.5_f64.sqrt(), 0.5_f64.sqrt()];
        assert!(!boxed(0.0, 0.0, diagonal).may_touch(&boxed(1.0, -1.0, diagonal)));
    }

    #[test]
    fn boxes_at_other_heights_never_touch() {
        let low = boxed(0.0, 0.0, [1.0, 0.0]);
        let high = OrientedBox { z_interval_m: [1.0, 2.0], ..low };
        assert!(!low.may_touch(&high));
    }

    /// The tree with its loose boxes finds every pair that a comparison of all with all finds.
    #[test]
    fn moving_boxes_find_all_their_neighbours() {
        let mut reach = Reach::default();
        let count = 60_u32;
        for body in 0..count {
            reach.add(body, None);
        }
        let wall = reach.add(count, Some(0));
        reach.place_standing(wall, boxed(6.0, 6.0, [1.0, 0.0]));
        let mut found_pairs = 0;
        for step in 0..200_u32 {
            for body in 0..count {
                let spread = f64::from(body * 37 % 60) * 0.4;
                let speed = f64::from(body % 7) * 0.02;
                let at = boxed(spread + speed * f64::from(step), f64::from(body * 13 % 60) * 0.4, [0.6, 0.8]);
                reach.place_mover(body, at);
            }
            reach.renew();
            let mut found: Vec<(u32, u32)> = (0..count)
                .flat_map(|body| {
                    reach.near(body).map(move |other| (body.min(other.body), body.max(other.body)))
                })
                .collect();
            found.sort_unstable();
            found.dedup();
            let all: Vec<(u32, u32)> = (0..=count)
                .flat_map(|a| (a + 1..=count).map(move |b| (a, b)))
                .filter(|&(a, b)| {
                    reach.proxies[a as usize].bounds.may_touch(&reach.proxies[b as usize].bounds)
                })
                .collect();
            assert_eq!(found, all);
            found_pairs += found.len();
        }
        assert!(found_pairs > 1000);
    }
}
