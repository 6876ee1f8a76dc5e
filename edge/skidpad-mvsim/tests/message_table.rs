//! The Rust types are those of the table in testdata/comms/messages.txt.

use serde_json::{Map, Value, json};
use skidpad_mvsim::messages::{TYPE_NAMES, from_json, to_json};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Clone, Debug)]
struct Field {
    label: String,
    kind: String,
    name: String,
    number: u64,
    is_packed: bool,
}

fn table() -> BTreeMap<String, Vec<Field>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/comms/messages.txt");
    let text = std::fs::read_to_string(path).expect("the table");
    let mut messages: BTreeMap<String, Vec<Field>> = BTreeMap::new();
    let mut message = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (line.starts_with(' '), &words[..]) {
            (false, [name]) => {
                message = name.to_string();
                messages.insert(message.clone(), Vec::new());
            }
            (true, [label, kind, name, number, rest @ ..]) => {
                messages.get_mut(&message).expect("a message").push(Field {
                    label: label.to_string(),
                    kind: kind.to_string(),
                    name: name.to_string(),
                    number: number.parse().expect("a number"),
                    is_packed: rest.contains(&"packed"),
                });
            }
            // Values of the enumeration.
            _ => {}
        }
    }
    messages
}

/// A value for every field, and the bytes that it has on the wire: tag, then content.
fn example(messages: &BTreeMap<String, Vec<Field>>, message: &str) -> (Value, Vec<u8>) {
    let mut json = Map::new();
    let mut bytes = Vec::new();
    for field in &messages[message] {
        let number = field.number;
        let (value, wire_type, content): (Value, u64, Vec<u8>) = match field.kind.as_str() {
            "string" => (json!("ab"), 2, vec![2, b'a', b'b']),
            "bytes" => (json!("AAE="), 2, vec![2, 0, 1]),
            "bool" => (json!(true), 0, vec![1]),
            "uint32" => (json!(300), 0, vec![0xac, 2]),
            "double" => (json!(1.5), 1, 1.5_f64.to_le_bytes().to_vec()),
            "float" => (json!(2.5), 5, 2.5_f32.to_le_bytes().to_vec()),
            "RuntimeShape" => (json!("LINES"), 0, vec![7]),
            other => {
                let (value, inner) = example(messages, other);
                (value, 2, [&varint(inner.len() as u64)[..], &inner].concat())
            }
        };
        if field.label == "repeated" {
            json.insert(field.name.clone(), json!([value, value]));
            if field.is_packed {
                bytes.extend(varint(number << 3 | 2));
                bytes.extend(varint(2 * content.len() as u64));
                bytes.extend([&content[..], &content].concat());
            } else {
                for _ in 0..2 {
                    bytes.extend(varint(number << 3 | wire_type));
                    bytes.extend(&content);
                }
            }
        } else {
            json.insert(field.name.clone(), value);
            bytes.extend(varint(number << 3 | wire_type));
            bytes.extend(&content);
        }
    }
    (Value::Object(json), bytes)
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 127 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[test]
fn every_message_of_the_table_has_the_same_fields_and_bytes_here() {
    let messages = table();
    assert_eq!(messages.len(), TYPE_NAMES.len());
    for name in messages.keys() {
        let type_name = format!("mvsim_msgs.{name}");
        assert!(TYPE_NAMES.contains(&type_name.as_str()), "{name}");
        let (json, bytes) = example(&messages, name);
        assert_eq!(from_json(&type_name, &json).expect(name), bytes, "{name}");
        assert_eq!(to_json(&type_name, &bytes).expect(name), json, "{name}");
    }
}

/// C++ readers reject a message without its required fields: they are written even when they have no value.
#[test]
fn required_fields_are_always_written_and_asked_for() {
    let messages = table();
    for (name, fields) in &messages {
        for field in fields {
            let (mut json, _) = example(&messages, name);
            json.as_object_mut().expect("an object").remove(&field.name);
            let read = from_json(&format!("mvsim_msgs.{name}"), &json);
            assert_eq!(read.is_err(), field.label == "required", "{name}.{}", field.name);
        }
    }
    assert_eq!(
        from_json("mvsim_msgs.SrvShutdownAnswer", &json!({"accepted": false})).expect("a message"),
        [8, 0]
    );
}
