#!/usr/bin/env bash
# Sets up an environment and runs the main job on all five games.
set -euo pipefail
# shellcheck source=scripts/setup-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup-env.sh"

check_number() {
    case $2 in "" | *[!0-9]*) fail "$1: \"$2\" is no whole number (see scripts/quickstart.sh --help)" ;; esac
}

usage() {
    cat <<'TEXT'
usage: scripts/quickstart.sh [--short] [--games N] [--workers W] [--seed S] [--out DIR]

Makes a virtual environment if there is none, installs hunt_ai, plays matches of greedy against greedy in all five games,
and ends with a table of win rates per side and a bar chart.

  --short      40 games of each, to see that it works
  --games N    games of each (default: 400)
  --workers W  processes (default: one a core)
  --seed S     seed of the matches (default: 1)
  --out DIR    where results go (default: results/quickstart)
TEXT
}

games=400 workers=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) seed=1 out=$root/results/quickstart
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --short) games=40; shift ;;
        --games | --workers | --seed | --out)
            [ $# -ge 2 ] || fail "$1 needs a value (see scripts/quickstart.sh --help)"
            [ "$1" = --out ] || check_number "$1" "$2"
            case $1 in
                --games) games=$2 ;;
                --workers) workers=$2 ;;
                --seed) seed=$2 ;;
                --out) out=$2 ;;
            esac
            shift 2 ;;
        *) fail "unknown argument $1 (see scripts/quickstart.sh --help)" ;;
    esac
done

set_up ""
mkdir -p "$out" || fail "the folder $out cannot be made"
out=$(cd "$out" && pwd)
new=$(mktemp -d "$out/unfinished.XXXXXX") || fail "nothing can be written in $out"
trap 'rm -rf "$new"' EXIT # results from an earlier run are replaced only when all the new ones are there
played=() files=()
for game in dog-deer beat-the-wolf double-tiger jungle-arena jungle-bighead; do
    say "$game: $games games, greedy against greedy"
    "$venv/bin/hunt-ai" match "$game" --first greedy --second greedy \
        --games "$games" --workers "$workers" --seed "$seed" --out "$new/$game.jsonl" >/dev/null
    played+=("$new/$game.jsonl") files+=("$out/$game.jsonl")
done
"$venv/bin/hunt-ai" summary "${played[@]}" --chart "$new/win-rates.png" --json >"$new/summary.json"
mv -f "$new"/* "$out/"
say "results"
"$venv/bin/hunt-ai" summary "${files[@]}"
say "chart: $out/win-rates.png"
say "to play yourself: $venv/bin/hunt-ai play double-tiger --as dogs"
