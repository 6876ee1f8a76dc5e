//! What counts as one collision: the same rule for summaries, events, reports and expectations.

use crate::Observations;

/// Contacts less than this apart are one collision [ns], because contacts of a pushed body are intermittent.
pub const ONE_COLLISION_NS: u64 = 500_000_000;

/// Notes when collisions of vehicles begin.
#[derive(Debug, Clone, Default)]
pub struct CollisionWatch {
    /// When each vehicle last touched something [ns].
    touched_ns: Vec<Option<u64>>,
}

impl CollisionWatch {
    /// The vehicles, by number, for which a collision begins in this step: they touch something after at least
    /// [`ONE_COLLISION_NS`] without a contact.
    pub fn begun(&mut self, seen: &Observations) -> Vec<usize> {
        let mut begun = Vec::new();
        self.touched_ns.resize(seen.vehicles.len(), None);
        for (index, (vehicle, touched_ns)) in seen.vehicles.iter().zip(&mut self.touched_ns).enumerate() {
            if !vehicle.is_in_collision {
                continue;
            }
            // A reset sets time back.
            let is_new = |last_ns: u64| seen.time_ns < last_ns || seen.time_ns - last_ns > ONE_COLLISION_NS;
            if touched_ns.is_none_or(is_new) {
                begun.push(index);
            }
            *touched_ns = Some(seen.time_ns);
        }
        begun
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VehicleObservation;

    #[test]
    fn bodies_that_rattle_collide_once() {
        let mut watch = CollisionWatch::default();
        let mut begun_ms = Vec::new();
        for (time_ms, is_in_collision) in [
            (1000, true),
            (1100, false),
            (1400, true),
            (1900, true),
            (2400, false),
            (2401, true),
            (3000, true),
            (10, true),
        ] {
            let vehicle = VehicleObservation { is_in_collision, ..VehicleObservation::default() };
            let seen = Observations {
                time_ns: time_ms * 1_000_000,
                vehicles: vec![vehicle],
                ..Observations::default()
            };
            begun_ms.extend(watch.begun(&seen).iter().map(|_| time_ms));
        }
        assert_eq!(begun_ms, [1000, 2401, 3000, 10]);
    }
}
