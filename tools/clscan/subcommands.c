/* The table of subcommands: what each can do and the text of its help. */
#include "options/options.h"

static const subcommand subcommands[] = {
    { "devices", FOR_DEVICES, command_devices, NULL, 0, 0, "", "Lists the OpenCL devices", "" },
    { "scan", FOR_SCAN, command_scan, NULL, 0, 2, "[IN [OUT]]", "Scans the numbers of IN into OUT",
      "IN and OUT are files; -, the default of both, is stdin or stdout. Names decide the format: .npy; .txt .text\n"
      ".csv .tsv are text; .raw .bin .dat and all others raw binary, which needs --type. Stdin and pipes, <(COMMAND)\n"
      "too, are text or npy, as they begin; stdout is text.\n"
      "npy: 1 to 4 dimensions in C or Fortran order, either byte order, booleans as bytes; without --axis all\n"
      "elements are scanned as one row in C order, as NumPy does it; OUT has the shape of IN and is in C order and\n"
      "the machine's byte order. No structured types. Text: one number a line; without --type all whole numbers are\n"
      "long, any others double.\n"
      "A sum is as wide as its elements, booleans too: --type long for more. Integer sums and products that do not\n"
      "fit are an error, which tells the line of text, or with --check the element; --wrap lets them wrap. In npy\n"
      "and raw without --check they wrap. The same holds for integers converted to a narrower type; floating\n"
      "numbers converted to integers saturate.\n"
      "With --reverse, segments are the same and are scanned from their ends. OUT appears whole or not at all.\n"
      "Exit status: 0 scanned, 1 --check found a mismatch, 2 any error.\n" },
    { "verify", FOR_VERIFY, command_verify, serve_verify, 0, 0, "",
      "Compares scans of every type, operator, strategy and group algorithm with plain C",
      "Without options all of them are tried, each inclusive and exclusive, in sizes from 0 to 1000003 elements;\n"
      "options narrow that down, and say what else is scanned: --type int --reverse --segments keys --rows 1000,\n"
      "for example. All results are compared, and that nothing is written between and around them. What an operator\n"
      "or a view of a list can't have is skipped, and told. An operator of your own, --op-source FILE, is tried for\n"
      "what a scan needs of it: that it is associative and its identity changes nothing, for 4096 triples of random\n"
      "elements, computed on the device; a triple that breaks it is told. Floating numbers may then differ by\n"
      "1/4096 (half: 1/64) of the greater, or of 1. A child process tries the combinations: one with which the\n"
      "driver crashes or hangs is told in a line and counts as failed, and a new child goes on with the next.\n"
      "Exit status: 0 all right, 1 a mismatch, crash or hang, 2 any error, or nothing was verified.\n" },
    { "bench", FOR_BENCH, command_bench, serve_bench, 0, 0, "",
      "Times scans of many sizes beside copies of the same bytes",
      "Every sample of a scan follows one of clEnqueueCopyBuffer, and on a CPU device one of a copy by as many\n"
      "threads as compute units, past the caches where the machine can, and one of a plain C loop. GB/s counts what\n"
      "is read and what is written. `event`: the device's time for the one command; `wall`: the host's from enqueue\n"
      "to finish, on a CPU and where a scan takes several commands. `a call`: each of many with one wait at the\n"
      "end. Data are random. What the last sample has written, and the last of many calls if not in place, is\n"
      "compared with plain C, all elements. With --segments, --rows and the like, flags, keys and narrower types\n"
      "count with the bytes that they are, and the copies move as many bytes as the scan. What an operator or a\n"
      "view of a list can't have is skipped, and told. A child process measures: a scan with which the driver\n"
      "crashes or hangs is told in a line and skipped, and a new child goes on with the next.\n"
      "Exit status: 0 all right, 1 a mismatch, crash or hang, 2 any error, or nothing was measured.\n" },
    { "tune", FOR_TUNE, command_tune, serve_tune, 0, 0, "",
      "Searches the fastest shapes for this device, within a time budget",
      "Starts from the library's own rows and changes one number at a time; every sample is taken in turns with one\n"
      "of the best so far and a copy of the same bytes, every shape's result is compared with plain C. Then the\n"
      "counts are searched where one row gives way to the next. Stdout gets rows as the tuning file has them, which\n"
      "is the one that CLSCAN_TUNING names, else $XDG_CONFIG_HOME/clscan/tuning or ~/.config/clscan/tuning; they\n"
      "hold for elements of that size on this device with this driver. --store replaces the rows for the same and\n"
      "keeps all others. A compiler that is at work is waited for, as long as --timeout says. A child process tries\n"
      "the shapes: one with which the driver crashes or hangs is told in a line, and never comes out as a row.\n"
      "Exit status: 0 all right, whatever shapes were skipped, 1 a mismatch, 2 any error, or no shape runs.\n" },
    { "explain", FOR_EXPLAIN, command_explain, NULL, 1, 1, "COUNT", "Says how COUNT elements would be scanned",
      "COUNT is a number like 1000 or 2^20. Takes the options of scan that make another kernel of it: neither\n"
      "--init nor --total do; and what tells rows, whose lengths COUNT has to be a multiple of. Without --type the\n"
      "elements are int. Each launch is told with its work-groups. The line `tuning` is the row in use of the table\n"
      "of shapes: up to how many elements, of how many bytes, strategy, group, work-items, items of each, rows in\n"
      "registers and in local memory, work-groups; in brackets where it is from.\n"
      "--source prints OpenCL C, each program with all that it includes: behind #line 1 \"cl/problem.h\" is the page\n"
      "that is generated for the types, the operator and the shape. Without --source, the line `strategy` says which\n"
      "program scans COUNT elements.\n" },
    { "cache", FOR_CACHE, command_cache, NULL, 1, 1, "path|list|verify|clear",
      "Looks after the programs that are kept on disk",
      "Kernels that have run are kept, compiled, in $XDG_CACHE_HOME/clscan or ~/.cache/clscan, 256 MiB of them at\n"
      "most, and taken from there by the same device and driver. verify reads them all as a scan would; what is\n"
      "damaged would be compiled again.\n"
      "Exit status: 0 all right, 1 verify found damage, 2 any error.\n" },
};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

const subcommand *subcommand_at(int index) {
    return index < SUBCOMMANDS ? &subcommands[index] : NULL;
}
