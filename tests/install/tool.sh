#!/bin/sh
# tool.sh BUILD: the installed tool finds the installed library, wherever the tree lies.
set -eu
rm -rf "$WORK"
"$CMAKE" --install "$1" --prefix "$WORK/staging"
mv "$WORK/staging" "$WORK/prefix"
"$WORK/prefix/bin/clscan" --version
