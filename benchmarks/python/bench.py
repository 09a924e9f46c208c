"""The asyncio loop beside others, in one interleaved run.

    python bench.py [--rounds N] [--rows A,B] [--loops A,B] [--save FOLDER]

Each measurement is a process of its own: one loop, one row. The loops take turns, for several rounds, and medians are
compared. What counts is the CPU time of the process that has the loop; peers of servers are other processes. Figures are
microseconds per operation, and how many times faster than asyncio's own loop that is. A loop that can not run a row is asked
once, not in every round. `--save` writes `python.md` and `python.json`, and some of the rows into the README.
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys

from rows import LOOPS, ROWS, factory_of

# Where the README has a part of the table, and which one.
BEGIN, END = "<!-- python results: begin -->", "<!-- python results: end -->"
README_ROWS = (
    "call_soon",
    "call_later and cancel",
    "threadsafe",
    "task switch",
    "sockets 1 KB",
    "streams 1 KB",
    "protocol 1 KB",
    "protocol 100 KB",
    "buffered 1 KB",
    "TLS protocol 1 KB",
    "http",
    "idle connection (KiB)",
)

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
    unable = set()
    for round_number in range(options.rounds):
        for row in rows:
            # Each loop goes first as often as the others.
            turn = round_number % len(loops)
            for name in loops[turn:] + loops[:turn]:
                if (row, name) in unable:
                    continue
                figure = measure(row, name)
                if figure is None:
                    unable.add((row, name))
                else:
                    figures[row][name].append(figure)
            print(f"\rround {round_number + 1} of {options.rounds}: {row:30}", end="", file=sys.stderr)
    print(file=sys.stderr)
    medians = {
        row: {name: statistics.median(taken) for name, taken in by_loop.items() if taken}
        for row, by_loop in figures.items()
    }
    print(table(medians, loops))
    if options.save:
        save(options.save, medians, loops, options.rounds)


def save(folder, medians, loops, rounds):
    versions = {name: version_of(name) for name in loops}
    notes = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    record = {**notes, "rounds": rounds, "loops": versions, "rows": medians}
    (folder / "python.json").write_text(json.dumps(record, indent=1) + "\n")
    best = {row: min(by_loop, key=by_loop.get) for row, by_loop in medians.items() if by_loop}
    table_lines = markdown(medians, loops, best)
    lines = [
        "# Measured with `cargo xtask bench python`",
        "",
        f"Medians of {rounds} interleaved rounds: microseconds of CPU time per operation, less is better; in brackets how many times",
        "less than asyncio's own loop, in bold the least of the row. `-` is what a loop can not do.",
        "",
        f"- Python {notes['python']}, {notes['machine']}, {notes['cores']} cores",
        *(f"- {name} {version}" for name, version in versions.items() if version),
        "",
        *table_lines,
    ]
    (folder / "python.md").write_text("\n".join(lines) + "\n")
    shown = {row: by_loop for row, by_loop in medians.items() if row in README_ROWS}
    show_in_readme(folder.parent.parent / "README.md", markdown(shown, loops, best))


def markdown(medians, loops, best):
    lines = ["| row | " + " | ".join(loops) + " |", "|---" * (len(loops) + 1) + "|"]
    for row, by_loop in medians.items():
        cells = [cell(by_loop, name, best.get(row)) for name in loops]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return lines


def show_in_readme(path, lines):
    text = path.read_text()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{path} has no place for the results")
    path.write_text("\n".join((before + begin, *lines, end + after)))


def cell(by_loop, name, best):
    figure, reference = by_loop.get(name), by_loop.get("asyncio")
    if figure is None:
        return "-"
    text = f"{figure:.3g}" if figure < 100 else f"{figure:.0f}"
    if reference and figure > 0:
        text += f" ({reference / figure:.2g})"
    return f"**{text}**" if name == best else text


def version_of(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        # asyncio comes with Python.
        return ""


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
