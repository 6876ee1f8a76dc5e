"""What worlds cost in memory."""

import gc
import os
import subprocess
import sys

import pytest

import skidpad

# One differential robot on an empty plane.
ONE_ROBOT = """
<mvsim_world version="1.0">
  <simul_timestep>0.005</simul_timestep>
  <vehicle name="r1">
    <dynamics class="differential">
      <l_wheel pos="0 0.3" mass="1.0" width="0.05" diameter="0.2"/>
      <r_wheel pos="0 -0.3" mass="1.0" width="0.05" diameter="0.2"/>
      <chassis mass="15.0" zmin="0.05" zmax="0.4">
        <shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape>
      </chassis>
      <controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>
    </dynamics>
    <friction class="default"><mu>0.8</mu><C_damping>0.05</C_damping></friction>
    <init_pose>0 0 10</init_pose>
  </vehicle>
</mvsim_world>
"""


def resident_mb():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(code):
    """The output of a process of its own, whose memory no other test has touched."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(run.stdout)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured on Linux")
def test_a_thousand_worlds_are_small():
    used_mb = measured(
        "import sys; sys.path.insert(0, 'python/tests')\n"
        "import skidpad; from test_memory import ONE_ROBOT, resident_mb\n"
        "sim = skidpad.World.from_text(ONE_ROBOT).build()\n"
        "sim.step(10)\n"
        "before = resident_mb()\n"
        "batch = skidpad.Batch(sim, 1000, threads=1)\n"
        "pose = batch.bind('pose')\n"
        "batch.drive('r1', speed_mps=1.0)\n"
        "batch.step(20)\n"
        "print(resident_mb() - before)\n"
    )
    assert used_mb <= 60.0


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured on Linux")
def test_worlds_that_come_and_go_leave_nothing():
    # scripts/nightly makes a million.
    count = int(os.environ.get("SKIDPAD_CYCLES", "2000"))
    sim = skidpad.World.from_text(ONE_ROBOT).build()

    def cycles(number):
        for seed in range(number):
            one = sim.with_seed(seed)
            one.drive("r1", speed_mps=1.0)
            one.step(2)
            one.poses()
        gc.collect()
        return resident_mb()

    before = cycles(500)
    assert cycles(count) < before + 5.0
