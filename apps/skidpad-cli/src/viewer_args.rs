//! Options for the viewer's server: its address and its token.

use clap::Args;
use skidpad::web::{Listen, Server, Token, TokenProblem};
use skidpad::{Error, Run};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Address and token of the viewer's server.
#[derive(Args)]
pub(crate) struct ViewerArgs {
    /// Serve the viewer at this address, also to other machines; needs a token [default: only this machine]
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = parse_address)]
    listen: Option<SocketAddr>,
    /// Token that browsers must present: 8 or more letters, digits, - _ and . Other users of this machine can see it in
    /// the list of processes; --token-file and SKIDPAD_TOKEN hide it from them
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// Read the token from this file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Let the viewer replace the world file by what was changed in it; without this it writes a new file
    #[arg(long)]
    edit: bool,
}

/// The environment variable that can contain the token.
const TOKEN_VARIABLE: &str = "SKIDPAD_TOKEN";

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.parse::<SocketAddr>().ok();
    let without = text.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, Listen::PORT));
    with_port.or(without).ok_or_else(|| "expected an address such as 0.0.0.0:8765 or [::1]:8765".to_string())
}

impl ViewerArgs {
    /// Where to listen; without --listen, the default port of the loopback interface.
    pub(crate) fn listen(&self) -> Result<Listen, TokenProblem> {
        let default = SocketAddr::from((Ipv4Addr::LOCALHOST, Listen::PORT));
        let token = match (&self.token, &self.token_file) {
            (Some(text), _) => Some(text.parse()?),
            (None, Some(path)) => Some(Token::read_file(path)?),
            (None, None) => Token::from_environment(TOKEN_VARIABLE)?,
        };
        Ok(Listen { address: self.listen.unwrap_or(default), token })
    }

    /// The address of --listen.
    pub(crate) fn listen_ip(&self) -> Option<IpAddr> {
        self.listen.map(|address| address.ip())
    }

    /// Whether another port may be used if the default one is in use.
    pub(crate) fn takes_any_port(&self) -> bool {
        self.listen.is_none()
    }

    /// Open a server. Without --listen, another port is used if the default one is in use.
    pub(crate) fn open(
        &self,
        serve: impl Fn(&Listen) -> Result<Server, Error>,
    ) -> Result<Server, Box<dyn std::error::Error>> {
        let listen = self.listen()?;
        Ok(match serve(&listen) {
            Err(Error::Listen { reason, .. })
                if reason.kind() == ErrorKind::AddrInUse && self.takes_any_port() =>
            {
                serve(&Listen { token: listen.token, ..Listen::loopback() })?
            }
            served => served?,
        })
    }

    /// Open a server that is not a viewer's, by the same rules.
    pub(crate) fn open_any<S>(
        &self,
        serve: impl Fn(&Listen) -> std::io::Result<S>,
    ) -> Result<S, Box<dyn std::error::Error>> {
        let listen = self.listen()?;
        Ok(match serve(&listen) {
            Err(reason) if reason.kind() == ErrorKind::AddrInUse && self.takes_any_port() => {
                serve(&Listen { token: listen.token, ..Listen::loopback() })?
            }
            served => served?,
        })
    }

    /// Make a run serve the viewer.
    pub(crate) fn add_to(&self, run: Run) -> Result<Run, TokenProblem> {
        let listen = self.listen()?;
        let run = run.edit_in_place(self.edit);
        Ok(if self.takes_any_port() { run.serve_on_usual_port(listen) } else { run.serve(listen) })
    }

    /// The command line of this program without the token, for recordings.
    pub(crate) fn command_line_without_secrets(&self) -> Vec<String> {
        let hide = |argument: String| match &self.token {
            Some(token) => argument.replace(token.as_str(), "***"),
            None => argument,
        };
        // A file name need not be UTF-8.
        std::env::args_os().map(|argument| hide(argument.to_string_lossy().into_owned())).collect()
    }
}
