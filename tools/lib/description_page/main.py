"""docs/description.md from the schema of every model, the worked examples and the words of page.md.

In page.md a line of its own is replaced:
    {{keys MODEL}}       tables of all keys that only this model has
    {{header}}           the keys that every model has
    {{start MODEL}}      the start values that every description of this model has
    {{example FILE}}     the text of a description
    {{catalogue}}        the catalogue of ropes
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
REEVE = ROOT / "build" / "bin" / "reeve"
PAGE = ROOT / "docs" / "description.md"
HEADER = ["model", "name", "description", "author", "copyright", "license", "version", "experiment", "start"]


def schema(model: str) -> dict:
    return json.loads(subprocess.run([REEVE, "schema", model], check=True, capture_output=True, text=True).stdout)


def type_of(key: dict) -> str:
    if "enum" in key:
        return " or ".join(f"`{json.dumps(word)}`" for word in key["enum"])
    kind = key["type"]
    if kind == "array":
        return {"object": "list of tables", "string": "list of texts"}[key["items"]["type"]]
    return {"string": "name" if "pattern" in key else "text", "number": "number", "integer": "whole number", "boolean": "true or false",
            "object": "table"}[kind]


def range_of(key: dict) -> str:
    words = [f"{sign} {key[bound]:g}" for bound, sign in (("exclusiveMinimum", ">"), ("minimum", "≥"), ("maximum", "≤"))
             if bound in key and abs(key[bound]) < 2**31 - 1]
    return ", ".join(words)


def otherwise(name: str, key: dict, table: dict) -> str:
    if name in table.get("required", []):
        return "**required**"
    for rule in table.get("allOf", []):
        names = [option["required"][0] for option in rule.get("anyOf", [])]
        if names and names[0] == name:
            return "**required** unless " + " or ".join(f"`{other}`" for other in names[1:])
    if "x-default" in key:
        return key["x-default"]
    return f"`{json.dumps(key['default'], ensure_ascii=False)}`" if "default" in key else ""


def words(key: dict) -> str:
    """What a key means, without its unit, as Markdown that shows <name> as it is."""
    return key["description"].removesuffix(f" [{key.get('x-unit', '')}]").replace("<", "&lt;")


def rows(table: dict, names: list[str]) -> str:
    out = "| key | type | unit | range | default | meaning |\n|---|---|---|---|---|---|\n"
    for name in names:
        key = table["properties"][name]
        since = "" if key["x-since"] == "0.1" else f" (since {key['x-since']})"
        out += f"| `{name}` | {type_of(key)} | {key.get('x-unit', '')} | {range_of(key)} | {otherwise(name, key, table)} | {words(key)}{since} |\n"
    return out


def tables_below(table: dict, names: list[str], path: str = "") -> str:
    """One section for each table that these keys hold, and those inside it."""
    out = ""
    for name in names:
        key = table["properties"][name]
        inner = key.get("items", key)
        if "properties" not in inner or name == "start":
            continue
        title = f"{path}{name}"
        out += f"\n#### `{title}`\n\n{words(key)}.\n\n{rows(inner, list(inner['properties']))}"
        out += tables_below(inner, list(inner["properties"]), title + ".")
    return out


def keys(model: str) -> str:
    of = schema(model)
    names = [name for name in of["properties"] if name not in HEADER]
    if not names:
        return "It has no keys of its own.\n"
    return rows(of, names) + tables_below(of, names)


def header() -> str:
    of = schema("Reeving")
    for name in ("model", "name", "description"):    # these differ from model to model
        of["properties"][name].pop("enum", None)
        of["properties"][name].pop("default", None)
    of["properties"]["name"]["x-default"] = "the model's name"
    of["properties"]["description"]["x-default"] = "a sentence about the model"
    return rows(of, HEADER) + tables_below(of, HEADER)


def start(model: str) -> str:
    values = schema(model)["properties"]["start"]
    out = f"| name | unit | range | in {values['x-showcase']} | meaning |\n|---|---|---|---|---|\n"
    for name, value in values["properties"].items():
        out += f"| `{name}` | {value.get('x-unit', '')} | {range_of(value)} | {value['x-start']} | {words(value)} |\n"
    return out


def example(file: str) -> str:
    text = (ROOT / file).read_text()
    return f"[{file}](../{file}):\n\n```toml\n{text}```\n"


def catalogue() -> str:
    out = "| types | W | C | K | modulus | grade | mass ± | stiffness ± | factors | modulus |\n|---|---|---|---|---|---|---|---|---|---|\n"
    for rope in tomllib.loads((ROOT / "resources/catalogue/ropes.toml").read_text())["rope"]:
        types = ", ".join(f"`{name}`" for name in rope["types"])
        off = rope["uncertainty"]
        out += (f"| {types} | {rope['W']} | {rope['C']} | {rope['K']} | {rope['E'] / 1e9:g} GPa | {rope['grade']} N/mm2 | {off['mass']:.0%} | "
                f"{off['stiffness']:.0%} | {rope['source']} | {rope['modulus']} |\n")
    return out


def page() -> str:
    parts = {"keys": keys, "header": header, "start": start, "example": example, "catalogue": catalogue}
    text = (Path(__file__).parent / "page.md").read_text()
    return re.sub(r"^\{\{(\w+) ?(.*?)\}\}\n", lambda found: parts[found[1]](*filter(None, [found[2]])), text, flags=re.MULTILINE)


def main() -> int:
    if "--check" not in sys.argv:
        PAGE.write_text(page())
        return 0
    if PAGE.read_text() == page():
        return 0
    print("docs/description.md is not what the schema and the examples give: run tools/update-description-page", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
