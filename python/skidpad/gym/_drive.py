"""``skidpad/Drive-v0``: a robot drives to a place among boxes, with a laser scanner."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad.gym._task import Array, Start, Task, bounded, in_frame, scattered

BOX_COUNT = 6
BEAM_COUNT = 36
RANGE_MAX_M = 10.0
HALF_ARENA_M = 5.0
GOAL_RADIUS_M = 0.5
SPEED_MPS = 1.0
YAW_RATE_RADPS = 1.5

WORLD = f"""
<mvsim_world version="1.0">
  <simul_timestep>0.005</simul_timestep>
  <include file="../definitions/jackal.vehicle.xml" controller="twist_pid" default_sensors="false"/>
  <vehicle name="robot" class="jackal">
    <init_pose>0 0 0</init_pose>
    <include file="../definitions/lidar2d.sensor.xml" sensor_name="laser" sensor_x="0" sensor_z="0.3"
      fov_degrees="350" sensor_nrays="{BEAM_COUNT}" max_range="{RANGE_MAX_M}" sensor_std_noise="0.01"/>
  </vehicle>
  <for var="i" from="1" to="4">
    <block name="wall_${{i}}">
      <static>true</static> <zmax>1</zmax>
      <init_pose>$f{{{HALF_ARENA_M + 0.1}*cos(1.5707963267948966*i)}} $f{{{HALF_ARENA_M + 0.1}*sin(1.5707963267948966*i)}} $f{{90*i}}</init_pose>
      <shape><pt>-0.1 -5.2</pt> <pt>0.1 -5.2</pt> <pt>0.1 5.2</pt> <pt>-0.1 5.2</pt></shape>
    </block>
  </for>
  <for var="i" from="1" to="{BOX_COUNT}">
    <block name="box_${{i}}">
      <mass>500</mass> <zmax>0.8</zmax> <init_pose>$f{{-4.5+${{i}}}} 4 0</init_pose>
      <shape><pt>-0.35 -0.35</pt> <pt>0.35 -0.35</pt> <pt>0.35 0.35</pt> <pt>-0.35 0.35</pt></shape>
    </block>
  </for>
</mvsim_world>
"""


class DriveTask(Task):
    """Drive to a place among boxes.

    Actions, −1 to 1: speed [1 m/s], yaw rate [1.5 rad/s]. Each holds for 0.1 s.
    Observations: 36 ranges of a scanner from right to left [10 m], the goal in the robot's frame as its distance [10 m]
    and the cosine and sine of its direction, forward speed [1 m/s], yaw rate [1.5 rad/s].
    An episode ends within 0.5 m of the goal, at a collision, or after 300 actions.
    """

    steps_per_action = 20
    max_episode_steps = 300

    def __init__(self) -> None:
        low = np.concatenate([np.zeros(BEAM_COUNT), [0.0, -1.0, -1.0, -5.0, -5.0]])
        high = np.concatenate([np.ones(BEAM_COUNT), [2.0, 1.0, 1.0, 5.0, 5.0]])
        self.observation_space = Box(low.astype(np.float32), high.astype(np.float32))
        self.action_space = Box(-1.0, 1.0, (2,), dtype=np.float32)

    def world(self) -> skidpad.World:
        return skidpad.World.from_text(WORLD)

    def begin(self, random: np.random.Generator) -> Start:
        reach_m = HALF_ARENA_M - 0.8
        robot = scattered(random, reach_m, [], 0.0)
        goal = scattered(random, reach_m, [robot], 4.0)
        taken = [robot, goal]
        poses = {"robot": np.array([*robot, random.uniform(-np.pi, np.pi)])}
        for index in range(BOX_COUNT):
            box = scattered(random, reach_m, taken, 1.2)
            taken.append(box)
            poses[f"box_{index + 1}"] = np.array([*box, random.uniform(-np.pi, np.pi)])
        return Start(np.array([*goal, 0.0]), poses)

    def act(self, batch: skidpad.Batch, actions: Array) -> None:
        batch.drive("robot", speed_mps=SPEED_MPS * actions[:, 0], yaw_rate_radps=YAW_RATE_RADPS * actions[:, 1])

    def observe(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.float32]:
        pose, twist = batch.bind("pose")[:, 0], batch.bind("twist")[:, 0]
        ranges = np.clip(batch.read("robot/laser") / RANGE_MAX_M, 0.0, 1.0)
        goal = in_frame(pose, goals)
        distance = np.hypot(goal[:, 0], goal[:, 1])
        unit = goal / np.maximum(distance, 1e-9)[:, None]
        speeds = np.stack([twist[:, 0] / SPEED_MPS, twist[:, 2] / YAW_RATE_RADPS], axis=1)
        parts = [ranges, (distance / RANGE_MAX_M)[:, None], unit, speeds]
        return bounded(np.concatenate(parts, axis=1), self.observation_space)

    def distance(self, batch: skidpad.Batch, goals: Array) -> Array:
        pose = batch.bind("pose")[:, 0]
        return np.asarray(np.hypot(goals[:, 0] - pose[:, 0], goals[:, 1] - pose[:, 1]))

    def is_reached(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.bool_]:
        return np.asarray(self.distance(batch, goals) < GOAL_RADIUS_M)

    def has_failed(self, batch: skidpad.Batch) -> NDArray[np.bool_]:
        return np.asarray(batch.bind("had_collision")[:, 0] > 0.5)
