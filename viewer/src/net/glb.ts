// Reads the binary glTF files our server writes: meshes, materials, embedded images. No node tree.

export interface GlbMaterial {
  color: [number, number, number, number];
  image: number | null;
  /** Picture of its small slopes. */
  normals: number | null;
  isDoubleSided: boolean;
  /** Whether it is lit and receives shadows. */
  isLit: boolean;
  /** Whether it is blended, for its opacity or that of its texture. */
  isTransparent: boolean;
  /** Texels less opaque than this are not drawn; 0 draws all. */
  cutoff: number;
}

export interface GlbPart {
  positions: Float32Array;
  normals: Float32Array | null;
  uvs: Float32Array | null;
  indices: Uint32Array | Uint16Array | null;
  isLines: boolean;
  material: GlbMaterial;
}

export interface Glb {
  meshes: GlbPart[][];
  images: Blob[];
}

interface GltfDocument {
  meshes?: { primitives: { attributes: Record<string, number>; indices?: number; material?: number; mode?: number }[] }[];
  accessors?: { bufferView: number; componentType: number; count: number; type: string; byteOffset?: number }[];
  bufferViews?: { byteOffset?: number; byteLength: number }[];
  images?: { bufferView: number; mimeType: string }[];
  textures?: { source: number }[];
  materials?: {
    doubleSided?: boolean;
    alphaMode?: "OPAQUE" | "MASK" | "BLEND";
    alphaCutoff?: number;
    extensions?: { KHR_materials_unlit?: object };
    normalTexture?: { index: number };
    pbrMetallicRoughness?: { baseColorFactor?: [number, number, number, number]; baseColorTexture?: { index: number } };
  }[];
}

const PLAIN: GlbMaterial = { color: [0.7, 0.7, 0.7, 1], image: null, normals: null, isDoubleSided: false, isLit: true, isTransparent: false, cutoff: 0 };
const WIDTH: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

export function readGlb(buffer: ArrayBuffer): Glb {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== 0x46546c67) throw new Error("scene.glb is not binary glTF");
  const textLength = view.getUint32(12, true);
  const document = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, textLength))) as GltfDocument;
  const binStart = 20 + textLength + 8;
  const views = document.bufferViews ?? [];

  const numbers = (index: number): Float32Array | Uint32Array | Uint16Array => {
    const accessor = document.accessors![index];
    const start = binStart + (views[accessor.bufferView].byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const length = accessor.count * WIDTH[accessor.type];
    if (accessor.componentType === 5126) return new Float32Array(buffer, start, length);
    return accessor.componentType === 5123 ? new Uint16Array(buffer, start, length) : new Uint32Array(buffer, start, length);
  };
  const materials = (document.materials ?? []).map((material): GlbMaterial => {
    const pbr = material.pbrMetallicRoughness ?? {};
    const texture = pbr.baseColorTexture?.index;
    const slopes = material.normalTexture?.index;
    return {
      color: pbr.baseColorFactor ?? [1, 1, 1, 1],
      image: texture === undefined ? null : (document.textures?.[texture].source ?? null),
      normals: slopes === undefined ? null : (document.textures?.[slopes].source ?? null),
      isDoubleSided: material.doubleSided ?? false,
      isLit: !material.extensions?.KHR_materials_unlit,
      isTransparent: material.alphaMode === "BLEND",
      cutoff: material.alphaMode === "MASK" ? (material.alphaCutoff ?? 0.5) : 0,
    };
  });
  const meshes = (document.meshes ?? []).map((mesh) =>
    mesh.primitives.map((part): GlbPart => {
      const { POSITION, NORMAL, TEXCOORD_0 } = part.attributes;
      return {
        positions: numbers(POSITION) as Float32Array,
        normals: NORMAL === undefined ? null : (numbers(NORMAL) as Float32Array),
        uvs: TEXCOORD_0 === undefined ? null : (numbers(TEXCOORD_0) as Float32Array),
        indices: part.indices === undefined ? null : (numbers(part.indices) as Uint32Array),
        isLines: part.mode === 1,
        material: part.material === undefined ? PLAIN : materials[part.material],
      };
    }),
  );
  const images = (document.images ?? []).map((image) => {
    const { byteOffset = 0, byteLength } = views[image.bufferView];
    return new Blob([new Uint8Array(buffer, binStart + byteOffset, byteLength)], { type: image.mimeType });
  });
  return { meshes, images };
}
