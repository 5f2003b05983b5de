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


def test_every_write_is_signed_as_the_exchange_expects_it(exchange):
    client, other = exchange.client(0), exchange.client(1)
    order = limit("BTC-USDT", "buy", "94000", "0.02")
    (status,) = client.place_orders([{**order, "clientOrderId": "write-1"}])
    order_id = status["resting"]["order"]["venueId"]
    assert client.write("modifyOrder", orderId=order_id, price="94100")["price"] == "94100"
    assert client.write("modifyOrder", clientOrderId="write-1", price="94200")["price"] == "94200"
    (modified,) = client.write("modifyOrderBatch", orders=[{"orderId": order_id, "price": "94300"}])
    assert modified["price"] == "94300"
    assert client.write("cancelOrders", clientOrderIds=["write-1"])

    wallet = "0x" + "1" * 40
    client.write("addDelegatedSigner", walletAddress=wallet, permissions=["session"], expiresAt=0)
    assert [each["walletAddress"] for each in client.read("getDelegatedSigners")["delegatedSigners"]] == [wallet]
    client.write("removeDelegatedSigner", walletAddress=wallet)
    client.write("addDelegatedSigner", walletAddress=wallet, permissions=["session"], expiresAt=0)
    client.write("removeAllDelegatedSigners")
    assert client.read("getDelegatedSigners")["delegatedSigners"] == []

    assert client.write("updateSubAccountName", name="desk")
    second = client.write("createSubaccount", name="second")["subAccountId"]
    client.write("transferCollateral", symbol="USDT", amount="5", destinationSubAccountId=second)
    # Refused for what they ask, not for their signature.
    for action, params in (
        ("withdrawCollateral", {"symbol": "USDT", "amount": "0", "destination": wallet}),
        ("voluntaryCollateralExchange", {"sourceAsset": "USDT", "targetUSDTAmount": "1"}),
        ("updateIsolatedMargin", {"symbol": "BTC-USDT", "marginDelta": "1"}),
        ("placeIsolatedOrder", {"order": order, "leverage": "0", "isolatedMargin": "1"}),
    ):
        with pytest.raises(Refused) as refused:
            other.write(action, **params)
        assert refused.value.code != "UNAUTHORIZED", str(refused.value)
