//! The classes that a world file may name: `<sensor class="…">` and its four relatives.
//!
//! The built-in classes and those of a program come in by the same door, `Classes::register`; reading, checks, suggestions,
//! the reference page and the XSD ask this list and nothing else.

use super::{Element, Family, Param, WORLD, controller, dynamics, element, friction, sensor};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A family of elements whose `class` may be a program's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClassFamily {
    /// `<sensor class="…">`.
    Sensor,
    /// `<dynamics class="…">`.
    Dynamics,
    /// `<friction class="…">`.
    Friction,
    /// `<controller class="…">`.
    Controller,
    /// `<element class="…">`.
    Element,
}

impl ClassFamily {
    /// All of them.
    pub const ALL: [ClassFamily; 5] = [
        ClassFamily::Sensor,
        ClassFamily::Dynamics,
        ClassFamily::Friction,
        ClassFamily::Controller,
        ClassFamily::Element,
    ];

    /// The tag of its elements.
    pub fn tag(self) -> &'static str {
        match self {
            ClassFamily::Sensor => "sensor",
            ClassFamily::Dynamics => "dynamics",
            ClassFamily::Friction => "friction",
            ClassFamily::Controller => "controller",
            ClassFamily::Element => "element",
        }
    }

    fn of(family: &Family) -> Option<ClassFamily> {
        ClassFamily::ALL.into_iter().find(|it| it.tag() == family.tag)
    }

    /// The table of a class with these parameters of its own: what every class of the family has comes with them.
    fn element(self, name: &str, doc: &str, params: &[Param]) -> &'static Element {
        let (common, groups, children) = match self {
            ClassFamily::Sensor => sensor::OWN,
            ClassFamily::Dynamics => dynamics::OWN,
            ClassFamily::Friction => friction::OWN,
            ClassFamily::Controller => controller::OWN,
            ClassFamily::Element => element::OWN,
        };
        let params = [params, common].concat();
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(family, element): &&(ClassFamily, &'static Element)| {
            *family == self && element.names == [name] && element.doc == doc && element.params == params
        };
        if let Some((_, element)) = kept.iter().find(is_it) {
            return element;
        }
        let names: &'static [&'static str] = Vec::leak(vec![leaked(name)]);
        let (doc, params) = (leaked(doc), Vec::leak(params));
        let element = Box::leak(Box::new(Element { names, doc, text: None, params, groups, children }));
        kept.push((self, element));
        element
    }
}

/// The tables of programs' own classes. They live as long as the program, as those of the built-in classes do; a class
/// that is given again, as with every world that a Python program loads, has the same one.
static KEPT: Mutex<Vec<(ClassFamily, &'static Element)>> = Mutex::new(Vec::new());

impl fmt::Display for ClassFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// One class.
#[derive(Debug, Clone, Copy)]
pub struct Class {
    /// What it is a class of.
    pub family: ClassFamily,
    /// Its names and parameters.
    pub element: &'static Element,
    /// Whether it belongs to the program that uses this crate.
    pub is_own: bool,
    /// How many of the first parameters of its table were given with the class; the rest is common to its family.
    pub(crate) own_params: usize,
    /// Where it may stand, if not wherever its tag does: controllers go with a class of dynamics.
    within: Option<&'static Family>,
}

impl Class {
    /// Its preferred name.
    pub fn name(&self) -> &'static str {
        self.element.names.first().copied().unwrap_or("")
    }
}

impl PartialEq for Class {
    fn eq(&self, other: &Class) -> bool {
        self.family == other.family && std::ptr::eq(self.element, other.element)
    }
}

impl Eq for Class {}

/// The classes that a world file may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    list: Arc<Vec<Class>>,
}

/// Why a class cannot be added.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClassProblem {
    /// There is a class of this name.
    NameTaken {
        /// What it is a class of.
        family: ClassFamily,
        /// The name.
        name: String,
    },
    /// A class needs a name without blanks.
    BadName {
        /// The name.
        name: String,
    },
    /// Two parameters have one name, or one has that of a parameter that every class of the family has.
    ParameterTwice {
        /// The class.
        class: String,
        /// The parameter.
        parameter: String,
    },
}

impl fmt::Display for ClassProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassProblem::NameTaken { family, name } => {
                write!(f, "<{family} class=\"{name}\"> exists already; choose another name")
            }
            ClassProblem::BadName { name } => {
                write!(f, "\"{name}\" is no name of a class: it must have letters and no blanks")
            }
            ClassProblem::ParameterTwice { class, parameter } => {
                write!(
                    f,
                    "class \"{class}\" has two parameters \"{parameter}\"; every class of its family has some, such as name"
                )
            }
        }
    }
}

impl std::error::Error for ClassProblem {}

impl Default for Classes {
    fn default() -> Self {
        Classes::built_in()
    }
}

impl Classes {
    /// The classes that come with this crate.
    pub fn built_in() -> Classes {
        static BUILT_IN: OnceLock<Classes> = OnceLock::new();
        let make = || {
            let mut classes = Classes { list: Arc::default() };
            for family in families_with_classes() {
                let Some(kind) = ClassFamily::of(family) else { continue };
                // Controllers are the one family whose classes depend on what they stand in.
                let within = (kind == ClassFamily::Controller).then_some(family);
                for element in family.variants {
                    let own_params = element.params.len();
                    let class = Class { family: kind, element, is_own: false, own_params, within };
                    classes.register(class).expect("the built-in classes have different names");
                }
            }
            classes
        };
        BUILT_IN.get_or_init(make).clone()
    }

    /// The door that every class comes in by: no name is taken twice where it may stand.
    fn register(&mut self, class: Class) -> Result<Class, ClassProblem> {
        let stands_apart = |other: &Class| match (other.within, class.within) {
            (Some(one), Some(another)) => !std::ptr::eq(one, another),
            _ => false,
        };
        let is_rival = |other: &&Class| other.family == class.family && !stands_apart(other);
        let mut taken = self.list.iter().filter(is_rival).flat_map(|other| other.element.names);
        if let Some(name) = taken.find(|name| class.element.names.contains(name)) {
            return Err(ClassProblem::NameTaken { family: class.family, name: (*name).to_owned() });
        }
        Arc::make_mut(&mut self.list).push(class);
        Ok(class)
    }

    /// Add a class: its name, what it is, and its parameters besides those that every class of its family has.
    pub fn add(
        &mut self,
        family: ClassFamily,
        name: &str,
        doc: &str,
        params: &[Param],
    ) -> Result<Class, ClassProblem> {
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(ClassProblem::BadName { name: name.to_owned() });
        }
        let element = family.element(name, doc, params);
        for (index, param) in element.params.iter().enumerate() {
            let is_known = |name: &str| {
                let mut others = element.all_params().filter(|other| !std::ptr::eq(*other, param));
                others.any(|other| other.goes_by(name)) || element.family(name).is_some()
            };
            if index < params.len() && (is_known(param.name) || param.name == "class") {
                let (class, parameter) = (name.to_owned(), param.name.to_owned());
                return Err(ClassProblem::ParameterTwice { class, parameter });
            }
        }
        self.register(Class { family, element, is_own: true, own_params: params.len(), within: None })
    }

    /// All classes, the built-in ones first.
    pub fn iter(&self) -> impl Iterator<Item = &Class> {
        self.list.iter()
    }

    /// The class of this name.
    pub fn class(&self, family: ClassFamily, name: &str) -> Option<&Class> {
        self.list.iter().find(|class| class.family == family && class.element.names.contains(&name))
    }

    /// The class that has this table.
    pub(crate) fn class_of(&self, element: &'static Element) -> Option<&Class> {
        self.list.iter().find(|class| std::ptr::eq(class.element, element))
    }

    /// The variants of a family.
    pub(crate) fn variants(&self, family: &'static Family) -> impl Iterator<Item = &'static Element> {
        let kind = ClassFamily::of(family);
        let fixed: &[&'static Element] = if kind.is_none() { family.variants } else { &[] };
        let stands_here = move |class: &&Class| {
            Some(class.family) == kind && class.within.is_none_or(|within| std::ptr::eq(within, family))
        };
        fixed.iter().copied().chain(self.list.iter().filter(stands_here).map(|class| class.element))
    }

    /// The variant of a family that a value of its selector chooses.
    pub(crate) fn variant(&self, family: &'static Family, name: &str) -> Option<&'static Element> {
        self.variants(family).find(|element| element.names.contains(&name))
    }
}

/// The families of the world table whose classes are listed, each once.
fn families_with_classes() -> Vec<&'static Family> {
    let mut found: Vec<&'static Family> = Vec::new();
    let mut open: Vec<&'static Family> = vec![&WORLD];
    let mut seen: Vec<&'static Family> = Vec::new();
    while let Some(family) = open.pop() {
        if seen.iter().any(|known| std::ptr::eq(*known, family)) {
            continue;
        }
        seen.push(family);
        if ClassFamily::of(family).is_some() {
            found.push(family);
        }
        open.extend(family.variants.iter().flat_map(|element| element.all_children()));
    }
    found.sort_by_key(|family| ClassFamily::of(family));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_class_is_registered() {
        let classes = Classes::built_in();
        let names = |family| -> Vec<&str> {
            let mut names: Vec<&str> =
                classes.iter().filter(|class| class.family == family).map(Class::name).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        assert_eq!(
            names(ClassFamily::Sensor),
            ["camera", "cone_detector", "gnss", "imu", "laser", "lidar3d", "rgbd_camera"]
        );
        assert_eq!(
            names(ClassFamily::Dynamics),
            [
                "ackermann",
                "ackermann_drivetrain",
                "differential",
                "differential_3_wheels",
                "differential_4_wheels",
                "race_car"
            ]
        );
        assert_eq!(names(ClassFamily::Friction), ["default", "ellipse", "wardiagnemma"]);
        assert_eq!(
            names(ClassFamily::Controller),
            [
                "front_steer_pid",
                "raw",
                "ros2_control",
                "trajectory",
                "twist_front_steer_pid",
                "twist_ideal",
                "twist_pid"
            ]
        );
        assert_eq!(
            names(ClassFamily::Element),
            [
                "cone_track",
                "elevation_map",
                "ground_grid",
                "horizontal_plane",
                "occupancy_grid",
                "pointcloud",
                "property_region",
                "skybox",
                "vertical_plane"
            ]
        );
        assert!(classes.iter().all(|class| !class.is_own));
    }

    #[test]
    fn names_are_taken_once_and_parameters_given_once() {
        let mut classes = Classes::built_in();
        let mut add = |name: &str, params: &[Param]| {
            classes.add(ClassFamily::Sensor, name, "A sensor.", params).map(|class| class.name())
        };
        let range = Param::number("max_range", "m").default("80").positive();
        assert_eq!(add("radar", &[range]), Ok("radar"));
        let said = |problem: Result<&str, ClassProblem>| problem.unwrap_err().to_string();
        assert!(said(add("radar", &[])).contains("exists already"));
        assert!(said(add("laser", &[])).contains("exists already"));
        assert!(said(add("a b", &[])).contains("no name"));
        assert!(said(add("sonar", &[range, range])).contains("two parameters \"max_range\""));
        assert!(said(add("sonar", &[Param::text("name")])).contains("\"name\""));
        assert!(said(add("sonar", &[Param::text("pose")])).contains("\"pose\""));
    }
}
