"""uvloop's own tests, with our loop in the place of its own.

    python uvloop_tests.py [--loop roundel|uvloop] [MODULE...]

The tests come from uvloop's source package on PyPI, which is fetched into the folder of the virtual environment and not
copied. Each module runs in a process of its own. What does not pass must be a line of `uvloop_expected.txt`, with its reason.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

from interrupts import hear_interrupts
from sources import fetch, read_expected, stand_in

HERE = pathlib.Path(__file__).parent
LIMIT_SECONDS = 300
VERSION = "0.23.0"
# Style checks of uvloop's own sources.
NOT_TESTS = ("test_sourcecode.py",)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loop", default="roundel")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    hear_interrupts()
    source = fetch("uvloop", VERSION)
    expected = read_expected(HERE / "uvloop_expected.txt")
    outcomes = {}
    for module in sorted(source.glob("tests/test_*.py")):
        if module.name not in NOT_TESTS and (not options.modules or module.stem in options.modules):
            outcomes.update(run_module(source, module, options.loop))
    counts = collections.Counter(outcomes.values())
    bad = 0
    for test, outcome in sorted(outcomes.items()):
        if outcome == "failed" and test not in expected:
            print(f"failed   {test}")
            bad += 1
        if outcome == "passed" and test in expected and options.loop == "roundel":
            print(f"passes now: {test}")
            bad += 1
    print(f"uvloop's tests on {options.loop}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    if options.loop == "roundel":
        sys.exit(bool(bad))


def run_module(source, module, loop):
    folder = pathlib.Path(sys.prefix) / "uvloop-run"
    environment = stand_in(folder, loop, source / "uvloop")
    # Not the root of the source package, in which there is an uvloop that was not built.
    tests = folder / "tests"
    if not tests.exists():
        tests.symlink_to(source / "tests")
    command = [sys.executable, "-m", "unittest", "-v", f"tests.{module.stem}"]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT_SECONDS
        )
        text, ended = done.stderr, f"exit code {done.returncode}"
    except subprocess.TimeoutExpired as error:
        text, ended = (error.stderr or b"").decode(errors="replace"), "a hang"
    (folder / f"{module.stem}.log").write_text(text)
    outcomes = {}
    name = None
    for line in text.splitlines():
        begun = re.match(r"(test\w*) \((?:tests\.)?([\w.]+)\)(.*)$", line)
        if begun:
            test = begun[2] if begun[2].endswith(f".{begun[1]}") else f"{begun[2]}.{begun[1]}"
            name = test.removeprefix("tests.")
            if "AIO" in name:
                # The same test on asyncio's own loop.
                name = None
                continue
            outcomes[name] = "failed"
        verdict = re.search(r"(?:^|\.\.\. )(ok|FAIL|ERROR|skipped.*|expected failure)$", line)
        if verdict and name:
            word = verdict[1]
            outcomes[name] = "passed" if word in ("ok", "expected failure") else "skipped" if word.startswith("skipped") else "failed"
            name = None
    if "Ran " not in text:
        outcomes[f"{module.stem}.*"] = "failed"
        print(f"{module.stem} ended by {ended}")
    return outcomes


if __name__ == "__main__":
    main()
