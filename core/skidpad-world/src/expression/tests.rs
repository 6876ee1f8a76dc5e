//! Every operator, function, constant and statement of `$f{…}`, and its limits.

use super::*;

struct Table(&'static [(&'static str, f64)]);

impl Variables for Table {
    fn value(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

const VARIABLES: Table = Table(&[("iX", 3.0), ("POS", 1.5)]);

fn run(text: &str) -> Result<f64, String> {
    let mut steps = 100_000;
    evaluate(text, &VARIABLES, &mut Random::new(1), &mut steps).map_err(|error| error.0)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = run(text).map_or_else(|error| error, format_number);
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn near(text: &str, expected: f64) {
    let found = run(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!((found - expected).abs() <= 1e-14 * expected.abs().max(1.0), "{text}: {found} {expected}");
}

#[test]
fn operators_bind_as_in_mathematics() {
    check("1+2*3", "7");
    check("(1+2)*3", "9");
    check("7-2-1", "4");
    check("2^3^2", "512");
    check("-2^2", "-4");
    check("2^-1", "0.5");
    check("8/2/2", "2");
    check("7%4", "3");
    check("--3", "3");
    check("+3", "3");
    check("2*-3", "-6");
    check("1<2", "1");
    check("2<=1", "0");
    check("2>1", "1");
    check("1>=2", "0");
    check("1==1", "1");
    check("1=2", "0");
    check("1!=1", "0");
    check("1<>2", "1");
    check("1+1==2 and 3>2", "1");
    check("0 and 1 or 1", "1");
    check("1 or 0 and 0", "1");
    check("1 xor 1", "0");
    check("1 xnor 1", "1");
    check("1 nand 1", "0");
    check("0 nor 0", "1");
    check("1 & 0", "0");
    check("1 | 0", "1");
    check("1 && 1", "1");
    check("0 || 0", "0");
    check("not 0", "1");
    check("not(1 == 1) or 0", "0");
    check("!1", "0");
    check("1 ? 2 : 3", "2");
    check("0 ? 2 : 0 ? 3 : 4", "4");
    check("if(1<2, 5, 6)", "5");
    check("2(1+2)", "6");
    check("2ix^2", "18");
    check("(1+1)(2+1)", "6");
}

#[test]
fn names_are_found_whatever_their_case() {
    check("IX + ix", "6");
    check("pos*2", "3");
    check("if(iX<=3 or iX>=6, 1, 0)", "1");
    check("MAX(1,2)", "2");
    near("M_PI", std::f64::consts::PI);
    near("pi", std::f64::consts::PI);
    near("m_e", std::f64::consts::E);
    check("inf", "inf");
    check("epsilon", "1e-10");
    check("true + false", "1");
}

#[test]
fn functions_that_count_and_round() {
    check("min(3,1,2)", "1");
    check("max(3,1,2)", "3");
    check("avg(1,2,6)", "3");
    check("sum(1,2,3)", "6");
    check("mul(2,3,4)", "24");
    check("mand(1,1,0)", "0");
    check("mor(0,0,1)", "1");
    check("clamp(0,5,3)", "3");
    check("clamp(0,-5,3)", "0");
    check("iclamp(0,1,3)", "0");
    check("iclamp(0,2,3)", "3");
    check("iclamp(0,7,3)", "7");
    check("inrange(0,2,3)", "1");
    check("inrange(0,4,3)", "0");
    check("abs(-2)", "2");
    check("ceil(1.2)", "2");
    check("floor(-1.2)", "-2");
    check("round(2.5)", "3");
    check("roundn(1.23456,2)", "1.23");
    check("trunc(-1.7)", "-1");
    check("int(3.9)", "3");
    check("frac(1.25)", "0.25");
    check("sgn(-3) + sgn(0) + 2*sgn(9)", "1");
    check("sqrt(9)", "3");
    check("mod(7,4)", "3");
    check("equal(1, 1+1e-12)", "1");
    check("not_equal(1, 1.1)", "1");
    check("hypot(3,4)", "5");
    check("pow(2,10)", "1024");
    check("strcmp('a','a')", "0");
    check("'ab' == 'ab'", "1");
    check("'ab' != 'ab'", "0");
}

#[test]
#[allow(clippy::disallowed_methods)] // The platform's functions judge ours.
fn functions_of_analysis_agree_with_the_platform() {
    let x: f64 = 0.3;
    near("root(27,3)", 3.0);
    near("exp(0.3)", x.exp());
    near("expm1(0.3)", x.exp_m1());
    near("log(0.3)", x.ln());
    near("log10(1000)", 3.0);
    near("log2(8)", 3.0);
    near("logn(81,3)", 4.0);
    near("log1p(0.3)", x.ln_1p());
    near("sin(0.3)", x.sin());
    near("cos(0.3)", x.cos());
    near("tan(0.3)", x.tan());
    near("sec(0.3)", 1.0 / x.cos());
    near("csc(0.3)", 1.0 / x.sin());
    near("cot(0.3)", 1.0 / x.tan());
    near("asin(0.3)", x.asin());
    near("acos(0.3)", x.acos());
    near("atan(0.3)", x.atan());
    near("atan2(0.3,-1)", x.atan2(-1.0));
    near("sinh(0.3)", x.sinh());
    near("cosh(0.3)", x.cosh());
    near("tanh(0.3)", x.tanh());
    near("asinh(0.3)", x.asinh());
    near("acosh(1.3)", 1.3f64.acosh());
    near("atanh(0.3)", x.atanh());
    near("sinc(0)", 1.0);
    near("deg2rad(180)", std::f64::consts::PI);
    near("rad2deg(pi)", 180.0);
    near("deg2grad(90)", 100.0);
    near("grad2deg(100)", 90.0);
    // Abramowitz and Stegun, table 7.1 and 26.1.
    near("erf(0.5)", 0.520_499_877_813_046_5);
    near("erfc(0.5)", 0.479_500_122_186_953_5);
    near("ncdf(1)", 0.841_344_746_068_542_9);
}

#[test]
fn statements() {
    check("var x := 2; x *= 3; x - 1", "5");
    check("var i := 0; while (i < 10) { i += 1; }", "10");
    check("var s := 0; for (var i := 1; i <= 4; i += 1) { s += i; }; s", "10");
    check("var i := 0; repeat i += 1; until (i >= 5); i", "5");
    check("var i := 0; while (1) { if (i >= 7) break; i += 1; }; i", "7");
    check("var s := 0; for (var i := 0; i < 5; i += 1) { if (i % 2 == 0) continue; s += i; }; s", "4");
    check("switch { case ix > 5 : 1; case ix > 2 : 2; default : 3; }", "2");
    check("switch { case ix > 5 : 1; default : 3; }", "3");
    check("var y := 0; [*] { case ix > 2 : y += 1; case ix > 1 : y += 1; }", "2");
    check("if (ix > 2) 1; else 0;", "1");
    check("if (ix < 2) { 1 } else if (ix == 3) { 2 } else { 3 }", "2");
    check("{ 1; 2 }", "2");
    check("1 + /* two */ 2 // three", "3");
    check("ix := 9; ix", "9");
}

#[test]
fn numbers_keep_their_digits() {
    check("4080123.4", "4080123.4");
    check("1/3", "0.3333333333333333");
    check("1e300*10", "1e301");
    check("1/1e7", "1e-7");
    check("0*-1", "0");
    check("0.1/55.296e-6", "1808.4490740740741");
    check("3.", "3");
    check(".5", "0.5");
    for value in [0.1, 1e15, 123_456_789.123, -2.5e-9, f64::MAX, 4e15] {
        assert_eq!(format_number(value).parse::<f64>().ok(), Some(value));
    }
}

#[test]
fn random_numbers_follow_the_seed() {
    check("randomize(2)", "0");
    let draw = run("randomize(2); rand()").unwrap();
    assert_eq!(run("randomize(3); randomize(2); rand()").unwrap(), draw);
    let between = run("unifrnd(5,6)").unwrap();
    assert!((5.0..6.0).contains(&between));
    let mut random = Random::new(9);
    let mut steps = 100;
    let first = evaluate("randn()", &VARIABLES, &mut random, &mut steps).unwrap();
    let second = evaluate("randn()", &VARIABLES, &mut random, &mut steps).unwrap();
    assert_ne!(first, second);
}

#[test]
fn mistakes_are_explained() {
    check("", "is empty");
    check("1 +", "ends where a value is expected");
    check("(1", "expected \")\" at the end");
    check("{1", "expected \"}\" at the end");
    check("1 2", "expected an operator before 2");
    check("*3", "expected a value before \"*\"");
    check("ipx", "there is no numeric variable \"ipx\"; did you mean \"iX\"?");
    check("sqr(2)", "there is no function \"sqr\"; did you mean \"sqrt\"?");
    check("sin", "\"sin\" is a function; write sin(…)");
    check("sin(1,2)", "sin() takes one argument, not 2");
    check("atan2(1)", "atan2() takes 2 arguments, not 1");
    check("min()", "min() takes at least one argument, not 0");
    check("1 := 2", "only a variable can stand before \":=\"");
    check("break", "\"break\" and \"continue\" belong inside a loop");
    check("sqrt(-1)", "gives no number (NaN)");
    check("0/0", "gives no number (NaN)");
    check("1 ? 2", "expected \":\" at the end");
    check("1 $ 2", "\"$\" has no meaning here");
    check("'a", "a quote (') is not closed");
    check("'a' + 1", "a text in quotes can only be compared with == or !=");
    check("var 1", "expected a name after \"var\" before 1");
    check("var if := 1", "\"if\" cannot be the name of a variable");
}

#[test]
fn the_manual_names_every_function_and_constant() {
    let manual = include_str!("../../../../docs/world-language.md");
    let names = functions::FUNCTIONS.iter().map(|function| function.name);
    for name in names.chain(functions::CONSTANTS.iter().map(|(name, _)| *name)) {
        let is_there = [format!("`{name}`"), format!("`{name}(")].iter().any(|text| manual.contains(text));
        assert!(is_there, "docs/world-language.md does not mention {name}");
    }
}

#[test]
fn bombs_end_in_an_error() {
    check("while (1) {}", "takes too many steps");
    check("while (1) 1", "takes too many steps");
    check("repeat until (0)", "takes too many steps");
    check(&"(".repeat(500), "has too many brackets inside each other");
    check(&"-".repeat(500), "has too many brackets inside each other");
    check(&"{".repeat(500), "has too many brackets inside each other");
    check(&("1".to_owned() + &"+1".repeat(100_000)), "is longer than 1000 words and signs");
    check(&("1".to_owned() + &"+1".repeat(499)), "500");
    check(&("1".to_owned() + &"^1".repeat(499)), "1");
    check(&"1?".repeat(400), "has too many brackets inside each other");
}
