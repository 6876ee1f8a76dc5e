// The playground's texts: what a caret stands in, and links that contain worlds.
import { expect, test } from "vitest";
import { placeAt } from "../../playground/completer";
import { pack, unpack } from "../../playground/share";

test("a caret knows the tags around it", () => {
  expect(placeAt("<mvsim_world>\n <!-- <block> --><block name='a'><mass>3</mass><ma")).toEqual({ path: ["mvsim_world", "block"], prefix: "ma", isAttribute: false });
  expect(placeAt("<mvsim_world><block/><vehicle name='r1' cl")).toEqual({ path: ["mvsim_world", "vehicle"], prefix: "cl", isAttribute: true });
  expect(placeAt("<")).toEqual({ path: [], prefix: "", isAttribute: false });
  expect(placeAt("<mvsim_world>text")).toBeNull();
});

test("a link gives back its world", async () => {
  const world = { file: "worlds/ü.world.xml", text: "<mvsim_world>\n".repeat(1000) };
  const packed = await pack(world);
  expect(packed.length).toBeLessThan(400);
  expect(packed).toMatch(/^world=[\w-]+$/);
  expect(await unpack(`#${packed}`)).toEqual(world);
});

test("a link that is no world is none", async () => {
  for (const fragment of ["", "#warehouse", "#world=", "#world=!!", "#world=AAAA", `#${await pack({ file: 1 } as never)}`]) {
    expect(await unpack(fragment)).toBeNull();
  }
});
