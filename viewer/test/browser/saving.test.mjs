// What is moved, added and removed in the page can be kept: a diff first, then a file, comments and all.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ask, ROOT, until } from "./program.mjs";
import { CORNER, pause, PICTURES, withWorld } from "./fixture.mjs";

/** The corner with a loop, in a folder of its own. */
function ownWorld() {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-saving-"));
  const world = join(folder, "corner.world.xml");
  copyFileSync(join(ROOT, CORNER), world);
  const loop = "    <for var=\"i\" from=\"1\" to=\"2\"><block name=\"post${i}\"><init_pose>-6 ${i} 0</init_pose></block></for>\n</mvsim_world>";
  writeFileSync(world, readFileSync(world, "utf8").replace("</mvsim_world>", loop));
  return { folder, world, text: readFileSync(world, "utf8") };
}

const openDialog = async (page) => {
  await page.getByLabel("Object", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes …" }).click();
  await page.waitForSelector("dialog.save[open]");
};

test("changes are shown as a diff and saved as a new file", async () => {
  const { folder, world, text } = ownWorld();
  try {
    await withWorld(world, async (page) => {
      await pause(page);
      await ask(page, { type: "teleport", body: { block: 2 }, pose: [-2.5, 1.25, 0, Math.PI / 2, 0, 0] });
      await ask(page, { type: "remove", body: { block: 1 } });
      await ask(page, { type: "teleport", body: { block: 3 }, pose: [-7, 0, 0, 0, 0, 0] });
      await until(page, (it) => Math.abs(it.blocks[2].pose[0] + 2.5) < 1e-9, "the crate elsewhere");
      await openDialog(page);
      const diff = await page.locator(".diff").textContent();
      assert.match(diff, /-        <init_pose>-1 2 0<\/init_pose>\n\+        <init_pose>-2.5 1.25 90<\/init_pose>/);
      assert.match(diff, /-    <block name="far">/);
      assert.match(await page.locator(".refused").textContent(), /post1: the <for> loop in line 61 makes it/);
      assert.equal(await page.getByRole("button", { name: "Replace corner.world.xml" }).count(), 0, "not without --edit");
      await page.screenshot({ path: `${PICTURES}/saving.png` });
      await page.getByRole("button", { name: "Save as a new file" }).click();
      await page.waitForFunction(() => document.querySelector(".toasts")?.textContent?.includes("corner.edited.world.xml"));
    });
    const saved = readFileSync(join(folder, "corner.edited.world.xml"), "utf8");
    const start = text.indexOf("    <block name=\"far\">");
    const end = text.indexOf("    <block name=\"crate\">");
    const expected = (text.slice(0, start) + text.slice(end)).replace("<init_pose>-1 2 0<", "<init_pose>-2.5 1.25 90<");
    assert.equal(saved, expected, "everything else is as it was");
    assert.equal(readFileSync(world, "utf8"), text, "the world itself is as it was");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("with --edit the world itself is replaced, and one turn of a loop is saved expanded", async () => {
  const { folder, world, text } = ownWorld();
  try {
    await withWorld(world, async (page) => {
      await pause(page);
      await ask(page, { type: "teleport", body: { vehicle: 0 }, pose: [1, -1, 0, 0, 0, 0] });
      await ask(page, { type: "teleport", body: { block: 3 }, pose: [-7, 0, 0, 0, 0, 0] });
      await until(page, (it) => Math.abs(it.blocks[3].pose[0] + 7) < 1e-9, "the post elsewhere");
      await openDialog(page);
      await page.getByRole("button", { name: "Replace corner.world.xml" }).click();
      await page.waitForFunction(() => !document.querySelector("dialog.save[open]"));
      assert.equal(readFileSync(world, "utf8"), text.replace("<init_pose>0 0 0<", "<init_pose>1 -1 0<"));
      const again = await ask(page, { type: "edits", save: true, in_place: false, expanded: true });
      assert.equal(again.type, "refused", "the file is another one now");
    }, { args: ["--edit"] });
    writeFileSync(world, text);
    await withWorld(world, async (page) => {
      await ask(page, { type: "teleport", body: { block: 3 }, pose: [-7, 0, 0, 0, 0, 0] });
      const refused = await ask(page, { type: "edits", save: true, in_place: true });
      assert.match(refused.reason, /only in a run with --edit/);
      const saved = await ask(page, { type: "edits", save: true, expanded: true });
      assert.ok(saved.saved.endsWith("corner.edited.world.xml") && existsSync(saved.saved));
      assert.match(readFileSync(saved.saved, "utf8"), /<block name="post1">\s*<init_pose>-7 0 0<\/init_pose>/);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
