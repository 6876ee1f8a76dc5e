//! Closed courses for Python: rows of poses in, arrays out.

use crate::batch_commands::{Numbers, per_world};
use crate::errors::value_error;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use skidpad::environment::{CoursePlace, RaceTask, TrackTask};
use skidpad::math::Pose2;

/// A closed centre line through points (rows of x, y [m]), driven in their order.
///
/// >>> import numpy as np
/// >>> from skidpad.gym import Course
/// >>> turn = np.linspace(0.0, 2.0 * np.pi, 100, endpoint=False)
/// >>> course = Course(10.0 * np.stack([np.cos(turn), np.sin(turn)], axis=1))
/// >>> along_m, left_m, turned_rad = course.locate(np.array([[9.0, 0.0, 0.0, np.pi / 2]]))
/// >>> left_m.round(1)
/// array([1.])
#[pyclass(frozen, module = "skidpad.gym")]
pub(crate) struct Course {
    course: skidpad::environment::Course,
}

/// Poses from rows of x, y, z, yaw, which may go on.
fn poses_of(rows: &Numbers<'_>) -> PyResult<Vec<Pose2>> {
    let rows = rows.as_array();
    match *rows.shape() {
        [_, width] if width >= 4 => {
            Ok(rows.rows().into_iter().map(|row| Pose2::new(row[0], row[1], row[3])).collect())
        }
        _ => Err(value_error(&format!(
            "poses have the shape {:?}; rows must be x, y, z, yaw, …",
            rows.shape()
        ))),
    }
}

#[pymethods]
impl Course {
    #[new]
    fn new(points_m: Numbers<'_>) -> PyResult<Course> {
        let rows = points_m.as_array();
        let points: Option<Vec<[f64; 2]>> = match *rows.shape() {
            [_, 2] => Some(rows.rows().into_iter().map(|row| [row[0], row[1]]).collect()),
            _ => None,
        };
        let course = points.and_then(|points| skidpad::environment::Course::new(&points));
        let course = course.ok_or_else(|| value_error(&"a course needs three rows of x and y, or more"))?;
        Ok(Course { course })
    }

    /// The centre line of ``skidpad/Track-v0``.
    #[staticmethod]
    fn track() -> Course {
        Course { course: TrackTask::centre_line() }
    }

    /// The middle of the course of ``skidpad/Race-v0``.
    #[staticmethod]
    fn circuit() -> Course {
        Course { course: RaceTask::centre_line() }
    }

    /// Length of a lap [m].
    #[getter]
    fn length_m(&self) -> f64 {
        self.course.length_m()
    }

    /// Distance between two points [m].
    #[getter]
    fn step_m(&self) -> f64 {
        self.course.step_m()
    }

    /// Points in equal steps, rows of x, y [m].
    #[getter]
    fn points_m(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let points = self.course.points_m();
        let shape = [points.len(), 2];
        crate::arrays::matrix(py, points.flatten().collect(), shape)
    }

    /// Heading at each point [rad].
    #[getter]
    fn heading_rad(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        crate::arrays::vector(py, self.course.headings_rad().collect())
    }

    /// Curvature at each point [1/m], positive to the left.
    #[getter]
    fn curvature_per_m(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        crate::arrays::vector(py, self.course.curvatures_per_m().collect())
    }

    /// Where poses (rows of x, y, z, yaw, …) are: along the line [m], to its left [m], turned from it [rad].
    #[expect(clippy::type_complexity, reason = "three arrays, as NumPy functions return them")]
    fn locate(
        &self,
        py: Python<'_>,
        pose: Numbers<'_>,
    ) -> PyResult<(Py<PyArray1<f64>>, Py<PyArray1<f64>>, Py<PyArray1<f64>>)> {
        let places: Vec<CoursePlace> =
            poses_of(&pose)?.into_iter().map(|pose| self.course.locate(pose)).collect();
        let column = |of: fn(&CoursePlace) -> f64| crate::arrays::vector(py, places.iter().map(of).collect());
        Ok((column(|it| it.along_m), column(|it| it.left_m), column(|it| it.turned_rad)))
    }

    /// How far along the line poses are from where they started [m]; one metre may be lost before it is a lap.
    fn progress(
        &self,
        py: Python<'_>,
        pose: Numbers<'_>,
        start_m: Numbers<'_>,
    ) -> PyResult<Py<PyArray1<f64>>> {
        let poses = poses_of(&pose)?;
        let starts = per_world(&start_m, poses.len(), "start_m")?;
        let way = poses
            .into_iter()
            .zip(starts)
            .map(|(pose, start_m)| self.course.progress_m(self.course.locate(pose).along_m, start_m));
        Ok(crate::arrays::vector(py, way.collect()))
    }

    /// A pose (x, y, yaw) on the course.
    #[pyo3(signature = (place_m, left_m=0.0, turned_rad=0.0))]
    fn pose_at(&self, py: Python<'_>, place_m: f64, left_m: f64, turned_rad: f64) -> Py<PyArray1<f64>> {
        let pose = self.course.pose_at(CoursePlace { along_m: place_m, left_m, turned_rad });
        crate::arrays::vector(py, vec![pose.x_m, pose.y_m, pose.yaw_rad])
    }

    /// Curvatures [1/m] at distances ahead of places, a row per place.
    fn curvature_ahead(
        &self,
        py: Python<'_>,
        place_m: Numbers<'_>,
        distances_m: Numbers<'_>,
    ) -> PyResult<Py<PyArray2<f64>>> {
        let (places, distances) = (place_m.as_array(), distances_m.as_array());
        let row = |place: &f64| {
            let place_m = *place;
            distances.iter().map(move |distance_m| place_m + distance_m).collect::<Vec<f64>>()
        };
        let curvatures = places.iter().flat_map(row).map(|at| self.course.curvature_at(at)).collect();
        crate::arrays::matrix(py, curvatures, [places.len(), distances.len()])
    }

    /// Yaw rates [rad/s] that lead vehicles to the line at this distance ahead (pure pursuit).
    fn pursuit(
        &self,
        py: Python<'_>,
        pose: Numbers<'_>,
        speed_mps: f64,
        ahead_m: f64,
    ) -> PyResult<Py<PyArray1<f64>>> {
        let rates =
            poses_of(&pose)?.into_iter().map(|pose| self.course.pursuit_radps(pose, speed_mps, ahead_m));
        Ok(crate::arrays::vector(py, rates.collect()))
    }
}
