// A run in one file: opened from the disk, without a server, it plays, seeks, plots and follows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { program, ROOT } from "./program.mjs";
import { browser, PICTURES } from "./fixture.mjs";

test("a minute of two robots is one small page that plays from the disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-export-"));
  const [run, html] = [join(folder, "run.mcap"), join(folder, "run.html")];
  try {
    execFileSync(program, ["launch", "worlds/two_robots.world.xml", "--headless", "--duration", "60", "--record", run, "--topics", "/clock"], { cwd: ROOT });
    const told = execFileSync(program, ["view", run, "--export", html], { cwd: ROOT, encoding: "utf8" });
    assert.match(told, /run\.html \([\d.]+ MB\)/);
    assert.ok(statSync(html).size < 10e6, `${statSync(html).size} bytes`);
    assert.ok(!/(src|href)="(?!data:)/.test(readFileSync(html, "utf8").split("<script")[0]), "it names no other file");

    const context = await browser.newContext({ viewport: { width: 960, height: 600 }, offline: true });
    const page = await context.newPage();
    const complaints = [];
    const asked = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => request.url().startsWith("http") && asked.push(request.url()));
    await page.goto(pathToFileURL(html).href);
    await page.waitForSelector("html[data-ready=yes]", { timeout: 30_000 });
    assert.equal(await page.locator(".world-name").textContent(), "two_robots");
    assert.match(await page.locator(".status").textContent(), /^recording(?!.*viewer)/, "nothing is live, and nobody else looks");
    // It plays by itself.
    await page.waitForFunction(() => window.skidpad.app.status?.recording?.tick > 100);
    const end = await page.evaluate(() => window.skidpad.app.status.recording.end_tick);
    const x = () => page.evaluate(() => window.skidpad.app.world.positionOf(window.skidpad.app.world.file.vehicles[0].frame).x);
    await page.keyboard.press("p");
    await page.waitForFunction(() => window.skidpad.app.status?.is_paused);
    // Seek to the middle: curves of the half minute before it are there at once.
    await page.getByLabel("Plots", { exact: true }).click();
    await page.locator(".timeline").evaluate((line) => {
      line.value = "500";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForFunction((tick) => Math.abs(window.skidpad.app.status?.recording?.tick - tick) < 5, end / 2);
    await page.waitForFunction(() => window.skidpad.app.history.rows.length > 500 && window.skidpad.app.history.rows.at(-1).timeS > 29);
    await page.waitForFunction(() => window.skidpad.app.world.motion.isSettled);
    const middle = await x();
    await page.waitForFunction(() => [...window.skidpad.app.sensors.scans.values()].some((scan) => scan.hitCount > 0));
    for (const key of ["f", "v", "t", "o"]) await page.keyboard.press(key);
    await page.screenshot({ path: `${PICTURES}/exported.png` });
    await page.locator(".timeline").evaluate((line) => {
      line.value = "0";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForFunction((before) => Math.abs(window.skidpad.app.world.positionOf(window.skidpad.app.world.file.vehicles[0].frame).x - before) > 0.05, middle);
    await page.keyboard.press("p");
    await page.waitForFunction(() => window.skidpad.app.status?.recording?.tick > 50);
    await context.close();
    assert.deepEqual(complaints, []);
    assert.deepEqual(asked, [], "nothing is asked of a server");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
