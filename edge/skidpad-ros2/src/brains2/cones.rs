//! The cones of a track as brains2 keeps them: columns `color`, `X` and `Y`.

use super::table::{number, rows};
use skidpad_messages::ConeColor;

/// A cone of a track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrackCone {
    /// Its colour.
    pub color: ConeColor,
    /// Where it stands [m].
    pub place_m: [f64; 2],
}

/// Orange cones that a track has at least: the start line is between two of them.
const LEAST_ORANGE: usize = 2;

/// Read the cones of a track. Problems begin with their line.
pub fn parse_cones(text: &str) -> Result<Vec<TrackCone>, String> {
    let mut cones = Vec::new();
    for (line, [color, x, y]) in rows(text, ["color", "X", "Y"])? {
        let color = ConeColor::ALL.into_iter().find(|known| known.to_string() == color);
        let Some(color) = color else {
            return Err(format!("{line}: the color must be blue, yellow or orange"));
        };
        cones.push(TrackCone { color, place_m: [number(line, x)?, number(line, y)?] });
    }
    let orange_count = cones.iter().filter(|cone| cone.color == ConeColor::Orange).count();
    if orange_count < LEAST_ORANGE {
        return Err(format!("{orange_count} orange cones; the start line needs {LEAST_ORANGE}"));
    }
    Ok(cones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let text = "X,Y,color\n1,2,orange\n\n-1.5e0,0,orange\r\n3,4,blue\n";
        let cones = parse_cones(text).expect("a track");
        assert_eq!(cones[1], TrackCone { color: ConeColor::Orange, place_m: [-1.5, 0.0] });
        assert_eq!(cones[2], TrackCone { color: ConeColor::Blue, place_m: [3.0, 4.0] });
    }

    #[test]
    fn problems_say_where_they_are() {
        let problem = |text: &str| parse_cones(text).expect_err("something is wrong");
        assert_eq!(problem(""), "1: there is no column color");
        assert_eq!(problem("color,X\nblue,1"), "1: there is no column Y");
        assert_eq!(problem("color,X,Y\nred,1,2"), "2: the color must be blue, yellow or orange");
        assert_eq!(problem("color,X,Y\n\nblue,1,inf"), "3: \"inf\" is not a number");
        assert_eq!(problem("color,X,Y\nblue,1"), "2: 2 values; the first line names 3");
        assert_eq!(problem("color,X,Y\norange,1,2"), "1 orange cones; the start line needs 2");
    }
}
