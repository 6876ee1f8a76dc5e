// Lamps of a world as lights of three.js.
import { Color, PointLight, SpotLight, type Group } from "three";
import type { Lamp } from "../net/contract";

/** three.js fades light with a power of the distance; it agrees with the attenuation of the file at this distance [m]. */
const AGREES_AT_M = 3;
const DECAY = 1.4;

/** Add a lamp to its frame. */
export function addLamp(frame: Group, lamp: Lamp): void {
  const strength = Math.max(...lamp.color, 1e-6);
  const [r, g, b] = lamp.color.map((value) => value / strength);
  const color = new Color().setRGB(r, g, b);
  const [constant, linear, quadratic] = lamp.attenuation;
  const attenuation = Math.max(constant + AGREES_AT_M * (linear + AGREES_AT_M * quadratic), 1e-3);
  // A white surface that faces a light of intensity π is white.
  const intensity = (Math.PI * strength * AGREES_AT_M ** DECAY) / attenuation;
  const range = lamp.range_m ?? 0;
  const [x, y, z] = lamp.position_m;
  let light: PointLight | SpotLight;
  if (lamp.axis && lamp.inner_rad !== undefined && lamp.outer_rad !== undefined) {
    const angle = Math.min(lamp.outer_rad, Math.PI / 2);
    light = new SpotLight(color, intensity, range, angle, 1 - Math.min(lamp.inner_rad, angle) / Math.max(angle, 1e-6), DECAY);
    light.target.position.set(x + lamp.axis[0], y + lamp.axis[1], z + lamp.axis[2]);
    frame.add(light.target);
  } else light = new PointLight(color, intensity, range, DECAY);
  light.position.set(x, y, z);
  light.castShadow = lamp.shadows;
  light.shadow.camera.near = 0.05;
  light.shadow.bias = -0.002;
  frame.add(light);
}
