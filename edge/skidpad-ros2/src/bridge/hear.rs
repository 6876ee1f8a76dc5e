//! Messages that the bridge hears, as commands and requests of the run.

use super::{Bridge, name_in_namespace};
use crate::RosNode;
use crate::names::{dds_topic, dds_type};
use skidpad_rosmsg::msg::{AckermannDriveStamped, Float64, JointState, MarkerArray, Twist, TwistStamped};
use skidpad_rosmsg::{CdrProblem, CommandMessage, CommandTopic, Subscription, from_cdr_body};
use skidpad_rtps::{Sample, WireError};

impl Bridge {
    /// Turn messages into commands for the next step.
    pub(super) fn hear(&mut self) -> Result<(), WireError> {
        let mut problems = Vec::new();
        for (subscription, receiver) in &self.heard {
            for sample in receiver.drain() {
                if subscription.kind == CommandTopic::Joints {
                    let commanded = joint_message(&sample).and_then(|message| {
                        self.joints.take(self.topics.roster(), subscription.vehicle, &message)
                    });
                    match commanded {
                        Ok(command) => {
                            self.shared.command(self.world, vec![command]);
                        }
                        Err(problem) => {
                            problems.push(format!("{}: a message is ignored: {problem}", subscription.topic));
                        }
                    }
                    continue;
                }
                match command_message(subscription.kind, &sample) {
                    Ok(message) => match self.requests.take(subscription.vehicle, &message) {
                        Ok(commands) => {
                            self.shared.command(self.world, commands);
                        }
                        Err(refusal) => problems.push(format!("{}: {refusal}", subscription.topic)),
                    },
                    Err(problem) => {
                        problems.push(format!("{}: a message is ignored: {problem}", subscription.topic));
                    }
                }
            }
        }
        self.hear_markers(&mut problems);
        if let Some(command) = self.brains2.as_ref().and_then(|brains2| brains2.hear(&mut problems)) {
            self.shared.command(self.world, vec![command]);
        }
        problems.into_iter().try_for_each(|text| self.log.warn(&self.node, self.stamp_ns, &text))
    }

    /// Turn markers into objects of the run.
    fn hear_markers(&self, problems: &mut Vec<String>) {
        for (topic, receiver) in &self.markers {
            for sample in receiver.drain() {
                let read = if sample.big_endian {
                    Err(CdrProblem::Encapsulation)
                } else {
                    from_cdr_body::<MarkerArray>(&sample.body)
                };
                let message = match read {
                    Ok(message) => message,
                    Err(problem) => {
                        problems.push(format!("{}: a message is ignored: {problem}", topic.name()));
                        continue;
                    }
                };
                let world_frame = &self.topics.settings().naming.world_frame;
                let (requests, wrong) = topic.requests(&message, world_frame);
                problems.extend(wrong);
                // Objects of a world that is about to go would be lost.
                for request in requests.into_iter().filter(|_| !self.simulation.is_loading_world()) {
                    if let Some(Err(problem)) = self.run.as_ref().map(|run| run.ask(request)) {
                        problems.push(format!("{}: {problem}", topic.name()));
                    }
                }
            }
        }
    }
}

/// Whether any node publishes messages of this type on this topic.
pub(super) fn is_sent(node: &RosNode, subscription: &Subscription) -> bool {
    let topic = dds_topic(&node.resolve(name_in_namespace(&subscription.topic)));
    let type_name = dds_type(subscription.kind.description().type_name);
    let endpoints = node.wire().endpoints();
    endpoints.iter().any(|it| !it.is_reader && it.topic == topic && it.type_name == type_name)
}

fn command_message(kind: CommandTopic, sample: &Sample) -> Result<CommandMessage, CdrProblem> {
    if sample.big_endian {
        return Err(CdrProblem::Encapsulation);
    }
    match kind {
        CommandTopic::Twist => from_cdr_body::<Twist>(&sample.body).map(CommandMessage::Twist),
        CommandTopic::TwistStamped => {
            from_cdr_body::<TwistStamped>(&sample.body).map(|it| CommandMessage::Twist(it.twist))
        }
        CommandTopic::Ackermann => {
            from_cdr_body::<AckermannDriveStamped>(&sample.body).map(CommandMessage::Ackermann)
        }
        CommandTopic::Brake => from_cdr_body::<Float64>(&sample.body).map(CommandMessage::Brake),
        CommandTopic::HandBrake => from_cdr_body::<Float64>(&sample.body).map(CommandMessage::HandBrake),
        // A message about joints is no command until it is known which joints there are.
        CommandTopic::Joints => Err(CdrProblem::Encapsulation),
    }
}

fn joint_message(sample: &Sample) -> Result<JointState, String> {
    if sample.big_endian {
        return Err(CdrProblem::Encapsulation.to_string());
    }
    from_cdr_body(&sample.body).map_err(|problem| problem.to_string())
}
