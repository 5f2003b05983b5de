"""The base of a bot that takes the place of the strategy of a scenario (`perpsim run SCENARIO --bot ...`).

    class Mine(Bot):
        def step(self, now):
            self.client.place_orders([limit(self.symbol, "buy", "90000", "0.01")])

    if __name__ == "__main__":
        Mine.from_environment().run()
"""

import json
import os
from decimal import Decimal

from perpsim_client import Client


class Bot:
    """A strategy that is asked once for each piece of time. Nothing happens between two steps but what it does."""

    def __init__(self, client, symbol, params=None, step_ms=1000):
        self.client, self.symbol, self.params, self.step_ms = client, symbol, params or {}, step_ms
        self.orders, self.position = {}, Decimal(0)

    @classmethod
    def from_environment(cls):
        """With the account, market and parameters that `perpsim run --bot` hands to a bot."""
        read = os.environ
        return cls(Client.from_environment(), read["PERPSIM_SYMBOL"], json.loads(read.get("PERPSIM_PARAMS", "{}")))

    def start(self):
        """Called once, before the first step. A bot that may find orders of an earlier run calls `reconcile` here."""

    def step(self, now):
        """Called for each piece of time, with the time of the exchange in Unix milliseconds."""
        raise NotImplementedError

    def end(self):
        """Called once, after the last step."""

    def run(self):
        """Asks for time until the scenario ends."""
        self.start()
        step = self.client.next_step(self.step_ms, "time")
        while not step["ended"]:
            self.step(step["now"])
            step = self.client.next_step(self.step_ms, "time")
        self.end()

    def reconcile(self):
        """Reads what is open and held in the market, as after a restart or a lost connection.

        `orders` has the open orders by clientOrderId, or by their id where they have none; `position` is the signed size.
        """
        found = [order for order in self.client.read("getOpenOrders") if order["symbol"] == self.symbol]
        self.orders = {order["order"]["clientId"] or order["order"]["venueId"]: order for order in found}
        self.position = self.held()

    def held(self):
        """The signed size of the position."""
        for position in self.client.read("getPositions"):
            if position["symbol"] == self.symbol:
                quantity = Decimal(position["quantity"])
                return quantity if position["side"] in ("long", "buy") else -quantity
        return Decimal(0)

    def middle(self):
        """Half-way between the best prices; None while a side is empty."""
        book = self.client.info("getOrderbook", symbol=self.symbol, limit=5)
        if not book["bids"] or not book["asks"]:
            return None
        return (Decimal(book["bids"][0][0]) + Decimal(book["asks"][0][0])) / 2
