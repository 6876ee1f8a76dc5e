//! Values of XML-RPC.

/// A value of XML-RPC.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `int` or `i4`.
    Int(i32),
    /// `boolean`.
    Bool(bool),
    /// `double`.
    Double(f64),
    /// `string`; dates and base64 data are kept as their text.
    Text(String),
    /// `array`.
    Array(Vec<Value>),
    /// `struct`.
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is an integer.
    pub fn int(&self) -> Option<i32> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Bool(is_true) => Some(i32::from(*is_true)),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(values) => Some(values),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Value::Int(number)
    }
}

impl From<bool> for Value {
    fn from(is_true: bool) -> Self {
        Value::Bool(is_true)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Double(number)
    }
}

impl From<Vec<Value>> for Value {
    fn from(values: Vec<Value>) -> Self {
        Value::Array(values)
    }
}
