#!/usr/bin/env python3
"""Measures the referee: decisions per second against boardgame.io, and what a long table costs.

    python3 benches/referee.py --runs 5
    python3 benches/referee.py --only-games
    python3 benches/referee.py --check

Horde is one small game written twice, as `rules.luau` for Tablewright and as `boardgameio/horde.js`, both in
`benches/horde`: the same rules, questions and dice. A random bot plays both, without a screen and without a table on
disk. boardgame.io (npm, pinned, installed on the first run) is helped where that is honest: its reducer is called
directly, in production mode, its bot lists the legal moves straight from the state, and twenty games that warm up its
compiler do not count. The games of the project show what whole games cost: each is played by as few as can, and by as
many as can with all that can be switched on. `--only-games` measures nothing else, and
`--only-horde` only the race.

Runs alternate, so that both meet the same weather on a busy machine, and are measured on the wall and in seconds of
processor, which a busy machine stretches less. The ratio is the median over pairs of runs, and above 1 when Tablewright
is faster. Only measures: the exit code says nothing about how fast it was.

`--check` only compares the two versions of Horde: Tablewright is given the dice and the choices of games that
boardgame.io played. It fails when another seat is asked, anything else is legal at any decision, or the game ends
otherwise.
"""

import argparse
import json
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from measure import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
HORDE = PROJECT / "benches" / "horde"
RANCHER = PROJECT / "components" / "zombie-rancher"
PEER = PROJECT / "target" / "boardgameio"
SEATS = ["Ann", "Bob"]
WARM, CHECKED = 20, 24
CLOCKS = ["seconds", "cpu"]


def output_of(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, cwd=cwd)
    if done.returncode:
        sys.exit(f"this failed: {' '.join(str(word) for word in command)}\n{done.stdout}")
    return done.stdout


def install_peer():
    """A copy of it with boardgame.io: not in the game folder, as a table keeps a copy of all that is there."""
    PEER.mkdir(parents=True, exist_ok=True)
    for name in ("horde.js", "package.json", "package-lock.json"):
        shutil.copy2(HORDE / "boardgameio" / name, PEER)
    if not (PEER / "node_modules" / "boardgame.io").exists():
        flags = ["--omit=optional", "--omit=peer", "--ignore-scripts", "--no-audit", "--no-fund"]
        output_of("npm", "ci", *flags, cwd=PEER)


def peer(*flags):
    return output_of("node", PEER / "horde.js", *flags)


def playtest(tool, game, games, seed, *flags):
    before = cpu_of_children()
    played = json.loads(output_of(tool, "playtest", game, "--games", games, "--seed", seed, "--json", *flags))
    return {**played, "cpu": cpu_of_children() - before}


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# What both versions of Horde say of the same games.

def differences(view, expected):
    """What the view of a table says otherwise than it should."""
    return [f"{key} is {view[key]}, not {value}" for key, value in expected.items() if view[key] != value]


def asked_of(view):
    options = (view["request"] or {}).get("options", [])
    return {"asked": view["asked"], "legal": sorted(option["id"] for option in options)}


def ended_of(view):
    zombies, town = {seat: {} for seat in SEATS}, set()
    for piece in view["pieces"]:
        if piece["seat"]:
            zombies[piece["seat"]][piece["at"]] = piece["count"]
        else:
            town.add(piece["at"])
    score = {line["seat"]: line["points"] for line in view["score"]["lines"]} if view["over"] else {}
    return {"over": view["over"], "answers": view["number"], "zombies": zombies, "town": town, "score": score}


def replay(tool, table, game):
    """Gives a table the dice and the choices of a game; what comes out differently."""
    shutil.rmtree(table, ignore_errors=True)
    at = ["--table", table, "--json"]
    view = json.loads(output_of(tool, "referee", "new", HORDE, "--players", ",".join(SEATS), "--dice", "table", *at))
    for event in game["heard"]:
        if "roll" in event:
            given = " ".join(map(str, event["roll"]))
        else:
            given, seat = event["choose"], SEATS[int(event["seat"])]
            wrong = differences(asked_of(view), {"asked": seat, "legal": sorted(event["legal"])})
            if wrong:
                return wrong
        view = json.loads(output_of(tool, "referee", "answer", given, *at))
    return differences(ended_of(view), {
        "over": True,
        "answers": len(game["heard"]),
        "zombies": dict(zip(SEATS, game["hordes"])),
        "town": set(game["town"]),
        "score": dict(zip(SEATS, game["zombies"])),
    })


def check(tool, work):
    # Among them is a short one, in which a side dies out.
    played = [json.loads(line) for line in peer("--record", CHECKED, "--seed", 41).splitlines()]
    decisions = sum(game["decisions"] for game in played)
    rolls = sum("roll" in event for game in played for event in game["heard"])
    print(f"boardgame.io played {len(played)} games with {decisions} decisions and {rolls} rolls", flush=True)
    wrong = {game["seed"]: replay(tool, work / "replay", game) for game in played}
    wrong = {seed: found for seed, found in wrong.items() if found}
    for seed, found in wrong.items():
        print(f"  game {seed} DIFFERS in Tablewright: {'; '.join(found)}")
    if not wrong:
        print("Tablewright asks the same of the same seats, allows the same at every decision, and ends with the same")
    return 1 if wrong else 0


# Decisions per second.

def race(tool, runs, games):
    took = []
    for run in range(1, runs + 1):
        same = ("--games", games, "--warm", WARM, "--seed", run)
        took.append({
            "undo": json.loads(peer(*same, "--undo", "on")),
            "no undo": json.loads(peer(*same, "--undo", "off")),
            "horde": playtest(tool, HORDE, games * 10, run),
        })
    print(f"\ndecisions, {runs} runs in turn, the middle one, and the slowest and the fastest")
    print(f"  {'':30} {'a second':>29} {'a CPU second':>29}   a game")
    rows = [
        ("boardgame.io, Horde, undo on", "undo"),
        ("boardgame.io, Horde, undo off", "no undo"),
        ("tablewright, Horde", "horde"),
    ]
    for title, key in rows:
        speeds = [spread([speed(run[key], clock) for run in took]) for clock in CLOCKS]
        per_game = statistics.mean(run[key]["decisions"] / run[key]["games"] for run in took)
        print(f"  {title:30} {' '.join(speeds)}   {per_game:6.1f}")
    ratios = {}
    for key in ("undo", "no undo"):
        for clock in CLOCKS:
            pairs = [speed(run["horde"], clock) / speed(run[key], clock) for run in took]
            ratios[f"{key}, {clock}"] = statistics.median(pairs)
    print(f"  ratio on Horde: {', '.join(f'{ratio:.1f} ({name})' for name, ratio in ratios.items())}")
    return {"runs": took, "ratios": ratios}


def project_games(tool):
    """Every game that has a referee: its title, its folder, and the flags of its smallest and its largest table."""
    components = PROJECT / "components"
    for game in json.loads(output_of(tool, "games", "--components", components, "--json")):
        if game["referee"]:
            least, most = game["seats"]
            everything = [word for option in game["flags"] for word in ("--option", option)]
            yield game["title"], components / game["game"], {
                f"{least}, as usual": ("--seats", least),
                f"{most}, with all options": ("--seats", most, *everything),
            }


def whole_games(tool, runs, games):
    took = {}
    print(f"\nwhole games, {runs} runs, the middle one, and the slowest and the fastest")
    print(f"  {'':44} {'a second':>29} {'a CPU second':>29}   a game")
    for title, folder, tables in project_games(tool):
        for table, flags in tables.items():
            played = [playtest(tool, folder, games, run, *flags) for run in range(1, runs + 1)]
            speeds = [spread([speed(run, clock) for run in played]) for clock in CLOCKS]
            per_game = statistics.mean(run["decisions"] / run["games"] for run in played)
            print(f"  {f'{title}, {table}':44} {' '.join(speeds)}   {per_game:6.1f}", flush=True)
            took[f"{title}, {table}"] = played
    return took


def speed(run, clock):
    return run["decisions"] / run[clock]


def spread(numbers):
    return " ".join(f"{number:9,.0f}" for number in (statistics.median(numbers), min(numbers), max(numbers)))


# A long table.

def make_table(tool, work, entries):
    table = work / "long"
    shutil.rmtree(table, ignore_errors=True)
    flags = ["--players", ",".join(SEATS), "--dice", "app", "--seed", 1]
    output_of(tool, "referee", "new", RANCHER, *flags, "--table", table)
    output_of(tool, "playtest", RANCHER, "--table", table, "--answers", entries)
    return table


def show(tool, table):
    return json.loads(output_of(tool, "referee", "show", "--table", table, "--json"))


def legal_answer(request):
    """One that is legal, whatever is asked."""
    options = [option["id"] for option in request.get("options", [])]
    given = {"confirm": "no", "roll": "roll", "number": str(request.get("least")), "order": " ".join(options)}
    return given.get(request["kind"]) or options[0]


def answer(tool, table):
    """Gives an answer, and tells how long that took and how much of it went into making it last."""
    given = legal_answer(show(tool, table)["request"])
    start = time.perf_counter()
    said = json.loads(output_of(tool, "referee", "answer", given, "--table", table, "--json"))
    return {"wall": time.perf_counter() - start, "durable": said["durable_ms"] / 1000}


def long_table(tool, work, entries, runs):
    table = make_table(tool, work, entries)
    resumed = [measured([tool, "referee", "show", "--table", table, "--json"]) for _ in range(runs)]
    answers = [answer(tool, table) for _ in range(runs)]
    print(f"\na table of {entries:,} entries, {runs} runs, the middle one and the worst, in milliseconds")
    rows = [
        ("resume and show", [run["wall"] for run in resumed]),
        ("answer, from start to end", [run["wall"] for run in answers]),
        ("of that, making it last", [run["durable"] for run in answers]),
    ]
    for title, seconds in rows:
        print(f"  {title:30} {statistics.median(seconds) * 1000:9.1f} {max(seconds) * 1000:9.1f}")
    print(f"  peak memory {max(run['peak'] for run in resumed):.1f} MB")
    return {"entries": entries, "resumed": resumed, "answers": answers}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="how often (default: 5)")
    parser.add_argument("--games", type=int, default=300, help="games a run (default: 300)")
    parser.add_argument("--entries", type=int, default=2000, help="entries of the long table (default: 2000)")
    parser.add_argument("--check", action="store_true", help="only compare the two versions of Horde")
    parser.add_argument("--only-games", action="store_true", help="only measure the games of the project")
    parser.add_argument("--only-horde", action="store_true", help="only measure Horde, here and with boardgame.io")
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target" / "release" / "tablewright")
    parser.add_argument("--work", type=pathlib.Path, help="a folder to keep everything in; temporary without it")
    parser.add_argument("--json", type=pathlib.Path, help="a file for every single measurement")
    given = parser.parse_args()
    if not given.tool.exists():
        sys.exit(f"there is no {given.tool}: `cargo build --release` makes it")
    if not given.only_games:
        install_peer()
    with tempfile.TemporaryDirectory() as temporary:
        work = (given.work or pathlib.Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        # A copy, in case the tool is built anew meanwhile.
        tool = shutil.copy2(given.tool, work / "tablewright")
        if given.check:
            sys.exit(check(tool, work))
        found = {}
        if not given.only_horde:
            found["games"] = whole_games(tool, given.runs, given.games)
        if not given.only_games:
            found["speeds"] = race(tool, given.runs, given.games)
        if not given.only_horde and not given.only_games:
            found["table"] = long_table(tool, work, given.entries, given.runs * 4)
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
