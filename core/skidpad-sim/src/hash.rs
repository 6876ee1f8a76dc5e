//! The hash of a state: every number of it, in the order of its declaration.
//!
//! The walk is serde's, so a field that is added to a state is in its hash at once.

use serde::Serialize;
use serde::ser::{self, Impossible};
use skidpad_math::StateHash;
use std::fmt;

/// Hash all that `value` consists of. −0.0 is hashed as 0.0, and every NaN as the same NaN.
pub(crate) fn hash_of(value: &impl Serialize) -> u64 {
    let mut hash = StateHash::new();
    let mut walk = Walk { hash: &mut hash };
    // The walk refuses nothing that derives `Serialize` with known lengths.
    let walked = value.serialize(&mut walk);
    debug_assert!(walked.is_ok(), "{walked:?}");
    hash.finish()
}

struct Walk<'a> {
    hash: &'a mut StateHash,
}

/// A walk cannot fail, but serde wants an error type.
#[derive(Debug)]
pub(crate) struct Never(String);

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Never(message.to_string())
    }
}

/// Whole numbers are hashed as 64 bits, signed ones by their two's complement.
macro_rules! integers {
    ($($method:ident $kind:ty),*) => {
        $(fn $method(self, value: $kind) -> Result<(), Never> {
            self.hash.integer(value as u64);
            Ok(())
        })*
    };
}

impl ser::Serializer for &mut Walk<'_> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Impossible<(), Never>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers!(
        serialize_bool bool, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_char char
    );

    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        self.hash.number(value);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.hash.integer(value.len() as u64);
        self.hash.bytes(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        self.hash.integer(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Never> {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.hash.integer(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Never> {
        self.hash.integer(len.unwrap_or(0) as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _len: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.hash.integer(u64::from(index));
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Never> {
        Err(ser::Error::custom("a state has no maps: their order would have to be promised"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.hash.integer(u64::from(index));
        Ok(self)
    }
}

/// All compounds hash their parts one after the other.
macro_rules! compounds {
    ($($kind:ident $method:ident),*) => {
        $(impl ser::$kind for &mut Walk<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

compounds!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($kind:ident),*) => {
        $(impl ser::$kind for &mut Walk<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

structs!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Clone)]
    struct Car {
        speed: f64,
        wheels: Vec<[f64; 2]>,
        gear: Option<Gear>,
    }

    #[derive(Serialize, Clone)]
    enum Gear {
        Neutral,
        Forward { ratio: f64 },
    }

    fn car() -> Car {
        Car { speed: 1.5, wheels: vec![[0.0, 1.0]; 2], gear: Some(Gear::Forward { ratio: 3.0 }) }
    }

    #[test]
    fn any_change_changes_the_hash() {
        let mut hashes = vec![hash_of(&car())];
        let mut changed = |change: fn(&mut Car)| {
            let mut it = car();
            change(&mut it);
            hashes.push(hash_of(&it));
        };
        changed(|it| it.speed = f64::from_bits(1.5f64.to_bits() + 1));
        changed(|it| it.wheels[1][0] = 1e-300);
        changed(|it| it.wheels.truncate(1));
        changed(|it| it.gear = None);
        changed(|it| it.gear = Some(Gear::Neutral));
        let mut sorted = hashes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), hashes.len());
    }

    #[test]
    fn signs_of_zeros_and_payloads_of_nans_do_not_matter() {
        let with = |speed: f64| hash_of(&Car { speed, ..car() });
        assert_eq!(with(0.0), with(-0.0));
        assert_eq!(with(f64::NAN), with(-f64::NAN));
    }
}
