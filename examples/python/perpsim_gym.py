"""Environments of `perpsim gym`: many runs of a scenario in one process, stepped in batches over a local socket. No packages needed.

    with Gym("market-making/informed-taker") as gym:
        gym.open(environments=8)
        observations = gym.reset(range(8))
        for _ in range(60):
            steps = gym.step([[buy("0.01")] for _ in observations])

docs/gym.md has the messages and what an observation holds.
"""

import json
import os
import shlex
import socket
import struct
import subprocess
import sys

PROTOCOL = 1
HEAD = struct.Struct(">I")


class GymError(Exception):
    """A message that could not be carried out: nothing has changed. `field` names the part of it that is wrong."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.field, self.message = error["field"], error["message"]


class Gym:
    """One connection, and the process behind it where this has started one."""

    def __init__(self, scenario, command=None, overrides=None, until=None):
        """Starts `perpsim gym SCENARIO`, which ends with this connection.

        `command` is how perpsim is started: PERPSIM_COMMAND, or `npx --no-install perpsim`. `overrides` are values in place of those
        of the scenario, by path: {"seed": "7"}. `until` ends episodes
        earlier: a duration such as 10m.
        """
        command = command or os.environ.get("PERPSIM_COMMAND") or "npx --no-install perpsim"
        place = ["--port", "0"] if sys.platform == "win32" else []
        sets = [word for path, value in (overrides or {}).items() for word in ("--set", f"{path}={value}")]
        ends = ["--until", until] if until else []
        words = [*shlex.split(command), "gym", str(scenario), "--once", "--json", *place, *ends, *sets]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        if not line:
            raise ConnectionError(f"{command} gym {scenario} did not start: it ended with code {self._process.wait()}")
        self._connect(json.loads(line)["socket"])

    @classmethod
    def at(cls, place):
        """A connection to a `perpsim gym` that runs already: the path of its socket, or `127.0.0.1:PORT`."""
        gym = cls.__new__(cls)
        gym._process = None
        gym._connect(place)
        return gym

    def open(self, environments=1, **terms):
        """Says what is stepped and seen: `agents`, `symbols`, `stepMs`, `market`, `agent`, `depth`. Returns what was chosen, and the rules of the markets."""
        return self._ask(do="open", environments=environments, **terms)

    def reset(self, seeds, environments=None):
        """Begins an episode in each environment, or in those that are named, and returns what is seen first."""
        return self._ask(do="reset", seeds=[str(seed) for seed in seeds], environments=environments)

    def step(self, requests, ms=None, environments=None):
        """Carries out the requests of each environment and lets time pass. Returns [results, observation] of each.

        A request is [agent, action, params]: the number of an agent, and an action of the API as docs/http-api.md has it.
        """
        return self._ask(do="step", requests=requests, ms=ms, environments=environments)

    def digest(self, environments=None):
        """Digests of the environments: equal for equal requests, and equal to those of `perpsim run --bot`."""
        return self._ask(do="digest", environments=environments)

    def close(self):
        """Ends every episode, and the process that was started."""
        self._file.close()
        self._socket.close()
        if self._process is not None:
            self._process.wait(30)
            self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _connect(self, place):
        host, _, port = place.rpartition(":")
        if host == "127.0.0.1" and port.isdigit():
            self._socket = socket.create_connection((host, int(port)))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.connect(place)
        self._file = self._socket.makefile("rb")

    def _ask(self, **message):
        text = json.dumps({name: value for name, value in message.items() if value is not None}, separators=(",", ":")).encode()
        self._socket.sendall(HEAD.pack(len(text)) + text)
        reply = json.loads(self._take(HEAD.unpack(self._take(HEAD.size))[0]))
        if "error" in reply:
            raise GymError(reply["error"])
        return reply["ok"]

    def _take(self, size):
        data = self._file.read(size)
        if len(data) < size:
            raise ConnectionError("perpsim gym has ended")
        return data


def need(*packages):
    """Imports packages by name. One that is missing is named in one line, with how to get it."""
    found = []
    for package in packages:
        try:
            found.append(__import__(package))
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"this needs the package {error.name}: python3 -m pip install {error.name}", name=error.name) from None
    return found[0] if len(found) == 1 else found
