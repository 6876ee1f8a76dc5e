"""Environments: Gymnasium's own checks, and the same bits in one world and in many."""

import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import skidpad.gym
from skidpad.gym import Environment, TaskEnv, TaskVectorEnv, VectorEnvironment

sys.path.insert(0, "python/examples")
from park_task import ParkTask  # noqa: E402

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
    env = VectorEnvironment(4, task="Drive", threads=1)
    seen, done, _ = ended(env)
    pose = env.poses()
    seen, rewards, terminated, truncated, _ = env.step(np.zeros((4, 2)))
    assert (rewards[done] == 0.0).all() and not terminated[done].any() and not truncated[done].any()
    assert not np.allclose(env.poses()[done, 0, :2], pose[done, 0, :2])


def test_worlds_begin_anew_in_the_same_step():
    env = VectorEnvironment(4, task="Drive", threads=1, autoreset_mode=AutoresetMode.SAME_STEP)
    seen, done, info = ended(env)
    assert np.array_equal(info["_final_obs"], done)
    index = int(np.flatnonzero(done)[0])
    assert info["final_obs"][index].shape == seen[index].shape
    assert not np.array_equal(info["final_obs"][index], seen[index])


def test_worlds_wait_for_a_reset():
    env = VectorEnvironment(4, task="Drive", threads=1, autoreset_mode="Disabled")
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
        env = VectorEnvironment(3, task="Park", threads=2)
        env.reset(seed=[1, 2, 3])
        env.action_space.seed(1)
        return [env.step(env.action_space.sample())[0].tobytes() for _ in range(20)]

    assert run() == run()
    with pytest.raises(ValueError, match="2 seeds for 3"):
        VectorEnvironment(3, task="Park").reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.ResetNeeded):
        VectorEnvironment(1, task="Park").step(np.zeros((1, 2)))


def test_the_goal_can_be_reached():
    """A driver who knows the way: turn to the goal, slow down before obstacles."""
    env = VectorEnvironment(32, task="Drive", autoreset_mode="Disabled")
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
            seen, _ = env.reset(options={"reset_mask": terminated | truncated})
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

    env = VectorEnvironment(8, task="Race", autoreset_mode="Disabled")
    assert laps(env, drive, list(range(1, 9))) >= 5


def test_the_small_car_comes_round():
    """Follow the side with more room; go slowly behind the other car."""

    def drive(seen):
        ranges = seen[:, :1080]
        left, right = ranges[:, 660:840].mean(axis=1), ranges[:, 240:420].mean(axis=1)
        ahead = np.partition(ranges[:, 500:580], 10, axis=1)[:, 10] * 30.0
        steer = np.clip(2.2 * (left - right) / (left + right), -1, 1)
        speed = np.clip(0.5 * (ahead - 0.7), 0.0, 1.4)
        return np.stack([2.0 * speed / 5.0 - 1.0, steer], axis=1)

    env = VectorEnvironment(4, task="Track", autoreset_mode="Disabled")
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
        VectorEnvironment(1, task="Fly")
    with pytest.raises(AttributeError):
        skidpad.gym.Nothing


@pytest.mark.parametrize(
    ("name", "options", "size"),
    [
        ("Track", {"observation": "course"}, 17),
        ("Track", {"observation": "laser", "steps_per_action": 1}, 1082),
        ("Race", {"observation": "cones"}, 27),
        ("Race", {"observation": "course"}, 16),
    ],
)
def test_what_is_observed_can_be_chosen(name, options, size):
    env = gymnasium.make(f"skidpad/{name}-v0", **options)
    seen, _ = env.reset(seed=2)
    assert seen.shape == (size,) and env.observation_space.contains(seen)
    for _ in range(5):
        seen, *_ = env.step(np.array([0.2, 0.1]))
        assert env.observation_space.contains(seen)
    steps = options.get("steps_per_action", 5)
    assert env.unwrapped.simulation().time_s == pytest.approx(0.01 * (1 + 5 * steps))


def test_cones_are_on_both_sides():
    env = Environment("Race", observation="cones")
    seen, _ = env.reset(seed=3)
    blue, yellow = seen[3:15].reshape(6, 2), seen[15:].reshape(6, 2)
    assert (blue[0, 0] > 0.0) and blue[0, 1] > 0.0 and yellow[0, 1] < 0.0
    assert (np.diff(np.hypot(*blue.T)[np.hypot(*blue.T) > 0.0]) >= 0.0).all()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("Park", 1, "laser"), "no observation"),
        (("Race", 1, "laser"), "course, cones"),
        (("Track", 1, "cones"), "laser, course"),
        (("Park", 0, None), "steps_per_action"),
    ],
)
def test_what_a_task_does_not_have_is_refused(arguments, text):
    task, steps, observation = arguments
    with pytest.raises(ValueError, match=text):
        Environment(task, observation=observation, steps_per_action=steps)
    with pytest.raises(ValueError, match="next_step, same_step"):
        skidpad.Environments("Park", 1, autoreset="never")


def test_actions_may_be_lists_and_must_be_numbers():
    ours, lists = (Environment("Park") for _ in range(2))
    ours.reset(seed=4), lists.reset(seed=4)
    for action in ([0.5, -0.25], [2.0, 7.0], [1, 0]):
        cut = np.clip(np.array(action, dtype=np.float32), -1.0, 1.0)
        assert np.array_equal(ours.step(cut)[0], lists.step(action)[0])
    with pytest.raises(skidpad.CommandError, match="finite"):
        ours.step(np.array([np.nan, 0.0]))
    with pytest.raises(ValueError, match="must have 2"):
        ours.step(np.zeros(3))
    strided = np.zeros((2, 2), dtype=np.float32)[:, 0]
    assert np.array_equal(ours.step(strided)[0], lists.step([0.0, 0.0])[0])


def test_episodes_follow_one_another():
    """The next episode differs; the seed brings the first one back, in one world and among many."""
    env = Environment("Park")
    first, _ = env.reset(seed=6)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    assert np.array_equal(env.reset(seed=6)[0], first) and np.array_equal(env.reset()[0], second)
    assert not np.array_equal(Environment("Park").reset()[0], Environment("Park").reset()[0])
    many = VectorEnvironment(2, task="Park", threads=1)
    assert np.array_equal(many.reset(seed=[6, None])[0][0], first)
    assert np.array_equal(many.reset()[0][0], second)


def test_worlds_of_environments_can_be_looked_at():
    many = VectorEnvironment(2, task="Track", threads=1, render_mode="rgb_array")
    many.reset(seed=1)
    assert many.poses().shape == (2, 2, 6) and len(many.worlds) == 2
    assert [picture.shape for picture in many.render()] == [(320, 320, 3)] * 2
    assert many.simulation(1).state_hash() == many.worlds.state_hashes()[1]
    assert np.allclose(many.simulation(1).poses(), many.poses()[1])
    with pytest.raises(ValueError, match="no world 2"):
        many.simulation(2)
    assert many.worlds.final_observation(0) is None
    assert VectorEnvironment(1, task="Park").render() is None is Environment("Park").render()


def test_repeated_actions_are_those_of_single_steps():
    one, other = (skidpad.Environments("Park", 3) for _ in range(2))
    actions = np.tile([0.4, 0.3], (3, 1))
    one.reset([1, 2, 3]), other.reset([1, 2, 3])
    one.repeat(actions, 10)
    for _ in range(10):
        other.step(actions)
    assert one.state_hashes().tolist() == other.state_hashes().tolist()
    with pytest.raises(ValueError, match="reset"):
        skidpad.Environments("Park", 1, autoreset="disabled").repeat(actions[:1], 2)


def test_threads_change_no_bit():
    def run(threads):
        env = VectorEnvironment(7, task="Track", threads=threads, autoreset_mode="SameStep")
        env.reset(seed=1)
        env.action_space.seed(3)
        seen = [env.step(env.action_space.sample())[0].tobytes() for _ in range(60)]
        return seen, env.worlds.state_hashes().tolist()

    assert run(1) == run(2) == run(3)


def test_a_task_in_numpy_agrees_with_the_native_one():
    """Park-v0 written again with NumPy is an independent judge: from the same start it sees and rewards the same."""
    judge = TaskVectorEnv(3, task=ParkTask, threads=1, autoreset_mode="Disabled")
    seen, _ = judge.reset(seed=1)
    native = VectorEnvironment(3, task="Park", threads=1, autoreset_mode="Disabled")
    ours, _ = native.reset(seed=1)
    sims = [native.simulation(index) for index in range(3)]
    # Put the worlds of the judge into the native state, goal included: it is halfway between the parked cars.
    parked = [[sim.pose(name) for name in ("parked_0", "parked_1")] for sim in sims]
    judge.goals[:] = [[(a.x_m + b.x_m) / 2, (a.y_m + b.y_m) / 2, np.pi / 2] for a, b in parked]
    for index, sim in enumerate(sims):
        judge.batch.restore(index, sim.snapshot())
    judge._distance = judge.task.distance(judge.batch, judge.goals)
    assert np.allclose(judge.task.observe(judge.batch, judge.goals), ours, atol=1e-6)
    random = np.random.default_rng(1)
    for _ in range(40):
        actions = random.uniform(-1.0, 1.0, (3, 2))
        seen, rewards, terminated, truncated, info = judge.step(actions)
        ours, ours_rewards, *flags, ours_info = native.step(actions)
        assert np.allclose(seen, ours, atol=1e-6) and np.allclose(rewards, ours_rewards, atol=1e-9)
        assert np.array_equal(terminated, flags[0]) and np.array_equal(truncated, flags[1])
        assert np.array_equal(info["is_success"], ours_info["is_success"])
        if (terminated | truncated).any():
            break


def test_a_task_of_your_own_is_an_environment():
    check_env(TaskEnv(task=ParkTask, render_mode="rgb_array"))
    for mode in AutoresetMode:
        env = TaskVectorEnv(4, task=ParkTask, threads=1, autoreset_mode=mode)
        seen, done, info = ended(env)
        if mode is AutoresetMode.DISABLED:
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(np.zeros((4, 2)))
            env.reset(options={"reset_mask": done})
        elif mode is AutoresetMode.SAME_STEP:
            assert np.array_equal(info["_final_obs"], done)
        else:
            _, rewards, *_ = env.step(np.zeros((4, 2)))
            assert (rewards[done] == 0.0).all()
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [True]})
    with pytest.raises(ValueError, match="2 seeds for 4"):
        env.reset(seed=[1, 2])


def test_every_task_is_described():
    for name, text in skidpad.gym.TASKS.items():
        env = Environment(name)
        assert "Actions" in text and "Observations" in text and "reward" in text and env.action_space.shape == (2,)
    assert skidpad.Environments.world("Track").build().vehicles == ["car_1", "car_2"]
