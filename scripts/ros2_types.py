"""ROS 2 types and services for Cyclone DDS, and our program as a peer: shared by the checks beside it."""

import random
import signal
import subprocess
import sys
import time

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import make_idl_struct, types
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration
from rosbags.typesys import Stores, get_typestore

skidpad, folder = sys.argv[1:3]
store = get_typestore(Stores.ROS2_JAZZY)
BASES = {"string": str, "bool": bool, "byte": types.uint8, "char": types.uint8, "octet": types.uint8}
made = {}


def dds_type(name):
    package, kind, plain = name.split("/")
    return f"{package}::{kind}::dds_::{plain}_"


def field_type(node):
    kind, what = int(node[0]), node[1]
    if kind == 1:
        return BASES.get(what[0]) or getattr(types, what[0])
    if kind == 2:
        return idl(what)
    inner = field_type(what[0])
    if kind == 3:
        return types.array[inner, what[1]]
    return types.sequence[inner, what[1]] if what[1] else types.sequence[inner]


def idl(name, before=()):
    """A Cyclone type for a ROS type; `before` are fields that a service of rmw_cyclonedds has."""
    if (name, before) not in made:
        fields = dict(before) | {field: field_type(node) for field, node in store.fielddefs[name][1]}
        made[name, before] = make_idl_struct(name.split("/")[-1] + "_", dds_type(name), fields)
    return made[name, before]


def zero(name):
    """A message with zeros in it."""
    def value(node):
        kind, what = int(node[0]), node[1]
        if kind == 1:
            return {"string": "", "bool": False}.get(what[0], 0)
        if kind == 2:
            return zero(what)
        return [value(what[0])] * what[1] if kind == 3 else []
    return idl(name)(*[value(node) for _, node in store.fielddefs[name][1]])


def qos(kind, depth):
    durability = Policy.Durability.TransientLocal if kind == "latched" else Policy.Durability.Volatile
    return Qos(Policy.Reliability.Reliable(duration(seconds=1)), durability, Policy.History.KeepLast(depth))


def wait(what, condition, seconds=40.0):
    start = time.monotonic()
    while not (found := condition()):
        assert time.monotonic() - start < seconds, f"{what}: not within {seconds} s"
        time.sleep(0.005)
    return found


def say(text):
    print(f"check-ros2: {text}", flush=True)


def take(reader, count=1000):
    """Messages that have come; the end of a writer is a sample too, without a message."""
    return [sample for sample in reader.take(count) if sample.sample_info.valid_data]


class Run:
    """Our program, in a domain of its own."""

    def __init__(self, *arguments):
        self.domain = random.randrange(1, 200)
        self.participant = DomainParticipant(self.domain)
        self.arguments = [skidpad, *arguments, "--ros-domain", str(self.domain)]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def reader(self, topic, name, kind="reliable", depth=1000, prefix="rt"):
        return DataReader(self.participant, Topic(self.participant, prefix + topic, idl(name)), qos=qos(kind, depth))

    def writer(self, topic, name):
        return DataWriter(self.participant, Topic(self.participant, "rt" + topic, idl(name)), qos=qos("reliable", 10))

    def end(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=40) == 0, self.process.returncode


def call(run, node, service, name, *fields):
    """Call a service in the form of rmw_cyclonedds."""
    header = (("client", types.uint64), ("sequence_number", types.int64))
    request, response = idl(f"{name}_Request", header), idl(f"{name}_Response", header)
    client = "clientid= 1." + ".".join(f"{random.randrange(256):x}" for _ in range(15)) + ";"
    depth = qos("reliable", 10) + Qos(Policy.Userdata(client.encode()))
    asks = DataWriter(run.participant, Topic(run.participant, f"rq{node}/{service}Request", request), qos=depth)
    hears = DataReader(run.participant, Topic(run.participant, f"rr{node}/{service}Reply", response), qos=depth)
    wait(f"server of {service}", lambda: asks.get_matched_subscriptions() and hears.get_matched_publications())
    asks.write(request(77, 1, *fields))
    answer = wait(f"answer of {service}", lambda: take(hears, 1))[0]
    assert (answer.client, answer.sequence_number) == (77, 1), answer
    return answer
