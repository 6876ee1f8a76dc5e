//! Classes of a program's own: every row of their table becomes a value.

use super::reader::Reader;
use crate::description::{Color, ExtensionUse, Value, Values};
use crate::schema::{Kind, Param};

/// The class and its values, if the element is of a class of a program's own.
pub(super) fn extension_use(reader: &Reader<'_>) -> Option<ExtensionUse> {
    let class = reader.sink().classes().class_of(reader.element).filter(|class| class.is_own)?;
    let rows = &reader.element.params[..class.own_params];
    let values: Values =
        rows.iter().filter_map(|param| Some((param.name.to_owned(), value(reader, param)?))).collect();
    Some(ExtensionUse { class: class.name().to_owned(), values })
}

fn value(reader: &Reader<'_>, param: &Param) -> Option<Value> {
    let name = param.name;
    let is_there = reader.has(name) || param.default_text().is_some();
    let texts = |text: Option<String>| text.map(Value::Text);
    match param.kind {
        Kind::Number(_) => reader.optional_number(name).map(Value::Number),
        Kind::Degrees(_) => reader.optional_number(name).map(|degrees| Value::Number(degrees.to_radians())),
        Kind::Integer => is_there.then(|| Value::Integer(reader.integer(name))),
        Kind::Flag | Kind::Presence => reader.optional_flag(name).map(Value::Flag),
        Kind::Text | Kind::File | Kind::Uri | Kind::Names => texts(reader.optional_text(name)),
        Kind::Choice(_) => texts(reader.optional_choice(name).map(str::to_owned)),
        Kind::Color => is_there.then(|| {
            let Color { red, green, blue, alpha } = reader.color(name);
            Value::Numbers([red, green, blue, alpha].map(f64::from).to_vec())
        }),
        Kind::Numbers => reader.numbers(name).map(Value::Numbers),
        Kind::Rows | Kind::Matrix => reader.matrix(name).map(Value::Rows),
        kind => reader.tuple(name).map(|numbers| Value::Numbers(in_radians(numbers, kind))),
    }
}

/// A pose or twist whose angles are in radians.
fn in_radians(mut numbers: Vec<f64>, kind: Kind) -> Vec<f64> {
    let first = match kind {
        Kind::Twist => 2,
        Kind::Pose2Or3 => numbers.len() / 2 + usize::from(numbers.len() == 3),
        _ => kind.angles_from().min(numbers.len()),
    };
    numbers[first..].iter_mut().for_each(|angle| *angle = angle.to_radians());
    numbers
}
