"""Runs one command and tells what it took: seconds on the wall, seconds of processor, megabytes at its peak."""

import subprocess
import sys

# A process of its own, small so that its memory does not count as the tool's: runs one command, prints what it took.
MEASURE = """import os, sys, time
start = time.perf_counter()
quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
sys.exit(os.waitstatus_to_exitcode(status))"""


def measured(command):
    command = [str(word) for word in command]
    done = subprocess.run([sys.executable, "-I", "-S", "-c", MEASURE, *command], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"this failed: {' '.join(command)}")
    return dict(zip(("wall", "cpu", "peak"), map(float, done.stdout.split())))
