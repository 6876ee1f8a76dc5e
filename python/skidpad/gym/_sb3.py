"""Worlds of a task as a vector environment of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from skidpad.gym._vector_environment import VectorEnvironment


def sb3_vec_env(
    task: str, n: int, *, observation: str | None = None, threads: int = 0, seed: int | None = None
) -> Any:
    """A ``VecEnv`` of Stable-Baselines3 whose worlds step in one batch: ``PPO("MlpPolicy", sb3_vec_env("Drive", 64))``.

    Worlds begin anew in the step in which they end; ``info["terminal_observation"]`` and
    ``info["TimeLimit.truncated"]`` are those that Stable-Baselines3 expects.
    """
    from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found, unused-ignore]

    class BatchVecEnv(VecEnv):  # type: ignore[misc, no-any-unimported, unused-ignore]
        """The worlds of a task, as Stable-Baselines3 sees them."""

        def __init__(self) -> None:
            mode = AutoresetMode.SAME_STEP
            self.worlds = VectorEnvironment(
                n, task=task, observation=observation, autoreset_mode=mode, threads=threads
            )
            self._next_seed: int | Sequence[int | None] | None = seed
            self._actions = np.zeros((n, *(self.worlds.single_action_space.shape or ())))
            self._returns, self._lengths = np.zeros(n), np.zeros(n, dtype=np.int64)
            super().__init__(n, self.worlds.single_observation_space, self.worlds.single_action_space)

        def reset(self) -> Any:
            observations, _ = self.worlds.reset(seed=self._next_seed)
            self._next_seed = None
            self._returns[:], self._lengths[:] = 0.0, 0
            return observations

        def step_async(self, actions: Any) -> None:
            self._actions = np.asarray(actions)

        def step_wait(self) -> Any:
            observations, rewards, terminated, truncated, info = self.worlds.step(self._actions)
            self._returns += rewards
            self._lengths += 1
            done = terminated | truncated
            infos: list[dict[str, Any]] = [{} for _ in range(n)]
            for index in np.flatnonzero(done):
                infos[index] = {
                    "terminal_observation": info["final_obs"][index],
                    "TimeLimit.truncated": bool(truncated[index]),
                    "is_success": bool(info["is_success"][index]),
                    "episode": {"r": float(self._returns[index]), "l": int(self._lengths[index])},
                }
            self._returns[done], self._lengths[done] = 0.0, 0
            return observations, rewards.astype(np.float32), done, infos

        def seed(self, seed: int | None = None) -> list[int | None]:
            self._next_seed = seed
            return [None if seed is None else seed + index for index in range(n)]

        def close(self) -> None:
            self.worlds.close()

        def get_images(self) -> Any:
            return self.worlds.render() or [None] * n

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(self.worlds, attr_name)] * len(list(self._get_indices(indices)))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            setattr(self.worlds, attr_name, value)

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
            raise NotImplementedError("the worlds of a batch have no methods of their own")

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * len(list(self._get_indices(indices)))

    return BatchVecEnv()
