//! The sockets of a client, as tasks.

use super::service::{Handler, Services};
use super::{ClientError, ClientSettings};
use crate::messages::{
    AdvertiseServiceRequest, AdvertiseTopicRequest, CallService, FrameView, GenericAnswer,
    GetServiceInfoAnswer, GetServiceInfoRequest, ListNodesAnswer, ListNodesRequest, ListTopicsAnswer,
    ListTopicsRequest, MvsimMessage, RegisterNodeAnswer, RegisterNodeRequest, SubscribeAnswer,
    SubscribeRequest, TopicInfo, UnregisterNodeRequest, decode_frame, encode_frame,
};
use crate::zmtp::{
    Address, Distributor, Endpoint, Limits, OwnedTask, PairSocket, Publisher, ReplySocket, RequestSocket,
    Subscriber,
};
use bytes::Bytes;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::sleep;

/// How long a client that leaves waits for the server's goodbye.
const UNREGISTER_TIME: Duration = Duration::from_millis(300);
/// Most connections to one service that are kept open for the next call.
const IDLE_CONNECTIONS: usize = 8;

type Subscriptions = Arc<Mutex<HashMap<String, Vec<Weak<Subscriber>>>>>;

/// How often a node checks that its server is still the one it registered with.
const CHECK_PERIOD: Duration = Duration::from_secs(1);
/// How long it waits for a server that has gone, at each check.
const RETURN_TIME: Duration = Duration::from_millis(200);

/// The connection to the server, and what to tell a server that has been started anew.
#[derive(Debug)]
struct Server {
    socket: RequestSocket,
    /// The requests that announced this node and what it offers and wants.
    announced: Vec<Bytes>,
}

/// A registered node.
#[derive(Debug)]
pub(crate) struct Node {
    settings: ClientSettings,
    server: Arc<tokio::sync::Mutex<Server>>,
    updates_endpoint: Endpoint,
    subscriptions: Subscriptions,
    services: Arc<Services>,
    service_socket: ReplySocket,
    distributor: Distributor,
    /// Connections to services that are not in use, by service name.
    idle: Mutex<HashMap<String, Vec<RequestSocket>>>,
    _updates: OwnedTask,
    _check: OwnedTask,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Node {
    /// Register, and bind the sockets that every node has.
    pub(crate) async fn start(settings: ClientSettings) -> Result<Self, ClientError> {
        let any_port = SocketAddr::new(settings.address, 0);
        // The server speaks over one connection at a time, of publishers only.
        let update_limits = Limits { message_bytes: 1 << 20, connections: 16, ..settings.limits.clone() };
        let updates = PairSocket::bind(any_port, &update_limits).await.map_err(ClientError::Bind)?;
        let services = Arc::new(Services::default());
        let serving = services.clone();
        let answer = move |exchange| {
            let services = serving.clone();
            async move { services.answer(exchange).await }
        };
        let service_limits = Limits { message_bytes: 8 << 20, connections: 256, ..settings.limits.clone() };
        let bound = ReplySocket::bind(any_port, &service_limits, answer, |_| {}).await;
        let service_socket = bound.map_err(ClientError::Bind)?;
        let subscriptions = Subscriptions::default();
        let updates_endpoint = updates.endpoint().clone();
        let task = OwnedTask::spawn(follow_updates(updates, subscriptions.clone()));
        let server = Endpoint { host: settings.host.clone(), port: settings.port };
        let socket = RequestSocket::new(server, &settings.limits);
        let server = Arc::new(tokio::sync::Mutex::new(Server { socket, announced: Vec::new() }));
        let check = OwnedTask::spawn(stay_announced(server.clone()));
        let node = Node {
            server,
            updates_endpoint,
            subscriptions,
            services,
            service_socket,
            distributor: Distributor::start(),
            idle: Mutex::default(),
            _updates: task,
            _check: check,
            settings,
        };
        node.register().await?;
        Ok(node)
    }

    pub(crate) fn settings(&self) -> &ClientSettings {
        &self.settings
    }

    async fn register(&self) -> Result<(), ClientError> {
        let request = RegisterNodeRequest { node_name: self.settings.name.clone() };
        let answer: RegisterNodeAnswer = self.ask(&request, self.settings.connect_time).await?;
        accepted(answer.success, answer.error_message)?;
        self.remember(&request).await;
        Ok(())
    }

    /// Announce this again to a server that has been started anew.
    async fn remember(&self, request: &impl MvsimMessage) {
        self.server.lock().await.announced.push(encode_frame(request));
    }

    /// Say goodbye to the server, if there is a connection to it.
    pub(crate) async fn unregister(&self) {
        let is_connected = {
            let mut server = self.server.lock().await;
            server.announced.clear();
            server.socket.is_connected()
        };
        if is_connected {
            let request = UnregisterNodeRequest { node_name: self.settings.name.clone() };
            let _ = self.ask::<GenericAnswer>(&request, UNREGISTER_TIME).await;
        }
    }

    /// One request to the server. A `GenericAnswer` in place of the expected one says why it was refused.
    async fn ask<A: MvsimMessage>(
        &self,
        request: &impl MvsimMessage,
        time_limit: Duration,
    ) -> Result<A, ClientError> {
        let mut server = self.server.lock().await;
        let endpoint = server.socket.endpoint().clone();
        server.announce_if_new(time_limit).await;
        let answer = server.socket.request(encode_frame(request), time_limit).await;
        let answer = answer.map_err(|error| ClientError::NoServer { endpoint, error })?;
        decode_frame(&answer).map_err(|error| match decode_frame::<GenericAnswer>(&answer) {
            Ok(GenericAnswer { success: false, error_message }) => refused(error_message),
            _ => ClientError::BadAnswer { from: "the server".to_string(), error },
        })
    }

    async fn ask_in_time<A: MvsimMessage>(&self, request: &impl MvsimMessage) -> Result<A, ClientError> {
        self.ask(request, self.settings.request_time).await
    }

    pub(crate) async fn list_nodes(&self, prefix: &str) -> Result<Vec<String>, ClientError> {
        let request = ListNodesRequest { node_starts_with: Some(prefix.to_string()) };
        let mut nodes = self.ask_in_time::<ListNodesAnswer>(&request).await?.nodes;
        // The real MVSim ignores the prefix.
        nodes.retain(|name| name.starts_with(prefix));
        Ok(nodes)
    }

    pub(crate) async fn list_topics(&self, prefix: &str) -> Result<Vec<TopicInfo>, ClientError> {
        let request = ListTopicsRequest { topic_starts_with: Some(prefix.to_string()) };
        let mut topics = self.ask_in_time::<ListTopicsAnswer>(&request).await?.topics;
        topics.retain(|topic| topic.topic_name.starts_with(prefix));
        Ok(topics)
    }

    pub(crate) async fn find_service(&self, name: &str) -> Result<(Endpoint, String), ClientError> {
        let request = GetServiceInfoRequest { service_name: name.to_string() };
        let answer: GetServiceInfoAnswer = self.ask_in_time(&request).await?;
        let found = answer.service_endpoint.filter(|_| answer.success);
        let endpoint = found.ok_or_else(|| ClientError::NoService { name: name.to_string() })?;
        let endpoint = Endpoint::parse(&endpoint)
            .map_err(|error| ClientError::ServiceFailed { name: name.to_string(), error })?;
        Ok((endpoint, answer.service_node_name.unwrap_or_default()))
    }

    pub(crate) async fn subscribe(&self, topic: &str) -> Result<Arc<Subscriber>, ClientError> {
        let subscriber = Arc::new(Subscriber::new(b"", &self.settings.limits));
        {
            // Before the request: the server tells of publishers before it answers.
            let mut subscriptions = locked(&self.subscriptions);
            let of_topic = subscriptions.entry(topic.to_string()).or_default();
            of_topic.retain(|other| other.strong_count() > 0);
            of_topic.push(Arc::downgrade(&subscriber));
        }
        let (topic, updates_endpoint) = (topic.to_string(), self.updates_endpoint.to_string());
        let request = SubscribeRequest { topic, updates_endpoint };
        let answer: SubscribeAnswer = self.ask_in_time(&request).await?;
        accepted(answer.success, None)?;
        self.remember(&request).await;
        Ok(subscriber)
    }

    pub(crate) async fn advertise(
        &self,
        topic: &str,
        type_name: &str,
    ) -> Result<Arc<Publisher>, ClientError> {
        let any_port = SocketAddr::new(self.settings.address, 0);
        let publisher = Publisher::bind_at(
            any_port,
            &self.settings.limits,
            &self.distributor,
            !self.settings.is_tcp_only,
        )
        .await;
        let publisher = publisher.map_err(ClientError::Bind)?;
        let request = AdvertiseTopicRequest {
            topic_name: topic.to_string(),
            topic_type_name: type_name.to_string(),
            endpoint: publisher.endpoint().to_string(),
            node_name: self.settings.name.clone(),
            local_endpoint: publisher.local_name().map(ToString::to_string),
        };
        let answer: GenericAnswer = self.ask_in_time(&request).await?;
        accepted(answer.success, answer.error_message)?;
        self.remember(&request).await;
        Ok(Arc::new(publisher))
    }

    pub(crate) async fn advertise_service(
        &self,
        name: &str,
        input_type: &str,
        output_type: &str,
        handler: Handler,
    ) -> Result<(), ClientError> {
        self.services.insert(name, handler);
        let request = AdvertiseServiceRequest {
            service_name: name.to_string(),
            input_type_name: input_type.to_string(),
            output_type_name: output_type.to_string(),
            endpoint: self.service_socket.endpoint().to_string(),
            node_name: self.settings.name.clone(),
        };
        let answer: GenericAnswer = self.ask_in_time(&request).await?;
        accepted(answer.success, answer.error_message)?;
        self.remember(&request).await;
        Ok(())
    }

    /// Call a service over an open connection, or where the server says it is now.
    pub(crate) async fn call(&self, name: &str, input: Vec<u8>) -> Result<Bytes, ClientError> {
        let mut socket = match self.take_idle(name) {
            Some(socket) => socket,
            None => RequestSocket::new(self.find_service(name).await?.0, &self.settings.limits),
        };
        let request = CallService { service_name: name.to_string(), serialized_input: input };
        let answer = socket.request(encode_frame(&request), self.settings.request_time).await;
        let answer = answer.map_err(|error| ClientError::ServiceFailed { name: name.to_string(), error })?;
        self.keep_idle(name, socket);
        let type_name = FrameView::parse(&answer).map(|view| view.type_name.to_string());
        if type_name.as_deref() == Ok(GenericAnswer::TYPE_NAME)
            && let Ok(GenericAnswer { success: false, error_message }) = decode_frame(&answer)
        {
            return Err(refused(error_message));
        }
        Ok(answer)
    }

    fn take_idle(&self, name: &str) -> Option<RequestSocket> {
        let mut idle = locked(&self.idle);
        let sockets = idle.get_mut(name)?;
        sockets.retain(RequestSocket::is_connected);
        sockets.pop()
    }

    fn keep_idle(&self, name: &str, socket: RequestSocket) {
        let mut idle = locked(&self.idle);
        let sockets = idle.entry(name.to_string()).or_default();
        if sockets.len() < IDLE_CONNECTIONS {
            sockets.push(socket);
        }
    }
}

impl Server {
    /// The broker forgets a node whose connection ends: after a new connection, announce everything again.
    async fn announce_if_new(&mut self, time_limit: Duration) {
        if self.socket.is_connected() {
            return;
        }
        for request in &self.announced {
            // What the new server refuses is not there; what it does not answer is tried again later.
            if self.socket.request(request.clone(), time_limit).await.is_err() {
                return;
            }
        }
    }
}

/// Find a server that comes back, even if nothing is asked of it.
async fn stay_announced(server: Arc<tokio::sync::Mutex<Server>>) {
    loop {
        sleep(CHECK_PERIOD).await;
        server.lock().await.announce_if_new(RETURN_TIME).await;
    }
}

fn accepted(success: bool, reason: Option<String>) -> Result<(), ClientError> {
    if success { Ok(()) } else { Err(refused(reason)) }
}

fn refused(reason: Option<String>) -> ClientError {
    ClientError::Refused { reason: reason.unwrap_or_else(|| "it gave no reason".to_string()) }
}

/// Connect subscriptions to the publishers that the server tells of, and confirm each message.
async fn follow_updates(updates: PairSocket, subscriptions: Subscriptions) {
    while let Some(frame) = updates.receive().await {
        let answer = match decode_frame::<TopicInfo>(&frame) {
            Ok(info) => {
                connect_subscriptions(&subscriptions, &info);
                GenericAnswer::done()
            }
            Err(error) => GenericAnswer::refused(error.to_string()),
        };
        // Without room the peer has sent far more than it waits for.
        let _ = updates.send(encode_frame(&answer));
    }
}

fn connect_subscriptions(subscriptions: &Subscriptions, info: &TopicInfo) {
    let mut subscriptions = locked(subscriptions);
    let Some(of_topic) = subscriptions.get_mut(&info.topic_name) else { return };
    of_topic.retain(|subscriber| subscriber.strong_count() > 0);
    let addresses = info.publisher_endpoint.iter().filter_map(|text| Address::parse(text).ok());
    for address in addresses {
        for subscriber in of_topic.iter().filter_map(Weak::upgrade) {
            subscriber.connect(address.clone());
        }
    }
}
