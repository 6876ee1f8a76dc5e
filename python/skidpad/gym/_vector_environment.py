"""Many worlds of one task as a vector environment of Gymnasium."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import skidpad
from skidpad._native import Environments

Observations = NDArray[np.float32]
Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnvironment(gymnasium.vector.VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Worlds of a task, ``"Drive"``, ``"Park"``, ``"Race"`` or ``"Track"``, that step together.

    ``skidpad.gym.TASKS`` describes actions, observations and rewards. ``info["is_success"]`` says whether the goal is
    reached. All modes of autoreset are supported. Environment ``i`` of ``reset(seed=s)`` is the same as a single
    environment with the seed ``s + i``, to the bit, whatever the number of worlds and threads.
    ``threads=0`` uses all cores.

    >>> from skidpad.gym import VectorEnvironment
    >>> envs = VectorEnvironment(4, task="Park", threads=1)
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape
    (4, 6)
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        task: str,
        observation: str | None = None,
        steps_per_action: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.worlds = Environments(
            task,
            num_envs,
            observation=observation,
            steps_per_action=steps_per_action,
            autoreset=_MODES[self.autoreset_mode],
            threads=threads,
        )
        self.single_observation_space = Box(self.worlds.observation_low, self.worlds.observation_high)
        self.single_action_space = Box(-1.0, 1.0, (self.worlds.action_count,), dtype=np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new episodes: in all worlds, or in those of ``options["reset_mask"]``."""
        if seed is None and not self._is_seeded:
            seed = secrets.randbits(62)
        if seed is None:
            seeds: Sequence[int | None] = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = list(seed)
            if not self._is_seeded:
                seeds = [secrets.randbits(62) if one is None else one for one in seeds]
        mask = None
        if options is not None and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], dtype=np.bool_).tolist()
        observations = self.worlds.reset(seeds, mask)
        self._is_seeded = True
        return observations, {}

    def step(self, actions: NDArray[Any]) -> tuple[Observations, Array, Flags, Flags, dict[str, Any]]:
        """Apply an action in every world."""
        observations, rewards, terminated, truncated, success, first = self.worlds.step(actions)
        info: dict[str, Any] = {"is_success": success, "_is_success": ~first}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            ended = terminated | truncated
            if ended.any():
                final = np.full(self.num_envs, None, dtype=object)
                for index in np.flatnonzero(ended):
                    final[index] = self.worlds.final_observation(int(index))
                info |= {"final_obs": final, "_final_obs": ended}
                info |= {"final_info": {"is_success": success, "_is_success": ended}, "_final_info": ended}
        return observations, rewards, terminated, truncated, info

    def poses(self) -> Array:
        """Poses of the vehicles now: (worlds, vehicles, 6), x, y, z [m], yaw, pitch, roll [rad]."""
        return self.worlds.poses()

    def simulation(self, index: int) -> skidpad.Simulation:
        """An independent simulation in the state of one world."""
        return self.worlds.simulation(index)

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each world from above."""
        if self.render_mode is None:
            return None
        sims = (self.simulation(index) for index in range(self.num_envs))
        return tuple(sim.render("top", width=320, height=320, samples=1) for sim in sims)
