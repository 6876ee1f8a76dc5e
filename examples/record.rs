//! Record a run as MCAP, judge it by expectations, and replay the recording to the same bits.

use skidpad::expect::Expectations;
use skidpad::record::RunLog;
use skidpad::{Replay, Run};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("skidpad-example-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("run.mcap");

    let checks = Expectations::parse("[[never_collides]]\nvehicle = \"car\"\n")?;
    let run = Run::new("worlds/skidpad.world.xml").seed(7);
    let summary = run.record(&path).expect(checks).duration_s(5.0).go()?;
    print!("{summary}");
    for finding in &summary.findings {
        println!("{}: {}", finding.name, if finding.is_met { "met" } else { "not met" });
    }
    println!("recorded {} ({} bytes)", path.display(), std::fs::metadata(&path)?.len());

    let mut replay = Replay::new(RunLog::open(&path)?)?;
    let verdict = replay.run(None, true, &mut |_, _, _| ())?;
    println!("replayed {} steps, {} hashes compared", verdict.tick_count, verdict.hash_count);
    assert_eq!(verdict.difference, None);
    assert_eq!(replay.sim().state_hash(), summary.state_hash);
    Ok(())
}
