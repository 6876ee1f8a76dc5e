// What MVSim's editor does: fixed blocks, floors and walls put elsewhere, a click that places, steps, copies with their meshes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, until } from "./program.mjs";
import { drawn, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

const WORLD = "viewer/test/browser/placing.world.xml";

/** Pick an object in the list of the panel. */
async function pick(page, name) {
  await page.evaluate(() => {
    window.skidpad.app.picking.picked.value = null;
    window.skidpad.app.dock.show("object");
  });
  await page.getByLabel("Objects", { exact: true }).selectOption(name);
  await page.waitForFunction((it) => document.querySelector(".object h3")?.textContent.startsWith(it), name);
}

const seenAt = (page, x, y, z) => page.evaluate((at) => window.skidpad.project(...at), [x, y, z]);
const blockPose = async (page) => (await until(page, () => true, "a state")).blocks[0].pose;

/** Wait until the nearest thing that the laser sees is this far away. */
const laserSees = (page, range) => page.waitForFunction((it) => {
  const ranges = window.skidpad.app.sensors.scans.get(0)?.last?.ranges ?? [];
  return Math.abs(Math.min(...[...ranges].filter((one) => one > 0)) - it) < 0.05;
}, range);

/** Wait until the wall is drawn at this x. */
const wallAt = (page, x) => page.waitForFunction((it) => {
  const { world } = window.skidpad.app;
  return Math.abs(world.positionOf(world.file.bodies.find((one) => one.name === "partition").frame).x - it) < 1e-3;
}, x);

test("a fixed block follows the pointer to where a click places it, and arrow keys move it by steps", async () => {
  await withWorld(WORLD, async (page) => {
    await pause(page);
    await settled(page);
    await pick(page, "forklift");
    const button = page.getByRole("button", { name: "Click to place" });
    await button.click();
    const to = await seenAt(page, 3, -2, 0);
    await page.mouse.move(to.x - 40, to.y - 30);
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.click(to.x, to.y);
    await until(page, (it) => Math.hypot(it.blocks[0].pose[0] - 3, it.blocks[0].pose[1] + 2) < 0.02, "the block at the pointer");
    await page.mouse.move(to.x - 90, to.y + 10);
    assert.equal(await page.evaluate(() => window.skidpad.app.picking.placing.value), null, "it stays where it was placed");

    await page.getByLabel("Step of the arrow keys").selectOption("0.01");
    const [x] = await blockPose(page);
    await settled(page);
    await page.evaluate(() => window.skidpad.app.objectPanel.update());
    const field = page.getByLabel("x [m]");
    await field.focus();
    await field.press("ArrowUp");
    await field.press("ArrowUp");
    await until(page, (it) => Math.abs(it.blocks[0].pose[0] - x - 0.02) < 2e-3, "two steps of a centimetre");
    const yaw = page.getByLabel("yaw [°]");
    const turned = Number(await yaw.inputValue()) + 0.5;
    await yaw.press("ArrowUp");
    assert.ok(Math.abs(Number(await yaw.inputValue()) - turned) < 1e-3, "a step of a centimetre goes with one of half a degree");

    // A second press of the button takes it back to where it came from.
    await page.evaluate(() => document.activeElement.blur());
    await settled(page);
    const before = await blockPose(page);
    const farther = (it) => Math.hypot(it.blocks[0].pose[0] - before[0], it.blocks[0].pose[1] - before[1]);
    await button.click();
    await page.mouse.move(to.x - 150, to.y - 100, { steps: 3 });
    await until(page, (it) => farther(it) > 0.5, "in the hand");
    await button.click();
    await until(page, (it) => farther(it) < 5e-3, "back");
  });
});

test("a wall is put elsewhere: the laser sees it, the robot hits it, a reset takes it back", async () => {
  await withWorld(WORLD, async (page) => {
    await laserSees(page, 6.9);
    await pick(page, "partition");
    await page.locator(".pose input").first().fill("3");
    await page.locator(".pose input").first().press("Enter");
    await wallAt(page, 3);
    await laserSees(page, 2.9);
    await drawn(page);
    await page.screenshot({ path: `${PICTURES}/wall-moved.png` });
    for (let i = 0; i < 15; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => window.skidpad.app.vehicles[0]?.isInCollision);
    const { vehicles } = await until(page, () => true, "a state");
    assert.ok(vehicles[0].pose[0] > 1 && vehicles[0].pose[0] < 3, `${vehicles[0].pose}`);
    await page.keyboard.press("r");
    await wallAt(page, 7);
    await laserSees(page, 6.9);
  });
});

test("a copy of a block has its mesh; copies, fixed blocks, floors and walls are saved into the world", async () => {
  await withWorld(WORLD, async (page) => {
    await pause(page);
    const meshesOf = (name) => page.evaluate((it) => {
      const { file } = window.skidpad.app.world;
      const body = file.bodies.find((one) => one.name === it);
      return file.objects.filter((one) => one.frame === body.frame && one.seen).map((one) => one.mesh);
    }, name);
    const isThere = (name) => page.waitForFunction((it) => window.skidpad.app.world.file.bodies.some((one) => one.name === it), name);
    const isMoved = (x) => until(page, (it) => Math.abs(it.blocks[0].pose[0] - x) < 1e-9, "a block elsewhere");
    await pick(page, "forklift");
    await page.getByRole("button", { name: "Add a copy" }).click();
    await isThere("forklift-2");
    assert.deepEqual(await meshesOf("forklift-2"), await meshesOf("forklift"));
    await pick(page, "forklift-2");
    await page.getByRole("button", { name: "Add a copy" }).click();
    await isThere("forklift-2-2");
    assert.deepEqual(await meshesOf("forklift-2-2"), await meshesOf("forklift"));
    await drawn(page);
    await page.screenshot({ path: `${PICTURES}/copies-with-meshes.png` });
    await ask(page, { type: "teleport", body: { block: 1 }, pose: [3, -3, 0, 0, 0, 0] });
    await ask(page, { type: "teleport", body: { element: 1 }, pose: [6, 1, 0.5, 0, 0, 0] });
    await ask(page, { type: "teleport", body: { element: 0 }, pose: [1, 0, 0, 0, 0, 0] });
    await ask(page, { type: "teleport", body: { block: 0 }, pose: [2.5, 3, 0, 0, 0, 0] });
    await isMoved(2.5);
    const { diff, refused } = await ask(page, { type: "edits" });
    assert.deepEqual(refused, [], diff);
    assert.match(diff, /-        <init_pose>2 3 0<\/init_pose>\n\+        <init_pose>2.5 3 0<\/init_pose>/);
    assert.match(diff, /\+    <block name="forklift-2">[^]*\+        <init_pose>3 -3 0<\/init_pose>[^]*forklift/);
    assert.match(diff, /\+    <block name="forklift-2-2">/);
    assert.match(diff, /\+        <init_pose3d>6 1 0.5 0 0 0<\/init_pose3d>/);
    assert.match(diff, /\+    <element class="horizontal_plane"><init_pose>1 0 0<\/init_pose>/);
    // Back in time, and there again: what was moved and copied comes along.
    await page.keyboard.press("r");
    await until(page, (it) => it.blocks.length === 1, "the world as it began");
    await page.getByRole("button", { name: "Undo" }).click();
    await until(page, (it) => it.blocks.length === 3 && Math.abs(it.blocks[0].pose[0] - 2.5) < 1e-9, "the copies again");
    await wallAt(page, 6);
    assert.deepEqual(await meshesOf("forklift-2-2"), await meshesOf("forklift"));
  });
});

test("sensor poses and collision shapes are layers of their own", async () => {
  await withWorld(WORLD, async (page) => {
    const shown = () => page.evaluate(() => {
      const { parts } = window.skidpad.app.overlays.lines;
      return Object.fromEntries(["shapes", "axes", "mounts"].map((name) => [name, parts[name].filter((part) => part.visible).length]));
    });
    assert.deepEqual(await shown(), { shapes: 0, axes: 0, mounts: 0 });
    await page.getByLabel("Sensors", { exact: true }).click();
    await page.getByLabel("Sensor poses").check();
    assert.deepEqual(await shown(), { shapes: 0, axes: 0, mounts: 1 });
    await page.getByLabel("Layers", { exact: true }).click();
    await page.getByLabel("Collision shapes").check();
    assert.deepEqual(await shown(), { shapes: 2, axes: 0, mounts: 1 });
    await drawn(page);
    await page.screenshot({ path: `${PICTURES}/shapes-and-mounts.png` });
  });
});
