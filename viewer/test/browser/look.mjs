// Takes a picture of a running viewer: node test/browser/look.mjs URL OUT.png [dark|light] [WIDTHxHEIGHT] [script]
import { openBrowser, openPage } from "./chromium.mjs";

const [url, out, theme = "light", size = "1280x800", script] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);
const browser = await openBrowser();
const { page, complaints } = await openPage(browser, url, { colorScheme: theme, viewport: { width, height }, hasTouch: width < 720, isMobile: width < 720 });
await page.waitForTimeout(2500);
if (script) {
  await page.evaluate(script);
  await page.waitForTimeout(2500);
}
await page.screenshot({ path: out });
console.log(complaints.join("\n") || "no complaints", await page.evaluate(() => window.skidpad.app.viewport.frameMs.toFixed(0) + " ms per frame"));
await browser.close();
