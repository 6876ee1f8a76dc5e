"""What an environment is about: its world, how an episode begins, and what it is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
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


def bounded(rows: NDArray[Any], space: Box) -> NDArray[np.float32]:
    """Observations within the bounds of their space."""
    return np.asarray(np.clip(rows, space.low, space.high), dtype=np.float32)
