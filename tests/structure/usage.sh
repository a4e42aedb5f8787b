#!/bin/sh
# usage.sh ROOT: tools/drivers and `tools/drivers check` print their usage for --help and -h, exit 0 and test nothing.
set -eu
for subcommand in "" check; do
    for option in --help -h; do
        # shellcheck disable=SC2086 # nothing, or one word
        said=$("$1/tools/drivers" $subcommand $option)
        case $said in
        tools/drivers*"[--short] [NAME...]"*) ;;
        *) echo "tools/drivers $subcommand $option prints no usage: $said" && exit 1 ;;
        esac
    done
done
