//! A parsed expression, and its run under a bound of steps.

use super::functions::{Body, Function, truth};
use super::random::Random;
use super::{ExpressionError, error};

/// A parsed expression with the starting values of its variables.
pub(super) struct Program {
    pub(super) body: Expression,
    pub(super) values: Vec<f64>,
}

pub(super) enum Expression {
    Number(f64),
    /// The variable at this index of the values.
    Variable(usize),
    Negate(Box<Expression>),
    Not(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Choose(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `x := …`, or `x += …` with the operator.
    Assign(usize, Option<Operator>, Box<Expression>),
    Call(&'static Function, Vec<Expression>),
    /// Several in a row; the last one is the value.
    Block(Vec<Expression>),
    While(Box<Expression>, Box<Expression>),
    RepeatUntil(Box<Expression>, Box<Expression>),
    /// Start, condition, step, body.
    For(Box<[Expression; 4]>),
    /// The value of the first case that holds, else the default.
    Switch(Vec<(Expression, Expression)>, Box<Expression>),
    /// Every case that holds, in order; the last one is the value.
    EachCase(Vec<(Expression, Expression)>),
    Break,
    Continue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    Nor,
    Xor,
    Xnor,
    And,
    Nand,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl Operator {
    fn apply(self, a: f64, b: f64) -> f64 {
        let (is_a, is_b) = (a != 0.0, b != 0.0);
        match self {
            Operator::Or => truth(is_a || is_b),
            Operator::Nor => truth(!(is_a || is_b)),
            Operator::Xor => truth(is_a != is_b),
            Operator::Xnor => truth(is_a == is_b),
            Operator::And => truth(is_a && is_b),
            Operator::Nand => truth(!(is_a && is_b)),
            Operator::Less => truth(a < b),
            Operator::LessEqual => truth(a <= b),
            Operator::Greater => truth(a > b),
            Operator::GreaterEqual => truth(a >= b),
            Operator::Equal => truth(a == b),
            Operator::NotEqual => truth(a != b),
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide => a / b,
            Operator::Remainder => a % b,
            Operator::Power => libm::pow(a, b),
        }
    }
}

/// Why an evaluation did not reach its value.
pub(super) enum Stop {
    Error(ExpressionError),
    Break,
    Continue,
}

pub(super) struct Run<'a> {
    pub(super) values: Vec<f64>,
    pub(super) random: &'a mut Random,
    pub(super) steps_left: &'a mut u64,
}

impl Run<'_> {
    /// The parser bounds the height of an expression, so this may recurse.
    pub(super) fn value(&mut self, expression: &Expression) -> Result<f64, Stop> {
        if *self.steps_left == 0 {
            return Err(Stop::Error(error("takes too many steps")));
        }
        *self.steps_left -= 1;
        Ok(match expression {
            Expression::Number(value) => *value,
            Expression::Variable(index) => self.values[*index],
            Expression::Negate(inner) => -self.value(inner)?,
            Expression::Not(inner) => truth(self.value(inner)? == 0.0),
            Expression::Binary(operator, a, b) => self.binary(*operator, a, b)?,
            Expression::Choose(condition, yes, no) => {
                let branch = if self.is_true(condition)? { yes } else { no };
                self.value(branch)?
            }
            Expression::Assign(index, operator, inner) => {
                let new = self.value(inner)?;
                let old = self.values[*index];
                self.values[*index] = operator.map_or(new, |operator| operator.apply(old, new));
                self.values[*index]
            }
            Expression::Call(function, arguments) => self.call(function, arguments)?,
            Expression::Block(parts) => {
                let mut last = f64::NAN;
                for part in parts {
                    last = self.value(part)?;
                }
                last
            }
            Expression::While(condition, body) => {
                let mut last = 0.0;
                while self.is_true(condition)? && self.turn(body, &mut last)? {}
                last
            }
            Expression::RepeatUntil(body, condition) => {
                let mut last = 0.0;
                while self.turn(body, &mut last)? && !self.is_true(condition)? {}
                last
            }
            Expression::For(parts) => {
                let [start, condition, step, body] = &**parts;
                let mut last = 0.0;
                self.value(start)?;
                while self.is_true(condition)? && self.turn(body, &mut last)? {
                    self.value(step)?;
                }
                last
            }
            Expression::Switch(cases, default) => {
                for (condition, value) in cases {
                    if self.is_true(condition)? {
                        return self.value(value);
                    }
                }
                self.value(default)?
            }
            Expression::EachCase(cases) => {
                let mut last = 0.0;
                for (condition, value) in cases {
                    if self.is_true(condition)? {
                        last = self.value(value)?;
                    }
                }
                last
            }
            Expression::Break => return Err(Stop::Break),
            Expression::Continue => return Err(Stop::Continue),
        })
    }

    fn is_true(&mut self, condition: &Expression) -> Result<bool, Stop> {
        Ok(self.value(condition)? != 0.0)
    }

    /// `and` and `or` do not look at their right side when the left one decides.
    fn binary(&mut self, operator: Operator, a: &Expression, b: &Expression) -> Result<f64, Stop> {
        let a = self.value(a)?;
        match operator {
            Operator::And if a == 0.0 => Ok(0.0),
            Operator::Or if a != 0.0 => Ok(1.0),
            _ => Ok(operator.apply(a, self.value(b)?)),
        }
    }

    fn call(&mut self, function: &Function, arguments: &[Expression]) -> Result<f64, Stop> {
        let arguments =
            arguments.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>, _>>()?;
        Ok(match function.body {
            Body::Pure(body) => body(&arguments),
            Body::Random(body) => body(self.random, &arguments),
        })
    }

    /// One turn of a loop; false when it broke off.
    fn turn(&mut self, body: &Expression, last: &mut f64) -> Result<bool, Stop> {
        match self.value(body) {
            Ok(value) => *last = value,
            Err(Stop::Break) => return Ok(false),
            Err(Stop::Continue) => {}
            Err(error) => return Err(error),
        }
        Ok(true)
    }
}
