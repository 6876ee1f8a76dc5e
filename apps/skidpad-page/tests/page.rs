//! The page outside of a browser: what it answers, and that a watched run has the bits of an unwatched one.

use serde_json::{Value, json};
use skidpad_page::{Answer, FilePart, Page, RunState};
use skidpad_record::{Ending, LogEntry, RunLog};

const WORLD: &str = "worlds/two_robots.world.xml";

fn ask(page: &mut Page, question: Value) -> Answer {
    page.answer(serde_json::from_value(question).unwrap())
}

fn hash(page: &mut Page, world: &str, steps: u64, commands: &str) -> String {
    let question = json!({"ask": "hash", "world": world, "steps": steps, "commands": commands});
    match ask(page, question) {
        Answer::Hash(hashes) => hashes.state,
        other => panic!("{other:?}"),
    }
}

fn state(page: &mut Page) -> RunState {
    match ask(page, json!({"ask": "state"})) {
        Answer::State(state) => state,
        other => panic!("{other:?}"),
    }
}

/// Steps until the run waits, with a viewer that receives everything. Returns the texts it was sent.
fn run_until_paused(page: &mut Page, step: u64) -> Vec<Value> {
    let mut texts = Vec::new();
    for _ in 0..1_000_000 {
        page.turn();
        while let Some(message) = page.next_message() {
            if let skidpad_page::ViewerMessage::Text(text) = message {
                texts.push(serde_json::from_str(&text).unwrap());
            }
        }
        if state(page).step >= step {
            return texts;
        }
    }
    panic!("the run does not get there");
}

#[test]
fn a_watched_and_driven_run_has_the_bits_of_an_unwatched_one() {
    let mut page = Page::default();
    let expected = hash(&mut page, WORLD, 300, "0 twist 0.7 0.3\n");
    assert_ne!(expected, hash(&mut page, WORLD, 300, ""), "driving changes something");
    assert!(matches!(
        ask(&mut page, json!({"ask": "open", "world": WORLD, "paused": true})),
        Answer::Opened(_)
    ));
    let hello = json!({"type": "hello", "protocol": 1, "subscribe": {
        "rate_hz": 30, "poses": true, "vehicles": true, "contacts": true, "sensors": [0, 1, 2]}});
    page.receive(&hello.to_string());
    page.receive(&json!({"type": "speed", "factor": "max"}).to_string());
    let twist = json!({"type": "drive", "vehicle": 0, "drive": {"twist": [0.7, 0.0, 0.3]}});
    page.receive(&twist.to_string());
    page.receive(&json!({"type": "step", "count": 300}).to_string());
    let texts = run_until_paused(&mut page, 300);
    let kinds: Vec<&str> = texts.iter().filter_map(|text| text["type"].as_str()).collect();
    assert_eq!(kinds[0], "welcome");
    assert!(!kinds.contains(&"refused"), "{texts:?}");
    assert!(kinds.contains(&"drive"), "every viewer is told of a set point");
    assert_eq!((state(&mut page).step, state(&mut page).state), (300, expected));
}

#[test]
fn problems_have_a_place_and_a_suggestion() {
    let mut page = Page::default();
    let text = "<mvsim_world>\n  <block name='b'>\n    <mas>3</mas>\n  </block>\n</mvsim_world>";
    page.give("worlds/mine.world.xml", text.into());
    let Answer::Problems(found) = ask(&mut page, json!({"ask": "check", "world": "worlds/mine.world.xml"}))
    else {
        panic!("a check answers with problems")
    };
    let problem = found.problems.iter().find(|problem| problem.line == Some(3)).expect("line 3");
    assert!(problem.message.contains("did you mean \"mass\"?"), "{}", problem.message);
}

/// A world with errors does not take the place of the one that runs.
#[test]
fn a_broken_text_leaves_the_run_alone() {
    let mut page = Page::default();
    assert!(matches!(
        ask(&mut page, json!({"ask": "open", "world": WORLD, "paused": true})),
        Answer::Opened(_)
    ));
    page.give("worlds/broken.world.xml", b"<mvsim_world><vehicle".to_vec());
    let Answer::Problems(found) = ask(&mut page, json!({"ask": "open", "world": "worlds/broken.world.xml"}))
    else {
        panic!("it cannot be opened")
    };
    assert!(found.error_count > 0);
    assert_eq!(state(&mut page).step, 0, "the world before is still there");
}

/// Files of a user's folder come before built-in definitions, and shipped worlds are not among them.
#[test]
fn given_files_are_read_by_their_paths() {
    let mut page = Page::default();
    assert_eq!(ask(&mut page, json!({"ask": "forget"})), Answer::Done);
    let text = "<mvsim_world><include file='../parts/wall.xml'/></mvsim_world>";
    page.give("my/worlds/a.world.xml", text.into());
    page.give(
        "my/parts/wall.xml",
        b"<block name='wall'><mass>3</mass><init_pose>0 0 0</init_pose></block>".to_vec(),
    );
    let question = json!({"ask": "open", "world": "my/worlds/a.world.xml", "paused": true});
    let Answer::Opened(found) = ask(&mut page, question) else { panic!("it is a world") };
    assert_eq!(found.error_count, 0, "{found:?}");
    let Answer::Files { files } = ask(&mut page, json!({"ask": "files"})) else { panic!("paths") };
    assert_eq!(files, ["my/parts/wall.xml", "my/worlds/a.world.xml"]);
}

/// Everything that the page has written since the last call: bytes, and the names of the files that ended.
fn written(page: &mut Page) -> (Vec<u8>, Vec<String>) {
    let (mut bytes, mut names) = (Vec::new(), Vec::new());
    while let Some(part) = page.next_file_part() {
        match part {
            FilePart::Bytes(more) => bytes.extend(more),
            FilePart::End { name, problem } => {
                assert_eq!(problem, None);
                names.push(name);
            }
        }
    }
    (bytes, names)
}

#[test]
fn a_recording_has_the_world_the_commands_and_the_hashes() {
    let mut page = Page::default();
    ask(&mut page, json!({"ask": "open", "world": WORLD, "paused": true}));
    page.receive(&json!({"type": "hello", "protocol": 1, "subscribe": {}}).to_string());
    page.receive(&json!({"type": "speed", "factor": "max"}).to_string());
    page.receive(&json!({"type": "record", "mcap": "start"}).to_string());
    page.turn();
    let twist = json!({"type": "drive", "vehicle": 0, "drive": {"twist": [0.7, 0.0, 0.3]}});
    page.receive(&twist.to_string());
    page.receive(&json!({"type": "step", "count": 250}).to_string());
    run_until_paused(&mut page, 250);
    let (mut file, names) = written(&mut page);
    assert!(
        file.len() > 100_000 && names.is_empty(),
        "a part leaves the page before the end: {}",
        file.len()
    );
    // Another world ends the recording.
    ask(&mut page, json!({"ask": "open", "world": "worlds/ropes.world.xml", "paused": true}));
    let (rest, names) = written(&mut page);
    assert_eq!(names, ["two_robots-1.mcap"]);
    file.extend(rest);

    let log = RunLog::read(&file[..]).unwrap();
    assert_eq!((log.ending.clone(), log.problems.as_slice(), log.last_tick()), (Ending::Whole, &[][..], 250));
    assert_eq!(log.provenance.facts.vehicles[0], "r1");
    assert!(log.provenance.world_files.contains_key(WORLD));
    let expected = hash(&mut page, WORLD, 250, "0 twist 0.7 0.3\n");
    let hashes: Vec<String> = log.entries.iter().filter_map(hash_of).collect();
    assert_eq!((hashes.len(), hashes.last()), (3, Some(&expected)), "after 100, 200 and at the end");
}

fn hash_of(entry: &LogEntry) -> Option<String> {
    match entry {
        LogEntry::Hash { hash, .. } => Some(format!("{hash:016x}")),
        _ => None,
    }
}

#[test]
fn logs_are_refused_with_a_reason() {
    let mut page = Page::default();
    ask(&mut page, json!({"ask": "open", "world": WORLD, "paused": true}));
    page.receive(&json!({"type": "hello", "protocol": 1, "subscribe": {}}).to_string());
    page.receive(&json!({"type": "record", "csv": "start", "id": 7}).to_string());
    let mut texts = String::new();
    for _ in 0..10 {
        page.turn();
        while let Some(message) = page.next_message() {
            if let skidpad_page::ViewerMessage::Text(text) = message {
                texts += &text;
            }
        }
    }
    assert!(texts.contains("a page writes no CSV logs"), "{texts}");
}
