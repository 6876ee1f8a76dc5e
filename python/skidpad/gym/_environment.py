"""One world of a task as an environment of Gymnasium."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad._native import Environments


class Environment(gymnasium.Env[NDArray[np.float32], NDArray[Any]]):
    """One world of a task: ``"Drive"``, ``"Park"``, ``"Race"`` or ``"Track"``.

    It is the same as one of a ``VectorEnvironment``, to the bit. ``skidpad.gym.TASKS`` describes actions, observations and
    rewards. ``observation`` chooses what is observed, where a task has a choice; ``steps_per_action`` replaces the usual
    number of steps for each action.

    >>> from skidpad.gym import Environment
    >>> env = Environment("Track", observation="course")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape
    (17,)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        task: str,
        *,
        observation: str | None = None,
        steps_per_action: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.worlds = Environments(
            task, 1, observation=observation, steps_per_action=steps_per_action, autoreset="disabled"
        )
        self.render_mode = render_mode
        self.observation_space = Box(self.worlds.observation_low, self.worlds.observation_high)
        self.action_space = Box(-1.0, 1.0, (self.worlds.action_count,), dtype=np.float32)
        self._is_seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode: the first one of a seed, or the next one."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = secrets.randbits(63)
        self._is_seeded = True
        return self.worlds.reset([seed])[0], {}

    def step(self, action: NDArray[Any]) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Apply an action."""
        return self.worlds.step_one(action)

    def simulation(self) -> skidpad.Simulation:
        """An independent simulation in the state of the world."""
        return self.worlds.simulation(0)

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of the world from above."""
        if self.render_mode is None:
            return None
        return self.simulation().render("top", width=320, height=320, samples=1)
