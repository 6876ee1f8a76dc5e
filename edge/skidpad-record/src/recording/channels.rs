//! An MCAP file being written: channels are created with their first message.

use crate::TopicChoice;
use mcap::records::MessageHeader;
use mcap::{Attachment, McapResult, WriteOptions, Writer};
use skidpad_rosmsg::{CdrWriter, Message};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufWriter, Seek, Write};

/// Compression of the chunks of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compression {
    /// No compression.
    #[cfg_attr(not(feature = "compression"), default)]
    None,
    /// Fast.
    #[cfg(feature = "compression")]
    #[default]
    Lz4,
    /// Slower and smaller.
    #[cfg(feature = "compression")]
    Zstd,
}

/// The channel of a message, for repeated use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChannelId {
    id: u16,
    slot: usize,
}

/// Bytes written at once.
const BUFFER: usize = 256 << 10;

/// Quality of service of latched topics: late subscribers receive the last message.
const LATCHED: &str = "- history: keep_last
  depth: 1
  reliability: reliable
  durability: transient_local
  deadline:
    sec: 9223372036
    nsec: 854775807
  lifespan:
    sec: 9223372036
    nsec: 854775807
  liveliness: automatic
  liveliness_lease_duration:
    sec: 9223372036
    nsec: 854775807
  avoid_ros_namespace_conventions: false
";

/// The channels of a file.
pub(crate) struct Channels<W: Write + Seek> {
    /// Buffered, because indexes are written number by number.
    writer: Writer<BufWriter<W>>,
    topics: TopicChoice,
    /// By topic and type; `None` for one that is not recorded. A sensor may have the name of another topic of its
    /// vehicle, such as `odom`: the second type is recorded as `/odom_x00_Imu`, which no name of a world becomes.
    known: BTreeMap<String, Vec<(&'static str, Option<ChannelId>)>>,
    /// Next sequence number of each channel.
    sequences: Vec<u32>,
    cdr: CdrWriter,
    log_time_ns: u64,
    written_bytes: u64,
}

impl<W: Write + Seek> Channels<W> {
    pub(crate) fn create(
        out: W,
        compression: Compression,
        chunk_bytes: u64,
        topics: TopicChoice,
    ) -> McapResult<Self> {
        let compression = match compression {
            Compression::None => None,
            #[cfg(feature = "compression")]
            Compression::Lz4 => Some(mcap::Compression::Lz4),
            #[cfg(feature = "compression")]
            Compression::Zstd => Some(mcap::Compression::Zstd),
        };
        let options = WriteOptions::new()
            .profile("ros2")
            .library(concat!("skidpad ", env!("CARGO_PKG_VERSION")))
            .compression(compression)
            .chunk_size(Some(chunk_bytes))
            // A chunk is written as a whole, so a file is never cut in the middle of a header.
            .disable_seeking(true);
        #[cfg(feature = "compression")]
        let options = options.compression_threads(0);
        Ok(Channels {
            writer: options.create(BufWriter::with_capacity(BUFFER, out))?,
            topics,
            known: BTreeMap::new(),
            sequences: Vec::new(),
            cdr: CdrWriter::default(),
            log_time_ns: 0,
            written_bytes: 0,
        })
    }

    /// The log time, which a reset does not set back.
    pub(crate) fn set_log_time(&mut self, log_time_ns: u64) {
        self.log_time_ns = log_time_ns;
    }

    pub(crate) fn attach(&mut self, name: String, media_type: &str, data: &[u8]) -> McapResult<()> {
        self.written_bytes += data.len() as u64;
        self.writer.attach(&Attachment {
            log_time: self.log_time_ns,
            create_time: 0,
            name,
            media_type: media_type.to_string(),
            data: Cow::Borrowed(data),
        })
    }

    /// The channel of a topic; `None` for a topic that is not recorded.
    pub(crate) fn channel<M: Message>(&mut self, topic: &str) -> McapResult<Option<ChannelId>> {
        let type_name = M::DESCRIPTION.type_name;
        let of_topic = self.known.get(topic).map_or(&[][..], Vec::as_slice);
        if let Some((_, known)) = of_topic.iter().find(|(known, _)| *known == type_name) {
            return Ok(*known);
        }
        let is_log = topic.ends_with("/log") || topic.contains("/log/");
        let is_ours = topic.starts_with("/skidpad/") || is_log && !self.topics.excludes(topic);
        let is_second = !of_topic.is_empty();
        let channel = match is_ours || self.topics.has(topic) {
            true if is_second => {
                let short_name = type_name.rsplit('/').next().unwrap_or(type_name);
                Some(self.open::<M>(&format!("{topic}_x00_{short_name}"))?)
            }
            true => Some(self.open::<M>(topic)?),
            false => None,
        };
        self.known.entry(topic.to_string()).or_default().push((type_name, channel));
        Ok(channel)
    }

    fn open<M: Message>(&mut self, topic: &str) -> McapResult<ChannelId> {
        let description = M::DESCRIPTION;
        let schema =
            self.writer.add_schema(description.type_name, "ros2msg", description.schema().as_bytes())?;
        let latched = ["tf_static", "chassis_polygon", "chassis_markers", "simul_map", "simul_map_metadata"];
        let is_latched = topic.rsplit('/').next().is_some_and(|name| latched.contains(&name));
        let metadata = BTreeMap::from([
            ("topic_type_hash".to_string(), description.hash()),
            ("offered_qos_profiles".to_string(), if is_latched { LATCHED } else { "" }.to_string()),
        ]);
        let id = self.writer.add_channel(schema, topic, "cdr", &metadata)?;
        self.sequences.push(0);
        Ok(ChannelId { id, slot: self.sequences.len() - 1 })
    }

    /// Write a message to its channel.
    pub(crate) fn write<M: Message>(
        &mut self,
        channel: ChannelId,
        stamp_ns: u64,
        message: &M,
    ) -> McapResult<()> {
        self.cdr.begin();
        message.write(&mut self.cdr);
        let sequence = self.sequences[channel.slot];
        self.sequences[channel.slot] = sequence.wrapping_add(1);
        let header = MessageHeader {
            channel_id: channel.id,
            sequence,
            log_time: self.log_time_ns,
            publish_time: stamp_ns,
        };
        self.written_bytes += self.cdr.bytes().len() as u64;
        self.writer.write_to_known_channel(&header, self.cdr.bytes())
    }

    /// Write a message to a topic, if it is recorded.
    pub(crate) fn send<M: Message>(&mut self, topic: &str, stamp_ns: u64, message: &M) -> McapResult<()> {
        match self.channel::<M>(topic)? {
            Some(channel) => self.write(channel, stamp_ns, message),
            None => Ok(()),
        }
    }

    /// Bytes of messages and attachments so far, before compression.
    pub(crate) fn written_bytes(&self) -> u64 {
        self.written_bytes
    }

    /// Make everything written so far readable.
    pub(crate) fn flush(&mut self) -> McapResult<()> {
        self.writer.flush()
    }

    /// Write the summary, and return the writer inside.
    pub(crate) fn finish(mut self) -> McapResult<W> {
        self.writer.finish()?;
        self.writer.into_inner().into_inner().map_err(|error| error.into_error().into())
    }

    /// Abandon the file without another write.
    pub(crate) fn give_up(self) -> W {
        self.writer.into_inner().into_parts().0
    }
}
