//! Hostile clients of a viewer's server: they send what no browser would, read nothing, or never finish.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What the hostile clients did, and how the server fared.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Report {
    /// Connections that were made.
    pub connection_count: u64,
    /// Ordinary requests for the page that were made meanwhile, and those of them that were answered.
    pub asked_count: u64,
    /// Of these, how many were answered with the page.
    pub answered_count: u64,
    /// Longest wait for such an answer.
    pub longest_wait: Duration,
    /// Requests that should have been refused and were not.
    pub leaks: Vec<String>,
}

/// Requests that name files, other hosts or other origins. None may be answered with 200.
const FOREIGN_REQUESTS: [&str; 10] = [
    "GET /../../etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET //etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET /scene.json HTTP/1.1\r\nHost: attacker.example\r\n\r\n",
    "GET /scene.json HTTP/1.1\r\nHost: {host}.attacker.example\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://attacker.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 18446744073709551615\r\n\r\n",
    "GET http://attacker.example/scene.json HTTP/1.1\r\nHost: attacker.example\r\n\r\n",
];

/// Attack a server for some time with every kind of client at once, and ask for its page meanwhile.
pub fn torment(address: SocketAddr, how_long: Duration) -> Report {
    let is_over = AtomicBool::new(false);
    let count = AtomicU64::new(0);
    let mut report = Report::default();
    std::thread::scope(|scope| {
        let attacks: [fn(SocketAddr, u64) -> std::io::Result<()>; 8] = [
            garbage,
            silence,
            unread_scene,
            unread_socket,
            fragments,
            long_head,
            lies_about_length,
            goes_away,
        ];
        for attack in attacks {
            let (is_over, count) = (&is_over, &count);
            scope.spawn(move || {
                let mut seed = 0;
                while !is_over.load(Ordering::Relaxed) {
                    seed += 1;
                    // A refused connection is the server's right.
                    let _ = attack(address, seed);
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let started = Instant::now();
        while started.elapsed() < how_long {
            ask(address, &mut report);
            std::thread::sleep(Duration::from_millis(50));
        }
        is_over.store(true, Ordering::Relaxed);
    });
    report.connection_count = count.into_inner();
    for request in FOREIGN_REQUESTS {
        let request = request.replace("{host}", &address.to_string());
        let answer = exchange(address, request.as_bytes(), 64).unwrap_or_default();
        if answer.starts_with(b"HTTP/1.1 200") || answer.starts_with(b"HTTP/1.1 101") {
            report.leaks.push(request.lines().next().unwrap_or_default().to_owned());
        }
    }
    ask(address, &mut report);
    report
}

/// Ask for the page as a browser would.
fn ask(address: SocketAddr, report: &mut Report) {
    report.asked_count += 1;
    let asked = Instant::now();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let answer = exchange(address, request.as_bytes(), 64).unwrap_or_default();
    report.longest_wait = report.longest_wait.max(asked.elapsed());
    report.answered_count += u64::from(answer.starts_with(b"HTTP/1.1 "));
}

fn connected(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, Duration::from_secs(2))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_millis(300)))?;
    Ok(stream)
}

/// Send a request and read the beginning of its answer.
fn exchange(address: SocketAddr, request: &[u8], length: u64) -> std::io::Result<Vec<u8>> {
    let mut stream = connected(address)?;
    stream.write_all(request)?;
    let mut answer = Vec::new();
    stream.take(length).read_to_end(&mut answer)?;
    Ok(answer)
}

/// A connection that has become a WebSocket.
fn upgraded(address: SocketAddr) -> std::io::Result<TcpStream> {
    let mut stream = connected(address)?;
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && head.len() < 4_096 {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(stream)
}

fn garbage(address: SocketAddr, seed: u64) -> std::io::Result<()> {
    let mut stream = connected(address)?;
    let mut state = seed | 1;
    let bytes: Vec<u8> = (0..65_536)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect();
    stream.write_all(&bytes)
}

fn silence(address: SocketAddr, _seed: u64) -> std::io::Result<()> {
    let mut stream = connected(address)?;
    stream.write_all(b"GET / HT")?;
    std::thread::sleep(Duration::from_millis(400));
    Ok(())
}

fn unread_scene(address: SocketAddr, _seed: u64) -> std::io::Result<()> {
    let mut open = Vec::new();
    for _ in 0..64 {
        let mut stream = connected(address)?;
        stream.write_all(format!("GET /scene.glb HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes())?;
        open.push(stream);
    }
    std::thread::sleep(Duration::from_millis(300));
    Ok(())
}

fn unread_socket(address: SocketAddr, _seed: u64) -> std::io::Result<()> {
    let mut stream = upgraded(address)?;
    // Masked with zeros, the text is itself.
    let text = br#"{"type":"subscribe","rate_hz":1000}"#;
    stream.write_all(&[0x81, 0x80 | text.len() as u8, 0, 0, 0, 0])?;
    stream.write_all(text)?;
    std::thread::sleep(Duration::from_millis(500));
    Ok(())
}

fn fragments(address: SocketAddr, _seed: u64) -> std::io::Result<()> {
    let mut stream = upgraded(address)?;
    stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{'])?;
    for _ in 0..10_000 {
        stream.write_all(&[0x00, 0x81, 0, 0, 0, 0, b' '])?;
    }
    Ok(())
}

fn long_head(address: SocketAddr, _seed: u64) -> std::io::Result<()> {
    let mut stream = connected(address)?;
    stream.write_all(format!("GET / HTTP/1.1\r\nHost: {address}\r\n").as_bytes())?;
    for _ in 0..2_000 {
        stream.write_all(b"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n")?;
    }
    Ok(())
}

fn lies_about_length(address: SocketAddr, seed: u64) -> std::io::Result<()> {
    let mut stream = upgraded(address)?;
    let length = if seed.is_multiple_of(2) { u64::MAX } else { 1 << 40 };
    stream.write_all(&[0x82, 0xff])?;
    stream.write_all(&length.to_be_bytes())?;
    stream.write_all(&[0; 4])?;
    stream.write_all(&[0; 65_536])
}

fn goes_away(address: SocketAddr, seed: u64) -> std::io::Result<()> {
    let stream = if seed.is_multiple_of(2) { connected(address)? } else { upgraded(address)? };
    drop(stream);
    Ok(())
}
