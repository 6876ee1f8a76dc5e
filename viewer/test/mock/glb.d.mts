export function writeGlb(meshes: unknown[][], materials: number[][]): Uint8Array;
export function box(lx: number, ly: number, lz: number, material: number, z0?: number): unknown;
export function cylinder(radius: number, width: number, material: number, parts?: number): unknown;
