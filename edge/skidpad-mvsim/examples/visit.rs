//! A client that uses everything a server offers, and says what it found. `scripts/check-mvsim` lets it visit a server
//! that is not ours.
//!
//! `cargo run -p skidpad-mvsim --example visit -- 23700`

use skidpad_mvsim::messages::*;
use skidpad_mvsim::{Client, ClientSettings};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(23700), |text| text.parse())?;
    let name = "visitor".to_string();
    let client =
        Client::connect(ClientSettings { name, port, connect_time: PATIENCE, ..Default::default() })?;
    println!("nodes {}", client.list_nodes("")?.join(" "));
    for topic in client.list_topics("/")? {
        println!("topic {} {} {}", topic.topic_name, topic.topic_type, topic.publisher_name.join(" "));
    }

    let mut poses = client.subscribe("/host/pose")?;
    let received = poses.receive(PATIENCE)?.ok_or("nothing was published")?;
    println!("pose of {}", received.decode::<TimeStampedPose>()?.object_id);

    let (_, node) = client.find_service("double")?;
    println!("service double of {node}");
    for value in 1..=3 {
        let twist_set_point = Twist { vx: f64::from(value), ..Twist::default() };
        let request = SrvSetControllerTwist { object_id: "r1".to_string(), twist_set_point };
        let answer: SrvSetControllerTwistAnswer = client.call("double", &request)?;
        println!("doubled {}", answer.error_message());
    }
    match client.call::<_, SrvShutdownAnswer>("nothing", &SrvShutdown {}) {
        Err(error) => println!("error: {error}"),
        Ok(_) => return Err("a service that does not exist has answered".into()),
    }

    client.advertise_service("greet", |request: SrvGetPose| SrvGetPoseAnswer {
        success: true,
        error_message: Some(format!("hello {}", request.object_id)),
        ..SrvGetPoseAnswer::default()
    })?;
    let replies = client.advertise::<TimeStampedPose>("/visitor/pose")?;
    let mut requests = client.subscribe("/host/done")?;
    // The host calls the service, listens to the topic, and says when it has heard enough.
    for count in 0.. {
        replies.publish_with(|| TimeStampedPose { object_id: format!("v{count}"), ..Default::default() });
        if requests.receive(Duration::from_millis(20))?.is_some() {
            break;
        }
    }
    println!("done");
    Ok(())
}
