"""Environments for Gymnasium 1.x: ``skidpad/Drive-v0``, ``skidpad/Park-v0`` and ``skidpad/World-v0``.

Importing this module registers them; ``gymnasium.make_vec`` steps the worlds of Drive and Park in one batch.

>>> import gymnasium, skidpad.gym
>>> env = gymnasium.make("skidpad/Drive-v0")
>>> observation, info = env.reset(seed=1)
>>> env.action_space.shape
(2,)
"""

from __future__ import annotations

import gymnasium

from skidpad.gym._drive import DriveTask
from skidpad.gym._park import ParkTask
from skidpad.gym._single import TaskEnv
from skidpad.gym._task import Start, Task
from skidpad.gym._vector import TaskVectorEnv
from skidpad.gym._world import WorldEnv

__all__ = ["DriveTask", "ParkTask", "Start", "Task", "TaskEnv", "TaskVectorEnv", "WorldEnv"]

for _task in ("Drive", "Park"):
    gymnasium.register(
        f"skidpad/{_task}-v0",
        entry_point="skidpad.gym:TaskEnv",
        vector_entry_point="skidpad.gym:TaskVectorEnv",
        kwargs={"task": _task},
    )
gymnasium.register("skidpad/World-v0", entry_point="skidpad.gym:WorldEnv")
