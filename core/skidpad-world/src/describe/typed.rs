//! The typed values of an element. Each takes its default from the table, which has a row for every
//! parameter that is read and a readable default in every row that has one.

use skidpad_math::{Pose2, Pose3, Twist2, Vec2, Vec3};

use super::foreign_names::word_here;
use super::problem::ReadingProblem;
use super::reader::{Given, Reader};
use super::value;
use crate::check::Implausible;
use crate::description::{AssetUri, Color};
use crate::nearest::nearest;
use crate::place::Place;
use crate::problem::Problem;
use crate::schema::{Absent, Kind, Param};

impl<'a> Reader<'a> {
    /// A number.
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.optional_number(name).unwrap_or(0.0)
    }

    /// A number that may be left out.
    pub(crate) fn optional_number(&self, name: &str) -> Option<f64> {
        let param = self.param(name);
        let converted = self.converted(param).filter(|_| !self.is_written(param));
        converted.or_else(|| self.value(param, |given| self.read_number(param, given)))
    }

    /// A number in degrees, as radians.
    pub(crate) fn radians(&self, name: &str) -> f64 {
        self.number(name).to_radians()
    }

    /// A whole number.
    pub(crate) fn integer(&self, name: &str) -> i64 {
        let param = self.param(name);
        self.value(param, |given| {
            if let Some(number) = value::number(given.text).filter(|number| number.rest.trim().is_empty()) {
                return self.whole(param, given, number.value);
            }
            let read = value::integer(given.text).or_else(|| self.bad(param, given))?;
            let is_whole = self.whole_ends_there(given, read.rest);
            (is_whole && self.in_range(param, given, read.value as f64)).then_some(read.value)
        })
        .unwrap_or(0)
    }

    /// A whole number that its table keeps from being negative.
    pub(crate) fn count(&self, name: &str) -> u32 {
        u32::try_from(self.integer(name)).unwrap_or(0)
    }

    /// Yes or no.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.optional_flag(name).unwrap_or(false)
    }

    /// Yes or no, or not given.
    pub(crate) fn optional_flag(&self, name: &str) -> Option<bool> {
        let param = self.param(name);
        self.value(param, |given| {
            if param.kind == Kind::Presence {
                return Some(value::flag(given.text).unwrap_or(true));
            }
            value::flag(given.text).or_else(|| self.bad(param, given))
        })
    }

    /// `true` or `1`; any other word is no, as MVSim has it, with a warning.
    pub(crate) fn lenient_flag(&self, name: &str) -> bool {
        let param = self.param(name);
        let Some(given) = self.given(param) else { return self.flag(name) };
        value::flag(given.text).unwrap_or_else(|| {
            let (parameter, value) = (given.name.to_owned(), shortened(given.text));
            let problem = ReadingProblem::TakenAs { parameter, value, taken_as: "false", nearest: None };
            self.sink.warning(given.place, problem);
            false
        })
    }

    /// Text.
    pub(crate) fn text(&self, name: &str) -> String {
        self.optional_text(name).unwrap_or_default()
    }

    /// Text that may be left out.
    pub(crate) fn optional_text(&self, name: &str) -> Option<String> {
        self.value(self.param(name), |given| Some(given.text.trim().to_owned()))
    }

    /// Names; none, with an error, where lists have too many.
    pub(crate) fn names(&self, name: &str) -> Option<Vec<String>> {
        let text = self.text(name);
        let names = value::names(&text);
        let may_list = self.sink.may_list(self.place_of(name), names.clone().count());
        may_list.then(|| names.map(str::to_owned).collect())
    }

    /// A file or web address; `None` when it is empty.
    pub(crate) fn uri(&self, name: &str) -> Option<AssetUri> {
        let uri = self.optional_text(name).filter(|uri| !uri.is_empty())?;
        Some(AssetUri { uri, place: self.place_of(name) })
    }

    /// One of the words of its table.
    pub(crate) fn choice(&self, name: &str) -> &'static str {
        self.optional_choice(name).unwrap_or("")
    }

    /// One of the words of its table, or not given.
    pub(crate) fn optional_choice(&self, name: &str) -> Option<&'static str> {
        let param = self.param(name);
        self.value(param, |given| {
            let (word, nearest) = choose(param, given.text);
            if word.is_none() {
                self.sink.error(given.place, bad_value(param, given, nearest));
            }
            word
        })
    }

    /// One of the words of its table; any other word is the default, as MVSim has it, with a warning.
    pub(crate) fn lenient_choice(&self, name: &str) -> &'static str {
        let param = self.param(name);
        let default = param.default_text().unwrap_or("");
        let Some(given) = self.given(param) else { return default };
        let (word, nearest) = choose(param, given.text);
        word.unwrap_or_else(|| {
            let (parameter, value) = (given.name.to_owned(), shortened(given.text));
            let problem = ReadingProblem::TakenAs { parameter, value, taken_as: default, nearest };
            self.sink.warning(given.place, problem);
            default
        })
    }

    /// A colour.
    pub(crate) fn color(&self, name: &str) -> Color {
        let param = self.param(name);
        self.value(param, |given| value::color(given.text).or_else(|| self.bad(param, given)))
            .unwrap_or(Color::rgb(0, 0, 0))
    }

    /// A colour that may be left out or blank: a definition can then pass on that it was given none.
    pub(crate) fn optional_color(&self, name: &str) -> Option<Color> {
        let given = self.given(self.param(name))?;
        (!given.text.trim().is_empty()).then(|| self.color(name))
    }

    /// Numbers, as many as the kind of the parameter wants.
    pub(super) fn tuple(&self, name: &str) -> Option<Vec<f64>> {
        let param = self.param(name);
        self.value(param, |given| self.read_tuple(param, given))
    }

    /// A point in the plane.
    pub(crate) fn point2(&self, name: &str) -> Vec2 {
        self.tuple(name).map_or(Vec2::default(), |n| Vec2::new(n[0], n[1]))
    }

    /// A point in space; z is 0 where it is not given.
    pub(crate) fn point3(&self, name: &str) -> Vec3 {
        self.tuple(name).map_or(Vec3::default(), |n| Vec3::new(n[0], n[1], n.get(2).copied().unwrap_or(0.0)))
    }

    /// A pose in the plane; yaw is 0 where it is not given.
    pub(crate) fn pose2(&self, name: &str) -> Option<Pose2> {
        let n = self.tuple(name)?;
        Some(Pose2::new(n[0], n[1], n.get(2).copied().unwrap_or(0.0).to_radians()))
    }

    /// A pose in space, from three or six numbers.
    pub(crate) fn pose3(&self, name: &str) -> Option<Pose3> {
        self.tuple(name).map(|n| pose3(&n))
    }

    /// The pose that the table gives a parameter, whatever the file says.
    pub(crate) fn default_pose3(&self, name: &str) -> Pose3 {
        let param = self.param(name);
        let default = param.default_text().and_then(|text| value::tuple(text, param.kind));
        default.map(|read| pose3(&read.value)).unwrap_or_default()
    }

    /// A velocity.
    pub(crate) fn twist(&self, name: &str) -> Twist2 {
        self.tuple(name).map_or(Twist2::default(), |n| Twist2::new(n[0], n[1], n[2].to_radians()))
    }

    /// Five numbers.
    pub(crate) fn five_numbers(&self, name: &str) -> [f64; 5] {
        self.tuple(name).and_then(|n| n.try_into().ok()).unwrap_or([0.0; 5])
    }

    /// Any count of numbers; `None` when not given.
    pub(crate) fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        let param = self.param(name);
        self.value(param, |given| {
            let read = value::numbers(given.text);
            if !read.rest.is_empty() || read.value.iter().any(|number| !number.is_finite()) {
                return self.bad(param, given);
            }
            Some(read.value)
        })
    }

    /// A matrix or rows of numbers; `None` when not given.
    pub(crate) fn matrix(&self, name: &str) -> Option<Vec<Vec<f64>>> {
        let param = self.param(name);
        self.value(param, |given| {
            let read =
                if param.kind == Kind::Rows { value::rows(given.text) } else { value::matrix(given.text) };
            read.or_else(|| self.bad(param, given))
        })
    }

    /// The numbers that are the element's text.
    pub(crate) fn text_numbers(&self) -> Option<Vec<f64>> {
        let param = self.element.text.as_ref()?;
        let Some(text) = &self.node.text else {
            let expected = param.kind.expected();
            let parameter = "text".to_owned();
            self.sink.error(
                self.node.place,
                ReadingProblem::MissingParameter { element: self.label(), parameter, expected },
            );
            return None;
        };
        let given = Given { name: self.tag(), text: &text.value, place: text.place };
        self.read_tuple(param, given)
    }

    /// Report a finding about a parameter's value.
    pub(crate) fn error_at(&self, name: &str, problem: impl Into<Problem>) {
        self.sink.error(self.place_of(name), problem);
    }

    /// What is wrong with two ends of which the low one is not below the high one, and where: at the one that is given.
    pub(crate) fn empty_interval(
        &self,
        [low, high]: [&str; 2],
        [low_m, high_m]: [f64; 2],
    ) -> Option<(Place, Implausible)> {
        let place = self.place_of(if self.has(high) { high } else { low });
        let problem = Implausible::EmptyInterval { low: low.into(), high: high.into(), low_m, high_m };
        (low_m >= high_m).then_some((place, problem))
    }

    /// The same, as an error.
    pub(crate) fn refuse_empty_interval(&self, names: [&str; 2], ends_m: [f64; 2]) {
        if let Some((place, problem)) = self.empty_interval(names, ends_m) {
            self.sink.error(place, problem);
        }
    }

    /// Read what is given, or else the default of the table.
    fn value<T>(&self, param: &Param, read: impl Fn(Given<'a>) -> Option<T>) -> Option<T> {
        if let Some(value) = self.given(param).map(&read) {
            if value.is_some() {
                return value;
            }
        } else if param.absent == Absent::IsAnError {
            self.sink.error(self.node.place, ReadingProblem::missing(self.label(), param));
        }
        let text = param.default_text()?;
        read(Given { name: param.name, text, place: self.node.place })
    }

    fn read_number(&self, param: &Param, given: Given<'a>) -> Option<f64> {
        let read = value::number(given.text).or_else(|| self.bad(param, given))?;
        if read.value.is_infinite() && !param.may_be_infinite() {
            return self.not_finite(given);
        }
        if !self.ends_there(given, read.rest) {
            return None;
        }
        // Places on Earth have fractions.
        let is_on_earth = matches!(param.name, "latitude" | "longitude");
        if matches!(param.kind, Kind::Degrees(_)) && !is_on_earth {
            self.note_radians(given, &[read.value]);
        }
        self.in_range(param, given, read.value).then_some(read.value)
    }

    fn read_tuple(&self, param: &Param, given: Given<'a>) -> Option<Vec<f64>> {
        let read = value::tuple(given.text, param.kind).or_else(|| self.bad(param, given))?;
        if read.value.iter().any(|number| !number.is_finite()) {
            return self.not_finite(given);
        }
        if !self.ends_there(given, read.rest) {
            return None;
        }
        self.note_radians(given, &read.value[param.kind.angles_from().min(read.value.len())..]);
        Some(read.value)
    }

    fn in_range(&self, param: &Param, given: Given<'a>, value: f64) -> bool {
        let refusal = param.refusal_as(given.name, value);
        let is_allowed = refusal.is_none();
        if let Some(problem) = refusal {
            self.sink.error(given.place, problem);
        }
        is_allowed
    }

    fn bad<T>(&self, param: &Param, given: Given<'a>) -> Option<T> {
        self.sink.error(given.place, bad_value(param, given, None));
        None
    }

    fn not_finite<T>(&self, given: Given<'a>) -> Option<T> {
        let (parameter, value) = (given.name.to_owned(), shortened(given.text));
        let expected = "finite".to_owned();
        self.sink.error(given.place, ReadingProblem::BadValue { parameter, value, expected, nearest: None });
        None
    }

    /// Whether nothing stands behind a value; what does is an error.
    fn ends_there(&self, given: Given<'a>, rest: &str) -> bool {
        let ends_there = rest.trim().is_empty();
        if !ends_there {
            let (parameter, advice) = (given.name.to_owned(), self.advice(given.text, rest));
            self.sink
                .error(given.place, ReadingProblem::ExtraText { parameter, rest: shortened(rest), advice });
        }
        ends_there
    }

    /// The whole part of a number: `1808.45`, which expressions give, is 1808, and `1e3` is a thousand.
    fn whole(&self, param: &Param, given: Given<'a>, number: f64) -> Option<i64> {
        const LARGEST: f64 = 9_007_199_254_740_992.0;
        if number.is_nan() || number.abs() >= LARGEST {
            return self.bad(param, given);
        }
        let used = number.trunc() as i64;
        if !self.in_range(param, given, used as f64) {
            return None;
        }
        Some(used)
    }

    /// Whether nothing stands behind a whole number, in which a comma would separate thousands.
    fn whole_ends_there(&self, given: Given<'a>, rest: &str) -> bool {
        let Some(digits) = without_thousands(given.text) else { return self.ends_there(given, rest) };
        let (parameter, advice) = (given.name.to_owned(), format!("write {digits}"));
        self.sink.error(given.place, ReadingProblem::ExtraText { parameter, rest: shortened(rest), advice });
        false
    }

    /// What its author probably meant by the text behind a value.
    fn advice(&self, text: &str, rest: &str) -> String {
        if let Some(meant) = value::with_decimal_point(text) {
            return format!("write {meant}, with a decimal point");
        }
        let is_pose_in_space = value::numbers(text).value.len() == 6;
        let mut in_space = ["pose_3d", "init_pose3d"].into_iter();
        match in_space.find(|name| self.element.param(name).is_some()) {
            Some(name) if is_pose_in_space => {
                format!("a pose with six numbers X Y Z YAW PITCH ROLL is written as <{name}>")
            }
            _ if rest.starts_with(',') => "separate numbers by blanks".to_owned(),
            _ => "remove it".to_owned(),
        }
    }

    /// A note where all angles have the size of radians and one of them is a well-known one.
    fn note_radians(&self, given: Given<'a>, angles: &[f64]) {
        let all_are_small = angles.iter().all(|angle| angle.abs() < 6.3);
        if let Some((angle, degrees)) =
            angles.iter().find_map(|&angle| Some((angle, well_known_radians(angle)?)))
            && all_are_small
        {
            let parameter = given.name.to_owned();
            self.sink.note(given.place, ReadingProblem::LooksLikeRadians { parameter, angle, degrees });
        }
    }
}

/// `1,000` as `1000`: three digits behind each comma.
fn without_thousands(text: &str) -> Option<String> {
    let (first, others) = text.trim().split_once(',')?;
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let is_start = (1..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_digit());
    (is_start && others.split(',').all(is_group)).then(|| text.trim().replace(',', ""))
}

/// The multiple of 30° or 45° that a number is in radians, to the last of at least two decimals: `1.57`, `-3.1416`.
pub(crate) fn well_known_radians(angle: f64) -> Option<f64> {
    let decimal_count = format!("{angle}").split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let last_decimals = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
    // Expressions such as `$f{pi/2}` give more.
    let last_decimal = last_decimals[decimal_count.checked_sub(2)?.min(last_decimals.len() - 1)];
    [30.0_f64, 45.0].into_iter().find_map(|unit_deg| {
        let count = (angle.to_degrees() / unit_deg).round();
        let degrees = count * unit_deg;
        let is_close = (angle - degrees.to_radians()).abs() < last_decimal;
        (count != 0.0 && is_close && angle.abs() < 6.3).then_some(degrees)
    })
}

/// Six numbers, or three for a pose in the plane.
pub(crate) fn pose3(n: &[f64]) -> Pose3 {
    match *n {
        [x, y, z, yaw, pitch, roll] => {
            Pose3::new(x, y, z, yaw.to_radians(), pitch.to_radians(), roll.to_radians())
        }
        [x, y, yaw] => Pose3::new(x, y, 0.0, yaw.to_radians(), 0.0, 0.0),
        _ => Pose3::default(),
    }
}

/// The word of the table that a text is, or else one that is close to it.
fn choose(param: &Param, text: &str) -> (Option<&'static str>, Option<String>) {
    let Kind::Choice(words) = param.kind else { return (None, None) };
    match words.iter().find(|word| word.eq_ignore_ascii_case(text.trim())) {
        Some(word) => (Some(*word), None),
        None => {
            let foreign = word_here(text.trim(), words).map(str::to_owned);
            (None, foreign.or_else(|| nearest(text.trim(), words.iter().copied())))
        }
    }
}

fn bad_value(param: &Param, given: Given<'_>, nearest: Option<String>) -> ReadingProblem {
    let (parameter, value) = (given.name.to_owned(), shortened(given.text));
    let mut expected = param.kind.expected();
    if !param.kind.counts().is_empty() && given.text.contains(',') {
        let meant = value::with_decimal_point(given.text);
        let without_commas = || given.text.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        expected.push_str(&format!(", without commas: {}", meant.unwrap_or_else(without_commas)));
    }
    if is_formula(given.text)
        && (!param.kind.counts().is_empty() || matches!(param.kind, Kind::Number(_) | Kind::Degrees(_)))
    {
        expected.push_str("; an expression is written as $f{…}");
    }
    if param.kind == Kind::Color
        && let Some(color) = value::foreign_color(given.text)
    {
        expected = format!("{expected}; write {color}");
    }
    ReadingProblem::BadValue { parameter, value, expected, nearest }
}

/// Whether a text computes with pi or by functions, which only `$f{…}` does.
fn is_formula(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| ["pi", "sqrt", "sin", "cos", "radians", "deg2rad"].contains(&word))
}

/// The beginning of a text, on one line, for a message.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(LONGEST) {
        words.truncate(end);
        words.push('…');
    }
    words
}
