"""A task of your own: ``skidpad/Park-v0`` written again with NumPy. A car drives into a gap between two others.

usage: python park_task.py
"""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad.gym import Start, Task, TaskVectorEnv

Array = NDArray[np.float64]

SPEED_MPS = 2.0
STEER_RAD = 0.5
WHEELBASE_M = 1.3
NEAR_M = 0.5
NEAR_RAD = 0.2
SLOW_MPS = 0.3

WORLD = """
<mvsim_world version="1.0">
  <simul_timestep>0.005</simul_timestep>
  <include file="../definitions/ackermann.vehicle.xml"/>
  <vehicle name="car" class="car_ackermann"><init_pose>0 0 0</init_pose></vehicle>
  <for var="i" from="0" to="1">
    <block name="parked_${i}">
      <mass>2000</mass> <zmax>1.4</zmax> <init_pose>0 $f{20+5*i} 0</init_pose>
      <shape><pt>-2 -0.9</pt> <pt>2 -0.9</pt> <pt>2 0.9</pt> <pt>-2 0.9</pt></shape>
    </block>
  </for>
</mvsim_world>
"""


def in_frame(pose: Array, point: Array) -> Array:
    """Points (rows of x, y) in the frames of poses (rows of x, y, z, yaw, pitch, roll)."""
    dx, dy = point[:, 0] - pose[:, 0], point[:, 1] - pose[:, 1]
    sin, cos = np.sin(pose[:, 3]), np.cos(pose[:, 3])
    return np.stack([cos * dx + sin * dy, cos * dy - sin * dx], axis=1)


def wrapped(angle_rad: Array) -> Array:
    """Angles from −π to π."""
    return np.asarray((angle_rad + np.pi) % (2.0 * np.pi) - np.pi)


class ParkTask(Task):
    """Drive a car into a gap between two parked ones and stop there.

    Actions, −1 to 1: speed [2 m/s], steering angle [0.5 rad]. Each holds for 0.1 s.
    Observations: the goal in the car's frame (x, y [10 m], cosine and sine of its heading), forward speed [2 m/s], yaw
    rate [1 rad/s].
    An episode ends within 0.5 m and 0.2 rad of the goal below 0.3 m/s, at a collision, or after 300 actions.
    """

    steps_per_action = 20
    max_episode_steps = 300

    def __init__(self) -> None:
        bounds = np.array([5.0, 5.0, 1.0, 1.0, 5.0, 5.0], dtype=np.float32)
        self.observation_space = Box(-bounds, bounds)
        self.action_space = Box(-1.0, 1.0, (2,), dtype=np.float32)

    def world(self) -> skidpad.World:
        return skidpad.World.from_text(WORLD)

    def begin(self, random: np.random.Generator) -> Start:
        goal = np.array([random.uniform(-2.0, 2.0), random.uniform(-5.0, -4.0), np.pi / 2.0])
        side = np.array([random.uniform(2.6, 3.2), 0.0, 0.0])
        car = np.array([random.uniform(-8.0, -4.0), random.uniform(2.0, 4.0), random.uniform(-0.3, 0.3)])
        return Start(goal, {"car": car, "parked_0": goal - side, "parked_1": goal + side})

    def act(self, batch: skidpad.Batch, actions: Array) -> None:
        speed_mps, steer_rad = SPEED_MPS * actions[:, 0], STEER_RAD * actions[:, 1]
        batch.drive("car", speed_mps=speed_mps, yaw_rate_radps=speed_mps * np.tan(steer_rad) / WHEELBASE_M)

    def observe(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.float32]:
        pose, twist = batch.bind("pose")[:, 0], batch.bind("twist")[:, 0]
        heading = goals[:, 2] - pose[:, 3]
        columns = [np.cos(heading), np.sin(heading), twist[:, 0] / SPEED_MPS, twist[:, 2]]
        parts = [in_frame(pose, goals) / 10.0, np.stack(columns, axis=1)]
        space = self.observation_space
        return np.asarray(np.clip(np.concatenate(parts, axis=1), space.low, space.high), dtype=np.float32)

    def distance(self, batch: skidpad.Batch, goals: Array) -> Array:
        pose = batch.bind("pose")[:, 0]
        away_m = np.hypot(goals[:, 0] - pose[:, 0], goals[:, 1] - pose[:, 1])
        return np.asarray(away_m + np.abs(wrapped(goals[:, 2] - pose[:, 3])))

    def is_reached(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.bool_]:
        pose, twist = batch.bind("pose")[:, 0], batch.bind("twist")[:, 0]
        is_near = np.hypot(goals[:, 0] - pose[:, 0], goals[:, 1] - pose[:, 1]) < NEAR_M
        is_straight = np.abs(wrapped(goals[:, 2] - pose[:, 3])) < NEAR_RAD
        return np.asarray(is_near & is_straight & (np.abs(twist[:, 0]) < SLOW_MPS))

    def has_failed(self, batch: skidpad.Batch) -> NDArray[np.bool_]:
        return np.asarray(batch.bind("had_collision")[:, 0] > 0.5)


def main() -> None:
    envs = TaskVectorEnv(16, task=ParkTask, autoreset_mode="SameStep")
    envs.reset(seed=1)
    envs.action_space.seed(1)
    ended = reached = 0
    for _ in range(200):
        _, _, terminated, truncated, info = envs.step(envs.action_space.sample())
        ended += int((terminated | truncated).sum())
        reached += int(info["is_success"].sum())
    print(f"{ended} episodes of random driving, {reached} of them parked")


if __name__ == "__main__":
    main()
