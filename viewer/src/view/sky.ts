// The sky: a gradient dome, or a sky box of six images.
import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, Texture, type Camera } from "three";

const VERTEX = `
varying vec3 direction;
void main() {
  direction = normalize(position);
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_Position = clip.xyww;
}`;

// Front is along +x, left along +y; each image is upright seen from inside.
const FRAGMENT = `
uniform vec3 zenith;
uniform vec3 horizon;
uniform float hasBox;
uniform sampler2D front;
uniform sampler2D back;
uniform sampler2D left;
uniform sampler2D right;
uniform sampler2D up;
uniform sampler2D down;
varying vec3 direction;
vec4 face(sampler2D picture, float across, float above) {
  return texture2D(picture, vec2(0.5 + 0.5 * across, 0.5 - 0.5 * above));
}
void main() {
  vec3 d = normalize(direction);
  vec3 size = abs(d);
  if (hasBox < 0.5) gl_FragColor = vec4(mix(horizon, zenith, 1.0 - pow(1.0 - clamp(d.z, 0.0, 1.0), 2.2)), 1.0);
  else if (size.x >= size.y && size.x >= size.z)
    gl_FragColor = d.x > 0.0 ? face(front, -d.y / size.x, d.z / size.x) : face(back, d.y / size.x, d.z / size.x);
  else if (size.y >= size.z)
    gl_FragColor = d.y > 0.0 ? face(left, d.x / size.y, d.z / size.y) : face(right, -d.x / size.y, d.z / size.y);
  else
    gl_FragColor = d.z > 0.0 ? face(up, -d.y / size.z, -d.x / size.z) : face(down, -d.y / size.z, d.x / size.z);
  #include <colorspace_fragment>
}`;

const FACES = ["front", "back", "left", "right", "up", "down"] as const;

export class SkyDome {
  readonly mesh: Mesh;
  private readonly uniforms: Record<string, { value: Color | Texture | number | null }> = {
    zenith: { value: new Color() }, horizon: { value: new Color() }, hasBox: { value: 0 },
    ...Object.fromEntries(FACES.map((face) => [face, { value: null }])),
  };

  constructor() {
    const material = new ShaderMaterial({
      uniforms: this.uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: BackSide,
      depthWrite: false, depthTest: true, fog: false,
    });
    this.mesh = new Mesh(new SphereGeometry(1, 32, 16), material);
    this.mesh.frustumCulled = false;
    // Drawn after everything opaque, so that only visible pixels are shaded.
    this.mesh.renderOrder = 10;
    this.mesh.raycast = () => undefined;
  }

  setColors(zenith: Color, horizon: Color): void {
    (this.uniforms.zenith.value as Color).copy(zenith);
    (this.uniforms.horizon.value as Color).copy(horizon);
  }

  /** Six images in the order front, back, left, right, up, down; none shows the gradient. */
  setBox(pictures: Texture[]): void {
    FACES.forEach((face, index) => (this.uniforms[face].value = pictures[index] ?? null));
    this.uniforms.hasBox.value = pictures.length === FACES.length ? 1 : 0;
  }

  get hasBox(): boolean {
    return this.uniforms.hasBox.value === 1;
  }

  follow(camera: Camera): void {
    this.mesh.position.copy(camera.position);
    this.mesh.scale.setScalar(50);
  }
}
