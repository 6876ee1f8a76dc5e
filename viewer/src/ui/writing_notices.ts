// Notices when files are started and finished: where they are, how large, and how to open them.
import type { Status, WrittenFiles } from "../net/contract";
import type { ToastAction, Toasts } from "./toasts";

export class WritingNotices {
  /** Files that were closed and not told of yet. */
  private readonly ended = new Map<string, WrittenFiles>();
  private known: { csv: WrittenFiles | null; mcap: WrittenFiles | null } | null = null;

  constructor(private readonly toasts: Toasts) {}

  forget(): void {
    this.known = null;
    this.ended.clear();
  }

  update({ csv, mcap, closed }: Status): void {
    const before = this.known;
    this.known = { csv, mcap };
    // What was being written when the page was opened is in the status line.
    if (!before) return;
    this.compare("Logs", before.csv, csv, closed);
    this.compare("Recording", before.mcap, mcap, closed);
  }

  private compare(name: string, before: WrittenFiles | null, now: WrittenFiles | null, closed: WrittenFiles | null): void {
    const ended = this.ended.get(name);
    // A file that is being closed still grows: its size is shown after that.
    if (ended && (closed?.file !== ended.file || closed.size_bytes === ended.size_bytes)) {
      this.ended.delete(name);
      this.tell(name, ended);
    } else if (ended && closed) this.ended.set(name, closed);
    if (before && before.file !== now?.file) this.ended.set(name, closed?.file === before.file ? closed : before);
    if (now && before?.file !== now.file) this.toasts.say(`${name} being written: ${now.file}${others(now)}`);
  }

  private tell(name: string, file: WrittenFiles): void {
    const size = file.size_bytes === undefined ? "" : `, ${sizeText(file.size_bytes)}`;
    const command = commandFor(file);
    this.toasts.say(`${name} written: ${file.file}${others(file)}${size}. Open: ${command}`, "note", [copyAction("Copy the command", command)]);
  }
}

/** The command that opens what was written. */
export function commandFor({ file }: WrittenFiles): string {
  return `skidpad ${file.endsWith(".mcap") ? "view" : "report"} ${quoted(file)}`;
}

export function copyAction(label: string, text: string): ToastAction & { done: string } {
  return { label, done: "Copied", run: () => void navigator.clipboard?.writeText(text).catch(() => undefined) };
}

function others({ file_count }: WrittenFiles): string {
  return file_count > 1 ? ` and ${file_count - 1} more` : "";
}

/** As a shell needs it. */
function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

export function sizeText(bytes: number, decimals = 1): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(decimals)} kB` : `${(bytes / 1e6).toFixed(decimals)} MB`;
}
