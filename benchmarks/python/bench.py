"""The asyncio loop beside others, in one interleaved run.

    python bench.py [--rounds N] [--rows A,B] [--loops A,B] [--save FILE]

Each measurement is a process of its own: one loop, one row. The loops take turns, for several rounds, and medians are
compared. What counts is the CPU time of the process that has the loop; peers of servers are other processes. Figures are
microseconds per operation, and how many times faster than asyncio's own loop that is.
"""

import argparse
import json
import pathlib
import platform
import statistics
import subprocess
import sys

from rows import LOOPS, ROWS, factory_of


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rows", default="")
    parser.add_argument("--loops", default=",".join(LOOPS))
    parser.add_argument("--save", type=pathlib.Path)
    options = parser.parse_args()
    loops = [name for name in options.loops.split(",") if is_installed(name)]
    rows = [name for name in options.rows.split(",") if name] or list(ROWS)
    figures = {row: {name: [] for name in loops} for row in rows}
    for round_number in range(options.rounds):
        for row in rows:
            # Each loop goes first as often as the others.
            turn = round_number % len(loops)
            for name in loops[turn:] + loops[:turn]:
                figure = measure(row, name)
                if figure is not None:
                    figures[row][name].append(figure)
            print(f"\rround {round_number + 1} of {options.rounds}: {row:30}", end="", file=sys.stderr)
    print(file=sys.stderr)
    medians = {
        row: {name: statistics.median(taken) for name, taken in by_loop.items() if taken}
        for row, by_loop in figures.items()
    }
    print(table(medians, loops))
    if options.save:
        notes = {"python": platform.python_version(), "machine": platform.machine(), "rounds": options.rounds}
        options.save.write_text(json.dumps({**notes, "rows": medians}, indent=1) + "\n")


def is_installed(name):
    try:
        factory_of(name)
    except ImportError:
        print(f"{name} is not installed", file=sys.stderr)
        return False
    return True


def measure(row, loop):
    command = [sys.executable, str(pathlib.Path(__file__).parent / "rows.py"), row, loop]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        print(f"\n{row} on {loop}: {' '.join(last)}", file=sys.stderr)
        return None
    return float(done.stdout)


def table(medians, loops):
    lines = [f"{'row':28}" + "".join(f"{name:>18}" for name in loops)]
    for row, by_loop in medians.items():
        reference = by_loop.get("asyncio")
        cells = []
        for name in loops:
            figure = by_loop.get(name)
            if figure is None:
                cells.append(f"{'-':>18}")
            else:
                ratio = f"{reference / figure:.2f}x" if reference and figure else "-"
                cells.append(f"{figure:>10.3f} {ratio:>7}")
        lines.append(f"{row:28}" + "".join(cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
