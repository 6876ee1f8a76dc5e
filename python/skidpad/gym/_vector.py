"""Many worlds of a task of your own as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import skidpad
from skidpad.gym._task import Array, Task

GOAL_REWARD = 10.0
COLLISION_REWARD = -10.0

Observations = NDArray[np.float32]


class TaskVectorEnv(gymnasium.vector.VectorEnv[Observations, Array, NDArray[Any]]):
    """Worlds of a task of your own, written with NumPy, that step together in a ``skidpad.Batch``.

    The reward of a step is the way made towards the goal [m], plus 10 at the goal, minus 10 for a collision; both end
    the episode. ``info["is_success"]`` says whether the goal is reached.
    All modes of autoreset are supported. Each world has its own random numbers: environment ``i`` of
    ``reset(seed=s)`` is the same as a single environment with the seed ``s + i``.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        task: Callable[[], Task],
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.task = task()
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = self.task.observation_space
        self.single_action_space = self.task.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = skidpad.Batch(self.task.world().build(), num_envs, threads=threads)
        self.goals = np.zeros((num_envs, 3))
        self._elapsed = np.zeros(num_envs, dtype=np.int64)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._distance = np.zeros(num_envs)
        self._random: list[np.random.Generator] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin new episodes: in all worlds, or in those of ``options["reset_mask"]``."""
        mask = np.ones(self.num_envs, dtype=np.bool_)
        if options is not None and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], dtype=np.bool_)
            if mask.shape != (self.num_envs,) or not mask.any():
                raise ValueError(f"reset_mask must have {self.num_envs} entries, some of them true")
        self._seed(seed)
        self._begin(mask)
        return self.task.observe(self.batch, self.goals), {}

    def step(
        self, actions: Array
    ) -> tuple[Observations, Array, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply an action in every world."""
        if not self._random:
            raise gymnasium.error.ResetNeeded("call reset before step")
        actions = np.asarray(actions, dtype=np.float64).reshape(self.action_space.shape or ())
        fresh = self._ended.copy()
        if fresh.any() and self.autoreset_mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded("worlds that ended must be reset by reset(options={'reset_mask': …})")
        space = self.task.action_space
        self.task.act(self.batch, np.clip(actions, space.low, space.high))
        if fresh.any():
            # In these worlds the action is ignored: this step begins their next episode.
            self._begin(fresh)
            self.batch.step(self.task.steps_per_action, mask=~fresh)
        else:
            self.batch.step(self.task.steps_per_action)
        self._elapsed[~fresh] += 1
        return self._judged(fresh)

    def _judged(
        self, fresh: NDArray[np.bool_]
    ) -> tuple[Observations, Array, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        distance = self.task.distance(self.batch, self.goals)
        reached = self.task.is_reached(self.batch, self.goals) & ~fresh
        failed = self.task.has_failed(self.batch) & ~fresh
        rewards = np.where(fresh, 0.0, self._distance - distance)
        rewards = rewards + GOAL_REWARD * reached + COLLISION_REWARD * (failed & ~reached)
        terminated = reached | failed
        truncated = (self._elapsed >= self.task.max_episode_steps) & ~terminated & ~fresh
        self._distance = distance
        self._ended = terminated | truncated
        observations = self.task.observe(self.batch, self.goals)
        info: dict[str, Any] = {"is_success": reached, "_is_success": ~fresh}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._ended.any():
            ended = self._ended.copy()
            final = np.full(self.num_envs, None, dtype=object)
            for index in np.flatnonzero(ended):
                final[index] = observations[index].copy()
            info |= {"final_obs": final, "_final_obs": ended}
            info |= {"final_info": {"is_success": reached, "_is_success": ended}, "_final_info": ended}
            self._begin(ended)
            observations = self.task.observe(self.batch, self.goals)
        return observations, rewards, terminated, truncated, info

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        if seed is None:
            seeds: Sequence[int | None] = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments")
        if not self._random:
            self._random = [seeding.np_random(one)[0] for one in seeds]
        for index, one in enumerate(seeds):
            if one is not None:
                self._random[index] = seeding.np_random(one)[0]

    def _begin(self, mask: NDArray[np.bool_]) -> None:
        """Begin an episode in the worlds of a mask; the others stand still."""
        seeds = self.batch.seeds
        poses: dict[str, Array] = {}
        for index in np.flatnonzero(mask):
            random = self._random[index]
            seeds[index] = int(random.integers(2**63))
            start = self.task.begin(random)
            self.goals[index] = start.goal
            for name, pose in start.poses.items():
                poses.setdefault(name, np.zeros((self.num_envs, 3)))[index] = pose
        self.batch.reset(mask, seeds=seeds)
        for name, rows in poses.items():
            self.batch.teleport(name, rows, mask=mask)
        self.batch.step(1, mask=mask)
        self._elapsed[mask] = 0
        self._ended[mask] = False
        self._distance[mask] = self.task.distance(self.batch, self.goals)[mask]

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each world from above."""
        if self.render_mode is None:
            return None
        sims = (self.batch.simulation(index) for index in range(self.num_envs))
        return tuple(sim.render("top", width=320, height=320, samples=1) for sim in sims)
