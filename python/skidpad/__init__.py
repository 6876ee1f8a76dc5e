"""A deterministic simulator of ground vehicles and mobile robots.

>>> import skidpad
>>> sim = skidpad.load("worlds/two_robots.world.xml", seed=7)
>>> sim.drive("r1", speed_mps=1.0, yaw_rate_radps=0.2)
>>> sim.step(1000)
>>> sim.time_s
5.0
>>> sim.pose("r1").yaw_rad > 0.5
True

Names, units and results are those of the Rust library; the same world, seed and commands give the same bits.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from skidpad._errors import CommandError, Error, UnknownNameError, WorldError
from skidpad._native import (
    ActorObservation,
    Arrays,
    Batch,
    BlockObservation,
    Camera,
    Cloud,
    Cones,
    Contact,
    Course,
    Diagnostic,
    Difference,
    Environments,
    Event,
    Finding,
    Fleet,
    Gnss,
    Image,
    Imu,
    Linearisation,
    LiveViewer,
    MvsimClient,
    MvsimSubscription,
    Pose,
    PreparedRun,
    RaceCar,
    Replay,
    Rgbd,
    Run,
    RunSummary,
    Scan,
    Sensor,
    Simulation,
    SpeedLoop,
    SteadyTurn,
    Tuning,
    Twist,
    VehicleObservation,
    VehicleSummary,
    Verdict,
    Wheels,
    World,
    __version__,
    report,
    tune,
)

__all__ = [
    "ActorObservation",
    "Arrays",
    "Batch",
    "BlockObservation",
    "Camera",
    "Cloud",
    "CommandError",
    "Cones",
    "Contact",
    "Course",
    "Diagnostic",
    "Difference",
    "Environments",
    "Error",
    "Event",
    "Finding",
    "Fleet",
    "Gnss",
    "Image",
    "Imu",
    "Linearisation",
    "LiveViewer",
    "MvsimClient",
    "MvsimSubscription",
    "Pose",
    "PreparedRun",
    "RaceCar",
    "Replay",
    "Rgbd",
    "Run",
    "RunSummary",
    "Scan",
    "Sensor",
    "Simulation",
    "SpeedLoop",
    "SteadyTurn",
    "Tuning",
    "Twist",
    "UnknownNameError",
    "VehicleObservation",
    "VehicleSummary",
    "Verdict",
    "Wheels",
    "World",
    "WorldError",
    "__version__",
    "load",
    "report",
    "tune",
]


def load(
    path: str | os.PathLike[str],
    *,
    seed: int = 0,
    vars: Mapping[str, object] | None = None,
    pictures: bool = False,
    threads: int = 1,
    root: str | os.PathLike[str] | None = None,
    search: Sequence[str | os.PathLike[str]] = (),
    compat: str | None = None,
    extensions: Sequence[type] = (),
) -> Simulation:
    """Read and build a world file: ``World.read(path, ...).build()``.

    ``vars`` sets variables of the file, ``pictures`` loads textures for cameras, ``threads`` is the number of threads
    for the rays of lidars and cameras (0 uses all cores), ``compat="mvsim"`` chooses MVSim's law of slopes,
    ``extensions`` are classes of ``skidpad.extension`` that the file may use besides the built-in ones.
    Raises ``WorldError`` with all errors of the world at once.

    >>> import skidpad
    >>> skidpad.load("worlds/two_robots.world.xml").vehicles
    ['r1', 'r2']
    """
    world = World.read(
        path,
        seed=seed,
        vars=None if vars is None else dict(vars),
        pictures=pictures,
        root=root,
        search=list(search),
        compat=compat,
        extensions=list(extensions),
    )
    return world.build(threads=threads)
