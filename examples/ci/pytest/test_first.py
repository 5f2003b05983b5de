import os
from perpsim_client import Client  # examples/python/perpsim_client.py of perpsim

URL = os.environ.get("PERPSIM_URL", "http://127.0.0.1:8700")
KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"  # dev account 0: public, worth nothing

def test_a_market_order_opens_a_position():
    trader = Client(f"{URL}/v1", KEY, "1867542890123456789")
    trader.place_orders([{"symbol": "BTC-USDT", "side": "buy", "orderType": "market", "quantity": "0.1"}])
    assert [(p["side"], p["quantity"]) for p in trader.read("getPositions")] == [("long", "0.1")]
