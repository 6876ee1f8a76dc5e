// The eye: cameras, saved views, light, the pointer; what the world file asks for; keys and their help.
import assert from "node:assert/strict";
import { test } from "node:test";
import { state, until } from "./program.mjs";
import { CORNER, drawn, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

const RAD = Math.PI / 180;

/** What the eye does now, in numbers. */
const eye = (page) => page.evaluate(() => {
  const { cameras, driver, viewport, settings } = window.skidpad.app;
  const { camera } = cameras;
  return {
    mode: cameras.mode, isFlat: camera.isOrthographicCamera === true, position: camera.position.toArray(),
    distance: cameras.now.distance, azimuth: cameras.now.azimuth, elevation: cameras.now.elevation,
    fov: cameras.perspective.fov, near: camera.near, far: camera.far, chosen: driver.chosen,
    sun: viewport.sunDirection.toArray(), sunColor: viewport.sun.color.toArray(), hasShadows: viewport.sun.castShadow,
    layers: settings.layers.value,
  };
});
const project = (page, at) => page.evaluate((it) => window.skidpad.project(...it), at);

test("cameras follow, ride along and look from the top, by the simulator's own poses", async () => {
  await withWorld(CORNER, async (page) => {
    await page.keyboard.press("f");
    for (let i = 0; i < 8; i++) await page.keyboard.press("w");
    for (let i = 0; i < 8; i++) await page.keyboard.press("a");
    await until(page, (it) => Math.hypot(...it.vehicles[0].pose.slice(0, 2)) > 0.6, "a drive");
    const { vehicles: [{ pose }] } = await pause(page);
    await settled(page);
    const centre = await project(page, pose.slice(0, 3));
    assert.ok(Math.hypot(centre.x - 480, centre.y - 300) < 3, `followed to the middle: ${JSON.stringify(centre)}`);
    assert.equal((await eye(page)).mode, "follow");

    await page.keyboard.press("v");
    await page.waitForFunction(() => window.skidpad.app.topBar.views.querySelector("[data-view=ride]").getAttribute("aria-pressed") === "true");
    await drawn(page);
    const riding = await eye(page);
    const behind = [riding.position[0] - pose[0], riding.position[1] - pose[1]];
    const length = Math.hypot(...behind);
    const cosine = -(behind[0] * Math.cos(pose[3]) + behind[1] * Math.sin(pose[3])) / length;
    assert.ok(cosine > 0.9999 && length > 0.5 && riding.position[2] > pose[2] + 0.3, JSON.stringify(riding.position));
    const ahead = await project(page, [pose[0] + 3 * Math.cos(pose[3]), pose[1] + 3 * Math.sin(pose[3]), 0]);
    assert.ok(Math.abs(ahead.x - 480) < 2, "the way ahead is in the middle");

    await page.keyboard.press("t");
    await settled(page);
    assert.ok((await eye(page)).isFlat, "no perspective from the top");
    const [origin, east, north] = [await project(page, [0, 0, 0]), await project(page, [1, 0, 0]), await project(page, [0, 1, 5])];
    assert.ok(east.x > origin.x + 5 && Math.abs(east.y - origin.y) < 0.01, "x to the right");
    assert.ok(north.y < origin.y - 5 && Math.abs(north.x - origin.x) < 0.01, "y up, whatever the height");
    assert.ok(Math.abs((east.x - origin.x) - (origin.y - north.y)) < 0.01, "one scale");
    await page.screenshot({ path: `${PICTURES}/top.png` });

    await page.keyboard.press("o");
    const before = await eye(page);
    await page.mouse.move(480, 250);
    await page.mouse.down();
    await page.mouse.move(380, 270, { steps: 5 });
    await page.mouse.up();
    await settled(page);
    const turned = await eye(page);
    assert.ok(Math.abs(turned.azimuth - before.azimuth - 0.6) < 0.02, "100 pixels turn by 0.6 rad");
    await page.mouse.wheel(0, -240);
    await settled(page);
    assert.ok((await eye(page)).distance < turned.distance * 0.8, "the wheel brings it near");
    assert.equal((await state(page)).vehicles[0].pose[0], pose[0], "looking changes nothing");
  });
});

test("views are kept from visit to visit, light can be turned, shadows switched, the pointer read", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Layers", { exact: true }).click();
    await settled(page);
    const kept = await eye(page);
    await page.getByRole("button", { name: "Keep this view" }).click();
    await page.evaluate(() => window.skidpad.app.cameras.turn(1, 0.2));
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    await page.getByLabel("Layers", { exact: true }).click();
    await page.evaluate(() => window.skidpad.app.cameras.turn(1, 0.2));
    await settled(page);
    assert.ok(Math.abs((await eye(page)).azimuth - kept.azimuth) > 0.5);
    await page.getByRole("button", { name: "View 1", exact: true }).click();
    await settled(page);
    const back = await eye(page);
    assert.ok(Math.abs(back.azimuth - kept.azimuth) + Math.abs(back.distance - kept.distance) < 1e-3, JSON.stringify([kept, back]));
    await page.getByLabel("Forget View 1").click();
    assert.equal(await page.getByRole("button", { name: "View 1", exact: true }).count(), 0);

    await page.getByLabel("Light from").fill("90");
    await page.getByLabel("Light height").fill("30");
    const lit = (await eye(page)).sun;
    assert.ok(Math.hypot(lit[0], lit[1] - Math.cos(30 * RAD), lit[2] - 0.5) < 1e-6, `${lit}`);
    await page.locator("[data-layer=shadows]").uncheck();
    assert.equal((await eye(page)).hasShadows, false);
    await page.locator("[data-layer=shadows]").check();
    assert.equal((await eye(page)).hasShadows, true);

    const at = await project(page, [1.5, 0.5, 0]);
    await page.mouse.move(at.x, at.y);
    const text = await page.locator(".pointer").textContent();
    const [x, y] = /x (-?[\d.]+) {2}y (-?[\d.]+) m/.exec(text).slice(1).map(Number);
    assert.ok(Math.abs(x - 1.5) < 0.02 && Math.abs(y - 0.5) < 0.02, text);
  });
});

test("a world file says how it wants to be looked at", async () => {
  await withWorld("viewer/test/browser/gui.world.xml", async (page) => {
    await settled(page);
    const it = await eye(page);
    assert.equal(it.mode, "follow");
    assert.equal(it.chosen, 1, "the followed vehicle is the chosen one");
    assert.equal(await page.locator(".drive h2").textContent(), "second");
    assert.ok(Math.abs(it.distance - 9) < 1e-3 && Math.abs(it.fov - 40) < 1e-6, JSON.stringify(it));
    assert.ok(Math.abs(it.azimuth - 30 * RAD) + Math.abs(it.elevation - 25 * RAD) < 1e-4);
    assert.ok(Math.abs(it.near - 0.5) < 1e-9 && Math.abs(it.far - 60) < 1e-9, `${it.near} ${it.far}`);
    const sun = [Math.cos(30 * RAD) * Math.cos(120 * RAD), Math.cos(30 * RAD) * Math.sin(120 * RAD), 0.5];
    assert.ok(it.sun.every((value, axis) => Math.abs(value - sun[axis]) < 1e-5), `${it.sun}`);
    assert.ok(it.sunColor[0] > 0.9 && it.sunColor[2] < 0.1, "an orange light");
    assert.deepEqual([it.hasShadows, it.layers.forces, it.layers.points], [false, true, false]);
    const centre = await project(page, [6, -3, 0]);
    assert.ok(Math.hypot(centre.x - 480, centre.y - 300) < 3, JSON.stringify(centre));
    await page.screenshot({ path: `${PICTURES}/gui.png` });
  });
  await withWorld("worlds/many_robots.world.xml", async (page) => {
    await settled(page);
    const it = await eye(page);
    assert.ok(it.isFlat && Math.abs(it.distance - 70) < 1e-3, "orthographic, from 70 m");
    await page.screenshot({ path: `${PICTURES}/many_robots.png` });
  });
});

test("every key has its line in the help, and every button can be reached by Tab", async () => {
  await withWorld(CORNER, async (page) => {
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help[open]");
    const told = (await page.locator("dialog.help dt").allTextContents()).join(" ").toLowerCase();
    for (const key of ["w", "s", "a", "d", "space", "1", "9", "p", ".", "+", "−", "r", "o", "f", "v", "t", "l", "c", "n", "m", "?", "esc", "gamepad", "drag", "wheel", "arrows", "share", "picture", "film", "plots"]) {
      assert.ok(told.includes(key), `${key} in ${told}`);
    }
    const caps = await page.locator("dialog.help kbd").allTextContents();
    assert.deepEqual(caps.filter((cap) => /,|^(or|to|and)$/.test(cap)), [], "no word or comma looks like a key");
    assert.equal(await page.locator("dialog.help").getAttribute("aria-label"), "Help");
    await page.screenshot({ path: `${PICTURES}/help.png` });
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.help:not([open])", { state: "attached" });

    const names = await page.evaluate(() => [...document.querySelectorAll("button, select, input, canvas[tabindex]")]
      .filter((it) => it.checkVisibility() && !it.disabled && !it.closest("dialog")).map((it) => it.getAttribute("aria-label") ?? it.textContent));
    const reached = new Set();
    for (let i = 0; i < names.length + 5; i++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent));
    }
    // The share of pixels that is drawn may change meanwhile.
    const isSame = (name) => [...reached].some((one) => one?.replace(/\d+ %/, "") === name.replace(/\d+ %/, ""));
    assert.deepEqual(names.filter((name) => !isSame(name)), []);
    // A focused button is pressed by Enter, and shows that it has the focus.
    await page.getByLabel("Sensors", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".dock:not([hidden]) .sensors");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".dock", { state: "hidden" });
  });
});

test("every panel in light and dark, with text that stands out", async () => {
  await withWorld(CORNER, async (page) => {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const panel of ["Layers", "Sensors", "Plots", "Object", "Record"]) {
        await page.getByLabel(panel, { exact: true }).click();
        await page.waitForSelector(`.dock[aria-label="${panel}"]:not([hidden])`);
        if (panel === "Record") await page.screenshot({ path: `${PICTURES}/panel-${colorScheme}.png` });
      }
      // 4.5 to 1, as WCAG asks.
      const ratios = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector(".dock"));
        const luminance = (name) => {
          const probe = document.createElement("canvas").getContext("2d");
          probe.fillStyle = style.getPropertyValue(name);
          const channels = [1, 3, 5].map((i) => parseInt(probe.fillStyle.slice(i, i + 2), 16) / 255);
          const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return ["--text", "--muted", "--accent", "--warn", "--danger"].map((name) => contrast(luminance(name), luminance("--paper")));
      });
      assert.ok(ratios.every((it) => it >= 4.5), `${colorScheme}: ${ratios}`);
    }
  });
});

test("without a graphics card less is drawn, the page says so, and a click draws everything", async () => {
  await withWorld(CORNER, async (page) => {
    const drawing = () => page.evaluate(() => {
      const { viewport, sensors } = window.skidpad.app;
      return {
        hasShadows: viewport.sun.castShadow, ratio: viewport.renderer.getPixelRatio() / devicePixelRatio,
        hasMappedTones: viewport.renderer.toneMapping !== 0, hasFans: sensors.batch.fans.mesh.visible, hasRims: sensors.batch.fans.rims.visible,
      };
    });
    const note = page.locator(".status .drawing");
    await page.waitForFunction(() => window.skidpad.app.sensors.scans.get(0)?.hitCount > 0);
    await drawn(page);
    assert.match(await note.textContent(), /^software rendering: shadows off, \d+ % of the pixels$/);
    const spared = await drawing();
    assert.ok(spared.ratio <= 0.75, `${spared.ratio}`);
    assert.deepEqual({ ...spared, ratio: 0 }, { hasShadows: false, ratio: 0, hasMappedTones: false, hasFans: false, hasRims: true });
    await note.click();
    await drawn(page);
    assert.equal(await note.textContent(), "software rendering: full quality");
    assert.deepEqual(await drawing(), { hasShadows: true, ratio: 1, hasMappedTones: true, hasFans: true, hasRims: false });
    // The choice lasts until it is taken back.
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    assert.equal(await note.textContent(), "software rendering: full quality");
    assert.equal(await page.evaluate(() => window.skidpad.app.viewport.renderer.getContext().getContextAttributes().antialias), true);
    await note.click();
    await drawn(page);
    assert.deepEqual({ ...(await drawing()), hasRims: true, ratio: 0 }, { ...spared, ratio: 0 });
  });
});

test("light at the corners of triangles gives the picture that light at every pixel gives", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    await settled(page);
    const difference = await page.evaluate(() => {
      const { viewport, world, overlays, sensors } = window.skidpad.app;
      overlays.root.visible = sensors.root.visible = false;
      const gl = viewport.renderer.getContext();
      const pixels = () => {
        viewport.renderer.render(viewport.scene, viewport.camera);
        const bytes = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
        gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        return bytes;
      };
      const hasVertexLight = () => [...world.meshes.materials.values()].some((material) => material.defines && "BY_VERTEX" in material.defines);
      const isByVertex = hasVertexLight();
      const byVertex = pixels();
      world.meshes.setReduced(false);
      viewport.floor.setReduced(false);
      const byPixel = pixels();
      const far = byVertex.filter((value, i) => Math.abs(value - byPixel[i]) > 6).length / byVertex.length;
      return { isByVertex, isByPixel: !hasVertexLight(), far, isDrawn: new Set(byPixel).size > 20 };
    });
    assert.ok(difference.isByVertex && difference.isByPixel && difference.isDrawn, JSON.stringify(difference));
    // Edges of textures differ: they are filtered less.
    assert.ok(difference.far < 0.01, `${difference.far}`);
  });
});

test("the floor suits the sky in light and dark, and meets it without a seam", async () => {
  for (const [world, colorScheme, isBright] of [["worlds/outdoor.world.xml", "dark", true], [CORNER, "dark", false], [CORNER, "light", true]]) {
    await withWorld(world, async (page) => {
      await page.waitForFunction(() => window.skidpad.app.viewport.drawnCount > 2);
      await page.locator(".status .drawing").click();
      await page.evaluate(() => {
        const { cameras, viewport } = window.skidpad.app;
        cameras.restore({ name: "", target: [0, 0, 3], distance: 60, azimuth: 2, elevation: 0.02, isOrthographic: false });
        viewport.floor.setLines(false);
        viewport.scene.children.forEach((part) => (part.visible = part.isLight || part === viewport.floor.mesh || part === viewport.sky.root));
      });
      await settled(page);
      const column = await page.evaluate(() => {
        const { viewport } = window.skidpad.app;
        const gl = viewport.renderer.getContext();
        viewport.renderer.render(viewport.scene, viewport.camera);
        const [x, height] = [gl.drawingBufferWidth >> 1, gl.drawingBufferHeight];
        const bytes = new Uint8Array(4 * height);
        gl.readPixels(x, 0, 1, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        return Array.from({ length: height }, (_, y) => (bytes[4 * y] + bytes[4 * y + 1] + bytes[4 * y + 2]) / 3);
      });
      const name = `${world} ${colorScheme}`;
      const steps = column.slice(1).map((value, y) => Math.abs(value - column[y]));
      assert.ok(Math.max(...steps) < 12, `${name}: a seam of ${Math.max(...steps)}`);
      const floor = column.slice(0, 40).sort((a, b) => a - b)[20];
      assert.ok(isBright ? floor > 150 : floor > 15 && floor < 90, `${name}: the floor has ${floor}`);
      await page.screenshot({ path: `${PICTURES}/horizon-${world === CORNER ? colorScheme : "outdoor"}.png` });
    }, { page: { colorScheme } });
  }
});
