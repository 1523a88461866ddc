"""How long a new process takes to import the rules, and that it loads no compiler."""

import subprocess
import sys
from statistics import median

TURNS = 9

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
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CODE.format(package=package)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(TURNS)
    ]
    return median(float(output[0]) for output in outputs), outputs[0][1]


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
