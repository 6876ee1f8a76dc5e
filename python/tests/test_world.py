"""Reading worlds and what is wrong with them."""

import pickle
from pathlib import Path

import pytest

import skidpad

GIVEN = """
<mvsim_world version="1.0">
  <variable name="count" value="2"/>
  <include file="../definitions/jackal.vehicle.xml" controller="twist_pid" default_sensors="false"/>
  <vehicle name="r1" class="jackal"><init_pose>0 0 0</init_pose></vehicle>
  <for var="i" from="1" to="${count}">
    <block name="box_${i}"><init_pose>$f{2*i} 3 0</init_pose></block>
  </for>
</mvsim_world>
"""


def test_a_bad_world_raises_with_all_its_diagnostics():
    world = skidpad.World.read("testdata/bad/" + bad_world())
    assert any(problem.severity == "error" for problem in world.diagnostics)
    with pytest.raises(skidpad.WorldError) as raised:
        world.build()
    problem = raised.value.diagnostics[0]
    assert problem.text in str(raised.value) and str(problem) == problem.text
    assert problem.severity == "error" and problem.message in problem.text
    assert f"{problem.file}:{problem.line}:{problem.column}: " in problem.text
    again = pickle.loads(pickle.dumps(skidpad.WorldError("text", [])))
    assert str(again) == "text" and again.diagnostics == []


def bad_world():
    import os

    for name in sorted(os.listdir("testdata/bad")):
        if name.endswith(".world.xml"):
            errors = [it for it in skidpad.World.read("testdata/bad/" + name).diagnostics if it.severity == "error"]
            if errors and errors[0].line:
                return name
    raise AssertionError("there is no bad world")


def test_a_missing_file_is_not_found():
    with pytest.raises(FileNotFoundError, match="none.world.xml"):
        skidpad.load("worlds/none.world.xml")


def test_a_text_is_a_world():
    world = skidpad.World.from_text(GIVEN, seed=5)
    assert world.diagnostics == [] and world.seed == 5 and "given" in world.path
    sim = world.build()
    assert sim.vehicles == ["r1"] and sim.blocks == ["box_1", "box_2"]


def test_variables_come_from_outside():
    world = skidpad.World.from_text(GIVEN, vars={"count": 4})
    assert len(world.build().blocks) == 4
    sim = skidpad.load("worlds/recording.world.xml", vars={})
    assert sim.vehicles


def test_compat_is_one_of_two_words():
    skidpad.World.from_text(GIVEN, compat="mvsim")
    with pytest.raises(ValueError, match='it must be "mvsim", "none" or None'):
        skidpad.World.from_text(GIVEN, compat="gazebo")


@pytest.mark.parametrize("source", ["text", "gridmap", "cone_track"])
def test_worlds_travel_as_bytes(source, tmp_path, monkeypatch):
    if source == "text":
        world = skidpad.World.from_text(GIVEN, seed=3)
    else:
        world = skidpad.World.read(f"worlds/{source}.world.xml", seed=3)
    data = pickle.dumps(world)
    monkeypatch.chdir(tmp_path)
    copy = pickle.loads(data)
    # What was unpickled can be pickled again, although its files are elsewhere.
    again = skidpad.World.from_bytes(copy.to_bytes())
    hashes = []
    for one in (world, copy, again):
        sim = one.build(threads=2)
        sim.run_for_s(0.5)
        hashes.append(sim.state_hash())
    assert len(set(hashes)) == 1 and copy.seed == 3
    with pytest.raises(ValueError, match="damaged"):
        skidpad.World.from_bytes(b"nonsense")


def test_files_can_be_given_beside_a_text():
    vehicle = '<vehicle name="r1" class="one"><init_pose>0 0 0</init_pose></vehicle>'
    text = f'<mvsim_world><include file="part.xml"/>{vehicle}</mvsim_world>'
    part = Path("definitions/small_robot.vehicle.xml").read_bytes().replace(b"small_robot", b"one")
    world = skidpad.World.from_text(text, files={"part.xml": part})
    assert world.build().vehicles == ["r1"]
    assert pickle.loads(pickle.dumps(world)).build().vehicles == ["r1"]
    missing = skidpad.World.from_text(text)
    assert any("part.xml" in problem.message for problem in missing.diagnostics)
