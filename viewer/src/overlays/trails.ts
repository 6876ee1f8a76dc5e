// The recent path of each vehicle as a thin line.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, Line, LineBasicMaterial, Vector3 } from "three";
import type { World } from "../scene/world";
import { vehicleColor } from "../sensors/palette";

const LENGTH = 1500;
const SPACING_M = 0.05;
const JUMP_M = 3;
const at = new Vector3();

interface Trail {
  line: Line<BufferGeometry, LineBasicMaterial>;
  points: Float32Array;
  count: number;
}

export class Trails {
  readonly root = new Group();
  private readonly trails: Trail[];

  constructor(private readonly world: World) {
    this.trails = world.file.vehicles.map((_, index) => {
      const points = new Float32Array(LENGTH * 3);
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(points, 3).setUsage(DynamicDrawUsage));
      geometry.setDrawRange(0, 0);
      const material = new LineBasicMaterial({ color: new Color(vehicleColor(index)), transparent: true, opacity: 0.75 });
      const line = new Line(geometry, material);
      line.frustumCulled = false;
      line.visible = false;
      line.raycast = () => undefined;
      this.root.add(line);
      return { line, points, count: 0 };
    });
  }

  clear(): void {
    for (const trail of this.trails) {
      trail.count = 0;
      trail.line.visible = false;
    }
  }

  update(): void {
    this.trails.forEach((trail, index) => {
      this.world.positionOf(this.world.file.vehicles[index].frame, at);
      const last = (trail.count - 1) * 3;
      const gap = trail.count === 0 ? Infinity : Math.hypot(at.x - trail.points[last], at.y - trail.points[last + 1]);
      if (gap < SPACING_M || Number.isNaN(gap)) return;
      if (gap > JUMP_M) trail.count = 0;
      const places = trail.line.geometry.getAttribute("position") as BufferAttribute;
      if (trail.count === LENGTH) {
        // Drop the oldest fifth at once, so that the array is rarely moved.
        const kept = Math.floor(LENGTH * 0.8);
        trail.points.copyWithin(0, (LENGTH - kept) * 3);
        trail.count = kept;
        places.addUpdateRange(0, kept * 3);
      }
      const end = trail.count * 3;
      trail.points[end] = at.x;
      trail.points[end + 1] = at.y;
      trail.points[end + 2] = at.z + 0.03;
      trail.count++;
      trail.line.geometry.setDrawRange(0, trail.count);
      trail.line.visible = trail.count > 1;
      // Upload only the new point.
      if (places.updateRanges.length > 100) places.clearUpdateRanges();
      else places.addUpdateRange(end, 3);
      places.needsUpdate = true;
    });
  }
}
