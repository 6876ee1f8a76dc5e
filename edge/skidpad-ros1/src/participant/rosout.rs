//! Messages for people, on `/rosout`.

use crate::node::{Node, Publication};
use crate::tcpros::TopicType;
use skidpad_messages::{Event, Step};
use skidpad_rosmsg::msg::{Header, Ros1Log, Time};
use skidpad_rosmsg::{Byte, Message};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Least time between two warnings that may repeat.
const PAUSE: Duration = Duration::from_secs(1);

/// Most messages that wait for a subscriber.
const QUEUE_LENGTH: usize = 100;

/// The node's log. The latest message is kept for those who come later, as roscpp does it.
pub(super) struct Rosout {
    publication: Publication,
    name: String,
    /// Simulated time of the latest step [ns].
    time_ns: AtomicU64,
    last_warning: Mutex<Option<Instant>>,
}

impl Rosout {
    pub(super) fn new(node: &Node) -> Self {
        let kind = TopicType::of(Ros1Log::DESCRIPTION);
        Rosout {
            publication: node.advertise("/rosout", kind, true, QUEUE_LENGTH),
            name: node.name().to_string(),
            time_ns: AtomicU64::new(0),
            last_warning: Mutex::default(),
        }
    }

    /// Say something.
    pub(super) fn say(&self, level: u8, text: &str) {
        let stamp = Time::from_ns(self.time_ns.load(Ordering::Relaxed));
        let header = Header { stamp, frame_id: String::new() };
        let (name, msg) = (self.name.clone(), text.to_string());
        self.publication.publish(&Ros1Log { header, level: Byte(level), name, msg, ..Ros1Log::default() });
    }

    /// Say something that may repeat: at most once per second of wall time.
    fn warn(&self, text: &str) {
        let mut last = self.last_warning.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= PAUSE) {
            *last = Some(Instant::now());
            self.say(Ros1Log::WARN, text);
        }
    }

    /// Say what happened in a step; contacts have a topic of their own.
    pub(super) fn tell(&self, step: &Step) {
        self.time_ns.store(step.time_ns(), Ordering::Relaxed);
        for event in &step.observations.events {
            match event {
                Event::Contact { .. } => {}
                Event::Refused { .. } | Event::RequestRefused { .. } | Event::Quarantined { .. } => {
                    self.warn(&event.describe(&step.roster));
                }
                _ => self.say(Ros1Log::INFO, &event.describe(&step.roster)),
            }
        }
    }
}
