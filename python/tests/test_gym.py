"""Environments: Gymnasium's own checks, and the same bits in one world and in many."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import skidpad.gym
from skidpad.gym import DriveTask, ParkTask, TaskVectorEnv

TASKS = ["skidpad/Drive-v0", "skidpad/Park-v0"]


@pytest.mark.parametrize("name", TASKS)
def test_gymnasium_finds_nothing_wrong(name, recwarn):
    check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)
    ours = [str(it.message) for it in recwarn if issubclass(it.category, UserWarning)]
    # Registered kwargs are no mistake; everything else is.
    assert [text for text in ours if "render" not in text and "spec" not in text] == []


def test_a_world_file_is_an_environment():
    env = gymnasium.make(
        "skidpad/World-v0",
        world="worlds/two_robots.world.xml",
        vehicle="r1",
        reward=lambda sim: sim.vehicle("r1").twist_in_vehicle.vx_mps,
        terminated=lambda sim: sim.pose("r1").x_m > 100.0,
        max_episode_steps=20,
    )
    first, _ = env.reset(seed=3)
    total, ended = 0.0, False
    while not ended:
        observation, reward, terminated, truncated, _ = env.step(np.array([1.0, 0.0]))
        total, ended = total + reward, terminated or truncated
    assert truncated and total > 5.0 and observation.shape == (7,) and first.shape == (7,)
    assert env.reset(seed=3)[0].tolist() == first.tolist()
    with pytest.raises(ValueError, match="belong together"):
        skidpad.gym.WorldEnv("worlds/two_robots.world.xml", vehicle="r1", reward=lambda _: 0.0, observe=lambda _: first)


@pytest.mark.parametrize("name", TASKS)
def test_one_of_many_is_the_same_as_one_alone(name):
    many = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", threads=2)
    one = gymnasium.make(name)
    seen_many, _ = many.reset(seed=10)
    seen_one, _ = one.reset(seed=11)
    assert np.array_equal(seen_many[1], seen_one)
    many.action_space.seed(0)
    for _ in range(30):
        actions = many.action_space.sample()
        seen_many, rewards, terminated, truncated, _ = many.step(actions)
        seen_one, reward, *ended, _ = one.step(actions[1])
        assert np.array_equal(seen_many[1], seen_one) and rewards[1] == reward
        assert ended == [terminated[1], truncated[1]]
        if terminated.any():
            break


def ended(env):
    """Step until a world has ended."""
    env.reset(seed=5)
    while True:
        actions = np.ones(env.action_space.shape)
        actions[:, 1] = 0.0
        seen, rewards, terminated, truncated, info = env.step(actions)
        if (terminated | truncated).any():
            return seen, terminated | truncated, info


def test_worlds_begin_anew_in_the_next_step():
    env = TaskVectorEnv(4, task=DriveTask, threads=1)
    seen, done, _ = ended(env)
    pose = env.batch.bind("pose").copy()
    seen, rewards, terminated, truncated, _ = env.step(np.zeros((4, 2)))
    assert (rewards[done] == 0.0).all() and not terminated[done].any() and not truncated[done].any()
    assert not np.allclose(env.batch.bind("pose")[done, 0, :2], pose[done, 0, :2])


def test_worlds_begin_anew_in_the_same_step():
    env = TaskVectorEnv(4, task=DriveTask, threads=1, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, done, info = ended(env)
    assert np.array_equal(info["_final_obs"], done)
    index = int(np.flatnonzero(done)[0])
    assert info["final_obs"][index].shape == seen[index].shape
    assert not np.array_equal(info["final_obs"][index], seen[index])


def test_worlds_wait_for_a_reset():
    env = TaskVectorEnv(4, task=DriveTask, threads=1, autoreset_mode="Disabled")
    seen, done, _ = ended(env)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros((4, 2)))
    again, _ = env.reset(options={"reset_mask": done})
    assert np.array_equal(again[~done][:, 36:], seen[~done][:, 36:])
    env.step(np.zeros((4, 2)))
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [True]})


def test_seeds_and_actions_repeat_to_the_bit():
    def run():
        env = TaskVectorEnv(3, task=ParkTask, threads=2)
        env.reset(seed=[1, 2, 3])
        env.action_space.seed(1)
        return [env.step(env.action_space.sample())[0].tobytes() for _ in range(20)]

    assert run() == run()
    with pytest.raises(ValueError, match="2 seeds for 3"):
        TaskVectorEnv(3, task=ParkTask).reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.ResetNeeded):
        TaskVectorEnv(1, task=ParkTask).step(np.zeros((1, 2)))


def test_the_goal_can_be_reached():
    """A driver who knows the way: turn to the goal, slow down before obstacles."""
    env = TaskVectorEnv(32, task=DriveTask, autoreset_mode="Disabled")
    seen, _ = env.reset(seed=100)
    reached, over = np.zeros(32, dtype=bool), np.zeros(32, dtype=bool)
    for _ in range(300):
        ranges, bearing = seen[:, :36], np.arctan2(seen[:, 38], seen[:, 37])
        angles = np.deg2rad(np.linspace(-175, 175, 36))
        # Away from what is near, weighted by how near it is.
        push = (np.clip(0.12 - ranges, 0, None) * np.sign(angles) * (np.abs(angles) < 1.6)).sum(axis=1)
        turn = np.clip(2.0 * bearing - 12.0 * push, -1, 1)
        ahead = ranges[:, 15:21].min(axis=1)
        speed = np.clip(np.minimum(1.5 - np.abs(bearing), 6.0 * (ahead - 0.04)), 0.05, 1.0)
        seen, _, terminated, truncated, info = env.step(np.stack([speed, turn], axis=1))
        reached |= info["is_success"] & ~over
        over |= terminated | truncated
        if over.all():
            break
        if (terminated | truncated).any():
            env.reset(options={"reset_mask": terminated | truncated})
            seen = env.task.observe(env.batch, env.goals)
    assert reached.sum() >= 16
