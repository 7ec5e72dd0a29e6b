# Sourced by the other scripts: `set_up EXTRAS` makes or reuses the virtual environment and installs the project into it.
# Afterwards $venv is its folder and $python its interpreter. HUNT_AI_VENV names another folder than .venv.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=${HUNT_AI_VENV:-$root/.venv}
python=$venv/bin/python

say() { printf '== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

find_python() {
    local name
    for name in ${HUNT_AI_PYTHON:-} python3.11 python3.12 python3.13 python3 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer was found; install one, or name it in HUNT_AI_PYTHON"
}

take_lock() {  # one set-up at a time in one folder; the lock goes with the process that holds it
    mkdir -p "$(dirname "$venv")" || fail "the folder of $venv cannot be made"
    exec 9>"$venv.lock" || fail "$venv.lock cannot be written; name another place in HUNT_AI_VENV"
    if command -v flock >/dev/null 2>&1 && ! flock -n 9; then
        say "another set-up is at work in $venv; waiting for it"
        flock 9
    fi
}

set_up() {
    local extras=$1 stamp=$venv/hunt-ai-$1.stamp wanted base
    take_lock
    wanted=$({ cat "$root/pyproject.toml" "$root/scripts/constraints.txt"; printf '%s\n' "$root"; } | cksum)
    if [ -x "$python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
        say "reusing the environment in $venv"
    else
        base=$(find_python)
        if ! "$python" -c '' >/dev/null 2>&1; then
            say "making a virtual environment in $venv with $base"
            "$base" -m venv --clear "$venv" ||
                fail "$base cannot make a virtual environment (on Debian: apt-get install python3-venv)"
        fi
        say "installing hunt_ai and what it needs (the first time this takes a few minutes)"
        rm -f "$stamp"
        "$python" -m pip install --quiet --disable-pip-version-check --no-input \
            --constraint "$root/scripts/constraints.txt" --editable "$root${extras:+[$extras]}" ||
            fail "the installation failed; what pip said stands above"
        printf '%s\n' "$wanted" >"$stamp"
    fi
    exec 9>&-
}
