// A dome from horizon to zenith, and below the horizon the colour of the haze.
import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry, type Camera } from "three";

const VERTEX = `
varying vec3 direction;
void main() {
  direction = normalize(position);
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_Position = clip.xyww;
}`;

const FRAGMENT = `
uniform vec3 zenith;
uniform vec3 horizon;
varying vec3 direction;
void main() {
  float up = clamp(normalize(direction).z, 0.0, 1.0);
  gl_FragColor = vec4(mix(horizon, zenith, 1.0 - pow(1.0 - up, 2.2)), 1.0);
  #include <colorspace_fragment>
}`;

export class SkyDome {
  readonly mesh: Mesh;
  private readonly uniforms = { zenith: { value: new Color() }, horizon: { value: new Color() } };

  constructor() {
    const material = new ShaderMaterial({
      uniforms: this.uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: BackSide,
      depthWrite: false, depthTest: true, fog: false,
    });
    this.mesh = new Mesh(new SphereGeometry(1, 32, 16), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
    this.mesh.raycast = () => undefined;
  }

  setColors(zenith: Color, horizon: Color): void {
    this.uniforms.zenith.value.copy(zenith);
    this.uniforms.horizon.value.copy(horizon);
  }

  follow(camera: Camera): void {
    this.mesh.position.copy(camera.position);
    this.mesh.scale.setScalar(50);
  }
}
