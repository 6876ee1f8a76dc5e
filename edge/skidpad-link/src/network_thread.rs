//! The thread on which a bridge runs its sockets, and a way for other threads to wait for them.

use std::future::Future;
use std::io;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// A tokio runtime on one thread. Dropping it ends every task.
///
/// ```
/// let thread = skidpad_link::NetworkThread::start("echo")?;
/// assert_eq!(thread.wait_for(async { 6 * 7 }), Some(42));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NetworkThread {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl NetworkThread {
    /// Start the thread.
    pub fn start(name: &str) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new().name(name.to_string()).spawn(move || {
            // Ends also when the sender is dropped.
            let _ = runtime.block_on(stopped);
            runtime.shutdown_timeout(Duration::from_millis(100));
        })?;
        Ok(NetworkThread { handle, stop: Some(stop), thread: Some(thread) })
    }

    /// Spawns tasks there.
    pub fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Run something there and wait for it; `None` if the thread has ended. Must not be called from its own thread.
    pub fn wait_for<T, F>(&self, work: F) -> Option<T>
    where
        F: Future<Output = T> + Send + 'static,
        T: Send + 'static,
    {
        let (done, result) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            // The caller waits for nothing else.
            let _ = done.send(work.await);
        });
        result.recv().ok()
    }
}

impl Drop for NetworkThread {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}
