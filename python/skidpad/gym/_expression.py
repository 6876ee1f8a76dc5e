"""Rewards and ends of episodes as texts: arithmetic on what is seen of a vehicle, and nothing else."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import skidpad

_ALLOWED = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod,
    ast.Pow, ast.USub, ast.UAdd, ast.Not, ast.Compare, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.IfExp,
    ast.Call, ast.Name, ast.Load, ast.Constant,
)  # fmt: skip
_FUNCTIONS: dict[str, Any] = {
    name: getattr(math, name) for name in ("sqrt", "sin", "cos", "tan", "atan2", "hypot", "exp", "log")
}
_FUNCTIONS |= {"abs": abs, "min": min, "max": max, "pi": math.pi}
_SEEN = ("x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "yaw_rate", "time_s", "is_in_collision", "had_collision")


def expression(text: str, vehicle: str) -> Callable[[skidpad.Simulation], Any]:
    """A function of a simulation from a text.

    The text can use numbers, arithmetic, comparisons, ``and``, ``or``, ``not``, ``a if b else c``, these names of the
    vehicle: x, y, z [m], yaw, pitch, roll [rad], vx, vy [m/s], yaw_rate [rad/s], is_in_collision, had_collision; time_s;
    ``distance("name")`` to another vehicle, block or person [m]; ``range("sensor")``, the shortest range of a laser [m];
    sqrt, sin, cos, tan, atan2, hypot, exp, log, abs, min, max, pi.

    >>> import skidpad
    >>> from skidpad.gym import expression
    >>> sim = skidpad.load("worlds/two_robots.world.xml")
    >>> expression("hypot(x, y) < 100 and not had_collision", "r1")(sim)
    True
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as problem:
        raise ValueError(f"{text!r}: {problem.msg}") from None
    known = {*_FUNCTIONS, *_SEEN, "distance", "range"}
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"{text!r}: {type(node).__name__} is not allowed in an expression")
        if isinstance(node, ast.Name) and node.id not in known:
            raise ValueError(f"{text!r}: there is no {node.id!r}; there are {', '.join(sorted(known))}")
        if isinstance(node, ast.Call) and (not isinstance(node.func, ast.Name) or node.keywords):
            raise ValueError(f"{text!r}: only functions of the list can be called")
        if isinstance(node, ast.Constant) and not isinstance(node.value, (bool, int, float, str)):
            raise ValueError(f"{text!r}: {node.value!r} is not a number")
    code = compile(tree, "<expression>", "eval")

    def value(sim: skidpad.Simulation) -> Any:
        return eval(code, {"__builtins__": {}}, _FUNCTIONS | _names(sim, vehicle))

    return value


def _names(sim: skidpad.Simulation, vehicle: str) -> dict[str, Any]:
    seen = sim.vehicle(vehicle)
    pose, twist = seen.pose_in_world, seen.twist_in_vehicle

    def distance(name: str) -> float:
        other = sim.pose(name)
        return math.hypot(other.x_m - pose.x_m, other.y_m - pose.y_m)

    def shortest(name: str) -> float:
        return float(sim.read(name).ranges_m.min())

    numbers = (pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad)
    numbers += (twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps, sim.time_s)  # type: ignore[assignment]
    names: dict[str, Any] = dict(zip(_SEEN, (*numbers, seen.is_in_collision, seen.had_collision)))
    return names | {"distance": distance, "range": shortest}
