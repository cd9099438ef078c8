#!/usr/bin/env bash
# Holds openapi.json against what others make of it: two linters, generated clients that are used against the
# built service (those in Go where it is there), and schemathesis. Installs these tools into a directory of its own, which goes afterwards.
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

echo '== openapi-generator, Java'
curl --silent --fail --output generator.jar \
  https://repo.maven.apache.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar
generate() {
  java -jar generator.jar generate --input-spec "$description" --output "$1" "${@:2}" >"$1.log" 2>&1 || { cat "$1.log"; exit 1; }
}
generate java --generator-name java \
  --additional-properties=groupId=neardup.example,artifactId=client,invokerPackage=neardup.client,apiPackage=neardup.client.api,modelPackage=neardup.client.model
cp "$here/Try.java" java/src/main/java
(cd java && mvn --quiet --batch-mode -Dmaven.test.skip=true package dependency:copy-dependencies)
java -cp "java/target/classes:java/target/dependency/*" Try "$url" "$key"

if command -v go >/dev/null; then
  # NAME PROGRAM: builds the program with the client in go-NAME, and runs it.
  try_go() {
    mkdir "try-$1" && cp "$here/$2" "try-$1/main.go"
    (
      cd "try-$1"
      go mod init neardup.example/try
      go mod edit -require=neardup.example/client@v0.0.0 -replace=neardup.example/client=../go-$1
      go mod tidy && go build -o try .
    ) >"try-$1.log" 2>&1 || { cat "try-$1.log"; exit 1; }
    "try-$1/try" "$url" "$key"
  }
  echo '== openapi-generator, Go'
  generate go-generator --generator-name go --additional-properties=packageName=neardup
  sed -i 's/^module .*/module neardup.example\/client/' go-generator/go.mod
  try_go generator try_openapi_generator.go

  echo '== oapi-codegen'
  mkdir go-oapi
  (
    cd go-oapi
    go mod init neardup.example/client
    go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package neardup -o client.go "$description"
    go mod tidy
  ) >go-oapi.log 2>&1 || { cat go-oapi.log; exit 1; }
  try_go oapi try_oapi_codegen.go
else
  echo '== no Go here: its clients are not tried'
fi

echo '== schemathesis'
# GET /events never ends, and NDJSON is no body that it can make.
timeout 3600 python/bin/schemathesis --config-file "$here/schemathesis.toml" run "$description" --url "$url" \
  -H "Authorization: Bearer $key" --max-examples "${EXAMPLES:-15}" --exclude-operation-id events \
  --exclude-operation-id eventsIn --exclude-operation-id bulk --exclude-operation-id bulkIn --no-color
