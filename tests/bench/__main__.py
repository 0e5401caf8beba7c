"""All figures, each beside its goal: `make bench`.

One process a figure, so that none warms or slows another.
"""

import subprocess
import sys

FIGURES = (
    ("engine", "bench"),
    ("tests.bench.store",),
    ("tests.bench.leaderboard",),
    ("tests.bench.pictures",),
    ("tests.bench.flip",),
)


def main() -> int:
    """Print every figure; 1 if one of them could not be measured."""
    failed = 0
    for module, *arguments in FIGURES:
        sys.stdout.write(f"— {module} {' '.join(arguments)}\n".rstrip() + "\n")
        sys.stdout.flush()
        failed += subprocess.run([sys.executable, "-m", module, *arguments], check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
