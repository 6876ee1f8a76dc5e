//! Tables of numbers with named columns, as brains2 writes its tracks.

/// Most rows of a table.
const MOST_ROWS: usize = 1_000_000;

/// The named columns of each row of a table, with its line, in the order of the names.
pub(super) fn rows<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<Vec<(usize, [&'a str; N])>, String> {
    let mut lines = (1usize..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let header: Vec<&str> =
        lines.next().map(|(_, line)| line.split(',').map(str::trim).collect()).unwrap_or_default();
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(names) {
        let found = header.iter().position(|column| *column == name);
        *place = found.ok_or_else(|| format!("1: there is no column {name}"))?;
    }
    let mut rows = Vec::new();
    for (line, written) in lines.take(MOST_ROWS) {
        let cells: Vec<&str> = written.split(',').map(str::trim).collect();
        if cells.len() != header.len() {
            return Err(format!("{line}: {} values; the first line names {}", cells.len(), header.len()));
        }
        rows.push((line, places.map(|place| cells[place])));
    }
    Ok(rows)
}

/// A finite number.
pub(super) fn number(line: usize, cell: &str) -> Result<f64, String> {
    let value = cell.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| format!("{line}: {cell:?} is not a number"))
}
