// The last seconds as a film: poses that were received are shown again and recorded as WebM.

export interface Frame {
  timeNs: number;
  poses: Float32Array;
}

/** How much is kept [s], and how often [ns]. */
export const FILM_S = 10;
const KEPT_NS = FILM_S * 1e9;
const PERIOD_NS = 40e6;
const BITS_PER_SECOND = 8_000_000;

/** Poses of the last seconds of simulated time. */
export class PoseRing {
  private frames: Frame[] = [];

  add(poses: Float32Array, timeNs: number): void {
    const last = this.frames.at(-1);
    // Time was set back.
    if (last && timeNs < last.timeNs) this.frames = [];
    else if (last && timeNs - last.timeNs < PERIOD_NS) return;
    this.frames.push({ timeNs, poses: poses.slice() });
    while (this.frames[0].timeNs < timeNs - KEPT_NS) this.frames.shift();
  }

  clear(): void {
    this.frames = [];
  }

  get all(): Frame[] {
    return [...this.frames];
  }
}

export const canFilm = (): boolean => typeof MediaRecorder !== "undefined" && "captureStream" in HTMLCanvasElement.prototype;

/** Show frames one after another at the speed of simulated time, and record what is drawn. `tell` learns how much is done, from 0 to 1. */
export async function film(canvas: HTMLCanvasElement, frames: Frame[], show: (frame: Frame) => void, tell: (share: number) => void): Promise<Blob> {
  const stream = canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((it) => MediaRecorder.isTypeSupported(it)) ?? "";
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  recorder.start(500);
  const began = performance.now();
  for (let next = 0; next < frames.length;) {
    const dueNs = frames[0].timeNs + (performance.now() - began) * 1e6;
    const due = frames.findLastIndex((frame) => frame.timeNs <= dueNs);
    if (due >= next) {
      show(frames[due]);
      next = due + 1;
      tell(next / frames.length);
    }
    // Two turns: one draws, the next finds it on the canvas.
    await turn();
    await turn();
    track.requestFrame();
  }
  recorder.stop();
  await stopped;
  for (const one of stream.getTracks()) one.stop();
  return new Blob(parts, { type: "video/webm" });
}

function turn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
