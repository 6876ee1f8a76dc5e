"""``skidpad/World-v0``: any world file, with a reward of your own."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

import skidpad
from skidpad.gym._expression import expression


def pose_and_twist(sim: skidpad.Simulation, vehicle: str) -> NDArray[np.float32]:
    """x, y [m], cosine and sine of the heading, speeds [m/s] and yaw rate [rad/s]."""
    index = sim.vehicles.index(vehicle)
    pose, twist = sim.poses()[index], sim.twists()[index]
    return np.array([pose[0], pose[1], np.cos(pose[3]), np.sin(pose[3]), *twist], dtype=np.float32)


class WorldEnv(gymnasium.Env[NDArray[np.float32], NDArray[np.float64]]):
    """One vehicle of a world file.

    ``reward`` and ``terminated`` are functions of the simulation, or texts such as ``"vx - abs(yaw_rate)"`` and
    ``"had_collision or x > 10"``; ``skidpad.gym.expression`` lists what they can use. The action is a speed [m/s] and a yaw rate [rad/s]
    within ``action_limits``. The observation is ``observe(sim)`` with the given ``observation_space``; by default
    the vehicle's x, y [m], cosine and sine of its heading, speeds [m/s] and yaw rate [rad/s].
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        world: str | os.PathLike[str],
        *,
        vehicle: str,
        reward: str | Callable[[skidpad.Simulation], float],
        terminated: str | Callable[[skidpad.Simulation], bool] = "False",
        observe: Callable[[skidpad.Simulation], NDArray[np.float32]] | None = None,
        observation_space: Box | None = None,
        action_limits: tuple[float, float] = (1.0, 1.5),
        steps_per_action: int = 10,
        max_episode_steps: int = 500,
        vars: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if (observe is None) != (observation_space is None):
            raise ValueError("observe and observation_space belong together")
        self._path, self._vars = world, vars
        self._sim = skidpad.load(world, vars=vars)
        self.vehicle = vehicle
        self._sim.pose(vehicle)
        self._reward = expression(reward, vehicle) if isinstance(reward, str) else reward
        self._terminated = expression(terminated, vehicle) if isinstance(terminated, str) else terminated
        self._observe = observe or (lambda sim: pose_and_twist(sim, vehicle))
        space: Any = observation_space or Box(-np.inf, np.inf, (7,), dtype=np.float32)
        self.observation_space = space
        self._limits = np.array(action_limits, dtype=np.float64)
        self.action_space = Box(-self._limits, self._limits, dtype=np.float64)
        self.steps_per_action, self.max_episode_steps = steps_per_action, max_episode_steps
        self.render_mode = render_mode
        self._elapsed = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Read the world with a new seed."""
        super().reset(seed=seed)
        self._sim = skidpad.load(self._path, vars=self._vars, seed=int(self.np_random.integers(2**63)))
        self._elapsed = 0
        return self._observe(self._sim), {}

    def step(self, action: NDArray[np.float64]) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Apply an action."""
        speed_mps, yaw_rate_radps = np.clip(action, -self._limits, self._limits)
        self._sim.drive(self.vehicle, speed_mps=float(speed_mps), yaw_rate_radps=float(yaw_rate_radps))
        self._sim.step(self.steps_per_action)
        self._elapsed += 1
        terminated = bool(self._terminated(self._sim))
        truncated = not terminated and self._elapsed >= self.max_episode_steps
        return self._observe(self._sim), float(self._reward(self._sim)), terminated, truncated, {}

    def render(self) -> NDArray[np.uint8] | None:
        """A picture from behind the vehicle."""
        if self.render_mode is None:
            return None
        return self._sim.render(self.vehicle, width=320, height=240, samples=1)
