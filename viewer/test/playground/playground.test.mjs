// The playground in Chromium: it opens, runs, checks as one types, shares, and gives the hashes of the program.
// SKIDPAD names the program, SKIDPAD_PLAYGROUND the folder; with SKIDPAD_NIGHTLY every shipped world is compared.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { openBrowser } from "../browser/chromium.mjs";
import { program, ROOT } from "../browser/program.mjs";

const FOLDER = process.env.SKIDPAD_PLAYGROUND ?? join(ROOT, "target/playground");
const PICTURES = process.env.SKIDPAD_PICTURES ?? join(ROOT, "target/viewer-pictures");
const WAIT = { timeout: 60_000 };
let browser;
let server;
let address;

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await openBrowser();
  server = spawn(program, ["playground", "--folder", FOLDER, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (data) => {
      const found = /playground (http:\S+)/.exec(String(data));
      if (found) resolve(found[1]);
    });
    server.on("exit", (code) => reject(new Error(`skidpad playground ended with ${code}`)));
  });
});
after(async () => {
  await browser?.close();
  server?.removeAllListeners("exit");
  server?.kill("SIGINT");
});

/** Open the page and wait for the first picture; it must neither complain nor ask any other host. */
async function withPage(url, check, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(to.protocol) && !address.includes(to.host)) complaints.push(`asks ${request.url()}`);
  });
  try {
    await page.goto(url);
    await shown(page);
    await check(page, context);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const shown = (page) => page.waitForFunction(() => document.querySelector("iframe")?.contentDocument?.documentElement?.dataset.drawnMs, null, WAIT);
const viewer = (page) => page.frame({ url: /viewer\.html|about:srcdoc/ });
const ask = (page, question) => page.evaluate((it) => window.playground.engine.ask(it), question);

/** The hash of the program. Some worlds write files; they go to a folder that is deleted. */
function native(world, seconds, ...extra) {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-native-"));
  const { stdout, stderr } = spawnSync(program, ["launch", join(ROOT, world), "--headless", "--duration", String(seconds), "--hash", ...extra],
    { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 });
  rmSync(folder, { recursive: true });
  const state = /^hash ([0-9a-f]{16})$/m.exec(stdout)?.[1];
  assert.ok(state, stderr);
  return state;
}

test("it opens, draws and makes steps, in light, dark and on a phone", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  for (const [name, options] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["phone", phone]]) {
    await withPage(address, async (page) => {
      await page.waitForFunction(() => Number(document.querySelector(".hash").dataset.step) > 100, null, WAIT);
      await page.screenshot({ path: join(PICTURES, `playground-${name}.png`) });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= (options.viewport?.width ?? 1280), "nothing is wider than the page");
    }, options);
  }
});

test("worlds have the hashes of the program after 3 s", async () => {
  const every = readdirSync(join(ROOT, "worlds")).filter((file) => file.endsWith(".world.xml"));
  const worlds = process.env.SKIDPAD_NIGHTLY ? every : ["warehouse.world.xml", "two_robots.world.xml", "skidpad.world.xml"];
  await withPage(`${address}#two_robots`, async (page) => {
    for (const file of worlds) {
      const world = `worlds/${file}`;
      const { step_ns } = await ask(page, { ask: "hash", world, steps: 1 });
      const here = await ask(page, { ask: "hash", world, steps: Math.round(3e9 / step_ns) });
      assert.equal(here.state, native(world, 3), world);
    }
  });
});

test("a watched world that is driven has the hash of the program", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-playground-"));
  const commands = join(folder, "drive.cmds");
  writeFileSync(commands, "0 twist 0.7 0.3\n");
  try {
    await withPage(`${address}#two_robots`, async (page) => {
      await ask(page, { ask: "open", world: "worlds/two_robots.world.xml", paused: true });
      const inside = viewer(page);
      // The viewer connects to the world that has been opened.
      await inside.waitForFunction(() => window.skidpad.app.status?.step === 0 && window.skidpad.app.status.is_paused, null, WAIT);
      const send = (message) => inside.evaluate((it) => window.skidpad.app.connection.send(it), message);
      await send({ type: "drive", vehicle: 0, drive: { twist: [0.7, 0, 0.3] } });
      await send({ type: "step", count: 600 });
      await page.waitForFunction(() => document.querySelector(".hash").dataset.step === "600", null, WAIT);
      const shownHash = await page.evaluate(() => document.querySelector(".hash").dataset.state);
      assert.equal(shownHash, native("worlds/two_robots.world.xml", 3, "--commands", commands));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a mistake is marked with its place, and its suggestion mends it", async () => {
  await withPage(`${address}#two_robots`, async (page) => {
    const text = await page.inputValue("textarea");
    await page.fill("textarea", text.replace("<cam_distance>25</cam_distance>", "<cam_distanse>25</cam_distanse>"));
    const fix = page.locator(".problems .fix").first();
    await fix.waitFor(WAIT);
    assert.match(await page.locator(".problems li").first().innerText(), /7:\d+/, "the line of the mistake");
    assert.ok(await page.locator(".copy .warning, .copy .error").count() > 0, "it is underlined");
    await page.screenshot({ path: join(PICTURES, "playground-mistake.png") });
    await fix.click();
    await page.waitForFunction((it) => document.querySelector("textarea").value === it, text, WAIT);
    await page.waitForFunction(() => document.querySelector(".verdict").textContent === "no problems", null, WAIT);
    await page.fill("textarea", "<mvsim_world><vehicle");
    await page.waitForSelector('.verdict[data-worst="error"]', WAIT);
    await page.click(".run");
    await page.waitForTimeout(300);
    assert.equal((await ask(page, { ask: "state" })).answer, "state", "the world before goes on");
    await page.fill("textarea", text);
    await page.waitForFunction(() => document.querySelector(".verdict").textContent === "no problems", null, WAIT);
  });
});

test("names that fit are offered", async () => {
  await withPage(`${address}#two_robots`, async (page) => {
    await page.fill("textarea", "<mvsim_world>\n  <block name='b'>\n    ");
    await page.locator("textarea").press("End");
    await page.locator("textarea").pressSequentially("<mas");
    await page.locator(".completions li", { hasText: "mass" }).first().waitFor(WAIT);
    await page.keyboard.press("Enter");
    assert.match(await page.inputValue("textarea"), /<mass><\/mass>$/);
    await page.keyboard.type("3");
    assert.match(await page.inputValue("textarea"), /<mass>3<\/mass>$/);
  });
});

test("a link contains the world, and a page on disk opens it", async () => {
  const text = "<mvsim_world>\n  <vehicle name='ünique'><init_pose>0 0 0</init_pose><dynamics class='differential'/></vehicle>\n</mvsim_world>\n";
  let link;
  await withPage(`${address}#two_robots`, async (page) => {
    await page.fill("textarea", text);
    await page.click("text=Share");
    await page.waitForFunction(() => location.hash.startsWith("#world="), null, WAIT);
    link = await page.evaluate(() => location.hash);
  });
  for (const url of [`${address}${link}`, `${pathToFileURL(join(FOLDER, "skidpad-playground.html"))}${link}`]) {
    await withPage(url, async (page) => {
      assert.equal(await page.inputValue("textarea"), text);
      await viewer(page).waitForFunction(() => window.skidpad.app.world.file.vehicles[0].name === "ünique", null, WAIT);
    });
  }
});

test("files of the user are opened, with what lies beside them", async () => {
  await withPage(`${address}#two_robots`, async (page) => {
    await page.setInputFiles('input[aria-label="Files of a world"]', [
      { name: "mine.world.xml", mimeType: "text/xml", buffer: Buffer.from("<mvsim_world><include file='part.xml'/></mvsim_world>") },
      { name: "part.xml", mimeType: "text/xml", buffer: Buffer.from("<vehicle name='own'><init_pose>0 0 0</init_pose><dynamics class='differential'/></vehicle>") },
    ]);
    await page.waitForFunction(() => document.documentElement.dataset.opened === "worlds/mine.world.xml", null, WAIT);
    await shown(page);
    await viewer(page).waitForFunction(() => window.skidpad?.app.world?.file.vehicles[0]?.name === "own", null, WAIT);
  });
});

test("the gallery opens another world", async () => {
  await withPage(`${address}#two_robots`, async (page) => {
    await page.click(".title");
    await page.screenshot({ path: join(PICTURES, "playground-gallery.png") });
    await page.click('[data-world="worlds/ropes.world.xml"]');
    await page.waitForFunction(() => document.documentElement.dataset.opened === "worlds/ropes.world.xml", null, WAIT);
    await shown(page);
    await viewer(page).waitForFunction(() => window.skidpad?.app.world?.file.world.name === "ropes", null, WAIT);
  });
});

test("a recording is downloaded, and the program repeats it to the bit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-playground-"));
  try {
    await withPage(`${address}#two_robots`, async (page) => {
      const inside = viewer(page);
      const send = (message) => inside.evaluate((it) => window.skidpad.app.connection.ask(it), message);
      const writing = (isOn) => inside.waitForFunction((it) => Boolean(window.skidpad.app.status?.mcap) === it, isOn, WAIT);
      await send({ type: "record", mcap: "start" });
      await writing(true);
      await inside.evaluate(() => window.skidpad.app.connection.send({ type: "drive", vehicle: 0, drive: { twist: [0.7, 0, 0.3] } }));
      const { step } = await ask(page, { ask: "state" });
      await page.waitForFunction((it) => Number(document.querySelector(".hash").dataset.step) > it + 200, step, WAIT);
      const [download] = await Promise.all([page.waitForEvent("download", WAIT), send({ type: "record", mcap: "stop" })]);
      await writing(false);
      assert.equal(download.suggestedFilename(), "two_robots-1.mcap");
      const file = join(folder, "run.mcap");
      await download.saveAs(file);
      const replay = spawnSync(program, ["replay", file, "--check"], { encoding: "utf8" });
      assert.equal(replay.status, 0, replay.stdout + replay.stderr);
      const info = spawnSync(program, ["info", file], { encoding: "utf8" });
      assert.match(info.stdout, /\/r1\/odom/, info.stdout + info.stderr);
      // Another world ends a recording too.
      await send({ type: "record", mcap: "start" });
      await writing(true);
      const [second] = await Promise.all([page.waitForEvent("download", WAIT), page.evaluate(() => window.playground.openShipped("worlds/ropes.world.xml"))]);
      assert.equal(second.suggestedFilename(), "two_robots-2.mcap");
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the live examples of the documentation run embedded, with the hashes of the program", async () => {
  for (const file of readdirSync(join(ROOT, "docs/examples"))) {
    const example = { file: `examples/${file}`, text: readFileSync(join(ROOT, "docs/examples", file), "utf8") };
    const link = `world=${deflateRawSync(JSON.stringify(example)).toString("base64url")}`;
    await withPage(`${address}?embed#${link}`, async (page) => {
      await page.waitForFunction(() => Number(document.querySelector(".hash").dataset.step) > 500, null, WAIT);
      await page.screenshot({ path: join(PICTURES, `example-${file.split(".")[0]}.png`) });
      assert.equal(await page.locator(".problems li").count(), 0, file);
      const { state } = await ask(page, { ask: "hash", world: example.file, steps: 1500 });
      assert.equal(state, native(`docs/examples/${file}`, 3), file);
    }, { viewport: { width: 720, height: 430 } });
  }
});

test("how long the first picture takes, and what memory the simulator has", async () => {
  await withPage(`${address}#warehouse`, async (page) => {
    const first = await page.evaluate(() => {
      const inside = document.querySelector("iframe").contentWindow;
      return inside.performance.timeOrigin + Number(inside.document.documentElement.dataset.drawnMs) - performance.timeOrigin;
    });
    await page.waitForFunction(() => Number(document.querySelector(".hash").dataset.step) > 600, null, WAIT);
    const bytes = await page.evaluate(() => window.playground.engine.memoryBytes);
    console.log(`first picture ${Math.round(first)} ms after the page was opened; memory of the simulator ${(bytes / 1e6).toFixed(1)} MB`);
    assert.ok(first > 0 && bytes > 0);
  });
});
