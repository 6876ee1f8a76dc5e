"""Readings of every sensor as arrays."""

import numpy as np
import pytest

import skidpad


@pytest.fixture(scope="module")
def kinds():
    """One sensor of each kind, by kind."""
    sim = skidpad.load("worlds/sensors.world.xml", pictures=True)
    sim.run_for_s(0.2)
    found = {}
    for name in sim.sensors:
        found.setdefault(sim.sensor(name).kind, sim.sensor(name))
    return sim, found


def test_there_is_a_sensor_of_each_kind(kinds):
    sim, found = kinds
    assert set(found) == {"laser", "lidar3d", "camera", "rgbd", "imu", "gnss"}
    for sensor in found.values():
        assert sensor.period_ns > 0 and sensor.name in sim.sensors and isinstance(sensor.sensor_in_vehicle, skidpad.Pose)


def read(kinds, kind, of):
    sim, found = kinds
    reading = found[kind].read()
    assert type(reading) is of
    assert reading.stamp_ns == sim.time_ns and reading.sensor_in_vehicle == found[kind].sensor_in_vehicle
    assert isinstance(reading.sensor_in_world, skidpad.Pose)
    return reading


def test_a_scan(kinds):
    scan = read(kinds, "laser", skidpad.Scan)
    assert scan.ranges_m.dtype == np.float32 and scan.ranges_m.shape == scan.intensities.shape
    hit = np.isfinite(scan.ranges_m)
    assert hit.any() and (scan.ranges_m[hit] <= scan.range_max_m).all()
    assert (scan.ranges_m[hit] >= scan.range_min_m).all()
    assert scan.angle_increment_rad != 0.0 and np.isfinite(scan.angle_min_rad)


def test_a_cloud(kinds):
    cloud = read(kinds, "lidar3d", skidpad.Cloud)
    rings, columns, three = cloud.points_m.shape
    assert three == 3 and cloud.points_m.dtype == np.float32
    assert cloud.intensities.shape == cloud.time_s.shape == (rings, columns)
    distance = np.linalg.norm(cloud.points_m, axis=2)
    hit = np.isfinite(distance)
    assert hit.any() and (distance[hit] < cloud.range_max_m * 1.01).all() and cloud.range_min_m >= 0.0
    assert cloud.sweep_s >= 0.0 and (cloud.last_points_m is None) == (cloud.last_intensities is None)


def test_a_picture(kinds):
    image = read(kinds, "camera", skidpad.Image)
    size = (image.camera.height, image.camera.width)
    assert image.rgb.shape == (*size, 3) and image.rgb.dtype == np.uint8
    assert image.labels.shape == size and image.instances.shape == size and image.instances.dtype == np.uint32
    assert image.camera.fx_px > 0 and image.camera.fy_px > 0 and len(image.camera.distortion) == 5
    assert 0 <= image.camera.cx_px <= size[1] and 0 <= image.camera.cy_px <= size[0]


def test_depth_and_colour(kinds):
    rgbd = read(kinds, "rgbd", skidpad.Rgbd)
    size = (rgbd.depth_camera.height, rgbd.depth_camera.width)
    assert rgbd.depth_m.shape == size and rgbd.points_m.shape == (*size, 3)
    hit = np.isfinite(rgbd.depth_m)
    # The sensor looks along x, so that depth is the first coordinate.
    assert hit.any() and np.allclose(rgbd.points_m[hit][:, 0], rgbd.depth_m[hit])
    assert rgbd.colour.rgb.ndim == 3


def test_an_inertial_unit_feels_gravity(kinds):
    imu = read(kinds, "imu", skidpad.Imu)
    assert abs(np.linalg.norm(imu.linear_acceleration_mps2) - 9.81) < 1.0
    assert imu.angular_velocity_radps.shape == (3,)
    if imu.orientation_in_enu is not None:
        assert abs(np.linalg.norm(imu.orientation_in_enu) - 1.0) < 1e-9


def test_a_receiver_knows_where_it_is():
    sim = skidpad.load("worlds/outdoor.world.xml")
    name = next(it for it in sim.sensors if sim.sensor(it).kind == "gnss")
    gnss = sim.read(name)
    assert gnss.has_fix and -90 <= gnss.latitude_deg <= 90 and -180 <= gnss.longitude_deg <= 180
    assert np.isfinite(gnss.altitude_m) and len(gnss.variance_enu_m2) == 3
    assert gnss.satellite_count > 0 and gnss.hdop > 0 and gnss.stamp_ns == 0


def test_due_readings_come_by_name():
    sim = skidpad.load("worlds/gridmap.world.xml")
    names = set()
    for _ in range(100):
        sim.step()
        names |= set(sim.readings())
    assert "r1/laser1" in names and names <= set(sim.sensors)


def test_threads_change_no_bit():
    def cloud(threads):
        sim = skidpad.load("worlds/sensors.world.xml", threads=threads)
        sim.step(20)
        return sim.read(next(it for it in sim.sensors if sim.sensor(it).kind == "lidar3d")).points_m

    assert np.array_equal(cloud(1), cloud(2), equal_nan=True)


def test_a_sensor_of_a_vehicle_that_is_gone_says_so():
    sim = skidpad.load("worlds/gridmap.world.xml")
    sim.spawn_vehicle("guest", like="r1", pose_in_world=skidpad.Pose(x_m=1.0))
    sim.step()
    name = next(it for it in sim.sensors if it.startswith("guest/"))
    sensor = sim.sensor(name)
    sensor.read()
    sim.reset()
    with pytest.raises(skidpad.Error, match="no longer in the world"):
        sensor.read()


def test_arrays_belong_to_the_program():
    sim = skidpad.load("worlds/gridmap.world.xml")
    laser = sim.sensor("r1/laser1")
    before = laser.read().ranges_m
    kept = before.copy()
    sim.drive("r1", speed_mps=1.0)
    sim.run_for_s(1.0)
    assert np.array_equal(before, kept) and not np.array_equal(laser.read().ranges_m, kept)
    before[:] = 0.0
    assert laser.read().ranges_m.max() > 0.0
