//! How long short samples take beside long ones: 600 bytes at 100 Hz, alone and beside 2 MB at 10 Hz, between two
//! participants on loopback. `cargo bench -p skidpad-rtps --bench latency`

use std::error::Error;
use std::time::{Duration, Instant};

use bytes::Bytes;
use skidpad_rtps::{Participant, ParticipantSettings, Qos, Wire};

const COUNT: u32 = 600;
const TYPE: &str = "test::msg::dds_::Bytes_";

fn main() -> Result<(), Box<dyn Error>> {
    println!("bytes_beside,samples,median_ms,p99_ms,worst_ms,long_samples");
    for beside in [0, 2_000_000] {
        println!("{}", measure(beside)?);
    }
    Ok(())
}

fn measure(beside: usize) -> Result<String, Box<dyn Error>> {
    let settings = ParticipantSettings { domain: 229, ..ParticipantSettings::default() };
    let (talker, listener) = (Participant::start(&settings)?, Participant::start(&settings)?);
    let odometry = talker.writer("rt/odom", TYPE, &Qos::reliable(50), b"")?;
    let cloud = talker.writer("rt/cloud", TYPE, &Qos::reliable(5), b"")?;
    let heard = listener.reader("rt/odom", TYPE, &Qos::reliable(50), b"")?;
    let seen = listener.reader("rt/cloud", TYPE, &Qos::reliable(5), b"")?;
    while talker.matched(odometry.guid()).is_empty() || talker.matched(cloud.guid()).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let start = Instant::now();
    let mut latencies_ms = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0..COUNT {
                if beside > 0 && number % 10 == 0 {
                    let _ = talker.write(cloud, Bytes::from(vec![0; beside]), None, None);
                }
                let mut body = (start.elapsed().as_nanos() as u64).to_le_bytes().to_vec();
                body.resize(600, 0);
                let _ = talker.write(odometry, body.into(), None, None);
                let next = start + Duration::from_millis(10) * (number + 1);
                std::thread::sleep(next.saturating_duration_since(Instant::now()));
            }
        });
        while let Some(sample) = heard.recv_timeout(Duration::from_secs(2)) {
            let now_ns = start.elapsed().as_nanos() as u64;
            let sent_ns = sample.body.first_chunk().map_or(now_ns, |bytes| u64::from_le_bytes(*bytes));
            latencies_ms.push(now_ns.saturating_sub(sent_ns) as f64 * 1e-6);
        }
    });
    latencies_ms.sort_by(f64::total_cmp);
    let at = |share: f64| latencies_ms[((latencies_ms.len() - 1) as f64 * share) as usize];
    let (median, p99, worst) = (at(0.5), at(0.99), at(1.0));
    let clouds = seen.drain().len() as u64 + seen.dropped_count();
    Ok(format!("{beside},{},{median:.3},{p99:.3},{worst:.3},{clouds}", latencies_ms.len()))
}
