#!/bin/sh
# tool.sh PREFIX: the installed tool finds the installed library, even after the tree has been moved.
set -eu
rm -rf "$WORK"
said=$("$1/bin/clscan" --version)
echo "$said"
[ "$said" = "clscan $VERSION" ]

# The man page and the completion are installed too. They equal the output of the tool.
man=$1/share/man/man1/clscan.1
completion=$1/share/bash-completion/completions/clscan
"$1/bin/clscan" --man | diff - "$man"
"$1/bin/clscan" --completion | diff - "$completion"
grep -q "clscan $VERSION" "$man"
