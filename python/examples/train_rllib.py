"""Learn to drive to a place among boxes by PPO of RLlib, on workers of a Ray cluster.

Each worker steps its own worlds of ``skidpad/Drive-v0``; with ``--address auto`` they are on the machines of a cluster.
It needs PyTorch: pip install 'ray[rllib]' torch

usage: python train_rllib.py [--iterations N] [--workers N] [--address ADDRESS]
"""

from __future__ import annotations

import argparse
from typing import Any

import ray  # type: ignore[import-not-found, import-untyped, unused-ignore]
from ray.rllib.algorithms.ppo import PPOConfig  # type: ignore[import-not-found, import-untyped, unused-ignore]
from ray.tune.registry import register_env  # type: ignore[import-not-found, import-untyped, unused-ignore]


def environment(_: Any) -> Any:
    """One environment of a worker. Workers are processes of their own, so each imports what it needs."""
    from skidpad.gym import Environment

    return Environment("Drive")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--address", help="of a cluster that runs; by default Ray starts here")
    options = parser.parse_args()
    ray.init(address=options.address, include_dashboard=False)
    register_env("skidpad-drive", environment)
    config = (
        PPOConfig()  # type: ignore[no-untyped-call, unused-ignore]
        .environment("skidpad-drive")
        .env_runners(num_env_runners=options.workers, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=8192, minibatch_size=1024, num_epochs=8, gamma=0.98, lr=5e-4)
        .debugging(seed=1)
    )
    algorithm: Any = config.build_algo()
    for iteration in range(options.iterations):
        found = algorithm.train()["env_runners"]
        mean = found.get("episode_return_mean", float("nan"))
        length = found.get("episode_len_mean", float("nan"))
        print(f"iteration {iteration + 1}: reward {mean:.2f}, {length:.0f} actions per episode", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
