//! Poses and velocities.

use crate::arrays::{matrix, vector};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use skidpad::math::{Pose2, Pose3, Twist2, Vec3};

/// Where a thing is, and which way it points: R = Rz(yaw)·Ry(pitch)·Rx(roll).
///
/// >>> from skidpad import Pose
/// >>> Pose(x_m=1.0, yaw_rad=0.5)
/// Pose(x_m=1.0, y_m=0.0, z_m=0.0, yaw_rad=0.5, pitch_rad=0.0, roll_rad=0.0)
/// >>> Pose(x_m=1.0).to_array()
/// array([1., 0., 0., 0., 0., 0.])
#[pyclass(frozen, get_all, eq, from_py_object, module = "skidpad")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    /// Position along x [m].
    x_m: f64,
    /// Position along y [m].
    y_m: f64,
    /// Position along z [m].
    z_m: f64,
    /// Turn about z, counter-clockwise seen from above [rad].
    yaw_rad: f64,
    /// Turn about y, positive nose down [rad].
    pitch_rad: f64,
    /// Turn about x, positive left side up [rad].
    roll_rad: f64,
}

impl From<Pose3> for Pose {
    fn from(pose: Pose3) -> Self {
        let Pose3 { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad } = pose;
        Pose { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }
    }
}

impl From<Pose2> for Pose {
    fn from(pose: Pose2) -> Self {
        let Pose2 { x_m, y_m, yaw_rad } = pose;
        Pose { x_m, y_m, z_m: 0.0, yaw_rad, pitch_rad: 0.0, roll_rad: 0.0 }
    }
}

impl From<Pose> for Pose3 {
    fn from(pose: Pose) -> Self {
        Pose3::new(pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad)
    }
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(signature = (x_m=0.0, y_m=0.0, z_m=0.0, yaw_rad=0.0, pitch_rad=0.0, roll_rad=0.0))]
    fn new(x_m: f64, y_m: f64, z_m: f64, yaw_rad: f64, pitch_rad: f64, roll_rad: f64) -> Self {
        Pose { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }
    }

    /// The six numbers, positions first.
    #[pyo3(name = "to_array")]
    fn array(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        vector(py, self.numbers().to_vec())
    }

    /// The homogeneous matrix, 4 × 4: it turns coordinates in the thing's frame into those outside.
    fn matrix(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let pose = Pose3::from(*self);
        let turn = Pose3 { x_m: 0.0, y_m: 0.0, z_m: 0.0, ..pose };
        let columns = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)]
            .map(|axis| turn.transform(axis));
        let [a, b, c] = columns;
        let rows = [
            [a.x, b.x, c.x, pose.x_m],
            [a.y, b.y, c.y, pose.y_m],
            [a.z, b.z, c.z, pose.z_m],
            [0.0, 0.0, 0.0, 1.0],
        ];
        matrix(py, rows.concat(), [4, 4])
    }

    fn __getnewargs__(&self) -> (f64, f64, f64, f64, f64, f64) {
        self.numbers().into()
    }

    fn __repr__(&self) -> String {
        let [x, y, z, yaw, pitch, roll] = self.numbers();
        format!(
            "Pose(x_m={x:?}, y_m={y:?}, z_m={z:?}, yaw_rad={yaw:?}, pitch_rad={pitch:?}, roll_rad={roll:?})"
        )
    }
}

impl Pose {
    fn numbers(&self) -> [f64; 6] {
        [self.x_m, self.y_m, self.z_m, self.yaw_rad, self.pitch_rad, self.roll_rad]
    }
}

/// The numbers of a pose, positions first.
pub(crate) fn numbers_of(pose: &Pose3) -> [f64; 6] {
    Pose::from(*pose).numbers()
}

/// A velocity in the plane, in the frame of the thing that moves.
///
/// >>> from skidpad import Twist
/// >>> Twist(vx_mps=1.0)
/// Twist(vx_mps=1.0, vy_mps=0.0, yaw_rate_radps=0.0)
#[pyclass(frozen, get_all, eq, from_py_object, module = "skidpad")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Twist {
    /// Forward [m/s].
    vx_mps: f64,
    /// To the left [m/s].
    vy_mps: f64,
    /// Turning rate, counter-clockwise [rad/s].
    yaw_rate_radps: f64,
}

impl From<Twist2> for Twist {
    fn from(Twist2 { vx_mps, vy_mps, yaw_rate_radps }: Twist2) -> Self {
        Twist { vx_mps, vy_mps, yaw_rate_radps }
    }
}

impl From<Twist> for Twist2 {
    fn from(Twist { vx_mps, vy_mps, yaw_rate_radps }: Twist) -> Self {
        Twist2 { vx_mps, vy_mps, yaw_rate_radps }
    }
}

#[pymethods]
impl Twist {
    #[new]
    #[pyo3(signature = (vx_mps=0.0, vy_mps=0.0, yaw_rate_radps=0.0))]
    fn new(vx_mps: f64, vy_mps: f64, yaw_rate_radps: f64) -> Self {
        Twist { vx_mps, vy_mps, yaw_rate_radps }
    }

    /// The three numbers.
    #[pyo3(name = "to_array")]
    fn array(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        vector(py, vec![self.vx_mps, self.vy_mps, self.yaw_rate_radps])
    }

    fn __getnewargs__(&self) -> (f64, f64, f64) {
        (self.vx_mps, self.vy_mps, self.yaw_rate_radps)
    }

    fn __repr__(&self) -> String {
        let Twist { vx_mps, vy_mps, yaw_rate_radps } = self;
        format!("Twist(vx_mps={vx_mps:?}, vy_mps={vy_mps:?}, yaw_rate_radps={yaw_rate_radps:?})")
    }
}
