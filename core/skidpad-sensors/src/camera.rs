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
        fill_tiles(&mut pixels, pool, |first, pixels| {
            let mut sums = vec![[0.0_f32; 3]; pixels.len()];
            let mut hits = Vec::with_capacity(pixels.len());
            for sample in 0..sample_count {
                let rays: Vec<Ray> =
                    (first..first + pixels.len()).map(|pixel| self.ray(&rotation, pixel, sample)).collect();
                moment.first_hits(&rays, &mut hits);
                for (((sum, pixel), ray), hit) in sums.iter_mut().zip(&mut *pixels).zip(&rays).zip(&hits) {
                    let rgb = colour(moment, light, sky, ray, *hit);
                    for (sum, value) in sum.iter_mut().zip(rgb) {
                        *sum += value;
                    }
                    if sample == middle
                        && let Some(hit) = hit
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

/// What a ray sees, red green blue: surfaces from front to back until one is opaque, then the sky.
fn colour(moment: &Moment<'_>, light: &Light, sky: &Sky, ray: &Ray, hit: Option<SceneHit>) -> [f32; 3] {
    let mut seen = [0.0_f32; 3];
    let mut share = 1.0_f32;
    let mut ray = *ray;
    let mut hit = hit;
    for _ in 0..MOST_LAYERS {
        let Some(met) = hit else { break };
        let (rgb, opacity) = lit(moment, light, &ray, &met);
        for (seen, value) in seen.iter_mut().zip(rgb) {
            *seen += share * opacity * value;
        }
        share *= 1.0 - opacity;
        if share < 1e-3 {
            return seen;
        }
        let begin = met.t + (OFFSET_SHARE * met.t).max(OFFSET_M);
        let origin_m = std::array::from_fn(|k| ray.origin_m[k] + begin * ray.direction[k]);
        ray = Ray { origin_m, t_max: ray.t_max - begin, ..ray };
        hit = moment.first_hit(&ray);
    }
    let behind = sky.rgb(ray.direction);
    std::array::from_fn(|k| seen[k] + share * behind[k])
}

/// Colour and opacity of a surface in the light: c·(ambient + (1 − ambient)·max(0, n·l)·s) with the share s of
/// sunlight that reaches it (Lambert).
fn lit(moment: &Moment<'_>, light: &Light, ray: &Ray, hit: &SceneHit) -> ([f32; 3], f32) {
    let surface = moment.surface(ray, hit);
    let to_sun = light.direction.map(|value| -value);
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let facing = dot(surface.shading_normal, to_sun).max(0.0);
    let is_turned_away = dot(surface.normal, to_sun) <= 0.0;
    let sunlight = if facing == 0.0 || is_turned_away {
        0.0
    } else if light.has_shadows {
        let off = OFFSET_M + OFFSET_SHARE * hit.t;
        let origin_m = std::array::from_fn(|k| surface.position_m[k] + off * surface.normal[k]);
        facing * moment.light_through(&Ray { origin_m, direction: to_sun, t_max: f32::INFINITY })
    } else {
        facing
    };
    let strength = light.ambient + (1.0 - light.ambient) * sunlight;
    let [r, g, b, opacity] = surface.rgba;
    let rgb = [r * light.rgb[0], g * light.rgb[1], b * light.rgb[2]].map(|value| value * strength);
    (rgb, opacity.clamp(0.0, 1.0))
}
