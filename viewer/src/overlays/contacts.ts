// Contacts: a ring whose size follows the impulse, fading within half a second.
import type { Contacts } from "../net/frames";
import { LineBatch } from "./lines";

const LIFE_MS = 500;
/** Colour of a new contact, as the legend shows it. */
export const CONTACT_COLOR = [1, 0.35, 0.2] as const;

interface Flash {
  x: number;
  y: number;
  size: number;
  bornMs: number;
}

export class ContactFlashes {
  readonly lines = new LineBatch(true);
  private flashes: Flash[] = [];
  private isBlank = false;
  /** The contacts of one moment are shown and do not fade. */
  private isHeld = false;

  receive(message: Contacts, nowMs: number): void {
    this.hasAny ||= message.contacts.length > 0;
    for (let i = 0; i < message.contacts.length; i += 4) {
      const [x, y, impulse] = message.contacts.subarray(i, i + 3);
      const near = this.flashes.find((flash) => Math.hypot(flash.x - x, flash.y - y) < 0.05);
      const size = Math.min(0.5, 0.06 + 0.05 * Math.log1p(Math.max(0, impulse)));
      if (near) Object.assign(near, { bornMs: nowMs, size: Math.max(near.size * 0.9, size) });
      else if (this.flashes.length < 256) this.flashes.push({ x, y, size, bornMs: nowMs });
    }
  }

  /** Whether there has been a contact. */
  hasAny = false;

  setHeld(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.flashes = [];
    this.isBlank = false;
  }

  /** Draw; returns whether something is still fading. */
  update(nowMs: number, isOn: boolean, z: number): boolean {
    const had = this.flashes.length > 0;
    if (!had && this.isBlank) return false;
    this.flashes = this.flashes.filter((flash) => this.isHeld || nowMs - flash.bornMs < LIFE_MS);
    this.lines.clear();
    if (isOn) {
      for (const { x, y, size, bornMs } of this.flashes) {
        const age = this.isHeld ? 0 : (nowMs - bornMs) / LIFE_MS;
        const color = [CONTACT_COLOR[0], CONTACT_COLOR[1] + 0.4 * age, CONTACT_COLOR[2] + 0.5 * age];
        this.lines.ring(x, y, z, size * (0.5 + age), color, 20);
        this.lines.add(x - size / 2, y, z, x + size / 2, y, z, color);
        this.lines.add(x, y - size / 2, z, x, y + size / 2, z, color);
        this.lines.add(x, y, z, x, y, z + size, color);
      }
    }
    this.lines.finish();
    this.isBlank = this.flashes.length === 0;
    return had && !this.isHeld;
  }
}
