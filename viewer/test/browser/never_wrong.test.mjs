// The page never shows something false: another run, a program that does not answer, a moment of the past.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { ask, launch, launchAt, ROOT, state, until } from "./program.mjs";
import { CORNER, PICTURES, browser, downloaded, drawn, namePixels, pause, settled, shownAt, tintPixels, withWorld } from "./fixture.mjs";

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
    await drawn(page);
    await page.screenshot({ path: `${PICTURES}/started-again.png` });
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
    assert.ok((await namePixels(page, ".picture")) > 50, "the robot's name is seen");
    process.kill(program.pid, "SIGSTOP");
    const began = Date.now();
    await page.waitForSelector(".link-overlay:not([hidden])", { timeout: 5000 });
    // Two checks of 100 ms after 700 ms of silence, with room for a busy machine.
    assert.ok(Date.now() - began < 2500, `${Date.now() - began} ms`);
    assert.equal(await page.locator(".link-overlay strong").textContent(), "The program does not answer");
    const [, last] = /The last frame is from (\d+:\d\d\.\d\d)/.exec(await page.locator(".link-overlay p").textContent());
    assert.equal(await page.locator(".clock").textContent(), last, "both tell the same time");
    assert.equal(await page.evaluate(() => document.querySelector(".timebar").inert && document.querySelector(".drive").inert), true);
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await page.screenshot({ path: `${PICTURES}/silent.png` });
    const [name, message] = await Promise.all([".label.chosen", ".link-overlay .panel"].map((it) => page.locator(it).boundingBox()));
    assert.ok(name.y + name.height > message.y && name.y < message.y + message.height, "the robot's name is where the message is");
    assert.equal(await namePixels(page, ".link-overlay .panel"), 0, "the message covers it");
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

test("after a stall the run is faster than asked for, and the page says so", async () => {
  await withWorld(CORNER, async (page, program) => {
    await page.waitForTimeout(1500);
    process.kill(program.pid, "SIGSTOP");
    await page.waitForTimeout(1500);
    process.kill(program.pid, "SIGCONT");
    await page.waitForFunction(() => /^[1-9][\d.]*×catching up$/.test(document.querySelector(".factor").textContent));
    await page.screenshot({ path: `${PICTURES}/catching-up.png` });
    await page.waitForFunction(() => /^[\d.]+×$/.test(document.querySelector(".factor").textContent));
    // A speed that was asked for is not caught up with.
    const words = await page.evaluate(() => {
      const { timeBar, status } = window.skidpad.app;
      const real = performance.now.bind(performance);
      const say = (afterMs, speed, real_time_factor) => {
        performance.now = () => real() + afterMs;
        timeBar.update({ ...status, speed, real_time_factor });
        performance.now = real;
        return timeBar.factor.textContent;
      };
      return [say(0, 1, 10), say(0, 5, 8), say(5000, 5, 8), say(5000, "max", 80), say(9000, "max", 80)];
    });
    assert.deepEqual(words.slice(1), ["8.00×", "8.00×catching up", "80.00×", "80.00×"]);
  });
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
        pastTime: document.querySelector(".past span span:last-child").textContent, dot: document.querySelector(".status .link").dataset.state,
        line: Number(app.timeBar.line.value), from: app.status.moments[0], to: app.status.step, curves: app.plots.view,
        scanNs: scan && !scan.isBlank ? scan.last.timeNs : null, row: document.querySelector(".vehicles .number").textContent,
        trail: app.overlays.trails.shownCount(), trails: app.overlays.trails.lines.count,
      };
    });
    const ns = it.step * it.stepNs;
    assert.ok(Math.abs(it.speed - 0.5) < 0.05, `the speed of that time, ${it.speed}`);
    assert.match(it.row, /^0\.[45]\d m\/s$/);
    const whole = (it) => `0:${String(Math.floor(it / 1e9)).padStart(2, "0")}`;
    assert.ok(it.clock.startsWith(`${whole(ns)} of 0:`), it.clock);
    assert.ok(it.clock.slice(8) > whole(ns), `${it.clock}: the run is ahead`);
    assert.equal(it.pastTime, `0:${(Math.floor(ns / 1e7) / 100).toFixed(2).padStart(5, "0")}`);
    assert.equal(it.dot, "past");
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
    // The legend explains the ring and the lines of the laser, and the card says what it drives against.
    await page.waitForFunction(() => ["contact", "lasers: the colour of their vehicle, or of the world file"].every((it) => [...document.querySelectorAll(".legend p")].some((row) => row.textContent === it)));
    await page.waitForFunction(() => document.querySelector(".drive .touched").textContent === "touching near");
    const box = await page.locator(".timeline").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".time-tip:not([hidden])");
    assert.match(await page.locator(".time-tip").textContent(), /^\d+:\d\d\.\d\d/);
    await page.screenshot({ path: `${PICTURES}/marks.png` });
    // The row of marks is pointed at and pressed like the line: here, at the collision.
    await page.mouse.move(10, 300);
    await page.waitForSelector(".time-tip", { state: "hidden" });
    await pause(page);
    await page.waitForFunction(() => window.skidpad.app.status.is_paused);
    const at = await page.evaluate(() => {
      const { app } = window.skidpad;
      const { moments, step } = app.status;
      const mark = app.timeBar.marks.all.find((it) => it.kind === "collision");
      return { share: (mark.ns / app.world.file.step_ns - moments[0]) / (step - moments[0]), step: mark.ns / app.world.file.step_ns };
    });
    const row = await page.locator(".marks").boundingBox();
    const x = row.x + 8 + at.share * (row.width - 16);
    await page.mouse.move(x + 2, row.y + row.height / 2);
    await page.waitForSelector(".time-tip:not([hidden])");
    assert.match(await page.locator(".time-tip").textContent(), /collision of r1/);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForSelector(".past:not([hidden])");
    const nearest = await page.evaluate((step) => {
      const { app } = window.skidpad;
      return app.timeBar.marks.moments.map((it) => Math.round(it.ns / app.world.file.step_ns)).sort((a, b) => Math.abs(a - step) - Math.abs(b - step)).slice(0, 2);
    }, at.step);
    assert.ok(nearest.includes(await page.evaluate(() => window.skidpad.app.timeBar.past_step)), `${nearest}`);
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.keyboard.press("r");
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.all.some((mark) => mark.kind === "reset"));
  });
});

test("continued moments and files being written have marks on the time line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skidpad-marks-"));
  try {
    await withWorld(CORNER, async (page) => {
      // Files go where the logs are.
      await page.keyboard.press("l");
      await page.waitForFunction(() => window.skidpad.app.status.csv === null && window.skidpad.app.timeBar.marks.moments.length >= 3);
      await page.evaluate(() => {
        const { timeBar, world } = window.skidpad.app;
        timeBar.lookAt(Math.round(timeBar.marks.moments[1].ns / world.file.step_ns));
      });
      await page.getByRole("button", { name: "Continue from here" }).click();
      await page.waitForFunction(() => window.skidpad.app.timeBar.marks.all.some((mark) => mark.kind === "branch"));
      const redPixels = () => page.locator(".marks").evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0.9 * canvas.width, canvas.height - 1, 0.1 * canvas.width, 1);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && data[i] > data[i + 2] + 60) count++;
        return count;
      });
      // The logs ended just before the moment that was continued: their mark is soon left behind.
      for (let i = 0; i < 50 && (await redPixels()) > 0; i++) await page.waitForTimeout(100);
      assert.equal(await redPixels(), 0, "nothing is written");
      await page.keyboard.press("m");
      const { step } = await until(page, () => true, "a state");
      await until(page, (it) => it.step > step + 150, "a while");
      await page.waitForFunction(() => window.skidpad.app.status.mcap);
      assert.ok((await redPixels()) > 5, "the recording");
      const line = await page.locator(".timeline").boundingBox();
      await page.mouse.move(line.x + line.width - 12, line.y + line.height / 2);
      await page.waitForFunction(() => /writing .*\.mcap/.test(document.querySelector(".time-tip").textContent));
      await page.screenshot({ path: `${PICTURES}/marks-of-files.png` });
      await page.keyboard.press("m");
      await page.waitForFunction(() => window.skidpad.app.status.mcap === null);
    }, { args: ["--csv", folder] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("after running at max speed the time line is proportional to time", async () => {
  await withWorld(CORNER, async (page) => {
    await until(page, (it) => it.step > 150, "some time at the usual speed");
    await page.getByLabel("Speed", { exact: true }).selectOption("max");
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.filter(({ ns }) => ns > 10e9).length >= 8, null, { timeout: 60_000 });
    await page.evaluate(() => document.activeElement.blur());
    const { step } = await pause(page);
    await page.waitForFunction((it) => window.skidpad.app.status.step === it, step);
    const [first, moments] = await page.evaluate(() => {
      const { timeBar, status, world } = window.skidpad.app;
      return [status.moments[0], timeBar.marks.moments.map(({ ns }) => ns / world.file.step_ns)];
    });
    const gaps = [...moments, step].map((it, i) => it - (moments[i - 1] ?? first));
    assert.ok(Math.max(...gaps) < 0.25 * (step - first), `moments at ${moments} of ${step}`);
    // The line keeps its length while it is dragged.
    const line = await page.locator(".timeline").boundingBox();
    for (const share of [0.25, 0.5, 0.75]) {
      await page.mouse.move(line.x + 8 + share * (line.width - 16), line.y + line.height / 2);
      await page.waitForFunction(([atS, slackS]) => {
        const [clock] = document.querySelector(".time-tip").textContent.split(" ");
        return Math.abs(clock.split(":").reduce((sum, part) => 60 * sum + Number(part), 0) - atS) < slackS;
      }, [0.01 * (first + share * (step - first)), 0.0001 * (step - first)]);
      await page.locator(".timeline").evaluate((it, value) => {
        it.value = String(value);
        it.dispatchEvent(new Event("input"));
        it.dispatchEvent(new Event("change"));
      }, 1000 * share);
      // The nearest moment that was kept is shown, and the thumb is there.
      await page.waitForFunction(([from, to, near]) => {
        const { timeBar, pastNs, world } = window.skidpad.app;
        const shown = (pastNs ?? 0) / world.file.step_ns;
        return near.includes(shown) && Math.abs(Number(timeBar.line.value) / 1000 - (shown - from) / (to - from)) < 0.01;
      }, [first, step, [...moments].sort((a, b) => Math.abs(a - first - share * (step - first)) - Math.abs(b - first - share * (step - first))).slice(0, 2)]);
    }
    await page.screenshot({ path: `${PICTURES}/after-max.png` });
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
    await look(true);
    await page.screenshot({ path: `${PICTURES}/ground.png` });
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

test("on hills, pointer coordinates are those of the ground that the simulator drives on", async () => {
  await withWorld("worlds/outdoor.world.xml", async (page) => {
    await page.keyboard.press(" ");
    await until(page, (it) => Math.hypot(it.vehicles[0].twist[0], it.vehicles[0].twist[1]) < 0.02, "rest");
    const put = (x, y) => ask(page, { type: "teleport", body: { vehicle: 0 }, pose: [x, y, 0, 0, 0, 0] });
    // Beyond the trees, where the ground is high.
    await put(-22.2, 17);
    const { step } = await until(page, (it) => Math.hypot(it.vehicles[0].pose[0] + 22.2, it.vehicles[0].pose[1] - 17) < 0.2, "on the hill");
    const { vehicles: [{ pose: hill }] } = await until(page, (it) => it.step > step + 20, "on its wheels");
    assert.ok(hill[2] > 0.5, `${hill}`);
    await put(0, 0);
    await until(page, (it) => Math.hypot(it.vehicles[0].pose[0], it.vehicles[0].pose[1]) < 0.5, "away");
    await pause(page);
    await page.evaluate(([x, y, z]) => {
      const { cameras, world } = window.skidpad.app;
      const [u, v, w] = world.file.origin_m;
      cameras.restore({ name: "", target: [x - u, y - v, z - w], distance: 30, azimuth: 2.5, elevation: 0.5, isOrthographic: false });
    }, hill);
    await settled(page);
    const at = await page.evaluate((it) => window.skidpad.project(...it), hill.slice(0, 3));
    await page.mouse.move(at.x, at.y);
    await page.waitForFunction(() => /z/.test(document.querySelector(".pointer").textContent));
    const text = await page.locator(".pointer").textContent();
    const seen = /x (-?[\d.]+) {2}y (-?[\d.]+) {2}z (-?[\d.]+) m/.exec(text).slice(1).map(Number);
    assert.ok(Math.hypot(...seen.map((value, axis) => value - hill[axis])) < 0.3, `${text}, not ${hill}`);
    await page.screenshot({ path: `${PICTURES}/pointer-on-a-hill.png` });
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
    await page.evaluate(() => window.skidpad.app.settings.setLayer("labels", false));
    await drawn(page);
    const { bytes: bare } = await downloaded(page, () => page.getByLabel("Keep the picture").click());
    const [named, unnamed] = [await tintPixels(page, bytes), await tintPixels(page, bare)];
    assert.ok(named > unnamed + 200, `${named} ${unnamed}`);
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

/** Where the mark of a bar stands, as a share of the bar; `null` without a mark. */
const markOf = (page, gauge) => page.evaluate((name) => {
  const { mark } = window.skidpad.app.card[name];
  return mark.hidden ? null : Number.parseFloat(mark.style.left) / 100;
}, gauge);

test("in the past the buttons of time say why they do nothing, and the bars show what was asked then", async () => {
  await withWorld(CORNER, async (page, program) => {
    for (let i = 0; i < 3; i++) await page.keyboard.press("w");
    const slow = await until(page, (it) => it.vehicles[0].twist[0] > 0.29, "0.3 m/s");
    const early = await (await page.waitForFunction((at) => window.skidpad.app.status.moments?.[1] > at + 10 && window.skidpad.app.status.moments[1], slow.step)).jsonValue();
    for (let i = 0; i < 4; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[0].twist[0] > 0.69, "0.7 m/s");
    const keysAt = async () => (await page.locator(".keys").boundingBox()).x;
    const before = await keysAt();
    await page.evaluate((step) => window.skidpad.app.timeBar.lookAt(step), early);
    await page.waitForFunction(() => window.skidpad.app.vehicles[0].vx < 0.4);
    const play = page.locator(".play");
    assert.equal(await play.getAttribute("aria-disabled"), "true");
    assert.match(await play.getAttribute("title"), /^You are looking at the past; the run goes on/);
    await play.click({ force: true });
    await page.keyboard.press("p");
    await page.keyboard.press(".");
    await page.keyboard.press("+");
    await page.getByText("You are looking at the past; the run goes on").first().waitFor();
    const now = await state(page);
    await until(page, (it) => !it.is_paused && it.step > now.step + 20, "the run goes on");
    assert.equal(await page.evaluate(() => window.skidpad.app.status.speed), 1);
    assert.equal(await page.locator(".drive .hint").first().textContent(), "asked: 0.30 m/s, 0 °/s");
    assert.ok(Math.abs((await markOf(page, "speed")) - 0.65) < 0.002, "0.3 of 1 m/s");
    assert.equal(await keysAt(), before, "the keys stay where they are");

    // Another page was not told of it, so it shows no mark.
    const { page: second, context } = await openPage(browser, program.url);
    await second.waitForFunction((step) => window.skidpad.app.status?.moments?.[1] > step, early);
    await second.evaluate((step) => window.skidpad.app.timeBar.lookAt(step), early);
    await second.waitForFunction(() => Math.abs(window.skidpad.app.vehicles[0]?.vx - 0.3) < 0.02 && window.skidpad.app.isLookingBack);
    await second.waitForFunction(() => window.skidpad.app.card.speed.mark.hidden);
    await context.close();

    await page.getByRole("button", { name: "Back to now" }).click();
    assert.equal(await play.getAttribute("aria-disabled"), "false");
    await pause(page);
  });
});

test("what the world file asks for has marks on both bars, and a stop by another viewer is not taken for the world's wish", async () => {
  await withWorld("worlds/two_robots.world.xml", async (page, program) => {
    const words = (it) => it.locator(".drive .hint").allTextContents();
    await page.waitForFunction(() => document.querySelector(".drive .hint").textContent === "driven by the world file: 0.80 m/s, 20 °/s");
    assert.match((await words(page))[1], /take over/);
    // A bar that has shown a larger value has another scale.
    const spans = await page.evaluate(() => ["speed", "turn"].map((name) => window.skidpad.app.card[name].span));
    const [speed, turn] = [await markOf(page, "speed"), await markOf(page, "turn")];
    assert.ok(Math.abs(speed - (0.5 + 0.4 / spans[0])) < 0.002 && Math.abs(turn - (0.5 + 10 / spans[1])) < 0.002, `${speed} ${turn} ${spans}`);
    await page.keyboard.press(" ");
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0]) < 0.05, "a stop");
    const { page: second, context } = await openPage(browser, program.url);
    await second.waitForFunction(() => document.querySelector(".drive .hint").textContent === "asked: 0.00 m/s, 0 °/s");
    await context.close();
  });
});

test("forces of the past begin at the wheels of that moment", async () => {
  await withWorld("worlds/two_robots.world.xml", async (page) => {
    await page.evaluate(() => window.skidpad.app.settings.setLayer("forces", true));
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 8, null, { timeout: 60_000 });
    for (const share of [0.6, 0.3]) {
      await page.evaluate((it) => {
        const { app } = window.skidpad;
        const { moments, step } = app.status;
        app.timeBar.lookAt(Math.round(moments[0] + it * (step - moments[0])));
      }, share);
      await page.waitForFunction((it) => {
        const { app } = window.skidpad;
        const { moments, step } = app.status;
        return Math.abs(app.timeBar.past_step - moments[0] - it * (step - moments[0])) < 200 && app.world.motion.isSettled;
      }, share);
      await drawn(page);
      const far = await page.evaluate(() => {
        const { overlays, world } = window.skidpad.app;
        const { shafts } = overlays.forces.arrows;
        const wheels = world.file.vehicles.flatMap((it) => it.wheels.map(({ frame }) => world.positionOf(frame)));
        return Array.from({ length: shafts.count }, (_, i) => {
          const [x, y] = shafts.instanceMatrix.array.subarray(16 * i + 12, 16 * i + 14);
          return Math.min(...wheels.map((at) => Math.hypot(at.x - x, at.y - y)));
        });
      });
      assert.ok(far.length > 0 && Math.max(...far) < 1e-3, `${far}`);
    }
    await page.screenshot({ path: `${PICTURES}/past-forces.png` });
  });
});

test("a trail has a gap where no message came, unless the path was straight", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    const counts = await page.evaluate(() => {
      const { overlays, world } = window.skidpad.app;
      const { trails } = overlays;
      const drive = (places) => {
        trails.clear();
        for (const [timeS, x, y, yaw] of places) {
          const poses = world.live.slice();
          poses.set([x, y, 0, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)], world.file.vehicles[0].frame * 7);
          trails.receive(poses, timeS * 1e9, 0);
        }
        trails.update(1e9);
        return trails.lines.count;
      };
      return {
        curve: drive([[1, 0, 0, 0], [3, 1, 1, Math.PI / 2]]), straight: drive([[1, 0, 0, 0], [3, 2, 0, 0]]),
        back: drive([[1, 0, 0, 0], [3, -2, 0, 0]]), dense: drive([[1, 0, 0, 0], [1.1, 0.2, 0.2, Math.PI / 2]]),
      };
    });
    assert.deepEqual(counts, { curve: 0, straight: 1, back: 1, dense: 1 });
  });
});

test("where a moment has no scan the page says so, and no legend explains colours that are not there", async () => {
  await withWorld("worlds/warehouse.world.xml", async (page) => {
    await page.waitForFunction(() => window.skidpad.app.sensors.hasClouds && window.skidpad.app.timeBar.marks.moments.length >= 3, null, { timeout: 60_000 });
    assert.equal(await page.locator(".legend .ramp").count(), 1);
    await page.evaluate(() => {
      const { app } = window.skidpad;
      app.sensors.forgetAfter();
      app.timeBar.lookAt(app.status.moments[0]);
    });
    await page.waitForSelector(".past:not([hidden])");
    await page.waitForFunction(() => document.querySelector(".legend .missing")?.textContent === "no scan of this moment");
    assert.equal(await page.locator(".legend .ramp").count(), 0);
    await page.evaluate(() => window.skidpad.app.timeBar.toNow());
    await page.waitForFunction(() => document.querySelector(".legend .ramp") && !document.querySelector(".legend .missing"));
  });
});

test("continuing from a moment keeps what was seen before it", async () => {
  await withWorld(CORNER, async (page) => {
    // A page that opens late has less to keep: the moment is one that it has seen some time before.
    await page.waitForFunction(() => {
      const { timeBar, history, sensors } = window.skidpad.app;
      return timeBar.marks.moments.at(-1)?.ns * 1e-9 > history.rows[0]?.timeS + 1.5 && sensors.archive.count > 8;
    });
    const [first, step] = await page.evaluate(() => {
      const { timeBar, history, world } = window.skidpad.app;
      return [history.rows[0].timeS, Math.round(timeBar.marks.moments.at(-1).ns / world.file.step_ns)];
    });
    await page.evaluate((it) => window.skidpad.app.timeBar.lookAt(it), step);
    await page.waitForFunction((it) => window.skidpad.app.timeBar.past_step === it, step);
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.waitForFunction(() => window.skidpad.app.status.branch > 0);
    const kept = await page.evaluate(() => ({ first: window.skidpad.app.history.rows[0].timeS, readings: window.skidpad.app.sensors.archive.count, moments: window.skidpad.app.status.moments }));
    assert.ok(kept.first === first && kept.readings > 3 && kept.moments[0] < step, JSON.stringify({ first, step, ...kept }));
  });
});
