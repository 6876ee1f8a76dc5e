// What is drawn, judged by its pixels or by what is on the page: lamps, shadows, lines, clouds, captions, plots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { ask, until } from "./program.mjs";
import { browser, colorsAlong, CORNER, drawn, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

const project = (page, ...at) => page.evaluate((it) => window.skidpad.project(...it), at);
const brightness = ([r, g, b]) => (r + g + b) / 3;

/** Look down on a place of the world. */
async function lookDown(page, target, distance) {
  await page.evaluate(([at, far]) => {
    const { cameras, viewport } = window.skidpad.app;
    cameras.restore({ name: "", target: at, distance: far, azimuth: -Math.PI / 2, elevation: 1.5, isOrthographic: false });
    viewport.floor.setLines(false);
  }, [target, distance]);
  await settled(page);
}

test("lamps of a world light the ground beneath them, and head lights go with their robot", async () => {
  await withWorld("worlds/lights.world.xml", async (page) => {
    await pause(page);
    // On a slow machine it has come to the wall meanwhile.
    await ask(page, { type: "teleport", body: { vehicle: 0 }, pose: [-0.5, -0.6, 0, 0.14, 0, 0] });
    await until(page, (it) => Math.hypot(it.vehicles[0].pose[0] + 0.5, it.vehicles[0].pose[1] + 0.6) < 0.05, "the robot where it began");
    await settled(page);
    await page.screenshot({ path: `${PICTURES}/lights.png` });
    const lamps = await page.evaluate(() => {
      const { world } = window.skidpad.app;
      const found = [];
      world.root.traverse((part) => part.isLight && found.push(`${part.isSpotLight ? "spot" : "point"} on ${world.file.frames[world.frameOf(part)].name || "the world"}`));
      const { frame } = world.file.vehicles[0];
      return { found, robot: world.file.frames[frame].name };
    });
    assert.equal(lamps.found.filter((it) => it === `spot on ${lamps.robot}`).length, 2, `${lamps.found}`);
    assert.equal(lamps.found.filter((it) => it.startsWith("point")).length, 2, `${lamps.found}`);
    assert.equal(lamps.found.length, 5, `${lamps.found}`);
    await lookDown(page, [1.2, 0.7, 0], 16);
    // Beneath the point light, in the cone of the spot light, and before the robot.
    const ahead = await page.evaluate(() => {
      const { world } = window.skidpad.app;
      const { frame } = world.file.vehicles[0];
      const [at, yaw] = [world.positionOf(frame), world.yawOf(frame)];
      return [at.x + 1.5 * Math.cos(yaw), at.y + 1.5 * Math.sin(yaw), 0];
    });
    const places = await Promise.all([[-2, 3, 0], [4.4, -1.6, 0], ahead].map((at) => project(page, ...at)));
    const lit = async (isOn) => {
      await page.evaluate((it) => window.skidpad.app.world.root.traverse((part) => part.isLight && (part.visible = it)), isOn);
      const seen = [];
      // The floor is rough: the mean of a short line.
      for (const { x, y } of places) {
        const colors = await colorsAlong(page, { x: x - 10, y }, { x: x + 10, y });
        seen.push(colors.reduce((sum, color) => sum + brightness(color), 0) / colors.length);
      }
      return seen;
    };
    const [dark, bright] = [await lit(false), await lit(true)];
    assert.ok(bright.every((value, i) => value > dark[i] + 20), `${dark} ${bright}`);
  });
});

test("at full quality the edges of shadows are soft", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    await page.locator(".status .drawing").click();
    await page.getByLabel("Layers", { exact: true }).click();
    await page.getByLabel("Light from").fill("180");
    await page.getByLabel("Light height").fill("30");
    await page.keyboard.press("Escape");
    await settled(page);
    await page.screenshot({ path: `${PICTURES}/full-quality.png` });
    await page.evaluate(() => (window.skidpad.app.overlays.root.visible = window.skidpad.app.sensors.root.visible = false));
    // The box is 1 m high: its shadow ends 1.73 m behind its far side, at x = 6.23.
    await lookDown(page, [6.3, 1.5, 0], 4);
    const line = (await colorsAlong(page, await project(page, 5.8, 1.5, 0), await project(page, 7, 1.5, 0))).map(brightness);
    const [shade, light] = [line[0], line.at(-1)];
    assert.ok(light > shade + 30, `${shade} ${light}`);
    const between = line.filter((value) => value > shade + 0.15 * (light - shade) && value < light - 0.15 * (light - shade));
    assert.ok(between.length > 4 && between.length < line.length / 3, `${between.length} of ${line.length}`);
  });
});

test("trails and the outlines of laser fans are wide lines", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 8; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[0].pose[0] > 1.2, "a trail");
    const { vehicles: [{ pose: [x] }] } = await pause(page);
    await page.evaluate(() => window.skidpad.app.settings.setLayer("points", false));
    await lookDown(page, [x - 0.5, 0, 0], 9);
    await page.screenshot({ path: `${PICTURES}/wide-lines.png` });
    // The trail is crossed along y behind the robot; the edge of the fan, along the robot's y axis, beside it.
    const crossings = {
      trails: [await project(page, x - 0.8, -0.3, 0), await project(page, x - 0.8, 0.3, 0)],
      fans: [await project(page, x - 0.4, -1.5, 0.3), await project(page, x + 0.4, -1.5, 0.3)],
    };
    for (const [layer, [from, to]] of Object.entries(crossings)) {
      const withLine = await colorsAlong(page, from, to);
      await page.evaluate((it) => window.skidpad.app.settings.setLayer(it, false), layer);
      await drawn(page);
      const without = await colorsAlong(page, from, to);
      const width = withLine.filter((color, i) => color.some((value, channel) => Math.abs(value - without[i][channel]) > 12)).length / 2;
      assert.ok(width >= 1.5 && width < 6, `${layer}: ${width} px`);
    }
  });
});

test("in software drawing clouds are thinned by distance", async () => {
  await withWorld("worlds/outdoor.world.xml", async (page) => {
    const wait = (least) => page.waitForFunction((it) => [...window.skidpad.app.sensors.clouds.values()][0]?.last?.count > it, least, { timeout: 60_000 });
    const counts = () => page.evaluate(() => {
      const { words, count } = [...window.skidpad.app.sensors.clouds.values()][0].last;
      const ranges = Array.from({ length: count }, (_, i) => Math.hypot(words[4 * i], words[4 * i + 1]));
      return { all: count, near: ranges.filter((it) => it < 8).length, far: ranges.filter((it) => it > 16).length };
    });
    await wait(0);
    const thin = await counts();
    await page.screenshot({ path: `${PICTURES}/outdoor.png` });
    await page.locator(".status .drawing").click();
    await wait(2 * thin.all);
    const whole = await counts();
    assert.ok(thin.all < 9000 && thin.far > 50, JSON.stringify(thin));
    assert.ok(thin.near / whole.near > 1.4 * (thin.far / whole.far), JSON.stringify([thin, whole]));
  });
});

test("pictures of cameras tell vehicle and sensor, in the order of the file", async () => {
  await withWorld("worlds/lenses.world.xml", async (page) => {
    await page.waitForFunction(() => document.querySelectorAll(".preview").length === 3);
    const captions = () => page.locator(".preview figcaption span").allTextContents();
    assert.deepEqual(await captions(), ["r1 · wide", "r1 · fisheye", "r1 · rgbd depth"]);
    await page.screenshot({ path: `${PICTURES}/captions.png` });
    // Whichever picture comes first.
    await page.getByLabel("Close r1 · wide").click();
    await page.waitForFunction(() => document.querySelectorAll(".preview").length === 2);
    await page.evaluate(() => window.skidpad.app.sensors.show(0, true));
    await page.waitForFunction(() => document.querySelectorAll(".preview").length === 3);
    assert.deepEqual(await captions(), ["r1 · wide", "r1 · fisheye", "r1 · rgbd depth"]);
  });
});

test("plots of a time before the page was opened say that there is no data", async () => {
  const listen = (page) => page.addInitScript(() => {
    window.written = new Set();
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.written.add(text);
      return write.call(this, text, ...rest);
    };
  });
  await withWorld(CORNER, async (page, program) => {
    await until(page, (it) => it.step > 400, "four seconds");
    const { page: second, context, complaints } = await openPage(browser, program.url, {}, listen);
    await second.getByLabel("Plots", { exact: true }).click();
    await second.waitForFunction(() => window.skidpad.app.history.rows.length > 5 && window.skidpad.app.status?.moments);
    const isSaid = () => second.evaluate(() => [...window.written].some((text) => /^no data before \d+:\d\d, when this page began to plot$/.test(text)));
    assert.equal(await isSaid(), false);
    await second.evaluate(() => window.skidpad.app.timeBar.lookAt(window.skidpad.app.status.moments[0]));
    await second.waitForSelector(".past:not([hidden])");
    for (let i = 0; i < 100 && !(await isSaid()); i++) await second.waitForTimeout(50);
    assert.equal(await isSaid(), true);
    await second.screenshot({ path: `${PICTURES}/no-data.png` });
    await context.close();
    assert.deepEqual(complaints, []);
  });
});
