//! The colour camera, and the rays of any camera.

use crate::lamp_light::{LampLit, added_light, has_more_than_sun};
use crate::patches::{Patch, Workers, fill_patches};
use skidpad_math::{Pose3, Rotation3, Vec3};
use skidpad_messages::{CameraModel, Picture};
use skidpad_scene::{Facet, Facets, Light, PosedScene, Ray, RayList, SceneHit, Sky};
use std::ops::Range;

/// A camera's projection, its clipping distances, and the direction of every ray.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraOptics {
    /// Picture size and projection.
    pub camera: CameraModel,
    /// Nothing nearer is seen [m], along the optical axis.
    pub near_m: f64,
    /// Nothing farther is seen [m].
    pub far_m: f64,
    /// Rays per pixel side.
    pub samples: u32,
    /// Time from the first row to the last [s]; 0 where all rows are taken at once.
    pub readout_s: f64,
}

/// Where an optical frame (z forward, x right, y down) is at a time counted from that of the picture [s], zero or
/// before: its rotation and its place in the world.
pub type OpticalPath<'a> = &'a (dyn Fn(f64) -> (Rotation3, Vec3) + Sync);

/// The rays of a picture.
///
/// The direction (x, y, 1) of a pixel, turned into the world, is r₀ x + r₁ y + r₂ with the columns r of the
/// rotation. Without distortion x belongs to the column of the picture and y to the row: r₀ x and r₁ y are
/// taken once each.
pub(crate) struct PixelRays<'a> {
    optics: &'a CameraOptics,
    rotation: Rotation3,
    /// r₀ x by sample along the row, then by axis and column; none with distortion.
    columns: Vec<[Vec<f64>; 3]>,
    /// r₁ y by sample along the column, then by axis and row.
    rows: Vec<[Vec<f64>; 3]>,
    /// With a rolling shutter: the rotation of each row, and where it starts from the view's origin [m].
    moving: Vec<(Rotation3, [f32; 3])>,
}

/// Samples at the middles of equal parts of a pixel, as many as its side has; one more in the middle of the pixel.
fn sample_offset(side: u32, sample: u32) -> f64 {
    if sample == side { 0.0 } else { (f64::from(sample) + 0.5) / f64::from(side) - 0.5 }
}

impl PixelRays<'_> {
    /// The rays of a sample of the pixels of a patch, from the near to the far distance; without length where the
    /// lens leads no light. Their origins count from the view's, which is the camera's place; along them, t counts
    /// depth beyond the near distance [m]. Directions have length one along the optical axis.
    pub(crate) fn fill(&self, patch: &Patch, sample: [u32; 2], rays: &mut RayList) {
        let optics = self.optics;
        rays.resize(patch.len());
        rays.t_max.fill((optics.far_m - optics.near_m) as f32);
        for (row, places) in patch.rows() {
            if self.columns.is_empty() {
                let rotation = self.moving.get(row).map_or(&self.rotation, |(rotation, _)| rotation);
                self.fill_single(rotation, row, patch.left, sample, places, rays);
                continue;
            }
            let (columns, rows) = (&self.columns[sample[0] as usize], &self.rows[sample[1] as usize]);
            for axis in 0..3 {
                let (by_row, ahead) = (rows[axis][row], self.rotation.rows[axis][2]);
                let by_column = &columns[axis][patch.columns()];
                for (out, along) in rays.directions[axis][places.clone()].iter_mut().zip(by_column) {
                    *out = (along + by_row + ahead) as f32;
                }
            }
        }
        let near = optics.near_m as f32;
        for (origins, directions) in rays.origins_m.iter_mut().zip(&rays.directions) {
            for (origin, direction) in origins.iter_mut().zip(directions) {
                *origin = near * direction;
            }
        }
        if !self.moving.is_empty() {
            for (row, places) in patch.rows() {
                for (origins, from) in rays.origins_m.iter_mut().zip(self.moving[row].1) {
                    origins[places.clone()].iter_mut().for_each(|origin| *origin += from);
                }
            }
        }
    }

    /// Directions of a row, each by itself.
    fn fill_single(
        &self,
        rotation: &Rotation3,
        row: usize,
        column: usize,
        sample: [u32; 2],
        part: Range<usize>,
        rays: &mut RayList,
    ) {
        let [across, down] = sample.map(|sample| sample_offset(self.optics.side(), sample));
        let v = row as f64 + down;
        for (place, column) in part.zip(column..) {
            let looked_at = self.optics.camera.direction([column as f64 + across, v]);
            if looked_at.is_none() {
                rays.t_max[place] = -1.0;
            }
            let [x, y] = looked_at.unwrap_or_default();
            let d = rotation.rotate(Vec3::new(x, y, 1.0));
            for (directions, value) in rays.directions.iter_mut().zip([d.x, d.y, d.z]) {
                directions[place] = value as f32;
            }
        }
    }
}

/// See-through surfaces that a ray may pass.
const MOST_LAYERS: usize = 6;
/// Rays that go on from a surface start this far off it, as a share of its distance…
const OFFSET_SHARE: f32 = 1e-5;
/// … but at least this far [m].
const OFFSET_M: f32 = 1e-4;

impl CameraOptics {
    /// Columns and rows of its picture.
    pub(crate) fn size(&self) -> [usize; 2] {
        [self.camera.width as usize, self.camera.height as usize]
    }

    /// Samples along a side of a pixel.
    fn side(&self) -> u32 {
        self.samples.max(1)
    }

    /// Rays of a picture that may be taken row by row. At time zero the camera is at the origin of the scene's view.
    ///
    /// Row r of n is taken at −readout·(n − 1 − r)/n.
    pub(crate) fn rays_along(&self, path: OpticalPath<'_>) -> PixelRays<'_> {
        let (rotation, origin) = path(0.0);
        let count = self.camera.height;
        let row_at = |row: u32| {
            let time_s = -self.readout_s * f64::from(count - 1 - row) / f64::from(count);
            let (rotation, at) = path(time_s);
            let from = at - origin;
            (rotation, [from.x, from.y, from.z].map(|value| value as f32))
        };
        let is_rolling = self.readout_s > 0.0;
        self.rays_of(&rotation, if is_rolling { (0..count).map(row_at).collect() } else { Vec::new() })
    }

    fn rays_of(&self, rotation: &Rotation3, moving: Vec<(Rotation3, [f32; 3])>) -> PixelRays<'_> {
        let side = self.side();
        let is_straight = self.camera.is_pinhole() && moving.is_empty();
        let turned = |along: usize, count: u32, sample: u32| {
            let place = |k: u32| f64::from(k) + sample_offset(side, sample);
            let at = |k: u32| self.camera.direction([place(k), place(k)]).unwrap_or_default()[along];
            let slopes: Vec<f64> = (0..count).map(at).collect();
            rotation.rows.map(|row| slopes.iter().map(|slope| row[along] * slope).collect())
        };
        let tables = |along: usize, count: u32| -> Vec<[Vec<f64>; 3]> {
            if is_straight {
                (0..=side).map(|sample| turned(along, count, sample)).collect()
            } else {
                Vec::new()
            }
        };
        PixelRays {
            optics: self,
            rotation: *rotation,
            columns: tables(0, self.camera.width),
            rows: tables(1, self.camera.height),
            moving,
        }
    }

    /// A colour picture, with the truth about what each pixel shows. The optical frame's place is the origin of
    /// the posed's view.
    pub fn picture(
        &self,
        optical_in_world: &Pose3,
        posed: &PosedScene<'_>,
        light: &Light,
        sky: &Sky,
        workers: Workers<'_>,
    ) -> Picture {
        let (rotation, at) = (optical_in_world.rotation(), optical_in_world.position());
        self.picture_along(&|_| (rotation, at), posed, light, sky, workers)
    }

    /// The same for a camera that moves while it takes its rows.
    /// Leaves out: the motion of other things, and of its own vehicle, meanwhile.
    pub fn picture_along(
        &self,
        path: OpticalPath<'_>,
        posed: &PosedScene<'_>,
        light: &Light,
        sky: &Sky,
        workers: Workers<'_>,
    ) -> Picture {
        let side = self.side();
        let sample_count = side * side;
        // The ray in the middle tells the truth; an even number of samples has none there.
        let middle = (!side.is_multiple_of(2)).then_some(sample_count / 2);
        let pixel_rays = self.rays_along(path);
        let memory = || CameraView::new(posed, light, sky);
        let pixels = fill_patches(self.size(), workers, memory, |look, patch, pixels: &mut [Pixel]| {
            look.sums.clear();
            look.sums.resize(pixels.len(), [0.0; 3]);
            for sample in 0..sample_count {
                pixel_rays.fill(patch, [sample % side, sample / side], &mut look.rays);
                look.trace(patch.width, (Some(sample) == middle).then_some(&mut *pixels));
                look.add_colours();
            }
            if middle.is_none() {
                pixel_rays.fill(patch, [side, side], &mut look.rays);
                look.label(patch.width, pixels);
            }
            for (pixel, sum) in pixels.iter_mut().zip(&look.sums) {
                pixel.rgb =
                    sum.map(|value| (value / sample_count as f32 * 255.0 + 0.5).clamp(0.0, 255.0) as u8);
            }
        });
        Picture {
            camera: self.camera,
            rgb: pixels.iter().map(|pixel| pixel.rgb).collect::<Vec<_>>().into_flattened(),
            labels: pixels.iter().map(|pixel| pixel.label).collect(),
            instances: pixels.iter().map(|pixel| pixel.instance).collect(),
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Pixel {
    rgb: [u8; 3],
    label: u8,
    instance: u32,
}

impl Pixel {
    /// Tell what is there; the sky if nothing.
    #[inline]
    fn name(&mut self, facet: Option<&Facet>) {
        (self.label, self.instance) = facet.map_or((0, 0), |facet| (facet.class.label(), facet.instance));
    }
}

/// The rays of a patch of a picture and what they meet: all first hits together, then all their shadows.
struct CameraView<'a> {
    posed: &'a PosedScene<'a>,
    light: &'a Light,
    sky: &'a Sky,
    /// Towards the sun.
    to_light: [f32; 3],
    rays: RayList,
    hits: Vec<Option<SceneHit>>,
    facets: Facets<'a, Facet>,
    /// What was hit, before its shadow is known.
    surfaces: Vec<Sunlit>,
    /// From there to the sun; without length where it does not matter.
    to_sun: RayList,
    /// Share of sunlight that comes through.
    sunlight: Vec<f32>,
    /// Colours of pixels, added up over samples.
    sums: Vec<[f32; 3]>,
    /// What throws shadows.
    casters: &'a PosedScene<'a>,
    /// Whether there is more light than that of the sun.
    has_more_light: bool,
}

/// A surface as the sun would light it.
#[derive(Debug, Clone, Copy, Default)]
struct Sunlit {
    rgba: [f32; 4],
    /// Cosine of the angle at which sunlight meets it, at least 0; [`UNLIT`] where light changes nothing.
    facing: f32,
    /// Light of lamps, glow and sky, where there is any.
    added: [f32; 3],
}

/// For surfaces that show their colour as it is.
const UNLIT: f32 = -1.0;

impl<'a> CameraView<'a> {
    fn new(posed: &'a PosedScene<'a>, light: &'a Light, sky: &'a Sky) -> CameraView<'a> {
        CameraView {
            posed,
            light,
            sky,
            to_light: light.direction.map(|value| -value),
            rays: RayList::default(),
            hits: Vec::new(),
            facets: Facets::new(posed, |facet| *facet),
            surfaces: Vec::new(),
            to_sun: RayList::default(),
            sunlight: Vec::new(),
            sums: Vec::new(),
            casters: posed.shadow_casters(),
            has_more_light: has_more_than_sun(posed, light),
        }
    }

    /// First hits of all rays, so many in a row, and the sunlight there; what pixels show, if they are given.
    fn trace(&mut self, width: usize, pixels: Option<&mut [Pixel]>) {
        self.posed.first_hits_of_rows(&self.rays, width, &mut self.hits);
        self.light_up(pixels);
        if self.light.has_shadows {
            self.casters.lights_through_rows(&self.to_sun, width, &mut self.sunlight);
        } else {
            self.sunlight.clear();
            self.sunlight.resize(self.rays.len(), 1.0);
        }
    }

    /// What pixels show, without its light.
    fn label(&mut self, width: usize, pixels: &mut [Pixel]) {
        self.posed.first_hits_of_rows(&self.rays, width, &mut self.hits);
        for (pixel, hit) in pixels.iter_mut().zip(&self.hits) {
            pixel.name(hit.as_ref().map(|hit| self.facets.at(hit)));
        }
    }

    /// How the sun would light what was hit, and the ways from there to the sun; labels of pixels, if they are given.
    #[allow(clippy::needless_range_loop, reason = "rays go by number through several lists side by side")]
    fn light_up(&mut self, mut pixels: Option<&mut [Pixel]>) {
        let count = self.rays.len();
        self.surfaces.resize(count, Sunlit::default());
        if self.to_sun.len() != count {
            self.to_sun.resize(count);
            for (directions, value) in self.to_sun.directions.iter_mut().zip(self.to_light) {
                directions.fill(value);
            }
        }
        let hits = &self.hits[..count];
        let [ox, oy, oz] = self.rays.origins_m.each_ref().map(|list| &list[..count]);
        let [dx, dy, dz] = self.rays.directions.each_ref().map(|list| &list[..count]);
        let [x, y, z] = self.to_sun.origins_m.each_mut().map(|list| &mut list[..count]);
        let (t_max, surfaces) = (&mut self.to_sun.t_max[..count], &mut self.surfaces[..count]);
        for k in 0..count {
            // Without length: turned away, or nothing there.
            t_max[k] = -1.0;
            let facet = hits[k].as_ref().map(|hit| (hit, self.facets.at(hit)));
            if let Some(pixels) = &mut pixels {
                pixels[k].name(facet.map(|(_, facet)| facet));
            }
            let Some((hit, facet)) = facet else { continue };
            let ray = Ray { origin_m: [ox[k], oy[k], oz[k]], direction: [dx[k], dy[k], dz[k]], t_max: 0.0 };
            let (mut surface, to_sun) = sunlit(self.posed, facet, self.to_light, &ray, hit);
            if self.has_more_light {
                surface.added =
                    more_light(self.posed, self.casters, self.light, facet, &ray, hit, &surface, to_sun);
            }
            surfaces[k] = surface;
            if surface.facing > 0.0 {
                ([x[k], y[k], z[k]], t_max[k]) = (to_sun, f32::INFINITY);
            }
        }
    }

    fn add_colours(&mut self) {
        let mut sums = std::mem::take(&mut self.sums);
        for (place, sum) in sums.iter_mut().enumerate() {
            let (surface, sunlight) = (&self.surfaces[place], self.sunlight[place]);
            // Most surfaces are opaque: what they show is all.
            let colour = match &self.hits[place] {
                Some(_) if surface.rgba[3] >= 1.0 && surface.facing >= 0.0 => {
                    surface.lit(self.light, sunlight)
                }
                _ => self.colour(place),
            };
            for (sum, value) in sum.iter_mut().zip(colour) {
                *sum += value;
            }
        }
        self.sums = sums;
    }

    /// What a ray sees, red green blue: surfaces from front to back until one is opaque, then the sky. Nothing where
    /// the lens leads no light.
    fn colour(&mut self, index: usize) -> [f32; 3] {
        let mut ray = self.rays.get(index);
        let Some(mut met) = self.hits[index] else {
            let is_dark = ray.t_max < 0.0;
            return if is_dark { [0.0; 3] } else { self.sky.rgb(ray.direction) };
        };
        let (mut surface, mut sunlight) = (self.surfaces[index], self.sunlight[index]);
        let mut seen = [0.0_f32; 3];
        let mut share = 1.0_f32;
        for _ in 1..=MOST_LAYERS {
            let opacity = surface.rgba[3].clamp(0.0, 1.0);
            for (seen, value) in seen.iter_mut().zip(surface.shown(self.light, sunlight)) {
                *seen += share * opacity * value;
            }
            share *= 1.0 - opacity;
            if share < 1e-3 {
                return seen;
            }
            let begin = met.t + (OFFSET_SHARE * met.t).max(OFFSET_M);
            let origin_m = std::array::from_fn(|k| ray.origin_m[k] + begin * ray.direction[k]);
            ray = Ray { origin_m, t_max: ray.t_max - begin, ..ray };
            let Some(next) = self.posed.first_hit(&ray) else { break };
            met = next;
            let origin_m;
            let facet = *self.facets.at(&met);
            (surface, origin_m) = sunlit(self.posed, &facet, self.to_light, &ray, &met);
            if self.has_more_light {
                surface.added =
                    more_light(self.posed, self.casters, self.light, &facet, &ray, &met, &surface, origin_m);
            }
            sunlight = 1.0;
            if self.light.has_shadows && surface.facing > 0.0 {
                let to_sun = Ray { origin_m, direction: self.to_light, t_max: f32::INFINITY };
                sunlight = self.casters.light_through(&to_sun);
            }
        }
        let behind = self.sky.rgb(ray.direction);
        std::array::from_fn(|k| seen[k] + share * behind[k])
    }
}

impl Sunlit {
    /// The colour it shows.
    fn shown(&self, light: &Light, sunlight: f32) -> [f32; 3] {
        let [r, g, b, _] = self.rgba;
        if self.facing == UNLIT {
            let [x, y, z] = self.added;
            [r + x, g + y, b + z]
        } else {
            self.lit(light, sunlight)
        }
    }

    /// c·(ambient + diffuse·max(0, n·l)·s) with the share s of sunlight that reaches it (Lambert), and what is added.
    #[inline]
    fn lit(&self, light: &Light, sunlight: f32) -> [f32; 3] {
        // A surface turned away has no use for the light on its other side, be it known or not.
        let sunlight = if self.facing == 0.0 { 0.0 } else { self.facing * sunlight };
        let strength = light.ambient + light.diffuse * sunlight;
        std::array::from_fn(|k| self.rgba[k] * light.rgb[k] * strength + self.added[k])
    }
}

/// A surface, and the place right in front of it where the way to the sun starts.
#[inline(always)]
fn sunlit(
    posed: &PosedScene<'_>,
    facet: &Facet,
    to_light: [f32; 3],
    ray: &Ray,
    hit: &SceneHit,
) -> (Sunlit, [f32; 3]) {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let is_away = dot(facet.normal, ray.direction) > 0.0;
    let normal = if is_away { facet.normal.map(|value| -value) } else { facet.normal };
    let rgba = facet.rgba.unwrap_or_else(|| posed.rgba(hit));
    let geometric = dot(normal, to_light);
    let facing = if facet.is_shaded { dot(posed.shading_normal(normal, hit), to_light) } else { geometric };
    let facing = if geometric > 0.0 { facing.max(0.0) } else { 0.0 };
    let facing = if facet.is_lit { facing } else { UNLIT };
    let off = OFFSET_M + OFFSET_SHARE * hit.t;
    let at = |k: usize| ray.origin_m[k] + hit.t * ray.direction[k] + off * normal[k];
    (Sunlit { rgba, facing, added: [0.0; 3] }, [at(0), at(1), at(2)])
}

/// The light on a surface that is not the sun's.
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "the parts of one hit, which the fast path has apart")]
fn more_light(
    posed: &PosedScene<'_>,
    casters: &PosedScene<'_>,
    light: &Light,
    facet: &Facet,
    ray: &Ray,
    hit: &SceneHit,
    surface: &Sunlit,
    place_m: [f32; 3],
) -> [f32; 3] {
    let normal = posed.normal(ray, hit);
    let shading_normal = if facet.is_shaded { posed.shading_normal(normal, hit) } else { normal };
    let [r, g, b, _] = surface.rgba;
    let lit = LampLit { rgb: [r, g, b], place_m, normal, shading_normal };
    added_light(&lit, facet, light, posed, casters)
}
