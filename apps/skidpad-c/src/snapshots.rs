//! The complete state as bytes.

use crate::border::{copy, list, offer};
use crate::handles::{SkidpadSimulation, with};
use crate::status::{Failure, SkidpadStatus};
use skidpad::sim::Snapshot;
use std::ffi::c_void;

/// Everything that the next step depends on, as bytes. Commands that were not applied yet are not part of it.
///
/// The number of bytes is written to `length`, also where they do not fit: ask first with `bytes` null and a capacity
/// of 0, which returns SKIDPAD_TOO_SMALL.
///
/// # Safety
/// `bytes` is null or points to `capacity` bytes; `length` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_snapshot(
    simulation: *const SkidpadSimulation,
    bytes: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let snapshot = session.sim.snapshot()?.to_bytes();
        let snapshot = snapshot.map_err(|problem| Failure::new(SkidpadStatus::BadSnapshot, problem))?;
        // SAFETY: the caller's promises, passed on.
        unsafe {
            offer(length, snapshot.len());
            copy(&snapshot, bytes, capacity)
        }
    })
}

/// Continue from a snapshot of this world. If this fails, the simulation is unchanged.
///
/// # Safety
/// `bytes` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_restore(
    simulation: *mut SkidpadSimulation,
    bytes: *const c_void,
    length: usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        // SAFETY: the caller's promise, passed on.
        let bytes: Vec<u8> = unsafe { list(bytes.cast(), length, "bytes") }?;
        let snapshot = Snapshot::from_bytes(&bytes);
        let snapshot = snapshot.map_err(|problem| Failure::new(SkidpadStatus::BadSnapshot, problem))?;
        session.sim.restore(&snapshot)?;
        session.forget();
        Ok(())
    })
}
