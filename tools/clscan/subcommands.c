/* The table of subcommands: what each can do and the text of its help. */
#include "options/options.h"

/* The formats of files, for the help of each subcommand that reads and writes files. */
#define FILE_FORMATS                                                                                                   \
    "Formats: the name of a file decides its format, also the name of OUT. Names that end in .npy are NumPy\n"         \
    "arrays. Names that end in .txt, .text, .csv or .tsv are text, with one number a line; --field reads a column\n"   \
    "of a table. All others, such as .raw, .bin and names without an ending, are raw binary; an input then needs\n"    \
    "--type. Stdin and pipes, also those of <(COMMAND), are npy if they begin like npy, otherwise text. Stdout is\n"   \
    "text. --from and --to choose another format for IN and OUT.\n\n"                                                  \
    "IN and OUT default to -, which is stdin or stdout. OUT appears whole or not at all, except stdout, devices\n"     \
    "and pipes.\n"

static const subcommand subcommands[] = {
    { "devices", FOR_DEVICES, command_devices, NULL, 0, 0, "", "Lists the OpenCL devices", "",
      "clscan devices\n"
      "clscan devices -d 0:0 --json\n" },
    { "scan", FOR_SCAN, command_scan, NULL, 0, 2, "[IN [OUT]]", "Scans the numbers of IN (text: one a line) into OUT",
      "Result i is the combination of the elements up to and including element i, or with --exclusive of the elements\n"
      "before it.\n\n" FILE_FORMATS "\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double. A text from a\n"
      "pipe has the type of the lines that have come when the scan begins. Booleans of npy are read as bytes, and\n"
      "structured types are refused.\n\n"
      "Overflow: a sum has the type of the scanned values. Sums of bytes and booleans in npy and raw binary\n"
      "therefore need a wider type, such as --type long. If an integer sum or product does not fit its type, the\n"
      "command fails, and the message names the line of text, or with --check the element. The same holds for an\n"
      "integer that is converted to a narrower type. With --wrap, integers wrap instead. In npy and raw binary\n"
      "without --check they always wrap. A floating-point number that is converted to an integer saturates.\n\n"
      "Shapes: an npy array has 1 to 4 dimensions, in C or Fortran order and in either byte order. Without --axis,\n"
      "all elements are scanned as one row in C order, as by numpy.cumsum. OUT has the shape of IN, in C order and\n"
      "in the byte order of the machine.\n\n"
      "Segments: with --reverse, segments begin at the same elements, and each one is scanned from its end.\n\n"
      "Memory: files are scanned in pieces, so that they may be larger than memory, and results of a pipe do not\n"
      "wait for further elements. The whole array is in memory with --reverse, --axis, --check, --time,\n"
      "--segment-by offsets:FILE or several columns, for npy in Fortran order or the other byte order, and for npy\n"
      "to stdout if the number of elements is not known before.\n\n"
      "Exit status: 0 scanned, 1 --check found a mismatch, 2 any error.\n",
      "seq 10 | clscan scan                            # the running sum\n"
      "seq 10 | clscan scan --exclusive --op max - out.npy\n" },
    { "reduce", FOR_REDUCE, command_reduce, NULL, 0, 2, "[IN [OUT]]",
      "Reduces the numbers of IN to their sum, their maximum or the like",
      "Elements are combined in their order, so the operator need not be commutative. The types of the elements,\n"
      "and integers that do not fit, follow the rules of clscan scan.\n\n" FILE_FORMATS "\n"
      "Shapes: without --axis, all elements are reduced to one result. With --axis, OUT has the shape of IN without\n"
      "that dimension, as by numpy.sum. Several columns of a text are reduced each by itself, to one line.\n\n"
      "Segments: with --by-key or --segment-by, OUT has one result for each segment, in their order, with --reverse\n"
      "in reverse order. Offsets may have segments without elements, whose results are the identity or --init.\n"
      "clscan unique prints the keys.\n\n"
      "Files are reduced in pieces, as by clscan scan. --check compares with plain C.\n\n"
      "Exit status: 0 reduced, 1 --check found a mismatch, 2 any error.\n",
      "seq 10 | clscan reduce                          # the sum\n"
      "seq 10 | clscan reduce --op argmax --second-out index.txt\n"
      "printf 'a 1\\na 2\\nb 5\\n' | clscan reduce -t ' ' -f 2 --by-key 1  # 3 and 5\n" },
    { "select", FOR_SELECT, command_select, NULL, 0, 2, "[IN [OUT]]",
      "Copies the elements of IN that an expression or flags keep to OUT",
      "--where or --flags says which elements are kept. --where takes an expression of OpenCL C, in which x is the\n"
      "element, for example 'x > 0.5', 'x % 3 == 0' or 'isfinite(x)'. An element is kept if the expression is not\n"
      "0. The expression cannot change x. Kept elements stay in their order and keep all their bits. A column of\n"
      "flags is possible with --field.\n\n" FILE_FORMATS "\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double. Its numbers are\n"
      "printed as numbers, not as they were written. Elements of your own type are in npy (V) or raw files. For\n"
      "--where, --op-source defines the type, as in --type user --type-size 8 --type-name pair --op-source pair.cl\n"
      "--where 'x.key > 3'.\n\n"
      "Shapes: an npy array of any shape is read as one row in C order, and OUT has one dimension. With --axis,\n"
      "each row along this dimension is selected from by itself. OUT has the kept elements of one row after the\n"
      "other, --total a number for each row, and --indices counts in the row.\n\n"
      "Segments: with --segment-by or --by-key, --offsets says where the kept elements of each segment are in OUT.\n"
      "It has a number for each segment, also if no element of it is kept, and one more, where the last segment\n"
      "ends. So a CSR matrix loses entries: offsets:FILE names the offsets of its rows, and --offsets receives the\n"
      "new ones. --total is the number of kept elements. With --reverse, the last segment comes first.\n\n"
      "A second array: --second names it, for example the second column of a table. Its elements are carried along\n"
      "with those of IN, and --second-out receives those that belong to the elements of OUT.\n\n"
      "Memory: files are read in pieces, as by clscan scan, and results of a pipe do not wait for further elements.\n"
      "The whole array is in memory with --reverse, --axis, --segment-by, --by-key, --check or --time.\n\n"
      "Exit status: 0 selected, 1 --check found a mismatch, 2 any error.\n",
      "seq 10 | clscan select --where 'x % 3 == 0'\n"
      "seq 10 | clscan select --where 'x > 7' --indices index.txt - out.npy\n"
      "printf 'a 1\\na 9\\nb 8\\n' | clscan select -t ' ' -f 2 --by-key 1 --where 'x > 7' --offsets o.txt\n" },
    { "partition", FOR_PARTITION, command_partition, NULL, 0, 2, "[IN [OUT]]",
      "Copies all elements of IN to OUT: first those that an expression or flags keep, then the others",
      "Both parts keep their order. --total is the size of the first part, which is where the other part begins.\n"
      "--where, --flags and --second are as for clscan select.\n\n" FILE_FORMATS "\n"
      "Three parts: with --three-way, OUT has the elements for which the expression or flag is 0, then those for\n"
      "which it is 1, then all others, each in their order. --total is the three sizes. The expression is converted\n"
      "to int. Three parts have no segments.\n\n"
      "Rows: with --axis, each row along this dimension is partitioned by itself, and OUT has the shape of IN.\n\n"
      "Segments: with --segment-by or --by-key, each segment is partitioned by itself and keeps its place.\n"
      "--offsets has two numbers for each segment, where its parts begin in OUT, and one more, where the last\n"
      "segment ends. So the numbers can be the offsets:FILE of a later call, in which each part is a segment.\n"
      "--total is the number of elements in all first parts. With --reverse, the last segment comes first.\n\n"
      "Exit status: 0 copied, 1 --check found a mismatch, 2 any error.\n",
      "seq 10 | clscan partition --where 'x % 2' --total odd.txt\n"
      "seq 10 | clscan partition --where 'x % 3' --three-way --total sizes.txt\n"
      "printf 'a 1\\na 9\\nb 8\\n' | clscan partition -t ' ' -f 2 --by-key 1 --where 'x > 7' --offsets o.txt\n" },
    { "unique", FOR_UNIQUE, command_unique, NULL, 0, 2, "[IN [OUT]]",
      "Copies the first element of each run of equal elements of IN to OUT",
      "A run is of equal neighbours. Sort a file first if each of its values is to be copied once. Numbers are\n"
      "compared as numbers: -0 equals 0, and NaN equals nothing, so each NaN is a run. Elements of your own type\n"
      "are equal if all their bytes are. With --by-key, runs are of equal keys, and the element of each kept key is\n"
      "copied. With --segment-by, a run also ends where a segment begins.\n\n" FILE_FORMATS "\n"
      "With --indices and --total, OUT may be /dev/null to get only where runs begin, and how many there are. The\n"
      "elements of --second are carried along to --second-out.\n\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double. Its numbers are\n"
      "printed as numbers, not as they were written.\n\n"
      "Shapes: an npy array of any shape is read as one row in C order, and OUT has one dimension. With --axis,\n"
      "runs end with their row, and --total and --indices are as for clscan select.\n\n"
      "Files are read in pieces, as by clscan select.\n\n"
      "Exit status: 0 copied, 1 --check found a mismatch, 2 any error.\n",
      "printf '1\\n1\\n2\\n1\\n' | clscan unique\n"
      "printf '1\\n1\\n2\\n1\\n' | clscan unique --indices - - /dev/null\n" },
    { "runs", FOR_RUNS, command_runs, NULL, 0, 2, "[IN [OUT]]",
      "Finds the runs of equal elements of IN: the value of each, and by options its length and beginning",
      "OUT gets the value of each run, which is its first element, and nothing else. Lengths and beginnings have\n"
      "files of their own, --lengths and --indices, with one number for each number of OUT: a run-length encoding.\n"
      "paste prints them in columns, as in the first example. OUT may be /dev/null to get only the "
      "lengths.\n\n" FILE_FORMATS "\n"
      "What makes a run is as for clscan unique. With --min-length N, only the runs of N elements or more are\n"
      "written and counted. N is at most 1024. The elements of --second are carried along to --second-out.\n\n"
      "Files are read in pieces, as by clscan select.\n\n"
      "Exit status: 0 written, 1 --check found a mismatch, 2 any error.\n",
      "printf '1\\n1\\n2\\n1\\n' | clscan runs --lengths n.txt - v.txt && paste v.txt n.txt  # 1 2, 2 1 and 1 1\n"
      "printf '1\\n1\\n2\\n1\\n' | clscan runs --lengths - - /dev/null\n"
      "printf '1\\n1\\n2\\n1\\n' | clscan runs --min-length 2 --lengths lengths.txt\n" },
    { "sort", FOR_SORT, command_sort, NULL, 0, 2, "[IN [OUT]]", "Sorts the numbers of IN into OUT",
      "The sort is stable: equal numbers keep their order, also with --descending. Numbers keep all their bits. -0\n"
      "is before +0, and NaNs are last in both directions. With --argsort, a file receives the index that each\n"
      "number has in IN; OUT may then be /dev/null.\n\n" FILE_FORMATS "\n"
      "A second array: --second names it, for example the second column of a table. Its elements are carried along\n"
      "with those of IN to --second-out.\n\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double. Its numbers are\n"
      "printed as numbers, not as they were written.\n\n"
      "Shapes: an npy array of any shape is read as one row in C order, and OUT has one dimension. With --axis,\n"
      "each row along this dimension is sorted by itself, with indices in the row, and OUT has the shape of IN.\n"
      "With --segment-by or --by-key, each segment is sorted by itself, and keeps its place.\n\n"
      "Exit status: 0 sorted, 1 --check found a mismatch, 2 any error.\n",
      "printf '3\\n1\\n2\\n' | clscan sort\n"
      "printf '3\\n1\\n2\\n' | clscan sort --descending --argsort - - /dev/null\n" },
    { "topk", FOR_TOPK, command_sort, NULL, 0, 2, "[IN [OUT]]",
      "Writes the least or greatest numbers of IN to OUT, in order",
      "OUT gets the K first numbers of what clscan sort would write: the least ones, or with --descending the\n"
      "greatest ones. Among equal numbers, the first ones in IN are taken. Numbers keep all their bits. -0 is\n"
      "before +0, and NaNs are last in both directions. With --argsort, a file receives the index that each number\n"
      "has in IN; OUT may then be /dev/null. The elements of --second are carried along to "
      "--second-out.\n\n" FILE_FORMATS "\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double. Its numbers are\n"
      "printed as numbers, not as they were written.\n\n"
      "Shapes: an npy array of any shape is read as one row in C order, and OUT has one dimension. With --axis -1,\n"
      "each row has its own first numbers, with indices in the row. OUT then has the shape of IN, with rows of K\n"
      "numbers. Another axis becomes the last one of OUT: of a 5 x 4 array, --axis 0 -k 2 gives 4 x 2 numbers. With\n"
      "--segment-by or --by-key, each segment has its own first numbers, with indices in IN; those of the next\n"
      "segment follow.\n\n"
      "Exit status: 0 written, 1 --check found a mismatch, 2 any error.\n",
      "seq 100 | clscan topk --descending -k 3\n"
      "printf '3 30\\n1 10\\n' | clscan topk -k 1 -t ' ' -f 1 --second 2 --second-out - - /dev/null\n"
      "printf '3\\n1\\n2\\n' | clscan topk -k 1 --argsort - - /dev/null\n" },
    { "histogram", FOR_HISTOGRAM, command_histogram, NULL, 0, 2, "[IN [OUT]]",
      "Counts the numbers of IN in bins of the same width, or between edges",
      "OUT gets one count for each bin, the lowest bin first. Each bin has its lower bound, and not its upper one,\n"
      "so the upper bound of --range is in no bin. Numbers outside of the range, and NaN, are not counted. Counts\n"
      "are of 64 bits.\n\n" FILE_FORMATS "\n"
      "Bins of the same width: for integers, the bounds are whole numbers, and every count is exact. A\n"
      "floating-point number that is next to the bound of a bin may count in the neighbouring bin, because its\n"
      "place is computed in its own type. With --weights, floating-point numbers are compared exactly, too.\n\n"
      "Bins between edges: --edges gives the bounds of all bins, numbers in ascending order, compared exactly. The\n"
      "value is a list if it has a comma, else a file. A list that begins with a minus sign is written as\n"
      "--edges=-1,0,1.\n\n"
      "Weights: with --weights, OUT gets the sum of the weights of each bin: whole numbers of 64 bits, which wrap,\n"
      "or doubles if weights are floating-point numbers.\n\n"
      "Types: without --type, a text has the type long if all numbers are whole, otherwise double.\n\n"
      "Shapes: an npy array of any shape is read as one row in C order. With --axis, each row along this dimension\n"
      "has counts of its own. OUT then has the shape of IN without this dimension, and one dimension of bins more\n"
      "at the end.\n\n"
      "Memory: files are read in pieces, as by clscan scan. The whole array is in memory with --axis, --check or\n"
      "--time. --check compares with plain C.\n\n"
      "Exit status: 0 counted, 1 --check found a mismatch, 2 any error.\n",
      "seq 100 | clscan histogram --bins 5 --range 1,101\n"
      "seq 100 | clscan histogram --edges 1,10,100,inf\n"
      "printf '1 50\\n2 60\\n1 7\\n' | clscan histogram -t ' ' -f 1 --edges 1,2,3 --weights 2\n"
      "seq 100 | clscan histogram --bins 256 --range 0,256 - counts.npy\n" },
    { "verify", FOR_VERIFY, command_verify, serve_verify, 0, 0, "",
      "Compares scans of every type, operator, strategy and group algorithm with plain C",
      "Without options, verify tries all combinations, inclusive and exclusive, in sizes from 0 to 1000003\n"
      "elements. Options select combinations, and say what else is scanned, for example --type int --reverse\n"
      "--segments keys --rows 1000. All results are compared. The memory between and around the results must be\n"
      "unchanged. If a type or view of a list is not possible with an operator, the tool skips the combination and\n"
      "says so. The first run on a device compiles each combination, which can take a second or more.\n\n"
      "Tasks: --task names another task, such as --task sort. Its options are those of its own subcommand, but its\n"
      "elements are generated, half of them are kept, and runs have the length of --segment-length. --rows,\n"
      "--columns and --segments are possible with every task, except that partitions in three parts have no\n"
      "segments.\n\n"
      "Your own operator (--op-source FILE) is checked for what a scan needs: it has to be associative, and its\n"
      "identity must change nothing. The device computes both sides of these laws for 4096 triples of random\n"
      "elements, and the tool prints a triple that breaks a law. Floating-point results may differ by 1/4096 (half:\n"
      "by 1/64), relative to the greater of both, or to 1 if both are smaller.\n\n"
      "Crashes: a child process runs the combinations. If the driver crashes or hangs, the tool reports that\n"
      "combination in one line and counts it as failed. A new child process continues with the next combination.\n\n"
      "Exit status: 0 all right, 1 a mismatch, crash or hang, 2 any error, or nothing was verified.\n",
      "clscan verify --type int --op add --strategy reduce_scan --group kogge_stone\n"
      "clscan verify --type float --op max --strategy reduce_scan --group blelloch --size 1000,2^20 --reverse\n" },
    { "bench", FOR_BENCH, command_bench, serve_bench, 0, 0, "",
      "Times scans and other tasks of many sizes beside copies of the same bytes",
      "Samples: each sample of a scan follows a sample of clEnqueueCopyBuffer. On a CPU device it also follows a\n"
      "sample of a plain C loop, and of a copy by as many threads as the device has compute units, with stores that\n"
      "bypass the caches if the machine has them. Elements are random. All results of the last sample are compared\n"
      "with plain C, and so are those of the last of many scans unless the scan is in place. If a type or view of a\n"
      "list is not possible with an operator, the tool skips the scan and says so.\n\n"
      "Output: GB/s counts the bytes that are read and the bytes that are written. Flags, keys and narrower types\n"
      "count with their own bytes, and the copies move as many bytes as the scan. `event` is the time of the device\n"
      "for the one command of a scan. `wall` is the time of the host from the enqueue to the end; it stands where a\n"
      "scan takes several commands, and for all scans on a CPU. `a call` is the time of one of many scans that are\n"
      "enqueued without a wait between them.\n\n"
      "Tasks: --task names another task, such as --task sort. Its options are those of its own subcommand. About\n"
      "half of the elements are kept by a selection, and runs have the length of --segment-length. --rows,\n"
      "--columns and --segments are possible with every task, except that partitions in three parts have no\n"
      "segments. With --rows, a size is rounded down to whole rows. G/s counts the elements of the input, and GB/s\n"
      "the bytes that the task reads and writes at least: each element once, and the results. There is no plain C\n"
      "loop for other tasks than scans.\n\n"
      "Crashes: a child process measures. If the driver crashes or hangs, the tool reports that scan in one line\n"
      "and skips it. A new child process continues with the next scan.\n\n"
      "Exit status: 0 all right, 1 a mismatch, crash or hang, 2 any error, or nothing was measured.\n",
      "clscan bench --size 2^20,2^24\n"
      "clscan bench --size 2^24 --type float --strategy auto,reduce_scan --csv\n"
      "clscan bench --size 2^20 --type uint --task sort --indices\n" },
    { "tune", FOR_TUNE, command_tune, serve_tune, 0, 0, "",
      "Searches for the fastest shapes on this device, within a time budget",
      "A shape is the strategy, the group algorithm, the work-items of a work-group, the elements of a work-item,\n"
      "and the work-groups of a scan. The search starts from the rows of the library's table, and changes one\n"
      "number of a shape at a time. Samples of the new shape, of the best shape so far and of a copy of the same\n"
      "bytes alternate, so that a change of the machine's speed affects all three. The results of each shape are\n"
      "compared with plain C. Then the tool searches for the counts up to which each row is the fastest.\n\n"
      "Tasks: --task names another task, such as --task sort. The tool varies the work-items, the items and the\n"
      "work-groups of its shape, and the strategy. The elements are generated as for bench --task.\n\n"
      "The tuning file: stdout gets the rows in the format of this file. They hold for the task, for elements of\n"
      "the measured size, and on this device with this driver. --store writes the rows to the file that\n"
      "CLSCAN_TUNING names, else to $XDG_CONFIG_HOME/clscan/tuning or ~/.config/clscan/tuning. They replace all\n"
      "rows for the same task, size, device and driver, and the other rows stay.\n\n"
      "Time: the search may exceed its budget, because a compilation that has begun is waited for, up to the time\n"
      "of --timeout. A child process tries the shapes. If the driver crashes or hangs, the tool reports that shape\n"
      "in one line, and the shape gets no row.\n\n"
      "Exit status: 0 all right, even if shapes were skipped, 1 a mismatch, 2 any error, or no shape runs.\n",
      "clscan tune --budget 30\n"
      "clscan tune --budget 30 --type float --store\n"
      "clscan tune --budget 30 --task reduce\n" },
    { "explain", FOR_EXPLAIN, command_explain, NULL, 1, 1, "COUNT", "Says how COUNT elements would be scanned",
      "COUNT is a number such as 1000 or 2^20. The options are those of scan that influence which kernels run, and\n"
      "the options of bench for rows and columns. If rows or columns have a length, COUNT has to be a multiple of\n"
      "that length. Without --type, elements are ints.\n\n"
      "The line `launches` has the work-groups of each launch. The line `tuning` is the row from which the shape\n"
      "was made, as a line of the tuning file. The columns of a row are the names of the device and its driver, the\n"
      "task if it has shapes of its own, as in task=sort, the greatest count, the bytes of an element, the\n"
      "strategy, the group algorithm, the work-items of a work-group, the items of a work-item, the packet rows in\n"
      "registers, the packet rows in local memory, and the work-groups for each compute unit. The comment is the\n"
      "origin of the row: a line of the tuning file, or a class of devices in the library's table.\n\n"
      "--source prints the programs of the plan in OpenCL C, with all included files. The text after #line 1\n"
      "\"cl/problem.h\" is generated for the types, the operator and the shape. Without --source, the line `strategy`\n"
      "says which of the programs scans COUNT elements.\n",
      "clscan explain 2^20\n"
      "clscan explain 1000 --type float --op max --exclusive\n" },
    { "cache", FOR_CACHE, command_cache, NULL, 1, 1, "path|list|verify|clear",
      "Maintains the disk cache of compiled programs",
      "The disk cache keeps compiled programs for later processes that use the same device and driver. It is the\n"
      "folder $XDG_CACHE_HOME/clscan or ~/.cache/clscan, and holds at most 256 MiB.\n\n"
      "path prints the folder. list prints its programs. verify reads all programs as a scan would, and prints the\n"
      "damaged ones, which a scan would compile again. clear removes all programs.\n\n"
      "Exit status: 0 all right, 1 verify found damage, 2 any error.\n",
      "clscan cache path\n"
      "clscan cache list\n" },
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

const subcommand *subcommand_at(int index) {
    return index < SUBCOMMANDS ? &subcommands[index] : NULL;
}
