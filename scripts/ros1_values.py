"""Messages of worlds/sensors against the trace of another run of it, which has nothing to do with ROS."""
import math, re

TOLERANCE = 1e-9


def near(a, b, what, tolerance=TOLERANCE):
    assert abs(a - b) <= tolerance, f"{what}: {a} is not {b}"


def quaternion(yaw, pitch=0.0, roll=0.0):
    """x, y, z, w of the rotation about z, then y, then x."""
    (sy, cy), (sp, cp), (sr, cr) = ((math.sin(a / 2), math.cos(a / 2)) for a in (yaw, pitch, roll))
    return (sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy)


def same_rotation(message, expected, what):
    """The same rotation, whatever the sign of the quaternion."""
    dot = sum(a * b for a, b in zip((message.x, message.y, message.z, message.w), expected))
    near(abs(dot), 1, f"{what}: orientation")


def yaw_of(q):
    return math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))


def numbers(row, *columns):
    return [float(row[column]) for column in columns]


def true_pose(pose, row, what):
    for axis, value in zip("xyz", numbers(row, "x", "y", "z")):
        near(getattr(pose.position, axis), value, f"{what}: {axis}")
    same_rotation(pose.orientation, quaternion(*numbers(row, "yaw", "pitch", "roll")), what)


def check_truth(message, row):
    assert (message.header.frame_id, message.child_frame_id) == ("map", "base_link")
    true_pose(message.pose.pose, row, "base_pose_ground_truth")
    twist = message.twist.twist
    for got, value in zip((twist.linear.x, twist.linear.y, twist.angular.z), numbers(row, "vx", "vy", "omega")):
        near(got, value, "base_pose_ground_truth: twist")


def check_odometry(message, row):
    assert (message.header.frame_id, message.child_frame_id) == ("odom", "base_link")
    pose, twist = message.pose.pose, message.twist.twist
    x, y, yaw, vx, omega = numbers(row, "odo_x", "odo_y", "odo_yaw", "odoest_vx", "odoest_omega")
    for got, value in ((pose.position.x, x), (pose.position.y, y), (twist.linear.x, vx), (twist.angular.z, omega)):
        near(got, value, "odom")
    same_rotation(pose.orientation, quaternion(yaw), "odom")
    assert message.pose.covariance[0] > 0 and message.twist.covariance[0] > 0, "covariances"


def check_joints(message, row):
    count = sum(1 for column in row if re.fullmatch(r"w\d+_omega", column))
    assert message.name == [f"wheel_{k + 1}" for k in range(count)], message.name
    for k in range(count):
        near(message.velocity[k], float(row[f"w{k}_omega"]), "joint_states: velocity")
        # Traces have the sign of MVSim, in which negative torques drive forward.
        near(abs(message.effort[k]), abs(float(row[f"w{k}_torque"])), "joint_states: effort")
        assert math.isfinite(message.position[k])


def check_localisation(message, row):
    assert message.header.frame_id == "map"
    true_pose(message.pose.pose, row, "amcl_pose")


def check_particles(message, row):
    assert message.header.frame_id == "map" and len(message.poses) == 1
    true_pose(message.poses[0], row, "particlecloud")


def check_transforms(message, row):
    """map to odom and odom to base_link, one after the other, are the true pose in the plane."""
    found = {(t.header.frame_id, t.child_frame_id): t.transform for t in message.transforms}
    if not {("map", "odom"), ("odom", "base_link")} <= set(found):
        return
    first, second = found["map", "odom"], found["odom", "base_link"]
    x, y, yaw = numbers(row, "odo_x", "odo_y", "odo_yaw")
    near(second.translation.x, x, "tf: odometry")
    near(second.translation.y, y, "tf: odometry")
    near(math.remainder(yaw_of(second.rotation) - yaw, math.tau), 0, "tf: odometry")
    turn = yaw_of(first.rotation)
    place = (first.translation.x + math.cos(turn) * second.translation.x - math.sin(turn) * second.translation.y,
             first.translation.y + math.sin(turn) * second.translation.x + math.cos(turn) * second.translation.y)
    for got, value in zip(place, numbers(row, "x", "y")):
        near(got, value, "tf: true pose", 1e-6)
    near(math.remainder(turn + yaw_of(second.rotation) - float(row["yaw"]), math.tau), 0, "tf: true yaw", 1e-6)


STAMPED = {"/base_pose_ground_truth": check_truth, "/odom": check_odometry, "/joint_states": check_joints,
           "/amcl_pose": check_localisation, "/particlecloud": check_particles, "/tf": check_transforms}


def stamp_of(message):
    header = message.transforms[0].header if hasattr(message, "transforms") else message.header
    return header.stamp.to_nsec()


def compare_vehicle(received, rows):
    """How many messages of each topic agree with the trace."""
    counts = {}
    for topic, check in STAMPED.items():
        known = [(message, rows.get(stamp_of(message))) for message in list(received[topic])]
        known = [(message, row) for message, row in known if row is not None]
        for message, row in known:
            check(message, row)
        counts[topic] = len(known)
    ticks = [m.clock.to_nsec() for m in list(received["/clock"])]
    # The end of the last run before the reset may still be among them.
    after = ticks[max((k for k in range(1, len(ticks)) if ticks[k] < ticks[k - 1]), default=0):]
    assert all(later - tick >= 10_000_000 for tick, later in zip(after, after[1:])), after[:20]
    assert all(tick in rows for tick in after if tick <= max(rows)), after[:20]
    counts["/clock"] = sum(tick in rows for tick in after)
    assert not any(row["collision"] == "1" for row in rows.values())
    collisions = [m.data for m in list(received["/collision"])[-10:]]
    assert not any(collisions), "a collision that the trace does not have"
    counts["/collision"] = len(collisions)
    return counts


def compare_latched(received, root):
    """Outline and fixed frames, against the world file."""
    # The outline of a chassis that has none in its file, as MVSim has it.
    outline = [(-0.4, -0.5), (-0.4, 0.5), (0.4, 0.5), (0.6, 0.3), (0.6, -0.3), (0.4, -0.5)]
    polygon = received["/chassis_polygon"][0].points
    got = [(p.x, p.y) for p in polygon]
    assert len(got) == len(outline) and all(min(math.dist(p, q) for q in got) < 1e-6 for p in outline), (got, outline)
    markers = received["/chassis_markers"][0].markers
    wheels = received["/joint_states"][0].name
    assert markers[0].header.frame_id == "base_link" and len(markers) == 1 + len(wheels), len(markers)
    corners = {(round(p.x, 6), round(p.y, 6)) for p in markers[0].points}
    assert {(round(x, 6), round(y, 6)) for x, y in outline} <= corners, corners
    world = open(f"{root}/worlds/sensors.world.xml").read()
    frames = {t.child_frame_id: t for m in received["/tf_static"] for t in m.transforms}
    compared = 0
    for name, pose in re.findall(r'<sensor class="\w+" name="(\w+)">\s*<pose_3d>([^<$]*)</pose_3d>', world):
        frame = next((frames[k] for k in (name, f"{name}_points", f"{name}_depth", f"{name}/image_raw") if k in frames), None)
        assert frame is not None, (name, sorted(frames))
        for axis, value in zip("xyz", map(float, pose.split())):
            near(getattr(frame.transform.translation, axis), value, f"tf_static: {name}", 1e-6)
        compared += 1
    assert compared >= 4 and "base_footprint" in frames, sorted(frames)
    return compared


def compare_diagnostics(received):
    status = received["/diagnostics"][-1].status[0]
    values = {it.key: it.value for it in status.values}
    assert float(values["realtime_factor_requested"]) == 1, values
    assert 0 < float(values["realtime_factor"]) < 1.5, values
