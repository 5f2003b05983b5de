"""A small client of the API over REST: signed writes and reads, public data, and the steps of a scenario.

    client = Client.from_environment()          # inside `perpsim run --bot`
    client.place_orders([limit("BTC-USDT", "buy", "95000", "0.1")])
"""

import json
import os
import time
from urllib.parse import urlsplit

import requests

try:
    from eth_account import Account
except ImportError:  # See eth_stand_in.py for what this costs.
    Account = None
import eth_stand_in

DOMAIN_TYPE = [
    {"name": "name", "type": "string"},
    {"name": "version", "type": "string"},
    {"name": "chainId", "type": "uint256"},
    {"name": "verifyingContract", "type": "address"},
]
ORDER = (
    "string symbol,string side,string orderType,string price,string triggerPrice,string quantity,"
    "bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition"
)
MODIFY_ORDER_ITEM = "uint256 orderId,string price,string quantity,string triggerPrice"
# The order of the fields is part of the hash. Reads sign their name.
TYPES = {
    "placeOrders": ("PlaceOrders", "uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter"),
    "placeIsolatedOrder": ("PlaceIsolatedOrder", "uint256 subAccountId,Order order,string leverage,string isolatedMargin,uint256 nonce,uint256 expiresAfter"),
    "modifyOrder": ("ModifyOrder", "uint256 subAccountId,uint256 orderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter"),
    "modifyOrderBatch": ("ModifyOrderBatch", "uint256 subAccountId,ModifyOrderItem[] orders,uint256 nonce,uint256 expiresAfter"),
    "cancelOrders": ("CancelOrders", "uint256 subAccountId,uint256[] orderIds,uint256 nonce,uint256 expiresAfter"),
    "cancelAllOrders": ("CancelAllOrders", "uint256 subAccountId,string[] symbols,uint256 nonce,uint256 expiresAfter"),
    "scheduleCancel": ("ScheduleCancel", "uint256 subAccountId,uint256 timeoutSeconds,uint256 nonce,uint256 expiresAfter"),
    "updateLeverage": ("UpdateLeverage", "uint256 subAccountId,string symbol,string leverage,uint256 nonce,uint256 expiresAfter"),
    "updateIsolatedMargin": ("UpdateIsolatedMargin", "uint256 subAccountId,string symbol,string marginDelta,uint256 nonce,uint256 expiresAfter"),
    "withdrawCollateral": ("WithdrawCollateral", "uint256 subAccountId,string symbol,string amount,address destination,uint256 nonce,uint256 expiresAfter"),
    "transferCollateral": ("TransferCollateral", "string amount,uint256 expiresAfter,uint256 nonce,uint256 subAccountId,string symbol,uint256 to"),
    "voluntaryCollateralExchange": ("VoluntaryCollateralExchange", "uint256 subAccountId,string sourceAsset,string targetUSDTAmount,uint256 nonce,uint256 expiresAfter"),
    "createSubaccount": ("CreateSubaccount", "uint256 masterSubAccountId,string name,uint256 nonce,uint256 expiresAfter"),
    "updateSubAccountName": ("UpdateSubAccountName", "uint256 subAccountId,string name,uint256 nonce,uint256 expiresAfter"),
    "addDelegatedSigner": ("AddDelegatedSigner", "address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter,uint256 expiresAt,string[] permissions"),
    "removeDelegatedSigner": ("RemoveDelegatedSigner", "address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter"),
    "removeAllDelegatedSigners": ("RemoveAllDelegatedSigners", "uint256 subAccountId,uint256 nonce,uint256 expiresAfter"),
}
# Where an order is named by the id that its client gave it.
BY_CLIENT_ID = {
    "cancelOrders": ("CancelOrdersByCloid", "uint256 subAccountId,string[] clientOrderIds,uint256 nonce,uint256 expiresAfter"),
    "modifyOrder": ("ModifyOrderByCloid", "uint256 subAccountId,string clientOrderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter"),
}
# What is signed under another name than it is sent.
SENT_AS = {"masterSubAccountId": "subAccountId", "delegateAddress": "walletAddress", "to": "destinationSubAccountId"}
NESTED = {"Order": ORDER, "ModifyOrderItem": MODIFY_ORDER_ITEM}
LOGIN = ("AuthMessage", "uint256 subAccountId,uint256 timestamp,string action")
READ = ("SubAccountAction", "uint256 subAccountId,string action,uint256 expiresAfter")
EMPTY = {"string": "", "bool": False, "uint256": 0}


class Refused(Exception):
    """The exchange refused a request; `code` is its error code, `rate_limit` what it says of the tokens that are left."""

    def __init__(self, status, error, rate_limit=None):
        super().__init__(f"{status} {error.get('code')}: {error.get('message')}")
        self.status, self.code, self.message = status, error.get("code"), error.get("message")
        self.rate_limit = rate_limit


class Client:
    def __init__(self, url, private_key, sub_account_id, service_name="PerpSim", control_url=None, now=None, timeout=60):
        """`now` gives Unix milliseconds for nonces; `next_step` replaces it by the time of the exchange. `timeout` is in seconds."""
        self.url, self.control_url = url.rstrip("/"), control_url
        self.private_key, self.sub_account_id = private_key, str(sub_account_id)
        self.service_name = service_name
        self.now = now or (lambda: int(time.time() * 1000))
        self.timeout = timeout
        self.session = requests.Session()
        # No proxy stands before this machine, and `requests` looks for one in the whole environment with each request.
        target = urlsplit(url)
        self.session.trust_env = target.scheme != "http" or target.hostname not in ("127.0.0.1", "localhost", "::1")
        self._nonce = 0
        self._reads = {}

    @classmethod
    def from_environment(cls):
        """The account and the addresses that `perpsim run --bot` hands to a bot."""
        read = os.environ
        start = read.get("PERPSIM_START_TIME")
        return cls(
            read["PERPSIM_URL"],
            read["PERPSIM_PRIVATE_KEY"],
            read["PERPSIM_SUBACCOUNT_ID"],
            read.get("PERPSIM_SERVICE_NAME", "PerpSim"),
            read.get("PERPSIM_CONTROL_URL"),
            # Nonces of the time of the exchange make a run repeat to the last byte.
            None if start is None else lambda: int(start),
        )

    def info(self, action, **params):
        """Public data: `response` of an info action."""
        return self._send("info", {"params": {"action": action, **params}})

    def read(self, action, **params):
        """A signed read of the subaccount. A signature binds no more than its name, so each is made once."""
        signature = self._reads.get(action) or self._signed(action, {}, None)["signature"]
        self._reads[action] = signature
        body = {"params": {"action": action, "subAccountId": self.sub_account_id, **params}, "signature": signature}
        return self._send("trade", body)

    def write(self, action, expires_after=0, **params):
        """A signed write. Nonces grow and stay near the time, so that a bot may be started again.

        With `expires_after`, in Unix milliseconds, a request that arrives later is void.
        """
        if action not in TYPES:
            raise ValueError(f"{action} is no write of this API")
        self._nonce = max(self._nonce + 1, self.now())
        return self._send("trade", self._signed(action, params, self._nonce, expires_after))

    def place_orders(self, orders, grouping="na", expires_after=0):
        """One status for each order: `resting`, `filled`, `canceled`, or `error` with `errorCode`."""
        return self.write("placeOrders", expires_after, orders=orders, grouping=grouping)["statuses"]

    def cancel_orders(self, *order_ids):
        """Cancels orders by their ids."""
        return self.write("cancelOrders", orderIds=list(order_ids))

    def cancel_all(self, *symbols):
        """Cancels every open order of these markets, or of all; an empty list where there was none."""
        try:
            return self.write("cancelAllOrders", symbols=list(symbols) or ["*"])
        except Refused as refusal:
            if refusal.code == "ORDER_NOT_FOUND":
                return []
            raise

    def next_step(self, ms=None, until=None):
        """Moves the time of a scenario. Returns {"now", "ended", "advancedMs"}; nonces follow that time from now on."""
        body = {key: value for key, value in (("ms", ms), ("until", until)) if value is not None}
        response = self.session.post(f"{self.control_url}/clock/step", json=body, timeout=60)
        if response.status_code != 200:
            raise Refused(response.status_code, {"code": "STEP", "message": response.text})
        step = response.json()
        self.now = lambda: step["now"]
        return step

    def login(self):
        """The params with which a stream logs in for the subaccount; they hold for a minute."""
        facts = {"subAccountId": self.sub_account_id, "timestamp": self.now(), "action": "websocketAuth"}
        return {**facts, "signature": self._signature(*LOGIN, facts)}

    def _signed(self, action, params, nonce, expires_after=0):
        given = {**params, "subAccountId": self.sub_account_id, "action": action}
        given.update({"nonce": nonce or 0, "expiresAfter": expires_after})
        body = {"params": {"action": action, "subAccountId": self.sub_account_id, **params}}
        body["signature"] = self._signature(*_type(action, params), given)
        if expires_after:
            body["expiresAfter"] = expires_after
        return body if nonce is None else {**body, "nonce": nonce}

    def _signature(self, name, fields, given):
        types = {"EIP712Domain": DOMAIN_TYPE, name: _fields(fields)}
        types.update({inner: _fields(text) for inner, text in NESTED.items() if f"{inner}[]" in fields or f",{inner} " in fields})
        sent = {field["name"]: given.get(field["name"], given.get(SENT_AS.get(field["name"]))) for field in types[name]}
        message = {field["name"]: _value(field["type"], sent[field["name"]], types) for field in types[name]}
        domain = {"name": self.service_name, "version": "1", "chainId": 1, "verifyingContract": "0x" + "0" * 40}
        return sign(self.private_key, {"types": types, "domain": domain, "primaryType": name, "message": message})

    def _send(self, surface, body):
        response = self.session.post(f"{self.url}/{surface}", json=body, timeout=self.timeout)
        envelope = json.loads(response.text)
        if envelope.get("status") != "ok":
            raise Refused(response.status_code, envelope.get("error") or {}, envelope.get("rateLimit"))
        return envelope.get("response")


def limit(symbol, side, price, quantity, order_type="limitGtc", **more):
    """A limit order as placeOrders takes it; prices and quantities are decimal text."""
    return {"symbol": symbol, "side": side, "orderType": order_type, "price": price, "quantity": quantity, **more}


def sign(private_key, document):
    """Signs EIP-712 typed data with eth-account where it is installed, else with the stand-in."""
    if Account is None:
        return eth_stand_in.sign_typed_data(private_key, document)
    signed = Account.sign_typed_data(private_key, full_message=document)
    return {"r": f"0x{signed.r:064x}", "s": f"0x{signed.s:064x}", "v": signed.v}


def _type(action, params):
    """The type that an action signs with these params."""
    named_by_client = "clientOrderId" in params or "clientOrderIds" in params
    return BY_CLIENT_ID[action] if named_by_client and action in BY_CLIENT_ID else TYPES.get(action, READ)


def _fields(text):
    return [dict(zip(("type", "name"), part.split(" "))) for part in text.split(",")]


def _value(kind, given, types):
    """What is left out is signed as empty text, false or 0."""
    if kind.endswith("[]"):
        return [_value(kind[:-2], item, types) for item in given or []]
    if kind in types:
        return {field["name"]: _value(field["type"], given.get(field["name"]), types) for field in types[kind]}
    if kind == "uint256":
        return int(given or 0)
    return EMPTY[kind] if given is None else given
