"""How fast is the package? One figure per line, in CPU time of one core, with what is wanted; other simulators beside it.

``scripts/bench-python`` builds the wheel with the release profile, installs the peers and runs this.
usage: python speed.py [--short]
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import peers
import skidpad
import skidpad.gym

# One differential robot on an empty plane, as in the benchmark bench_1diff.
ONE_ROBOT = """
<mvsim_world version="1.0">
  <simul_timestep>0.005</simul_timestep>
  <vehicle name="r1">
    <dynamics class="differential">
      <l_wheel pos="0 0.3" mass="1.0" width="0.05" diameter="0.2"/>
      <r_wheel pos="0 -0.3" mass="1.0" width="0.05" diameter="0.2"/>
      <chassis mass="15.0" zmin="0.05" zmax="0.4">
        <shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape>
      </chassis>
      <controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>
    </dynamics>
    <friction class="default"><mu>0.8</mu><C_damping>0.05</C_damping></friction>
    <init_pose>0 0 10</init_pose>
  </vehicle>
</mvsim_world>
"""
LIDAR = """
<mvsim_world version="1.0">
  <include file="../definitions/small_robot.vehicle.xml"/>
  <vehicle name="r1" class="small_robot"><init_pose>0 0 0</init_pose>
    <include file="../definitions/ouster-os1.sensor.xml" sensor_name="lidar" vert_nrays="64"/></vehicle>
  <block name="box"><init_pose>3 0 0</init_pose></block>
</mvsim_world>
"""
SHARE = 0.1 if "--short" in sys.argv else 1.0
ROUNDS = 7


def cpu_s(*works: tuple[Callable[[], object], int]) -> list[float]:
    """CPU time of one call of each, the best of some rounds; all take turns, so that each sees the same machine."""
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for index, (work, count) in enumerate(works):
            count = max(int(count * SHARE), 1)
            began = time.process_time()
            for _ in range(count):
                work()
            best[index] = min(best[index], (time.process_time() - began) / count)
    return best


def say(name: str, value: float, unit: str, wanted: float | None = None, *, at_most: bool = False) -> None:
    """One figure, what is wanted, and whether it is met."""
    told = ""
    if wanted is not None:
        is_met = value <= wanted if at_most else value >= wanted
        told = f"   wanted: {'≤' if at_most else '≥'} {wanted:,.2f}   {'met' if is_met else 'NOT MET'}"
    print(f"{name:<66} {value:>14,.2f} {unit}{told}", flush=True)


def steps() -> None:
    sim = skidpad.World.from_text(ONE_ROBOT).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(100)
    many, single = cpu_s((lambda: sim.step(10_000), 10), (sim.step, 50_000))
    whole = many / 10_000
    say("a step of one robot", 1e6 * whole, "µs")
    say("what a call of sim.step() adds to it", 1e6 * (single - whole), "µs", 1.0, at_most=True)
    batch = skidpad.Batch(sim, 256, threads=1)
    batch.step(10)
    (batched,) = cpu_s((lambda: batch.step(100), 10))
    say("Batch of 256 worlds without sensors", 256 * 100 / batched / 1e6, "M vehicle-steps/s", 3.0)
    fleet = skidpad.Fleet(sim, "r1", 8192)
    fleet.drive(speed_mps=np.linspace(0.1, 1.0, 8192))
    (stepped,) = cpu_s((lambda: fleet.step(10), 20))
    say("Fleet of 8192 vehicles", 8192 * 10 / stepped / 1e6, "M vehicle-steps/s", 25.0)


def compared(observation: str, steps_per_action: int, wanted: float | None, count: int) -> None:
    """Track-v0 in Gymnasium and the same steps in Rust, in turns.

    An action is so many steps of a world with two cars, each with its controller and contacts; the other car's pursuit of
    the centre line; one scan of 1080 beams with noise over the grid and the other car, or the place on the course; the
    reward; and a new episode where one has ended.
    """
    options: dict[str, Any] = {"observation": observation, "steps_per_action": steps_per_action}
    env: Any = gymnasium.make("skidpad/Track-v0", disable_env_checker=True, **options).unwrapped
    env.reset(seed=1)
    native = skidpad.Environments("Track", 1, **options)
    native.reset([1])
    action = np.array([-0.8, 0.05], dtype=np.float32)

    def act() -> None:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()

    gym_s, thousand_s = cpu_s((act, count), (lambda: native.repeat(action, 1000), count // 1000))
    rust_s = thousand_s / 1000
    name = f"Track-v0, {observation}, {steps_per_action} step(s) of 10 ms per action"
    say(f"{name}: in Rust", 1.0 / rust_s, "actions/s")
    say(f"{name}: in Gymnasium", 1.0 / gym_s, "actions/s", wanted)
    say("  what Gymnasium adds to an action", 1e6 * (gym_s - rust_s), "µs", 1e6 * (0.1 * rust_s + 2e-6), at_most=True)
    envs = skidpad.gym.VectorEnvironment(256, task="Track", threads=1, **options)
    envs.reset(seed=1)
    worlds = skidpad.Environments("Track", 256, **options)
    worlds.reset(list(range(1, 257)))
    actions = np.tile(action, (256, 1))
    rounds = max(count // 256, 4)
    vector_s, all_s = cpu_s((lambda: envs.step(actions), rounds), (lambda: worlds.repeat(actions, 4), rounds // 4))
    say("  256 worlds in Rust, per core", 256 * 4 / all_s, "actions/s")
    say("  256 worlds in a VectorEnvironment, per core", 256 / vector_s, "actions/s")
    say("  share of the rate of 256 worlds in Rust", all_s / 4 / vector_s, "", 0.9)
    # For information: one world alone has other scans than 256 worlds, and all of the caches.
    say("  share of the rate of one world in Rust", 256 * rust_s / vector_s, "")
    if observation == "laser":
        batch = skidpad.Batch(skidpad.Environments.world("Track"), 256, threads=1)

        def begin_together() -> None:
            """What a scan costs depends on the place: both begin at the same ones."""
            worlds.reset(list(range(1, 257)))
            for car, name in enumerate(batch.vehicles):
                batch.teleport(name, worlds.poses()[:, car])
                batch.drive(name, speed_mps=0.5)
            batch.step(1)

        def step_and_scan() -> None:
            batch.step(steps_per_action)
            batch.read("car_1/laser")

        batch_s = all_s = float("inf")
        for _ in range(ROUNDS):
            begin_together()
            began = time.process_time()
            worlds.repeat(actions, 4)
            turn = time.process_time()
            for _ in range(4):
                step_and_scan()
            batch_s, all_s = min(batch_s, (time.process_time() - turn) / 4), min(all_s, turn - began)
        say("  the same 256 worlds in a Batch, steps and scans, per core", 256 / batch_s, "actions/s")
        say("  share of the rate of 256 worlds in Rust", all_s / 4 / batch_s, "", 0.9)


def environments() -> None:
    # A step of f1tenth_gym is one of 10 ms, with a scan of each car: 3.8 k/s, as published.
    compared("laser", 1, 15_000.0, 4_000)
    compared("course", 1, 300_000.0, 40_000)
    compared("laser", 5, None, 4_000)
    for name in ("Race", "Drive", "Park"):
        env: Any = gymnasium.make(f"skidpad/{name}-v0", disable_env_checker=True).unwrapped
        env.reset(seed=1)
        action = np.zeros(2, dtype=np.float32)

        def act() -> None:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

        (one_s,) = cpu_s((act, 2_000))
        say(f"{name}-v0, one environment", 1.0 / one_s, "actions/s")


def clouds() -> None:
    sim = skidpad.World.from_text(LIDAR).build()
    sim.step()
    cloud: Any = sim.read("r1/lidar")
    points = cloud.points_m
    arrays = [points, cloud.intensities, cloud.time_s]
    read_s, copy_s = cpu_s((lambda: sim.read("r1/lidar"), 3), (lambda: [it.copy() for it in arrays], 100))
    say(f"reading a cloud of {points.shape[0]} × {points.shape[1]} points", 1e3 * read_s, "ms")
    say("  a copy of its arrays; a reading makes one", 1e3 * copy_s, "ms")


def memory() -> None:
    code = (
        "import os, sys, skidpad\n"
        "def used():\n"
        "    pages = int(open('/proc/self/statm').read().split()[1])\n"
        "    return pages * os.sysconf('SC_PAGE_SIZE') / 1e6\n"
        "sim = skidpad.World.from_text(sys.argv[1]).build()\n"
        "sim.step(10)\n"
        "before = used()\n"
        "batch = skidpad.Batch(sim, 1000, threads=1)\n"
        "pose = batch.bind('pose')\n"
        "batch.drive('r1', speed_mps=1.0)\n"
        "batch.step(20)\n"
        "print(used() - before)\n"
    )
    out = subprocess.run([sys.executable, "-c", code, ONE_ROBOT], capture_output=True, text=True, check=True)
    say("1000 worlds of one robot in a Batch", float(out.stdout), "MB", 60.0, at_most=True)


def main() -> None:
    print(f"skidpad {skidpad.__version__}, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    steps()
    environments()
    clouds()
    memory()
    for name, measure in peers.PEERS.items():
        try:
            value, unit = measure(cpu_s)
        except ImportError as missing:
            print(f"{name:<66} skipped: {missing}", flush=True)
            continue
        say(name, value, unit)
    say("f1tenth_gym, two cars with 1080 beams, as published", 3_800.0, "steps/s")


if __name__ == "__main__":
    main()
