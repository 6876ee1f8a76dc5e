"""Learn to drive to a place among boxes, with NumPy alone: many worlds of ``skidpad/Drive-v0`` in one batch.

The driver is a formula with eight gains. The cross-entropy method draws gains, lets each draw drive a few episodes,
keeps the best quarter, and draws again around them. At the end the driver is tried on 100 seeds that it has not seen.

usage: python train_drive.py [--generations N] [--threads N] [--svg FILE] [--expect COUNT]
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
from numpy.typing import NDArray

import skidpad
from skidpad.gym import DriveTask

Array = NDArray[np.float64]

GAIN_COUNT = 8
BEAMS_RAD = np.deg2rad(np.linspace(-175.0, 175.0, 36))


def actions(gains: Array, seen: Array) -> Array:
    """Speed and yaw rate from a row of gains and a row of observations per world.

    Each beam of the scanner is a direction to take. A direction is good if it leads to the goal, if there is room along
    it, and if little turning is needed; the robot turns to the mean of all directions, the good ones weighing most.
    """
    ranges_m, goal_m = 10.0 * seen[:, :36], 10.0 * seen[:, 36:37]
    bearing = np.arctan2(seen[:, 38], seen[:, 37])[:, None]
    # The robot is wider than a beam: the nearest of five neighbours limits the room.
    padded = np.pad(ranges_m, ((0, 0), (2, 2)), mode="wrap")
    room_m = np.min([padded[:, shift : shift + 36] for shift in range(5)], axis=0)
    room = np.clip(np.minimum(room_m, goal_m + 0.5) / 2.0, 0.0, 1.0)
    worth = gains[:, 0:1] * np.cos(BEAMS_RAD - bearing) + gains[:, 1:2] * room + gains[:, 2:3] * np.cos(BEAMS_RAD)
    worth = worth - gains[:, 3:4] * np.exp(-room_m / 0.4)
    weight = np.exp(4.0 * (worth - worth.max(axis=1, keepdims=True)))
    turn = np.arctan2((weight * np.sin(BEAMS_RAD)).sum(axis=1), (weight * np.cos(BEAMS_RAD)).sum(axis=1))
    ahead = room[:, 15:21].min(axis=1)
    speed = 0.5 * (gains[:, 4] * ahead + gains[:, 5] * np.cos(turn) - gains[:, 6] * (1.0 - ahead))
    return np.stack([np.clip(speed, -0.2, 1.0), np.clip(gains[:, 7] * turn, -1.0, 1.0)], axis=1)


class Course:
    """Episodes in a batch of worlds."""

    def __init__(self, n: int, threads: int = 0) -> None:
        self.task = DriveTask()
        self.batch = skidpad.Batch(self.task.world(), n, threads=threads)
        self.n = n

    def drive(self, gains: Array, seeds: list[int]) -> tuple[Array, NDArray[np.bool_]]:
        """Scores of one episode per world, and whether its goal was reached."""
        task, batch = self.task, self.batch
        batch.reset(seeds=seeds)
        goals = np.zeros((self.n, 3))
        poses: dict[str, Array] = {}
        for index, seed in enumerate(seeds):
            start = task.begin(np.random.default_rng(seed))
            goals[index] = start.goal
            for name, pose in start.poses.items():
                poses.setdefault(name, np.zeros((self.n, 3)))[index] = pose
        for name, rows in poses.items():
            batch.teleport(name, rows)
        batch.step(1)
        first = task.distance(batch, goals)
        alive = np.ones(self.n, dtype=np.bool_)
        reached = np.zeros(self.n, dtype=np.bool_)
        scores = np.zeros(self.n)
        for action in range(task.max_episode_steps):
            task.act(batch, actions(gains, task.observe(batch, goals).astype(np.float64)))
            batch.step(task.steps_per_action, mask=alive)
            distance = task.distance(batch, goals)
            arrived = task.is_reached(batch, goals) & alive
            failed = task.has_failed(batch) & alive & ~arrived
            reached |= arrived
            scores[arrived] = 10.0 - 5.0 * action / task.max_episode_steps
            scores[failed] = -5.0 + 3.0 * (1.0 - distance[failed] / first[failed])
            alive &= ~(arrived | failed)
            if not alive.any():
                break
        left = task.distance(batch, goals)
        scores[alive] = 3.0 * (1.0 - left[alive] / first[alive]) - 2.0
        return scores, reached


def train(generations: int, threads: int) -> tuple[Array, list[tuple[int, float, float]]]:
    """The gains learned, and for each generation its mean score and share of goals reached."""
    random = np.random.default_rng(1)
    drivers, episodes = 32, 6
    course = Course(drivers * episodes, threads)
    mean, spread = np.zeros(GAIN_COUNT), np.full(GAIN_COUNT, 1.0)
    curve = []
    for generation in range(generations):
        began = time.monotonic()
        # Gains are positive: their logarithms are drawn.
        draws = mean + spread * random.standard_normal((drivers, GAIN_COUNT))
        draws[0] = mean
        gains = np.exp(draws)
        # All drivers of a generation drive the same episodes.
        seeds = [10_000 + generation * episodes + episode for _ in range(drivers) for episode in range(episodes)]
        scores, reached = course.drive(np.repeat(gains, episodes, axis=0), seeds)
        best = draws[np.argsort(-scores.reshape(drivers, episodes).mean(axis=1))[:6]]
        mean = 0.3 * mean + 0.7 * best.mean(axis=0)
        spread = 0.3 * spread + 0.7 * best.std(axis=0) + 0.03
        curve.append((generation + 1, float(scores.mean()), float(reached.mean())))
        seconds = time.monotonic() - began
        print(f"generation {generation + 1}: score {scores.mean():6.2f}, goals {reached.mean():4.0%}, {seconds:.1f} s")
    return np.exp(mean), curve


def drawn(curve: list[tuple[int, float, float]]) -> str:
    """The share of goals reached over the generations, as an SVG picture."""
    width, height, left, top = 480.0, 200.0, 50.0, 20.0

    def place(number: int, share: float) -> str:
        return f"{left + width * (number - 1) / max(len(curve) - 1, 1):.1f},{top + height * (1.0 - share):.1f}"

    line = " ".join(place(number, share) for number, _, share in curve)
    grid = "".join(
        f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
        for y in [top + height * (1.0 - share)]
    )
    ticks = "".join(
        f'<text x="{place(number, 0.0).split(",")[0]}" y="{top + height + 18}" text-anchor="middle">{number}</text>'
        for number, _, _ in curve
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 270" font-family="sans-serif" font-size="12">'
        f'<rect width="560" height="270" fill="#fff"/>{grid}{ticks}'
        f'<polyline points="{line}" fill="none" stroke="#1f6fb4" stroke-width="2"/>'
        '<text x="290" y="260" text-anchor="middle">generation</text></svg>\n'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--threads", type=int, default=0, help="0 uses all cores")
    parser.add_argument("--svg", help="draw the learning curve into this file")
    parser.add_argument("--expect", type=int, default=0, help="fail if fewer of the 100 goals are reached")
    options = parser.parse_args()
    gains, curve = train(options.generations, options.threads)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(drawn(curve))
    _, reached = Course(100, options.threads).drive(np.tile(gains, (100, 1)), list(range(100)))
    print(f"unseen seeds: {reached.sum()} of 100 goals")
    return 0 if reached.sum() >= options.expect else 1


if __name__ == "__main__":
    sys.exit(main())
