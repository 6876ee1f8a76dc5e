//! A fleet stepped eight at a time has, bit for bit, the states of its vehicles stepped alone.

mod common;

use common::{every_vehicle, random_setpoint};
use skidpad_dynamics::fleet::Fleet;
use skidpad_dynamics::vehicle::{Surroundings, VehicleState};
use skidpad_math::{NoiseAddress, Pose2, StateHash, Twist2};

const DT: f64 = 0.005;
const G: f64 = 9.81;
const COUNT: usize = 11;

fn bits(state: &VehicleState) -> Vec<u64> {
    let mut state = *state;
    let mut bits = Vec::new();
    state.for_each_number(|number| bits.push(number.to_bits()));
    bits.extend(state.setpoint.numbers().map(f64::to_bits));
    bits
}

#[test]
fn lanes_and_single_vehicles_agree_bit_for_bit() {
    let mut whole = StateHash::new();
    for (name, model) in every_vehicle() {
        let mut alone: Vec<VehicleState> = Vec::new();
        let mut fleet =
            Fleet::new(model.clone(), COUNT, &model.state_at(Pose2::default(), Twist2::default()));
        for i in 0..COUNT {
            let noise = NoiseAddress { seed: 5, stream: 6, step: i as u64 };
            let twist = Twist2::new(noise.normal(0), 0.1 * noise.normal(1), noise.normal(2));
            let state = model.state_at(Pose2::new(noise.normal(3), noise.normal(4), noise.normal(5)), twist);
            fleet.set_state(i, &state);
            alone.push(state);
        }
        let mut baseline = fleet.clone();
        for step in 0..240 {
            if step % 60 == 0 {
                for (i, state) in alone.iter_mut().enumerate() {
                    let noise = NoiseAddress { seed: 7, stream: i as u64, step };
                    state.setpoint = random_setpoint(&model, noise);
                    assert!(fleet.command(i, state.setpoint) && baseline.command(i, state.setpoint));
                }
            }
            fleet.step(DT, G);
            baseline.step_baseline(DT, G);
            for state in &mut alone {
                model.step(state, &Surroundings::level(DT, G));
            }
        }
        for (i, state) in alone.iter().enumerate() {
            assert_eq!(
                bits(&fleet.state(i)),
                bits(state),
                "{name}, vehicle {i}: {:?} {state:?}",
                fleet.state(i)
            );
            assert_eq!(bits(&baseline.state(i)), bits(state), "{name}, vehicle {i}, baseline");
            assert!(state.body.x_m.is_finite() && state.body.x_m != 0.0, "{name}: {state:?}");
            bits(state).into_iter().for_each(|number| whole.number(f64::from_bits(number)));
        }
    }
    println!("hash {:016x}", whole.finish());
}

#[test]
fn commands_of_another_kind_change_nothing() {
    let (_, model) = every_vehicle().swap_remove(0);
    let mut fleet = Fleet::new(model.clone(), 3, &model.state_at(Pose2::default(), Twist2::default()));
    let before = fleet.state(1);
    assert!(!fleet.command(1, skidpad_dynamics::controllers::Setpoint::twist(1.0, 0.0)));
    assert_eq!(fleet.state(1), before);
    assert_eq!((fleet.len(), fleet.is_empty()), (3, false));
    assert_eq!(fleet.model(), &model);
}
