#!/bin/sh
# top_level.sh ROOT: the top level of the repository contains only the files and folders listed below. New files belong
# in one of these folders.
set -eu
cd "$1"
git rev-parse --git-dir >/dev/null 2>&1 || { echo "not a git checkout" && exit 77; }
if git ls-files | cut -d/ -f1 | sort -u |
    grep -vxE 'CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md|include|src|cl|tests|tools|\..*'; then
    echo "not in the fixed top level" && exit 1
fi
