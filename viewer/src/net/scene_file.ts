// The types of `scene.json`: what is in a world, names and numbers. See docs/viewer-protocol.md.

/** x, y, z, then a quaternion x, y, z, w. */
export type Pose = [number, number, number, number, number, number, number];
/** Three numbers in metres. */
export type Point = [number, number, number];

export interface SceneFile {
  protocol: number;
  revision: number;
  program: string;
  world: { name: string; file: string };
  step_ns: number;
  origin_m: Point;
  gui?: Partial<Gui>;
  light?: Partial<Light>;
  sky?: Sky;
  frames: Frame[];
  objects: SceneObject[];
  vehicles: Vehicle[];
  sensors?: Sensor[];
  shapes?: Shape[];
  regions?: Region[];
  markers?: Marker[];
  joints?: Joint[];
  bodies?: Body[];
  warnings?: string[];
}

export interface Gui {
  is_orthographic: boolean;
  show_forces: boolean;
  show_sensor_points: boolean;
  force_scale_m_per_n: number;
  field_of_view_rad: number;
  follow_vehicle: string;
  clip_near_m: number;
  clip_far_m: number;
  camera_distance_m: number;
  camera_azimuth_rad: number;
  camera_elevation_rad: number;
  camera_target_m: Point;
}

export interface Light {
  azimuth_rad: number;
  elevation_rad: number;
  color: Point;
  ambient: number;
  shadows: boolean;
  shadow: Shadow;
}

/** How sharp shadows are, and how far they reach, as `<lights>` says. */
export interface Shadow {
  map_size: number;
  near_m: number;
  far_m: number;
  bias: number;
  normal_bias: number;
  reach_per_distance: number;
  least_reach_m: number;
}

/** Colours from 0 to 1; the images of a sky box are numbers of images in `scene.glb`. */
export interface Sky {
  zenith?: Point;
  horizon?: Point;
  /** Front, back, left, right, up, down. */
  box?: [number, number, number, number, number, number];
}

export type Owner =
  | { kind: "world" }
  | { kind: "vehicle"; index: number }
  | { kind: "wheel"; vehicle: number; index: number }
  | { kind: "block"; index: number }
  | { kind: "actor"; index: number }
  | { kind: "plane"; index: number }
  | { kind: "sensor"; index: number };

export interface Frame {
  name: string;
  owner: Owner;
  pose: Pose;
}

export interface SceneObject {
  name: string;
  frame: number;
  mesh: number;
  /** Three rows of four numbers: the mesh in its frame. */
  transform: number[];
  seen: boolean;
  /** The sides of its triangles that are seen. */
  faces: Faces;
}

export type Faces = "both" | "front" | "back";

export type DriveKind =
  | "twist"
  | "speed_and_steer"
  | "torques"
  | "torques_and_steer"
  | "engine_and_steer"
  | "wheel_torques_and_steer";

export interface Vehicle {
  name: string;
  frame: number;
  drive: DriveKind;
  /** Whether the vehicle steers its wheels, as a car does. */
  steers?: boolean;
  set_point?: number[];
  max_steer_rad?: number;
  com_m?: Point;
  mass_kg?: number;
  start?: Pose;
  color?: Point;
  wheels: { frame: number; radius_m: number; width_m: number }[];
}

export type SensorKind = "laser" | "lidar3d" | "camera" | "rgbd" | "imu" | "gnss";

export interface Sensor {
  name: string;
  vehicle: number | null;
  kind: SensorKind;
  frame: number;
  pose: Pose;
  period_s: number;
  field_of_view_rad?: number;
  vertical_field_of_view_rad?: number;
  max_range_m?: number;
  ring_count?: number;
  preview?: boolean;
  point_size_px?: number;
  /** Red, green, blue, opacity, where the world file chooses. */
  points_rgba?: [number, number, number, number];
  plane_rgba?: [number, number, number, number];
  show_points?: boolean;
  show_plane?: boolean;
}

export interface Shape {
  frame: number;
  outline_m: [number, number][];
  z_min_m: number;
  z_max_m: number;
}

export interface Region {
  name: string;
  text: string;
  outline_m: [number, number][];
  z_m: number;
  color?: Point;
}

export interface Marker {
  color: Point;
  points_m: Point[];
}

export interface Joint {
  frame_a: number;
  frame_b: number;
  anchor_a_m: Point;
  anchor_b_m: Point;
  kind: "distance" | "revolute";
}

export type BodyKind = "vehicle" | "block" | "actor" | "element" | "wall";

export interface Body {
  kind: BodyKind;
  index: number;
  name: string;
  frame: number;
  can_move: boolean;
  mass_kg?: number;
  place?: string;
  parameters?: { name: string; value: string; place?: string }[];
}
