//! Options for the viewer's server: its address and its token.

use clap::Args;
use skidpad::web::{Listen, Server};
use skidpad::{Error, Run};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Address and token of the viewer's server.
#[derive(Args)]
pub(crate) struct ViewerArgs {
    /// Serve the viewer at this address, also to other machines; needs --token [default: only this machine]
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    /// Token that browsers must present: 8 or more letters, digits, - _ and .
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.parse::<SocketAddr>().ok();
    let without = text.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, Listen::PORT));
    with_port.or(without).ok_or_else(|| "expected an address such as 0.0.0.0:8765 or [::1]:8765".to_string())
}

impl ViewerArgs {
    /// Where to listen; without --listen, the default port of the loopback interface.
    pub(crate) fn listen(&self) -> Listen {
        let default = SocketAddr::from((Ipv4Addr::LOCALHOST, Listen::PORT));
        Listen { address: self.listen.unwrap_or(default), token: self.token.clone() }
    }

    /// Whether another port may be used if the default one is in use.
    pub(crate) fn takes_any_port(&self) -> bool {
        self.listen.is_none()
    }

    /// Open a server. Without --listen, another port is used if the default one is in use.
    pub(crate) fn open(&self, serve: impl Fn(&Listen) -> Result<Server, Error>) -> Result<Server, Error> {
        match serve(&self.listen()) {
            Err(Error::Listen { reason, .. })
                if reason.kind() == ErrorKind::AddrInUse && self.takes_any_port() =>
            {
                serve(&Listen { token: self.token.clone(), ..Listen::loopback() })
            }
            served => served,
        }
    }

    /// Make a run serve the viewer.
    pub(crate) fn add_to(&self, run: Run) -> Run {
        let listen = self.listen();
        if self.takes_any_port() { run.serve_on_usual_port(listen) } else { run.serve(listen) }
    }

    /// The command line of this program without the token, for recordings.
    pub(crate) fn command_line_without_secrets(&self) -> Vec<String> {
        let hide = |argument: String| match &self.token {
            Some(token) => argument.replace(token.as_str(), "***"),
            None => argument,
        };
        std::env::args().map(hide).collect()
    }
}
