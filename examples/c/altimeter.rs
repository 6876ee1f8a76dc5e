//! A library for programs in C, in Rust, with a sensor of its own: all of the C interface, and worlds that may say
//! `<sensor class="altimeter">`. altimeter.c uses it.

use skidpad_c::skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad_c::skidpad::messages::{ArraysReading, NamedArray, ReadingData};
use skidpad_c::skidpad::{Extensions, Param};
use skidpad_c::{SkidpadOptions, SkidpadSimulation, SkidpadStatus};
use std::ffi::c_char;

const PARAMETERS: &[Param] =
    &[Param::number("noise", "m").default("0.1").non_negative().doc("Standard deviation.")];

/// Measures its height three times.
struct Altimeter {
    noise_m: f64,
}

impl SensorModel for Altimeter {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let height_m = |index| at.sensor_in_world.z_m + self.noise_m * at.noise.normal(index);
        let arrays = vec![NamedArray::new("height_m", "m", [0, 1, 2].map(height_m).to_vec())];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }

    fn casts_rays(&self) -> bool {
        false
    }
}

/// As skidpad_load, for worlds with altimeters.
///
/// # Safety
/// As that of `skidpad_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn altimeter_load(
    path: *const c_char,
    options: *const SkidpadOptions,
    simulation: *mut *mut SkidpadSimulation,
) -> SkidpadStatus {
    let altimeter = SensorClass::new("Measures its height.", PARAMETERS, |values| {
        Ok(Altimeter { noise_m: values.number("noise") })
    });
    let extensions = Extensions::new().sensor("altimeter", altimeter);
    // SAFETY: the caller's promises, passed on.
    unsafe { skidpad_c::load_with(extensions, path, options, simulation) }
}
