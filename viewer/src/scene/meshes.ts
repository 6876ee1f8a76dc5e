// Meshes of `scene.glb` as geometries and materials of three.js; textures arrive when they are decoded.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, LinearSRGBColorSpace, LineBasicMaterial, LineSegments, Mesh,
  MeshLambertMaterial, RepeatWrapping, SRGBColorSpace, Texture, type Object3D,
} from "three";
import type { Glb, GlbMaterial, GlbPart } from "../net/glb";

export class Meshes {
  private readonly geometries: { geometry: BufferGeometry; part: GlbPart }[][];
  private readonly surfaces = new Map<GlbMaterial, MeshLambertMaterial[]>();
  private readonly lines = new Map<GlbMaterial, LineBasicMaterial>();
  private readonly textures: (Texture | null)[];
  private readonly loaded: Promise<unknown>;

  constructor(glb: Glb, private readonly onChange: () => void) {
    this.geometries = glb.meshes.map((parts) => parts.map((part) => ({ geometry: geometryOf(part), part })));
    this.textures = glb.images.map(() => null);
    this.loaded = Promise.all(glb.images.map((image, index) => this.load(image, index)));
  }

  /** Pictures by their numbers, once all are decoded. */
  async pictures(numbers: number[]): Promise<Texture[]> {
    await this.loaded;
    return numbers.flatMap((number) => this.textures[number] ?? []);
  }

  get count(): number {
    return this.geometries.length;
  }

  /** New drawable parts of mesh `index`. */
  make(index: number): Object3D[] {
    return (this.geometries[index] ?? []).map(({ geometry, part }) => {
      if (part.isLines) return new LineSegments(geometry, this.line(part.material));
      const mesh = new Mesh(geometry, this.surface(part));
      mesh.castShadow = part.material.color[3] > 0.5;
      mesh.receiveShadow = true;
      return mesh;
    });
  }

  dispose(): void {
    for (const parts of this.geometries) for (const { geometry } of parts) geometry.dispose();
    for (const list of this.surfaces.values()) for (const material of list) material.dispose();
    for (const material of this.lines.values()) material.dispose();
    for (const texture of this.textures) texture?.dispose();
  }

  private surface(part: GlbPart): MeshLambertMaterial {
    const flat = part.normals === null;
    const known = this.surfaces.get(part.material) ?? [];
    this.surfaces.set(part.material, known);
    const same = known.find((material) => material.flatShading === flat);
    if (same) return same;
    const [r, g, b, opacity] = part.material.color;
    const material = new MeshLambertMaterial({
      color: new Color().setRGB(r, g, b, LinearSRGBColorSpace),
      opacity, transparent: opacity < 0.999, depthWrite: opacity > 0.5, flatShading: flat,
      side: part.material.isDoubleSided ? DoubleSide : FrontSide,
    });
    if (part.material.image !== null) material.map = this.textures[part.material.image];
    known.push(material);
    return material;
  }

  private line(of: GlbMaterial): LineBasicMaterial {
    let material = this.lines.get(of);
    if (!material) {
      const [r, g, b, opacity] = of.color;
      material = new LineBasicMaterial({
        color: new Color().setRGB(r, g, b, LinearSRGBColorSpace), opacity, transparent: opacity < 0.999,
      });
      this.lines.set(of, material);
    }
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
    for (const [of, materials] of this.surfaces) {
      if (of.image !== index) continue;
      for (const material of materials) {
        material.map = texture;
        material.needsUpdate = true;
      }
    }
    this.onChange();
  }
}

function geometryOf(part: GlbPart): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(part.positions, 3));
  if (part.normals) geometry.setAttribute("normal", new BufferAttribute(part.normals, 3));
  if (part.uvs) geometry.setAttribute("uv", new BufferAttribute(part.uvs, 2));
  if (part.indices) geometry.setIndex(new BufferAttribute(part.indices, 1));
  return geometry;
}
