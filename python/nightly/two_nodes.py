"""A Monte-Carlo study on a cluster of two nodes, one of which is killed in the middle: the table is the same.

Run by scripts/nightly in the environment of scripts/check-python.
"""

import threading
import time

import ray
from ray.cluster_utils import Cluster

import skidpad
from skidpad.cluster import monte_carlo

SEEDS = range(400)
EXPECT = '[[never_collides]]\nvehicle = "r1"\n'


def study(**more):
    world = skidpad.World.read("worlds/two_robots.world.xml")
    return monte_carlo(world, SEEDS, expect=EXPECT, duration_s=20.0, record=2, progress=False, **more)


def main():
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    expected = study().table
    ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    killed = []

    def kill():
        time.sleep(5.0)
        cluster.remove_node(second, allow_graceful=False)
        killed.append(time.monotonic())

    thread = threading.Thread(target=kill)
    thread.start()
    found = study(workers=2).table
    ended = time.monotonic()
    thread.join()
    assert killed and killed[0] < ended, "the node was killed after the study; use more seeds"
    assert found.equals(expected), "the table depends on the nodes"
    print(f"{len(found)} seeds, one of two nodes killed: the same table")
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
