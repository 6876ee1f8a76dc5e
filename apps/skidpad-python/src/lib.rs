//! The simulator as a Python module: `skidpad._native`, which the package `python/skidpad` wraps.
//!
//! Names and units are those of the library `skidpad`; numbers come out as NumPy arrays.
//! The interpreter lock is released while worlds are read, stepped and traced.
//! Arrays are copies that belong to Python, so no step changes an array behind a program's back, except those that
//! a batch refreshes on purpose.
#![forbid(unsafe_code)]
#![expect(clippy::needless_pass_by_value, reason = "arguments of Python are extracted as values")]

mod arrays;
mod batch;
mod batch_arrays;
mod batch_commands;
mod commands;
mod course;
mod environments;
mod errors;
mod events;
mod extensions;
mod fleet;
mod interrupt;
mod mvsim;
mod observations;
mod pose;
mod race_car;
mod readings;
mod recordings;
mod run;
mod sensors;
mod show;
mod simulation;
mod tune;
mod world;

use pyo3::prelude::*;

/// The compiled part of the package `skidpad`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::course::Course;
    #[pymodule_export]
    use crate::environments::Environments;
    #[pymodule_export]
    use crate::events::{Contact, Event};
    #[pymodule_export]
    use crate::extensions::{
        Body, Command, DriveView, ElementView, Forces, Grip, Hits, Motion, Noise, PushedBody, SensorView,
        Slip, WheelStep, WheelView, check_extension,
    };
    #[pymodule_export]
    use crate::fleet::Fleet;
    #[pymodule_export]
    use crate::mvsim::{MvsimClient, MvsimSubscription};
    #[pymodule_export]
    use crate::observations::{ActorObservation, BlockObservation, SpeedLoop, VehicleObservation, Wheels};
    #[pymodule_export]
    use crate::pose::{Pose, Twist};
    #[pymodule_export]
    use crate::race_car::{Linearisation, RaceCar, SteadyTurn};
    #[pymodule_export]
    use crate::readings::{Arrays, Camera, Cloud, Cones, Gnss, Image, Imu, Rgbd, Scan};
    #[pymodule_export]
    use crate::recordings::{Difference, Replay, Verdict, report};
    #[pymodule_export]
    use crate::run::{Finding, PreparedRun, Run, RunSummary, VehicleSummary};
    #[pymodule_export]
    use crate::sensors::Sensor;
    #[pymodule_export]
    use crate::show::LiveViewer;
    #[pymodule_export]
    use crate::simulation::Simulation;
    #[pymodule_export]
    use crate::tune::{Tuning, tune};
    #[pymodule_export]
    use crate::world::{Diagnostic, World};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
