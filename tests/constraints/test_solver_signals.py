"""Solving leaves the process's signals alone."""

import signal
import subprocess
import sys

CODE = """
import os, signal
from ortools.sat.python import cp_model
from smurfs_graph.constraints.solver import Clock, solve
model = cp_model.CpModel()
model.add(model.new_int_var(0, 3, "x") >= 1)
print(solve(model, Clock(5))[0], flush=True)
try:
    os.kill(os.getpid(), {signal})
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_is_still_heard_after_a_solve() -> None:
    """CP-SAT would leave the signal's default behind, by which the process dies without a word."""
    code = CODE.replace("{signal}", str(int(signal.SIGINT)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["optimal", "interrupted"]), done.stderr
