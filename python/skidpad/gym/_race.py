"""``skidpad/Race-v0``: the race car drives a lap between cones."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad.gym._course import Course, data_path
from skidpad.gym._task import Array, Start, Task, bounded

TORQUE_NM = 150.0
STEER_RAD = 0.35
HALF_WIDTH_M = 1.9
WRONG_WAY_RAD = 2.0
AHEAD_M = np.arange(0.0, 30.0, 3.0)


class RaceTask(Task):
    """Drive a lap with the race car, as fast as the tyres allow.

    Actions, −1 to 1: torque of every wheel [150 N·m], negative brakes; steering angle [0.35 rad]. Each holds for 0.05 s.
    Observations, relative to the middle of the course: offset to the left [1.9 m], cosine and sine of the heading,
    forward speed [15 m/s], sideways speed [5 m/s], yaw rate [2 rad/s], and the curvature [0.1 1/m] of the course at
    0, 3, …, 27 m ahead.
    The reward is the way made along the course [m]. An episode ends after a lap, when the car leaves the course or
    touches a cone, in the wrong direction, or after 1000 actions.
    """

    steps_per_action = 5
    max_episode_steps = 1000

    def __init__(self) -> None:
        bounds = np.array([2.0, 1.0, 1.0, 3.0, 3.0, 3.0] + [5.0] * len(AHEAD_M), dtype=np.float32)
        self.observation_space = Box(-bounds, bounds)
        self.action_space = Box(-1.0, 1.0, (2,), dtype=np.float32)
        self.course = Course.of_cones("circuit.csv")

    def world(self) -> skidpad.World:
        return skidpad.World.read(data_path("race.world.xml"))

    def begin(self, random: np.random.Generator) -> Start:
        start_m = random.uniform(0.0, self.course.length_m)
        pose = self.course.pose_at(start_m, random.uniform(-0.3, 0.3), random.uniform(-0.1, 0.1))
        return Start(np.array([start_m, 0.0, 0.0]), {"car": pose})

    def act(self, batch: skidpad.Batch, actions: Array) -> None:
        torques_nm = np.repeat(TORQUE_NM * actions[:, :1], 4, axis=1)
        batch.wheel_torques("car", torques_nm=torques_nm, steer_rad=STEER_RAD * actions[:, 1])

    def observe(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.float32]:
        pose, twist = batch.bind("pose")[:, 0], batch.bind("twist")[:, 0]
        place_m, left_m, turned = self.course.locate(pose)
        own = [left_m / HALF_WIDTH_M, np.cos(turned), np.sin(turned)]
        own += [twist[:, 0] / 15.0, twist[:, 1] / 5.0, twist[:, 2] / 2.0]
        ahead = self.course.curvature_ahead(place_m, AHEAD_M) / 0.1
        return bounded(np.concatenate([np.stack(own, axis=1), ahead], axis=1), self.observation_space)

    def distance(self, batch: skidpad.Batch, goals: Array) -> Array:
        pose = batch.bind("pose")[:, 0]
        return np.asarray(self.course.length_m - self.course.progress(pose, goals[:, 0]))

    def is_reached(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.bool_]:
        return np.asarray(self.distance(batch, goals) < 2.0)

    def has_failed(self, batch: skidpad.Batch) -> NDArray[np.bool_]:
        _, left_m, turned = self.course.locate(batch.bind("pose")[:, 0])
        is_off = (np.abs(left_m) > HALF_WIDTH_M) | (np.abs(turned) > WRONG_WAY_RAD)
        return np.asarray(is_off | (batch.bind("had_collision")[:, 0] > 0.5))
