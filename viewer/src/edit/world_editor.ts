// What a user changes in the world: objects are moved, copied and removed by requests to the program.
import type { Connection } from "../net/connection";
import type { Body, BodyRef, Parameter, WorldPose } from "../net/contract";
import type { World } from "../scene/world";

/** Room between a body and its copy [m]. */
const ROOM_M = 0.3;
/** Most moves that can be undone. */
const MOST_MOVES = 100;

export class WorldEditor {
  /** Where bodies were before they were moved, oldest first. */
  private moves: { body: Body; from: WorldPose }[] = [];

  constructor(private readonly connection: Connection, private readonly world: () => World | null) {}

  place(body: Body, pose: WorldPose): void {
    const ref = bodyRef(body);
    if (ref) this.connection.send({ type: "teleport", body: ref, pose });
  }

  /** A body is moved away from here by hand. */
  remember(body: Body, from: WorldPose): void {
    this.moves = [...this.moves, { body, from }].slice(-MOST_MOVES);
  }

  /** Put the body that was moved last back; returns its name, or `null` if no move is known. */
  undoMove(): string | null {
    const move = this.moves.pop();
    if (!move) return null;
    // The scene may have been read again since.
    const { kind, name } = move.body;
    const body = this.world()?.file.bodies.find((one) => one.kind === kind && one.name === name);
    if (!body) return this.undoMove();
    this.place(body, move.from);
    return name;
  }

  /** Time was set back: bodies are where they were then. */
  forgetMoves(): void {
    this.moves = [];
  }

  /** Add a copy to the left of a body. */
  copy(body: Body, [x, y, z, yaw, pitch, roll]: WorldPose): void {
    const world = this.world();
    if (!world) return;
    const { min, max } = world.localBoxOf(body.frame);
    const beside = max.y - min.y + ROOM_M;
    const pose: WorldPose = [x - beside * Math.sin(yaw), y + beside * Math.cos(yaw), z, yaw, pitch, roll];
    const names = new Set(world.file.bodies.map((one) => one.name));
    let number = 2;
    while (names.has(`${body.name}-${number}`)) number++;
    const like = { like: body.index, name: `${body.name}-${number}`, pose };
    if (body.kind === "vehicle") this.connection.send({ type: "spawn", vehicle: like });
    else if (body.kind === "block") this.connection.send({ type: "spawn", block_like: like });
  }

  remove(body: Body): void {
    const ref = bodyRef(body);
    if (ref) this.connection.send({ type: "remove", body: ref });
  }

  async parametersOf(body: Body): Promise<Parameter[]> {
    const ref = bodyRef(body);
    if (!ref) return [];
    const answer = await this.connection.ask({ type: "select", body: ref });
    return answer.type === "selected" ? answer.parameters : [];
  }
}

/** Whether the scene is written again when it is moved, so that it is moved once, at the end. */
export const isPartOfScene = (body: Body): boolean => body.kind === "element";

function bodyRef({ kind, index }: Body): BodyRef | null {
  if (kind === "vehicle") return { vehicle: index };
  if (kind === "element") return { element: index };
  return kind === "block" ? { block: index } : null;
}
