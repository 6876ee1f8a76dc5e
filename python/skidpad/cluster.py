"""Many runs on many machines, by Ray: Monte-Carlo studies and sets of sensor data.

The packages ``ray`` and ``pyarrow`` are needed; ``pip install ./python[cluster]`` installs them. Worlds travel with all
their files, so the machines share nothing but Ray. A result does not depend on the number of machines, on which of them
ran which seed, or on machines that were lost on the way.
"""

from __future__ import annotations

import logging
import os
import pathlib
import pickle
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import skidpad

__all__ = ["MonteCarlo", "dataset", "monte_carlo"]

_ATTEMPTS = 5
"""How often a share of seeds is given to another worker before its problem is reported."""
_MOST_LOSSES = 10
"""How many workers may be lost for each that is wanted."""


@dataclass
class MonteCarlo:
    """The result of ``monte_carlo``."""

    table: Any
    """An Arrow table with a row per seed, in the order of seeds: ``seed``, the overrides, ``passes``, ``state_hash``,
    ``observation_hash``, ``step_count``, ``simulated_s``, ``findings`` and ``problem``."""
    recordings: dict[int, bytes] = field(default_factory=dict, repr=False)
    """Recordings (MCAP) of failing seeds."""

    @property
    def failing_seeds(self) -> list[int]:
        """Seeds that did not meet all expectations, or could not run."""
        rows = zip(self.table["seed"].to_pylist(), self.table["passes"].to_pylist())
        return [seed for seed, passes in rows if not passes]

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write ``results.parquet``, and ``seed-N.mcap`` for each recording."""
        import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]

        path = pathlib.Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        pyarrow.parquet.write_table(self.table, path / "results.parquet")
        for seed, recording in self.recordings.items():
            (path / f"seed-{seed}.mcap").write_bytes(recording)


def monte_carlo(
    world: skidpad.World | str | os.PathLike[str],
    seeds: Iterable[int],
    *,
    expect: str | None = None,
    commands: str | None = None,
    duration_s: float,
    overrides: Mapping[str, Sequence[object]] | None = None,
    record: int = 10,
    address: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> MonteCarlo:
    """Run a world with many seeds and check each run against expectations.

    ``expect`` and ``commands`` are the texts of a file of expectations and of a command file. ``overrides`` has lists
    with a value of a variable of the world file for each seed. The first ``record`` failing seeds are recorded.
    ``address`` is that of a Ray cluster, ``"auto"`` for the one of this machine; ``None`` starts Ray here unless this program
    has done so. ``workers`` is the number of processes, by default one per processor of the cluster. Seeds of a worker that
    is lost run again elsewhere.
    """
    import pyarrow  # type: ignore[import-untyped, unused-ignore]

    seeds = list(seeds)
    varied = {name: list(values) for name, values in (overrides or {}).items()}
    for name, values in varied.items():
        if len(values) != len(seeds):
            raise ValueError(f"{name!r} has {len(values)} values for {len(seeds)} seeds")
    if len(set(seeds)) != len(seeds):
        raise ValueError("a seed is there twice")
    job = {"expect": expect, "commands": commands, "duration_s": duration_s}
    items = [(seed, {name: values[index] for name, values in varied.items()}) for index, seed in enumerate(seeds)]
    items.sort(key=lambda item: item[0])
    with _Cluster(world, address, workers, progress) as cluster:
        rows = cluster.run(_run_seed, job, items)
        failing = [item for item, row in zip(items, rows) if not row["passes"] and row["problem"] is None]
        recorded = cluster.run(_record_seed, job, failing[:record])
    columns = {name: [item[1][name] for item in items] for name in varied}
    kinds = [
        ("passes", pyarrow.bool_()),
        ("state_hash", pyarrow.uint64()),
        ("observation_hash", pyarrow.uint64()),
        ("step_count", pyarrow.uint64()),
        ("simulated_s", pyarrow.float64()),
        ("findings", pyarrow.list_(pyarrow.string())),
        ("problem", pyarrow.string()),
    ]
    arrays = {"seed": pyarrow.array([item[0] for item in items], pyarrow.uint64())}
    arrays |= {name: pyarrow.array(values) for name, values in columns.items()}
    arrays |= {name: pyarrow.array([row[name] for row in rows], kind) for name, kind in kinds}
    recordings = {item[0]: recording for item, recording in zip(failing, recorded)}
    return MonteCarlo(pyarrow.table(arrays), recordings)


def dataset(
    world: skidpad.World | str | os.PathLike[str],
    seeds: Iterable[int],
    folder: str | os.PathLike[str],
    *,
    sensors: Sequence[str],
    duration_s: float,
    period_s: float,
    commands: Callable[[skidpad.Simulation], None] | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> list[pathlib.Path]:
    """Write what sensors read in many runs: a Parquet file per seed, ``seed-N.parquet``, with a row per reading.

    Columns: ``seed``, ``time_ns``, ``sensor``, ``pose`` (x, y, z, yaw, pitch, roll of the sensor in the world), ``shape``
    and ``values``: ranges [m], points [m], colours, or depth [m]. Sensors are read every ``period_s``; before each
    reading ``commands`` is called with the simulation, to drive it.
    """
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped, unused-ignore]

    job = {"sensors": list(sensors), "duration_s": duration_s, "period_s": period_s, "commands": _packed(commands)}
    items: list[tuple[int, dict[str, object]]] = [(seed, {}) for seed in sorted(set(seeds))]
    path = pathlib.Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    kinds = pyarrow.schema(
        [
            ("seed", pyarrow.uint64()),
            ("time_ns", pyarrow.uint64()),
            ("sensor", pyarrow.string()),
            ("pose", pyarrow.list_(pyarrow.float64())),
            ("shape", pyarrow.list_(pyarrow.int64())),
            ("values", pyarrow.list_(pyarrow.float32())),
        ]
    )
    written = []
    with _Cluster(world, address, workers, progress) as cluster:
        for (seed, _), rows in zip(items, cluster.run(_read_sensors, job, items)):
            file = path / f"seed-{seed}.parquet"
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=kinds), file)
            written.append(file)
    return written


def _packed(function: Callable[[skidpad.Simulation], None] | None) -> bytes | None:
    """A function as bytes: also one that is defined in a notebook."""
    if function is None:
        return None
    import ray

    pickler: Any = ray.cloudpickle
    packed: bytes = pickler.dumps(function)
    return packed


# What a worker does with one seed. ``world`` is read again for each, because a world file may use random numbers.


def _the_run(world: skidpad.World, job: dict[str, Any], item: tuple[int, dict[str, Any]], **more: Any) -> skidpad.Run:
    seed, variables = item
    return skidpad.Run(
        world,
        seed=seed,
        vars=variables,
        duration_s=job["duration_s"],
        expectations=job["expect"],
        commands=job["commands"],
        threads=1,
        **more,
    )


def _run_seed(world: skidpad.World, job: dict[str, Any], item: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    try:
        summary = _the_run(world, job, item).go()
    except (skidpad.Error, ValueError, OSError) as problem:
        empty = {"state_hash": None, "observation_hash": None, "step_count": None, "simulated_s": None}
        return {**empty, "passes": False, "findings": [], "problem": str(problem)}
    return {
        "passes": summary.meets_expectations,
        "state_hash": summary.state_hash,
        "observation_hash": summary.observation_hash,
        "step_count": summary.step_count,
        "simulated_s": summary.simulated_s,
        "findings": [f"{it.name}: {it.detail}" for it in summary.findings if not it.is_met],
        "problem": None,
    }


def _record_seed(world: skidpad.World, job: dict[str, Any], item: tuple[int, dict[str, Any]]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run.mcap"
        _the_run(world, job, item, record=path).go()
        return path.read_bytes()


def _read_sensors(world: skidpad.World, job: dict[str, Any], item: tuple[int, dict[str, Any]]) -> list[dict[str, Any]]:
    seed = item[0]
    sim = skidpad.Run(world, seed=seed, step_limit=0).go().simulation
    command = None if job["commands"] is None else pickle.loads(job["commands"])
    rows: list[dict[str, Any]] = []
    while sim.time_s + 0.5 * job["period_s"] < job["duration_s"]:
        if command is not None:
            command(sim)
        sim.run_for_s(job["period_s"])
        for name in job["sensors"]:
            reading = sim.read(name)
            values = _values(name, reading)
            pose = reading.sensor_in_world.to_array().tolist()
            row = {"seed": seed, "time_ns": reading.stamp_ns, "sensor": name, "pose": pose}
            rows.append({**row, "shape": list(values.shape), "values": values.astype("float32").ravel()})
    return rows


def _values(name: str, reading: Any) -> Any:
    for kind in ("ranges_m", "points_m", "rgb", "depth_m"):
        values = getattr(reading, kind, None)
        if values is not None and not (kind == "points_m" and getattr(reading, "depth_m", None) is not None):
            return values
    raise ValueError(f"{name}: a set of data has readings of lasers, lidars and cameras")


_Work = Callable[[skidpad.World, dict[str, Any], tuple[int, dict[str, Any]]], Any]


class _Cluster:
    """Workers of Ray with one world, and the shares of seeds that they work on."""

    def __init__(
        self,
        world: skidpad.World | str | os.PathLike[str],
        address: str | None,
        workers: int | None,
        progress: bool | None,
    ) -> None:
        import ray

        self._ray: Any = ray
        self._world = world if isinstance(world, skidpad.World) else skidpad.World.read(world)
        self._world.build()
        self._started = not ray.is_initialized()
        if self._started:
            quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
            self._ray.init(address=address or "local", include_dashboard=False, **quiet)
        self._bytes = ray.put(self._world.to_bytes())
        self._count = workers or max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
        self._progress = sys.stderr.isatty() if progress is None else progress
        self._actors: list[Any] = []
        self._losses = 0

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_problem: object) -> None:
        for actor in self._actors:
            self._ray.kill(actor)
        self._actors.clear()
        if self._started:
            self._ray.shutdown()

    def _actor(self) -> Any:
        return self._ray.remote(num_cpus=1, max_restarts=0)(_Worker).remote(self._bytes)

    def run(self, work: _Work, job: dict[str, Any], items: list[Any]) -> list[Any]:
        """The results of all items, in their order. A worker that is free takes the next share."""
        ray = self._ray
        size = max(min(len(items) // (8 * self._count), 64), 1)
        shares = deque((first, items[first : first + size], 1) for first in range(0, len(items), size))
        results: list[Any] = [None] * len(items)
        lost = (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError, ray.exceptions.NodeDiedError)
        # Only workers that have started get work: where processors are missing, a worker may wait for ever.
        starting = {actor.start.remote(): actor for actor in self._actors}
        idle: list[Any] = []
        busy: dict[Any, tuple[Any, tuple[int, list[Any], int]]] = {}
        done = 0
        while shares or busy:
            while len(self._actors) < min(self._count, len(shares) + len(busy)):
                actor = self._actor()
                self._actors.append(actor)
                starting[actor.start.remote()] = actor
            while idle and shares:
                actor, share = idle.pop(), shares.popleft()
                busy[actor.work.remote(work, job, share[1])] = (actor, share)
            (ready,), _ = ray.wait([*busy, *starting], num_returns=1)
            actor, taken = busy.pop(ready) if ready in busy else (starting.pop(ready), None)
            try:
                found = ray.get(ready)
            except lost:
                # Its machine or its process is gone: others take the share, and a new worker its place.
                self._actors.remove(actor)
                self._losses += 1
                if self._losses > _MOST_LOSSES * self._count or (taken and taken[2] >= _ATTEMPTS):
                    raise
                if taken:
                    shares.appendleft((taken[0], taken[1], taken[2] + 1))
                continue
            idle.append(actor)
            if taken:
                results[taken[0] : taken[0] + len(found)] = found
                done += len(found)
                self._report(done, len(items))
        return results

    def _report(self, done: int, count: int) -> None:
        if self._progress:
            bar = "#" * (30 * done // count)
            print(f"\r[{bar:<30}] {done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


class _Worker:
    """A process of the cluster with its own copy of the world."""

    def __init__(self, world: bytes) -> None:
        self._world = skidpad.World.from_bytes(world)

    def start(self) -> None:
        """Answers when the process is there."""

    def work(self, work: _Work, job: dict[str, Any], items: list[Any]) -> list[Any]:
        return [work(self._world, job, item) for item in items]
