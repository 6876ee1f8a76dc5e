//! Where in the network a node is: the domain and the interface, as environment variables and users name them.

use std::fmt;
use std::net::Ipv4Addr;

/// The largest domain that has ports.
const LAST_DOMAIN: u16 = 232;

/// Why the environment does not allow a node.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnvironmentProblem {
    /// `ROS_DOMAIN_ID` is no domain.
    #[error("ROS_DOMAIN_ID is {0:?}; it must be a number from 0 to 232")]
    Domain(String),
    /// Security is asked for.
    #[error(
        "ROS_SECURITY_ENABLE is true and ROS_SECURITY_STRATEGY is Enforce, but skidpad has no DDS security and would \
         talk in the open; unset one of them to run without it"
    )]
    Security,
    /// An interface that is not there.
    #[error("{0:?} is not a network interface of this machine; write its name or its IPv4 address")]
    Interface(String),
}

/// The domain: `ROS_DOMAIN_ID`, or 0. `variable` looks up a variable of the environment.
pub fn domain(variable: impl Fn(&str) -> Option<String>) -> Result<u16, EnvironmentProblem> {
    match variable("ROS_DOMAIN_ID").filter(|text| !text.is_empty()) {
        None => Ok(0),
        Some(text) => match text.trim().parse() {
            Ok(domain) if domain <= LAST_DOMAIN => Ok(domain),
            _ => Err(EnvironmentProblem::Domain(text)),
        },
    }
}

/// What `ROS_SECURITY_ENABLE` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// Nothing.
    Off,
    /// Security where it is possible: a user should know that it is not.
    Permissive,
}

impl fmt::Display for Security {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Security::Off => "DDS security is off",
            Security::Permissive => {
                "ROS_SECURITY_ENABLE is true, but skidpad has no DDS security and talks in the open"
            }
        })
    }
}

/// Refuse to run where security is enforced, because there is none.
pub fn security(variable: impl Fn(&str) -> Option<String>) -> Result<Security, EnvironmentProblem> {
    if variable("ROS_SECURITY_ENABLE").as_deref() != Some("true") {
        return Ok(Security::Off);
    }
    match variable("ROS_SECURITY_STRATEGY").as_deref() {
        Some("Enforce") => Err(EnvironmentProblem::Security),
        _ => Ok(Security::Permissive),
    }
}

/// The address of an interface, by its address or its name. `lo` is the loopback interface.
pub fn interface_address(text: &str) -> Result<Ipv4Addr, EnvironmentProblem> {
    let wrong = || EnvironmentProblem::Interface(text.to_string());
    if text == "lo" {
        return Ok(Ipv4Addr::LOCALHOST);
    }
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let routes = std::fs::read_to_string("/proc/net/route").map_err(|_| wrong())?;
    let addresses = std::fs::read_to_string("/proc/net/fib_trie").map_err(|_| wrong())?;
    address_in(text, &routes, &addresses).ok_or_else(wrong)
}

/// The address of this machine in a network of the interface, from Linux's tables of routes and local addresses.
fn address_in(interface: &str, routes: &str, addresses: &str) -> Option<Ipv4Addr> {
    // The table has addresses as the machine stores them: the first octet is the lowest.
    let hexadecimal = |text: &str| u32::from_str_radix(text, 16).ok().map(u32::swap_bytes);
    let networks = routes.lines().skip(1).filter_map(|line| {
        let mut columns = line.split_whitespace();
        let (name, network) = (columns.next()?, columns.next()?);
        let mask = columns.nth(5)?;
        Some((name, hexadecimal(network)?, hexadecimal(mask)?))
    });
    let networks: Vec<(u32, u32)> = networks
        .filter(|(name, _, mask)| *name == interface && *mask != 0)
        .map(|(_, network, mask)| (network, mask))
        .collect();
    let lines: Vec<&str> = addresses.lines().collect();
    let local = lines.windows(2).filter(|pair| pair[1].contains("/32 host LOCAL"));
    let mut local = local.filter_map(|pair| pair[0].split_whitespace().last()?.parse::<Ipv4Addr>().ok());
    local.find(|address| {
        let number = u32::from(*address);
        networks.iter().any(|(network, mask)| number & mask == *network)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(pairs: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_string())
    }

    #[test]
    fn the_environment_says_where() {
        assert_eq!(domain(of(&[])), Ok(0));
        assert_eq!(domain(of(&[("ROS_DOMAIN_ID", "42")])), Ok(42));
        assert!(domain(of(&[("ROS_DOMAIN_ID", "233")])).is_err());
        assert!(domain(of(&[("ROS_DOMAIN_ID", "x")])).is_err());
        assert_eq!(security(of(&[("ROS_SECURITY_ENABLE", "true")])), Ok(Security::Permissive));
        let enforced = [("ROS_SECURITY_ENABLE", "true"), ("ROS_SECURITY_STRATEGY", "Enforce")];
        assert_eq!(security(of(&enforced)), Err(EnvironmentProblem::Security));
        assert_eq!(security(of(&enforced[1..])), Ok(Security::Off));
    }

    #[test]
    fn an_interface_is_found_in_the_tables_of_linux() {
        let routes = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n\
                      eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n\
                      eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n";
        let addresses = "Main:\n  |-- 127.0.0.1\n     /32 host LOCAL\n  |-- 172.17.0.0\n     /16 link UNICAST\n  \
                         |-- 172.17.0.9\n     /32 host LOCAL\n";
        assert_eq!(address_in("eth0", routes, addresses), Some(Ipv4Addr::new(172, 17, 0, 9)));
        assert_eq!(address_in("eth1", routes, addresses), None);
        assert_eq!(interface_address("lo"), Ok(Ipv4Addr::LOCALHOST));
        assert_eq!(interface_address("10.0.0.1"), Ok(Ipv4Addr::new(10, 0, 0, 1)));
        assert!(interface_address("no_such_interface").is_err());
    }
}
