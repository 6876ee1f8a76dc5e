// What the record panel and its keys do: logs, recordings, named moments. What would be lost is asked about first.
import type { ClientMessage, RecordAction, ServerMessage, Status } from "../net/contract";
import { clockText } from "../time/clock";
import type { Confirm } from "./confirm";
import type { Toasts } from "./toasts";

/** The run limits snapshots per second, so a refused one is retried, this often and after this time [ms]. */
const TRIES = 10;
const RETRY_MS = 120;

/** The connection, as far as it is needed here. */
interface Sender {
  send(request: ClientMessage): void;
  ask(request: ClientMessage, isLoud?: boolean): Promise<ServerMessage>;
}

export class RecordControls {
  constructor(
    private readonly connection: Sender, private readonly confirm: Confirm, private readonly toasts: Toasts, private readonly status: () => Status | null,
  ) {}

  key(what: "l" | "c" | "n" | "m"): void {
    if (what === "m") this.mcap(this.status()?.mcap ? "stop" : "start");
    else if (what === "l") this.csv(this.status()?.csv ? "stop" : "start");
    else this.csv(what === "n" ? "new" : "clear");
  }

  /** Refusals are shown like any other. */
  csv(action: RecordAction): void {
    if (action === "clear") void this.clearLogs();
    else this.connection.send({ type: "record", csv: action });
  }

  mcap(action: RecordAction): void {
    this.connection.send({ type: "record", mcap: action });
  }

  /** What was written would be lost. */
  private async clearLogs(): Promise<void> {
    const csv = this.status()?.csv;
    const isSure = !csv || (await this.confirm.ask(`Restart the log files? What was written to ${csv.file} since ${clockText(csv.since_ns)} is lost.`, "Restart the logs"));
    if (isSure) this.connection.send({ type: "record", csv: "clear" });
  }

  async keepMoment(name: string): Promise<void> {
    for (let turn = 1; turn <= TRIES; turn++) {
      const answer = await this.connection.ask({ type: "snapshot", name }, turn === TRIES);
      if (answer.type === "done") {
        this.toasts.say(`Saved as ${name}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async quit(): Promise<void> {
    if (await this.confirm.ask("End the program? The run ends for every viewer; files being written are closed.", "Quit")) this.connection.send({ type: "quit" });
  }
}
