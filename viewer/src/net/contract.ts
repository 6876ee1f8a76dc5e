// Generated from edge/skidpad-web/src/contract; do not edit. Renew it with: UPDATE_EXPECT=1 cargo test -p skidpad-web contract

/** Version of the protocol. */
export const PROTOCOL = 1;

/** A pose in 32 bits: x, y, z [m], then a quaternion x, y, z, w. Poses in the world are relative to `origin_m`. */
export type Pose = [number, number, number, number, number, number, number];

/** A pose in the world in 64 bits: x, y, z [m], yaw, pitch, roll [rad]. */
export type WorldPose = [number, number, number, number, number, number];

/** The kind of set point that a controller takes. */
export type DriveKind =
  /** Velocity in the vehicle's frame. */
  | "twist"
  /** Forward speed and steering angle. */
  | "speed_and_steer"
  /** Torques of the left and right motors. */
  | "torques"
  /** Torques of the left and right driven wheels, and a steering angle. */
  | "torques_and_steer"
  /** Torque of the engine and a steering angle. */
  | "engine_and_steer"
  /** Torque of each of four wheels, and a steering angle. */
  | "wheel_torques_and_steer";

/** A set point of a vehicle's controller. */
export type SetPoint =
  /** Velocity in the vehicle's frame: vx, vy [m/s], yaw rate [rad/s]. */
  | { twist: [number, number, number] }
  /** Forward speed [m/s] and steering angle [rad]. */
  | { speed_and_steer: [number, number] }
  /** Torques of the left and right motors [N·m]; negative drives forward, as in MVSim. */
  | { torques: [number, number] }
  /** Torques of the left and right driven wheels [N·m], negative drives forward; steering angle [rad]. */
  | { torques_and_steer: [number, number, number] }
  /** Torque of the engine [N·m], negative drives forward; steering angle [rad]. */
  | { engine_and_steer: [number, number] }
  /** Torques of the front left, front right, rear left and rear right wheel [N·m], positive drives forward; steering angle [rad]. */
  | { wheel_torques_and_steer: [number, number, number, number, number] };

/** How far a brake is pressed. */
export type BrakePress =
  /** The brake pedal, from 0 (released) to 1. */
  | { pedal: number }
  /** The hand brake, from 0 to 1. */
  | { hand: number };

/** A body by its number. */
export type BodyRef =
  /** A vehicle. */
  | { vehicle: number }
  /** A block. */
  | { block: number }
  /** An element of the world: a floor or a wall. */
  | { element: number };

/** Simulated seconds per second of wall-clock time, or as fast as possible. */
export type Speed =
  /** This many. */
  | number
  /** As many as the machine can simulate. */
  | MaxSpeed;

/** The word for as fast as possible. */
export type MaxSpeed =
  /** As fast as possible. */
  | "max";

/** The content of `scene.json`. */
export interface SceneFile {
  /** Version of this protocol. */
  protocol: number;
  /** Increases when something is added to the scene or removed from it; fetch both files again. */
  revision: number;
  /** Name and version of the program. */
  program: string;
  /** The name of the world and of its file. */
  world: WorldName;
  /** Length of a step [ns]. */
  step_ns: number;
  /** The point [m] that every 32-bit position is relative to, so that worlds in UTM coordinates stay sharp. */
  origin_m: [number, number, number];
  /** How the world file asks to be shown at first (`<gui>`). */
  gui: Gui;
  /** The sun (`<lights>`). */
  light: Light;
  /** Lights with a place that are on. */
  lamps: Lamp[];
  /** The sky. */
  sky: Sky;
  /** Coordinate frames that move; frame 0 is the world. */
  frames: Frame[];
  /** What is drawn. */
  objects: SceneObject[];
  /** Vehicles, in the order of their numbers. */
  vehicles: Vehicle[];
  /** Sensors, in the order of their numbers. */
  sensors: Sensor[];
  /** Collision shapes. */
  shapes: Shape[];
  /** Property regions. */
  regions: Region[];
  /** Drawn lines. */
  markers: Marker[];
  /** Connections between bodies. */
  joints: Joint[];
  /** Bodies that can be picked; `select` asks for more about one. */
  bodies: Body[];
  /** Warnings and notes about the world file. */
  warnings: string[];
}

/** The name of a world and of its file. */
export interface WorldName {
  /** Such as `warehouse`. */
  name: string;
  /** Such as `warehouse.world.xml`. */
  file: string;
}

/** How a world file asks to be shown at first. */
export interface Gui {
  /** Whether the projection is orthographic. */
  is_orthographic: boolean;
  /** Whether wheel forces are drawn. */
  show_forces: boolean;
  /** Whether sensor points are drawn. */
  show_sensor_points: boolean;
  /** Length of a drawn force [m/N]. */
  force_scale_m_per_n: number;
  /** Vertical field of view [rad]. */
  field_of_view_rad: number;
  /** Name of the vehicle that the camera follows; empty for none. */
  follow_vehicle: string;
  /** Near clipping distance [m]. */
  clip_near_m: number;
  /** Far clipping distance [m]. */
  clip_far_m: number;
  /** Distance of the camera from its target [m]. The four values of the camera are missing where the file does not mention it. */
  camera_distance_m?: number;
  /** Azimuth of the camera [rad]. */
  camera_azimuth_rad?: number;
  /** Elevation of the camera [rad]. */
  camera_elevation_rad?: number;
  /** The point of the world that the camera looks at [m], not relative to `origin_m`. */
  camera_target_m?: [number, number, number];
}

/** The sun and the ambient light. */
export interface Light {
  /** Azimuth of the sun [rad]. */
  azimuth_rad: number;
  /** Elevation of the sun [rad]. */
  elevation_rad: number;
  /** Red, green, blue, 0 to 1. */
  color: [number, number, number];
  /** Share of ambient light, 0 to 1. */
  ambient: number;
  /** How bright the sun makes surfaces that face it; missing where the file does not say. */
  diffuse?: number;
  /** Colour of the ambient light from above; missing for that of the sun. */
  sky_color?: [number, number, number];
  /** Colour of the ambient light from below; missing for that of the sun. */
  ground_color?: [number, number, number];
  /** Whether things cast shadows. */
  shadows: boolean;
  /** The shadow map. */
  shadow: Shadow;
}

/** A light with a place. */
export interface Lamp {
  /** Number of its frame. */
  frame: number;
  /** Its place in that frame [m]. */
  position_m: [number, number, number];
  /** Red, green, blue, times its strength. */
  color: [number, number, number];
  /** Attenuation: constant, per metre, per square metre. */
  attenuation: [number, number, number];
  /** It shines no farther [m]; missing for no limit. */
  range_m?: number;
  /** Axis of its cone in its frame; missing for one that shines all around. */
  axis?: [number, number, number];
  /** Angle up to which a cone shines fully [rad]. */
  inner_rad?: number;
  /** Angle beyond which a cone is dark [rad]. */
  outer_rad?: number;
  /** Whether things cast shadows in its light. */
  shadows: boolean;
}

/** A shadow map, as the world file describes it. */
export interface Shadow {
  /** Texels per side. */
  map_size: number;
  /** Near clipping distance, seen from the light [m]. */
  near_m: number;
  /** Far clipping distance, seen from the light [m]. */
  far_m: number;
  /** Depth bias, in units of the map. */
  bias: number;
  /** Bias along the normal of a surface. */
  normal_bias: number;
  /** Width of the map as a multiple of the camera's distance. */
  reach_per_distance: number;
  /** Smallest width of the map [m]. */
  least_reach_m: number;
}

/** The sky. All keys are missing in a world without a sky box; the page then chooses the colours. */
export interface Sky {
  /** Colour overhead: red, green, blue, 0 to 1. */
  zenith?: [number, number, number];
  /** Colour at the horizon. */
  horizon?: [number, number, number];
  /** Numbers of the images of the sky box in `scene.glb`: front (+x), back, left (+y), right, up, down. */
  box?: [number, number, number, number, number, number];
}

/** A coordinate frame. */
export interface Frame {
  /** Such as `robot1` or `robot1/wheel_1`. */
  name: string;
  /** What moves it. */
  owner: FrameOwner;
  /** Its pose at first. */
  pose: Pose;
}

/** What moves a frame. */
export type FrameOwner =
  /** Nothing: it is fixed to the world. */
  | { kind: "world" }
  /** A vehicle. */
  | {
      kind: "vehicle";
      /** Number of the vehicle. */
      index: number;
    }
  /** A wheel. */
  | {
      kind: "wheel";
      /** Number of its vehicle. */
      vehicle: number;
      /** Number of the wheel on it. */
      index: number;
    }
  /** A block. */
  | {
      kind: "block";
      /** Number of the block. */
      index: number;
    }
  /** A walking person. */
  | {
      kind: "actor";
      /** Number of the actor. */
      index: number;
    }
  /** A plane of the world that moves, such as an elevator. */
  | {
      kind: "plane";
      /** Number of the plane. */
      index: number;
    }
  /** A sensor. */
  | {
      kind: "sensor";
      /** Number of the sensor. */
      index: number;
    };

/** A mesh in a frame. */
export interface SceneObject {
  /** Its name in the world file. */
  name: string;
  /** Number of its frame. */
  frame: number;
  /** Number of its mesh in `scene.glb`. */
  mesh: number;
  /** The mesh in its frame: three rows of four numbers. */
  transform: number[];
  /** Whether it is drawn; false for what only collides. */
  seen: boolean;
  /** Which sides of its triangles are drawn. */
  faces: Faces;
  /** Light that it gives off now, red, green, blue; missing for none. */
  glow?: [number, number, number];
  /** Whether it casts shadows. */
  casts_shadows: boolean;
}

/** Sides of triangles. */
export type Faces =
  /** Both sides. */
  | "both"
  /** The front. */
  | "front"
  /** The back. */
  | "back";

/** A vehicle. */
export interface Vehicle {
  /** Its name. */
  name: string;
  /** Number of its frame. */
  frame: number;
  /** The kind of set point that its controller takes. */
  drive: DriveKind;
  /** Whether it steers its wheels, as a car does. */
  steers: boolean;
  /** The set point that it starts with; missing for a race car, which starts without one. */
  set_point?: number[];
  /** Largest steering angle [rad]; missing where there is no limit. */
  max_steer_rad?: number;
  /** Whether it has brakes. */
  has_brake: boolean;
  /** Centre of mass in its frame [m]. */
  com_m: [number, number, number];
  /** Mass [kg]. */
  mass_kg: number;
  /** Its pose when this file was written, where its odometry starts. */
  start: Pose;
  /** Its wheels. */
  wheels: Wheel[];
}

/** A wheel. */
export interface Wheel {
  /** Number of its frame. */
  frame: number;
  /** Radius [m]. */
  radius_m: number;
  /** Width [m]. */
  width_m: number;
}

/** A sensor. */
export interface Sensor {
  /** Its name, unique on its vehicle. */
  name: string;
  /** Number of the vehicle that carries it; null for a sensor that stands in the world. */
  vehicle: number | null;
  /** What it measures with. */
  kind: SensorKind;
  /** Number of the frame that carries it. */
  frame: number;
  /** Its pose in that frame. */
  pose: Pose;
  /** Time between two readings [s]. */
  period_s: number;
  /** Whether the world file asks for a preview of its pictures. */
  preview: boolean;
  /** Whether a preview shows the depth alone, for cameras that see depth and colours. */
  preview_depth: boolean;
  /** Whether its points are drawn. */
  show_points: boolean;
  /** Whether the plane that it sweeps is drawn. */
  show_plane: boolean;
  /** Horizontal field of view [rad], where it has one. */
  field_of_view_rad?: number;
  /** Vertical field of view [rad], where it has one. */
  vertical_field_of_view_rad?: number;
  /** Longest range [m], where it is finite. */
  max_range_m?: number;
  /** Number of rings of a 3D lidar. */
  ring_count?: number;
  /** Size of drawn points [px], for lasers and lidars. */
  point_size_px?: number;
  /** Colour of drawn points: red, green, blue, opacity, 0 to 1; missing where the world file does not give one. */
  points_rgba?: [number, number, number, number];
  /** Colour of the drawn plane; missing where the world file does not give one. */
  plane_rgba?: [number, number, number, number];
}

/** What a sensor measures with. */
export type SensorKind =
  /** A planar laser scanner. */
  | "laser"
  /** A spinning lidar. */
  | "lidar3d"
  /** A colour camera. */
  | "camera"
  /** A colour and depth camera. */
  | "rgbd"
  /** An inertial measurement unit. */
  | "imu"
  /** A satellite receiver. */
  | "gnss"
  /** A detector of cones beside a track; its cones are sent as a cloud. */
  | "cone_detector"
  /** A sensor that a program brought along; its arrays are sent as a reading, and as a cloud where they mean points. */
  | "arrays";

/** A collision shape: a prism in a frame. */
export interface Shape {
  /** Number of its frame. */
  frame: number;
  /** Corners [m]. */
  outline_m: [number, number][];
  /** Lower end [m]. */
  z_min_m: number;
  /** Upper end [m]. */
  z_max_m: number;
}

/** A region of the world with properties of its own. */
export interface Region {
  /** The property that it changes. */
  name: string;
  /** The property and its value. */
  text: string;
  /** Corners relative to `origin_m` [m]. */
  outline_m: [number, number][];
  /** Height to draw it at, relative to `origin_m` [m]. */
  z_m: number;
}

/** A drawn line. */
export interface Marker {
  /** Red, green, blue, 0 to 1. */
  color: [number, number, number];
  /** Points relative to `origin_m` [m]. */
  points_m: [number, number, number][];
}

/** A connection between two bodies. */
export interface Joint {
  /** Number of the frame of the first body. */
  frame_a: number;
  /** Number of the frame of the second body. */
  frame_b: number;
  /** Anchor in the first frame [m]. */
  anchor_a_m: [number, number, number];
  /** Anchor in the second frame [m]. */
  anchor_b_m: [number, number, number];
  /** What it allows. */
  kind: JointKind;
}

/** What a joint allows. */
export type JointKind =
  /** The distance of the anchors stays between two limits. */
  | "distance"
  /** The bodies turn about their common anchor. */
  | "revolute";

/** A body that can be picked. */
export interface Body {
  /** What it is. */
  kind: BodyKind;
  /** Its number among those of its kind. */
  index: number;
  /** Its name. */
  name: string;
  /** Number of its frame. */
  frame: number;
  /** Whether it can be moved. */
  can_move: boolean;
  /** Mass [kg]; missing for persons and for copies of vehicles. */
  mass_kg?: number;
  /** `file:line:column`; empty for what was added while running. */
  place: string;
}

/** What a body is. */
export type BodyKind =
  /** A vehicle. */
  | "vehicle"
  /** A block. */
  | "block"
  /** A walking person. */
  | "actor"
  /** An element of the world: a floor or a wall. */
  | "element";

/** A text message from a client. */
export type ClientMessage =
  /** Must be the first message; answered by `welcome`. */
  | {
      type: "hello";
      /** Version of the protocol that the client speaks. */
      protocol: number;
      /** What to send from the start; the defaults of `subscribe` if missing. */
      subscribe?: Subscription | null;
    }
  /** Chooses what is sent and how often. A sensor without subscribers is not computed. */
  | ({ type: "subscribe" } & Subscription)
  /** Continues the run. */
  | { type: "play" }
  /** Pauses the run. */
  | { type: "pause" }
  /** Makes a number of steps, then pauses. */
  | {
      type: "step";
      /** From 1 to 10000. */
      count: number;
    }
  /** Changes the speed of simulated time. */
  | {
      type: "speed";
      /** From 0.001 to 1000, or `"max"`. */
      factor: Speed;
    }
  /** Resets the world to its initial state. */
  | { type: "reset" }
  /** Returns to the end of the time line that the last `reset`, `branch` or `restore` left, for every client. */
  | { type: "undo" }
  /** Ends the program. */
  | { type: "quit" }
  /** Gives a vehicle a new set point. */
  | {
      type: "drive";
      /** Number of the vehicle. */
      vehicle: number;
      /** The set point, of the kind that the vehicle's controller takes. */
      drive: SetPoint;
    }
  /** Presses or releases a brake of a vehicle that has one. */
  | {
      type: "brake";
      /** Number of the vehicle. */
      vehicle: number;
      /** Which brake, and how far. */
      brake: BrakePress;
    }
  /** Moves a body. */
  | {
      type: "teleport";
      /** The body. */
      body: BodyRef;
      /** Its new pose. */
      pose: WorldPose;
    }
  /** Adds a vehicle or a block until the next reset. Refused where 1000 bodies have been added. */
  | ({ type: "spawn" } & Spawn)
  /** Removes a body until the next reset. */
  | {
      type: "remove";
      /** The body. */
      body: BodyRef;
    }
  /** Asks for the parameters of a body and where they are written; answered by `selected`. */
  | {
      type: "select";
      /** The body; null or missing for none, which is answered by `done`. */
      body?: BodyRef | null;
    }
  /** Shows the kept moment nearest to a step: `poses`, `vehicles` and `contacts` with the flag `past`, to this client alone, then `moments`. */
  | {
      type: "peek";
      /** The step. */
      step: number;
    }
  /** Returns to the kept moment nearest to a step and continues from there, for every client. */
  | {
      type: "branch";
      /** The step. */
      step: number;
    }
  /** Keeps the present moment under a name until the program ends. */
  | {
      type: "snapshot";
      /** The name, 1 to 255 bytes. */
      name: string;
    }
  /** Returns to the moment of that name, for every client. */
  | {
      type: "restore";
      /** The name. */
      name: string;
    }
  /** Controls CSV logs or the recording; exactly one of the two. The run chooses the names of the files. */
  | {
      type: "record";
      /** What to do with the CSV logs. */
      csv?: RecordAction | null;
      /** What to do with the MCAP recording. */
      mcap?: RecordAction | null;
    }
  /** Shows what was changed in the world, or writes it into a world file; answered by `edits`. The run chooses the name of a new file. */
  | {
      type: "edits";
      /** Whether the changes are written; false or missing only shows them. */
      save?: boolean;
      /** Whether the world's own file is replaced, which a run with `--edit` allows. */
      in_place?: boolean;
      /** Whether the file is the world after includes, loops and variables. */
      expanded?: boolean;
    }
  /** Asks for the exact state; answered by `state`. */
  | { type: "inspect" }
  /** Makes steps in a run that is in lock-step, and waits at the end of them; answered by `advanced`. The first client that sends it has control for as long as it stays connected. */
  | {
      type: "advance";
      /** How many steps, from 1 to 10000. */
      steps: number;
      /** Commands that the first of these steps applies, in this order; none by default. */
      commands?: AdvanceCommand[];
      /** Numbers of the sensors to read after the last step; none by default. Their readings come before the answer. */
      sensors?: number[];
    };

/** A command of `advance`. */
export type AdvanceCommand =
  /** Gives a vehicle a new set point, which holds until it is replaced. */
  | {
      type: "drive";
      /** Number of the vehicle. */
      vehicle: number;
      /** The set point, of the kind that the vehicle's controller takes. */
      drive: SetPoint;
    }
  /** Presses or releases a brake of a vehicle that has one. */
  | {
      type: "brake";
      /** Number of the vehicle. */
      vehicle: number;
      /** Which brake, and how far. */
      brake: BrakePress;
    }
  /** Moves a body. */
  | {
      type: "teleport";
      /** The body. */
      body: BodyRef;
      /** Its new pose. */
      pose: WorldPose;
    }
  /** Adds a vehicle or a block until the next reset. */
  | ({ type: "spawn" } & Spawn)
  /** Removes a body until the next reset. */
  | {
      type: "remove";
      /** The body. */
      body: BodyRef;
    }
  /** Resets the world to its initial state. */
  | { type: "reset" };

/** What is sent to a client, and how often. A key that is missing has its default. */
export interface Subscription {
  /** Frames per second of wall-clock time, 0 to 120; 30 by default. */
  rate_hz?: number;
  /** Whether to send `poses`; true by default. */
  poses?: boolean;
  /** Whether to send `vehicles`; true by default. */
  vehicles?: boolean;
  /** Whether to send `contacts`; false by default. */
  contacts?: boolean;
  /** Numbers of the sensors whose readings to send; none by default. */
  sensors?: number[];
  /** About how many points of a cloud to send, those far away thinned more; 0, the default, sends all. */
  max_points?: number;
}

/** A body to add. */
export type Spawn =
  /** A vehicle of the same make as another one. */
  | { vehicle: SpawnVehicle }
  /** A block. */
  | { block: SpawnBlock }
  /** A block of the same make as another one, with its meshes. */
  | { block_like: SpawnBlockLike };

/** A vehicle to add. */
export interface SpawnVehicle {
  /** Number of the vehicle to copy. */
  like: number;
  /** Its name; it must be new. */
  name: string;
  /** Where it starts. */
  pose: WorldPose;
}

/** A copy of a block to add. */
export interface SpawnBlockLike {
  /** Number of the block to copy. */
  like: number;
  /** Its name; it must be new. */
  name: string;
  /** Where it starts. */
  pose: WorldPose;
}

/** A block to add. */
export interface SpawnBlock {
  /** Its name. */
  name: string;
  /** Where it starts. */
  pose: WorldPose;
  /** Corners of its outline [m], 3 to 64. */
  outline_m: [number, number][];
  /** Lower and upper end [m]. */
  z_m: [number, number];
  /** Mass [kg]. */
  mass_kg: number;
}

/** What to do with files that are written. */
export type RecordAction =
  /** Starts writing. */
  | "start"
  /** Stops writing. */
  | "stop"
  /** Starts the files again; a recording gets a new file instead. */
  | "clear"
  /** Closes the files and starts new ones. */
  | "new";

/** A text message to a client. */
export type ServerMessage =
  /** The answer to `hello`. */
  | ({ type: "welcome" } & Welcome)
  /** How the run is doing; sent about four times a second. */
  | ({ type: "status" } & Status)
  /** The kept moments; sent in answer to `peek`, and whenever they have changed. */
  | {
      type: "moments";
      /** Steps of the kept moments. */
      steps: number[];
    }
  /** A client gave a vehicle a new set point; sent to all clients. */
  | {
      type: "drive";
      /** Number of the vehicle. */
      vehicle: number;
      /** The set point. */
      drive: SetPoint;
    }
  /** Something happened that a person should know. */
  | {
      type: "event";
      /** What happened. */
      kind: EventKind;
      /** The same in words. */
      text: string;
    }
  /** A small reading, as text. */
  | ({ type: "reading" } & Reading)
  /** The answer to `select`. */
  | {
      type: "selected";
      /** The number of the request. */
      id?: number;
      /** Where the body is written: `file:line:column`; empty for what was added while running. */
      place: string;
      /** What the world file says about it. */
      parameters: Parameter[];
    }
  /** The answer to `inspect`. */
  | ({ type: "state" } & State)
  /** The answer to `edits`. */
  | ({ type: "edits" } & Edits)
  /** The answer to `advance`: the steps are made. Readings that were asked for come before it. */
  | ({ type: "advanced" } & Advanced)
  /** A request was carried out. Sent only to requests with an `id`. */
  | {
      type: "done";
      /** The number of the request. */
      id: number;
    }
  /** A request was refused and changed nothing. */
  | {
      type: "refused";
      /** The number of the request, if it had one. */
      id?: number;
      /** Why. */
      reason: string;
    }
  /** The scene has changed: fetch it again, then send `subscribe` to receive every pose. */
  | {
      type: "scene_changed";
      /** The new revision. */
      revision: number;
    }
  /** The connection ends. */
  | {
      type: "goodbye";
      /** Why. */
      reason: string;
    };

/** What was changed in the world, as the difference to its file. */
export interface Edits {
  /** The number of the request. */
  id?: number;
  /** How many places of the file change. */
  count: number;
  /** Name of the world's file. */
  file: string;
  /** The difference, as `diff -u` shows it. */
  diff: string;
  /** Objects whose changes cannot be written, and why. */
  refused: [string, string][];
  /** Whether the world's own file may be replaced. */
  may_replace: boolean;
  /** The file that was written; null if the changes were only shown. */
  saved: string | null;
}

/** The world after the steps of `advance`. */
export interface Advanced {
  /** The number of the request. */
  id?: number;
  /** The step. */
  step: number;
  /** Simulated time [ns]. */
  time_ns: number;
  /** Hash of the state, as 16 hexadecimal digits; `skidpad launch --hash` prints the same. */
  hash: string;
  /** Vehicles, in the order of their numbers; removed ones keep their place. */
  vehicles: VehicleState[];
  /** Why commands were not followed; empty if all were. */
  refused: string[];
  /** How often the time limit has passed since the start, so that steps were made without the client. */
  missed_count: number;
}

/** The answer to `hello`. */
export interface Welcome {
  /** Version of the protocol. */
  protocol: number;
  /** Number of this client. */
  client: number;
  /** Revision of the scene. */
  revision: number;
  /** Identity of the run. A client that connects again and finds another one must fetch the scene again. */
  run: string;
  /** Name and version of the program. */
  program: string;
  /** What this server offers. */
  can: Capability[];
}

/** What a server offers. */
export type Capability =
  /** `play`, `pause`, `step` and `speed`. */
  | "control"
  /** `peek`, `branch`, `snapshot` and `restore`. */
  | "rewind"
  /** `teleport`, `spawn` and `remove`. */
  | "edit"
  /** `drive` and `brake`. */
  | "drive"
  /** A recording is played: `branch` goes to any step of it. */
  | "seek"
  /** The run is in lock-step: `advance`. */
  | "lockstep";

/** How the run is doing. */
export interface Status {
  /** The step. */
  step: number;
  /** Simulated time [ns]. */
  time_ns: number;
  /** Whether the run is paused. */
  is_paused: boolean;
  /** The speed asked for. */
  speed: Speed;
  /** The speed achieved lately. */
  real_time_factor: number;
  /** Steps that started more than one step late. */
  missed_deadline_count: number;
  /** Connected viewers. */
  client_count: number;
  /** Frames dropped because this client was too slow. */
  dropped_count: number;
  /** How often time was set back. */
  branch: number;
  /** First step, last step and number of the kept moments; null while there are none. */
  moments: [number, number, number] | null;
  /** Names of the moments kept by `snapshot`. */
  named: string[];
  /** The CSV logs being written; null for none. */
  csv: WrittenFiles | null;
  /** The recording being written; null for none. */
  mcap: WrittenFiles | null;
  /** The files that were closed last; null before any were. */
  closed: WrittenFiles | null;
  /** Whether `undo` has a time line to return to. */
  can_undo: boolean;
  /** The set points that vehicles have from viewers; those that no viewer has driven are missing. */
  driven: GivenSetPoint[];
  /** Where the playback is; missing unless a recording is played. */
  recording?: PlaybackPosition;
}

/** A set point that a viewer gave. */
export interface GivenSetPoint {
  /** Number of the vehicle. */
  vehicle: number;
  /** The set point. */
  drive: SetPoint;
}

/** Files being written. */
export interface WrittenFiles {
  /** Simulated time at their start [ns]. */
  since_ns: number;
  /** Path of the first of them on the machine of the run. */
  file: string;
  /** How many there are. */
  file_count: number;
  /** Size of the first [bytes]; missing where it cannot be found. */
  size_bytes?: number;
}

/** Where the playback of a recording is. */
export interface PlaybackPosition {
  /** Steps played. */
  tick: number;
  /** Steps in the recording. */
  end_tick: number;
  /** The first step whose state differed from the recorded one; missing while all agree. */
  differs_at?: number;
}

/** What happened. */
export type EventKind =
  /** The state of a body became non-finite, and it was stopped. */
  | "quarantined"
  /** A vehicle stops because its last command is too old. */
  | "timed_out"
  /** Both wheels of a side or of an axle of a race car have left the ground. */
  | "tipping"
  /** A class that a program brought along failed. */
  | "extension_failed"
  /** A class that a program brought along says something. */
  | "note";

/** A small reading. */
export interface Reading {
  /** Number of the sensor. */
  sensor: number;
  /** Simulated time of the reading [ns]. */
  time_ns: number;
  /** The reading of an inertial measurement unit. */
  imu?: ImuReading;
  /** The reading of a satellite receiver that has a fix. */
  gnss?: GnssReading;
  /** The arrays of a sensor that a program brought along. */
  arrays?: ArrayReading[];
}

/** An array of a sensor that a program brought along. */
export interface ArrayReading {
  /** Its name. */
  name: string;
  /** The unit of its numbers; may be empty. */
  unit: string;
  /** How many numbers it has. */
  count: number;
  /** The numbers, null for an infinite one; of a long array evenly spaced ones, 512 at most. */
  values: (number | null)[];
}

/** The reading of an inertial measurement unit, in its own frame. */
export interface ImuReading {
  /** Specific force [m/s²]. */
  acceleration_mps2: [number, number, number];
  /** Angular velocity [rad/s]. */
  rate_radps: [number, number, number];
}

/** The reading of a satellite receiver. */
export interface GnssReading {
  /** Latitude [°], WGS-84. */
  latitude_deg: number;
  /** Longitude [°], WGS-84. */
  longitude_deg: number;
  /** Height above the ellipsoid [m]. */
  height_m: number;
}

/** A line of a body's description. */
export interface Parameter {
  /** Such as `mass`. */
  name: string;
  /** Such as `30 kg`. */
  value: string;
  /** `file:line:column`; empty when it is not written anywhere. */
  place: string;
}

/** The exact state of the world. */
export interface State {
  /** The number of the request. */
  id?: number;
  /** The step. */
  step: number;
  /** Simulated time [ns]. */
  time_ns: number;
  /** Steps made since the run started; a reset does not set it back. */
  tick: number;
  /** Whether the run is paused. */
  is_paused: boolean;
  /** Vehicles, in the order of their numbers. */
  vehicles: VehicleState[];
  /** Blocks, in the order of their numbers. */
  blocks: BlockState[];
}

/** The state of a vehicle. */
export interface VehicleState {
  /** Its name. */
  name: string;
  /** Its pose. */
  pose: WorldPose;
  /** Its velocity in its own frame: vx, vy [m/s], yaw rate [rad/s]. */
  twist: [number, number, number];
}

/** The state of a block. */
export interface BlockState {
  /** Its name. */
  name: string;
  /** Whether it is in the world. */
  is_present: boolean;
  /** Its pose. */
  pose: WorldPose;
}

/** What a binary message is; its first byte. */
export const MessageKind = {
  /** Poses of frames that changed. */
  poses: 1,
  /** Velocities, odometry, controllers and wheels of all vehicles. */
  vehicles: 2,
  /** Where bodies push each other. */
  contacts: 3,
  /** A scan of a planar laser. */
  scan: 4,
  /** A cloud of points. */
  cloud: 5,
  /** A picture. */
  picture: 6,
} as const;

/** Flags of a binary message; its second byte. */
export const Flag = {
  /** It answers `peek`. */
  past: 1,
  /** It has every frame, not only those that changed. */
  whole: 2,
} as const;

/** How the pixels of a picture are written. */
export const PictureFormat = {
  /** Red, green, blue, one byte each. */
  rgb: 1,
  /** Depth as u16 [mm], 0 where nothing was seen. */
  depth_mm: 2,
} as const;

/** Bytes before the records of a binary message. */
export const HEADER_BYTES = 24;

/** First byte of each value of the header. */
export const HEADER = {
  /** u8, kind of the message. */
  kind: 0,
  /** u8, flags, added up. */
  flags: 1,
  /** u16, number of the sensor; 0 if there is none. */
  sensor: 2,
  /** u32, number of records. */
  count: 4,
  /** u64, step. */
  step: 8,
  /** u64, simulated time [ns]. */
  time_ns: 16,
} as const;

/** Word of each value of a frame in `poses`. */
export const POSE_RECORD = {
  /** u32, number of the frame. */
  frame: 0,
  /** f32, position relative to `origin_m` [m]. */
  x_m: 1,
  /** f32, y. */
  y_m: 2,
  /** f32, z. */
  z_m: 3,
  /** f32, quaternion. */
  qx: 4,
  /** f32, y. */
  qy: 5,
  /** f32, z. */
  qz: 6,
  /** f32, w. */
  qw: 7,
} as const;

/** Words of such a record. */
export const POSE_RECORD_WORDS = 8;

/** Word of each value of a vehicle in `vehicles`. */
export const VEHICLE = {
  /** u32, 1 present, 2 in collision, 4 had a collision; added up. */
  flags: 0,
  /** f32, velocity in the vehicle's frame, forward [m/s]. */
  vx_mps: 1,
  /** f32, to the left [m/s]. */
  vy_mps: 2,
  /** f32, yaw rate [rad/s]. */
  yaw_rate_radps: 3,
  /** f32, acceleration in the world, x [m/s²]. */
  ax_mps2: 4,
  /** f32, y [m/s²]. */
  ay_mps2: 5,
  /** f32, odometry seen from the start, x [m]. */
  odometry_x_m: 6,
  /** f32, y [m]. */
  odometry_y_m: 7,
  /** f32, yaw [rad]. */
  odometry_yaw_rad: 8,
  /** f32, first speed controller: set point [m/s]. */
  loop_1_set_point_mps: 9,
  /** f32, measured speed [m/s]. */
  loop_1_measured_mps: 10,
  /** f32, torque [N·m]. */
  loop_1_torque_nm: 11,
  /** f32, second speed controller: set point [m/s]. */
  loop_2_set_point_mps: 12,
  /** f32, measured speed [m/s]. */
  loop_2_measured_mps: 13,
  /** f32, torque [N·m]. */
  loop_2_torque_nm: 14,
  /** u32, number of wheels that follow. */
  wheel_count: 15,
} as const;

/** Words of such a record. */
export const VEHICLE_WORDS = 16;

/** Word of each value of a wheel in `vehicles`. */
export const WHEEL = {
  /** f32, position on the vehicle, x [m]. */
  x_m: 0,
  /** f32, y [m]. */
  y_m: 1,
  /** f32, steering angle [rad]. */
  steer_rad: 2,
  /** f32, spin [rad/s]. */
  spin_radps: 3,
  /** f32, torque [N·m]. */
  torque_nm: 4,
  /** f32, force of the ground in the vehicle's frame, x [N]. */
  force_x_n: 5,
  /** f32, y [N]. */
  force_y_n: 6,
  /** f32, load [N]. */
  load_n: 7,
  /** f32, slip angle [rad]. */
  slip_angle_rad: 8,
  /** f32, slip ratio [-]. */
  slip_ratio: 9,
  /** f32, largest force that the tyre can transmit [N]. */
  grip_n: 10,
  /** f32, velocity in the vehicle's frame, y [m/s]. */
  lateral_velocity_mps: 11,
} as const;

/** Words of such a record. */
export const WHEEL_WORDS = 12;

/** Word of each value of a contact in `contacts`. */
export const CONTACT = {
  /** f32, position relative to `origin_m`, x [m]. */
  x_m: 0,
  /** f32, y [m]. */
  y_m: 1,
  /** f32, impulse [N·s]. */
  impulse_newton_s: 2,
  /** f32, 1 if the bodies did not touch in the step before, else 0. */
  is_first: 3,
} as const;

/** Words of such a record. */
export const CONTACT_WORDS = 4;
