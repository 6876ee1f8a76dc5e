// What every browser test needs: one browser, a world with a page on it, and eyes for what is drawn.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before } from "node:test";
import { openBrowser, openPage } from "./chromium.mjs";
import { launch, until } from "./program.mjs";

export const PICTURES = process.env.SKIDPAD_PICTURES ?? "target/viewer-pictures";
export const CORNER = "viewer/test/browser/corner.world.xml";
export let browser;

before(async () => {
  await mkdir(PICTURES, { recursive: true });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
});

/** Run a world and a page on it, then end both; the page must not have complained. */
export async function withWorld(world, check, options = {}) {
  const program = await launch(world, ...(options.args ?? []));
  try {
    const { page, context, complaints } = await openPage(browser, program.url, options.page, options.before);
    await until(page, (it) => it.step > 0, "the first step");
    // The first picture is drawn, and the page knows how the run goes: whether it is paused, and its speed.
    await page.waitForFunction(() => document.documentElement.dataset.drawnMs && window.skidpad.app.status);
    await check(page, program, context);
    await context.close();
    assert.deepEqual(complaints, []);
  } finally {
    assert.equal(await program.end(), 0, "Ctrl-C ends it cleanly");
  }
}

/** Wait until the first vehicle is drawn at this x. */
export async function shownAt(page, x, what) {
  const isThere = (it) => {
    const { world } = window.skidpad.app;
    return Math.abs(world.positionOf(world.file.vehicles[0].frame).x - it) < 1e-4;
  };
  await page.waitForFunction(isThere, x).catch(() => assert.fail(what));
}

/** Press the key of a pause and wait for it. */
export async function pause(page) {
  await page.keyboard.press("p");
  return until(page, (it) => it.is_paused, "a pause");
}

/** Wait until nothing moves on the screen: neither frames nor the eye. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const { cameras, world } = window.skidpad.app;
    const { now, goal } = cameras;
    const gap = now.target.distanceTo(goal.target) + Math.abs(now.distance - goal.distance)
      + Math.abs(now.azimuth - goal.azimuth) + Math.abs(now.elevation - goal.elevation);
    return world.motion.isSettled && gap < 1e-4;
  });
  await drawn(page);
}

/** Wait until what was asked for is on the screen. */
export async function drawn(page) {
  const count = await page.evaluate(() => {
    window.skidpad.app.viewport.invalidate();
    return window.skidpad.app.viewport.drawnCount;
  });
  await page.waitForFunction((before) => window.skidpad.app.viewport.drawnCount > before + 1 || (window.skidpad.app.viewport.invalidate(), false), count);
}

/** How many pixels of the chosen vehicle's name are seen within an element. */
export async function namePixels(page, selector) {
  return tintPixels(page, await page.screenshot({ clip: await page.locator(selector).boundingBox() }));
}

/** How many pixels of a picture have the colour of the chosen vehicle's name. */
export function tintPixels(page, png) {
  return page.evaluate(async (base64) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const tint = getComputedStyle(document.querySelector(".label.chosen")).backgroundColor.match(/\d+/g).map(Number);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (tint.every((value, channel) => Math.abs(data[i + channel] - value) < 4)) count++;
    return count;
  }, png.toString("base64"));
}

/** Colours of the picture along a line of the page, at two per pixel; what HTML lays over it is left out. */
export function colorsAlong(page, from, to) {
  return page.evaluate(([a, b]) => {
    const { viewport } = window.skidpad.app;
    const gl = viewport.renderer.getContext();
    const count = Math.round(2 * Math.hypot(b.x - a.x, b.y - a.y));
    const colors = [];
    viewport.drawAt(2, () => {
      const pixel = new Uint8Array(4);
      for (let i = 0; i <= count; i++) {
        const [x, y] = [a.x + ((b.x - a.x) * i) / count, a.y + ((b.y - a.y) * i) / count];
        gl.readPixels(Math.round(2 * x), Math.round(2 * (viewport.size.height - y)), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        colors.push([...pixel.slice(0, 3)]);
      }
    });
    return colors;
  }, [from, to]);
}

/** Whether two boxes on the page meet. */
export const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The bytes of what a click offers as a file. */
export async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
