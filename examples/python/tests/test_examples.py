"""The notebooks as scripts, run as a reader runs them. `python3 -m pytest examples/python/tests/test_examples.py`"""

import json
import os
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
PERPSIM = shlex.split(os.environ.get("PERPSIM_COMMAND") or "npx --no-install perpsim")
SCENARIO = "market-making/informed-taker"


def run(monkeypatch, name, *arguments):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
    runpy.run_path(str(FOLDER / name), run_name="__main__")


def test_quotes_are_learnt_and_repeat(monkeypatch, capsys):
    said = []
    for _ in range(2):
        run(monkeypatch, "learn_to_quote.py", SCENARIO, "8s")
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and said[0].count("generation") == 4 and "basis points from the mid" in said[0]


def test_results_are_read(monkeypatch, capsys, tmp_path):
    words = ["sweep", SCENARIO, "--seeds", "1,2", "--set", "strategy.spread=2,8", "--out", str(tmp_path / "sweep"), "--workers", "1"]
    subprocess.run([*PERPSIM, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    printed = subprocess.run([*PERPSIM, "run", SCENARIO, "--until", "1m", "--json"], stdout=subprocess.PIPE, text=True)
    (tmp_path / "run.json").write_text(printed.stdout)
    run(monkeypatch, "results_as_frames.py", tmp_path / "sweep", tmp_path / "run.json")
    said = capsys.readouterr().out
    assert "strategy.spread 2: 2 runs, mean PnL -" in said and "strategy.spread 8: 2 runs" in said
    fills = json.loads(printed.stdout)["accounts"][0]["fills"]
    assert f"me: {len(fills)} fills" in said


def test_a_scenario_of_python_has_agents_with_streams_of_their_own(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    from perpsim_scenario import Scenario

    def fills_of(more):
        crowd = Scenario("Makers and noise", duration="2m", world="quiet", seed=3)
        crowd.agent("taker", name="noise", count=2, everyMs=2000, size="0.01")
        if more:
            crowd.agent("metaorder", name="large", restMs=5000, size="0.01")
        crowd.strategy("maker", spread=1)
        with crowd.file() as path:
            printed = subprocess.run([*PERPSIM, "run", path, "--json"], stdout=subprocess.PIPE, text=True, check=True)
        accounts = json.loads(printed.stdout)["accounts"]
        return {account["name"]: [(fill["time"], fill["side"]) for fill in account["fills"]] for account in accounts}

    plain, crowded = fills_of(False), fills_of(True)
    assert len(plain["noise-1"]) > 30 and plain["noise-1"] != plain["noise-2"]
    # One agent more draws from a stream of its own: when and what the others trade stays as it was.
    assert set(crowded) == {"noise-1", "noise-2", "large-1", "me"} and crowded["large-1"]
    assert crowded["noise-1"] == plain["noise-1"] and crowded["noise-2"] == plain["noise-2"]
