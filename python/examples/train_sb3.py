"""Learn to drive to a place among boxes by PPO of Stable-Baselines3, on many worlds of ``skidpad/Drive-v0`` at once.

At the end the driver is tried on 100 seeds that it has not seen.
It needs PyTorch: pip install stable-baselines3

usage: python train_sb3.py [--steps N] [--worlds N] [--threads N] [--svg FILE] [--expect COUNT]
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found, unused-ignore]
from stable_baselines3 import PPO  # type: ignore[import-not-found, unused-ignore]
from stable_baselines3.common.callbacks import BaseCallback  # type: ignore[import-not-found, unused-ignore]
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor  # type: ignore[import-not-found, unused-ignore]

from skidpad.gym import VectorEnvironment, sb3_vec_env
from train_drive import drawn


# Beams of the scanner, the first numbers of an observation: ranges as shares of 10 m.
BEAM_COUNT = 36


class Nearness(BaseFeaturesExtractor):  # type: ignore[misc, no-any-unimported, unused-ignore]
    """Ranges as nearness, beside the ranges: a box half a metre ahead matters more than a wall eight metres away."""

    def __init__(self, observation_space: Any) -> None:
        super().__init__(observation_space, observation_space.shape[0] + BEAM_COUNT)

    def forward(self, observations: Any) -> Any:
        return torch.cat([observations, 0.05 / (observations[:, :BEAM_COUNT] + 0.05)], dim=1)


class Curve(BaseCallback):  # type: ignore[misc, no-any-unimported, unused-ignore]
    """The share of goals among the episodes that ended in each rollout."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[tuple[int, float, float]] = []
        self._ended: list[tuple[float, bool]] = []
        self._began = time.monotonic()

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "is_success" in info:
                self._ended.append((info["episode"]["r"], info["is_success"]))
        return True

    def _on_rollout_end(self) -> None:
        if not self._ended:
            return
        score, share = (float(np.mean(column)) for column in zip(*self._ended))
        self.points.append((self.num_timesteps, score, share))
        seconds = time.monotonic() - self._began
        print(f"{self.num_timesteps:>8} steps: reward {score:6.2f}, goals {share:4.0%}, {seconds:.0f} s", flush=True)
        self._ended.clear()


def reached(model: Any, seeds: list[int], threads: int) -> int:
    """How many episodes of these seeds end at their goal."""
    envs = VectorEnvironment(len(seeds), task="Drive", threads=threads)
    seen, _ = envs.reset(seed=seeds)
    alive = np.ones(len(seeds), dtype=np.bool_)
    count = 0
    while alive.any():
        actions, _ = model.predict(seen, deterministic=True)
        seen, _, terminated, truncated, info = envs.step(actions)
        count += int((info["is_success"] & alive).sum())
        alive &= ~(terminated | truncated)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_500_000)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--threads", type=int, default=0, help="0 uses all cores")
    parser.add_argument("--svg", help="draw the learning curve into this file")
    parser.add_argument("--expect", type=int, default=0, help="fail if fewer of the 100 goals are reached")
    options = parser.parse_args()
    # The network is small: more threads only wait for one another.
    torch.set_num_threads(1)
    model = PPO(
        "MlpPolicy",
        sb3_vec_env("Drive", options.worlds, threads=options.threads, seed=10_000),
        policy_kwargs={"features_extractor_class": Nearness, "net_arch": [128, 128], "log_std_init": -0.5},
        n_steps=128,
        batch_size=2048,
        n_epochs=8,
        gamma=0.99,
        learning_rate=lambda left: 1e-3 * max(left, 0.05),
        seed=1,
        device="cpu",
    )
    curve = Curve()
    model.learn(options.steps, callback=curve)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(drawn(curve.points, "actions of all worlds"))
    count = reached(model, list(range(100)), options.threads)
    print(f"unseen seeds: {count} of 100 goals")
    return 0 if count >= options.expect else 1


if __name__ == "__main__":
    sys.exit(main())
