"""Many seeds by Ray, on one machine with two processors; scripts/nightly tries a cluster of two nodes."""

import pathlib

import numpy as np
import pytest

import skidpad
from skidpad import cluster

ray = pytest.importorskip("ray")

EXPECT = '[[never_collides]]\nvehicle = "r1"\n'
WORLD = """
<mvsim_world version="1.0">
  <include file="../definitions/small_robot.vehicle.xml" start_speed="0.8"/>
  <vehicle name="r1" class="small_robot"><init_pose>0 0 0</init_pose>
    <include file="../definitions/lidar2d.sensor.xml" sensor_nrays="19"/></vehicle>
  <block name="box"><init_pose>3 $f{2*rand()} 0</init_pose> <mass>${weight|20}</mass></block>
</mvsim_world>
"""


@pytest.fixture(scope="module")
def two_processors():
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def world():
    return skidpad.World.from_text(WORLD)


def study(world, workers, **more):
    return cluster.monte_carlo(
        world, range(24), expect=EXPECT, duration_s=4.0, workers=workers, progress=False, **more
    )


def test_the_table_does_not_depend_on_the_number_of_workers(two_processors, world, tmp_path):
    files = []
    # Five workers do not all find a processor.
    for workers in (1, 5, 2):
        result = study(world, workers, record=2, overrides={"weight": [float(5 + seed) for seed in range(24)]})
        result.write(tmp_path / str(workers))
        files.append((tmp_path / str(workers) / "results.parquet").read_bytes())
    assert files[0] == files[1] == files[2]
    assert result.table["seed"].to_pylist() == list(range(24))
    assert 0 < len(result.failing_seeds) < 24, "some boxes are in the way, others are not"
    seed = result.failing_seeds[0]
    row = result.table.slice(seed, 1).to_pylist()[0]
    assert not row["passes"] and row["weight"] == 5.0 + seed and "never collides" in row["findings"][0].lower()
    alone = skidpad.Run(world, seed=seed, vars={"weight": 5.0 + seed}, duration_s=4.0, expectations=EXPECT).go()
    assert alone.state_hash == row["state_hash"] and not alone.meets_expectations
    assert set(result.recordings) == set(result.failing_seeds[:2])
    recording = tmp_path / "2" / f"seed-{seed}.mcap"
    assert skidpad.Replay(recording).run().difference is None


def test_seeds_of_a_lost_worker_run_again(two_processors, world, monkeypatch, tmp_path):
    mark = tmp_path / "died"

    class Mortal(cluster._Worker):
        """Its first process dies in the middle of its work."""

        def work(self, work, job, items):
            if not pathlib.Path(mark).exists():
                pathlib.Path(mark).touch()
                import os

                os._exit(1)
            return super().work(work, job, items)

    expected = study(world, 2).table
    monkeypatch.setattr(cluster, "_Worker", Mortal)
    assert study(world, 2).table.equals(expected) and mark.exists()


def test_sensor_data_are_files(two_processors, world, tmp_path):
    import pyarrow.parquet

    def turn(sim):
        sim.drive("r1", speed_mps=0.2, yaw_rate_radps=0.5)

    written = cluster.dataset(
        world, [3, 1], tmp_path, sensors=["r1/laser1"], duration_s=0.5, period_s=0.1, commands=turn, progress=False
    )
    assert [path.name for path in written] == ["seed-1.parquet", "seed-3.parquet"]
    rows = pyarrow.parquet.read_table(written[1]).to_pylist()
    assert len(rows) == 5 and rows[0]["shape"] == [19] and len(rows[0]["values"]) == 19 and rows[0]["seed"] == 3
    sim = skidpad.Run(world, seed=3, step_limit=0).go().simulation
    for row in rows:
        turn(sim)
        sim.run_for_s(0.1)
        scan = sim.read("r1/laser1")
        assert row["time_ns"] == scan.stamp_ns and np.array_equal(row["values"], scan.ranges_m)


def test_mistakes_have_words(two_processors, world):
    with pytest.raises(ValueError, match="2 values for 3 seeds"):
        cluster.monte_carlo(world, range(3), duration_s=1.0, overrides={"weight": [1.0, 2.0]})
    with pytest.raises(ValueError, match="twice"):
        cluster.monte_carlo(world, [1, 1], duration_s=1.0)
    with pytest.raises(skidpad.WorldError):
        cluster.monte_carlo(skidpad.World.from_text('<mvsim_world><vehicle class="x"/></mvsim_world>'), [1], duration_s=1.0)
    bad = cluster.monte_carlo(world, [1, 2], duration_s=0.1, overrides={"weight": [1.0, -1.0]}, progress=False)
    assert bad.failing_seeds == [2] and "mass" in bad.table["problem"].to_pylist()[1] and not bad.recordings
