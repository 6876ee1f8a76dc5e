"""Whole runs, recordings, reports, tuning and the race car."""

import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import skidpad

WORLDS = [
    "two_robots", "warehouse", "controllers", "drivetrains", "friction_zones", "sensors", "gridmap", "walls",
    "multistorey", "elevation_map", "skidpad", "cone_track", "crossing", "ropes",
]  # fmt: skip


@pytest.mark.parametrize("name", WORLDS)
def test_hashes_are_those_of_the_command_line(name):
    path = f"worlds/{name}.world.xml"
    program = os.environ["SKIDPAD"]
    command = [program, "launch", path, "--headless", "--duration", "1", "--seed", "7", "--hash"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    printed = out.split("hash ")[1].split()[0]
    sim = skidpad.load(path, seed=7)
    sim.run_for_s(1.0)
    assert f"{sim.state_hash():016x}" == printed
    assert f"{skidpad.Run(path, seed=7, duration_s=1.0).go().state_hash:016x}" == printed


def test_a_run_records_and_a_replay_agrees(tmp_path):
    path, trace = tmp_path / "run.mcap", tmp_path / "trace.csv"
    run = skidpad.Run(
        "worlds/skidpad.world.xml",
        seed=7,
        duration_s=2.0,
        record=path,
        trace=trace,
        csv=tmp_path / "logs",
        expectations='[[never_collides]]\nvehicle = "car"\n[[speed]]\nmax_mps = 0.001\n',
    )
    summary = run.go()
    assert summary.step_count == round(2.0 / (summary.simulated_s / summary.step_count))
    assert summary.simulated_s == 2.0 and summary.is_complete and not summary.was_stopped
    # A busy machine may make the run wait for its disk, which is noted.
    assert [note for note in summary.notes if "waited" not in note] == []
    assert summary.wall_s > 0.0 and summary.missed_deadline_count == 0
    assert sorted(finding.is_met for finding in summary.findings) == [False, True]
    finding = next(finding for finding in summary.findings if not finding.is_met)
    assert "0.001 m/s or slower" in finding.name
    assert not summary.meets_expectations and finding.badness > 0.0 and finding.name and finding.detail
    car = summary.vehicles[0]
    assert car.name == "car" and car.distance_m > 1.0 and car.collision_count == 0
    assert car.lap_count >= 0 and np.isfinite([car.last_lap_s, car.best_lap_s]).all()
    assert str(summary) == summary.text.strip() and summary.simulation.state_hash() == summary.state_hash
    assert summary.simulation.observation_hash() == summary.observation_hash
    assert trace.read_text().count("\n") > summary.step_count

    replay = skidpad.Replay(path)
    assert replay.tick_count == summary.step_count
    verdict = replay.run(until_tick=100)
    assert verdict.tick_count == 100
    replay = skidpad.Replay(path)
    verdict = replay.run()
    assert verdict.difference is None and verdict.hash_count > 0
    assert replay.state_hash() == summary.state_hash

    page = tmp_path / "report.html"
    skidpad.report([path], page, title="A drive")
    assert "A drive" in page.read_text()
    with pytest.raises(skidpad.Error, match="the run was made already"):
        run.go()
    with pytest.raises(FileExistsError, match="overwrite=True replaces it"):
        skidpad.Run("worlds/skidpad.world.xml", duration_s=0.1, record=path).go()
    with pytest.raises(ValueError, match="at least one run"):
        skidpad.report([], page)
    with pytest.raises(skidpad.Error):
        skidpad.Replay(trace)


def test_a_changed_recording_is_noticed(tmp_path):
    path = tmp_path / "run.mcap"
    skidpad.Run("worlds/two_robots.world.xml", duration_s=0.5, record=path).go()
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(path.read_bytes()[:100])
    with pytest.raises(skidpad.Error):
        skidpad.Replay(damaged).run()


def test_commands_play_at_their_times():
    commands = "0 r1 twist 1.0 0.0\n1.0 r1 twist 0.0 0.0\n"
    summary = skidpad.Run("worlds/two_robots.world.xml", duration_s=2.0, commands=commands).go()
    assert 0.5 < summary.vehicles[0].distance_m < 1.5
    with pytest.raises(skidpad.CommandError, match="1:"):
        skidpad.Run("worlds/two_robots.world.xml", duration_s=1.0, commands="0 r1 fly 1\n").go()


def test_other_outputs_and_settings(tmp_path):
    run = skidpad.Run(
        "worlds/gridmap.world.xml",
        step_limit=20,
        dump=tmp_path / "dump",
        readings=tmp_path / "readings.jsonl",
        overwrite=True,
        threads=1,
        vars={},
        pictures=False,
        serve="127.0.0.1:0",
        mvsim_port=0,
        pace=100.0,
        compat="none",
    )
    prepared = run.prepare()
    assert prepared.viewer_address.startswith("http://127.0.0.1:")
    assert prepared.go().step_count == 20
    assert (tmp_path / "readings.jsonl").exists()
    for bad in ({"serve": "here"}, {"pace": 0.0}, {"duration_s": float("nan")}, {"expectations": "x"}):
        with pytest.raises(ValueError):
            skidpad.Run("worlds/gridmap.world.xml", **bad)
    with pytest.raises(ValueError, match="needs an end"):
        skidpad.Run("worlds/gridmap.world.xml", expectations="[[never_collides]]").go()


def test_ctrl_c_ends_a_run_and_closes_its_files(tmp_path):
    path = tmp_path / "run.mcap"
    code = (
        "import skidpad, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"run = skidpad.Run('worlds/two_robots.world.xml', pace=1.0, record={str(path)!r}).prepare()\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    run.go()\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "interrupted\n"
    assert skidpad.Replay(path).run().difference is None


def test_gains_are_proposed_for_a_vehicle():
    tuning = skidpad.tune("definitions/jackal.vehicle.xml", "jackal", duration_s=2.0)
    assert tuning.kp > 0 and tuning.ki > 0 and tuning.max_torque_nm > 0
    assert 0 < tuning.test_torque_nm < tuning.slip_torque_nm
    assert tuning.time_constant_s > 0 and tuning.gain_mps_per_nm > 0
    assert tuning.rise_s is None or tuning.rise_s > 0
    assert tuning.settling_s is None or tuning.settling_s > 0
    assert tuning.overshoot >= 0
    with pytest.raises(skidpad.Error):
        skidpad.tune("definitions/jackal.vehicle.xml", "tank")


def test_the_race_car_turns_and_is_linearised():
    car = skidpad.RaceCar("ariane")
    turn = car.steady_turn(speed_mps=10.0, radius_m=20.0)
    assert turn.speed_mps == 10.0 and turn.radius_m == 20.0 and turn.steer_rad > 0.0 and turn.torque_nm > 0.0
    assert turn.growth_radps < 0.0 and abs(turn.sideslip_rad) < 0.2
    assert turn.load_n.shape == turn.slip_angle_rad.shape == (4,)
    model = car.linearise(turn.state, turn.controls)
    rates = np.linalg.eigvals(model.a)
    ours = model.eigenvalues[:, 0] + 1j * model.eigenvalues[:, 1]
    assert np.allclose(np.sort_complex(rates), np.sort_complex(ours), atol=1e-6)
    # The velocities of a steady turn do not change.
    names = skidpad.RaceCar.state_names
    assert np.allclose(model.value[[names.index("v_x"), names.index("v_y"), names.index("omega")]], 0.0, atol=1e-6)
    step = car.linearise(turn.state, turn.controls, step_s=1e-4)
    velocities = slice(names.index("v_x"), names.index("omega") + 1)
    slope = (step.a - np.eye(11))[velocities, velocities] / 1e-4
    assert np.allclose(slope, model.a[velocities, velocities], atol=0.1)
    assert len(skidpad.RaceCar.control_names) == 5
    with pytest.raises(ValueError, match="a state has 15 numbers"):
        car.linearise([0.0], turn.controls)
    with pytest.raises(ValueError, match="step_s"):
        car.linearise(turn.state, turn.controls, step_s=0.0)
    with pytest.raises(ValueError, match="the tyres cannot hold"):
        car.steady_turn(speed_mps=40.0, radius_m=5.0)


def test_the_race_car_drives():
    car = skidpad.RaceCar("ariane", tyre="combined", parameters={"mass_kg": 200.0})
    assert car.parameters["mass_kg"] == 200.0
    state, controls = car.straight(10.0)
    after = car.step(state, controls, step_s=0.1)
    assert abs(after[0] - 1.0) < 0.01
    with pytest.raises(ValueError, match="integrator"):
        car.step(state, controls, step_s=0.1, integrator="magic")
    rows = car.manoeuvre("step-steer", speed_mps=10.0, steer_rad=0.05, duration_s=1.0, step_s=0.01)
    assert rows["t"].shape == (101,) and rows["omega"][-1] > 0.1
    with pytest.raises(ValueError, match="there is no manoeuvre"):
        car.manoeuvre("drift")
    with pytest.raises(ValueError):
        skidpad.RaceCar("ariane", parameters={"mass_kg": -1.0})
    with pytest.raises(ValueError):
        skidpad.RaceCar("none")

    plain = skidpad.RaceCar()
    drive = plain.manoeuvre("skidpad", speed_mps=8.0, radius_m=15.0, duration_s=0.5)
    names = ["t", *skidpad.RaceCar.control_names, *skidpad.RaceCar.state_names[:11]]
    table = ",".join(names) + "\n"
    table += "\n".join(",".join(repr(float(drive[name][row])) for name in names) for row in range(51))
    again = plain.replay(table)
    assert np.allclose(again["X"], drive["X"], atol=1e-9)


def test_race_cars_are_pickled():
    car = skidpad.RaceCar("ariane", tyre="load", parameters={"mass_kg": 210.0})
    twin = pickle.loads(pickle.dumps(car))
    assert twin.parameters == car.parameters and twin.parameters["mass_kg"] == 210.0
    turns = [it.steady_turn(speed_mps=8.0, radius_m=20.0) for it in (car, twin, skidpad.RaceCar("ariane"))]
    assert turns[0].steer_rad == turns[1].steer_rad != turns[2].steer_rad
