"""``python -m tablier`` is the ``tablier`` command."""

from tablier.cli import main

if __name__ == "__main__":
    main()
