//! A node that counts on `chatter`, prints what it hears on `cmd_vel`, and offers a service.
//!
//! `cargo run -p skidpad-ros1 --example talker -- __name:=counter chatter:=/numbers`

use skidpad_ros1::{Names, Node, NodeArguments, NodeSettings, ServiceType, TopicType};
use skidpad_rosmsg::msg::{TRIGGER, Text, TriggerResponse, Twist};
use skidpad_rosmsg::{Message, from_ros1, to_ros1};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments = NodeArguments::parse(arguments.iter().map(String::as_str))?;
    let names = Names::new(
        arguments.name.as_deref().unwrap_or("talker"),
        arguments.namespace.as_deref().unwrap_or("/"),
        &arguments.remaps,
    )?;
    let master = std::env::var("ROS_MASTER_URI").unwrap_or("http://localhost:11311".to_string());
    let node = Node::start(NodeSettings::new(names, &master), |event| eprintln!("{event}"))?;
    let resolve = |name: &str| node.names().resolve(name);
    let chatter = node.advertise(&resolve("chatter")?, TopicType::of(Text::DESCRIPTION), false, 10);
    node.subscribe(&resolve("cmd_vel")?, TopicType::of(Twist::DESCRIPTION), |bytes| {
        match from_ros1::<Twist>(bytes) {
            Ok(twist) => println!("heard {} m/s", twist.linear.x),
            Err(problem) => println!("a message cannot be read: {problem}"),
        }
    });
    node.offer(&resolve("~greet")?, ServiceType::of(&TRIGGER), |_request, reply| {
        reply.send(to_ros1(&TriggerResponse { success: true, message: "hello".to_string() }));
    });
    node.set_param(&resolve("~started")?, true);
    node.register();
    for number in 0u64.. {
        chatter.publish(&Text { data: format!("number {number}") });
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
