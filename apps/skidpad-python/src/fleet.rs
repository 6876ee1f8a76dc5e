//! Thousands of equal vehicles that touch nothing, eight at a time.

use crate::arrays::matrix;
use crate::batch_commands::{Numbers, per_world, rows_per_world};
use crate::errors::{command_error, other_error, raised, value_error};
use crate::interrupt::repeat;
use crate::simulation::Simulation;
use numpy::{PyArray2, PyArrayLikeDyn};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use skidpad::dynamics::controllers::Setpoint;
use skidpad::dynamics::fleet::Fleet as WheeledFleet;
use skidpad::dynamics::race_car::{Controls, Ground, Integrator, RaceCar, STATE_NAMES, State};
use skidpad::math::{LANE_COUNT, Lanes, Pose2, Twist2, sin_cos};
use skidpad::messages::{Drive, Request, VehicleId};
use skidpad::sim::drive::{DriveModel, DriveState};

/// Equal vehicles that touch nothing, on level ground: each number of eight neighbours is computed at once.
///
/// The vehicles are like one vehicle of a simulation, in its present state. They have its controller, tyres and mass,
/// but no brakes, odometry, sensors, slopes or obstacles; each has the bits that it would have alone. Race cars are
/// integrated by ``rk4``. ``threads=0`` uses all cores.
///
/// >>> import numpy as np, skidpad
/// >>> sim = skidpad.load("worlds/two_robots.world.xml")
/// >>> fleet = skidpad.Fleet(sim, "r1", 1000)
/// >>> fleet.drive(speed_mps=np.linspace(0.0, 1.0, 1000))
/// >>> fleet.step(200)
/// >>> fleet.poses().shape
/// (1000, 3)
#[pyclass(module = "skidpad")]
pub(crate) struct Fleet {
    /// The name of the vehicle that they are like.
    #[pyo3(get)]
    vehicle: String,
    /// Length of a step [s].
    #[pyo3(get)]
    step_s: f64,
    gravity_mps2: f64,
    count: usize,
    /// Vehicles in a part, a multiple of eight.
    part_size: usize,
    parts: Vec<Part>,
    pool: Option<ThreadPool>,
}

/// The vehicles that one thread steps.
enum Part {
    Wheeled(Box<WheeledFleet>),
    Race(Box<RaceCars>),
}

struct RaceCars {
    car: RaceCar,
    blocks: Vec<(State<Lanes>, Controls<Lanes>)>,
    ground: Ground<Lanes>,
}

impl RaceCars {
    fn new(car: &RaceCar, count: usize, state: &State<f64>) -> RaceCars {
        let wide = State::from_array(&state.to_array().map(Lanes::splat));
        let wide = State { is_dynamic: Lanes::splat(state.is_dynamic), ..wide };
        let block = (wide, Controls::even(Lanes::splat(0.0), Lanes::splat(0.0)));
        let level = car.level_ground();
        let ground = Ground {
            grip: level.grip.map(Lanes::splat),
            gravity_x_mps2: Lanes::splat(level.gravity_x_mps2),
            gravity_y_mps2: Lanes::splat(level.gravity_y_mps2),
            gravity_into_ground_mps2: Lanes::splat(level.gravity_into_ground_mps2),
            rolling_resistance: None,
            brake_nm: None,
        };
        RaceCars { car: car.clone(), blocks: vec![block; count.div_ceil(LANE_COUNT)], ground }
    }

    fn step(&mut self, dt_s: f64) {
        for (state, controls) in &mut self.blocks {
            *state = self.car.step_eight(state, controls, &self.ground, dt_s);
        }
    }

    fn state(&self, index: usize) -> State<f64> {
        self.blocks[index / LANE_COUNT].0.lane(index % LANE_COUNT)
    }

    fn set_state(&mut self, index: usize, state: &State<f64>) {
        self.blocks[index / LANE_COUNT].0.set_lane(index % LANE_COUNT, state);
    }

    fn command(&mut self, index: usize, steer_rad: f64, torques_nm: [f64; 4]) {
        let (controls, lane) = (&mut self.blocks[index / LANE_COUNT].1, index % LANE_COUNT);
        controls.steer_rad.set_lane(lane, steer_rad);
        for (lanes, torque_nm) in controls.torque_nm.iter_mut().zip(torques_nm) {
            lanes.set_lane(lane, torque_nm);
        }
    }
}

impl Part {
    fn step(&mut self, step_count: u64, dt_s: f64, gravity_mps2: f64) {
        for _ in 0..step_count {
            match self {
                Part::Wheeled(fleet) => fleet.step(dt_s, gravity_mps2),
                Part::Race(cars) => cars.step(dt_s),
            }
        }
    }

    fn pose(&self, index: usize) -> [f64; 3] {
        match self {
            Part::Wheeled(fleet) => {
                let body = fleet.state(index).body;
                [body.x_m, body.y_m, body.yaw_rad]
            }
            Part::Race(cars) => {
                let car = cars.state(index);
                [car.x_m, car.y_m, car.yaw_rad]
            }
        }
    }

    fn twist(&self, index: usize) -> [f64; 3] {
        match self {
            Part::Wheeled(fleet) => {
                let body = fleet.state(index).body;
                let twist = fleet.model().parts().body.local_twist(&body, sin_cos(body.yaw_rad));
                [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps]
            }
            Part::Race(cars) => {
                let car = cars.state(index);
                [car.v_x_mps, car.v_y_mps, car.yaw_rate_radps]
            }
        }
    }

    fn place(&mut self, index: usize, [x_m, y_m, yaw_rad]: [f64; 3], [vx, vy, rate]: [f64; 3]) {
        match self {
            Part::Wheeled(fleet) => {
                let before = fleet.state(index);
                let twist = Twist2 { vx_mps: vx, vy_mps: vy, yaw_rate_radps: rate };
                let body = fleet.model().state_at(Pose2::new(x_m, y_m, yaw_rad), twist).body;
                let mut state = skidpad::dynamics::vehicle::VehicleState { body, ..before };
                fleet.model().roll_wheels(&mut state);
                fleet.set_state(index, &state);
            }
            Part::Race(cars) => {
                let before = cars.state(index);
                let placed =
                    State { x_m, y_m, yaw_rad, v_x_mps: vx, v_y_mps: vy, yaw_rate_radps: rate, ..before };
                let state = cars.car.with_rolling_wheels(&placed);
                cars.set_state(index, &state);
            }
        }
    }

    /// Every number of a vehicle's state but its command.
    fn numbers(&self, index: usize, numbers: &mut Vec<f64>) {
        match self {
            Part::Wheeled(fleet) => fleet.state(index).for_each_number(|number| numbers.push(*number)),
            Part::Race(cars) => {
                let state = cars.state(index);
                numbers.extend(state.to_array());
                numbers.push(state.is_dynamic);
            }
        }
    }

    fn set_numbers(&mut self, index: usize, numbers: &[f64]) {
        match self {
            Part::Wheeled(fleet) => {
                let mut state = fleet.state(index);
                let mut numbers = numbers.iter();
                state.for_each_number(|number| *number = numbers.next().copied().unwrap_or(*number));
                fleet.set_state(index, &state);
            }
            Part::Race(cars) => {
                let (array, is_dynamic) =
                    (numbers[..STATE_NAMES.len()].try_into(), numbers[STATE_NAMES.len()]);
                if let Ok(array) = array {
                    cars.set_state(index, &State { is_dynamic, ..State::from_array(array) });
                }
            }
        }
    }

    /// Whether the vehicle understands the command.
    fn command(&mut self, index: usize, drive: &Drive) -> bool {
        match (self, *drive) {
            (Part::Wheeled(fleet), drive) => {
                setpoint_of(&drive).is_some_and(|setpoint| fleet.command(index, setpoint))
            }
            (Part::Race(cars), Drive::WheelTorquesAndSteer { torques_nm, steer_rad }) => {
                cars.command(index, steer_rad, torques_nm);
                true
            }
            _ => false,
        }
    }
}

fn setpoint_of(drive: &Drive) -> Option<Setpoint> {
    Some(match *drive {
        Drive::Twist(Twist2 { vx_mps, vy_mps, yaw_rate_radps }) => {
            Setpoint::Twist { vx_mps, vy_mps, yaw_rate_radps }
        }
        Drive::Torques { left_nm, right_nm } => Setpoint::Torques { left_nm, right_nm, steer_rad: 0.0 },
        Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => {
            Setpoint::Torques { left_nm, right_nm, steer_rad }
        }
        Drive::EngineAndSteer { torque_nm, steer_rad } => Setpoint::Engine { torque_nm, steer_rad },
        Drive::SpeedAndSteer { speed_mps, steer_rad } => Setpoint::Steer { speed_mps, steer_rad },
        Drive::WheelTorquesAndSteer { .. } => return None,
    })
}

impl Fleet {
    /// Check the commands of all vehicles, then give them: all or none.
    fn command_all(&mut self, drive: impl Fn(usize) -> Drive) -> PyResult<()> {
        let drives: Vec<Drive> = (0..self.count).map(drive).collect();
        for (index, drive) in drives.iter().enumerate() {
            let checked = Request::Drive { vehicle: VehicleId(0), drive: *drive }.check();
            checked.map_err(|refusal| command_error(&format!("vehicle {index}: {refusal}")))?;
        }
        for (index, drive) in drives.iter().enumerate() {
            if !self.parts[index / self.part_size].command(index % self.part_size, drive) {
                return Err(command_error(&"the vehicle's controller takes another kind of command"));
            }
        }
        Ok(())
    }

    fn rows(&self, py: Python<'_>, of: impl Fn(&Part, usize) -> [f64; 3]) -> PyResult<Py<PyArray2<f64>>> {
        let row = |index: usize| of(&self.parts[index / self.part_size], index % self.part_size);
        matrix(py, (0..self.count).flat_map(row).collect(), [self.count, 3])
    }
}

#[pymethods]
impl Fleet {
    #[new]
    #[pyo3(signature = (simulation, vehicle, n, *, threads=1))]
    fn new(simulation: &Simulation, vehicle: &str, n: usize, threads: usize) -> PyResult<Fleet> {
        let id = simulation.sim.vehicle(vehicle).map_err(raised)?;
        let core = simulation.sim.core();
        let (model, state) = (&core.model().vehicles[id.index()], &core.state().vehicles[id.index()]);
        let seen = core.observations().vehicle(id);
        let pose = seen.pose_in_world.pose2();
        let pool = match threads {
            1 => None,
            _ => Some(ThreadPoolBuilder::new().num_threads(threads).build()),
        };
        let pool = pool.transpose().map_err(|problem| other_error(&problem))?;
        let part_count = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        let part_size = n.div_ceil(part_count).next_multiple_of(LANE_COUNT).max(LANE_COUNT);
        let sizes = (0..n).step_by(part_size).map(|first| part_size.min(n - first));
        let parts = match (&model.drive, &state.drive) {
            (DriveModel::Own(_), _) => {
                return Err(value_error(&format!(
                    "{vehicle}: a fleet has no dynamics of a program's own; use a batch"
                )));
            }
            (DriveModel::Wheeled(model), _) if model.own_controller.is_some() => {
                return Err(value_error(&format!(
                    "{vehicle}: a fleet has no controllers of a program's own; use a batch"
                )));
            }
            (DriveModel::Wheeled(model), DriveState::Wheeled(state)) => {
                let twist = seen.twist_in_vehicle;
                let body = model.wheeled.state_at(pose, twist).body;
                let state = skidpad::dynamics::vehicle::VehicleState { body, ..state.wheeled };
                sizes
                    .map(|size| {
                        Part::Wheeled(Box::new(WheeledFleet::new(model.wheeled.clone(), size, &state)))
                    })
                    .collect()
            }
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => {
                if model.integrator != Integrator::Rk4 {
                    return Err(value_error(&format!(
                        "{vehicle}: a fleet integrates race cars by rk4; the world chooses another integrator"
                    )));
                }
                sizes.map(|size| Part::Race(Box::new(RaceCars::new(&model.car, size, &state.car)))).collect()
            }
            _ => return Err(other_error(&"the vehicle's state is not that of its drive")),
        };
        Ok(Fleet {
            vehicle: vehicle.to_string(),
            step_s: core.step_ns() as f64 * 1e-9,
            gravity_mps2: core.model().gravity_mps2,
            count: n,
            part_size,
            parts,
            pool,
        })
    }

    /// Number of vehicles.
    fn __len__(&self) -> usize {
        self.count
    }

    /// Make this many steps of every vehicle. Ctrl-C ends the call.
    #[pyo3(signature = (n=1))]
    fn step(&mut self, py: Python<'_>, n: u64) -> PyResult<()> {
        let Fleet { parts, pool, step_s, gravity_mps2, .. } = self;
        let (dt_s, gravity_mps2) = (*step_s, *gravity_mps2);
        repeat(py, n, || {
            match pool {
                None => parts.iter_mut().for_each(|part| part.step(1, dt_s, gravity_mps2)),
                Some(pool) => {
                    pool.install(|| parts.par_iter_mut().for_each(|part| part.step(1, dt_s, gravity_mps2)));
                }
            }
            true
        })
    }

    /// Drive forward at speeds [m/s] while turning left at yaw rates [rad/s]: a number, or one per vehicle.
    #[pyo3(signature = (*, speed_mps, yaw_rate_radps=None))]
    fn drive(&mut self, speed_mps: Numbers<'_>, yaw_rate_radps: Option<Numbers<'_>>) -> PyResult<()> {
        let speeds = per_world(&speed_mps, self.count, "speed_mps")?;
        let rates = match &yaw_rate_radps {
            Some(rates) => per_world(rates, self.count, "yaw_rate_radps")?,
            None => vec![0.0; self.count],
        };
        self.command_all(|index| {
            Drive::Twist(Twist2 { vx_mps: speeds[index], vy_mps: 0.0, yaw_rate_radps: rates[index] })
        })
    }

    /// Drive forward at speeds [m/s] with steering angles [rad]: a number, or one per vehicle.
    #[pyo3(signature = (*, speed_mps, steer_rad))]
    fn steer(&mut self, speed_mps: Numbers<'_>, steer_rad: Numbers<'_>) -> PyResult<()> {
        let speeds = per_world(&speed_mps, self.count, "speed_mps")?;
        let angles = per_world(&steer_rad, self.count, "steer_rad")?;
        self.command_all(|index| Drive::SpeedAndSteer { speed_mps: speeds[index], steer_rad: angles[index] })
    }

    /// Torques of the left and right motors [N·m], positive forward: a number, or one per vehicle.
    #[pyo3(signature = (*, left_nm, right_nm))]
    fn torques(&mut self, left_nm: Numbers<'_>, right_nm: Numbers<'_>) -> PyResult<()> {
        let left = per_world(&left_nm, self.count, "left_nm")?;
        let right = per_world(&right_nm, self.count, "right_nm")?;
        self.command_all(|index| Drive::Torques { left_nm: left[index], right_nm: right[index] })
    }

    /// Torque of each wheel of race cars [N·m] and steering angles [rad]: four numbers, or a row per car.
    #[pyo3(signature = (*, torques_nm, steer_rad))]
    fn wheel_torques(&mut self, torques_nm: Numbers<'_>, steer_rad: Numbers<'_>) -> PyResult<()> {
        let torques = rows_per_world(&torques_nm, self.count, &[4])?;
        let angles = per_world(&steer_rad, self.count, "steer_rad")?;
        self.command_all(|index| {
            let row = &torques[index];
            Drive::WheelTorquesAndSteer {
                torques_nm: [row[0], row[1], row[2], row[3]],
                steer_rad: angles[index],
            }
        })
    }

    /// Where the vehicles are: rows of x, y [m] and yaw [rad], which is not wrapped.
    fn poses(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        self.rows(py, Part::pose)
    }

    /// How they move: rows of forward and sideways speed [m/s] and yaw rate [rad/s].
    fn twists(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        self.rows(py, Part::twist)
    }

    /// Put vehicles elsewhere, their wheels rolling: rows of x, y, yaw and of speeds; with a mask only some of them.
    #[pyo3(signature = (poses, twists=None, *, mask=None))]
    fn place(
        &mut self,
        poses: Numbers<'_>,
        twists: Option<Numbers<'_>>,
        mask: Option<PyArrayLikeDyn<'_, bool>>,
    ) -> PyResult<()> {
        let poses = rows_per_world(&poses, self.count, &[3])?;
        let twists = match &twists {
            Some(twists) => rows_per_world(twists, self.count, &[3])?,
            None => vec![vec![0.0; 3]; self.count],
        };
        if poses.iter().chain(&twists).flatten().any(|number| !number.is_finite()) {
            return Err(value_error(&"poses and twists must be finite"));
        }
        let mask: Option<Vec<bool>> = mask.map(|mask| mask.as_array().iter().copied().collect());
        if mask.as_ref().is_some_and(|mask| mask.len() != self.count) {
            return Err(value_error(&format!("mask must have {} entries", self.count)));
        }
        let is_chosen = |index: &usize| mask.as_ref().is_none_or(|mask| mask[*index]);
        for index in (0..self.count).filter(is_chosen) {
            let (pose, twist) = (&poses[index], &twists[index]);
            self.parts[index / self.part_size].place(
                index % self.part_size,
                [pose[0], pose[1], pose[2]],
                [twist[0], twist[1], twist[2]],
            );
        }
        Ok(())
    }

    /// The complete state of every vehicle but its command, a row each: for checkpoints and comparisons.
    fn states(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let mut numbers = Vec::new();
        for index in 0..self.count {
            self.parts[index / self.part_size].numbers(index % self.part_size, &mut numbers);
        }
        let width = numbers.len() / self.count.max(1);
        matrix(py, numbers, [self.count, width])
    }

    /// Put every vehicle into a state of ``states``.
    fn set_states(&mut self, py: Python<'_>, states: Numbers<'_>) -> PyResult<()> {
        let width = self.states(py)?.bind(py).getattr("shape")?.get_item(1)?.extract::<usize>()?;
        let rows = rows_per_world(&states, self.count, &[width])?;
        for (index, row) in rows.iter().enumerate() {
            self.parts[index / self.part_size].set_numbers(index % self.part_size, row);
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Fleet of {} vehicles like {:?}>", self.count, self.vehicle)
    }
}
