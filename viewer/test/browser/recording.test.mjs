// A recording in the viewer: played, stopped, gone through, and not to be driven.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { ask, program, ROOT, state, until, view } from "./program.mjs";
import { browser } from "./stage.mjs";

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
    await page.waitForFunction(() => window.skidpad.app.status.is_paused);
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
