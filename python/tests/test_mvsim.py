"""Programs of MVSim's users, unchanged: poses, twists, scans, several threads and processes, an early client."""

import socket
import subprocess
import sys
import threading
import time

import pytest

import mvsim_msgs
import skidpad
from mvsim_comms import pymvsim_comms
from mvsim_msgs import Pose_pb2, SrvGetPose_pb2, SrvGetPoseAnswer_pb2, SrvSetPose_pb2, SrvSetPoseAnswer_pb2

PATIENCE_S = 60.0


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def port():
    """A run at the pace of the clock, in a process of its own."""
    port = free_port()
    code = (
        "import skidpad\n"
        f"run = skidpad.Run('testdata/mvsim/peer.world.xml', pace=1.0, mvsim_port={port}, duration_s=600.0)\n"
        "run.go()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    yield port
    if process.poll() is None:
        process.kill()
    process.wait()


@pytest.fixture
def client(port, monkeypatch):
    monkeypatch.setenv("MVSIM_SERVER_PORT", str(port))
    client = pymvsim_comms.mvsim.Client("tester")
    assert not client.connected()
    client.connect()
    wait_for(lambda: "World" in client._client.list_nodes())
    yield client
    client.shutdown()
    assert not client.connected()


def wait_for(condition):
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < PATIENCE_S, "it did not happen in time"
        time.sleep(0.02)


def get_pose(client, name="r1"):
    request = SrvGetPose_pb2.SrvGetPose()
    request.objectId = name
    answer = SrvGetPoseAnswer_pb2.SrvGetPoseAnswer()
    answer.ParseFromString(client.callService("get_pose", request.SerializeToString()))
    return answer


def set_pose(client, x, y, name="r1"):
    request = SrvSetPose_pb2.SrvSetPose()
    request.objectId = name
    request.pose.x, request.pose.y, request.pose.z = x, y, 0.0
    request.pose.yaw, request.pose.pitch, request.pose.roll = 0.0, 0.0, 0.0
    answer = SrvSetPoseAnswer_pb2.SrvSetPoseAnswer()
    answer.ParseFromString(client.callService("set_pose", request.SerializeToString()))
    return answer


def test_poses_are_got_and_set(client):
    assert set_pose(client, 1.5, -1.0).success
    wait_for(lambda: abs(get_pose(client).pose.x - 1.5) < 0.1)
    assert get_pose(client).success and not get_pose(client, "nobody").success


def test_a_twist_moves_a_vehicle(client):
    from mvsim_msgs import SrvSetControllerTwist_pb2, SrvSetControllerTwistAnswer_pb2

    set_pose(client, 0.0, 0.0)
    request = SrvSetControllerTwist_pb2.SrvSetControllerTwist()
    request.objectId = "r1"
    twist = request.twistSetPoint
    twist.vx, twist.vy, twist.vz, twist.wx, twist.wy, twist.wz = 0.5, 0.0, 0.0, 0.0, 0.0, 0.1
    answer = SrvSetControllerTwistAnswer_pb2.SrvSetControllerTwistAnswer()
    answer.ParseFromString(client.callService("set_controller_twist", request.SerializeToString()))
    assert answer.success, answer.errorMessage
    wait_for(lambda: get_pose(client).twist.vx > 0.3)
    twist.vx = twist.wz = 0.0
    client.callService("set_controller_twist", request.SerializeToString())


def test_several_topics_call_back(client):
    import mvsim_msgs.ObservationLidar2D_pb2 as lidar
    from mvsim_msgs import TimeStampedPose_pb2

    poses, scans = [], []

    def on_pose(kind, data):
        message = TimeStampedPose_pb2.TimeStampedPose()
        message.ParseFromString(bytes(data))
        poses.append((kind, message))

    def on_scan(kind, data):
        message = lidar.ObservationLidar2D()
        message.ParseFromString(bytes(data))
        scans.append((kind, message))
        raise RuntimeError("a mistake of the program's own function does not end the subscription")

    client.subscribeTopic("/r1/pose", on_pose)
    client.subscribeTopic("/r1/laser1_scan", on_scan)
    wait_for(lambda: len(poses) >= 3 and len(scans) >= 2)
    assert poses[0][0] == "mvsim_msgs.TimeStampedPose" and poses[0][1].objectId == "r1"
    assert scans[0][0] == "mvsim_msgs.ObservationLidar2D" and len(scans[0][1].scanRanges) > 10


def test_many_threads_share_a_client_and_many_clients_a_server(client, port):
    problems = []

    def ask(one):
        try:
            for _ in range(25):
                assert get_pose(one).success
        except Exception as problem:
            problems.append(problem)

    others = [pymvsim_comms.mvsim.Client(f"robot{index}") for index in range(5)]
    for other in others:
        other.serverHostAddress("127.0.0.1")
        other.serverPort(port)
        other.connect()
    threads = [threading.Thread(target=ask, args=(one,)) for one in [client] * 4 + others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for other in others:
        other.shutdown()
    assert problems == []


def test_a_process_per_call(port):
    code = (
        "from mvsim_comms import pymvsim_comms\n"
        "from mvsim_msgs import SrvGetPose_pb2, SrvGetPoseAnswer_pb2\n"
        "client = pymvsim_comms.mvsim.Client()\n"
        "client.setName('once')\n"
        f"client.serverPort({port})\n"
        "client.connect()\n"
        "request = SrvGetPose_pb2.SrvGetPose()\n"
        "request.objectId = 'r1'\n"
        "answer = SrvGetPoseAnswer_pb2.SrvGetPoseAnswer()\n"
        "answer.ParseFromString(client.callService('get_pose', request.SerializeToString()))\n"
        "print(answer.success)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S)
    assert out.stdout == "True\n", out.stderr


def test_things_are_inserted_spawned_and_removed(client):
    from mvsim_msgs import (
        RuntimeObject_pb2,
        SrvInsertEntities_pb2,
        SrvInsertEntitiesAnswer_pb2,
        SrvRemoveEntities_pb2,
        SrvRemoveEntitiesAnswer_pb2,
        SrvSpawnObjects_pb2,
        SrvSpawnObjectsAnswer_pb2,
    )

    request = SrvInsertEntities_pb2.SrvInsertEntities(
        xml='<block name="crate"><init_pose>5 5 0</init_pose></block>'
    )
    answer = SrvInsertEntitiesAnswer_pb2.SrvInsertEntitiesAnswer()
    answer.ParseFromString(client.callService("insert_entities", request.SerializeToString()))
    assert answer.success and list(answer.names) == ["crate"], answer.errorMessage
    request = SrvRemoveEntities_pb2.SrvRemoveEntities(names=["crate"])
    answer = SrvRemoveEntitiesAnswer_pb2.SrvRemoveEntitiesAnswer()
    answer.ParseFromString(client.callService("remove_entities", request.SerializeToString()))
    assert answer.success and answer.numRemoved == 1
    thing = RuntimeObject_pb2.RuntimeObject(name="mark", shape=RuntimeObject_pb2.RuntimeObject.SPHERE)
    thing.pose.CopyFrom(Pose_pb2.Pose(x=1, y=2, z=0, yaw=0, pitch=0, roll=0))
    assert thing.sizeX == 0.1 and thing.visibleToSensors
    request = SrvSpawnObjects_pb2.SrvSpawnObjects(objects=[thing])
    answer = SrvSpawnObjectsAnswer_pb2.SrvSpawnObjectsAnswer()
    answer.ParseFromString(client.callService("spawn_objects", request.SerializeToString()))
    assert answer.success, answer.errorMessage


def test_an_early_client_waits_and_shutdown_ends_the_run(monkeypatch):
    port = free_port()
    monkeypatch.setenv("MVSIM_SERVER_PORT", str(port))
    client = pymvsim_comms.mvsim.Client("early")
    thread = threading.Thread(target=client.connect)
    thread.start()
    time.sleep(0.5)
    assert not client.connected()
    run = skidpad.Run("testdata/mvsim/peer.world.xml", pace=1.0, mvsim_port=port, duration_s=600.0)
    summaries = []
    runner = threading.Thread(target=lambda: summaries.append(run.go()))
    runner.start()
    thread.join(PATIENCE_S)
    assert client.connected() and client.name() == "early"
    from mvsim_msgs import SrvShutdown_pb2, SrvShutdownAnswer_pb2

    wait_for(lambda: "World" in client._client.list_nodes())
    answer = SrvShutdownAnswer_pb2.SrvShutdownAnswer()
    answer.ParseFromString(client.callService("shutdown", SrvShutdown_pb2.SrvShutdown().SerializeToString()))
    assert answer.accepted
    runner.join(PATIENCE_S)
    assert summaries and summaries[0].was_stopped
    client.shutdown()


def test_mistakes_have_words(client, monkeypatch):
    with pytest.raises(skidpad.Error, match='there is no service "none"'):
        client.callService("none", b"")
    with pytest.raises(RuntimeError, match="already"):
        client.connect()
    with pytest.raises(RuntimeError, match="before connect"):
        client.setName("other")
    client.enable_profiler(True)
    assert client.serverHostAddress() == "localhost"
    stranger = pymvsim_comms.mvsim.Client()
    with pytest.raises(RuntimeError, match="call connect"):
        stranger.callService("get_pose", b"")
    monkeypatch.setenv("MVSIM_SERVER_PORT", "no")
    with pytest.raises(ValueError, match="MVSIM_SERVER_PORT"):
        stranger.connect()
    with pytest.raises(skidpad.Error, match="no MVSim server answers"):
        skidpad.MvsimClient(port=free_port(), connect_s=0.5)
    with pytest.raises(ValueError):
        skidpad.MvsimClient(connect_s=-1.0)
    with pytest.raises(AttributeError, match="SrvGetPose_pb2"):
        mvsim_msgs.Nothing_pb2


def test_the_native_client_lists_what_there_is(client):
    native = client._client
    assert native.name == "tester" and "tester" in repr(native)
    wait_for(lambda: ("/r1/pose", "mvsim_msgs.TimeStampedPose") in native.list_topics())
    subscription = native.subscribe("/r1/pose")
    assert subscription.topic == "/r1/pose" and "/r1/pose" in repr(subscription)
    kind, data = subscription.receive(timeout_s=PATIENCE_S)
    assert kind == "mvsim_msgs.TimeStampedPose" and data
    with pytest.raises(ValueError):
        subscription.receive(timeout_s=-1.0)
    assert native.subscribe("/nobody/pose").receive(timeout_s=0.1) is None


def test_the_table_of_messages_is_that_of_the_network():
    ours = open(mvsim_msgs.__path__[0] + "/messages.txt", encoding="utf-8").read()
    assert ours == open("testdata/comms/messages.txt", encoding="utf-8").read()
    assert len(mvsim_msgs.__all__) >= 40
