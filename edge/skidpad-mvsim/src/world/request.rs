//! Requests of the node `World` as typed values, and their replies.

use crate::client::{Answer, Client, ClientError, Handler};
use crate::messages::*;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// An answer that can say that a request failed.
pub trait Failure: MvsimMessage + 'static {
    /// The request failed, for this reason.
    fn failure(reason: String) -> Self;
}

macro_rules! failures {
    ($($answer:ident),*) => {
        $(impl Failure for $answer {
            fn failure(reason: String) -> Self {
                $answer { success: false, error_message: Some(reason), ..$answer::default() }
            }
        })*
    };
}
failures!(
    SrvGetPoseAnswer,
    SrvSetPoseAnswer,
    SrvInsertEntitiesAnswer,
    SrvRemoveEntitiesAnswer,
    SrvRemoveObjectsAnswer,
    SrvGetAllPosesAnswer,
    SrvGetLightStateAnswer
);

macro_rules! plain_failures {
    ($($answer:ident),*) => {
        $(impl Failure for $answer {
            fn failure(reason: String) -> Self {
                $answer { success: false, error_message: Some(reason) }
            }
        })*
    };
}
plain_failures!(SrvSetControllerTwistAnswer, SrvSpawnObjectsAnswer, SrvSetLightStateAnswer);

impl Failure for SrvShutdownAnswer {
    fn failure(_reason: String) -> Self {
        SrvShutdownAnswer { accepted: false }
    }
}

/// Takes the answer to one request. Dropped without one, it tells the client that the request was not answered.
#[derive(Debug)]
pub struct Reply<A: Failure> {
    answered: Option<oneshot::Sender<A>>,
}

impl<A: Failure> Reply<A> {
    /// A reply, and where its answer comes out.
    fn new() -> (Self, oneshot::Receiver<A>) {
        let (answered, answer) = oneshot::channel();
        (Reply { answered: Some(answered) }, answer)
    }

    /// Answer.
    pub fn send(mut self, answer: A) {
        self.give(answer);
    }

    /// Answer that the request failed.
    pub fn fail(self, reason: impl Into<String>) {
        self.send(A::failure(reason.into()));
    }

    /// Whether the client no longer waits: it has gone, or its time was up.
    pub fn is_abandoned(&self) -> bool {
        self.answered.as_ref().is_none_or(oneshot::Sender::is_closed)
    }

    fn give(&mut self, answer: A) {
        if let Some(answered) = self.answered.take() {
            // A client that has gone needs no answer.
            let _ = answered.send(answer);
        }
    }
}

impl<A: Failure> Drop for Reply<A> {
    fn drop(&mut self) {
        if self.answered.is_some() {
            self.give(A::failure("the simulation did not answer".to_string()));
        }
    }
}

type OnRequest = Arc<dyn Fn(ServiceRequest) + Send + Sync>;

macro_rules! services {
    ($($(#[$doc:meta])* $name:literal $variant:ident($input:ident) -> $output:ident;)*) => {
        /// A request to the simulation, and where its answer goes.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum ServiceRequest {
            $($(#[$doc])* $variant($input, Reply<$output>),)*
        }

        impl ServiceRequest {
            /// Name of the service.
            pub fn service(&self) -> &'static str {
                match self {
                    $(ServiceRequest::$variant(..) => $name,)*
                }
            }

            /// Whether the client no longer waits for the answer.
            pub fn is_abandoned(&self) -> bool {
                match self {
                    $(ServiceRequest::$variant(_, reply) => reply.is_abandoned(),)*
                }
            }

            /// Answer that the request failed.
            pub fn refuse(self, reason: impl Into<String>) {
                match self {
                    $(ServiceRequest::$variant(_, reply) => reply.fail(reason),)*
                }
            }
        }

        /// Names of all services, with the types of their requests and answers.
        pub const SERVICES: &[(&str, &str, &str)] = &[$(($name, $input::TYPE_NAME, $output::TYPE_NAME),)*];

        /// Offer all services.
        pub(super) fn advertise_all(
            client: &Client,
            on_request: OnRequest,
            answer_time: Duration,
        ) -> Result<(), ClientError> {
            $(client.advertise_handler(
                $name,
                $input::TYPE_NAME,
                $output::TYPE_NAME,
                handler(on_request.clone(), ServiceRequest::$variant, answer_time),
            )?;)*
            Ok(())
        }
    };
}

services! {
    /// Put an object somewhere.
    "set_pose" SetPose(SrvSetPose) -> SrvSetPoseAnswer;
    /// Where is an object, and how does it move?
    "get_pose" GetPose(SrvGetPose) -> SrvGetPoseAnswer;
    /// Give the controller of a vehicle a set point.
    "set_controller_twist" SetControllerTwist(SrvSetControllerTwist) -> SrvSetControllerTwistAnswer;
    /// End the simulation.
    "shutdown" Shutdown(SrvShutdown) -> SrvShutdownAnswer;
    /// Add vehicles, blocks and other entities.
    "insert_entities" InsertEntities(SrvInsertEntities) -> SrvInsertEntitiesAnswer;
    /// Remove entities.
    "remove_entities" RemoveEntities(SrvRemoveEntities) -> SrvRemoveEntitiesAnswer;
    /// Add drawn objects.
    "spawn_objects" SpawnObjects(SrvSpawnObjects) -> SrvSpawnObjectsAnswer;
    /// Remove drawn objects.
    "remove_objects" RemoveObjects(SrvRemoveObjects) -> SrvRemoveObjectsAnswer;
    /// Where is everything?
    "get_all_poses" GetAllPoses(SrvGetAllPoses) -> SrvGetAllPosesAnswer;
    /// Switch a group of lights.
    "set_light_state" SetLightState(SrvSetLightState) -> SrvSetLightStateAnswer;
    /// Does a group of lights shine?
    "get_light_state" GetLightState(SrvGetLightState) -> SrvGetLightStateAnswer;
}

/// Decodes a request, hands it over, and waits for its answer.
fn handler<I, O>(
    on_request: OnRequest,
    make: fn(I, Reply<O>) -> ServiceRequest,
    answer_time: Duration,
) -> Handler
where
    I: MvsimMessage + 'static,
    O: Failure,
{
    Arc::new(move |input| -> Answer {
        let input = match I::decode(&input[..]) {
            Ok(input) => input,
            Err(error) => {
                let answer = O::failure(format!("the {} cannot be decoded: {error}", I::TYPE_NAME));
                return Box::pin(std::future::ready(encode_frame(&answer)));
            }
        };
        let (reply, answer) = Reply::new();
        on_request(make(input, reply));
        Box::pin(async move {
            let answer = match timeout(answer_time, answer).await {
                Ok(Ok(answer)) => answer,
                // A reply always answers before it is dropped; this is its last word all the same.
                Ok(Err(_)) => O::failure("the simulation did not answer".to_string()),
                Err(_) => O::failure("the simulation did not answer in time".to_string()),
            };
            encode_frame(&answer)
        })
    })
}
