//! Eight rays at once against boxes and triangles: lane for lane the arithmetic of `PreparedRay`.

use crate::pair::Pair;
use crate::ray::{MIN_DIRECTION, Ray, WIDENING, exact_edges, is_outside};
use crate::ray_list::RaySlice;
use crate::tiles::NOWHERE;
use crate::tree::Bounds;
use crate::wide::WideNode;
use skidpad_lanes::{LANE_COUNT, Lanes32, Mask32};

/// Eight rays as they come.
#[derive(Clone, Copy)]
pub(crate) struct Packet<V: Lanes32> {
    pub(crate) origin: [V; 3],
    pub(crate) direction: [V; 3],
}

/// Eight rays prepared for the boxes of one tree.
#[derive(Clone, Copy)]
pub(crate) struct PacketSlabs<V: Lanes32> {
    near_origin: [V; 3],
    far_origin: [V; 3],
    inverse: [V; 3],
    is_backward: [V::Mask; 3],
    /// Which way all rays run along an axis.
    ways: [Way; 3],
}

/// Eight rays prepared for the triangles of one tree.
#[derive(Clone, Copy)]
pub(crate) struct Sheared<V: Lanes32> {
    origin: [V; 3],
    shear: [V; 3],
    axes: Axes<V>,
    /// Lanes with a direction, and with numbers throughout.
    pub(crate) is_sound: V::Mask,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
    Both,
}

/// The axes of the sheared frame.
#[derive(Clone, Copy)]
enum Axes<V: Lanes32> {
    /// The same for all lanes; with the origin in their order.
    Same([usize; 3], [V; 3]),
    /// For each of the three the lanes that take x, and those that take y.
    Each([[V::Mask; 2]; 3]),
}

/// What bounds all rays of some packets: tested against eight boxes at once, each lane another box.
pub(crate) struct Beam<V> {
    axes: [BeamAxis<V>; 3],
    /// It bounds its rays along every axis.
    pub(crate) is_tight: bool,
}

/// Along one axis.
#[derive(Clone, Copy)]
struct BeamAxis<V> {
    /// Which faces of a node are met first.
    near: usize,
    near_origin: V,
    near_inverse: V,
    far_origin: V,
    far_inverse: V,
}

/// Which lanes pass inside the triangles of a pair.
pub(crate) struct Crossing<V: Lanes32> {
    /// In the sheared frame.
    corners: [[V; 3]; 4],
    /// The edge functions, each opposite to its corner.
    edges: [[V; 3]; 2],
    inside: [V::Mask; 2],
}

/// Where lanes meet a triangle.
pub(crate) struct PacketHit<V: Lanes32> {
    pub(crate) is_hit: V::Mask,
    pub(crate) t: V,
    pub(crate) weights: [V; 2],
}

impl<V: Lanes32> Packet<V> {
    /// Nothing yet.
    #[inline(always)]
    pub(crate) fn empty() -> Packet<V> {
        Packet { origin: [V::splat(0.0); 3], direction: [V::splat(0.0); 3] }
    }

    /// Eight rays of a list from `first` on, or four and four that are `half_step` apart; and their ends.
    #[inline(always)]
    pub(crate) fn load(rays: &RaySlice<'_>, first: usize, half_step: usize) -> (Packet<V>, V) {
        let mut packet = Packet::empty();
        for axis in 0..3 {
            packet.origin[axis] = halves(rays.origins_m[axis], first, half_step);
            packet.direction[axis] = halves(rays.directions[axis], first, half_step);
        }
        (packet, halves(rays.t_max, first, half_step))
    }

    /// The rays at these places of a list, and their ends: below zero where there is none.
    #[inline(always)]
    pub(crate) fn gather(rays: &RaySlice<'_>, places: &[u32; LANE_COUNT]) -> (Packet<V>, V) {
        let mut numbers = [[0.0; LANE_COUNT]; 7];
        numbers[6] = [-1.0; LANE_COUNT];
        for (lane, &place) in places.iter().enumerate() {
            if place != NOWHERE {
                let ray = rays.get(place as usize);
                for axis in 0..3 {
                    numbers[axis][lane] = ray.origin_m[axis];
                    numbers[3 + axis][lane] = ray.direction[axis];
                }
                numbers[6][lane] = ray.t_max;
            }
        }
        let [a, b, c, d, e, f, t_max] = &numbers;
        let packet = Packet {
            origin: [V::from_array(a), V::from_array(b), V::from_array(c)],
            direction: [V::from_array(d), V::from_array(e), V::from_array(f)],
        };
        (packet, V::from_array(t_max))
    }

    /// Another ray in some lanes.
    #[inline(always)]
    pub(crate) fn replace(&mut self, lanes: V::Mask, ray: &Ray) {
        for axis in 0..3 {
            self.origin[axis] = V::select(lanes, V::splat(ray.origin_m[axis]), self.origin[axis]);
            self.direction[axis] = V::select(lanes, V::splat(ray.direction[axis]), self.direction[axis]);
        }
    }

    /// Lanes with a direction, and with numbers throughout.
    #[inline(always)]
    pub(crate) fn is_sound(&self) -> V::Mask {
        let infinite = V::splat(f32::INFINITY);
        let [x, y, z] = self.direction;
        let mut is_sound = V::splat(0.0).lt(x.abs().larger(y.abs()).larger(z.abs()));
        for axis in 0..3 {
            is_sound = is_sound & self.origin[axis].abs().lt(infinite);
            is_sound = is_sound & self.direction[axis].abs().lt(infinite);
        }
        is_sound
    }

    /// In the frame of an object; the sums in the order of the single ray's.
    #[inline(always)]
    pub(crate) fn local(&self, linear: &[[f32; 3]; 3], shift: &[f32; 3]) -> Packet<V> {
        let (o, d) = (self.origin, self.direction);
        let turn = |row: &[f32; 3], p: &[V; 3]| {
            V::splat(row[0]) * p[0] + V::splat(row[1]) * p[1] + V::splat(row[2]) * p[2]
        };
        let [a, b, c] = linear;
        Packet {
            origin: [
                turn(a, &o) + V::splat(shift[0]),
                turn(b, &o) + V::splat(shift[1]),
                turn(c, &o) + V::splat(shift[2]),
            ],
            direction: [turn(a, &d), turn(b, &d), turn(c, &d)],
        }
    }
}

/// Four numbers of a list, and four more some way on.
#[inline(always)]
fn halves<V: Lanes32>(list: &[f32], first: usize, half_step: usize) -> V {
    let (a, b) = (&list[first..first + 4], &list[first + half_step..first + half_step + 4]);
    V::from_array(&[a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]])
}

impl<V: Lanes32> PacketSlabs<V> {
    #[inline(always)]
    pub(crate) fn new(packet: &Packet<V>, root: &Bounds) -> PacketSlabs<V> {
        let (o, d) = (packet.origin, packet.direction);
        let zero = V::splat(0.0);
        let mut reach = [zero; 3];
        for axis in 0..3 {
            let low = (V::splat(root.low[axis]) - o[axis]).abs();
            let high = (V::splat(root.high[axis]) - o[axis]).abs();
            reach[axis] = low.larger(high);
        }
        let farthest = reach[0].larger(reach[1]).larger(reach[2]);
        let mut near_origin = o;
        let mut far_origin = o;
        let mut inverse = d;
        let mut is_backward = [V::Mask::from_bits(0); 3];
        let mut ways = [Way::Both; 3];
        for axis in 0..3 {
            let tiny = V::splat(MIN_DIRECTION);
            let is_none = d[axis].abs().lt(tiny);
            let clamped = V::select(is_none, tiny.copysign(d[axis]), d[axis]);
            inverse[axis] = V::splat(1.0).over(clamped);
            is_backward[axis] = inverse[axis].lt(zero);
            let wide = V::splat(WIDENING) * (reach[axis] + farthest);
            let shift = V::select(is_backward[axis], -wide, wide);
            near_origin[axis] = o[axis] + shift;
            far_origin[axis] = o[axis] - shift;
            ways[axis] = match is_backward[axis].bits() {
                0 => Way::Forward,
                0xff => Way::Backward,
                _ => Way::Both,
            };
        }
        PacketSlabs { near_origin, far_origin, inverse, is_backward, ways }
    }

    /// Where each ray enters and leaves a box.
    #[inline(always)]
    pub(crate) fn span(&self, bounds: &Bounds) -> (V, V) {
        let mut enters = V::splat(0.0);
        let mut leaves = V::splat(f32::INFINITY);
        for axis in 0..3 {
            let (low, high) = (V::splat(bounds.low[axis]), V::splat(bounds.high[axis]));
            let (near, far) = match self.ways[axis] {
                Way::Forward => (low, high),
                Way::Backward => (high, low),
                Way::Both => (
                    V::select(self.is_backward[axis], high, low),
                    V::select(self.is_backward[axis], low, high),
                ),
            };
            enters = enters.larger((near - self.near_origin[axis]) * self.inverse[axis]);
            leaves = leaves.smaller((far - self.far_origin[axis]) * self.inverse[axis]);
        }
        (enters, leaves)
    }
}

impl<V: Lanes32> BeamAxis<V> {
    #[inline(always)]
    fn new(packets: &[PacketSlabs<V>], axis: usize, way: Way) -> BeamAxis<V> {
        let mut near_origin = [packets[0].near_origin[axis]; 2];
        let mut far_origin = [packets[0].far_origin[axis]; 2];
        let mut inverse = [packets[0].inverse[axis]; 2];
        for packet in &packets[1..] {
            for (bounds, lanes) in [
                (&mut near_origin, packet.near_origin[axis]),
                (&mut far_origin, packet.far_origin[axis]),
                (&mut inverse, packet.inverse[axis]),
            ] {
                *bounds = [bounds[0].smaller(lanes), bounds[1].larger(lanes)];
            }
        }
        let (near_origin, far_origin, near_inverse, far_inverse) = match way {
            Way::Forward => (
                near_origin[1].max_lane(),
                far_origin[0].min_lane(),
                inverse[0].min_lane(),
                inverse[1].max_lane(),
            ),
            Way::Backward => (
                near_origin[0].min_lane(),
                far_origin[1].max_lane(),
                inverse[1].max_lane(),
                inverse[0].min_lane(),
            ),
            // Rays to both sides: nothing can be said; every box is entered before it is left.
            Way::Both => (f32::INFINITY, f32::NEG_INFINITY, 1.0, 1.0),
        };
        BeamAxis {
            near: 2 * axis + usize::from(way == Way::Backward),
            near_origin: V::splat(near_origin),
            near_inverse: V::splat(near_inverse),
            far_origin: V::splat(far_origin),
            far_inverse: V::splat(far_inverse),
        }
    }
}

impl<V: Lanes32> Beam<V> {
    #[inline(always)]
    pub(crate) fn around(packets: &[PacketSlabs<V>]) -> Beam<V> {
        let first = packets[0].ways;
        // Asked one after the other: a loop that could be vectorised for many packets is slower for few.
        let is_same = |axis: usize| packets.iter().all(|packet| packet.ways[axis] == first[axis]);
        let ways = [0, 1, 2].map(|axis| if is_same(axis) { first[axis] } else { Way::Both });
        Beam {
            axes: [
                BeamAxis::new(packets, 0, ways[0]),
                BeamAxis::new(packets, 1, ways[1]),
                BeamAxis::new(packets, 2, ways[2]),
            ],
            is_tight: !ways.contains(&Way::Both),
        }
    }

    /// Which children of a node the beam enters not after `limit`, and where.
    ///
    /// No ray enters a child before its beam or leaves it after: all steps are monotonic. The least
    /// of the reciprocals bounds where rays enter only for boxes ahead of them, but boxes that rays
    /// are in are entered at zero; the largest bounds where they leave, but what is behind is left
    /// before zero by any of them.
    #[inline(always)]
    pub(crate) fn enter_children(&self, node: &WideNode, limit: f32) -> (u32, V) {
        let mut enters = V::splat(0.0);
        let mut leaves = V::splat(limit);
        for axis in &self.axes {
            let near = V::from_array(&node.faces[axis.near]);
            let far = V::from_array(&node.faces[axis.near ^ 1]);
            enters = enters.larger((near - axis.near_origin) * axis.near_inverse);
            leaves = leaves.smaller((far - axis.far_origin) * axis.far_inverse);
        }
        (enters.le(leaves).bits(), enters)
    }
}

impl<V: Lanes32> Sheared<V> {
    #[inline(always)]
    pub(crate) fn new(packet: &Packet<V>) -> Sheared<V> {
        let (axes, shear, is_sound) = shear(packet);
        Sheared { origin: packet.origin, shear, axes, is_sound }
    }

    /// Which rays pass inside the triangles of a pair; none where no ray does.
    ///
    /// Of one edge two triangles have values that differ by their sign alone, so it is taken once.
    #[inline(always)]
    pub(crate) fn cross(&self, pair: &Pair) -> Option<Crossing<V>> {
        let corners = self.shear_corners(&pair.corners);
        let [a, b, c, d] = corners;
        let shared = edge(&a, &c);
        let edges = [[edge(&c, &b), shared, edge(&b, &a)], [edge(&d, &c), edge(&a, &d), -shared]];
        let inside = [has_one_sign(&edges[0]), has_one_sign(&edges[1])];
        (inside[0] | inside[1]).any().then_some(Crossing { corners, edges, inside })
    }

    /// Where the rays meet one triangle of a pair, however far; none where no ray does.
    #[inline(always)]
    pub(crate) fn meet(
        &self,
        slabs: &PacketSlabs<V>,
        crossing: &Crossing<V>,
        pair: &Pair,
        which: usize,
    ) -> Option<PacketHit<V>> {
        let mut is_inside = crossing.inside[which];
        if !is_inside.any() {
            return None;
        }
        let [a, b, c, d] = crossing.corners;
        let [a, b, c] = pair.in_mesh_order(which, if which == 0 { [a, b, c] } else { [a, c, d] });
        let mut edges = pair.in_mesh_order(which, crossing.edges[which]);
        let [u, v, w] = edges;
        let zero = V::splat(0.0);
        let is_zero = is_inside & (u.eq_lanes(zero) | v.eq_lanes(zero) | w.eq_lanes(zero));
        if is_zero.any() {
            let mut exact = [u.to_array(), v.to_array(), w.to_array()];
            let corners = [a, b, c].map(|p| [p[0].to_array(), p[1].to_array()]);
            let outside = refine(is_zero.bits(), &mut exact, &corners);
            edges = [V::from_array(&exact[0]), V::from_array(&exact[1]), V::from_array(&exact[2])];
            is_inside = V::Mask::from_bits(is_inside.bits() & !outside);
            if !is_inside.any() {
                return None;
            }
        }
        let [u, v, w] = edges;
        let inverse = V::splat(1.0).over(u + v + w);
        let t = (u * a[2] + v * b[2] + w * c[2]) * self.shear[2] * inverse;
        let (enters, leaves) = slabs.span(&Bounds::around(&pair.triangle(which)));
        let is_ahead = zero.le(t) & t.lt(V::splat(f32::INFINITY));
        Some(PacketHit {
            is_hit: is_inside & is_ahead & enters.le(leaves),
            t: t.larger(enters).smaller(leaves),
            weights: [v * inverse, w * inverse],
        })
    }

    #[inline(always)]
    fn shear_corners(&self, corners: &[[f32; 3]; 4]) -> [[V; 3]; 4] {
        let mut out = [[V::splat(0.0); 3]; 4];
        match &self.axes {
            Axes::Same(axes, origin) => {
                for (p, out) in corners.iter().zip(&mut out) {
                    let [x, y, z] = axes.map(|axis| p[axis]);
                    let z = V::splat(z) - origin[2];
                    let x = (V::splat(x) - origin[0]) - self.shear[0] * z;
                    let y = (V::splat(y) - origin[1]) - self.shear[1] * z;
                    *out = [x, y, z];
                }
            }
            Axes::Each(takes) => {
                for (p, out) in corners.iter().zip(&mut out) {
                    let mut q = self.origin;
                    for axis in 0..3 {
                        q[axis] = V::splat(p[axis]) - self.origin[axis];
                    }
                    let pick =
                        |takes: &[V::Mask; 2]| V::select(takes[0], q[0], V::select(takes[1], q[1], q[2]));
                    let [x, y, z] = [pick(&takes[0]), pick(&takes[1]), pick(&takes[2])];
                    *out = [x - self.shear[0] * z, y - self.shear[1] * z, z];
                }
            }
        }
        out
    }
}

/// The side of the origin on which the line through two points passes it, in the plane across the ray.
#[inline(always)]
fn edge<V: Lanes32>(p: &[V; 3], q: &[V; 3]) -> V {
    p[0] * q[1] - p[1] * q[0]
}

/// Where no two of the values have different signs.
#[inline(always)]
fn has_one_sign<V: Lanes32>(&[u, v, w]: &[V; 3]) -> V::Mask {
    let zero = V::splat(0.0);
    zero.le(u.smaller(v).smaller(w)) | u.larger(v).larger(w).le(zero)
}

/// The sheared frames of all lanes: their axes, their shears, and which lanes have one.
#[inline(always)]
fn shear<V: Lanes32>(packet: &Packet<V>) -> (Axes<V>, [V; 3], V::Mask) {
    let (o, d) = (packet.origin, packet.direction);
    let size = [d[0].abs(), d[1].abs(), d[2].abs()];
    // As the single ray chooses: the first of the largest.
    let is_y = size[0].lt(size[1]);
    let most = V::select(is_y, size[1], size[0]);
    let is_z = most.lt(size[2]);
    let most = V::select(is_z, size[2], most);
    let is_y = is_y & !is_z;
    let is_x = !(is_y | is_z);
    let pick = |x: V::Mask, y: V::Mask, v: &[V; 3]| V::select(x, v[0], V::select(y, v[1], v[2]));
    let along = pick(is_x, is_y, &d);
    let is_backward = along.lt(V::splat(0.0));
    // The frame's axes are z + 1 and z + 2, or the other way round for a ray that runs backward:
    // x of the frame is y where z is x and forward, or z is z and backward; and so on around.
    let swap = |forward: V::Mask, backward: V::Mask| (forward & !is_backward) | (backward & is_backward);
    let takes_x = [swap(is_z, is_y), swap(is_y, is_z), is_x];
    let takes_y = [swap(is_x, is_z), swap(is_z, is_x), is_y];
    let dx = pick(takes_x[0], takes_y[0], &d);
    let dy = pick(takes_x[1], takes_y[1], &d);
    let one = V::splat(1.0);
    let shear = [dx.over(along), dy.over(along), one.over(along)];
    let infinite = V::splat(f32::INFINITY);
    let mut is_sound = V::splat(0.0).lt(most) & most.lt(infinite);
    for axis in 0..3 {
        is_sound = is_sound & o[axis].abs().lt(infinite) & size[axis].lt(infinite);
    }
    let sides = is_backward.bits();
    let dominant = match (is_x.bits(), is_y.bits(), is_z.bits()) {
        (0xff, _, _) => Some(0),
        (_, 0xff, _) => Some(1),
        (_, _, 0xff) => Some(2),
        _ => None,
    };
    let axes = match (dominant, sides) {
        (Some(z), 0 | 0xff) => {
            let (x, y) = ((z + 1) % 3, (z + 2) % 3);
            let axes = if sides == 0 { [x, y, z] } else { [y, x, z] };
            Axes::Same(axes, [o[axes[0]], o[axes[1]], o[axes[2]]])
        }
        _ => Axes::Each([[takes_x[0], takes_y[0]], [takes_x[1], takes_y[1]], [takes_x[2], takes_y[2]]]),
    };
    (axes, shear, is_sound)
}

/// The edge functions of some lanes again in double precision; the bits of those that are outside
/// then. Rare.
#[cold]
#[inline(never)]
fn refine(which: u32, edges: &mut [[f32; LANE_COUNT]; 3], corners: &[[[f32; LANE_COUNT]; 2]; 3]) -> u32 {
    let mut outside = 0;
    for lane in (0..LANE_COUNT).filter(|lane| which >> lane & 1 == 1) {
        let [a, b, c] = corners.map(|p| [p[0][lane], p[1][lane]]);
        let exact = exact_edges(a, b, c);
        for (edge, exact) in edges.iter_mut().zip(exact) {
            edge[lane] = exact;
        }
        outside |= u32::from(is_outside(exact)) << lane;
    }
    outside
}
