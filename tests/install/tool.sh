#!/bin/sh
# tool.sh PREFIX: the installed tool finds the installed library, wherever the tree lies.
set -eu
rm -rf "$WORK"
said=$("$1/bin/clscan" --version)
echo "$said"
[ "$said" = "clscan $VERSION" ]

# The man page and the completion come with it, and tell the same version and options.
man=$1/share/man/man1/clscan.1
completion=$1/share/bash-completion/completions/clscan
"$1/bin/clscan" --man | diff - "$man"
"$1/bin/clscan" --completion | diff - "$completion"
grep -q "clscan $VERSION" "$man"
