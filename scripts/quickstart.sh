#!/usr/bin/env bash
# Sets up an environment and runs the main job on all five games: a tournament and its report.
set -euo pipefail
# shellcheck source=scripts/setup-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup-env.sh"

check_number() {
    case $2 in "" | *[!0-9]*) fail "$1: \"$2\" is no whole number (see scripts/quickstart.sh --help)" ;; esac
}

usage() {
    cat <<'TEXT'
usage: scripts/quickstart.sh [--short] [--pairs N] [--workers W] [--seed S] [--out DIR]

Makes a virtual environment if there is none, installs hunt_ai, plays a small tournament of the simplest players in all
five games (configs/tournaments/quickstart.toml), and ends with its report: ratings, win rates per side, plots.
Run again, it goes on where it was.

  --short      5 game pairs of each two players in each game, to see that it works
  --pairs N    so many game pairs (default: 50)
  --workers W  processes (default: one a core)
  --seed S     seed of the tournament (default: 1)
  --out DIR    where results go (default: results/quickstart)
TEXT
}

pairs=50 workers=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) seed=1 out=$root/results/quickstart
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --short) pairs=5; shift ;;
        --pairs | --workers | --seed | --out)
            [ $# -ge 2 ] || fail "$1 needs a value (see scripts/quickstart.sh --help)"
            [ "$1" = --out ] || check_number "$1" "$2"
            case $1 in
                --pairs) pairs=$2 ;;
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
cd "$root"
say "a tournament of $pairs game pairs of each two players in each game"
"$venv/bin/hunt-ai" tournament configs/tournaments/quickstart.toml --pairs "$pairs" --seed "$seed" \
    --workers "$workers" --out "$out/seed-$seed.db" --report "$out"
say "to verify every game: $venv/bin/hunt-ai results verify $out/seed-$seed.db"
say "to play yourself: $venv/bin/hunt-ai play double-tiger --as dogs"
