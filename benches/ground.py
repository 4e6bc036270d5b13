#!/usr/bin/env python3
"""Measures what a rules script gets of its board: decisions per second when every decision asks the board once.

    python3 benches/ground.py --runs 5

March, in `benches/march`, is one walker on twenty squares by twenty with houses, mud and hedges; after every decision
somebody else moves and a door opens or shuts. Before each decision the board is asked once: where one gets closer to the
nearest of three people (a flood over the whole board), how far everything is from them (the same, and a map of it all), where
one gets with six points, or all that is seen. `script` makes the same flood in the script, as one would without the library,
and `none` asks nothing: it is what the rest costs. Runs take turns. A first run with `check` compares all costs of both
floods at every decision. Only measures: the exit code says nothing about how fast it was.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
MARCH = PROJECT / "benches" / "march"
WAYS = {
    "closer": "closer to the nearest of three",
    "map": "how far everything is from them",
    "reach": "where one gets with six points",
    "sight": "all that is seen",
    "script": "how far, flooded in the script",
    "none": "nothing",
}


def played(tool, way, games, seed):
    command = [tool, "playtest", MARCH, "--option", f"way={way}", "--games", games, "--seed", seed, "--json"]
    before = cpu_of_children()
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"this failed: {' '.join(str(word) for word in command)}\n{done.stdout}")
    return {**json.loads(done.stdout), "cpu": cpu_of_children() - before}


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="how often (default: 5)")
    parser.add_argument("--games", type=int, default=50, help="games of 200 decisions a run (default: 50)")
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target" / "release" / "tablewright")
    given = parser.parse_args()
    if not given.tool.exists():
        sys.exit(f"there is no {given.tool}: `cargo build --release` makes it")
    checked = played(given.tool, "check", 5, 99)
    print(f"both floods agree at {checked['decisions']:,} decisions", flush=True)
    took = [{way: played(given.tool, way, given.games, run) for way in WAYS} for run in range(1, given.runs + 1)]
    print(f"decisions, {given.runs} runs in turn: the middle one, and the slowest and the fastest")
    print(f"  {'':34} {'a second':>29} {'a CPU second':>29}")
    for way, title in WAYS.items():
        speeds = [[run[way]["decisions"] / run[way][clock] for run in took] for clock in ("seconds", "cpu")]
        spread = [f"{of(each):9,.0f}" for each in speeds for of in (statistics.median, min, max)]
        print(f"  {title:34} {' '.join(spread)}")
    ratios = [run["script"]["cpu"] / run["map"]["cpu"] for run in took]
    print(f"  the same flood in the script takes {statistics.median(ratios):.1f} times as long, decision and all")


if __name__ == "__main__":
    main()
