// Nothing is lost by a wrong key or an unanswered question: stopping, undoing, asking, telling.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { launch, state, until } from "./program.mjs";
import { browser, CORNER, meet, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

const toast = (page, text) => page.waitForFunction((it) => [...document.querySelectorAll(".toast span")].some((one) => one.textContent.includes(it)), text);

test("space stops and W A S D drive, whatever has the focus", async () => {
  await withWorld(CORNER, async (page) => {
    const speed = (target) => until(page, (it) => Math.abs(it.vehicles[0].twist[0] - target) < 1e-3, `${target} m/s`);
    await page.getByLabel("Layers", { exact: true }).click();
    for (const focus of ["Pause", "Layers", "Speed", "Light from", "Names"]) {
      await page.getByLabel(focus, { exact: true }).first().focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press("w");
      await speed(0.5);
      await page.keyboard.press(" ");
      await speed(0);
    }
    assert.equal((await state(page)).is_paused, false, "space did not press the focused button");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help[open]");
    await page.keyboard.press("w");
    await speed(0.1);
    await page.keyboard.press(" ");
    await speed(0);
    await page.keyboard.press("Escape");
    // A text field keeps its letters.
    await page.getByLabel("Record", { exact: true }).click();
    await page.getByLabel("Name of this moment").fill("");
    await page.getByLabel("Name of this moment").pressSequentially("wad was");
    assert.equal(await page.getByLabel("Name of this moment").inputValue(), "wad was");
    assert.ok(Math.abs((await state(page)).vehicles[0].twist[0]) < 1e-3);
  });
});

test("a reset is undone by its notice, and the time line comes back", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 10; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 4);
    const late = await pause(page);
    const kept = await page.evaluate(() => window.skidpad.app.timeBar.marks.moments.length);
    await page.keyboard.press("r");
    await until(page, (it) => it.step <= 2, "the start");
    await toast(page, "Reset to the start");
    await page.getByRole("button", { name: "Undo" }).click();
    const back = await until(page, (it) => it.step === late.step, "where it was");
    assert.deepEqual(back.vehicles, late.vehicles);
    await page.waitForFunction((count) => window.skidpad.app.timeBar.marks.moments.length >= count, kept);
    // Both presses in one second.
    await page.keyboard.press("r");
    await until(page, (it) => it.step <= 2, "the start again");
    await page.waitForFunction(() => document.querySelector(".clock").textContent.startsWith("0:00.0"));
    await settled(page);
    await page.screenshot({ path: `${PICTURES}/undo.png` });
  });
});

test("logs and recordings tell their path, size and how to open them; restarting logs asks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-told-"));
  try {
    await withWorld(CORNER, async (page) => {
      await page.waitForFunction(() => window.skidpad.app.status);
      await page.keyboard.press("m");
      await toast(page, "Recording being written: ");
      await until(page, (it) => it.step > 100, "a second");
      await page.keyboard.press("m");
      await page.waitForFunction(() => [...document.querySelectorAll(".toast span")].some((it) => /Recording written: .*\.mcap, [\d.]+ (kB|MB)\. Open: skidpad view .*\.mcap/.test(it.textContent)));
      await page.screenshot({ path: `${PICTURES}/written.png` });
      const [notice, list] = await Promise.all([page.locator(".toast").last(), page.locator(".vehicles")].map((it) => it.boundingBox()));
      assert.ok(!meet(notice, list), "a long notice leaves the list of vehicles free");
      await page.keyboard.press("l");
      await page.waitForFunction(() => window.skidpad.app.status?.csv);
      await page.keyboard.press("c");
      await page.waitForSelector("dialog.confirm[open]");
      assert.match(await page.locator("dialog.confirm p").textContent(), /is lost/);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog.confirm:not([open])", { state: "attached" });
      await page.keyboard.press("l");
      await page.waitForFunction(() => [...document.querySelectorAll(".toast span")].some((it) => /Logs written: .*\.csv and 2 more, [\d.]+ (bytes|kB|MB)\. Open: skidpad report .*\.csv/.test(it.textContent)));
    }, { args: ["--csv", folder] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a missing or wrong token gets a page that explains, and its form opens the viewer", async () => {
  const program = await launch(CORNER, "--token", "open-sesame");
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const answer = await page.goto(program.url.replace(/\?.*/, ""));
    assert.equal(answer.status(), 401);
    assert.equal(await page.locator("h1").textContent(), "This viewer needs a token");
    await page.screenshot({ path: `${PICTURES}/token.png` });
    await page.getByLabel("Token").fill("wrong-word");
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForSelector("h1");
    await page.getByLabel("Token").fill("open-sesame");
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForSelector("html[data-ready=yes]", { timeout: 30_000 });
    await context.close();
  } finally {
    await program.end();
  }
});

test("a gamepad announces itself; late steps are a rate that clears", async () => {
  const { url, end } = await launch(CORNER);
  try {
    const { page, context } = await openPage(browser, url);
    await page.evaluate(() => {
      const event = new Event("gamepadconnected");
      event.gamepad = { id: "Test Pad" };
      dispatchEvent(event);
    });
    await toast(page, "Gamepad connected: Test Pad. Its left stick drives r1.");
    const words = await page.evaluate(() => {
      const { statusLine, status } = window.skidpad.app;
      const real = performance.now.bind(performance);
      const say = (atMs, missed_deadline_count, is_paused = false) => {
        performance.now = () => atMs;
        statusLine.update({ ...status, missed_deadline_count, is_paused });
        performance.now = real;
        return statusLine.late.textContent;
      };
      const start = real() + 1e6;
      statusLine.lateCounts = [];
      return [say(start, 500), say(start + 1000, 510), say(start + 4000, 510), say(start + 9000, 510), say(start + 14_500, 510), say(start + 15_500, 520), say(start + 15_700, 520, true), say(start + 15_900, 520)];
    });
    assert.deepEqual([words[0], words[1], words[4]], ["on time", "10 late steps/s", "on time"]);
    assert.match(words[5], /late steps\/s$/);
    assert.deepEqual(words.slice(6), ["paused", "on time"], "a pause ends the count");
    assert.equal(await page.evaluate(() => window.skidpad.app.statusLine.late.className), "", "a slow machine is no alarm");
    assert.match(await page.evaluate(() => window.skidpad.app.statusLine.late.title), /^Steps that started more than one step late: .* Results do not change/);
    await context.close();
  } finally {
    await end();
  }
});

test("missing models are one line with the command that fetches them", async () => {
  await withWorld("viewer/test/browser/missing.world.xml", async (page) => {
    await page.waitForSelector(".banner:not([hidden])");
    assert.equal(await page.locator(".banner code").textContent(), "skidpad assets fetch missing.world.xml");
    await page.screenshot({ path: `${PICTURES}/missing.png` });
    assert.ok((await page.locator(".banner code").boundingBox()).height < 26, "the command is in one line");
    await page.locator(".banner").getByRole("button", { name: "Copy" }).click();
    assert.equal(await page.locator(".banner .text-button").textContent(), "Copied");
    await page.getByLabel("Close this line").click();
    await page.waitForSelector(".banner", { state: "hidden" });
  });
});
