"""What a test of a bot looks like: sign, place, stream, reconcile. `python3 -m pytest examples/python`"""

from decimal import Decimal

import pytest
from perpsim_bot import Bot
from perpsim_client import Refused, limit


def test_an_order_is_placed_followed_and_found_again_after_a_restart(exchange):
    client, updates = exchange.client(0), exchange.stream(0)
    updates.subscribe("subAccountUpdates", sub_account_id=client.sub_account_id)
    (status,) = client.place_orders([limit("BTC-USDT", "buy", "95000", "0.02", clientOrderId="kit-1")])
    assert "resting" in status
    assert updates.push()["data"]["eventType"] == "orderPlaced"

    # Another process of the bot knows nothing but what it reads.
    restarted = Bot(exchange.client(0), "BTC-USDT")
    restarted.reconcile()
    assert list(restarted.orders) == ["kit-1"] and restarted.position == 0

    exchange.client(1).place_orders([{"symbol": "BTC-USDT", "side": "sell", "orderType": "market", "quantity": "0.02"}])
    trade = next(push["data"] for push in iter(updates.push, None) if push["data"]["eventType"] == "trade")
    assert (trade["side"], trade["price"], trade["quantity"]) == ("buy", "95000", "0.02")
    restarted.reconcile()
    assert restarted.orders == {} and restarted.position == Decimal("0.02")


def test_time_moves_only_when_the_test_moves_it(exchange):
    client, start = exchange.client(0), exchange.now
    candles = exchange.stream()
    candles.subscribe("candles", symbol="BTC-USDT", timeframe="1m")
    client.place_orders([limit("BTC-USDT", "buy", "90000", "0.01")])
    assert exchange.now == start
    client.write("scheduleCancel", timeoutSeconds=60)
    exchange.step(61_000)
    assert exchange.now == start + 61_000
    assert client.read("getOpenOrders") == []


def test_every_test_begins_with_nothing(exchange):
    client = exchange.client(0)
    assert client.read("getOpenOrders") == [] and client.read("getPositions") == []
    with pytest.raises(Refused) as refused:
        client.write("updateLeverage", symbol="BTC-USDT", leverage="1000")
    assert (refused.value.status, refused.value.code) == (400, "VALIDATION_ERROR")
