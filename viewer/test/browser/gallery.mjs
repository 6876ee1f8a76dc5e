// A picture of every shipped world: node test/browser/gallery.mjs OUT [light|dark]. Says what the browser complained about.
import { mkdir, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage } from "./chromium.mjs";
import { launch } from "./program.mjs";

const [out = "target/gallery", colorScheme = "light"] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../../../worlds/", import.meta.url));
const worlds = (await readdir(folder)).filter((name) => name.endsWith(".world.xml"));
await mkdir(out, { recursive: true });
const browser = await openBrowser();
let isFine = true;
for (const world of worlds) {
  const program = await launch(`worlds/${world}`);
  const { page, context, complaints } = await openPage(browser, program.url, { colorScheme });
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `${out}/${world.replace(".world.xml", "")}.png` });
  const drawn = await page.evaluate(() => document.documentElement.dataset.drawnMs);
  console.log(`${world}: first picture after ${drawn} ms${complaints.length ? `; ${complaints.join("; ")}` : ""}`);
  isFine &&= complaints.length === 0;
  await context.close();
  await program.end();
}
await browser.close();
process.exit(isFine ? 0 : 1);
