//! Values of parameters, and their form in messages.

use skidpad_rosmsg::msg::ParameterValue;
use std::fmt;

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Double(f64),
    /// A text.
    Text(String),
}

impl Value {
    pub(super) fn type_number(&self) -> u8 {
        match self {
            Value::Bool(_) => ParameterValue::BOOL,
            Value::Integer(_) => ParameterValue::INTEGER,
            Value::Double(_) => ParameterValue::DOUBLE,
            Value::Text(_) => ParameterValue::STRING,
        }
    }

    pub(super) fn to_message(&self) -> ParameterValue {
        let mut message = ParameterValue { r#type: self.type_number(), ..ParameterValue::default() };
        match self {
            Value::Bool(value) => message.bool_value = *value,
            Value::Integer(value) => message.integer_value = *value,
            Value::Double(value) => message.double_value = *value,
            Value::Text(value) => message.string_value.clone_from(value),
        }
        message
    }

    pub(super) fn from_message(message: &ParameterValue) -> Option<Value> {
        match message.r#type {
            ParameterValue::BOOL => Some(Value::Bool(message.bool_value)),
            ParameterValue::INTEGER => Some(Value::Integer(message.integer_value)),
            ParameterValue::DOUBLE => Some(Value::Double(message.double_value)),
            ParameterValue::STRING => Some(Value::Text(message.string_value.clone())),
            _ => None,
        }
    }

    /// This value with the type of another; whole numbers become numbers.
    pub(super) fn like(self, other: &Value) -> Result<Value, String> {
        match (self, other) {
            (Value::Integer(value), Value::Double(_)) => Ok(Value::Double(value as f64)),
            (value, other) if value.type_number() == other.type_number() => Ok(value),
            (_, other) => Err(format!("it must be {}", other.type_words())),
        }
    }

    pub(super) fn type_words(&self) -> &'static str {
        match self {
            Value::Bool(_) => "true or false",
            Value::Integer(_) => "a whole number",
            Value::Double(_) => "a number",
            Value::Text(_) => "a text",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => value.fmt(f),
            Value::Integer(value) => value.fmt(f),
            Value::Double(value) => value.fmt(f),
            Value::Text(value) => write!(f, "{value:?}"),
        }
    }
}
