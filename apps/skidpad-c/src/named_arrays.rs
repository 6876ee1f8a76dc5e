//! Named arrays: what sensors of classes measure that a program in Rust brought along.

use crate::border::{copy, offer, put, put_text, text};
use crate::handles::{Session, SkidpadSimulation, with};
use crate::readings::last_reading;
use crate::status::{Failure, SkidpadStatus};
use skidpad::messages::{NamedArray, ReadingData};
use std::ffi::c_char;

/// The arrays of the last reading of a sensor.
fn arrays(session: &Session, sensor: u32) -> Result<&[NamedArray], Failure> {
    let ReadingData::Arrays(it) = &last_reading(session, sensor)?.data else {
        return Err(Failure::new(SkidpadStatus::NoSuchArray, "the sensor has no named arrays"));
    };
    match &it.failure {
        None => Ok(&it.arrays),
        Some(because) => {
            Err(Failure::new(SkidpadStatus::NoSuchArray, format!("the sensor failed: {because}")))
        }
    }
}

/// The array with this number, from 0.
fn array(session: &Session, sensor: u32, number: u32) -> Result<&NamedArray, Failure> {
    let arrays = arrays(session, sensor)?;
    arrays.get(number as usize).ok_or_else(|| {
        let message = format!("there is no array {number}; the reading has {}, counted from 0", arrays.len());
        Failure::new(SkidpadStatus::NoSuchArray, message)
    })
}

/// Number of named arrays of the last reading of a sensor, which is of SKIDPAD_KIND_ARRAYS.
///
/// # Safety
/// `array_count` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_named_array_count(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    array_count: *mut u32,
) -> SkidpadStatus {
    with(simulation, |session| {
        let count = arrays(session, sensor)?.len() as u32;
        // SAFETY: the caller's promise, passed on.
        unsafe { put(array_count, count, "array_count") }
    })
}

/// The name of a named array, as skidpad_vehicle_name gives that of a vehicle. They are numbered from 0.
///
/// # Safety
/// As that of `skidpad_vehicle_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_named_array_name(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    number: u32,
    name: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let found = array(session, sensor, number)?;
        // SAFETY: the caller's promises, passed on.
        unsafe { put_text(&found.name, name, capacity, length) }
    })
}

/// The unit of a named array, which may be empty.
///
/// # Safety
/// As that of `skidpad_vehicle_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_named_array_unit(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    number: u32,
    unit: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let found = array(session, sensor, number)?;
        // SAFETY: the caller's promises, passed on.
        unsafe { put_text(&found.unit, unit, capacity, length) }
    })
}

/// Copy the named array with this name, and write how many numbers it has. Infinity means that nothing was met.
///
/// # Safety
/// `name` is a text that ends with a zero byte; `to` points to `capacity` numbers; `length` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_named_array(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    name: *const c_char,
    to: *mut f64,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        // SAFETY: the caller's promises, passed on.
        unsafe {
            let name = text(name, "name")?;
            let arrays = arrays(session, sensor)?;
            let Some(found) = arrays.iter().find(|array| array.name == name) else {
                let known: Vec<&str> = arrays.iter().map(|array| array.name.as_str()).collect();
                let message = format!("there is no array \"{name}\"; the reading has {}", known.join(", "));
                return Err(Failure::new(SkidpadStatus::NoSuchArray, message));
            };
            offer(length, found.values.len());
            copy(&found.values, to.cast(), capacity.saturating_mul(size_of::<f64>()))
        }
    })
}
