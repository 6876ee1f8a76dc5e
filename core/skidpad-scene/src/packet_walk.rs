//! Packets through a moment: eight rays go down both levels together.

use crate::packet::{Packet, PacketSlabs, PreparedPacket};
use crate::ray::Ray;
use crate::tracer::{Instance, Moment, SceneHit, TracedMesh};
use crate::wide::WideStack;
use skidpad_lanes::{LANE_COUNT, Lane32Work, Lanes32, Mask32};

/// What each ray of a list meets first.
pub(crate) struct FirstHits<'a> {
    pub(crate) moment: &'a Moment<'a>,
    pub(crate) rays: &'a [Ray],
    /// Rays in a row.
    pub(crate) width: usize,
    pub(crate) hits: &'a mut [Option<SceneHit>],
}

/// Whether anything opaque lies on each ray of a list: light 0 where it does, 1 where not.
pub(crate) struct Blocked<'a> {
    pub(crate) moment: &'a Moment<'a>,
    pub(crate) rays: &'a [Ray],
    /// Rays in a row.
    pub(crate) width: usize,
    pub(crate) lights: &'a mut [f32],
}

impl Lane32Work for FirstHits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes32>(self) {
        let mut stack = WideStack::new();
        for tile in Tiles::new(self.rays.len(), self.width) {
            let (places, count) = tile;
            let rays = gather(self.rays, &places);
            let best = walk::<V, false>(self.moment, &rays[..count], &mut stack);
            let hits = match &best {
                Some(best) => best.hits(),
                None => rays.map(|ray| self.moment.first_hit(&ray)),
            };
            for (hit, &place) in hits.iter().zip(&places[..count]) {
                self.hits[place as usize] = *hit;
            }
        }
    }
}

impl Lane32Work for Blocked<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes32>(self) {
        let mut stack = WideStack::new();
        for tile in Tiles::new(self.rays.len(), self.width) {
            let (places, count) = tile;
            let rays = gather(self.rays, &places);
            let best = walk::<V, true>(self.moment, &rays[..count], &mut stack);
            for (lane, &place) in places[..count].iter().enumerate() {
                let is_blocked = match &best {
                    Some(best) => best.object[lane] != NOTHING,
                    None => self.moment.is_opaque_on(&rays[lane]),
                };
                self.lights[place as usize] = if is_blocked { 0.0 } else { 1.0 };
            }
        }
    }
}

#[inline(always)]
fn gather(rays: &[Ray], places: &[u32; LANE_COUNT]) -> [Ray; LANE_COUNT] {
    let mut out = [rays[places[0] as usize]; LANE_COUNT];
    for (out, &place) in out.iter_mut().zip(places) {
        *out = rays[place as usize];
    }
    out
}

/// The packets of a picture: four columns of two rows each, or eight in a row where there is one row.
struct Tiles {
    ray_count: usize,
    width: usize,
    tall: usize,
    row: usize,
    column: usize,
}

impl Tiles {
    #[inline(always)]
    fn new(ray_count: usize, width: usize) -> Tiles {
        let width = width.clamp(1, ray_count.max(1));
        let tall = if ray_count > width { 2 } else { 1 };
        Tiles { ray_count, width, tall, row: 0, column: 0 }
    }
}

impl Iterator for Tiles {
    /// Places of up to eight rays, and how many there are; the others repeat the first.
    type Item = ([u32; LANE_COUNT], usize);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.row * self.width + self.column;
        if start >= self.ray_count {
            return None;
        }
        let wide = LANE_COUNT / self.tall;
        let mut places = [start as u32; LANE_COUNT];
        let mut count = 0;
        for down in 0..self.tall {
            let row = (self.row + down) * self.width;
            for column in self.column..(self.column + wide).min(self.width) {
                if row + column < self.ray_count {
                    places[count] = (row + column) as u32;
                    count += 1;
                }
            }
        }
        self.column += wide;
        if self.column >= self.width {
            (self.column, self.row) = (0, self.row + self.tall);
        }
        Some((places, count))
    }
}

/// The number of no object.
const NOTHING: u32 = u32::MAX;

/// The nearest hits so far, lane by lane.
struct Best<V> {
    /// Distance of the hit, or the end of the ray; below zero for a lane that is done.
    t: V,
    object: [u32; LANE_COUNT],
    triangle: [u32; LANE_COUNT],
    instance: [u32; LANE_COUNT],
    weights: [V; 2],
}

impl<V: Lanes32> Best<V> {
    /// The hits, lane by lane.
    #[inline(always)]
    fn hits(&self) -> [Option<SceneHit>; LANE_COUNT] {
        let (t, v, w) = (self.t.to_array(), self.weights[0].to_array(), self.weights[1].to_array());
        let mut out = [None; LANE_COUNT];
        for (lane, out) in out.iter_mut().enumerate() {
            if self.object[lane] != NOTHING {
                *out = Some(SceneHit {
                    t: t[lane],
                    object: self.object[lane],
                    triangle: self.triangle[lane],
                    weights: [v[lane], w[lane]],
                    instance: self.instance[lane],
                });
            }
        }
        out
    }
}

/// One object while a packet is inside it.
struct Visit<'a, V: Lanes32> {
    traced: &'a TracedMesh,
    packet: PreparedPacket<V>,
    object: u32,
    instance: u32,
    /// Where lanes enter the object's box.
    enters: V,
    /// Where lanes end: at the object's far side or at what they have met; below zero for idle ones.
    limit: V,
    /// The largest of these.
    farthest: f32,
}

/// Up to eight rays; `ANY` asks only whether something opaque is there. None where numbers leave
/// their range inside an object: then the rays must go alone.
#[inline(always)]
fn walk<V: Lanes32, const ANY: bool>(
    moment: &Moment<'_>,
    rays: &[Ray],
    stack: &mut WideStack,
) -> Option<Best<V>> {
    let mut t_max = [-1.0; LANE_COUNT];
    for (t_max, ray) in t_max.iter_mut().zip(rays) {
        *t_max = ray.t_max;
    }
    let mut best = Best {
        t: V::from_array(&t_max),
        object: [NOTHING; LANE_COUNT],
        triangle: [NOTHING; LANE_COUNT],
        instance: [0; LANE_COUNT],
        weights: [V::splat(0.0); 2],
    };
    let (Some(top), Some((packet, is_sound))) = (&moment.top, Packet::<V>::new(rays)) else {
        return Some(best);
    };
    best.t = V::select(is_sound, best.t, V::splat(-1.0));
    let prepared = PacketSlabs::new(&packet, &top.bounds);
    let bottom = stack.depth();
    let mut node = 0_u32;
    loop {
        let (entered, enters) = prepared.enter_children(&top.nodes[node as usize], best.t.max_lane());
        stack.push(node, entered, &enters);
        let mut is_inner = false;
        while stack.depth() > bottom {
            let waiting = stack.pop();
            let parent = &top.nodes[(waiting.child / LANE_COUNT as u32) as usize];
            let slot = waiting.child as usize % LANE_COUNT;
            let (enters, leaves) = prepared.span(&parent.bounds(slot));
            if !enters.le(leaves.smaller(best.t)).any() {
                continue;
            }
            if parent.count[slot] == 0 {
                node = parent.first[slot];
                is_inner = true;
                break;
            }
            let first = parent.first[slot] as usize;
            for &number in &moment.order[first..first + parent.count[slot] as usize] {
                let instance = &moment.instances[number as usize];
                let traced = &moment.tracer.meshes[instance.mesh as usize];
                if ANY && traced.is_transparent {
                    continue;
                }
                let is_done =
                    visit::<V, ANY>(&packet, &prepared, instance, number, traced, &mut best, stack)?;
                if ANY && is_done {
                    stack.cut(bottom);
                    return Some(best);
                }
            }
        }
        if !is_inner {
            return Some(best);
        }
    }
}

/// One object. True if no lane looks any more; none where numbers leave their range.
#[inline(always)]
fn visit<V: Lanes32, const ANY: bool>(
    packet: &Packet<V>,
    prepared: &PacketSlabs<V>,
    instance: &Instance,
    number: u32,
    traced: &TracedMesh,
    best: &mut Best<V>,
    stack: &mut WideStack,
) -> Option<bool> {
    let (enters, leaves) = prepared.span(&instance.bounds);
    let limit = leaves.smaller(best.t);
    let is_entering = enters.le(limit);
    let Some(tree) = &traced.bvh.wide else {
        return Some(false);
    };
    if !is_entering.any() {
        return Some(false);
    }
    let local = PreparedPacket::new(&packet.local(&instance.linear, &instance.shift), &tree.bounds);
    if (!local.is_sound).any() {
        return None;
    }
    let limit = V::select(is_entering, limit, V::splat(-1.0));
    let mut visit = Visit {
        traced,
        packet: local,
        object: instance.object,
        instance: number,
        enters,
        limit,
        farthest: limit.max_lane(),
    };
    let bottom = stack.depth();
    let mut node = 0_u32;
    loop {
        let (entered, enters) = visit.packet.slabs.enter_children(&tree.nodes[node as usize], visit.farthest);
        stack.push(node, entered, &enters);
        let mut is_inner = false;
        while stack.depth() > bottom {
            let waiting = stack.pop();
            if waiting.enters > visit.farthest {
                continue;
            }
            let parent = &tree.nodes[(waiting.child / LANE_COUNT as u32) as usize];
            let slot = waiting.child as usize % LANE_COUNT;
            let (enters, leaves) = visit.packet.slabs.span(&parent.bounds(slot));
            if !enters.le(leaves.smaller(visit.limit)).any() {
                continue;
            }
            if parent.count[slot] == 0 {
                node = parent.first[slot];
                is_inner = true;
                break;
            }
            visit.leaf::<ANY>(parent.first[slot] as usize, parent.count[slot] as usize, best);
        }
        if !is_inner {
            return Some(ANY && best.t.max_lane() < 0.0);
        }
    }
}

impl<V: Lanes32> Visit<'_, V> {
    #[inline(always)]
    fn leaf<const ANY: bool>(&mut self, first: usize, count: usize, best: &mut Best<V>) {
        for place in first..first + count {
            let Some(met) = self.packet.meet(&self.traced.bvh.corners[place]) else {
                continue;
            };
            let is_hit = met.is_hit & met.t.le(self.limit);
            if !is_hit.any() {
                continue;
            }
            if ANY {
                best.t = V::select(is_hit, V::splat(-1.0), best.t);
                for (lane, object) in best.object.iter_mut().enumerate() {
                    if is_hit.bits() >> lane & 1 == 1 {
                        *object = self.object;
                    }
                }
            } else {
                // Inside the object's box as well; nearer, or as near with smaller numbers.
                let t = met.t.larger(self.enters);
                let triangle = self.traced.bvh.order[place];
                let nearer = (is_hit & t.lt(best.t)).bits();
                let mut taken = 0;
                let mut equal = (is_hit & t.eq_lanes(best.t)).bits();
                while equal != 0 {
                    let lane = equal.trailing_zeros() as usize;
                    equal &= equal - 1;
                    let is_earlier = (self.object, triangle) < (best.object[lane], best.triangle[lane]);
                    taken |= u32::from(is_earlier) << lane;
                }
                taken |= nearer;
                let is_new = V::Mask::from_bits(taken);
                best.t = V::select(is_new, t, best.t);
                best.weights[0] = V::select(is_new, met.weights[0], best.weights[0]);
                best.weights[1] = V::select(is_new, met.weights[1], best.weights[1]);
                while taken != 0 {
                    let lane = taken.trailing_zeros() as usize % LANE_COUNT;
                    taken &= taken - 1;
                    best.object[lane] = self.object;
                    best.triangle[lane] = triangle;
                    best.instance[lane] = self.instance;
                }
            }
            self.limit = self.limit.smaller(best.t);
            self.farthest = self.limit.max_lane();
        }
    }
}
