// Whether the page's memory stays flat: node test/browser/heap.mjs [minutes] [world]. Prints the heap after collecting garbage; fails if it grows.
import { openBrowser, openPage } from "./chromium.mjs";
import { launch } from "./program.mjs";

/** More growth from the first half of the time to the second is a leak [MB]. */
const MOST_GROWTH_MB = 3;
const [minutes = "10", world = "many_robots"] = process.argv.slice(2);
const browser = await openBrowser();
const program = await launch(`worlds/${world}.world.xml`);
const { page, context } = await openPage(browser, program.url);
const session = await context.newCDPSession(page);
const samples = [];
for (let i = 0; i <= Number(minutes) * 2; i++) {
  await page.waitForTimeout(i === 0 ? 20_000 : 30_000);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  samples.push(usedSize / 1e6);
  console.log(`${(i / 2).toFixed(1)} min: ${(usedSize / 1e6).toFixed(1)} MB`);
}
const half = samples.length >> 1;
const mean = (list) => list.reduce((sum, it) => sum + it, 0) / list.length;
const growth = mean(samples.slice(half)) - mean(samples.slice(0, half));
console.log(`second half against first half: ${growth.toFixed(2)} MB`);
process.exitCode = growth > MOST_GROWTH_MB ? 1 : 0;
await browser.close();
await program.end();
