"""Many worlds together: arrays, masks, seeds, and the bits of each world alone."""

import numpy as np
import pytest

import skidpad
from skidpad import Batch

SPEEDS = np.linspace(0.2, 1.4, 7)
RATES = np.linspace(-0.5, 0.5, 7)
SEEDS = [3, 1, 4, 1, 5, 9, 2]


@pytest.fixture(scope="module")
def sim():
    return skidpad.load("worlds/two_robots.world.xml")


def driven(sim, threads):
    batch = Batch(sim, 7, seeds=SEEDS, threads=threads)
    batch.drive("r1", speed_mps=SPEEDS, yaw_rate_radps=RATES)
    batch.drive("r2", speed_mps=0.3)
    batch.step(150)
    return batch


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_each_world_has_the_bits_that_it_has_alone(sim, threads):
    batch = driven(sim, threads)
    assert len(batch) == 7 and batch.threads == threads and batch.seeds == SEEDS
    expected = []
    for seed, speed_mps, rate in zip(SEEDS, SPEEDS, RATES):
        alone = sim.with_seed(seed)
        alone.drive("r1", speed_mps=speed_mps, yaw_rate_radps=rate)
        alone.drive("r2", speed_mps=0.3)
        alone.step(150)
        expected.append(alone.state_hash())
    assert batch.state_hashes().tolist() == expected
    assert batch.simulation(2).state_hash() == expected[2]


def test_bound_arrays_follow_the_steps(sim):
    batch = Batch(sim, 3, threads=1)
    names = ["pose", "twist", "odometry", "odometry_twist", "acceleration"]
    names += ["is_in_collision", "had_collision", "is_present", "time_s"]
    arrays = {name: batch.bind(name) for name in names}
    assert arrays["pose"].shape == (3, 2, 6) and arrays["acceleration"].shape == (3, 2, 2)
    assert arrays["twist"].shape == arrays["odometry"].shape == arrays["odometry_twist"].shape == (3, 2, 3)
    assert arrays["is_present"].shape == (3, 2) and arrays["time_s"].shape == (3,)
    assert batch.bind("pose") is arrays["pose"]
    assert np.array_equal(arrays["pose"][0], sim.with_seed(0).poses())
    batch.drive("r1", speed_mps=[0.0, 0.5, 1.0])
    batch.step(200)
    assert (arrays["time_s"] == 1.0).all() and (arrays["is_present"] == 1.0).all()
    assert (np.diff(arrays["twist"][:, 0, 0]) > 0.3).all()
    assert np.array_equal(arrays["pose"][2], batch.simulation(2).poses())
    assert not arrays["had_collision"].any() and not arrays["is_in_collision"].any()
    with pytest.raises(ValueError, match="read-only"):
        arrays["pose"][0, 0, 0] = 1.0
    with pytest.raises(ValueError, match="there are pose, twist"):
        batch.bind("colour")


def test_masks_choose_worlds(sim):
    batch = Batch(sim, 4, threads=2)
    time_s, pose = batch.bind("time_s"), batch.bind("pose")
    start = pose.copy()
    batch.drive("r1", speed_mps=1.0)
    batch.step(100, mask=[True, False, True, True])
    assert time_s.tolist() == [0.5, 0.0, 0.5, 0.5]
    # The command of the world that stood still was kept.
    batch.step(100, mask=[False, True, False, False])
    assert len(set(batch.state_hashes().tolist())) <= 4 and np.allclose(pose[1, 0], pose[0, 0], atol=1e-9)
    batch.reset([True, False, False, False])
    assert time_s.tolist() == [0.0, 0.5, 0.5, 0.5] and np.array_equal(pose[0], start[0])
    batch.reset(seeds=[9, 8, 7, 6])
    assert batch.seeds == [9, 8, 7, 6]
    assert batch.state_hashes().tolist() == [sim.with_seed(seed).state_hash() for seed in (9, 8, 7, 6)]
    with pytest.raises(ValueError, match="mask has 1 entries for 4 worlds"):
        batch.reset([True])
    with pytest.raises(ValueError, match="4 entries"):
        batch.reset(seeds=[1])


def test_snapshots_of_one_world(sim):
    batch = driven(sim, 2)
    kept, hashes = batch.snapshot(3), batch.state_hashes()
    batch.step(10)
    batch.restore(3, kept)
    assert batch.state_hashes()[3] == hashes[3] and batch.state_hashes()[2] != hashes[2]
    with pytest.raises(ValueError, match="there is no world 7 of 7"):
        batch.snapshot(7)
    with pytest.raises(ValueError):
        batch.restore(0, b"nonsense")


def test_bad_commands_say_which_world(sim):
    batch = Batch(sim, 3, threads=1)
    assert batch.vehicles == ["r1", "r2"]
    with pytest.raises(skidpad.CommandError, match="world 1: speed is NaN"):
        batch.drive("r1", speed_mps=[0.0, np.nan, 0.0])
    with pytest.raises(ValueError, match="one entry for each of 3 worlds"):
        batch.drive("r1", speed_mps=[0.0, 1.0])
    with pytest.raises(skidpad.UnknownNameError):
        batch.drive("nobody", speed_mps=0.0)
    batch.torques("r1", left_nm=1.0, right_nm=[1.0, 2.0, 3.0])
    with pytest.raises(skidpad.CommandError, match="world 0: the vehicle's controller"):
        batch.step()
    with pytest.raises(ValueError, match="2 seeds for 3 worlds"):
        Batch(sim, 3, seeds=[1, 2])


def test_bodies_are_put_elsewhere(sim):
    batch = Batch(sim, 2, threads=1)
    pose = batch.bind("pose")
    batch.teleport("r1", [2.0, 3.0, 0.5])
    batch.teleport("r2", np.array([[0.0, 0, 0, 0, 0, 0], [4.0, -4.0, 0.0, 1.0, 0.0, 0.0]]), mask=[False, True])
    batch.step()
    assert np.allclose(pose[:, 0, :2], [2.0, 3.0], atol=0.01) and np.allclose(pose[1, 1, :2], [4.0, -4.0], atol=0.01)
    assert not np.allclose(pose[0, 1, :2], [4.0, -4.0], atol=0.01)
    block = sim.blocks[0]
    batch.teleport(block, [7.0, 7.0, 0.0])
    batch.step()
    assert abs(batch.simulation(1).pose(block).x_m - 7.0) < 0.01
    with pytest.raises(ValueError, match="shape"):
        batch.teleport("r1", [1.0])


def test_lasers_of_all_worlds_are_one_array():
    sim = skidpad.load("worlds/gridmap.world.xml")
    batch = Batch(sim, 5, threads=2)
    batch.drive("r1", speed_mps=np.linspace(0.0, 1.0, 5))
    batch.step(100)
    ranges = batch.read("r1/laser1")
    assert ranges.dtype == np.float32 and ranges.shape[0] == 5
    for index in range(5):
        assert np.array_equal(ranges[index], batch.simulation(index).read("r1/laser1").ranges_m)
    with pytest.raises(skidpad.UnknownNameError):
        batch.read("r1/none")


def test_cars_steer_and_race():
    sim = skidpad.load("worlds/skidpad.world.xml")
    batch = Batch(sim, 3, threads=1)
    twist = batch.bind("twist")
    batch.wheel_torques("car", torques_nm=[[0.0] * 4, [50.0] * 4, [100.0] * 4], steer_rad=0.0)
    batch.step(200)
    assert (np.diff(twist[:, 0, 0]) > 0.1).all()
    batch.steer("car", speed_mps=[5.0, 5.0, 5.0], steer_rad=[-0.1, 0.0, 0.1])
    batch.step(100)
    assert (np.diff(twist[:, 0, 2]) > 0.01).all()


VARIED = """
<mvsim_world version="1.0">
  <variable name="grip" value="0.8"/>
  <include file="../definitions/jackal.vehicle.xml" controller="twist_pid" default_sensors="false"/>
  <vehicle name="r1" class="jackal"><init_pose>0 0 0</init_pose></vehicle>
  <block name="box"><init_pose>3 0 0</init_pose> <mass>${weight|20}</mass></block>
  <for var="i" from="1" to="${count|1}">
    <block name="more_${i}"><init_pose>$f{5+2*i} 3 0</init_pose></block>
  </for>
</mvsim_world>
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_variables_differ_from_world_to_world(threads):
    world = skidpad.World.from_text(VARIED)
    weights = [5.0, 50.0, 500.0, 50.0]
    batch = Batch(world, 4, seeds=[1, 2, 3, 4], threads=threads, overrides={"weight": weights, "grip": 0.7})
    batch.drive("r1", speed_mps=1.0)
    batch.step(900)
    assert batch.bind("had_collision")[:, 0].all()
    expected = []
    for seed, weight in zip([1, 2, 3, 4], weights):
        alone = skidpad.World.from_text(VARIED, vars={"weight": weight, "grip": 0.7}).build().with_seed(seed)
        alone.drive("r1", speed_mps=1.0)
        alone.step(900)
        expected.append(alone.state_hash())
    assert batch.state_hashes().tolist() == expected and len(set(expected)) == 3
    pushed = [batch.simulation(index).pose("box").x_m for index in range(4)]
    assert pushed[0] > pushed[2] + 0.1
    # What was made from a world with overrides is of that world.
    again = batch.simulation(1).world.build().with_seed(2)
    again.drive("r1", speed_mps=1.0)
    again.step(900)
    assert again.state_hash() == expected[1]


def test_mistakes_in_overrides_have_words():
    world = skidpad.World.from_text(VARIED)
    with pytest.raises(ValueError, match="2 values for 3 worlds"):
        Batch(world, 3, overrides={"weight": [1.0, 2.0]})
    with pytest.raises(ValueError, match="must not change which"):
        Batch(world, 2, overrides={"count": [1, 2]})
    with pytest.raises(skidpad.WorldError):
        Batch(world, 2, overrides={"weight": [1.0, -1.0]})
    with pytest.raises(TypeError, match="World or a Simulation"):
        Batch("worlds/two_robots.world.xml", 2)


def test_every_kind_of_sensor_is_one_array():
    sim = skidpad.load("worlds/sensors.world.xml")
    batch = Batch(sim, 2, threads=2)
    batch.step(20)
    kinds = {}
    for name in sim.sensors:
        stacked = batch.read(name)
        assert stacked.shape[0] == 2
        alone = batch.simulation(1).read(name)
        same = {
            "laser": lambda: alone.ranges_m,
            "lidar3d": lambda: alone.points_m,
            "camera": lambda: alone.rgb,
            "rgbd": lambda: alone.depth_m,
            "imu": lambda: np.concatenate([alone.angular_velocity_radps, alone.linear_acceleration_mps2]),
            "gnss": lambda: np.array([alone.latitude_deg, alone.longitude_deg, alone.altitude_m]),
        }
        kind = sim.sensor(name).kind
        assert np.array_equal(stacked[1], same[kind](), equal_nan=True), name
        kinds[kind] = stacked.shape
    assert len(kinds) >= 5, kinds


def test_brakes_of_all_worlds():
    sim = skidpad.load("worlds/controllers.world.xml")
    car = sim.vehicles.index("raw_car")
    batch = Batch(sim, 2, threads=1)
    twist = batch.bind("twist")
    batch.teleport("raw_car", [200.0, 200.0, 0.0])
    batch.step(300)
    before = twist[:, car, 0].copy()
    batch.brake("raw_car", pedal=[0.0, 1.0])
    batch.step(60)
    assert before[0] == before[1] != 0.0 and abs(twist[1, car, 0]) < abs(twist[0, car, 0]) - 0.1
    with pytest.raises(skidpad.CommandError, match="world 0"):
        batch.brake("raw_car", pedal=2.0)
