"""python -m sweep. Worker processes import this file again and need nothing of it, hence the import further down."""

import sys

if __name__ == "__main__":
    from sweep.command import main

    sys.exit(main())
