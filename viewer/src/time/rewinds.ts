// Sets time back, and knows afterwards whether it was this page that did: only what others did is told.
import type { ClientMessage } from "../net/contract";

/** The run tells within this time that it was set back [ms]. */
const OWN_MS = 3000;

export class Rewinds {
  /** When this page set time back, and how. */
  private ms = -Infinity;
  private by: ClientMessage["type"] | null = null;

  constructor(private readonly send: (request: ClientMessage) => void) {}

  request(request: ClientMessage): void {
    this.ms = performance.now();
    this.by = request.type;
    this.send(request);
  }

  /** Whether the change that the run tells of now was made here. */
  get isOwn(): boolean {
    return performance.now() - this.ms < OWN_MS;
  }

  get isReset(): boolean {
    return this.by === "reset";
  }

  /** Whether it leads to a moment that this page has seen. After an undo, or what another viewer did, it may be another line. */
  get isAlongLine(): boolean {
    return this.isOwn && (this.by === "reset" || this.by === "branch");
  }
}
