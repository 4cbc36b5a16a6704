"""A program with a live page, for tests that look on."""

import json
import re
import signal
import subprocess
import time
import urllib.request

PATIENCE = 60  # seconds
ADDRESS = re.compile(r"live:? +(http://127\.0\.0\.1:\d+/)")


class LiveRun:
    """Use it in a `with` statement: the program ends with it. `url` is what it printed."""

    def __init__(self, *command):
        self._process = subprocess.Popen([*command, "--live", "0"], text=True, stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT)
        said = ""
        for line in self._process.stdout:
            said += line
            if found := ADDRESS.search(line):
                self.url = found[1]
                return
        raise AssertionError("no address was named: " + said)

    def __enter__(self):
        return self

    def hold(self):
        """Its page stays as it is from now on."""
        self._process.send_signal(signal.SIGSTOP)

    def __exit__(self, *_):
        self._process.terminate()
        self._process.send_signal(signal.SIGCONT)
        self._process.stdout.close()
        self._process.wait(PATIENCE)

    def wait_for(self, wanted, patience=PATIENCE):
        """All parts by name, the newest of each, as soon as `wanted(parts)`."""
        parts = {}
        until = time.monotonic() + patience
        with urllib.request.urlopen(self.url + "events", timeout=PATIENCE) as events:
            for line in events:
                if line.startswith(b"data: "):
                    event = json.loads(line[6:])
                    parts[event["part"]] = event["html"]
                    if wanted(parts):
                        return parts
                if time.monotonic() > until:
                    break
        raise AssertionError(f"it did not come; there is {sorted(parts)}")
