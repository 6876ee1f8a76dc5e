// The floor under every world: a grid of 1 m and 10 m that fades into the haze and receives shadows.
import { Color, Mesh, MeshLambertMaterial, PlaneGeometry } from "three";
import { knowVertexLight, setVertexLight } from "../scene/vertex_light";

export class Floor {
  readonly mesh: Mesh<PlaneGeometry, MeshLambertMaterial>;
  private readonly line = { value: new Color() };
  private readonly haze = { value: new Color() };
  private readonly hasLines = { value: 1 };

  constructor() {
    const material = new MeshLambertMaterial({ fog: false });
    material.onBeforeCompile = (shader) => {
      knowVertexLight(shader);
      shader.uniforms.line = this.line;
      shader.uniforms.haze = this.haze;
      shader.uniforms.hasLines = this.hasLines;
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nvarying vec3 place;")
        .replace("#include <project_vertex>", `#include <project_vertex>
place = (modelMatrix * vec4(position, 1.0)).xyz;
// Nothing of a world lies below the floor, so it is drawn behind everything: a depth buffer cannot tell a ground
// from a floor one centimetre below it, seen from afar.
gl_Position.z = gl_Position.w * 0.99999;`);
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", `#include <common>
varying vec3 place;
uniform vec3 line;
uniform vec3 haze;
uniform float hasLines;
float ruled(vec2 at, vec2 wide, float width) {
  vec2 near = abs(fract(at - 0.5) - 0.5) / wide;
  float ink = clamp(width + 0.5 - min(near.x, near.y), 0.0, 1.0);
  return ink * clamp(1.5 - max(wide.x, wide.y) / 0.3, 0.0, 1.0);
}`)
        .replace("#include <opaque_fragment>", `
vec2 wide = max(fwidth(place.xy), vec2(1e-6));
float ink = hasLines * max(0.3 * ruled(place.xy, wide, 0.5), 0.6 * ruled(0.1 * place.xy, 0.1 * wide, 0.8));
outgoingLight = mix(outgoingLight, line, ink);
outgoingLight = mix(outgoingLight, haze, smoothstep(30.0, 260.0, length(place.xy - cameraPosition.xy) / max(1.0, 0.02 * abs(cameraPosition.z - place.z))));
#include <opaque_fragment>`);
    };
    this.mesh = new Mesh(new PlaneGeometry(6000, 6000), material);
    this.mesh.receiveShadow = true;
    this.mesh.name = "floor";
    this.mesh.raycast = () => undefined;
    this.mesh.renderOrder = 9;
  }

  setColors(floor: Color, line: Color, haze: Color): void {
    this.mesh.material.color.copy(floor);
    this.line.value.copy(line);
    this.haze.value.copy(haze);
  }

  /** Light it at its corners, which is faster. */
  setReduced(isReduced: boolean): void {
    setVertexLight(this.mesh.material, isReduced);
  }

  setLines(isOn: boolean): void {
    this.hasLines.value = isOn ? 1 : 0;
  }

  /** Move the floor, below the lowest part of the world. */
  place(x: number, y: number, z: number): void {
    this.mesh.position.set(Math.round(x / 100) * 100, Math.round(y / 100) * 100, z);
  }
}
