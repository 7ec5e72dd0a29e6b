#!/usr/bin/env bash
# Sets up an environment and runs the main job: trains a small network and pits it against the baselines.
set -euo pipefail
# shellcheck source=scripts/setup-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup-env.sh"

check_number() {
    case $2 in "" | *[!0-9]*) fail "$1: \"$2\" is no whole number (see scripts/quickstart.sh --help)" ;; esac
}

usage() {
    cat <<'TEXT'
usage: scripts/quickstart.sh [--short] [--pairs N] [--workers W] [--seed S] [--out DIR]

Makes a virtual environment if there is none, installs hunt_ai, trains a small network for double-tiger by self-play for
about two minutes (configs/train/quickstart.toml), draws its curves, and ends with a tournament of the network against
the simplest players: ratings, win rates per side, plots. Run again, it goes on where it was.

  --short      1 iteration of training and 2 game pairs of each two players, to see that it works
  --pairs N    so many game pairs (default: 25)
  --workers W  processes (default: one a core)
  --seed S     seed of the tournament (default: 1)
  --out DIR    where results go (default: results/quickstart)
TEXT
}

pairs=25 stop=() workers=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) seed=1 out=$root/results/quickstart
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) usage; exit 0 ;;
        --short) pairs=2 stop=(--stop-after 1); shift ;;
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

set_up onnx
mkdir -p "$out" || fail "the folder $out cannot be made"
out=$(cd "$out" && pwd)
cd "$root"
case $out in *,*) fail "$out: the path of a network holds no comma" ;; esac

say "a small network teaches itself double-tiger"
run=$out/run
what=configs/train/quickstart.toml
if [ -e "$run/state.json" ]; then what=--resume; fi
"$venv/bin/hunt-ai" train "$what" --out "$run" --workers "$workers" ${stop[@]+"${stop[@]}"}
"$venv/bin/hunt-ai" plot "$run" --out "$out/curves"

say "a tournament of $pairs game pairs of each two players"
cp "$(ls "$run"/network-*.safetensors | tail -1)" "$out/network.safetensors"
cat > "$out/tournament.toml" <<TOML
format = 1
name = "quickstart"
games = ["double-tiger"]
players = ["random", "greedy", { player = "net:$out/network.safetensors,simulations=64", name = "network" }]
mirror = true
seed = $seed

[openings]
kind = "random"
plies = 4
TOML
results=$out/seed-$seed-$(cksum < "$out/network.safetensors" | cut -d" " -f1).db
"$venv/bin/hunt-ai" tournament "$out/tournament.toml" --pairs "$pairs" --workers "$workers" --out "$results" --report "$out"
say "curves of the training: $out/curves"
say "to verify every game: $venv/bin/hunt-ai results verify $results"
say "to play yourself: $venv/bin/hunt-ai play double-tiger --as dogs --against net:$out/network.safetensors"
