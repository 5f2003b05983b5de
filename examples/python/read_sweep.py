"""Reads the results of a sweep, cell by cell as in a notebook.

    perpsim sweep SCENARIO --seeds 1..100 --set strategy.spread=2,4,8 --out sweep
    python3 examples/python/read_sweep.py sweep/results.parquet
"""

import sys
from statistics import mean, median, stdev

# %% One list for each column, by name. pandas.read_parquet(file) gives the same as a frame.
try:
    import pyarrow.parquet

    def read_table(file):
        return pyarrow.parquet.read_table(file).to_pydict()

except ImportError:  # See parquet_stand_in.py.
    from parquet_stand_in import read_table

file = sys.argv[1] if len(sys.argv) > 1 else "sweep/results.parquet"
table = read_table(file)
rows = [dict(zip(table, cells)) for cells in zip(*table.values())]

# %% Everything between the seed and the verdict is a parameter of the sweep.
names = list(table)
parameters = names[names.index("seed") + 1 : names.index("verdict")]
print(f"{len(rows)} runs, parameters: {', '.join(parameters) or 'none'}")

# %% PnL by set of parameters. Runs without a result have no PnL.
groups = {}
for row in rows:
    if row["pnl"] is not None:
        groups.setdefault(tuple(row[name] for name in parameters), []).append(row)
print(f"{'parameters':<32} {'runs':>5} {'median':>10} {'mean':>10} {'deviation':>10} {'losing':>7} {'adverse 1s':>11}")
for values, group in sorted(groups.items()):
    pnl = [float(row["pnl"]) for row in group]
    adverse = [row["adverseSelection1s"] for row in group if row["adverseSelection1s"] is not None]
    label = ", ".join(f"{name.split('.')[-1]} {value:g}" if isinstance(value, float) else f"{name.split('.')[-1]} {value}" for name, value in zip(parameters, values))
    spread = stdev(pnl) if len(pnl) > 1 else 0.0
    losing = sum(one < 0 for one in pnl) / len(pnl)
    print(
        f"{label or 'as written':<32} {len(pnl):>5} {median(pnl):>10.2f} {mean(pnl):>10.2f} {spread:>10.2f} {losing:>7.0%} "
        f"{f'{mean(adverse):.2f}' if adverse else '-':>11}"
    )

# %% The run to look at first: `perpsim run SCENARIO --seed ... --html report.html` shows it.
worst = min((row for group in groups.values() for row in group), key=lambda row: row["pnl"], default=None)
if worst is not None:
    terms = " ".join(f"--set {name}={worst[name]}" for name in parameters)
    print(f"worst run: --seed {worst['seed']} {terms} with a PnL of {float(worst['pnl']):.2f}")
