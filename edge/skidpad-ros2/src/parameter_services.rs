//! The six services by which other nodes read and set parameters.

use crate::service::ServiceServer;
use crate::{Parameters, RosNode};
use bytes::Bytes;
use skidpad_rosmsg::msg::{
    DescribeParametersRequest, DescribeParametersResponse, GetParameterTypesRequest,
    GetParameterTypesResponse, GetParametersRequest, GetParametersResponse, ListParametersRequest,
    ListParametersResponse, SetParametersAtomicallyRequest, SetParametersAtomicallyResponse,
    SetParametersRequest, SetParametersResponse,
};
use skidpad_rosmsg::{CdrProblem, Description, Message, from_cdr_body, to_cdr};
use skidpad_rtps::WireError;

/// Requests that wait at a parameter service, as ROS has it.
const DEPTH: u32 = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Describe,
    Get,
    Types,
    List,
    Set,
    SetAtomically,
}

impl Question {
    const ALL: [Question; 6] = [
        Question::Describe,
        Question::Get,
        Question::Types,
        Question::List,
        Question::Set,
        Question::SetAtomically,
    ];

    fn name(self) -> &'static str {
        match self {
            Question::Describe => "~/describe_parameters",
            Question::Get => "~/get_parameters",
            Question::Types => "~/get_parameter_types",
            Question::List => "~/list_parameters",
            Question::Set => "~/set_parameters",
            Question::SetAtomically => "~/set_parameters_atomically",
        }
    }

    fn types(self) -> [&'static Description; 2] {
        fn of<Q: Message, A: Message>() -> [&'static Description; 2] {
            [Q::DESCRIPTION, A::DESCRIPTION]
        }
        match self {
            Question::Describe => of::<DescribeParametersRequest, DescribeParametersResponse>(),
            Question::Get => of::<GetParametersRequest, GetParametersResponse>(),
            Question::Types => of::<GetParameterTypesRequest, GetParameterTypesResponse>(),
            Question::List => of::<ListParametersRequest, ListParametersResponse>(),
            Question::Set => of::<SetParametersRequest, SetParametersResponse>(),
            Question::SetAtomically => {
                of::<SetParametersAtomicallyRequest, SetParametersAtomicallyResponse>()
            }
        }
    }

    fn answer(self, body: &[u8], parameters: &mut Parameters) -> Result<Bytes, CdrProblem> {
        Ok(match self {
            Question::Describe => {
                let asked: DescribeParametersRequest = from_cdr_body(body)?;
                self::body(&DescribeParametersResponse { descriptors: parameters.describe(&asked.names) })
            }
            Question::Get => {
                let asked: GetParametersRequest = from_cdr_body(body)?;
                self::body(&GetParametersResponse { values: parameters.get(&asked.names) })
            }
            Question::Types => {
                let asked: GetParameterTypesRequest = from_cdr_body(body)?;
                self::body(&GetParameterTypesResponse { types: parameters.types(&asked.names) })
            }
            Question::List => {
                let asked: ListParametersRequest = from_cdr_body(body)?;
                self::body(&ListParametersResponse { result: parameters.list(&asked.prefixes) })
            }
            Question::Set => {
                let asked: SetParametersRequest = from_cdr_body(body)?;
                self::body(&SetParametersResponse { results: parameters.set(&asked.parameters) })
            }
            Question::SetAtomically => {
                let asked: SetParametersAtomicallyRequest = from_cdr_body(body)?;
                self::body(&SetParametersAtomicallyResponse { result: parameters.set_all(&asked.parameters) })
            }
        })
    }
}

/// The CDR body of a message, without its encapsulation.
pub(crate) fn body(message: &impl Message) -> Bytes {
    Bytes::from(to_cdr(message)).slice(4..)
}

/// The parameter services of a node.
pub(crate) struct ParameterServices {
    servers: Vec<(Question, ServiceServer)>,
}

impl ParameterServices {
    pub(crate) fn offer(node: &mut RosNode) -> Result<Self, WireError> {
        let mut servers = Vec::new();
        for question in Question::ALL {
            let [request, response] = question.types();
            servers.push((question, node.service(question.name(), request, response, DEPTH)?));
        }
        Ok(ParameterServices { servers })
    }

    /// Answer everything that was asked. Requests that cannot be read are counted and left unanswered.
    pub(crate) fn answer(&mut self, node: &RosNode, parameters: &mut Parameters) -> Result<u64, WireError> {
        let mut unreadable_count = 0;
        for (question, server) in &mut self.servers {
            while let Some(request) = server.take(node.wire()) {
                match question.answer(&request.body, parameters) {
                    Ok(reply) => server.reply(node.wire(), request.caller, reply)?,
                    Err(_) => unreadable_count += 1,
                }
            }
            server.send_waiting(node.wire())?;
        }
        Ok(unreadable_count)
    }
}
