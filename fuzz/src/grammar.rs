//! Bytes to worlds: each byte chooses the next production, so that small changes of the bytes are
//! small changes of a world that is nearly right.

use skidpad_world::MapFiles;

const TAGS: [&str; 24] = [
    "vehicle",
    "vehicle:class",
    "block",
    "block:class",
    "actor",
    "actor:class",
    "element",
    "sensor",
    "dynamics",
    "chassis",
    "visual",
    "model_uri",
    "init_pose",
    "init_pose3d",
    "shape",
    "pt",
    "publish",
    "friction",
    "gui",
    "lights",
    "texture",
    "file",
    "light",
    "mass",
];
const CONTROLS: [&str; 4] = ["for", "if", "variable", "include"];
const NAMES: [&str; 8] = ["name", "class", "type", "file", "a", "b", "mass", "texture"];
const PIECES: [&str; 32] = [
    "a",
    "b",
    "r1",
    "1",
    "-2.5",
    " ",
    "0 0 0",
    "${a}",
    "${b|1}",
    "${c|$f{1+2}}",
    "${NAME|n}",
    "${PARENT_NAME|p}",
    "$f{rand()}",
    "$f{i*2}",
    "$f{a+b}",
    "$f{1/0}",
    "$f{if(i>2,1,0)}",
    "$env{HOME}",
    "$(ros2 pkg prefix mvsim)",
    "${MVSIM_CURRENT_FILE_DIRECTORY}/m.dae",
    "true",
    "false",
    "x.xml",
    "y.xml",
    "../d/z.xml",
    "http://h/m.dae",
    "#ff0000",
    "<",
    "&",
    "\"",
    "$",
    "ä",
];

/// What later productions refer to, so that most worlds are free of errors.
const PREAMBLE: &str = "<mvsim_world><variable name='a' value='2'/><variable name='b' value='1${a}'/>\
    <variable name='i' value='1'/><block:class name='a'><mass>$f{i}</mass></block:class>\
    <vehicle:class name='b'><visual/></vehicle:class>";

/// The files of a world: a main file, two beside it, and one in another folder. A file includes only
/// files after it in this list.
const PATHS: [&str; 4] = ["worlds/main.world.xml", "worlds/x.xml", "worlds/y.xml", "d/z.xml"];

/// The files that a sequence of bytes stands for.
pub fn files(bytes: &[u8]) -> MapFiles {
    let mut choices = Choices { bytes, depth: 0, file: 0 };
    let mut files = MapFiles::default();
    for (file, path) in PATHS.iter().enumerate() {
        choices.file = file;
        let mut text = if file == 0 { PREAMBLE.to_owned() } else { String::new() };
        // Half of what is left for each file, the rest for the last one.
        let end = if file + 1 < PATHS.len() { choices.bytes.len() / 2 } else { 0 };
        while choices.bytes.len() > end {
            choices.element(&mut text);
        }
        if file == 0 {
            text.push_str("</mvsim_world>");
        }
        files.0.insert((*path).to_owned(), text.into_bytes());
    }
    files
}

struct Choices<'a> {
    bytes: &'a [u8],
    depth: usize,
    /// Index of the file being written.
    file: usize,
}

impl Choices<'_> {
    fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(first)
    }

    fn of<'t>(&mut self, table: &[&'t str]) -> &'t str {
        table[self.next() % table.len()]
    }

    fn children(&mut self, out: &mut String) {
        if self.depth < 6 {
            for _ in 0..self.next() % 4 {
                self.element(out);
            }
        }
    }

    fn element(&mut self, out: &mut String) {
        self.depth += 1;
        let tag = if self.next().is_multiple_of(3) { self.of(&CONTROLS) } else { self.of(&TAGS) };
        out.push('<');
        out.push_str(tag);
        match tag {
            "for" => {
                let (variable, from, to) = (self.of(&["i", "a"]), self.next() % 5, self.next() % 8);
                out.push_str(&format!(" var=\"{variable}\" from=\"{from}\" to=\"{to}\""));
            }
            "if" => self.attribute("condition", out),
            "variable" => {
                out.push_str(&format!(" name=\"{}\"", self.of(&["a", "b", "c", "i"])));
                self.attribute("value", out);
            }
            "include" => {
                let paths = ["x.xml", "y.xml", "../d/z.xml", "gone.xml"];
                let after = &paths[self.file.min(3)..];
                out.push_str(&format!(" file=\"{}\"", self.of(after)));
            }
            _ => {}
        }
        for _ in 0..self.next() % 3 {
            let name = self.of(&NAMES);
            self.attribute(name, out);
        }
        out.push('>');
        if self.next().is_multiple_of(2) {
            self.value(out);
        }
        self.children(out);
        out.push_str("</");
        out.push_str(tag);
        out.push('>');
        self.depth -= 1;
    }

    fn attribute(&mut self, name: &str, out: &mut String) {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        self.value(out);
        out.push('"');
    }

    fn value(&mut self, out: &mut String) {
        for _ in 0..1 + self.next() % 3 {
            let piece = self.of(&PIECES);
            out.push_str(&piece.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;"));
        }
    }
}
