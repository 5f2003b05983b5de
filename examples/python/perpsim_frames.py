"""Results as frames: `read_sweep` and `read_run` give tables of pandas, polars or duckdb, whichever is installed.

    rows = read_sweep("sweep")                  # the folder of perpsim sweep --out
    fills = read_run("tables")["fills"]         # the folder of perpsim export --parquet or --csv
    equity = read_run("run.json")["equity"]     # what perpsim run --json printed

`into="lists"` needs no package: a table is then a dict with one list for each column.
"""

import csv
import json
from importlib.util import find_spec
from pathlib import Path

from parquet_stand_in import read_table

KINDS = ("pandas", "polars", "duckdb")


def read_sweep(folder, into=None):
    """The table of a sweep: a row for each run, with its seed, parameters and figures."""
    file = Path(folder)
    file = file / "results.parquet" if file.is_dir() else file
    if not file.exists():
        raise FileNotFoundError(f"{file}: there is no such file; perpsim sweep --out writes it at the end of the sweep")
    return _framed(_columns(file), into or _installed())


def read_run(place, into=None):
    """The tables of a run by name: of a folder that `perpsim export` wrote, or of the result that `perpsim run --json` printed.

    A result has `equity` and `fills` of every account, `prices` of every market, and `statistics`.
    """
    place = Path(place)
    kind = into or _installed()
    if place.is_dir():
        files = sorted(file for file in place.iterdir() if file.suffix in (".parquet", ".csv"))
        if not files:
            raise FileNotFoundError(f"{place}: no tables are in it; perpsim export --parquet or --csv writes them")
        return {file.stem: _framed(_columns(file), kind) for file in files}
    return {name: _framed(columns, kind) for name, columns in _of_result(json.loads(place.read_text())).items()}


def _of_result(run):
    accounts, markets = run["accounts"], run["markets"]
    price_names = ("time", "index", "mark", "bid", "ask", "openInterest")
    fills = [{"account": account["name"], **fill} for account in accounts for fill in account["fills"]]
    return {
        "equity": _table([{"account": account["name"], "time": time, "value": value} for account in accounts for time, value in account["equity"]]),
        "fills": _table(fills),
        "prices": _table([{"symbol": market["symbol"], **dict(zip(price_names, row))} for market in markets for row in market["prices"]]),
        "statistics": _table([{"account": account["name"], **_flat(account["statistics"])} for account in accounts]),
    }


def _flat(figures):
    flat = {}
    for name, value in figures.items():
        flat.update({f"{name}{inner}": each for inner, each in value.items()} if isinstance(value, dict) else {name: value})
    return flat


def _table(rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    return {name: [row.get(name) for row in rows] for name in names}


def _columns(file):
    """Columns by name. Decimals are exact: Decimal from Parquet, text from CSV."""
    if file.suffix == ".parquet":
        return read_table(str(file))
    with open(file, newline="") as lines:
        header, *rows = csv.reader(lines)
    return {name: [row[at] for row in rows] for at, name in enumerate(header)}


def _installed():
    for kind in KINDS:
        if find_spec(kind) is not None:
            return kind
    raise ModuleNotFoundError(f"this needs one of the packages {', '.join(KINDS)}: python3 -m pip install pandas; or read with into=\"lists\"", name=KINDS[0])


def _framed(columns, kind):
    if kind == "lists":
        return columns
    if kind not in KINDS:
        raise ValueError(f"into must be one of {', '.join(KINDS)}, lists (got {kind})")
    if find_spec(kind) is None:
        raise ModuleNotFoundError(f"this needs the package {kind}: python3 -m pip install {kind}", name=kind)
    if kind == "pandas":
        import pandas

        return pandas.DataFrame(columns)
    if kind == "polars":
        import polars

        return polars.DataFrame(columns, strict=False)
    return _relation(columns)


def _relation(columns):
    """A duckdb relation over the columns, whose values duckdb takes as text or numbers."""
    import duckdb

    connection = duckdb.connect()
    names = ", ".join(f'"{name}" {_duck_type(values)}' for name, values in columns.items())
    connection.execute(f"create table rows ({names or 'none integer'})")
    rows = list(zip(*columns.values()))
    if rows:
        connection.executemany(f"insert into rows values ({', '.join('?' for _ in columns)})", rows)
    return connection.table("rows")


def _duck_type(values):
    kinds = {type(value).__name__ for value in values if value is not None}
    return {"int": "bigint", "float": "double", "bool": "boolean", "Decimal": "decimal(38, 10)"}.get(kinds.pop(), "varchar") if len(kinds) == 1 else "varchar"
