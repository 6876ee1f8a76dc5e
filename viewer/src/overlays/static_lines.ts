// Lines that belong to frames and never change: collision shapes, axes, centres of mass, regions, markers, joints.
import { AxesHelper, BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, Shape, ShapeGeometry, Vector3, type Object3D } from "three";
import type { Joint, Region, SceneFile } from "../net/contract";
import type { Layers } from "../settings";
import type { World } from "../scene/world";
import { LineBatch } from "./lines";

export class StaticLines {
  readonly root = new Group();
  private readonly parts: Record<"shapes" | "axes" | "com" | "regions" | "mounts", Object3D[]> = { shapes: [], axes: [], com: [], regions: [], mounts: [] };
  private readonly shapeMaterial = new LineBasicMaterial({ color: 0x3fa7d6, transparent: true, opacity: 0.9, depthTest: false });
  private readonly jointLines = new LineBatch();
  /** Shapes to highlight, by frame. */
  private readonly lit = new Map<number, LineSegments[]>();

  constructor(private readonly world: World) {
    const file = world.file;
    this.addShapes(file);
    this.addAxes(file);
    this.addCentres(file);
    for (const region of file.regions) this.addRegion(region);
    for (const marker of file.markers) {
      const points = marker.points_m.slice(1).flatMap((p, i) => [...marker.points_m[i], ...p]);
      this.root.add(segments(points, new LineBasicMaterial({ color: new Color(...marker.color) })));
    }
    this.root.add(this.jointLines.object);
  }

  show(layers: Layers): void {
    for (const [name, objects] of Object.entries(this.parts)) {
      for (const object of objects) object.visible = layers[name as keyof typeof this.parts];
    }
  }

  /** Highlight the shapes of a frame while it is in contact. */
  light(frame: number, isOn: boolean): void {
    for (const shape of this.lit.get(frame) ?? []) (shape.material as LineBasicMaterial).color.set(isOn ? 0xff5a3c : 0x3fa7d6);
  }

  /** Redraw the joints between moving bodies. */
  update(): void {
    const { joints } = this.world.file;
    if (joints.length === 0) return;
    this.jointLines.clear();
    for (const joint of joints) this.drawJoint(joint);
    this.jointLines.finish();
  }

  private drawJoint(joint: Joint): void {
    const a = new Vector3(...joint.anchor_a_m).applyMatrix4(this.world.frames[joint.frame_a].matrix);
    const b = new Vector3(...joint.anchor_b_m).applyMatrix4(this.world.frames[joint.frame_b].matrix);
    const color = joint.kind === "revolute" ? [0.9, 0.45, 0.35] : [0.9, 0.75, 0.25];
    this.jointLines.add(a.x, a.y, a.z + 0.5, b.x, b.y, b.z + 0.5, color);
    if (joint.kind === "revolute") {
      this.jointLines.add(a.x - 0.1, a.y, a.z + 0.5, a.x + 0.1, a.y, a.z + 0.5, color);
      this.jointLines.add(a.x, a.y - 0.1, a.z + 0.5, a.x, a.y + 0.1, a.z + 0.5, color);
    }
  }

  private addShapes(file: SceneFile): void {
    for (const shape of file.shapes) {
      const { outline_m, z_min_m, z_max_m } = shape;
      const points = outline_m.flatMap(([x, y], i) => {
        const [u, v] = outline_m[(i + 1) % outline_m.length];
        return [x, y, z_min_m, u, v, z_min_m, x, y, z_max_m, u, v, z_max_m, x, y, z_min_m, x, y, z_max_m];
      });
      const lines = segments(points, this.shapeMaterial.clone());
      lines.renderOrder = 15;
      this.world.frames[shape.frame]?.add(lines);
      this.parts.shapes.push(lines);
      this.lit.set(shape.frame, [...(this.lit.get(shape.frame) ?? []), lines]);
    }
  }

  private addAxes(file: SceneFile): void {
    const frames = new Set([0, ...file.vehicles.map((v) => v.frame), ...file.bodies.filter((b) => b.can_move).map((b) => b.frame)]);
    for (const frame of frames) this.attach(frame, axes(frame === 0 ? 1 : 0.5), "axes");
    for (const sensor of file.sensors) {
      const small = axes(0.2);
      small.position.set(sensor.pose[0], sensor.pose[1], sensor.pose[2]);
      small.quaternion.set(sensor.pose[3], sensor.pose[4], sensor.pose[5], sensor.pose[6]);
      this.attach(sensor.frame, small, "mounts");
    }
  }

  private addCentres(file: SceneFile): void {
    for (const vehicle of file.vehicles) {
      const [x, y, z] = vehicle.com_m;
      const r = 0.12;
      const cross = segments(
        [x - r, y, z, x + r, y, z, x, y - r, z, x, y + r, z, x, y, z - r, x, y, z + r, x, y, z, x, y, 0],
        new LineBasicMaterial({ color: 0xe0b020, depthTest: false, transparent: true }));
      cross.renderOrder = 16;
      this.attach(vehicle.frame, cross, "com");
    }
  }

  private addRegion(region: Region): void {
    const outline = new Shape(region.outline_m.map(([x, y]) => new Vector3(x, y, 0) as never));
    const fill = new Mesh(
      new ShapeGeometry(outline),
      new MeshBasicMaterial({ color: 0x5b9bd5, transparent: true, opacity: 0.25, side: DoubleSide, depthWrite: false }));
    fill.position.z = region.z_m + 0.02;
    fill.raycast = () => undefined;
    this.root.add(fill);
    this.parts.regions.push(fill);
  }

  private attach(frame: number, object: Object3D, part: keyof typeof this.parts): void {
    object.raycast = () => undefined;
    this.world.frames[frame]?.add(object);
    this.parts[part].push(object);
  }
}

function axes(size: number): AxesHelper {
  const helper = new AxesHelper(size);
  helper.setColors(new Color(0xe04f45), new Color(0x4caf6d), new Color(0x4a7fd6));
  const material = helper.material as LineBasicMaterial;
  material.depthTest = false;
  helper.renderOrder = 17;
  return helper;
}

export function segments(points: number[], material: LineBasicMaterial): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  const lines = new LineSegments(geometry, material);
  lines.raycast = () => undefined;
  return lines;
}
