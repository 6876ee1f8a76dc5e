// Files of the user: chosen in a dialog or dropped on the page. They stay in the tab.

export interface GivenFile {
  path: string;
  bytes: Uint8Array;
}

/** All files together [bytes]: the simulator's memory is that of a tab. */
const MOST_BYTES = 128 << 20;

export const isWorld = (path: string): boolean => path.endsWith(".world.xml");

export async function readFiles(files: Iterable<{ path: string; file: File }>): Promise<GivenFile[]> {
  const given: GivenFile[] = [];
  let size = 0;
  for (const { path, file } of files) {
    size += file.size;
    if (size > MOST_BYTES) throw new Error(`these files have more than ${MOST_BYTES >> 20} MB`);
    given.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
  }
  return given;
}

/** Files of an input element; a folder's keep their paths in it. A file alone is put where shipped worlds are. */
export const chosen = (list: FileList): { path: string; file: File }[] =>
  [...list].map((file) => ({ path: file.webkitRelativePath || `worlds/${file.name}`, file }));

/** Files and folders that were dropped. */
export async function dropped(transfer: DataTransfer): Promise<{ path: string; file: File }[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: { path: string; file: File }[] = [];
  for (const entry of entries) await collect(entry, found, entry.isFile ? "worlds/" : "");
  return found;
}

async function collect(entry: FileSystemEntry, found: { path: string; file: File }[], prefix: string): Promise<void> {
  if (found.length > 5000) throw new Error("a folder may have 5000 files");
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path: prefix + entry.fullPath.slice(1), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await collect(one, found, prefix);
  }
}
