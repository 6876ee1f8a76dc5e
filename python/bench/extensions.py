"""What does a class written in Python cost? Microseconds per call, in CPU time of one core.

``scripts/bench-python`` prints the same sensors in Rust before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

import numpy as np
from numpy.typing import NDArray

import skidpad
from skidpad.extension import Cast, Controller, DriveView, Friction, Grip, Hits, Param, Sensor, SensorView, Slip

Numbers = NDArray[np.float64]
ROUNDS = 5


class Altimeter(Sensor):
    """Measures its height."""

    parameters = [Param("noise", unit="m", default=0.1, doc="Standard deviation.")]
    noise: float

    def read(self, at: SensorView, memory: Numbers) -> dict[str, float]:
        return {"height_m": at.sensor_in_world.z_m + self.noise * at.noise.normal(0)}


class OwnLaser(Sensor):
    """541 beams, range noise, intensity: the laser of the benchmark in Rust."""

    gives = "laser"

    def __init__(self) -> None:
        self.angles = np.linspace(-0.75 * np.pi, 0.75 * np.pi, 541)
        self.directions = np.stack([np.cos(self.angles), np.sin(self.angles), 0 * self.angles], axis=1)

    def read(self, at: SensorView, memory: Numbers) -> Generator[Cast, Hits, dict[str, float | Numbers]]:
        hits = yield Cast(self.directions, 20.0)
        return {
            "ranges_m": hits.range_m + 0.01 * at.noise.normals(0, 541),
            "intensities": hits.reflectivity * hits.incidence_cos,
            "angle_min_rad": self.angles[0],
            "angle_increment_rad": self.angles[1] - self.angles[0],
            "range_min_m": 0.01,
            "range_max_m": 20.0,
        }


class Spring(Controller):
    """A proportional controller."""

    def control(self, at: DriveView, memory: Numbers) -> tuple[float, float]:
        torque = 20.0 * (at.command.vx_mps - at.twist.vx_mps)
        return torque, torque


class Coulomb(Friction):
    """Coulomb friction."""

    def grip(self, slip: Slip) -> Grip:
        return Grip.limits(0.8 * slip.load_n, 0.8 * slip.load_n)


def blocks() -> str:
    block = "<block name='b{}'><static>true</static><zmin>0</zmin><zmax>2</zmax><geometry type='box' lx='1' ly='1' lz='2'/>"
    pose = "<init_pose>{} {} {}</init_pose></block>"
    at = [(i, 3.0 * (i % 5) - 6.5, 3.0 * (i // 5) - 6.5, 10 * i) for i in range(25)]
    return "".join(block.format(i) + pose.format(x, y, yaw) for i, x, y, yaw in at)


def world(controller: str = "twist_pid", friction: str = "default", inside: str = "") -> skidpad.Simulation:
    text = f"""<mvsim_world><simul_timestep>0.005</simul_timestep><vehicle name="r1"><init_pose>0 0 10</init_pose>
      <dynamics class="differential"><controller class="{controller}"/></dynamics><friction class="{friction}"/>
      {inside}</vehicle>{blocks() if inside else ""}</mvsim_world>"""
    return skidpad.World.from_text(text, extensions=[Altimeter, OwnLaser, Spring, Coulomb]).build()


def cpu_us(work: Callable[[], object], count: int) -> float:
    """CPU time of one call, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(count):
            work()
        best = min(best, (time.process_time() - began) / count)
    return 1e6 * best


def say(what: str, us: float, unit: str) -> None:
    print(f"{what:<42} {us:>9.3f} µs per {unit}", flush=True)


def main() -> None:
    laser = """<sensor class="laser" name="laser"><fov_degrees>270</fov_degrees><nrays>541</nrays><max_range>20</max_range>
      <raytrace_3d>true</raytrace_3d><range_std_noise>0.01</range_std_noise></sensor><sensor class="imu" name="imu"/>
      <sensor class="own_laser" name="own_laser"/><sensor class="altimeter" name="altimeter"/>"""
    sim = world(inside=laser)
    for name, what, count in [
        ("imu", "built-in inertial unit, read from Python", 20_000),
        ("altimeter", "altimeter of the guide, in Python", 20_000),
        ("laser", "built-in laser of 541 beams, from Python", 1_000),
        ("own_laser", "the same laser, written in Python", 1_000),
    ]:
        sensor = sim.sensor(f"r1/{name}")
        say(what, cpu_us(sensor.read, count), "reading")
    for what, sim in [
        ("a step with built-in classes", world()),
        ("with a controller in Python", world(controller="spring")),
        ("with a tyre in Python (two wheels)", world(friction="coulomb")),
    ]:
        sim.drive("r1", speed_mps=1.0)
        say(what, cpu_us(lambda: sim.step(1000), 5) / 1000, "step")


if __name__ == "__main__":
    main()
