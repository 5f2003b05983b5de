"""One episode twice: with a bot over REST, which signs its requests, and through `perpsim gym`. Both come to one digest.

    perpsim run SCENARIO --bot "python3 examples/python/gym_and_bot.py" --json      # digest of the bot
    python3 examples/python/gym_and_bot.py SCENARIO                                 # digest of the same requests through the gym

What it does follows from the number of the step alone: a bot that read its positions over REST would pay tokens for that, which are
part of a digest.
"""

import os
import sys

from perpsim_gym import Gym

STEPS, STEP_MS = 20, 250


def requests_of(step, symbol, middle):
    """The requests of a step: a quote on each side, a new price for one, a leverage, a market order, and what is refused."""
    quote = {"symbol": symbol, "orderType": "limitGtc", "quantity": "0.05"}
    if step == 0:
        return [("updateLeverage", {"symbol": symbol, "leverage": "10"}), ("updateLeverage", {"symbol": symbol, "leverage": "1000"})]
    if step % 5 == 4:
        return [("placeOrders", {"orders": [{"symbol": symbol, "side": "buy", "orderType": "market", "quantity": "0.02"}], "grouping": "na"})]
    if step % 5 == 3:
        return [("modifyOrder", {"clientOrderId": f"bid-{step - 1}", "price": str(middle - 40), "quantity": "0.05", "triggerPrice": ""})]
    bid = {**quote, "side": "buy", "price": str(middle - 30 + step), "clientOrderId": f"bid-{step}"}
    ask = {**quote, "side": "sell", "price": str(middle + 30 - step), "clientOrderId": f"ask-{step}"}
    return [("cancelAllOrders", {"symbols": [symbol]}), ("placeOrders", {"orders": [bid, ask], "grouping": "na"})]


def through_rest():
    """The bot of `perpsim run --bot`."""
    from perpsim_client import Client, Refused

    client, symbol = Client.from_environment(), os.environ["PERPSIM_SYMBOL"]
    for step in range(STEPS):
        for action, params in requests_of(step, symbol, MIDDLE):
            try:
                client.write(action, **params)
            except Refused as refused:
                print(f"step {step}: {action} was refused: {refused.code}", file=sys.stderr)
        client.next_step(STEP_MS, "time")
    # The rest of the scenario goes by without it.


def through_gym(scenario, seed):
    """The same requests without HTTP and signatures. Returns the digest at the end of the scenario."""
    with Gym(scenario) as gym:
        opened = gym.open(market=["mid"], agent=["value"])
        gym.reset([seed])
        for step in range(STEPS):
            requests = [[0, action, params] for action, params in requests_of(step, opened["symbols"][0], MIDDLE)]
            ((results, observation),) = gym.step([requests], ms=STEP_MS)
        while not observation[1]:
            ((_, observation),) = gym.step([[]], ms=60_000)
        return gym.digest()[0]


MIDDLE = int(os.environ.get("MIDDLE", "95000"))

if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(through_gym(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "1"))
    else:
        through_rest()
