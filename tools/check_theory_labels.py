#!/usr/bin/env python3
"""Equation labels such as (T-FRI.3) tie the code to the theory pages.

A theory page (fmu_src/**/theory/*.md) defines a label where it ends the line of an equation, set apart by two spaces
or by the $$ of a formula, or where it is the first cell of a table's row; anywhere else it is a reference. Every label is defined once, and every label that code or a
theory page refers to is defined. Prints what is wrong and ends with 1, or prints nothing and ends with 0.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

LABEL = re.compile(r"\(T-[A-Z]+\.\d+[a-z]?\)")
DEFINITION = re.compile(rf"(?:\s\s|\$\s*)({LABEL.pattern})\s*$|^\|\s*({LABEL.pattern})\s*\|")


def lines(files):
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{file}:{number}", line


def findings(sources: Path) -> list[str]:
    pages = sorted(sources.glob("**/theory/*.md"))
    code = sorted(p for p in sources.rglob("*") if p.suffix in (".hpp", ".cpp"))

    defined = defaultdict(list)
    for place, line in lines(pages):
        if match := DEFINITION.search(line):
            defined[match[1] or match[2]].append(place)

    twice = [f"{label} is defined {len(places)} times: {', '.join(places)}"
             for label, places in defined.items() if len(places) > 1]
    unknown = [f"{place}: {label} is defined in no theory page"
               for place, line in lines(pages + code) for label in LABEL.findall(line) if label not in defined]
    return twice + unknown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="?", type=Path, default=Path(__file__).resolve().parents[1] / "fmu_src",
                        help="the folder to search (default: fmu_src)")
    found = findings(parser.parse_args().sources)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
