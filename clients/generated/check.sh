#!/usr/bin/env bash
# Holds openapi.json against what others make of it: two linters, a generated client that is used against the
# built service, and schemathesis. Installs these tools into a directory of its own, which goes afterwards.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
description=$root/openapi/openapi.json
work=$(mktemp -d)
service=
end() {
  if [ -n "$service" ]; then kill "$service" && wait "$service" || true; fi
  rm -rf "$work"
}
trap end EXIT

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check \
  openapi-python-client==0.29.1 ruff==0.17.6 schemathesis==4.32.5
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts @redocly/cli@2 @stoplight/spectral-cli@6

echo '== redocly'
npx redocly lint --config "$here/redocly.yaml" "$description"
echo '== spectral'
npx spectral lint --fail-severity warn --ruleset "$here/spectral.yaml" "$description"

key=0123456789abcdef0123
mkdir backups
NEARDUP_API_KEY=$key NEARDUP_BACKUP_DIR=$work/backups NEARDUP_DATA=$work/neardup.db NEARDUP_LOG_LEVEL=error \
  node "$root/dist/main.js" serve --port 0 >ready &
service=$!
until grep -q 'is ready at' ready; do
  kill -0 "$service" || exit 1
  sleep 0.2
done
url=$(grep -o 'http://[^ ]*' ready)

echo '== openapi-python-client'
PATH=$work/python/bin:$PATH openapi-python-client generate --path "$description" --meta none \
  --config "$here/openapi-python-client.yml" --output-path generated/neardup_client >generated.log 2>&1 ||
  { cat generated.log; exit 1; }
PYTHONPATH=generated python/bin/python "$here/try_python.py" "$url" "$key"

echo '== schemathesis'
# GET /events never ends, and NDJSON is no body that it can make.
timeout 300 python/bin/schemathesis --config-file "$here/schemathesis.toml" run "$description" --url "$url" \
  -H "Authorization: Bearer $key" --max-examples "${EXAMPLES:-15}" --exclude-path /events \
  --exclude-operation-id bulk --no-color
