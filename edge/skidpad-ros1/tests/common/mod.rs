//! A master for tests, and the far ends of connections.
#![allow(dead_code, reason = "each test uses a part")]

use skidpad_ros1::tcpros::ConnectionHeader;
use skidpad_ros1::xmlrpc::{Call, Value, parse_call, parse_response, write_call, write_response};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Long enough for a loaded machine; what is waited for comes much earlier.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Wait until something is so.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What has been registered with a master.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) nodes: BTreeMap<String, String>,
    pub(crate) calls: Vec<(String, String)>,
    pub(crate) params: BTreeMap<String, Value>,
    pub(crate) services: BTreeMap<String, String>,
    /// What subscribers are told.
    pub(crate) publishers: Vec<String>,
}

/// A master that remembers what it is told.
pub(crate) struct Master {
    pub(crate) port: u16,
    pub(crate) registry: Arc<Mutex<Registry>>,
    is_over: Arc<AtomicBool>,
}

impl Master {
    pub(crate) fn start(port: u16) -> Master {
        // The port of a master that has just ended may be busy for a moment.
        let began = Instant::now();
        let listener = loop {
            match TcpListener::bind(("127.0.0.1", port)) {
                Ok(listener) => break listener,
                Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let port = listener.local_addr().expect("an address").port();
        let (registry, is_over) =
            (Arc::new(Mutex::new(Registry::default())), Arc::new(AtomicBool::new(false)));
        let (at_registry, at_over) = (Arc::clone(&registry), Arc::clone(&is_over));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if at_over.load(Ordering::Acquire) {
                    return;
                }
                answer(stream.expect("a connection"), &at_registry);
            }
        });
        Master { port, registry, is_over }
    }

    pub(crate) fn uri(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn has(&self, method: &str, name: &str) -> bool {
        let calls = &self.registry.lock().expect("no panic").calls;
        calls.iter().any(|(called, named)| called == method && named == name)
    }
}

impl Drop for Master {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn answer(mut stream: TcpStream, registry: &Mutex<Registry>) {
    let Some(body) = read_http(&mut stream) else { return };
    let call = parse_call(&body).expect("a call");
    let response = write_response(&Value::Array(answer_to(&call, &mut registry.lock().expect("no panic"))));
    let head = format!("HTTP/1.0 200 OK\r\nContent-length: {}\r\n\r\n", response.len());
    let _ = stream.write_all(format!("{head}{response}").as_bytes());
}

fn answer_to(call: &Call, registry: &mut Registry) -> Vec<Value> {
    let text = |index: usize| call.params.get(index).and_then(Value::text).unwrap_or_default().to_string();
    registry.calls.push((call.method.clone(), text(1)));
    let done = |value: Value| vec![1.into(), "".into(), value];
    match call.method.as_str() {
        "lookupNode" => match registry.nodes.get(&text(1)) {
            Some(uri) => done(uri.as_str().into()),
            None => vec![(-1).into(), "unknown node".into(), 0.into()],
        },
        "setParam" => {
            registry.params.insert(text(1), call.params[2].clone());
            done(0.into())
        }
        "registerService" => {
            registry.services.insert(text(1), text(2));
            registry.nodes.insert(text(0), text(3));
            done(0.into())
        }
        "registerPublisher" | "registerSubscriber" => {
            registry.nodes.insert(text(0), text(3));
            let uris: Vec<Value> = registry.publishers.iter().map(|uri| uri.as_str().into()).collect();
            done(uris.into())
        }
        _ => done(1.into()),
    }
}

/// Read a request or a response; its document.
pub(crate) fn read_http(stream: &mut TcpStream) -> Option<Vec<u8>> {
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let mut received = Vec::new();
    let mut byte = [0];
    while !received.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte).ok()? == 0 {
            return None;
        }
        received.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&received).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(body)
}

/// Call a method of a node.
pub(crate) fn call(uri: &str, method: &str, params: &[Value]) -> Value {
    let address = uri.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("the node listens");
    let body = write_call(method, params);
    let head = format!("POST /RPC2 HTTP/1.1\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).expect("sent");
    parse_response(&read_http(&mut stream).expect("an answer")).expect("a value")
}

/// The TCPROS address of a topic.
pub(crate) fn topic_address(uri: &str, topic: &str) -> String {
    let protocols = Value::Array(vec![Value::Array(vec!["TCPROS".into()])]);
    let answer = call(uri, "requestTopic", &["/test".into(), topic.into(), protocols]);
    let parts = answer.array().expect("three parts")[2].array().expect("a protocol").to_vec();
    format!("{}:{}", parts[1].text().expect("a host"), parts[2].int().expect("a port"))
}

/// Connect and exchange headers.
pub(crate) fn connect(address: &str, header: &[(&str, &str)]) -> (TcpStream, ConnectionHeader) {
    let mut stream = TcpStream::connect(address).expect("the node listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream.write_all(&ConnectionHeader::new(header).to_bytes()).expect("sent");
    let answer = ConnectionHeader::parse(&read_block(&mut stream)).expect("a header");
    (stream, answer)
}

/// A length and as many bytes.
pub(crate) fn read_block(stream: &mut TcpStream) -> Vec<u8> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).expect("a length");
    let mut block = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut block).expect("a block");
    block
}
