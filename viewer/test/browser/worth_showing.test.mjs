// What makes a run worth showing: plots to read, links to share, legends, the first view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./chromium.mjs";
import { launch, until } from "./program.mjs";
import { browser, CORNER, downloaded, drawn, meet, pause, PICTURES, settled, withWorld } from "./fixture.mjs";

test("the first view is the first vehicle and what is around it; Home returns, Fit shows all", async () => {
  await withWorld("worlds/ros_map.world.xml", async (page) => {
    const it = () => page.evaluate(() => {
      const { cameras, world } = window.skidpad.app;
      const box = world.localBoxOf(world.file.vehicles[0].frame);
      const at = world.positionOf(world.file.vehicles[0].frame);
      const [a, b] = [cameras.project(at.clone().setX(at.x + box.min.x)), cameras.project(at.clone().setX(at.x + box.max.x))];
      const { center, radius } = world.bounds;
      const { width, height } = document.querySelector(".picture").getBoundingClientRect();
      const ends = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]].map(([x, y, z]) => cameras.project(center.clone().addScaledVector(center.clone().set(x, y, z), radius)));
      return {
        px: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0, isInMiddle: !!a && Math.hypot(a.x - width / 2, a.y - height / 2) < 0.3 * height, distance: cameras.goal.distance, hasCamera: world.file.gui.camera_distance_m !== undefined,
        isAllSeen: ends.every((end) => end && end.x > 0 && end.x < width && end.y > 0 && end.y < height),
      };
    });
    await pause(page);
    await settled(page);
    const first = await it();
    assert.ok(!first.hasCamera && !first.isAllSeen && first.px > 25 && first.isInMiddle, JSON.stringify(first));
    await page.screenshot({ path: `${PICTURES}/first-view.png` });
    await page.getByLabel("Show the whole world").click();
    await settled(page);
    const whole = await it();
    assert.ok(whole.distance > first.distance && whole.isAllSeen, JSON.stringify(whole));
    await page.screenshot({ path: `${PICTURES}/fit.png` });
    await page.keyboard.press("Home");
    await settled(page);
    assert.ok(Math.abs((await it()).distance - first.distance) < 1e-6);
  });
});

test("plots tell values under the pointer, zoom with the wheel, grow by their corner, and are remembered; the panel can be moved", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Plots", { exact: true }).click();
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await until(page, (it) => it.step > 300, "three seconds");
    const chart = page.locator("canvas.chart").first();
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await page.waitForFunction(() => window.skidpad.app.plots.view.cursorS !== null);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.skidpad.app.plots.view.spanS < 25);
    await page.screenshot({ path: `${PICTURES}/plots.png` });
    const frame = await page.locator(".chart-box").first().boundingBox();
    await page.mouse.move(frame.x + frame.width - 4, frame.y + frame.height - 4);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width - 4, frame.y + frame.height + 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((before) => {
      const canvas = document.querySelector("canvas.chart");
      return canvas.clientHeight > before + 50 && canvas.height === Math.round(canvas.clientHeight * Math.min(2, devicePixelRatio));
    }, box.height);
    await page.locator(".chip", { hasText: "Wheel load" }).click();
    await page.mouse.move(800, 90);
    const header = await page.locator(".dock header").boundingBox();
    await page.mouse.move(header.x + 40, header.y + 10);
    await page.mouse.down();
    await page.mouse.move(header.x - 160, header.y + 60, { steps: 4 });
    await page.mouse.up();
    const moved = await page.locator(".dock").boundingBox();
    assert.ok(Math.abs(moved.x - (header.x - 200)) < 3, `${moved.x} ${header.x}`);
    await page.reload();
    await page.waitForSelector("html[data-ready=yes]");
    await page.getByLabel("Plots", { exact: true }).click();
    assert.ok(Math.abs((await page.locator(".dock").boundingBox()).x - moved.x) < 3, "the panel is where it was put");
    assert.ok(await page.evaluate(() => window.skidpad.app.plots.quantities.includes("load") && window.skidpad.app.plots.view.spanS < 25));
  });
});

test("a link restores the view, the vehicle, the panel, the layers and the time", async () => {
  await withWorld("viewer/test/browser/gui.world.xml", async (page, program) => {
    await page.keyboard.press("o");
    await page.evaluate(() => window.skidpad.app.cameras.turn(0.4, 0.1));
    await page.keyboard.press("1");
    await page.getByLabel("Layers", { exact: true }).click();
    await page.locator("[data-layer=grip]").check();
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 4);
    await page.locator(".timeline").evaluate((line) => {
      line.value = "400";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForSelector(".past:not([hidden])");
    await page.waitForFunction(() => window.skidpad.app.world.motion.isSettled);
    const seen = () => page.evaluate(() => window.skidpad.app.timeBar.past_step);
    const step = await seen();
    await page.getByLabel("Copy a link to this view").click();
    const url = page.url();
    assert.match(url, /#eye=[-\d.,]+&/);
    assert.ok(!url.includes("token"));
    const eye = (it) => it.evaluate(() => [window.skidpad.app.cameras.goal.distance, window.skidpad.app.cameras.goal.azimuth]);
    const other = await openPage(browser, program.url + url.slice(url.indexOf("#")));
    await other.page.waitForFunction((it) => window.skidpad.app.timeBar.past_step === it, step);
    const [a, b] = [await eye(page), await eye(other.page)];
    assert.ok(a.every((value, i) => Math.abs(value - b[i]) < 2e-3), `${a} ${b}`);
    assert.deepEqual(await other.page.evaluate(() => [window.skidpad.app.driver.chosen, window.skidpad.app.dock.page, window.skidpad.app.settings.layers.value.grip]), [0, "layers", true]);
    await other.context.close();
    assert.deepEqual(other.complaints, []);
  });
});

test("forces are solid arrows, with a legend", async () => {
  await withWorld("worlds/two_robots.world.xml", async (page) => {
    await page.evaluate(() => {
      window.skidpad.app.settings.setLayer("forces", true);
      window.skidpad.app.settings.setLayer("grip", true);
    });
    await page.keyboard.press("2");
    await page.keyboard.press("f");
    await page.waitForFunction(() => window.skidpad.app.overlays.forces.arrows.shafts.count > 0);
    await drawn(page);
    const words = await page.locator(".legend p").allTextContents();
    assert.ok(words.some((text) => /force on a wheel, 1 m is [\d.]+ N/.test(text)) && words.includes("grip in use"), words.join("; "));
    assert.ok(words.some((text) => /^torque, 1 m is [\d.]+ N·m$/.test(text)), words.join("; "));
    // Forces lie, torques stand and are blue; all are as thick as a finger at least.
    const arrows = await page.evaluate(() => {
      const { shafts } = window.skidpad.app.overlays.forces.arrows;
      return Array.from({ length: shafts.count }, (_, i) => {
        const e = shafts.instanceMatrix.array.slice(16 * i, 16 * i + 16);
        const [r, , b] = shafts.instanceColor.array.slice(3 * i, 3 * i + 3);
        return { thickness: Math.hypot(e[0], e[1], e[2]), isUpright: Math.abs(e[6]) > 0.99 * Math.hypot(e[4], e[5], e[6]), isBlue: b > r + 0.5 };
      });
    });
    assert.ok(arrows.every((it) => it.thickness > 0.008 && it.isUpright === it.isBlue), JSON.stringify(arrows));
    assert.ok(arrows.some((it) => it.isBlue) && arrows.some((it) => !it.isBlue), JSON.stringify(arrows));
    await page.screenshot({ path: `${PICTURES}/forces.png` });
  });
});

test("names of other vehicles never cover the chosen one's", async () => {
  await withWorld("worlds/many_robots.world.xml", async (page) => {
    await pause(page);
    await page.evaluate(() => window.skidpad.app.cameras.fit({ center: window.skidpad.app.world.bounds.center, radius: window.skidpad.app.world.bounds.radius * 4 }));
    await settled(page);
    const { chosen, others } = await page.evaluate(() => {
      const box = (label) => { const { left, right, top, bottom } = label.getBoundingClientRect(); return { left, right, top, bottom }; };
      const all = [...document.querySelectorAll(".label")].filter((label) => !label.hidden);
      return { chosen: all.filter((it) => it.classList.contains("chosen")).map(box)[0], others: all.filter((it) => !it.classList.contains("chosen")).map(box) };
    });
    assert.ok(chosen);
    const over = others.filter((it) => it.left < chosen.right - 1 && it.right > chosen.left + 1 && it.top < chosen.bottom - 1 && it.bottom > chosen.top + 1);
    assert.deepEqual(over, []);
    await page.screenshot({ path: `${PICTURES}/labels.png` });
    // A long list of vehicles ends above the legend.
    await page.evaluate(() => window.skidpad.app.settings.setLayer("forces", true));
    await page.waitForFunction(() => document.querySelector(".legend").textContent.includes("force on a wheel"));
    const [list, legend] = [await page.locator(".vehicles").boundingBox(), await page.locator(".legend").boundingBox()];
    assert.ok(list.height > 60 && list.y + list.height <= legend.y, JSON.stringify([list, legend]));
  });
});

test("the last seconds become a film, and the page is live again after it", async () => {
  await withWorld(CORNER, async (page, program, context) => {
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    await page.waitForFunction(() => window.skidpad.app.poseRing.all.length > 20);
    const { name, bytes } = await downloaded(page, async () => {
      await page.getByLabel("Film: keep the last 10 s").click();
      await page.waitForFunction(() => document.querySelector(".toast progress")?.value > 0.2);
      assert.equal(await page.locator(".drive .hint").nth(1).textContent(), "not driven while a film is made");
      assert.match(await page.locator(".play").getAttribute("title"), /^A film of the last seconds is being made/);
      await page.screenshot({ path: `${PICTURES}/filming.png` });
    });
    assert.equal(name, "corner.webm");
    await page.getByText(/^Film saved: corner\.webm, [\d.]+ (kB|MB)$/).waitFor();
    assert.equal(await page.locator(".toast progress").count(), 0);
    assert.deepEqual([...bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], "WebM begins like this");
    assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
    const player = await context.newPage();
    const shown = await player.evaluate(async (base64) => {
      const video = document.createElement("video");
      video.src = `data:video/webm;base64,${base64}`;
      await new Promise((resolve, reject) => Object.assign(video, { onloadeddata: resolve, onerror: () => reject(new Error("it cannot be played")) }));
      return video.videoWidth / video.videoHeight;
    }, bytes.toString("base64"));
    assert.ok(Math.abs(shown - 960 / 600) < 0.02, `a film of the picture: ${shown}`);
    await player.close();
    await page.waitForFunction(() => !window.skidpad.app.isLookingBack && window.skidpad.app.world.isHeld === false);
    await until(page, (it) => it.vehicles[0].twist[0] > 0.4, "it drives on");
  });
});

test("the scene is saved as glTF, and the program can be ended from the page", async () => {
  const program = await launch("worlds/two_robots.world.xml");
  const { page, context, complaints } = await openPage(browser, program.url);
  await until(page, (it) => it.step > 0, "the first step");
  await page.waitForFunction(() => window.skidpad.app.world.meshes.textures.some((it) => it !== null));
  await page.getByLabel("Record", { exact: true }).click();
  const { name, bytes } = await downloaded(page, () => page.getByRole("button", { name: "Scene as glTF" }).click());
  assert.equal(name, "two_robots.glb");
  assert.equal(bytes.toString("latin1", 0, 4), "glTF");
  const json = JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
  assert.ok(json.nodes.some((node) => node.name.startsWith("r1")) && json.images.length > 0, `${json.nodes.length} nodes`);
  assert.equal(json.extensionsRequired, undefined, "any reader can open it");
  await page.getByRole("button", { name: "Quit the program" }).click();
  await page.waitForSelector("dialog.confirm[open]");
  await page.getByRole("button", { name: "Quit", exact: true }).click();
  assert.equal(await program.ended, 0);
  await page.waitForFunction(() => document.querySelector(".link-overlay strong").textContent === "The run has ended");
  await context.close();
  assert.deepEqual(complaints.filter((text) => !text.includes("ERR_CONNECTION_REFUSED")), []);
});

test("several quantities share a plot, each with its own axis, and a link keeps them together", async () => {
  await withWorld(CORNER, async (page, program) => {
    await page.getByLabel("Plots", { exact: true }).click();
    for (let i = 0; i < 5; i++) await page.keyboard.press("w");
    for (let i = 0; i < 5; i++) await page.keyboard.press("a");
    await until(page, (it) => it.step > 300, "three seconds");
    await page.getByRole("button", { name: "One plot" }).click();
    const chart = page.locator("canvas.chart");
    assert.equal(await chart.count(), 1);
    assert.equal(await chart.getAttribute("aria-label"), "Chart of Speed, Yaw rate, Wheel torque");
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => window.skidpad.app.plots.view.cursorS !== null);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${PICTURES}/one-plot.png` });
    // Numbers of the first and the third quantity stand at the left, those of the second at the right, each in its colour.
    const inked = await chart.evaluate((canvas) => {
      const { data, width: columns, height: rows } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const near = (share, width, [r, g, b]) => {
        let count = 0;
        for (let y = 70; y < rows - 30; y++) {
          for (let x = Math.round(share * columns); x < Math.round((share + width) * columns); x++) {
            const i = 4 * (y * columns + x);
            if (data[i + 3] > 100 && Math.hypot(data[i] - r, data[i + 1] - g, data[i + 2] - b) < 60) count++;
          }
        }
        return count;
      };
      const [first, second, third] = [[232, 131, 58], [47, 158, 143], [91, 127, 214]];
      return { third: near(0, 0.13, third), first: near(0.14, 0.13, first), second: near(0.86, 0.13, second), stranger: near(0.86, 0.13, first) };
    });
    assert.ok(inked.first > 5 && inked.second > 5 && inked.third > 5 && inked.stranger === 0, JSON.stringify(inked));
    await page.getByLabel("Copy a link to this view").click();
    assert.match(page.url(), /plots=speed\.yaw_rate\.torque/);
    const other = await openPage(browser, page.url());
    assert.equal(await other.page.locator("canvas.chart").count(), 1);
    await other.context.close();
    await page.getByRole("button", { name: "One plot" }).click();
    assert.equal(await chart.count(), 3);
  });
});

test("a newcomer reads what the buttons do, and nothing covers a control while looking back", async () => {
  await withWorld("worlds/warehouse.world.xml", async (page) => {
    for (const word of ["Plots", "Record", "Share", "Help"]) assert.ok(await page.locator(".icon-word", { hasText: word }).isVisible(), word);
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 3);
    await page.locator(".timeline").evaluate((line) => {
      line.value = "500";
      line.dispatchEvent(new Event("input"));
      line.dispatchEvent(new Event("change"));
    });
    await page.waitForSelector(".past:not([hidden])");
    await page.getByText("Record", { exact: true }).first().click();
    assert.ok(await page.getByRole("button", { name: "Start recording" }).isVisible());
    await page.locator(".icon-word", { hasText: "Share" }).click();
    await page.waitForSelector(".toast");
    const boxes = {};
    for (const name of [".toast", ".drive", ".timebar", ".dock", ".previews", ".topbar"]) boxes[name] = await page.locator(name).first().boundingBox();
    for (const [a, b] of [[".toast", ".drive"], [".toast", ".timebar"], [".toast", ".topbar"], [".drive", ".timebar"], [".dock", ".timebar"], [".previews", ".timebar"]]) {
      assert.ok(!meet(boxes[a], boxes[b]), `${a} covers ${b}: ${JSON.stringify([boxes[a], boxes[b]])}`);
    }
    await page.screenshot({ path: `${PICTURES}/newcomer.png` });
  }, { page: { viewport: { width: 1280, height: 800 } } });
});

test("plots name the vehicle and the time shown, keep their buttons in sight, and tell what they saved", async () => {
  await withWorld(CORNER, async (page) => {
    await page.getByLabel("Plots", { exact: true }).click();
    assert.equal(await page.locator(".dock h2").textContent(), "Plots · r1");
    await page.evaluate(() => window.skidpad.app.plots.setQuantities(["speed", "yaw_rate", "torque", "load"]));
    assert.equal(await page.locator("canvas.chart").count(), 4);
    const dock = await page.locator(".dock").boundingBox();
    for (const name of ["Hold", "PNG", "CSV", "One plot"]) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox();
      assert.ok(box.y >= dock.y && box.y + box.height <= dock.y + dock.height, `${name} is outside: ${JSON.stringify([box, dock])}`);
    }
    assert.equal(await page.locator(".plots .span").textContent(), "last 30 s");
    await page.getByLabel("Show a longer time").click();
    assert.equal(await page.locator(".plots .span").textContent(), "last 60 s");
    const width = async () => (await page.locator(".plots .hold").boundingBox()).width;
    const before = await width();
    await page.locator(".plots .hold").click();
    assert.equal(await page.locator(".plots .hold").textContent(), "Resume");
    assert.equal(await width(), before);
    await page.locator(".plots .hold").click();
    await downloaded(page, () => page.getByRole("button", { name: "CSV" }).click());
    await page.getByText(/^Curves saved: r1\.csv, [\d.]+ (bytes|kB|MB)$/).waitFor();
    // A click goes to that time.
    await page.waitForFunction(() => window.skidpad.app.timeBar.marks.moments.length >= 5);
    const chart = page.locator("canvas.chart").first();
    const goal = await page.evaluate(() => window.skidpad.app.plots.view.endS / 2);
    const x = await page.evaluate((timeS) => {
      const { plots } = window.skidpad.app;
      const shown = [...plots.charts.values()][0];
      const box = shown.canvas.getBoundingClientRect();
      for (let at = box.left; at < box.right; at++) if (shown.timeAt(at, plots.view) >= timeS) return at - box.left;
      return 0;
    }, goal);
    await chart.click({ position: { x, y: 60 } });
    await page.waitForSelector(".past:not([hidden])");
    const past = await page.evaluate(() => window.skidpad.app.timeBar.past_step * window.skidpad.app.world.file.step_ns * 1e-9);
    assert.ok(Math.abs(past - goal) < 1, `${past} ${goal}`);
    await page.screenshot({ path: `${PICTURES}/four-plots.png` });
  }, { page: { viewport: { width: 1280, height: 800 } } });
});

test("the notice of a shared link stays until it is closed, and its command is one piece that can be copied", async () => {
  await withWorld(CORNER, async (page, program, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const delays = await page.evaluate(() => {
      const real = window.setTimeout;
      const seen = [];
      window.setTimeout = (run, ms, ...rest) => (seen.push(ms), real(run, ms, ...rest));
      window.skidpad.app.shareView();
      window.setTimeout = real;
      return seen;
    });
    assert.deepEqual(delays.filter((ms) => ms > 1000), [], "nothing closes it");
    const code = page.locator(".toast code");
    assert.equal(await code.textContent(), "skidpad view RUN.mcap --export run.html");
    assert.equal(await code.evaluate((it) => it.getClientRects().length), 1, "on one line");
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await code.evaluate((it) => it.getClientRects().length), 1, "on a phone too");
    assert.ok(await code.evaluate((it) => it.getBoundingClientRect().right <= innerWidth));
    await page.getByRole("button", { name: "Copy the command" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "skidpad view RUN.mcap --export run.html");
    await page.getByLabel("Close the notice").click();
    assert.equal(await page.locator(".toast").count(), 0);
  });
});
