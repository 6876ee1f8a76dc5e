//! Numbers of glTF files: what an accessor says about bytes.

use crate::AssetProblem;

pub(crate) fn component_count(shape: &str) -> Result<usize, AssetProblem> {
    match shape {
        "SCALAR" => Ok(1),
        "VEC2" => Ok(2),
        "VEC3" => Ok(3),
        "VEC4" => Ok(4),
        "MAT4" => Ok(16),
        _ => Err(AssetProblem::malformed("has vertices of an unknown kind")),
    }
}

/// What one component is.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Number {
    pub(crate) fn of(component_type: u32) -> Result<Number, AssetProblem> {
        Ok(match component_type {
            5120 => Number::I8,
            5121 => Number::U8,
            5122 => Number::I16,
            5123 => Number::U16,
            5125 => Number::U32,
            5126 => Number::F32,
            _ => return Err(AssetProblem::malformed("has numbers of an unknown kind")),
        })
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Number::I8 | Number::U8 => 1,
            Number::I16 | Number::U16 => 2,
            Number::U32 | Number::F32 => 4,
        }
    }
}

/// The elements of an accessor, known to lie inside their buffer.
pub(crate) struct Elements<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) count: usize,
    pub(crate) stride: usize,
    pub(crate) size: usize,
    pub(crate) number: Number,
    pub(crate) is_normalised: bool,
}

impl<'a> Elements<'a> {
    pub(crate) fn collect<T>(&self, make: impl Fn(Components<'a>) -> T) -> Vec<T> {
        let components = |index: usize| Components {
            bytes: &self.bytes[index * self.stride..index * self.stride + self.size],
            number: self.number,
            is_normalised: self.is_normalised,
        };
        (0..self.count).map(|index| make(components(index))).collect()
    }
}

/// The numbers of one element.
#[derive(Clone, Copy)]
pub(crate) struct Components<'a> {
    bytes: &'a [u8],
    number: Number,
    is_normalised: bool,
}

impl Components<'_> {
    /// A component; those that are not there are zero.
    pub(crate) fn float(self, index: usize) -> f32 {
        let size = self.number.bytes();
        let Some(bytes) = self.bytes.get(index * size..(index + 1) * size) else { return 0.0 };
        let (value, largest) = match (self.number, bytes) {
            (Number::I8, &[a]) => (f32::from(a.cast_signed()), 127.0),
            (Number::U8, &[a]) => (f32::from(a), 255.0),
            (Number::I16, &[a, b]) => (f32::from(i16::from_le_bytes([a, b])), 32_767.0),
            (Number::U16, &[a, b]) => (f32::from(u16::from_le_bytes([a, b])), 65_535.0),
            (Number::U32, &[a, b, c, d]) => (u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32),
            (Number::F32, &[a, b, c, d]) => return f32::from_le_bytes([a, b, c, d]),
            _ => return 0.0,
        };
        if self.is_normalised { (value / largest).max(-1.0) } else { value }
    }

    /// The element as an index; what cannot be one points past every vertex.
    pub(crate) fn index(self) -> u32 {
        match (self.number, self.bytes) {
            (Number::U8, &[a]) => u32::from(a),
            (Number::U16, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
            (Number::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => u32::MAX,
        }
    }
}
