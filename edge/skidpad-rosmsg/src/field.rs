//! The fields of messages. Bytes, schema text, hash and MD5 sum all come from one list of fields, which the `message!`
//! macro declares once, with the few differences between ROS 1 and ROS 2 beside them.

use crate::cdr::{CdrProblem, CdrReader, CdrWriter};

/// The type of one element, as a message definition names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the ROS interface language")]
pub enum Base {
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float32,
    Float64,
    Bool,
    Byte,
    String,
    /// A string of at most so many octets.
    BoundedString(u64),
    /// Another message.
    Message(&'static Description),
}

/// How many elements a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One.
    One,
    /// This many.
    Array(u64),
    /// Any number.
    Sequence,
    /// Any number up to this one.
    BoundedSequence(u64),
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Of each element.
    pub base: Base,
    /// How many there are.
    pub shape: Shape,
}

/// A field of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldDescription {
    /// Its name.
    pub name: &'static str,
    /// Its name in ROS 1; `None` if the message has no such field there.
    pub ros1_name: Option<&'static str>,
    /// Its type.
    pub kind: Kind,
}

/// A constant of a message definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConstantDescription {
    /// Its type.
    pub base: Base,
    /// Its type in ROS 1.
    pub ros1_base: Base,
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
}

/// Description of a message type.
#[derive(Debug, PartialEq, Eq)]
pub struct Description {
    /// Its full name, `package/msg/Name`.
    pub type_name: &'static str,
    /// Its fields, in order.
    pub fields: &'static [FieldDescription],
    /// Its constants.
    pub constants: &'static [ConstantDescription],
}

/// A value that a message can contain; a message is one too.
pub trait Field: Sized {
    /// Its type.
    const KIND: Kind;

    /// The default value.
    fn zero() -> Self;

    /// Append it.
    fn write(&self, out: &mut CdrWriter);

    /// Read it.
    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem>;

    /// Append several, one after the other.
    fn write_all(values: &[Self], out: &mut CdrWriter) {
        values.iter().for_each(|value| value.write(out));
    }

    /// Read several.
    fn read_all(count: usize, from: &mut CdrReader<'_>) -> Result<Vec<Self>, CdrProblem> {
        // A wrong count must not reserve much memory before the bytes run out.
        let mut values = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            values.push(Self::read(from)?);
        }
        Ok(values)
    }
}

/// A message type.
pub trait Message: Field + 'static {
    /// Its name and fields.
    const DESCRIPTION: &'static Description;
}

const fn one(base: Base) -> Kind {
    Kind { base, shape: Shape::One }
}

macro_rules! number {
    ($($type:ty = $base:ident),*) => {$(
        impl Field for $type {
            const KIND: Kind = one(Base::$base);

            fn zero() -> Self {
                Self::default()
            }

            #[inline]
            fn write(&self, out: &mut CdrWriter) {
                out.number(self.to_le_bytes());
            }

            fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
                from.number().map(Self::from_le_bytes)
            }

            fn write_all(values: &[Self], out: &mut CdrWriter) {
                out.numbers(values, Self::to_le_bytes);
            }

            fn read_all(count: usize, from: &mut CdrReader<'_>) -> Result<Vec<Self>, CdrProblem> {
                from.numbers(count, Self::from_le_bytes)
            }
        }
    )*};
}

number!(
    i8 = Int8,
    u8 = Uint8,
    i16 = Int16,
    u16 = Uint16,
    i32 = Int32,
    u32 = Uint32,
    i64 = Int64,
    u64 = Uint64,
    f32 = Float32,
    f64 = Float64
);

impl Field for bool {
    const KIND: Kind = one(Base::Bool);

    fn zero() -> Self {
        false
    }

    fn write(&self, out: &mut CdrWriter) {
        out.number([u8::from(*self)]);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        match from.number()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(CdrProblem::Bool),
        }
    }
}

/// An octet without a meaning as a number: `byte` of the ROS interface language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Byte(pub u8);

impl Field for Byte {
    const KIND: Kind = one(Base::Byte);

    fn zero() -> Self {
        Byte(0)
    }

    fn write(&self, out: &mut CdrWriter) {
        out.number([self.0]);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        from.number().map(|[byte]| Byte(byte))
    }
}

impl Field for String {
    const KIND: Kind = one(Base::String);

    fn zero() -> Self {
        String::new()
    }

    fn write(&self, out: &mut CdrWriter) {
        out.text(self);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        from.text()
    }
}

/// A text of at most `N` octets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextAtMost<const N: usize>(pub String);

impl<const N: usize> Field for TextAtMost<N> {
    const KIND: Kind = one(Base::BoundedString(N as u64));

    fn zero() -> Self {
        TextAtMost(String::new())
    }

    fn write(&self, out: &mut CdrWriter) {
        out.text(&self.0);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        let text = from.text()?;
        if text.len() > N { Err(CdrProblem::Text) } else { Ok(TextAtMost(text)) }
    }
}

impl<T: Field> Field for Vec<T> {
    const KIND: Kind = Kind { base: T::KIND.base, shape: Shape::Sequence };

    fn zero() -> Self {
        Vec::new()
    }

    fn write(&self, out: &mut CdrWriter) {
        out.length(self.len());
        T::write_all(self, out);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        let count = from.length()?;
        T::read_all(count, from)
    }
}

/// At most `N` elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AtMost<T, const N: usize>(pub Vec<T>);

impl<T: Field, const N: usize> Field for AtMost<T, N> {
    const KIND: Kind = Kind { base: T::KIND.base, shape: Shape::BoundedSequence(N as u64) };

    fn zero() -> Self {
        AtMost(Vec::new())
    }

    fn write(&self, out: &mut CdrWriter) {
        let sent = &self.0[..self.0.len().min(N)];
        out.length(sent.len());
        T::write_all(sent, out);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        let count = from.length()?;
        if count > N { Err(CdrProblem::Sequence) } else { T::read_all(count, from).map(AtMost) }
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    const KIND: Kind = Kind { base: T::KIND.base, shape: Shape::Array(N as u64) };

    fn zero() -> Self {
        std::array::from_fn(|_| T::zero())
    }

    fn write(&self, out: &mut CdrWriter) {
        T::write_all(self, out);
    }

    fn read(from: &mut CdrReader<'_>) -> Result<Self, CdrProblem> {
        T::read_all(N, from)?.try_into().map_err(|_| CdrProblem::TooShort)
    }
}

/// Declares a message type: its ROS name, its fields in order, and its constants.
///
/// `as NAME` after a field's type is its name in ROS 1, `as _` says that ROS 1 has no such field; after a constant's
/// type it is the type in ROS 1.
macro_rules! message {
    (
        $(#[$attribute:meta])*
        $name:ident = $type_name:literal {
            $($field:ident: $type:ty $(as $ros1:tt)?,)*
        }
        $(with {
            $($constant:ident: $constant_type:ty $(as $ros1_type:ty)? = $value:expr,)*
        })?
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl $name {
            $($(pub const $constant: $constant_type = $value;)*)?
        }

        impl Default for $name {
            fn default() -> Self {
                $crate::Field::zero()
            }
        }

        impl $crate::Message for $name {
            const DESCRIPTION: &'static $crate::Description = &$crate::Description {
                type_name: $type_name,
                fields: &[$($crate::FieldDescription {
                    name: $crate::field::plain(stringify!($field)),
                    ros1_name: $crate::field::ros1_name(stringify!($field), &[$(stringify!($ros1))?]),
                    kind: <$type as $crate::Field>::KIND,
                },)*],
                constants: &[$($($crate::ConstantDescription {
                    base: <$constant_type as $crate::Field>::KIND.base,
                    ros1_base: $crate::field::first(&[
                        $(<$ros1_type as $crate::Field>::KIND.base,)?
                        <$constant_type as $crate::Field>::KIND.base,
                    ]),
                    name: stringify!($constant),
                    value: $value as i64,
                },)*)?],
            };
        }

        impl $crate::Field for $name {
            const KIND: $crate::Kind = $crate::Kind {
                base: $crate::Base::Message(<Self as $crate::Message>::DESCRIPTION),
                shape: $crate::Shape::One,
            };

            fn zero() -> Self {
                $name { $($field: $crate::Field::zero(),)* }
            }

            #[inline]
            fn write(&self, out: &mut $crate::CdrWriter) {
                $crate::field::begin(<Self as $crate::Message>::DESCRIPTION, out);
                $(
                    if $crate::field::is_in_ros1(&[$(stringify!($ros1))?]) || !out.is_ros1() {
                        $crate::Field::write(&self.$field, out);
                    }
                )*
            }

            fn read(from: &mut $crate::CdrReader<'_>) -> Result<Self, $crate::CdrProblem> {
                $crate::field::skip_begin(<Self as $crate::Message>::DESCRIPTION, from)?;
                Ok($name {
                    $($field: if $crate::field::is_in_ros1(&[$(stringify!($ros1))?]) || !from.is_ros1() {
                        $crate::Field::read(from)?
                    } else {
                        $crate::Field::zero()
                    },)*
                })
            }
        }
    };
}
pub(crate) use message;

/// A field's name without the `r#` of Rust's raw identifiers.
pub(crate) const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// A field's name in ROS 1, where one other than its own may be declared.
pub(crate) const fn ros1_name(name: &'static str, declared: &[&'static str]) -> Option<&'static str> {
    match declared {
        [] => Some(plain(name)),
        [other, ..] if is_in_ros1(&[other]) => Some(other),
        _ => None,
    }
}

/// Whether ROS 1 has a field, by what is declared for it.
pub(crate) const fn is_in_ros1(declared: &[&'static str]) -> bool {
    !matches!(declared, [first, ..] if matches!(first.as_bytes(), b"_"))
}

/// The first of a list that is not empty.
pub(crate) const fn first(bases: &[Base]) -> Base {
    bases[0]
}

/// ROS 1 has a sequence number before the other fields of a header. Publishers fill it in.
#[inline]
pub(crate) fn begin(description: &Description, out: &mut CdrWriter) {
    if out.is_ros1() && description.is_header() {
        0u32.write(out);
    }
}

/// Read past the sequence number of a header in ROS 1.
pub(crate) fn skip_begin(description: &Description, from: &mut CdrReader<'_>) -> Result<(), CdrProblem> {
    if from.is_ros1() && description.is_header() {
        u32::read(from)?;
    }
    Ok(())
}
