// What the page costs: node test/browser/measure.mjs. Prints one number per line; a loaded machine gives worse ones.
import { readdirSync, readFileSync } from "node:fs";
import { openBrowser, openPage } from "./chromium.mjs";
import { launch } from "./program.mjs";

const browser = await openBrowser();

/** From opening the page to the first picture of the world, as the page itself measures it. */
async function load(world) {
  const program = await launch(world);
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page, context } = await openPage(browser, program.url);
    await page.waitForFunction(() => document.documentElement.dataset.drawnMs);
    times.push(Number(await page.evaluate(() => document.documentElement.dataset.drawnMs)));
    await context.close();
  }
  await program.end();
  times.sort((a, b) => a - b);
  console.log(`first picture of ${world}: ${times[2]} ms, the middle of ${times.join(" ")} (goal: below 1000)`);
}

/** Processor time of the browser that we started [ms], as Linux counts it: unlike frames a second, little changed by load. */
function browserMs() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ pid, parent: fields[1], name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), ms: 10 * (Number(fields[11]) + Number(fields[12])) }];
    } catch {
      return [];
    }
  });
  const ours = new Set([String(process.pid)]);
  for (let before = 0; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent, name } of all) if (ours.has(parent) && name !== "skidpad") ours.add(pid);
  }
  ours.delete(String(process.pid));
  return all.reduce((sum, { pid, ms }) => sum + (ours.has(pid) ? ms : 0), 0);
}

/** Frames per second when the processor draws, then the time of our own script per frame: drawing itself is left out. */
async function frames(size) {
  const program = await launch("viewer/test/browser/busy.world.xml");
  const { page } = await openPage(browser, program.url, { viewport: size });
  await page.waitForTimeout(2000);
  const spent = browserMs();
  const before = await page.evaluate(() => ({ count: window.skidpad.app.viewport.drawnCount, ms: performance.now() }));
  await page.waitForTimeout(6000);
  const after = await page.evaluate(() => ({ count: window.skidpad.app.viewport.drawnCount, ms: performance.now() }));
  const perFrame = (browserMs() - spent) / Math.max(1, after.count - before.count);
  const rate = (1000 * (after.count - before.count)) / (after.ms - before.ms);
  // The same frame many times over, with everything moving and nothing drawn; the middle time is robust against load.
  const it = await page.evaluate(() => {
    const { messageMs, viewport, status, world } = window.skidpad.app;
    const gl = viewport.renderer.getContext();
    gl.drawElements = gl.drawArrays = gl.clear = () => undefined;
    const times = [];
    for (let i = 0; i < 300; i++) {
      const began = performance.now();
      world.motion.isSettled = false;
      for (const prepare of viewport.beforeDraw) prepare(0.016);
      viewport.renderer.shadowMap.needsUpdate = true;
      viewport.renderer.render(viewport.scene, viewport.camera);
      times.push(performance.now() - began);
    }
    times.sort((x, y) => x - y);
    const { calls, triangles } = viewport.renderer.info.render;
    return { middle: times[150], calls, triangles, messageMs, factor: status.real_time_factor };
  });
  const name = `25 robots with lasers at ${size.width}x${size.height}`;
  console.log(`script per frame, ${name}: ${it.middle.toFixed(2)} ms (60 frames a second leave 16.7), ${it.calls} calls, ${it.triangles} triangles`);
  console.log(`script per message, ${name}: ${it.messageMs.toFixed(3)} ms`);
  console.log(`frames a second drawn by the processor, ${name}: ${rate.toFixed(1)}`);
  console.log(`processor time of the browser per frame, ${name}: ${perFrame.toFixed(0)} ms`);
  console.log(`real-time factor meanwhile: ${it.factor.toFixed(2)}`);
  await program.end();
}

/** Frames per second of a world when the processor draws, with the simulation beside it, and the processor time of each. */
async function speed(world, goal) {
  const program = await launch(`worlds/${world}.world.xml`);
  const { page, context } = await openPage(browser, program.url, { viewport: { width: 1280, height: 800 } });
  // Quality is reduced during the first seconds.
  await page.waitForTimeout(5000);
  const count = () => page.evaluate(() => ({ count: window.skidpad.app.viewport.drawnCount, ms: performance.now() }));
  const [spent, before] = [browserMs(), await count()];
  await page.waitForTimeout(8000);
  const [after, used] = [await count(), browserMs() - spent];
  const frames = after.count - before.count;
  const rate = (1000 * frames) / (after.ms - before.ms);
  const points = await page.evaluate(() => window.skidpad.app.viewport.renderer.info.render.points);
  console.log(`frames a second drawn by the processor, ${world}: ${rate.toFixed(1)} (goal: ${goal}); ${(used / Math.max(1, frames)).toFixed(0)} ms of processor time each, ${points} points`);
  await context.close();
  await program.end();
}

const GOALS = { outdoor: 8, warehouse: 10, many_robots: 20 };
if (process.argv[2] === undefined || process.argv[2] === "worlds") for (const [world, goal] of Object.entries(GOALS)) await speed(world, goal);
if (process.argv[2] === "worlds") {
  await browser.close();
  process.exit(0);
}
if (process.argv[2] !== "frames") for (const world of ["worlds/warehouse.world.xml", "worlds/two_robots.world.xml", "worlds/many_robots.world.xml"]) await load(world);
if (process.argv[2] !== "load") await frames({ width: 1280, height: 800 });
await browser.close();
