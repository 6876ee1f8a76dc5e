// What makes a run worth showing: plots to read, links to share, legends, the first view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { launch, until } from "./program.mjs";
import { browser, CORNER, downloaded, drawn, PICTURES, settled, withWorld } from "./fixture.mjs";

test("the first view is the first vehicle and what is around it; Home returns, Fit shows all", async () => {
  await withWorld("worlds/warehouse.world.xml", async (page) => {
    const it = () => page.evaluate(() => {
      const { cameras, world } = window.skidpad.app;
      const box = world.localBoxOf(world.file.vehicles[0].frame);
      const at = world.positionOf(world.file.vehicles[0].frame);
      const [a, b] = [cameras.project(at.clone().setX(at.x + box.min.x)), cameras.project(at.clone().setX(at.x + box.max.x))];
      return { px: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0, distance: cameras.goal.distance, hasCamera: world.file.gui.camera_distance_m !== undefined };
    });
    await settled(page);
    const first = await it();
    if (!first.hasCamera) assert.ok(first.px > 25, `${first.px} px`);
    await page.screenshot({ path: `${PICTURES}/first-view.png` });
    await page.getByLabel("Show the whole world").click();
    await settled(page);
    assert.ok((await it()).distance > first.distance);
    await page.keyboard.press("Home");
    await settled(page);
    assert.ok(Math.abs((await it()).distance - first.distance) < 1e-6);
  });
});

test("plots tell values under the pointer, zoom with the wheel, and are remembered; the panel can be moved", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Plots", { exact: true }).click();
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await until(page, (it) => it.step > 300, "three seconds");
    const chart = page.locator("canvas.chart").first();
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await page.waitForFunction(() => window.skidpad.app.plots.view.cursorS !== null);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.skidpad.app.plots.view.spanS < 25);
    await page.screenshot({ path: `${PICTURES}/plots.png` });
    await page.locator(".chip", { hasText: "Wheel load" }).click();
    await page.mouse.move(800, 90);
    const header = await page.locator(".dock header").boundingBox();
    await page.mouse.move(header.x + 40, header.y + 10);
    await page.mouse.down();
    await page.mouse.move(header.x - 160, header.y + 60, { steps: 4 });
    await page.mouse.up();
    const moved = await page.locator(".dock").boundingBox();
    assert.ok(Math.abs(moved.x - (header.x - 200)) < 3, `${moved.x} ${header.x}`);
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    await page.getByLabel("Plots", { exact: true }).click();
    assert.ok(Math.abs((await page.locator(".dock").boundingBox()).x - moved.x) < 3, "the panel is where it was put");
    assert.ok(await page.evaluate(() => window.skidpad.app.plots.quantities.includes("load") && window.skidpad.app.plots.view.spanS < 25));
  });
});

test("a link restores the view, the vehicle, the panel, the layers and the time", async () => {
  await withWorld("viewer/test/browser/gui.world.xml", async (page, program) => {
    await page.keyboard.press("o");
    await page.evaluate(() => window.skidpad.app.cameras.turn(0.4, 0.1));
    await page.keyboard.press("1");
    await page.getByLabel("Layers", { exact: true }).click();
    await page.locator("[data-layer=grip]").check();
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 4);
    await page.locator(".timeline").evaluate((line) => {
      line.value = "400";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForSelector(".past:not([hidden])");
    await page.waitForFunction(() => window.skidpad.app.world.motion.isSettled);
    const seen = () => page.evaluate(() => window.skidpad.app.timeBar.past_step);
    const step = await seen();
    await page.getByLabel("Copy a link to this view").click();
    const url = page.url();
    assert.match(url, /#eye=[-\d.,]+&/);
    assert.ok(!url.includes("token"));
    const eye = (it) => it.evaluate(() => [window.skidpad.app.cameras.goal.distance, window.skidpad.app.cameras.goal.azimuth]);
    const other = await openPage(browser, program.url + url.slice(url.indexOf("#")));
    await other.page.waitForFunction((it) => window.skidpad.app.timeBar.past_step === it, step);
    const [a, b] = [await eye(page), await eye(other.page)];
    assert.ok(a.every((value, i) => Math.abs(value - b[i]) < 2e-3), `${a} ${b}`);
    assert.deepEqual(await other.page.evaluate(() => [window.skidpad.app.driver.chosen, window.skidpad.app.dock.page, window.skidpad.app.settings.layers.value.grip]), [0, "layers", true]);
    await other.context.close();
    assert.deepEqual(other.complaints, []);
  });
});

test("forces are solid arrows, with a legend", async () => {
  await withWorld("worlds/two_robots.world.xml", async (page) => {
    await page.evaluate(() => {
      window.skidpad.app.settings.setLayer("forces", true);
      window.skidpad.app.settings.setLayer("grip", true);
    });
    await page.keyboard.press("2");
    await page.keyboard.press("f");
    await page.waitForFunction(() => window.skidpad.app.overlays.forces.arrows.shafts.count > 0);
    await drawn(page);
    const words = await page.locator(".legend p").allTextContents();
    assert.ok(words.some((text) => /force on a wheel, 1 m is [\d.]+ N/.test(text)) && words.includes("grip in use"), words.join("; "));
    await page.screenshot({ path: `${PICTURES}/forces.png` });
  });
});

test("names of other vehicles never cover the chosen one's", async () => {
  await withWorld("worlds/many_robots.world.xml", async (page) => {
    await page.evaluate(() => window.skidpad.app.cameras.fit({ center: window.skidpad.app.world.bounds.center, radius: window.skidpad.app.world.bounds.radius * 4 }));
    await settled(page);
    const { chosen, others } = await page.evaluate(() => {
      const box = (label) => { const { left, right, top, bottom } = label.getBoundingClientRect(); return { left, right, top, bottom }; };
      const all = [...document.querySelectorAll(".label")].filter((label) => !label.hidden);
      return { chosen: all.filter((it) => it.classList.contains("chosen")).map(box)[0], others: all.filter((it) => !it.classList.contains("chosen")).map(box) };
    });
    assert.ok(chosen);
    const over = others.filter((it) => it.left < chosen.right - 1 && it.right > chosen.left + 1 && it.top < chosen.bottom - 1 && it.bottom > chosen.top + 1);
    assert.deepEqual(over, []);
    await page.screenshot({ path: `${PICTURES}/labels.png` });
  });
});

test("the last seconds become a film, and the page is live again after it", async () => {
  await withWorld(CORNER, async (page) => {
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => window.skidpad.app.poseRing.all.length > 20);
    const { name, bytes } = await downloaded(page, () => page.getByLabel("Keep the last seconds as a film").click());
    assert.equal(name, "corner.webm");
    assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], "WebM begins like this");
    assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
    await page.waitForFunction(() => !window.skidpad.app.isLookingBack && window.skidpad.app.world.isHeld === false);
    await until(page, (it) => it.vehicles[0].twist[0] > 0.4, "it drives on");
  });
});

test("the scene is saved as glTF, and the program can be ended from the page", async () => {
  const program = await launch("worlds/two_robots.world.xml");
  const { page, context, complaints } = await openPage(browser, program.url);
  await until(page, (it) => it.step > 0, "the first step");
  await page.waitForFunction(() => window.skidpad.app.world.meshes.textures.some((it) => it !== null));
  await page.getByLabel("Write", { exact: true }).click();
  const { name, bytes } = await downloaded(page, () => page.getByRole("button", { name: "Scene as glTF" }).click());
  assert.equal(name, "two_robots.glb");
  assert.equal(bytes.toString("latin1", 0, 4), "glTF");
  const json = JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
  assert.ok(json.nodes.some((node) => node.name.startsWith("r1")) && json.images.length > 0, `${json.nodes.length} nodes`);
  assert.equal(json.extensionsRequired, undefined, "any reader can open it");
  await page.getByRole("button", { name: "Quit the program" }).click();
  await page.waitForSelector("dialog.confirm[open]");
  await page.getByRole("button", { name: "Quit", exact: true }).click();
  assert.equal(await program.ended, 0);
  await page.waitForFunction(() => document.querySelector(".link-overlay strong").textContent === "The run has ended");
  await context.close();
  assert.deepEqual(complaints.filter((text) => !text.includes("ERR_CONNECTION_REFUSED")), []);
});
