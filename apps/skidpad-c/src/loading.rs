//! From a world file, or a text, to a simulation.

use crate::border::{bytes, call, get, list, text};
use crate::handles::{SkidpadSimulation, keep};
use crate::status::{Failure, SkidpadStatus};
use rayon::ThreadPoolBuilder;
use skidpad::{Extensions, Simulation, World, WorldOptions};
use std::ffi::{CStr, c_char};
use std::path::PathBuf;
use std::sync::Arc;

/// How a world is loaded. All zeros are the defaults.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads for the rays of lidars and cameras; 0 and 1 trace on the calling thread. Readings do not depend on it.
    pub thread_count: u32,
    /// Not 0 to load textures, so that cameras see them.
    pub with_pictures: u32,
    /// Variables of the world, as texts "NAME=VALUE".
    pub variables: *const *const c_char,
    /// Number of variables.
    pub variable_count: usize,
}

/// Most threads for rays.
const MOST_THREADS: u32 = 1024;

/// The version of the library, as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no zero byte"),
        };
    VERSION.as_ptr()
}

/// Load a world file. `options` may be null. The simulation is freed with skidpad_free.
///
/// # Safety
/// `path` is a text that ends with a zero byte; `options` is null or points to options, and their variables to as many
/// texts as they say; `simulation` points to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_load(
    path: *const c_char,
    options: *const SkidpadOptions,
    simulation: *mut *mut SkidpadSimulation,
) -> SkidpadStatus {
    // SAFETY: the caller's promises, passed on.
    unsafe { load_with(Extensions::new(), path, options, simulation) }
}

/// As [`skidpad_load`], with classes of one's own: for a library in Rust that brings them along and offers C a function
/// like it. Everything else is done with the functions of this crate.
///
/// ```
/// use skidpad_c::skidpad::Extensions;
/// use skidpad_c::{SkidpadOptions, SkidpadSimulation, SkidpadStatus};
/// use std::ffi::c_char;
///
/// # fn extensions() -> Extensions { Extensions::new() }
/// #[unsafe(no_mangle)]
/// pub unsafe extern "C" fn my_robots_load(
///     path: *const c_char,
///     options: *const SkidpadOptions,
///     simulation: *mut *mut SkidpadSimulation,
/// ) -> SkidpadStatus {
///     // SAFETY: the caller's promises, passed on.
///     unsafe { skidpad_c::load_with(extensions(), path, options, simulation) }
/// }
/// ```
///
/// # Safety
/// As that of [`skidpad_load`].
pub unsafe fn load_with(
    extensions: Extensions,
    path: *const c_char,
    options: *const SkidpadOptions,
    simulation: *mut *mut SkidpadSimulation,
) -> SkidpadStatus {
    call(|| {
        // SAFETY: the caller's promises, passed on.
        unsafe {
            let path = path_of(bytes(path, "path")?)?;
            let (options, thread_count) = world_options(options)?;
            let options = WorldOptions { extensions: Arc::new(extensions), ..options };
            keep(build(&World::read(path, &options)?, thread_count)?, simulation)
        }
    })
}

/// Load a world from a text. Nothing is read from disk; "../definitions/…" are the definitions of the library.
///
/// # Safety
/// As that of `skidpad_load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_load_text(
    world: *const c_char,
    options: *const SkidpadOptions,
    simulation: *mut *mut SkidpadSimulation,
) -> SkidpadStatus {
    call(|| {
        // SAFETY: the caller's promises, passed on.
        unsafe {
            let world = text(world, "world")?;
            let (options, thread_count) = world_options(options)?;
            keep(build(&World::from_text(world, &options), thread_count)?, simulation)
        }
    })
}

fn build(world: &World, thread_count: u32) -> Result<Simulation, Failure> {
    world.check_errors()?;
    let sim = Simulation::build(world)?;
    if thread_count <= 1 {
        return Ok(sim);
    }
    let pool = ThreadPoolBuilder::new().num_threads(thread_count as usize).build();
    Ok(sim.with_threads(Arc::new(pool.map_err(Failure::argument)?)))
}

/// # Safety
/// `options` is null or points to options, and their variables to as many texts as they say.
unsafe fn world_options(options: *const SkidpadOptions) -> Result<(WorldOptions, u32), Failure> {
    let mut wanted = WorldOptions::from_environment();
    if options.is_null() {
        return Ok((wanted, 1));
    }
    // SAFETY: the caller's promises, passed on.
    let options = unsafe { get(options, "options") }?;
    if options.thread_count > MOST_THREADS {
        let message = format!("thread_count is {}; it must be at most {MOST_THREADS}", options.thread_count);
        return Err(Failure::argument(message));
    }
    wanted.seed = options.seed;
    wanted.with_pictures = options.with_pictures != 0;
    // SAFETY: the caller's promises, passed on.
    for variable in unsafe { list(options.variables, options.variable_count, "variables") }? {
        // SAFETY: the caller's promises, passed on.
        let variable = unsafe { text(variable, "a variable") }?;
        let (name, value) = variable
            .split_once('=')
            .ok_or_else(|| Failure::argument(format!("the variable {variable:?} is not NAME=VALUE")))?;
        wanted.variables.insert(name.to_string(), value.to_string());
    }
    Ok((wanted, options.thread_count))
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Failure> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Result<PathBuf, Failure> {
    let path = std::str::from_utf8(bytes).map_err(|_| Failure::argument("path is not UTF-8"))?;
    Ok(PathBuf::from(path))
}
