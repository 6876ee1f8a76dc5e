// Accessibility, judged by axe-core: no serious fault in any panel, light or dark, on a desk or on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { CORNER, PICTURES, withWorld } from "./fixture.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical faults, each with the elements that have it. */
async function faults(page) {
  // The policy of the page forbids scripts of others, so axe comes as an expression.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((it) => it.impact === "serious" || it.impact === "critical")
    .flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map((one) => one.message).join("; ")}`));
}

for (const [name, page] of [["a desk", {}], ["a phone", { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }]]) {
  test(`no serious fault on ${name}`, async () => {
    await withWorld(CORNER, async (it) => {
      const found = [];
      for (const colorScheme of ["light", "dark"]) {
        await it.emulateMedia({ colorScheme });
        for (const panel of [null, "Layers", "Sensors", "Plots", "Object", "Record"]) {
          if (panel) await it.evaluate((key) => window.skidpad.app.dock.show(key), panel === "Record" ? "record" : panel.toLowerCase());
          found.push(...(await faults(it)).map((fault) => `${colorScheme}, ${panel ?? "no panel"}: ${fault}`));
        }
        await it.evaluate(() => window.skidpad.app.dock.show(null));
        await it.keyboard.press("?");
        found.push(...(await faults(it)).map((fault) => `${colorScheme}, help: ${fault}`));
        await it.keyboard.press("Escape");
      }
      await it.screenshot({ path: `${PICTURES}/access-${name.replaceAll(" ", "-")}.png` });
      assert.deepEqual([...new Set(found)], []);
    }, { page });
  });
}
