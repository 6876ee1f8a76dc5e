//! How much a world may ask for. Any bytes end in a world or in diagnostics, within these bounds.

/// Bounds on reading and expanding a world. All are checked before the work or memory is spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: usize,
    /// Bytes of all files together.
    pub all_files_bytes: usize,
    /// How deep elements may be nested, in a file and after expansion.
    pub depth: usize,
    /// Elements, attributes and texts, in all files together, and again in the expanded tree.
    pub nodes: usize,
    /// Attributes of one element.
    pub attributes: usize,
    /// Different files that may be included (the same file may be included again and again).
    pub includes: usize,
    /// How deep files may include each other.
    pub include_depth: usize,
    /// Turns of all `<for>` loops together.
    pub loop_iterations: usize,
    /// Steps of one `$f{…}`.
    pub expression_steps: u64,
    /// Steps of all `$f{…}` of a world together, and the bytes of their texts.
    pub total_expression_steps: u64,
    /// Bytes of all names and values of the expanded tree, and of what was replaced on the way.
    pub expanded_bytes: usize,
    /// Vehicles, blocks and actors together.
    pub bodies: usize,
    /// Names in all lists of names together: each is kept several times.
    pub listed_names: usize,
    /// Diagnostics that are kept; later ones are only counted.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            file_bytes: 16_000_000,
            all_files_bytes: 64_000_000,
            depth: 64,
            nodes: 1_000_000,
            attributes: 1_000,
            includes: 64,
            include_depth: 16,
            loop_iterations: 1_000_000,
            expression_steps: 100_000,
            total_expression_steps: 50_000_000,
            expanded_bytes: 64_000_000,
            bodies: 10_000,
            listed_names: 1_000_000,
            diagnostics: 1_000,
        }
    }
}
