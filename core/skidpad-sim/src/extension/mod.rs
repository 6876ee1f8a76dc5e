//! Classes that a program brings along: sensors, world elements, tyres, controllers and vehicles of its own, under names
//! that a world file may use.
//!
//! A world file says `<sensor class="radar">` and gives values to parameters. A *class* connects that name to code: it has
//! the rows of its parameters ([`Param`](skidpad_world::Param)), a sentence about itself, and a function that makes a
//! *model* of the values. [`Extensions`] is the list of all classes, the built-in ones included; worlds are read and built
//! from that list and from nothing else. There is no global list and no code in world files: a program hands its list to
//! whoever reads and builds a world.
//!
//! A program that depends on `skidpad` alone finds all names of this page there: `skidpad::extension`, `skidpad::Extensions`,
//! `skidpad::Param`, `skidpad::messages`, `skidpad::math`. It hands the list to `Simulation::load(…)?.extensions(…)`, to
//! `Run::extensions`, or puts it into `WorldOptions::extensions`. docs/extending.md begins with such a program, from an
//! empty folder on.
//!
//! # From a type to a world
//!
//! Three things: a type that implements the trait of its family, a class that makes one of the values in a world file, and
//! a name for the class. Here is a sensor that knows how high it is:
//!
//! ```
//! use skidpad_messages::{ArraysReading, NamedArray, ReadingData};
//! use skidpad_sim::extension::{Extensions, Rays, SensorClass, SensorModel, SensorView};
//! use skidpad_sim::{BuildOptions, SensorTracer, Simulation};
//! use skidpad_world::{ExpandOptions, MapFiles, Param};
//!
//! // The type: its parameters, and what it measures.
//! struct Altimeter {
//!     noise_m: f64,
//! }
//!
//! impl SensorModel for Altimeter {
//!     fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
//!         let height_m = at.sensor_in_world.z_m + self.noise_m * at.noise.normal(0);
//!         let arrays = vec![NamedArray::new("height_m", "m", vec![height_m])];
//!         ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
//!     }
//!
//!     fn casts_rays(&self) -> bool {
//!         false
//!     }
//! }
//!
//! // The class: rows for what a world file may say, and a function from values to the type.
//! const ROWS: &[Param] =
//!     &[Param::number("noise", "m").default("0.1").non_negative().doc("Standard deviation.")];
//! let altimeter = SensorClass::new("Measures its height.", ROWS, |values| {
//!     Ok(Altimeter { noise_m: values.number("noise") })
//! });
//!
//! // The name.
//! let extensions = Extensions::new().sensor("altimeter", altimeter);
//!
//! // The world. `skidpad::World` does these lines for a program that reads files.
//! let text = "<mvsim_world><sensor class='altimeter' name='height'>
//!     <pose_3d>0 0 1.5 0 0 0</pose_3d> <noise>0.02</noise> </sensor></mvsim_world>";
//! let files = MapFiles::from_texts([("hill.world.xml", text)]);
//! let options = ExpandOptions { classes: extensions.classes().clone(), ..ExpandOptions::default() };
//! let loaded = skidpad_world::load("hill.world.xml", &files, &options);
//! assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics.render(&loaded.sources));
//! let options = BuildOptions { extensions: extensions.into(), ..BuildOptions::default() };
//! let sim = Simulation::build(&loaded.description, &Default::default(), &options).expect("it builds");
//! let height = sim.roster().sensor_by_name("height").expect("it is there");
//! let ReadingData::Arrays(reading) = sim.sense(height, &mut SensorTracer::new()).data else { panic!() };
//! assert!((reading.array("height_m").expect("an array")[0] - 1.5).abs() < 0.1);
//! ```
//!
//! # Parameters
//!
//! A row says how a parameter is written, and thereby how its value arrives:
//!
//! | row | in a world | the value |
//! | --- | --- | --- |
//! | `Param::number("mass", "kg")` | `<mass>2.5</mass>` or `mass="2.5"` | `values.number("mass")` |
//! | `Param::degrees("fov")` | `<fov>90</fov>` | `values.number("fov")`, in radians |
//! | `Param::integer("beams")` | `<beams>16</beams>` | `values.integer("beams")` |
//! | `Param::flag("on")` | `<on>true</on>` | `values.flag("on")` |
//! | `Param::text("label")` | `<label>front</label>` | `values.text("label")` |
//! | `Param::choice("mode", &["near", "far"])` | `<mode>far</mode>` | `values.text("mode")` |
//! | `Param::point2`, `pose2`, `numbers` | `<at>1 2</at>` | `values.numbers("at")`, angles in radians |
//!
//! `.default("2")` makes it optional, and so does `.optional("what happens then")` without a value
//! (`values.optional_number`); `.positive()`, `.non_negative()` and `.between(a, b)` limit it; `.doc("…")` explains it. A
//! value of the wrong form or outside its limits is reported with file, line and column before any model is made, so that
//! the function that makes the model needs to check only what two parameters mean together; what it refuses with `Err` is
//! reported with the place of the whole element.
//!
//! # The five families
//!
//! | in a world | class | model | is asked for |
//! | --- | --- | --- | --- |
//! | `<sensor class="…">` | [`SensorClass`] | [`SensorModel`] | a reading, when someone wants one |
//! | `<element class="…">` | [`ElementClass`] | [`ElementModel`] | the motion of the ground, forces on bodies, notes |
//! | `<friction class="…">` | [`FrictionClass`] | [`TyreModel`] | the [`Grip`] of a wheel that slips |
//! | `<controller class="…">` | [`ControllerClass`] | [`ControllerModel`] | torques and steering, from a command |
//! | `<dynamics class="…">` | [`DynamicsClass`] | [`DynamicsModel`] | forces or a velocity, and what the wheels do |
//!
//! [`Rays`] looks at the world for a sensor; [`ControllerModel`] and [`DynamicsModel`] have examples of their own. A tyre:
//!
//! ```
//! use skidpad_sim::extension::{Extensions, FrictionClass, Grip, Slip, TyreModel};
//! use skidpad_world::Param;
//!
//! /// Coulomb friction that fades with speed.
//! struct Rubber {
//!     mu: f64,
//!     fading_spm: f64,
//! }
//!
//! impl TyreModel for Rubber {
//!     fn grip(&self, slip: &Slip) -> Grip {
//!         let mu = slip.ground_mu.unwrap_or(self.mu) / (1.0 + self.fading_spm * slip.vx_mps.abs());
//!         let limit_n = mu * slip.load_n;
//!         Grip::Limits { along_n: limit_n, across_n: limit_n }
//!     }
//! }
//!
//! const ROWS: &[Param] = &[
//!     Param::number("mu", "").default("0.9").non_negative().doc("Friction coefficient at rest."),
//!     Param::number("fading", "s/m").default("0.01").non_negative().doc("How it fades with speed."),
//! ];
//! let rubber = FrictionClass::new("Coulomb friction that fades with speed.", ROWS, |values| {
//!     Ok(Rubber { mu: values.number("mu"), fading_spm: values.number("fading") })
//! });
//! let extensions = Extensions::new().friction("rubber", rubber);
//! # assert!(extensions.names(skidpad_world::ClassFamily::Friction).contains(&"rubber"));
//! ```
//!
//! and an element that blows:
//!
//! ```
//! use skidpad_math::Vec2;
//! use skidpad_sim::extension::{ElementClass, ElementModel, ElementView, Extensions, Push, PushedBody};
//! use skidpad_world::Param;
//!
//! /// Wind in gusts: its memory is the force of the moment.
//! struct Wind {
//!     force_n: f64,
//! }
//!
//! impl ElementModel for Wind {
//!     fn memory(&self) -> Vec<f64> {
//!         vec![0.0]
//!     }
//!
//!     fn step(&self, at: &ElementView<'_>, memory: &mut [f64]) -> Vec<String> {
//!         let gust_n = self.force_n * at.noise.normal(0);
//!         memory[0] += (gust_n - memory[0]) * at.dt_s;
//!         Vec::new()
//!     }
//!
//!     fn push(&self, _: &PushedBody, memory: &[f64]) -> Option<Push> {
//!         Some(Push { force_n: Vec2::new(memory[0], 0.0), moment_nm: 0.0 })
//!     }
//! }
//!
//! const ROWS: &[Param] = &[Param::number("force", "N").default("5").doc("Force of a gust.")];
//! let wind = ElementClass::new("Wind in gusts.", ROWS, |values| Ok(Wind { force_n: values.number("force") }));
//! let extensions = Extensions::new().element("wind", wind);
//! ```
//!
//! # What a model may know, and what it must not
//!
//! What it may know comes with each call: [`SensorView`], [`ElementView`], [`DriveView`], [`Slip`]. Its result must follow
//! from the arguments and from its own parameters alone: no clock, no file, no counter beside its memory. Then the same
//! world, seed and commands give the same bits, on every thread and after every snapshot. `skidpad::testing::check_extension`
//! finds a model that breaks this.
//!
//! Random numbers are addressed. `at.noise.normal(3)` is the same number whenever the same model is asked in the same step,
//! so that reading a sensor twice changes nothing.
//!
//! # Memory
//!
//! What a model remembers from step to step is a list of numbers. `memory()` gives its length and its start; calls that may
//! change it get it as `&mut [f64]`. It is part of the world's state: snapshots save it, hashes cover it, a reset brings
//! its start back. A tyre has none.
//!
//! # Failing
//!
//! A model that panics, calls [`fail`], or gives a number that is not finite, fails alone. An event
//! (`Event::ExtensionFailed`) says which model and why. A sensor or an element then takes no further part; a vehicle whose
//! tyre, controller or dynamics failed is stopped where it is. Everything else goes on. What cannot be made of its values
//! is refused when the world is built, with the place in the file.
//!
//! # Cost
//!
//! A call goes through one virtual call and one guard against panics. Sensors that say that they cast no rays
//! ([`SensorModel::casts_rays`]) are read at once, and nothing is copied for them; the rays of the others are traced eight
//! at a time by [`Rays::cast_all`]. A world that uses no such class takes the paths that it took before.

mod element;
pub(crate) mod guard;
mod memory;
mod sensor;
mod vehicle;

pub use element::{ElementClass, ElementModel, ElementView, GroundMotion, OwnElement, Push, PushedBody};
pub use guard::fail;
pub use memory::ExtensionMemory;
pub use sensor::{OwnSensor, RayHit, Rays, SensorClass, SensorModel, SensorView};
pub use skidpad_dynamics::friction::{Grip, Slip, TyreModel};
pub use vehicle::{
    Control, ControllerClass, ControllerModel, DriveMotion, DriveStep, DriveView, DynamicsClass,
    DynamicsModel, FrictionClass, OwnController, OwnDynamics, OwnState, WheelStep, WheelView,
};

use crate::build::{
    self, DrivePlan, FrictionPlan, MakeController, MakeDynamics, MakeElement, MakeFriction, PlannedController,
};
use crate::sensors::{Device, MakeSensor, SensorPlan, built_in_sensors};
use skidpad_dynamics::friction::Friction;
use skidpad_world::description::{Controller, Dynamics, ElementKind, FrictionModel, SensorKind};
use skidpad_world::{ClassFamily, ClassProblem, Classes};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The classes that a world may use: the built-in ones, and those that a program adds under names of its own.
///
/// It is a value like any other: clone it, keep several, hand it to whoever reads and builds a world. The [module](self)
/// shows how.
///
/// ```
/// use skidpad_sim::Extensions;
/// use skidpad_world::ClassFamily;
///
/// let built_in = Extensions::new();
/// assert!(built_in.names(ClassFamily::Sensor).contains(&"laser"));
/// assert!(built_in.classes().iter().all(|class| !class.is_own));
/// ```
#[derive(Clone)]
pub struct Extensions {
    classes: Classes,
    sensors: Makers<MakeSensor>,
    elements: Makers<MakeElement>,
    frictions: Makers<MakeFriction>,
    controllers: Makers<MakeController>,
    dynamics: Makers<MakeDynamics>,
}

/// What makes the models of each class of one family: of the built-in ones and of a program's own.
struct Makers<F: ?Sized> {
    family: ClassFamily,
    list: BTreeMap<&'static str, Maker<F>>,
}

struct Maker<F: ?Sized> {
    make: Arc<F>,
    is_own: bool,
}

impl<F: ?Sized> Clone for Maker<F> {
    fn clone(&self) -> Self {
        Maker { make: Arc::clone(&self.make), is_own: self.is_own }
    }
}

impl<F: ?Sized> Clone for Makers<F> {
    fn clone(&self) -> Self {
        Makers { family: self.family, list: self.list.clone() }
    }
}

impl<F: ?Sized> Makers<F> {
    fn built_in(family: ClassFamily, list: Vec<(&'static str, Arc<F>)>) -> Makers<F> {
        let maker = |(name, make)| (name, Maker { make, is_own: false });
        Makers { family, list: list.into_iter().map(maker).collect() }
    }

    /// What makes a class. A description can come from another program, or be kept while the list of extensions
    /// changes, so there may be none.
    fn get(&self, class: &str, is_own: bool) -> Result<&Arc<F>, String> {
        let known = self.list.get(class).filter(|maker| maker.is_own == is_own);
        known
            .map(|maker| &maker.make)
            .ok_or_else(|| format!("this program has no {} class \"{class}\"", self.family))
    }
}

impl Default for Extensions {
    fn default() -> Self {
        static BUILT_IN: OnceLock<Extensions> = OnceLock::new();
        let make = || Extensions {
            classes: Classes::built_in(),
            sensors: Makers::built_in(ClassFamily::Sensor, built_in_sensors()),
            elements: Makers::built_in(ClassFamily::Element, build::built_in_elements()),
            frictions: Makers::built_in(ClassFamily::Friction, build::built_in_frictions()),
            controllers: Makers::built_in(ClassFamily::Controller, build::built_in_controllers()),
            dynamics: Makers::built_in(ClassFamily::Dynamics, build::built_in_dynamics()),
        };
        BUILT_IN.get_or_init(make).clone()
    }
}

/// The two ways to add a class of one family.
macro_rules! door {
    ($add:ident, $try_add:ident, $list:ident, $class:ident, $family:ident, $what:literal) => {
        #[doc = concat!("Add a class of ", $what, ".")]
        ///
        /// # Panics
        /// If the name is taken or two parameters have one name; the method that begins with `add_` returns that
        /// instead.
        pub fn $add(mut self, name: &str, class: $class) -> Extensions {
            if let Err(problem) = self.$try_add(name, class) {
                panic!("{problem}");
            }
            self
        }

        #[doc = concat!("Add a class of ", $what, ", or say why it cannot be added.")]
        pub fn $try_add(&mut self, name: &str, class: $class) -> Result<(), ClassProblem> {
            let added = self.classes.add(ClassFamily::$family, name, &class.doc, &class.parameters)?;
            self.$list.list.insert(added.name(), Maker { make: class.maker(), is_own: true });
            Ok(())
        }
    };
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = self.classes.iter().filter(|class| class.is_own);
        f.debug_list().entries(own.map(|class| (class.family, class.name()))).finish()
    }
}

impl Extensions {
    /// None yet: the built-in classes alone.
    pub fn new() -> Extensions {
        Extensions::default()
    }

    door!(sensor, add_sensor, sensors, SensorClass, Sensor, "sensors");
    door!(element, add_element, elements, ElementClass, Element, "world elements");
    door!(friction, add_friction, frictions, FrictionClass, Friction, "tyres");
    door!(controller, add_controller, controllers, ControllerClass, Controller, "controllers");
    door!(dynamics, add_dynamics, dynamics, DynamicsClass, Dynamics, "vehicles");

    /// Every class that a world file may name, built-in or not.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The names of a family's classes whose models can be made, sorted.
    pub fn names(&self, family: ClassFamily) -> Vec<&'static str> {
        match family {
            ClassFamily::Sensor => self.sensors.list.keys().copied().collect(),
            ClassFamily::Element => self.elements.list.keys().copied().collect(),
            ClassFamily::Friction => self.frictions.list.keys().copied().collect(),
            ClassFamily::Controller => self.controllers.list.keys().copied().collect(),
            ClassFamily::Dynamics => self.dynamics.list.keys().copied().collect(),
        }
    }

    pub(crate) fn build_sensor(&self, plan: &SensorPlan<'_>) -> Result<Device, String> {
        let kind = &plan.sensor.kind;
        let make = self.sensors.get(kind.class(), matches!(kind, SensorKind::Extension(_)))?;
        make(plan)
    }

    pub(crate) fn element_maker(&self, kind: &ElementKind) -> Result<Arc<MakeElement>, String> {
        self.elements.get(kind.class(), matches!(kind, ElementKind::Extension(_))).cloned()
    }

    pub(crate) fn build_friction(&self, plan: &FrictionPlan<'_>) -> Result<Friction, String> {
        let model = plan.model;
        let make = self.frictions.get(model.class(), matches!(model, FrictionModel::Extension(_)))?;
        make(plan)
    }

    pub(crate) fn build_controller(&self, dynamics: &Dynamics) -> Result<PlannedController, String> {
        let (Some(controller), Some(class)) = (dynamics.controller(), dynamics.controller_class()) else {
            return Err("it has no controller".to_owned());
        };
        let make = self.controllers.get(class, matches!(controller, Controller::Extension(_)))?;
        make(controller)
    }

    pub(crate) fn dynamics_maker(&self, plan: &DrivePlan<'_>) -> Result<Arc<MakeDynamics>, String> {
        let dynamics = &plan.vehicle.dynamics;
        let class = dynamics.class(plan.wheels.len());
        self.dynamics.get(class, matches!(dynamics, Dynamics::Extension(_))).cloned()
    }
}
