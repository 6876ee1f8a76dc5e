//! Thousands of equal vehicles that touch nothing, stepped eight at a time with the bits of one at a time.
//!
//! A [`Fleet`] keeps its vehicles in blocks of eight lanes, each number of the state beside the same number of
//! its seven neighbours. The step is [`VehicleModel::step`] itself, compiled for lanes and for the widest
//! instructions of the processor; there is no second copy of any formula.

use skidpad_math::{LANE_COUNT, LaneWork, Lanes, Real, dispatch, dispatch_baseline};

use crate::MAX_WHEELS;
use crate::controllers::Setpoint;
use crate::vehicle::{GroundPatch, Surroundings, VehicleModel, VehicleState};

/// Vehicles of one model on level ground.
#[derive(Clone, Debug)]
pub struct Fleet {
    model: VehicleModel,
    blocks: Vec<VehicleState<Lanes>>,
    count: usize,
}

impl Fleet {
    /// `count` vehicles, all in the same state.
    pub fn new(model: VehicleModel, count: usize, state: &VehicleState) -> Self {
        let mut block = spread(&model);
        for lane in 0..LANE_COUNT {
            write_lane(&mut block, lane, state);
        }
        Self { model, blocks: vec![block; count.div_ceil(LANE_COUNT)], count }
    }

    /// The vehicles' model.
    pub const fn model(&self) -> &VehicleModel {
        &self.model
    }

    /// How many vehicles there are.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The state of one vehicle.
    ///
    /// # Panics
    /// If there is no vehicle `index`.
    pub fn state(&self, index: usize) -> VehicleState {
        let (block, lane) = self.place(index);
        read_lane(&self.model, &self.blocks[block], lane)
    }

    /// Puts one vehicle into a state. Its command keeps the kind that the controller accepts: a state with
    /// another kind leaves the command as it was.
    ///
    /// # Panics
    /// If there is no vehicle `index`.
    pub fn set_state(&mut self, index: usize, state: &VehicleState) {
        let (block, lane) = self.place(index);
        let before = read_lane(&self.model, &self.blocks[block], lane).setpoint;
        let setpoint = if self.model.accepts(&state.setpoint) { state.setpoint } else { before };
        write_lane(&mut self.blocks[block], lane, &VehicleState { setpoint, ..*state });
    }

    /// Commands one vehicle; returns whether the controller understands the command.
    ///
    /// # Panics
    /// If there is no vehicle `index`.
    pub fn command(&mut self, index: usize, setpoint: Setpoint) -> bool {
        let (block, lane) = self.place(index);
        let accepted = self.model.accepts(&setpoint);
        if accepted {
            write_setpoint(&mut self.blocks[block].setpoint, lane, &setpoint);
        }
        accepted
    }

    /// One step of every vehicle on level ground.
    pub fn step(&mut self, dt_s: f64, gravity_mps2: f64) {
        dispatch(self.work(dt_s, gravity_mps2));
    }

    /// As [`Fleet::step`], with the instructions that every processor has: the same bits, more slowly.
    pub fn step_baseline(&mut self, dt_s: f64, gravity_mps2: f64) {
        dispatch_baseline(self.work(dt_s, gravity_mps2));
    }

    fn work(&mut self, dt_s: f64, gravity_mps2: f64) -> StepBlocks<'_> {
        let around =
            Surroundings { dt_s, gravity_mps2, slope: None, ground: [GroundPatch::default(); MAX_WHEELS] };
        StepBlocks { model: &self.model, blocks: &mut self.blocks, around }
    }

    fn place(&self, index: usize) -> (usize, usize) {
        assert!(index < self.count, "vehicle {index} of {}", self.count);
        (index / LANE_COUNT, index % LANE_COUNT)
    }
}

struct StepBlocks<'a> {
    model: &'a VehicleModel,
    blocks: &'a mut [VehicleState<Lanes>],
    around: Surroundings<Lanes>,
}

impl LaneWork for StepBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for block in self.blocks {
            self.model.step(block, &self.around);
        }
    }
}

/// A block whose command has the controller's kind, all numbers zero.
fn spread(model: &VehicleModel) -> VehicleState<Lanes> {
    let zero = Lanes::splat(0.0);
    let setpoint = match model.idle_setpoint() {
        Setpoint::Twist { .. } => Setpoint::twist(zero, zero),
        Setpoint::Steer { .. } => Setpoint::Steer { speed_mps: zero, steer_rad: zero },
        Setpoint::Torques { .. } => Setpoint::Torques { left_nm: zero, right_nm: zero, steer_rad: zero },
        Setpoint::Engine { .. } => Setpoint::Engine { torque_nm: zero, steer_rad: zero },
    };
    VehicleState::zero(setpoint)
}

fn write_lane(block: &mut VehicleState<Lanes>, lane: usize, state: &VehicleState) {
    let mut numbers = [0.0; VehicleState::<f64>::NUMBER_COUNT];
    let mut slots = numbers.iter_mut();
    let mut state = *state;
    state.for_each_number(|number| {
        if let Some(slot) = slots.next() {
            *slot = *number;
        }
    });
    let mut numbers = numbers.iter();
    block.for_each_number(|lanes| {
        if let Some(&number) = numbers.next() {
            lanes.set_lane(lane, number);
        }
    });
    write_setpoint(&mut block.setpoint, lane, &state.setpoint);
}

fn read_lane(model: &VehicleModel, block: &VehicleState<Lanes>, lane: usize) -> VehicleState {
    let mut numbers = [0.0; VehicleState::<f64>::NUMBER_COUNT];
    let mut slots = numbers.iter_mut();
    let mut block = *block;
    block.for_each_number(|lanes| {
        if let Some(slot) = slots.next() {
            *slot = lanes.lane(lane);
        }
    });
    let mut state = VehicleState::zero(model.idle_setpoint());
    let mut numbers = numbers.iter();
    state.for_each_number(|number| {
        if let Some(&value) = numbers.next() {
            *number = value;
        }
    });
    let values = block.setpoint.numbers().map(|lanes| lanes.lane(lane));
    state.setpoint.set_numbers(values);
    state
}

fn write_setpoint(lanes: &mut Setpoint<Lanes>, lane: usize, setpoint: &Setpoint) {
    let mut numbers = lanes.numbers();
    for (lanes, value) in numbers.iter_mut().zip(setpoint.numbers()) {
        lanes.set_lane(lane, value);
    }
    lanes.set_numbers(numbers);
}

impl<R: Real> VehicleState<R> {
    /// How many numbers [`VehicleState::for_each_number`] visits.
    pub const NUMBER_COUNT: usize = 6 + 3 * MAX_WHEELS + 2 * 6 + 2;

    /// A state of zeros with a command.
    fn zero(setpoint: Setpoint<R>) -> Self {
        use crate::body::BodyState;
        use crate::controllers::SpeedChannel;
        use crate::wheel::WheelState;
        let zero = R::from(0.0);
        let wheel = WheelState { spin_radps: zero, angle_rad: zero, yaw_rad: zero };
        Self {
            body: BodyState {
                x_m: zero,
                y_m: zero,
                yaw_rad: zero,
                vx_mps: zero,
                vy_mps: zero,
                yaw_rate_radps: zero,
            },
            wheels: [wheel; MAX_WHEELS],
            channels: [SpeedChannel::new(); 2],
            setpoint,
            tyre_acceleration_mps2: (zero, zero),
        }
    }

    /// Visits every number of the state but the command's, always in the same order.
    pub fn for_each_number(&mut self, mut visit: impl FnMut(&mut R)) {
        let body = &mut self.body;
        for number in [&mut body.x_m, &mut body.y_m, &mut body.yaw_rad] {
            visit(number);
        }
        for number in [&mut body.vx_mps, &mut body.vy_mps, &mut body.yaw_rate_radps] {
            visit(number);
        }
        for wheel in &mut self.wheels {
            for number in [&mut wheel.spin_radps, &mut wheel.angle_rad, &mut wheel.yaw_rad] {
                visit(number);
            }
        }
        for channel in &mut self.channels {
            let (pid, filter) = (&mut channel.pid, &mut channel.filter);
            for number in [&mut pid.integral, &mut pid.derivative, &mut pid.previous_error] {
                visit(number);
            }
            for number in [&mut pid.has_previous, &mut filter.first, &mut filter.second] {
                visit(number);
            }
        }
        visit(&mut self.tyre_acceleration_mps2.0);
        visit(&mut self.tyre_acceleration_mps2.1);
    }
}
