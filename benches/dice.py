#!/usr/bin/env python3
"""Measures odds of dice: what large pools and groups take, against the start of the program.

    python3 benches/dice.py --runs 9

Each roll is one run of `tablewright odds`, and runs take turns, so that all meet the same weather on a busy machine. `d6` is
what the program itself takes: the ratio is what a roll takes with it, run by run against `d6` in the same turn, in seconds of
processor. What a roll may take is counted in steps and not by a clock; `src/dice/odds/mod.rs` tests that. Only measures: the
exit code says nothing about how fast it was.
"""

import argparse
import pathlib
import statistics

from measure import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
ROLLS = ["d6", "4d6 keep highest 3", "{4d6,2d8}kh1", "20d6!!", "100d6", "1000d6", "50d20 keep highest 25"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9, help="how often (default: 9)")
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target" / "release" / "tablewright")
    given = parser.parse_args()
    if not given.tool.exists():
        raise SystemExit(f"there is no {given.tool}: `cargo build --release` makes it")
    took = [{roll: measured([given.tool, "odds", roll]) for roll in ROLLS} for _ in range(given.runs)]
    print(f"odds, {given.runs} runs in turn: the middle one, and the fastest and the slowest")
    print(f"  {'':24} {'milliseconds of processor':>29} {'against d6':>11} {'MB':>6}")
    for roll in ROLLS:
        times = [run[roll]["cpu"] * 1000 for run in took]
        ratios = [run[roll]["cpu"] / run["d6"]["cpu"] for run in took]
        spread = " ".join(f"{of(times):9,.1f}" for of in (statistics.median, min, max))
        peak = statistics.median(run[roll]["peak"] for run in took)
        print(f"  {roll:24} {spread} {statistics.median(ratios):11.1f} {peak:6.1f}")


if __name__ == "__main__":
    main()
