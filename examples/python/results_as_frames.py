"""Results of a sweep and of a run as tables, cell by cell as in a notebook.

    perpsim sweep market-making/informed-taker --seeds 1..20 --set strategy.spread=2,4,8 --out sweep
    perpsim run market-making/informed-taker --json > run.json
    python3 examples/python/results_as_frames.py sweep run.json

With pandas, polars or duckdb installed, `read_sweep(folder)` and `read_run(place)` give frames of it; here they give lists, which are always there.
"""

import sys
from statistics import mean

from perpsim_frames import read_run, read_sweep

sweep, run = sys.argv[1:3]

# %% A column for each parameter and figure. With pandas: read_sweep(sweep).groupby("strategy.spread")["pnl"].describe()
rows = read_sweep(sweep, into="lists")
names = list(rows)
parameters = names[names.index("seed") + 1 : names.index("verdict")]
variants = {}
for place, pnl in enumerate(rows["pnl"]):
    if pnl is not None:
        variants.setdefault(tuple(rows[name][place] for name in parameters), []).append(float(pnl))
for values, pnl in sorted(variants.items()):
    terms = ", ".join(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}" for name, value in zip(parameters, values))
    print(f"{terms or 'as written'}: {len(pnl)} runs, mean PnL {mean(pnl):.2f}")

# %% The tables of one run. With pandas: read_run(run)["equity"].pivot(index="time", columns="account", values="value").plot()
tables = read_run(run, into="lists")
fills = tables["fills"]
for account in dict.fromkeys(fills.get("account", [])):
    own = [place for place, name in enumerate(fills["account"]) if name == account]
    traded = sum(float(fills["price"][place]) * float(fills["quantity"][place]) for place in own)
    print(f"{account}: {len(own)} fills, {traded:.2f} traded")
