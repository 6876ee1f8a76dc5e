// Text messages of the protocol, both ways.
import type { DriveKind } from "./scene_file";

export type Drive = Partial<Record<DriveKind, number[]>>;
export type BodyName = { vehicle: number } | { block: number };

export interface Subscription {
  rate_hz: number;
  poses: boolean;
  vehicles: boolean;
  contacts: boolean;
  sensors: number[];
}

export type Request =
  | { type: "hello"; protocol: number; subscribe: Subscription }
  | ({ type: "subscribe" } & Subscription)
  | { type: "play" | "pause" | "reset" | "inspect" }
  | { type: "step"; count: number }
  | { type: "speed"; factor: number | "max" }
  | { type: "drive"; vehicle: number; drive: Drive }
  | { type: "teleport"; body: BodyName; pose: number[] }
  | { type: "spawn"; vehicle: { like: number; name: string; pose: number[] } }
  | { type: "spawn"; block: { name: string; pose: number[]; outline_m: [number, number][]; z_m: [number, number]; mass_kg: number } }
  | { type: "remove"; body: BodyName }
  | { type: "select"; body: BodyName | null }
  | { type: "peek" | "branch"; step: number }
  | { type: "snapshot" | "restore"; name: string }
  | { type: "record"; csv?: RecordAction; mcap?: RecordAction };

export type RecordAction = "start" | "stop" | "clear" | "new";

/** Something being written: since when, the first of the files, and how many they are. */
export interface Writing {
  since_ns: number;
  file?: string;
  file_count?: number;
}

export interface Status {
  type: "status";
  step: number;
  time_ns: number;
  is_paused: boolean;
  speed: number | "max";
  real_time_factor: number;
  missed_deadline_count: number;
  client_count: number;
  dropped_count: number;
  branch: number;
  moments: [number, number, number] | null;
  csv: Writing | null;
  mcap: Writing | null;
  /** Names of moments that were kept. */
  named?: string[];
  /** When a recording is played: where it is, how long it is, and where it was found to differ from a repetition. */
  recording?: { tick: number; end_tick: number; differs_at?: number };
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  client: number;
  revision: number;
  program: string;
  can: string[];
}

export interface Reading {
  type: "reading";
  sensor: number;
  time_ns: number;
  imu?: { acceleration_mps2: number[]; rate_radps: number[]; orientation?: number[] };
  gnss?: { latitude_deg: number; longitude_deg: number; height_m: number };
}

export type Answer =
  | Welcome
  | Status
  | Reading
  | { type: "moments"; steps: number[] }
  | { type: "drive"; vehicle: number; drive: Drive }
  | { type: "event"; kind: string; text: string }
  | { type: "done"; id: number }
  | { type: "refused"; id?: number; reason: string }
  | { type: "selected"; id?: number; place?: string; parameters: { name: string; value: string; place?: string }[] }
  | { type: "state"; id?: number; step: number; hash: string; vehicles: { name: string; pose: number[]; twist: number[] }[]; blocks: { name: string; is_present: boolean; pose: number[] }[] }
  | { type: "scene_changed"; revision: number }
  | { type: "goodbye"; reason: string };
