"""The pictures of docs/python.md: what a camera behind a robot sees, a scan, the track of ``skidpad/Track-v0``.

usage: python pictures.py FOLDER
"""

from __future__ import annotations

import pathlib
import struct
import sys
import zlib

import numpy as np
from numpy.typing import NDArray

import skidpad


def png(rgb: NDArray[np.uint8]) -> bytes:
    """A picture as a PNG file."""
    rows, columns, _ = rgb.shape
    lines = np.concatenate([np.zeros((rows, 1), np.uint8), rgb.reshape(rows, -1)], axis=1).tobytes()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def scan_drawing(scan: skidpad.Scan) -> str:
    """A scan from above, the robot in the middle."""
    angles = scan.angle_min_rad + scan.angle_increment_rad * np.arange(len(scan.ranges_m))
    is_hit = np.isfinite(scan.ranges_m)
    ranges, angles = scan.ranges_m[is_hit], angles[is_hit]
    reach = float(ranges.max())
    dots = "".join(
        f'<circle cx="{200 + 190 * x:.1f}" cy="{200 - 190 * y:.1f}" r="1.5" fill="#c03020"/>'
        for x, y in zip(ranges * np.cos(angles) / reach, ranges * np.sin(angles) / reach)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="#fff"/>'
        f'<path d="M206 200 l-12 -6 v12 z" fill="#1f6fb4"/>{dots}</svg>\n'
    )


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    sim = skidpad.load("worlds/warehouse.world.xml", seed=7, pictures=True)
    sim.drive("jackal", speed_mps=1.0, yaw_rate_radps=0.2)
    sim.step(400)
    (folder / "python-render.png").write_bytes(png(sim.render("jackal", width=480, height=270)))
    laser = next(name for name in sim.sensors if sim.sensor(name).kind == "laser")
    (folder / "python-scan.svg").write_text(scan_drawing(sim.read(laser)), encoding="utf-8")
    track = skidpad.Environments.world("Track").build()
    above = skidpad.Pose(z_m=22.0, yaw_rad=np.pi / 2, pitch_rad=np.pi / 2)
    (folder / "python-track.png").write_bytes(png(track.render(above, width=400, height=300)))


if __name__ == "__main__":
    main()
