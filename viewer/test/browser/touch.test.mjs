// A phone: the stick drives, fingers turn and zoom, and nothing covers anything else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./program.mjs";
import { CORNER, downloaded, drawn, meet, PICTURES, settled, withWorld } from "./fixture.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Fingers on the glass, by Chromium's own input. */
async function hand(page, context) {
  const session = await context.newCDPSession(page);
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  return {
    down: (...points) => send("touchStart", points),
    move: (...points) => send("touchMove", points),
    up: () => send("touchEnd", []),
  };
}

test("the stick drives and lets go, fingers turn and zoom", async () => {
  await withWorld(CORNER, async (page, program, context) => {
    const fingers = await hand(page, context);
    const box = await page.locator(".stick").boundingBox();
    const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
    await fingers.down({ x, y, id: 1 });
    await fingers.move({ x, y: y - radius / 2, id: 1 });
    await page.waitForTimeout(60);
    await fingers.move({ x: x - radius / 2, y: y - radius / 2, id: 1 });
    await until(page, (it) => Math.abs(it.vehicles[0].twist[0] - 0.5) < 0.02 && Math.abs(it.vehicles[0].twist[2] - 0.25) < 0.02, "half of 1 m/s and of 0.5 rad/s");
    await fingers.up();
    await until(page, (it) => it.vehicles[0].twist.every((value) => Math.abs(value) < 1e-9), "rest");
    // In the past nothing is driven, and the stick would cover what continues from there.
    await page.waitForFunction(() => window.skidpad.app.status.moments);
    await page.evaluate(() => window.skidpad.app.timeBar.lookAt(window.skidpad.app.status.moments[0]));
    await page.waitForSelector(".past:not([hidden])");
    assert.ok(!(await page.locator(".stick").isVisible()));
    await page.getByRole("button", { name: "Back to now" }).click();
    assert.ok(await page.locator(".stick").isVisible());

    await settled(page);
    const eye = () => page.evaluate(() => ({ azimuth: window.skidpad.app.cameras.goal.azimuth, distance: window.skidpad.app.cameras.goal.distance }));
    const before = await eye();
    await fingers.down({ x: 200, y: 400, id: 1 });
    await fingers.move({ x: 150, y: 400, id: 1 });
    await fingers.up();
    assert.ok(Math.abs((await eye()).azimuth - before.azimuth - 0.3) < 0.02, "one finger turns");
    await fingers.down({ x: 150, y: 400, id: 1 }, { x: 200, y: 400, id: 2 });
    for (const gap of [0, 10, 20, 30, 40, 50]) await fingers.move({ x: 150 - gap / 2, y: 400, id: 1 }, { x: 200 + gap / 2, y: 400, id: 2 });
    await fingers.up();
    const near = (await eye()).distance / before.distance;
    assert.ok(near > 0.4 && near < 0.65, `twice the spread, half the distance: ${near}`);
  }, { page: PHONE });
});

test("panels fit a phone and cover nothing", async () => {
  await withWorld(CORNER, async (page) => {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      await page.screenshot({ path: `${PICTURES}/phone-${colorScheme}.png` });
      const boxes = await page.evaluate(() => [...document.querySelectorAll(".topbar > *, .vehicles, .drive, .stick, .timebar, .preview")]
        .filter((it) => it.checkVisibility()).map((it) => {
          const { left, top, right, bottom } = it.getBoundingClientRect();
          return { name: it.className, left, top, right, bottom };
        }));
      for (const [i, a] of boxes.entries()) {
        assert.ok(a.left >= 0 && a.right <= 390 && a.top >= 0 && a.bottom <= 844, `inside: ${JSON.stringify(a)}`);
        for (const b of boxes.slice(i + 1)) {
          const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(apart, `${JSON.stringify(a)} covers ${JSON.stringify(b)}`);
        }
      }
      const small = await page.evaluate(() => [...document.querySelectorAll("button, select, output, span, p, h2, label")]
        .filter((it) => it.checkVisibility() && it.textContent.trim() && parseFloat(getComputedStyle(it).fontSize) < 11).map((it) => it.textContent));
      assert.deepEqual(small, [], "no print smaller than 11 px");
      const narrow = await page.evaluate(() => [...document.querySelectorAll("button, select")].filter((it) => it.checkVisibility())
        .map((it) => ({ name: it.getAttribute("aria-label") ?? it.textContent, box: it.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24).map(({ name }) => name));
      assert.deepEqual(narrow, [], "nothing to press smaller than 24 px");
      for (const panel of ["Layers", "Sensors", "Plots", "Object", "Record"]) {
        await page.getByLabel(panel, { exact: true }).click();
        await page.waitForSelector(`.dock[aria-label="${panel}"]:not([hidden])`);
        const dock = await page.locator(".dock").boundingBox();
        assert.ok(dock.x >= 0 && dock.x + dock.width <= 390 && dock.y > 0, JSON.stringify(dock));
      }
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      await page.keyboard.press("Escape");
    }
  }, { page: PHONE });
});

test("the robot is never behind a panel, its name is readable, and the help shows gestures", async () => {
  await withWorld(CORNER, async (page) => {
    await page.keyboard.press("f");
    for (const panel of [null, "layers", "sensors", "plots", "object", "record"]) {
      await page.evaluate((key) => window.skidpad.app.dock.show(key), panel);
      await settled(page);
      const seen = await page.evaluate(() => {
        const { world, cameras } = window.skidpad.app;
        const at = cameras.project(world.positionOf(world.file.vehicles[0].frame));
        return { tag: document.elementFromPoint(at.x, at.y)?.tagName, at, size: getComputedStyle(document.querySelector(".label")).fontSize };
      });
      assert.equal(seen.tag, "CANVAS", `${panel}: ${JSON.stringify(seen)}`);
      assert.ok(Number.parseFloat(seen.size) >= 13);
      await page.screenshot({ path: `${PICTURES}/phone-${panel ?? "drive"}.png` });
    }
    await page.evaluate(() => window.skidpad.app.dock.show(null));
    await page.getByRole("button", { name: "Help", exact: true }).click();
    assert.match(await page.locator("dialog.help").textContent(), /Two\s*fingers\s*move and zoom/);
    await page.screenshot({ path: `${PICTURES}/phone-help.png` });
  }, { page: PHONE });
});

test("notices cover neither the card nor the stick nor a panel", async () => {
  await withWorld(CORNER, async (page) => {
    const box = (selector) => page.locator(selector).first().boundingBox();
    await page.waitForFunction(() => window.skidpad.app.poseRing.all.length > 20);
    await downloaded(page, async () => {
      await page.getByLabel("Film: keep the last 10 s").click();
      await page.waitForSelector(".toast progress");
      await page.screenshot({ path: `${PICTURES}/phone-filming.png` });
      assert.ok(!meet(await box(".toast"), await box(".drive")), "the progress of the film is above the card");
      // A phone shows a legend only where a scan is missing.
      const legend = await box(".legend");
      assert.ok(legend === null || !meet(await box(".toast"), legend), "and above the legend");
    });
    await page.waitForFunction(() => document.querySelectorAll(".toast").length === 1);
    for (const other of [".drive", ".stick"]) assert.ok(!meet(await box(".toast"), await box(other)), other);
    await page.evaluate(() => window.skidpad.app.dock.show("record"));
    for (const other of [".dock", ".vehicles"]) assert.ok(!meet(await box(".toast"), await box(other)), other);
    await page.screenshot({ path: `${PICTURES}/phone-notice.png` });
  }, { page: PHONE });
});
