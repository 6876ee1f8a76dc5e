// The sky: a gradient dome, or a sky box of six images. Both are as far away as can be drawn.
import {
  BackSide, BufferAttribute, BufferGeometry, ClampToEdgeWrapping, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, SphereGeometry, SRGBColorSpace, Texture, type Camera,
} from "three";

/** From the coordinates of a side of the box, each -1 to 1, to those of its image: how far across, and how far up. */
type Side = { corners: [number, number, number][]; across: (x: number, y: number) => number; above: (x: number, z: number) => number };

// Front is along +x, left along +y; each image is upright seen from inside.
const SIDES: Side[] = [
  { corners: face(0, 1), across: (_, y) => -y, above: (_, z) => z },
  { corners: face(0, -1), across: (_, y) => y, above: (_, z) => z },
  { corners: face(1, 1), across: (x) => x, above: (_, z) => z },
  { corners: face(1, -1), across: (x) => -x, above: (_, z) => z },
  { corners: face(2, 1), across: (_, y) => -y, above: (x) => -x },
  { corners: face(2, -1), across: (_, y) => -y, above: (x) => x },
];

export class SkyDome {
  readonly root = new Group();
  private readonly dome: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly sides: Mesh<BufferGeometry, MeshBasicMaterial>[] = [];

  constructor() {
    // Few corners: software rendering pays for each. Below the horizon there is one colour.
    const sphere = new SphereGeometry(1, 16, 10, 0, 2 * Math.PI, 0, 0.6 * Math.PI);
    // Its pole is up.
    sphere.rotateX(Math.PI / 2);
    sphere.setAttribute("color", new BufferAttribute(new Float32Array(sphere.getAttribute("position").count * 3), 3));
    this.dome = new Mesh(sphere, farAway(new MeshBasicMaterial({ vertexColors: true, side: BackSide })));
    this.add(this.dome);
  }

  /** The gradient is computed at the corners of the dome, which costs nothing for each pixel. */
  setColors(zenith: Color, horizon: Color): void {
    const places = this.dome.geometry.getAttribute("position");
    const colors = this.dome.geometry.getAttribute("color");
    const color = new Color();
    for (let i = 0; i < places.count; i++) {
      const height = Math.min(1, Math.max(0, places.getZ(i)));
      color.lerpColors(horizon, zenith, 1 - (1 - height) ** 2.2).toArray(colors.array, 3 * i);
    }
    colors.needsUpdate = true;
  }

  /** Six images in the order front, back, left, right, up, down; none shows the gradient. Returns the colour at their horizon. */
  setBox(pictures: Texture[]): Color | null {
    for (const side of this.sides.splice(0)) {
      side.removeFromParent();
      side.geometry.dispose();
      side.material.dispose();
    }
    const isBox = pictures.length === SIDES.length;
    this.dome.visible = !isBox;
    if (!isBox) return null;
    SIDES.forEach((side, index) => {
      const picture = pictures[index];
      // No side shows the other end of its image at its edge.
      picture.wrapS = picture.wrapT = ClampToEdgeWrapping;
      picture.needsUpdate = true;
      const mesh = new Mesh(geometryOf(side), farAway(new MeshBasicMaterial({ map: picture, side: DoubleSide })));
      this.sides.push(mesh);
      this.add(mesh);
    });
    return horizonOf(pictures.slice(0, 4));
  }

  follow(camera: Camera): void {
    this.root.position.copy(camera.position);
    this.root.scale.setScalar(50);
  }

  private add(mesh: Mesh): void {
    mesh.frustumCulled = false;
    // Drawn after everything opaque, so that only visible pixels are shaded.
    mesh.renderOrder = 10;
    mesh.raycast = () => undefined;
    this.root.add(mesh);
  }
}

/** A material behind everything else. */
function farAway(material: MeshBasicMaterial): MeshBasicMaterial {
  material.depthWrite = false;
  material.fog = false;
  material.toneMapped = false;
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace("#include <project_vertex>", "#include <project_vertex>\ngl_Position = gl_Position.xyww;");
  };
  return material;
}

/** The corners of a side of a cube. */
function face(axis: number, sign: number): [number, number, number][] {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
    const corner = [a, b];
    corner.splice(axis, 0, sign);
    return corner as [number, number, number];
  });
}

function geometryOf({ corners, across, above }: Side): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners.flat()), 3));
  const uvs = corners.flatMap(([x, y, z]) => [0.5 + 0.5 * across(x, y), 0.5 - 0.5 * above(x, z)]);
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uvs), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

/** The mean colour of what lies at the height of the eye. */
function horizonOf(pictures: Texture[]): Color | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  const sum = new Color(0, 0, 0);
  for (const { image } of pictures) {
    const { width, height } = image as ImageBitmap;
    context.drawImage(image as ImageBitmap, 0, 0.48 * height, width, 0.04 * height, 0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    sum.add(new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace).multiplyScalar(1 / pictures.length));
  }
  return sum;
}
