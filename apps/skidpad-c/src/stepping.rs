//! Time: steps, the clock, the start, and the hash that two runs compare.

use crate::border::put;
use crate::handles::{SkidpadSimulation, with};
use crate::status::{Failure, SkidpadStatus};
use skidpad::Simulation;

/// Where a simulation is in time.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadClock {
    /// Steps made.
    pub step_count: u64,
    /// Simulated time [ns]: steps times the length of a step.
    pub time_ns: u64,
    /// Length of a step [ns].
    pub step_ns: u64,
}

/// Make steps. Commands given before are applied in the first one; set points hold until they are replaced.
///
/// Ends early, with SKIDPAD_REFUSED, after a step that could not follow a command.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_step(simulation: *mut SkidpadSimulation, step_count: u64) -> SkidpadStatus {
    with(simulation, |session| {
        for _ in 0..step_count {
            let seen = session.sim.step(&session.commands);
            let refusal = if seen.events.is_empty() {
                None
            } else {
                let seen = session.sim.observations();
                session.commands.first_refusal(usize::MAX, &seen.events, session.sim.roster())
            };
            session.commands.clear();
            if let Some(refusal) = refusal {
                return Err(Failure::new(SkidpadStatus::Refused, refusal));
            }
        }
        Ok(())
    })
}

/// Where the simulation is in time.
///
/// # Safety
/// `clock` points to a clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_clock(
    simulation: *const SkidpadSimulation,
    clock: *mut SkidpadClock,
) -> SkidpadStatus {
    with(simulation, |session| {
        let seen = session.sim.observations();
        let (step_count, time_ns) = (seen.step, seen.time_ns);
        let now = SkidpadClock { step_count, time_ns, step_ns: session.sim.step_ns() };
        // SAFETY: the caller's promise, passed on.
        unsafe { put(clock, now, "clock") }
    })
}

/// Go back to the start. Commands that were not applied are forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_reset(simulation: *mut SkidpadSimulation) -> SkidpadStatus {
    with(simulation, |session| {
        session.sim.reset();
        session.forget();
        Ok(())
    })
}

/// Go back to the start with other random numbers. Random numbers in the world file keep their values.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_reseed(simulation: *mut SkidpadSimulation, seed: u64) -> SkidpadStatus {
    with(simulation, |session| {
        session.sim = Simulation::from(session.sim.core().with_seed(seed));
        session.forget();
        Ok(())
    })
}

/// Hash of the state: every pose, velocity, spin and controller memory. "skidpad launch --hash" prints the same.
///
/// # Safety
/// `hash` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_state_hash(
    simulation: *const SkidpadSimulation,
    hash: *mut u64,
) -> SkidpadStatus {
    with(simulation, |session| {
        // SAFETY: the caller's promise, passed on.
        unsafe { put(hash, session.sim.state_hash(), "hash") }
    })
}
