// The real program, serving a world on a free port until it is told to stop.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const program = process.env.SKIDPAD ?? `${ROOT}target/release/skidpad`;

export const launch = (world, ...args) => serve(["launch", world, ...args]);

/** The same, at a port that a page has open already. */
export const launchAt = (port, world) => serve(["launch", world], port);

/** The same, for a recording. */
export const view = (run) => serve(["view", run]);

async function serve(args, port = 0) {
  const child = spawn(program, [...args, "--listen", `127.0.0.1:${port}`], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      text += data;
      const found = /viewer (http:\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`skidpad ended with ${code}: ${errors}`)));
  });
  return {
    url,
    pid: child.pid,
    /** The exit code, once it has ended by itself. */
    ended: new Promise((resolve) => child.once("close", resolve)),
    /** Ctrl-C; answers with the exit code. */
    end: () => new Promise((resolve) => {
      child.removeAllListeners("exit");
      child.on("exit", (code) => resolve(code));
      child.kill("SIGINT");
    }),
  };
}

/** Ask the program itself what it sees, by way of the page's own connection. */
export function state(page) {
  return page.evaluate(() => window.skidpad.app.connection.ask({ type: "inspect" }));
}

/** Send a message and wait for its answer. */
export function ask(page, request) {
  return page.evaluate((it) => window.skidpad.app.connection.ask(it), request);
}

/** Wait until the program's state satisfies a condition. */
export async function until(page, condition, what) {
  for (let i = 0; i < 300; i++) {
    const now = await state(page);
    if (now.type === "state" && condition(now)) return now;
    await page.waitForTimeout(50);
  }
  throw new Error(`never happened: ${what}`);
}
