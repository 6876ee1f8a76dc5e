"""The examples: one learns, and of 100 episodes that it has not seen, at least 80 end at their goal."""

import subprocess
import sys


def test_a_driver_is_trained_with_numpy_alone(tmp_path):
    picture = tmp_path / "curve.svg"
    arguments = ["--generations", "4", "--expect", "80", "--svg", str(picture)]
    run = subprocess.run(
        [sys.executable, "python/examples/train_drive.py", *arguments], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "of 100 goals" in run.stdout and picture.read_text().startswith("<svg")


def test_a_task_of_your_own_drives():
    run = subprocess.run([sys.executable, "python/examples/park_task.py"], capture_output=True, text=True, check=True)
    assert "episodes of random driving" in run.stdout


def test_the_pictures_of_the_guide_are_made(tmp_path):
    subprocess.run([sys.executable, "python/examples/pictures.py", str(tmp_path)], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"python-render.png", "python-scan.svg", "python-track.png"}
