"""How fast is the package? One line per figure, in CPU time of one core; other simulators beside it if they are installed.

Build the wheel with the release profile first. usage: python speed.py [--short]
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import skidpad
import skidpad.gym

ONE_ROBOT = """
<mvsim_world version="1.0">
  <include file="../definitions/small_robot.vehicle.xml"/>
  <vehicle name="r1" class="small_robot"><init_pose>0 0 0</init_pose></vehicle>
</mvsim_world>
"""
LIDAR = """
<mvsim_world version="1.0">
  <include file="../definitions/small_robot.vehicle.xml"/>
  <vehicle name="r1" class="small_robot"><init_pose>0 0 0</init_pose>
    <include file="../definitions/ouster-os1.sensor.xml" sensor_name="lidar"/></vehicle>
  <block name="box"><init_pose>3 0 0</init_pose></block>
</mvsim_world>
"""
SHARE = 0.1 if "--short" in sys.argv else 1.0


def cpu_s(work: Callable[[], object], count: int) -> float:
    """CPU time of one call, the best of five rounds."""
    count = max(int(count * SHARE), 1)
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for _ in range(count):
            work()
        best = min(best, (time.process_time() - began) / count)
    return best


def say(name: str, value: float, unit: str) -> None:
    print(f"{name:<58} {value:>12,.2f} {unit}", flush=True)


def steps() -> None:
    sim = skidpad.World.from_text(ONE_ROBOT).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(100)
    whole = cpu_s(lambda: sim.step(10_000), 20) / 10_000
    say("a step", 1e6 * whole, "µs")
    say("what a call of step() adds to it", 1e6 * (cpu_s(sim.step, 50_000) - whole), "µs")
    batch = skidpad.Batch(sim, 256, threads=1)
    batch.step(10)
    say("Batch of 256 worlds, one core", 256 * 100 / cpu_s(lambda: batch.step(100), 20) / 1e6, "M vehicle-steps/s")
    fleet = skidpad.Fleet(sim, "r1", 8192)
    fleet.drive(speed_mps=np.linspace(0.1, 1.0, 8192))
    say("Fleet of 8192 vehicles, one core", 8192 * 10 / cpu_s(lambda: fleet.step(10), 20) / 1e6, "M vehicle-steps/s")


def environments() -> None:
    for name in ("Track", "Race", "Drive", "Park"):
        env = gymnasium.make(f"skidpad/{name}-v0").unwrapped
        env.reset(seed=1)
        action = np.zeros(2, dtype=np.float32)

        def act() -> None:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

        say(f"skidpad/{name}-v0, one environment", 1.0 / cpu_s(act, 300), "actions/s")
        count = 64
        many = skidpad.gym.TaskVectorEnv(count, task=name, threads=1)
        many.reset(seed=1)
        actions = np.zeros((count, 2))
        say(f"skidpad/{name}-v0, {count} in a batch", count / cpu_s(lambda: many.step(actions), 20), "actions/s")


def clouds() -> None:
    sim = skidpad.World.from_text(LIDAR).build()
    sim.step()
    name = "r1/lidar"
    points = sim.read(name).points_m
    say(f"reading a cloud of {points.shape[0]} × {points.shape[1]} points", 1e3 * cpu_s(lambda: sim.read(name), 3), "ms")


def peers() -> None:
    if importlib.util.find_spec("mujoco"):
        import mujoco  # type: ignore[import-not-found, unused-ignore]

        model = mujoco.MjModel.from_xml_string(
            "<mujoco><worldbody><body pos='0 0 .1'><freejoint/><geom type='box' size='.3 .25 .1' mass='15'/></body>"
            "<geom type='plane' size='10 10 .1'/></worldbody></mujoco>"
        )
        data = mujoco.MjData(model)
        say("MuJoCo: a box on a plane", 1e6 * cpu_s(lambda: mujoco.mj_step(model, data), 5_000), "µs/step")
    if importlib.util.find_spec("Box2D"):
        race = gymnasium.make("CarRacing-v3")
        race.reset(seed=1)
        say("gymnasium CarRacing-v3", 1.0 / cpu_s(lambda: race.step(np.zeros(3, np.float32)), 50), "actions/s")


def main() -> None:
    print(f"skidpad {skidpad.__version__}, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    steps()
    environments()
    clouds()
    peers()


if __name__ == "__main__":
    main()
