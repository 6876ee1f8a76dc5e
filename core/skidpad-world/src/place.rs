//! Where a piece of world text stands: which file, which line, which column.

use serde::Serialize;

/// Names one file of a [`Sources`]; the main world file is number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct FileId(pub u32);

/// A position in a file. Lines and columns count from 1; columns count characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The first character of `file`.
    pub fn start_of(file: FileId) -> Self {
        Place { file, line: 1, column: 1 }
    }
}

impl Place {
    /// The place behind `text`, which starts here.
    pub(crate) fn after(self, text: &str) -> Self {
        let mut place = self;
        for character in text.chars() {
            if character == '\n' {
                place.line += 1;
                place.column = 1;
            } else {
                place.column += 1;
            }
        }
        place
    }
}

impl Default for Place {
    /// The first character of the main file: where things are that no file wrote.
    fn default() -> Self {
        Place::start_of(FileId::default())
    }
}

/// One file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SourceFile {
    name: String,
    text: String,
}

/// The files a world was made of, in the order in which they were first read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Remember a file and give it its number.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile { name: name.to_owned(), text: text.to_owned() });
        id
    }

    /// The logical path of a file, or `?` for a number that was never given out.
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("?", |source| &source.name)
    }

    /// The text of a file, empty for a number that was never given out.
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |source| &source.text)
    }

    /// The line of text at a place, without its line end.
    pub fn line(&self, place: Place) -> &str {
        self.text(place.file).lines().nth(place.line.saturating_sub(1) as usize).unwrap_or("")
    }

    /// Every file with its number.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        (0..).map(FileId).zip(self.files.iter().map(|source| source.name.as_str()))
    }
}

/// Finds the place of a byte offset. Offsets are asked for in rising order most of the time,
/// so it remembers where it was and walks on from there.
#[derive(Debug)]
pub(crate) struct PlaceFinder<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> PlaceFinder<'a> {
    pub(crate) fn new(text: &'a str, file: FileId) -> Self {
        PlaceFinder { text, offset: 0, place: Place::start_of(file) }
    }

    /// The place of the character that starts at or after `offset`.
    pub(crate) fn at(&mut self, offset: usize) -> Place {
        if offset < self.offset {
            *self = PlaceFinder::new(self.text, self.place.file);
        }
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.place = self.place.after(&self.text[self.offset..end]);
        self.offset = end;
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let mut find = PlaceFinder::new("äb\ncd", FileId(3));
        assert_eq!(find.at(0), Place { file: FileId(3), line: 1, column: 1 });
        assert_eq!(find.at(2), Place { file: FileId(3), line: 1, column: 2 });
        assert_eq!(find.at(5), Place { file: FileId(3), line: 2, column: 2 });
        assert_eq!(find.at(0).column, 1, "walking back starts again");
        assert_eq!(find.at(1).column, 2, "the middle of a character is the next one");
        assert_eq!(find.at(99), Place { file: FileId(3), line: 2, column: 3 });
    }

    #[test]
    fn sources_answer_for_unknown_files() {
        let mut sources = Sources::default();
        let id = sources.add("a.xml", "one\ntwo");
        assert_eq!(sources.name(id), "a.xml");
        assert_eq!(sources.line(Place { file: id, line: 2, column: 1 }), "two");
        assert_eq!(sources.name(FileId(7)), "?");
    }
}
