// The simulator's module as a JavaScript object: bytes and texts in, bytes and texts out.
// Used by the page's worker and, in Node, by scripts/check-wasm.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Simulator {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, { page: { now_ms: () => performance.now() } }).exports;
  }

  /** Compile the bytes of the module. @param {BufferSource} bytes */
  static async compile(bytes) {
    return new Simulator(await WebAssembly.compile(bytes));
  }

  /** Call a function of the module; a panic becomes an error with its message. */
  call(name, ...numbers) {
    try {
      return this.exports[name](...numbers);
    } catch (problem) {
      this.exports.skidpad_panic();
      const message = decoder.decode(this.output());
      throw message ? new Error(message) : problem;
    }
  }

  input(bytes) {
    const at = this.call("skidpad_input", bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** A copy of the last answer: the module uses the memory again. */
  output() {
    const [at, length] = [this.exports.skidpad_output() >>> 0, this.exports.skidpad_output_length() >>> 0];
    return new Uint8Array(this.exports.memory.buffer, at, length).slice();
  }

  /** Ask a question; both it and the answer are plain objects. */
  ask(question) {
    this.input(encoder.encode(JSON.stringify(question)));
    this.call("skidpad_ask");
    return JSON.parse(decoder.decode(this.output()));
  }

  /** Give a file by its logical path. */
  give(path, bytes) {
    const name = encoder.encode(path);
    const all = new Uint8Array(name.length + bytes.length);
    all.set(name);
    all.set(bytes, name.length);
    this.input(all);
    this.call("skidpad_give", name.length);
  }

  /** Make a step if one is due; true if another one may be. */
  turn() {
    return this.call("skidpad_turn") !== 0;
  }

  /** Take a message of the viewer. */
  receive(text) {
    this.input(encoder.encode(text));
    this.call("skidpad_receive");
  }

  leave() {
    this.call("skidpad_leave");
  }

  /** The next message to the viewer: a text, the buffer of binary data, or nothing. */
  message() {
    const kind = this.call("skidpad_message");
    if (kind === 0) return null;
    const bytes = this.output();
    return kind === 1 ? decoder.decode(bytes) : bytes.buffer;
  }

  /** The next part of a file that the run has written: bytes, then `{ name, problem }`; null if there is none now. */
  filePart() {
    const kind = this.call("skidpad_file_part");
    if (kind === 0) return null;
    const bytes = this.output();
    if (kind === 1) return bytes;
    const [name, ...problem] = decoder.decode(bytes).split("\n");
    return { name, problem: problem.join("\n") };
  }

  scene() {
    this.call("skidpad_scene_json");
    const json = this.output();
    this.call("skidpad_scene_glb");
    return { json, glb: this.output() };
  }

  /** Bytes of memory that the module has taken. */
  memoryBytes() {
    return this.exports.memory.buffer.byteLength;
  }
}
