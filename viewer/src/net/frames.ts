// Decodes the binary messages of the protocol, without copying what is large.
import {
  CONTACT_WORDS, Flag, HEADER, HEADER_BYTES, MessageKind, PictureFormat, POSE_RECORD, POSE_RECORD_WORDS, VEHICLE, VEHICLE_WORDS, WHEEL,
  WHEEL_WORDS,
} from "./contract";

/** Numbers of a pose: position and quaternion. */
export const POSE_WORDS = POSE_RECORD_WORDS - POSE_RECORD.x_m;

interface Head {
  isPast: boolean;
  step: number;
  timeNs: number;
}

export interface Poses extends Head {
  kind: "poses";
  count: number;
  /** Eight words per frame: its number, then seven numbers. */
  words: Float32Array;
  frames: Uint32Array;
}

export interface Wheel {
  x: number;
  y: number;
  steer: number;
  spin: number;
  torque: number;
  forceX: number;
  forceY: number;
  load: number;
  slipAngle: number;
  slipRatio: number;
  grip: number;
  sideSpeed: number;
}

export interface VehicleState {
  isPresent: boolean;
  isInCollision: boolean;
  hadCollision: boolean;
  vx: number;
  vy: number;
  yawRate: number;
  ax: number;
  ay: number;
  odometry: [number, number, number];
  loops: { setPoint: number; measured: number; torque: number }[];
  wheels: Wheel[];
}

export interface Vehicles extends Head {
  kind: "vehicles";
  vehicles: VehicleState[];
}

export interface Contacts extends Head {
  kind: "contacts";
  /** Four numbers per contact: x, y, impulse, first. */
  contacts: Float32Array;
}

export interface Scan extends Head {
  kind: "scan";
  sensor: number;
  pose: Float32Array;
  firstAngle: number;
  angleStep: number;
  minRange: number;
  maxRange: number;
  ranges: Float32Array;
}

export interface Cloud extends Head {
  kind: "cloud";
  sensor: number;
  pose: Float32Array;
  count: number;
  /** Four words per point: x, y, z, then intensity and ring as bytes. */
  words: Float32Array;
  bytes: Uint8Array;
}

export interface Picture extends Head {
  kind: "picture";
  sensor: number;
  pose: Float32Array;
  columns: number;
  rows: number;
  /** Depth [mm] in 16 bits per pixel; otherwise red, green, blue. */
  isDepth: boolean;
  pixels: Uint8Array;
}

export type Message = Poses | Vehicles | Contacts | Scan | Cloud | Picture;

/** The message in these bytes; `null` for an unknown kind or too few bytes. */
export function decode(buffer: ArrayBuffer): Message | null {
  if (buffer.byteLength < HEADER_BYTES) return null;
  const view = new DataView(buffer);
  const sensor = view.getUint16(HEADER.sensor, true);
  const count = view.getUint32(HEADER.count, true);
  const head: Head = {
    isPast: (view.getUint8(HEADER.flags) & Flag.past) !== 0,
    step: Number(view.getBigUint64(HEADER.step, true)),
    timeNs: Number(view.getBigUint64(HEADER.time_ns, true)),
  };
  const left = buffer.byteLength - HEADER_BYTES;
  const floats = (words: number, at = HEADER_BYTES): Float32Array => new Float32Array(buffer, at, words);
  switch (view.getUint8(HEADER.kind)) {
    case MessageKind.poses: {
      const words = count * POSE_RECORD_WORDS;
      if (left < words * 4) return null;
      return { kind: "poses", ...head, count, words: floats(words), frames: new Uint32Array(buffer, HEADER_BYTES, words) };
    }
    case MessageKind.vehicles: {
      const vehicles = decodeVehicles(view, count);
      return vehicles && { kind: "vehicles", ...head, vehicles };
    }
    case MessageKind.contacts:
      if (left < count * CONTACT_WORDS * 4) return null;
      return { kind: "contacts", ...head, contacts: floats(count * CONTACT_WORDS) };
    case MessageKind.scan: {
      const start = HEADER_BYTES + (POSE_WORDS + 4) * 4;
      if (buffer.byteLength < start + count * 4) return null;
      const shape = floats(4, HEADER_BYTES + POSE_WORDS * 4);
      return {
        kind: "scan", ...head, sensor, pose: floats(POSE_WORDS),
        firstAngle: shape[0], angleStep: shape[1], minRange: shape[2], maxRange: shape[3],
        ranges: floats(count, start),
      };
    }
    case MessageKind.cloud: {
      const start = HEADER_BYTES + (POSE_WORDS + 1) * 4;
      if (buffer.byteLength < start + count * 16) return null;
      return {
        kind: "cloud", ...head, sensor, count, pose: floats(POSE_WORDS),
        words: floats(count * 4, start), bytes: new Uint8Array(buffer, start, count * 16),
      };
    }
    case MessageKind.picture: {
      const at = HEADER_BYTES + POSE_WORDS * 4;
      if (buffer.byteLength < at + 8) return null;
      const isDepth = view.getUint8(at + 4) === PictureFormat.depth_mm;
      const columns = view.getUint16(at, true);
      const rows = view.getUint16(at + 2, true);
      const size = columns * rows * (isDepth ? 2 : 3);
      if (buffer.byteLength < at + 8 + size) return null;
      return {
        kind: "picture", ...head, sensor, pose: floats(POSE_WORDS), columns, rows, isDepth,
        pixels: new Uint8Array(buffer, at + 8, size),
      };
    }
    default:
      return null;
  }
}

function decodeVehicles(view: DataView, count: number): VehicleState[] | null {
  const vehicles: VehicleState[] = [];
  let at = HEADER_BYTES;
  const word = (index: number): number => view.getFloat32(at + index * 4, true);
  for (let i = 0; i < count; i++) {
    if (at + VEHICLE_WORDS * 4 > view.byteLength) return null;
    const flags = view.getUint32(at + VEHICLE.flags * 4, true);
    const wheelCount = view.getUint32(at + VEHICLE.wheel_count * 4, true);
    const vehicle: VehicleState = {
      isPresent: (flags & 1) !== 0,
      isInCollision: (flags & 2) !== 0,
      hadCollision: (flags & 4) !== 0,
      vx: word(VEHICLE.vx_mps), vy: word(VEHICLE.vy_mps), yawRate: word(VEHICLE.yaw_rate_radps),
      ax: word(VEHICLE.ax_mps2), ay: word(VEHICLE.ay_mps2),
      odometry: [word(VEHICLE.odometry_x_m), word(VEHICLE.odometry_y_m), word(VEHICLE.odometry_yaw_rad)],
      loops: [
        { setPoint: word(VEHICLE.loop_1_set_point_mps), measured: word(VEHICLE.loop_1_measured_mps), torque: word(VEHICLE.loop_1_torque_nm) },
        { setPoint: word(VEHICLE.loop_2_set_point_mps), measured: word(VEHICLE.loop_2_measured_mps), torque: word(VEHICLE.loop_2_torque_nm) },
      ],
      wheels: [],
    };
    at += VEHICLE_WORDS * 4;
    if (at + wheelCount * WHEEL_WORDS * 4 > view.byteLength) return null;
    for (let w = 0; w < wheelCount; w++) {
      vehicle.wheels.push({
        x: word(WHEEL.x_m), y: word(WHEEL.y_m), steer: word(WHEEL.steer_rad), spin: word(WHEEL.spin_radps), torque: word(WHEEL.torque_nm),
        forceX: word(WHEEL.force_x_n), forceY: word(WHEEL.force_y_n), load: word(WHEEL.load_n),
        slipAngle: word(WHEEL.slip_angle_rad), slipRatio: word(WHEEL.slip_ratio), grip: word(WHEEL.grip_n),
        sideSpeed: word(WHEEL.lateral_velocity_mps),
      });
      at += WHEEL_WORDS * 4;
    }
    vehicles.push(vehicle);
  }
  return vehicles;
}
