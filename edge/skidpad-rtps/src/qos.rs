//! Quality of service: what a writer offers, what a reader asks for, and whether the two fit.

use std::fmt;
use std::time::Duration;

/// Whether lost samples are sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reliability {
    /// A lost sample stays lost.
    BestEffort,
    /// A lost sample is sent again while the writer still has it.
    Reliable,
}

/// Whether a reader that comes late gets what was written before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Durability {
    /// It does not.
    Volatile,
    /// It does, from the writer's history, while the writer lives ("latched").
    TransientLocal,
    /// It does, from a service; offered by some peers, never by this crate.
    Transient,
    /// It does, from a disk; offered by some peers, never by this crate.
    Persistent,
}

/// How many samples are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum History {
    /// The latest so many; the oldest is dropped when another comes.
    KeepLast(u32),
    /// All, up to the limit of [`History::depth`].
    KeepAll,
}

impl History {
    /// How many samples are kept at most. "All" has a limit too, so that no peer can fill the memory.
    pub fn depth(self) -> usize {
        match self {
            Self::KeepLast(depth) => depth.clamp(1, 10_000) as usize,
            Self::KeepAll => 10_000,
        }
    }
}

/// How a writer shows that it is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Liveliness {
    /// By its participant, without help.
    Automatic,
    /// By any writer of its participant that is used.
    ManualByParticipant,
    /// By being used.
    ManualByTopic,
}

/// What a writer offers or a reader asks for. A duration of `None` is infinite.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Qos {
    /// Whether lost samples are sent again.
    pub reliability: Reliability,
    /// Whether late readers get earlier samples.
    pub durability: Durability,
    /// How many samples are kept.
    pub history: History,
    /// The longest time between two samples. Announced and compared, not watched.
    pub deadline: Option<Duration>,
    /// After this time a sample is of no use. Announced, not enforced.
    pub lifespan: Option<Duration>,
    /// How a writer shows that it is alive. Writers of this crate are all automatic.
    pub liveliness: Liveliness,
    /// How long a writer may be silent before it counts as dead.
    pub liveliness_lease: Option<Duration>,
}

impl Default for Qos {
    /// What ROS 2 uses unless told otherwise: reliable, volatile, the last ten samples.
    fn default() -> Self {
        Self::reliable(10)
    }
}

impl Qos {
    /// Reliable and volatile, the last `depth` samples.
    pub fn reliable(depth: u32) -> Self {
        Self {
            reliability: Reliability::Reliable,
            durability: Durability::Volatile,
            history: History::KeepLast(depth),
            deadline: None,
            lifespan: None,
            liveliness: Liveliness::Automatic,
            liveliness_lease: None,
        }
    }

    /// Best effort and volatile, the last `depth` samples. ROS calls this, with depth 5, `sensor_data`.
    pub fn best_effort(depth: u32) -> Self {
        Self { reliability: Reliability::BestEffort, ..Self::reliable(depth) }
    }

    /// Reliable and transient-local, the last `depth` samples: late readers get them. ROS uses it for maps.
    pub fn latched(depth: u32) -> Self {
        Self { durability: Durability::TransientLocal, ..Self::reliable(depth) }
    }

    /// Whether a reader that asks for `requested` can be served by a writer that offers `self`.
    pub fn offers(&self, requested: &Self) -> Result<(), QosMismatch> {
        let longer = |offered: Option<Duration>, asked: Option<Duration>| {
            asked.is_some_and(|asked| offered.is_none_or(|offered| offered > asked))
        };
        if self.reliability < requested.reliability {
            Err(QosMismatch::Reliability)
        } else if self.durability < requested.durability {
            Err(QosMismatch::Durability)
        } else if longer(self.deadline, requested.deadline) {
            Err(QosMismatch::Deadline)
        } else if self.liveliness < requested.liveliness
            || longer(self.liveliness_lease, requested.liveliness_lease)
        {
            Err(QosMismatch::Liveliness)
        } else {
            Ok(())
        }
    }
}

/// The policy that keeps a writer and a reader of one topic apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QosMismatch {
    /// The reader asks for reliable, the writer offers best effort.
    Reliability,
    /// The reader asks for earlier samples, the writer keeps none.
    Durability,
    /// The reader asks for samples more often than the writer promises.
    Deadline,
    /// The reader asks for signs of life that the writer does not promise.
    Liveliness,
    /// One of them lets the strongest writer speak alone, the other does not.
    Ownership,
    /// They are in different partitions.
    Partition,
    /// The reader cannot read the writer's form of CDR.
    Representation,
}

impl fmt::Display for QosMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reliability => "the reader asks for reliable, the writer offers best effort",
            Self::Durability => "the reader asks for transient-local, the writer offers volatile",
            Self::Deadline => "the reader asks for a shorter deadline than the writer offers",
            Self::Liveliness => "the reader asks for a stricter liveliness than the writer offers",
            Self::Ownership => "one asks for exclusive ownership, the other for shared",
            Self::Partition => "they are in different partitions",
            Self::Representation => "the reader does not read classic CDR",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reliable_writer_serves_both_and_best_effort_only_its_own() {
        let (reliable, best_effort) = (Qos::reliable(1), Qos::best_effort(1));
        assert_eq!(reliable.offers(&best_effort), Ok(()));
        assert_eq!(reliable.offers(&reliable), Ok(()));
        assert_eq!(best_effort.offers(&best_effort), Ok(()));
        assert_eq!(best_effort.offers(&reliable), Err(QosMismatch::Reliability));
    }

    #[test]
    fn a_volatile_writer_does_not_serve_a_late_joiner() {
        assert_eq!(Qos::reliable(1).offers(&Qos::latched(1)), Err(QosMismatch::Durability));
        assert_eq!(Qos::latched(1).offers(&Qos::reliable(1)), Ok(()));
    }

    #[test]
    fn promises_of_time_are_at_most_what_is_asked() {
        let every = |ms: u64| Qos { deadline: Some(Duration::from_millis(ms)), ..Qos::default() };
        assert_eq!(every(10).offers(&every(20)), Ok(()));
        assert_eq!(every(20).offers(&every(10)), Err(QosMismatch::Deadline));
        assert_eq!(Qos::default().offers(&every(10)), Err(QosMismatch::Deadline));
        assert_eq!(every(10).offers(&Qos::default()), Ok(()));
        let manual = Qos { liveliness: Liveliness::ManualByTopic, ..Qos::default() };
        assert_eq!(Qos::default().offers(&manual), Err(QosMismatch::Liveliness));
    }
}
