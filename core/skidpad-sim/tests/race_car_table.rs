//! The world format and the race car agree on every parameter: names and ranges.

use skidpad_dynamics::race_car::PARAMETERS;
use skidpad_world::schema::{Allowed, RACE_CAR_PARAMETERS};

/// Gravity is the world's.
const NOT_IN_WORLDS: &[&str] = &["gravity_mps2"];

#[test]
fn worlds_can_change_every_number_of_the_race_car() {
    for row in PARAMETERS.iter().filter(|row| !NOT_IN_WORLDS.contains(&row.name)) {
        let param = RACE_CAR_PARAMETERS.iter().find(|param| param.name == row.name);
        let param = param.unwrap_or_else(|| panic!("the world format has no {}", row.name));
        assert_eq!(param.allowed, Allowed::Between(row.smallest, row.largest), "{}", row.name);
    }
    assert_eq!(RACE_CAR_PARAMETERS.len(), PARAMETERS.len() - NOT_IN_WORLDS.len());
}
