//! Eight rays at once against boxes and triangles: lane for lane the arithmetic of `PreparedRay`.

use crate::ray::{MIN_DIRECTION, Ray, WIDENING, exact_edges, is_outside};
use crate::tree::Bounds;
use crate::wide::WideNode;
use skidpad_lanes::{LANE_COUNT, Lanes32, Mask32};

/// Eight rays as they come.
pub(crate) struct Packet<V: Lanes32> {
    pub(crate) origin: [V; 3],
    pub(crate) direction: [V; 3],
}

/// Eight rays prepared for the boxes of one tree.
pub(crate) struct PacketSlabs<V: Lanes32> {
    near_origin: [V; 3],
    far_origin: [V; 3],
    inverse: [V; 3],
    is_backward: [V::Mask; 3],
    /// Which way all rays run along an axis.
    ways: [Way; 3],
}

/// Eight rays prepared for the boxes and triangles of one tree.
pub(crate) struct PreparedPacket<V: Lanes32> {
    pub(crate) slabs: PacketSlabs<V>,
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
enum Axes<V: Lanes32> {
    /// The same for all lanes; with the origin in their order.
    Same([usize; 3], [V; 3]),
    /// For each of the three the lanes that take x, and those that take y.
    Each([[V::Mask; 2]; 3]),
}

/// What bounds all rays of a packet: tested against eight boxes at once.
pub(crate) struct Beam {
    ways: [Way; 3],
    axes: [BeamAxis; 3],
}

/// Along one axis.
#[derive(Clone, Copy)]
struct BeamAxis {
    near_origin: f32,
    far_origin: f32,
    inverse: [f32; 2],
}

/// Where lanes meet a triangle.
pub(crate) struct PacketHit<V: Lanes32> {
    pub(crate) is_hit: V::Mask,
    pub(crate) t: V,
    pub(crate) weights: [V; 2],
}

impl<V: Lanes32> Packet<V> {
    /// Eight rays, and which of them are sound: with a direction, and with numbers throughout.
    #[inline(always)]
    pub(crate) fn new(rays: &[Ray; LANE_COUNT]) -> (Packet<V>, V::Mask) {
        let mut origin = [[0.0; LANE_COUNT]; 3];
        let mut direction = [[0.0; LANE_COUNT]; 3];
        let mut t_max = [0.0; LANE_COUNT];
        for (lane, ray) in rays.iter().enumerate() {
            for axis in 0..3 {
                origin[axis][lane] = ray.origin_m[axis];
                direction[axis][lane] = ray.direction[axis];
            }
            t_max[lane] = ray.t_max;
        }
        let [ox, oy, oz] = &origin;
        let [dx, dy, dz] = &direction;
        let packet = Packet {
            origin: [V::from_array(ox), V::from_array(oy), V::from_array(oz)],
            direction: [V::from_array(dx), V::from_array(dy), V::from_array(dz)],
        };
        let (t_max, infinite) = (V::from_array(&t_max), V::splat(f32::INFINITY));
        let [x, y, z] = packet.direction;
        let mut is_sound = t_max.eq_lanes(t_max) & V::splat(0.0).lt(x.abs().larger(y.abs()).larger(z.abs()));
        for axis in 0..3 {
            is_sound = is_sound & packet.origin[axis].abs().lt(infinite);
            is_sound = is_sound & packet.direction[axis].abs().lt(infinite);
        }
        (packet, is_sound)
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

impl Beam {
    #[inline(always)]
    pub(crate) fn around<V: Lanes32>(packet: &PacketSlabs<V>) -> Beam {
        let mut axes = [BeamAxis { near_origin: 0.0, far_origin: 0.0, inverse: [0.0; 2] }; 3];
        for (axis, beam) in axes.iter_mut().enumerate() {
            let (near, far) = (packet.near_origin[axis], packet.far_origin[axis]);
            (beam.near_origin, beam.far_origin) = match packet.ways[axis] {
                Way::Backward => (near.min_lane(), far.max_lane()),
                _ => (near.max_lane(), far.min_lane()),
            };
            beam.inverse = [packet.inverse[axis].min_lane(), packet.inverse[axis].max_lane()];
        }
        Beam { ways: packet.ways, axes }
    }

    /// True if it bounds its rays along every axis.
    #[inline(always)]
    pub(crate) fn is_tight(&self) -> bool {
        !self.ways.contains(&Way::Both)
    }

    /// Which children of a node the beam enters not after `limit`, and where.
    /// No ray that enters a child later than this is ahead of its beam: all steps are monotonic.
    #[inline(always)]
    pub(crate) fn enter_children<V: Lanes32>(&self, node: &WideNode, limit: f32) -> (u32, [f32; LANE_COUNT]) {
        let mut enters = V::splat(0.0);
        let mut leaves = V::splat(limit);
        for axis in 0..3 {
            let beam = &self.axes[axis];
            let (low, high) = (V::from_array(&node.low[axis]), V::from_array(&node.high[axis]));
            let (near, far) = match self.ways[axis] {
                Way::Forward => (low, high),
                Way::Backward => (high, low),
                // Rays to both sides: nothing can be said.
                Way::Both => continue,
            };
            let [i0, i1] = [V::splat(beam.inverse[0]), V::splat(beam.inverse[1])];
            let near = near - V::splat(beam.near_origin);
            let far = far - V::splat(beam.far_origin);
            enters = enters.larger((near * i0).smaller(near * i1));
            leaves = leaves.smaller((far * i0).larger(far * i1));
        }
        (enters.le(leaves).bits(), enters.to_array())
    }
}

impl<V: Lanes32> PreparedPacket<V> {
    #[inline(always)]
    pub(crate) fn new(packet: &Packet<V>, root: &Bounds) -> PreparedPacket<V> {
        let (axes, shear, is_sound) = shear(packet);
        PreparedPacket { slabs: PacketSlabs::new(packet, root), origin: packet.origin, shear, axes, is_sound }
    }

    /// Where the rays meet one triangle, however far; none where no ray does.
    #[inline(always)]
    pub(crate) fn meet(&self, corners: &[[f32; 3]; 3]) -> Option<PacketHit<V>> {
        let [a, b, c] = self.shear_corners(corners);
        let zero = V::splat(0.0);
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let least = u.smaller(v).smaller(w);
        let most = u.larger(v).larger(w);
        let is_inside = zero.le(least) | most.le(zero);
        if !is_inside.any() {
            return None;
        }
        let (mut edges, mut is_inside) = ([u, v, w], is_inside);
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
        let (enters, leaves) = self.slabs.span(&Bounds::around(corners));
        let is_ahead = zero.le(t) & t.lt(V::splat(f32::INFINITY));
        Some(PacketHit {
            is_hit: is_inside & is_ahead & enters.le(leaves),
            t: t.larger(enters).smaller(leaves),
            weights: [v * inverse, w * inverse],
        })
    }

    #[inline(always)]
    fn shear_corners(&self, corners: &[[f32; 3]; 3]) -> [[V; 3]; 3] {
        let mut out = [[V::splat(0.0); 3]; 3];
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
