"""Drives the first robot along the line y = -3 in lock-step; the same bits on every run. Only the standard library.

skidpad launch worlds/two_robots.world.xml --lockstep --duration 10 --hash
python3 examples/clients/lockstep.py 8765
"""
import base64, json, os, socket, struct, sys

class Run:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade"
                            f"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        while self.file.readline().strip():  # the answer to the handshake ends with an empty line
            pass
        self.send(type="hello", protocol=1, subscribe={"rate_hz": 0})

    def send(self, **message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(b"\x81" + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        kind, size = struct.unpack("!BB", self.file.read(2))
        if size > 125:
            (size,) = struct.unpack("!H", self.file.read(2)) if size == 126 else struct.unpack("!Q", self.file.read(8))
        data = self.file.read(size)
        return json.loads(data) if kind & 15 == 1 else {"type": "binary", "bytes": data}

    def advance(self, steps, commands=()):
        self.send(type="advance", steps=steps, commands=list(commands))
        while (message := self.receive())["type"] != "advanced":
            if message["type"] in ("refused", "goodbye"):
                sys.exit(message["reason"])
        return message

run = Run(int(sys.argv[1]) if len(sys.argv) > 1 else 8765)
state = run.advance(1)
while state["time_ns"] < 10_000_000_000:
    x, y, z, yaw, pitch, roll = state["vehicles"][0]["pose"]
    turn = max(-1.0, min(1.0, 1.5 * (-3.0 - y) - 2.0 * yaw))
    state = run.advance(10, [{"type": "drive", "vehicle": 0, "drive": {"twist": [0.5, 0.0, turn]}}])
print(f"x {x:.3f} m, y {y:.3f} m, hash {state['hash']}")
