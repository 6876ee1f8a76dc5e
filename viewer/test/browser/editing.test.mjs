// Objects: picked, read about, moved, turned, added, removed; and plots kept as files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, state, until } from "./program.mjs";
import { CORNER, downloaded, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

/** Where a point of the world is on the page. */
const seenAt = (page, x, y, z) => page.evaluate((at) => window.skidpad.project(...at), [x, y, z]);

/** Where the frame of a body is drawn, by the body's name. */
const drawnAt = (page, name) => page.evaluate((it) => {
  const { world } = window.skidpad.app;
  const body = world.file.bodies.find((one) => one.name === it);
  return body && { ...world.positionOf(body.frame), visible: world.frames[body.frame].visible };
}, name);

test("an object can be picked, read about, moved and copied", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    const at = await seenAt(page, 0, 0, 0.2);
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector(".object h3");
    assert.match(await page.locator(".object h3").textContent(), /r1/);
    assert.match(await page.locator(".object .place").first().textContent(), /corner\.world\.xml:10:/);
    await page.waitForSelector(".parameters");
    await page.locator(".pose input").first().fill("-1.5");
    await page.locator(".pose input").first().press("Enter");
    await until(page, (it) => Math.abs(it.vehicles[0].pose[0] + 1.5) < 1e-9, "the new place");
    await page.getByRole("button", { name: "Copy pose as XML" }).click();
    await page.waitForFunction(() => document.querySelector(".toasts")?.textContent?.includes("<init_pose>-1.5 0 0</init_pose>"));
  });
});

test("dragging moves and turns what was picked, in the simulation too", async () => {
  await withWorld(CORNER, async (page) => {
    await pause(page);
    const from = await seenAt(page, -1, 2, 0.55);
    await page.mouse.click(from.x, from.y);
    assert.match(await page.locator(".object h3").textContent(), /crate/);
    await page.getByRole("button", { name: "Drag to move" }).click();
    // The grip is where the ray meets the ground; it goes along with the pointer.
    const ground = (at) => page.evaluate((it) => window.skidpad.app.cameras.groundAt(it.x, it.y).toArray(), at);
    const to = { x: from.x - 90, y: from.y + 60 };
    const [a, b] = [await ground(from), await ground(to)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    const [x, y] = [-1 + b[0] - a[0], 2 + b[1] - a[1]];
    assert.ok(Math.hypot(b[0] - a[0], b[1] - a[1]) > 0.5, "a drag worth the name");
    const isThere = (it) => Math.hypot(it.blocks[2].pose[0] - x, it.blocks[2].pose[1] - y) < 0.02;
    await until(page, isThere, "the crate where the pointer is");
    await settled(page);
    const drawn = await drawnAt(page, "crate");
    assert.ok(Math.hypot(drawn.x - x, drawn.y - y) < 0.02, JSON.stringify(drawn));
    assert.ok(Math.abs((await state(page)).blocks[2].pose[3]) < 1e-6, "not turned yet");

    const grip = await seenAt(page, x, y, 0.55);
    await page.keyboard.down("Alt");
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x + 80, grip.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Alt");
    await until(page, (it) => Math.abs(it.blocks[2].pose[3] - 0.8) < 0.02, "80 pixels are 0.8 rad");

    await page.keyboard.press("Control+z");
    await until(page, (it) => isThere(it) && Math.abs(it.blocks[2].pose[3]) < 1e-3, "turned back");
    await page.getByText("crate is back where it was").waitFor();
    await page.keyboard.press("Control+z");
    await until(page, (it) => Math.hypot(it.blocks[2].pose[0] + 1, it.blocks[2].pose[1] - 2) < 1e-3, "moved back");
    await settled(page);
    assert.deepEqual(await page.locator(".pose input").evaluateAll((fields) => fields.map(({ value }) => Number(value))), [-1, 2, 0, 0, 0, 0]);
    await page.screenshot({ path: `${PICTURES}/move-undone.png` });
    await page.keyboard.press("Control+z");
    await page.getByText("No move of an object to undo").waitFor();
  });
});

test("a copy is added and drawn, what is removed goes, and a reset takes both back", async () => {
  await withWorld(CORNER, async (page, program, context) => {
    const pick = (name) => page.evaluate((it) => {
      const { app } = window.skidpad;
      app.picking.picked.value = app.world.file.bodies.find((one) => one.name === it);
    }, name);
    await pick("crate");
    await page.getByRole("button", { name: "Add a copy" }).click();
    await page.waitForFunction(() => window.skidpad.app.world.file.bodies.some((one) => one.name === "crate-2"));
    const there = await until(page, (it) => it.blocks.length === 4, "a fourth block");
    assert.equal(there.blocks[3].name, "crate-2");
    await page.waitForFunction((it) => {
      const { world } = window.skidpad.app;
      const body = world.file.bodies.find((one) => one.name === "crate-2");
      const at = world.positionOf(body.frame);
      let triangles = 0;
      world.root.traverse((part) => {
        // Equal parts of several bodies are drawn at once.
        const isOurs = part.userData.frames?.includes(body.frame) ?? world.frameOf(part) === body.frame;
        if (isOurs && part.geometry) triangles += (part.geometry.index ?? part.geometry.getAttribute("position")).count / 3;
      });
      return Math.hypot(at.x - it[0], at.y - it[1]) < 1e-3 && triangles >= 8;
    }, there.blocks[3].pose);

    await pick("r1");
    await page.getByRole("button", { name: "Add a copy" }).click();
    await page.waitForFunction(() => window.skidpad.app.world.file.vehicles.length === 2);
    assert.equal(await page.locator(".vehicles button").count(), 2);
    // The newcomer can be driven, and its laser sees.
    await page.keyboard.press("2");
    for (let i = 0; i < 3; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[1]?.twist[0] > 0.29, "the copy drives");
    await page.waitForFunction(() => window.skidpad.app.sensors.scans.get(1)?.last);
    await page.screenshot({ path: `${PICTURES}/copies.png` });

    await pick("crate");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await until(page, (it) => it.blocks[2].is_present === false, "one block less");
    await page.waitForFunction(() => {
      const { world } = window.skidpad.app;
      return !world.frames[world.file.bodies.find((one) => one.name === "crate").frame].visible;
    });
    const isListed = (isThere) => page.waitForFunction((it) => {
      const names = [...document.querySelectorAll(".object option")].map((option) => option.value);
      return names.includes("crate-2") === it.copy && names.includes("crate") === it.crate;
    }, isThere);
    await isListed({ crate: false, copy: true });

    await page.keyboard.press("r");
    await until(page, (it) => it.blocks.length === 3 && it.blocks[2].is_present && it.vehicles.length === 1, "the world as it began");
    await page.waitForFunction(() => {
      const { world } = window.skidpad.app;
      const crate = world.file.bodies.find((one) => one.name === "crate");
      return world.file.vehicles.length === 1 && world.frames[crate.frame].visible;
    });
    await isListed({ crate: true, copy: false });
    assert.equal(await context.pages().length, 1);
  });
});

test("a world that changes keeps its pictures, however slowly the next ones are decoded", async () => {
  const slowly = (page) => page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window);
    window.createImageBitmap = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return decode(...args);
    };
  });
  await withWorld("worlds/two_robots.world.xml", async (page) => {
    await page.waitForFunction(() => window.skidpad.app.world.meshes.textures.every((it) => it !== null));
    const outline_m = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
    await ask(page, { type: "spawn", block: { name: "late", pose: [1, 1, 0, 0, 0, 0], outline_m, z_m: [0, 1], mass_kg: 5 } });
    const seen = await page.waitForFunction(() => {
      const { file, meshes } = window.skidpad.app.world;
      const isBare = meshes.textures.some((it) => it === null);
      return (isBare || file.bodies.some((body) => body.name === "late")) && { isBare, pictures: meshes.textures.length };
    });
    const { isBare, pictures } = await seen.jsonValue();
    assert.ok(!isBare && pictures > 0);
  }, { before: slowly });
});

test("a page opened late shows what moved before", async () => {
  await withWorld(CORNER, async (page) => {
    await page.evaluate(() => window.skidpad.app.connection.ask({ type: "teleport", body: { block: 2 }, pose: [-2, -1.5, 0, 0.5, 0, 0] }));
    await until(page, (it) => Math.abs(it.blocks[2].pose[0] + 2) < 1e-6, "the crate elsewhere");
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    await page.waitForFunction(() => {
      const { world } = window.skidpad.app;
      const at = world.positionOf(world.file.bodies.find((one) => one.name === "crate").frame);
      return Math.hypot(at.x + 2, at.y + 1.5) < 1e-3;
    });
  });
});

test("plots tell what the simulation does, can be held, and are kept as CSV and PNG", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Plots", { exact: true }).click();
    for (let i = 0; i < 3; i++) await page.keyboard.press("w");
    await until(page, (it) => it.vehicles[0].pose[0] > 0.2, "a drive");
    await page.getByRole("button", { name: "Wheel load" }).click();
    await page.waitForTimeout(400);
    const now = await pause(page);
    await page.waitForFunction((time) => Math.abs(window.skidpad.app.history.rows.at(-1).timeS - time) < 1e-6, now.time_ns * 1e-9);
    const csv = await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click());
    const rows = csv.bytes.toString().trim().split("\n").map((row) => row.split(","));
    assert.deepEqual(rows[0].slice(0, 3), ["time_s", "Speed actual [m/s]", "Speed set point [m/s]"]);
    assert.ok(rows[0].some((name) => name.startsWith("Wheel load")), rows[0].join());
    assert.ok(rows.every((row) => row.length === rows[0].length));
    const last = rows.at(-1).map(Number);
    assert.ok(Math.abs(last[0] - now.time_ns * 1e-9) < 1e-6, "the last row is now");
    assert.ok(Math.abs(last[1] - now.vehicles[0].twist[0]) < 1e-5, "the speed is the simulator's");

    const png = await downloaded(page, () => page.getByRole("button", { name: "PNG" }).click());
    assert.deepEqual([...png.bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
    const seen = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      const colors = new Set();
      for (let i = 0; i < data.length; i += 4) colors.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      return { width: picture.width, height: picture.height, colors: colors.size };
    }, png.bytes.toString("base64"));
    assert.deepEqual([seen.width, seen.height], [1600, 4 * 360], "four charts");
    assert.ok(seen.colors > 20, `${seen.colors} colours`);

    await page.getByRole("button", { name: "Hold" }).click();
    await page.keyboard.press("p");
    const look = () => page.locator(".chart").first().evaluate((canvas) => canvas.toDataURL());
    await page.waitForTimeout(200);
    const held = await look();
    await until(page, (it) => it.step > now.step + 50, "time goes on");
    assert.equal(await look(), held, "a held chart stands still");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.waitForFunction((before) => document.querySelector(".chart").toDataURL() !== before, held);
  }, { page: { acceptDownloads: true } });
});
