"""How long a new process takes to import the rules, and that it loads no compiler."""

import os
import subprocess
import sys
from statistics import median

TURNS = 9
_NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE",)
"""Bytecode is kept as it is for anyone who has run the program once."""

CODE = """
import sys, time
start = time.perf_counter()
import pitboss.games.{package}, pitboss.rounds.runner
spent = time.perf_counter() - start
heavy = [name for name in ("numba", "numpy", "rich", "asyncio") if name in sys.modules]
print(spent * 1000, ",".join(heavy) or "none")
"""


def import_cost(package: str) -> tuple[float, str]:
    """Milliseconds to import a game's rules and the runner, and the heavy modules it loaded."""
    environment = {key: value for key, value in os.environ.items() if key not in _NO_BYTECODE}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CODE.format(package=package)],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        ).stdout.split()
        for _ in range(TURNS + 1)
    ]
    return median(float(output[0]) for output in outputs[1:]), outputs[0][1]


def lines() -> list[str]:
    rows = []
    for package in ("buyout", "duki", "super_omaha", "holdout"):
        spent, heavy = import_cost(package)
        verdict = "meets" if spent < 50 and heavy == "none" else "MISSES"
        rows.append(
            f"import of {package + ' rules':<34} {spent:>10.1f} ms"
            f"  heavy modules loaded: {heavy}  {verdict} 50 ms, none"
        )
    return rows
