#!/bin/sh
# tool.sh PREFIX: the installed tool finds the installed library, wherever the tree lies.
set -eu
rm -rf "$WORK"
said=$("$1/bin/clscan" --version)
echo "$said"
[ "$said" = "clscan $VERSION" ]
