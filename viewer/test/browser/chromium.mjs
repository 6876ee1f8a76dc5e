// Debian's Chromium, headless, drawing in software; it talks to nobody but the page under test.
import { chromium } from "playwright-core";

export async function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
      "--disable-component-update", "--disable-default-apps", "--disable-sync", "--no-first-run", "--metrics-recording-only",
    ],
  });
}

/** A page that remembers every complaint of the browser. */
export async function openPage(browser, url, options = {}, before = async () => undefined) {
  const context = await browser.newContext({ viewport: { width: 960, height: 600 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await before(page);
  // A viewer built just now, with a program built before: for working on the viewer alone.
  const dist = process.env.SKIDPAD_DIST;
  for (const name of dist ? ["viewer.js", "viewer.css"] : []) await page.route(`**/${name}`, (route) => route.fulfill({ path: `${dist}/${name}` }));
  await page.goto(url);
  await page.waitForSelector("html[data-ready=yes]", { timeout: 30_000 });
  return { page, context, complaints };
}
