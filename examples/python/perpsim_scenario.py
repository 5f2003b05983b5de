"""Scenarios made in Python: a world, accounts, and the agents of perpsim beside yours. No packages needed.

    crowd = Scenario("Makers and noise", duration="10m")
    crowd.agent("maker", count=3, spread=4)
    crowd.agent("taker", count=5, everyMs=3000)
    crowd.strategy("maker")
    with crowd.file() as path:
        env = PerpsimEnv(path)

docs/agents.md has the agents with their parameters.
"""

import contextlib
import json
import os
import tempfile

SYMBOL = "BTC-USDT"
FUNDS = {"USDT": "1000000"}


class Scenario:
    """A scenario in the shape of its file, docs/scenarios.md. `fields` are further ones: `world`, `seed`, `start`, `markets`."""

    def __init__(self, title, duration="5m", world="default", seed=1, **fields):
        self.document = {"title": title, "world": world, "seed": seed, "duration": duration, **fields, "accounts": {}, "agents": []}

    def account(self, name, count=None, deposit=None, **terms):
        """An account, or `count` equal ones."""
        equal = {} if count is None else {"count": count}
        self.document["accounts"][name] = {**equal, "deposit": dict(deposit or FUNDS), **terms}
        return name

    def agent(self, use, name=None, count=1, symbol=SYMBOL, start=None, until=None, account=None, **params):
        """Adds `count` agents, each with a random stream of its own and, unless `account` names one, an account of its own.

        `use` is an agent of perpsim or the file of a module; `params` are its parameters.
        """
        name = name or f"{use}-{len(self.document['agents']) + 1}"
        if account is None:
            account = self.account(name, count)
        times = {key: time for key, time in (("from", start), ("until", until)) if time is not None}
        self.document["agents"].append({"name": name, "account": account, "count": count, "use": use, "symbol": symbol, "params": params, **times})
        return self

    def strategy(self, use, account="me", symbol=SYMBOL, **params):
        """The trader whom the scenario is about: the one whose place an environment or a bot takes."""
        if account not in self.document["accounts"]:
            self.account(account)
        self.document["strategy"] = {"account": account, "use": use, "symbol": symbol, "params": params}
        return self

    @contextlib.contextmanager
    def file(self):
        """Writes the scenario to a file that lasts as long as the block, and gives its path. Every other program of perpsim takes it too."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scenario.yaml")
            # JSON is YAML.
            with open(path, "w", encoding="utf-8") as file:
                json.dump(self.document, file, indent=2)
            yield path
