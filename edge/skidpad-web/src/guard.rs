//! Access control: checks of `Host`, `Origin` and token, before a request reaches a route.

use crate::token::Token;
use axum::http::{HeaderMap, StatusCode, header};
use std::net::SocketAddr;

/// What a request must carry.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Option<Token>,
}

/// The cookie that carries the token after the first page.
const COOKIE: &str = "skidpad_token";

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<Token>) -> Guard {
        Guard { address, token }
    }

    /// Check where a request is addressed and where it comes from; an error is the status of the answer.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
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
        Ok(())
    }

    /// Whether a request carries something that might be the token. One that does not is no guess.
    pub(crate) fn has_guess(&self, headers: &HeaderMap, query: Option<&str>) -> bool {
        self.token.is_some() && (in_cookies(headers).next().is_some() || in_query(query).next().is_some())
    }

    /// Check the token, if there is one.
    pub(crate) fn check_token(&self, headers: &HeaderMap, query: Option<&str>) -> Result<(), StatusCode> {
        let Some(token) = &self.token else { return Ok(()) };
        if in_cookies(headers).chain(in_query(query)).any(|given| token.is(given)) {
            return Ok(());
        }
        Err(StatusCode::UNAUTHORIZED)
    }

    /// The cookie to hand out when the token came with the address.
    pub(crate) fn cookie(&self, query: Option<&str>) -> Option<String> {
        let token = self.token.as_ref().filter(|token| in_query(query).any(|given| token.is(given)))?;
        Some(format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", token.reveal()))
    }

    /// On loopback only its own names are accepted, so that no foreign name can be made to resolve to it.
    /// Elsewhere the port must match, and the token protects the server.
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
}

fn in_cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = lines.flat_map(|line| line.split(';'));
    cookies.filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

fn in_query(query: Option<&str>) -> impl Iterator<Item = &str> {
    query.unwrap_or("").split('&').filter_map(|part| part.strip_prefix("token="))
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
        let checked = guard.check_origin(&map).and_then(|()| guard.check_token(&map, query));
        checked.map_or_else(|status| status.as_u16(), |()| 200)
    }

    #[test]
    fn loopback_answers_only_to_its_own_names() {
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
    fn a_token_is_required_where_there_is_one() {
        let guard = Guard::new("0.0.0.0:8080".parse().unwrap(), "s3cret".parse().ok());
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
