#!/usr/bin/env python3
"""Equation labels such as (T-FRI.3) tie the code to the theory pages.

A theory page (fmu_src/**/theory/*.md) defines a label where it ends the line of an equation, set apart by two spaces
or by the $$ of a formula, or where it is the first cell of a table's row; anywhere else it is a reference. Lists and
ranges are references to each of their labels: (T-ALE.7, T-ALE.9), T-SHT.25 to T-SHT.30, T-ALE.3 to 5, T-ALE.3, 4 and 7.
Every label is defined once, a page's labels ascend, and every label that code or a theory page refers to is defined.
Prints what is wrong and ends with 1, or prints nothing and ends with 0.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

LABEL = r"T-[A-Z]+\.\d+[a-z]?"
DEFINITION = re.compile(rf"(?:\s\s|\$\s*)\(({LABEL})\)\s*$|^\|\s*\(({LABEL})\)\s*\|")
SHORT = r"(?:T-[A-Z]+\.)?\d+[a-z]?(?!\w|\.\d)"     # in a list the page need not be said again; 0.5 and 3rd are no labels
TO = r"(?:\s+to\s+|\s*(?:-|–|\.\.\.?)\s*)"
JOINT = rf"(?:,\s+and\s+|,\s*|\s+and\s+|\s+or\s+|{TO})"
GROUP = re.compile(rf"{LABEL}(?:{JOINT}{SHORT})*")


def lines(files):
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{file}:{number}", line


def references(line: str) -> list[str]:
    """Every label that a line refers to, ranges with all that lies in them."""
    found = []
    for group in GROUP.findall(re.sub(rf"\)({TO})\((?=T-)", r"\1", line)):    # (T-ALE.3) to (T-ALE.5)
        page, previous, joint = "", None, ""
        for part in re.split(rf"({JOINT})(?={SHORT})", group):
            if not re.fullmatch(SHORT, part):
                joint = part
                continue
            page = part.rpartition(".")[0] or page
            name = part.rpartition(".")[2]
            if previous and re.fullmatch(TO, joint):
                found += [f"{page}.{n}" for n in range(whole(previous) + 1, whole(name))]
            found.append(f"{page}.{name}")
            previous = name
    return found


def whole(name: str) -> int:
    return int(name.rstrip("abcdefghijklmnopqrstuvwxyz"))


def findings(sources: Path) -> list[str]:
    pages = sorted(sources.glob("**/theory/*.md"))
    code = sorted(p for p in sources.rglob("*") if p.suffix in (".hpp", ".cpp"))

    defined = defaultdict(list)
    for place, line in lines(pages):
        if match := DEFINITION.search(line):
            defined[match[1] or match[2]].append(place)

    twice = [f"({label}) is defined {len(places)} times: {', '.join(places)}"
             for label, places in defined.items() if len(places) > 1]
    unknown = [f"{place}: ({label}) is defined in no theory page"
               for place, line in lines(pages + code) for label in references(line) if label not in defined]
    return twice + [place for page in pages for place in descending(page)] + unknown


def descending(page: Path) -> list[str]:
    found, last = [], None
    for place, line in lines([page]):
        if match := DEFINITION.search(line):
            label = match[1] or match[2]
            if last and whole(label.rpartition(".")[2]) < whole(last.rpartition(".")[2]):
                found.append(f"{place}: ({label}) stands behind ({last})")
            last = label
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="?", type=Path, default=Path(__file__).resolve().parents[1] / "fmu_src",
                        help="the folder to search (default: fmu_src)")
    found = findings(parser.parse_args().sources)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
