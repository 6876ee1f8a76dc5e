//! Thousands of equal vehicles that touch nothing, stepped eight at a time with the bits of one at a time.
//!
//! A [`Fleet`] keeps its vehicles in blocks of eight lanes, each number of the state beside the same number of
//! its seven neighbours. The step is [`VehicleModel::step`] itself, compiled for lanes and AVX2; processors
//! without it step one vehicle after the other. There is no second copy of any formula.

use skidpad_lanes::{Lane64Work, Lanes64, dispatch64};
use skidpad_math::{LANE_COUNT, Lanes, Real, Register8};

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
        if let Err(work) = dispatch64(self.work(dt_s, gravity_mps2)) {
            work.one_by_one();
        }
    }

    /// As [`Fleet::step`] on a processor without wide instructions: the same bits, more slowly.
    pub fn step_baseline(&mut self, dt_s: f64, gravity_mps2: f64) {
        self.work(dt_s, gravity_mps2).one_by_one();
    }

    fn work(&mut self, dt_s: f64, gravity_mps2: f64) -> StepBlocks<'_> {
        StepBlocks { model: &self.model, blocks: &mut self.blocks, dt_s, gravity_mps2 }
    }

    fn place(&self, index: usize) -> (usize, usize) {
        assert!(index < self.count, "vehicle {index} of {}", self.count);
        (index / LANE_COUNT, index % LANE_COUNT)
    }
}

struct StepBlocks<'a> {
    model: &'a VehicleModel,
    blocks: &'a mut [VehicleState<Lanes>],
    dt_s: f64,
    gravity_mps2: f64,
}

impl StepBlocks<'_> {
    fn one_by_one(self) {
        let around = Surroundings::level(self.dt_s, self.gravity_mps2);
        for block in self.blocks {
            for lane in 0..LANE_COUNT {
                let mut state = read_lane(self.model, block, lane);
                self.model.step(&mut state, &around);
                write_lane(block, lane, &state);
            }
        }
    }
}

impl Lane64Work for StepBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes64>(self) {
        let (dt_s, gravity_mps2) = (self.dt_s, self.gravity_mps2);
        let ground = [GroundPatch::default(); MAX_WHEELS];
        let around =
            Surroundings { dt_s, gravity_mps2, slope: None, ground, brake_nm: None, may_drive: true };
        for block in self.blocks {
            let mut wide = load::<V>(self.model, block);
            self.model.step(&mut wide, &around);
            store(self.model, &wide, block);
        }
    }
}

/// The vehicles of a block in registers. What the model does not have stays at zero.
///
/// Written out without closures: everything has to be inlined for its instructions to be the wide ones.
#[inline(always)]
fn load<V: Lanes64>(model: &VehicleModel, block: &VehicleState<Lanes>) -> VehicleState<Register8<V>> {
    let [a, b, c] = block.setpoint.numbers();
    let mut wide = VehicleState::zero(block.setpoint.with_numbers([
        Register8::load(&a),
        Register8::load(&b),
        Register8::load(&c),
    ]));
    let (to, from) = (&mut wide.body, &block.body);
    to.x_m = Register8::load(&from.x_m);
    to.y_m = Register8::load(&from.y_m);
    to.yaw_rad = Register8::load(&from.yaw_rad);
    to.vx_mps = Register8::load(&from.vx_mps);
    to.vy_mps = Register8::load(&from.vy_mps);
    to.yaw_rate_radps = Register8::load(&from.yaw_rate_radps);
    for (to, from) in wide.wheels.iter_mut().zip(&block.wheels).take(model.parts().wheels.len()) {
        to.spin_radps = Register8::load(&from.spin_radps);
        to.angle_rad = Register8::load(&from.angle_rad);
        to.yaw_rad = Register8::load(&from.yaw_rad);
        to.held = Register8::load(&from.held);
    }
    if model.controls_speeds() {
        for (to, from) in wide.channels.iter_mut().zip(&block.channels) {
            to.pid.integral = Register8::load(&from.pid.integral);
            to.pid.derivative = Register8::load(&from.pid.derivative);
            to.pid.previous_error = Register8::load(&from.pid.previous_error);
            to.pid.has_previous = Register8::load(&from.pid.has_previous);
            to.filter.first = Register8::load(&from.filter.first);
            to.filter.second = Register8::load(&from.filter.second);
        }
    }
    wide.tyre_acceleration_mps2.0 = Register8::load(&block.tyre_acceleration_mps2.0);
    wide.tyre_acceleration_mps2.1 = Register8::load(&block.tyre_acceleration_mps2.1);
    wide
}

/// Puts the vehicles back; the command is not changed by a step.
#[inline(always)]
fn store<V: Lanes64>(
    model: &VehicleModel,
    wide: &VehicleState<Register8<V>>,
    block: &mut VehicleState<Lanes>,
) {
    let (to, from) = (&mut block.body, &wide.body);
    to.x_m = from.x_m.store();
    to.y_m = from.y_m.store();
    to.yaw_rad = from.yaw_rad.store();
    to.vx_mps = from.vx_mps.store();
    to.vy_mps = from.vy_mps.store();
    to.yaw_rate_radps = from.yaw_rate_radps.store();
    for (to, from) in block.wheels.iter_mut().zip(&wide.wheels).take(model.parts().wheels.len()) {
        to.spin_radps = from.spin_radps.store();
        to.angle_rad = from.angle_rad.store();
        if model.parts().drive.steering().is_some() || model.parts().caster_trail_m.is_some() {
            to.yaw_rad = from.yaw_rad.store();
        }
    }
    if model.holds() {
        for (to, from) in block.wheels.iter_mut().zip(&wide.wheels).take(model.parts().wheels.len()) {
            to.held = from.held.store();
        }
    }
    if model.controls_speeds() {
        for (to, from) in block.channels.iter_mut().zip(&wide.channels) {
            to.pid.integral = from.pid.integral.store();
            to.pid.derivative = from.pid.derivative.store();
            to.pid.previous_error = from.pid.previous_error.store();
            to.pid.has_previous = from.pid.has_previous.store();
            to.filter.first = from.filter.first.store();
            to.filter.second = from.filter.second.store();
        }
    }
    block.tyre_acceleration_mps2.0 = wide.tyre_acceleration_mps2.0.store();
    block.tyre_acceleration_mps2.1 = wide.tyre_acceleration_mps2.1.store();
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
    pub const NUMBER_COUNT: usize = 6 + 4 * MAX_WHEELS + 2 * 6 + 2;

    /// A state of zeros with a command.
    #[inline(always)]
    fn zero(setpoint: Setpoint<R>) -> Self {
        use crate::body::BodyState;
        use crate::controllers::SpeedChannel;
        use crate::wheel::WheelState;
        let zero = R::from(0.0);
        let wheel = WheelState { spin_radps: zero, angle_rad: zero, yaw_rad: zero, held: zero };
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
            for number in [&mut wheel.spin_radps, &mut wheel.angle_rad, &mut wheel.yaw_rad, &mut wheel.held] {
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
