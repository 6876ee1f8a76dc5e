// The same worlds in the module and in the program: node compare.mjs MODULE PROGRAM STEPS WORLD…
// Every world runs twice: alone, and driven by a file of commands. Prints each pair of hashes; exits with 1 if two differ.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Simulator } from "./simulator.mjs";

const [module, program, steps, ...worlds] = process.argv.slice(2);
const SEED = 5;

// Each vehicle takes the kind of command that its controller understands; the others are refused, in both.
const kinds = (along, turn) =>
  [`twist ${along} ${turn}`, `fsteer ${2 * along} ${turn / 4}`, `raw ${-3 * along} ${-2 * along}`,
    `rawack ${-40 * along} ${-40 * along} ${turn / 4}`, `rawdt ${-60 * along} ${turn / 4}`,
    `wheels 30 30 ${60 * along} ${60 * along} ${turn / 8}`];
const plan = [[0, 1, 0], [0.4, 1, 0.8], [1, 1.5, -0.6], [2, -0.5, 0.3], [4, 0.8, 0.5], [7, 0, 0], [8, 1, -0.4]];
const commands = plan.flatMap(([time, along, turn]) => kinds(along, turn).map((what) => `${time} ${what}`)).join("\n") + "\n";

/** Some worlds write files; they go to a folder that is deleted. */
function native(world, seconds, extra) {
  const { stdout, stderr, status } = spawnSync(resolve(program), ["launch", resolve(world), "--headless", "--duration", String(seconds),
    "--seed", String(SEED), "--hash", ...extra], { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 });
  const line = (word) => stdout.match(new RegExp(`^${word} ([0-9a-f]{16})$`, "m"))?.[1];
  if (status !== 0 || !line("hash")) throw new Error(`${program} launch ${world}: ${stderr.trim() || `exit code ${status}`}`);
  return { state: line("hash"), observed: line("observed") };
}

const folder = mkdtempSync(join(tmpdir(), "skidpad-wasm-"));
const simulator = await Simulator.compile(readFileSync(module));
let failed = 0;
let compared = 0;
try {
  const file = join(folder, "drive.cmds");
  writeFileSync(file, commands);
  for (const world of worlds) {
    for (const isDriven of [false, true]) {
      const question = { ask: "hash", world, steps: Number(steps), seed: SEED, commands: isDriven ? commands : "" };
      const here = simulator.ask(question);
      // A world without vehicles cannot be driven.
      if (isDriven && here.answer === "refused" && here.reason.includes("the world has no vehicle")) continue;
      if (here.answer !== "hash") throw new Error(`${world}: ${JSON.stringify(here)}`);
      const there = native(world, (here.steps * here.step_ns) / 1e9, isDriven ? ["--commands", file] : []);
      const isSame = here.state === there.state && here.observed === there.observed;
      compared += 1;
      failed += isSame ? 0 : 1;
      console.log(`${isSame ? "same" : "DIFFERS"} ${world}${isDriven ? ", driven" : ""}: ${steps} steps, `
        + (isSame ? here.state : `${here.state}/${here.observed} in wasm32, ${there.state}/${there.observed} in the program`));
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${compared - failed} of ${compared} runs end with the same bits; the module has taken ${(simulator.memoryBytes() / 2 ** 20).toFixed(0)} MB`);
process.exit(failed > 0 || compared === 0 ? 1 : 0);
