//! A library in Rust brings a class of sensors along and hands a simulation over; the C interface reads its arrays.

use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::messages::{ArraysReading, NamedArray, ReadingData};
use skidpad::{Extensions, Simulation, World, WorldOptions};
use skidpad_c::*;
use std::ffi::{CStr, c_char};
use std::ptr::null_mut;
use std::sync::Arc;

/// Measures its height, and the numbers 1, 2 and infinity; fails from a second on.
struct Altimeter;

impl SensorModel for Altimeter {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        assert!(at.time_ns < 1_000_000_000, "it is old");
        let height = NamedArray::new("height_m", "m", vec![at.sensor_in_world.z_m]);
        let counts = NamedArray::new("counts", "", vec![1.0, 2.0, f64::INFINITY]);
        ReadingData::Arrays(ArraysReading { arrays: vec![height, counts], ..ArraysReading::default() })
    }
}

fn handed_over() -> *mut SkidpadSimulation {
    let altimeter = SensorClass::new("Measures its height.", &[], |_| Ok(Altimeter));
    let extensions = Arc::new(Extensions::new().sensor("altimeter", altimeter));
    let text =
        "<mvsim_world><sensor class='altimeter' name='height'><pose_3d>0 0 1.5 0 0 0</pose_3d></sensor>
        <sensor class='imu' name='imu'/></mvsim_world>";
    let world = World::from_text(text, &WorldOptions { extensions, ..WorldOptions::default() });
    hand_over(Simulation::build(&world.without_errors().expect("a valid world")).expect("it builds"))
}

fn last_error() -> String {
    // SAFETY: a text of this thread, which no call changes meanwhile.
    unsafe { CStr::from_ptr(skidpad_last_error()) }.to_string_lossy().into_owned()
}

#[test]
fn the_arrays_of_a_sensor_of_ones_own_reach_c() {
    let sim = handed_over();
    let mut reading = std::mem::MaybeUninit::<SkidpadReading>::uninit();
    let (mut count, mut length, mut values) = (0, 0, [0.0; 3]);
    let (mut name, mut unit) = ([0; 32], [0; 32]);
    let told = |text: &[c_char]| {
        // SAFETY: an array of the test with a closing zero byte.
        unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().expect("UTF-8").to_owned()
    };
    // SAFETY: variables and arrays of the test with their lengths.
    unsafe {
        assert_eq!(skidpad_named_array_count(sim, 0, &raw mut count), SkidpadStatus::NoSuchArray);
        assert!(last_error().contains("has not been read"), "{}", last_error());
        assert_eq!(skidpad_read(sim, 0, reading.as_mut_ptr()), SkidpadStatus::Ok);
        assert_eq!(reading.assume_init().kind, SkidpadKind::Arrays);
        assert_eq!(skidpad_named_array_count(sim, 0, &raw mut count), SkidpadStatus::Ok);
        assert_eq!(count, 2);
        let status = skidpad_named_array_name(sim, 0, 0, name.as_mut_ptr(), 32, &raw mut length);
        assert_eq!((status, told(&name).as_str(), length), (SkidpadStatus::Ok, "height_m", 8));
        let status = skidpad_named_array_unit(sim, 0, 0, unit.as_mut_ptr(), 32, null_mut());
        assert_eq!((status, told(&unit).as_str()), (SkidpadStatus::Ok, "m"));
        let status =
            skidpad_named_array(sim, 0, c"height_m".as_ptr(), values.as_mut_ptr(), 3, &raw mut length);
        assert_eq!((status, length, values[0]), (SkidpadStatus::Ok, 1, 1.5));

        let status = skidpad_named_array(sim, 0, c"counts".as_ptr(), values.as_mut_ptr(), 2, &raw mut length);
        assert_eq!((status, length), (SkidpadStatus::TooSmall, 3), "the length that is needed is written");
        let status = skidpad_named_array(sim, 0, c"counts".as_ptr(), values.as_mut_ptr(), 3, &raw mut length);
        assert_eq!((status, values), (SkidpadStatus::Ok, [1.0, 2.0, f64::INFINITY]));

        let status = skidpad_named_array(sim, 0, c"heigth_m".as_ptr(), values.as_mut_ptr(), 3, null_mut());
        assert_eq!(status, SkidpadStatus::NoSuchArray);
        assert!(last_error().contains("the reading has height_m, counts"), "{}", last_error());
        let status = skidpad_named_array_name(sim, 0, 2, name.as_mut_ptr(), 32, null_mut());
        assert_eq!(status, SkidpadStatus::NoSuchArray);
        assert_eq!(skidpad_read(sim, 1, null_mut()), SkidpadStatus::Ok);
        assert_eq!(skidpad_named_array_count(sim, 1, &raw mut count), SkidpadStatus::NoSuchArray);
        assert!(last_error().contains("no named arrays"), "{}", last_error());

        assert_eq!(skidpad_step(sim, 400), SkidpadStatus::Ok);
        assert_eq!(skidpad_read(sim, 0, null_mut()), SkidpadStatus::Ok);
        assert_eq!(skidpad_named_array_count(sim, 0, &raw mut count), SkidpadStatus::NoSuchArray);
        assert!(last_error().contains("the sensor failed: it panicked: it is old"), "{}", last_error());
        skidpad_free(sim);
    }
}
