#!/usr/bin/env bash
# Builds the Dockerfile, runs the image, and uses it: `npm run test:image`. With docker if its daemon answers, else with
# buildah. Where no registry of images can be reached, BASE=DIR stands for node:22-bookworm-slim: a root file system of
# Debian bookworm (of debootstrap, say) with node, npm and a user `node`.
set -euo pipefail
cd "$(dirname "$0")/../.."
name=neardup-test-$$
key=0123456789abcdef0123
work=$(mktemp -d)
container=
running=

if docker info >/dev/null 2>&1; then tool=docker
elif command -v buildah >/dev/null; then tool=buildah
else
  echo 'Neither a docker daemon nor buildah is here: apt-get install buildah' >&2
  exit 1
fi

end() {
  if [ $tool = docker ]; then
    [ -z "$container" ] || docker rm --force --volumes "$container" >/dev/null
    docker rmi "$name" >/dev/null 2>&1 || true
  else
    [ -z "$running" ] || kill "$running" 2>/dev/null || true
    [ -z "$container" ] || buildah rm "$container" >/dev/null
    buildah rmi "$name" >/dev/null 2>&1 || true
    [ -z "${BASE-}" ] || buildah rmi docker.io/library/node:22-bookworm-slim >/dev/null 2>&1 || true
  fi
  rm -rf "$work"
}
trap end EXIT

dockerfile=Dockerfile
if [ -n "${BASE-}" ]; then
  # It has another digest.
  dockerfile=$work/Dockerfile
  sed 's/@sha256:[0-9a-f]*//' Dockerfile >"$dockerfile"
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$BASE" / >/dev/null
  buildah commit --quiet --rm "$base" docker.io/library/node:22-bookworm-slim >/dev/null
fi

echo "- build with $tool"
if [ $tool = docker ]; then docker build --quiet --tag "$name" . >/dev/null
else buildah bud --quiet --pull-never --isolation chroot --file "$dockerfile" --tag "$name" . >"$work/build.log" 2>&1 || { tail -50 "$work/build.log"; exit 1; }
fi

# Sets url.
start() {
  if [ $tool = docker ]; then
    if [ -z "$container" ]; then
      container=$(docker run --detach --env NEARDUP_API_KEY=$key --publish 127.0.0.1::8080 "$name")
    else docker restart "$container" >/dev/null
    fi
    url=http://$(docker port "$container" 8080)
  else
    [ -n "$container" ] || container=$(buildah from --pull-never "$name")
    port=$(node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })')
    # buildah runs no CMD by itself; the command is the one of the image.
    buildah run --isolation chroot --user node --env NEARDUP_API_KEY=$key --env NEARDUP_PORT="$port" "$container" \
      -- node dist/main.js serve >"$work/log" 2>&1 &
    running=$!
    url=http://127.0.0.1:$port
  fi
  for _ in $(seq 3000); do
    curl --silent --fail "$url/readyz" >/dev/null && return
    sleep 0.2
  done
  cat "$work/log" >&2 || true
  echo 'the service in the image did not get ready' >&2
  exit 1
}

ask() { curl --silent --header "Authorization: Bearer $key" --json '{"id": "a", "text": "A page of a few words, kept in a volume."}' "$url/check"; }

echo '- check a page'
start
[ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$url/stats")" = 401 ]
ask | grep --quiet '"decision":"new"'
echo '- restart, and find it'
if [ $tool = buildah ]; then kill "$running"; wait "$running" || true; fi
start
ask | grep --quiet '"decision":"unchanged"'
echo ok
