// The documentation as a site: its live examples run inside its pages, and it is readable in light, dark and on a phone.
// SKIDPAD_SITE names the folder that scripts/build-site --playground wrote.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser } from "../browser/chromium.mjs";
import { ROOT } from "../browser/program.mjs";

const SITE = process.env.SKIDPAD_SITE ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "site");
const PICTURES = process.env.SKIDPAD_PICTURES ?? join(ROOT, "target/viewer-pictures");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };
const WAIT = { timeout: 60_000 };
let browser;
let server;
let address;

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  server = createServer((request, response) => {
    const path = join(SITE, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
    try {
      const file = statSync(path).isDirectory() ? join(path, "index.html") : path;
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

for (const [path, titles] of [["docs/validation.html", ["A wheel on ice", "A torsen"]], ["docs/race-car.html", ["A step steer"]]]) {
  test(`the live examples of ${path} run`, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const to = new URL(request.url());
      if (to.protocol.startsWith("http") && !address.includes(to.host)) complaints.push(`asks ${request.url()}`);
    });
    await page.goto(`${address}/${path}`);
    for (const title of titles) {
      const frame = page.locator(`iframe[title="${title}"]`);
      await frame.evaluate((it) => it.scrollIntoView({ block: "center" }));
      const inside = await (await frame.elementHandle()).contentFrame();
      await inside.waitForFunction(() => Number(document.querySelector(".hash")?.dataset.step) > 300, null, WAIT);
      await page.screenshot({ path: join(PICTURES, `site-${title.replaceAll(" ", "-").toLowerCase()}.png`), ...WAIT });
    }
    assert.equal(await page.locator("iframe.live").count(), titles.length);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test("pages fit in light, dark and on a phone", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  for (const [name, options] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["phone", phone]]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    for (const path of ["index.html", "docs/install.html", "docs/benchmarks.html", "docs/gallery.html"]) {
      await page.goto(`${address}/${path}`);
      await page.screenshot({ path: join(PICTURES, `site-${path.split("/").pop().split(".")[0]}-${name}.png`) });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (options.viewport?.width ?? 1280), `${path} is ${width} wide`);
    }
    await context.close();
  }
});
