#!/bin/sh
# bites.sh PROGRAM: test_random notices faults in the kernels of tasks other than scans. Each fault is planted alone in
# a copy of the kernels, and a case finds a wrong result. Without a fault the case is right.
# bites.sh --patterns: only checks that each fault changes its kernel file. That needs no device and no program.
set -u
program=$1
cd "$(dirname "$0")/../.."
. tests/support/planted.sh

# fault FILE SED CASE: plants the fault that the sed script makes in cl/FILE, and runs the scans of the case.
fault() {
    plant "$1" "$2"
    [ "$program" != --patterns ] || return
    "$program" --case "$3" 12 >"$work/said" 2>&1
    status=$?
    [ "$status" -ne 77 ] || exit 77
    ! grep -q '^0 scans' "$work/said" || { echo "the device does not run $3" && return; }
    [ "$status" -eq 0 ] || { echo "$3 is wrong without a fault:" && cat "$work/said" && failed=1; }
    CLSCAN_TEST_CL_DIR=$work/cl "$program" --case "$3" 12 >"$work/said" 2>&1
    grep -Eq '^(in\[|out\[|indices|lengths|offsets|cells|wrote outside)|ended by a signal$' "$work/said" ||
        { echo "cl/$1: $3 does not notice $2:" && cat "$work/said" && failed=1; }
}

fault task/select.h 's/if (place < capacity)/if (place <= capacity)/' 'task=select carried=two count=300 room=as_kept'
fault task/select.h 's/ended < capacity/ended <= capacity/' 'task=run_length count=300 density=2 room=as_kept'
fault task/select_by_bits.h 's/mask\[i \/ 32\] >> i % 32/mask[i \/ 32] >> i % 16/' 'task=select mask=bits count=300'
fault task/select.h 's/exclusive : inclusive - 1/inclusive - 1 : exclusive/' 'task=run_length min_run=2 count=300'
fault task/select_long_runs.h 's/stride, 0 - stride/stride, stride/' 'task=run_length min_run=3 count=300'
fault task/select_long_runs.h 's/left + later_elements >= CLSCAN_MIN_RUN_LENGTH/true/' 'task=run_length min_run=9 density=64 count=300'
fault item/selected_chunks.h 's/kept & ((1ul << i) - 1)/kept/' 'task=run_length min_run=2 strategy=slices count=300'
fault task/select_long_runs.h 's/i - (index > 0 ? stride : 0)/i - (index > 0)/' \
    'task=run_length min_run=2 layout=columns columns=5 length=20 count=3000 density=64'
fault task/runs.h 's/CLSCAN_RUN_HEAD_AT(heads, i) | //' 'task=unique segments=flags count=300'
fault task/runs.h 's/(i) % 32 & 1/(i) % 16 \& 1/' 'task=run_length segments=offsets count=300'
fault task/select_last_of_run.h 's/index + 1 == count ? edge_elements == 0 : //' 'task=unique_last count=300'
fault grid/partition.cl 's/get_num_groups(0)/get_group_id(0) + 1/' 'task=partition strategy=reduce_scan shape=6 count=300'
fault item/selected_chunks.h 's/ + i - before, heads)/ + i, heads)/' 'task=partition carried=one count=300'
fault item/selected_chunks.h 's/count, CLSCAN_MAKE_COUNT(0, 1)/count, CLSCAN_MAKE_COUNT(1, 0)/' \
    'task=partition parts=three carried=one count=300'
fault item/selected_chunks.h 's/place_in_parts(begin, first, first/place_in_parts(0, first, first/' \
    'task=partition strategy=reduce_scan density=2 count=3000'
fault item/collector.h 's/c->place += whole/c->place += c->end/' 'task=partition density=2 count=3000'
fault item/collector.h 's/n - dropped, capacity - from/n - dropped, capacity/' \
    'type=uint task=select strategy=slices density=2 room=drawn count=2111'
fault item/collector.h 's/c->first = c->end = first/c->first = 0, c->end = first/' \
    'type=ushort task=select strategy=slices density=2 out_offset=3 count=3000'
fault tile/selected_span_tile.h 's/kept + i - before/kept + i/' 'task=partition strategy=reduce_scan shape=6 count=300'
fault tile/compaction.h 's/begin + x)/x)/' 'task=select carried=two strategy=reduce_scan shape=6 count=3000'
fault tile/selected_run_tile.h 's/at + k \* stride/at + k/' 'task=unique strategy=lookback reverse=1 count=300'
fault grid/run_lengths.h 's/CLSCAN_REVERSE ? before : runs - 1/runs - 1/' 'task=run_length reverse=1 count=300'
fault grid/run_lengths.h 's/begin = max(before, 0L)/begin = 0/' 'task=run_length count=300 init=total'
fault grid/run_lengths.h 's/v.params.first_index + v.length/v.params.first_index + v.count/' \
    'task=run_length layout=rows length=20 count=300'
fault item/store_in_rows.h 's/ - index \* stride, stride/, stride/' 'task=select layout=rows length=20 count=300'
fault item/store_in_rows.h 's/c->k + 1 == v->length)/c->k + 2 == v->length)/' \
    'task=select strategy=single_group layout=rows length=20 count=300 total=1'
fault item/total.h 's/matrix.quotient \* n->total_pitch + matrix.remainder \* n->total_stride/row/' \
    'task=select layout=columns length=20 columns=5 dims=three_swapped count=900 total=1'
fault task/select.h 's/(place) \* (i).out_stride/(place)/' 'task=unique layout=columns length=20 columns=5 count=300'
fault task/select_first_of_run.h 's/index > 0 ? stride : 0/index > 0/' 'task=unique layout=columns length=20 columns=5 count=300'
fault item/cursor_in_rows.h 's/? (v)->length - 1 - (c)->k/? (c)->k/' 'task=select layout=rows length=20 reverse=1 index=uint count=300'
fault grid/select_rows.cl 's/reduce_totals(of_row, p.part/reduce_totals(of_row, 0/' \
    'task=partition layout=rows strategy=reduce_scan shape=6 length=299 count=3000'
fault grid/select_rows.cl 's/p.part + 1 == parts/p.part + 1 < parts/' 'task=select layout=rows length=20 count=300 total=1'
fault grid/reduce_lines.h 's/line \* length + at/line * length/' \
    'task=reduce op=affine strategy=reduce_scan shape=6 layout=rows length=200 count=1200'
fault grid/reduce_one_launch.cl 's/first + i < own.end)/true)/' \
    'task=reduce op=affine strategy=lookback shape=6 layout=rows length=200 count=1200'
fault grid/reduce_one_launch.cl 's/tile - line \* parts, &s/tile - line * parts + 1, \&s/' \
    'task=reduce op=affine strategy=lookback shape=6 count=3000'
fault grid/look_back/atomic_words.h 's/epoch << 16/0/' 'task=reduce strategy=lookback shape=6 count=3000'
fault grid/line_result.h 's/line + 1 == v->params.num_results/line == 0/' \
    'task=reduce op=affine strategy=single_group layout=rows length=20 count=300 total=1'
fault task/sort.h 's/nan ? CLSCAN_SORT_ALL : CLSCAN_REVERSE/CLSCAN_REVERSE/' 'task=sort type=float op=add reverse=1 count=300'
fault task/sort.h 's/CLSCAN_SORT_FIRST_BIT + done : 0/done : 0/' 'task=sort first_bit=3 num_bits=9 count=300 data=2'
fault grid/top_k/top_k_space.h 's/t.wanted -= found.before/t.wanted -= 0/' 'task=top_k k=200 count=3000'
fault grid/top_k/top_k_space.h 's/min(prefix.candidates, t.wanted)/prefix.candidates/' 'task=top_k shape=6 k=20 density=2048 count=3000'
fault grid/top_k.cl 's/<= own/< own/' 'task=top_k k=30 density=2048 count=300'
fault grid/top_k.cl 's/row.place + rank/row.first + rank/' 'task=top_k layout=rows length=20 k=5 count=300'
fault grid/top_k/top_k_space.h 's/first_index + i)/first_index + row.first + i)/' \
    'task=top_k layout=rows length=99 k=5 index=uint count=900'
fault grid/top_k/top_k_space.h 's/row.stride = v->params.in_stride/row.stride = 1/' \
    'task=top_k layout=columns_apart gap=2 length=99 columns=5 k=5 count=900'
fault item/line.h 's/, v->params.out_stride);/, 1);/' \
    'task=top_k layout=columns length=20 columns=5 k=5 dims=three_swapped count=900'
fault grid/sort/sort_space.h 's/source->reciprocal).remainder : i/source->reciprocal).quotient : i/' \
    'task=sort layout=rows length=99 index=uint count=900'
fault item/arrays.h 's/row.remainder \* stride/row.remainder/' 'task=sort layout=columns length=20 columns=5 index=uint count=900'
fault grid/sort/sort_top_k.h 's/i < CLSCAN_SORT_TOP_K/i <= CLSCAN_SORT_TOP_K/' 'task=top_k segments=flags density=8 k=4 shape=6 count=900'
fault grid/sort/sort_top_k.h 's/taken += total/taken += 0 * total/' 'task=top_k segments=flags density=8 k=4 shape=6 count=900'
fault grid/sort/sort_space.h 's/in_place ? 2u : 1u/1u/' 'task=sort num_bits=8 in_place=1 count=300'
fault grid/sort/sort_space.h 's/needed_before + min(missing, end - needed_before)/needed_before/' \
    'task=sort num_bits=8 in_place=1 count=300'
fault grid/sort/sort_space.h 's/(before - 1) % 2/before % 2/' 'task=sort count=300'
fault grid/top_k/top_k_space.h 's/row.place = row.number \* wanted/row.place = 0/' \
    'task=top_k layout=rows length=99 k=5 index=uint count=900'
fault grid/sort/sort_space.h 's/min(capacity, v->count);/min(capacity + 1, v->count);/' \
    'task=sort carried=two index=uint room=one_less count=300'
fault grid/sort/sort_in_tile.h 's/place \/ t->length >>/place \/ 7 >>/' \
    'task=sort layout=rows strategy=single_group shape=5 length=5 count=300'
fault grid/sort/sort_in_tile.h 's/order\[j\] % t.length/order[j]/' \
    'task=sort layout=rows strategy=single_group shape=5 length=5 index=uint count=300'
fault grid/sort/sort_in_tile.h 's/differing |= key ^ of_first;/differing = 0;/' \
    'task=sort layout=rows strategy=single_group shape=2 length=5 count=300'
fault grid/sort/sort_in_tile.h 's/(t->n - 1) \/ t->length/0/' \
    'task=sort layout=rows strategy=single_group shape=5 length=3 count=300'
fault grid/sort/sort_alone.h 's/is_packed ? 0 : begin;/0;/' 'task=sort layout=rows length=99 count=3000'
fault grid/sort/sort_alone.h 's/CLSCAN_SORT_PACKED), begin, 0,/CLSCAN_SORT_PACKED), 0, 0,/' \
    'task=sort layout=columns length=20 columns=5 count=900'
fault grid/sort/sort_by_item.h 's/segment_id += i > 0/segment_id += i > 9/' 'task=sort segments=flags density=2 count=300'
fault grid/sort/sort_space.h 's/return begins_row ||/return/' \
    'task=sort segments=keys layout=rows strategy=reduce_scan shape=6 length=20 count=300'
fault task/bins_even_integers.h 's/(distance) <= (clscan_distance)/(distance) < (clscan_distance)/' 'task=histogram count=3000'
fault task/bins_even_floats.h 's/value < CLSCAN_EVEN_UPPER/value <= CLSCAN_EVEN_UPPER/' \
    'task=histogram type=float op=add bounds=4 bins=10 count=3000'
fault task/bins_edges.h 's/step - 1\] <= place/step - 1] < place/' 'task=histogram type=float op=add bin_kind=edges count=3000'
fault item/binned.h 's/CLSCAN_WEIGHT(v, c, x) : 1/CLSCAN_WEIGHT(v, c, x) + 1 : 1/' 'task=histogram bin_kind=function weighted=1 count=300'
fault item/bin_stream.h 's/tables + i \* CLSCAN_BIN_STRIDE/tables/' \
    'task=histogram layout=columns length=20 columns=5 bins=30 count=3000'
fault tile/bin_table.h 's/return clscan_bin_counter(bin, bin + i)/return clscan_bin_counter(bin, bin)/' \
    'task=histogram layout=rows shape=2 length=20 bins=30 count=3000'
fault item/arrays.h 's/n->init == 2/n->init == 3/' 'stream=pushed piece=20 count=300' # pieces do not continue each other
fault grid/sort/sort_space.h 's/return begins_row ||/return/' 'task=top_k segments=flags layout=rows length=20 k=3 shape=6 count=900'
fault grid/histogram_segments.cl 's/++heads)/heads++)/' 'task=histogram segments=flags density=8 bins=30 count=900'
fault grid/histogram_segments.cl 's/i = own + 1; i <= last/i = own + 2; i <= last/' \
    'task=histogram segments=flags density=2048 shape=6 bins=30 count=3000'
fault grid/histogram/segments_by_group.h 's/atomic_min(&s->found, me)/atomic_max(\&s->found, me)/' \
    'task=histogram segments=keys shape=5 bins=30 count=3000'
fault item/segment_keys.h 's/SEGMENTS\[place\]/SEGMENTS[place ^ 1]/' 'task=histogram segments=keys count=300 data=3'
fault grid/histogram/segments_space.h 's/num_results + 1, i) - 1/num_results + 1, i)/' \
    'task=histogram segments=offsets bins=30 count=900'
fault tile/float_counter.h 's/max(exponent, 1u) - 1/exponent/' \
    'task=histogram lengths=float weighted=1 shape=2 bin_kind=function bins=30 count=3000'
fault tile/float_counter.h 's/before < n :/before < 0 :/' \
    'task=histogram lengths=double weighted=1 shape=2 bin_kind=function bins=30 count=3000'
fault grid/sort/sort_space.h 's/clscan_sort_is_packed(v) ? capacity : min/min/' \
    'task=sort layout=rows_apart length=20 gap=3 count=900'
fault grid/sort/sort_space.h 's/clscan_sort_at(v, i, v->params.in_pitch, v->params.in_stride)/i/' \
    'task=sort layout=rows_apart length=20 gap=3 segments=flags density=8 count=900'
# Sorts by comparison.
fault grid/prologue.h 's/loaded\[first + i\]/loaded[first]/' 'task=sort load=two_arrays count=300'
fault grid/prologue.h 's/get_group_id(0) \* each, v.count/get_group_id(0) * (each + 1), v.count/' \
    'task=sort load=two_arrays count=3000'
merged='task=sort compared=1 count=3000'
fault grid/merge/merge_heads.h 's/\*last = max(\*last, /*last = (/' "$merged strategy=reduce_scan shape=6 segments=flags density=2048"
fault grid/merge/merge_heads.h 's/n->out_pitch, n->out_stride/n->in_pitch, n->in_stride/' "$merged layout=columns_apart length=20 gap=3"
fault grid/merge/merge_space.h 's/clscan_merge_place_in_row(v, (ulong)e.index)/(ulong)e.index/' \
    "$merged layout=rows length=20 index=uint"
fault grid/merge/merge_by_item.h 's/at > least \&\&/at > 0 \&\&/' "$merged layout=rows length=20"
fault grid/merge/merge_by_group.h 's/ \&\& !is_head\[i + 1\]//' "$merged strategy=reduce_scan shape=8 layout=rows length=7"
fault grid/merge/merge_by_group.h 's/last > 0 || first == 0 ?/last > 0 ?/' \
    "$merged strategy=reduce_scan shape=9 segments=flags density=64"
fault grid/split.cl 's/elements += CLSCAN_REVERSE ? 0 : count/elements += 0/' 'type=float op=argmin split=5 count=300'
fault grid/split.cl 's/clscan_combine(all, x)/clscan_combine(x, all)/' 'op=affine split=5 count=300'
fault grid/split.cl 's/begins ? found.flags | CLSCAN_HEAD : found.flags/found.flags/' \
    'op=affine split=8 segments=keys density=2 count=20 data=1'
fault grid/split.cl 's/!CLSCAN_SAME_KEY(/(/' 'split=8 segments=keys density=64 count=300'
fault grid/split_runs.cl 's/!clscan_edge_runs_of(at, b)->head \&\&//' 'task=unique split=5 segments=flags density=2 count=300'
fault grid/split_runs.cl 's/edge->first < count/count == 0/' 'task=run_length split=5 density=64 count=300'
fault grid/split_runs.cl 's/kept \&\& !counted/false/' 'task=run_length split=8 min_run=9 density=64 count=300'
fault task/select_long_runs.h 's/index >= edge_elements/true/' 'task=run_length split=8 min_run=2 density=64 count=300'
fault task/select.h 's/ || index + 1 == length//' 'task=run_length split=8 min_run=2 density=64 count=20'
fault grid/split_runs.cl 's/CLSCAN_KEEPS_LAST ? last : i/i/' 'task=unique_last split=5 density=64 count=300'
fault grid/split_runs.cl 's/CLSCAN_REVERSE ? initial : //' 'task=run_length split=5 density=64 reverse=1 count=300'
fault task/select.h 's/index > CLSCAN_EDGE_ELEMENTS/index > 0/' \
    'task=run_length split=5 density=64 init=host count=300'
# Selections by segments.
fault item/arrays.h 's/(clscan_value)(n, 0)/(clscan_value)(n, n)/' 'task=select segments=flags init=host count=300'
fault item/segment_starts.h 's/segments + 1, at) - 1;/segments + 1, at);/' 'task=select segments=offsets count=300'
fault item/segment_starts.h 's/return segments - clscan/return segments + 1 - clscan/' 'task=select segments=offsets reverse=1 count=300'
fault item/segment_starts.h 's/(v, before.y, clscan_in_at/(v, before.y + 2, clscan_in_at/' 'task=select segments=offsets reverse=1 density=2 count=900'
fault item/offsets.h 's/end - min(end, step), end, at + 1/end - min(end, step), end, at/' \
    'task=select segments=offsets reverse=1 density=2 count=900'
fault item/segment_starts.h 's/? v->params.num_results - n : n/? n : n/' 'task=select segments=offsets reverse=1 count=300'
fault item/segment_starts.h 's/? offset - 1 : offset;/? offset : offset;/' 'task=select segments=offsets reverse=1 count=300'
fault item/segment_starts.h 's/offset < v->count/offset <= v->count/' 'task=select segments=offsets density=1 count=300'
fault item/segment_starts.h 's/min((ulong)\(.*\), v->count);/(ulong)\1;/' \
    'task=select segments=offsets reverse=1 counted=1 count=300'
fault item/segment_starts.h 's/if (!clscan_find_start(v, segments, &at))/if (false)/' 'task=select segments=offsets density=1 count=300'
fault item/segment_starts.h 's/n < v->params.segment_room/n <= v->params.segment_room/' \
    'task=select segments=flags offsets_room=one_less count=300'
fault item/segment_starts.h 's/segments = carry.y/segments = carry.y - 1/' 'task=select segments=keys count=300'
fault item/segment_starts.h 's/v->total\[1\] = segments/v->total[1] = carry.y/' 'task=select segments=offsets total=1 count=300'
fault item/store_by_user.h 's/inclusive.y != exclusive.y/inclusive.x != exclusive.x/' 'task=select segments=flags strategy=lookback count=300'
fault tile/selected_segments_tile.h 's/CLSCAN_REVERSE ? at - list/CLSCAN_REVERSE ? at + list/' \
    'task=select segments=flags reverse=1 strategy=lookback count=300'
fault tile/selected_segments_tile.h 's/batch.heads << k/batch.heads/' 'task=select segments=keys strategy=lookback density=2 count=300'
fault tile/selected_segments_tile.h 's/bits.heads >>= CL/bits.heads >>= 0 * CL/' \
    'task=select segments=bits strategy=lookback density=2 count=300'
fault item/selected_chunks.h 's/heads &= heads - 1, count.y++/heads \&= heads - 1/' 'task=select segments=flags strategy=slices density=2 count=300'
fault item/selected_chunks.h 's/first & ((1ul << i) - 1)), 0)/first), 0)/' 'task=select segments=flags strategy=slices count=300'
fault item/selected_chunks.h 's/clscan_cursor_advance(v, &c, i);/;/' 'task=select segments=offsets strategy=slices count=300'
# Partitions by segments, by work-groups of one work-item and, in shape 8, of several.
by_item='task=partition segments=flags count=3000'
by_group='task=partition segments=flags strategy=reduce_scan shape=8 count=3000'
fault task/select.h 's/2 \* (ulong)inclusive.y - (kept/2 * (ulong)exclusive.y - (kept/' "$by_item"
fault item/segment_parts.h 's/= position - before.x/= position/' "$by_group"
fault item/segment_parts.h 's/clscan_end_parts(part_sizes, before);/;/' "$by_item density=64"
fault grid/partition_segments.cl 's/clscan_combine(before, sum)/before/' "$by_item"
fault grid/partition_segments.cl 's/sum.y > 0 ?/sum.y > 1 ?/' "$by_group density=2048"
fault tile/segment_parts.h 's/, at_head.y++//' "$by_item density=2"
fault tile/segment_parts.h 's/ & ((1ul << i) - 1)//' "$by_item"
fault tile/segment_parts.h 's/before = clscan_combine(before, x);/;/' 'task=partition segments=flags density=2 count=60'
fault tile/segment_parts.h 's/combine(before\[w\], x\[i\])/combine(before[w], 0)/' "$by_group"
fault item/selected_chunks.h 's/ \& ~later_heads//' "$by_item"
fault item/selected_chunks.h 's/ & (later_heads - 1)//' "$by_item"
fault item/selected_chunks.h 's/count.y++;/;/' "$by_item"
fault item/selected_chunks.h 's/count.x += popcount(bits.first & own)/count.x += popcount(bits.first)/' "$by_item"
fault item/segment_starts.h 's/(ulong)sizes\[0\] + sizes\[1\]/(ulong)sizes[0] + 0/' "$by_item"
fault item/segment_starts.h 's/written = v->count/written = carry.x/' "$by_group"
fault grid/empty_segments.h 's/ && i < CLSCAN_SEGMENT_STARTS/ \&\& i < 1/' 'task=partition segments=offsets density=2 count=300'
fault grid/empty_segments.h 's/: v.params.num_results;/: v.params.num_results - 1;/' 'task=select segments=offsets density=1 count=300'
fault grid/empty_segments.h 's/(num_stored - 1) \/ get_num_groups(0) + 1/(num_stored - 1) \/ get_num_groups(0)/' \
    'task=select segments=offsets strategy=reduce_scan shape=6 count=3000'
fault task/decision.h 's/(begins) != 0/(kept) \&\& (begins)/' 'task=select segments=flags count=300'
exit $failed
