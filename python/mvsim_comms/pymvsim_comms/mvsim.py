"""A client of MVSim's network: of a run of skidpad, or of MVSim itself."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable

import skidpad

__all__ = ["Client"]

_WAIT_S = 0.1


def _usual_port() -> int:
    text = os.environ.get("MVSIM_SERVER_PORT", "")
    if not text:
        return 23700
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise ValueError(f"MVSIM_SERVER_PORT is {text!r}; it must be a port number")
    return int(text)


class Client:
    """A node of MVSim's network.

    ``connect`` waits until a server is there; Ctrl-C ends the wait. Services are called with the bytes of a message of
    ``mvsim_msgs`` and return bytes. Each subscription calls its function on a thread of its own, with the name of the
    message's type and its bytes. All methods can be called from any thread.
    """

    def __init__(self, nodeName: str = "anonymous") -> None:
        self._name = nodeName
        self._host = "localhost"
        self._port: int | None = None
        self._client: skidpad.MvsimClient | None = None
        self._threads: list[threading.Thread] = []
        self._over = threading.Event()

    def setName(self, nodeName: str) -> None:
        """Set the name of the node, before ``connect``."""
        if self.connected():
            raise RuntimeError("the name must be set before connect()")
        self._name = nodeName

    def name(self) -> str:
        """The name of the node."""
        return self._name

    def serverHostAddress(self, serverIpOrAddressName: str | None = None) -> str | None:
        """Without an argument the host of the server; otherwise sets it, before ``connect``."""
        if serverIpOrAddressName is None:
            return self._host
        self._host = serverIpOrAddressName
        return None

    def serverPort(self, port: int | None = None) -> int | None:
        """Without an argument the port of the server, ``MVSIM_SERVER_PORT`` or 23700; otherwise sets it."""
        if port is None:
            return _usual_port() if self._port is None else self._port
        self._port = port
        return None

    def connect(self) -> None:
        """Connect to the server, and wait for it if it is not there yet."""
        if self.connected():
            raise RuntimeError("the client is connected already")
        self._over = threading.Event()
        port = self.serverPort()
        assert port is not None
        self._client = skidpad.MvsimClient(self._name, host=self._host, port=port, connect_s=None)

    def connected(self) -> bool:
        """Whether the client is connected."""
        return self._client is not None

    def shutdown(self) -> None:
        """Disconnect. Subscriptions end."""
        self._over.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        self._threads.clear()
        self._client = None

    def callService(self, serviceName: str, inputSerializedMsg: bytes) -> bytes:
        """Call a service with the bytes of its request; returns the bytes of its answer."""
        return self._connected().call(serviceName, bytes(inputSerializedMsg))

    def subscribeTopic(self, topicName: str, callback: Callable[[str, bytes], object]) -> None:
        """Call a function with the type and the bytes of every message of a topic."""
        subscription = self._connected().subscribe(topicName)
        over = self._over

        def listen() -> None:
            while not over.is_set():
                try:
                    received = subscription.receive(timeout_s=_WAIT_S)
                except skidpad.Error as problem:
                    if not over.is_set():
                        print(f"{topicName}: {problem}", file=sys.stderr)
                    return
                if received is not None:
                    try:
                        callback(*received)
                    except Exception:
                        # An exception of the program's own function does not end the subscription.
                        traceback.print_exc()

        thread = threading.Thread(target=listen, name=f"mvsim {topicName}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def enable_profiler(self, enable: bool) -> None:
        """Accepted for compatibility; there is no profiler."""

    def _connected(self) -> skidpad.MvsimClient:
        if self._client is None:
            raise RuntimeError("the client is not connected; call connect() first")
        return self._client
