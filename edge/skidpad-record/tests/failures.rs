//! Failing disks and files that end in the middle: nothing that was flushed is lost.

mod common;

use common::{last_hash, provenance, scenery, step};
use skidpad_messages::Step;
use skidpad_record::{
    Compression, Ending, Fault, McapWriter, Recorder, RecordingOptions, RunLog, TopicChoice,
};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const COMPRESSIONS: [Compression; 3] = [Compression::None, Compression::Lz4, Compression::Zstd];

fn options(compression: Compression) -> RecordingOptions {
    RecordingOptions { compression, chunk_bytes: 8 << 10, ..RecordingOptions::default() }
}

/// A recording of little: one topic, log columns once in ten steps.
fn small(compression: Compression) -> RecordingOptions {
    RecordingOptions {
        topics: TopicChoice::parse("/r1/odom"),
        log_period_ns: 10 * common::STEP_NS,
        ..options(compression)
    }
}

/// A file in memory that outlives its writer.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Disk {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().get_ref().clone()
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Disk {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.0.lock().unwrap().seek(position)
    }
}

/// A whole recording of `tick_count` steps, flushed every ten. Gives how far it was flushed.
fn write(out: impl Write + Seek, options: RecordingOptions, tick_count: u64) -> (u64, bool) {
    let mut flushed = 0;
    let Ok(mut writer) = McapWriter::begin(out, &provenance(), scenery(), options) else {
        return (flushed, false);
    };
    for tick in 1..=tick_count {
        let mut written = writer.write(tick, &step(tick));
        if tick % 10 == 0 && written.is_ok() {
            written = writer.flush();
            if written.is_ok() {
                flushed = tick;
            }
        }
        if written.is_err() {
            drop(writer.give_up());
            return (flushed, false);
        }
    }
    (flushed, writer.finish().is_ok())
}

#[test]
fn the_nth_write_may_fail_for_every_n() {
    for compression in COMPRESSIONS {
        for most_bytes in [usize::MAX, 3000] {
            let mut nth = 1;
            loop {
                let disk = Disk::default();
                let fault = Fault::at(disk.clone(), nth).with_short_writes(most_bytes);
                let (flushed, is_done) = write(fault, small(compression), 20);
                let bytes = disk.bytes();
                match last_hash(&bytes) {
                    Some((last, ending)) => {
                        assert!(last >= flushed, "{compression:?}, call {nth}: {last} of {flushed}");
                        assert!(!is_done || ending == Ending::Whole, "{compression:?}, call {nth}");
                    }
                    None => assert_eq!(flushed, 0, "{compression:?}, call {nth}: unreadable"),
                }
                if is_done {
                    break;
                }
                nth += 1;
            }
            println!(
                "{compression:?}, writes of at most {most_bytes}: {} calls, each of them failed once",
                nth - 1
            );
            assert!(nth > 5);
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_read_up_to_the_cut() {
    for compression in COMPRESSIONS {
        let disk = Disk::default();
        assert_eq!(write(disk.clone(), options(compression), 60), (60, true));
        let bytes = disk.bytes();
        let mut cuts: Vec<usize> = (0..bytes.len()).step_by((bytes.len() / 300).max(1)).collect();
        cuts.extend(bytes.len().saturating_sub(200)..=bytes.len());
        let mut before = 0;
        for cut in cuts {
            let Some((last, _)) = last_hash(&bytes[..cut]) else { continue };
            assert!(last >= before, "{compression:?}: a longer file shows less at {cut}");
            before = last;
        }
        assert_eq!(before, 60);
    }
}

/// Whatever byte is changed, reading tells or shows what was written; it never panics.
#[test]
fn a_changed_byte_breaks_nothing() {
    for compression in COMPRESSIONS {
        let disk = Disk::default();
        write(disk.clone(), small(compression), 20);
        let mut bytes = disk.bytes();
        for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
            bytes[at] ^= 0x41;
            let _ = RunLog::read(&bytes[..]);
            bytes[at] ^= 0x41;
        }
    }
}

/// Nothing more comes, as when a run is paused or killed: what was seen is on the disk all the same.
#[test]
fn what_was_seen_is_readable_while_the_run_stands_still() {
    let disk = Disk::default();
    let options = RecordingOptions { flush_period: Duration::from_millis(20), ..options(Compression::Lz4) };
    let mut recorder = Recorder::start(disk.clone(), provenance(), scenery(), options).unwrap();
    for tick in 1..=10 {
        let hash = (tick == 10).then_some(10 * 1_000_003);
        recorder.record(&Step { hash, ..step(tick) });
    }
    let began = Instant::now();
    while last_hash(&disk.bytes()).map(|(last, _)| last) != Some(10) {
        assert!(began.elapsed() < Duration::from_secs(60), "it never comes");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(recorder);
}

#[test]
fn a_run_goes_on_when_its_recording_fails_and_hears_of_it() {
    for nth in [1, 2, 3, 5, 8, 0] {
        let disk = Disk::default();
        let out = Fault::at(disk.clone(), nth);
        let options =
            RecordingOptions { chunk_bytes: 4 << 10, memory_bytes: 64 << 10, ..options(Compression::Lz4) };
        let mut recorder = Recorder::start(out, provenance(), scenery(), options).unwrap();
        for tick in 1..=2000 {
            recorder.record(&Step { hash: (tick % 100 == 0).then_some(tick), ..step(tick) });
        }
        match recorder.close() {
            Ok(summary) => assert_eq!((nth, summary.tick_count), (0, 2000)),
            Err(problem) => assert!(nth > 0 && problem.contains("no space left"), "{nth}: {problem}"),
        }
    }
}
