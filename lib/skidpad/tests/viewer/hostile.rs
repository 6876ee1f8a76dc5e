//! Promises 15 to 17: strangers are refused, shouting and silence are harmless, memory is bounded.

use crate::raw::{Socket, answer_to, get, status, upgrade_status};
use crate::served_run::{try_to_serve, visit};
use skidpad::web::Listen;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

#[test]
fn strangers_are_refused() {
    let visited = visit(&Listen::loopback(), |address| {
        let ours = format!("Host: {address}\r\n");
        assert_eq!(status(&get(address, "/", &ours)), 200);
        assert_eq!(upgrade_status(address, &format!("{ours}Origin: http://{address}\r\n")), 101);
        foreign_hosts(address);
        foreign_origins(address, &ours);
        tricks_with_paths(address, &ours);
        nonsense_instead_of_http(address);
    });
    assert_eq!(visited.hash, visited.hash_alone);
}

fn foreign_hosts(address: SocketAddr) {
    let port = address.port();
    for host in [
        "evil.example".to_string(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("0.0.0.0:{port}"),
        format!("[::2]:{port}"),
        "127.0.0.1".to_string(),
        "127.0.0.1:1".to_string(),
        format!("127.0.0.2:{port}"),
        format!("@127.0.0.1:{port}"),
        format!("user@127.0.0.1:{port}"),
        String::new(),
    ] {
        let answer = get(address, "/", &format!("Host: {host}\r\n"));
        assert!(matches!(status(&answer), 400 | 421), "{host:?}: {answer}");
        assert!(matches!(upgrade_status(address, &format!("Host: {host}\r\n")), 400 | 421), "{host:?}");
    }
    assert!(matches!(status(&get(address, "/scene.json", "")), 400 | 421));
}

fn foreign_origins(address: SocketAddr, ours: &str) {
    for origin in [
        "http://evil.example",
        "https://evil.example",
        "null",
        "file://",
        "",
        "http://localhost",
        "https://127.0.0.1",
        "http://127.0.0.1.evil.example",
        "chrome-extension://abc",
        "http://127.0.0.1:1",
    ] {
        assert_eq!(upgrade_status(address, &format!("{ours}Origin: {origin}\r\n")), 403, "{origin:?}");
        assert_eq!(
            status(&get(address, "/scene.json", &format!("{ours}Origin: {origin}\r\n"))),
            403,
            "{origin:?}"
        );
    }
}

fn tricks_with_paths(address: SocketAddr, ours: &str) {
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/viewer.js/../../etc/passwd",
        "/scene.json%00.png",
        "//etc/passwd",
        "/etc/passwd",
        "/assets/../viewer.js",
        "/scene.glb/",
        "/ws/..",
        "/.git/config",
        "/index.html",
        "/%c0%ae%c0%ae/etc/passwd",
        "/viewer.js;.css",
        "/file:///etc/passwd",
        "/?path=/etc/passwd/../..",
    ] {
        let answer = get(address, path, ours);
        let expected = if path.starts_with("/?") { 200 } else { 404 };
        assert_eq!(status(&answer), expected, "{path}: {answer}");
        assert!(!answer.contains("root:"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
        let answer = answer_to(address, format!("{method} /scene.json HTTP/1.1\r\n{ours}\r\n").as_bytes());
        assert_eq!(status(&answer), 405, "{method}");
    }
    let policy = get(address, "/", ours).to_lowercase();
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "no-referrer"]
    {
        assert!(policy.contains(header), "{policy}");
    }
}

fn nonsense_instead_of_http(address: SocketAddr) {
    for bytes in
        [&b"\0\0\0\0"[..], b"GET", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n"]
    {
        let mut stream = TcpStream::connect(address).unwrap();
        let _ = stream.write_all(bytes);
    }
    let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(200_000));
    assert!(matches!(status(&answer_to(address, long.as_bytes())), 0 | 400 | 414 | 431));
    let many: String = (0..5000).map(|i| format!("X-{i}: y\r\n")).collect();
    assert!(matches!(status(&get(address, "/", &many)), 0 | 400 | 431));
}

/// Say something in so many pieces, spaces first.
fn in_fragments(socket: &mut Socket, text: &str, count: usize) {
    let padded = format!("{}{text}", " ".repeat(count.saturating_sub(text.len())));
    let (first, rest) = padded.as_bytes().split_at(1);
    let _ = socket.frame(false, 1, first);
    let size = rest.len() / (count - 1);
    let (short, last) = rest.split_at(size * (count - 2));
    short.chunks(size).for_each(|piece| drop(socket.frame(false, 0, piece)));
    let _ = socket.frame(true, 0, last);
}

#[test]
fn shouting_is_cut_off() {
    let visited = visit(&Listen::loopback(), |address| {
        let mut large = Socket::greeted(address, "{}");
        let _ = large.say(&"x".repeat(200_000));
        assert!(large.is_closed(), "an oversized message");

        // An honest message in 64 pieces is understood; one more piece ends the connection.
        let mut pieces = Socket::greeted(address, "{}");
        pieces.wait_for("status").unwrap();
        in_fragments(&mut pieces, r#"{"type":"inspect","id":1}"#, 64);
        assert!(pieces.wait_for("state").is_some_and(|state| state["id"] == 1), "64 fragments");
        in_fragments(&mut pieces, r#"{"type":"inspect","id":2}"#, 65);
        assert!(pieces.is_closed(), "65 fragments");
        let mut endless = Socket::greeted(address, r#"{"rate_hz":0}"#);
        let mut is_open = endless.frame(false, 1, b"{").is_ok();
        for _ in 0..1000 {
            is_open = is_open && endless.frame(false, 0, b"").is_ok();
        }
        assert!(!is_open || endless.is_closed(), "empty fragments without an end");

        let mut binary = Socket::greeted(address, "{}");
        binary.frame(true, 2, &[0; 100]).unwrap();
        assert!(binary.is_closed(), "a binary message");

        let mut silent = Socket::open(address);
        silent.frame(true, 1, br#"{"type":"pause"}"#).unwrap();
        assert!(silent.is_closed(), "no greeting");

        let mut fast = Socket::greeted(address, r#"{"rate_hz":0}"#);
        for _ in 0..2000 {
            let _ = fast.say("{}");
        }
        assert!(fast.is_closed(), "2000 messages at once");

        let mut old = Socket::open(address);
        old.say(r#"{"type":"hello","protocol":99}"#).unwrap();
        let reason = old.wait_for("refused").unwrap()["reason"].to_string();
        assert!(reason.contains("version 1") && reason.contains("version 99"), "{reason}");
    });
    assert_eq!(visited.hash, visited.hash_alone);
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let visited = visit(&Listen::loopback(), |address| {
        let mut socket = Socket::greeted(address, "{}");
        for text in [
            "null",
            "[]",
            "{",
            r#"{"type":"drive","vehicle":0,"drive":{"twist":[1e999,0,0]}}"#,
            r#"{"type":"drive","vehicle":0,"drive":{"twist":[20000,0,0]}}"#,
            r#"{"type":"drive","vehicle":4000000000,"drive":{"twist":[1,0,0]}}"#,
            r#"{"type":"drive","vehicle":0,"drive":{"torques":[1,1]}}"#,
            r#"{"type":"speed","factor":-1}"#,
            r#"{"type":"speed","factor":0}"#,
            r#"{"type":"step","count":0}"#,
            r#"{"type":"step","count":4000000000}"#,
            r#"{"type":"teleport","body":{"block":99},"pose":[0,0,0,0,0,0]}"#,
            r#"{"type":"teleport","body":{"vehicle":0},"pose":[1e300,0,0,0,0,0]}"#,
            r#"{"type":"spawn","vehicle":{"like":99,"name":"x","pose":[0,0,0,0,0,0]}}"#,
            r#"{"type":"spawn","vehicle":{"like":0,"name":"r2","pose":[0,0,0,0,0,0]}}"#,
            r#"{"type":"spawn","block":{"name":"x","pose":[0,0,0,0,0,0],"outline_m":[[0,0],[1,1]],"z_m":[0,1],"mass_kg":1}}"#,
            r#"{"type":"spawn","block":{"name":"x","pose":[1e300,0,0,0,0,0],"outline_m":[[0,0],[1,0],[0,1]],"z_m":[0,1],"mass_kg":1}}"#,
            r#"{"type":"remove","body":{"block":99}}"#,
            r#"{"type":"branch","step":18446744073709551616}"#,
            r#"{"type":"restore","name":"nothing"}"#,
            r#"{"type":"snapshot","name":""}"#,
            r#"{"type":"select","body":{"block":77}}"#,
            r#"{"type":"hello","protocol":1}"#,
            r#"{"type":"subscribe","rate_hz":-5}"#,
        ] {
            socket.say(text).unwrap();
            assert!(socket.wait_for("refused").is_some(), "{text}");
        }
    });
    assert_eq!(visited.hash, visited.hash_alone);
}

/// Resident memory of this process [bytes].
fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[test]
fn sleepers_and_ghosts_cost_little() {
    let visited = visit(&Listen::loopback(), |address| {
        let everything =
            r#"{"rate_hz":120,"poses":true,"vehicles":true,"contacts":true,"sensors":[0,1,2,3]}"#;
        let mut awake = Socket::greeted(address, everything);
        awake.wait_for("status").unwrap();
        let before = resident_bytes();
        let sleepers: Vec<Socket> = (0..20).map(|_| Socket::greeted(address, everything)).collect();
        for _ in 0..100 {
            let mut ghost = Socket::greeted(address, everything);
            let _ = ghost.say(r#"{"type":"inspect"}"#);
            drop(ghost);
            drop(TcpStream::connect(address));
        }
        std::thread::sleep(Duration::from_secs(2));
        let grown = resident_bytes().saturating_sub(before);
        assert!(grown < 64 << 20, "{grown} bytes more");
        // Those who read are still served, and only those who stayed are counted.
        let seen = (0..100).any(|_| awake.wait_for("status").unwrap()["client_count"] == 21);
        assert!(seen, "ghosts are forgotten");
        drop(sleepers);
    });
    assert!(visited.step_count > 100);
    assert_eq!(visited.hash, visited.hash_alone);
}

#[test]
fn the_sixty_fifth_waits_outside() {
    visit(&Listen::loopback(), |address| {
        let crowd: Vec<Socket> = (0..63).map(|_| Socket::greeted(address, r#"{"rate_hz":1}"#)).collect();
        let ours = format!("Host: {address}\r\n");
        let mut last = Socket::open(address);
        assert_eq!(upgrade_status(address, &ours), 503);
        let _ = last.say(r#"{"type":"hello","protocol":1}"#);
        drop(crowd);
        let comes_in = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            upgrade_status(address, &ours) == 101
        });
        assert!(comes_in, "room again once they left");
    });
}

#[test]
fn another_address_needs_a_token() {
    let open = Listen { address: "0.0.0.0:0".parse().unwrap(), token: None };
    let short = Listen { token: "short".parse().ok(), ..open.clone() };
    for listen in [open, short] {
        assert!(try_to_serve(&listen).is_err(), "{listen:?}");
    }
    visit(&with_token(), |address| {
        let ours = format!("Host: {address}\r\n");
        assert_eq!(status(&get(address, "/", &ours)), 401);
        assert_eq!(upgrade_status(address, &ours), 401);
        assert_eq!(status(&get(address, "/?token=open-sesamf", &ours)), 401);
        let page = get(address, "/?token=open-sesame", &ours);
        assert_eq!(status(&page), 200);
        assert!(page.contains("SameSite=Strict"));
        assert_eq!(upgrade_status(address, &format!("{ours}Cookie: skidpad_token=open-sesame\r\n")), 101);
    });
}

fn with_token() -> Listen {
    Listen { token: "open-sesame".parse().ok(), ..Listen::loopback() }
}

#[test]
fn guesses_of_the_token_are_slow_and_lock_nobody_out() {
    visit(&with_token(), |address| {
        let ours = format!("Host: {address}\r\n");
        let cookie = format!("{ours}Cookie: skidpad_token=open-sesame\r\n");
        // Forty guesses at once: four are looked at, in a second; the others are turned away unseen.
        let began = Instant::now();
        let guess = |number: u32| status(&get(address, &format!("/?token=guess-{number:04}"), &ours));
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let guesses: Vec<_> = (0..40).map(|number| scope.spawn(move || guess(number))).collect();
            guesses.into_iter().map(|guess| guess.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|answer| matches!(answer, 401 | 429)), "{answers:?}");
        let checked = answers.iter().filter(|answer| **answer == 401).count();
        let seconds = began.elapsed().as_secs_f64();
        assert!((1.0..10.0).contains(&seconds), "{seconds} s");
        assert!(checked as f64 <= 4.0 * (seconds + 1.0), "{checked} guesses in {seconds} s");
        // A request without a token is no guess, and whoever knows it gets in as soon as the guesses stop.
        assert_eq!(status(&get(address, "/", &ours)), 401);
        assert_eq!(upgrade_status(address, &cookie), 101);
    });
}
