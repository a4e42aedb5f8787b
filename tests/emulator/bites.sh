#!/bin/sh
# bites.sh BUILD: tests of the emulator notice faults in kernels that need ballots of several lanes. Each fault is
# planted alone in a copy of the kernels. Most of them change nothing in a sub-group of one work-item.
# bites.sh --patterns: only checks that each fault changes its kernel file. That needs no build.
set -u
build=$1
cd "$(dirname "$0")/../.."
. tests/support/planted.sh

# fault TEST FILE SED: plants the fault that the sed script makes in cl/FILE, and runs the test emulator.TEST.
fault() {
    plant "$2" "$3"
    [ "$build" != --patterns ] || return
    CLSCAN_TEST_CL_DIR=$work/cl ctest --test-dir "$build" -R "^emulator.$1\$" --output-on-failure >"$work/said" 2>&1
    grep -q 'No tests were found' "$work/said" && echo "no emulator" && exit 77
    grep -Eq 'difference at offset|from its offset|ended by a signal$' "$work/said" ||
        { echo "cl/$2: emulator.$1 does not notice $3:" && cat "$work/said" && failed=1; }
}

every_second='s/clscan_lanes_before(\([a-z_]*\))/(clscan_lanes_before(\1) \& ~2u)/'
fault ballots tile/selected_run_tile.h "$every_second"
fault ballots tile/selected_run_tile.h 's/at + k \* stride/at + k/'
fault ballots tile/selected_run_tile.h 's/clscan_lanes_in(set)/min(1u, clscan_lanes_in(set))/'
fault compaction tile/selected_packet_rows.h "$every_second"
fault compaction tile/selected_packet_rows.h 's/e \* clscan_sub_size() + clscan_lane())/e + clscan_lane())/'
fault compaction tile/selected_packet_rows.h 's/s->exchange + clscan_sub_id() \* clscan_sub_size()/s->exchange/'
fault compaction tile/selected_span_tile.h "$every_second"
fault compaction tile/selected_span_tile.h 's/kept + i - before/kept + i/'
fault compaction tile/selected_span_tile.h 's/begin - carry/begin/'
fault selected_segments tile/selected_segments_tile.h "$every_second"
fault selected_segments tile/selected_segments_tile.h 's/kept += clscan_lanes_in/kept += 0 * clscan_lanes_in/'
fault selected_segments tile/selected_segments_tile.h 's/sub_size() \* CLSCAN_BATCH_STEPS;/sub_size();/'
fault ranks tile/rank_by_ballots.h "$every_second"
fault ranks tile/rank_by_ballots.h 's/if (before == 0)/if (before == 1)/'
exit $failed
