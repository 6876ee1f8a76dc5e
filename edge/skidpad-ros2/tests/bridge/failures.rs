//! A bridge that fails comes back.

use super::small_run::{SmallRun, received, subscribe};
use bytes::Bytes;
use skidpad_rosmsg::msg::Odometry;
use skidpad_rtps::{
    Endpoint, Guid, MemoryNetwork, Peer, Qos, Receiver, SampleId, VendorId, Wire, WireError, WriterId,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// A wire whose writes panic when told to.
struct Fragile {
    inside: Arc<dyn Wire>,
    must_panic: Arc<AtomicBool>,
}

impl Wire for Fragile {
    fn guid(&self) -> Guid {
        self.inside.guid()
    }

    fn writer(&self, topic: &str, type_name: &str, qos: &Qos, data: &[u8]) -> Result<WriterId, WireError> {
        self.inside.writer(topic, type_name, qos, data)
    }

    fn reader(&self, topic: &str, type_name: &str, qos: &Qos, data: &[u8]) -> Result<Receiver, WireError> {
        self.inside.reader(topic, type_name, qos, data)
    }

    fn write(
        &self,
        writer: WriterId,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError> {
        assert!(!self.must_panic.swap(false, Ordering::SeqCst), "injected");
        self.inside.write(writer, body, related, only)
    }

    fn remove(&self, endpoint: Guid) -> Result<(), WireError> {
        self.inside.remove(endpoint)
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        self.inside.endpoints()
    }

    fn peers(&self) -> Vec<Peer> {
        self.inside.peers()
    }

    fn matched(&self, endpoint: Guid) -> Vec<Guid> {
        self.inside.matched(endpoint)
    }

    fn activity(&self) -> u64 {
        self.inside.activity()
    }

    fn wait_for_activity(&self, seen: u64, timeout: Duration) -> u64 {
        self.inside.wait_for_activity(seen, timeout)
    }

    fn take_error(&self) -> Option<WireError> {
        self.inside.take_error()
    }
}

#[test]
fn a_bridge_that_panics_is_reported_and_comes_back() {
    let network = MemoryNetwork::new();
    let (must_panic, connected) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let (of_bridge, flag, count) = (network.clone(), Arc::clone(&must_panic), Arc::clone(&connected));
    let connect = move || -> Result<Arc<dyn Wire>, WireError> {
        count.fetch_add(1, Ordering::SeqCst);
        let inside = Arc::new(of_bridge.participant(VendorId::UNKNOWN, b"enclave=/;")?);
        Ok(Arc::new(Fragile { inside, must_panic: Arc::clone(&flag) }))
    };
    let mut run = SmallRun::start_with(network, "", Box::new(connect));
    let mut peer = run.node("nav", VendorId::CYCLONE_DDS);
    let odom = subscribe::<Odometry>(&mut peer, "/odom");
    let rounds = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 100 } else { 3 };
    for round in 1..=rounds {
        run.step_until(|_| received::<Odometry>(&odom));
        must_panic.store(true, Ordering::SeqCst);
        run.step_until(|_| (connected.load(Ordering::SeqCst) == round + 1).then_some(()));
        odom.drain();
        run.step_until(|_| received::<Odometry>(&odom));
    }
    let reports = run.reports.lock().expect("no panic here");
    assert_eq!(reports.len(), rounds as usize);
    assert!(
        reports[0].ends_with("the ROS 2 bridge has failed and starts again: a bug: injected"),
        "{}",
        reports[0]
    );
}
