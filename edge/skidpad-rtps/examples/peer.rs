//! A participant that does what it reads from standard input, one command per line, and prints one line per answer.
//! `scripts/check-dds` drives it against other implementations.
//!
//! ```text
//! cargo run -p skidpad-rtps --example peer -- DOMAIN [INTERFACE]
//! writer NAME TOPIC TYPE reliable|best_effort|latched DEPTH [USER_DATA]
//! reader NAME TOPIC TYPE reliable|best_effort|latched DEPTH [USER_DATA]
//! write NAME HEX                      one sample
//! stream NAME BYTES COUNT PERIOD_MS   samples from a thread: CDR of a u32 counter and a sequence of bytes
//! read NAME                           the samples that wait: sequence number, length, up to 16 bytes
//! tally NAME                          how many samples waited since the last call, and how many of them were whole
//! answer READER WRITER                answers the requests that wait, each to the reader it names
//! matched NAME | peers | endpoints | remove NAME | errors | quit
//! ```
use std::collections::BTreeMap;
use std::error::Error;
use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use skidpad_rtps::{Guid, Participant, ParticipantSettings, Qos, Receiver, SampleId, Wire, WriterId};

struct Driver {
    wire: Arc<Participant>,
    writers: BTreeMap<String, WriterId>,
    readers: BTreeMap<String, Receiver>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut settings =
        ParticipantSettings { user_data: b"enclave=/;".to_vec(), ..ParticipantSettings::default() };
    if let Some(domain) = arguments.first() {
        settings.domain = domain.parse()?;
    }
    if let Some(interface) = arguments.get(1) {
        settings.interface = interface.parse()?;
    }
    let wire = Arc::new(Participant::start(&settings)?);
    println!("ready {} {}", wire.guid(), wire.address());
    let mut driver = Driver { wire, writers: BTreeMap::new(), readers: BTreeMap::new() };
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        match driver.obey(&words) {
            Ok(answer) => println!("{answer}"),
            Err(error) => println!("error {error}"),
        }
    }
    Ok(())
}

impl Driver {
    fn obey(&mut self, words: &[&str]) -> Result<String, Box<dyn Error>> {
        Ok(match *words {
            ["writer", name, topic, type_name, qos, depth, ref rest @ ..] => {
                let user_data = rest.first().copied().unwrap_or_default();
                let writer =
                    self.wire.writer(topic, type_name, &qos_of(qos, depth)?, user_data.as_bytes())?;
                self.writers.insert(name.to_string(), writer);
                format!("writer {}", writer.guid())
            }
            ["reader", name, topic, type_name, qos, depth, ref rest @ ..] => {
                let user_data = rest.first().copied().unwrap_or_default();
                let reader =
                    self.wire.reader(topic, type_name, &qos_of(qos, depth)?, user_data.as_bytes())?;
                let answer = format!("reader {}", reader.guid());
                self.readers.insert(name.to_string(), reader);
                answer
            }
            ["write", name, hex] => {
                format!("written {}", self.wire.write(self.writer(name)?, unhex(hex)?.into(), None, None)?)
            }
            ["stream", name, bytes, count, period_ms] => {
                let period = Duration::from_millis(period_ms.parse()?);
                stream(self.wire.clone(), self.writer(name)?, bytes.parse()?, count.parse()?, period);
                "streaming".to_string()
            }
            ["read", name] => self.read(name)?,
            ["tally", name] => {
                let samples = self.readers.get(name).ok_or("no such reader")?.drain();
                let whole = samples.iter().filter(|sample| is_whole(&sample.body)).count();
                format!("tally {} {whole}", samples.len())
            }
            ["answer", reader, writer] => {
                let requests = self.readers.get(reader).ok_or("no such reader")?.drain();
                for request in &requests {
                    let asker = request.related.ok_or("a request without reader")?.guid;
                    let related = SampleId { guid: asker, sequence: request.sequence };
                    self.wire.write(
                        self.writer(writer)?,
                        request.body.clone(),
                        Some(related),
                        Some(asker),
                    )?;
                }
                format!("answered {}", requests.len())
            }
            ["matched", name] => format!("matched {}", self.wire.matched(self.guid(name)?).len()),
            ["remove", name] => {
                self.wire.remove(self.guid(name)?)?;
                "removed".to_string()
            }
            ["peers"] => self.peers(),
            ["endpoints"] => self.endpoints(),
            ["errors"] => match self.wire.take_error() {
                Some(error) => format!("errors {error}"),
                None => format!("errors none, {} malformed", self.wire.malformed_count()),
            },
            _ => return Err("unknown command".into()),
        })
    }

    fn writer(&self, name: &str) -> Result<WriterId, Box<dyn Error>> {
        Ok(*self.writers.get(name).ok_or("no such writer")?)
    }

    fn guid(&self, name: &str) -> Result<Guid, Box<dyn Error>> {
        let writer = self.writers.get(name).map(|writer| writer.guid());
        Ok(writer.or_else(|| self.readers.get(name).map(Receiver::guid)).ok_or("no such endpoint")?)
    }

    fn read(&self, name: &str) -> Result<String, Box<dyn Error>> {
        let samples = self.readers.get(name).ok_or("no such reader")?.drain();
        let show = |sample: &skidpad_rtps::Sample| {
            let start: String = sample.body.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
            format!(" {}:{}:{start}", sample.sequence, sample.body.len())
        };
        Ok(format!("samples{}", samples.iter().map(show).collect::<String>()))
    }

    fn peers(&self) -> String {
        let show = |peer: skidpad_rtps::Peer| {
            let [a, b] = peer.vendor.0;
            format!(" {a:02x}.{b:02x}|{}", String::from_utf8_lossy(&peer.user_data))
        };
        format!("peers{}", self.wire.peers().into_iter().map(show).collect::<String>())
    }

    fn endpoints(&self) -> String {
        let show = |endpoint: skidpad_rtps::Endpoint| {
            let kind = if endpoint.is_reader { "reader" } else { "writer" };
            format!(
                " {kind}|{}|{}|{}",
                endpoint.topic,
                endpoint.type_name,
                String::from_utf8_lossy(&endpoint.user_data)
            )
        };
        format!("endpoints{}", self.wire.endpoints().into_iter().map(show).collect::<String>())
    }
}

fn qos_of(kind: &str, depth: &str) -> Result<Qos, Box<dyn Error>> {
    let depth = depth.parse()?;
    match kind {
        "reliable" => Ok(Qos::reliable(depth)),
        "best_effort" => Ok(Qos::best_effort(depth)),
        "latched" => Ok(Qos::latched(depth)),
        _ => Err("unknown quality of service".into()),
    }
}

fn unhex(hex: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?)).collect()
}

/// A counter and a sequence of bytes that all say the counter's last byte.
fn body(counter: u32, length: usize) -> Bytes {
    let mut body = counter.to_le_bytes().to_vec();
    body.extend((length as u32).to_le_bytes());
    body.resize(8 + length, counter as u8);
    body.into()
}

fn is_whole(body: &[u8]) -> bool {
    let Some((head, filler)) = body.split_at_checked(8) else { return false };
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    length == filler.len() && filler.iter().all(|&byte| byte == head[0])
}

fn stream(wire: Arc<Participant>, writer: WriterId, bytes: usize, count: u32, period: Duration) {
    let start = Instant::now();
    std::thread::spawn(move || {
        for counter in 0..count {
            if wire.write(writer, body(counter, bytes), None, None).is_err() {
                return;
            }
            std::thread::sleep((start + period * (counter + 1)).saturating_duration_since(Instant::now()));
        }
    });
}
