// A pose as XML of a world file: degrees, and only significant digits.

const DEG = 180 / Math.PI;

/** Yaw, pitch, roll of a quaternion [rad]: z, then y, then x. */
export function anglesOf(x: number, y: number, z: number, w: number): [number, number, number] {
  const yaw = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  const pitch = Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x))));
  const roll = Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
  return [yaw, pitch, roll];
}

/** `<init_pose>` for an upright pose at z = 0, otherwise `<init_pose3d>`. */
export function poseXml(pose: readonly number[]): string {
  const [x, y, z, yaw, pitch, roll] = pose;
  const m = (value: number): string => tidy(value, 4);
  const deg = (value: number): string => tidy(value * DEG, 3);
  if (Math.abs(z) < 5e-5 && Math.abs(pitch) < 1e-5 && Math.abs(roll) < 1e-5) {
    return `<init_pose>${m(x)} ${m(y)} ${deg(yaw)}</init_pose>`;
  }
  return `<init_pose3d>${m(x)} ${m(y)} ${m(z)} ${deg(yaw)} ${deg(pitch)} ${deg(roll)}</init_pose3d>`;
}

function tidy(value: number, count: number): string {
  const text = value.toFixed(count).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
