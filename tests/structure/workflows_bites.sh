#!/bin/sh
# workflows_bites.sh ROOT WORK: workflows.sh accepts the workflows as they are, and notices faults that are planted in a
# copy of them.
set -eu
root=$1 work=$2
check=$(cd "$(dirname "$0")" && pwd)/workflows.sh
rm -rf "$work" && mkdir -p "$work/.github"
cp -R "$root/tools" "$work/"
cp -R "$root/.github/workflows" "$work/.github/original"

# notices TEXT SED_SCRIPT: with this change, workflows.sh fails and says TEXT.
notices() {
    rm -rf "$work/.github/workflows" && cp -R "$work/.github/original" "$work/.github/workflows"
    sed "$2" "$work/.github/original/check.yml" >"$work/.github/workflows/check.yml"
    ! cmp -s "$work/.github/original/check.yml" "$work/.github/workflows/check.yml" || { echo "no change: $2" && exit 1; }
    status=0
    said=$(sh "$check" "$work" 2>&1) || status=$?
    [ $status != 77 ] || { echo "$said" && exit 77; }
    case "$status $said" in "1 "*"$1"*) ;; *) echo "not noticed: $2: $status $said" && exit 1 ;; esac
}

notices "no script tools/chekc" 's|run: tools/check$|run: tools/chekc|'
notices "the schedule does not run tools/check" 's|run: tools/check$|run: tools/check quick|'
notices "a push does not run tools/check quick" "s|== 'push'|== 'pull_request'|"
notices "has no limit of time" '/timeout-minutes/d'
notices "has images" 's|"debian:12"|"fedora:41"|'
notices "no YAML" 's|^    steps:|   steps:|'
notices "a step has" 's|^        run: tools/setup|        rnu: tools/setup|'
notices "no shell script" 's|run: tools/setup test|run: (tools/setup test|'
notices "no daily schedule" 's|"17 2|"17|'
