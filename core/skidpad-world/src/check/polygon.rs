//! Whether an outline is one: enough points, an area, no crossing.

use skidpad_math::Vec2;

use super::Implausible;

/// Fewer square metres than this are no area.
const SMALLEST_AREA_M2: f64 = 1e-9;
/// Longer outlines are not searched for crossings, which takes the square of their length.
const LONGEST_SEARCHED: usize = 300;

/// Check a closed outline.
pub fn polygon(points: &[Vec2]) -> Result<(), Implausible> {
    if points.len() < 3 {
        return Err(Implausible::FewPoints { count: points.len() });
    }
    if let Some((first, second)) = crossing(points) {
        return Err(Implausible::CrossedOutline { first: first + 1, second: second + 1 });
    }
    if twice_area(points).abs() < 2.0 * SMALLEST_AREA_M2 {
        return Err(Implausible::NoArea);
    }
    Ok(())
}

fn twice_area(points: &[Vec2]) -> f64 {
    sides(points).map(|(a, b)| a.x * b.y - a.y * b.x).sum()
}

fn sides(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    points.iter().copied().zip(points.iter().copied().cycle().skip(1))
}

/// The first pair of sides that properly cross.
fn crossing(points: &[Vec2]) -> Option<(usize, usize)> {
    if points.len() > LONGEST_SEARCHED {
        return None;
    }
    let sides: Vec<(Vec2, Vec2)> = sides(points).collect();
    let pairs =
        (0..sides.len()).flat_map(|first| (first + 1..sides.len()).map(move |second| (first, second)));
    pairs.into_iter().find(|&(first, second)| cross(sides[first], sides[second]))
}

/// Whether the inner points of two segments meet: the ends of each lie on both sides of the other.
fn cross((a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2)) -> bool {
    let side = |from: Vec2, to: Vec2, point: Vec2| {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[(f64, f64)], expected: &Result<(), Implausible>) {
        let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        assert_eq!(&polygon(&points), expected, "{points:?}");
    }

    #[test]
    fn outlines_have_three_points_an_area_and_no_crossing() {
        check(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], &Ok(()));
        check(&[(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)], &Ok(()));
        check(&[(0.0, 0.0), (1.0, 0.0)], &Err(Implausible::FewPoints { count: 2 }));
        check(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], &Err(Implausible::NoArea));
        let bow_tie = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
        check(&bow_tie, &Err(Implausible::CrossedOutline { first: 1, second: 3 }));
    }
}
