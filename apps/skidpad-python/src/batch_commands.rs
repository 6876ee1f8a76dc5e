//! Commands of a batch: a number for all worlds, or one per world.

use crate::batch::Batch;
use crate::errors::{command_error, raised, value_error};
use numpy::ndarray::{ArrayView, IxDyn};
use numpy::{AllowTypeChange, PyArrayLikeDyn};
use pyo3::prelude::*;
use skidpad::math::{Pose3, Twist2};
use skidpad::messages::{BodyId, Brake, Drive, Request, VehicleId};

/// Numbers, as Python gives them: a number for all worlds, or one per world.
pub(crate) type Numbers<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;

/// The exception for a name that no world has.
pub(crate) fn unknown(kind: &'static str, name: &str) -> PyErr {
    raised(skidpad::Error::UnknownName { kind, name: name.to_string(), nearest: None })
}

/// One number per world from a number or an array.
pub(crate) fn per_world(numbers: &Numbers<'_>, world_count: usize, what: &str) -> PyResult<Vec<f64>> {
    let view: ArrayView<'_, f64, IxDyn> = numbers.as_array();
    match (view.len(), view.ndim()) {
        (1, 0 | 1) => Ok(vec![view.iter().copied().next().unwrap_or_default(); world_count]),
        (count, 1) if count == world_count => Ok(view.iter().copied().collect()),
        _ => Err(value_error(&format!(
            "{what} has the shape {:?}; it must be a number or have one entry for each of {world_count} worlds",
            view.shape()
        ))),
    }
}

/// One row per world from a row or a matrix.
pub(crate) fn rows_per_world(
    numbers: &Numbers<'_>,
    world_count: usize,
    widths: &[usize],
) -> PyResult<Vec<Vec<f64>>> {
    let view = numbers.as_array();
    match *view.shape() {
        [width] if widths.contains(&width) => Ok(vec![view.iter().copied().collect(); world_count]),
        [count, width] if count == world_count && widths.contains(&width) => {
            Ok(view.rows().into_iter().map(|row| row.iter().copied().collect()).collect())
        }
        _ => Err(value_error(&format!(
            "an array has the shape {:?}; it must have one row of {widths:?} numbers, or one for each of {world_count} worlds",
            view.shape()
        ))),
    }
}

impl Batch {
    fn vehicle(&self, name: &str) -> PyResult<VehicleId> {
        let known = self.worlds.first().and_then(|world| world.vehicle(name));
        known.ok_or_else(|| unknown("vehicle", name))
    }

    /// The vehicle or block with this name.
    fn body(&self, name: &str) -> PyResult<BodyId> {
        let block = || self.worlds.first().and_then(|world| world.block(name));
        let vehicle = self.vehicle(name);
        vehicle.map(BodyId::Vehicle).or_else(|unknown| block().map(BodyId::Block).ok_or(unknown))
    }

    /// Queue one request per world. If one is refused, none is queued.
    fn ask(&mut self, requests: impl Iterator<Item = Option<Request>>) -> PyResult<()> {
        let checked = requests
            .enumerate()
            .map(|(index, request)| {
                let check = |request: Request| {
                    request.check().map_err(|refusal| command_error(&format!("world {index}: {refusal}")))
                };
                request.map(check).transpose()
            })
            .collect::<PyResult<Vec<_>>>()?;
        for (commands, command) in self.commands.iter_mut().zip(checked) {
            command.into_iter().for_each(|command| commands.add(command));
        }
        Ok(())
    }

    fn drive_all(&mut self, vehicle: &str, drive: impl Fn(usize) -> Drive) -> PyResult<()> {
        let vehicle = self.vehicle(vehicle)?;
        let count = self.worlds.len();
        self.ask((0..count).map(|index| Some(Request::Drive { vehicle, drive: drive(index) })))
    }
}

#[pymethods]
impl Batch {
    /// Drive forward at a speed [m/s] while turning left at a yaw rate [rad/s]: a number, or one per world.
    #[pyo3(signature = (vehicle, *, speed_mps, yaw_rate_radps=None))]
    fn drive(
        &mut self,
        vehicle: &str,
        speed_mps: Numbers<'_>,
        yaw_rate_radps: Option<Numbers<'_>>,
    ) -> PyResult<()> {
        let count = self.worlds.len();
        let speeds = per_world(&speed_mps, count, "speed_mps")?;
        let rates = match &yaw_rate_radps {
            Some(rates) => per_world(rates, count, "yaw_rate_radps")?,
            None => vec![0.0; count],
        };
        self.drive_all(vehicle, |index| {
            Drive::Twist(Twist2 { vx_mps: speeds[index], vy_mps: 0.0, yaw_rate_radps: rates[index] })
        })
    }

    /// Drive forward at a speed [m/s] with a steering angle [rad]: a number, or one per world.
    #[pyo3(signature = (vehicle, *, speed_mps, steer_rad=None))]
    fn steer(
        &mut self,
        vehicle: &str,
        speed_mps: Numbers<'_>,
        steer_rad: Option<Numbers<'_>>,
    ) -> PyResult<()> {
        let count = self.worlds.len();
        let speeds = per_world(&speed_mps, count, "speed_mps")?;
        let angles = match &steer_rad {
            Some(angles) => per_world(angles, count, "steer_rad")?,
            None => vec![0.0; count],
        };
        self.drive_all(vehicle, |index| Drive::SpeedAndSteer {
            speed_mps: speeds[index],
            steer_rad: angles[index],
        })
    }

    /// Torques of the left and right motors [N·m]; positive drives forward: a number, or one per world.
    #[pyo3(signature = (vehicle, *, left_nm, right_nm))]
    fn torques(&mut self, vehicle: &str, left_nm: Numbers<'_>, right_nm: Numbers<'_>) -> PyResult<()> {
        let count = self.worlds.len();
        let (left, right) =
            (per_world(&left_nm, count, "left_nm")?, per_world(&right_nm, count, "right_nm")?);
        self.drive_all(vehicle, |index| Drive::Torques { left_nm: left[index], right_nm: right[index] })
    }

    /// Press the brake pedal from 0 (released) to 1: a number, or one per world.
    #[pyo3(signature = (vehicle, *, pedal))]
    fn brake(&mut self, vehicle: &str, pedal: Numbers<'_>) -> PyResult<()> {
        let vehicle = self.vehicle(vehicle)?;
        let pedals = per_world(&pedal, self.worlds.len(), "pedal")?;
        let brakes = pedals.into_iter().map(|share| Request::Brake { vehicle, brake: Brake::Pedal(share) });
        self.ask(brakes.map(Some))
    }

    /// Torque of each wheel of a race car [N·m] and a steering angle [rad]: four numbers, or a row per world.
    #[pyo3(signature = (vehicle, *, torques_nm, steer_rad))]
    fn wheel_torques(
        &mut self,
        vehicle: &str,
        torques_nm: Numbers<'_>,
        steer_rad: Numbers<'_>,
    ) -> PyResult<()> {
        let count = self.worlds.len();
        let torques = rows_per_world(&torques_nm, count, &[4])?;
        let angles = per_world(&steer_rad, count, "steer_rad")?;
        self.drive_all(vehicle, |index| {
            let row = &torques[index];
            Drive::WheelTorquesAndSteer {
                torques_nm: [row[0], row[1], row[2], row[3]],
                steer_rad: angles[index],
            }
        })
    }

    /// Put a vehicle or a block somewhere else in the next step: x, y, yaw or all six numbers of a pose, in a row or a row per
    /// world; with a mask only in some worlds.
    #[pyo3(signature = (name, poses_in_world, *, mask=None))]
    fn teleport(
        &mut self,
        name: &str,
        poses_in_world: Numbers<'_>,
        mask: Option<PyArrayLikeDyn<'_, bool>>,
    ) -> PyResult<()> {
        let body = self.body(name)?;
        let rows = rows_per_world(&poses_in_world, self.worlds.len(), &[3, 6])?;
        let chosen = self.chosen(mask.as_ref())?;
        self.ask(rows.into_iter().zip(chosen).map(|(row, is_chosen)| {
            let pose_in_world = match *row {
                [x_m, y_m, yaw_rad] => Pose3 { x_m, y_m, yaw_rad, ..Pose3::default() },
                _ => Pose3::new(row[0], row[1], row[2], row[3], row[4], row[5]),
            };
            is_chosen.then_some(Request::Teleport { body, pose_in_world })
        }))
    }
}
