//! Packets through a moment: eight rays go down both levels together.

use crate::Bvh;
use crate::packet::{Beam, Packet, PacketSlabs, PreparedPacket};
use crate::ray::Ray;
use crate::tiles::{NOWHERE, Tiles};
use crate::tracer::{Instance, Moment, SceneHit};
use crate::tree::Bounds;
use crate::wide::{WideStack, WideTree};
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
            match walk::<V, false>(self.moment, self.rays, &places, &mut stack, &mut None) {
                Some(best) => best.write(&self.moment.instances, &places, self.hits),
                None => {
                    for place in places.into_iter().filter(|&place| place != NOWHERE) {
                        let place = place as usize;
                        self.hits[place] = self.moment.first_hit(&self.rays[place]);
                    }
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
        let mut blocker = None;
        while let Some(places) = tiles.next_tile() {
            let best = walk::<V, true>(self.moment, self.rays, &places, &mut stack, &mut blocker);
            let met = best.map(|best| best.instance.to_array().map(f32::to_bits));
            for (lane, &place) in places.iter().enumerate() {
                if place == NOWHERE {
                    continue;
                }
                let is_blocked = match &met {
                    Some(met) => met[lane] != NOTHING,
                    None => self.moment.is_opaque_on(&self.rays[place as usize]),
                };
                self.lights[place as usize] = if is_blocked { 0.0 } else { 1.0 };
            }
        }
    }
}

/// The pair of triangles that blocked rays last: neighbours are often blocked by the same.
struct Blocker {
    /// The object's place in the moment.
    instance: u32,
    /// The pair's in the order of the leaves.
    place: usize,
}

/// The number of no object.
const NOTHING: u32 = u32::MAX;

/// The nearest hits so far, lane by lane. Numbers are kept as the bits of lanes.
struct Best<V> {
    /// Distance of the hit, or the end of the ray; below zero for a lane that is done.
    t: V,
    /// The object's place in the moment.
    instance: V,
    triangle: V,
    weights: [V; 2],
}

impl<V: Lanes32> Best<V> {
    /// Nothing yet.
    #[inline(always)]
    fn new(t_max: V) -> Best<V> {
        let nothing = V::splat(f32::from_bits(NOTHING));
        Best { t: t_max, instance: nothing, triangle: nothing, weights: [V::splat(0.0); 2] }
    }

    /// Write down what the rays at these places of a list have met.
    #[inline(always)]
    fn write(&self, instances: &[Instance], places: &[u32; LANE_COUNT], hits: &mut [Option<SceneHit>]) {
        let (t, v, w) = (self.t.to_array(), self.weights[0].to_array(), self.weights[1].to_array());
        let [instance, triangle] = [self.instance.to_array(), self.triangle.to_array()];
        for (lane, &place) in places.iter().enumerate() {
            if place == NOWHERE {
                continue;
            }
            let instance = instance[lane].to_bits();
            hits[place as usize] = (instances.get(instance as usize)).map(|met| SceneHit {
                t: t[lane],
                object: met.object,
                triangle: triangle[lane].to_bits(),
                weights: [v[lane], w[lane]],
                instance,
            });
        }
    }
}

/// Eight rays through both levels; `ANY` asks only whether something opaque is there.
/// None where rays must go alone: where one is none, or numbers leave their range inside an object.
#[inline(always)]
fn walk<V: Lanes32, const ANY: bool>(
    moment: &Moment<'_>,
    rays: &[Ray],
    places: &[u32; LANE_COUNT],
    stack: &mut WideStack,
    blocker: &mut Option<Blocker>,
) -> Option<Best<V>> {
    let (packet, t_max, is_sound) = Packet::<V>::gather(rays, places);
    if is_sound.bits() != 0xff {
        return None;
    }
    let mut best = Best::<V>::new(t_max);
    let Some(top) = &moment.top else {
        return Some(best);
    };
    let slabs = PacketSlabs::new(&packet, &top.bounds);
    if ANY && let Some(Blocker { instance, place }) = blocker.take() {
        if let Some(mut visit) = Visit::new(moment, &packet, &slabs, instance, &best)? {
            visit.leaf::<ANY>(place, 1, &mut best, blocker);
        }
        if best.t.max_lane() < 0.0 {
            return Some(best);
        }
    }
    if let ([_], false) = (&*moment.instances, ANY && moment.has_transparency) {
        if let Some(visit) = Visit::new(moment, &packet, &slabs, 0, &best)? {
            visit.walk::<ANY>(&mut best, stack, blocker);
        }
        return Some(best);
    }
    let beam = Beam::around(&slabs);
    // Whatever an earlier packet left when it gave up.
    stack.cut(0);
    let mut node = 0_u32;
    'nodes: loop {
        let farthest = best.t.max_lane();
        if farthest < 0.0 {
            return Some(best);
        }
        let (entered, enters) = beam.enter_children(&top.nodes[node as usize], farthest);
        let mut next = stack.enter(node, entered, &enters.to_array(), 0);
        while let Some(waiting) = next {
            let parent = &top.nodes[(waiting.child / LANE_COUNT as u32) as usize];
            let slot = waiting.child as usize % LANE_COUNT;
            if parent.count[slot] == 0 {
                node = parent.first[slot];
                continue 'nodes;
            }
            let first = parent.first[slot] as usize;
            for &number in &moment.order[first..first + parent.count[slot] as usize] {
                let traced = &moment.tracer.meshes[moment.instances[number as usize].mesh as usize];
                if !(ANY && traced.is_transparent)
                    && let Some(visit) = Visit::new(moment, &packet, &slabs, number, &best)?
                {
                    visit.walk::<ANY>(&mut best, stack, blocker);
                }
            }
            next = stack.pop_above(0);
        }
        return Some(best);
    }
}

/// One object while a packet is inside it.
struct Visit<'a, V: Lanes32> {
    instances: &'a [Instance],
    /// The object's place among these.
    instance: u32,
    bvh: &'a Bvh,
    tree: &'a WideTree,
    packet: PreparedPacket<V>,
    /// Where lanes enter the object's box.
    enters: V,
    /// Where lanes end: at the object's far side or at what they have met; below zero for idle ones.
    limit: V,
    /// The largest of these.
    farthest: f32,
}

impl<'a, V: Lanes32> Visit<'a, V> {
    /// Some none where no ray enters the object's box; none where numbers leave their range.
    #[inline(always)]
    fn new(
        moment: &'a Moment<'_>,
        packet: &Packet<V>,
        slabs: &PacketSlabs<V>,
        number: u32,
        best: &Best<V>,
    ) -> Option<Option<Visit<'a, V>>> {
        let instance = &moment.instances[number as usize];
        let traced = &moment.tracer.meshes[instance.mesh as usize];
        let (enters, leaves) = slabs.span(&instance.bounds);
        let limit = leaves.smaller(best.t);
        let is_entering = enters.le(limit);
        let Some(tree) = traced.bvh.wide.as_ref().filter(|_| is_entering.any()) else {
            return Some(None);
        };
        let packet = PreparedPacket::new(&packet.local(&instance.linear, &instance.shift), &tree.bounds);
        if packet.is_sound.bits() != 0xff {
            return None;
        }
        let limit = V::select(is_entering, limit, V::splat(-1.0));
        let (instances, farthest) = (&moment.instances, limit.max_lane());
        let bvh = &traced.bvh;
        Some(Some(Visit { instances, instance: number, bvh, tree, packet, enters, limit, farthest }))
    }

    /// Meet all triangles that may be nearer than what is known.
    #[inline(always)]
    fn walk<const ANY: bool>(
        mut self,
        best: &mut Best<V>,
        stack: &mut WideStack,
        blocker: &mut Option<Blocker>,
    ) {
        let nodes = &self.tree.nodes;
        let beam = Beam::around(&self.packet.slabs);
        let bottom = stack.depth();
        let mut node = 0_u32;
        'nodes: loop {
            let (entered, enters) = beam.enter_children(&nodes[node as usize], self.farthest);
            let mut next = stack.enter(node, entered, &enters.to_array(), bottom);
            while let Some(waiting) = next {
                if waiting.enters <= self.farthest {
                    let parent = &nodes[(waiting.child / LANE_COUNT as u32) as usize];
                    let slot = waiting.child as usize % LANE_COUNT;
                    let (first, count) = (parent.first[slot], parent.count[slot]);
                    // The beam says enough about inner nodes, where it is tight.
                    if count == 0 && (beam.is_tight || self.enters(&parent.bounds(slot))) {
                        node = first;
                        continue 'nodes;
                    }
                    if count > 0 && self.enters(&parent.bounds(slot)) {
                        self.leaf::<ANY>(first as usize, count as usize, best, blocker);
                    }
                }
                next = stack.pop_above(bottom);
            }
            return;
        }
    }

    /// True if any ray enters a box.
    #[inline(always)]
    fn enters(&self, bounds: &Bounds) -> bool {
        let (enters, leaves) = self.packet.slabs.span(bounds);
        enters.le(leaves.smaller(self.limit)).any()
    }

    #[inline(always)]
    fn leaf<const ANY: bool>(
        &mut self,
        first: usize,
        count: usize,
        best: &mut Best<V>,
        blocker: &mut Option<Blocker>,
    ) {
        for place in first..first + count {
            let pair = &self.bvh.pairs[place];
            let Some(crossing) = self.packet.cross(pair) else {
                continue;
            };
            for which in 0..2 {
                let Some(triangle) = pair.number(which) else {
                    continue;
                };
                let Some(met) = self.packet.meet(&crossing, pair, which) else {
                    continue;
                };
                let is_hit = met.is_hit & met.t.le(self.limit);
                if !is_hit.any() {
                    continue;
                }
                if ANY {
                    *blocker = Some(Blocker { instance: self.instance, place });
                    best.block(is_hit, self.instance);
                } else {
                    // Inside the object's box as well.
                    let t = met.t.larger(self.enters);
                    best.take(is_hit, t, met.weights, self.instances, [self.instance, triangle]);
                }
                self.limit = self.limit.smaller(best.t);
                self.farthest = self.limit.max_lane();
            }
        }
    }
}

impl<V: Lanes32> Best<V> {
    /// Rays that something blocks are done.
    #[inline(always)]
    fn block(&mut self, is_hit: V::Mask, instance: u32) {
        self.t = V::select(is_hit, V::splat(-1.0), self.t);
        self.instance = V::select(is_hit, V::splat(f32::from_bits(instance)), self.instance);
    }

    /// Take what is nearer, or as near with smaller numbers.
    #[inline(always)]
    fn take(
        &mut self,
        is_hit: V::Mask,
        t: V,
        weights: [V; 2],
        instances: &[Instance],
        [instance, triangle]: [u32; 2],
    ) {
        let mut is_new = is_hit & t.lt(self.t);
        let is_equal = is_hit & t.eq_lanes(self.t);
        if is_equal.any() {
            let known = [self.instance, self.triangle].map(|numbers| numbers.to_array().map(f32::to_bits));
            let earlier = earlier_of(is_equal.bits(), &known, instances, [instance, triangle]);
            is_new = is_new | V::Mask::from_bits(earlier);
        }
        self.t = V::select(is_new, t, self.t);
        self.weights[0] = V::select(is_new, weights[0], self.weights[0]);
        self.weights[1] = V::select(is_new, weights[1], self.weights[1]);
        self.instance = V::select(is_new, V::splat(f32::from_bits(instance)), self.instance);
        self.triangle = V::select(is_new, V::splat(f32::from_bits(triangle)), self.triangle);
    }
}

/// Of some lanes, those for which a triangle of an instance comes before what they have met as near.
#[inline(never)]
fn earlier_of(
    which: u32,
    [known_instance, known_triangle]: &[[u32; LANE_COUNT]; 2],
    instances: &[Instance],
    [instance, triangle]: [u32; 2],
) -> u32 {
    let object_of = |number: u32| instances.get(number as usize).map_or(NOTHING, |it| it.object);
    let mut earlier = 0;
    for lane in (0..LANE_COUNT).filter(|lane| which >> lane & 1 == 1) {
        let known = (object_of(known_instance[lane]), known_triangle[lane]);
        earlier |= u32::from((object_of(instance), triangle) < known) << lane;
    }
    earlier
}
