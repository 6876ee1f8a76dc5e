// Lambert's law at the corners of triangles instead of at every pixel, for software rendering.
// Sun, sky and ground shine from afar, so that on a flat face both give the same. Lamps and shadows are another matter:
// where there are any, every pixel is lit by itself.
import type { MeshLambertMaterial, WebGLProgramParametersWithUniforms } from "three";

const IS_BY_VERTEX = "#if defined(BY_VERTEX) && !defined(USE_SHADOWMAP) && NUM_POINT_LIGHTS == 0 && NUM_SPOT_LIGHTS == 0";

const VERTEX_DECLARED = `#include <common>
${IS_BY_VERTEX}
#include <lights_pars_begin>
varying vec3 lightInFront;
varying vec3 lightBehind;
#endif`;

const VERTEX_LIT = `#include <project_vertex>
${IS_BY_VERTEX}
{
  vec3 n = normalize(transformedNormal);
  lightInFront = lightBehind = ambientLightColor;
  #if NUM_DIR_LIGHTS > 0
  for (int i = 0; i < NUM_DIR_LIGHTS; i++) {
    float facing = dot(n, directionalLights[i].direction);
    lightInFront += max(facing, 0.0) * directionalLights[i].color;
    lightBehind += max(-facing, 0.0) * directionalLights[i].color;
  }
  #endif
  #if NUM_HEMI_LIGHTS > 0
  for (int i = 0; i < NUM_HEMI_LIGHTS; i++) {
    float above = 0.5 * dot(n, hemisphereLights[i].direction) + 0.5;
    lightInFront += mix(hemisphereLights[i].groundColor, hemisphereLights[i].skyColor, above);
    lightBehind += mix(hemisphereLights[i].skyColor, hemisphereLights[i].groundColor, above);
  }
  #endif
  lightInFront *= RECIPROCAL_PI;
  lightBehind *= RECIPROCAL_PI;
}
#endif`;

const FRAGMENT_DECLARED = `#include <common>
${IS_BY_VERTEX}
varying vec3 lightInFront;
varying vec3 lightBehind;
#endif`;

const FRAGMENT_LIT = `${IS_BY_VERTEX}
#ifdef DOUBLE_SIDED
reflectedLight.directDiffuse = diffuseColor.rgb * (gl_FrontFacing ? lightInFront : lightBehind);
#else
reflectedLight.directDiffuse = diffuseColor.rgb * lightInFront;
#endif
#else
#include <normal_fragment_begin>
#include <normal_fragment_maps>
#endif
#include <emissivemap_fragment>
${IS_BY_VERTEX}
#else
#include <lights_lambert_fragment>
#include <lights_fragment_begin>
#include <lights_fragment_maps>
#include <lights_fragment_end>
#endif`;

/** Where these chunks of Lambert's fragment shader begin and end. */
const FIRST = "#include <normal_fragment_begin>";
const LAST = "#include <lights_fragment_end>";

/** Teach a shader of Lambert's to be lit by vertex where `BY_VERTEX` is defined. */
export function knowVertexLight(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader.replace("#include <common>", VERTEX_DECLARED).replace("#include <project_vertex>", VERTEX_LIT);
  const { fragmentShader } = shader;
  const [first, last] = [fragmentShader.indexOf(FIRST), fragmentShader.indexOf(LAST) + LAST.length];
  shader.fragmentShader = (fragmentShader.slice(0, first) + FRAGMENT_LIT + fragmentShader.slice(last)).replace("#include <common>", FRAGMENT_DECLARED);
}

/** Light a material by vertex, or by pixel. A picture of slopes needs every pixel. */
export function setVertexLight(material: MeshLambertMaterial, isOn: boolean): void {
  const isWanted = isOn && !material.normalMap && !material.flatShading;
  material.defines ??= {};
  if ("BY_VERTEX" in material.defines === isWanted) return;
  if (isWanted) material.defines.BY_VERTEX = "";
  else delete material.defines.BY_VERTEX;
  material.needsUpdate = true;
}
