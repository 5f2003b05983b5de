"""What an agent sees and does, as numbers: the part of PerpsimEnv that needs no packages.

An action is two distances and two sizes, from which the quotes of the next step are made. An observation is a list of numbers, in the
order of `Trader.names`, each between the bounds of `Trader.low` and `Trader.high`.
"""

import struct
import zlib
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

MARKET = ["book", "mid", "mark", "index", "funding", "flow"]
AGENT = ["value", "positions", "orders", "fills"]
# In basis points, in units of the base asset, and in units of the settlement asset.
BPS, QUANTITY, MONEY = 10_000.0, 1e9, 1e12


class View:
    """An observation of one agent in one market, with names. Prices and quantities are numbers; `raw` has the exact texts."""

    def __init__(self, observation, agent=0):
        now, ended, (market,), agents = observation
        book, mid, mark, index, funding, flow = market
        value, positions, orders, fills = agents[agent]
        self.raw, self.now, self.ended = observation, now, ended
        self.bids, self.asks = ([(float(price), float(size)) for price, size in side] for side in book)
        self.exact_mid = mid
        self.mid, self.mark, self.index, self.funding = float(mid), float(mark), float(index), float(funding)
        self.bought, self.sold = float(flow[0]), float(flow[1])
        self.value = float(value)
        self.positions = {symbol: float(size) for symbol, size, _, _ in positions}
        # [orderId, clientOrderId, symbol, side, price, what is left, type]
        self.orders = orders
        # [time, symbol, side, price, quantity, fee, liquidity, orderId]
        self.fills = fills


class Trader:
    """One agent in one market: how its numbers are made, and what its actions send."""

    def __init__(self, opened, symbol, agent=0, size=None, max_position=None, max_distance=20.0):
        """`opened` is what `Gym.open` returned. `size` is the largest quote, ten smallest orders without it; `max_position` ten of those."""
        self.agent, self.symbol, self.depth = agent, symbol, opened["depth"]
        rules = next(market for market in opened["markets"] if market["symbol"] == symbol)
        self.tick, self.lot = Decimal(rules["priceIncrement"]), Decimal(rules["orderSizeIncrement"])
        self.smallest = Decimal(rules["minOrderSize"])
        self.size = Decimal(str(size)) if size is not None else self.smallest * 10
        self.max_position = Decimal(str(max_position)) if max_position is not None else self.size * 10
        self.max_distance = float(max_distance)
        self.duration = opened["durationMs"]
        self.names, self.low, self.high = self._bounds()
        self.begin(None)

    def begin(self, view):
        """The first view of an episode."""
        self.first = self.last = view
        self.path = [] if view is None else [self._point(view)]

    def numbers(self, view):
        """The observation as numbers, cut to their bounds."""
        mid = view.mid or 1.0
        row = []
        for sign, side in ((-1, view.bids), (1, view.asks)):
            for level in range(self.depth):
                price, size = side[level] if level < len(side) else (None, 0.0)
                row += [BPS if price is None else sign * (price - mid) / mid * BPS, size]
        own = {"buy": 0.0, "sell": 0.0}
        for _, _, symbol, side, _, left, _ in view.orders:
            if symbol == self.symbol:
                own[side] += float(left)
        row += [(view.mark - mid) / mid * BPS, (view.index - mid) / mid * BPS, view.funding * BPS, view.bought, view.sold]
        row += [self.held(view), view.value - self.first.value, own["buy"], own["sell"], self._time_left(view)]
        return [min(max(number, low), high) for number, low, high in zip(row, self.low, self.high)]

    def requests(self, action):
        """What an action sends: the quotes of the step before are cancelled, and new ones placed.

        `action` is [bid distance, ask distance, bid size, ask size]: distances from the mid in basis points, below 0 beyond it, and
        sizes as shares of `size`. A side without the size of a smallest order, or beyond `max_position`, is not quoted.
        """
        if len(action) != 4:
            raise ValueError(f"an action has four numbers: bid distance, ask distance, bid size, ask size (got {len(action)})")
        view, requests, orders = self.last, [], []
        if any(symbol == self.symbol for _, _, symbol, *_ in view.orders):
            requests.append([self.agent, "cancelAllOrders", {"symbols": [self.symbol]}])
        mid, held = Decimal(view.exact_mid), Decimal(str(self.held(view)))
        for side, distance, share, sign in (("buy", action[0], action[2], 1), ("sell", action[1], action[3], -1)):
            room = max(self.max_position - sign * held, Decimal(0))
            wanted = min(self.size * Decimal(str(float(share))), room)
            quantity = (wanted / self.lot).to_integral_value(ROUND_FLOOR) * self.lot
            if quantity < self.smallest:
                continue
            price = mid * (1 - sign * Decimal(str(float(distance))) / 10_000)
            price = (price / self.tick).to_integral_value(ROUND_FLOOR if sign > 0 else ROUND_CEILING) * self.tick
            orders.append({"symbol": self.symbol, "side": side, "orderType": "limitGtc", "price": format(price, "f"), "quantity": format(quantity, "f")})
        if orders:
            requests.append([self.agent, "placeOrders", {"orders": orders, "grouping": "na"}])
        return requests

    def follow(self, view):
        """Takes the view after a step, and returns the view before it."""
        before, self.last = self.last, view
        self.path.append(self._point(view))
        return before

    def held(self, view):
        """The signed size of the position."""
        return view.positions.get(self.symbol, 0.0)

    def picture(self, width=480, height=320):
        """The episode so far as rows of red, green and blue bytes: the mid with the fills on it, the position, and the change of value."""
        canvas = Canvas(width, height)
        if not self.path:
            return canvas.pixels
        parts = (height * 6 // 10, height * 8 // 10, height)
        times = [point[0] for point in self.path]
        across = canvas.scale(times[0], times[0] + self.duration, 8, width - 8)
        mids = [point[1] for point in self.path]
        fills = [fill for point in self.path for fill in point[4]]
        prices = mids + [price for _, _, price in fills]
        up = canvas.scale(min(prices), max(prices), parts[0] - 8, 8)
        canvas.path([(across(time), up(mid)) for time, mid in zip(times, mids)], (60, 60, 70))
        for time, side, price in fills:
            canvas.mark(across(time), up(price), (0, 140, 80) if side == "buy" else (200, 50, 60))
        for which, top, bottom, colour in ((2, parts[0], parts[1], (40, 90, 200)), (3, parts[1], parts[2], (150, 90, 0))):
            values = [point[which] for point in self.path]
            up = canvas.scale(min(0.0, *values), max(0.0, *values), bottom - 6, top + 6)
            canvas.path([(8, up(0)), (width - 8, up(0))], (215, 215, 220))
            canvas.path([(across(time), up(value)) for time, value in zip(times, values)], colour)
        return canvas.pixels

    def _point(self, view):
        fills = [(fill[0], fill[2], float(fill[3])) for fill in view.fills if fill[1] == self.symbol]
        return (view.now, view.mid, self.held(view), view.value - self.first.value, fills)

    def _time_left(self, view):
        return 1.0 - (view.now - self.first.now) / self.duration

    def _bounds(self):
        levels = [name for side in ("bid", "ask") for level in range(self.depth) for name in (f"{side}{level}Distance", f"{side}{level}Size")]
        names = levels + ["mark", "index", "funding", "bought", "sold", "position", "valueChange", "ownBids", "ownAsks", "timeLeft"]
        # A crossed or locked book has distances below 0.
        low = [-BPS, 0.0] * (2 * self.depth) + [-BPS, -BPS, -BPS, 0.0, 0.0, -QUANTITY, -MONEY, 0.0, 0.0, 0.0]
        high = [BPS, QUANTITY] * (2 * self.depth) + [BPS, BPS, BPS, QUANTITY, QUANTITY, QUANTITY, MONEY, QUANTITY, QUANTITY, 1.0]
        return names, low, high


class Canvas:
    """A white picture to draw lines on."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pixels = bytearray(b"\xff" * (width * height * 3))

    @staticmethod
    def scale(low, high, start, end):
        """How a range of values lies on the pixels from `start` to `end`."""
        span = (high - low) or 1.0
        return lambda value: start + (value - low) / span * (end - start)

    def dot(self, x, y, colour):
        if 0 <= x < self.width and 0 <= y < self.height:
            at = (y * self.width + x) * 3
            self.pixels[at : at + 3] = bytes(colour)

    def path(self, points, colour):
        """Lines from point to point."""
        for (x, y), (to_x, to_y) in zip(points, points[1:]):
            count = max(1, int(max(abs(to_x - x), abs(to_y - y))))
            for step in range(count + 1):
                self.dot(round(x + (to_x - x) * step / count), round(y + (to_y - y) * step / count), colour)

    def mark(self, x, y, colour):
        """A square of five pixels."""
        for row in range(-2, 3):
            for column in range(-2, 3):
                self.dot(round(x) + column, round(y) + row, colour)


def save_png(file, pixels, width, height):
    """Writes a picture as PNG."""
    row = width * 3
    data = b"".join(b"\0" + bytes(pixels[at : at + row]) for at in range(0, row * height, row))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    with open(file, "wb") as written:
        written.write(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))


def usual_reward(before, after):
    """The change of the account value in the step, in the settlement asset."""
    return after.value - before.value
