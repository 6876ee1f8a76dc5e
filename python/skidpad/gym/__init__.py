"""Environments for Gymnasium 1.x: ``skidpad/Drive-v0``, ``skidpad/Park-v0``, ``skidpad/Track-v0``, ``skidpad/Race-v0``
and ``skidpad/World-v0``.

Importing this module registers them; ``gymnasium.make_vec`` steps the worlds of all but the last together.
``TrackParallelEnv`` is an environment of PettingZoo, ``sb3_vec_env`` one of Stable-Baselines3.

>>> import gymnasium, skidpad.gym
>>> env = gymnasium.make("skidpad/Drive-v0")
>>> observation, info = env.reset(seed=1)
>>> env.action_space.shape
(2,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from skidpad._native import Course
from skidpad.gym._environment import Environment
from skidpad.gym._expression import expression
from skidpad.gym._sb3 import sb3_vec_env
from skidpad.gym._task import Start, Task
from skidpad.gym._task_env import TaskEnv
from skidpad.gym._tasks import TASKS
from skidpad.gym._vector import TaskVectorEnv
from skidpad.gym._vector_environment import VectorEnvironment
from skidpad.gym._world import WorldEnv

if TYPE_CHECKING:
    from skidpad.gym._parallel import TrackParallelEnv

__all__ = [
    "TASKS",
    "Course",
    "Environment",
    "Start",
    "Task",
    "TaskEnv",
    "TaskVectorEnv",
    "TrackParallelEnv",
    "VectorEnvironment",
    "WorldEnv",
    "expression",
    "sb3_vec_env",
]

for _task in TASKS:
    gymnasium.register(
        f"skidpad/{_task}-v0",
        entry_point="skidpad.gym:Environment",
        vector_entry_point="skidpad.gym:VectorEnvironment",
        kwargs={"task": _task},
    )
gymnasium.register("skidpad/World-v0", entry_point="skidpad.gym:WorldEnv")


def __getattr__(name: str) -> Any:
    # PettingZoo is imported only by those who use it.
    if name == "TrackParallelEnv":
        from skidpad.gym._parallel import TrackParallelEnv

        return TrackParallelEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
