//! Classes that a program brings along, under names that a world file may use.
//!
//! [`Extensions`] is a list of classes, handed to whoever reads and builds a world. A class has a name, the rows of its
//! parameters (as every built-in class has them) and a function that makes a model of their values. The models are
//! called with plain data and give plain data back; what they remember is part of the world's state. A model that
//! panics, or gives a number that is not finite, fails alone: an event says which one and why.

mod element;
pub(crate) mod guard;
mod memory;
mod sensor;
mod vehicle;

pub use element::{ElementClass, ElementModel, ElementView, GroundMotion, OwnElement, Push, PushedBody};
pub use memory::ExtensionMemory;
pub use sensor::{OwnSensor, RayHit, Rays, SensorClass, SensorModel, SensorView};
pub use skidpad_dynamics::friction::{Grip, Slip, TyreModel};
pub use vehicle::{
    Control, ControllerClass, ControllerModel, DriveMotion, DriveStep, DriveView, DynamicsClass,
    DynamicsModel, FrictionClass, OwnController, OwnDynamics, OwnState, WheelStep, WheelView,
};

use skidpad_world::description::ExtensionUse;
use skidpad_world::{ClassFamily, ClassProblem, Classes};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The classes that a program brings along.
///
/// ```
/// use skidpad_messages::{ArraysReading, NamedArray, ReadingData};
/// use skidpad_sim::extension::{Extensions, Rays, SensorClass, SensorModel, SensorView};
/// use skidpad_world::Param;
///
/// struct Altimeter {
///     noise_m: f64,
/// }
///
/// impl SensorModel for Altimeter {
///     fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
///         let height_m = at.sensor_in_world.z_m + self.noise_m * at.noise.normal(0);
///         let arrays = vec![NamedArray::new("height_m", "m", vec![height_m])];
///         ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
///     }
///
///     fn casts_rays(&self) -> bool {
///         false
///     }
/// }
///
/// const PARAMETERS: &[Param] =
///     &[Param::number("noise", "m").default("0.1").non_negative().doc("Standard deviation.")];
/// let altimeter = SensorClass::new("Measures its height.", PARAMETERS, |values| {
///     Ok(Altimeter { noise_m: values.number("noise") })
/// });
/// let extensions = Extensions::new().sensor("altimeter", altimeter);
/// assert!(extensions.classes().iter().any(|class| class.is_own && class.name() == "altimeter"));
/// ```
#[derive(Clone, Default)]
pub struct Extensions {
    classes: Classes,
    sensors: BTreeMap<String, SensorClass>,
    elements: BTreeMap<String, ElementClass>,
    frictions: BTreeMap<String, FrictionClass>,
    controllers: BTreeMap<String, ControllerClass>,
    dynamics: BTreeMap<String, DynamicsClass>,
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
            self.classes.add(ClassFamily::$family, name, &class.doc, &class.parameters)?;
            self.$list.insert(name.to_owned(), class);
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

    pub(crate) fn build_sensor(&self, used: &ExtensionUse) -> Result<OwnSensor, String> {
        let class = self.sensors.get(&used.class).ok_or_else(|| missing(ClassFamily::Sensor, used))?;
        class.build(&used.class, &used.values)
    }

    pub(crate) fn build_element(
        &self,
        used: &ExtensionUse,
        name: String,
        stream: u64,
    ) -> Result<OwnElement, String> {
        let class = self.elements.get(&used.class).ok_or_else(|| missing(ClassFamily::Element, used))?;
        OwnElement::new(&used.class, name, stream, class.model(&used.values)?)
    }

    pub(crate) fn build_tyre(&self, used: &ExtensionUse) -> Result<Arc<dyn TyreModel>, String> {
        let class = self.frictions.get(&used.class).ok_or_else(|| missing(ClassFamily::Friction, used))?;
        let tyre = class.model(&used.values)?;
        Ok(Arc::new(vehicle::GuardedTyre { class: used.class.clone(), tyre }))
    }

    pub(crate) fn build_controller(&self, used: &ExtensionUse) -> Result<OwnController, String> {
        let class =
            self.controllers.get(&used.class).ok_or_else(|| missing(ClassFamily::Controller, used))?;
        OwnController::new(&used.class, class.model(&used.values)?)
    }

    pub(crate) fn build_dynamics(&self, used: &ExtensionUse) -> Result<OwnDynamics, String> {
        let class = self.dynamics.get(&used.class).ok_or_else(|| missing(ClassFamily::Dynamics, used))?;
        OwnDynamics::new(&used.class, class.model(&used.values)?)
    }
}

/// A description can come from another program, or be kept while the list of extensions changes.
fn missing(family: ClassFamily, used: &ExtensionUse) -> String {
    format!("this program has no {family} class \"{}\"", used.class)
}
