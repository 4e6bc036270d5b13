"""What .ci/lab does once there are tools: see there."""

import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
from dask.distributed import Client, LocalCluster, as_completed
from scipy import stats

TOOL, HOME = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
PARTS = 12


def play(*words):
    done = subprocess.run([TOOL, "playtest", *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def alike(what, ours, theirs):
    if not math.isclose(ours, theirs, rel_tol=2e-5, abs_tol=2e-6):
        sys.exit(f"{what}: {ours} here, {theirs} in scipy")


def estimates_alike(what, ours, value, low, high):
    for name, theirs in (("value", value), ("low", low), ("high", high)):
        alike(f"{what}, {name}", ours[name], theirs)


def figures(game, *flags):
    """A report against scipy, from the Parquet and from the CSV."""
    folder = HOME / pathlib.Path(game).name
    play(game, *flags, "--output", folder)
    report = json.loads((folder / "report.json").read_text())
    rows = pd.read_parquet(folder / "rows.parquet")
    again = pd.read_csv(folder / "rows.csv", dtype=str, keep_default_na=False)
    if len(rows) != report["games"] or list(rows.columns) != list(again.columns):
        sys.exit(f"{game}: the rows are not those of the report")
    for name in ("seed", "decisions", "turns"):
        if list(rows[name].astype(str)) != list(again[name]):
            sys.exit(f"{game}: {name} differs between CSV and Parquet")
    over = rows[rows["stopped"].isna()]
    for name, length in (("decisions", "decisions"), ("throws", "dice and cards"), ("turns", "turns")):
        told, values = report["length"][length], over[name].to_numpy(dtype=float)
        low, high = stats.t.interval(0.95, len(values) - 1, values.mean(), stats.sem(values))
        if values.std() == 0:
            low = high = values.mean()
        estimates_alike(f"{game}, {name}", told["mean"], values.mean(), low, high)
        alike(f"{game}, deviation of {name}", told["deviation"], values.std(ddof=1))
        for place, key in ((0.25, "quarter"), (0.5, "middle"), (0.75, "three_quarters")):
            alike(f"{game}, {name}, {key}", told[key], np.quantile(values, place))
    judged = over[over["winners"].notna()]
    won = []
    for seat in range(1, report["seats"] + 1):
        has_won = judged["winners"].map(lambda winners: str(seat) in winners.split())
        won.append(int(has_won.sum()))
        share = stats.binomtest(won[-1], len(judged)).proportion_ci(0.95, method="wilson")
        ours = report["wins_by_seat"][seat - 1]["share"]
        estimates_alike(f"{game}, wins of seat {seat}", ours, won[-1] / len(judged), share.low, share.high)
    if report["evenness"] is not None:
        alike(f"{game}, evenness", report["evenness"], stats.chisquare(won).pvalue)
    print(f"{game}: {len(rows)} rows, every figure is that of scipy", flush=True)


def part(number, of, tool, game, folder):
    words = [tool, "playtest", game, "--games", "120", "--players", "thinking:2,random", "--threads", "1"]
    words += ["--shard", f"{number}/{of}", "--resume", "--output", folder]
    subprocess.run([str(word) for word in words], check=True, capture_output=True)
    return number, os.getpid()


def shards(game):
    """Dask plays the parts, and one of its workers is killed in the middle."""
    whole, parts = HOME / "whole", HOME / "parts"
    play(game, "--games", 120, "--players", "thinking:2,random", "--output", whole)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        futures = client.map(part, range(1, PARTS + 1), of=PARTS, tool=TOOL, game=game, folder=parts, retries=5, pure=False)
        done, killed = set(), None
        for _, (number, worker) in as_completed(futures, with_results=True):
            done.add(number)
            if killed is None and len(done) >= 4:
                killed = worker
                os.kill(worker, signal.SIGKILL)
                time.sleep(0.5)
    if killed is None or done != set(range(1, PARTS + 1)):
        sys.exit(f"parts are missing: {sorted(set(range(1, PARTS + 1)) - done)}")
    files = sorted(parts.glob("*.parquet"))
    play("report", *files, "--output", HOME / "merged")
    for name in ("report.html", "report.json"):
        if (whole / name).read_bytes() != (HOME / "merged" / name).read_bytes():
            sys.exit(f"{name} of {len(files)} parts is not that of one run")
    print(f"{game}: {PARTS} parts on Dask, a worker killed, and the report is that of one run, byte for byte", flush=True)


if __name__ == "__main__":
    figures("benches/horde", "--games", 60, "--players", "greedy,random")
    figures("components/zombie-rancher", "--games", 1000)
    figures("components/salt-roads", "--games", 120, "--seats", 3)
    shards("benches/horde")
