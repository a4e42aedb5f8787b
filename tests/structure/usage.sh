#!/bin/sh
# usage.sh ROOT: tools/drivers, `tools/drivers check`, tools/peers/run, tools/figures/run and tools/figures/page print
# their usage for --help and -h, exit 0 and do nothing else.
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
for option in --help -h; do
    said=$("$1/tools/peers/run" $option)
    case $said in
    tools/peers/run*--type*short*--peers*cub*CLSCAN_CUB*) ;;
    *) echo "tools/peers/run $option prints no usage: $said" && exit 1 ;;
    esac
    command -v python3 >/dev/null || continue
    for program in run page; do
        said=$("$1/tools/figures/$program" $option)
        case $said in
        tools/figures/$program*' cub '*) ;;
        *) echo "tools/figures/$program $option prints no usage: $said" && exit 1 ;;
        esac
    done
done
