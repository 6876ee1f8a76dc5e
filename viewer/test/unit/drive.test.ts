import { describe, expect, it, vi } from "vitest";
import { AskedLog } from "../../src/drive/asked_log";
import { Driver } from "../../src/drive/driver";
import { Pad } from "../../src/drive/gamepad";
import { afterKey, fromStick, initial, inWords } from "../../src/drive/setpoint";
import type { Connection } from "../../src/net/connection";
import type { DriveKind, SceneFile, Vehicle } from "../../src/net/contract";

const RAD = Math.PI / 180;
const vehicle = (drive: DriveKind, more: Partial<Vehicle> = {}): Vehicle => ({
  name: "r", frame: 1, drive, steers: false, has_brake: true, com_m: [0, 0, 0], mass_kg: 10, start: [0, 0, 0, 0, 0, 0, 1], wheels: [], ...more,
});

describe("keys", () => {
  it("change a twist by 0.1 m/s and 5 degrees a second", () => {
    const robot = vehicle("twist");
    let now = initial(robot);
    for (let i = 0; i < 10; i++) now = afterKey(robot, now, "w");
    expect(now).toEqual([1, 0, 0]);
    expect(afterKey(robot, now, "a")[2]).toBeCloseTo(5 * RAD, 8);
    expect(afterKey(robot, now, " ")).toEqual([0, 0, 0]);
  });

  it("change a steered twist by as much, and begin where the world says", () => {
    const car = vehicle("twist", { steers: true, set_point: [2, 0, 0.5] });
    expect(initial(car)).toEqual([2, 0, 0.5]);
    expect(afterKey(car, [0, 0, 0], "d")[2]).toBeCloseTo(-5 * RAD, 8);
  });

  it("limit steering and keep it when stopping", () => {
    const car = vehicle("speed_and_steer", { max_steer_rad: 0.01 });
    const turned = afterKey(car, [1, 0], "a");
    expect(turned).toEqual([1, 0.01]);
    expect(afterKey(car, turned, " ")).toEqual([0, 0.01]);
  });

  it("drive forward by negative torque", () => {
    expect(afterKey(vehicle("torques"), [0, 0], "w")).toEqual([-0.05, -0.05]);
    expect(afterKey(vehicle("torques"), [0, 0], "a")).toEqual([0.05, -0.05]);
    expect(afterKey(vehicle("engine_and_steer"), [0, 0], "w")[0]).toBe(-1);
    expect(inWords("torques", [-0.05, -0.1])).toBe("left 0.05, right 0.10 N·m");
  });
});

describe("gamepad", () => {
  const pad = (axes: number[], pressed: number[] = []): Gamepad =>
    ({ connected: true, axes, buttons: Array.from({ length: 10 }, (_, i) => ({ pressed: pressed.includes(i) })) }) as unknown as Gamepad;

  it("drives by axes 0 and 1, brakes by button 3", () => {
    const it = new Pad();
    const state = it.poll([null, pad([0.5, -1, 0, 0])]);
    expect(state).toMatchObject({ along: 1, left: -0.5 });
    expect(fromStick(vehicle("twist"), 1, -0.5, 1, 0.5)).toEqual([1, 0, -0.25]);
    expect(it.poll([pad([0.5, -1, 0, 0], [3])])).toMatchObject({ along: 0, left: 0, isBraked: true });
  });

  it("says once that it lies still, then is silent", () => {
    const it = new Pad();
    it.poll([pad([0, -1])]);
    expect(it.poll([pad([0, 0.01])])).toMatchObject({ along: 0 });
    expect(it.poll([pad([0, 0.01])])).toBeNull();
  });

  it("raises and lowers the maxima by one per cent", () => {
    const it = new Pad();
    it.poll([pad([0, -1], [5])]);
    expect(it.maxSpeed).toBeCloseTo(1.01, 9);
    it.poll([pad([0, -1], [6])]);
    expect(it.maxTurn).toBeCloseTo(0.495, 9);
  });
});

describe("set points from the server", () => {
  const begin = () => {
    const sent: unknown[] = [];
    const driver = new Driver({ send: (message: unknown) => sent.push(message) } as unknown as Connection, () => undefined);
    driver.setWorld({ vehicles: [vehicle("twist")] } as unknown as SceneFile);
    return { driver, sent };
  };

  it("do not undo later keys when they return late", () => {
    const { driver, sent } = begin();
    for (let i = 0; i < 3; i++) driver.key("w");
    driver.receive(0, { twist: [0.1, 0, 0] });
    driver.key("w");
    driver.receive(0, { twist: [0.3, 0, 0] });
    driver.receive(0, { twist: [0.4, 0, 0] });
    expect(driver.setPoint).toEqual([0.4, 0, 0]);
    expect(sent.length).toBe(4);
  });

  it("press the pedal while the key is held, and pull the lever until the next key", () => {
    const { driver, sent } = begin();
    driver.brake(true);
    expect(driver.brakeWords).toBe(", brake");
    driver.brake(false);
    driver.brake(false);
    driver.handBrake();
    driver.handBrake();
    const brakes = [{ pedal: 1 }, { pedal: 0 }, { hand: 1 }, { hand: 0 }];
    expect(sent).toEqual(brakes.map((brake) => ({ type: "brake", vehicle: 0, brake })));
    driver.setWorld({ vehicles: [vehicle("twist", { has_brake: false })] } as unknown as SceneFile);
    driver.brake(true);
    driver.handBrake();
    expect(sent.length).toBe(4);
  });

  it("of another client are taken over", () => {
    const { driver } = begin();
    driver.key("w");
    driver.receive(0, { twist: [0.1, 0, 0] });
    driver.receive(0, { twist: [0.7, 0, 0.2] });
    expect(driver.setPoint).toEqual([0.7, 0, 0.2]);
    driver.receive(0, { twist: [0.1, 0, 0] });
    expect(driver.setPoint).toEqual([0.1, 0, 0]);
  });

  it("leave the one that came last, whoever sent it", () => {
    const { driver } = begin();
    driver.key("w");
    driver.receive(0, { twist: [0.7, 0, 0.2] });
    driver.receive(0, { twist: [0.1, 0, 0] });
    expect(driver.setPoint).toEqual([0.1, 0, 0]);
  });
});

describe("what was asked", () => {
  it("is known from the time on at which this page was told", () => {
    const log = new AskedLog();
    log.add(0, 0, null);
    log.add(0, 5e9, [0.6, 0, 0]);
    log.add(1, 5e9, [1, 0, 0]);
    expect(log.at(0, 4e9), "the world file").toBeNull();
    expect(log.at(0, 6e9)).toEqual([0.6, 0, 0]);
    expect(log.at(1, 4e9), "before the page was open").toBeUndefined();
    log.cutAfter(4e9);
    expect([log.at(0, 6e9), log.at(1, 6e9)]).toEqual([null, undefined]);
  });
});

describe("a gamepad while the past is shown", () => {
  it("stops the robot, but does not drive it", () => {
    const sent: unknown[] = [];
    const driver = new Driver({ send: (message: unknown) => sent.push(message) } as unknown as Connection, () => undefined);
    driver.setWorld({ vehicles: [vehicle("twist")] } as unknown as SceneFile);
    let axes = [0, -1];
    vi.stubGlobal("navigator", { getGamepads: () => [{ connected: true, axes, buttons: [] }] });
    driver.poll(100, false);
    expect(sent).toEqual([]);
    driver.poll(200);
    axes = [0, 0];
    driver.poll(300, false);
    vi.unstubAllGlobals();
    expect(sent).toEqual([[1, 0, 0], [0, 0, 0]].map((twist) => ({ type: "drive", vehicle: 0, drive: { twist } })));
  });
});
