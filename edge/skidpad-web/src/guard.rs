//! Who may come in: checks of `Host`, `Origin` and token, before anything else looks at a request.

use axum::http::{HeaderMap, StatusCode, header};
use std::net::SocketAddr;

/// What a request must carry.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

/// The cookie that carries the token after the first page.
const COOKIE: &str = "skidpad_token";

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard { address, token }
    }

    /// Whether a request may be answered; with the status to refuse it with.
    pub(crate) fn check(&self, headers: &HeaderMap, query: Option<&str>) -> Result<(), StatusCode> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).ok_or(StatusCode::MISDIRECTED_REQUEST)?;
        if hosts.next().is_some() || !self.is_our_host(host) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        if let Some(origin) = origins.next() {
            let origin = origin.to_str().map_err(|_| StatusCode::FORBIDDEN)?;
            let is_ours = origin.strip_prefix("http://").is_some_and(|it| it == host);
            if !is_ours || origins.next().is_some() {
                return Err(StatusCode::FORBIDDEN);
            }
        }
        if self.token.is_some() && !self.has_token_in_cookie(headers) && !self.has_token_in_query(query) {
            return Err(StatusCode::UNAUTHORIZED);
        }
        Ok(())
    }

    /// The cookie to hand out when the token came with the address.
    pub(crate) fn cookie(&self, query: Option<&str>) -> Option<String> {
        let token = self.token.as_ref().filter(|_| self.has_token_in_query(query))?;
        Some(format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"))
    }

    /// On loopback only its own names are ours, so that no foreign name can be made to point here.
    /// Elsewhere the port must fit and the token keeps strangers out.
    fn is_our_host(&self, host: &str) -> bool {
        let Some((name, port)) = split_host(host) else { return false };
        if port != self.address.port() {
            return false;
        }
        if self.address.ip().is_loopback() {
            return matches!(name, "localhost" | "127.0.0.1" | "[::1]")
                || name == self.address.ip().to_string();
        }
        name.parse::<std::net::Ipv4Addr>().is_ok()
            || name.starts_with('[')
            || name == "localhost"
            || self.token.is_some()
    }

    fn has_token_in_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies.flat_map(|line| line.split(';')).any(|cookie| {
            cookie
                .trim()
                .strip_prefix(COOKIE)
                .and_then(|rest| rest.strip_prefix('='))
                .is_some_and(|it| self.is_token(it))
        })
    }

    fn has_token_in_query(&self, query: Option<&str>) -> bool {
        let parts = query.unwrap_or("").split('&');
        parts.filter_map(|part| part.strip_prefix("token=")).any(|it| self.is_token(it))
    }

    /// Compared in a time that does not depend on how much of it is right.
    fn is_token(&self, given: &str) -> bool {
        let Some(token) = &self.token else { return false };
        let (a, b) = (given.as_bytes(), token.as_bytes());
        a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
    }
}

/// `name:port` in its two parts; a name without a port means port 80.
fn split_host(host: &str) -> Option<(&str, u16)> {
    let end_of_name = host.rfind(']').map_or(0, |at| at + 1);
    match host[end_of_name..].rfind(':') {
        Some(at) => Some((&host[..end_of_name + at], host[end_of_name + at + 1..].parse().ok()?)),
        None => Some((host, 80)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(guard: &Guard, headers: &[(&str, &str)], query: Option<&str>) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: header::HeaderName = name.parse().unwrap();
            map.append(name, header::HeaderValue::from_str(value).unwrap());
        }
        guard.check(&map, query).map_or_else(|status| status.as_u16(), |()| 200)
    }

    #[test]
    fn on_loopback_only_our_own_names_are_ours() {
        let guard = Guard::new("127.0.0.1:8080".parse().unwrap(), None);
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            assert_eq!(verdict(&guard, &[("host", host)], None), 200, "{host}");
        }
        for host in [
            "evil.example:8080",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1.evil.example:8080",
            "localhost.evil:8080",
            "",
            ":8080",
            "localhost:8080:8080",
            "0.0.0.0:8080",
            "192.168.0.2:8080",
            "[::2]:8080",
            "localhost:99999",
        ] {
            assert_eq!(verdict(&guard, &[("host", host)], None), 421, "{host}");
        }
        assert_eq!(verdict(&guard, &[], None), 421);
        assert_eq!(verdict(&guard, &[("host", "localhost:8080"), ("host", "evil.example")], None), 421);
    }

    #[test]
    fn other_origins_are_refused() {
        let guard = Guard::new("127.0.0.1:8080".parse().unwrap(), None);
        let host = ("host", "localhost:8080");
        assert_eq!(verdict(&guard, &[host, ("origin", "http://localhost:8080")], None), 200);
        for origin in [
            "http://evil.example",
            "https://localhost:8080",
            "null",
            "http://localhost:8081",
            "http://localhost",
            "http://127.0.0.1:8080",
            "file://",
            "",
        ] {
            assert_eq!(verdict(&guard, &[host, ("origin", origin)], None), 403, "{origin}");
        }
    }

    #[test]
    fn a_token_is_asked_for_where_there_is_one() {
        let guard = Guard::new("0.0.0.0:8080".parse().unwrap(), Some("s3cret".to_string()));
        let host = ("host", "robot.lab:8080");
        assert_eq!(verdict(&guard, &[host], None), 401);
        assert_eq!(verdict(&guard, &[host], Some("token=s3cres")), 401);
        assert_eq!(verdict(&guard, &[host], Some("token=s3cret")), 200);
        assert_eq!(verdict(&guard, &[host, ("cookie", "a=b; skidpad_token=s3cret")], None), 200);
        assert_eq!(verdict(&guard, &[host, ("cookie", "skidpad_token=")], None), 401);
        assert!(guard.cookie(Some("token=s3cret")).unwrap().contains("HttpOnly"));
        assert_eq!(guard.cookie(None), None);
    }
}
