//! ZMTP sockets against each other, and against peers that behave badly.

use bytes::Bytes;
use skidpad_mvsim::zmtp::{
    Endpoint, Limits, PairSocket, Publisher, ReplySocket, RequestSocket, Subscriber, ZmtpError,
};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const ANY: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);
const LONG: Duration = Duration::from_secs(60);

fn address(endpoint: &Endpoint) -> (String, u16) {
    (endpoint.host.clone(), endpoint.port)
}

/// Answers every request with its bytes in reverse.
async fn reverse_server(address: SocketAddr, limits: &Limits) -> ReplySocket {
    let reverse = |mut request: Vec<Bytes>| request.remove(0).iter().rev().copied().collect::<Bytes>();
    ReplySocket::bind(address, limits, move |exchange| async move { reverse(exchange.frames) }, |_| {})
        .await
        .expect("a port")
}

/// Wait for something that happens soon.
async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn requests_are_answered_on_one_connection() {
    let server = reverse_server(ANY, &Limits::default()).await;
    let mut client = RequestSocket::new(server.endpoint().clone(), &Limits::default());
    for size in [0, 1, 255, 256, 100_000] {
        let request: Bytes = (0..size).map(|index| index as u8).collect();
        let answer = client.request(request.clone(), Duration::MAX).await.expect("an answer");
        assert!(answer.iter().eq(request.iter().rev()), "{size} bytes");
    }
}

#[tokio::test]
async fn a_request_waits_for_the_server_to_come_up() {
    let reserved = TcpListener::bind(ANY).await.expect("a port");
    let address = reserved.local_addr().expect("bound");
    drop(reserved);
    let mut client = RequestSocket::new(Endpoint::from(address), &Limits::default());
    let waiting = tokio::spawn(async move { client.request(Bytes::from_static(b"abc"), LONG).await });
    tokio::time::sleep(Duration::from_millis(60)).await;
    let _server = reverse_server(address, &Limits::default()).await;
    assert_eq!(waiting.await.expect("no panic").expect("an answer"), &b"cba"[..]);
}

#[tokio::test]
async fn nobody_there_is_an_error_that_says_so() {
    let reserved = TcpListener::bind(ANY).await.expect("a port");
    let endpoint = Endpoint::from(reserved.local_addr().expect("bound"));
    drop(reserved);
    let mut client = RequestSocket::new(endpoint, &Limits::default());
    let error = client.request(Bytes::new(), Duration::from_millis(80)).await.expect_err("nobody there");
    assert!(matches!(error, ZmtpError::Io(_)), "{error}");
}

#[tokio::test]
async fn after_a_late_answer_the_next_request_gets_its_own() {
    let count = Arc::new(AtomicUsize::new(0));
    let answered = count.clone();
    let server = ReplySocket::bind(
        ANY,
        &Limits::default(),
        move |exchange| {
            let is_first = answered.fetch_add(1, Ordering::Relaxed) == 0;
            async move {
                if is_first {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                exchange.frames[0].clone()
            }
        },
        |_| {},
    )
    .await
    .expect("a port");
    let mut client = RequestSocket::new(server.endpoint().clone(), &Limits::default());
    let late = client.request(Bytes::from_static(b"first"), Duration::from_millis(20)).await;
    assert!(matches!(late, Err(ZmtpError::Timeout)));
    let answer = client.request(Bytes::from_static(b"second"), LONG).await.expect("an answer");
    assert_eq!(answer, &b"second"[..]);
}

#[tokio::test]
async fn subscribers_get_what_matches_whoever_comes_first() {
    let reserved = TcpListener::bind(ANY).await.expect("a port");
    let address = reserved.local_addr().expect("bound");
    drop(reserved);
    let early = Subscriber::new(b"", &Limits::default());
    assert!(early.connect(&Endpoint::from(address)) && early.connect(&Endpoint::from(address)));
    assert_eq!(early.connection_count(), 1);
    let publisher = Publisher::bind(address, &Limits::default()).await.expect("the port");
    let late = Subscriber::new(b"b", &Limits::default());
    assert!(late.connect(publisher.endpoint()));
    until(|| publisher.subscriber_count() == 2).await;
    publisher.publish(&Bytes::from_static(b"abc"));
    publisher.publish(&Bytes::from_static(b"bcd"));
    assert_eq!(early.receive().await.expect("open"), &b"abc"[..]);
    assert_eq!(early.receive().await.expect("open"), &b"bcd"[..]);
    assert_eq!(late.receive().await.expect("open"), &b"bcd"[..]);
    late.disconnect(publisher.endpoint());
    until(|| publisher.subscriber_count() == 1).await;
}

#[tokio::test]
async fn a_publisher_never_waits_and_a_sleeping_peer_loses_the_oldest() {
    let limits = Limits { queue_messages: 10, ..Limits::default() };
    let publisher = Publisher::bind(ANY, &limits).await.expect("a port");
    let subscriber = Subscriber::new(b"", &limits);
    assert!(subscriber.connect(publisher.endpoint()));
    until(|| publisher.subscriber_count() == 1).await;
    let large = Bytes::from(vec![0; 1 << 20]);
    for _ in 0..200 {
        publisher.publish(&large);
        tokio::task::yield_now().await;
    }
    publisher.publish(&Bytes::from_static(b"last"));
    assert!(publisher.dropped_count() > 0);
    loop {
        let message = subscriber.receive().await.expect("open");
        if message == b"last"[..] {
            break;
        }
    }
    assert!(publisher.flush(LONG).await);
}

#[tokio::test]
async fn a_subscriber_finds_a_publisher_that_comes_back() {
    let first = Publisher::bind(ANY, &Limits::default()).await.expect("a port");
    let endpoint = first.endpoint().clone();
    let subscriber = Subscriber::new(b"", &Limits::default());
    assert!(subscriber.connect(&endpoint));
    until(|| first.subscriber_count() == 1).await;
    drop(first);
    let address = SocketAddr::new(ANY.ip(), endpoint.port);
    let second = loop {
        match Publisher::bind(address, &Limits::default()).await {
            Ok(publisher) => break publisher,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    until(|| second.subscriber_count() == 1).await;
    second.publish(&Bytes::from_static(b"again"));
    assert_eq!(subscriber.receive().await.expect("open"), &b"again"[..]);
}

#[tokio::test]
async fn pairs_talk_both_ways_and_one_after_the_other() {
    let bound = PairSocket::bind(ANY, &Limits::default()).await.expect("a port");
    for round in [&b"first"[..], b"second"] {
        let connected = PairSocket::connect(bound.endpoint(), &Limits::default());
        connected.send(Bytes::from_static(round)).expect("room");
        assert_eq!(bound.receive().await.expect("open"), round);
        bound.send(Bytes::from_static(b"taken")).expect("room");
        assert_eq!(connected.receive().await.expect("open"), &b"taken"[..]);
    }
}

#[tokio::test]
async fn a_silent_pair_makes_way_for_one_that_waits() {
    let bound = PairSocket::bind(ANY, &Limits::default()).await.expect("a port");
    let silent = PairSocket::connect(bound.endpoint(), &Limits::default());
    silent.send(Bytes::from_static(b"here")).expect("room");
    assert_eq!(bound.receive().await.expect("open"), &b"here"[..]);
    let waiting = PairSocket::connect(bound.endpoint(), &Limits::default());
    waiting.send(Bytes::from_static(b"me too")).expect("room");
    assert_eq!(bound.receive().await.expect("open"), &b"me too"[..]);
}

/// Connects, says these bytes, and waits until the server closes the connection.
async fn is_closed_after(endpoint: &Endpoint, said: &[u8]) {
    let mut stream = TcpStream::connect(address(endpoint)).await.expect("the server");
    stream.write_all(said).await.expect("sent");
    let mut heard = Vec::new();
    // A reset is as good as an end.
    let _ = stream.read_to_end(&mut heard).await;
}

fn greeting() -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[0] = 0xff;
    bytes[9] = 0x7f;
    bytes[10] = 3;
    bytes[12..16].copy_from_slice(b"NULL");
    bytes
}

fn ready(socket_type: &str) -> Vec<u8> {
    let body =
        [b"\x05READY\x0bSocket-Type\0\0\0", &[socket_type.len() as u8][..], socket_type.as_bytes()].concat();
    [&[4, body.len() as u8][..], &body].concat()
}

#[tokio::test]
async fn bad_peers_are_closed_and_good_ones_served() {
    let limits = Limits {
        handshake_time: Duration::from_millis(100),
        message_bytes: 1000,
        frame_count: 4,
        ..Limits::default()
    };
    let server = reverse_server(ANY, &limits).await;
    let endpoint = server.endpoint();
    is_closed_after(endpoint, b"").await;
    is_closed_after(endpoint, b"GET / HTTP/1.1\r\n\r\n").await;
    is_closed_after(endpoint, &greeting()).await;
    is_closed_after(endpoint, &greeting()[..40]).await;
    is_closed_after(endpoint, &[greeting(), ready("PUB")].concat()).await;
    is_closed_after(endpoint, &[greeting(), vec![0, 1, b'x']].concat()).await;
    let ok = [greeting(), ready("REQ")].concat();
    is_closed_after(endpoint, &[&ok[..], &[2, 0, 0, 0, 1, 0, 0, 0, 0]].concat()).await;
    is_closed_after(endpoint, &[&ok[..], &[1, 0].repeat(10)].concat()).await;
    is_closed_after(endpoint, &[&ok[..], &[0x80, 0]].concat()).await;
    let mut client = RequestSocket::new(endpoint.clone(), &limits);
    assert_eq!(client.request(Bytes::from_static(b"xy"), LONG).await.expect("an answer"), &b"yx"[..]);
}

#[tokio::test]
async fn a_peer_of_zmtp_3_0_subscribes_by_message_and_is_never_pinged() {
    let limits = Limits { heartbeat_period: Duration::from_millis(5), ..Limits::default() };
    let publisher = Publisher::bind(ANY, &limits).await.expect("a port");
    let mut stream = TcpStream::connect(address(publisher.endpoint())).await.expect("the publisher");
    stream.write_all(&[greeting(), ready("SUB"), vec![0, 2, 1, b'a']].concat()).await.expect("sent");
    until(|| publisher.subscriber_count() == 1).await;
    tokio::time::sleep(Duration::from_millis(60)).await;
    publisher.publish(&Bytes::from_static(b"abc"));
    let mut heard = [0; 64 + 2 + 25 + 5];
    stream.read_exact(&mut heard).await.expect("greeting, handshake, message");
    assert_eq!(&heard[64 + 2 + 25..], b"\x00\x03abc");
    stream.write_all(&[0, 2, 0, b'a']).await.expect("sent");
    until(|| publisher.subscriber_count() == 0).await;
}

#[tokio::test]
async fn a_peer_that_answers_no_heartbeat_is_dropped() {
    let limits = Limits { heartbeat_period: Duration::from_millis(5), ..Limits::default() };
    let publisher = Publisher::bind(ANY, &limits).await.expect("a port");
    let mut newer = greeting();
    newer[11] = 1;
    is_closed_after(publisher.endpoint(), &[newer, ready("SUB")].concat()).await;
}

#[tokio::test]
async fn our_own_sockets_answer_heartbeats() {
    let limits = Limits { heartbeat_period: Duration::from_millis(5), ..Limits::default() };
    let closed = Arc::new(AtomicUsize::new(0));
    let counted = closed.clone();
    let server = ReplySocket::bind(
        ANY,
        &limits,
        |exchange| async move { exchange.frames[0].clone() },
        move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
        },
    )
    .await
    .expect("a port");
    let mut client = RequestSocket::new(server.endpoint().clone(), &Limits::default());
    client.request(Bytes::new(), LONG).await.expect("an answer");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(closed.load(Ordering::Relaxed), 0);
    drop(client);
    until(|| closed.load(Ordering::Relaxed) == 1).await;
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let server = reverse_server(ANY, &limits).await;
    let mut clients: Vec<_> =
        (0..2).map(|_| RequestSocket::new(server.endpoint().clone(), &limits)).collect();
    for client in &mut clients {
        client.request(Bytes::new(), LONG).await.expect("an answer");
    }
    is_closed_after(server.endpoint(), b"").await;
    clients[0].request(Bytes::new(), LONG).await.expect("still served");
}
