"""``python -m pitboss`` is the ``pitboss`` command."""

import sys

from pitboss.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
