"""Classes written in Python: sensors, elements, tyres, controllers and vehicles in world files."""

import pickle

import numpy as np
import pytest

import skidpad
from skidpad.extension import (
    Cast,
    Controller,
    Dynamics,
    Element,
    Forces,
    Friction,
    Grip,
    Motion,
    Param,
    Sensor,
    WheelStep,
    check_extension,
)

ROBOT = """
<vehicle name="r1"><init_pose>0 0 0</init_pose>
  <dynamics class="differential"><controller class="{controller}"/></dynamics>{inside}
</vehicle>"""


def robot(inside="", controller="twist_ideal"):
    return ROBOT.format(inside=inside, controller=controller)


def world(content, *classes, seed=7):
    text = f"<mvsim_world><simul_timestep>0.005</simul_timestep>\n{content}</mvsim_world>"
    return skidpad.World.from_text(text, seed=seed, extensions=classes)


class Altimeter(Sensor):
    """Measures its height.

    This is not part of the sentence.
    """

    parameters = [Param("noise", unit="m", default=0.1, allowed="non_negative", doc="Standard deviation.")]
    units = {"height_m": "m"}

    def read(self, at, memory):
        return {"height_m": at.sensor_in_world.z_m + self.noise * at.noise.normal(0), "step": at.time_s}


class Odometer(Sensor):
    """Counts steps and adds up the way."""

    def memory(self):
        return [0.0, 0.0]

    def advance(self, at, memory):
        memory[0] += 1
        memory[1] += np.hypot(*at.velocity_in_world_mps[:2]) * at.dt_s

    def read(self, at, memory):
        assert at.vehicle == 0 and len(at.vehicles) == 1
        return {"steps": memory[0], "way_m": memory[1], "place": at.vehicles[0].pose_in_world.to_array()}


class Ranger(Sensor):
    """Looks ahead, and then to where it saw nothing."""

    parameters = [Param("max_range", unit="m", default=10), Param("beams", kind="integer", default=5)]

    def read(self, at, memory):
        angles = np.linspace(-0.5, 0.5, self.beams)
        ahead = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
        hits = yield Cast(ahead, self.max_range)
        back = yield Cast(-ahead, self.max_range)
        bodies = np.array([-1 if it is None else it[1] for it in hits.bodies])
        assert hits.point_in_world_m.shape == (self.beams, 3)
        return {"range_m": hits.range_m, "bearing_rad": angles, "back_m": back.range_m, "body": bodies}


ALTIMETER = "<sensor class='altimeter' name='height'><pose_3d>0 0 1.5 0 0 0</pose_3d><noise>{}</noise></sensor>"


def test_a_sensor_measures_what_its_class_says():
    sim = world(ALTIMETER.format(0), Altimeter).build()
    reading = sim.read("height")
    assert isinstance(reading, skidpad.Arrays) and reading.sensor_class == "altimeter"
    assert reading["height_m"] == [1.5] and reading.units == {"height_m": "m", "step": ""}
    sim.step(2)
    assert sim.read("height")["step"] == [0.01]


def test_parameters_are_checked_like_those_of_built_in_classes():
    told = [str(problem) for problem in world(ALTIMETER.replace("noise", "nose").format(0), Altimeter).diagnostics]
    assert len(told) == 1 and 'given.world.xml:2:' in told[0] and 'did you mean "noise"?' in told[0]
    with pytest.raises(skidpad.WorldError) as raised:
        world(ALTIMETER.format(-1), Altimeter).build()
    assert "noise" in str(raised.value)
    with pytest.raises(skidpad.WorldError) as raised:
        world(ALTIMETER.format(0)).build()
    assert "altimeter" in str(raised.value), "without the class it is an error"


def test_noise_has_addresses():
    sims = [world(ALTIMETER.format(0.5), Altimeter, seed=seed).build() for seed in (1, 1, 2)]
    first = [sim.read("height")["height_m"][0] for sim in sims]
    assert first[0] == first[1] != first[2]
    assert sims[0].read("height")["height_m"][0] == first[0], "reading again changes nothing"
    sims[0].step()
    assert sims[0].read("height")["height_m"][0] != first[0]


def test_memory_is_state():
    sim = world(robot("<sensor class='odometer' name='odo'/>"), Odometer).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(200)
    reading = sim.read("r1/odo")
    assert reading["steps"] == [200] and abs(reading["way_m"][0] - 1.0) < 0.02
    assert np.array_equal(reading["place"], sim.pose("r1").to_array())
    snapshot, copied = sim.snapshot(), sim.copy()
    hash_then = sim.state_hash()
    sim.step(100)
    assert sim.read("r1/odo")["steps"] == [300] and sim.state_hash() != hash_then
    sim.restore(snapshot)
    assert sim.state_hash() == hash_then and sim.read("r1/odo")["steps"] == [200]
    for other in (sim, copied):
        other.step(100)
        assert other.read("r1/odo")["steps"] == [300]
    assert sim.state_hash() == copied.state_hash()
    sim.reset()
    assert sim.read("r1/odo")["steps"] == [0]


def test_a_generator_casts_rays():
    content = robot("<sensor class='ranger' name='ranger'><pose_3d>0 0 0.2 0 0 0</pose_3d></sensor>")
    content += "<block name='wall'><init_pose>5 0 0</init_pose><static>true</static></block>"
    sim = world(content, Ranger).build()
    reading = sim.read("r1/ranger")
    assert 4.0 < reading["range_m"][2] < 5.0 and reading["body"][2] == 0
    assert np.isinf(reading["back_m"]).all() and np.isinf(reading["range_m"][[0, 4]]).all()
    many = world(content, Ranger).build(threads=2).read("r1/ranger")
    assert np.array_equal(reading["range_m"], many["range_m"])


class Conveyor(Element):
    """A belt that runs from the first step on, and says so."""

    parameters = [Param("speed", unit="m/s"), Param("length", unit="m", default=4.0)]

    def memory(self):
        return [0.0]

    def step(self, at, memory):
        memory[0] += at.dt_s
        return ["it runs"] if at.time_ns == 0 else None

    def ground_motion(self, point, memory):
        return (self.speed, 0.0) if abs(point[0]) < self.length / 2 else None


class Wind(Element):
    """Pushes every body."""

    parameters = [Param("force", kind="numbers")]

    def push(self, body, memory):
        assert body.kind in ("vehicle", "block") and body.mass_kg > 0
        return self.force


def test_an_element_moves_what_stands_on_it():
    box = "<block name='box'><init_pose>0 0 0</init_pose><mass>5</mass></block>"
    sim = world(f"<element class='conveyor'><speed>0.5</speed></element>{box}", Conveyor).build()
    sim.step(1)
    assert [event.text for event in sim.events if event.kind == "note"] == ["conveyor_0: it runs"]
    sim.step(399)
    assert 0.5 < sim.block("box").pose_in_world.x_m < 1.05
    still = world(box).build()
    still.step(400)
    assert still.block("box").pose_in_world.x_m == 0.0


def test_an_element_pushes():
    box = "<block name='box'><init_pose>0 0 0</init_pose><mass>1</mass><ground_friction>0</ground_friction></block>"
    sim = world(f"<element class='wind'><force>0 2 0</force></element>{box}", Wind).build()
    sim.step(200)
    assert 0.7 < sim.block("box").pose_in_world.y_m < 1.2


class Ice(Friction):
    """Gives a tenth of the load."""

    parameters = [Param("mu", default=0.1)]

    def grip(self, slip):
        limit = self.mu * slip.load_n
        return Grip.limits(limit, limit)


class Spring(Controller):
    """Torques by a proportional controller."""

    parameters = [Param("gain", unit="N·m·s/m", default=20.0)]

    def control(self, at, memory):
        error = at.command.vx_mps - at.twist.vx_mps
        turn = at.command.yaw_rate_radps - at.twist.yaw_rate_radps
        return self.gain * (error - 0.2 * turn), self.gain * (error + 0.2 * turn)


class Holonomic(Dynamics):
    """Moves in every direction, exactly as it is told."""

    def step(self, at, memory):
        wanted = at.command
        twist = skidpad.Twist(wanted.vx_mps, wanted.vy_mps, wanted.yaw_rate_radps)
        wheels = [WheelStep(spin_radps=wanted.vx_mps / wheel.radius_m) for wheel in at.wheels]
        return Motion(twist, wheels=wheels)


class Rocket(Dynamics):
    """Pushes with a force; remembers what it burnt."""

    def memory(self):
        return [0.0]

    def step(self, at, memory):
        memory[0] += at.dt_s
        return Forces(fx_n=at.mass_kg * at.command.vx_mps)


def test_a_tyre_grips_as_its_class_says():
    ice, asphalt = (
        world(
            robot(f"<friction class='{friction}'/>", "twist_pid").replace(
                "<controller class=\"twist_pid\"/>",
                "<controller class='twist_pid'><KP>100</KP><max_torque>50</max_torque></controller>",
            ),
            Ice,
        ).build()
        for friction in ("ice", "default")
    )
    for sim in (ice, asphalt):
        sim.drive("r1", speed_mps=3.0)
        sim.step(200)
    assert 0.5 < ice.vehicle("r1").twist_in_vehicle.vx_mps < 1.1 < asphalt.vehicle("r1").twist_in_vehicle.vx_mps


def test_a_controller_drives():
    sim = world(robot(controller="spring"), Spring).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(600)
    assert abs(sim.vehicle("r1").twist_in_vehicle.vx_mps - 1.0) < 0.1


WHEELS = "<wheel pos='0.2 0.2' diameter='0.2'/><wheel pos='-0.2 -0.2' diameter='0.2'/>"


def test_a_vehicle_moves_as_its_class_says():
    text = f"<vehicle name='r1'><init_pose>0 0 0</init_pose><dynamics class='{{}}'>{WHEELS}</dynamics></vehicle>"
    sim = world(text.format("holonomic"), Holonomic).build()
    sim.twist("r1", skidpad.Twist(vx_mps=0.5, vy_mps=1.0))
    sim.step(200)
    assert abs(sim.pose("r1").y_m - 1.0) < 0.02 and abs(sim.pose("r1").x_m - 0.5) < 0.02
    assert np.allclose(sim.wheels("r1").spin_radps, 5.0)
    rocket = world(text.format("rocket"), Rocket).build()
    rocket.drive("r1", speed_mps=2.0)
    rocket.step(201)
    # 2 m/s² for a second, and the damping that every chassis has.
    assert 1.85 < rocket.vehicle("r1").twist_in_vehicle.vx_mps < 2.0


class Broken(Sensor):
    """Fails after half a second."""

    parameters = [Param("how", kind="choice", choices=["raise", "nan", "type", "shape", "memory"], default="raise")]

    def memory(self):
        return [0.0]

    def advance(self, at, memory):
        if self.how == "memory" and at.time_s > 0.5:
            memory[0] = np.nan

    def read(self, at, memory):
        if at.time_s > 0.5:
            if self.how == "raise":
                raise ValueError("no signal")
            if self.how == "type":
                return 3
            if self.how == "shape":
                return {"x": [[1.0], "y"]}
            if self.how == "nan":
                return {"x": np.nan}
        return {"x": 1.0}


@pytest.mark.parametrize(
    ("how", "because"),
    [
        ("raise", "it raised ValueError: no signal (line "),
        ("nan", 'its array "x" has a value that is not a number'),
        ("type", "it raised TypeError: read must return a dictionary"),
        ("shape", "it raised "),
        ("memory", "its memory is NaN"),
    ],
)
def test_a_sensor_that_fails_is_alone(how, because):
    both = f"<sensor class='broken' name='b'><how>{how}</how></sensor>{ALTIMETER.format(0)}"
    sim = world(both, Broken, Altimeter).build()
    assert sim.read("b")["x"] == [1.0] and sim.read("b").failure is None
    sim.step(120)
    failure = sim.read("b").failure
    assert failure is not None and failure.startswith(because)
    assert sim.read("b").arrays == {}
    assert sim.read("height")["height_m"] == [1.5], "the rest goes on"
    if how == "raise":
        assert "test_extensions.py)" in failure


def test_a_failing_element_is_named_in_an_event():
    class Faulty(Element):
        """Divides by zero in the third step."""

        def step(self, at, memory):
            return [str(1 / (at.time_ns - 10_000_000))] and None

    sim = world("<element class='faulty' name='f'/>" + robot(), Faulty).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(100)
    failed = [event for event in sim.events if event.kind == "extension_failed"]
    assert len(failed) == 1 and "element f (faulty)" in failed[0].text and "ZeroDivisionError" in failed[0].text
    assert abs(sim.pose("r1").x_m - 0.5) < 0.02, "the world goes on"


def test_a_failing_controller_stops_its_vehicle():
    class Wild(Controller):
        """Gives no number."""

        def control(self, at, memory):
            return (np.inf, 0.0)

    sim = world(robot(controller="wild"), Wild).build()
    sim.step(3)
    failed = [event.text for event in sim.events if event.kind == "extension_failed"]
    assert len(failed) == 1 and "controller wild" in failed[0]


def test_classes_are_checked_when_they_are_given():
    with pytest.raises(TypeError, match="extensions are classes"):
        skidpad.World.from_text("<mvsim_world/>", extensions=[3])
    with pytest.raises(TypeError, match="no subclass of"):
        skidpad.World.from_text("<mvsim_world/>", extensions=[dict])

    class Laser(Sensor):
        """A name that is taken."""

    with pytest.raises(ValueError, match="exists already"):
        skidpad.World.from_text("<mvsim_world/>", extensions=[Laser])

    class Odd(Sensor):
        """A kind that does not exist."""

        parameters = [Param("x", kind="complex")]

    with pytest.raises(ValueError, match="Odd.parameters"):
        skidpad.World.from_text("<mvsim_world/>", extensions=[Odd])

    class Refuses(Sensor):
        """Cannot be made."""

        def __init__(self, **values):
            raise RuntimeError("not today")

    with pytest.raises(skidpad.WorldError, match="not today"):
        world("<sensor class='refuses' name='x'/>", Refuses).build()


class Beams(Sensor):
    """A laser of one's own, with the topics and pictures of a laser."""

    gives = "laser"

    def read(self, at, memory):
        return {
            "ranges_m": [1.0, 2.0],
            "angle_min_rad": 0.0,
            "angle_increment_rad": 0.1,
            "range_min_m": 0.0,
            "range_max_m": 9.0,
        }


def test_a_class_may_give_the_readings_of_a_built_in_one():
    sim = world("<sensor class='beams' name='b'/>", Beams).build()
    scan = sim.read("b")
    assert isinstance(scan, skidpad.Scan) and sim.sensor("b").kind == "laser"
    assert list(scan.ranges_m) == [1.0, 2.0] and scan.range_max_m == 9.0


def all_classes():
    content = robot(
        "<sensor class='odometer' name='odo'/><sensor class='ranger' name='ranger'/><friction class='ice'/>", "spring"
    )
    content += "<element class='conveyor'><speed>0.2</speed></element>"
    content += "<block name='wall'><init_pose>5 0 0</init_pose></block>"
    return world(content, Odometer, Ranger, Ice, Spring, Conveyor)


def test_the_same_bits_twice_and_on_other_threads():
    assert check_extension(all_classes(), 120) == []
    hashes = set()
    for _ in range(2):
        sim = all_classes().build()
        sim.drive("r1", speed_mps=0.7, yaw_rate_radps=0.3)
        sim.step(150)
        hashes.add((sim.state_hash(), sim.observation_hash(), sim.read("r1/ranger")["range_m"].tobytes()))
    assert len(hashes) == 1


def test_a_class_with_a_hidden_state_is_found():
    class Sneaky(Element):
        """Remembers what it should not."""

        count = 0

        def memory(self):
            return [0.0]

        def step(self, at, memory):
            Sneaky.count += 1
            memory[0] = Sneaky.count

    found = check_extension(world("<element class='sneaky'/>", Sneaky), 40)
    assert found and "uses more than it is given" in found[0]


def test_worlds_with_classes_can_be_pickled():
    sim = world(robot("<sensor class='odometer' name='odo'/>"), Odometer).build()
    sim.drive("r1", speed_mps=1.0)
    sim.step(50)
    again = pickle.loads(pickle.dumps(sim))
    assert again.state_hash() == sim.state_hash() and again.read("r1/odo")["steps"] == [50]
    bytes_of_it = sim.world.to_bytes()
    assert skidpad.World.from_bytes(bytes_of_it, extensions=[Odometer]).build().sensors == ["r1/odo"]
    with pytest.raises(skidpad.WorldError):
        skidpad.World.from_bytes(bytes_of_it).build()


def test_batches_use_classes():
    sim = world(robot("<sensor class='odometer' name='odo'/>", "spring"), Odometer, Spring).build()
    batch = skidpad.Batch(sim, 4, threads=2)
    batch.drive("r1", speed_mps=np.linspace(0.2, 0.8, 4))
    batch.step(300)
    speeds = batch.bind("twist")[:, 0, 0]
    assert (np.diff(speeds) > 0.1).all()
    one = batch.simulation(2)
    assert one.read("r1/odo")["steps"] == [300]


def test_runs_and_recordings_use_classes(tmp_path):
    file = tmp_path / "odo.world.xml"
    file.write_text("<mvsim_world>" + robot("<sensor class='odometer' name='odo'><sensor_period>0.1</sensor_period></sensor>") + "</mvsim_world>")
    record, dump = tmp_path / "run.mcap", tmp_path / "dump"
    run = skidpad.Run(file, duration_s=1.0, record=record, dump=dump, extensions=[Odometer])
    summary = run.go()
    assert summary.step_count == 200
    index = (dump / "index.csv").read_text()
    assert "odo" in index and len(list(dump.rglob("*.csv"))) > 5
    verdict = skidpad.Replay(record, extensions=[Odometer]).run()
    assert verdict.difference is None and verdict.hash_count > 0
    with pytest.raises(skidpad.WorldError):
        skidpad.Replay(record)
    assert skidpad.load(file, extensions=[Odometer]).read("r1/odo")["steps"] == [0]


def test_a_thousand_loads_keep_no_tables():
    before = None
    for count in range(1000):
        world(ALTIMETER.format(0), Altimeter).build()
        if count == 100:
            before = resident_kb()
    assert resident_kb() - before < 1000


def resident_kb():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4
