//! Reads calls and responses. Nesting is limited; document types are refused.

use super::Value;
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use std::fmt;

/// Deepest nesting of arrays and structs.
const MAX_DEPTH: usize = 32;

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Name of the method.
    pub method: String,
    /// Its arguments.
    pub params: Vec<Value>,
}

/// Why a document is not a call or a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlProblem(String);

impl fmt::Display for XmlProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for XmlProblem {}

fn problem<T>(text: impl Into<String>) -> Result<T, XmlProblem> {
    Err(XmlProblem(text.into()))
}

/// Read a call.
pub fn parse_call(body: &[u8]) -> Result<Call, XmlProblem> {
    let mut tokens = Tokens::new(body)?;
    tokens.open("methodCall")?;
    let method = tokens.text_element("methodName")?;
    let mut params = Vec::new();
    match tokens.next_mark()? {
        Token::Open(name) if name == "params" => {
            while let Token::Open(name) = tokens.next_mark()? {
                if name != "param" {
                    return problem(format!("<{name}> stands where <param> belongs"));
                }
                params.push(tokens.value()?);
                tokens.close()?;
            }
            tokens.close()?;
        }
        Token::Close => {}
        Token::Open(_) | Token::Text(_) | Token::End => return problem("the call has no parameters"),
    }
    tokens.end()?;
    Ok(Call { method, params })
}

/// Read a response; a fault is an error with its text.
pub fn parse_response(body: &[u8]) -> Result<Value, XmlProblem> {
    let mut tokens = Tokens::new(body)?;
    tokens.open("methodResponse")?;
    match tokens.next_mark()? {
        Token::Open(name) if name == "params" => {
            tokens.open("param")?;
            tokens.value()
        }
        Token::Open(name) if name == "fault" => {
            let fault = tokens.value()?;
            let Value::Struct(members) = fault else { return problem("the call failed") };
            let reason = members.iter().find(|(name, _)| name == "faultString");
            problem(reason.and_then(|(_, value)| value.text()).unwrap_or("the call failed"))
        }
        _ => problem("the response has neither parameters nor a fault"),
    }
}

enum Token {
    Open(String),
    Close,
    Text(String),
    End,
}

struct Tokens<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
}

impl<'a> Tokens<'a> {
    fn new(body: &'a [u8]) -> Result<Self, XmlProblem> {
        let Ok(text) = std::str::from_utf8(body) else { return problem("the document is not UTF-8") };
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Ok(Tokens { reader, depth: 0 })
    }

    fn next(&mut self) -> Result<Token, XmlProblem> {
        loop {
            let event = self.reader.read_event();
            return Ok(
                match event.map_err(|error| XmlProblem(format!("the document is not XML: {error}")))? {
                    Event::Start(start) => Token::Open(start.local_name().as_ref().to_owned()),
                    Event::End(_) => Token::Close,
                    Event::Text(text) => Token::Text(text.to_string()),
                    Event::CData(text) => Token::Text(text.to_string()),
                    Event::GeneralRef(reference) => {
                        let character = match reference.resolve_char_ref() {
                            Ok(Some(character)) => character,
                            _ => named(&reference)?,
                        };
                        Token::Text(character.to_string())
                    }
                    Event::DocType(_) => return problem("the document has a document type"),
                    Event::Eof => Token::End,
                    Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
                },
            );
        }
    }

    /// The next mark; blanks between marks are skipped.
    fn next_mark(&mut self) -> Result<Token, XmlProblem> {
        loop {
            match self.next()? {
                Token::Text(text) if text.trim().is_empty() => {}
                Token::Text(_) => return problem("there is text between elements"),
                token => return Ok(token),
            }
        }
    }

    fn open(&mut self, expected: &str) -> Result<(), XmlProblem> {
        match self.next_mark()? {
            Token::Open(name) if name == expected => Ok(()),
            Token::Open(name) => problem(format!("<{name}> stands where <{expected}> belongs")),
            _ => problem(format!("<{expected}> is missing")),
        }
    }

    fn close(&mut self) -> Result<(), XmlProblem> {
        match self.next_mark()? {
            Token::Close => Ok(()),
            _ => problem("an element has more content than it may"),
        }
    }

    /// Nothing but closing marks may follow.
    fn end(&mut self) -> Result<(), XmlProblem> {
        loop {
            match self.next_mark()? {
                Token::Close => {}
                Token::End => return Ok(()),
                Token::Open(_) | Token::Text(_) => return problem("the document goes on after its end"),
            }
        }
    }

    /// The text up to the closing mark.
    fn text_to_close(&mut self) -> Result<String, XmlProblem> {
        let mut all = String::new();
        loop {
            match self.next()? {
                Token::Text(text) => all.push_str(&text),
                Token::Close => return Ok(all),
                Token::Open(name) => return problem(format!("<{name}> stands where text belongs")),
                Token::End => return problem("the document ends too early"),
            }
        }
    }

    fn text_element(&mut self, name: &str) -> Result<String, XmlProblem> {
        self.open(name)?;
        self.text_to_close()
    }

    /// `<value>…</value>`.
    fn value(&mut self) -> Result<Value, XmlProblem> {
        self.open("value")?;
        self.value_to_close()
    }

    /// What stands in `<value>`, up to its closing mark.
    fn value_to_close(&mut self) -> Result<Value, XmlProblem> {
        let mut plain = String::new();
        loop {
            match self.next()? {
                Token::Text(text) => plain.push_str(&text),
                // Without a type it is a text.
                Token::Close => return Ok(Value::Text(plain)),
                Token::Open(kind) => {
                    let value = self.typed(&kind)?;
                    self.close()?;
                    return Ok(value);
                }
                Token::End => return problem("the document ends too early"),
            }
        }
    }

    fn typed(&mut self, kind: &str) -> Result<Value, XmlProblem> {
        match kind {
            "array" | "struct" => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return problem(format!("values are nested more than {MAX_DEPTH} times"));
                }
                let value = if kind == "array" { self.array() } else { self.structure() }?;
                self.depth -= 1;
                Ok(value)
            }
            _ => scalar(kind, self.text_to_close()?),
        }
    }

    fn array(&mut self) -> Result<Value, XmlProblem> {
        self.open("data")?;
        let mut values = Vec::new();
        loop {
            match self.next_mark()? {
                Token::Open(name) if name == "value" => values.push(self.value_to_close()?),
                Token::Close => break,
                _ => return problem("an array has something other than values"),
            }
        }
        self.close()?;
        Ok(Value::Array(values))
    }

    fn structure(&mut self) -> Result<Value, XmlProblem> {
        let mut members = Vec::new();
        loop {
            match self.next_mark()? {
                Token::Open(name) if name == "member" => {
                    let name = self.text_element("name")?;
                    members.push((name, self.value()?));
                    self.close()?;
                }
                Token::Close => return Ok(Value::Struct(members)),
                _ => return problem("a struct has something other than members"),
            }
        }
    }
}

fn scalar(kind: &str, text: String) -> Result<Value, XmlProblem> {
    let bad = |text: &str| XmlProblem(format!("{text:?} is no {kind}"));
    match kind {
        "int" | "i4" => text.trim().parse().map(Value::Int).map_err(|_| bad(&text)),
        "double" => text.trim().parse().map(Value::Double).map_err(|_| bad(&text)),
        "boolean" => match text.trim() {
            "0" => Ok(Value::Bool(false)),
            "1" => Ok(Value::Bool(true)),
            _ => Err(bad(&text)),
        },
        "string" | "base64" | "dateTime.iso8601" => Ok(Value::Text(text)),
        _ => problem(format!("there is no type {kind:?}")),
    }
}

fn named(reference: &str) -> Result<char, XmlProblem> {
    Ok(match reference {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return problem(format!("there is no character &{reference};")),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{write_call, write_fault, write_response};
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let all = Value::Struct(vec![
            ("a<b".to_string(), Value::Array(vec![1.into(), true.into(), (-0.25).into()])),
            ("empty".to_string(), Value::Array(Vec::new())),
            ("text".to_string(), " <&>\"'\r\n é ".into()),
        ]);
        let call = write_call("setParam", &["/me".into(), all.clone()]);
        let expected = Call { method: "setParam".to_string(), params: vec!["/me".into(), all.clone()] };
        assert_eq!(parse_call(call.as_bytes()), Ok(expected));
        assert_eq!(parse_response(write_response(&all).as_bytes()), Ok(all));
        let fault = parse_response(write_fault(-1, "no <such> method").as_bytes());
        assert_eq!(fault.map_err(|it| it.to_string()), Err("no <such> method".to_string()));
    }

    #[test]
    fn other_writers_leave_out_types_and_parameters_and_add_blanks() {
        let call = "<?xml version='1.0'?>\n<methodCall>\n<methodName>getPid</methodName>\n<params>\n<param>\n\
                    <value>/rostopic</value>\n</param>\n</params>\n</methodCall>\n";
        assert_eq!(parse_call(call.as_bytes()).map(|it| it.params), Ok(vec!["/rostopic".into()]));
        let call = "<methodCall><methodName>x</methodName></methodCall>";
        assert_eq!(parse_call(call.as_bytes()).map(|it| it.params), Ok(Vec::new()));
    }

    #[test]
    fn rubbish_is_refused() {
        for rubbish in [
            "",
            "<",
            "<methodCall>",
            "<methodCall><methodName>x</methodName><params><param><value><int>9e9</int></value></param></params></methodCall>",
            "<!DOCTYPE x [<!ENTITY a 'b'>]><methodCall><methodName>&a;</methodName></methodCall>",
            "<methodCall><methodName>&a;</methodName></methodCall>",
        ] {
            assert!(parse_call(rubbish.as_bytes()).is_err(), "{rubbish}");
        }
        let deep = format!(
            "<methodCall><methodName>x</methodName><params><param>{}",
            "<value><array><data>".repeat(100_000)
        );
        assert!(parse_call(deep.as_bytes()).unwrap_err().to_string().contains("nested"));
    }
}
