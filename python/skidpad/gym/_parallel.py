"""Two cars on the track of ``skidpad/Track-v0``, each with a driver of its own: an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv  # type: ignore[import-untyped, unused-ignore]

import skidpad
from skidpad._native import Course, Environments
from skidpad.gym._task import Array, bounded

BEAM_COUNT = 1080
RANGE_MAX_M = 30.0
SPEED_MPS = 5.0
STEER_RAD = 0.4
WHEELBASE_M = 0.33
WRONG_WAY_RAD = 2.0

GOAL_REWARD = 10.0
COLLISION_REWARD = -10.0

Observation = NDArray[np.float32]


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


class TrackParallelEnv(ParallelEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """Two cars drive a lap each. The agents are ``car_1`` and ``car_2``.

    Actions, observations and rewards are those of ``skidpad/Track-v0``. An agent is done after a lap, at a collision or
    in the wrong direction; its car then stops where it is, and the other drives on.

    >>> from skidpad.gym import TrackParallelEnv
    >>> env = TrackParallelEnv()
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations)
    ['car_1', 'car_2']
    """

    metadata: dict[str, Any] = {"name": "skidpad_track_v0", "render_modes": ["rgb_array"], "is_parallelizable": True}

    def __init__(self, *, render_mode: str | None = None, max_episode_steps: int = 1000) -> None:
        self.possible_agents = ["car_1", "car_2"]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_episode_steps = max_episode_steps
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Box(-1.0, 1.0, (2,), dtype=np.float32) for agent in self.possible_agents}
        self.course = Course.track()
        self.batch = skidpad.Batch(Environments.world("Track"), 1, threads=1)
        self._random: np.random.Generator | None = None
        self._start_m = np.zeros(2)
        self._progress_m = np.zeros(2)
        self._elapsed = 0

    def observation_space(self, agent: str) -> Box:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Box:
        """What an agent commands."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Put the cars on the track, one some metres behind the other."""
        if self._random is None or seed is not None:
            self._random = seeding.np_random(seed)[0]
        random = self._random
        self.agents = list(self.possible_agents)
        self._elapsed = 0
        self.batch.reset(seeds=[int(random.integers(2**63))])
        first_m = random.uniform(0.0, self.course.length_m)
        self._start_m = np.array([first_m, first_m + random.uniform(4.0, 8.0)])
        for index, agent in enumerate(self.agents):
            pose = self.course.pose_at(self._start_m[index], random.uniform(-0.3, 0.3), random.uniform(-0.2, 0.2))
            self.batch.teleport(agent, pose)
        self.batch.step(1)
        self._progress_m = self._progress()
        return self._observations(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, NDArray[np.float32]]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Apply the actions of the agents that are not done."""
        for agent in self.possible_agents:
            action = np.clip(actions[agent], -1.0, 1.0) if agent in self.agents else np.array([-1.0, 0.0])
            command(self.batch, agent, np.asarray(action, dtype=np.float64)[None])
        self.batch.step(5)
        self._elapsed += 1
        progress, before = self._progress(), self._progress_m
        self._progress_m = progress
        turned = self.course.locate(self.batch.bind("pose")[0])[2]
        hit = self.batch.bind("had_collision")[0] > 0.5
        failed = hit | (np.abs(turned) > WRONG_WAY_RAD)
        reached = progress > self.course.length_m - 2.0
        acting = self.agents
        rewards, terminated, infos = {}, {}, {}
        for index, agent in enumerate(self.possible_agents):
            if agent in acting:
                bonus = GOAL_REWARD if reached[index] else COLLISION_REWARD if failed[index] else 0.0
                rewards[agent] = float(progress[index] - before[index] + bonus)
                terminated[agent] = bool(reached[index] or failed[index])
                infos[agent] = {"is_success": bool(reached[index])}
        is_late = self._elapsed >= self.max_episode_steps
        truncated = {agent: is_late and not terminated[agent] for agent in acting}
        observations = self._observations(acting)
        self.agents = [agent for agent in acting if not terminated[agent] and not truncated[agent]]
        return observations, rewards, terminated, truncated, infos

    def render(self) -> NDArray[np.uint8] | None:
        """A picture of the track from above."""
        if self.render_mode is None:
            return None
        return self.batch.simulation(0).render("top", width=320, height=240, samples=1)

    def close(self) -> None:
        """Nothing is left open."""

    def _progress(self) -> NDArray[np.float64]:
        return self.course.progress(self.batch.bind("pose")[0], self._start_m)

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        numbers = {agent: index for index, agent in enumerate(self.possible_agents)}
        return {agent: observed(self.batch, numbers[agent], self.observation_spaces[agent])[0] for agent in agents}
