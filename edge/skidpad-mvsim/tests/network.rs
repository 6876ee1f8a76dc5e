//! Broker, clients and the node `World` together, over loopback.

use skidpad_mvsim::broker::{Broker, BrokerError, BrokerSettings};
use skidpad_mvsim::client::{ClientError, Publication};
use skidpad_mvsim::messages::*;
use skidpad_mvsim::world::{SERVICES, ServiceRequest, World, WorldSettings};
use skidpad_mvsim::zmtp::{Endpoint, Limits, RequestSocket};
use skidpad_mvsim::{Client, ClientSettings};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

fn broker() -> Broker {
    Broker::start(&BrokerSettings { port: 0, ..BrokerSettings::default() }).expect("a port")
}

fn settings(broker: &Broker, name: &str) -> ClientSettings {
    ClientSettings {
        name: name.to_string(),
        port: broker.endpoint().port,
        connect_time: LONG,
        request_time: LONG,
        ..ClientSettings::default()
    }
}

fn client(broker: &Broker, name: &str) -> Client {
    Client::connect(settings(broker, name)).expect("the broker")
}

fn pose(object_id: &str) -> TimeStampedPose {
    TimeStampedPose { object_id: object_id.to_string(), ..TimeStampedPose::default() }
}

/// Wait for something that happens soon.
fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn wait_for_subscribers(publication: &Publication<TimeStampedPose>, count: usize) {
    until(|| publication.subscriber_count() == count);
}

#[test]
fn subscribers_hear_whether_they_come_before_the_publisher_or_after() {
    let broker = broker();
    let (robot, planner) = (client(&broker, "robot"), client(&broker, "planner"));
    let mut early = planner.subscribe("/pose").expect("subscribed");
    assert_eq!(early.publisher_count(), 0);
    let publication = robot.advertise::<TimeStampedPose>("/pose").expect("advertised");
    let mut late = planner.subscribe("/pose").expect("subscribed");
    // The server has told both before it answered.
    assert_eq!((early.publisher_count(), late.publisher_count()), (1, 1));
    wait_for_subscribers(&publication, 2);
    publication.publish(&pose("r1"));
    for subscription in [&mut early, &mut late] {
        let received = subscription.receive(LONG).expect("running").expect("a message");
        assert_eq!(received.type_name(), "mvsim_msgs.TimeStampedPose");
        assert_eq!(received.decode::<TimeStampedPose>().expect("decodes"), pose("r1"));
        // Once, though there were two pushes.
        assert!(subscription.receive(SHORT).expect("running").is_none());
    }
    assert!(publication.flush(LONG).expect("running"));
}

#[test]
fn programs_of_one_machine_talk_by_name_unless_told_otherwise() {
    let broker = broker();
    let listener = client(&broker, "listener");
    for (is_tcp_only, transport) in [(false, "ipc://@skidpad-mvsim-"), (true, "tcp://")] {
        let robot = Client::connect(ClientSettings { is_tcp_only, ..settings(&broker, "robot") })
            .expect("the broker");
        let publication = robot.advertise::<TimeStampedPose>("/pose").expect("advertised");
        let listed = listener.list_topics("/pose").expect("topics").remove(0).publisher_endpoint;
        assert!(listed[0].starts_with(transport), "{listed:?}");
        let mut subscription = listener.subscribe("/pose").expect("subscribed");
        wait_for_subscribers(&publication, 1);
        // Larger than what the operating system takes at once.
        let long = "x".repeat(3_000_000);
        for id in ["r1", &long] {
            publication.publish(&pose(id));
            let received = subscription.receive(LONG).expect("open").expect("a message");
            assert_eq!(received.decode::<TimeStampedPose>().expect("a pose").object_id, id);
        }
    }
}

#[test]
fn a_second_publisher_is_heard_and_the_first_not_twice() {
    let broker = broker();
    let (one, two, planner) = (client(&broker, "one"), client(&broker, "two"), client(&broker, "planner"));
    let mut subscription = planner.subscribe("/pose").expect("subscribed");
    let first = one.advertise::<TimeStampedPose>("/pose").expect("advertised");
    let second = two.advertise::<TimeStampedPose>("/pose").expect("advertised");
    wait_for_subscribers(&first, 1);
    wait_for_subscribers(&second, 1);
    first.publish(&pose("1"));
    second.publish(&pose("2"));
    let mut heard: Vec<String> = (0..2)
        .map(|_| subscription.receive(LONG).expect("running").expect("a message"))
        .map(|received| received.decode::<TimeStampedPose>().expect("decodes").object_id)
        .collect();
    heard.sort();
    assert_eq!(heard, ["1", "2"]);
    assert!(subscription.receive(SHORT).expect("running").is_none());
}

#[test]
fn nothing_is_made_while_nobody_subscribes() {
    let broker = broker();
    let robot = client(&broker, "robot");
    let publication = robot.advertise::<TimeStampedPose>("/pose").expect("advertised");
    publication.publish_with(|| panic!("nobody asked"));
}

#[test]
fn what_a_client_announced_goes_with_it() {
    let broker = broker();
    let watcher = client(&broker, "watcher");
    let robot = client(&broker, "robot");
    let publication = robot.advertise::<TimeStampedPose>("/pose").expect("advertised");
    robot
        .advertise_service("stop", |_: SrvShutdown| SrvShutdownAnswer { accepted: true })
        .expect("advertised");
    assert_eq!(watcher.list_nodes("").expect("listed"), ["robot", "watcher"]);
    assert_eq!(watcher.list_nodes("w").expect("listed"), ["watcher"]);
    assert_eq!(watcher.list_topics("/p").expect("listed")[0].publisher_name, ["robot"]);
    assert_eq!(watcher.find_service("stop").expect("found").1, "robot");
    drop((publication, robot));
    assert_eq!(watcher.list_nodes("").expect("listed"), ["watcher"]);
    assert!(watcher.list_topics("").expect("listed").is_empty());
    assert!(matches!(watcher.find_service("stop"), Err(ClientError::NoService { .. })));
}

#[test]
fn two_clients_of_one_name_both_work() {
    let broker = broker();
    let (one, two) = (client(&broker, "anonymous"), client(&broker, "anonymous"));
    let publication = one.advertise::<TimeStampedPose>("/a").expect("advertised");
    let _other = two.advertise::<TimeStampedPose>("/b").expect("advertised");
    assert_eq!(one.list_nodes("").expect("listed"), ["anonymous"]);
    drop((_other, two));
    assert_eq!(one.list_nodes("").expect("listed"), ["anonymous"]);
    let names = |topics: Vec<TopicInfo>| topics.into_iter().map(|it| it.topic_name).collect::<Vec<_>>();
    assert_eq!(names(one.list_topics("").expect("listed")), ["/a"]);
    assert_eq!(publication.topic(), "/a");
}

#[test]
fn fifty_clients_at_once() {
    let broker = broker();
    let world = answering_world(&broker);
    let publication = world.advertise::<TimeStampedPose>("/pose").expect("advertised");
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..50)
            .map(|number| {
                let settings = settings(&broker, &format!("client{number}"));
                scope.spawn(move || {
                    let client = Client::connect(settings).expect("the broker");
                    let mut subscription = client.subscribe("/pose").expect("subscribed");
                    let name = format!("r{number}");
                    for _ in 0..10 {
                        let request = SrvGetPose { object_id: name.clone() };
                        let answer: SrvGetPoseAnswer = client.call("get_pose", &request).expect("an answer");
                        assert_eq!(answer.error_message, Some(name.clone()));
                    }
                    subscription.receive(LONG).expect("running").expect("a message");
                })
            })
            .collect();
        wait_for_subscribers(&publication, 50);
        publication.publish(&pose("all"));
        clients.into_iter().for_each(|client| client.join().expect("no panic"));
    });
    assert_eq!(world.client().list_nodes("").expect("listed"), ["World"]);
}

/// A world whose poses say in their message what was asked for.
fn answering_world(broker: &Broker) -> World {
    let mut settings = WorldSettings::at(broker.endpoint());
    settings.client.connect_time = LONG;
    settings.client.request_time = LONG;
    settings.answer_time = LONG;
    World::start(settings, |request| match request {
        ServiceRequest::GetPose(SrvGetPose { object_id }, reply) => {
            reply.send(SrvGetPoseAnswer {
                success: true,
                error_message: Some(object_id),
                ..Default::default()
            });
        }
        other => other.refuse("only poses here"),
    })
    .expect("the broker")
}

#[test]
fn every_service_of_the_world_is_offered_and_typed() {
    let broker = broker();
    let _world = answering_world(&broker);
    let caller = client(&broker, "caller");
    for (name, input_type, output_type) in SERVICES {
        assert_eq!(caller.find_service(name).expect("found").1, "World");
        let input = match *input_type {
            "mvsim_msgs.SrvGetPose" => vec![10, 2, b'r', b'1'],
            _ => Vec::new(),
        };
        let answer = caller.call_encoded(name, input).expect("an answer");
        let view = FrameView::parse(&answer).expect("a frame");
        assert_eq!(view.type_name, *output_type);
        let json = to_json(view.type_name, view.payload).expect("JSON");
        match *name {
            "get_pose" => assert_eq!(json["success"], true),
            "shutdown" => assert_eq!(json["accepted"], false),
            _ => assert_eq!(json["errorMessage"], "only poses here", "{name}"),
        }
        // What cannot be decoded gets an answer of the same type.
        let answer = caller.call_encoded(name, vec![0xff]).expect("an answer");
        assert_eq!(FrameView::parse(&answer).expect("a frame").type_name, *output_type);
    }
    assert!(matches!(
        caller.call::<SrvGetPose, SrvGetPoseAnswer>("fly", &SrvGetPose::default()),
        Err(ClientError::NoService { .. })
    ));
}

#[test]
fn a_request_that_is_not_answered_fails_at_its_client() {
    let broker = broker();
    let (_world, requests) = World::with_queue(WorldSettings::at(broker.endpoint()), 1).expect("the broker");
    let caller = client(&broker, "caller");
    let ask = || {
        let request = SrvGetPose { object_id: "r1".to_string() };
        let answer: SrvGetPoseAnswer = caller.call("get_pose", &request).expect("an answer");
        assert!(!answer.success);
        answer.error_message.expect("a reason")
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(ask);
        let request = requests.recv_timeout(LONG).expect("a request");
        assert_eq!(request.service(), "get_pose");
        let waiting = scope.spawn(ask);
        // One of the two next requests finds the queue full.
        let refused = scope.spawn(ask);
        let reasons = loop {
            if waiting.is_finished() || refused.is_finished() {
                drop(request);
                drop(requests);
                break [first.join(), waiting.join(), refused.join()].map(|it| it.expect("no panic"));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert_eq!(reasons[0], "the simulation did not answer");
        assert!(reasons.contains(&"too many requests wait already".to_string()));
    });
    assert_eq!(ask(), "the simulation has ended");
}

#[test]
fn a_service_that_panics_or_knows_no_answer_does_not_end_the_node() {
    let broker = broker();
    let (robot, caller) = (client(&broker, "robot"), client(&broker, "caller"));
    robot
        .advertise_service("risky", |request: SrvGetPose| -> SrvShutdownAnswer {
            assert!(request.object_id != "trap");
            SrvShutdownAnswer { accepted: true }
        })
        .expect("advertised");
    let call = |name: &str| {
        caller.call::<_, SrvShutdownAnswer>("risky", &SrvGetPose { object_id: name.to_string() })
    };
    assert!(matches!(call("trap"), Err(ClientError::Refused { .. })));
    assert!(call("fine").expect("an answer").accepted);
    let wrong = caller.call::<_, SrvGetPoseAnswer>("risky", &SrvGetPose::default());
    assert!(matches!(wrong, Err(ClientError::BadAnswer { .. })));
}

#[test]
fn a_client_waits_for_its_server_and_says_when_there_is_none() {
    let reserved = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = reserved.local_addr().expect("bound").port();
    drop(reserved);
    let named = |connect_time| ClientSettings { port, connect_time, ..ClientSettings::default() };
    let error = Client::connect(named(SHORT)).expect_err("nobody there").to_string();
    assert!(error.starts_with(&format!("no MVSim server answers at tcp://localhost:{port}: ")), "{error}");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| Client::connect(named(LONG)));
        std::thread::sleep(SHORT);
        let broker = Broker::start(&BrokerSettings { port, ..BrokerSettings::default() }).expect("the port");
        let client = waiting.join().expect("no panic").expect("the broker");
        assert_eq!(client.list_nodes("").expect("listed"), ["anonymous"]);
        drop(client);
        drop(broker);
    });
}

#[test]
fn a_taken_port_gives_way_to_the_next() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("bound").port();
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let next = free.local_addr().expect("bound").port();
    drop(free);
    let settings = BrokerSettings { port, other_ports: vec![next], ..BrokerSettings::default() };
    let broker = Broker::start(&settings).expect("the next port");
    assert_eq!(broker.endpoint().port, next);
    let error = Broker::start(&settings).expect_err("all are taken");
    assert!(matches!(error, BrokerError::NoFreePort { .. }));
    assert_eq!(error.to_string(), format!("ports {port}, {next} are taken; choose another one"));
}

/// A subscriber that takes connections and never says a word must not hold up anybody.
#[test]
fn a_subscriber_that_never_confirms_delays_one_answer_at_most() {
    let broker = broker();
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut subscriber = RequestSocket::new(broker.endpoint().clone(), &Limits::default());
    for topic in ["/a", "/b"] {
        let updates_endpoint = Endpoint::from(silent.local_addr().expect("bound")).to_string();
        let request = SubscribeRequest { topic: topic.to_string(), updates_endpoint };
        let answer = runtime.block_on(subscriber.request(encode_frame(&request), LONG)).expect("an answer");
        assert!(decode_frame::<SubscribeAnswer>(&answer).expect("decodes").success);
    }
    let robot = client(&broker, "robot");
    for topic in ["/a", "/b"] {
        robot.advertise::<TimeStampedPose>(topic).expect("advertised");
    }
    assert_eq!(robot.list_topics("").expect("listed").len(), 2);
}

#[test]
fn a_hundred_peers_that_connect_and_vanish_leave_nothing_behind() {
    let broker = broker();
    let address = ("127.0.0.1", broker.endpoint().port);
    for index in 0..100_usize {
        let mut stream = TcpStream::connect(address).expect("the broker");
        let said = [&[0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1][..], b"NULL", &[0; 48]].concat();
        stream.write_all(&said[..index.min(said.len())]).expect("sent");
        if index % 3 == 0 {
            let mut heard = [0; 10];
            stream.read_exact(&mut heard).expect("a greeting");
        }
    }
    let client = client(&broker, "after");
    assert_eq!(client.list_nodes("").expect("listed"), ["after"]);
}

#[test]
fn a_topic_may_have_a_type_that_is_known_only_at_run_time() {
    let broker = broker();
    let (robot, planner) = (client(&broker, "robot"), client(&broker, "planner"));
    let mut subscription = planner.subscribe("/any").expect("subscribed");
    let publication = robot.advertise_encoded("/any", "mvsim_msgs.Pose").expect("advertised");
    until(|| publication.subscriber_count() == 1);
    let json = serde_json::json!({"x": 1.5, "y": 0.0, "z": 0.0, "yaw": 0.0, "pitch": 0.0, "roll": 0.0});
    publication.publish(&from_json("mvsim_msgs.Pose", &json).expect("a pose"));
    let received = subscription.receive(LONG).expect("running").expect("a message");
    assert_eq!(to_json(received.type_name(), received.payload()), Ok(json));
    let refused = planner.advertise::<Twist>("/any").expect_err("another type").to_string();
    assert!(refused.contains("is published as mvsim_msgs.Pose"), "{refused}");
}

#[test]
fn clients_find_a_broker_that_is_started_anew() {
    let first = broker();
    let port = first.endpoint().port;
    let (robot, planner) = (client(&first, "robot"), client(&first, "planner"));
    let mut subscription = planner.subscribe("/pose").expect("subscribed");
    robot
        .advertise_service("stop", |_: SrvShutdown| SrvShutdownAnswer { accepted: true })
        .expect("advertised");
    drop(first);
    let settings = BrokerSettings { port, other_ports: Vec::new(), ..BrokerSettings::default() };
    let second = loop {
        match Broker::start(&settings) {
            Ok(broker) => break broker,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    until(|| planner.list_nodes("").expect("listed") == ["planner", "robot"]);
    until(|| planner.find_service("stop").is_ok());
    let publication = robot.advertise::<TimeStampedPose>("/pose").expect("advertised");
    wait_for_subscribers(&publication, 1);
    publication.publish(&pose("r1"));
    subscription.receive(LONG).expect("running").expect("a message");
    drop(second);
}

/// libzmq neither serves nor closes a second peer of a PAIR socket: the broker has to notice and connect again.
#[test]
fn a_push_over_a_connection_that_stays_silent_is_made_again() {
    let broker = broker();
    let updates = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = Endpoint::from(updates.local_addr().expect("bound"));
    let told = std::thread::spawn(move || {
        let greet = |stream: &mut TcpStream| {
            let greeting = [&[0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1][..], b"NULL", &[0; 48]].concat();
            let ready = b"\x04\x1a\x05READY\x0bSocket-Type\0\0\0\x04PAIR";
            stream.write_all(&[&greeting[..], ready].concat()).expect("sent");
            // Greeting and handshake of the broker, then the message's flags and length.
            let mut heard = [0; 64 + 28 + 2];
            stream.read_exact(&mut heard).expect("a message");
            let mut message = vec![0; usize::from(heard[93])];
            stream.read_exact(&mut message).expect("its body");
            message
        };
        let (mut silent, _) = updates.accept().expect("a connection");
        greet(&mut silent);
        let (mut served, _) = updates.accept().expect("another one");
        let message = greet(&mut served);
        let confirmation = encode_frame(&GenericAnswer::done());
        served.write_all(&[0, confirmation.len() as u8]).expect("sent");
        served.write_all(&confirmation).expect("sent");
        (message, silent, served)
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut subscriber = RequestSocket::new(broker.endpoint().clone(), &Limits::default());
    let request = SubscribeRequest { topic: "/pose".to_string(), updates_endpoint: endpoint.to_string() };
    let answer = runtime.block_on(subscriber.request(encode_frame(&request), LONG)).expect("an answer");
    assert!(decode_frame::<SubscribeAnswer>(&answer).expect("decodes").success);
    let (message, _silent, _served) = told.join().expect("no panic");
    assert_eq!(decode_frame::<TopicInfo>(&message).expect("a TopicInfo").topic_name, "/pose");
}
