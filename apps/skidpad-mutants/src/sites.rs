//! Finds the expressions of a source file that can be made wrong, and what each can become.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Expr, UnOp};

/// A part of a source text.
pub(crate) type Bytes = Range<usize>;

/// An expression that can be made wrong.
#[derive(Debug)]
pub(crate) struct Site {
    /// Where it stands.
    pub(crate) range: Bytes,
    /// Its operands, in the order of evaluation.
    pub(crate) operands: Vec<Bytes>,
    /// How it is written.
    pub(crate) form: Form,
    /// The operator or method as it is.
    pub(crate) original: String,
    /// What stands there instead in its mutants; empty where it is left out.
    pub(crate) replacements: Vec<String>,
}

/// How an expression is written, with `#` for its operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `a # b`
    Binary,
    /// `a # b`, which moves nothing
    Comparison,
    /// `a && b` or `a || b`
    Lazy,
    /// `place # b`
    Assignment { place: Bytes },
    /// `# a`
    Unary,
    /// `a.#()`
    Method,
    /// `a.#(b)`
    MethodOfTwo,
    /// `callee(mask, a, b)`; the mutant has `b` and `a`
    Select { callee: Bytes },
}

/// The mutant that swaps what a selection chooses between.
pub(crate) const SWAPPED: &str = "swapped";

/// Every site of a source file, outer ones before those inside them.
pub(crate) fn sites(text: &str) -> Result<Vec<Site>, String> {
    let file = syn::parse_file(text).map_err(|problem| problem.to_string())?;
    let mut finder = Finder { text, sites: Vec::new() };
    finder.visit_file(&file);
    let mut sites = finder.sites;
    sites.sort_by_key(|site| (site.range.start, usize::MAX - site.range.end));
    Ok(sites)
}

/// What can stand for a binary operator.
fn wrong_operators(operator: &str) -> &'static [&'static str] {
    match operator {
        "+" => &["-"],
        "-" => &["+"],
        "*" => &["/"],
        "/" => &["*"],
        "%" => &["*"],
        "&" => &["|"],
        "|" => &["&"],
        "+=" => &["-="],
        "-=" => &["+="],
        "*=" => &["/="],
        "/=" => &["*="],
        "&=" => &["|="],
        "|=" => &["&="],
        "<" => &[">=", "<="],
        "<=" => &[">", "<"],
        ">" => &["<=", ">="],
        ">=" => &["<", ">"],
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        _ => &[],
    }
}

/// What can stand for a method with that many arguments besides its receiver.
fn wrong_methods(method: &str, argument_count: usize) -> &'static [&'static str] {
    match (method, argument_count) {
        ("min", 1) => &["max"],
        ("max", 1) => &["min"],
        ("lt", 1) => &["ge", "le"],
        ("le", 1) => &["gt", "lt"],
        ("gt", 1) => &["le", "ge"],
        ("ge", 1) => &["lt", "gt"],
        ("sin", 0) => &["cos"],
        ("cos", 0) => &["sin"],
        ("abs", 0) => &[""],
        _ => &[],
    }
}

/// Does it differ only where both sides are equal?
pub(crate) fn is_boundary(original: &str, replacement: &str) -> bool {
    matches!(
        (original, replacement),
        ("<", "<=")
            | ("<=", "<")
            | (">", ">=")
            | (">=", ">")
            | ("lt", "le")
            | ("le", "lt")
            | ("gt", "ge")
            | ("ge", "gt")
    )
}

struct Finder<'a> {
    text: &'a str,
    sites: Vec<Site>,
}

fn bytes(node: &impl Spanned) -> Bytes {
    node.span().byte_range()
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Is the item there only for tests?
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        if attribute.path().is_ident("test") {
            return true;
        }
        let Ok(list) = attribute.meta.require_list() else { return false };
        let condition = list.tokens.to_string();
        attribute.path().is_ident("cfg") && condition.contains("test") && !condition.contains("not")
    })
}

/// Is it `let`, or a chain of conditions with one?
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl Finder<'_> {
    /// Notes a site, unless the places of its parts are not those of a source text.
    fn note(&mut self, site: Site) {
        let mut at = site.range.start;
        for operand in &site.operands {
            if operand.start < at || operand.end <= operand.start || operand.end > site.range.end {
                return;
            }
            at = operand.end;
        }
        if self.text.get(site.range.clone()).is_some() && !site.replacements.is_empty() {
            self.sites.push(site);
        }
    }

    fn text_of(&self, span: Span) -> &str {
        self.text.get(span.byte_range()).unwrap_or_default()
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_binary(&mut self, expression: &'ast syn::ExprBinary) {
        let operator = self.text_of(expression.op.span()).to_owned();
        let (left, right) = (bytes(&*expression.left), bytes(&*expression.right));
        let range = left.start..right.end;
        let (operands, form) = match expression.op {
            BinOp::And(_) | BinOp::Or(_) if has_let(&expression.left) || has_let(&expression.right) => {
                (Vec::new(), None)
            }
            BinOp::And(_) | BinOp::Or(_) => (vec![left, right], Some(Form::Lazy)),
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_) => {
                (vec![left, right], Some(Form::Comparison))
            }
            _ if operator.len() == 2 && operator.ends_with('=') => {
                // The place is written once per mutant, which must not change the numbers of lines.
                let is_short = self.text.get(left.clone()).is_some_and(|place| !place.contains('\n'));
                (vec![right], is_short.then_some(Form::Assignment { place: left }))
            }
            _ => (vec![left, right], Some(Form::Binary)),
        };
        if let Some(form) = form {
            let replacements = owned(wrong_operators(&operator));
            self.note(Site { range, operands, form, original: operator, replacements });
        }
        visit::visit_expr_binary(self, expression);
    }

    fn visit_expr_unary(&mut self, expression: &'ast syn::ExprUnary) {
        let operand = bytes(&*expression.expr);
        let range = expression.op.span().byte_range().start..operand.end;
        let original = self.text_of(expression.op.span()).to_owned();
        if matches!(expression.op, UnOp::Neg(_) | UnOp::Not(_)) {
            let replacements = vec![String::new()];
            self.note(Site { range, operands: vec![operand], form: Form::Unary, original, replacements });
        }
        visit::visit_expr_unary(self, expression);
    }

    fn visit_expr_method_call(&mut self, expression: &'ast syn::ExprMethodCall) {
        let receiver = bytes(&*expression.receiver);
        let range = receiver.start..expression.paren_token.span.close().byte_range().end;
        let original = expression.method.to_string();
        let replacements = owned(wrong_methods(&original, expression.args.len()));
        let form = if expression.args.is_empty() { Form::Method } else { Form::MethodOfTwo };
        let operands = std::iter::once(receiver).chain(expression.args.iter().map(bytes)).collect();
        self.note(Site { range, operands, form, original, replacements });
        visit::visit_expr_method_call(self, expression);
    }

    fn visit_expr_call(&mut self, expression: &'ast syn::ExprCall) {
        let callee = bytes(&*expression.func);
        let name = self.text.get(callee.clone()).unwrap_or_default();
        let is_select = name.ends_with("::select") && expression.args.len() == 3;
        // A comparison that stands in the call has its own mutants, which do the same.
        if is_select && matches!(expression.args.first(), Some(Expr::Path(_) | Expr::Field(_))) {
            let range = callee.start..expression.paren_token.span.close().byte_range().end;
            let original = "select".to_owned();
            let operands = expression.args.iter().map(bytes).collect();
            let replacements = owned(&[SWAPPED]);
            self.note(Site { range, operands, form: Form::Select { callee }, original, replacements });
        }
        visit::visit_expr_call(self, expression);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) && item.sig.constness.is_none() {
            self.visit_block(&item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) && item.sig.constness.is_none() {
            self.visit_block(&item.block);
        }
    }

    fn visit_expr_repeat(&mut self, expression: &'ast syn::ExprRepeat) {
        self.visit_expr(&expression.expr);
    }

    // What is evaluated by the compiler cannot be chosen at run time.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_path_arguments(&mut self, _: &'ast syn::PathArguments) {}
    fn visit_angle_bracketed_generic_arguments(&mut self, _: &'ast syn::AngleBracketedGenericArguments) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let text = format!("fn f() {{ {text} }}");
        let sites = sites(&text).expect("a function");
        sites.iter().map(|site| format!("{} of {}", site.original, &text[site.range.clone()])).collect()
    }

    #[test]
    fn outer_expressions_come_first() {
        assert_eq!(found("a + b * -c"), ["+ of a + b * -c", "* of b * -c", "- of -c"]);
    }

    #[test]
    fn letters_of_several_bytes_are_counted_as_bytes() {
        assert_eq!(found("\"Δ\"; /* µ */ a + b"), ["+ of a + b"]);
    }

    #[test]
    fn methods_of_numbers_are_known_by_their_arguments() {
        assert_eq!(found("a.min(b); list.iter().min(); x.abs()"), ["min of a.min(b)", "abs of x.abs()"]);
    }

    #[test]
    fn what_the_compiler_evaluates_is_left_alone() {
        assert!(found("const A: usize = 1 + 2; let a: [u8; 1 + 2] = [0; 1 + 2];").is_empty());
        assert!(sites("const fn f() -> u8 { 1 + 2 }").expect("a function").is_empty());
    }

    #[test]
    fn tests_are_left_alone() {
        let text = "#[cfg(test)] mod tests { fn f() { a + b } } #[test] fn g() { a + b }";
        assert!(sites(text).expect("items").is_empty());
    }

    #[test]
    fn a_chain_of_lets_keeps_its_operators() {
        assert_eq!(found("if a && let Some(b) = c + d {}"), ["+ of c + d"]);
    }
}
