"""Other simulators that pip installs, each with a scene that is as near to ours as it has."""

from __future__ import annotations

import pathlib
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

Cpu = Callable[..., list[float]]

# A car with a scanner of 1080 beams between four walls and two boxes.
IRSIM_WORLD = """
world: {height: 24, width: 32, step_time: 0.01, sample_time: 1000, offset: [0, 0], collision_mode: 'unobstructed'}
robot:
  - kinematics: {name: 'acker'}
    shape: {name: 'rectangle', length: 0.52, width: 0.26, wheelbase: 0.33}
    state: [16, 12, 0, 0]
    goal: [30, 20, 0]
    vel_max: [5, 0.4]
    behavior: {name: 'dash'}
    sensors: [{name: 'lidar2d', range_min: 0, range_max: 30, angle_range: 4.712, number: 1080, noise: False}]
obstacle:
  - {shape: {name: 'linestring', vertices: [[1, 1], [31, 1], [31, 23], [1, 23], [1, 1]]}, state: [0, 0, 0]}
  - {shape: {name: 'rectangle', length: 2, width: 1}, state: [20, 15, 0.4]}
  - {shape: {name: 'rectangle', length: 1, width: 3}, state: [10, 8, 1.1]}
"""


def mujoco_box(cpu_s: Cpu) -> tuple[float, str]:
    """A box that lies on a plane: four contacts."""
    import mujoco  # type: ignore[import-not-found, import-untyped, unused-ignore]

    model = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body pos='0 0 .1'><freejoint/><geom type='box' size='.3 .25 .1' mass='15'/></body>"
        "<geom type='plane' size='10 10 .1'/></worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    (one_s,) = cpu_s((lambda: mujoco.mj_step(model, data), 5_000))
    return 1.0 / one_s, "steps/s"


def car_racing(cpu_s: Cpu) -> tuple[float, str]:
    """One car from above, with a picture of 96 × 96 pixels per step."""
    import Box2D  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: F401
    import gymnasium
    import pygame  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: F401

    env: Any = gymnasium.make("CarRacing-v3", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    action = np.array([0.0, 0.1, 0.0], np.float32)
    (one_s,) = cpu_s((lambda: env.step(action), 50))
    return 1.0 / one_s, "steps/s"


def irsim_scan(cpu_s: Cpu) -> tuple[float, str]:
    """One car with a scanner of 1080 beams."""
    import irsim  # type: ignore[import-not-found, import-untyped, unused-ignore]

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "track.yaml"
        path.write_text(IRSIM_WORLD, encoding="utf-8")
        env = irsim.make(str(path), display=False, log_level="ERROR")
        (one_s,) = cpu_s((lambda: env.step(np.array([[0.0], [0.0]])), 20))
        env.end(0)
    return 1.0 / one_s, "steps/s"


PEERS: dict[str, Callable[[Cpu], tuple[float, str]]] = {
    "MuJoCo: a box on a plane": mujoco_box,
    "Gymnasium CarRacing-v3: one car, a picture per step": car_racing,
    "IR-SIM: one car, 1080 beams": irsim_scan,
}
