"""What an environment is about: its world, how an episode begins, and what it is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad

Array = NDArray[np.float64]


@dataclass
class Start:
    """How an episode begins: poses (x [m], y [m], yaw [rad]) by name, and the goal (x, y, yaw)."""

    goal: Array
    poses: dict[str, Array] = field(default_factory=dict)


class Task(ABC):
    """A task in many worlds at once. Arrays have a row for each world."""

    observation_space: Box
    action_space: Box
    steps_per_action: int
    """Steps of the simulation for each action."""
    max_episode_steps: int
    """Actions after which an episode is truncated."""

    @abstractmethod
    def world(self) -> skidpad.World:
        """The world of all episodes."""

    @abstractmethod
    def begin(self, random: np.random.Generator) -> Start:
        """A new episode."""

    @abstractmethod
    def act(self, batch: skidpad.Batch, actions: Array) -> None:
        """Command the worlds."""

    @abstractmethod
    def observe(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.float32]:
        """What is observed now."""

    @abstractmethod
    def distance(self, batch: skidpad.Batch, goals: Array) -> Array:
        """How far each world is from its goal; a reward is the way made towards it."""

    @abstractmethod
    def is_reached(self, batch: skidpad.Batch, goals: Array) -> NDArray[np.bool_]:
        """Whether each world is at its goal."""

    @abstractmethod
    def has_failed(self, batch: skidpad.Batch) -> NDArray[np.bool_]:
        """Whether each world has collided."""


def in_frame(pose: Array, point: Array) -> Array:
    """Points (rows of x, y) in the frames of poses (rows of x, y, z, yaw, pitch, roll)."""
    dx, dy = point[:, 0] - pose[:, 0], point[:, 1] - pose[:, 1]
    sin, cos = np.sin(pose[:, 3]), np.cos(pose[:, 3])
    return np.stack([cos * dx + sin * dy, cos * dy - sin * dx], axis=1)


def bounded(rows: NDArray[Any], space: Box) -> NDArray[np.float32]:
    """Observations within the bounds of their space."""
    return np.asarray(np.clip(rows, space.low, space.high), dtype=np.float32)


def wrapped(angle_rad: Array) -> Array:
    """Angles from −π to π."""
    return np.asarray((angle_rad + np.pi) % (2.0 * np.pi) - np.pi)


def scattered(random: np.random.Generator, half_m: float, taken: list[Array], gap_m: float) -> Array:
    """A place in a square that keeps a distance from others."""
    for _ in range(1000):
        place = random.uniform(-half_m, half_m, size=2)
        if all(np.hypot(*(place - other[:2])) >= gap_m for other in taken):
            return np.asarray(place)
    raise RuntimeError("there is no free place left")


def task_of(task: str | Callable[[], Task]) -> Task:
    """The task of this name, or of a class of your own."""
    if not isinstance(task, str):
        return task()
    from skidpad.gym import DriveTask, ParkTask, RaceTask, TrackTask

    tasks: dict[str, Callable[[], Task]] = {
        "Drive": DriveTask,
        "Park": ParkTask,
        "Race": RaceTask,
        "Track": TrackTask,
    }
    if task not in tasks:
        raise ValueError(f"there is no task {task!r}; there are {', '.join(tasks)}")
    return tasks[task]()
