"""What the tasks of the environments are: actions, observations, rewards and ends of episodes."""

from __future__ import annotations

TASKS: dict[str, str] = {
    "Drive": """Drive to a place among boxes.

Actions, −1 to 1: speed [1 m/s], yaw rate [1.5 rad/s]. Each holds for 0.1 s, 20 steps.
Observations: 36 ranges of a scanner from right to left [10 m], the goal in the robot's frame as its distance [10 m] and
the cosine and sine of its direction, forward speed [1 m/s], yaw rate [1.5 rad/s].
The reward is the way made towards the goal [m], plus 10 at the goal, minus 10 for a collision.
An episode ends within 0.5 m of the goal, at a collision, or after 300 actions.
""",
    "Park": """Drive a car into a gap between two parked ones and stop there.

Actions, −1 to 1: speed [2 m/s], steering angle [0.5 rad]. Each holds for 0.1 s, 20 steps.
Observations: the goal in the car's frame (x, y [10 m], cosine and sine of its heading), forward speed [2 m/s], yaw rate
[1 rad/s].
The reward is the way made towards the goal [m] and its heading [rad], plus 10 at the goal, minus 10 for a collision.
An episode ends within 0.5 m and 0.2 rad of the goal below 0.3 m/s, at a collision, or after 300 actions.
""",
    "Race": """Drive a lap with the race car, as fast as the tyres allow.

Actions, −1 to 1: torque of every wheel [150 N·m], negative brakes; steering angle [0.35 rad]. Each holds for 0.05 s,
5 steps.
Observations with ``observation="course"``, the default: offset to the left of the middle of the course [1.9 m], cosine and
sine of the heading relative to it, forward speed [15 m/s], sideways speed [5 m/s], yaw rate [2 rad/s], and the curvature
[0.1 1/m] of the course at 0, 3, …, 27 m ahead.
With ``observation="cones"``: the three speeds as above, then x and y [20 m] in the car's frame of the six nearest blue cones
(left) ahead of it, nearest first, and of the six nearest yellow ones (right); 0, 0 in place of cones farther than 20 m.
The reward is the way made along the course [m], plus 10 after a lap, minus 10 for a failure.
An episode ends after a lap, when the car leaves the course or touches a cone, in the wrong direction, or after 1000 actions.
""",
    "Track": """Drive a lap on a narrow track without touching its walls or the other car.

Actions, −1 to 1: speed [0 to 5 m/s], steering angle [0.4 rad]. Each holds for 0.05 s, 5 steps.
Observations with ``observation="laser"``, the default: 1080 ranges of a scanner over 270° from right to left [30 m], forward
speed [5 m/s], yaw rate [rad/s].
With ``observation="course"``: offset to the left of the centre line [1.1 m], cosine and sine of the heading relative to it,
forward speed [5 m/s], yaw rate [rad/s], the curvature [1/m] of the track at 0, 1, …, 9 m ahead, and the other car in the
own frame, x and y [10 m].
The other car follows the centre line at 1.5 m/s, some metres ahead at first.
The reward is the way made along the track [m], plus 10 after a lap, minus 10 for a failure.
An episode ends after a lap, at a collision, in the wrong direction, or after 1000 actions.
""",
}
"""Each task with its actions, observations, rewards and ends of episodes."""
