//! HTTP, as far as XML-RPC needs it: `POST` with a known length. One request after the other over a connection.

use super::{Call, Value, XmlProblem, parse_call, parse_response, write_call, write_fault, write_response};
use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Longest head of a request or response [bytes].
const HEAD_BYTES: usize = 8 << 10;
/// Longest document that a node accepts from anyone who connects [bytes].
const REQUEST_BYTES: usize = 256 << 10;
/// Longest document that is accepted as a response [bytes].
const RESPONSE_BYTES: usize = 16 << 20;
/// How long a peer may take for a whole request, and how long a connection may be idle.
const REQUEST_TIME: Duration = Duration::from_secs(20);
/// How long a call may take.
const CALL_TIME: Duration = Duration::from_secs(5);

/// Where an XML-RPC server listens: `http://host:port/path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HttpUri {
    pub(crate) host: String,
    pub(crate) port: u16,
    path: String,
}

impl FromStr for HttpUri {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is not an address such as http://localhost:11311");
        let rest = text.trim().strip_prefix("http://").ok_or_else(bad)?;
        let (address, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = match address.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| bad())?),
            None => (address, 80),
        };
        let host = host.trim_matches(['[', ']']);
        let is_plain = |c: char| c.is_ascii_graphic();
        if host.is_empty() || port == 0 || !host.chars().all(is_plain) || !path.chars().all(is_plain) {
            return Err(bad());
        }
        Ok(HttpUri { host: host.to_string(), port, path: format!("/{path}") })
    }
}

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum CallError {
    /// No answer, or no complete one.
    Io(io::Error),
    /// The answer is not HTTP with XML-RPC, or says that the call failed.
    Answer(String),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Io(error) => error.fmt(f),
            CallError::Answer(reason) => f.write_str(reason),
        }
    }
}

impl From<io::Error> for CallError {
    fn from(error: io::Error) -> Self {
        CallError::Io(error)
    }
}

impl From<XmlProblem> for CallError {
    fn from(problem: XmlProblem) -> Self {
        CallError::Answer(problem.to_string())
    }
}

/// Call a method of a server.
pub(crate) async fn call(uri: &HttpUri, method: &str, params: &[Value]) -> Result<Value, CallError> {
    timeout(CALL_TIME, call_without_limit(uri, method, params))
        .await
        .unwrap_or_else(|_| Err(CallError::Io(io::ErrorKind::TimedOut.into())))
}

async fn call_without_limit(uri: &HttpUri, method: &str, params: &[Value]) -> Result<Value, CallError> {
    let mut stream = TcpStream::connect((uri.host.as_str(), uri.port)).await?;
    let body = write_call(method, params);
    let HttpUri { host, port, path } = uri;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUser-Agent: skidpad\r\nContent-Type: text/xml\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut received = Vec::new();
    let head_end = read_head(&mut stream, &mut received).await?;
    let Some(head_end) = head_end else { return Err(CallError::Io(io::ErrorKind::UnexpectedEof.into())) };
    let head = String::from_utf8_lossy(&received[..head_end]).into_owned();
    let status = head.split(' ').nth(1).unwrap_or_default();
    if !head.starts_with("HTTP/1.") || status != "200" {
        let line = head.lines().next().unwrap_or_default();
        return Err(CallError::Answer(format!("the server answers {:?}", limited(line))));
    }
    let length = header(&head, "content-length").map(str::parse::<usize>);
    match length {
        Some(Ok(length)) if length <= RESPONSE_BYTES => {
            read_to(&mut stream, &mut received, head_end + length).await?;
        }
        Some(_) => return Err(CallError::Answer("the answer is too long".to_string())),
        // Without a length the answer ends with the connection.
        None => {
            let rest = RESPONSE_BYTES as u64;
            (&mut stream).take(rest).read_to_end(&mut received).await?;
        }
    }
    Ok(parse_response(&received[head_end..])?)
}

/// Answer the requests of a connection, one after the other, until it ends.
pub(crate) async fn answer_requests(mut stream: TcpStream, answer: impl Fn(Call) -> Result<Value, String>) {
    let _ = stream.set_nodelay(true);
    let mut received = Vec::new();
    loop {
        let request = timeout(REQUEST_TIME, read_request(&mut stream, &mut received)).await;
        let (response, stays_open) = match request {
            Ok(Ok(Some((head, body)))) => (answer_to(&body, &answer), head.stays_open),
            // Too slow, or the peer has gone.
            Err(_) | Ok(Ok(None) | Err(HttpProblem::Io(_))) => return,
            Ok(Err(problem)) => {
                let text = problem.to_string();
                let status = problem.status();
                let refusal = format!(
                    "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
                    text.len()
                );
                let _ = stream.write_all(refusal.as_bytes()).await;
                return;
            }
        };
        let connection = if stays_open { "keep-alive" } else { "close" };
        let response = format!(
            "HTTP/1.1 200 OK\r\nServer: skidpad\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\
             Connection: {connection}\r\n\r\n{response}",
            response.len()
        );
        let sent = timeout(REQUEST_TIME, stream.write_all(response.as_bytes())).await;
        if !stays_open || !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}

fn answer_to(body: &[u8], answer: &impl Fn(Call) -> Result<Value, String>) -> String {
    let answered = parse_call(body).map_err(|problem| problem.to_string()).and_then(answer);
    match answered {
        Ok(value) => write_response(&value),
        Err(reason) => write_fault(-1, limited(&reason)),
    }
}

/// At most this much of a text that a peer wrote is sent back or shown.
fn limited(text: &str) -> &str {
    &text[..text.floor_char_boundary(300)]
}

/// The next request of a connection; `None` at its end. What was received beyond it stays in `received`.
async fn read_request(
    stream: &mut TcpStream,
    received: &mut Vec<u8>,
) -> Result<Option<(RequestHead, Vec<u8>)>, HttpProblem> {
    let Some(head_end) = read_head(stream, received).await? else { return Ok(None) };
    let head = RequestHead::parse(&received[..head_end])?;
    if head.expects_continue {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    let end = head_end + head.body_bytes;
    read_to(stream, received, end).await?;
    let body = received[head_end..end].to_vec();
    received.drain(..end);
    Ok(Some((head, body)))
}

/// Receive until the blank line after a head; returns where the body begins, or `None` if the connection ended before.
async fn read_head(stream: &mut TcpStream, received: &mut Vec<u8>) -> io::Result<Option<usize>> {
    loop {
        if let Some(place) = received.windows(4).position(|four| four == b"\r\n\r\n") {
            return Ok(Some(place + 4));
        }
        if received.len() > HEAD_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the head is too long"));
        }
        if stream.read_buf(received).await? == 0 {
            return Ok(None);
        }
    }
}

/// Receive until there are this many bytes.
async fn read_to(stream: &mut TcpStream, received: &mut Vec<u8>, count: usize) -> io::Result<()> {
    while received.len() < count {
        if stream.read_buf(received).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let fields = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    fields.into_iter().find(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// What the head of a request says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestHead {
    /// Length of the document.
    pub body_bytes: usize,
    /// Whether another request may follow.
    pub stays_open: bool,
    expects_continue: bool,
}

impl RequestHead {
    /// Read the head of a request.
    pub fn parse(head: &[u8]) -> Result<RequestHead, HttpProblem> {
        let head = std::str::from_utf8(head).map_err(|_| HttpProblem::NotHttp)?;
        let line = head.lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        let (method, _, version) = (words.next(), words.next(), words.next().unwrap_or_default());
        if !version.starts_with("HTTP/1.") {
            return Err(HttpProblem::NotHttp);
        }
        if method != Some("POST") {
            return Err(HttpProblem::NotPost);
        }
        if header(head, "transfer-encoding").is_some() {
            return Err(HttpProblem::NoLength);
        }
        let length = header(head, "content-length").ok_or(HttpProblem::NoLength)?;
        let body_bytes: usize = length.parse().map_err(|_| HttpProblem::NoLength)?;
        if body_bytes > REQUEST_BYTES {
            return Err(HttpProblem::TooLong);
        }
        let connection = header(head, "connection").unwrap_or_default().to_ascii_lowercase();
        let stays_open = match version {
            "HTTP/1.0" => connection == "keep-alive",
            _ => connection != "close",
        };
        let expects_continue =
            header(head, "expect").is_some_and(|it| it.eq_ignore_ascii_case("100-continue"));
        Ok(RequestHead { body_bytes, stays_open, expects_continue })
    }
}

/// Why a request is refused.
#[derive(Debug)]
pub enum HttpProblem {
    /// It is not HTTP 1.
    NotHttp,
    /// It is not a `POST`.
    NotPost,
    /// It does not say how long its document is.
    NoLength,
    /// Its document is too long.
    TooLong,
    /// The connection failed.
    Io(io::Error),
}

impl HttpProblem {
    fn status(&self) -> &'static str {
        match self {
            HttpProblem::NotHttp | HttpProblem::Io(_) => "400 Bad Request",
            HttpProblem::NotPost => "405 Method Not Allowed",
            HttpProblem::NoLength => "411 Length Required",
            HttpProblem::TooLong => "413 Content Too Large",
        }
    }
}

impl fmt::Display for HttpProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpProblem::NotHttp => f.write_str("this is not HTTP 1\n"),
            HttpProblem::NotPost => f.write_str("this is a ROS 1 node; it answers XML-RPC calls by POST\n"),
            HttpProblem::NoLength => f.write_str("the request has no Content-Length\n"),
            HttpProblem::TooLong => writeln!(f, "the document is longer than {REQUEST_BYTES} bytes"),
            HttpProblem::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for HttpProblem {
    fn from(error: io::Error) -> Self {
        HttpProblem::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_ros() {
        let uri: HttpUri = "http://localhost:11311/".parse().unwrap();
        assert_eq!((uri.host.as_str(), uri.port), ("localhost", 11311));
        assert_eq!("http://[::1]:5".parse::<HttpUri>().unwrap().host, "::1");
        for bad in
            ["localhost:11311", "https://a:1", "http://:1", "http://a:70000", "http://a b:1", "http://a:0"]
        {
            assert!(bad.parse::<HttpUri>().unwrap_err().contains("http://localhost:11311"), "{bad}");
        }
    }

    #[test]
    fn heads_say_how_long_a_request_is_and_whether_another_follows() {
        let parse = |head: &str| RequestHead::parse(head.as_bytes());
        let head = parse("POST /RPC2 HTTP/1.1\r\nHost: x\r\ncontent-LENGTH: 12\r\n\r\n").unwrap();
        assert_eq!((head.body_bytes, head.stays_open), (12, true));
        let head = parse("POST / HTTP/1.0\r\nContent-Length: 1\r\n\r\n").unwrap();
        assert!(!head.stays_open);
        assert!(matches!(parse("GET / HTTP/1.1\r\n\r\n"), Err(HttpProblem::NotPost)));
        assert!(matches!(parse("POST / HTTP/1.1\r\n\r\n"), Err(HttpProblem::NoLength)));
        assert!(matches!(
            parse("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"),
            Err(HttpProblem::TooLong)
        ));
        assert!(matches!(parse("\x16\x03\x01"), Err(HttpProblem::NotHttp)));
    }
}
