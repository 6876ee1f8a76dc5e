// Notices when files are started and finished: where they are, how large, and how to open them.
import type { Status, WrittenFiles } from "../net/contract";
import type { Toasts } from "./toasts";

export class WritingNotices {
  private known: { csv: WrittenFiles | null; mcap: WrittenFiles | null } | null = null;

  constructor(private readonly toasts: Toasts) {}

  forget(): void {
    this.known = null;
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
    if (before && before.file !== now?.file) {
      const file = closed?.file === before.file ? closed : before;
      const size = file.size_bytes === undefined ? "" : `, ${sizeText(file.size_bytes)}`;
      const command = name === "Logs" ? `skidpad report ${quoted(file.file)}` : `skidpad view ${quoted(file.file)}`;
      this.toasts.say(`${name} written: ${file.file}${others(file)}${size}. Open: ${command}`, "note", [copyAction("Copy the command", command)]);
    }
    if (now && before?.file !== now.file) this.toasts.say(`${name} being written: ${now.file}${others(now)}`);
  }
}

export function copyAction(label: string, text: string): { label: string; run(): void } {
  return { label, run: () => void navigator.clipboard?.writeText(text).catch(() => undefined) };
}

function others({ file_count }: WrittenFiles): string {
  return file_count > 1 ? ` and ${file_count - 1} more` : "";
}

/** As a shell needs it. */
function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
