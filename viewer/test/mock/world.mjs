// A small made-up world for working on the viewer without the program: robots among boxes, by kinematics alone.
import { box, cylinder, writeGlb } from "./glb.mjs";

const BOXES = [
  [4, 2, 1, 0.4], [-3, 3, 2, 1.1], [6, -3, 1.2, 0], [-5, -4, 1.6, 0.7], [1, 6, 1, 0.2], [9, 4, 2, 0.9], [-8, 1, 1.4, 0.1],
];
const WHEELS = [[0.18, 0.26], [0.18, -0.26], [-0.18, 0.26], [-0.18, -0.26]];
const RADIUS = 0.1;
const quaternion = (yaw, pitch = 0) => {
  const [cy, sy, cp, sp] = [Math.cos(yaw / 2), Math.sin(yaw / 2), Math.cos(pitch / 2), Math.sin(pitch / 2)];
  return [-sy * sp, cy * sp, sy * cp, cy * cp];
};
const I = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

const SHOWN = { preview: true, show_points: true, show_plane: true };

/** A world whose scene has the form of `SceneFile`. */
export class MockWorld {
  constructor(robotCount = 3) {
    this.stepNs = 5_000_000;
    this.robots = Array.from({ length: robotCount }, (_, i) => ({
      name: `robot${i + 1}`, start: [(i % 5) * 2 - 2, -Math.floor(i / 5) * 2, 0.3 * i],
    }));
    this.reset();
    const meshes = [
      [box(0.6, 0.42, 0.2, 0, 0.08), box(0.2, 0.2, 0.1, 2, 0.28)],
      [cylinder(RADIUS, 0.07, 2), box(0.15, 0.072, 0.02, 4, -0.01)],
      [box(1, 1, 1, 1)], [box(24, 0.2, 1.5, 3)], [box(0.2, 18, 1.5, 3)],
    ];
    this.glb = writeGlb(meshes, [[0.75, 0.4, 0.12, 1], [0.45, 0.35, 0.24, 1], [0.04, 0.045, 0.05, 1], [0.6, 0.62, 0.63, 1], [0.5, 0.5, 0.5, 1]]);
  }

  reset() {
    this.step = 0;
    this.state = this.robots.map(({ start }) => ({ x: start[0], y: start[1], yaw: start[2], v: 0, w: 0, roll: [0, 0, 0, 0], goal: [0.6, 0, 0.35] }));
  }

  sceneFile() {
    const frames = [{ name: "world", owner: { kind: "world" }, pose: [0, 0, 0, 0, 0, 0, 1] }];
    const objects = [];
    const vehicles = [];
    const sensors = [];
    const shapes = [];
    const bodies = [];
    this.robots.forEach(({ name, start }, index) => {
      const frame = frames.length;
      const pose = [start[0], start[1], 0, ...quaternion(start[2])];
      frames.push({ name, owner: { kind: "vehicle", index }, pose });
      objects.push({ name, frame, mesh: 0, transform: I, seen: true, faces: "both", casts_shadows: true });
      const wheels = WHEELS.map((_, w) => {
        frames.push({ name: `${name}/wheel_${w + 1}`, owner: { kind: "wheel", vehicle: index, index: w }, pose });
        objects.push({ name: "wheel", frame: frames.length - 1, mesh: 1, transform: I, seen: true, faces: "both", casts_shadows: true });
        return { frame: frames.length - 1, radius_m: RADIUS, width_m: 0.07 };
      });
      vehicles.push({ name, frame, drive: "twist", steers: false, has_brake: false, set_point: [0.6, 0, 0.35], com_m: [0.02, 0, 0.18], mass_kg: 17, start: pose, wheels });
      shapes.push({ frame, outline_m: [[-0.3, -0.3], [-0.3, 0.3], [0.3, 0.3], [0.3, -0.3]], z_min_m: 0.05, z_max_m: 0.35 });
      sensors.push({ name: "laser", vehicle: index, kind: "laser", frame, pose: [0.2, 0, 0.3, 0, 0, 0, 1], period_s: 0.1, ...SHOWN, field_of_view_rad: 4.7, max_range_m: 12 });
      bodies.push({ kind: "vehicle", index, name, frame, can_move: true, place: `mock.world.xml:${10 + index}:5` });
    });
    sensors.push({ name: "velodyne", vehicle: 0, kind: "lidar3d", frame: 1, pose: [0, 0, 0.45, 0, 0, 0, 1], period_s: 0.1, ...SHOWN, max_range_m: 30, ring_count: 16 });
    sensors.push({ name: "camera", vehicle: 0, kind: "camera", frame: 1, pose: [0.3, 0, 0.3, -0.5, 0.5, -0.5, 0.5], period_s: 0.1, ...SHOWN, field_of_view_rad: 1.2 });
    sensors.push({ name: "imu", vehicle: 0, kind: "imu", frame: 1, pose: [0, 0, 0.1, 0, 0, 0, 1], period_s: 0.02, ...SHOWN });
    BOXES.forEach(([x, y, size, yaw], i) => {
      frames.push({ name: `box_${i}`, owner: { kind: "block", index: i }, pose: [x, y, 0, ...quaternion(yaw)] });
      objects.push({ name: `box_${i}`, frame: frames.length - 1, mesh: 2, transform: [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0], seen: true, faces: "both", casts_shadows: true });
      bodies.push({ kind: "block", index: i, name: `box_${i}`, frame: frames.length - 1, can_move: true, place: `mock.world.xml:${40 + i}:5` });
    });
    const wall = (mesh, x, y) => objects.push({ name: "wall", frame: 0, mesh, transform: [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0], seen: true, faces: "both", casts_shadows: true });
    wall(3, 0, 9);
    wall(3, 0, -9);
    wall(4, 12, 0);
    wall(4, -12, 0);
    return {
      protocol: 1, revision: 0, program: "mock", world: { name: "mock yard", file: "mock.world.xml" }, step_ns: this.stepNs, origin_m: [0, 0, 0],
      gui: {
        is_orthographic: false, show_forces: false, show_sensor_points: true, force_scale_m_per_n: 0.01, field_of_view_rad: 1.05,
        follow_vehicle: "", clip_near_m: 0.05, clip_far_m: 10_000,
        camera_distance_m: 20, camera_azimuth_rad: -1.1, camera_elevation_rad: 0.65, camera_target_m: [0, 0, 0],
      },
      light: {
        azimuth_rad: -0.7, elevation_rad: 1, color: [1, 1, 1], ambient: 0.5, shadows: true,
        shadow: { map_size: 2048, near_m: 0.1, far_m: 900, bias: 2e-5, normal_bias: 1e-4, reach_per_distance: 2, least_reach_m: 4.5 },
      },
      sky: {}, lamps: [],
      frames, objects, vehicles, sensors, shapes, bodies, markers: [], joints: [],
      regions: [{ name: "ice", text: "friction 0.1", outline_m: [[-2, -7], [3, -7], [3, -5], [-2, -5]], z_m: 0 }],
      warnings: ["mock.world.xml:3:5: this world is made up"],
    };
  }

  /** One step: first-order wheels, then straight kinematics. */
  advance() {
    const dt = this.stepNs * 1e-9;
    this.step++;
    for (const robot of this.state) {
      robot.v += (robot.goal[0] - robot.v) * dt * 3;
      robot.w += (robot.goal[2] - robot.w) * dt * 3;
      robot.x += robot.v * Math.cos(robot.yaw) * dt;
      robot.y += robot.v * Math.sin(robot.yaw) * dt;
      robot.yaw += robot.w * dt;
      WHEELS.forEach(([, y], i) => (robot.roll[i] += ((robot.v - y * robot.w) / RADIUS) * dt));
    }
  }

  head(kind, count, sensor = 0, flags = 0, size = 0, step = this.step) {
    const buffer = Buffer.alloc(24 + size);
    buffer.writeUInt8(kind, 0);
    buffer.writeUInt8(flags, 1);
    buffer.writeUInt16LE(sensor, 2);
    buffer.writeUInt32LE(count, 4);
    buffer.writeBigUInt64LE(BigInt(step), 8);
    buffer.writeBigUInt64LE(BigInt(step) * BigInt(this.stepNs), 16);
    return buffer;
  }

  poses(state = this.state, flags = 0, step = this.step) {
    const numbers = state.flatMap((robot) => {
      const q = quaternion(robot.yaw);
      const [c, s] = [Math.cos(robot.yaw), Math.sin(robot.yaw)];
      return [robot.x, robot.y, 0, ...q, ...WHEELS.flatMap(([x, y], i) => [robot.x + c * x - s * y, robot.y + s * x + c * y, RADIUS, ...quaternion(robot.yaw, robot.roll[i] % 6.283185307)])];
    });
    const count = numbers.length / 7;
    const out = this.head(1, count, 0, flags, count * 32, step);
    for (let i = 0; i < count; i++) {
      out.writeUInt32LE(i + 1, 24 + i * 32);
      for (let k = 0; k < 7; k++) out.writeFloatLE(numbers[i * 7 + k], 28 + i * 32 + k * 4);
    }
    return out;
  }

  vehicles() {
    const size = this.state.length * (16 + 12 * 4) * 4;
    const out = this.head(2, this.state.length, 0, 0, size);
    let at = 24;
    const word = (value) => (at = out.writeFloatLE(value, at));
    for (const robot of this.state) {
      at = out.writeUInt32LE(1, at);
      [robot.v, 0, robot.w, 0, 0, 0.98 * (robot.x - 0), robot.y, robot.yaw, robot.goal[0], robot.v, 2 * (robot.goal[0] - robot.v), robot.goal[0], robot.v, 1].forEach(word);
      at = out.writeUInt32LE(4, at);
      for (const [x, y] of WHEELS) [x, y, 0, robot.v / RADIUS, 3 * (robot.goal[0] - robot.v), 8, 18 * robot.w * robot.v + 4, 42, NaN, NaN, 34, 0].forEach(word);
    }
    return out;
  }

  scan(sensor) {
    const robot = this.state[sensor];
    const count = 270;
    const [c, s] = [Math.cos(robot.yaw), Math.sin(robot.yaw)];
    const origin = [robot.x + 0.2 * c, robot.y + 0.2 * s];
    const first = -2.35;
    const step = 4.7 / (count - 1);
    const ranges = Array.from({ length: count }, (_, i) => cast(origin, robot.yaw + first + i * step, 12));
    const numbers = [origin[0], origin[1], 0.3, ...quaternion(robot.yaw), first, step, 0.05, 12, ...ranges];
    return floats(this.head(4, count, sensor, 0, numbers.length * 4), numbers);
  }

  cloud(sensor) {
    const robot = this.state[0];
    const points = [];
    for (let ring = 0; ring < 16; ring++) {
      const up = ((ring - 8) * 2 * Math.PI) / 180;
      for (let i = 0; i < 360; i++) {
        const angle = (i * Math.PI) / 180;
        let range = cast([robot.x, robot.y], robot.yaw + angle, 30);
        if (up < -0.001) range = Math.min(range, 0.45 / Math.tan(-up));
        const z = range * Math.tan(up);
        if (Number.isFinite(range) && z < 1.2) points.push([range * Math.cos(angle), range * Math.sin(angle), z, ring]);
      }
    }
    const out = this.head(5, points.length, sensor, 0, 32 + points.length * 16);
    [robot.x, robot.y, 0.45, ...quaternion(robot.yaw)].forEach((n, i) => out.writeFloatLE(n, 24 + i * 4));
    points.forEach(([x, y, z, ring], i) => {
      const at = 56 + i * 16;
      out.writeFloatLE(x, at);
      out.writeFloatLE(y, at + 4);
      out.writeFloatLE(z, at + 8);
      out.writeUInt8(Math.min(255, Math.round(255 / (1 + Math.hypot(x, y) / 5))), at + 12);
      out.writeUInt8(ring, at + 13);
    });
    return out;
  }

  picture(sensor) {
    const [columns, rows] = [160, 120];
    const out = this.head(6, columns * rows, sensor, 0, 36 + columns * rows * 3);
    out.writeUInt16LE(columns, 52);
    out.writeUInt16LE(rows, 54);
    out.writeUInt8(1, 56);
    for (let i = 0; i < columns * rows; i++) {
      const row = Math.floor(i / columns);
      const color = row < rows / 2 ? [150, 180, 205] : [120 + ((i + this.step) % 16), 122, 118];
      color.forEach((c, k) => out.writeUInt8(c, 60 + i * 3 + k));
    }
    return out;
  }
}

function floats(buffer, numbers) {
  numbers.forEach((n, i) => buffer.writeFloatLE(n, 24 + i * 4));
  return buffer;
}

/** Distance along a ray to the walls and boxes. */
function cast([x, y], angle, most) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  let best = Infinity;
  for (const [bx, by, size, yaw] of [...BOXES, [0, 0, [23.8, 17.8], 0]]) {
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    const [px, py] = [c * (x - bx) + s * (y - by), -s * (x - bx) + c * (y - by)];
    const [ux, uy] = [c * dx + s * dy, -s * dx + c * dy];
    const [hx, hy] = Array.isArray(size) ? [size[0] / 2, size[1] / 2] : [size / 2, size / 2];
    const [a, b] = [(-hx - px) / ux, (hx - px) / ux].sort((p, q) => p - q);
    const [e, f] = [(-hy - py) / uy, (hy - py) / uy].sort((p, q) => p - q);
    const [near, far] = [Math.max(a, e), Math.min(b, f)];
    if (near > far || far < 0) continue;
    best = Math.min(best, near > 0 ? near : far);
  }
  return best <= most ? best : Infinity;
}
