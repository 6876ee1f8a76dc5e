"""``skidpad/Track-v0``: a small car with a scanner of 1080 beams drives a lap between walls, with another car."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad.gym._course import Course, data_path
from skidpad.gym._task import Array, Start, Task, bounded

BEAM_COUNT = 1080
RANGE_MAX_M = 30.0
SPEED_MPS = 5.0
STEER_RAD = 0.4
WHEELBASE_M = 0.33
RIVAL_SPEED_MPS = 1.5
WRONG_WAY_RAD = 2.0


def observation_space() -> Box:
    """Ranges, forward speed and yaw rate."""
    low = np.concatenate([np.zeros(BEAM_COUNT), [-2.0, -5.0]]).astype(np.float32)
    return Box(low, np.concatenate([np.ones(BEAM_COUNT), [2.0, 5.0]]).astype(np.float32))


def command(batch: skidpad.Batch, car: str, actions: Array) -> None:
    """Speed and steering of a car from actions of −1 to 1."""
    speed_mps = SPEED_MPS * 0.5 * (actions[:, 0] + 1.0)
    yaw_rate_radps = speed_mps * np.tan(STEER_RAD * actions[:, 1]) / WHEELBASE_M
    batch.drive(car, speed_mps=speed_mps, yaw_rate_radps=yaw_rate_radps)


def observed(batch: skidpad.Batch, car: int, space: Box) -> NDArray[np.float32]:
    """What a car sees of its worlds."""
    twist = batch.bind("twist")[:, car]
    ranges = batch.read(f"car_{car + 1}/laser") / RANGE_MAX_M
    speeds = np.stack([twist[:, 0] / SPEED_MPS, twist[:, 2]], axis=1)
    return bounded(np.concatenate([ranges, speeds], axis=1), space)


class TrackTask(Task):
    """Drive a lap on a narrow track without touching its walls or the other car.

    Actions, −1 to 1: speed [0 to 5 m/s], steering angle [0.4 rad]. Each holds for 0.05 s.
    Observations: 1080 ranges of a scanner over 270° from right to left [30 m], forward speed [5 m/s], yaw rate [rad/s].
    The other car follows the centre line at 1.5 m/s, some metres ahead at first.
    The reward is the way made along the track [m]. An episode ends after a lap, at a collision, in the wrong direction,
    or after 1000 actions.
    """

    steps_per_action = 5
    max_episode_steps = 1000

    def __init__(self) -> None:
        self.observation_space = observation_space()
        self.action_space = Box(-1.0, 1.0, (2,), dtype=np.float32)
        self.course = Course.of_line("track.csv")

    def world(self) -> skidpad.World:
        return skidpad.World.read(data_path("track.world.xml"))

    def begin(self, random: np.random.Generator) -> Start:
        start_m = random.uniform(0.0, self.course.length_m)
        own = self.course.pose_at(start_m, random.uniform(-0.3, 0.3), random.uniform(-0.2, 0.2))
        rival = self.course.pose_at(start_m + random.uniform(6.0, 12.0), random.uniform(-0.3, 0.3))
        return Start(np.array([start_m, 0.0, 0.0]), {"car_1": own, "car_2": rival})

    def act(self, batch: skidpad.Batch, actions: Array) -> None:
        command(batch, "car_1", actions)
        rival = batch.bind("pose")[:, 1]
        rate = self.course.pursuit(rival, RIVAL_SPEED_MPS, 1.0)
        batch.drive("car_2", speed_mps=RIVAL_SPEED_MPS, yaw_rate_radps=rate)

    def observe(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.float32]:
        return observed(batch, 0, self.observation_space)

    def distance(self, batch: skidpad.Batch, goals: Array) -> Array:
        pose = batch.bind("pose")[:, 0]
        return np.asarray(self.course.length_m - self.course.progress(pose, goals[:, 0]))

    def is_reached(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.bool_]:
        return np.asarray(self.distance(batch, goals) < 2.0)

    def has_failed(self, batch: skidpad.Batch) -> NDArray[np.bool_]:
        _, _, turned = self.course.locate(batch.bind("pose")[:, 0])
        return np.asarray((batch.bind("had_collision")[:, 0] > 0.5) | (np.abs(turned) > WRONG_WAY_RAD))
