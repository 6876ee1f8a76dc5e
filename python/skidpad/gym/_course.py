"""A closed course: where vehicles are on it, and how it goes on."""

from __future__ import annotations

import csv
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from skidpad.gym._task import Array, wrapped


def data_path(name: str) -> str:
    """A file of the environments' worlds."""
    return str(resources.files("skidpad.gym").joinpath("data", name))


class Course:
    """A closed centre line through points (rows of x, y [m]), driven in their order."""

    def __init__(self, points_m: Array) -> None:
        along = np.roll(points_m, -1, axis=0) - points_m
        lengths = np.hypot(along[:, 0], along[:, 1])
        # Equal steps make the number of a point its place along the line.
        self.length_m = float(lengths.sum())
        count = max(int(self.length_m / 0.25), 8)
        self.step_m = self.length_m / count
        ends = np.concatenate([[0.0], np.cumsum(lengths)])
        places = np.arange(count) * self.step_m
        closed = np.vstack([points_m, points_m[:1]])
        self.points_m = np.stack([np.interp(places, ends, closed[:, axis]) for axis in (0, 1)], axis=1)
        ahead = np.roll(self.points_m, -1, axis=0) - np.roll(self.points_m, 1, axis=0)
        self.heading_rad = np.arctan2(ahead[:, 1], ahead[:, 0])
        turn = wrapped(np.roll(self.heading_rad, -1) - np.roll(self.heading_rad, 1))
        self.curvature_per_m = turn / (2.0 * self.step_m)

    @staticmethod
    def of_line(name: str) -> Course:
        """The course of a table of points, ``x_m,y_m``."""
        return Course(np.loadtxt(data_path(name), delimiter=",", skiprows=1))

    @staticmethod
    def of_cones(name: str) -> Course:
        """The course between pairs of blue and yellow cones, ``color,X,Y``."""
        with open(data_path(name), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        sides = [
            np.array([[float(row["X"]), float(row["Y"])] for row in rows if row["color"] == color])
            for color in ("blue", "yellow")
        ]
        gates = np.array([(cone + sides[1][np.hypot(*(sides[1] - cone).T).argmin()]) / 2.0 for cone in sides[0]])
        return Course(gates)

    def locate(self, pose: Array) -> tuple[Array, Array, Array]:
        """Where poses (rows of x, y, z, yaw, …) are: along the line [m], to its left [m], turned from it [rad]."""
        dx = pose[:, 0, None] - self.points_m[:, 0]
        dy = pose[:, 1, None] - self.points_m[:, 1]
        nearest = (dx * dx + dy * dy).argmin(axis=1)
        rows = np.arange(len(pose))
        dx, dy = dx[rows, nearest], dy[rows, nearest]
        heading = self.heading_rad[nearest]
        sin, cos = np.sin(heading), np.cos(heading)
        place_m = nearest * self.step_m + cos * dx + sin * dy
        return place_m, cos * dy - sin * dx, wrapped(pose[:, 3] - heading)

    def progress(self, pose: Array, start_m: Array) -> Array:
        """How far along the line poses are from where they started [m]; one metre may be lost before it counts as a lap."""
        place_m, _, _ = self.locate(pose)
        return np.asarray((place_m - start_m + 1.0) % self.length_m - 1.0)

    def pose_at(self, place_m: float, left_m: float = 0.0, turned_rad: float = 0.0) -> Array:
        """A pose (x, y, yaw) on the course."""
        index = int(round(place_m / self.step_m)) % len(self.points_m)
        heading = self.heading_rad[index]
        side = np.array([-np.sin(heading), np.cos(heading)])
        return np.array([*(self.points_m[index] + left_m * side), heading + turned_rad])

    def curvature_ahead(self, place_m: Array, distances_m: Array) -> Array:
        """Curvatures [1/m] at distances ahead of places, a row per place."""
        index = np.round((place_m[:, None] + distances_m) / self.step_m).astype(np.int64)
        return np.asarray(self.curvature_per_m[index % len(self.points_m)])

    def pursuit(self, pose: Array, speed_mps: float, ahead_m: float) -> NDArray[np.float64]:
        """Yaw rates [rad/s] that lead vehicles to the line at this distance ahead (pure pursuit)."""
        place_m, _, _ = self.locate(pose)
        index = np.round((place_m + ahead_m) / self.step_m).astype(np.int64) % len(self.points_m)
        target = self.points_m[index] - pose[:, :2]
        error = wrapped(np.arctan2(target[:, 1], target[:, 0]) - pose[:, 3])
        return np.asarray(2.0 * speed_mps * np.sin(error) / ahead_m)
