// Finds the body that a frame belongs to, and orders vehicles by name.
import type { Body, SceneFile } from "../net/contract";

/** The body that a frame belongs to: wheels and sensors belong to their vehicle. */
export function bodyOfFrame(file: SceneFile, frame: number): Body | null {
  const { bodies } = file;
  const direct = bodies.find((body) => body.frame === frame && frame !== 0);
  if (direct) return direct;
  const owner = file.frames[frame]?.owner;
  if (!owner) return null;
  if (owner.kind === "wheel") return find(bodies, "vehicle", owner.vehicle);
  if (owner.kind === "sensor") {
    const vehicle = file.sensors[owner.index]?.vehicle;
    return vehicle === null || vehicle === undefined ? null : find(bodies, "vehicle", vehicle);
  }
  if (owner.kind === "vehicle" || owner.kind === "block" || owner.kind === "actor") {
    return find(bodies, owner.kind, owner.index);
  }
  return null;
}

function find(bodies: Body[], kind: Body["kind"], index: number): Body | null {
  return bodies.find((body) => body.kind === kind && body.index === index) ?? null;
}

/** Vehicles in the order of their names, as the keys 1 to 9 choose them. */
export function byName(file: SceneFile): number[] {
  return file.vehicles
    .map((_, index) => index)
    .sort((a, b) => natural.compare(file.vehicles[a].name, file.vehicles[b].name));
}

/** Numbers in names are compared as numbers: r2 comes before r10. */
export const natural = new Intl.Collator("en", { numeric: true });
