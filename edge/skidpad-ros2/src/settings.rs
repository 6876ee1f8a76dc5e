//! How a run takes part in a ROS 2 network.

use crate::brains2::{BRAINS2_NODE_NAME, Brains2Track};
use crate::{ConnectWire, Distro, NODE_NAME, NodeName, Parameters, RosArguments, StartError};
use skidpad_rtps::{Participant, ParticipantSettings};
use std::net::Ipv4Addr;
use std::sync::Arc;

/// The node that a run becomes, and where it is in the network.
#[derive(Debug, Clone)]
pub struct Ros2Settings {
    /// The domain.
    pub domain: u16,
    /// The address of the one interface that is used; the loopback interface reaches this machine only.
    pub interface: Ipv4Addr,
    /// The node.
    pub node: NodeSettings,
}

impl Default for Ros2Settings {
    fn default() -> Self {
        Ros2Settings { domain: 0, interface: Ipv4Addr::LOCALHOST, node: NodeSettings::default() }
    }
}

/// Which node a run becomes.
#[derive(Debug, Clone, Default)]
pub struct NodeSettings {
    /// Which ROS 2 the other nodes are.
    pub distro: Distro,
    /// Names, parameters and logging, as ROS nodes take them.
    pub arguments: RosArguments,
    /// The track, for a run that is the node of brains2.
    pub brains2: Option<Arc<Brains2Track>>,
}

impl NodeSettings {
    /// The node's name.
    pub fn node_name(&self) -> Result<NodeName, StartError> {
        let usual = if self.brains2.is_some() { BRAINS2_NODE_NAME } else { NODE_NAME };
        Ok(self.arguments.node_name(usual)?)
    }

    /// The values of the node's parameters.
    pub fn parameters(&self) -> Result<Parameters, StartError> {
        Ok(self.parameters_with_unknown()?.0)
    }

    /// The same, and the names in the arguments that the node does not have.
    pub(crate) fn parameters_with_unknown(&self) -> Result<(Parameters, Vec<String>), StartError> {
        let given = self.arguments.parameters_of(&self.node_name()?);
        Ok(if self.brains2.is_some() { Parameters::brains2(given)? } else { Parameters::with(given)? })
    }
}

impl Ros2Settings {
    /// What connects to the network, and again after a failure.
    pub fn connector(&self) -> ConnectWire {
        let settings = ParticipantSettings {
            domain: self.domain,
            interface: self.interface,
            user_data: b"enclave=/;".to_vec(),
            ..ParticipantSettings::default()
        };
        Box::new(move || Ok(Arc::new(Participant::start(&settings)?)))
    }
}
