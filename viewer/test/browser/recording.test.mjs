// A recording in the viewer: played, stopped, gone through, and not to be driven.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { ask, program, ROOT, state, until, view } from "./program.mjs";
import { browser, withWorld } from "./fixture.mjs";

test("a recording is played with its own time line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-view-"));
  const run = join(folder, "run.mcap");
  execFileSync(program, ["launch", "viewer/test/browser/corner.world.xml", "--headless", "--duration", "120", "--record", run], { cwd: ROOT });
  const shown = await view(run);
  try {
    const { page, context, complaints } = await openPage(browser, shown.url);
    await page.waitForFunction(() => window.skidpad.app.status?.recording?.end_tick === 12000);
    await page.keyboard.press("p");
    await until(page, (it) => it.is_paused, "a pause");
    // A drag along the time line goes there.
    await page.locator(".timeline").evaluate((line) => {
      line.value = "500";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    const middle = await until(page, (it) => it.step === 6000, "the middle");
    assert.equal(middle.vehicles.length, 1);
    const refused = await ask(page, { type: "drive", vehicle: 0, drive: { twist: [1, 0, 0] } });
    assert.equal(refused.type, "refused");
    await ask(page, { type: "speed", factor: "max" });
    // The key does what the button shows, so the page has to know of the pause.
    await page.waitForFunction(() => window.skidpad.app.status?.is_paused);
    await page.keyboard.press("p");
    await until(page, (it) => it.step === 12000 && it.is_paused, "the end, and it stands still there");
    assert.equal((await page.evaluate(() => window.skidpad.app.status.recording.differs_at)), undefined, "the run that was recorded");
    assert.equal((await state(page)).step, 12000);
    await context.close();
    assert.deepEqual(complaints, []);
  } finally {
    assert.equal(await shown.end(), 0);
    rmSync(folder, { recursive: true });
  }
});

test("a recording shows its textures, and what was added while it was made", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-view-"));
  const run = join(folder, "run.mcap");
  const names = (page) => page.evaluate(() => window.skidpad.app.world.file.bodies.map((body) => body.name));
  const pictures = (page) => page.evaluate(() => window.skidpad.app.world.meshes.textures.filter((it) => it !== null).length);
  let pictureCount = 0;
  try {
    await withWorld("worlds/two_robots.world.xml", async (page) => {
      await page.waitForFunction(() => window.skidpad.app.world.meshes.textures.some((it) => it !== null));
      pictureCount = await page.evaluate(() => window.skidpad.app.world.meshes.textures.length);
      await until(page, (it) => it.step > 20, "some steps");
      const outline_m = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
      await ask(page, { type: "spawn", block: { name: "late", pose: [1, 1, 0, 0, 0, 0], outline_m, z_m: [0, 1], mass_kg: 5 } });
      await page.waitForFunction(() => window.skidpad.app.world.file.bodies.some((body) => body.name === "late"));
      const there = await until(page, (it) => it.blocks.some((block) => block.name === "late"), "the block");
      await until(page, (it) => it.step > there.step + 100, "a while");
    }, { args: ["--record", run] });
    const shown = await view(run);
    try {
      const { page, context, complaints } = await openPage(browser, shown.url);
      await page.waitForFunction((count) => window.skidpad.app.world.meshes.textures.filter((it) => it !== null).length === count, pictureCount);
      assert.ok((await pictures(page)) > 0);
      // It is not there at the beginning, comes while the recording plays, and goes when one goes back.
      await page.waitForFunction(() => window.skidpad.app.status?.recording);
      await page.waitForFunction(() => window.skidpad.app.world.file.bodies.some((body) => body.name === "late"));
      await until(page, (it) => it.is_paused, "the end");
      await ask(page, { type: "branch", step: 0 });
      await page.waitForFunction(() => !window.skidpad.app.world.file.bodies.some((body) => body.name === "late"));
      const end = await page.evaluate(() => window.skidpad.app.status.recording.end_tick);
      // It goes and comes while the recording stands still, too.
      await ask(page, { type: "pause" });
      await ask(page, { type: "branch", step: end });
      await page.waitForFunction(() => window.skidpad.app.world.file.bodies.some((body) => body.name === "late"));
      assert.ok((await names(page)).includes("late"));
      await context.close();
      assert.deepEqual(complaints, []);
    } finally {
      assert.equal(await shown.end(), 0);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
