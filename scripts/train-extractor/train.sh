#!/bin/sh
# Trains the block filter: train.sh DATA_DIR WORK_DIR [--cross-validate]
# Without --cross-validate the result is WORK_DIR/block-filter.model.json, trained on all pages; with it,
# a model per fold of hosts (fold-<n>.model.json) and folds.json (page id to fold).
# PYTHON names the interpreter (3.11 or later); its packages go into WORK_DIR/venv.
set -eu
here=$(dirname "$0")
data=$1
work=$2
shift 2
mkdir -p "$work"
if [ ! -x "$work/venv/bin/python" ]; then
  "${PYTHON:-python3}" -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
fi
node --import tsx "$here/export-features.ts" "$data" "$work"
"$work/venv/bin/python" "$here/train.py" "$work" "$@"
