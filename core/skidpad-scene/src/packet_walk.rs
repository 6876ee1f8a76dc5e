//! Packets through a posed scene: a bundle of packets of eight rays goes down both levels together.

#![allow(clippy::needless_range_loop, reason = "packets go by number through several lists side by side")]

use crate::packet::{Beam, Packet, PacketSlabs, Sheared};
use crate::ray_list::RaySlice;
use crate::tiles::{NOWHERE, PACKETS, Tile, Tiles};
use crate::tracer::{Instance, PosedScene, SceneHit};
use crate::tree::Bounds;
use crate::wide::WideStack;
use crate::{Bvh, Ray};
use skidpad_lanes::{LANE_COUNT, Lane32Work, Lanes32, Mask32, prefetch};

/// What each ray of a list meets first.
pub(crate) struct FirstHits<'a> {
    pub(crate) posed: &'a PosedScene<'a>,
    pub(crate) rays: RaySlice<'a>,
    /// Rays in a row.
    pub(crate) width: usize,
    pub(crate) found: Found<'a>,
}

/// Where first hits are written to: one place for every ray.
pub(crate) enum Found<'a> {
    Hits(&'a mut [Option<SceneHit>]),
    /// Distances alone; infinity for nothing.
    Distances(&'a mut [f32]),
}

/// Whether anything opaque lies on each ray of a list: light 0 where it does, 1 where not.
pub(crate) struct Blocked<'a> {
    pub(crate) posed: &'a PosedScene<'a>,
    pub(crate) rays: RaySlice<'a>,
    /// Rays in a row.
    pub(crate) width: usize,
    pub(crate) lights: &'a mut [f32],
}

impl Lane32Work for FirstHits<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes32>(mut self) {
        let mut stack = WideStack::new();
        let mut bundle = Bundle::<V>::new();
        let mut tiles = Tiles::new(&self.rays, self.width);
        while let Some(tile) = tiles.next_tile() {
            let is_done =
                bundle.gather(&self.rays, &tile) && bundle.walk::<false>(self.posed, &mut stack, &mut None);
            if is_done {
                for (best, places) in bundle.best[..tile.used].iter().zip(&tile.places) {
                    match &mut self.found {
                        Found::Hits(hits) => best.write(&self.posed.instances, places, hits),
                        Found::Distances(all) => best.write_distances(places, all),
                    }
                }
                continue;
            }
            for place in tile.places[..tile.used].iter().flatten().copied().filter(|&place| place != NOWHERE)
            {
                let place = place as usize;
                let hit = self.posed.first_hit(&self.rays.get(place));
                match &mut self.found {
                    Found::Hits(hits) => hits[place] = hit,
                    Found::Distances(all) => all[place] = hit.map_or(f32::INFINITY, |hit| hit.t),
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
        let mut bundle = Bundle::<V>::new();
        let mut tiles = Tiles::new(&self.rays, self.width);
        let mut blocker = None;
        while let Some(tile) = tiles.next_tile() {
            let is_done =
                bundle.gather(&self.rays, &tile) && bundle.walk::<true>(self.posed, &mut stack, &mut blocker);
            for (best, places) in bundle.best[..tile.used].iter().zip(&tile.places) {
                let met = best.instance.to_array();
                for (lane, &place) in places.iter().enumerate() {
                    if place == NOWHERE {
                        continue;
                    }
                    let is_blocked = if is_done {
                        met[lane].to_bits() != NOTHING
                    } else {
                        self.posed.is_opaque_on(&self.rays.get(place as usize))
                    };
                    self.lights[place as usize] = if is_blocked { 0.0 } else { 1.0 };
                }
            }
        }
    }
}

/// The pair of triangles that blocked rays last: neighbours are often blocked by the same.
#[derive(Clone, Copy)]
struct Blocker {
    /// The object's place in the posed scene.
    instance: u32,
    /// The pair's in the order of the leaves.
    place: usize,
}

/// The numbers of what was met: an object's, a triangle's, and the place of the triangle's pair in the tree.
struct Names {
    instance: u32,
    triangle: u32,
    pair: u32,
}

/// The number of no object.
const NOTHING: u32 = u32::MAX;

/// The nearest hits so far, lane by lane. Numbers are kept as the bits of lanes.
#[derive(Clone, Copy)]
struct Best<V> {
    /// Distance of the hit, or the end of the ray; below zero for a lane that is done.
    t: V,
    /// The object's place in the posed scene.
    instance: V,
    triangle: V,
    /// The place of its pair in the tree.
    pair: V,
    weights: [V; 2],
}

impl<V: Lanes32> Best<V> {
    /// Nothing yet.
    #[inline(always)]
    fn new(t_max: V) -> Best<V> {
        let nothing = V::splat(f32::from_bits(NOTHING));
        Best { t: t_max, instance: nothing, triangle: nothing, pair: nothing, weights: [V::splat(0.0); 2] }
    }

    /// Write down what the rays at these places of a list have met.
    #[inline(always)]
    fn write(&self, instances: &[Instance], places: &[u32; LANE_COUNT], hits: &mut [Option<SceneHit>]) {
        let (t, v, w) = (self.t.to_array(), self.weights[0].to_array(), self.weights[1].to_array());
        let [instance, triangle, pair] =
            [self.instance.to_array(), self.triangle.to_array(), self.pair.to_array()];
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
                pair: pair[lane].to_bits(),
            });
        }
    }

    /// The same for distances alone.
    #[inline(always)]
    fn write_distances(&self, places: &[u32; LANE_COUNT], distances: &mut [f32]) {
        let (t, instance) = (self.t.to_array(), self.instance.to_array());
        for (lane, &place) in places.iter().enumerate() {
            if place != NOWHERE {
                let is_hit = instance[lane].to_bits() != NOTHING;
                distances[place as usize] = if is_hit { t[lane] } else { f32::INFINITY };
            }
        }
    }
}

/// Packets that go together, and what they have met. The memory is made once for many bundles.
struct Bundle<V: Lanes32> {
    /// Packets in use.
    used: usize,
    packets: [Packet<V>; PACKETS],
    slabs: [PacketSlabs<V>; PACKETS],
    best: [Best<V>; PACKETS],
    inside: Inside<V>,
}

/// The same inside one object.
struct Inside<V: Lanes32> {
    /// Packets in use.
    used: usize,
    slabs: [PacketSlabs<V>; PACKETS],
    sheared: [Sheared<V>; PACKETS],
    /// Where lanes enter the object's box.
    enters: [V; PACKETS],
    /// Where lanes end: at the object's far side or at what they have met; below zero for idle ones.
    limits: [V; PACKETS],
    /// The largest of these.
    farthest: f32,
}

/// An object that a bundle looks at.
struct Visited<'a> {
    instances: &'a [Instance],
    /// Its place among these.
    instance: u32,
    bvh: &'a Bvh,
}

/// How a bundle comes to an object.
enum Entry {
    /// No ray meets its box.
    Passes,
    Enters,
    /// Numbers leave their range in its frame.
    Fails,
}

impl<V: Lanes32> Bundle<V> {
    #[inline(always)]
    fn new() -> Bundle<V> {
        let packet = Packet::empty();
        let slabs = [PacketSlabs::new(&packet, &Bounds::EMPTY); PACKETS];
        let none = [V::splat(0.0); PACKETS];
        let sheared = [Sheared::new(&packet); PACKETS];
        Bundle {
            used: 0,
            packets: [packet; PACKETS],
            slabs,
            best: [Best::new(V::splat(0.0)); PACKETS],
            inside: Inside { used: 0, slabs, sheared, enters: none, limits: none, farthest: 0.0 },
        }
    }

    /// Take the rays of a tile. Where there is no ray, or one that ends before it starts, one of the others
    /// stands in with no length. False where one of them is none: without a direction, or without numbers.
    #[inline(always)]
    fn gather(&mut self, rays: &RaySlice<'_>, tile: &Tile) -> bool {
        (self.used, self.inside.used) = (tile.used, tile.used);
        let mut gaps = [0; PACKETS];
        let mut any_gap = 0;
        for k in 0..self.used {
            let places = &tile.places[k];
            let (packet, t_max) = match tile.half_step {
                Some(half_step) => Packet::load(rays, places[0] as usize, half_step),
                None => Packet::gather(rays, places),
            };
            self.packets[k] = packet;
            self.best[k] = Best::new(t_max);
            gaps[k] = t_max.lt(V::splat(0.0)).bits();
            any_gap |= gaps[k];
        }
        if any_gap != 0 {
            // Only gaps: nothing to do, which the walk finds out.
            let mut stand_in = Ray { origin_m: [0.0; 3], direction: [1.0; 3], t_max: -1.0 };
            for k in (0..self.used).rev().filter(|&k| gaps[k] != 0xff) {
                stand_in = rays.get(tile.places[k][gaps[k].trailing_ones() as usize] as usize);
            }
            for k in 0..self.used {
                let is_gap = V::Mask::from_bits(gaps[k]);
                self.packets[k].replace(is_gap, &stand_in);
                self.best[k].t = V::select(is_gap, V::splat(-1.0), self.best[k].t);
            }
        }
        let mut is_sound = V::Mask::from_bits(0xff);
        for k in 0..self.used {
            let t = self.best[k].t;
            is_sound = is_sound & self.packets[k].is_sound() & t.eq_lanes(t);
        }
        is_sound.bits() == 0xff
    }

    /// The largest distance that any lane still looks at.
    #[inline(always)]
    fn farthest(&self) -> f32 {
        let mut most = self.best[0].t;
        for k in 1..self.used {
            most = most.larger(self.best[k].t);
        }
        most.max_lane()
    }

    /// Through both levels; `ANY` asks only whether something opaque is there. False where rays must go
    /// alone because numbers leave their range inside an object.
    #[inline(always)]
    fn walk<const ANY: bool>(
        &mut self,
        posed: &PosedScene<'_>,
        stack: &mut WideStack,
        blocker: &mut Option<Blocker>,
    ) -> bool {
        let Some(top) = &posed.top else {
            return true;
        };
        if self.farthest() < 0.0 {
            return true;
        }
        for k in 0..self.used {
            self.slabs[k] = PacketSlabs::new(&self.packets[k], &top.bounds);
        }
        // Whatever an earlier bundle left when it gave up.
        stack.cut(0);
        if let ([_], false) = (&*posed.instances, ANY && posed.has_transparency) {
            return self.visit::<ANY>(posed, 0, stack, blocker);
        }
        if ANY && let Some(Blocker { instance, .. }) = *blocker {
            match self.enter(posed, instance) {
                Entry::Passes => {}
                Entry::Enters => {
                    let visited = Visited::new(posed, instance);
                    self.inside.try_blocker(&visited, &mut self.best, blocker);
                }
                Entry::Fails => return false,
            }
        }
        let beam = Beam::around(&self.slabs[..self.used]);
        let mut node = 0_u32;
        'nodes: loop {
            let farthest = self.farthest();
            if farthest < 0.0 {
                return true;
            }
            let (entered, enters) = beam.enter_children(&top.nodes[node as usize], farthest);
            let mut next = stack.enter(node, entered, &enters.to_array(), 0, |_| {});
            while let Some(waiting) = next {
                let parent = &top.nodes[(waiting.child / LANE_COUNT as u32) as usize];
                let slot = waiting.child as usize % LANE_COUNT;
                if parent.count[slot] == 0 {
                    node = parent.first[slot];
                    continue 'nodes;
                }
                let first = parent.first[slot] as usize;
                for &number in &posed.order[first..first + parent.count[slot] as usize] {
                    let traced = &posed.tracer.meshes[posed.instances[number as usize].mesh as usize];
                    let is_passed = ANY && traced.is_transparent;
                    if !is_passed && !self.visit::<ANY>(posed, number, stack, blocker) {
                        return false;
                    }
                }
                next = stack.pop_above(0);
            }
            return true;
        }
    }

    /// Prepare the bundle for an object.
    #[inline(always)]
    fn enter(&mut self, posed: &PosedScene<'_>, number: u32) -> Entry {
        let instance = &posed.instances[number as usize];
        let inside = &mut self.inside;
        for k in 0..self.used {
            let (enters, leaves) = self.slabs[k].span(&instance.bounds);
            let limit = leaves.smaller(self.best[k].t);
            inside.enters[k] = enters;
            inside.limits[k] = V::select(enters.le(limit), limit, V::splat(-1.0));
        }
        inside.limit();
        let bvh = &posed.tracer.meshes[instance.mesh as usize].bvh;
        let Some(bounds) = bvh.bounds().filter(|_| inside.farthest >= 0.0) else {
            return Entry::Passes;
        };
        let mut is_sound = V::Mask::from_bits(0xff);
        for k in 0..self.used {
            let local = self.packets[k].local(&instance.linear, &instance.shift);
            inside.slabs[k] = PacketSlabs::new(&local, bounds);
            inside.sheared[k] = Sheared::new(&local);
            is_sound = is_sound & inside.sheared[k].is_sound;
        }
        if is_sound.bits() == 0xff { Entry::Enters } else { Entry::Fails }
    }

    /// Meet all triangles of an object that may be nearer than what is known; false where that fails.
    #[inline(always)]
    fn visit<const ANY: bool>(
        &mut self,
        posed: &PosedScene<'_>,
        number: u32,
        stack: &mut WideStack,
        blocker: &mut Option<Blocker>,
    ) -> bool {
        match self.enter(posed, number) {
            Entry::Passes => true,
            Entry::Enters => {
                let visited = Visited::new(posed, number);
                if ANY && posed.instances.len() == 1 {
                    self.inside.try_blocker(&visited, &mut self.best, blocker);
                }
                self.inside.walk::<ANY>(&visited, &mut self.best, stack, blocker);
                true
            }
            Entry::Fails => false,
        }
    }
}

impl<'a> Visited<'a> {
    #[inline(always)]
    fn new(posed: &'a PosedScene<'_>, instance: u32) -> Visited<'a> {
        let mesh = posed.instances[instance as usize].mesh;
        Visited { instances: &posed.instances, instance, bvh: &posed.tracer.meshes[mesh as usize].bvh }
    }
}

impl<V: Lanes32> Inside<V> {
    #[inline(always)]
    fn walk<const ANY: bool>(
        &mut self,
        visited: &Visited<'_>,
        best: &mut [Best<V>; PACKETS],
        stack: &mut WideStack,
        blocker: &mut Option<Blocker>,
    ) {
        let Some(tree) = &visited.bvh.wide else {
            return;
        };
        let nodes = &tree.nodes;
        let beam = Beam::around(&self.slabs[..self.used]);
        let bottom = stack.depth();
        let mut node = 0_u32;
        'nodes: loop {
            if self.farthest < 0.0 {
                stack.cut(bottom);
                return;
            }
            let here = &nodes[node as usize];
            let (entered, enters) = beam.enter_children(here, self.farthest);
            let mut next = stack.enter(node, entered, &enters.to_array(), bottom, |slot| {
                let first = here.first[slot] as usize;
                if here.count[slot] == 0 {
                    prefetch(&nodes[first]);
                } else {
                    prefetch(&visited.bvh.pairs[first]);
                }
            });
            while let Some(waiting) = next {
                if waiting.enters <= self.farthest {
                    let parent = &nodes[(waiting.child / LANE_COUNT as u32) as usize];
                    let slot = waiting.child as usize % LANE_COUNT;
                    let (first, count) = (parent.first[slot], parent.count[slot]);
                    // The beam says enough about inner nodes, where it is tight.
                    if count == 0 && (beam.is_tight || self.any_enters(&parent.bounds(slot))) {
                        node = first;
                        continue 'nodes;
                    }
                    if count > 0 {
                        let bounds = parent.bounds(slot);
                        for k in 0..self.used {
                            if self.enters(k, &bounds) {
                                let (first, count) = (first as usize, count as usize);
                                self.leaf::<ANY>(k, first, count, visited, &mut best[k], blocker);
                            }
                        }
                        self.limit();
                    }
                }
                next = stack.pop_above(bottom);
            }
            return;
        }
    }

    /// Try what blocked rays last.
    #[inline(always)]
    fn try_blocker(
        &mut self,
        visited: &Visited<'_>,
        best: &mut [Best<V>; PACKETS],
        blocker: &mut Option<Blocker>,
    ) {
        let Some(Blocker { place, .. }) = blocker.take().filter(|it| it.instance == visited.instance) else {
            return;
        };
        for k in 0..self.used {
            self.leaf::<true>(k, place, 1, visited, &mut best[k], blocker);
        }
        self.limit();
    }

    /// Find the farthest anew.
    #[inline(always)]
    fn limit(&mut self) {
        let mut most = self.limits[0];
        for k in 1..self.used {
            most = most.larger(self.limits[k]);
        }
        self.farthest = most.max_lane();
    }

    /// True if any ray of a packet enters a box.
    #[inline(always)]
    fn enters(&self, k: usize, bounds: &Bounds) -> bool {
        let (enters, leaves) = self.slabs[k].span(bounds);
        enters.le(leaves.smaller(self.limits[k])).any()
    }

    /// The same for all packets.
    #[inline(always)]
    fn any_enters(&self, bounds: &Bounds) -> bool {
        let mut entered = 0;
        for k in 0..self.used {
            entered |= u32::from(self.enters(k, bounds));
        }
        entered != 0
    }

    #[inline(always)]
    fn leaf<const ANY: bool>(
        &mut self,
        k: usize,
        first: usize,
        count: usize,
        visited: &Visited<'_>,
        best: &mut Best<V>,
        blocker: &mut Option<Blocker>,
    ) {
        for place in first..first + count {
            let pair = &visited.bvh.pairs[place];
            let Some(crossing) = self.sheared[k].cross(pair) else {
                continue;
            };
            for which in 0..2 {
                let Some(triangle) = pair.number(which) else {
                    continue;
                };
                let Some(met) = self.sheared[k].meet(&self.slabs[k], &crossing, pair, which) else {
                    continue;
                };
                let is_hit = met.is_hit & met.t.le(self.limits[k]);
                if !is_hit.any() {
                    continue;
                }
                if ANY {
                    *blocker = Some(Blocker { instance: visited.instance, place });
                    best.block(is_hit, visited.instance);
                } else {
                    // Inside the object's box as well.
                    let t = met.t.larger(self.enters[k]);
                    let names = Names { instance: visited.instance, triangle, pair: place as u32 };
                    best.take(is_hit, t, met.weights, visited.instances, names);
                }
                self.limits[k] = self.limits[k].smaller(best.t);
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
        Names { instance, triangle, pair }: Names,
    ) {
        let mut is_new = is_hit & t.lt(self.t);
        let is_equal = is_hit & t.eq_lanes(self.t);
        if is_equal.any() {
            let known = [self.instance.to_array(), self.triangle.to_array()];
            let earlier = earlier_of(is_equal.bits(), &known, instances, [instance, triangle]);
            is_new = is_new | V::Mask::from_bits(earlier);
        }
        self.t = V::select(is_new, t, self.t);
        self.weights[0] = V::select(is_new, weights[0], self.weights[0]);
        self.weights[1] = V::select(is_new, weights[1], self.weights[1]);
        self.instance = V::select(is_new, V::splat(f32::from_bits(instance)), self.instance);
        self.triangle = V::select(is_new, V::splat(f32::from_bits(triangle)), self.triangle);
        self.pair = V::select(is_new, V::splat(f32::from_bits(pair)), self.pair);
    }
}

/// Of some lanes, those for which a triangle of an instance comes before what they have met as near.
#[inline(never)]
fn earlier_of(
    which: u32,
    [known_instance, known_triangle]: &[[f32; LANE_COUNT]; 2],
    instances: &[Instance],
    [instance, triangle]: [u32; 2],
) -> u32 {
    let object_of = |number: u32| instances.get(number as usize).map_or(NOTHING, |it| it.object);
    let mut earlier = 0;
    for lane in (0..LANE_COUNT).filter(|lane| which >> lane & 1 == 1) {
        let known = (object_of(known_instance[lane].to_bits()), known_triangle[lane].to_bits());
        earlier |= u32::from((object_of(instance), triangle) < known) << lane;
    }
    earlier
}
