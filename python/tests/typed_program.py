"""A program that a type checker reads; it is not run."""

from collections.abc import Generator
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import skidpad
from skidpad.extension import Cast, Hits, Param, Sensor, SensorView

sim = skidpad.load("worlds/warehouse.world.xml", seed=7, vars={"count": 3}, threads=0)
assert_type(sim, skidpad.Simulation)
sim.drive("jackal", speed_mps=1, yaw_rate_radps=0.2)
sim.step(100)
assert_type(sim.pose("jackal").x_m, float)
assert_type(sim.poses(), NDArray[np.float64])
assert_type(sim.render("top", width=320), NDArray[np.uint8])
reading = sim.sensor("jackal/laser1").read()
if isinstance(reading, skidpad.Scan):
    assert_type(reading.ranges_m, NDArray[np.float32])
summary = skidpad.Run("worlds/warehouse.world.xml", duration_s=1.0, record="run.mcap").go()
assert_type(summary.findings, list[skidpad.Finding])
car = skidpad.RaceCar(tyre="load")
turn = car.steady_turn(speed_mps=10.0, radius_m=20.0)
assert_type(car.linearise(turn.state, turn.controls).a, NDArray[np.float64])
try:
    skidpad.World.from_text("<mvsim_world/>").build()
except skidpad.WorldError as error:
    assert_type(error.diagnostics, list[skidpad.Diagnostic])


class Altimeter(Sensor):
    """A sensor written in Python."""

    parameters = [Param("noise", unit="m", default=0.1, doc="Standard deviation.")]
    noise: float

    def read(self, at: SensorView, memory: NDArray[np.float64]) -> dict[str, float]:
        assert_type(at.noise.normal(0), float)
        return {"height_m": at.sensor_in_world.z_m + self.noise * at.noise.normal(0)}


class Ranger(Sensor):
    """A sensor that casts rays."""

    def read(self, at: SensorView, memory: NDArray[np.float64]) -> Generator[Cast, Hits, dict[str, NDArray[np.float64]]]:
        hits = yield Cast([[1.0, 0.0, 0.0]], 10.0)
        return {"range_m": hits.range_m}


skidpad.load("worlds/warehouse.world.xml", extensions=[Altimeter, Ranger])
