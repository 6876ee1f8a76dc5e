//! Frames of a real MVSim: produced and understood byte for byte.

use bytes::Bytes;
use skidpad_mvsim::broker::{Broker, BrokerSettings};
use skidpad_mvsim::messages::*;
use skidpad_mvsim::zmtp::{Endpoint, Limits, PairSocket, RequestSocket};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

fn golden(name: &str) -> Bytes {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/comms");
    let text = std::fs::read_to_string(folder.join(format!("{name}.hex"))).expect(name);
    data_encoding::HEXLOWER.decode(text.trim().as_bytes()).expect("hexadecimal digits").into()
}

/// The file decodes to this message, and this message encodes to the file.
fn check<M: MvsimMessage>(name: &str, message: &M) {
    let frame = golden(name);
    assert_eq!(&decode_frame::<M>(&frame).expect(name), message, "{name}");
    assert_eq!(encode_frame(message), frame, "{name}");
}

/// The file decodes, and encodes to itself.
fn check_again<M: MvsimMessage>(name: &str) -> M {
    let frame = golden(name);
    let message: M = decode_frame(&frame).expect(name);
    assert_eq!(encode_frame(&message), frame, "{name}");
    message
}

fn text(text: &str) -> String {
    text.to_string()
}

#[test]
fn requests_and_answers_are_those_of_mvsim() {
    check("register.req", &RegisterNodeRequest { node_name: text("rawpy") });
    check("register.rep", &RegisterNodeAnswer { success: true, error_message: None });
    check("unregister.req", &UnregisterNodeRequest { node_name: text("rawpy") });
    check("unregister.rep", &GenericAnswer::done());
    check("list_nodes.req", &ListNodesRequest::default());
    check(
        "list_nodes.rep",
        &ListNodesAnswer { nodes: vec![text("World"), text("anonymous"), text("rawpy")] },
    );
    check("list_topics.req", &ListTopicsRequest::default());
    let updates_endpoint = text("tcp://127.0.0.1:40445");
    check("subscribe.req", &SubscribeRequest { topic: text("/r1/pose"), updates_endpoint });
    check("subscribe.rep", &SubscribeAnswer { topic: text("/r1/pose"), success: true });
    for name in ["get_pose", "set_pose", "set_controller_twist", "shutdown"] {
        check(&format!("svcinfo_{name}.req"), &GetServiceInfoRequest { service_name: text(name) });
        let answer: GetServiceInfoAnswer = check_again(&format!("svcinfo_{name}.rep"));
        assert_eq!(answer.service_node_name.as_deref(), Some("World"));
    }
    let input = prost::Message::encode_to_vec(&SrvGetPose { object_id: text("r1") });
    check("call_get_pose.req", &CallService { service_name: text("get_pose"), serialized_input: input });
    let answer: SrvGetPoseAnswer = check_again("call_get_pose.rep");
    let pose = answer.pose.expect("a pose");
    assert!((pose.yaw - 10_f64.to_radians()).abs() < 1e-6 && answer.twist.is_some());
    let told: TopicInfo = check_again("topicinfo_notification");
    assert_eq!((told.topic_name.as_str(), told.publisher_name.len()), ("/r1/pose", 1));
}

#[test]
fn published_messages_are_those_of_mvsim() {
    let pose: TimeStampedPose = check_again("topic_r1_pose");
    assert_eq!((pose.object_id.as_str(), pose.relative_to_object_id), ("r1", None));
    for (name, count) in [("l181", 181), ("l1080", 1080)] {
        let scan: ObservationLidar2D = check_again(&format!("topic_r1_{name}_scan"));
        assert_eq!((scan.scan_ranges.len(), scan.valid_ranges.len()), (count, count));
        check_again::<GenericObservation>(&format!("topic_r1_{name}"));
    }
}

const LONG: Duration = Duration::from_secs(60);

/// A broker in the state of MVSim's when the frames were taken gives the same answers to the same requests.
#[tokio::test(flavor = "current_thread")]
async fn the_broker_answers_as_mvsim_does() {
    let settings = BrokerSettings { port: 0, ..BrokerSettings::default() };
    let broker = Broker::start(&settings).expect("a port");
    let connect = || RequestSocket::new(broker.endpoint().clone(), &Limits::default());
    let (mut world, mut anonymous, mut client) = (connect(), connect(), connect());
    async fn done(socket: &mut RequestSocket, request: &impl MvsimMessage) {
        let answer = socket.request(encode_frame(request), LONG).await.expect("an answer");
        let view = FrameView::parse(&answer).expect("a frame");
        assert_eq!(view.payload, [8, 1], "{}", view.type_name);
    }
    done(&mut world, &RegisterNodeRequest { node_name: text("World") }).await;
    done(&mut anonymous, &RegisterNodeRequest { node_name: text("anonymous") }).await;
    let topics: ListTopicsAnswer = check_again("list_topics.rep");
    for topic in &topics.topics {
        let request = AdvertiseTopicRequest {
            topic_name: topic.topic_name.clone(),
            topic_type_name: topic.topic_type.clone(),
            endpoint: topic.publisher_endpoint[0].clone(),
            node_name: text("World"),
            local_endpoint: None,
        };
        done(&mut world, &request).await;
    }
    for name in ["get_pose", "set_pose", "set_controller_twist", "shutdown"] {
        let found: GetServiceInfoAnswer = check_again(&format!("svcinfo_{name}.rep"));
        let request = AdvertiseServiceRequest {
            service_name: text(name),
            input_type_name: text("in"),
            output_type_name: text("out"),
            endpoint: found.service_endpoint.expect("an endpoint"),
            node_name: text("World"),
        };
        done(&mut world, &request).await;
    }
    let mut names = vec!["register", "list_nodes", "list_topics", "svcinfo_nope"];
    names.extend([
        "svcinfo_get_pose",
        "svcinfo_set_pose",
        "svcinfo_set_controller_twist",
        "svcinfo_shutdown",
    ]);
    for name in names {
        let answer = client.request(golden(&format!("{name}.req")), LONG).await.expect("an answer");
        assert_eq!(answer, golden(&format!("{name}.rep")), "{name}");
    }

    // The subscriber is told before the answer comes, over a PAIR socket at the endpoint that it gives.
    let any = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
    let updates = PairSocket::bind(any, &Limits::default()).await.expect("a port");
    let mut request: SubscribeRequest = decode_frame(&golden("subscribe.req")).expect("a request");
    request.updates_endpoint = updates.endpoint().to_string();
    let confirm = async {
        let told = updates.receive().await.expect("open");
        updates.send(encode_frame(&GenericAnswer::done())).expect("room");
        told
    };
    let (told, answer) = tokio::join!(confirm, client.request(encode_frame(&request), LONG));
    let mut expected: TopicInfo = check_again("topicinfo_notification");
    let listed = topics.topics.iter().find(|topic| topic.topic_name == "/r1/pose").expect("listed");
    expected.publisher_endpoint.clone_from(&listed.publisher_endpoint);
    assert_eq!(told, encode_frame(&expected));
    assert_eq!(answer.expect("an answer"), golden("subscribe.rep"));
    let answer = client.request(golden("unregister.req"), LONG).await.expect("an answer");
    assert_eq!(answer, golden("unregister.rep"));
    assert!(Endpoint::parse(&request.updates_endpoint).is_ok());
}
