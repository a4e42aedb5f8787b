# --deterministic: floating-point sums are bitwise the same on any number of compute units, for each strategy. The
# number of compute units changes with POCL_MAX_PTHREAD_COUNT on PoCL. The input is so long that strategy auto does not
# choose the strategy for small counts.
. "$(dirname "$0")/common.sh"

# The input is running sums of random numbers, so that their sums are rounded.
awk 'BEGIN { srand(1); for (i = 0; i < 300000; i++) printf "%.6f\n", rand() - 0.3 }' >in.txt
expect 0 scan --type float --to raw in.txt part.raw
for _ in 1 2 3 4 5 6 7 8 9 10; do cat part.raw; done >in.raw

scan_by() { # STRATEGY THREADS OUT: scans with this strategy and number of threads
    POCL_MAX_PTHREAD_COUNT=$2 expect 0 scan --type float --from raw --to raw --strategy "$1" --deterministic in.raw "$3"
}
for strategy in auto single_group global_steps hierarchical reduce_scan lookback chained slices columns; do
    "$CLSCAN" explain 3000000 --type float --strategy $strategy --deterministic >stdout 2>stderr ||
        { says stderr "$strategy" && continue; }
    scan_by $strategy 1 $strategy.1
    for threads in 2 3 7; do
        scan_by $strategy $threads $strategy.$threads
        same $strategy.1 $strategy.$threads
    done
    rm $strategy.*
done
passed
