// Meshes of `scene.glb` as geometries and materials of three.js; textures arrive when they are decoded.
import {
  BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, FrontSide, LinearSRGBColorSpace, LineBasicMaterial, MeshLambertMaterial,
  RepeatWrapping, SRGBColorSpace, Texture,
} from "three";
import type { Glb, GlbPart } from "../net/glb";

/** Something that can be drawn in many places: a shape and what it is made of. */
export interface Part {
  geometry: BufferGeometry;
  material: MeshLambertMaterial | LineBasicMaterial;
  isLines: boolean;
  castsShadow: boolean;
}

/** White, until the picture is there: so the shader is the right one from the start. */
const BLANK = new DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
BLANK.colorSpace = SRGBColorSpace;
BLANK.needsUpdate = true;

/** Larger parts than this are not compared with others [numbers]. */
const LARGEST_COMPARED = 30_000;

export class Meshes {
  private readonly parts: Part[][];
  /** Parts by what they look like: twenty robots of one make have one shape. */
  private readonly known = new Map<string, Part>();
  private readonly materials = new Map<string, MeshLambertMaterial | LineBasicMaterial>();
  /** Materials that wait for a picture. */
  private readonly waiting: { image: number; material: MeshLambertMaterial }[] = [];
  private readonly textures: (Texture | null)[];
  private readonly loaded: Promise<unknown>;

  constructor(glb: Glb, private readonly onChange: () => void) {
    this.textures = glb.images.map(() => null);
    this.parts = glb.meshes.map((parts) => parts.map((part, index) => this.partOf(part, index)));
    this.loaded = Promise.all(glb.images.map((image, index) => this.load(image, index)));
  }

  /** Pictures by their numbers, once all are decoded. */
  async pictures(numbers: number[]): Promise<Texture[]> {
    await this.loaded;
    return numbers.flatMap((number) => this.textures[number] ?? []);
  }

  /** What mesh `index` consists of; equal parts of different meshes are one. */
  of(index: number): Part[] {
    return this.parts[index] ?? [];
  }

  dispose(): void {
    for (const { geometry } of this.parts.flat()) geometry.dispose();
    for (const material of this.materials.values()) material.dispose();
    for (const texture of this.textures) texture?.dispose();
  }

  private partOf(part: GlbPart, index: number): Part {
    const looks = lookOf(part);
    const isLarge = part.positions.length > LARGEST_COMPARED;
    const key = isLarge ? `${looks} ${index} ${this.known.size}` : `${looks} ${fingerprint(part)}`;
    let known = this.known.get(key);
    if (!known) {
      const material = this.materialOf(part, looks);
      known = { geometry: geometryOf(part), material, isLines: part.isLines, castsShadow: !part.isLines && part.material.color[3] > 0.5 };
      this.known.set(key, known);
    }
    return known;
  }

  private materialOf(part: GlbPart, looks: string): MeshLambertMaterial | LineBasicMaterial {
    const known = this.materials.get(looks);
    if (known) return known;
    const [r, g, b, opacity] = part.material.color;
    const common = { color: new Color().setRGB(r, g, b, LinearSRGBColorSpace), opacity, transparent: opacity < 0.999 };
    if (part.isLines) {
      const material = new LineBasicMaterial(common);
      this.materials.set(looks, material);
      return material;
    }
    const material = new MeshLambertMaterial({
      ...common, depthWrite: opacity > 0.5, flatShading: part.normals === null,
      side: part.material.isDoubleSided ? DoubleSide : FrontSide,
    });
    const { image } = part.material;
    if (image !== null) {
      this.waiting.push({ image, material });
      material.map = BLANK;
    }
    this.materials.set(looks, material);
    return material;
  }

  private async load(image: Blob, index: number): Promise<void> {
    const bitmap = await createImageBitmap(image, { imageOrientation: "none", premultiplyAlpha: "none" }).catch(() => null);
    if (!bitmap) return;
    const texture = new Texture(bitmap);
    texture.flipY = false;
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.anisotropy = 8;
    texture.needsUpdate = true;
    this.textures[index] = texture;
    for (const { image: wanted, material } of this.waiting) {
      if (wanted !== index) continue;
      material.map = texture;
    }
    this.onChange();
  }
}

/** What a part is made of, as text. */
function lookOf({ isLines, normals, material: { color, image, isDoubleSided } }: GlbPart): string {
  return `${isLines ? "lines" : normals ? "smooth" : "flat"} ${color.join(" ")} ${image} ${isDoubleSided}`;
}

/** The shape of a part, as text that no other shape has: sizes, and two different sums over all numbers. */
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

function geometryOf(part: GlbPart): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(part.positions, 3));
  if (part.normals) geometry.setAttribute("normal", new BufferAttribute(part.normals, 3));
  if (part.uvs) geometry.setAttribute("uv", new BufferAttribute(part.uvs, 2));
  if (part.indices) geometry.setIndex(new BufferAttribute(part.indices, 1));
  return geometry;
}
