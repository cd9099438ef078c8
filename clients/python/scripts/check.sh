#!/usr/bin/env bash
# Holds the package against the built service: style, types, generated code, tests, and the wheel in an environment
# of its own. With --quick, without the wheel, the crawls of the examples, and datasets. Needs Python 3.10 or later with
# venv, and `npm run build` before.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/dev"
extras=dev,datasets
[ "${1-}" != --quick ] || extras=dev
"$work/dev/bin/pip" install --quiet --disable-pip-version-check --editable ".[$extras]"
examples=../../examples/python
"$work/dev/bin/ruff" check --config pyproject.toml . $examples
"$work/dev/bin/ruff" format --config pyproject.toml --check . $examples
"$work/dev/bin/mypy"
(cd $examples && "$work/dev/bin/mypy" --strict --cache-dir "$work/mypy" .)
if [ "${1-}" = --quick ]; then
  "$work/dev/bin/python" -m pytest --quiet -p no:cacheprovider -m 'not long'
  exit
fi
"$work/dev/bin/python" -m pytest --quiet -p no:cacheprovider

"$work/dev/bin/python" -m build --outdir "$work/dist" . >"$work/build.log" || { cat "$work/build.log"; exit 1; }
python3 -m venv "$work/user"
"$work/user/bin/pip" install --quiet --disable-pip-version-check "$work"/dist/*.whl
(cd "$work" && "$work/user/bin/python" -c 'import neardup, importlib.util as u; assert not any(map(u.find_spec, ("scrapy", "langchain_core", "datasets"))); print("installed", neardup.__version__)')
# What a registry checks, and the examples of the README with the wheel alone, then with its extra.
"$work/dev/bin/twine" check --strict "$work"/dist/*
"$work/user/bin/pip" install --quiet --disable-pip-version-check pytest
"$work/user/bin/python" -m pytest --quiet -p no:cacheprovider tests/test_readme.py
wheel=$(echo "$work"/dist/*.whl)
"$work/user/bin/pip" install --quiet --disable-pip-version-check "$wheel[scrapy]"
"$work/user/bin/python" -m pytest --quiet -p no:cacheprovider tests/test_scrapy.py
# The sources give the same client.
python3 -m venv "$work/sources"
"$work/sources/bin/pip" install --quiet --disable-pip-version-check "$work"/dist/*.tar.gz
(cd "$work" && sources/bin/python -c 'import neardup; neardup.Client("http://127.0.0.1:1"); print("installed from sources")')
