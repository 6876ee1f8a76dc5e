// Whether the page's memory stays flat: node test/browser/heap.mjs [minutes] [world]. Prints the heap after collecting garbage.
import { openBrowser, openPage } from "./chromium.mjs";
import { launch } from "./program.mjs";

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
console.log(`second half against first half: ${(mean(samples.slice(half)) - mean(samples.slice(0, half))).toFixed(2)} MB`);
await browser.close();
await program.end();
