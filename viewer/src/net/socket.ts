// What the viewer needs of a WebSocket; a run inside the page can stand in for the program.

export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null;
  onclose: ((event: { reason: string }) => void) | null;
}
