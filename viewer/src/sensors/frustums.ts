// What a sensor can see: a pyramid for cameras, a fan for scanners, lines for the rest.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from "three";
import type { Sensor } from "../net/contract";
import { setPose } from "../scene/world";

export function makeFrustum(sensor: Sensor): LineSegments | null {
  const lines = linesOf(sensor);
  if (lines.length === 0) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(lines.flat()), 3));
  const shape = new LineSegments(geometry, new LineBasicMaterial({ color: 0x5fa8d3, transparent: true, opacity: 0.8 }));
  shape.matrixAutoUpdate = false;
  setPose(shape, sensor.pose, 0);
  shape.raycast = () => undefined;
  return shape;
}

type P = [number, number, number];

function linesOf(sensor: Sensor): P[] {
  const fov = sensor.field_of_view_rad ?? 1;
  const eye: P = [0, 0, 0];
  if (sensor.kind === "camera" || sensor.kind === "rgbd") {
    const depth = Math.min(sensor.max_range_m ?? 2, 2);
    const half = depth * Math.tan(fov / 2);
    const up = depth * Math.tan((sensor.vertical_field_of_view_rad ?? fov * 0.75) / 2);
    // A camera looks along its z axis with y down; a depth camera's pose looks along x with z up.
    const corner = (u: number, v: number): P =>
      sensor.kind === "camera" ? [u * half, v * up, depth] : [depth, -u * half, -v * up];
    const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    return corners.flatMap((c, i): P[] => [eye, c, c, corners[(i + 1) % 4]]);
  }
  if (sensor.kind !== "laser" && sensor.kind !== "lidar3d" && sensor.kind !== "cone_detector") return [];
  const reach = Math.min(sensor.max_range_m ?? 10, 10);
  const lines: P[] = [];
  const at = (angle: number): P => [reach * Math.cos(angle), reach * Math.sin(angle), 0];
  const turn = sensor.kind === "lidar3d" ? 2 * Math.PI : fov;
  const parts = 48;
  for (let i = 0; i < parts; i++) lines.push(at(-turn / 2 + (turn * i) / parts), at(-turn / 2 + (turn * (i + 1)) / parts));
  if (turn < 6.28) lines.push(eye, at(-turn / 2), eye, at(turn / 2));
  return lines;
}
