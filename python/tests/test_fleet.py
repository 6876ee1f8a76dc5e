"""Vehicles that touch nothing, eight at a time."""

import numpy as np
import pytest

import skidpad
from skidpad import Fleet


@pytest.fixture(scope="module")
def sim():
    return skidpad.load("worlds/two_robots.world.xml")


@pytest.fixture(scope="module")
def racing():
    return skidpad.load("worlds/skidpad.world.xml")


def test_a_fleet_drives_as_the_vehicle_of_the_world(sim):
    alone = sim.copy()
    fleet = Fleet(sim, "r1", 11)
    speeds = np.linspace(0.0, 1.0, 11)
    fleet.drive(speed_mps=speeds, yaw_rate_radps=0.2)
    fleet.step(150)
    alone.drive("r1", speed_mps=speeds[7], yaw_rate_radps=0.2)
    alone.step(150)
    pose, twist = alone.poses()[0], alone.twists()[0]
    assert np.allclose(fleet.poses()[7], pose[[0, 1, 3]], rtol=0.0, atol=1e-12)
    assert np.allclose(fleet.twists()[7], twist, rtol=0.0, atol=1e-12)
    assert len(fleet) == 11 and fleet.vehicle == "r1" and fleet.step_s == 0.005
    assert "11 vehicles" in repr(fleet)


@pytest.mark.parametrize("count", [1, 8, 13, 100])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_number_and_threads_change_no_bit(sim, count, threads):
    rows = []
    for n, thread_count in ((100, 1), (count, threads)):
        fleet = Fleet(sim, "r1", n, threads=thread_count)
        fleet.drive(speed_mps=np.linspace(0.1, 1.0, 100)[:n], yaw_rate_radps=np.linspace(-1.0, 1.0, 100)[:n])
        fleet.step(60)
        rows.append(fleet.states()[:count])
    assert np.array_equal(rows[0], rows[1])


@pytest.mark.parametrize("threads", [1, 2])
def test_race_cars_have_the_bits_of_one_alone(racing, threads):
    steer = np.linspace(-0.1, 0.1, 9)
    fleet = Fleet(racing, "car", 9, threads=threads)
    fleet.place([0.0, 0.0, 0.5], [12.0, 0.0, 0.0])
    fleet.wheel_torques(torques_nm=[20.0, 20.0, 40.0, 40.0], steer_rad=steer)
    fleet.step(50)
    for index in (0, 4, 8):
        one = Fleet(racing, "car", 1)
        one.place([0.0, 0.0, 0.5], [12.0, 0.0, 0.0])
        one.wheel_torques(torques_nm=[20.0, 20.0, 40.0, 40.0], steer_rad=steer[index])
        one.step(50)
        assert np.array_equal(one.states()[0], fleet.states()[index])
    assert (fleet.twists()[:, 0] > 11.0).all() and fleet.twists()[0, 2] < -0.1 < 0.1 < fleet.twists()[8, 2]
    with pytest.raises(skidpad.CommandError, match="another kind"):
        fleet.drive(speed_mps=1.0)


def test_states_are_saved_and_restored(sim, racing):
    for one, name in ((sim, "r1"), (racing, "car")):
        fleet = Fleet(one, name, 10)
        fleet.place(np.arange(30.0).reshape(10, 3), [1.0, 0.0, 0.1])
        fleet.step(20)
        kept = fleet.states()
        fleet.step(20)
        expected = fleet.states()
        fleet.set_states(kept)
        fleet.step(20)
        assert np.array_equal(fleet.states(), expected) and not np.array_equal(kept, expected)
        with pytest.raises(ValueError, match="shape"):
            fleet.set_states([1.0])


def test_some_are_placed_elsewhere(sim):
    fleet = Fleet(sim, "r1", 3)
    before = fleet.poses()
    fleet.place([5.0, 6.0, 0.7], mask=[False, True, False])
    assert np.allclose(fleet.poses()[1], [5.0, 6.0, 0.7]) and np.array_equal(fleet.poses()[[0, 2]], before[[0, 2]])
    with pytest.raises(ValueError, match="finite"):
        fleet.place([np.nan, 0.0, 0.0])
    with pytest.raises(ValueError, match="mask must have 3"):
        fleet.place([0.0, 0.0, 0.0], mask=[True])
    with pytest.raises(skidpad.CommandError, match="vehicle 1: speed is NaN"):
        fleet.drive(speed_mps=[0.0, np.nan, 0.0])
    with pytest.raises(skidpad.UnknownNameError):
        Fleet(sim, "nobody", 3)


def test_other_set_points():
    sim = skidpad.load("worlds/controllers.world.xml")
    accepted = set()
    for name in sim.vehicles:
        fleet = Fleet(sim, name, 2)
        for kind, command in (
            ("torques", lambda: fleet.torques(left_nm=1.0, right_nm=[1.0, 2.0])),
            ("steer", lambda: fleet.steer(speed_mps=1.0, steer_rad=0.1)),
        ):
            try:
                command()
                fleet.step(10)
                accepted.add(kind)
            except skidpad.CommandError:
                pass
    assert accepted == {"torques", "steer"}
