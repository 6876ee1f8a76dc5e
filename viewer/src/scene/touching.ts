// Names what a vehicle touches: the bodies whose collision shapes are at its own.
import { POSE_WORDS } from "../net/frames";
import type { SceneFile, Shape } from "../net/contract";
import { bodyOfFrame } from "./bodies";

/** Bodies in contact are at most this far apart [m]; the contact solver lets them overlap a little. */
const NEAR_M = 0.03;

type Point = [number, number];

interface Placed {
  corners: Point[];
  low: number;
  high: number;
}

/** Names of the bodies that the shapes of a vehicle touch, by these poses of every frame. */
export function touchedBy(file: SceneFile, vehicle: number, poses: Float32Array): string[] {
  const own = file.vehicles[vehicle]?.frame;
  const ofVehicle = file.shapes.filter((shape) => shape.frame === own).map((shape) => place(shape, poses));
  const names = file.shapes.filter((shape) => shape.frame !== own && shape.frame !== 0).flatMap((shape) => {
    const other = place(shape, poses);
    const isNear = ofVehicle.some((mine) => mine.low < other.high && other.low < mine.high && distance(mine.corners, other.corners) < NEAR_M);
    const name = isNear ? bodyOfFrame(file, shape.frame)?.name : undefined;
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

/** A shape on the ground plane of the world: it is turned by the yaw of its frame. */
function place({ frame, outline_m, z_min_m, z_max_m }: Shape, poses: Float32Array): Placed {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(frame * POSE_WORDS, (frame + 1) * POSE_WORDS);
  const yaw = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return { corners: outline_m.map(([u, v]) => [x + c * u - s * v, y + s * u + c * v]), low: z + z_min_m, high: z + z_max_m };
}

/** Distance of two outlines [m]; 0 if they overlap. */
export function distance(a: Point[], b: Point[]): number {
  if (a.length === 0 || b.length === 0) return Infinity;
  if (isInside(a[0], b) || isInside(b[0], a)) return 0;
  let least = Infinity;
  for (let i = 0; i < a.length; i++) {
    for (let k = 0; k < b.length; k++) {
      least = Math.min(least, betweenSides(a[i], a[(i + 1) % a.length], b[k], b[(k + 1) % b.length]));
      if (least === 0) return 0;
    }
  }
  return least;
}

function isInside([x, y]: Point, outline: Point[]): boolean {
  let isIn = false;
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  });
  return isIn;
}

function betweenSides(a: Point, b: Point, c: Point, d: Point): number {
  const side = (p: Point, q: Point, r: Point): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(toSide(a, c, d), toSide(b, c, d), toSide(c, a, b), toSide(d, a, b));
}

/** Distance of a point from a side. */
function toSide([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length > 0 ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length)) : 0;
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
