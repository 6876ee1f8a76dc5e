//! Reads recordings, also those that are cut short.

use mcap::McapError;
use mcap::records::Record;
use mcap::sans_io::{LinearReadEvent, LinearReader, LinearReaderOptions};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

/// The longest record that is read [bytes].
const LONGEST_RECORD: usize = 256 << 20;

/// Longest name of a type: every channel has a copy of it [bytes].
const LONGEST_TYPE_NAME: usize = 1024;

/// Description of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChannelFacts {
    /// Its topic.
    pub topic: String,
    /// Type of its messages, `package/msg/Name`.
    pub type_name: String,
    /// Definition of that type, which all channels of the type share.
    pub schema: Arc<str>,
    /// How messages are encoded; `cdr` in recordings of skidpad.
    pub encoding: String,
    /// Hash of the type, where the file has it.
    pub type_hash: String,
}

/// An entry of a recording.
#[derive(Debug)]
pub enum Entry<'a> {
    /// The header: profile and library.
    Header {
        /// What the file is for; `ros2` for recordings of skidpad.
        profile: &'a str,
        /// The program that wrote it.
        library: &'a str,
    },
    /// A file attached to the recording.
    Attachment {
        /// Its name.
        name: &'a str,
        /// Its bytes.
        bytes: &'a [u8],
    },
    /// A message.
    Message {
        /// Its channel.
        channel: &'a Arc<ChannelFacts>,
        /// Its number on the channel.
        sequence: u32,
        /// Log time, from the start of the recording [ns].
        log_time_ns: u64,
        /// Simulated time [ns].
        publish_time_ns: u64,
        /// Its bytes.
        data: &'a [u8],
    },
}

/// How a recording ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The file is complete.
    Whole,
    /// The file is cut short: the run was killed, or the disk was full. Everything before was read.
    CutShort,
    /// A record is damaged; the text says why. Everything before was read.
    Damaged(String),
}

/// Why a file cannot be read at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The system refused.
    Io(io::Error),
    /// It is not a recording.
    NotARecording,
}

impl fmt::Display for ReadProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadProblem::Io(error) => error.fmt(f),
            ReadProblem::NotARecording => f.write_str("this is not an MCAP recording"),
        }
    }
}

impl std::error::Error for ReadProblem {}

impl From<io::Error> for ReadProblem {
    fn from(error: io::Error) -> Self {
        ReadProblem::Io(error)
    }
}

/// Visit everything in a recording, in the order in which it was written. Memory is bounded by its largest record.
pub fn read_run(mut input: impl Read, visit: &mut dyn FnMut(Entry<'_>)) -> Result<Ending, ReadProblem> {
    let options = LinearReaderOptions::default()
        .with_skip_end_magic(true)
        .with_prevalidate_chunk_crcs(true)
        .with_record_length_limit(LONGEST_RECORD);
    let mut reader = LinearReader::new_with_options(options);
    let mut tables = Tables::default();
    let (mut has_begun, mut is_whole) = (false, false);
    loop {
        let event = match reader.next_event() {
            None => break,
            Some(Ok(event)) => event,
            Some(Err(McapError::BadMagic)) if !has_begun => return Err(ReadProblem::NotARecording),
            Some(Err(McapError::UnexpectedEof)) => return cut_short(has_begun),
            Some(Err(error)) if has_begun => return Ok(Ending::Damaged(error.to_string())),
            Some(Err(_)) => return Err(ReadProblem::NotARecording),
        };
        match event {
            LinearReadEvent::ReadRequest(count) => {
                let mut got = 0;
                let buffer = reader.insert(count);
                while got == 0 {
                    match input.read(buffer) {
                        Ok(count) => {
                            got = count;
                            break;
                        }
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                reader.notify_read(got);
            }
            LinearReadEvent::Record { data, opcode } => {
                has_begun = true;
                is_whole |= opcode == mcap::records::op::FOOTER;
                match mcap::parse_record(opcode, data) {
                    Ok(record) => tables.take(&record, visit),
                    Err(error) => return Ok(Ending::Damaged(error.to_string())),
                }
            }
        }
    }
    if is_whole { Ok(Ending::Whole) } else { cut_short(has_begun) }
}

fn cut_short(has_begun: bool) -> Result<Ending, ReadProblem> {
    if has_begun { Ok(Ending::CutShort) } else { Err(ReadProblem::NotARecording) }
}

/// Schemas and channels met so far.
#[derive(Default)]
struct Tables {
    schemas: BTreeMap<u16, (String, Arc<str>)>,
    channels: BTreeMap<u16, Arc<ChannelFacts>>,
}

impl Tables {
    fn take(&mut self, record: &Record<'_>, visit: &mut dyn FnMut(Entry<'_>)) {
        match record {
            Record::Header(header) => {
                visit(Entry::Header { profile: &header.profile, library: &header.library });
            }
            Record::Schema { header, data } => {
                let name = header.name[..header.name.floor_char_boundary(LONGEST_TYPE_NAME)].to_owned();
                let definition = || (name, String::from_utf8_lossy(data).into());
                self.schemas.entry(header.id).or_insert_with(definition);
            }
            Record::Channel(channel) => {
                let (type_name, schema) = self.schemas.get(&channel.schema_id).cloned().unwrap_or_default();
                let type_hash = channel.metadata.get("topic_type_hash").cloned().unwrap_or_default();
                self.channels.entry(channel.id).or_insert_with(|| {
                    Arc::new(ChannelFacts {
                        topic: channel.topic.clone(),
                        type_name,
                        schema,
                        encoding: channel.message_encoding.clone(),
                        type_hash,
                    })
                });
            }
            Record::Message { header, data } => {
                // A message of an unknown channel is skipped.
                let Some(channel) = self.channels.get(&header.channel_id) else { return };
                visit(Entry::Message {
                    channel,
                    sequence: header.sequence,
                    log_time_ns: header.log_time,
                    publish_time_ns: header.publish_time,
                    data,
                });
            }
            Record::Attachment { header, data, .. } => {
                visit(Entry::Attachment { name: &header.name, bytes: data });
            }
            _ => {}
        }
    }
}
