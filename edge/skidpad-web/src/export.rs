//! A recorded run as one HTML page that plays without a server: the viewer, the scene, and the messages it would receive.
//!
//! The page contains a gzip stream in base64. Its content starts with the length of a header as u32, then the header as
//! JSON, then, from the next multiple of four bytes, the parts that the header names by their place and length.
//! The messages are records: tick, kind (0 binary, 1 text) and length as u32, then the message, filled up to a multiple of
//! four bytes. `viewer/src/recorded/run_file.ts` reads it.

use crate::bundle;
use crate::encode::{self, KnownPoses};
use crate::scene_page::ScenePage;
use crate::session::reading_message;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use skidpad_math::Pose3;
use skidpad_messages::{Observations, Reading};
use std::io::{self, Write};

/// Every so many frames have all poses, so that a page can seek to them.
const WHOLE_EVERY: u64 = 30;

/// Scripts and styles are inside the page, and it loads nothing.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:; media-src blob:; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
"#;

/// A run being written as a page.
pub struct RunExport {
    page: ScenePage,
    known: KnownPoses,
    frames: Vec<Pose3>,
    frame_count: u64,
    scenes: Vec<SceneEntry>,
    /// The files of all scenes.
    files: Vec<u8>,
    messages: Vec<u8>,
}

#[derive(Serialize)]
struct Header<'a> {
    end_tick: u64,
    step_ns: u64,
    program: &'a str,
    scenes: &'a [SceneEntry],
    messages: [usize; 2],
}

#[derive(Serialize)]
struct SceneEntry {
    tick: u64,
    revision: u64,
    /// Place and length of its files.
    json: [usize; 2],
    glb: [usize; 2],
}

impl RunExport {
    /// A run that starts with this scene.
    pub fn new(page: ScenePage) -> RunExport {
        let mut export = RunExport {
            known: KnownPoses::default(),
            frames: Vec::new(),
            frame_count: 0,
            scenes: Vec::new(),
            files: Vec::new(),
            messages: Vec::new(),
            page,
        };
        export.add_scene(0);
        export
    }

    /// Something was added or removed: this scene is shown from a tick on.
    pub fn change_scene(&mut self, tick: u64, page: ScenePage) {
        self.page = page;
        self.frame_count = 0;
        self.add_scene(tick);
    }

    /// Add the world as it is after so many steps.
    pub fn add_frame(&mut self, tick: u64, seen: &Observations) {
        if self.frame_count.is_multiple_of(WHOLE_EVERY) {
            self.known = KnownPoses::default();
        }
        self.frame_count += 1;
        let origin_m = self.page.origin_m();
        (self.page.place_frames)(seen, &mut self.frames);
        let poses = self.known.message(seen, &self.frames, origin_m);
        let vehicles = encode::vehicles(seen, &*self.page.find_friction, 0);
        self.add_message(tick, 0, &poses);
        self.add_message(tick, 0, &vehicles);
        if let Some(contacts) = encode::contacts(seen, origin_m, 0) {
            self.add_message(tick, 0, &contacts);
        }
    }

    /// Add what a sensor measured after so many steps; `step` is the step that the world counts.
    pub fn add_reading(&mut self, tick: u64, step: u64, reading: &Reading) {
        for bytes in encode::reading(reading, step, self.page.origin_m(), 0) {
            self.add_message(tick, 0, &bytes);
        }
        if let Some(message) = reading_message(reading) {
            let text = serde_json::to_vec(&message).unwrap_or_default();
            self.add_message(tick, 1, &text);
        }
    }

    /// The page of a run of so many steps.
    pub fn into_html(mut self, end_tick: u64) -> io::Result<Vec<u8>> {
        let title = escaped(&self.page.file.world.name);
        let packed = self.pack(end_tick)?;
        let mut html = Vec::with_capacity(packed.len() / 3 * 4 + bundle::SCRIPT.len() + (1 << 16));
        write!(html, "{HEAD}<title>{title} · skidpad</title>\n<style>")?;
        html.extend_from_slice(bundle::STYLE);
        html.extend_from_slice(
            b"</style>\n</head>\n<body>\n<div id=\"viewer\"></div>\n<noscript>The viewer needs JavaScript.</noscript>\n\
              <script type=\"text/plain\" id=\"skidpad-run\">",
        );
        write_base64(&packed, &mut html);
        html.extend_from_slice(b"</script>\n<script type=\"module\">");
        html.extend_from_slice(inline_script(bundle::SCRIPT).as_bytes());
        html.extend_from_slice(b"</script>\n</body>\n</html>\n");
        Ok(html)
    }

    fn pack(&mut self, end_tick: u64) -> io::Result<Vec<u8>> {
        let header = Header {
            end_tick,
            step_ns: self.page.file.step_ns,
            program: &self.page.file.program,
            scenes: &self.scenes,
            messages: [self.files.len(), self.messages.len()],
        };
        let header = serde_json::to_vec(&header)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let length = u32::try_from(header.len()).unwrap_or(u32::MAX);
        encoder.write_all(&length.to_le_bytes())?;
        encoder.write_all(&header)?;
        encoder.write_all(&[0; 3][..fill(4 + header.len())])?;
        encoder.write_all(&self.files)?;
        encoder.write_all(&self.messages)?;
        encoder.finish()
    }

    fn add_scene(&mut self, tick: u64) {
        let (json, glb) = (self.page.scene_json.clone(), self.page.scene_glb.clone());
        let entry = SceneEntry {
            tick,
            revision: self.page.file.revision,
            json: self.add_file(&json),
            glb: self.add_file(&glb),
        };
        self.scenes.push(entry);
    }

    fn add_file(&mut self, bytes: &[u8]) -> [usize; 2] {
        let place = self.files.len();
        self.files.extend_from_slice(bytes);
        self.files.resize(self.files.len() + fill(bytes.len()), 0);
        [place, bytes.len()]
    }

    fn add_message(&mut self, tick: u64, kind: u32, bytes: &[u8]) {
        let words = [u32::try_from(tick).unwrap_or(u32::MAX), kind, u32::try_from(bytes.len()).unwrap_or(0)];
        words.iter().for_each(|word| self.messages.extend_from_slice(&word.to_le_bytes()));
        self.messages.extend_from_slice(bytes);
        self.messages.resize(self.messages.len() + fill(bytes.len()), 0);
    }
}

/// Bytes up to the next multiple of four.
fn fill(length: usize) -> usize {
    length.next_multiple_of(4) - length
}

/// A script inside a page must not contain what ends or hides it; a backslash there changes nothing in JavaScript.
fn inline_script(script: &[u8]) -> String {
    String::from_utf8_lossy(script).replace("</script", "<\\/script").replace("<!--", "<\\!--")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn write_base64(bytes: &[u8], out: &mut Vec<u8>) {
    for group in bytes.chunks(3) {
        let at = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place > group.len() { b'=' } else { letter });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let text = |bytes: &[u8]| {
            let mut out = Vec::new();
            write_base64(bytes, &mut out);
            String::from_utf8(out).unwrap()
        };
        let known = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, expected) in known.iter().enumerate() {
            assert_eq!(text(&b"foobar"[..length]), *expected, "RFC 4648, section 10");
        }
    }

    #[test]
    fn a_script_cannot_end_its_element() {
        let script = inline_script(bundle::SCRIPT);
        assert!(!script.contains("</script") && !script.contains("<!--"));
        assert_eq!(inline_script(b"a=\"</script><!--\""), "a=\"<\\/script><\\!--\"");
    }
}
