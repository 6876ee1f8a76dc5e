// Writes small binary glTF files for the mock server, in the form the program writes them.

export function writeGlb(meshes, materials) {
  const blobs = [];
  let length = 0;
  const bufferViews = [];
  const accessors = [];
  const add = (array, componentType, type, count) => {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    const pad = (4 - (bytes.length % 4)) % 4;
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
    blobs.push(bytes, Buffer.alloc(pad));
    length += bytes.length + pad;
    accessors.push({ bufferView: bufferViews.length - 1, componentType, count, type });
    return accessors.length - 1;
  };
  const document = {
    asset: { version: "2.0" },
    meshes: meshes.map((parts) => ({
      primitives: parts.map(({ positions, indices, material, mode }) => ({
        attributes: { POSITION: add(new Float32Array(positions), 5126, "VEC3", positions.length / 3) },
        indices: add(new Uint32Array(indices), 5125, "SCALAR", indices.length),
        material,
        mode: mode ?? 4,
      })),
    })),
    materials: materials.map((color) => ({ doubleSided: true, pbrMetallicRoughness: { baseColorFactor: color } })),
    accessors,
    bufferViews,
  };
  document.buffers = [{ byteLength: length }];
  let text = Buffer.from(JSON.stringify(document));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, " ")]);
  const head = Buffer.alloc(20);
  head.write("glTF", 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + text.length + length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write("JSON", 16);
  const binHead = Buffer.alloc(8);
  binHead.writeUInt32LE(length, 0);
  binHead.write("BIN\0", 4);
  return Buffer.concat([head, text, binHead, ...blobs]);
}

export function box(lx, ly, lz, material, z0 = 0) {
  const positions = [];
  for (const z of [z0, z0 + lz]) for (const y of [-ly / 2, ly / 2]) for (const x of [-lx / 2, lx / 2]) positions.push(x, y, z);
  const indices = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
  return { positions, indices, material };
}

/** A wheel: its axle along y. */
export function cylinder(radius, width, material, parts = 24) {
  const positions = [0, -width / 2, 0, 0, width / 2, 0];
  const indices = [];
  for (let i = 0; i < parts; i++) {
    const a = (2 * Math.PI * i) / parts;
    for (const y of [-width / 2, width / 2]) positions.push(radius * Math.cos(a), y, radius * Math.sin(a));
    const [p, q] = [2 + 2 * i, 2 + 2 * ((i + 1) % parts)];
    indices.push(p, q, p + 1, q, q + 1, p + 1, 0, q, p, 1, p + 1, q + 1);
  }
  return { positions, indices, material };
}
