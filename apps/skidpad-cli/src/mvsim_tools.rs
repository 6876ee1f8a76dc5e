//! `skidpad server`, `node`, `topic` and `service`: tools for MVSim's network. They work against skidpad and MVSim.

use crate::mvsim_args::{BrokerCommand, ServerArgs, endpoint_line};
use crate::{Outcome, print};
use clap::{Args, Subcommand};
use skidpad::mvsim::broker::Broker;
use skidpad::mvsim::messages::{FrameView, from_json, to_json};
use skidpad::mvsim::world::SERVICES;
use skidpad::runner::StopFlag;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The name of the tools as nodes.
const TOOL: &str = "skidpad_tool";
/// How long one wait for a message lasts; waiting goes on afterwards.
const LONG: Duration = Duration::from_secs(3600);
/// How long a message to publish waits for a subscriber.
const SUBSCRIBER_TIME: Duration = Duration::from_secs(5);

/// Run MVSim's server without a simulation
///
/// Nodes register with it and find each other's topics and services. Ctrl-C ends it.
#[derive(Args)]
pub(crate) struct ServerCommand {
    #[command(flatten)]
    broker: BrokerCommand,
}

/// List the nodes of MVSim's network
#[derive(Args)]
pub(crate) struct NodeCommand {
    #[command(subcommand)]
    action: NodeAction,
}

#[derive(Subcommand)]
enum NodeAction {
    /// Print the names of all nodes
    List {
        #[command(flatten)]
        server: ServerArgs,
    },
}

/// List, print, measure and publish topics of MVSim's network
#[derive(Args)]
pub(crate) struct TopicCommand {
    #[command(subcommand)]
    action: TopicAction,
}

#[derive(Subcommand)]
enum TopicAction {
    /// Print the names of all topics
    List {
        /// Print types, publishers and their endpoints too
        #[arg(long)]
        details: bool,
        #[command(flatten)]
        server: ServerArgs,
    },
    /// Print the messages of a topic
    Echo {
        /// Name of the topic
        name: String,
        /// Print one line of JSON per message and nothing else
        #[arg(long)]
        json: bool,
        /// End after this many messages
        #[arg(short = 'n', long, value_name = "N")]
        count: Option<u64>,
        #[command(flatten)]
        server: ServerArgs,
    },
    /// Measure the rate of a topic
    Hz {
        /// Name of the topic
        name: String,
        /// Seconds to listen
        #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = parse_seconds)]
        duration: f64,
        #[command(flatten)]
        server: ServerArgs,
    },
    /// Publish one message as soon as someone subscribes
    Pub {
        /// Name of the topic
        name: String,
        /// Type of the message, such as TimeStampedPose
        message_type: String,
        /// The message
        json: String,
        #[command(flatten)]
        server: ServerArgs,
    },
}

/// List and call services of MVSim's network
#[derive(Args)]
pub(crate) struct ServiceCommand {
    #[command(subcommand)]
    action: ServiceAction,
}

#[derive(Subcommand)]
enum ServiceAction {
    /// Print which of MVSim's services are offered
    List {
        #[command(flatten)]
        server: ServerArgs,
    },
    /// Call a service and print its answer as JSON
    Call {
        /// Name of the service
        name: String,
        /// The request
        #[arg(default_value = "{}")]
        json: String,
        #[command(flatten)]
        server: ServerArgs,
    },
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.1..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.1 to 86400".to_string()),
    }
}

impl ServerCommand {
    pub(crate) fn run(&self) -> Outcome {
        let settings = self.broker.settings()?;
        let broker = Broker::start(&settings)?;
        let stop = StopFlag::default();
        skidpad::end_on_ctrl_c(&stop)?;
        print(endpoint_line(broker.endpoint(), settings.port).as_bytes())?;
        while !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl NodeCommand {
    pub(crate) fn run(&self) -> Outcome {
        let NodeAction::List { server } = &self.action;
        let nodes = server.connect(TOOL)?.list_nodes("")?;
        let lines: String =
            nodes.iter().filter(|node| *node != TOOL).map(|node| format!("{node}\n")).collect();
        print(lines.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

impl TopicCommand {
    pub(crate) fn run(&self) -> Outcome {
        match &self.action {
            TopicAction::List { details, server } => list_topics(server, *details)?,
            TopicAction::Echo { name, json, count, server } => echo(server, name, *json, *count)?,
            TopicAction::Hz { name, duration, server } => {
                measure_rate(server, name, Duration::from_secs_f64(*duration))?;
            }
            TopicAction::Pub { name, message_type, json, server } => {
                publish(server, name, message_type, json)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

type Done = Result<(), Box<dyn std::error::Error>>;

fn list_topics(server: &ServerArgs, with_details: bool) -> Done {
    let topics = server.connect(TOOL)?.list_topics("")?;
    let mut text = String::new();
    if topics.is_empty() {
        text.push_str("no topics: nothing is published\n");
    }
    for topic in topics {
        let is_published = !topic.publisher_name.is_empty();
        writeln!(text, "{}{}", topic.topic_name, if is_published { "" } else { " (no publisher)" })?;
        if with_details {
            writeln!(text, "  type: {}", topic.topic_type)?;
            for (node, endpoint) in topic.publisher_name.iter().zip(&topic.publisher_endpoint) {
                writeln!(text, "  publisher: {node} at {endpoint}")?;
            }
        }
    }
    Ok(print(text.as_bytes())?)
}

fn echo(server: &ServerArgs, name: &str, as_json: bool, count: Option<u64>) -> Done {
    let client = server.connect(TOOL)?;
    let mut messages = client.subscribe(name)?;
    let mut received: u64 = 0;
    while count.is_none_or(|count| received < count) {
        let Some(message) = messages.receive(LONG)? else { continue };
        received += 1;
        let (kind, payload) = (message.type_name(), message.payload());
        let text = match to_json(kind, payload) {
            Ok(value) if as_json => format!("{value}\n"),
            Ok(value) => format!("{kind}, {} bytes\n{value:#}\n", payload.len()),
            Err(problem) if as_json => return Err(problem.into()),
            Err(problem) => format!("{kind}, {} bytes: {problem}\n", payload.len()),
        };
        print(text.as_bytes())?;
    }
    Ok(())
}

fn measure_rate(server: &ServerArgs, name: &str, duration: Duration) -> Done {
    let client = server.connect(TOOL)?;
    let mut messages = client.subscribe(name)?;
    let start = Instant::now();
    let mut arrivals_s = Vec::new();
    while let Some(left) = duration.checked_sub(start.elapsed()) {
        if messages.receive(left)?.is_some() {
            arrivals_s.push(start.elapsed().as_secs_f64());
        }
    }
    let mut text = format!("messages: {}\n", arrivals_s.len());
    let mut periods_s: Vec<f64> = arrivals_s.windows(2).map(|pair| pair[1] - pair[0]).collect();
    periods_s.sort_by(f64::total_cmp);
    if let (Some(min_s), Some(max_s)) = (periods_s.first(), periods_s.last()) {
        let mean_s = periods_s.iter().sum::<f64>() / periods_s.len() as f64;
        writeln!(text, "rate: {:.3} Hz", 1.0 / mean_s)?;
        writeln!(text, "period: mean {mean_s:.6} s, min {min_s:.6} s, max {max_s:.6} s")?;
    }
    Ok(print(text.as_bytes())?)
}

fn publish(server: &ServerArgs, name: &str, message_type: &str, json: &str) -> Done {
    let kind = match message_type.contains('.') {
        true => message_type.to_string(),
        false => format!("mvsim_msgs.{message_type}"),
    };
    let payload = from_json(&kind, &serde_json::from_str(json)?)?;
    let client = server.connect(TOOL)?;
    let topic = client.advertise_encoded(name, &kind)?;
    let start = Instant::now();
    while topic.subscriber_count() == 0 {
        if start.elapsed() > SUBSCRIBER_TIME {
            return Err(format!("{name} has no subscribers").into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    topic.publish(&payload);
    topic.flush(SUBSCRIBER_TIME)?;
    Ok(())
}

impl ServiceCommand {
    pub(crate) fn run(&self) -> Outcome {
        match &self.action {
            ServiceAction::List { server } => list_services(server)?,
            ServiceAction::Call { name, json, server } => call(server, name, json)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// MVSim's protocol has no list of services, so each of MVSim's own is looked up.
fn list_services(server: &ServerArgs) -> Done {
    let client = server.connect(TOOL)?;
    let mut text = String::new();
    for (name, input, output) in SERVICES {
        if let Ok((_, node)) = client.find_service(name) {
            writeln!(text, "{name} ({input} -> {output}) by {node}")?;
        }
    }
    Ok(print(text.as_bytes())?)
}

fn call(server: &ServerArgs, name: &str, json: &str) -> Done {
    let Some((_, input, _)) = SERVICES.iter().find(|(service, ..)| *service == name) else {
        let names: Vec<&str> = SERVICES.iter().map(|(service, ..)| *service).collect();
        return Err(format!("MVSim has no service {name:?}; it has {}", names.join(", ")).into());
    };
    let request = from_json(input, &serde_json::from_str(json)?)?;
    let answer = server.connect(TOOL)?.call_encoded(name, request)?;
    let view = FrameView::parse(&answer)?;
    Ok(print(format!("{}\n", to_json(view.type_name, view.payload)?).as_bytes())?)
}
