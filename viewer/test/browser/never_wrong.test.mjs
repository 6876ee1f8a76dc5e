// The page never shows something false: another run, a program that does not answer, a moment of the past.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { ask, launch, launchAt, ROOT, state, until } from "./program.mjs";
import { browser, CORNER, downloaded, drawn, pause, PICTURES, settled, shownAt, withWorld } from "./fixture.mjs";

const eye = (page) => page.evaluate(() => {
  const { goal } = window.skidpad.app.cameras;
  return [...goal.target.toArray(), goal.distance, goal.azimuth, goal.elevation];
});

test("a program that was started again is shown with its own scene, and the camera stays in the same world", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-again-"));
  const world = join(folder, "corner.world.xml");
  copyFileSync(join(ROOT, CORNER), world);
  let program = await launch(world);
  const port = new URL(program.url).port;
  const { page, context } = await openPage(browser, program.url);
  try {
    await until(page, (it) => it.step > 0, "the first step");
    await page.evaluate(() => window.skidpad.app.cameras.turn(0.7, 0.1));
    const before = await eye(page);
    await program.end();
    await page.waitForSelector(".link-overlay:not([hidden])");
    assert.equal(await page.locator(".link-overlay strong").textContent(), "The run has ended");
    // The same file, edited: its vehicle has another name.
    writeFileSync(world, readFileSync(world, "utf8").replace("<vehicle name=\"r1\">", "<vehicle name=\"renamed\">"));
    program = await launchAt(port, world);
    await page.waitForFunction(() => document.querySelector(".link-overlay").hidden);
    await page.waitForFunction(() => [...document.querySelectorAll(".toast span")].some((it) => it.textContent.includes("started again: this is a new run")));
    assert.deepEqual(await eye(page), before, "the camera stays");
    await page.waitForFunction(() => window.skidpad.app.world.file.vehicles.some((it) => it.name === "renamed"));
    await program.end();
    // Another world at the same address.
    program = await launchAt(port, "viewer/test/browser/gui.world.xml");
    await page.waitForFunction(() => document.querySelector(".world-name").textContent === "gui");
    await page.waitForFunction(() => window.skidpad.app.world.file.vehicles.length === 2 && window.skidpad.app.shownRun === window.skidpad.app.run);
    const { vehicles } = await pause(page);
    const shown = () => page.evaluate(() => window.skidpad.app.world.file.vehicles.map(({ frame }) => window.skidpad.app.world.positionOf(frame).x));
    await page.waitForFunction((x) => Math.abs(window.skidpad.app.world.positionOf(window.skidpad.app.world.file.vehicles[1].frame).x - x) < 1e-4, vehicles[1].pose[0]);
    assert.equal((await shown()).length, 2);
    assert.ok(Math.abs((await eye(page))[3] - 9) < 1e-6, "another world has its own camera");
  } finally {
    await context.close();
    await program.end();
    rmSync(folder, { recursive: true });
  }
});

test("a program that does not answer is named within a second, takes no commands, and comes back by itself", async () => {
  const program = await launch(CORNER);
  const { page, context, complaints } = await openPage(browser, program.url);
  try {
    await until(page, (it) => it.step > 50, "some steps");
    process.kill(program.pid, "SIGSTOP");
    const began = Date.now();
    await page.waitForSelector(".link-overlay:not([hidden])", { timeout: 5000 });
    // Two checks of 100 ms after 700 ms of silence, with room for a busy machine.
    assert.ok(Date.now() - began < 2500, `${Date.now() - began} ms`);
    assert.equal(await page.locator(".link-overlay strong").textContent(), "The program does not answer");
    assert.match(await page.locator(".link-overlay p").textContent(), /The last frame is from \d+:\d\d\.\d\d/);
    assert.equal(await page.evaluate(() => document.querySelector(".timebar").inert && document.querySelector(".drive").inert), true);
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await page.screenshot({ path: `${PICTURES}/silent.png` });
    process.kill(program.pid, "SIGCONT");
    await page.waitForSelector(".link-overlay", { state: "hidden", timeout: 10_000 });
    const back = await until(page, (it) => it.step > 60, "it goes on");
    const later = await until(page, (it) => it.step > back.step + 50, "a while");
    assert.ok(Math.abs(later.vehicles[0].twist[0]) < 1e-9, "what was pressed meanwhile is not obeyed late");
    await context.close();
    assert.deepEqual(complaints, []);
  } finally {
    process.kill(program.pid, "SIGCONT");
    await program.end();
  }
});

test("looking back shows one moment: bodies, speeds, readings, trails, curves and the clock", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Plots", { exact: true }).click();
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    const slow = await until(page, (it) => it.vehicles[0].twist[0] > 0.49, "0.5 m/s");
    const kept = (step) => page.waitForFunction((it) => window.skidpad.app.timeBar.marks.moments.filter((mark) => mark.ns > (it + 20) * window.skidpad.app.world.file.step_ns).length >= 3, step, { timeout: 30_000 });
    await kept(slow.step);
    const { step: then } = await state(page);
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[0].twist[0] > 0.9, "1 m/s");
    await kept(then);
    await page.locator(".timeline").evaluate((line, middle) => {
      const { moments, step } = window.skidpad.app.status;
      line.value = String(Math.round((1000 * (middle - moments[0])) / (step - moments[0])));
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    }, (slow.step + then) / 2);
    await page.waitForSelector(".past:not([hidden])");
    await page.waitForFunction(() => window.skidpad.app.world.motion.isSettled && window.skidpad.app.vehicles[0].vx < 0.6);
    // The run goes on meanwhile; the moment does not.
    const now = await state(page);
    await until(page, (it) => it.step > now.step + 40, "the run goes on");
    const it = await page.evaluate(() => {
      const { app } = window.skidpad;
      const scan = app.sensors.scans.get(0);
      return {
        step: app.timeBar.past_step, stepNs: app.world.file.step_ns, speed: app.vehicles[0].vx, clock: app.timeBar.clock.textContent,
        line: Number(app.timeBar.line.value), from: app.status.moments[0], to: app.status.step, curves: app.plots.view,
        scanNs: scan && !scan.isBlank ? scan.last.timeNs : null, row: document.querySelector(".vehicles .number").textContent,
        trail: app.overlays.trails.shownCount(), trails: app.overlays.trails.lines.count,
      };
    });
    const ns = it.step * it.stepNs;
    assert.ok(Math.abs(it.speed - 0.5) < 0.05, `the speed of that time, ${it.speed}`);
    assert.match(it.row, /^0\.[45]\d m\/s$/);
    assert.equal(it.clock, `0:${(Math.floor(ns / 1e7) / 100).toFixed(2).padStart(5, "0")}`);
    assert.ok(Math.abs(it.curves.endS - ns * 1e-9) < 1e-6 && it.curves.cursorS === it.curves.endS, JSON.stringify(it.curves));
    assert.ok(it.scanNs !== null && it.scanNs <= ns && ns - it.scanNs < 3e8, `${it.scanNs} ${ns}`);
    assert.ok(it.trail < it.trails, "the trail ends there");
    assert.ok(Math.abs(it.line / 1000 - (it.step - it.from) / (it.to - it.from)) < 0.1, "the thumb is where the time is");
    await page.screenshot({ path: `${PICTURES}/past.png` });
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.waitForFunction(() => window.skidpad.app.vehicles[0].vx > 0.9);
  });
});

test("the time line has marks, and hovering tells the time", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 20; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 3);
    // Against an obstacle.
    await ask(page, { type: "teleport", body: { vehicle: 0 }, pose: [2.2, 1.5, 0, 0, 0, 0] });
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.all.some((mark) => mark.kind === "collision"));
    const box = await page.locator(".timeline").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".time-tip:not([hidden])");
    assert.match(await page.locator(".time-tip").textContent(), /^\d+:\d\d\.\d\d/);
    await page.screenshot({ path: `${PICTURES}/marks.png` });
    await page.keyboard.press("r");
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.all.some((mark) => mark.kind === "reset"));
  });
});

test("the ground is not lost beneath the floor grid, seen from afar", async () => {
  await withWorld("worlds/greenhouse.world.xml", async (page) => {
    // Robots and their readings stand still, so that only the floor differs.
    await pause(page);
    await settled(page);
    const colors = async () => page.evaluate(() => {
      const { viewport, cameras, world } = window.skidpad.app;
      viewport.drawAt(1, () => undefined);
      const gl = viewport.renderer.getContext();
      viewport.renderer.render(viewport.scene, viewport.camera);
      const pixel = new Uint8Array(4);
      return [-4, -2, 0, 2, 4].map((x) => {
        const at = cameras.project(world.bounds.center.clone().set(world.bounds.center.x + x, world.bounds.center.y + x / 3, 0));
        const ratio = viewport.renderer.getPixelRatio();
        gl.readPixels(Math.round(at.x * ratio), Math.round((viewport.size.height - at.y) * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return [...pixel.slice(0, 3)];
      });
    });
    const look = async (hasFloor) => {
      await page.evaluate((isOn) => {
        const { cameras, viewport, world } = window.skidpad.app;
        viewport.floor.mesh.visible = isOn;
        cameras.restore({ name: "", target: world.bounds.center.toArray(), distance: 250, azimuth: 0.8, elevation: 0.5, isOrthographic: false });
      }, hasFloor);
      await settled(page);
      return colors();
    };
    const [withFloor, without] = [await look(true), await look(false)];
    assert.deepEqual(withFloor, without, "where there is ground, the floor changes nothing");
  });
});

test("the pointer is on the surface under it, and the body there is highlighted", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    await page.evaluate(() => window.skidpad.app.cameras.fit(window.skidpad.app.world.bounds));
    await settled(page);
    // The top of the first vehicle's box, not the ground behind it.
    const box = await page.evaluate(() => {
      const { world } = window.skidpad.app;
      const { frame } = world.file.vehicles[0];
      const { min, max } = world.localBoxOf(frame);
      return { top: max.z, center: [(min.x + max.x) / 2, (min.y + max.y) / 2] };
    });
    const at = await page.evaluate(({ top, center }) => window.skidpad.project(center[0], center[1], top), box);
    await page.mouse.move(at.x, at.y);
    await page.waitForFunction(() => window.skidpad.app.picking.highlight.isVisible);
    assert.equal(await page.evaluate(() => window.skidpad.app.viewport.canvas.style.cursor), "pointer");
    const text = await page.locator(".pointer").textContent();
    const [x, y, z] = /x (-?[\d.]+) {2}y (-?[\d.]+) {2}z (-?[\d.]+) m/.exec(text).slice(1).map(Number);
    assert.ok(z > 0.05 && z <= box.top + 0.02, text);
    assert.ok(Math.hypot(x - box.center[0], y - box.center[1]) < 0.3, text);
    await page.mouse.click(at.x, at.y);
    await page.waitForFunction(() => window.skidpad.app.picking.outline.isVisible);
    await page.screenshot({ path: `${PICTURES}/outline.png` });
  });
});

test("the first vehicle of the file is chosen, names sort naturally, and the list of objects is complete", async () => {
  await withWorld("worlds/many_robots.world.xml", async (page) => {
    assert.equal(await page.evaluate(() => window.skidpad.app.driver.chosen), 0);
    const names = await page.locator(".vehicles .name").allTextContents();
    const numbers = names.map((name) => Number(/\d+$/.exec(name)?.[0] ?? NaN)).filter(Number.isFinite);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b), names.join(" "));
    await page.getByLabel("Object", { exact: true }).click();
    const listed = await page.locator(".object option").count();
    assert.equal(listed, await page.evaluate(() => window.skidpad.app.world.file.bodies.filter((body) => body.frame !== 0).length));
    await ask(page, { type: "spawn", vehicle: { like: 0, name: "added-1", pose: [0, 0, 0, 0, 0, 0] } });
    await page.waitForFunction((count) => document.querySelectorAll(".object option").length === count + 1, listed);
  });
});

test("three presses of + are three steps of speed", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 3; i++) await page.keyboard.press("+");
    await page.waitForFunction(() => window.skidpad.app.status?.speed === 10);
    for (let i = 0; i < 3; i++) await page.keyboard.press("-");
    await page.waitForFunction(() => window.skidpad.app.status?.speed === 1);
  });
});

test("trails come from messages, not from frames: few frames leave whole trails", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 20; i++) await page.keyboard.press("w");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    // Nothing is drawn for two seconds of wall-clock time: at 2 m/s and ten times real time that is 40 m.
    const gap = await page.evaluate(async () => {
      const { viewport, overlays } = window.skidpad.app;
      const before = overlays.trails.lines.count;
      const end = performance.now() + 1500;
      viewport.beforeDraw.unshift(() => {
        const until = Math.min(end, performance.now() + 300);
        while (performance.now() < until);
        return false;
      });
      await new Promise((resolve) => setTimeout(resolve, 2500));
      viewport.beforeDraw.shift();
      return overlays.trails.lines.count - before;
    });
    assert.ok(gap > 10, `${gap} new segments`);
  });
});

test("a kept picture has twice the resolution of the window, and the names in it", async () => {
  await withWorld(CORNER, async (page) => {
    await settled(page);
    const { name, bytes } = await downloaded(page, () => page.getByLabel("Keep the picture").click());
    assert.equal(name, "corner.png");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1920, 1200]);
    writeFileSync(`${PICTURES}/kept.png`, bytes);
    await drawn(page);
    await shownAt(page, (await pause(page)).vehicles[0].pose[0], "and the page goes on");
  });
});

test("driving goes on from the set point of the moment that is shown: after going back, after an undo, in a new page", async () => {
  await withWorld(CORNER, async (page, program) => {
    const asked = (words) => page.waitForFunction((it) => document.querySelector(".drive .hint").textContent === it, `asked: ${words}`);
    for (let i = 0; i < 3; i++) await page.keyboard.press("w");
    await asked("0.30 m/s, 0 °/s");
    const { step } = await until(page, (it) => it.vehicles[0].twist[0] > 0.29, "0.3 m/s");
    // A moment of that speed is kept.
    const kept = await page.waitForFunction((at) => window.skidpad.app.status.moments?.[1] > at && window.skidpad.app.status.moments[1], step);
    const early = await kept.jsonValue();
    for (let i = 0; i < 4; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[0].twist[0] > 0.69, "0.7 m/s");

    // In the past, keys drive nothing, and the page says why; Space would still stop the robot.
    await page.evaluate((step) => window.skidpad.app.timeBar.lookAt(step), early);
    await page.waitForFunction(() => document.querySelector(".status .link").textContent === "the past");
    await page.keyboard.press("w");
    await page.getByText("This is an earlier moment").waitFor();
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.7) < 1e-6, "as before");

    await page.getByRole("button", { name: "Continue from here" }).click();
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.3) < 1e-6, "the earlier speed");
    await asked("0.30 m/s, 0 °/s");
    await page.keyboard.press("w");
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.4) < 1e-6, "one press more");
    const { page: second, context } = await openPage(browser, program.url);
    await second.waitForFunction(() => document.querySelector(".drive .hint")?.textContent === "asked: 0.40 m/s, 0 °/s");
    await page.getByRole("button", { name: "Undo" }).click();
    await asked("0.70 m/s, 0 °/s");
    await second.getByText("Another viewer set time back to").first().waitFor();
    await context.close();
  });
});
