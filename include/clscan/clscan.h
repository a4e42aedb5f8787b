/* clscan: parallel prefix scans on any OpenCL device.
 *
 *   inclusive   out[i] = in[0] (op) in[1] (op) ... (op) in[i]
 *   exclusive   out[i] = identity (op) in[0] (op) ... (op) in[i-1]
 *
 * for every associative operator, commutative or not. The header climbs: host arrays in one call; your own
 * queue and buffers; your own type and operator; then errors and questions.
 *
 * Throughout: `count` and `*_offset` are in elements, everything named `size` or `bytes` is in bytes; strings
 * and structs passed in are copied and need live only for the call; every function is thread-safe, but who destroys an
 * object sees to it that no other thread is still in a call with it.
 *
 * Structs that may grow begin with their size, as their _INIT sets it: a library that is newer takes what they lack for
 * zero, an older one refuses them only where what it does not know is not zero. Size 0: as large as the library's own.
 *
 * OpenCL does not survive fork(). In a child whose parent has opened a device, or had clscan look for one among those
 * of the drivers, whatever would need OpenCL is CLSCAN_FORKED, destroyers do nothing, and the rest goes on. A child
 * that forked before may use the library. A call of the parent that was refused for its arguments does not count. */
#ifndef CLSCAN_CLSCAN_H
#define CLSCAN_CLSCAN_H

#include <stddef.h>
#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

#if defined(CLSCAN_STATIC) || !(defined(__GNUC__) || defined(__clang__))
#define CLSCAN_API
#else
#define CLSCAN_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C++" template <typename T> inline T clscan_sized() {
    T zero = T();
    zero.struct_size = sizeof zero;
    return zero;
}
#define CLSCAN_SIZED(type) clscan_sized<type>()
extern "C" {
#else
#define CLSCAN_SIZED(type)                                                                                             \
    { .struct_size = sizeof(type) }
#endif

#define CLSCAN_VERSION_MAJOR 0
#define CLSCAN_VERSION_MINOR 1
#define CLSCAN_VERSION_PATCH 0
#define CLSCAN_VERSION       (CLSCAN_VERSION_MAJOR * 10000 + CLSCAN_VERSION_MINOR * 100 + CLSCAN_VERSION_PATCH)

/* The version of the library at run time, numbered like CLSCAN_VERSION. */
CLSCAN_API int clscan_version(void);

/* ---------------------------------------------------------------------------------------- what to compute */

/* Values are stable; zero is the default. */
typedef enum clscan_type {
    CLSCAN_INT = 0,
    CLSCAN_UINT,
    CLSCAN_LONG,
    CLSCAN_ULONG,
    CLSCAN_SHORT,
    CLSCAN_USHORT,
    CLSCAN_CHAR,
    CLSCAN_UCHAR,
    CLSCAN_FLOAT,
    CLSCAN_DOUBLE, /* where the device has cl_khr_fp64 */
    CLSCAN_HALF,   /* where the device has cl_khr_fp16; computed in half */
    CLSCAN_USER    /* your own: clscan_user */
} clscan_type;

/* Integers wrap modulo 2^bits. Floating sums and products are associated as the strategy does it, the same way
 * on every run. min and max propagate NaN: once a NaN was seen every later result is NaN; of equal values
 * (-0 and +0) the later one is kept. The identity of min and max over floating types is an infinity. */
typedef enum clscan_op {
    CLSCAN_ADD = 0,
    CLSCAN_MUL,
    CLSCAN_MIN,
    CLSCAN_MAX,
    CLSCAN_AND, /* bitwise; integers only, like OR and XOR */
    CLSCAN_OR,
    CLSCAN_XOR,
    CLSCAN_ADD_SAT, /* stays at the greatest value; unsigned integers only: the signed one is not associative */

    /* Those that follow scan a state of their own, T being the type, and are for scalars unless said otherwise. An
     * initial value and the total are such states: structs of the members in braces, as cl/op/<name>.h has them. They
     * store what they come to themselves: there is no desc.store, and desc.load where they read one array */
    CLSCAN_ADD_COMPENSATED, /* { T high, low }: a sum in twice the precision, of which `out` gets high; floating. The
                             * error of n elements is at most half an ulp of the sum + 3 n u^2 times the sum of all |x|,
                             * u being 2^-24 for float, 2^-53 for double, 2^-11 for half. See cl/op/add_compensated.h */
    CLSCAN_LOG_SUM_EXP,     /* { T greatest, sum }: log of the sum of exp(x), greatest + log(sum); floating */

    /* These read or write a second array, whose elements are at the places of those of `in`, or of `out` */
    CLSCAN_ADD_CHECKED, /* { ulong low, high }: exact sums of integers. more_out[0] is one uint, which becomes 1 where a
                         * sum that is written does not fit T, and is never cleared; `out` then has its lowest bits */
    CLSCAN_ARGMIN,      /* { T x; ulong index }: the least value, and in more_out[0], of ulong, the first index of
                         * it, from args.first_index on: its place from in_offset on, also in reverse, in rows and in
                         * segments; none: ULONG_MAX. NaN counts as the least */
    CLSCAN_ARGMAX,      /* likewise the greatest */
    CLSCAN_ARGMIN_LAST, /* the last index of it */
    CLSCAN_ARGMAX_LAST,
    CLSCAN_MEAN_VARIANCE, /* { T mean, squares; ulong count }: the mean, and in more_out[0], of T, the variance of the
                           * population, squares / count; of nothing: NaN. float and double */
    CLSCAN_RECURRENCE,    /* { T a, b }: y[i] = a[i] * y[i-1] + b[i]; `in` is a, more_in[0], of T, is b. y[-1] is 0, or
                           * c with the initial value { 0, c } */
    CLSCAN_LAST_SEEN      /* { T x; uint seen }: the last element whose flag in more_in[0], of uchar, is not 0; before
                           * there is one: 0. Vectors too */
} clscan_op;

typedef enum clscan_kind { CLSCAN_INCLUSIVE = 0, CLSCAN_EXCLUSIVE } clscan_kind;

/* What every call that can fail returns; clscan_last_message() then has the sentence. Values are stable. */
typedef enum clscan_status {
    CLSCAN_OK = 0,
    CLSCAN_INVALID_VALUE,        /* a pointer is NULL, an enumerator or number is out of range */
    CLSCAN_INVALID_DESC,         /* fields of the description contradict each other or lack something */
    CLSCAN_INVALID_DEVICE,       /* the device is not in the context */
    CLSCAN_NO_DEVICE,            /* no device is there, or none matches the selector */
    CLSCAN_INVALID_QUEUE,        /* the queue is of another context or device */
    CLSCAN_INVALID_BUFFER,       /* not a buffer, of another context, or its flags forbid the use */
    CLSCAN_BUFFER_TOO_SMALL,     /* offset + count go past the end */
    CLSCAN_BUFFER_OVERLAP,       /* input, output or workspace overlap, and not as in place */
    CLSCAN_INVALID_WAIT_LIST,    /* the list and its length contradict, or an event is of another context */
    CLSCAN_UNSUPPORTED_TYPE,     /* the device lacks the element type */
    CLSCAN_UNSUPPORTED_OPERATOR, /* the operator is not defined on the element type */
    CLSCAN_UNSUPPORTED_SHAPE,    /* the device can't run the strategy in this shape, or not on so many elements */
    CLSCAN_BUILD_FAILURE,        /* OpenCL C did not compile: clscan_last_build_log() */
    CLSCAN_FILE_ERROR,           /* a file of options.cl_dir or a tuning file can't be read, or the latter is wrong */
    CLSCAN_OUT_OF_MEMORY,        /* of the host */
    CLSCAN_OPENCL_ERROR,         /* an OpenCL call failed: clscan_last_cl_error() */
    CLSCAN_UNSUPPORTED_MEMORY,   /* the device or its driver lacks what args.memory asks for */
    CLSCAN_FORKED,               /* this process is a child of the one that first used clscan */
    CLSCAN_WRONG_RESULTS         /* the self-test: of the plainest kernel there is */
} clscan_status;

/* ----------------------------------------------------------------------------- 1. host arrays, one call */

/* Scans `count` elements from `in` to `out` on the default device and returns when `out` is written.
 * The default device is the one that CLSCAN_DEVICE names (see clscan_device_open), else the first GPU, else the
 * first CPU; it is opened at the first call and kept. `in` and `out` may be the same array, not otherwise
 * overlap. */
CLSCAN_API clscan_status clscan_host(clscan_type type, clscan_op op, clscan_kind kind, const void *in, void *out,
                                     size_t count);

/* ------------------------------------------------------------------- 2. your context, queue and buffers */

typedef struct clscan_device clscan_device; /* a context and one device in it, with its compiled programs */
typedef struct clscan_plan clscan_plan;     /* a description, compiled for a device */

/* Receives one line of narration, without newline: decisions, builds, launches. May be called from any thread
 * that uses the device; must not call clscan. */
typedef void (*clscan_log_fn)(const char *line, void *user);

/* Whether the kernels of a new plan are tried before the plan is used (options.self_test).
 *
 * With the self-test on, clscan_plan_create lets each kernel of the plan scan made-up elements in the plan's own shape:
 * a little more than two tiles, at least 10000 elements and at most 16 MiB. The results are compared with those of a
 * kernel of one work-item, and these with plain C where C knows the operator. Floating sums and products are exact, but
 * only over neighbours: a compiler that reassociates is found. Strategies of one pass run again with a tile that no
 * work-group takes, which another one then has to compute: all bits have to be the same. (Not on NVIDIA's GPUs, where
 * the first tile is always the first work-group's.)
 *
 * A kernel that is wrong, because the driver compiled it wrongly, is replaced by one of a safer strategy, which is
 * slower as a rule: also where desc.strategy asks for it. clscan_plan_replaced tells. If the kernel of one work-item is
 * wrong too, the call fails with CLSCAN_WRONG_RESULTS. A kernel that the driver does not compile, though it compiles the
 * one of one work-item, is replaced too, whether the self-test runs or not; only with CLSCAN_SELF_TEST_OFF the call
 * fails. The self-test runs in this process: a driver that crashes, crashes here.
 *
 * There is no self-test with desc.load, map, store or same_key, whose functions may want other elements. An operator of
 * yours is tried on desc.sample only.
 *
 * Cost: a program is tested once by a device, and with a disk cache once for all processes. The first plan of sums over
 * int or float, automatic, takes 0.4 to 0.5 s of CPU more than its 0.9 to 1 s with PoCL 3.1, and 0.1 s more than its
 * 0.7 s with Intel's CPU runtime 2026.2 (2 cores of an AMD EPYC, November 2026): it is the compiler's time for one more
 * kernel. Where the driver has compiled that before, 0.04 s; where the verdict is in the disk cache, nothing. */
typedef enum clscan_self_test {
    CLSCAN_SELF_TEST_AUTO = 0, /* off for drivers that are trusted, else on: the source's src/table/tested_driver.def
                                * lists those on which the suite of this library has passed */
    CLSCAN_SELF_TEST_ON = 1,
    CLSCAN_SELF_TEST_OFF = 2 /* the kernels that were asked for or none: a kernel that this driver does not compile is
                              * CLSCAN_BUILD_FAILURE here, where else a safer one takes its place if the description
                              * itself compiles */
} clscan_self_test;

/* Every field may be zero. */
typedef struct clscan_device_options {
    size_t struct_size;        /* as CLSCAN_DEVICE_OPTIONS_INIT sets it */
    const char *cl_dir;        /* read the kernel files from this folder instead of the ones built in (development) */
    const char *build_options; /* more options for the OpenCL compiler (development) */
    clscan_log_fn log;         /* default: none, or a line on stderr each when CLSCAN_EXPLAIN=1 is in the environment */
    void *log_user;
    const char *tuning; /* rows as of the tuning file, in its place */
    clscan_self_test self_test; /* whether the driver is trusted */

    /* A folder that keeps compiled programs for the processes to come: "": $XDG_CACHE_HOME/clscan or ~/.cache/clscan;
     * NULL: none. A program goes there once, after its first run or at its plan's end, which then takes part of the
     * compiler's time again; it comes from there for the same source, device, driver and environment, as far as known
     * drivers heed it. Any number of processes may use one folder. A folder that others can write to is not used, nor
     * is such a file in it; with these, or with a full or damaged folder, all is as with none, but for a line of
     * narration. */
    const char *disk_cache;
    size_t disk_cache_bytes; /* at most, of all that is there; 0: 256 MiB */
} clscan_device_options;
#define CLSCAN_DEVICE_OPTIONS_INIT CLSCAN_SIZED(clscan_device_options)

/* Prepares `id`, a device of `context`. Retains both. `options` may be NULL. On failure *device is NULL.
 * Reads the tuning file once, whose rows for this device and its driver come before the library's: the file that
 * CLSCAN_TUNING names (empty: none), else $XDG_CONFIG_HOME/clscan/tuning or ~/.config/clscan/tuning where it is there.
 * `clscan tune` writes it. What is wrong in a file that was named, or in options.tuning, is CLSCAN_FILE_ERROR; one that
 * was not is then left aside as a whole, which the narration tells.
 *
 * On a driver that is not trusted (see CLSCAN_SELF_TEST_AUTO), one small kernel is compiled and run here. It tells
 * whether the compiler keeps the order of floating-point additions, as OpenCL C demands. If not, plans are compiled in
 * a way that keeps it. On Intel's CPU runtime that takes 33 ms of CPU; with a disk cache once, and then 1 ms. The kernel
 * is compiled with options.build_options, as plans are. Options that allow another order (-cl-fast-relaxed-math,
 * -cl-unsafe-math-optimizations) are obeyed on every driver, and nothing is compiled to ask. */
CLSCAN_API clscan_status clscan_device_create(cl_context context, cl_device_id id, const clscan_device_options *options,
                                              clscan_device **device);

/* Finds a device and creates a context for it. `selector` is "PLATFORM:DEVICE" in numbers ("0:1"), "gpu", "cpu",
 * or part of the device's or its platform's name in either case; NULL or "" means the default device (see
 * clscan_host). */
CLSCAN_API clscan_status clscan_device_open(const char *selector, const clscan_device_options *options,
                                            clscan_device **device);

/* Lets go of the device; plans made from it stay usable. Accepts NULL. */
CLSCAN_API void clscan_device_destroy(clscan_device *device);

/* What the device was made of; not retained for the caller. NULL for NULL. */
CLSCAN_API cl_context clscan_device_context(const clscan_device *device);
CLSCAN_API cl_device_id clscan_device_id(const clscan_device *device);

/* How work-items of one work-group scan together (desc.group). Each work-item first reduces its own consecutive
 * items, the group scans those totals, each work-item scans its items from there. */
typedef enum clscan_group {
    CLSCAN_GROUP_AUTO = 0,
    CLSCAN_SEQUENTIAL,    /* one work-item scans the totals of all */
    CLSCAN_HILLIS_STEELE, /* log n steps between two local buffers (Hillis and Steele, 1986) */
    CLSCAN_KOGGE_STONE,   /* the same network in place, two barriers a step (Kogge and Stone, 1973) */
    CLSCAN_BRENT_KUNG,    /* reduction tree and its reverse, 2n-2-log2 n combines (Brent and Kung, 1982) */
    CLSCAN_BLELLOCH,      /* up-sweep, clear, down-sweep (Blelloch, 1990) */
    CLSCAN_SUB_GROUP      /* exchange within sub-groups; where the device has none, one work-item scans all */
} clscan_group;

/* How work-groups scan together (desc.strategy); n elements. */
typedef enum clscan_strategy {
    CLSCAN_STRATEGY_AUTO = 0,
    CLSCAN_SINGLE_GROUP, /* one work-group walks over all tiles: one launch; for small n */
    CLSCAN_GLOBAL_STEPS, /* Hillis-Steele over the whole range: log2 n launches, 2n elements of workspace */
    CLSCAN_HIERARCHICAL, /* scan tiles, scan their totals the same way, add back: n elements of workspace and more */
    CLSCAN_REDUCE_SCAN,  /* reduce one span a work-group, scan each span from its carry: two launches */
    CLSCAN_LOOKBACK,     /* one pass: a tile a work-group, its prefix from what others have published. Group: always
                          * sub_group. A device without fences across work-groups (before OpenCL 2.0, or without their
                          * features of 3.0; NVIDIA's before 7.0) scans by reduce_scan where the output is the input,
                          * and automatic means neither this nor slices there. CLSCAN_UNSUPPORTED_SHAPE for more than
                          * 2^31 tiles */
    CLSCAN_CHAINED, /* one pass: a tile a work-group, each waits for the prefix behind the tile before it and publishes
                     * the next. Group and devices as for lookback; never automatic */
    CLSCAN_SLICES,  /* one pass for CPU devices: each work-item alone takes slices that fit its cache, reduces, looks
                     * back and scans (Merrill and Garland's protocol over Zhang, Wang and Ross' partitions, 2020).
                     * Group: always sequential. Devices as for lookback */
    CLSCAN_COLUMNS  /* one pass down columns, neighbours side by side: where automatic meets 8 columns or more (on CPUs
                     * 2), and group, wg_size and items are left open. A work-group has a strip of 8 columns, more
                     * where there are many, and of short ones up to as many as it has work-items (if these are fewer
                     * than 16, half as many as those); a work-item alone up to `items`. Where strips are fewer than
                     * `groups` they are cut into blocks that look back, on devices as for lookback. Right for what is
                     * no column too, but slow */
} clscan_strategy;

/* An element type and operator of your own: OpenCL C text, compiled together with our kernels. Names beginning with
 * clscan_ and CLSCAN_ are ours; a macro of yours may have no name that our kernels use: words of the language,
 * OpenCL's functions and single lower-case words, so call it MIN_OF or min_of; functions, types and constants of
 * yours, none of OpenCL's functions that they call. Refused too, with the line: #include, #line, pragmas but OPENCL,
 * unroll and nounroll, asm, what is not ASCII outside of comments and strings, trigraphs, and brackets, comments or
 * #if that do not end. Of a struct, give a name to what would be padding: NVIDIA's compiler has been seen to mix up
 * members of 2 bytes beside bytes that are nobody's. */
typedef struct clscan_user {
    const char *type_name; /* CLSCAN_USER: the type to scan, defined by `source` or by OpenCL C */
    size_t size;           /* CLSCAN_USER: its sizeof */
    const char *source;    /* definitions: typedefs, functions; NULL where the description names none of them */
    const char *combine;   /* name of a function or macro of two elements: combine(earlier, later). Must be
                            * associative; need not be commutative */
    const char *identity;  /* initializer, on one line, of the element e with combine(e, x) = combine(x, e) = x; NULL:
                            * there is none, and an exclusive scan needs args.init or init_buffer */
} clscan_user;

/* Where the elements of one scan lie (desc.layout). */
typedef enum clscan_layout {
    CLSCAN_CONTIGUOUS = 0, /* side by side from the offset on */
    CLSCAN_ROWS /* in rows of args.length elements, each scanned by itself; or apart from each other; or along an axis
                 * of an array: see clscan_args and clscan_args_axis */
} clscan_layout;

/* Where segments, which are scanned by themselves, begin in a row or in the whole range (desc.segments). Element 0, or
 * the first of a row, always begins one. */
typedef enum clscan_segments {
    CLSCAN_NO_SEGMENTS = 0,
    CLSCAN_HEAD_FLAGS, /* args.segments has a byte for each element: not zero where a segment begins */
    CLSCAN_HEAD_BITS,  /* args.segments has a bit for each element: bit i % 32 of uint i / 32 */
    CLSCAN_EQUAL_KEYS, /* args.segments has a key for each element: of desc.keys.type, or ints; a segment is as long as
                        * keys are the same */
    CLSCAN_OFFSETS /* args.segments has args.num_segments + 1 ascending offsets: uints, or ulongs where desc.keys.type
                    * says so. Segment s has the elements from offset s to before offset s + 1: none where the two
                    * are equal. What is before the first offset, or from the last on, is a segment too. Takes
                    * count / 8 bytes more of workspace, and a launch. Not in rows */
} clscan_segments;

/* An array that a plan reads or writes. */
typedef struct clscan_array {
    const char *type; /* of its elements in OpenCL C: "uchar", "float4", or a type that user.source defines */
    size_t size;      /* its sizeof; 0 where OpenCL C says what it is */
} clscan_array;

enum { CLSCAN_MAX_ARRAYS = 4 };

/* What a plan computes, and how. All zero: the inclusive sum of ints, everything else automatic. */
typedef struct clscan_desc {
    size_t struct_size; /* as CLSCAN_DESC_INIT sets it */
    clscan_type type;
    clscan_op op; /* ignored where user.combine is given */
    clscan_kind kind;
    clscan_user user;         /* where type is CLSCAN_USER or user.combine is given; its source for load etc. too */
    clscan_strategy strategy; /* this and the rest: how; 0 = automatic */
    clscan_group group;
    unsigned wg_size;  /* work-items in a work-group: a power of two */
    unsigned items;    /* consecutive elements that a work-item scans serially, for each value it brings to the
                        * group's scan (Brent-Kung and Blelloch: two values, else one); 1 to 512; in slices, where
                        * they are a slice, to 2^20 and as many as local memory, a CPU's cache, could hold */
    unsigned groups;   /* work-groups, at most, of the strategies that fix their number (reduce_scan, slices), or that
                        * are enough (columns); 1 to 4096 */
    int deterministic; /* A plan's floating sums have the same bits on every run, on every queue, at every offset and in
                        * place, whatever the timing: that always holds. Nonzero: they are the same for any number of
                        * compute units too, as of a CPU that lends a program some of its cores, and with or without
                        * tuning of one's own */

    /* What is scanned, where it is not simply what lies in one array and goes to another. */
    unsigned components; /* elements are vectors of so many: 2, 3 (in the room of 4), 4, 8 or 16; 0 or 1: they are
                          * not. The operator takes component with component */
    int reverse;         /* from the last element to the first: "before" then means after. In rows, each of them */
    clscan_layout layout;
    clscan_segments segments;
    clscan_array keys;    /* CLSCAN_EQUAL_KEYS; no type: int. CLSCAN_OFFSETS; no type: uint */
    const char *same_key; /* name of a function or macro of user.source: whether two keys are the same; NULL: == */
    clscan_array in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS]; /* the first: no type means the scanned one; others
                                                                 * exist that have a type. A first one of another
                                                                 * number type is converted: to integers, floating
                                                                 * numbers saturate, others wrap */
    const char *load;  /* name of a function of user.source, instead: T load(const global IN *in, ..., ulong i)
                        * has every array of `in`, from its offset on, and returns the element to scan where i is
                        * in the first; it may read elsewhere, or nothing: arrays are as large as they are. It may be
                        * called again for an element, as may `map` */
    const char *store; /* likewise: void store(global OUT *out, ..., const global IN *in, ..., ulong i, T x,
                        * T inclusive, T exclusive) has every array of `out`, then of `in`, the element as it was
                        * loaded and both scans, and writes what it likes, elsewhere than what other elements are
                        * loaded from. i is where the element is in the first of `out`: in those of `in` too, but in
                        * rows with other strides or pitches there. In place, `in` shows what has been stored already
                        * or not yet; x is what was loaded. Where nothing is before an element, and no identity,
                        * `exclusive` is zero bytes */

    const void *sample; /* for the self-test, which tries an operator of your own on nothing else: elements such as
                         * will be scanned, in memory of the host; pairs of them, sixteen, stand among identities, where
                         * neither rounding shows nor a law that is broken. Not where user.identity is NULL: all would
                         * be combined, and both would show. Where elements are converted: those that the array in[0]
                         * can have, none from or to half. Nothing but identities tells nothing. Read by
                         * clscan_plan_create alone */
    size_t sample_count; /* elements of it; eight are enough */

    const char *map; /* name of a function of user.source: T map(IN x), IN being the type of in[0], returns what is
                      * scanned of an element x, which lies there or is what desc.load then returns; desc.store's x is
                      * that, too. Compaction wants it: what is kept need not be read again */
} clscan_desc;
#define CLSCAN_DESC_INIT CLSCAN_SIZED(clscan_desc)

/* Compiles the kernels that `desc` needs, or takes them from the device's cache: the only slow call. On failure
 * *plan is NULL. */
CLSCAN_API clscan_status clscan_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);

/* Lets go of the plan; commands already enqueued complete. Accepts NULL. */
CLSCAN_API void clscan_plan_destroy(clscan_plan *plan);

/* What the handles in clscan_args are, all but the workspace, which is always a buffer: cl_mem, or pointers cast to
 * cl_mem, which kernels are given as they are. Of a pointer the library knows neither size nor context: it refuses
 * NULL, elements that overlap, and what is not aligned to elements of types that OpenCL C has or to states. With
 * desc.load or desc.store, which read and write where they like, and of more_in and more_out, it sees overlaps at the
 * first element alone. */
typedef enum clscan_memory {
    CLSCAN_BUFFERS = 0, /* buffers and sub-buffers */
    CLSCAN_SVM,         /* shared virtual memory of OpenCL 2.0, as clSVMAlloc gives it; of any kind, not mapped */
    CLSCAN_USM          /* unified shared memory of cl_intel_unified_shared_memory: of the host, device or shared */
} clscan_memory;

/* One scan: out[out_offset + i] is written for 0 <= i < count, nothing else is. Offsets, strides and pitches count
 * elements of the array they belong to. */
typedef struct clscan_args {
    size_t struct_size; /* as CLSCAN_ARGS_INIT sets it */
    cl_mem in;
    cl_mem out; /* may be `in` with the same offset (in place), unless desc.store moves elements to other places, as
                 * compaction does, which the library cannot see; may not otherwise overlap it */
    size_t count;
    size_t in_offset;
    size_t out_offset;
    cl_mem workspace; /* NULL: the library's own. Else read-write, of clscan_workspace_size() bytes at least, and
                       * not used by anything else until the scan has completed. What it holds is not known: strategies
                       * of one pass zero it first, by a command more each scan; the library's own once in 65535 */

    /* What is before the first element, or before each segment: an element of the scanned type, or a state (see
     * clscan_op). NULL for both: the identity. */
    const void *init;   /* of the host, up to 512 bytes; read by the call */
    cl_mem init_buffer; /* read before anything is written: it may be in `out` or be the total */
    size_t init_offset;

    /* Where not NULL: one element of the scanned type, or a state, which gets the inclusive scan at the last element (of
     * the last segment), of an exclusive scan too; of no elements the initial value, else the identity, else zero bytes.
     * With the same cell as init_buffer, scans follow each other piece by piece. */
    cl_mem total;
    size_t total_offset;

    /* Where not NULL: `count` is the most there may be, one number here how many there are: of CLSCAN_INT, UINT, LONG
     * or ULONG; below zero is none. Of rows, there may be one. */
    cl_mem count_buffer;
    size_t count_offset;
    clscan_type count_type;

    cl_mem segments;        /* desc.segments: the flag, bit or key of element i is the i-th from segments_offset on,
                             * whatever in_offset is; in rows, by the strides and pitch of `in`. Or offsets, which count
                             * elements from in_offset on */
    size_t segments_offset; /* in flags, keys or offsets; in words of 32 bits */
    size_t num_segments;    /* CLSCAN_OFFSETS: how many; there is one offset more. 0 only where nothing is scanned */

    /* After the first: with offsets of their own, else as that. */
    cl_mem more_in[CLSCAN_MAX_ARRAYS - 1], more_out[CLSCAN_MAX_ARRAYS - 1];
    size_t more_in_offset[CLSCAN_MAX_ARRAYS - 1], more_out_offset[CLSCAN_MAX_ARRAYS - 1];

    /* CLSCAN_ROWS, else zero: element k of row r is at (r / columns) * pitch + r % columns + k * stride. `count` is a
     * multiple of length, and that of columns. */
    size_t length;                /* of a row; 0: count */
    size_t columns;               /* of a matrix that are rows to scan; 0 or 1: rows are rows */
    size_t in_stride, out_stride; /* from element to element; 0: `columns`, or 1 */
    size_t in_pitch, out_pitch;   /* from row to row, or from matrix to matrix; 0: they are side by side */

    clscan_memory memory; /* what `in` and the others are */

    cl_ulong first_index; /* CLSCAN_ARGMIN and its like: the index of the element at in_offset; for pieces of one array,
                           * how many elements are before the piece. Else 0 */
} clscan_args;
#define CLSCAN_ARGS_INIT CLSCAN_SIZED(clscan_args)

/* For a plan with CLSCAN_ROWS: sets count, length and columns for the scans along `axis` of a dense array of up to 4
 * dimensions, the last of which lies side by side. */
CLSCAN_API clscan_status clscan_args_axis(clscan_args *args, const size_t *dimensions, unsigned num_dimensions,
                                          unsigned axis);

/* Enqueues the scan and returns; the last three parameters are those of every clEnqueue call. `queue` may be
 * in-order or out-of-order, of the plan's context and device. One plan may be enqueued from many threads and on
 * many queues at once. count == 0 succeeds: the event then waits for the wait list only, or for the total. On
 * failure *event is untouched and nothing of the scan has been enqueued, except for CLSCAN_OPENCL_ERROR and
 * CLSCAN_OUT_OF_MEMORY: then `out` is undefined, and some commands may be in the queue, which has to be finished before
 * memory that OpenCL does not count references to (of pointers, or of the host under buffers) may go.
 *
 * The plan keeps its workspaces for scans to come: as many as were in flight at once, and one each for up to four
 * in-order queues, also where these are gone. */
CLSCAN_API clscan_status clscan_enqueue(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event);

/* Bytes of workspace for up to `count` elements; 0: args.workspace is not used. Refuses what clscan_enqueue would. */
CLSCAN_API clscan_status clscan_workspace_size(const clscan_plan *plan, size_t count, size_t *bytes);

/* Bytes of an initial value and of a total: sizeof the scanned type, or of the operator's state. */
CLSCAN_API clscan_status clscan_value_size(const clscan_plan *plan, size_t *bytes);

/* Scans host arrays like clscan_host, by a plan from one array to another whose elements have the same size, without
 * rows or segments. The scan runs on a queue of the plan's own; the call returns when `out` is written. The arrays may
 * have any alignment. There is no initial value, which an exclusive scan without an identity needs, and no total. */
CLSCAN_API clscan_status clscan_host_plan(clscan_plan *plan, const void *in, void *out, size_t count);

/* ------------------------------------------------------------------------------ 3. errors and questions */

/* "CLSCAN_BUFFER_TOO_SMALL" and the like; never NULL. */
CLSCAN_API const char *clscan_status_string(clscan_status status);

/* About the last clscan call of this thread that failed: a sentence with the names and numbers; the OpenCL error
 * (CL_SUCCESS when there was none); the compiler's whole log, with lines of user.source named "user". Empty
 * strings when there was none; valid until this thread's next clscan call. */
CLSCAN_API const char *clscan_last_message(void);
CLSCAN_API cl_int clscan_last_cl_error(void);
CLSCAN_API const char *clscan_last_build_log(void);

/* Names, as the command line and the messages have them ("int", "add", "reduce_scan", "brent_kung"); NULL past the
 * last enumerator, so that a loop from 0 lists them all. CLSCAN_USER is "user", automatic is "auto". */
CLSCAN_API const char *clscan_type_name(clscan_type type);
CLSCAN_API const char *clscan_op_name(clscan_op op);
CLSCAN_API const char *clscan_strategy_name(clscan_strategy strategy);
CLSCAN_API const char *clscan_group_name(clscan_group group);

/* sizeof the element type in bytes; 0 for CLSCAN_USER and unknown enumerators. */
CLSCAN_API size_t clscan_type_size(clscan_type type);

/* Says in words how the plan would scan `count` elements: problem, strategy, shape, launches and the work-groups of
 * each, workspace. Writes at most `size` bytes with the closing NUL; *needed, where not NULL, gets the size that would
 * hold all of it. */
CLSCAN_API clscan_status clscan_plan_describe(const clscan_plan *plan, size_t count, char *text, size_t size,
                                              size_t *needed);

/* The same of the rows that `args` tell. Rows and num_segments are refused as clscan_enqueue would, and of the arrays
 * is only looked whether there is a total, for which even 0 elements are scanned: none is refused, and the launch is
 * not told that keeps init_buffer and count_buffer where the scan would overwrite them. The workspace is what this very
 * scan needs, which may be less than clscan_workspace_size says, the most of any up to `count`. */
CLSCAN_API clscan_status clscan_plan_describe_args(const clscan_plan *plan, const clscan_args *args, char *text,
                                                   size_t size, size_t *needed);

/* Returns the name of the i-th strategy of a plan whose kernels this driver did not compile, or compiled wrongly as the
 * self-test found. *by, where that is not NULL, gets the name of what scans in its place, slower as a rule: another
 * strategy, "plain", which has one work-item, or "rows" for "columns" and for "rows side by side". Past the last one
 * NULL is returned and *by stays as it was. Names stay valid. clscan_plan_describe says which of the two it was. */
CLSCAN_API const char *clscan_plan_replaced(const clscan_plan *plan, size_t i, const char **by);

/* Gives the source text of the i-th program of a plan, from 0: what the driver compiled, or would have compiled where
 * the disk cache had the program. It is OpenCL C with all that a kernel file includes in place. #line directives name
 * the files; "cl/problem.h" is the page that the library generates for the plan's types, operator and shape. A plan has a
 * program for each strategy and shape that it may choose, those for the smallest counts first.
 *
 * At most `size` bytes are written, with the closing NUL; `text` may be NULL if `size` is 0. *needed, where not NULL,
 * gets the size that would hold all of it. Past the last program the text is empty and *needed is 0.
 *
 * Returns CLSCAN_INVALID_VALUE if `plan` is NULL, or if `text` is NULL and `size` is not 0. May be called by several
 * threads at once. */
CLSCAN_API clscan_status clscan_plan_source(const clscan_plan *plan, size_t i, char *text, size_t size, size_t *needed);

/* Where clscan_device_create looks for the tuning file, "" where nowhere; `size` and *needed as above. */
CLSCAN_API clscan_status clscan_tuning_path(char *path, size_t size, size_t *needed);

/* Programs in the device's cache, those of its plans and, of plans that are gone, the 32 that were asked for last; how
 * often a plan found its program there or did not; how many of the latter were on disk, instead of being compiled, and
 * how many have gone there. */
typedef struct clscan_cache_stats {
    size_t programs, hits, misses;
    size_t disk_hits, disk_stores;
} clscan_cache_stats;
CLSCAN_API clscan_status clscan_device_cache_stats(const clscan_device *device, clscan_cache_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
