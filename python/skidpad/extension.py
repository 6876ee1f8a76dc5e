"""Classes of your own, written in Python: sensors, world elements, tyres, controllers and vehicles.

A class has ``parameters`` and the methods of its family; ``skidpad.load(..., extensions=[Altimeter])`` lets a world file
use it like a built-in one.

>>> import skidpad
>>> from skidpad.extension import Param, Sensor
>>> class Altimeter(Sensor):
...     '''Measures its height.'''
...     parameters = [Param("noise", unit="m", default=0.1, allowed="non_negative", doc="Standard deviation.")]
...     units = {"height_m": "m"}
...     def read(self, at, memory):
...         return {"height_m": at.sensor_in_world.z_m + self.noise * at.noise.normal(0)}
>>> text = '''<mvsim_world><sensor class="altimeter" name="height"><pose_3d>0 0 1.5 0 0 0</pose_3d>
... <noise>0</noise></sensor></mvsim_world>'''
>>> sim = skidpad.World.from_text(text, extensions=[Altimeter]).build()
>>> sim.read("height")["height_m"]
array([1.5])

An object of the class is made for each line of a world file that names it, with the values as keyword arguments; unless a
class has an ``__init__`` of its own, they become attributes. What changes from step to step belongs into the *memory*, a
list of numbers that snapshots save and the state hash covers. Results must follow from the arguments alone; random
numbers come from ``at.noise``. ``check_extension(world)`` finds a class that breaks this rule.

An exception, or a number that is not finite, is reported as an event with the name of the class; a sensor or element then
takes no further part, and a vehicle with such a tyre, controller or dynamics is stopped. Everything else goes on.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skidpad._native import (
    Body,
    Command,
    DriveView,
    ElementView,
    Forces,
    Grip,
    Hits,
    Motion,
    Noise,
    PushedBody,
    SensorView,
    Slip,
    WheelStep,
    WheelView,
    check_extension,
)

__all__ = [
    "Body",
    "Cast",
    "Command",
    "Controller",
    "DriveView",
    "Dynamics",
    "Element",
    "ElementView",
    "Forces",
    "Friction",
    "Grip",
    "Hits",
    "Motion",
    "Noise",
    "Param",
    "PushedBody",
    "Sensor",
    "SensorView",
    "Slip",
    "WheelStep",
    "WheelView",
    "check_extension",
]

Memory = NDArray[np.float64]


@dataclass(frozen=True)
class Param:
    """A parameter of a class: what a world file may say.

    A parameter with neither ``default`` nor ``optional`` must be given. ``"degrees"`` are written in degrees and arrive in
    radians; so does the angle of a ``"pose2"``.
    """

    name: str
    kind: Literal["number", "degrees", "integer", "flag", "text", "choice", "pose2", "point2", "numbers"] = "number"
    unit: str = ""
    default: float | str | Sequence[float] | None = None
    optional: bool = False
    allowed: Literal["", "positive", "non_negative"] = ""
    between: tuple[float, float] | None = None
    choices: Sequence[str] = ()
    doc: str = ""


@dataclass(frozen=True)
class Cast:
    """Rays that a sensor yields to have them cast: directions in its frame, (rays, 3), each of length 1."""

    directions: ArrayLike
    max_range_m: float


class _Class:
    """What every class has."""

    #: Its name in world files; the name of the class in small letters, with underscores, if it is empty.
    name: ClassVar[str] = ""
    #: What a world file may say about it.
    parameters: ClassVar[Sequence[Param]] = ()

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def memory(self) -> Sequence[float]:
        """What it remembers at the start: as many numbers as it ever needs."""
        return ()


class Sensor(_Class):
    """A class of sensors: ``<sensor class="…">``."""

    #: Units of its arrays, by name.
    units: ClassVar[Mapping[str, str]] = {}
    #: The kind of its readings. ``"laser"``, ``"lidar3d"`` and ``"imu"`` have the topics, files and pictures of those
    #: sensors; ``read`` then returns the fields of a ``Scan``, a ``Cloud`` or an ``Imu``.
    gives: ClassVar[Literal["arrays", "laser", "lidar3d", "imu"]] = "arrays"

    def read(
        self, at: SensorView, memory: Memory
    ) -> Mapping[str, ArrayLike] | Generator[Cast, Hits, Mapping[str, ArrayLike]]:
        """One reading: numbers or arrays by name.

        A sensor that looks at the world is a generator: ``hits = yield Cast(directions, max_range_m)`` casts rays from
        where it is, as often as it likes, and ``return`` ends the reading.
        """
        raise NotImplementedError("a sensor needs a method read")

    def advance(self, at: SensorView, memory: Memory) -> None:
        """Take in a step by changing the memory. It is called after every step if there is a memory."""


class Element(_Class):
    """A class of world elements: ``<element class="…">``. Methods that a class does not have cost nothing."""

    def step(self, at: ElementView, memory: Memory) -> Sequence[str] | None:
        """A step begins: change the memory. What it returns is reported as notes."""
        return None

    def ground_motion(self, point_in_world_m: tuple[float, float, float], memory: Memory) -> Sequence[float] | None:
        """How the ground moves at a point under a wheel or a block, vx and vy [m/s] and perhaps a turning rate [rad/s]
        along the world's axes; none where this element is not."""
        return None

    def push(self, body: PushedBody, memory: Memory) -> Sequence[float] | None:
        """A force on a body along the world's axes, fx and fy [N] and perhaps a moment [N·m]; none leaves it alone."""
        return None


class Friction(_Class):
    """A class of tyres: ``<friction class="…">``. A tyre has no memory."""

    def grip(self, slip: Slip) -> Grip:
        """What the ground gives a slipping wheel."""
        raise NotImplementedError("a tyre needs a method grip")


class Controller(_Class):
    """A class of controllers for vehicles of built-in classes: ``<controller class="…">``."""

    #: The kinds of commands that it takes.
    accepts: ClassVar[Sequence[str]] = ("twist",)

    def control(self, at: DriveView, memory: Memory) -> Sequence[float]:
        """Torque on the left, torque on the right [N·m], and a steering angle [rad] where the vehicle steers."""
        raise NotImplementedError("a controller needs a method control")


class Dynamics(_Class):
    """A class of vehicles: ``<dynamics class="…">``."""

    #: The kinds of commands that it takes.
    accepts: ClassVar[Sequence[str]] = ("twist",)

    def step(self, at: DriveView, memory: Memory) -> Forces | Motion:
        """What a step does to the vehicle."""
        raise NotImplementedError("a vehicle needs a method step")
