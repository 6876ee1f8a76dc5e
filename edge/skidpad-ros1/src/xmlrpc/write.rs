//! Calls and responses as XML.

use super::Value;
use std::fmt::Write;

/// A call of a method.
pub fn write_call(method: &str, params: &[Value]) -> String {
    let mut xml = format!("<?xml version=\"1.0\"?><methodCall><methodName>{method}</methodName><params>");
    for param in params {
        write_param(param, &mut xml);
    }
    xml.push_str("</params></methodCall>");
    xml
}

/// What a method returned.
pub fn write_response(value: &Value) -> String {
    let mut xml = "<?xml version=\"1.0\"?><methodResponse><params>".to_string();
    write_param(value, &mut xml);
    xml.push_str("</params></methodResponse>");
    xml
}

/// Why a method could not be called.
pub fn write_fault(code: i32, reason: &str) -> String {
    let fault = [("faultCode".to_string(), code.into()), ("faultString".to_string(), reason.into())];
    let mut xml = "<?xml version=\"1.0\"?><methodResponse><fault>".to_string();
    write_value(&Value::Struct(fault.into()), &mut xml);
    xml.push_str("</fault></methodResponse>");
    xml
}

fn write_param(value: &Value, xml: &mut String) {
    xml.push_str("<param>");
    write_value(value, xml);
    xml.push_str("</param>");
}

fn write_value(value: &Value, xml: &mut String) {
    xml.push_str("<value>");
    match value {
        Value::Int(number) => {
            let _ = write!(xml, "<i4>{number}</i4>");
        }
        Value::Bool(is_true) => {
            let _ = write!(xml, "<boolean>{}</boolean>", u8::from(*is_true));
        }
        Value::Double(number) => {
            let _ = write!(xml, "<double>{number}</double>");
        }
        Value::Text(text) => {
            xml.push_str("<string>");
            write_text(text, xml);
            xml.push_str("</string>");
        }
        Value::Array(values) => {
            xml.push_str("<array><data>");
            values.iter().for_each(|value| write_value(value, xml));
            xml.push_str("</data></array>");
        }
        Value::Struct(members) => {
            xml.push_str("<struct>");
            for (name, value) in members {
                xml.push_str("<member><name>");
                write_text(name, xml);
                xml.push_str("</name>");
                write_value(value, xml);
                xml.push_str("</member>");
            }
            xml.push_str("</struct>");
        }
    }
    xml.push_str("</value>");
}

/// Text in which nothing is taken for markup. Characters that XML cannot contain become blanks.
fn write_text(text: &str, xml: &mut String) {
    for c in text.chars() {
        match c {
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            '\r' => xml.push_str("&#13;"),
            '\n' | '\t' => xml.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => xml.push(' '),
            c => xml.push(c),
        }
    }
}
