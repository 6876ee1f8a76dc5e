"""Learn to drive to a place among boxes, with NumPy alone: many worlds of ``skidpad/Drive-v0`` at once.

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

from skidpad.gym import VectorEnvironment

Array = NDArray[np.float64]

GAIN_COUNT = 8
# Actions of an episode, at most.
EPISODE = 300
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


def drive(envs: VectorEnvironment, gains: Array, seeds: list[int]) -> tuple[Array, NDArray[np.bool_]]:
    """Scores of one episode per world, and whether its goal was reached."""
    seen, _ = envs.reset(seed=seeds)
    first_m = 10.0 * seen[:, 36]
    alive = np.ones(len(seeds), dtype=np.bool_)
    reached = np.zeros(len(seeds), dtype=np.bool_)
    scores = np.zeros(len(seeds))
    for action in range(EPISODE):
        seen, _, terminated, truncated, info = envs.step(actions(gains, seen.astype(np.float64)))
        way = 1.0 - 10.0 * seen[:, 36] / first_m
        arrived = info["is_success"] & alive
        reached |= arrived
        scores = np.where(alive & terminated, -5.0 + 3.0 * way, scores)
        scores = np.where(alive & truncated, -2.0 + 3.0 * way, scores)
        scores = np.where(arrived, 10.0 - 5.0 * action / EPISODE, scores)
        # A world that has ended starts another episode, which is not counted.
        alive &= ~(terminated | truncated)
        if not alive.any():
            break
    return scores, reached


def train(generations: int, threads: int) -> tuple[Array, list[tuple[int, float, float]]]:
    """The gains learned, and for each generation its mean score and share of goals reached."""
    random = np.random.default_rng(1)
    drivers, episodes = 32, 6
    envs = VectorEnvironment(drivers * episodes, task="Drive", threads=threads)
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
        scores, reached = drive(envs, np.repeat(gains, episodes, axis=0), seeds)
        best = draws[np.argsort(-scores.reshape(drivers, episodes).mean(axis=1))[:6]]
        mean = 0.3 * mean + 0.7 * best.mean(axis=0)
        spread = 0.3 * spread + 0.7 * best.std(axis=0) + 0.03
        curve.append((generation + 1, float(scores.mean()), float(reached.mean())))
        seconds = time.monotonic() - began
        print(f"generation {generation + 1}: score {scores.mean():6.2f}, goals {reached.mean():4.0%}, {seconds:.1f} s")
    return np.exp(mean), curve


def drawn(curve: list[tuple[int, float, float]], what: str = "generation") -> str:
    """The share of goals reached over the course of learning, as an SVG picture."""
    width, height, left, top = 480.0, 200.0, 50.0, 20.0
    first, last = curve[0][0], curve[-1][0]

    def along(number: int) -> float:
        return left + width * (number - first) / max(last - first, 1)

    line = " ".join(f"{along(number):.1f},{top + height * (1.0 - share):.1f}" for number, _, share in curve)
    grid = "".join(
        f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
        for y in [top + height * (1.0 - share)]
    )
    marks = curve[:: max(len(curve) // 6, 1)]
    ticks = "".join(
        f'<text x="{along(number):.1f}" y="{top + height + 18}" text-anchor="middle">{number:,}</text>'
        for number, _, _ in marks
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 270" font-family="sans-serif" font-size="12">'
        f'<rect width="560" height="270" fill="#fff"/>{grid}{ticks}'
        f'<polyline points="{line}" fill="none" stroke="#1f6fb4" stroke-width="2"/>'
        f'<text x="290" y="260" text-anchor="middle">{what}</text></svg>\n'
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
    envs = VectorEnvironment(100, task="Drive", threads=options.threads)
    _, reached = drive(envs, np.tile(gains, (100, 1)), list(range(100)))
    print(f"unseen seeds: {reached.sum()} of 100 goals")
    return 0 if reached.sum() >= options.expect else 1


if __name__ == "__main__":
    sys.exit(main())
