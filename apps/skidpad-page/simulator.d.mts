/** A problem of a world, with its place. */
export interface Problem {
  severity: "error" | "warning" | "note";
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

export interface Problems {
  error_count: number;
  warning_count: number;
  problems: Problem[];
}

/** A name that may be written at a place of a text. */
export interface Completion {
  name: string;
  is_attribute: boolean;
  value: string;
  doc: string;
}

export type Question =
  | { ask: "files" }
  | { ask: "text"; file: string }
  | { ask: "shipped" }
  | { ask: "forget" }
  | { ask: "check"; world: string }
  | { ask: "complete"; path: string[] }
  | { ask: "open"; world: string; seed?: number; paused?: boolean }
  | { ask: "state" }
  | { ask: "hash"; world: string; steps: number; seed?: number; commands?: string };

export type Answer =
  | { answer: "done" }
  | { answer: "files"; files: string[] }
  | { answer: "text"; text: string }
  | ({ answer: "problems" } & Problems)
  | { answer: "completions"; names: Completion[] }
  | ({ answer: "opened" } & Problems)
  | { answer: "state"; step: number; time_ns: number; state: string; observed: string }
  | { answer: "hash"; steps: number; step_ns: number; state: string; observed: string }
  | { answer: "refused"; reason: string };

export class Simulator {
  constructor(module: WebAssembly.Module);
  static compile(bytes: BufferSource): Promise<Simulator>;
  ask(question: Question): Answer;
  give(path: string, bytes: Uint8Array): void;
  turn(): boolean;
  receive(text: string): void;
  leave(): void;
  message(): string | ArrayBuffer | null;
  filePart(): Uint8Array<ArrayBuffer> | { name: string; problem: string } | null;
  scene(): { json: Uint8Array<ArrayBuffer>; glb: Uint8Array<ArrayBuffer> };
  memoryBytes(): number;
}
