//! Options for MVSim's network: the port of a run's broker, and where the tools find a server.

use clap::{Args, ValueEnum};
use skidpad::Run;
use skidpad::mvsim::broker::{BrokerSettings, DEFAULT_PORT, PORT_VARIABLE};
use skidpad::mvsim::mrpt::CloudFormat;
use skidpad::mvsim::zmtp::Endpoint;
use skidpad::mvsim::{Client, ClientSettings, MvsimSettings};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// How long the tools wait for a server.
const CONNECT_TIME: Duration = Duration::from_secs(3);

/// Whether and where a run takes part in MVSim's network.
#[derive(Args)]
pub(crate) struct MvsimArgs {
    /// Port for MVSim's clients, or `off`. Runs with a viewer that are not at full speed use MVSIM_SERVER_PORT or 23700
    /// by default, others are off. If the port is in use, the next free one of 23701 to 23709 is taken; 0 takes any
    #[arg(long, value_name = "N|off", value_parser = parse_port)]
    mvsim_port: Option<MvsimPort>,
    /// How point clouds are written for MVSim's clients and to rawlogs: `generic` has intensity, ring and time and
    /// needs MRPT 2.15; `xyzi` has intensity and needs MRPT 2; `xyz` is read by all
    #[arg(long, value_name = "FORMAT", default_value = "generic")]
    mvsim_cloud: CloudArg,
    /// Give MVSim's clients on this machine TCP endpoints, as clients on other machines get. By default they get
    /// abstract `ipc` endpoints, which cost less than half, but are closed to programs in some sandboxes
    #[arg(long)]
    mvsim_tcp_only: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum CloudArg {
    Generic,
    Xyzi,
    Xyz,
}

#[derive(Clone, Copy)]
enum MvsimPort {
    Off,
    At(u16),
}

fn parse_port(text: &str) -> Result<MvsimPort, String> {
    match text.parse() {
        Ok(port) => Ok(MvsimPort::At(port)),
        Err(_) if text == "off" => Ok(MvsimPort::Off),
        Err(_) => Err("expected a port from 0 to 65535, or off".to_string()),
    }
}

/// The port of MVSim's server: that of the environment, or MVSim's own.
fn usual_port() -> Result<u16, String> {
    match std::env::var(PORT_VARIABLE) {
        Ok(text) => text.parse().map_err(|_| format!("{PORT_VARIABLE} is {text:?}; it must be a port")),
        Err(_) => Ok(DEFAULT_PORT),
    }
}

impl MvsimArgs {
    /// How point clouds are written.
    pub(crate) fn cloud_format(&self) -> CloudFormat {
        match self.mvsim_cloud {
            CloudArg::Generic => CloudFormat::Generic,
            CloudArg::Xyzi => CloudFormat::Xyzi,
            CloudArg::Xyz => CloudFormat::Xyz,
        }
    }

    /// The port to ask for, if the run takes part.
    pub(crate) fn port(&self, is_on_by_default: bool) -> Result<Option<u16>, String> {
        match self.mvsim_port {
            Some(MvsimPort::At(port)) => Ok(Some(port)),
            None if is_on_by_default => usual_port().map(Some),
            Some(MvsimPort::Off) | None => Ok(None),
        }
    }

    /// Make a run take part. Other machines can connect only where both `--listen` and `--mvsim-port` are given:
    /// MVSim's network has no passwords.
    pub(crate) fn add_to(&self, run: Run, port: u16, listen: Option<IpAddr>) -> Run {
        let mut broker = BrokerSettings { port, ..BrokerSettings::default() };
        if port == 0 {
            broker.other_ports.clear();
        }
        if let (Some(MvsimPort::At(_)), Some(address)) = (self.mvsim_port, listen) {
            broker.address = address;
        }
        let settings =
            MvsimSettings { broker, cloud_format: self.cloud_format(), is_tcp_only: self.mvsim_tcp_only };
        if self.mvsim_port.is_some() { run.mvsim(settings) } else { run.mvsim_if_possible(settings) }
    }
}

/// The line that says where clients connect.
pub(crate) fn endpoint_line(endpoint: &Endpoint, asked_port: u16) -> String {
    let is_another = asked_port != 0 && endpoint.port != asked_port;
    let why = if is_another { format!(" (port {asked_port} is in use)") } else { String::new() };
    format!("mvsim {endpoint}{why}\n")
}

/// Where the server is.
#[derive(Args)]
pub(crate) struct ServerArgs {
    /// Host of the server
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    host: String,
    /// Port of the server [default: MVSIM_SERVER_PORT or 23700]
    #[arg(short, long, value_name = "N")]
    port: Option<u16>,
}

impl ServerArgs {
    /// Connect as a node of this name.
    pub(crate) fn connect(&self, name: &str) -> Result<Client, Box<dyn std::error::Error>> {
        let is_here = matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        let settings = ClientSettings {
            name: name.to_string(),
            host: self.host.clone(),
            port: self.port.map_or_else(usual_port, Ok)?,
            connect_time: CONNECT_TIME,
            address: IpAddr::V4(if is_here { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED }),
            ..ClientSettings::default()
        };
        Ok(Client::connect(settings)?)
    }
}

/// `skidpad server`: a broker without a simulation.
#[derive(Args)]
pub(crate) struct BrokerCommand {
    /// Port [default: MVSIM_SERVER_PORT or 23700]
    #[arg(short, long, value_name = "N")]
    port: Option<u16>,
    /// Address; other machines can connect to it, and there are no passwords [default: only this machine]
    #[arg(long, value_name = "ADDR")]
    listen: Option<IpAddr>,
}

impl BrokerCommand {
    /// The broker's settings: this port and no other.
    pub(crate) fn settings(&self) -> Result<BrokerSettings, String> {
        let port = self.port.map_or_else(usual_port, Ok)?;
        let address = self.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        Ok(BrokerSettings { address, port, other_ports: Vec::new(), ..BrokerSettings::default() })
    }
}
