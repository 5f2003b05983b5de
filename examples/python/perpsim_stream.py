"""Streams of the API over a WebSocket, in plain Python.

    stream = Stream("ws://127.0.0.1:8700/v1/ws/trade")
    stream.login(client)
    stream.subscribe("subAccountUpdates", sub_account_id=client.sub_account_id)
    print(stream.push()["data"])

It blocks, and knows the part of RFC 6455 that this API uses: text messages, pings and the closing frame.
"""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
from collections import deque
from urllib.parse import urlsplit

from perpsim_client import Refused

_ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class StreamClosed(Exception):
    """The exchange closed the connection; `code` says why (1008: a rule of the API, 1013: this side read too slowly)."""

    def __init__(self, code, reason):
        super().__init__(f"closed with {code} {reason}".rstrip())
        self.code, self.reason = code, reason


class Stream:
    """One connection to an endpoint of the streams, `.../v1/ws/info` or `.../v1/ws/trade`."""

    def __init__(self, url, timeout=30):
        """`timeout` is in seconds, for each wait."""
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "wss" else 80)
        self._socket = socket.create_connection((parts.hostname, port), timeout)
        if parts.scheme == "wss":
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=parts.hostname)
        self._reader = self._socket.makefile("rb")
        self._pushes = deque()
        self._id = 0
        self._upgrade(parts.path, f"{parts.hostname}:{port}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the connection."""
        try:
            self._write(_CLOSE, struct.pack("!H", 1000))
        except OSError:
            pass  # The other side was first.
        self._reader.close()
        self._socket.close()

    def login(self, client):
        """Logs in for the subaccount of a client, which the trade endpoint wants before anything else."""
        return self.request("auth", **client.login())

    def subscribe(self, channel, **params):
        """Follows a channel: `trades`, `orderbook`, `candles`, `marketPrices`, `liquidations`, `subAccountUpdates`."""
        return self.request("subscribe", type=channel, **params)

    def request(self, method, **params):
        """Sends a request and waits for its reply; pushes that arrive before it are kept for `push`."""
        self._id += 1
        self._write(_TEXT, json.dumps({"id": str(self._id), "method": method, "params": params}).encode())
        while True:
            frame = self._frame()
            if frame.get("id") != str(self._id):
                self._pushes.append(frame)
            elif frame["status"] != 200:
                raise Refused(frame["status"], frame.get("error") or {})
            else:
                return frame["result"]

    def push(self):
        """The next frame that the exchange sends by itself."""
        return self._pushes.popleft() if self._pushes else self._frame()

    def pushed(self):
        """Everything that the exchange has sent by itself up to now. It asks for a sign of life, so a dead connection shows."""
        self.request("ping")
        frames = list(self._pushes)
        self._pushes.clear()
        return frames

    def _upgrade(self, path, host):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self._reader.readline().decode().strip()
        headers = {}
        for line in iter(lambda: self._reader.readline().decode().strip(), ""):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        expected = base64.b64encode(hashlib.sha1((key + _ACCEPT).encode()).digest()).decode()
        if " 101 " not in f"{status} " or headers.get("sec-websocket-accept") != expected:
            raise StreamClosed(1006, f"no upgrade: {status}")

    def _write(self, opcode, payload):
        """One whole frame, masked as frames of clients are."""
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self._socket.sendall(head + mask + masked)

    def _frame(self):
        """The next text message, as JSON."""
        message = b""
        while True:
            first, second = self._exactly(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
            payload = self._exactly(size)
            opcode = first & 0x0F
            if opcode == _PING:
                self._write(_PONG, payload)
            elif opcode == _CLOSE:
                code = int.from_bytes(payload[:2], "big") if payload else 1005
                raise StreamClosed(code, payload[2:].decode())
            elif opcode != _PONG:
                message += payload
                if first & 0x80:
                    return json.loads(message)

    def _exactly(self, size):
        data = self._reader.read(size)
        if len(data) < size:
            raise StreamClosed(1006, "the connection broke")
        return data
