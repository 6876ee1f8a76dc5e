use super::*;
use crate::broker::DirectoryLimits;
use crate::messages::{TopicInfo, decode_frame, encode_raw_frame};
use crate::zmtp::ConnectionId;
use std::net::{IpAddr, Ipv4Addr};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn local(connection: u64) -> Asker {
    Asker { connection: ConnectionId(connection), local_ip: LOOPBACK, peer_ip: LOOPBACK }
}

fn ask<A: MvsimMessage>(directory: &mut Directory, asker: &Asker, request: &impl MvsimMessage) -> A {
    let answered = answer_frame(directory, asker, &encode_frame(request));
    decode_frame(&answered.answer).expect("the right type of answer")
}

fn register(directory: &mut Directory, asker: &Asker, name: &str) -> bool {
    let request = RegisterNodeRequest { node_name: name.to_string() };
    ask::<RegisterNodeAnswer>(directory, asker, &request).success
}

fn topic(name: &str, type_name: &str, port: u16, node: &str) -> AdvertiseTopicRequest {
    AdvertiseTopicRequest {
        topic_name: name.to_string(),
        topic_type_name: type_name.to_string(),
        endpoint: format!("tcp://0.0.0.0:{port}"),
        node_name: node.to_string(),
        local_endpoint: None,
    }
}

fn pushes(directory: &mut Directory, asker: &Asker, request: &impl MvsimMessage) -> Vec<Push> {
    answer_frame(directory, asker, &encode_frame(request)).pushes
}

fn subscription(name: &str, port: u16) -> SubscribeRequest {
    SubscribeRequest { topic: name.to_string(), updates_endpoint: format!("tcp://0.0.0.0:{port}") }
}

fn topics(directory: &mut Directory, asker: &Asker, prefix: &str) -> Vec<TopicInfo> {
    let request = ListTopicsRequest { topic_starts_with: Some(prefix.to_string()) };
    ask::<ListTopicsAnswer>(directory, asker, &request).topics
}

fn nodes(directory: &mut Directory, prefix: &str) -> Vec<String> {
    let request = ListNodesRequest { node_starts_with: Some(prefix.to_string()) };
    ask::<ListNodesAnswer>(directory, &local(99), &request).nodes
}

#[test]
fn what_is_no_request_is_answered_with_a_reason() {
    let mut directory = Directory::default();
    let mut reason = |frame: &[u8]| {
        let answered = answer_frame(&mut directory, &local(1), frame);
        let answer: GenericAnswer = decode_frame(&answered.answer).expect("a GenericAnswer");
        assert!(!answer.success);
        answer.error_message.expect("a reason")
    };
    assert_eq!(reason(b""), "the frame is cut off: the type name needs 4 bytes, 0 are there");
    assert_eq!(
        reason(&encode_raw_frame("mvsim_msgs.Pose", b"")),
        "there is no request of type \"mvsim_msgs.Pose\""
    );
    assert!(reason(&encode_raw_frame("mvsim_msgs.SubscribeRequest", b"\xff")).contains("cannot be decoded"));
    let bad_endpoint = AdvertiseTopicRequest { endpoint: "nowhere".to_string(), ..topic("a", "T", 1, "n") };
    assert!(reason(&encode_frame(&bad_endpoint)).contains("tcp://host:port"));
}

#[test]
fn names_are_checked_and_counted() {
    let mut directory = Directory::new(DirectoryLimits { nodes: 2, ..DirectoryLimits::default() });
    assert!(!register(&mut directory, &local(1), ""));
    assert!(!register(&mut directory, &local(1), &"x".repeat(257)));
    assert!(!register(&mut directory, &local(1), "a\nb"));
    assert!(register(&mut directory, &local(1), "a"));
    assert!(register(&mut directory, &local(2), "b"));
    assert!(!register(&mut directory, &local(3), "c"));
    assert!(register(&mut directory, &local(3), "a"));
}

#[test]
fn everything_of_a_node_goes_with_its_connection() {
    let mut directory = Directory::default();
    let (robot, listener) = (local(1), local(2));
    register(&mut directory, &robot, "robot");
    register(&mut directory, &listener, "listener");
    pushes(&mut directory, &robot, &topic("/pose", "T", 1, "robot"));
    pushes(&mut directory, &listener, &subscription("/pose", 9));
    let service = AdvertiseServiceRequest {
        service_name: "stop".to_string(),
        endpoint: "tcp://0.0.0.0:2".to_string(),
        node_name: "robot".to_string(),
        ..AdvertiseServiceRequest::default()
    };
    assert!(ask::<GenericAnswer>(&mut directory, &robot, &service).success);
    let has_service = |directory: &mut Directory| {
        let request = GetServiceInfoRequest { service_name: "stop".to_string() };
        ask::<GetServiceInfoAnswer>(directory, &local(99), &request).success
    };
    assert!(has_service(&mut directory));
    directory.forget(robot.connection);
    assert_eq!(nodes(&mut directory, ""), ["listener"]);
    assert!(!has_service(&mut directory));
    let left = topics(&mut directory, &listener, "");
    assert_eq!((left[0].topic_type.as_str(), left[0].publisher_name.len()), ("", 0));
    directory.forget(listener.connection);
    assert!(topics(&mut directory, &listener, "").is_empty());
}

#[test]
fn unregistering_does_the_same() {
    let mut directory = Directory::default();
    register(&mut directory, &local(1), "robot");
    pushes(&mut directory, &local(1), &topic("/pose", "T", 1, "robot"));
    let request = UnregisterNodeRequest { node_name: "robot".to_string() };
    assert!(ask::<GenericAnswer>(&mut directory, &local(1), &request).success);
    assert!(nodes(&mut directory, "").is_empty());
    assert!(topics(&mut directory, &local(1), "").is_empty());
}

#[test]
fn two_nodes_of_one_name_keep_what_is_theirs() {
    let mut directory = Directory::default();
    for (connection, port) in [(1, 11), (2, 12)] {
        register(&mut directory, &local(connection), "anonymous");
        pushes(&mut directory, &local(connection), &topic("/chat", "T", port, "anonymous"));
    }
    assert_eq!(nodes(&mut directory, ""), ["anonymous"]);
    assert_eq!(topics(&mut directory, &local(3), "")[0].publisher_endpoint.len(), 2);
    directory.forget(ConnectionId(1));
    assert_eq!(nodes(&mut directory, ""), ["anonymous"]);
    assert_eq!(topics(&mut directory, &local(3), "")[0].publisher_endpoint, ["tcp://0.0.0.0:12"]);
}

#[test]
fn subscribers_are_told_of_every_publisher_once() {
    let mut directory = Directory::default();
    let told = |pushes: Vec<Push>| -> Vec<String> {
        pushes.into_iter().flat_map(|push| push.info.publisher_endpoint).collect()
    };
    let first = pushes(&mut directory, &local(9), &subscription("/pose", 50));
    assert_eq!((first.len(), first[0].target.to_string().as_str()), (1, "tcp://127.0.0.1:50"));
    assert!(told(first).is_empty());
    let one = pushes(&mut directory, &local(1), &topic("/pose", "T", 1, "a"));
    assert_eq!(told(one), ["tcp://0.0.0.0:1"]);
    assert!(pushes(&mut directory, &local(1), &topic("/pose", "T", 1, "a")).is_empty());
    let two = pushes(&mut directory, &local(2), &topic("/pose", "T", 2, "b"));
    directory.was_not_told(&two[0]);
    assert_eq!(told(two), ["tcp://0.0.0.0:2"]);
    let three = pushes(&mut directory, &local(3), &topic("/pose", "T", 3, "c"));
    assert_eq!(told(three), ["tcp://0.0.0.0:2", "tcp://0.0.0.0:3"]);
}

#[test]
fn another_type_of_a_topic_or_service_is_refused() {
    let mut directory = Directory::default();
    let answer: GenericAnswer = ask(&mut directory, &local(1), &topic("/a", "T", 1, "n"));
    assert!(answer.success);
    let answer: GenericAnswer = ask(&mut directory, &local(2), &topic("/a", "U", 2, "m"));
    assert_eq!(answer, GenericAnswer::refused("topic `/a` is published as T, not as U"));
    directory.forget(ConnectionId(1));
    let answer: GenericAnswer = ask(&mut directory, &local(2), &topic("/a", "U", 2, "m"));
    assert!(answer.success);
}

#[test]
fn prefixes_filter() {
    let mut directory = Directory::default();
    for name in ["robot1", "robot2", "World"] {
        register(&mut directory, &local(1), name);
        pushes(&mut directory, &local(1), &topic(&format!("/{name}/pose"), "T", 1, name));
    }
    assert_eq!(nodes(&mut directory, "robot"), ["robot1", "robot2"]);
    assert_eq!(nodes(&mut directory, "").len(), 3);
    assert_eq!(topics(&mut directory, &local(1), "/robot2")[0].topic_name, "/robot2/pose");
}

#[test]
fn endpoints_are_ones_that_the_asker_can_reach() {
    let mut directory = Directory::default();
    let ip = |last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last));
    let remote = Asker { connection: ConnectionId(2), local_ip: ip(1), peer_ip: ip(2) };
    pushes(&mut directory, &local(1), &topic("/here", "T", 1, "a"));
    pushes(&mut directory, &remote, &topic("/there", "T", 2, "b"));
    let seen = |directory: &mut Directory, asker: &Asker| -> Vec<String> {
        topics(directory, asker, "").into_iter().flat_map(|it| it.publisher_endpoint).collect()
    };
    assert_eq!(seen(&mut directory, &local(3)), ["tcp://0.0.0.0:1", "tcp://10.0.0.2:2"]);
    assert_eq!(seen(&mut directory, &remote), ["tcp://10.0.0.1:1", "tcp://10.0.0.2:2"]);
    let push = pushes(&mut directory, &remote, &subscription("/here", 7));
    assert_eq!(push[0].target.to_string(), "tcp://10.0.0.2:7");
}

#[test]
fn names_of_this_machine_are_told_to_its_own_programs_alone() {
    let mut directory = Directory::default();
    let ip = |last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last));
    let remote = Asker { connection: ConnectionId(2), local_ip: ip(1), peer_ip: ip(2) };
    let named =
        |request| AdvertiseTopicRequest { local_endpoint: Some("ipc://@scan".to_string()), ..request };
    pushes(&mut directory, &local(1), &named(topic("/here", "T", 1, "a")));
    pushes(&mut directory, &remote, &named(topic("/there", "T", 2, "b")));
    let seen = |directory: &mut Directory, asker: &Asker| -> Vec<String> {
        topics(directory, asker, "").into_iter().flat_map(|it| it.publisher_endpoint).collect()
    };
    assert_eq!(seen(&mut directory, &local(3)), ["ipc://@scan", "tcp://10.0.0.2:2"]);
    assert_eq!(seen(&mut directory, &remote), ["tcp://10.0.0.1:1", "tcp://10.0.0.2:2"]);
    let path = AdvertiseTopicRequest {
        local_endpoint: Some("ipc:///run/x".to_string()),
        ..topic("/x", "T", 3, "c")
    };
    let answer: GenericAnswer = ask(&mut directory, &local(1), &path);
    assert!(answer.error_message.expect("a reason").contains("\"ipc:///run/x\" is not an endpoint"));
}

#[test]
fn publishers_that_come_and_go_leave_nothing_behind() {
    let limits = DirectoryLimits { peers_per_topic: 10, ..DirectoryLimits::default() };
    let mut directory = Directory::new(limits);
    pushes(&mut directory, &local(0), &subscription("/pose", 50));
    for round in 1..1000 {
        let told = pushes(&mut directory, &local(round), &topic("/pose", "T", round as u16, "a"));
        assert_eq!(told[0].info.publisher_endpoint.len(), 1, "round {round}");
        directory.forget(ConnectionId(round));
    }
    assert!(directory.told_count() <= 12, "{}", directory.told_count());
}
