//! The known name that a misspelt one was probably meant to be.

/// The candidate closest to `name`, if it is close enough to be worth suggesting: a third of the
/// letters may differ (swapped neighbours count once, upper and lower case not at all).
/// Of equally close ones the first wins.
///
/// ```
/// use skidpad_world::nearest;
/// assert_eq!(nearest("raduis", ["width", "radius"]), Some("radius".to_owned()));
/// assert_eq!(nearest("banana", ["width", "radius"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let wanted: Vec<char> = name.to_lowercase().chars().take(LONGEST + 1).collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    let mut steps_left = MOST_STEPS;
    for candidate in candidates.into_iter().take(MOST) {
        let known: Vec<char> = candidate.to_lowercase().chars().take(LONGEST + 1).collect();
        let allowed = (wanted.len().max(known.len()) / 3).max(1);
        if known.len() > LONGEST || known.len().abs_diff(wanted.len()) > allowed {
            continue;
        }
        let Some(left) = steps_left.checked_sub(wanted.len() * known.len()) else { break };
        steps_left = left;
        let distance = edit_distance(&wanted, &known);
        if distance <= allowed && distance < known.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// Names longer than this get no suggestion; the distance would cost more than it helps.
const LONGEST: usize = 64;

/// Of more names than this only the first are compared.
const MOST: usize = 1_000;

/// Pairs of letters that are compared at most: a thousand names of ten letters, or fifty of sixty. A world may ask a
/// thousand times.
const MOST_STEPS: usize = 200_000;

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut current = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            current[j] = replaced.min(previous[j] + 1).min(current[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                current[j] = current[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_long_names_are_not_all_compared() {
        let name = |ending: usize| format!("{}{ending:03}", "m".repeat(60));
        let known: Vec<String> = (100..1_000).map(name).collect();
        let find = |wanted: &str| nearest(wanted, known.iter().map(String::as_str));
        assert_eq!(find(&name(101)), Some(name(101)));
        assert_eq!(find(&name(999)), Some(name(109)), "only the first were compared");
    }

    #[test]
    fn finds_the_close_one_and_only_a_close_one() {
        let check = |name, expected: Option<&str>| {
            let known = ["init_pose", "init_vel", "mass", "mu", "zmin", "zmax"];
            assert_eq!(nearest(name, known).as_deref(), expected, "{name}");
        };
        check("init_poes", Some("init_pose"));
        check("INIT_POSE", Some("init_pose"));
        check("mas", Some("mass"));
        check("zmix", Some("zmin"));
        check("x", None);
        check("gravity", None);
        check("", None);
        check(&"m".repeat(1000), None);
    }
}
