// What the page costs: node test/browser/measure.mjs. Prints one number per line; a loaded machine gives worse ones.
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

/** Time per frame with 25 robots and lasers, and frames per second when the processor draws. */
async function frames(size) {
  const program = await launch("viewer/test/browser/busy.world.xml");
  const { page } = await openPage(browser, program.url, { viewport: size });
  await page.waitForTimeout(6000);
  const before = await page.evaluate(() => ({ count: window.skidpad.app.stage.drawnCount, ms: performance.now() }));
  await page.waitForTimeout(8000);
  const it = await page.evaluate(() => {
    const { stage, status } = window.skidpad.app;
    return { count: stage.drawnCount, ms: performance.now(), cpuMs: stage.cpuMs, messageMs: window.skidpad.app.messageMs, factor: status.real_time_factor, dropped: status.dropped_count };
  });
  const rate = (1000 * (it.count - before.count)) / (it.ms - before.ms);
  const name = `25 robots with lasers at ${size.width}x${size.height}`;
  console.log(`script per frame, ${name}: ${it.cpuMs.toFixed(2)} ms (60 frames a second leave 16.7)`);
  console.log(`script per message, ${name}: ${it.messageMs.toFixed(3)} ms`);
  console.log(`frames a second drawn by the processor, ${name}: ${rate.toFixed(1)}`);
  console.log(`real-time factor meanwhile: ${it.factor.toFixed(2)}`);
  await program.end();
}

for (const world of ["worlds/warehouse.world.xml", "worlds/two_robots.world.xml", "worlds/many_robots.world.xml"]) await load(world);
await frames({ width: 1280, height: 800 });
await frames({ width: 640, height: 400 });
await browser.close();
