//! Rows for classes of a program's own, written as a chain: `Param::number("max_range", "m").default("80").positive()`.

use super::{Absent, Allowed, Form, Kind, Param, Status};

impl Param {
    const fn own(name: &'static str, kind: Kind) -> Param {
        Param {
            name,
            aliases: &[],
            form: Form::Either,
            kind,
            absent: Absent::IsAnError,
            allowed: Allowed::Any,
            status: Status::Ours,
            doc: "",
        }
    }

    /// A number in a unit, which may be empty. It must be given unless it has a [`default`](Param::default).
    pub const fn number(name: &'static str, unit: &'static str) -> Param {
        Param::own(name, Kind::Number(unit))
    }

    /// An angle, written in degrees and handed on in radians.
    pub const fn degrees(name: &'static str) -> Param {
        Param::own(name, Kind::Degrees("deg"))
    }

    /// A whole number.
    pub const fn integer(name: &'static str) -> Param {
        Param::own(name, Kind::Integer)
    }

    /// `true`, `false`, `1` or `0`.
    pub const fn flag(name: &'static str) -> Param {
        Param::own(name, Kind::Flag)
    }

    /// Any text.
    pub const fn text(name: &'static str) -> Param {
        Param::own(name, Kind::Text)
    }

    /// One of these words.
    pub const fn choice(name: &'static str, words: &'static [&'static str]) -> Param {
        Param::own(name, Kind::Choice(words))
    }

    /// A pose in the plane, `X Y YAW`; its yaw is handed on in radians.
    pub const fn pose2(name: &'static str) -> Param {
        Param::own(name, Kind::Pose2)
    }

    /// A point `X Y`.
    pub const fn point2(name: &'static str) -> Param {
        Param::own(name, Kind::Point2)
    }

    /// Any count of numbers.
    pub const fn numbers(name: &'static str) -> Param {
        Param::own(name, Kind::Numbers)
    }

    /// The same parameter, which need not be given: its absence means this text.
    pub const fn default(self, text: &'static str) -> Param {
        Param { absent: Absent::Means(text), ..self }
    }

    /// The same parameter, which need not be given; these words say what happens then.
    pub const fn optional(self, words: &'static str) -> Param {
        Param { absent: Absent::Leaves(words), ..self }
    }

    /// The same parameter, greater than zero.
    pub const fn positive(self) -> Param {
        Param { allowed: Allowed::Positive, ..self }
    }

    /// The same parameter, zero or greater.
    pub const fn non_negative(self) -> Param {
        Param { allowed: Allowed::NonNegative, ..self }
    }

    /// The same parameter, from the first to the second, both included.
    pub const fn between(self, least: f64, most: f64) -> Param {
        Param { allowed: Allowed::Between(least, most), ..self }
    }

    /// The same parameter, explained in a sentence.
    pub const fn doc(self, doc: &'static str) -> Param {
        Param { doc, ..self }
    }
}
