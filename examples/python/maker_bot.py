"""A market maker that quotes both sides of the book and leans against what it holds.

    perpsim run SCENARIO --bot "python3 examples/python/maker_bot.py" --set strategy.spread=4

It asks for each second of time (`next_step`), so a run gives the same digest every time. Parameters, from the scenario's
`strategy.params`: `spread` in basis points, `size` of each quote, `skew` in basis points for each size held.
"""

import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from perpsim_bot import Bot
from perpsim_client import limit


def quotes(mid, held, terms, tick):
    """The two prices around the middle, moved down when the bot is long and up when it is short."""
    lean = held / terms["size"] * terms["skew"]
    half = terms["spread"] / 2
    bid = mid * (1 - (half + lean) / 10_000)
    ask = mid * (1 + (half - lean) / 10_000)
    return (bid / tick).to_integral_value(ROUND_FLOOR) * tick, (ask / tick).to_integral_value(ROUND_CEILING) * tick


class Maker(Bot):
    def start(self):
        defaults = (("spread", 4), ("size", "0.1"), ("skew", 1))
        self.terms = {name: Decimal(str(self.params.get(name, default))) for name, default in defaults}
        markets = self.client.info("getMarkets")
        self.tick = next(Decimal(market["priceIncrement"]) for market in markets if market["symbol"] == self.symbol)

    def step(self, now):
        mid = self.middle()
        if mid is None:
            return
        self.client.cancel_all(self.symbol)
        bid, ask = quotes(mid, self.held(), self.terms, self.tick)
        size = format(self.terms["size"], "f")
        sides = (("buy", bid), ("sell", ask))
        orders = [limit(self.symbol, side, format(price, "f"), size, postOnly=True) for side, price in sides]
        self.client.place_orders(orders)

    def end(self):
        trades = self.client.read("getTrades", symbol=self.symbol)
        fills = trades.get("total", len(trades["trades"]))
        print(f"{fills} fills, position {self.held()} {self.symbol}", file=sys.stderr)


if __name__ == "__main__":
    Maker.from_environment().run()
