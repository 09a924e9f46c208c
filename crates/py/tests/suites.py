"""The own tests of packages that stand on asyncio, on our loop and on asyncio's.

    python suites.py anyio|aiohttp [--list] [PYTEST ARGUMENTS...]

The tests come from the package's source package on PyPI, which is fetched and not copied. Packages test themselves on uvloop
too: our loop is in its place (`sources.py`). What passes on asyncio's loop and not on ours, nor when it is tried once more,
must be a line of `NAME_expected.txt` with its reason.
"""

import argparse
import collections
import dataclasses
import importlib.metadata
import json
import pathlib
import shutil
import subprocess
import sys

from interrupts import hear_interrupts
from sources import fetch, read_expected, stand_in

HERE = pathlib.Path(__file__).parent
LIMIT_SECONDS = 1500

# Writes the outcome of each test where this script finds it.
RECORDER = '''
import json, os

def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        with open(os.environ["RECORD_TO"], "a") as file:
            file.write(json.dumps([report.nodeid, report.outcome]) + "\\n")
'''


FUNCTIONAL = (
    "client_functional",
    "client_ws_functional",
    "connector",
    "proxy_functional",
    "run_app",
    "web_functional",
    "web_runner",
    "web_sendfile_functional",
    "web_server",
    "web_urldispatcher",
    "web_websocket_functional",
)


@dataclasses.dataclass
class Suite:
    """How a package's tests are run on uvloop and on asyncio's loop, and what is left out on both."""

    on_uvloop: list
    on_asyncio: list
    # A test's name on uvloop has this in the place of that.
    names: tuple
    arguments: list
    # A folder of the source package that would be imported in the place of what is installed.
    without: str = ""


SUITES = {
    "anyio": Suite(
        on_uvloop=["-k", "asyncio+uvloop"],
        on_asyncio=["-k", "asyncio and not uvloop and not eager"],
        names=("asyncio+uvloop", "asyncio"),
        arguments=["-m", "not network", "tests"],
    ),
    "aiohttp": Suite(
        on_uvloop=["--aiohttp-loop=uvloop"],
        on_asyncio=["--aiohttp-loop=pyloop"],
        names=("uvloop", "pyloop"),
        # Those that go through a loop; most of the others test parsers.
        arguments=["-m", "not dev_mode and not internal and not autobahn", *(f"tests/test_{name}.py" for name in FUNCTIONAL)],
        without="aiohttp",
    ),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=SUITES)
    parser.add_argument("--list", action="store_true", help="print what does not pass on both loops")
    options, more = parser.parse_known_args()
    hear_interrupts()
    name, suite = options.name, SUITES[options.name]
    source = fetch(name, importlib.metadata.version(name))
    if suite.without:
        shutil.rmtree(source / suite.without, ignore_errors=True)
    arguments = more or suite.arguments
    reference = run(source, "asyncio", suite.on_asyncio, arguments)
    ours = renamed(run(source, "roundel", suite.on_uvloop, arguments), suite)
    again = [test.replace(*reversed(suite.names)) for test in ours if is_worse(ours, reference, test)]
    if again:
        ours.update(renamed(run(source, "roundel", suite.on_uvloop, again), suite))
    expected = read_expected(HERE / f"{name}_expected.txt")
    bad = 0
    for test in sorted(ours):
        if is_worse(ours, reference, test) and test not in expected:
            print(f"failed   {test}")
            bad += 1
        if ours[test] == "passed" and test in expected:
            print(f"passes now: {test}")
            bad += 1
        if options.list and "failed" in (ours[test], reference.get(test)):
            print(f"{ours[test]:8} on ours, {reference.get(test, '-'):8} on asyncio's: {test}")
    for loop, outcomes in (("asyncio", reference), ("roundel", ours)):
        counts = collections.Counter(outcomes.values())
        print(f"{source.name}'s tests on {loop}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    if not ours:
        sys.exit("no test has run")
    sys.exit(bool(bad))


def is_worse(ours, reference, test):
    return ours.get(test) == "failed" and reference.get(test) != "failed"


def renamed(outcomes, suite):
    return {test.replace(*suite.names): outcome for test, outcome in outcomes.items()}


def run(source, loop, select, arguments):
    """The outcome of each test."""
    folder = pathlib.Path(sys.prefix) / f"{source.name}-{loop}"
    environment = stand_in(folder, loop)
    (folder / "recorder.py").write_text(RECORDER)
    record = folder / "record"
    record.write_text("")
    environment["RECORD_TO"] = str(record)
    command = [sys.executable, "-m", "pytest", "-p", "recorder", "-p", "no:cacheprovider", "-q", "--timeout=60"]
    command += ["-o", "addopts=", "-W", "default", *select, *arguments]
    with open(folder / "log", "w") as log:
        try:
            subprocess.run(command, cwd=source, env=environment, stdout=log, stderr=log, timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            print(f"{source.name}'s tests on {loop} were not over after {LIMIT_SECONDS} seconds")
    outcomes = {}
    for line in record.read_text().splitlines():
        test, outcome = json.loads(line)
        # A test that passed and then failed to clean up has failed.
        if outcomes.get(test) != "failed":
            outcomes[test] = outcome
    return outcomes


if __name__ == "__main__":
    main()
