"""Images, grid maps and noise whose bytes do not depend on the machine.

PNG and gzip data are stored, not compressed: a compressor's output changes with its version.
"""

import struct
import zlib
from pathlib import Path


def noise(x, y, seed):
    """A number from 0 to 1 that depends only on the three integers."""
    h = (x * 0x9E3779B1 + y * 0x85EBCA77 + seed * 0xC2B2AE3D) & 0xFFFFFFFF
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39), (15, 1)):
        h = ((h ^ (h >> shift)) * factor) & 0xFFFFFFFF
    return h / 0xFFFFFFFF


def smooth_noise(x, y, cell, seed):
    """Noise that changes gently over `cell` pixels and repeats nowhere."""
    i, j = int(x // cell), int(y // cell)
    u, v = x / cell - i, y / cell - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    low = noise(i, j, seed) * (1 - u) + noise(i + 1, j, seed) * u
    high = noise(i, j + 1, seed) * (1 - u) + noise(i + 1, j + 1, seed) * u
    return low * (1 - v) + high * v


def stored(data):
    """The bytes as a deflate stream of stored blocks."""
    blocks = [data[i : i + 65535] for i in range(0, len(data), 65535)] or [b""]
    out = bytearray()
    for i, block in enumerate(blocks):
        out += struct.pack("<BHH", i == len(blocks) - 1, len(block), len(block) ^ 0xFFFF) + block
    return bytes(out)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(path, width, height, pixel, palette=None):
    """`pixel(column, row)` is a grey level, or a place in the palette of (r, g, b)."""
    rows = [bytes(pixel(x, y) for x in range(width)) for y in range(height)]
    png_rows(path, width, height, 3 if palette else 0, rows, palette)


def png_rgb(path, width, height, pixel):
    """`pixel(column, row)` is (r, g, b)."""
    rows = [bytes(c for x in range(width) for c in pixel(x, y)) for y in range(height)]
    png_rows(path, width, height, 2, rows)


def png_rows(path, width, height, kind, rows, palette=None):
    """Rows of bytes as a picture of this kind of PNG: 0 grey, 2 colours, 3 a palette."""
    lines = b"".join(b"\0" + row for row in rows)
    body = b"\x78\x01" + stored(lines) + struct.pack(">I", zlib.adler32(lines))
    out = b"\x89PNG\r\n\x1a\n"
    out += chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    if palette:
        out += chunk(b"PLTE", bytes(c for colour in palette for c in colour))
    out += chunk(b"IDAT", body) + chunk(b"IEND", b"")
    save(path, out)


def png_bits(path, width, height, is_white):
    """One bit a pixel: black or white."""
    lines = bytearray()
    for y in range(height):
        lines.append(0)
        for x in range(0, width, 8):
            lines.append(sum(128 >> k for k in range(8) if x + k < width and is_white(x + k, y)))
    body = b"\x78\x01" + stored(bytes(lines)) + struct.pack(">I", zlib.adler32(bytes(lines)))
    out = b"\x89PNG\r\n\x1a\n"
    out += chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    save(path, out + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def pgm(path, width, height, pixel):
    save(path, f"P5\n{width} {height}\n255\n".encode() + bytes(pixel(x, y) for y in range(height) for x in range(width)))


def gridmap(path, width, height, resolution, corner, log_odds):
    """An MRPT occupancy grid, 8 bits a cell; `log_odds(i, j)` is above 0 where free, row 0 at y_min.

    MRPT's own option fields, which follow the cells, are left out: skidpad does not read them.
    """
    name = b"COccupancyGridMap2D"
    out = bytes([0x80 | len(name)]) + name + b"\x03\x08" + struct.pack("<II", width, height)
    x, y = corner
    out += struct.pack("<5f", x, x + width * resolution, y, y + height * resolution, resolution)
    out += struct.pack(f"<{width * height}b", *(log_odds(i, j) for j in range(height) for i in range(width)))
    out += b"\x88"
    if str(path).endswith(".gz"):
        head = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
        out = head + stored(out) + struct.pack("<II", zlib.crc32(out), len(out))
    save(path, out)


def text(path, lines):
    save(path, ("\n".join(lines) + "\n").encode())


def save(path, data):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{path.parent.parent.name}/{path.parent.name}/{path.name}: {len(data)} bytes")
