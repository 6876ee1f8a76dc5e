"""Drives the first robot along the line y = -3 in lock-step; the same bits on every run. Only the standard library.

skidpad launch worlds/two_robots.world.xml --lockstep --duration 10 --hash
python3 examples/clients/lockstep.py 8765
"""
import json, socket, struct, sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
run = socket.create_connection(("127.0.0.1", port))
answers = run.makefile("rb")
run.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2tpZHBhZCBsb2Nrc3RlcA==\r\n\r\n".encode())
while answers.readline().strip():
    pass  # the answer to the handshake ends with an empty line

def send(**message):
    data = json.dumps(message).encode()
    run.sendall(struct.pack("!BBHI", 0x81, 0x80 | 126, len(data), 0) + data)  # a mask of zeros changes nothing

def receive():
    kind, size = answers.read(2)
    if size > 125:
        size = int.from_bytes(answers.read(2 if size == 126 else 8), "big")
    data = answers.read(size)
    return json.loads(data) if kind & 15 == 1 else {"type": "binary"}

def advance(steps, *commands):
    send(type="advance", steps=steps, commands=commands)
    while (message := receive())["type"] != "advanced":
        if message["type"] in ("refused", "goodbye"):
            sys.exit(message["reason"])
    return message

send(type="hello", protocol=1, subscribe={"rate_hz": 0})
state = advance(1)
while state["time_ns"] < 10_000_000_000:
    x, y, z, yaw, pitch, roll = state["vehicles"][0]["pose"]
    turn = max(-1.0, min(1.0, 1.5 * (-3.0 - y) - 2.0 * yaw))
    state = advance(10, {"type": "drive", "vehicle": 0, "drive": {"twist": [0.5, 0.0, turn]}})
print(f"x {x:.3f} m, y {y:.3f} m, hash {state['hash']}")
