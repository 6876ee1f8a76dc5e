//! Many rays, number by number: eight neighbours are loaded at once.

use crate::Ray;
use std::ops::Range;

/// Rays in a list, or the rays of a picture row by row. All lists are equally long.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RayList {
    /// Where rays start [m]: x of all, y of all, z of all.
    pub origins_m: [Vec<f32>; 3],
    /// Where they go.
    pub directions: [Vec<f32>; 3],
    /// They end here, in lengths of their directions.
    pub t_max: Vec<f32>,
}

/// Neighbours in a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RaySlice<'a> {
    pub(crate) origins_m: [&'a [f32]; 3],
    pub(crate) directions: [&'a [f32]; 3],
    pub(crate) t_max: &'a [f32],
}

impl RayList {
    /// Number of rays.
    pub fn len(&self) -> usize {
        self.t_max.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.t_max.is_empty()
    }

    /// Forget all rays, keep the memory.
    pub fn clear(&mut self) {
        self.resize(0);
    }

    /// As many rays as asked for; new ones have no direction.
    pub fn resize(&mut self, count: usize) {
        self.origins_m.iter_mut().chain(&mut self.directions).for_each(|list| list.resize(count, 0.0));
        self.t_max.resize(count, 0.0);
    }

    /// Add a ray.
    pub fn push(&mut self, ray: &Ray) {
        for axis in 0..3 {
            self.origins_m[axis].push(ray.origin_m[axis]);
            self.directions[axis].push(ray.direction[axis]);
        }
        self.t_max.push(ray.t_max);
    }

    /// Put a ray in a place.
    pub fn set(&mut self, place: usize, ray: &Ray) {
        for axis in 0..3 {
            self.origins_m[axis][place] = ray.origin_m[axis];
            self.directions[axis][place] = ray.direction[axis];
        }
        self.t_max[place] = ray.t_max;
    }

    /// The ray in a place.
    #[inline]
    pub fn get(&self, place: usize) -> Ray {
        let [ox, oy, oz] = &self.origins_m;
        let [dx, dy, dz] = &self.directions;
        Ray {
            origin_m: [ox[place], oy[place], oz[place]],
            direction: [dx[place], dy[place], dz[place]],
            t_max: self.t_max[place],
        }
    }

    pub(crate) fn part<'a>(&'a self, range: Range<usize>) -> RaySlice<'a> {
        let [ox, oy, oz] = &self.origins_m;
        let [dx, dy, dz] = &self.directions;
        let part = |list: &'a Vec<f32>| &list[range.clone()];
        RaySlice {
            origins_m: [part(ox), part(oy), part(oz)],
            directions: [part(dx), part(dy), part(dz)],
            t_max: part(&self.t_max),
        }
    }
}

impl<'a> FromIterator<&'a Ray> for RayList {
    fn from_iter<I: IntoIterator<Item = &'a Ray>>(rays: I) -> RayList {
        let mut list = RayList::default();
        rays.into_iter().for_each(|ray| list.push(ray));
        list
    }
}

impl RaySlice<'_> {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.t_max.len()
    }

    #[inline(always)]
    pub(crate) fn get(&self, place: usize) -> Ray {
        let [ox, oy, oz] = self.origins_m;
        let [dx, dy, dz] = self.directions;
        Ray {
            origin_m: [ox[place], oy[place], oz[place]],
            direction: [dx[place], dy[place], dz[place]],
            t_max: self.t_max[place],
        }
    }
}
