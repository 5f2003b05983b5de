"""A market maker that quotes both sides of the book and leans against what it holds.

    perpsim run SCENARIO --bot "python3 examples/python/maker_bot.py" --set strategy.spread=4

It asks for each second of time (`next_step`), so a run gives the same digest every time. Parameters, from the scenario's
`strategy.params`: `spread` in basis points, `size` of each quote, `skew` in basis points for each size held.
"""

import json
import os
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from perpsim_client import Client, limit


def quotes(mid, held, terms, tick):
    """The two prices around the middle, moved down when the bot is long and up when it is short."""
    lean = held / terms["size"] * terms["skew"]
    half = terms["spread"] / 2
    bid = mid * (1 - (half + lean) / 10_000)
    ask = mid * (1 + (half - lean) / 10_000)
    return (bid / tick).to_integral_value(ROUND_FLOOR) * tick, (ask / tick).to_integral_value(ROUND_CEILING) * tick


def middle(client, symbol):
    """Half-way between the best prices; None while a side is empty."""
    book = client.info("getOrderbook", symbol=symbol, limit=5)
    if not book["bids"] or not book["asks"]:
        return None
    return (Decimal(book["bids"][0][0]) + Decimal(book["asks"][0][0])) / 2


def held_by(client, symbol):
    """The signed size of the position."""
    for position in client.read("getPositions"):
        if position["symbol"] == symbol:
            quantity = Decimal(position["quantity"])
            return quantity if position["side"] in ("long", "buy") else -quantity
    return Decimal(0)


def main():
    client = Client.from_environment()
    symbol = os.environ["PERPSIM_SYMBOL"]
    given = json.loads(os.environ.get("PERPSIM_PARAMS", "{}"))
    terms = {name: Decimal(str(given.get(name, default))) for name, default in (("spread", 4), ("size", "0.1"), ("skew", 1))}
    tick = next(Decimal(market["priceIncrement"]) for market in client.info("getMarkets") if market["symbol"] == symbol)
    step = client.next_step(1000, "time")
    while not step["ended"]:
        mid = middle(client, symbol)
        if mid is not None:
            client.cancel_all(symbol)
            bid, ask = quotes(mid, held_by(client, symbol), terms, tick)
            size = format(terms["size"], "f")
            sides = (("buy", bid), ("sell", ask))
            client.place_orders([limit(symbol, side, format(price, "f"), size, postOnly=True) for side, price in sides])
        step = client.next_step(1000, "time")
    trades = client.read("getTrades", symbol=symbol)
    print(f"{trades.get('total', len(trades['trades']))} fills, position {held_by(client, symbol)} {symbol}", file=sys.stderr)


if __name__ == "__main__":
    main()
