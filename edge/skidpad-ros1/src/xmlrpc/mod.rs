//! XML-RPC over HTTP, as far as ROS 1 uses it: calls to the master, and the API that a node offers.
//!
//! Everything that arrives is untrusted. Lengths are limited before memory is reserved, nesting is limited, documents
//! with a document type are refused.

mod http;
mod read;
mod value;
mod write;

pub use read::{Call, XmlProblem, parse_call, parse_response};
pub use value::Value;
pub use write::{write_call, write_fault, write_response};

pub(crate) use http::{CallError, HttpUri, answer_requests, call};
#[doc(hidden)]
pub use http::{HttpProblem, RequestHead};
