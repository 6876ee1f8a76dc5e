"""The viewer beside a program, watched as a browser would: over HTTP and a WebSocket."""

import json
import threading
import time
import urllib.request
import webbrowser

import pytest
from websockets.sync.client import connect

import skidpad

TWO_ROBOTS = "worlds/two_robots.world.xml"
PATIENCE_S = 60.0


@pytest.fixture
def sim():
    return skidpad.load(TWO_ROBOTS, seed=7)


class Page:
    """A browser's end of the connection."""

    def __init__(self, url):
        self.socket = connect(url.replace("http", "ws") + "ws", max_size=None)
        self.socket.send(json.dumps({"type": "hello", "protocol": 1, "client": "test"}))

    def next(self, kind):
        """The next message of a kind; frames are binary."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE_S:
            message = self.socket.recv(timeout=PATIENCE_S)
            if isinstance(message, str):
                message = json.loads(message)
                if message["type"] == kind:
                    return message
        raise AssertionError(f"no {kind} came")

    def status(self, condition):
        while True:
            status = self.next("status")
            if condition(status):
                return status

    def send(self, **message):
        self.socket.send(json.dumps(message))


def test_a_page_sees_the_state_before_during_and_after_steps(sim):
    with sim.show(browser=False) as viewer:
        assert "LiveViewer at http://127.0.0.1" in repr(viewer) and not viewer.is_closed
        scene = json.load(urllib.request.urlopen(viewer.url + "scene.json"))
        assert [vehicle["name"] for vehicle in scene["vehicles"]] == ["r1", "r2"]
        page = Page(viewer.url)
        page.status(lambda status: status["step"] == 0)
        sim.drive("r1", speed_mps=1.0)
        sim.step(300)
        page.status(lambda status: status["step"] == 300)
        sim.reset()
        page.status(lambda status: status["step"] == 0)
    assert viewer.is_closed and "closed" in repr(viewer)
    sim.step(10)
    assert sim.step_count == 10


def test_a_viewer_changes_no_bit(sim):
    alone = skidpad.load(TWO_ROBOTS, seed=7)
    viewer = sim.show(browser=False)
    for one in (sim, alone):
        one.drive("r1", speed_mps=1.0, yaw_rate_radps=0.3)
        one.step(200)
    viewer.close()
    viewer.close()
    assert sim.state_hash() == alone.state_hash()
    assert sim.copy().state_hash() == alone.state_hash()


def test_a_person_pauses_the_program_and_lets_it_go_on(sim):
    viewer = sim.show(browser=False)
    page = Page(viewer.url)
    page.status(lambda status: status["step"] == 0)
    page.send(type="pause")
    page.status(lambda status: status["is_paused"])
    assert viewer.is_paused
    stepping = threading.Thread(target=sim.step, args=(50,))
    stepping.start()
    page.send(type="step", count=2)
    page.status(lambda status: status["step"] == 2)
    assert stepping.is_alive()
    page.send(type="play")
    stepping.join(PATIENCE_S)
    assert not stepping.is_alive() and sim.step_count == 50
    viewer.close()


def test_pace_limits_the_steps(sim):
    sim.show(browser=False, pace=2.0)
    began = time.monotonic()
    sim.run_for_s(0.6)
    assert time.monotonic() - began > 0.25
    with pytest.raises(ValueError, match="pace must be"):
        sim.show(browser=False, pace=0.0)
    with pytest.raises(ValueError, match="127.0.0.1:0"):
        sim.show(browser=False, address="nowhere")
    with pytest.raises(OSError):
        sim.show(browser=False, address="203.0.113.7:1")


def test_a_refused_command_raises_and_the_viewer_stays(sim):
    viewer = sim.show(browser=False)
    sim.torques("r1", left_nm=1.0, right_nm=1.0)
    with pytest.raises(skidpad.CommandError):
        sim.step(10)
    assert sim.step_count == 1 and not viewer.is_closed
    sim.spawn_vehicle("r3", like="r1", pose_in_world=skidpad.Pose(x_m=-5.0, y_m=5.0))
    sim.step()
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE_S:
        sim.step()
        scene = json.load(urllib.request.urlopen(viewer.url + "scene.json"))
        if "r3" in [vehicle["name"] for vehicle in scene["vehicles"]]:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the new vehicle is not shown")
    viewer.close()


def test_a_browser_is_opened(sim, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    first = sim.show()
    second = sim.show()
    assert opened == [first.url, second.url] and first.is_closed
    second.close()
