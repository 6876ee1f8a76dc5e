//! The viewer of a running world: where it listens, and the one address that is printed.

use crate::print;
use clap::Args;
use skidpad::link::RunHandle;
use skidpad::web::{self, Listen, ScenePage, Server, Token};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// Where viewers are let in.
#[derive(Args)]
pub(crate) struct ViewerArgs {
    /// Serve the viewer here instead of on this machine alone; needs --token
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    /// What a viewer must know: 8 or more letters, digits, - _ and .
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.parse::<SocketAddr>().ok();
    let without = text.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, Listen::PORT));
    with_port.or(without).ok_or_else(|| "an address such as 0.0.0.0:8765 or [::1]:8765".to_string())
}

impl ViewerArgs {
    /// Let viewers of a world in, and say where.
    pub(crate) fn serve(&self, show: &Arc<ScenePage>, handle: &RunHandle) -> Result<Server, Box<dyn Error>> {
        self.open(&|listen| web::serve(listen, show, handle))
    }

    /// Open a server of some kind, and say where. The usual port if it is free, any other if not.
    pub(crate) fn open(
        &self,
        serve: &dyn Fn(&Listen) -> io::Result<Server>,
    ) -> Result<Server, Box<dyn Error>> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, Listen::PORT));
        let token = self.token.as_deref().map(str::parse::<Token>).transpose()?;
        let listen = Listen { address: self.listen.unwrap_or(usual), token };
        let server = match serve(&listen) {
            Err(problem) if problem.kind() == ErrorKind::AddrInUse && self.listen.is_none() => {
                serve(&Listen { token: listen.token.clone(), ..Listen::loopback() })
            }
            served => served,
        };
        let server = server.map_err(|problem| format!("{}: {problem}", listen.address))?;
        print(format!("viewer {}\n", server.address()).as_bytes())?;
        Ok(server)
    }
}
