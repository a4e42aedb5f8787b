# Floating sums on as many compute units as there are, and on one, where the device is PoCL's.
. "$(dirname "$0")/common.sh"

awk 'BEGIN { srand(1); for (i = 0; i < 300000; i++) printf "%.6f\n", rand() - 0.3 }' >in.txt
for strategy in auto reduce_scan; do
    set -- scan --type float --from text --to raw --strategy $strategy --deterministic in.txt
    expect 0 "$@" all.bin
    POCL_MAX_PTHREAD_COUNT=1 expect 0 "$@" one.bin
    same all.bin one.bin
done
passed
