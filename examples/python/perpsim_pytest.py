"""The pytest fixture `exchange`: an exchange whose clock moves only when a test moves it.

    def test_a_bid_rests(exchange):
        (status,) = exchange.client(0).place_orders([limit("BTC-USDT", "buy", "90000", "0.01")])
        assert "resting" in status
        exchange.step(60_000)

One server serves all tests of a session, and each test begins at the same moment with the same accounts and markets. It is
started as `npx --no-install perpsim`, or as the option `perpsim_command` of pytest, or PERPSIM_COMMAND, says.
"""

import json
import os
import shlex
import subprocess

import pytest
import requests

from perpsim_client import Client, Refused
from perpsim_stream import Stream


class Exchange:
    """A running exchange: what its tests do with it, beside what any client may do."""

    def __init__(self, facts):
        """`facts` is the line of `perpsim serve --json`."""
        self.accounts = facts["accounts"]
        self.rest_url, self.ws_url, self.control_url = facts["restUrl"], facts["wsUrl"], facts["controlUrl"]
        self.service_name = facts["serviceName"]
        self._session = requests.Session()
        self._streams = []

    @property
    def now(self):
        """The time of the exchange, in Unix milliseconds."""
        return self.control("GET", "clock")["now"]

    def client(self, account=0):
        """A client of a dev account. It counts nonces from the time of the exchange."""
        given = self.accounts[account]
        url, key, sub_account_id = self.rest_url, given["privateKey"], given["subAccountId"]
        return Client(url, key, sub_account_id, self.service_name, self.control_url, now=lambda: self.now)

    def stream(self, account=None):
        """A stream of public channels, or one that is logged in for a dev account. It is closed with the test."""
        stream = Stream(f"{self.ws_url}/{'info' if account is None else 'trade'}")
        self._streams.append(stream)
        if account is not None:
            stream.login(self.client(account))
        return stream

    def step(self, ms):
        """Moves the time, with everything that falls due: expiries, funding, candles."""
        return self.control("POST", "clock/advance", ms=ms)

    def move_price(self, symbol, price):
        """Makes the price of a market jump."""
        return self.control("POST", "prices/move", symbol=symbol, price=price)

    def control(self, method, route, **body):
        """A request to a route of the control plane (docs/control.md)."""
        response = self._session.request(method, f"{self.control_url}/{route}", json=body or None, timeout=60)
        if response.status_code >= 400:
            raise Refused(response.status_code, {"code": "CONTROL", "message": response.text})
        return response.json()

    def reset(self):
        """Begins again, with nothing traded."""
        while self._streams:
            self._streams.pop().close()
        self._session.post(f"{self.control_url}/reset", json={}, timeout=60).raise_for_status()


def pytest_addoption(parser):
    parser.addini("perpsim_command", "how perpsim is started", default="npx --no-install perpsim")
    parser.addini("perpsim_arguments", "arguments of perpsim serve", default="--world quiet")


@pytest.fixture(scope="session")
def perpsim_server(pytestconfig):
    """The server of this session."""
    command = os.environ.get("PERPSIM_COMMAND") or pytestconfig.getini("perpsim_command")
    arguments = f"serve --port 0 --clock manual --json {pytestconfig.getini('perpsim_arguments')}"
    server = subprocess.Popen(shlex.split(f"{command} {arguments}"), stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        if not line:
            pytest.exit(f"{command} did not start", returncode=2)
        yield Exchange(json.loads(line))
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def exchange(perpsim_server):
    """An exchange as it is at its start."""
    perpsim_server.reset()
    yield perpsim_server
    perpsim_server.reset()
