// The viewer in a real browser, against the real program: worlds, driving, time, sensors, several viewers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { launch, state, until } from "./program.mjs";
import { browser, CORNER, drawn, PICTURES, shownAt, withWorld } from "./fixture.mjs";

for (const name of ["warehouse", "two_robots", "road_circuit"]) {
  test(`${name} is shown without complaints`, async (t) => {
    await withWorld(`worlds/${name}.world.xml`, async (page) => {
      assert.equal(await page.locator(".world-name").textContent(), name);
      const counts = await page.evaluate(() => {
        const { world } = window.skidpad.app;
        let triangles = 0;
        world.root.traverse((part) => (triangles += part.geometry?.index ? part.geometry.index.count / 3 : 0));
        return { vehicles: world.file.vehicles.length, triangles };
      });
      assert.ok(counts.vehicles > 0 && counts.triangles > 10, JSON.stringify(counts));
      await page.waitForFunction(() => document.documentElement.dataset.drawnMs);
      t.diagnostic(`first picture after ${await page.evaluate(() => document.documentElement.dataset.drawnMs)} ms`);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${PICTURES}/${name}.png` });
    });
  });
}

test("a robot driven by keys moves in the simulation and on the screen", async () => {
  await withWorld(CORNER, async (page) => {
    const start = await state(page);
    const before = await page.evaluate(() => window.skidpad.app.world.positionOf(window.skidpad.app.world.file.vehicles[0].frame).toArray());
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    const moved = await until(page, (it) => it.vehicles[0].pose[0] > start.vehicles[0].pose[0] + 0.5, "half a metre");
    assert.ok(Math.abs(moved.vehicles[0].twist[0] - 0.5) < 1e-6, "five presses are 0.5 m/s");
    await page.keyboard.press(" ");
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0]) < 1e-9, "standing still");
    const x = (await state(page)).vehicles[0].pose[0];
    await shownAt(page, x, "the screen shows what the simulation says");
    assert.ok(x > before[0] + 0.5);
    // Words are written a few times a second.
    await page.waitForFunction(() => /asked: 0\.00 m\/s/.test(document.querySelector(".drive .hint").textContent));
  });
});

test("pause, step, speed and reset do what they say", async () => {
  await withWorld(CORNER, async (page) => {
    await page.keyboard.press("p");
    await until(page, (it) => it.is_paused, "a pause");
    const paused = await state(page);
    await page.waitForTimeout(400);
    assert.equal((await state(page)).step, paused.step, "no step is made");
    await page.keyboard.press(".");
    await until(page, (it) => it.step === paused.step + 1, "one step");
    await page.getByLabel("One step").click();
    await until(page, (it) => it.step === paused.step + 2, "another");
    await page.keyboard.press("p");
    await page.keyboard.press("p");
    await page.waitForTimeout(600);
    assert.ok((await state(page)).is_paused, "two quick presses are play and pause");
    await page.getByLabel("Speed", { exact: true }).selectOption("10");
    await page.getByLabel("Play", { exact: true }).click();
    await page.waitForFunction(() => window.skidpad.app.status?.speed === 10 && window.skidpad.app.status.real_time_factor > 2);
    await page.keyboard.press("p");
    const late = await until(page, (it) => it.is_paused, "a pause");
    await page.keyboard.press("r");
    const again = await until(page, (it) => it.step < late.step, "a reset");
    assert.ok(again.step <= 2, `${again.step}`);
    assert.deepEqual(again.vehicles[0].pose.slice(0, 2), [0, 0]);
  });
});

test("time can be turned back and continued as another branch", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => (window.skidpad.app.status?.moments?.[2] ?? 0) >= 6, null, { timeout: 30_000 });
    await page.keyboard.press("p");
    const now = await until(page, (it) => it.is_paused, "a pause");
    await page.locator(".timeline").evaluate((line) => {
      line.value = "500";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForSelector(".past:not([hidden])");
    await page.waitForFunction(() => window.skidpad.app.world.motion.isSettled);
    assert.equal((await state(page)).step, now.step, "looking back changes nothing");
    const seen = await page.evaluate(() => ({
      step: window.skidpad.app.timeBar.past_step, x: window.skidpad.app.world.positionOf(window.skidpad.app.world.file.vehicles[0].frame).x,
    }));
    assert.ok(seen.step > 0 && seen.step < now.step, JSON.stringify(seen));
    await page.getByRole("button", { name: "Continue from here" }).click();
    const there = await until(page, (it) => it.step === seen.step, "the moment looked at");
    assert.ok(Math.abs(there.vehicles[0].pose[0] - seen.x) < 1e-4, `${there.vehicles[0].pose[0]} ${seen.x}`);
    await page.keyboard.press("p");
    await until(page, (it) => it.step > seen.step + 20, "time goes on from there");
    await page.waitForFunction((step) => (window.skidpad.app.status?.moments?.[1] ?? 0) > step, seen.step);
  });
});

test("laser points lie on the obstacles", async () => {
  await withWorld(CORNER, async (page) => {
    await page.waitForFunction(() => window.skidpad.app.sensors?.scans.get(0)?.hitCount > 0);
    await drawn(page);
    const far = [Math.SQRT1_2, 0];
    // Corners a laser at the origin sees: of the near box at its height, and the left and nearest corner of the turned one.
    const corners = [[3.5, 1], [3.5, 2], [5 - far[0], -2], [5, -2 + far[0]]];
    const misses = await page.evaluate((list) => list.map(([x, y]) => {
      const { app, project } = window.skidpad;
      const corner = project(x, y, 0.3);
      let best = Infinity;
      for (const { points } of app.sensors.batch.dots.values()) {
        const places = points.geometry.getAttribute("position");
        for (let i = 0; points.visible && i < points.geometry.drawRange.count; i++) {
          const seen = app.cameras.project(points.localToWorld(points.position.clone().fromBufferAttribute(places, i)));
          if (seen) best = Math.min(best, Math.hypot(seen.x - corner.x, seen.y - corner.y));
        }
      }
      return best;
    }), corners);
    assert.ok(misses.every((miss) => miss < 5), `${misses}`);
    await page.screenshot({ path: `${PICTURES}/corner.png` });
  });
});

test("a gamepad drives", async () => {
  const before = (page) => page.addInitScript(() => {
    window.pad = { axes: [0, 0, 0, 0], buttons: Array.from({ length: 10 }, () => ({ pressed: false })), connected: true };
    navigator.getGamepads = () => [window.pad];
  });
  await withWorld(CORNER, async (page) => {
    await page.evaluate(() => (window.pad.axes = [0, -0.8, 0, 0]));
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.8) < 1e-3, "0.8 of 1 m/s");
    await page.evaluate(() => (window.pad.axes = [-1, 0, 0, 0]));
    await until(page, (it) => Math.abs(it.vehicles[0].twist[2] - 0.5) < 1e-3, "0.5 rad/s to the left");
    await page.evaluate(() => (window.pad.buttons[3].pressed = true));
    await until(page, (it) => it.vehicles[0].twist.every((v) => Math.abs(v) < 1e-9), "the brake");
  }, { before });
});

test("a reload and a second viewer see the same world", async () => {
  await withWorld(CORNER, async (page, program) => {
    await page.keyboard.press("w");
    await page.keyboard.press("w");
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.2) < 1e-9, "two presses, before the page goes");
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    const second = await openPage(browser, program.url);
    await page.keyboard.press("p");
    await until(second.page, (it) => it.is_paused, "the pause, seen by the other");
    const [a, b] = await Promise.all([state(page), state(second.page)]);
    assert.deepEqual([a.step, a.vehicles], [b.step, b.vehicles]);
    assert.ok(Math.abs(a.vehicles[0].twist[0] - 0.2) < 1e-9);
    await page.waitForFunction(() => window.skidpad.app.status?.client_count === 2);
    await second.page.waitForFunction(() => window.skidpad.app.driver.setPoint[0] === 0.2);
    await second.page.keyboard.press("w");
    await page.waitForFunction(() => Math.abs(window.skidpad.app.driver.setPoint[0] - 0.3) < 1e-9);
    await second.context.close();
    assert.deepEqual(second.complaints, []);
    await page.waitForFunction(() => window.skidpad.app.status?.client_count === 1);
  });
});

test("a token is asked for", async () => {
  const program = await launch(CORNER, "--token", "open-sesame");
  try {
    const bare = program.url.replace(/\?.*/, "");
    assert.equal((await fetch(bare)).status, 401);
    assert.equal((await fetch(`${bare}scene.json`)).status, 401);
    const { page, context, complaints } = await openPage(browser, program.url);
    await until(page, (it) => it.step > 0, "the first step");
    await context.close();
    assert.deepEqual(complaints, []);
  } finally {
    await program.end();
  }
});
