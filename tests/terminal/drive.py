#!/usr/bin/env python3
"""Types keys into programs on a pseudo-terminal and compares what they write with what Node wrote.

    drive.py check COMMAND SCENE...     runs the scenes on COMMAND
    drive.py record NODE SCENE...       writes what Node answers into the scenes

A scene is a JSON file: arguments, variables, columns, whether the end is compared, and steps of keys and output. The output
of a step is waited for, so that a slow machine only makes it slower; when recording, until nothing has come for a while.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

QUIET_S = 0.5
LIMIT_S = 20
# What a program may still write after what was expected has come.
GRACE_S = 0.05


class Terminal:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, argv, env, columns, folder):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(argv[0], argv, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.settings = termios.tcgetattr(self.fd)
        self.is_open = True

    def write(self, keys):
        if self.is_open:
            os.write(self.fd, keys.encode())

    def read(self, wait_s):
        """Some bytes; None when nothing came."""
        ready, _, _ = select.select([self.fd], [], [], wait_s)
        if not ready:
            return None
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        if not data:
            self.is_open = False
        return data

    def read_until(self, is_enough, quiet_s):
        """Reads until the text is enough, nothing comes any more, or the time is over."""
        text = b""
        end = time.monotonic() + LIMIT_S
        while self.is_open and time.monotonic() < end:
            enough = is_enough(text)
            data = self.read(GRACE_S if enough else quiet_s if quiet_s else end - time.monotonic())
            if data is None:
                break
            text += data
        return text

    def end(self):
        """The exit status; a program that does not end by itself is killed, which is None."""
        if self.is_open:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        # Whoever changes how a terminal behaves puts it back.
        is_restored = termios.tcgetattr(self.fd) == self.settings
        os.close(self.fd)
        if self.is_open:
            return None
        return os.waitstatus_to_exitcode(status) if is_restored else "a terminal that is left raw"


def normal(text):
    """Without what may differ between two runs: numbers of processes and of lines, the words of the welcome."""
    text = re.sub(r"Welcome to [^\r\n]*", "Welcome", text)
    # Which functions of its own a runtime was in when it was interrupted.
    own = r"\r\n    at (?:[^\r\n]*\((?:node:[^\r\n]*|<anonymous>)\)|node:\S+)"
    text = re.sub(f"(?:{own})+", "\\r\\n    at its own", text)
    return re.sub(r"REPL\d+:\d+:\d+", "REPL", text)


def play(command, scene, is_recording):
    """The outputs of the steps (the first is that of the start), and the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
               "NODE_REPL_HISTORY": "", **scene.get("env", {})}
        terminal = Terminal([command, *scene.get("args", [])], env, scene.get("columns", 80), folder)
        outputs = []
        for step in [{"keys": "", "output": scene.get("start", "")}, *scene["steps"]]:
            terminal.write(step["keys"])
            expected = step.get("output", "")
            if is_recording:
                data = terminal.read_until(lambda text: False, QUIET_S * (4 if not outputs else 1))
            else:
                data = terminal.read_until(lambda text: normal(text.decode(errors="replace")) == expected, 0)
            outputs.append(normal(data.decode(errors="replace")))
            if not is_recording and outputs[-1] != expected:
                break
        if terminal.is_open and is_recording is False and outputs[-1] == expected and scene.get("status") is not None:
            terminal.read_until(lambda text: False, 0)
        return outputs, terminal.end()


def record(command, path):
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    outputs, status = play(command, scene, True)
    scene["start"] = outputs[0]
    for step, output in zip(scene["steps"], outputs[1:]):
        step["output"] = output
    scene["status"] = status
    with open(path, "w", encoding="utf-8") as file:
        file.write(written(scene))


def written(scene):
    """JSON with one step a line, so that a difference can be read."""
    head = {key: value for key, value in scene.items() if key != "steps"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=True)}," for key, value in head.items()]
    steps = [f"    {json.dumps(step, ensure_ascii=True)}" for step in scene["steps"]]
    return "{\n" + "\n".join(lines) + '\n  "steps": [\n' + ",\n".join(steps) + "\n  ]\n}\n"


def check(command, path):
    """Whether the program wrote what Node wrote; tells where it did not."""
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    outputs, status = play(command, scene, False)
    expected = [scene["start"], *(step["output"] for step in scene["steps"])]
    for index, (mine, nodes) in enumerate(zip(outputs, expected)):
        if mine != nodes:
            keys = "(start)" if index == 0 else json.dumps(scene["steps"][index - 1]["keys"])
            print(f"FAIL {os.path.basename(path)} step {index} {keys}\n  - {json.dumps(nodes)}\n  + {json.dumps(mine)}")
            return False
    if status != scene["status"]:
        print(f"FAIL {os.path.basename(path)} ends with {status} instead of {scene['status']}")
        return False
    return True


def main():
    verb, command, *scenes = sys.argv[1:]
    command = os.path.abspath(command)
    if verb == "record":
        for scene in scenes:
            record(command, scene)
        return 0
    failed = [scene for scene in scenes if not check(command, scene)]
    print(f"terminal: {len(scenes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
