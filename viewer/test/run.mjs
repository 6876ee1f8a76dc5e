// Runs test files one after the other: node test/run.mjs FILE... A test that fails is run once more, by itself: a
// browser that draws in software misses a time limit now and then when the machine is busy. What fails twice has
// failed; what passes the second time is listed as flaky.
import { run } from "node:test";
import { tap } from "node:test/reporters";

/** Run some tests and return those that failed, as { file, name }; a file that ended early has its own name. */
async function failures(options) {
  const failed = [];
  const results = run({ concurrency: 1, ...options });
  results.on("test:fail", ({ nesting, file, name }) => nesting === 0 && failed.push({ file, name }));
  for await (const text of results.compose(tap)) process.stdout.write(text);
  return failed;
}

const exactly = (name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

const once = await failures({ files: process.argv.slice(2) });
const twice = [];
for (const { file, name } of once) {
  console.log(`# once more: ${name}`);
  const isWholeFile = file === undefined || name === file || file.endsWith(name);
  const again = isWholeFile ? { files: [file ?? name] } : { files: [file], testNamePatterns: [exactly(name)] };
  twice.push(...(await failures(again)));
}
for (const { name } of once) if (!twice.some((it) => it.name === name)) console.log(`# flaky: ${name}`);
for (const { name } of twice) console.log(`# failed twice: ${name}`);
process.exitCode = twice.length > 0 ? 1 : 0;
