#!/usr/bin/env bash
# Sets up an environment and runs the checks and the tests.
set -euo pipefail
# shellcheck source=scripts/setup-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup-env.sh"

usage() {
    cat <<'TEXT'
usage: scripts/test.sh [--all] [PYTEST ARGUMENTS]

Makes a virtual environment if there is none, installs hunt_ai with its tests' needs, checks style, types and the import
contract, and runs the tests. --all runs the slow tests too.
TEXT
}

selection=(-m "not slow") rest=()
for argument in "$@"; do
    case $argument in
        --help | -h) usage; exit 0 ;;
        --all) selection=(-m "slow or not slow") ;;
        *) rest+=("$argument") ;;
    esac
done

set_up test,dev,onnx
cd "$root"
say "style"
"$python" -m ruff check .
say "types"
"$python" -m mypy
say "import contract"
"$venv/bin/lint-imports" --no-cache
say "tests"
"$python" -m pytest -n auto "${selection[@]}" ${rest[@]+"${rest[@]}"}
