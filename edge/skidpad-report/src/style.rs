//! The style of pages and pictures, readable in print and on a dark screen.

/// Colours that colour-blind readers can distinguish (after Okabe and Ito), on light and on dark ground.
pub(crate) const COLOURS: [(&str, &str); 8] = [
    ("#0072b2", "#6cb8ee"),
    ("#d55e00", "#ff9a57"),
    ("#009e73", "#3dd6a8"),
    ("#b0559a", "#eda3d8"),
    ("#8a6d00", "#f0cf52"),
    ("#4c5bd4", "#a3adff"),
    ("#7a4b2a", "#d3a17c"),
    ("#5c6670", "#b7c2cc"),
];

/// Styles of pictures, light and dark, also for self-contained pictures.
pub(crate) fn svg_style() -> String {
    let mut light = String::new();
    let mut dark = String::new();
    for (number, (on_light, on_dark)) in COLOURS.iter().enumerate() {
        light.push_str(&format!("--c{number}:{on_light};"));
        dark.push_str(&format!("--c{number}:{on_dark};"));
    }
    format!(
        ":root{{--ink:#1d2329;--soft:#5c6670;--line:#d5dbe1;--ground:#ffffff;--panel:#f6f8fa;--solid:#aeb8c2;--hit:#c1121f;{light}}}\
         @media(prefers-color-scheme:dark){{:root{{--ink:#e6eaee;--soft:#9aa5b0;--line:#333c45;--ground:#14181c;--panel:#1b2127;--solid:#59656f;--hit:#ff6b6b;{dark}}}}}\
         @media print{{:root{{--ink:#000;--soft:#444;--line:#ccc;--ground:#fff;--panel:#fff;--solid:#bbb;--hit:#c1121f;{light}}}}}\
         svg text{{font:12px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:var(--soft)}}\
         svg .title{{font-size:13px;font-weight:600;fill:var(--ink)}}\
         svg .grid{{stroke:var(--line);stroke-width:1}}\
         svg .axis{{stroke:var(--soft);stroke-width:1}}\
         svg .curve{{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}}\
         svg .thin{{stroke-width:1.2;opacity:.75}}\
         svg .dashed{{stroke-dasharray:5 4}}\
         svg .solid{{fill:var(--solid);stroke:var(--solid);stroke-width:1}}\
         svg .hit{{stroke:var(--hit);stroke-width:1;opacity:.8}}\
         svg .hitdot{{fill:none;stroke:var(--hit);stroke-width:1.6}}"
    )
}

/// Styles of the page.
pub(crate) const PAGE: &str = "\
    *{box-sizing:border-box}\
    body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\
    main{max-width:1180px;margin:0 auto;padding:28px 24px 60px}\
    h1{font-size:26px;line-height:1.2;margin:0 0 4px}\
    h2{font-size:17px;margin:34px 0 10px;padding-bottom:5px;border-bottom:1px solid var(--line)}\
    p{margin:6px 0}\
    .lead{color:var(--soft);margin:0 0 18px}\
    .under{color:var(--soft);margin:8px 0 18px}\
    .note{border-left:3px solid var(--hit);padding-left:10px}\
    .cards{display:flex;flex-wrap:wrap;gap:10px;margin:14px 0}\
    .card{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:10px 14px;min-width:118px}\
    .card b{display:block;font-size:20px;line-height:1.25;font-variant-numeric:tabular-nums}\
    .card span{color:var(--soft);font-size:12.5px}\
    .plots{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:14px}\
    @media(max-width:900px){.plots{grid-template-columns:1fr}}\
    figure{margin:0;background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:10px 10px 6px;break-inside:avoid}\
    figure.wide{grid-column:1/-1}\
    figure svg{display:block;width:100%;height:auto}\
    table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}\
    th,td{text-align:right;padding:5px 10px;border-bottom:1px solid var(--line);white-space:nowrap}\
    th:first-child,td:first-child,td.text,th.text{text-align:left;white-space:normal}\
    thead th{color:var(--soft);font-weight:600}\
    .scroll{overflow-x:auto}\
    code{background:var(--panel);border:1px solid var(--line);border-radius:5px;padding:1px 6px;font-size:13px;overflow-wrap:anywhere}\
    .swatch{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:7px;vertical-align:-1px}\
    footer{color:var(--soft);font-size:13px}\
    @media print{main{max-width:none;padding:0}figure{border-color:#ccc}.plots{grid-template-columns:1fr 1fr}}";

/// Escape a text for HTML or SVG.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
