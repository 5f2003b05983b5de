"""Steps per second of CPU: a bot in lockstep over REST against `perpsim gym`, with the same quotes, in pairs in one run.

    node scripts/build.mjs && python3 bench/gym/speed.py [--rounds 5] [--steps 150] [--gym-steps 1500]

Each step of both cancels what is open, places two quotes, lets time pass, and looks at the book, the position, and the open orders. CPU of the
client is that of this program, or of the bot; CPU of the server is that of the process of perpsim. Starts are not counted. `python` is
examples/python with its stand-in for signatures, or eth-account where that is installed; `node` is perpsim/client.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples" / "python"))

PERPSIM = f"node {ROOT / 'bin' / 'perpsim.js'}"


def cpu_of(pid):
    """Seconds of CPU that the threads of a process have had so far."""
    return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def perpsim_above():
    """The process of perpsim that has started this bot."""
    pid = os.getppid()
    while "perpsim.js" not in Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")[1]:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return pid


def quotes(symbol, middle):
    """Two quotes of ten basis points on each side."""
    side = lambda name, price: {"symbol": symbol, "side": name, "orderType": "limitGtc", "price": str(price), "quantity": "0.05"}  # noqa: E731
    return [side("buy", round(middle * 0.999)), side("sell", round(middle * 1.001))]


def rest(steps, step_ms, out):
    """The bot over REST."""
    from perpsim_client import Client

    client, symbol, server = Client.from_environment(), os.environ["PERPSIM_SYMBOL"], perpsim_above()

    def step():
        book = client.info("getOrderbook", symbol=symbol, limit=5)
        client.read("getPositions")
        if client.read("getOpenOrders"):
            client.cancel_all(symbol)
        middle = (float(book["bids"][0][0]) + float(book["asks"][0][0])) / 2
        client.place_orders(quotes(symbol, middle))
        client.next_step(step_ms, "time")

    measure(step, steps, 1, server, out)


def gym(scenario, steps, step_ms, environments):
    """The same through the gym, with so many environments in a batch."""
    from perpsim_gym import Gym

    with Gym(scenario, command=PERPSIM) as opened:
        symbol = opened.open(environments=environments, market=["book", "mid"], agent=["positions", "orders"], stepMs=step_ms)["symbols"][0]
        seen = [opened.reset(range(1, environments + 1))]

        def step():
            batch = []
            for _, _, ((_, mid),), ((_, orders),) in seen[0]:
                cancel = [[0, "cancelAllOrders", {"symbols": [symbol]}]] if orders else []
                batch.append([*cancel, [0, "placeOrders", {"orders": quotes(symbol, float(mid)), "grouping": "na"}]])
            stepped = opened.step(batch)
            assert not any("error" in result for results, _ in stepped for result in results)
            seen[0] = [observation for _, observation in stepped]

        with tempfile.NamedTemporaryFile() as out:
            measure(step, steps // environments, environments, opened._process.pid, out.name)
            return json.loads(Path(out.name).read_text())


def measure(step, count, environments, server, out):
    """Runs some steps to warm up, and then takes the CPU of both sides."""
    for _ in range(max(5, count // 10)):
        step()
    client_before, server_before = time.process_time(), cpu_of(server)
    for _ in range(count):
        step()
    figures = {"steps": count * environments, "client": time.process_time() - client_before, "server": cpu_of(server) - server_before}
    Path(out).write_text(json.dumps(figures))


def bot(scenario, command, folder):
    """A run with a bot, which writes its figures."""
    out = Path(folder) / "figures.json"
    words = [*shlex.split(PERPSIM), "run", str(scenario), "--bot", f"{command} {out}", "--json"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"the run with {command} ended with code {done.returncode}")
    return json.loads(out.read_text())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rest", nargs=3, metavar=("STEPS", "MS", "OUT"), help="run as the bot over REST")
    for name, value in (("--rounds", 5), ("--steps", 150), ("--gym-steps", 1500)):
        parser.add_argument(name, type=int, default=value)
    parser.add_argument("--worlds", default="quiet:1000,default:1000,default:100", help="worlds with the milliseconds of a step")
    given = parser.parse_args()
    if given.rest:
        return rest(int(given.rest[0]), int(given.rest[1]), given.rest[2])
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for world, step_ms in ((name, int(ms)) for name, ms in (each.split(":") for each in given.worlds.split(","))):
            scenario = Path(folder) / f"{world}-{step_ms}.yaml"
            duration = 2 * max(given.steps, given.gym_steps) * step_ms // 1000
            account = 'me: { deposit: { USDT: "1000000" } }'
            strategy = '{ account: me, use: maker, symbol: BTC-USDT, params: { spread: 1, size: "0.1" } }'
            scenario.write_text(f"title: Speed\nworld: {world}\nseed: 1\nduration: {duration}s\naccounts:\n  {account}\nstrategy: {strategy}\n")
            python = f"{sys.executable} -B {Path(__file__).resolve()} --rest {given.steps} {step_ms}"
            node = f"node {ROOT / 'bench' / 'gym' / 'rest-bot.mjs'} {given.steps} {step_ms}"
            for _ in range(given.rounds):
                for name, figures in (
                    ("REST, python", lambda: bot(scenario, python, folder)),
                    ("gym", lambda: gym(scenario, given.gym_steps, step_ms, 1)),
                    ("REST, node", lambda: bot(scenario, node, folder)),
                    ("gym, 8 at once", lambda: gym(scenario, given.gym_steps, step_ms, 8)),
                ):
                    rows.setdefault((world, step_ms, name), []).append(figures())
    print(f"{'world':8} {'step ms':>7} {'way':16} {'client ms':>9} {'server ms':>9} {'steps/CPU s':>11} {'of REST python':>14} {'of REST node':>12}")
    for (world, step_ms, name), rounds in rows.items():
        middle = lambda key, of=rounds: statistics.median(1000 * each[key] / each["steps"] for each in of)  # noqa: E731
        rate = lambda which: [each["steps"] / (each["client"] + each["server"]) for each in rows[world, step_ms, which]]  # noqa: E731
        ratios = [statistics.median(a / b for a, b in zip(rate(name), rate(f"REST, {other}"))) for other in ("python", "node")]
        print(f"{world:8} {step_ms:7} {name:16} {middle('client'):9.2f} {middle('server'):9.2f} {statistics.median(rate(name)):11.0f} {ratios[0]:13.1f}x {ratios[1]:11.1f}x")


if __name__ == "__main__":
    main()
