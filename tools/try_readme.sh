#!/usr/bin/env bash
# Run the README's two commands in a copy of the checkout, and wait until the table answers and a game is ready.
set -euo pipefail
set -m  # gives the background job its own process group, so that make's child is killed with it
root=$(cd "$(dirname "$0")/.." && pwd)
copy=$(mktemp -d)
finish() {
  if [ -n "${server:-}" ]; then
    kill -- "-$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$copy" || true
}
trap finish EXIT
for command in "make play" "make test"; do
  grep -qF "$command" "$root/README.md" || { echo "README does not show '$command'" >&2; exit 1; }
done
git -C "$root" ls-files -z | (cd "$root" && xargs -0 -I{} cp --parents {} "$copy")
cd "$copy"
make --dry-run test >/dev/null
export TABLIER_CACHE=$copy/cache
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
make play ARGS="--no-browser --port $port --data $copy/data" >"$copy/log" 2>&1 &
server=$!
for _ in $(seq 300); do
  if curl -fsS "http://127.0.0.1:$port/health" >/dev/null 2>&1; then break; fi
  kill -0 "$server" 2>/dev/null || { cat "$copy/log"; exit 1; }
  sleep 1
done
curl -fsS "http://127.0.0.1:$port/" | grep -q '<title>' || { cat "$copy/log"; exit 1; }
for _ in $(seq 180); do
  if curl -fsS "http://127.0.0.1:$port/api/games" | grep -q '"ready":true'; then echo "make play: the table is open and a game is ready"; exit 0; fi
  sleep 1
done
echo "no game became ready" >&2; cat "$copy/log"; exit 1
