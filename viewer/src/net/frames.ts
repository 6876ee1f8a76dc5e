// Binary messages of the protocol: from bytes to numbers, without copying what is large.

export const HEADER_BYTES = 24;
export const POSE_WORDS = 7;
export const VEHICLE_WORDS = 16;
export const WHEEL_WORDS = 12;

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
  format: number;
  pixels: Uint8Array;
}

export type Message = Poses | Vehicles | Contacts | Scan | Cloud | Picture;

/** The message in these bytes; `null` for a kind this viewer does not know or for too few bytes. */
export function decode(buffer: ArrayBuffer): Message | null {
  if (buffer.byteLength < HEADER_BYTES) return null;
  const view = new DataView(buffer);
  const sensor = view.getUint16(2, true);
  const count = view.getUint32(4, true);
  const head: Head = {
    isPast: (view.getUint8(1) & 1) !== 0,
    step: Number(view.getBigUint64(8, true)),
    timeNs: Number(view.getBigUint64(16, true)),
  };
  const left = buffer.byteLength - HEADER_BYTES;
  const floats = (words: number, at = HEADER_BYTES): Float32Array => new Float32Array(buffer, at, words);
  switch (view.getUint8(0)) {
    case 1:
      if (left < count * 32) return null;
      return { kind: "poses", ...head, count, words: floats(count * 8), frames: new Uint32Array(buffer, HEADER_BYTES, count * 8) };
    case 2: {
      const vehicles = decodeVehicles(view, count);
      return vehicles && { kind: "vehicles", ...head, vehicles };
    }
    case 3:
      if (left < count * 16) return null;
      return { kind: "contacts", ...head, contacts: floats(count * 4) };
    case 4: {
      const start = HEADER_BYTES + (POSE_WORDS + 4) * 4;
      if (buffer.byteLength < start + count * 4) return null;
      const shape = floats(4, HEADER_BYTES + POSE_WORDS * 4);
      return {
        kind: "scan", ...head, sensor, pose: floats(POSE_WORDS),
        firstAngle: shape[0], angleStep: shape[1], minRange: shape[2], maxRange: shape[3],
        ranges: floats(count, start),
      };
    }
    case 5: {
      const start = HEADER_BYTES + (POSE_WORDS + 1) * 4;
      if (buffer.byteLength < start + count * 16) return null;
      return {
        kind: "cloud", ...head, sensor, count, pose: floats(POSE_WORDS),
        words: floats(count * 4, start), bytes: new Uint8Array(buffer, start, count * 16),
      };
    }
    case 6: {
      const at = HEADER_BYTES + POSE_WORDS * 4;
      if (buffer.byteLength < at + 8) return null;
      const format = view.getUint8(at + 4);
      const columns = view.getUint16(at, true);
      const rows = view.getUint16(at + 2, true);
      const size = columns * rows * (format === 2 ? 2 : 3);
      if (buffer.byteLength < at + 8 + size) return null;
      return {
        kind: "picture", ...head, sensor, pose: floats(POSE_WORDS), columns, rows, format,
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
    const flags = view.getUint32(at, true);
    const wheelCount = view.getUint32(at + 15 * 4, true);
    const vehicle: VehicleState = {
      isPresent: (flags & 1) !== 0,
      isInCollision: (flags & 2) !== 0,
      hadCollision: (flags & 4) !== 0,
      vx: word(1), vy: word(2), yawRate: word(3), ax: word(4), ay: word(5),
      odometry: [word(6), word(7), word(8)],
      loops: [9, 12].map((k) => ({ setPoint: word(k), measured: word(k + 1), torque: word(k + 2) })),
      wheels: [],
    };
    at += VEHICLE_WORDS * 4;
    if (at + wheelCount * WHEEL_WORDS * 4 > view.byteLength) return null;
    for (let w = 0; w < wheelCount; w++) {
      vehicle.wheels.push({
        x: word(0), y: word(1), steer: word(2), spin: word(3), torque: word(4), forceX: word(5), forceY: word(6),
        load: word(7), slipAngle: word(8), slipRatio: word(9), grip: word(10), sideSpeed: word(11),
      });
      at += WHEEL_WORDS * 4;
    }
    vehicles.push(vehicle);
  }
  return vehicles;
}
