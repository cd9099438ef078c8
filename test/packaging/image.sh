#!/usr/bin/env bash
# Builds the Dockerfile, runs the image, and uses it: `npm run test:image`. With docker if its daemon answers, else with
# buildah. Where no registry of images can be reached, BASE=DIR stands for node:22-bookworm-slim: a root file system of
# Debian bookworm (of debootstrap, say) with node, npm and a user `node`. Without docker and buildah, the steps of the
# Dockerfile are carried out on this machine (run-dockerfile.ts), which needs root and Debian with Node.
set -euo pipefail
cd "$(dirname "$0")/../.."

if docker info >/dev/null 2>&1; then tool=docker
elif command -v buildah >/dev/null; then tool=buildah
elif [ -n "${MOUNTS_ARE_OWN-}" ]; then tool=steps
elif [ "$(id -u)" = 0 ] && unshare --mount true; then
  # All mounts go with this namespace.
  MOUNTS_ARE_OWN=1 exec unshare --mount bash "$0"
else
  echo 'Neither a docker daemon nor buildah is here (apt-get install buildah), nor root with the right to mount' >&2
  exit 1
fi
name=neardup-test-$$
key=0123456789abcdef0123
work=$(mktemp -d)
chmod 755 "$work" # for the user of the image
container=
running=
mounted=

end() {
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  if [ $tool = docker ]; then
    [ -z "$container" ] || docker rm --force --volumes "$container" >/dev/null
    docker rmi "$name" >/dev/null 2>&1 || true
  elif [ $tool = buildah ]; then
    [ -z "$container" ] || buildah rm "$container" >/dev/null
    buildah rmi "$name" >/dev/null 2>&1 || true
    [ -z "${BASE-}" ] || buildah rmi docker.io/library/node:22-bookworm-slim >/dev/null 2>&1 || true
  elif [ -n "$mounted" ]; then
    [ -z "$running" ] || wait "$running" || true
    # Only an empty folder is removed, never what is mounted there.
    umount --recursive --lazy "$mounted" && rmdir "$mounted"
  fi
  rm -rf --one-file-system "$work"
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
elif [ $tool = buildah ]; then
  buildah bud --quiet --pull-never --isolation chroot --file "$dockerfile" --tag "$name" . >"$work/build.log" 2>&1 || { tail -50 "$work/build.log"; exit 1; }
else
  mounted=$(mktemp -d)
  root=$(npx --no-install tsx test/packaging/run-dockerfile.ts "$mounted" 2>"$work/build.log") || { tail -50 "$work/build.log"; exit 1; }
  image() { node -p "const image = JSON.parse(require('fs').readFileSync('$mounted/image.json', 'utf8')); $1"; }
  mapfile -t settings < <(image "Object.entries(image.environment).map((pair) => pair.join('=')).join('\n')")
  user=$(image image.user)
  folder=$(image image.folder)
  mapfile -t command < <(image "image.command.join('\n')")
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
    port=$(node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })')
    local own=("NEARDUP_API_KEY=$key" "NEARDUP_PORT=$port")
    if [ $tool = buildah ]; then
      [ -n "$container" ] || container=$(buildah from --pull-never "$name")
      # buildah runs no CMD by itself; the command is the one of the image.
      buildah run --isolation chroot --user node "${own[@]/#/--env=}" "$container" -- node dist/main.js serve >"$work/log" 2>&1 &
    else
      chroot --userspec="$user:$user" "$root" env -i PATH="$PATH" HOME=/tmp "${settings[@]}" "${own[@]}" \
        sh -c "cd $folder"' && exec "$@"' sh "${command[@]}" >"$work/log" 2>&1 &
    fi
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

# Runs a command in the image, with the files of this test in /use and its samples in /samples.
inside() {
  local use=$PWD/test/packaging samples=$work/samples
  if [ $tool = docker ]; then
    docker run --rm --env HOME=/tmp --volume "$use:/use:ro" --volume "$samples:/samples:ro" "$name" "$@"
  elif [ $tool = buildah ]; then
    buildah run --isolation chroot --user node --env HOME=/tmp --volume "$use:/use:ro" --volume "$samples:/samples:ro" "$container" -- "$@"
  else
    for part in use samples; do
      mountpoint --quiet "$root/$part" && continue
      mkdir "$root/$part"
      mount --bind "${!part}" "$root/$part"
    done
    chroot --userspec="$user:$user" "$root" env -i PATH="$PATH" HOME=/tmp "${settings[@]}" sh -c "cd $folder"' && exec "$@"' sh "$@"
  fi
}

echo '- check a page'
start
[ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$url/stats")" = 401 ]
ask | grep --quiet '"decision":"new"'
echo '- restart, and find it'
if [ $tool != docker ]; then kill "$running"; wait "$running" || true; fi
start
ask | grep --quiet '"decision":"unchanged"'
npx --no-install tsx test/packaging/samples.ts "$work/samples"
echo '- list the packages in it'
inside npm sbom --sbom-format cyclonedx >"$work/sbom.json"
grep --quiet '"purl": "pkg:npm/fastify@' "$work/sbom.json"
inside node /use/use.mjs /samples node /app/dist/main.js
echo ok
