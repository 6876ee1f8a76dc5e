//! A node, its master, its peers, and those who mean it harm. `scripts/check-ros1` tries the same with real ROS.

mod common;

use common::{Master, call, connect, read_block, topic_address, wait_until};
use skidpad_ros1::xmlrpc::Value;
use skidpad_ros1::{Names, Node, NodeEvent, NodeSettings, Publication, ServiceType, TopicType};
use skidpad_rosmsg::msg::{Image, Odometry, SET_BOOL, SetBoolRequest, Text, TriggerResponse, Twist};
use skidpad_rosmsg::{Message, from_ros1, to_ros1};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

fn node_at(master_uri: &str, events: &Arc<Mutex<Vec<NodeEvent>>>) -> Node {
    let names = Names::new("sim", "/", &[]).expect("a name");
    let events = Arc::clone(events);
    let on_event = move |event| events.lock().expect("no panic").push(event);
    Node::start(NodeSettings::new(names, master_uri), on_event).expect("a node")
}

fn text_topic(node: &Node, is_latched: bool) -> Publication {
    node.advertise("/chatter", TopicType::of(Text::DESCRIPTION), is_latched, 10)
}

fn text(data: &str) -> Text {
    Text { data: data.to_string() }
}

fn subscribe(node: &Node, topic: &str) -> TcpStream {
    let address = topic_address(&node.uri(), topic);
    let (stream, answer) = connect(&address, &[("callerid", "/test"), ("topic", topic), ("md5sum", "*")]);
    assert_eq!(answer.get("error"), None);
    stream
}

#[test]
fn it_waits_for_the_master_and_registers_again_when_the_master_returns() {
    let port = Master::start(0).port;
    let events = Arc::default();
    let node = node_at(&format!("http://127.0.0.1:{port}"), &events);
    text_topic(&node, false);
    node.subscribe("/cmd_vel", TopicType::of(Twist::DESCRIPTION), |_| {});
    node.set_param("/use_sim_time", true);
    node.register();
    let last = || events.lock().expect("no panic").last().cloned();
    wait_until("a word on the absent master", || matches!(last(), Some(NodeEvent::MasterAbsent { .. })));
    for _ in 0..2 {
        let master = Master::start(port);
        wait_until("registering", || {
            node.is_registered()
                && master.has("registerPublisher", "/chatter")
                && master.has("registerSubscriber", "/cmd_vel")
        });
        let params = &master.registry.lock().expect("no panic").params;
        assert_eq!(params.get("/use_sim_time"), Some(&true.into()));
    }
    let master = Master::start(port);
    wait_until("registering", || node.is_registered() && master.has("registerPublisher", "/chatter"));
    drop(node);
    assert!(master.has("unregisterPublisher", "/chatter") && master.has("unregisterSubscriber", "/cmd_vel"));
}

#[test]
fn subscribers_receive_messages_and_late_ones_the_latched_one() {
    let node = node_at("http://127.0.0.1:1", &Arc::default());
    let chatter = text_topic(&node, true);
    chatter.publish(&text("before"));
    let mut stream = subscribe(&node, "/chatter");
    assert_eq!(from_ros1(&read_block(&mut stream)), Ok(text("before")));
    assert_eq!(chatter.subscriber_count(), 1);
    chatter.publish(&text("after"));
    assert_eq!(from_ros1(&read_block(&mut stream)), Ok(text("after")));
    drop(stream);
    wait_until("the end of the subscription", || chatter.subscriber_count() == 0);
}

#[test]
fn headers_are_counted_and_say_the_type() {
    let node = node_at("http://127.0.0.1:1", &Arc::default());
    let odom = node.advertise("/odom", TopicType::of(Odometry::DESCRIPTION), false, 10);
    let address = topic_address(&node.uri(), "/odom");
    let asked = [("callerid", "/t"), ("topic", "/odom"), ("md5sum", "cd5e73d190d741a2f92e81eda573aca7")];
    let (mut stream, answer) = connect(&address, &asked);
    assert_eq!((answer.get("type"), answer.get("latching")), (Some("nav_msgs/Odometry"), Some("0")));
    for number in 0..3u32 {
        odom.publish(&Odometry::default());
        assert_eq!(read_block(&mut stream)[..4], number.to_le_bytes());
    }
    let (_, refusal) = connect(&address, &[("topic", "/odom"), ("md5sum", "0"), ("type", "x/Y")]);
    assert!(refusal.get("error").is_some_and(|it| it.contains("nav_msgs/Odometry")), "{refusal:?}");
    let (_, refusal) = connect(&address, &[("topic", "/nothing"), ("md5sum", "*")]);
    assert_eq!(refusal.get("error"), Some("the node does not publish this topic"));
}

/// Publishing never waits, and what is kept for a subscriber that does not read is limited.
#[test]
fn a_slow_subscriber_loses_messages() {
    let node = node_at("http://127.0.0.1:1", &Arc::default());
    let images = node.advertise("/image", TopicType::of(Image::DESCRIPTION), false, 3);
    let mut slow = subscribe(&node, "/image");
    let image = |number: u32| Image { height: number, data: vec![0; 1 << 20], ..Image::default() };
    for number in 0..200 {
        images.publish(&image(number));
    }
    let mut last = 0;
    let mut count = 0;
    while last < 199 {
        let received: Image = from_ros1(&read_block(&mut slow)).expect("a whole message");
        assert!(count == 0 || received.height > last);
        last = received.height;
        count += 1;
    }
    assert!(count < 100, "{count} messages were kept");
}

#[test]
fn services_answer_once_or_often_and_say_their_type() {
    let node = node_at("http://127.0.0.1:1", &Arc::default());
    node.offer("/sim/pause", ServiceType::of(&SET_BOOL), |request, reply| {
        match from_ros1::<SetBoolRequest>(request) {
            Ok(it) => reply.send(to_ros1(&TriggerResponse { success: it.data, message: String::new() })),
            Err(problem) => reply.fail(&problem.to_string()),
        }
    });
    text_topic(&node, false);
    let address = topic_address(&node.uri(), "/chatter");
    let (mut probe, answer) =
        connect(&address, &[("service", "/sim/pause"), ("md5sum", "*"), ("probe", "1")]);
    assert_eq!(answer.get("type"), Some("std_srvs/SetBool"));
    assert_eq!(probe.read(&mut [0]).expect("the end"), 0);
    let asked =
        [("service", "/sim/pause"), ("md5sum", "09fb03525b03e7ea1fd3992bafd87e16"), ("persistent", "1")];
    let (mut stream, _) = connect(&address, &asked);
    for data in [true, false] {
        stream.write_all(&[1, 0, 0, 0, u8::from(data)]).expect("sent");
        let mut is_done = [0];
        stream.read_exact(&mut is_done).expect("an answer");
        let response: TriggerResponse = from_ros1(&read_block(&mut stream)).expect("a response");
        assert_eq!((is_done, response.success), ([1], data));
    }
    stream.write_all(&[2, 0, 0, 0, 7, 7]).expect("sent");
    let mut is_done = [1];
    stream.read_exact(&mut is_done).expect("an answer");
    assert_eq!(is_done, [0], "a request that cannot be read fails");
}

#[test]
fn it_hears_every_publisher_that_the_master_names() {
    let talker = node_at("http://127.0.0.1:1", &Arc::default());
    let chatter = text_topic(&talker, true);
    chatter.publish(&text("hello"));
    let master = Master::start(0);
    master.registry.lock().expect("no panic").publishers = vec![talker.uri(), "rubbish".to_string()];
    let (heard, received) = channel();
    let listener = node_at(&master.uri(), &Arc::default());
    listener.subscribe("/chatter", TopicType::of(Text::DESCRIPTION), move |bytes| {
        heard.send(from_ros1::<Text>(bytes)).expect("the test listens");
    });
    listener.register();
    assert_eq!(received.recv_timeout(common::PATIENCE), Ok(Ok(text("hello"))));
    // The master says that nobody publishes any more.
    let none = Value::Array(Vec::new());
    call(&listener.uri(), "publisherUpdate", &["/master".into(), "/chatter".into(), none]);
    wait_until("the end of the connection", || chatter.subscriber_count() == 0);
}

#[test]
fn it_says_what_it_does() {
    let events: Arc<Mutex<Vec<NodeEvent>>> = Arc::default();
    let node = node_at("http://127.0.0.1:1", &events);
    text_topic(&node, false);
    let _stream = subscribe(&node, "/chatter");
    let ask = |method: &str| call(&node.uri(), method, &["/test".into()]).array().expect("parts")[2].clone();
    assert_eq!(ask("getPid").int(), i32::try_from(std::process::id()).ok());
    assert_eq!(ask("getMasterUri").text(), Some("http://127.0.0.1:1"));
    let pair = Value::Array(vec!["/chatter".into(), "std_msgs/String".into()]);
    assert_eq!(ask("getPublications"), Value::Array(vec![pair]));
    assert_eq!(ask("getSubscriptions"), Value::Array(Vec::new()));
    let connection = ask("getBusInfo").array().expect("a list")[0].array().expect("a connection").to_vec();
    assert_eq!((connection[1].text(), connection[2].text()), (Some("/test"), Some("o")));
    assert_eq!(ask("getBusStats").array().expect("three lists").len(), 3);
    ask("shutdown");
    ask("shutdown");
    assert_eq!(events.lock().expect("no panic").len(), 1, "one word is enough");
}

/// Strangers who connect and say nothing, or rubbish, cost nobody else anything.
#[test]
fn rubbish_does_not_disturb_others() {
    let node = node_at("http://127.0.0.1:1", &Arc::default());
    let chatter = text_topic(&node, false);
    let mut stream = subscribe(&node, "/chatter");
    let uri = node.uri();
    let xmlrpc = uri.trim_start_matches("http://").trim_end_matches('/');
    let tcpros = topic_address(&uri, "/chatter");
    let mut silent = Vec::new();
    for number in 0..300u32 {
        for address in [xmlrpc, &tcpros] {
            // A connection may be closed while it is written to.
            let Ok(mut stranger) = TcpStream::connect(address) else { continue };
            let rubbish: &[u8] = match number % 4 {
                0 => b"",
                1 => b"GET / HTTP/1.1\r\n\r\n",
                2 => &[0xff; 4096],
                _ => b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n<rubbish>",
            };
            let _ = stranger.write_all(rubbish);
            silent.push(stranger);
        }
    }
    chatter.publish(&text("still here"));
    assert_eq!(from_ros1(&read_block(&mut stream)), Ok(text("still here")));
    assert!(call(&uri, "getPid", &["/test".into()]).array().is_some());
    let mut late = subscribe(&node, "/chatter");
    wait_until("the second subscription", || chatter.subscriber_count() == 2);
    chatter.publish(&text("to both"));
    assert_eq!(from_ros1(&read_block(&mut late)), Ok(text("to both")));
}
