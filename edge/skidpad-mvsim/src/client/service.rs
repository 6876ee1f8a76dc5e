//! The services that a node offers.

use crate::messages::{CallService, FrameView, GenericAnswer, MvsimMessage, encode_frame};
use crate::zmtp::Exchange;
use bytes::Bytes;
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

/// The frame that answers a call, in the making.
pub(crate) type Answer = Pin<Box<dyn Future<Output = Bytes> + Send>>;
/// Answers the encoded request of a call.
pub(crate) type Handler = Arc<dyn Fn(Vec<u8>) -> Answer + Send + Sync>;

/// Handlers by the name of their service.
#[derive(Default)]
pub(crate) struct Services {
    handlers: Mutex<HashMap<String, Handler>>,
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Services").finish_non_exhaustive()
    }
}

impl Services {
    pub(crate) fn insert(&self, name: &str, handler: Handler) {
        self.handlers.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_string(), handler);
    }

    fn handler(&self, name: &str) -> Option<Handler> {
        self.handlers.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Answer a call; what cannot be understood is answered with a reason.
    pub(crate) async fn answer(&self, exchange: Exchange) -> Bytes {
        let call = match &exchange.frames[..] {
            [frame] => FrameView::parse(frame)
                .and_then(|view| view.decode::<CallService>())
                .map_err(|error| error.to_string()),
            frames => Err(format!("a call has one frame, not {}", frames.len())),
        };
        let call = match call {
            Ok(call) => call,
            Err(reason) => return encode_frame(&GenericAnswer::refused(reason)),
        };
        match self.handler(&call.service_name) {
            Some(handler) => handler(call.serialized_input).await,
            None => {
                let reason = format!("Requested unknown service `{}`", call.service_name);
                encode_frame(&GenericAnswer::refused(reason))
            }
        }
    }
}

/// A handler that decodes, runs a function on a thread that may block, and encodes.
pub(crate) fn blocking_handler<I, O>(answer: impl Fn(I) -> O + Send + Sync + 'static) -> Handler
where
    I: MvsimMessage + 'static,
    O: MvsimMessage + 'static,
{
    let answer = Arc::new(answer);
    Arc::new(move |input| {
        let answer = answer.clone();
        Box::pin(async move {
            let input = match I::decode(&input[..]) {
                Ok(input) => input,
                Err(error) => {
                    let reason = format!("the {} cannot be decoded: {error}", I::TYPE_NAME);
                    return encode_frame(&GenericAnswer::refused(reason));
                }
            };
            match tokio::task::spawn_blocking(move || answer(input)).await {
                Ok(output) => encode_frame(&output),
                Err(_) => encode_frame(&GenericAnswer::refused("the service failed")),
            }
        })
    })
}
