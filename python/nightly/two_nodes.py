"""A Monte-Carlo study on a cluster of two nodes, one of which is killed in the middle: the table is the same.

Run by scripts/nightly in the environment of scripts/check-python.
"""

import ray
from ray.cluster_utils import Cluster

import skidpad
from skidpad import cluster

SEEDS = range(40)
EXPECT = '[[never_collides]]\nvehicle = "r1"\n'


def study(**more):
    world = skidpad.World.read("worlds/two_robots.world.xml")
    return cluster.monte_carlo(world, SEEDS, expect=EXPECT, duration_s=5.0, record=2, progress=False, **more).table


def main():
    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    expected = study()
    ray.shutdown()
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    killed = []

    def report(_self, done, count):
        if not killed and count == len(SEEDS) and 5 <= done < count - 10:
            nodes.remove_node(second, allow_graceful=False)
            killed.append(done)

    cluster._Cluster._report = report
    found = study(workers=2)
    assert killed, "the node was not killed in time"
    assert found.equals(expected), "the table depends on the nodes"
    print(f"{len(found)} seeds, one of two nodes killed after {killed[0]}: the same table")
    ray.shutdown()
    nodes.shutdown()


if __name__ == "__main__":
    main()
