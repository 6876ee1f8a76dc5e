//! One file's text to a tree: every leniency of world-format §1, every mistake, and back to text.

use skidpad_world::{Diagnostics, FileId, Limits, Node, Severity, Sources, write, xml};

fn parse(text: &str) -> (Vec<Node>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut nodes_left = 1000;
    let roots = xml::parse(text, FileId(0), &Limits::default(), &mut nodes_left, &mut diagnostics);
    (roots, diagnostics)
}

/// The findings as `line:column: message` lines.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    let sources = Sources::default();
    diagnostics.iter().map(|d| d.render(&sources).trim_start_matches("?:").to_owned()).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) -> Vec<Node> {
    let (roots, diagnostics) = parse(text);
    assert_eq!(findings(&diagnostics), expected, "{text}");
    roots
}

#[test]
fn closing_names_are_not_checked() {
    let roots = check("<v>\n <x>0</z>\n <y>1</y></v>", &["2:6: warning: <x> is closed by </z>; write </x>"]);
    assert_eq!(roots[0].child("x").unwrap().text(), "0");
    assert_eq!(roots[0].child("y").unwrap().text(), "1");
}

#[test]
fn raw_less_than_in_attributes() {
    let roots = check(
        r#"<if condition="$f{a<=3 or a>=6}"/>"#,
        &["1:20: warning: \"<\" in attribute \"condition\"; strict XML wants &lt;"],
    );
    assert_eq!(roots[0].attribute("condition").unwrap().value, "$f{a<=3 or a>=6}");
}

#[test]
fn several_roots_are_all_read() {
    let roots = check("<a/><b/>", &[]);
    assert_eq!(roots.len(), 2);
}

#[test]
fn quotes_declaration_comments_instructions_and_colons_are_ordinary() {
    let roots =
        check("\u{feff}<?xml version='1.0'?><!-- - x --><?pi?><vehicle:class name='a\"b' c=\"d'e\" />", &[]);
    assert_eq!(roots[0].name, "vehicle:class");
    assert_eq!(roots[0].attribute("name").unwrap().value, "a\"b");
    assert_eq!(roots[0].attribute("c").unwrap().value, "d'e");
}

#[test]
fn byte_order_marks_at_the_start_are_skipped() {
    // Found by fuzzing: a second mark moved every later place.
    let roots = check("\u{feff}\u{feff}<a>ä</a>", &[]);
    assert_eq!(roots[0].text(), "ä");
}

#[test]
fn a_document_type_is_refused() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<a>&b;</a>";
    let roots = check(
        bomb,
        &[
            "1:1: error: <!DOCTYPE> is refused: a world needs no document type; remove it",
            "2:4: warning: \"&\" starts no known entity and is kept; strict XML wants &amp;",
        ],
    );
    assert_eq!(roots[0].text(), "&b;");
}

#[test]
fn entities_are_resolved_in_text_and_attributes() {
    let roots = check("<a b='&lt;&#65;&#x42;&apos;'>&gt;&amp;&quot; x</a>", &[]);
    assert_eq!(roots[0].attribute("b").unwrap().value, "<AB'");
    assert_eq!(roots[0].text(), ">&\" x");
}

#[test]
fn a_bare_ampersand_is_kept() {
    let what = "\"&\" starts no known entity and is kept; strict XML wants &amp;";
    let roots = check(
        "<a b='1 & 2'>x & y &foo; &#xFFFFFFFF;</a>",
        &[
            &format!("1:9: warning: {what}"),
            &format!("1:16: warning: {what}"),
            &format!("1:20: warning: {what}"),
            &format!("1:26: warning: {what}"),
        ],
    );
    assert_eq!(roots[0].attribute("b").unwrap().value, "1 & 2");
    assert_eq!(roots[0].text(), "x & y &foo; &#xFFFFFFFF;");
}

#[test]
fn the_value_is_the_first_text() {
    let ignored = "warning: this text of <a> is ignored: only the first piece of text is its value";
    let roots = check("<a> \n <b/> 1 <!-- x --> 2 <c/> </a>", &[&format!("2:20: {ignored}")]);
    assert_eq!(roots[0].text(), "1");
    assert_eq!(roots[0].text_place().column, 7);
    let roots = check("<a><![CDATA[ 1 < 2 ]]></a>", &[]);
    assert_eq!(roots[0].text(), "1 < 2");
    check("<a/>x", &["1:5: warning: text outside of every element is ignored"]);
    check(
        "<!-- x --> x<a/>",
        &[
            "1:12: error: text before the first element; a file of a world begins with an element, after comments at most",
        ],
    );
}

#[test]
fn the_first_of_equal_attributes_wins() {
    let roots =
        check("<a b='1' b='2'/>", &["1:10: warning: attribute \"b\" is given twice; the first one is used"]);
    assert_eq!(roots[0].attribute("b").unwrap().value, "1");
}

#[test]
fn mistakes_are_errors_with_their_place() {
    check(
        "<a>\n<b>",
        &[
            "2:1: error: <b> is never closed; write </b> where it ends, or end its tag with \"/>\"; around it, <a> is \
             not closed either",
        ],
    );
    check("<a/></b>", &["1:5: error: </b> closes nothing; remove it"]);
    check("<a b>1</a>", &["1:4: error: attribute \"b\" has no value; write b=\"…\""]);
    check("<a b=1/>", &["1:4: error: the value of attribute \"b\" is not in quotes"]);
    check("<a ='1'/>", &["1:4: error: an attribute needs a name before \"=\""]);
    check("<a>\n<b c='", &["2:1: error: an attribute of this tag has no closing quote (')"]);
    check("<a><!-- x</a>", &["1:4: error: \"<!--\" has no closing \"-->\""]);
    let roots = check(
        "<a>1 < 2 <b/></a>",
        &["1:6: error: \"<\" is not followed by a name; write &lt; for the character itself"],
    );
    assert_eq!(roots[0].text(), "1 < 2");
    assert_eq!(roots[0].children.len(), 1);
}

#[test]
fn nesting_and_counting_stop_at_their_limits() {
    let deep = "<a>".repeat(100_000);
    let (roots, diagnostics) = parse(&deep);
    assert_eq!(roots[0].count(), 64);
    assert_eq!(
        findings(&diagnostics)[0],
        "1:193: error: more than 64 elements inside each other; the rest of the world is not read"
    );
    let many: String = (0..2000).map(|i| format!(" a{i}=''")).collect();
    check_limit(&format!("<a{many}/>"), "more than 1000000 elements, attributes and texts");
    check_limit(&("<".repeat(1_000_000) + ">"), "more than 100 stray \"<\"");
    let (roots, diagnostics) = parse(&"<a/>".repeat(100_000));
    assert_eq!(roots.len(), 1000);
    assert_eq!(diagnostics.count(Severity::Error), 1);
}

#[track_caller]
fn check_limit(text: &str, expected: &str) {
    let (_, diagnostics) = parse(text);
    assert!(findings(&diagnostics).concat().contains(expected), "{:?}", findings(&diagnostics));
}

#[test]
fn one_element_has_no_more_attributes_than_allowed() {
    let many: String = (0..20).map(|i| format!(" a{i}=''")).collect();
    let limits = Limits { attributes: 10, ..Limits::default() };
    let mut diagnostics = Diagnostics::default();
    let roots = xml::parse(&format!("<a{many}/>"), FileId(0), &limits, &mut 1000, &mut diagnostics);
    assert_eq!(roots[0].attributes.len(), 10);
    let expected = "1:64: error: more than 10 attributes of one element; the rest of the world is not read";
    assert_eq!(findings(&diagnostics), [expected]);
}

#[test]
fn what_is_written_reads_back_equal() {
    for text in [
        "<a/>",
        "<a b='1 &lt; 2 &amp; \"3\"'>x &gt; y &amp;amp;<c>1 2\n3</c><d e=''/></a>",
        "<mvsim_world version=\"1.0\"><vehicle name='r1'><sensor class=\"laser\">\t<x>1</x></sensor></vehicle></mvsim_world>",
    ] {
        let (roots, _) = parse(text);
        let (again, diagnostics) = parse(&write::write(&roots[0]));
        assert!(diagnostics.is_empty(), "{text}: {:?}", findings(&diagnostics));
        assert!(roots[0].equals_apart_from_places(&again[0]), "{text}");
    }
}
