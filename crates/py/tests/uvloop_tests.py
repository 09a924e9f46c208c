"""uvloop's own tests, with our loop in the place of its own.

    python uvloop_tests.py [--loop roundel|uvloop] [MODULE...]

The tests come from uvloop's source package on PyPI, which is fetched into the folder of the virtual environment and not
copied. Each module runs in a process of its own. What does not pass must be a line of `uvloop_expected.txt`, with its reason.
"""

import argparse
import collections
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).parent
LIMIT_SECONDS = 300
VERSION = "uvloop-0.23.0"
INDEX = "https://pypi.org/simple/uvloop/"
# Style checks of uvloop's own sources.
NOT_TESTS = ("test_sourcecode.py",)

# Loaded by Python before everything else: uvloop is this package, for tests that import it.
STAND_IN = '''
import sys, types
import roundel
uvloop = types.ModuleType("uvloop")
uvloop.__file__ = roundel.__file__
uvloop.__path__ = [{folder!r}]
uvloop.__version__ = "0"
for name in ("Loop", "EventLoopPolicy", "new_event_loop", "install", "run"):
    setattr(uvloop, name, getattr(roundel, name))
uvloop.__all__ = ("new_event_loop", "install", "EventLoopPolicy")
loop = types.ModuleType("uvloop.loop")
loop.Loop = roundel.Loop
for name, base in (("UVTransport", object), ("UVHandle", object), ("TCPTransport", object), ("UDPTransport", object)):
    setattr(loop, name, type(name, (base,), {{}}))
uvloop.loop = loop
sys.modules["uvloop"] = uvloop
sys.modules["uvloop.loop"] = loop
'''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--loop", default="roundel")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    source = fetch()
    expected = read_expected()
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
        if outcome == "passed" and test in expected:
            print(f"passes now: {test}")
            bad += 1
    print(f"uvloop's tests on {options.loop}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    if options.loop == "roundel":
        sys.exit(bool(bad))


def fetch():
    """The folder of uvloop's source package."""
    store = pathlib.Path(sys.prefix) / "uvloop-source"
    if not (store / VERSION).exists():
        with urllib.request.urlopen(INDEX) as answer:
            page = answer.read().decode()
        link, digest = re.search(rf'href="([^"]*{VERSION}\.tar\.gz)#sha256=(\w+)', page).groups()
        with urllib.request.urlopen(urllib.parse.urljoin(INDEX, link)) as answer:
            archive = answer.read()
        if hashlib.sha256(archive).hexdigest() != digest:
            sys.exit("uvloop's source package is not what the index says it is")
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(store, filter="data")
    return store / VERSION


def read_expected():
    expected = {}
    for line in (HERE / "uvloop_expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            test, _, reason = line.partition(" ")
            if not reason.strip():
                sys.exit(f"uvloop_expected.txt: {test} has no reason")
            expected[test] = reason.strip()
    return expected


def run_module(source, module, loop):
    folder = pathlib.Path(sys.prefix) / "uvloop-run"
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONASYNCIODEBUG": ""}
    if loop == "roundel":
        (folder / "sitecustomize.py").write_text(STAND_IN.format(folder=str(source / "uvloop")))
    else:
        (folder / "sitecustomize.py").unlink(missing_ok=True)
    # Not the root of the source package, in which there is an uvloop that was not built.
    tests = folder / "tests"
    if not tests.exists():
        tests.symlink_to(source / "tests")
    paths = [str(folder), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    if loop == "roundel":
        # Without its stand-in, uvloop would be tested in our place.
        check = "import roundel, uvloop; assert uvloop.Loop is roundel.Loop"
        subprocess.run([sys.executable, "-c", check], cwd=folder, env=environment, check=True)
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
