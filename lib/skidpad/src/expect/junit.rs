//! Findings as JUnit XML, for continuous integration.

use super::Finding;
use std::fmt::Write;

/// One test suite per run: its name, its wall time [s], its findings.
pub fn junit_xml(suites: &[(String, f64, Vec<Finding>)]) -> String {
    let count = |suites: &[(String, f64, Vec<Finding>)], only_failed: bool| -> usize {
        let findings = suites.iter().flat_map(|(_, _, findings)| findings);
        findings.filter(|finding| !only_failed || !finding.is_met).count()
    };
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\">\n",
        count(suites, false),
        count(suites, true)
    );
    for suite in suites {
        let (name, wall_s, findings) = suite;
        let name = escaped(name);
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" time=\"{wall_s:.3}\">",
            findings.len(),
            count(std::slice::from_ref(suite), true)
        );
        for finding in findings {
            let (check, detail) = (escaped(&finding.name), escaped(&finding.detail));
            let _ = if finding.is_met {
                writeln!(xml, "    <testcase classname=\"{name}\" name=\"{check}\"/>")
            } else {
                writeln!(
                    xml,
                    "    <testcase classname=\"{name}\" name=\"{check}\"><failure message=\"{detail}\"/></testcase>"
                )
            };
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_counted_and_texts_escaped() {
        let finding = |is_met| Finding {
            name: "\"r1\" <reaches>".to_string(),
            is_met,
            detail: "a & b".to_string(),
            badness: 0.0,
        };
        let xml = junit_xml(&[("seed 1".to_string(), 0.5, vec![finding(true), finding(false)])]);
        assert!(xml.contains("<testsuites tests=\"2\" failures=\"1\">"), "{xml}");
        assert!(
            xml.contains("name=\"&quot;r1&quot; &lt;reaches&gt;\"><failure message=\"a &amp; b\"/>"),
            "{xml}"
        );
    }
}
