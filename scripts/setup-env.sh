# shellcheck shell=bash
# Sourced by the other scripts: `set_up EXTRAS` makes or reuses the virtual environment and installs the project into it.
# Afterwards $venv is its folder and $python its interpreter. HUNT_AI_VENV names another folder than .venv.

say() { printf '== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

find_python() {
    local name
    for name in ${HUNT_AI_PYTHON:+"$HUNT_AI_PYTHON"} python3.11 python3.12 python3.13 python3 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer was found; install one, or name it in HUNT_AI_PYTHON"
}

lock() {  # `lock [-n]` locks descriptor 9; where the command flock is missing, Python makes the same system call
    if command -v flock >/dev/null 2>&1; then
        flock "$@" 9
    else
        "$base" -c 'import fcntl, sys; fcntl.flock(9, fcntl.LOCK_EX | (fcntl.LOCK_NB if sys.argv[1:] else 0))' "$@" \
            2>/dev/null
    fi
}

take_lock() {  # one set-up at a time in one folder; the lock goes with this shell, however it ends
    exec 9>"$venv.lock" || fail "$venv.lock cannot be written; name another place in HUNT_AI_VENV"
    if ! lock -n; then
        say "another set-up is at work in $venv; waiting for it"
        lock || fail "$venv.lock cannot be locked"
    fi
}

usable() {  # it has pip, and its commands name this folder (they do not after a move)
    "$python" -m pip --version >/dev/null 2>&1 && grep -qF "$venv/bin/" "$venv/bin/pip" 2>/dev/null
}

make_venv() {  # what stands in the way is removed only where these scripts made it
    if [ -e "$venv" ] && [ ! -e "$venv/hunt-ai.made" ] && [ -n "$(ls -A "$venv" 2>/dev/null || echo file)" ]; then
        fail "$venv is there but is no virtual environment with pip; remove it, or name another place in HUNT_AI_VENV"
    fi
    say "making a virtual environment in $venv with $base"
    rm -rf "$venv"
    { mkdir -p "$venv" && touch "$venv/hunt-ai.made"; } || fail "the folder $venv cannot be made"
    "$base" -m venv "$venv" || fail "$base cannot make a virtual environment (on Debian: apt-get install python3-venv)"
}

find_place() {  # sets $venv, as a full path, and $python
    venv=${HUNT_AI_VENV:-$root/.venv}
    mkdir -p "$(dirname "$venv")" || fail "the folder of $venv cannot be made"
    venv=$(cd "$(dirname "$venv")" && pwd -P)/$(basename "$venv")
    python=$venv/bin/python
}

set_up() {  # the extras, with commas between; none: ""
    local extras=$1 stamp wanted base
    base=$(find_python)
    find_place
    take_lock
    stamp=$venv/hunt-ai-$extras.stamp
    wanted=$({ cat "$root/pyproject.toml" "$root/scripts/constraints.txt"; printf '%s\n' "$root" "$venv"; } | cksum)
    if [ -x "$python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        say "reusing the environment in $venv"
    else
        usable || make_venv
        say "installing hunt_ai and what it needs (the first time this takes a few minutes)"
        rm -f "$venv"/hunt-ai-*.stamp
        "$python" -m pip install -qq --disable-pip-version-check --no-input \
            --constraint "$root/scripts/constraints.txt" --editable "$root${extras:+[$extras]}" ||
            fail "the installation failed; what pip said stands above"
        printf '%s\n' "$wanted" | tee "$stamp" >"$venv/hunt-ai-.stamp"  # no extras are part of any
    fi
    exec 9>&-
}
