// Goes to steps of a recording; during a drag, only the latest target is requested.
import type { ClientMessage } from "../net/contract";

export class Seeker {
  private sought: number | null = null;

  constructor(private readonly ask: (request: ClientMessage) => Promise<unknown>) {}

  seek(tick: number): void {
    const isAsked = this.sought !== null;
    this.sought = tick;
    if (!isAsked) void this.follow();
  }

  private async follow(): Promise<void> {
    while (this.sought !== null) {
      const step = this.sought;
      await this.ask({ type: "branch", step });
      if (this.sought === step) this.sought = null;
    }
  }
}
