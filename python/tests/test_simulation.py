"""Loading, driving, observing, saving and copying one world."""

import copy
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import skidpad
from skidpad import Pose, Twist

TWO_ROBOTS = "worlds/two_robots.world.xml"


@pytest.fixture
def sim():
    return skidpad.load(TWO_ROBOTS, seed=7)


def test_a_drive_command_holds_until_it_is_replaced(sim):
    sim.drive("r1", speed_mps=1.0)
    sim.step(400)
    assert sim.time_s == 2.0 and sim.step_count == 400 and sim.time_ns == 400 * sim.step_ns
    seen = sim.vehicle("r1")
    assert 0.9 < seen.twist_in_vehicle.vx_mps < 1.1
    assert seen.is_present and not seen.had_collision and not seen.is_in_collision
    assert seen.pose_in_world == sim.pose("r1")
    assert abs(seen.odometry_in_start.x_m - seen.pose_in_world.x_m) < 0.3
    assert abs(seen.odometry_twist.vx_mps - 1.0) < 0.2 and len(seen.acceleration_in_world_mps2) == 2
    assert abs(seen.speed_loops[0].set_point_mps - 1.0) < 0.1
    assert abs(seen.speed_loops[0].measured_mps - 1.0) < 0.1
    assert np.isfinite([seen.speed_loops[0].torque_nm, seen.speed_loops[0].feedforward_nm]).all()


def test_tipping_is_an_event():
    world = skidpad.World.from_text(
        """<mvsim_world version="1.0"><vehicle name="car"><init_pose>0 0 0</init_pose><init_vel>15 0 0</init_vel>
        <dynamics class="race_car"><cg_height_m>0.9</cg_height_m></dynamics></vehicle></mvsim_world>"""
    )
    sim = world.build()
    sim.wheel_torques("car", torques_nm=[0, 0, 0, 0], steer_rad=0.5)
    sim.step(200)
    tipped = [event for event in sim.events if event.kind == "tipping"]
    assert tipped and tipped[0].bodies == ["car"] and "tips" in tipped[0].text


def test_arrays_have_a_row_per_vehicle(sim):
    sim.drive("r1", speed_mps=0.5)
    sim.run_for_s(1.0)
    assert sim.vehicles == ["r1", "r2"]
    assert sim.poses().shape == (2, 6) and sim.twists().shape == (2, 3)
    assert np.array_equal(sim.poses()[0], sim.pose("r1").to_array())
    wheels = sim.wheels("r1")
    count = len(wheels.spin_radps)
    assert count >= 2 and wheels.force_in_vehicle_n.shape == (count, 2)
    assert wheels.position_in_vehicle_m.shape == wheels.velocity_in_vehicle_mps.shape == (count, 2)
    assert wheels.force_in_wheel_n.shape == (count, 2) and (wheels.load_n > 0).all()
    for array in (wheels.rotation_rad, wheels.steer_rad, wheels.torque_nm, wheels.slip_angle_rad, wheels.slip_ratio):
        assert array.shape == (count,)


def test_a_pose_is_a_matrix_too():
    pose = Pose(1.0, 2.0, 3.0, yaw_rad=np.pi / 2)
    assert np.allclose(pose.matrix() @ [1, 0, 0, 1], [1, 3, 3, 1])
    assert (pose.pitch_rad, pose.roll_rad, pose.z_m) == (0.0, 0.0, 3.0)
    assert pickle.loads(pickle.dumps(pose)) == pose
    twist = Twist(1.0, 0.5, -0.2)
    assert pickle.loads(pickle.dumps(twist)) == twist and np.array_equal(twist.to_array(), [1.0, 0.5, -0.2])


def test_bad_numbers_are_refused_at_once(sim):
    with pytest.raises(skidpad.CommandError, match="speed is NaN; it must be within"):
        sim.drive("r1", speed_mps=float("nan"))
    with pytest.raises(ValueError, match="duration_s"):
        sim.run_for_s(-1.0)


def test_a_command_of_the_wrong_kind_raises_when_it_is_applied(sim):
    sim.torques("r1", left_nm=1.0, right_nm=1.0)
    with pytest.raises(skidpad.CommandError, match="r1: the vehicle's controller takes another kind"):
        sim.step(10)
    assert sim.step_count == 1
    assert [event.kind for event in sim.events] == ["refused"]
    sim.step(10)
    assert sim.step_count == 11 and sim.events == []


def test_unknown_names_are_corrected(sim):
    with pytest.raises(skidpad.UnknownNameError, match='there is no vehicle "r11"; did you mean "r1"'):
        sim.drive("r11", speed_mps=1.0)
    with pytest.raises(LookupError):
        sim.sensor("r1/none")
    with pytest.raises(skidpad.Error):
        sim.block("none")
    with pytest.raises(skidpad.UnknownNameError):
        sim.actor("none")


def test_teleport_spawn_and_remove(sim):
    sim.teleport("r1", Pose(x_m=3.0, y_m=-2.0, yaw_rad=1.0))
    sim.set_twist("r1", Twist(vx_mps=0.5))
    sim.roll_wheels("r1")
    sim.spawn_vehicle("r3", like="r1", pose_in_world=Pose(x_m=-5.0, y_m=5.0))
    square = [[-0.2, -0.2], [0.2, -0.2], [0.2, 0.2], [-0.2, 0.2]]
    sim.spawn_block("crate", Pose(x_m=-5.0, y_m=-5.0), outline_m=square, mass_kg=10.0)
    sim.step()
    assert abs(sim.pose("r1").x_m - 3.0) < 0.02 and sim.vehicles == ["r1", "r2", "r3"]
    assert {event.kind for event in sim.events} >= {"vehicle_spawned", "block_spawned"}
    assert "crate" in sim.blocks and sim.block("crate").is_present and not sim.block("crate").is_in_collision
    sim.remove("r3")
    sim.step()
    assert sim.events[0].kind == "removed" and sim.events[0].bodies == ["r3"]
    assert sim.events[0].text == str(sim.events[0]) == "r3 was removed"
    assert not sim.vehicle("r3").is_present
    sim.reset()
    assert sim.vehicles == ["r1", "r2"] and sim.time_s == 0.0


def test_contacts_name_both_bodies(sim):
    square = [[-0.1, -1.0], [0.1, -1.0], [0.1, 1.0], [-0.1, 1.0]]
    start = sim.pose("r1")
    sim.teleport("r1", Pose(x_m=start.x_m, y_m=start.y_m))
    sim.spawn_block("wall", Pose(x_m=start.x_m + 1.5, y_m=start.y_m), outline_m=square, is_static=True)
    sim.drive("r1", speed_mps=1.0)
    sim.run_for_s(3.0)
    assert {sim.contacts[0].a, sim.contacts[0].b} == {"r1", "wall"}
    contact = sim.contacts[0]
    assert not contact.is_first and contact.impulse_newton_s > 0.0 and len(contact.point_in_world_m) == 2
    began = [event for event in sim.events if event.kind == "contact"]
    assert began and 0.0 < began[0].time_s < 3.0 and began[0].lap is None and began[0].lap_time_s is None
    assert sim.vehicle("r1").had_collision


def test_a_timeout_stops_a_vehicle(sim):
    sim.set_timeout("r1", 0.5)
    sim.drive("r1", speed_mps=1.0)
    sim.run_for_s(3.0)
    assert "timed_out" in {event.kind for event in sim.events}
    assert abs(sim.vehicle("r1").twist_in_vehicle.vx_mps) < 0.05


def test_snapshots_continue_with_the_same_bits(sim):
    sim.drive("r1", speed_mps=1.0, yaw_rate_radps=0.3)
    sim.step(100)
    snapshot = sim.snapshot()
    other = sim.copy()
    shallow, deep = copy.copy(sim), copy.deepcopy(sim)
    pickled = pickle.loads(pickle.dumps(sim))
    sim.step(200)
    for twin in (other, shallow, deep, pickled):
        twin.step(200)
        assert twin.state_hash() == sim.state_hash()
        assert twin.observation_hash() == sim.observation_hash()
    expected = sim.state_hash()
    sim.restore(snapshot)
    sim.step(200)
    assert sim.state_hash() == expected
    with pytest.raises(ValueError, match="damaged or of another version"):
        sim.restore(b"nonsense")
    sim.drive("r1", speed_mps=0.0)
    with pytest.raises(ValueError, match="step before you pickle"):
        pickle.dumps(sim)


def test_seeds_change_noise_and_nothing_else():
    def odometry(seed):
        sim = skidpad.load(TWO_ROBOTS, seed=seed)
        sim.drive("r1", speed_mps=1.0)
        sim.step(400)
        return sim.world.seed, sim.state_hash()

    assert odometry(3) == odometry(3)
    assert odometry(3)[0] == 3


def test_every_kind_of_set_point_has_its_vehicle():
    sim = skidpad.load("worlds/controllers.world.xml")
    commands = {
        "torques": lambda name: sim.torques(name, left_nm=1.0, right_nm=1.0),
        "torques and steer": lambda name: sim.torques(name, left_nm=1.0, right_nm=1.0, steer_rad=0.1),
        "engine": lambda name: sim.engine(name, torque_nm=1.0, steer_rad=0.1),
        "steer": lambda name: sim.steer(name, speed_mps=1.0, steer_rad=0.1),
        "twist": lambda name: sim.twist(name, Twist(vx_mps=1.0)),
    }
    accepted = set()
    for kind, command in commands.items():
        for name in sim.vehicles:
            command(name)
            try:
                sim.step()
                accepted.add(kind)
            except skidpad.CommandError:
                pass
    assert {"torques", "torques and steer", "steer", "twist"} <= accepted


def test_people_walk():
    sim = skidpad.load("worlds/crossing.world.xml")
    name = sim.actors[0]
    before = sim.pose(name)
    sim.run_for_s(3.0)
    person = sim.actor(name)
    assert person.gait in ("idle", "walk", "run") and person.speed_mps >= 0.0
    assert person.pose_in_world == sim.pose(name) != before


def test_a_picture_has_colours(sim):
    picture = sim.render(width=64, height=36, samples=1)
    assert picture.shape == (36, 64, 3) and picture.dtype == np.uint8 and picture.std() > 1.0
    follow = sim.render("r1", width=32, height=18, samples=1)
    above = sim.render("top", width=32, height=18, samples=1)
    given = sim.render(Pose(x_m=-5.0, z_m=3.0, pitch_rad=0.4), width=32, height=18, field_of_view_rad=1.0, samples=1)
    assert follow.shape == above.shape == given.shape
    assert not np.array_equal(follow, above)
    with pytest.raises(skidpad.UnknownNameError):
        sim.render("r99")
    with pytest.raises(TypeError, match="name or a Pose"):
        sim.render(3.5)
    with pytest.raises(ValueError, match="1 to 8192"):
        sim.render(width=0)


def test_other_threads_run_while_a_world_steps(sim):
    ticks = []
    done = threading.Event()

    def count():
        while not done.wait(0.001):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    while time.monotonic() - began < 0.5:
        sim.step(2000)
    ended = time.monotonic()
    done.set()
    thread.join()
    assert len([tick for tick in ticks if began < tick < ended]) > 5


def test_ctrl_c_ends_a_long_step():
    code = (
        "import skidpad, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"sim = skidpad.load({TWO_ROBOTS!r})\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    sim.step(10**12)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', sim.step_count > 0)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "interrupted True\n"


def test_pieces_of_a_world_are_inserted(sim):
    names = sim.insert('<block name="crate"><init_pose>-5 -5 0</init_pose></block>')
    assert names == ["crate"] and "crate" not in sim.blocks
    sim.step()
    assert "crate" in sim.blocks
    with pytest.raises(ValueError, match="cannot be inserted"):
        sim.insert("<gui/>")


def test_brakes_slow_a_vehicle():
    sim = skidpad.load("worlds/controllers.world.xml")
    sim.teleport("raw_car", Pose(x_m=200.0, y_m=200.0))
    sim.step(300)
    other = sim.copy()
    sim.brake("raw_car", pedal=1.0, hand=0.5)
    for one in (sim, other):
        one.step(60)
    assert abs(sim.vehicle("raw_car").twist_in_vehicle.vx_mps) < abs(other.vehicle("raw_car").twist_in_vehicle.vx_mps) - 0.1
    with pytest.raises(ValueError, match="pedal, hand, or both"):
        sim.brake("raw_car")
    with pytest.raises(skidpad.CommandError):
        sim.brake("raw_car", pedal=-1.0)
    with pytest.raises(skidpad.CommandError, match="has no <brake>"):
        sim.brake(next(name for name in sim.vehicles if name != "raw_car"), hand=1.0)
        sim.step()


def test_lights_are_switched():
    world = """<mvsim_world>
      <include file="../definitions/jackal.vehicle.xml" default_sensors="false"/>
      <vehicle name="r1" class="jackal"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"""
    sim = skidpad.World.from_text(world).build()
    sim.switch_lights("r1", "front", True)
    with pytest.raises(skidpad.CommandError, match="r1|light"):
        sim.step()
