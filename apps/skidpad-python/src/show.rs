//! The viewer beside a program.

use crate::errors::{other_error, raised, value_error};
use crate::simulation::Simulation;
use pyo3::prelude::*;
use skidpad::messages::Pace;
use skidpad::web::Listen;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The viewer, until it is closed; shared by a simulation and the object that a program holds.
pub(crate) type SharedViewer = Arc<Mutex<Option<skidpad::LiveViewer>>>;

/// The viewer of a simulation, beside the program that steps it: the result of ``Simulation.show``.
///
/// It ends with ``close``, at the end of a ``with`` block, or with the program.
///
/// >>> import skidpad
/// >>> sim = skidpad.load("worlds/two_robots.world.xml")
/// >>> with sim.show(browser=False) as viewer:
/// ...     sim.step(10)
/// ...     viewer.url.startswith("http://127.0.0.1:")
/// True
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct LiveViewer {
    show: SharedViewer,
    /// The address to open in a browser.
    #[pyo3(get)]
    url: String,
}

pub(crate) fn locked(show: &SharedViewer) -> MutexGuard<'_, Option<skidpad::LiveViewer>> {
    show.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl LiveViewer {
    /// Whether a viewer has paused the program's steps.
    #[getter]
    fn is_paused(&self, py: Python<'_>) -> bool {
        py.detach(|| locked(&self.show).as_ref().is_some_and(skidpad::LiveViewer::is_paused))
    }

    /// Whether it was closed.
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> bool {
        py.detach(|| locked(&self.show).is_none())
    }

    /// Close every connection. The simulation goes on without a viewer.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let show = locked(&self.show).take();
            drop(show);
        });
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let closed = if self.is_closed(py) { ", closed" } else { "" };
        format!("<LiveViewer at {}{closed}>", self.url)
    }
}

#[pymethods]
impl Simulation {
    /// Open the viewer beside the program: a page in the browser that shows every step as it is made.
    ///
    /// A person can pause the steps, drive vehicles and move bodies there. ``pace`` is the largest number of simulated
    /// seconds per second; without it steps are as fast as the machine. ``browser=False`` opens no browser; the result
    /// has the address as ``url``. ``address`` must be on this machine. A second call closes the first viewer.
    #[pyo3(signature = (*, pace=None, browser=true, address="127.0.0.1:0"))]
    fn show(
        &mut self,
        py: Python<'_>,
        pace: Option<f64>,
        browser: bool,
        address: &str,
    ) -> PyResult<LiveViewer> {
        if pace.is_some_and(|factor| !(1e-3..=1e3).contains(&factor)) {
            return Err(value_error(&"pace must be from 0.001 to 1000 times real time"));
        }
        let wrong = |_| value_error(&format!("address is {address:?}; it must be like \"127.0.0.1:0\""));
        let listen = Listen::from(address.parse::<SocketAddr>().map_err(wrong)?);
        let pace = pace.map_or(Pace::Max, Pace::RealTime);
        if let Some(before) = self.show.take() {
            py.detach(|| drop(locked(&before).take()));
        }
        let world = Arc::clone(&self.world.world);
        let sim = &self.sim;
        let started = py.detach(|| skidpad::LiveViewer::start(world, sim, &listen, pace)).map_err(raised)?;
        let url = started.address().to_string();
        let show = Arc::new(Mutex::new(Some(started)));
        self.show = Some(Arc::clone(&show));
        if browser {
            let opened = py.import("webbrowser")?.call_method1("open", (&url,));
            opened.map_err(|problem| other_error(&format!("{url}: no browser: {problem}")))?;
        }
        Ok(LiveViewer { show, url })
    }
}

impl Simulation {
    /// Step while the viewer watches. Returns after all steps, or when a command was refused or Ctrl-C was pressed.
    pub(crate) fn advance_shown(
        &mut self,
        py: Python<'_>,
        show: &SharedViewer,
        step_count: u64,
    ) -> PyResult<Option<String>> {
        for _ in 0..step_count {
            let time_ns = self.sim.observations().time_ns;
            while let Some(wait) = py.detach(|| {
                let wait = locked(show).as_ref().and_then(|show| show.wait(time_ns));
                wait.inspect(|wait| std::thread::sleep(*wait))
            }) {
                let _ = wait;
                py.check_signals()?;
            }
            py.check_signals()?;
            let refused = py.detach(|| self.step_shown(show));
            if refused.is_some() {
                return Ok(refused);
            }
        }
        Ok(None)
    }

    /// One step with the commands of the program and of viewers. A refusal of the latter is their concern.
    fn step_shown(&mut self, show: &SharedViewer) -> Option<String> {
        let mut show = locked(show);
        let own_count = self.commands.iter().count();
        if let Some(show) = show.as_mut() {
            show.before_step(&mut self.commands);
        }
        let refused = self.step_once(own_count);
        if let Some(show) = show.as_mut() {
            show.after_step(&mut self.sim);
            show.rest(&self.sim);
        }
        refused
    }

    /// Show a state that did not come from a step.
    pub(crate) fn show_restored(&mut self, py: Python<'_>) {
        let (sim, show) = (&self.sim, &self.show);
        py.detach(|| {
            if let Some(show) = show.as_ref().map(locked).as_mut().and_then(|show| show.as_mut()) {
                show.note_restored(sim);
            }
        });
    }
}
