"""Environments: Gymnasium's own checks, and the same bits in one world and in many."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import skidpad.gym
from skidpad.gym import DriveTask, ParkTask, TaskVectorEnv

TASKS = ["skidpad/Drive-v0", "skidpad/Park-v0", "skidpad/Race-v0", "skidpad/Track-v0"]


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


def laps(env, drive, seeds):
    """How many of the worlds come round."""
    count = len(seeds)
    seen, _ = env.reset(seed=seeds)
    reached, over = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    while not over.all():
        seen, _, terminated, truncated, info = env.step(drive(seen))
        reached |= info["is_success"] & ~over
        over |= terminated | truncated
        if (terminated | truncated).any():
            env.reset(options={"reset_mask": terminated | truncated})
    return int(reached.sum())


def test_the_race_car_comes_round():
    """Steer back to the middle and into the bend ahead; hold a speed."""

    def drive(seen):
        steer = -0.6 * seen[:, 0] - 2.5 * seen[:, 2] + 0.45 * seen[:, 7] - 0.2 * seen[:, 5]
        torque = 1.0 * (0.4 - seen[:, 3])
        return np.clip(np.stack([torque, steer], axis=1), -1, 1)

    env = TaskVectorEnv(4, task="Race", autoreset_mode="Disabled")
    assert laps(env, drive, [1, 2, 3, 4]) >= 3


def test_the_small_car_comes_round():
    """Follow the side with more room; go slowly behind the other car."""

    def drive(seen):
        ranges = seen[:, :1080]
        left, right = ranges[:, 660:840].mean(axis=1), ranges[:, 240:420].mean(axis=1)
        ahead = np.partition(ranges[:, 500:580], 10, axis=1)[:, 10] * 30.0
        steer = np.clip(2.2 * (left - right) / (left + right), -1, 1)
        speed = np.clip(0.5 * (ahead - 0.7), 0.0, 1.4)
        return np.stack([2.0 * speed / 5.0 - 1.0, steer], axis=1)

    env = TaskVectorEnv(4, task="Track", autoreset_mode="Disabled")
    assert laps(env, drive, [1, 2, 3, 4]) >= 2


def test_texts_are_rewards():
    env = gymnasium.make(
        "skidpad/World-v0",
        world="worlds/two_robots.world.xml",
        vehicle="r1",
        reward='vx - 0.1 * abs(yaw_rate) if distance("r2") > 1 else -1',
        terminated="had_collision or time_s >= 0.5",
    )
    env.reset(seed=1)
    rewards, ended = [], False
    while not ended:
        _, reward, ended, _, _ = env.step(np.array([1.0, 0.0]))
        rewards.append(reward)
    assert len(rewards) == 10 and rewards[-1] > 0.5
    sim = skidpad.load("worlds/gridmap.world.xml")
    assert 0.0 < skidpad.gym.expression('min(range("r1/laser1"), pi)', "r1")(sim) <= np.pi
    assert skidpad.gym.expression("not (x != x) and -1 < +2 ** 2 % 3", "r1")(sim) is True


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "x.__class__", "[1]", "lambda: 1", "speed", "vx +", "min(a=1)", "(1).real", "None", "f'{x}'"],
)
def test_texts_can_do_no_harm(text):
    with pytest.raises(ValueError):
        skidpad.gym.expression(text, "r1")


def test_courses_know_where_things_are():
    turn = np.linspace(0.0, 2.0 * np.pi, 200, endpoint=False)
    course = skidpad.gym.Course(10.0 * np.stack([np.cos(turn), np.sin(turn)], axis=1))
    assert abs(course.length_m - 20.0 * np.pi) < 0.1
    pose = np.array([[0.0, 9.0, 0.0, np.pi, 0.0, 0.0], [11.0, 0.0, 0.0, 0.0, 0.0, 0.0]])
    place_m, left_m, turned = course.locate(pose)
    assert np.allclose(place_m % course.length_m, [5.0 * np.pi, 0.0], atol=0.2)
    assert np.allclose(left_m, [1.0, -1.0], atol=0.05) and np.allclose(turned, [0.0, -np.pi / 2], atol=0.05)
    assert np.allclose(course.curvature_per_m, 0.1, atol=0.015)
    assert np.allclose(course.progress(pose, np.array([5.0 * np.pi - 3.0, 0.5])), [3.0, -0.5], atol=0.2)
    assert np.allclose(course.pose_at(0.0, 1.0), [9.0, 0.0, np.pi / 2], atol=0.1)


def test_pettingzoo_finds_nothing_wrong():
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(skidpad.gym.TrackParallelEnv(max_episode_steps=40), num_cycles=100)
    parallel_seed_test(lambda: skidpad.gym.TrackParallelEnv(max_episode_steps=40), num_cycles=20)


def test_one_of_two_drivers_goes_on_when_the_other_is_done():
    env = skidpad.gym.TrackParallelEnv(render_mode="rgb_array")
    env.reset(seed=1)
    course = env.course
    while "car_2" in env.agents:
        pose = env.batch.bind("pose")[0]
        rate = course.pursuit(pose, 1.0, 0.8)[0]
        steer = np.clip(np.arctan(rate * 0.33) / 0.4, -1, 1)
        own = np.array([-0.6, steer])
        actions = {"car_1": own, "car_2": np.array([0.5, 1.0])}
        _, rewards, terminated, _, infos = env.step({agent: actions[agent] for agent in env.agents})
    assert terminated["car_2"] and rewards["car_2"] < 0.0 and not infos["car_2"]["is_success"]
    assert env.agents == ["car_1"]
    assert env.render().shape == (240, 320, 3)
    observations, rewards, *_ = env.step({"car_1": own})
    assert list(observations) == ["car_1"] == list(rewards)
    env.close()


def test_unknown_tasks_are_named():
    with pytest.raises(ValueError, match="there are Drive, Park, Race, Track"):
        TaskVectorEnv(1, task="Fly")
    with pytest.raises(AttributeError):
        skidpad.gym.Nothing
