// Meshes of `scene.glb` as geometries and materials of three.js; textures arrive when they are decoded.
import {
  BackSide, BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, FrontSide, LinearMipmapLinearFilter, LinearMipmapNearestFilter, LinearSRGBColorSpace, LineBasicMaterial, MeshBasicMaterial,
  MeshLambertMaterial, NoColorSpace, RepeatWrapping, SRGBColorSpace, Texture,
} from "three";
import type { Glb, GlbPart } from "../net/glb";
import type { SceneObject } from "../net/contract";
import { knowVertexLight, setVertexLight } from "./vertex_light";

export type Material = MeshLambertMaterial | MeshBasicMaterial | LineBasicMaterial;

/** A geometry and a material, possibly drawn in many places. */
export interface Part {
  geometry: BufferGeometry;
  material: Material;
  isLines: boolean;
  castsShadow: boolean;
  /** Whether only one side of it is drawn. */
  isOneSided: boolean;
}

/** White until the texture is decoded, so that the shader does not change. */
const BLANK = new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
BLANK.colorSpace = SRGBColorSpace;
BLANK.needsUpdate = true;
/** Level until the picture of slopes is decoded. */
const LEVEL = new DataTexture(new Uint8Array([128, 128, 255, 255]), 1, 1);
LEVEL.needsUpdate = true;

/** Parts with at most so many triangles are worth lighting by vertex wherever they are; ground and walls always are. */
const FEW_TRIANGLES = 50;

/** Parts with more numbers than this are not compared with others. */
const LARGEST_COMPARED = 30_000;

export class Meshes {
  private readonly parts: Part[][];
  /** Equal parts are shared: twenty robots of one make have one geometry. */
  private readonly known = new Map<string, Part>();
  /** Parts of which only one side is drawn, that glow, or that cast no shadow. */
  private readonly variants = new Map<Part, Map<string, Part>>();
  private readonly materials = new Map<string, Material>();
  /** Materials whose textures are being decoded. */
  private readonly waiting: { image: number; material: Material; isNormals: boolean }[] = [];
  private readonly textures: (Texture | null)[];
  /** Resolved once every texture is decoded or has failed. */
  readonly loaded: Promise<unknown>;

  /** `isReduced` leaves out what software rendering pays dearly for; `isStill` says which meshes are ground and walls. */
  constructor(glb: Glb, private readonly onChange: () => void, private isReduced = false, isStill: (mesh: number) => boolean = () => true) {
    this.textures = glb.images.map(() => null);
    this.parts = glb.meshes.map((parts, mesh) => parts.map((part, index) => this.partOf(part, index, isStill(mesh))));
    this.loaded = Promise.all(glb.images.map((image, index) => this.load(image, index)));
  }

  /** Light by vertex, or by pixel. */
  setReduced(isReduced: boolean): void {
    this.isReduced = isReduced;
    for (const material of this.materials.values()) if (material.onBeforeCompile === knowVertexLight) setVertexLight(material as MeshLambertMaterial, isReduced);
    for (const texture of this.textures) if (texture) this.filter(texture);
  }

  /** Textures by their numbers, once all are decoded. */
  async pictures(numbers: number[]): Promise<Texture[]> {
    await this.loaded;
    return numbers.flatMap((number) => this.textures[number] ?? []);
  }

  /** The parts of a mesh as an object shows them; equal parts of different meshes are shared. */
  of(index: number, looks: Pick<SceneObject, "faces" | "glow" | "casts_shadows">): Part[] {
    const parts = this.parts[index] ?? [];
    const isPlain = looks.faces === "both" && !looks.glow && looks.casts_shadows;
    return isPlain ? parts : parts.map((part) => this.variant(part, looks));
  }

  /** The same part with one side drawn, with a glow, or without a shadow. */
  private variant(part: Part, { faces, glow, casts_shadows }: Pick<SceneObject, "faces" | "glow" | "casts_shadows">): Part {
    const key = `${faces} ${glow?.join(" ") ?? ""} ${casts_shadows}`;
    const known = this.variants.get(part) ?? new Map<string, Part>();
    this.variants.set(part, known);
    let variant = known.get(key);
    if (!variant) {
      const material = part.material.clone();
      // A clone has no shader of its own.
      material.onBeforeCompile = part.material.onBeforeCompile;
      if (faces !== "both") {
        material.side = faces === "front" ? FrontSide : BackSide;
        // Light passes the faces that it meets from behind.
        material.shadowSide = faces === "front" ? FrontSide : BackSide;
      }
      if (glow && material instanceof MeshLambertMaterial) material.emissive = new Color().setRGB(...glow, SRGBColorSpace);
      this.waiting.push(...this.waiting.filter((one) => one.material === part.material).map((one) => ({ ...one, material })));
      this.materials.set(`${this.materials.size} ${key}`, material);
      variant = { ...part, material, castsShadow: part.castsShadow && casts_shadows, isOneSided: faces !== "both" };
      known.set(key, variant);
    }
    return variant;
  }

  dispose(): void {
    for (const { geometry } of this.parts.flat()) geometry.dispose();
    for (const material of this.materials.values()) material.dispose();
    for (const texture of this.textures) texture?.dispose();
  }

  private partOf(part: GlbPart, index: number, isStill: boolean): Part {
    const isByVertex = isStill || (part.indices ?? part.positions).length <= 3 * FEW_TRIANGLES;
    const looks = `${lookOf(part)} ${isByVertex}`;
    const isLarge = part.positions.length > LARGEST_COMPARED;
    const key = isLarge ? `${looks} ${index} ${this.known.size}` : `${looks} ${fingerprint(part)}`;
    let known = this.known.get(key);
    if (!known) {
      const material = this.materialOf(part, looks, isByVertex);
      const castsShadow = !part.isLines && part.material.color[3] > 0.5;
      known = { geometry: geometryOf(part, isByVertex), material, isLines: part.isLines, castsShadow, isOneSided: false };
      this.known.set(key, known);
    }
    return known;
  }

  private materialOf(part: GlbPart, looks: string, isByVertex: boolean): Material {
    const known = this.materials.get(looks);
    if (known) return known;
    const [r, g, b, opacity] = part.material.color;
    const color = new Color().setRGB(r, g, b, LinearSRGBColorSpace);
    const common = { color, opacity, transparent: part.material.isTransparent, alphaTest: part.material.cutoff };
    if (part.isLines) {
      const material = new LineBasicMaterial(common);
      this.materials.set(looks, material);
      return material;
    }
    const solid = { ...common, depthWrite: opacity > 0.5, side: part.material.isDoubleSided ? DoubleSide : FrontSide };
    const material = part.material.isLit
      ? new MeshLambertMaterial({ ...solid, flatShading: part.normals === null && !isByVertex })
      : new MeshBasicMaterial(solid);
    const { image } = part.material;
    if (image !== null) {
      this.waiting.push({ image, material, isNormals: false });
      material.map = BLANK;
    }
    const { normals } = part.material;
    if (normals !== null && material instanceof MeshLambertMaterial) {
      this.waiting.push({ image: normals, material, isNormals: true });
      material.normalMap = LEVEL;
    }
    if (material instanceof MeshLambertMaterial && isByVertex) {
      material.onBeforeCompile = knowVertexLight;
      setVertexLight(material, this.isReduced);
    }
    this.materials.set(looks, material);
    return material;
  }

  /** How sharp a texture is at a slant and from afar. */
  private filter(texture: Texture): void {
    texture.anisotropy = this.isReduced ? 1 : 8;
    texture.minFilter = this.isReduced ? LinearMipmapNearestFilter : LinearMipmapLinearFilter;
    texture.needsUpdate = true;
  }

  private async load(image: Blob, index: number): Promise<void> {
    const bitmap = await createImageBitmap(image, { imageOrientation: "none", premultiplyAlpha: "none" }).catch(() => null);
    if (!bitmap) return;
    const texture = new Texture(bitmap);
    texture.flipY = false;
    const isNormals = this.waiting.some((one) => one.image === index && one.isNormals);
    texture.colorSpace = isNormals ? NoColorSpace : SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    this.filter(texture);
    this.textures[index] = texture;
    for (const { image: wanted, material, isNormals } of this.waiting) {
      if (wanted !== index || material instanceof LineBasicMaterial) continue;
      if (!isNormals) material.map = texture;
      else if (material instanceof MeshLambertMaterial) material.normalMap = texture;
    }
    this.onChange();
  }
}

/** A key for the material of a part. */
function lookOf({ isLines, normals, material }: GlbPart): string {
  const { color, image, normals: slopes, isDoubleSided, isLit, isTransparent, cutoff } = material;
  const kind = isLines ? "lines" : normals ? "smooth" : "flat";
  return `${kind} ${color.join(" ")} ${image} ${slopes} ${isDoubleSided} ${isLit} ${isTransparent} ${cutoff}`;
}

/** A key for the geometry of a part: sizes and two different sums over all numbers. */
function fingerprint(part: GlbPart): string {
  let [a, b] = [0x811c9dc5, 0];
  for (const list of [part.positions, part.normals, part.uvs, part.indices]) {
    if (!list) continue;
    const bits = list instanceof Float32Array ? new Uint32Array(list.buffer, list.byteOffset, list.length) : list;
    for (let i = 0; i < bits.length; i++) {
      a = Math.imul(a ^ bits[i], 0x01000193);
      b = (Math.imul(b, 31) + bits[i]) | 0;
    }
  }
  return `${part.positions.length} ${part.indices?.length} ${part.uvs?.length} ${a} ${b}`;
}

function geometryOf(part: GlbPart, isByVertex: boolean): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(part.positions, 3));
  if (part.normals) geometry.setAttribute("normal", new BufferAttribute(part.normals, 3));
  if (part.uvs) geometry.setAttribute("uv", new BufferAttribute(part.uvs, 2));
  if (part.indices) geometry.setIndex(new BufferAttribute(part.indices, 1));
  if (part.normals || part.isLines || !isByVertex) return geometry;
  // Without normals every face is flat, so that no corner is shared.
  const faceted = part.indices ? geometry.toNonIndexed() : geometry;
  faceted.computeVertexNormals();
  return faceted;
}
