"""Writes src/neardup/_models.py from openapi.json: a frozen dataclass for each object in an answer.

python scripts/generate_models.py           writes
python scripts/generate_models.py --check   only reports whether the file is out of date
"""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path
from typing import Any

from tidy import put

here = Path(__file__).resolve().parent.parent
description = here.parent.parent / "openapi" / "openapi.json"

Schema = dict[str, Any]

HEAD = '''"""What the service answers. Made from openapi.json by scripts/generate_models.py; not to be edited.

Each class leaves out fields that it does not know, so that a later service can be read; `from_json` takes an
object as the service sends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
'''


def main() -> int:
    return put("_models.py", generate(json.loads(description.read_text("utf-8"))), "generate_models.py")


def generate(api: Schema) -> str:
    schemas: dict[str, Schema] = api["components"]["schemas"]
    names = sorted(answered(api, schemas))
    classes = [class_of(name, schemas[name]) for name in names if "properties" in schemas[name]]
    return "\n\n\n".join([HEAD.rstrip(), *classes]) + "\n"


def answered(api: Schema, schemas: dict[str, Schema]) -> set[str]:
    """Returns the names of all schemas that answers consist of."""
    operations = [each for path in api["paths"].values() for each in path.values()]
    found: set[str] = set()
    waiting = references([each["responses"] for each in operations])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= references(schemas[name])
    return found


def references(value: object) -> set[str]:
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(value)))


def class_of(name: str, schema: Schema) -> str:
    required = set(schema.get("required", []))
    fields = sorted(
        ((key, part, key in required) for key, part in schema["properties"].items()),
        key=lambda field: not field[2],  # fields that may be absent have a default, so they must be last
    )
    lines = ["@dataclass(frozen=True)", f"class {name}:"]
    if "description" in schema:
        lines += [f'    """{sentence(schema["description"])}"""', ""]
    for key, part, is_required in fields:
        kind = type_of(part)
        if not is_required and not kind.endswith("| None"):
            kind += " | None"
        if "description" in part:
            lines += comment(part["description"])
        lines.append(f"    {snake(key)}: {kind}" + ("" if is_required else " = None"))
    lines += [
        "",
        "    @classmethod",
        f"    def from_json(cls, data: Mapping[str, Any]) -> {name}:",
        "        return cls(",
    ]
    for key, part, is_required in fields:
        source = f'data["{key}"]' if is_required else f'data.get("{key}")'
        lines.append(f"            {snake(key)}={reading(part, source, is_required)},")
    return "\n".join([*lines, "        )"])


def type_of(schema: Schema) -> str:
    inner = without_null(schema)
    if inner is not schema:
        return f"{type_of(inner)} | None"
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return f"{type_of({**schema, 'type': kinds[0], 'enum': given(schema)})} | None"
    if schema.get("enum") or "const" in schema:
        return f"Literal[{', '.join(quoted(each) for each in given(schema))}]"
    if kinds == "array":
        return f"tuple[{type_of(schema['items'])}, ...]"
    simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
    return simple.get(str(kinds), "Mapping[str, Any]")


def quoted(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def given(schema: Schema) -> list[object]:
    values = [schema["const"]] if "const" in schema else schema.get("enum") or []
    return [each for each in values if each is not None]


def without_null(schema: Schema) -> Schema:
    """Returns the other schema of an `anyOf` with null; the schema itself if it is no such `anyOf`."""
    choices = schema.get("anyOf", [])
    rest = [each for each in choices if each.get("type") != "null"]
    return rest[0] if len(rest) == 1 else schema


def reading(schema: Schema, source: str, is_required: bool) -> str:
    """Returns the expression that converts the JSON of a field to its value."""
    inner = without_null(schema)
    may_be_none = inner is not schema or not is_required or isinstance(schema.get("type"), list)
    value = converted(inner, source)
    if value == source or not may_be_none:
        return value
    name = source.split('"')[1]
    return f'None if data.get("{name}") is None else {converted(inner, f"""data["{name}"]""")}'


def converted(schema: Schema, source: str) -> str:
    if "$ref" in schema:
        return f"{schema['$ref'].rsplit('/', 1)[1]}.from_json({source})"
    if "array" in [schema.get("type"), *(schema["type"] if isinstance(schema.get("type"), list) else [])]:
        item = converted(schema["items"], "each")
        return f"tuple({source})" if item == "each" else f"tuple({item} for each in {source})"
    return source


def snake(name: str) -> str:
    plain = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def sentence(text: str) -> str:
    plain = text.replace("\\", "").replace('"', "'")
    return plain[0].upper() + plain[1:] + ("" if plain.endswith(".") else ".")


def comment(text: str) -> list[str]:
    words = re.sub(r"\b[Nn]ull\b", "None", text).split()
    lines: list[str] = []
    line = "    #"
    for word in words:
        if len(line) + len(word) >= 100:
            lines.append(line)
            line = "    #"
        line += f" {word}"
    return [*lines, line]


if __name__ == "__main__":
    raise SystemExit(main())
