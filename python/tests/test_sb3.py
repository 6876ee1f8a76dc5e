"""Worlds of a task for Stable-Baselines3, tried with its own base class but without PyTorch, which has gigabytes."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from skidpad.gym import sb3_vec_env


@pytest.fixture
def without_torch(monkeypatch):
    """The base class of Stable-Baselines3, without the algorithms that its packages import."""
    folder = Path(importlib.util.find_spec("stable_baselines3").origin).parent
    for name in ("", ".common", ".common.vec_env"):
        module = ModuleType(f"stable_baselines3{name}")
        module.__path__ = [str(folder.joinpath(*name.split(".")[1:]))]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    from stable_baselines3.common.vec_env import base_vec_env

    sys.modules["stable_baselines3.common.vec_env"].VecEnv = base_vec_env.VecEnv
    yield base_vec_env.VecEnv
    for name in [it for it in sys.modules if it.startswith("stable_baselines3")]:
        monkeypatch.delitem(sys.modules, name)


def test_worlds_step_as_stable_baselines_expects(without_torch):
    envs = sb3_vec_env("Drive", 4, threads=1, seed=5)
    assert isinstance(envs, without_torch) and envs.num_envs == 4
    first = envs.reset()
    assert first.shape == (4, 41) and first.dtype == np.float32
    ended, lengths = None, 0
    while ended is None:
        actions = np.tile([1.0, 0.0], (4, 1))
        seen, rewards, done, infos = envs.step(actions)
        lengths += 1
        assert rewards.shape == done.shape == (4,) and len(infos) == 4
        if done.any():
            ended = int(np.flatnonzero(done)[0])
    info = infos[ended]
    assert info["terminal_observation"].shape == (41,) and not np.array_equal(info["terminal_observation"], seen[ended])
    assert info["TimeLimit.truncated"] is False and info["is_success"] in (True, False)
    assert info["episode"]["l"] == lengths and np.isfinite(info["episode"]["r"])
    assert infos[(ended + 1) % 4] == {} or done[(ended + 1) % 4]


def test_seeds_repeat(without_torch):
    envs = sb3_vec_env("Park", 2, threads=1)
    assert envs.seed(7) == [7, 8]
    first = envs.reset()
    envs.step(np.zeros((2, 2)))
    envs.seed(7)
    assert np.array_equal(envs.reset(), first)
    assert not np.array_equal(envs.reset(), first)
    assert envs.get_attr("num_envs") == [2, 2] and envs.env_is_wrapped(object) == [False, False]
    envs.set_attr("note", 3)
    assert envs.get_attr("note", indices=0) == [3] and len(envs.get_images()) == 2
    with pytest.raises(NotImplementedError):
        envs.env_method("fly")
    envs.close()
