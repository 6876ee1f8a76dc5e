//! Packets through a moment: eight rays go down both levels together.

use crate::packet::{Beam, Packet, PacketSlabs, PreparedPacket};
use crate::ray::Ray;
use crate::tiles::{NOWHERE, Tiles};
use crate::tracer::{Moment, SceneHit, TracedMesh};
use crate::tree::Bounds;
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
        let mut tiles = Tiles::new(self.rays, self.width);
        while let Some(places) = tiles.next_tile() {
            let rays = gather(self.rays, &places);
            let hits = match walk::<V, false>(self.moment, &rays, &mut stack) {
                Some(best) => best.hits(),
                None => rays.map(|ray| self.moment.first_hit(&ray)),
            };
            for (hit, &place) in hits.iter().zip(&places) {
                if place != NOWHERE {
                    self.hits[place as usize] = *hit;
                }
            }
        }
    }
}

impl Lane32Work for Blocked<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes32>(self) {
        let mut stack = WideStack::new();
        let mut tiles = Tiles::new(self.rays, self.width);
        while let Some(places) = tiles.next_tile() {
            let rays = gather(self.rays, &places);
            let best = walk::<V, true>(self.moment, &rays, &mut stack);
            for (lane, &place) in places.iter().enumerate() {
                if place == NOWHERE {
                    continue;
                }
                let is_blocked = match &best {
                    Some(best) => best.object[lane] != NOTHING,
                    None => self.moment.is_opaque_on(&rays[lane]),
                };
                self.lights[place as usize] = if is_blocked { 0.0 } else { 1.0 };
            }
        }
    }
}

/// The rays of a tile; where there is none, or one that ends before it starts, the first of the
/// others stands in with no length.
#[inline(always)]
fn gather(rays: &[Ray], places: &[u32; LANE_COUNT]) -> [Ray; LANE_COUNT] {
    let mut spare = rays[places[0] as usize];
    let mut out = [spare; LANE_COUNT];
    let mut is_whole = true;
    for (out, &place) in out.iter_mut().zip(places).rev() {
        if place != NOWHERE {
            *out = rays[place as usize];
        } else {
            out.t_max = -1.0;
        }
        if out.t_max < 0.0 {
            is_whole = false;
        } else {
            spare = *out;
        }
    }
    if !is_whole {
        spare.t_max = -1.0;
        for ray in out.iter_mut().filter(|ray| ray.t_max < 0.0) {
            *ray = spare;
        }
    }
    out
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
    /// Nothing yet.
    #[inline(always)]
    fn new(rays: &[Ray; LANE_COUNT]) -> Best<V> {
        let mut t_max = [0.0; LANE_COUNT];
        for (t_max, ray) in t_max.iter_mut().zip(rays) {
            *t_max = ray.t_max;
        }
        Best {
            t: V::from_array(&t_max),
            object: [NOTHING; LANE_COUNT],
            triangle: [NOTHING; LANE_COUNT],
            instance: [0; LANE_COUNT],
            weights: [V::splat(0.0); 2],
        }
    }

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

/// Eight rays through both levels; `ANY` asks only whether something opaque is there.
/// None where rays must go alone: where one is none, or numbers leave their range inside an object.
#[inline(always)]
fn walk<V: Lanes32, const ANY: bool>(
    moment: &Moment<'_>,
    rays: &[Ray; LANE_COUNT],
    stack: &mut WideStack,
) -> Option<Best<V>> {
    let (packet, is_sound) = Packet::<V>::new(rays);
    if is_sound.bits() != 0xff {
        return None;
    }
    let mut best = Best::<V>::new(rays);
    let Some(top) = &moment.top else {
        return Some(best);
    };
    let slabs = PacketSlabs::new(&packet, &top.bounds);
    let beam = Beam::around(&slabs);
    let bottom = stack.depth();
    let mut node = 0_u32;
    loop {
        let farthest = best.t.max_lane();
        if farthest < 0.0 {
            stack.cut(bottom);
            return Some(best);
        }
        let (entered, enters) = beam.enter_children::<V>(&top.nodes[node as usize], farthest);
        stack.push(node, entered, &enters);
        let mut is_inner = false;
        while stack.depth() > bottom {
            let waiting = stack.pop();
            let parent = &top.nodes[(waiting.child / LANE_COUNT as u32) as usize];
            let slot = waiting.child as usize % LANE_COUNT;
            if parent.count[slot] == 0 {
                // A beam that is open along every axis enters unused children too; they name the root.
                node = parent.first[slot];
                is_inner = node != 0;
                if is_inner {
                    break;
                }
                continue;
            }
            let first = parent.first[slot] as usize;
            for &number in &moment.order[first..first + parent.count[slot] as usize] {
                let traced = &moment.tracer.meshes[moment.instances[number as usize].mesh as usize];
                if !(ANY && traced.is_transparent) {
                    visit::<V, ANY>(moment, &packet, &slabs, number, &mut best, stack)?;
                }
            }
        }
        if !is_inner {
            return Some(best);
        }
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

/// None where numbers leave their range.
#[inline(always)]
fn visit<V: Lanes32, const ANY: bool>(
    moment: &Moment<'_>,
    packet: &Packet<V>,
    slabs: &PacketSlabs<V>,
    number: u32,
    best: &mut Best<V>,
    stack: &mut WideStack,
) -> Option<()> {
    let instance = &moment.instances[number as usize];
    let traced = &moment.tracer.meshes[instance.mesh as usize];
    let (enters, leaves) = slabs.span(&instance.bounds);
    let limit = leaves.smaller(best.t);
    let is_entering = enters.le(limit);
    let Some(tree) = traced.bvh.wide.as_ref().filter(|_| is_entering.any()) else {
        return Some(());
    };
    let packet = PreparedPacket::new(&packet.local(&instance.linear, &instance.shift), &tree.bounds);
    if packet.is_sound.bits() != 0xff {
        return None;
    }
    let beam = Beam::around(&packet.slabs);
    let is_tight = beam.is_tight();
    let limit = V::select(is_entering, limit, V::splat(-1.0));
    let (object, farthest) = (instance.object, limit.max_lane());
    let mut visit = Visit { traced, packet, object, instance: number, enters, limit, farthest };
    let bottom = stack.depth();
    let mut node = 0_u32;
    loop {
        let (entered, enters) = beam.enter_children::<V>(&tree.nodes[node as usize], visit.farthest);
        stack.push(node, entered, &enters);
        let mut is_inner = false;
        while stack.depth() > bottom {
            let waiting = stack.pop();
            if waiting.enters > visit.farthest {
                continue;
            }
            let parent = &tree.nodes[(waiting.child / LANE_COUNT as u32) as usize];
            let slot = waiting.child as usize % LANE_COUNT;
            let is_leaf = parent.count[slot] > 0;
            // The beam says enough about inner nodes, where it is tight.
            if (is_leaf || !is_tight) && !visit.enters(&parent.bounds(slot)) {
                continue;
            }
            if !is_leaf {
                node = parent.first[slot];
                is_inner = true;
                break;
            }
            visit.leaf::<ANY>(parent.first[slot] as usize, parent.count[slot] as usize, best);
        }
        if !is_inner {
            return Some(());
        }
    }
}

impl<V: Lanes32> Visit<'_, V> {
    /// True if any ray enters a box.
    #[inline(always)]
    fn enters(&self, bounds: &Bounds) -> bool {
        let (enters, leaves) = self.packet.slabs.span(bounds);
        enters.le(leaves.smaller(self.limit)).any()
    }

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
                // Inside the object's box as well.
                let t = met.t.larger(self.enters);
                let triangle = self.traced.bvh.order[place];
                best.take(is_hit, t, met.weights, [self.object, triangle, self.instance]);
            }
            self.limit = self.limit.smaller(best.t);
            self.farthest = self.limit.max_lane();
        }
    }
}

impl<V: Lanes32> Best<V> {
    /// Take what is nearer, or as near with smaller numbers.
    #[inline(always)]
    fn take(&mut self, is_hit: V::Mask, t: V, weights: [V; 2], [object, triangle, instance]: [u32; 3]) {
        let mut taken = (is_hit & t.lt(self.t)).bits();
        let mut equal = (is_hit & t.eq_lanes(self.t)).bits();
        while equal != 0 {
            let lane = equal.trailing_zeros() as usize % LANE_COUNT;
            equal &= equal - 1;
            let is_earlier = (object, triangle) < (self.object[lane], self.triangle[lane]);
            taken |= u32::from(is_earlier) << lane;
        }
        let is_new = V::Mask::from_bits(taken);
        self.t = V::select(is_new, t, self.t);
        self.weights[0] = V::select(is_new, weights[0], self.weights[0]);
        self.weights[1] = V::select(is_new, weights[1], self.weights[1]);
        while taken != 0 {
            let lane = taken.trailing_zeros() as usize % LANE_COUNT;
            taken &= taken - 1;
            self.object[lane] = object;
            self.triangle[lane] = triangle;
            self.instance[lane] = instance;
        }
    }
}
