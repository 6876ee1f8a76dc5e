//! Tokens of an expression to a program, by precedence climbing.
//!
//! From loose to tight: `:=`, `? :`, or, and, comparisons, sums, products, sign, power.

use super::functions::{self, CONSTANTS, FUNCTIONS};
use super::lexer::Token;
use super::program::{Expression, Operator, Program};
use super::{ExpressionError, Variables, error};
use crate::describe::value::with_decimal_point;
use crate::nearest::nearest;
use crate::problem::did_you_mean;

/// Brackets and signs inside each other; a bracket counts twice.
const DEEPEST: usize = 128;

pub(super) fn parse(tokens: &[Token], variables: &dyn Variables) -> Result<Program, ExpressionError> {
    let mut parser = Parser { tokens, at: 0, depth: 0, variables, names: Vec::new(), values: Vec::new() };
    let body = parser.statements(None)?;
    Ok(Program { body, values: parser.values })
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    variables: &'a dyn Variables,
    /// Names and starting values of the variables met so far.
    names: Vec<String>,
    values: Vec<f64>,
}

type Parsed = Result<Expression, ExpressionError>;

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Some(Token::Name(found)) if found == name)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_there = self.is_sign(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn take_name(&mut self, name: &str) -> bool {
        let is_there = self.is_name(name);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, sign: &str) -> Result<(), ExpressionError> {
        if self.take_sign(sign) { Ok(()) } else { Err(error(format!("expected \"{sign}\"{}", self.found()))) }
    }

    fn found(&self) -> String {
        match self.peek() {
            None => " at the end".to_owned(),
            Some(Token::Number(value)) => format!(" before {value}"),
            Some(Token::Name(name)) => format!(" before \"{name}\""),
            Some(Token::Quoted(text)) => format!(" before '{text}'"),
            Some(Token::Sign(sign)) => format!(" before \"{sign}\""),
        }
    }

    /// Statements up to a closing sign, or to the end of the expression.
    fn statements(&mut self, closing: Option<&str>) -> Parsed {
        let mut parts = Vec::new();
        loop {
            while self.take_sign(";") {}
            let is_end = match closing {
                Some(sign) => self.take_sign(sign),
                None => self.peek().is_none(),
            };
            if is_end {
                break;
            }
            parts.push(self.expression()?);
            let ends_by_itself = matches!(self.tokens.get(self.at - 1), Some(Token::Sign("}")));
            let at_end = self.peek().is_none() || closing.is_some_and(|sign| self.is_sign(sign));
            if !(at_end || ends_by_itself || self.is_sign(";")) {
                return Err(error(format!("expected an operator{}", self.found())));
            }
            if self.peek().is_none() && closing.is_some() {
                return Err(error(format!("expected \"{}\" at the end", closing.unwrap_or(""))));
            }
        }
        match parts.len() {
            0 if closing.is_none() => Err(error("is empty")),
            1 => Ok(parts.remove(0)),
            _ => Ok(Expression::Block(parts)),
        }
    }

    /// One expression, assignment and choice included.
    fn expression(&mut self) -> Parsed {
        self.go_deeper()?;
        let parsed = self.choice();
        self.depth -= 1;
        parsed
    }

    fn go_deeper(&mut self) -> Result<(), ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(error("has too many brackets inside each other")) } else { Ok(()) }
    }

    fn choice(&mut self) -> Parsed {
        let condition = self.binary(0)?;
        if let Some(Token::Sign(sign)) = self.peek() {
            let assigned = match *sign {
                ":=" => Some(None),
                "+=" => Some(Some(Operator::Add)),
                "-=" => Some(Some(Operator::Subtract)),
                "*=" => Some(Some(Operator::Multiply)),
                "/=" => Some(Some(Operator::Divide)),
                "%=" => Some(Some(Operator::Remainder)),
                _ => None,
            };
            if let Some(operator) = assigned {
                let Expression::Variable(index) = condition else {
                    return Err(error(format!("only a variable can stand before \"{sign}\"")));
                };
                self.at += 1;
                return Ok(Expression::Assign(index, operator, Box::new(self.expression()?)));
            }
        }
        if !self.take_sign("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        Ok(Expression::Choose(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Parsed {
        let mut left = self.prefix()?;
        loop {
            let (operator, level, length) = match self.operator() {
                Some((operator, level)) => (operator, level, 1),
                None if self.is_implied_product() => (Operator::Multiply, PRODUCT, 0),
                None => return Ok(left),
            };
            if level < least {
                return Ok(left);
            }
            self.at += length;
            // Power groups to the right, everything else to the left.
            let right = self.binary(if operator == Operator::Power { level } else { level + 1 })?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        Some(match self.peek()? {
            Token::Sign(sign) => match *sign {
                "|" | "||" => (Operator::Or, OR),
                "&" | "&&" => (Operator::And, AND),
                "<" => (Operator::Less, COMPARISON),
                "<=" => (Operator::LessEqual, COMPARISON),
                ">" => (Operator::Greater, COMPARISON),
                ">=" => (Operator::GreaterEqual, COMPARISON),
                "=" | "==" => (Operator::Equal, COMPARISON),
                "!=" | "<>" => (Operator::NotEqual, COMPARISON),
                "+" => (Operator::Add, SUM),
                "-" => (Operator::Subtract, SUM),
                "*" => (Operator::Multiply, PRODUCT),
                "/" => (Operator::Divide, PRODUCT),
                "%" => (Operator::Remainder, PRODUCT),
                "^" => (Operator::Power, POWER),
                _ => return None,
            },
            Token::Name(name) => match name.as_str() {
                "or" => (Operator::Or, OR),
                "nor" => (Operator::Nor, OR),
                "xor" => (Operator::Xor, OR),
                "xnor" => (Operator::Xnor, OR),
                "and" => (Operator::And, AND),
                "nand" => (Operator::Nand, AND),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// `2x`, `2(x+1)` and `(a)(b)` are products.
    fn is_implied_product(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let starts_value = match self.peek() {
            Some(Token::Name(name)) => !KEYWORDS.contains(&name.as_str()),
            Some(Token::Sign(sign)) => *sign == "(",
            _ => false,
        };
        starts_value && matches!(before, Some(Token::Number(_) | Token::Sign(")")))
    }

    fn prefix(&mut self) -> Parsed {
        self.go_deeper()?;
        let parsed = if self.take_sign("-") {
            Ok(Expression::Negate(Box::new(self.binary(SIGN)?)))
        } else if self.take_sign("+") {
            self.binary(SIGN)
        } else if self.take_sign("!") || self.take_name("not") {
            Ok(Expression::Not(Box::new(self.binary(SIGN)?)))
        } else {
            self.primary()
        };
        self.depth -= 1;
        parsed
    }

    fn primary(&mut self) -> Parsed {
        let Some(token) = self.peek().cloned() else {
            return Err(error("ends where a value is expected"));
        };
        self.at += 1;
        match token {
            Token::Number(value) => Ok(Expression::Number(value)),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("{") => self.statements(Some("}")),
            Token::Sign("[") if self.take_sign("*") => self.each_case(),
            Token::Quoted(text) => self.text_comparison(&text),
            Token::Name(name) => self.named(&name),
            Token::Sign(_) => {
                self.at -= 1;
                Err(error(format!("expected a value{}", self.found())))
            }
        }
    }

    fn named(&mut self, name: &str) -> Parsed {
        match name {
            "if" => return self.if_else(),
            "while" => {
                let condition = self.in_brackets()?;
                return Ok(Expression::While(Box::new(condition), Box::new(self.expression()?)));
            }
            "repeat" => return self.repeat_until(),
            "for" => return self.for_loop(),
            "switch" => return self.switch(),
            "var" => return self.declaration(),
            "break" => return Ok(Expression::Break),
            "continue" => return Ok(Expression::Continue),
            "strcmp" => return self.strcmp(),
            _ => {}
        }
        if self.is_sign("(")
            && let Some(function) = functions::function(name)
        {
            self.at += 1;
            let arguments = self.arguments()?;
            if arguments.len() < function.least || arguments.len() > function.most {
                let wanted = match (function.least, function.most) {
                    (1, usize::MAX) => "at least one argument".to_owned(),
                    (1, _) => "one argument".to_owned(),
                    (count, _) => format!("{count} arguments"),
                };
                return Err(error(format!("{name}() takes {wanted}, not {}", arguments.len())));
            }
            return Ok(Expression::Call(function, arguments));
        }
        if let Some(index) = self.variable(name) {
            return Ok(Expression::Variable(index));
        }
        if let Some(value) = functions::constant(name) {
            return Ok(Expression::Number(value));
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> ExpressionError {
        let variables = self.variables.names();
        let functions = FUNCTIONS.iter().map(|function| function.name);
        if self.is_sign("(") {
            let close = nearest(name, functions);
            return error(format!("there is no function \"{name}\"{}", did_you_mean(close.as_deref())));
        }
        if functions::function(name).is_some() {
            return error(format!("\"{name}\" is a function; write {name}(…)"));
        }
        if variables.iter().any(|variable| variable.eq_ignore_ascii_case(name)) {
            let Some(text) = self.variables.text(name) else {
                return error(format!("the variable \"{name}\" is not a number"));
            };
            let advice =
                with_decimal_point(text).map_or_else(String::new, |meant| format!("; write {meant}"));
            let text: String = text.chars().take(40).collect();
            return error(format!("the variable \"{name}\" is \"{text}\", which is not a number{advice}"));
        }
        let known = variables.iter().map(String::as_str).chain(CONSTANTS.iter().map(|(name, _)| *name));
        let close = nearest(name, known.chain(functions));
        error(format!("there is no numeric variable \"{name}\"{}", did_you_mean(close.as_deref())))
    }

    /// The index of a variable, which is met here for the first time or again.
    fn variable(&mut self, name: &str) -> Option<usize> {
        if let Some(index) = self.names.iter().position(|known| known == name) {
            return Some(index);
        }
        let value = self.variables.value(name)?;
        Some(self.declare(name, value))
    }

    fn declare(&mut self, name: &str, value: f64) -> usize {
        self.names.push(name.to_owned());
        self.values.push(value);
        self.values.len() - 1
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, ExpressionError> {
        let mut arguments = Vec::new();
        if self.take_sign(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if self.take_sign(")") {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }

    fn in_brackets(&mut self) -> Parsed {
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(inner)
    }

    /// `if(c, a, b)`, or `if (c) a; else b;` where the else may be missing.
    fn if_else(&mut self) -> Parsed {
        self.expect("(")?;
        let condition = self.expression()?;
        if self.take_sign(",") {
            let yes = self.expression()?;
            self.expect(",")?;
            let no = self.expression()?;
            self.expect(")")?;
            return Ok(Expression::Choose(Box::new(condition), Box::new(yes), Box::new(no)));
        }
        self.expect(")")?;
        let yes = self.expression()?;
        let before = self.at;
        self.take_sign(";");
        let no = if self.take_name("else") {
            self.expression()?
        } else {
            self.at = before;
            Expression::Number(f64::NAN)
        };
        Ok(Expression::Choose(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    fn repeat_until(&mut self) -> Parsed {
        let mut parts = Vec::new();
        loop {
            while self.take_sign(";") {}
            if self.take_name("until") {
                break;
            }
            parts.push(self.expression()?);
        }
        let condition = self.in_brackets()?;
        Ok(Expression::RepeatUntil(Box::new(Expression::Block(parts)), Box::new(condition)))
    }

    fn for_loop(&mut self) -> Parsed {
        self.expect("(")?;
        let start = self.optional(";", 0.0)?;
        let condition = self.optional(";", 1.0)?;
        let step = self.optional(")", 0.0)?;
        let body = self.expression()?;
        Ok(Expression::For(Box::new([start, condition, step, body])))
    }

    /// An expression before `closing`, or the value that an empty one stands for.
    fn optional(&mut self, closing: &str, empty: f64) -> Parsed {
        if self.take_sign(closing) {
            return Ok(Expression::Number(empty));
        }
        let inner = self.expression()?;
        self.expect(closing)?;
        Ok(inner)
    }

    fn switch(&mut self) -> Parsed {
        self.expect("{")?;
        let cases = self.cases()?;
        let default = if self.take_name("default") {
            self.expect(":")?;
            let default = self.expression()?;
            self.take_sign(";");
            default
        } else {
            Expression::Number(f64::NAN)
        };
        self.expect("}")?;
        Ok(Expression::Switch(cases, Box::new(default)))
    }

    /// `[*] { case c : v; … }`, read up to the `*`.
    fn each_case(&mut self) -> Parsed {
        self.expect("]")?;
        self.expect("{")?;
        let cases = self.cases()?;
        self.expect("}")?;
        Ok(Expression::EachCase(cases))
    }

    fn cases(&mut self) -> Result<Vec<(Expression, Expression)>, ExpressionError> {
        let mut cases = Vec::new();
        while self.take_name("case") {
            // A choice would take the colon for its own.
            let condition = self.binary(0)?;
            self.expect(":")?;
            cases.push((condition, self.expression()?));
            self.take_sign(";");
        }
        Ok(cases)
    }

    fn declaration(&mut self) -> Parsed {
        let Some(Token::Name(name)) = self.peek().cloned() else {
            return Err(error(format!("expected a name after \"var\"{}", self.found())));
        };
        if KEYWORDS.contains(&name.as_str()) {
            return Err(error(format!("\"{name}\" cannot be the name of a variable")));
        }
        self.at += 1;
        let value = if self.take_sign(":=") { self.expression()? } else { Expression::Number(0.0) };
        let index = self.declare(&name, 0.0);
        // The newest variable of a name hides older ones.
        for (known, older) in self.names.iter_mut().zip(0..) {
            if *known == name && older != index {
                known.clear();
            }
        }
        Ok(Expression::Assign(index, None, Box::new(value)))
    }

    fn quoted(&mut self) -> Result<String, ExpressionError> {
        match self.peek().cloned() {
            Some(Token::Quoted(text)) => {
                self.at += 1;
                Ok(text)
            }
            _ => Err(error(format!("expected a text in quotes{}", self.found()))),
        }
    }

    /// `strcmp('a', 'b')`: 0 for equal texts, else -1 or 1.
    fn strcmp(&mut self) -> Parsed {
        self.expect("(")?;
        let a = self.quoted()?;
        self.expect(",")?;
        let b = self.quoted()?;
        self.expect(")")?;
        Ok(Expression::Number(f64::from(a.cmp(&b) as i8)))
    }

    /// `'a' == 'b'`; texts know no other operations.
    fn text_comparison(&mut self, a: &str) -> Parsed {
        let Some((operator @ (Operator::Equal | Operator::NotEqual), _)) = self.operator() else {
            return Err(error("a text in quotes can only be compared with == or !="));
        };
        self.at += 1;
        let is_equal = self.quoted()? == a;
        Ok(Expression::Number(functions::truth(is_equal == (operator == Operator::Equal))))
    }
}

const OR: u8 = 1;
const AND: u8 = 2;
const COMPARISON: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const SIGN: u8 = 6;
const POWER: u8 = 7;

const KEYWORDS: [&str; 20] = [
    "and", "or", "not", "xor", "xnor", "nand", "nor", "if", "else", "while", "repeat", "until", "for",
    "switch", "case", "default", "var", "break", "continue", "strcmp",
];
