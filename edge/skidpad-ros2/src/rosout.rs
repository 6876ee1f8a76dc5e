//! Messages for people, on `/rosout`.

use crate::RosNode;
use crate::arguments::LogLevel;
use crate::parameter_services::body;
use skidpad_rosmsg::Message;
use skidpad_rosmsg::msg::{Log, Time};
use skidpad_rtps::{Qos, WireError, WriterId};
use std::time::{Duration, Instant};

/// Least time between two messages about the same thing.
const PAUSE: Duration = Duration::from_secs(1);

/// The node's log.
pub(crate) struct RosLog {
    writer: Option<WriterId>,
    least: LogLevel,
    name: String,
    last_warning: Option<Instant>,
}

impl RosLog {
    pub(crate) fn new(node: &mut RosNode, least: LogLevel, is_published: bool) -> Result<Self, WireError> {
        let qos = Qos::latched(1000);
        let writer =
            if is_published { Some(node.publisher("/rosout", Log::DESCRIPTION, &qos)?) } else { None };
        // Loggers have dots where nodes have slashes.
        let name = node.name().full().trim_start_matches('/').replace('/', ".");
        Ok(RosLog { writer, least, name, last_warning: None })
    }

    pub(crate) fn say(
        &mut self,
        node: &RosNode,
        level: LogLevel,
        stamp_ns: u64,
        text: &str,
    ) -> Result<(), WireError> {
        let Some(writer) = self.writer.filter(|_| level >= self.least) else { return Ok(()) };
        let level = match level {
            LogLevel::Debug => Log::DEBUG,
            LogLevel::Info => Log::INFO,
            LogLevel::Warn => Log::WARN,
            LogLevel::Error => Log::ERROR,
            LogLevel::Fatal => Log::FATAL,
        };
        let (stamp, name) = (Time::from_ns(stamp_ns), self.name.clone());
        let message = Log { stamp, level, name, msg: text.to_string(), ..Log::default() };
        node.wire().write(writer, body(&message), None, None).map(|_| ())
    }

    /// A warning that may repeat: at most one per second of wall time.
    pub(crate) fn warn(&mut self, node: &RosNode, stamp_ns: u64, text: &str) -> Result<(), WireError> {
        if self.last_warning.is_some_and(|last| last.elapsed() < PAUSE) {
            return Ok(());
        }
        self.last_warning = Some(Instant::now());
        self.say(node, LogLevel::Warn, stamp_ns, text)
    }
}
