// Keys and page that write: CSV logs and recordings begin, stop and begin anew, and the files are there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { program, until } from "./program.mjs";
import { CORNER, withWorld } from "./fixture.mjs";

const rows = (file) => readFileSync(file, "utf8").trim().split("\n").length - 1;

/** What the page was told is being written, once it is as expected. */
async function written(page, kind, isExpected, what) {
  for (let i = 0; i < 300; i++) {
    const now = await page.evaluate((it) => window.skidpad.app.status?.[it] ?? null, kind);
    if (isExpected(now)) return now;
    await page.waitForTimeout(50);
  }
  return assert.fail(`${kind}: never ${what}`);
}

/** Wait until the simulation has made so many more steps. */
async function go(page, count) {
  const from = (await until(page, () => true, "a state")).step;
  return until(page, (it) => it.step >= from + count, `${count} steps`);
}

test("keys and buttons begin and end logs and recordings, and the page names the files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-writing-"));
  try {
    await withWorld(CORNER, async (page) => {
      const shows = (selector, text) => page.waitForFunction(([where, what]) =>
        [...document.querySelectorAll(where)].some((it) => it.textContent.includes(what)), [selector, text]);

      // With --csv, logs are on from the start: a file for the pose, one for each of two wheels.
      const first = await written(page, "csv", (it) => it?.file, "on");
      assert.match(basename(first.file), /^session_\d+_\d+-mvsim_r1_pose\.csv$/);
      assert.equal(first.file_count, 3);
      await page.getByLabel("Record", { exact: true }).click();
      await shows(".record output, .record p, .record div", `${first.file} and 2 more`);
      await shows(".status .recording", basename(first.file));
      await go(page, 20);

      await page.keyboard.press("l");
      await written(page, "csv", (it) => it === null, "off");
      await shows(".record", "not writing");
      const stopped = rows(first.file);
      assert.ok(stopped >= 20, `${stopped} rows`);
      await go(page, 20);
      assert.equal(rows(first.file), stopped, "no row is written while logs are off");

      await page.keyboard.press("l");
      await written(page, "csv", (it) => it?.file === first.file, "on again, in the same file");
      await go(page, 20);
      // Restarted: what was written before is gone. A page that is told of fewer rows would not know; the file does.
      await page.keyboard.press("c");
      await page.getByRole("button", { name: "Restart the logs" }).click();
      await page.waitForSelector("dialog.confirm:not([open])", { state: "attached" });
      await page.keyboard.press("l");
      await written(page, "csv", (it) => it === null, "off");
      assert.ok(rows(first.file) < stopped + 20, "begun anew");

      // A run begins files for clients at most once a second.
      await page.waitForTimeout(1100);
      await page.keyboard.press("n");
      await page.keyboard.press("l");
      const second = await written(page, "csv", (it) => it && it.file !== first.file, "another session");
      assert.match(basename(second.file), /^session_\d+_\d+-2-mvsim_r1_pose\.csv$/);
      await go(page, 10);
      await page.keyboard.press("l");
      await written(page, "csv", (it) => it === null, "off");
      assert.ok(rows(second.file) >= 10);

      await page.keyboard.press("m");
      const run = await written(page, "mcap", (it) => it?.file, "recording");
      assert.match(basename(run.file), /^session_\d+_\d+-1\.mcap$/);
      await shows(".status .recording", basename(run.file));
      await go(page, 50);
      // The button of the page does what the key does.
      const button = page.locator(".record fieldset").filter({ hasText: "Recording" }).getByRole("button").first();
      await page.waitForFunction(() => [...document.querySelectorAll(".record fieldset")].find((it) => it.textContent.includes("Recording"))?.querySelector("button").textContent.startsWith("Stop"));
      await button.click();
      await written(page, "mcap", (it) => it === null, "not recording");
    }, { args: ["--csv", folder] });
    const files = readdirSync(folder).sort();
    assert.equal(files.filter((name) => name.endsWith(".csv")).length, 6, `${files}`);
    const recording = files.find((name) => name.endsWith(".mcap"));
    // The recording is whole: the run can be made again from it.
    execFileSync(program, ["replay", join(folder, recording), "--check"], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a large recording says how fast it grows and how to shrink it; a closed file has one size and its command", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Record", { exact: true }).click();
    const seen = await page.evaluate(() => {
      const { recordPage, writing, status } = window.skidpad.app;
      const root = document.querySelector(".record");
      const rate = () => { const it = root.querySelector(".rate:not([hidden])"); return it ? it.textContent : null; };
      const run = (bytes, seconds, closed = null) => {
        const mcap = closed ? null : { since_ns: 0, file: "/tmp/run.mcap", file_count: 1, size_bytes: bytes };
        const it = { ...status, time_ns: seconds * 1e9, mcap, closed };
        recordPage.update(it);
        writing.update(it);
      };
      writing.update({ ...status, mcap: null });
      for (let s = 0; s < 8; s++) run(s * 1e6, s);
      const slow = rate();
      for (let s = 8; s < 16; s++) run(8e6 + (s - 8) * 10e6, s);
      const fast = rate();
      const closed = (size_bytes) => ({ since_ns: 0, file: "/tmp/run.mcap", file_count: 1, size_bytes });
      run(0, 16, closed(88e6));
      run(0, 16.2, closed(90e6));
      const early = [...document.querySelectorAll(".toast span")].some((it) => it.textContent.includes("written: /tmp/run.mcap, 88"));
      run(0, 16.4, closed(90e6));
      return { slow, fast, early, words: root.querySelector(".writing").textContent };
    });
    assert.equal(seen.slow, null);
    assert.equal(seen.fast, "about 10 MB per simulated second; --topics '!**image*,!**points' on the command line leaves pictures and clouds out");
    assert.equal(seen.early, false);
    await page.getByText("Recording written: /tmp/run.mcap, 90.0 MB. Open: skidpad view /tmp/run.mcap").waitFor();
    assert.match(seen.words, /run\.mcap, 90\.0 MB$/);
    const copy = page.locator(".record").getByRole("button", { name: "Copy the command" }).first();
    await copy.click();
    await page.locator(".record").getByRole("button", { name: "Copied" }).waitFor();
  });
});
