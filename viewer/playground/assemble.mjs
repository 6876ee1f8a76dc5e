// Puts the playground together: node playground/assemble.mjs MODULE PARTS OUT
// OUT gets a folder of static files (index.html first) and skidpad-playground.html, which is all of them in one file.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [module, parts, out] = process.argv.slice(2);
const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const text = (path) => readFileSync(path, "utf8");
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const source = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/** A page; what it may do is said first. */
function page(title, policy, head, body) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}
const SHELL = '<div id="playground"></div>\n    <noscript>The playground needs JavaScript.</noscript>';
const VIEWER = '<div id="viewer"></div>';
const COMMON = ["default-src 'none'", "img-src blob: data:", "base-uri 'none'", "form-action 'none'"];

/** Several files: nothing is asked of any other host. */
function writeFolder() {
  const policy = [...COMMON, "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "worker-src 'self'", "frame-src 'self'", "connect-src 'self'"];
  const linked = (name) => `<link rel="stylesheet" href="${name}.css" />\n    <script type="module" src="${name}.js"></script>`;
  writeFileSync(join(out, "index.html"), page("skidpad playground", policy, linked("playground"), SHELL));
  writeFileSync(join(out, "viewer.html"), page("skidpad", [...COMMON, "script-src 'self'", "style-src 'self'"], linked("viewer"), VIEWER));
  for (const name of ["playground.js", "playground.css", "worker.js"]) copyFileSync(join(parts, name), join(out, name));
  for (const name of ["viewer.js", "viewer.css"]) copyFileSync(join(dist, name), join(out, name));
  copyFileSync(module, join(out, "skidpad.wasm"));
}

/** One file, which also works from a disk: scripts and styles are named by their hashes, and nothing is fetched at all. */
function writeOne() {
  const script = (path) => text(path).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const [shell, shellStyle] = [script(join(parts, "playground.js")), text(join(parts, "playground.css"))];
  const [viewer, viewerStyle] = [script(join(dist, "viewer.js")), text(join(dist, "viewer.css"))];
  const policy = [...COMMON, `script-src ${source(shell)} ${source(viewer)} 'wasm-unsafe-eval'`,
    `style-src ${source(shellStyle)} ${source(viewerStyle)}`, "worker-src blob:", "frame-src 'self'"];
  // The frame gets its text from this page, and with it this page's policy.
  const frame = page("skidpad", policy, `<style>${viewerStyle}</style>`, `${VIEWER}<script type="module">${viewer}</script>`);
  const inside = (id, bytes) => `<script type="text/plain" id="${id}">${packed(bytes)}</script>`;
  const all = page("skidpad playground", policy, `<style>${shellStyle}</style>`, [
    SHELL, inside("skidpad-wasm", readFileSync(module)), inside("skidpad-worker", readFileSync(join(parts, "worker.js"))),
    inside("skidpad-viewer", frame), `<script type="module">${shell}</script>`,
  ].join("\n    "));
  writeFileSync(join(out, "skidpad-playground.html"), all);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFolder();
writeOne();
const kb = (name) => `${name} ${Math.round(statSync(join(out, name)).size / 1000)} kB`;
console.log(`${out}: ${["skidpad.wasm", "viewer.js", "playground.js", "skidpad-playground.html"].map(kb).join(", ")}`);
