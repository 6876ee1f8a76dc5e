// A gamepad drives the chosen vehicle: axes and buttons as MVSim users know them.

const DEAD_ZONE = 0.08;
const AXIS_TURN = 0;
const AXIS_SPEED = 1;
const AXIS_CAMERA = 3;

export interface PadState {
  along: number;
  left: number;
  camera: number;
  isBraked: boolean;
  maxSpeed: number;
  maxTurn: number;
}

/** Remembers what full deflection means: buttons 5 and 7 change it for speed, 4 and 6 for turning. */
export class Pad {
  maxSpeed = 1;
  maxTurn = 0.5;
  private wasActive = false;

  /** Full deflection for another vehicle. */
  setMaxima(speed: number, turn: number): void {
    this.maxSpeed = speed;
    this.maxTurn = turn;
  }

  /** What the first gamepad asks for; `null` when it is at rest and was before. */
  poll(pads: (Gamepad | null)[]): PadState | null {
    const pad = pads.find((candidate) => candidate?.connected);
    if (!pad) return null;
    const axis = (index: number): number => still(pad.axes[index] ?? 0);
    const isDown = (index: number): boolean => pad.buttons[index]?.pressed ?? false;
    if (pad.buttons.length > 7) {
      if (isDown(5)) this.maxSpeed *= 1.01;
      if (isDown(7)) this.maxSpeed *= 0.99;
      if (isDown(4)) this.maxTurn *= 1.01;
      if (isDown(6)) this.maxTurn *= 0.99;
    }
    const isBraked = isDown(3);
    const state: PadState = {
      along: isBraked ? 0 : 0 - axis(AXIS_SPEED), left: isBraked ? 0 : 0 - axis(AXIS_TURN), camera: axis(AXIS_CAMERA),
      isBraked, maxSpeed: this.maxSpeed, maxTurn: this.maxTurn,
    };
    const isActive = state.along !== 0 || state.left !== 0 || isBraked;
    const isNews = isActive || this.wasActive || state.camera !== 0;
    this.wasActive = isActive;
    return isNews ? state : null;
  }
}

function still(value: number): number {
  return Math.abs(value) < DEAD_ZONE ? 0 : value;
}
