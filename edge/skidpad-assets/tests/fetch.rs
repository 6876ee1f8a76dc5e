//! Downloads, against a small server on the loopback interface.
#![cfg(feature = "fetch")]

mod temp_folder;

use skidpad_assets::fetch::{FetchProblem, fetch};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use temp_folder::TempFolder;

/// Answers every request with the given head and body; returns its address and a request counter.
fn serve(head: &'static str, body: &'static [u8]) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&requests);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                line.clear();
            }
            counter.fetch_add(1, Ordering::SeqCst);
            // A client that has seen enough may hang up.
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        }
    });
    (format!("http://{address}"), requests)
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n";

#[test]
fn a_file_is_stored_once_with_its_checksum() {
    let (server, requests) = serve(OK, b"hello");
    let store = TempFolder::new("fetch-once");
    let url = format!("{server}/models/a.dae");
    let first = fetch(&url, store.path(), 1000).unwrap();
    assert!(!first.was_present);
    assert_eq!(std::fs::read(&first.path).unwrap(), b"hello");
    assert!(first.path.ends_with("models/a.dae"));
    let kept = std::fs::read_to_string(first.path.with_file_name("a.dae.sha256")).unwrap();
    assert_eq!(kept, format!("{}  a.dae\n", first.sha256));
    assert_eq!(first.sha256, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

    let second = fetch(&url, store.path(), 1000).unwrap();
    assert!(second.was_present);
    assert_eq!(requests.load(Ordering::SeqCst), 1);

    std::fs::write(&first.path, "damaged").unwrap();
    let third = fetch(&url, store.path(), 1000).unwrap();
    assert!(!third.was_present, "a damaged file is fetched again");
    assert_eq!(std::fs::read(&first.path).unwrap(), b"hello");
    let files = std::fs::read_dir(first.path.parent().unwrap()).unwrap().count();
    assert_eq!(files, 2, "no partial file is left");
}

#[test]
fn a_member_fetches_its_archive() {
    let (server, _) = serve(OK, b"hello");
    let store = TempFolder::new("fetch-member");
    let fetched = fetch(&format!("{server}/m.zip/inner/a.dae"), store.path(), 1000).unwrap();
    assert!(fetched.path.ends_with("m.zip"));
}

#[test]
fn too_long_files_are_refused_declared_or_not() {
    let (declared, _) = serve("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", b"x");
    let endless: &[u8] = &[b'x'; 5000];
    let (undeclared, _) = serve("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", endless);
    for server in [declared, undeclared] {
        let store = TempFolder::new("fetch-long");
        let problem = fetch(&format!("{server}/a"), store.path(), 1000).unwrap_err();
        assert!(matches!(problem, FetchProblem::TooLarge { limit: 1000 }), "{problem}");
        assert_eq!(std::fs::read_dir(store.path()).unwrap().count(), 0);
    }
}

#[test]
fn failures_leave_nothing_behind() {
    let (gone, _) = serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", b"");
    let (cut, _) = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\nConnection: close\r\n\r\n", b"hello");
    for server in [gone, cut] {
        let store = TempFolder::new("fetch-fail");
        let problem = fetch(&format!("{server}/a"), store.path(), 1000).unwrap_err();
        assert!(matches!(problem, FetchProblem::Network(_)), "{problem}");
        assert_eq!(std::fs::read_dir(store.path()).unwrap().count(), 0);
    }
    let store = TempFolder::new("fetch-address");
    for bad in ["ftp://x/a", "file:///etc/passwd", "a.dae", "http://x", "http://x/../../a"] {
        let problem = fetch(bad, store.path(), 1000).unwrap_err();
        assert!(matches!(problem, FetchProblem::BadAddress), "{bad}: {problem}");
    }
}
