"""One world of a task of your own as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from skidpad.gym._task import Array, Task
from skidpad.gym._vector import TaskVectorEnv


class TaskEnv(gymnasium.Env[NDArray[np.float32], Array]):
    """One world of a task of your own; the same as one of a ``TaskVectorEnv``, to the bit."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, *, task: Callable[[], Task], render_mode: str | None = None) -> None:
        mode = AutoresetMode.DISABLED
        self.vector = TaskVectorEnv(1, task=task, autoreset_mode=mode, threads=1, render_mode=render_mode)
        self.render_mode = render_mode
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        observations, _ = self.vector.reset(seed=[seed])
        return observations[0], {}

    def step(self, action: Array) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Apply an action."""
        observations, rewards, terminated, truncated, info = self.vector.step(np.asarray(action)[None])
        success = {"is_success": bool(info["is_success"][0])}
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), success

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of the world from above."""
        pictures = self.vector.render()
        return None if pictures is None else pictures[0]
