//! Simulations by their handles. A handle is a number in the shape of a pointer: it is looked up in a table and never
//! followed, so that a stale or wrong one is refused.

use crate::border::{call, put};
use crate::status::{Failure, SkidpadStatus};
use skidpad::Simulation;
use skidpad::messages::{Commands, Reading};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A simulated world. Programs hold a pointer to it, which they hand back and never follow.
///
/// Different simulations may be used by different threads at once; calls on the same one wait for each other.
#[repr(C)]
pub struct SkidpadSimulation {
    _private: [u8; 0],
}

/// What belongs to one handle.
pub(crate) struct Session {
    pub(crate) sim: Simulation,
    /// Commands for the next step.
    pub(crate) commands: Commands,
    /// The last reading of each sensor that was read, by its number.
    pub(crate) readings: BTreeMap<u32, Reading>,
}

impl Session {
    pub(crate) fn new(sim: Simulation) -> Session {
        Session { sim, commands: Commands::NONE, readings: BTreeMap::new() }
    }

    /// Forget what belongs to the state before.
    pub(crate) fn forget(&mut self) {
        self.commands.clear();
        self.readings.clear();
    }
}

struct Table {
    /// The number of the next handle; none is used twice.
    next: usize,
    sessions: BTreeMap<usize, Arc<Mutex<Session>>>,
}

static TABLE: Mutex<Table> = Mutex::new(Table { next: 1, sessions: BTreeMap::new() });

/// Nothing in the table's calls can panic half-way.
fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keep a simulation and write its handle.
///
/// # Safety
/// `handle` is null or points to a handle.
pub(crate) unsafe fn keep(sim: Simulation, handle: *mut *mut SkidpadSimulation) -> Result<(), Failure> {
    let mut table = table();
    let number = table.next;
    // SAFETY: passed on.
    unsafe { put(handle, std::ptr::without_provenance_mut(number), "the place for the simulation") }?;
    table.next += 1;
    table.sessions.insert(number, Arc::new(Mutex::new(Session::new(sim))));
    Ok(())
}

/// Hand a simulation over to a program in C: its handle, which the program frees with skidpad_free.
///
/// For libraries in Rust that bring classes of their own along: they build the simulation, and C does the rest.
pub fn hand_over(sim: Simulation) -> *mut SkidpadSimulation {
    let mut table = table();
    let number = table.next;
    table.next += 1;
    table.sessions.insert(number, Arc::new(Mutex::new(Session::new(sim))));
    std::ptr::without_provenance_mut(number)
}

fn unknown() -> Failure {
    Failure::new(
        SkidpadStatus::NoSuchSimulation,
        "there is no such simulation: it was freed, or never loaded",
    )
}

/// Do the work of a call on a simulation.
pub(crate) fn with(
    handle: *const SkidpadSimulation,
    work: impl FnOnce(&mut Session) -> Result<(), Failure>,
) -> SkidpadStatus {
    call(|| {
        let session = table().sessions.get(&handle.addr()).cloned().ok_or_else(unknown)?;
        let mut session = session.lock().map_err(|_| {
            Failure::new(SkidpadStatus::Internal, "an earlier call on this simulation failed inside; free it")
        })?;
        work(&mut session)
    })
}

/// Free a simulation. Its handle is then unknown; freeing a null pointer does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_free(simulation: *mut SkidpadSimulation) -> SkidpadStatus {
    call(|| {
        if simulation.is_null() {
            return Ok(());
        }
        // The table is unlocked before the world is dropped.
        let session = table().sessions.remove(&simulation.addr());
        session.map(drop).ok_or_else(unknown)
    })
}
