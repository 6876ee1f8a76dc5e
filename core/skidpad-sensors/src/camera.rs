//! The colour camera, and the rays of any camera.

use crate::tiles::fill_tiles;
use rayon::ThreadPool;
use skidpad_math::{Pose3, Rotation3, Vec3};
use skidpad_messages::{CameraModel, Picture};
use skidpad_scene::{Light, Moment, Ray, SceneHit, Sky};

/// A camera's projection, its clipping distances, and the direction of every ray.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraEye {
    /// Picture size and projection.
    pub camera: CameraModel,
    /// Nothing nearer is seen [m], along the optical axis.
    pub near_m: f64,
    /// Nothing farther is seen [m].
    pub far_m: f64,
    /// Rays per pixel side.
    pub samples: u32,
}

/// See-through surfaces that a ray may pass.
const MOST_LAYERS: usize = 6;
/// Rays that go on from a surface start this far off it, as a share of its distance…
const OFFSET_SHARE: f32 = 1e-5;
/// … but at least this far [m].
const OFFSET_M: f32 = 1e-4;

impl CameraEye {
    /// The direction, along the world's axes with length one along the optical axis, that sample `sample` of a
    /// pixel looks at. `rotation` is that of the optical frame (z forward, x right, y down) in the world.
    pub(crate) fn direction(&self, rotation: &Rotation3, pixel: usize, sample: u32) -> [f32; 3] {
        let (column, row) = (pixel % self.camera.width as usize, pixel / self.camera.width as usize);
        let side = self.samples.max(1);
        // Samples at the middles of equal squares; a single one in the middle of the pixel.
        let offset = |k: u32| (f64::from(k) + 0.5) / f64::from(side) - 0.5;
        let at = [column as f64 + offset(sample % side), row as f64 + offset(sample / side)];
        let [x, y] = self.camera.direction(at);
        let d = rotation.rotate(Vec3::new(x, y, 1.0));
        [d.x as f32, d.y as f32, d.z as f32]
    }

    /// The ray of a sample, from the near to the far distance. Its origin counts from the view's, which is the
    /// camera's place; along it, t counts depth beyond the near distance [m].
    pub(crate) fn ray(&self, rotation: &Rotation3, pixel: usize, sample: u32) -> Ray {
        let direction = self.direction(rotation, pixel, sample);
        let near = self.near_m as f32;
        Ray { origin_m: direction.map(|d| near * d), direction, t_max: (self.far_m - self.near_m) as f32 }
    }

    /// A colour picture, with the truth about what each pixel shows. The optical frame's place is the origin of
    /// the moment's view.
    pub fn picture(
        &self,
        optical_in_world: &Pose3,
        moment: &Moment<'_>,
        light: &Light,
        sky: &Sky,
        pool: Option<&ThreadPool>,
    ) -> Picture {
        let rotation = optical_in_world.rotation();
        let sample_count = self.samples.max(1) * self.samples.max(1);
        // The sample in the middle tells the truth; of an even number the one right below it.
        let middle = sample_count / 2 + if self.samples.is_multiple_of(2) { self.samples / 2 } else { 0 };
        let mut pixels = vec![Pixel::default(); self.camera.pixel_count()];
        let width = self.camera.width as usize;
        fill_tiles(&mut pixels, width, pool, |first, pixels| {
            let mut sums = vec![[0.0_f32; 3]; pixels.len()];
            let mut look = Look::new(moment, light, sky, width);
            for sample in 0..sample_count {
                look.rays.clear();
                look.rays
                    .extend((first..first + pixels.len()).map(|pixel| self.ray(&rotation, pixel, sample)));
                look.trace();
                for (k, (sum, pixel)) in sums.iter_mut().zip(&mut *pixels).enumerate() {
                    for (sum, value) in sum.iter_mut().zip(look.colour(k)) {
                        *sum += value;
                    }
                    if sample == middle
                        && let Some(hit) = &look.hits[k]
                    {
                        let object = moment.object(hit);
                        (pixel.label, pixel.instance) = (object.class.label(), object.instance);
                    }
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                pixel.rgb =
                    sum.map(|value| (value / sample_count as f32 * 255.0 + 0.5).clamp(0.0, 255.0) as u8);
            }
        });
        Picture {
            camera: self.camera,
            rgb: pixels.iter().flat_map(|pixel| pixel.rgb).collect(),
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

/// The rays of a tile of a picture and what they meet: all first hits together, then all their shadows.
struct Look<'a> {
    moment: &'a Moment<'a>,
    light: &'a Light,
    sky: &'a Sky,
    /// Rays in a row.
    width: usize,
    rays: Vec<Ray>,
    hits: Vec<Option<SceneHit>>,
    /// What was hit, before its shadow is known.
    surfaces: Vec<Sunlit>,
    /// From there to the sun; without length where it does not matter.
    to_sun: Vec<Ray>,
    /// Share of sunlight that comes through.
    sunlight: Vec<f32>,
}

/// A surface as the sun would light it.
#[derive(Debug, Clone, Copy, Default)]
struct Sunlit {
    rgba: [f32; 4],
    /// Cosine of the angle at which sunlight meets it, at least 0.
    facing: f32,
}

impl<'a> Look<'a> {
    fn new(moment: &'a Moment<'a>, light: &'a Light, sky: &'a Sky, width: usize) -> Look<'a> {
        let (rays, hits, surfaces) = (Vec::new(), Vec::new(), Vec::new());
        Look { moment, light, sky, width, rays, hits, surfaces, to_sun: Vec::new(), sunlight: Vec::new() }
    }

    /// First hits of all rays, and the sunlight there.
    fn trace(&mut self) {
        self.moment.first_hits_of_rows(&self.rays, self.width, &mut self.hits);
        self.surfaces.clear();
        self.to_sun.clear();
        for (ray, hit) in self.rays.iter().zip(&self.hits) {
            let (surface, to_sun) =
                hit.map_or((Sunlit::default(), None), |hit| sunlit(self.moment, self.light, ray, &hit));
            self.surfaces.push(surface);
            self.to_sun.push(to_sun.unwrap_or(Ray { t_max: -1.0, ..*ray }));
        }
        if self.light.has_shadows {
            self.moment.lights_through_rows(&self.to_sun, self.width, &mut self.sunlight);
        } else {
            self.sunlight.clear();
            self.sunlight.resize(self.rays.len(), 1.0);
        }
    }

    /// What a ray sees, red green blue: surfaces from front to back until one is opaque, then the sky.
    fn colour(&self, index: usize) -> [f32; 3] {
        let mut ray = self.rays[index];
        let Some(mut met) = self.hits[index] else { return self.sky.rgb(ray.direction) };
        let (mut surface, mut sunlight) = (self.surfaces[index], self.sunlight[index]);
        let mut seen = [0.0_f32; 3];
        let mut share = 1.0_f32;
        for _ in 1..=MOST_LAYERS {
            let opacity = surface.rgba[3].clamp(0.0, 1.0);
            for (seen, value) in seen.iter_mut().zip(surface.lit(self.light, sunlight)) {
                *seen += share * opacity * value;
            }
            share *= 1.0 - opacity;
            if share < 1e-3 {
                return seen;
            }
            let begin = met.t + (OFFSET_SHARE * met.t).max(OFFSET_M);
            let origin_m = std::array::from_fn(|k| ray.origin_m[k] + begin * ray.direction[k]);
            ray = Ray { origin_m, t_max: ray.t_max - begin, ..ray };
            let Some(next) = self.moment.first_hit(&ray) else { break };
            met = next;
            let to_sun;
            (surface, to_sun) = sunlit(self.moment, self.light, &ray, &met);
            let shadow = to_sun.filter(|_| self.light.has_shadows);
            sunlight = shadow.map_or(1.0, |to_sun| self.moment.light_through(&to_sun));
        }
        let behind = self.sky.rgb(ray.direction);
        std::array::from_fn(|k| seen[k] + share * behind[k])
    }
}

impl Sunlit {
    /// c·(ambient + (1 − ambient)·max(0, n·l)·s) with the share s of sunlight that reaches it (Lambert).
    fn lit(&self, light: &Light, sunlight: f32) -> [f32; 3] {
        // A surface turned away has no use for the light on its other side, be it known or not.
        let sunlight = if self.facing == 0.0 { 0.0 } else { self.facing * sunlight };
        let strength = light.ambient + (1.0 - light.ambient) * sunlight;
        std::array::from_fn(|k| self.rgba[k] * light.rgb[k] * strength)
    }
}

/// A surface, and the way from it to the sun if it faces the sun.
fn sunlit(moment: &Moment<'_>, light: &Light, ray: &Ray, hit: &SceneHit) -> (Sunlit, Option<Ray>) {
    let normal = moment.normal(ray, hit);
    let shading_normal = moment.shading_normal(normal, hit);
    let rgba = moment.rgba(hit);
    let direction = light.direction.map(|value| -value);
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let facing = dot(shading_normal, direction).max(0.0);
    if facing == 0.0 || dot(normal, direction) <= 0.0 {
        return (Sunlit { rgba, facing: 0.0 }, None);
    }
    let off = OFFSET_M + OFFSET_SHARE * hit.t;
    let at = |k: usize| ray.origin_m[k] + hit.t * ray.direction[k] + off * normal[k];
    let to_sun = Ray { origin_m: [at(0), at(1), at(2)], direction, t_max: f32::INFINITY };
    (Sunlit { rgba, facing }, Some(to_sun))
}
