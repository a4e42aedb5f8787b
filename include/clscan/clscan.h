/* clscan: parallel prefix scans, selections, reductions, sorts and histograms, on any OpenCL device,
 * version 0.2.
 *
 *   inclusive scan   out[i] = in[0] (op) in[1] (op) ... (op) in[i]
 *   exclusive scan   out[i] = identity (op) in[0] (op) ... (op) in[i-1]
 *
 * The operator may be any associative operator. It need not be commutative: clscan never swaps the operands of your own
 * operator.
 *
 * The simplest program:
 *
 *     int data[] = { 1, 2, 3 };
 *     if (clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, data, data, 3) != CLSCAN_OK)
 *         puts(clscan_last_message());
 *     // data is now { 1, 3, 6 }
 *
 * This header climbs from the simple to the advanced:
 *
 *   1. host arrays, in one call            7. strategies and tuning
 *   2. errors                              8. the description of a plan: all fields
 *   3. your own queue and buffers          9. device options and the self-test
 *   4. your own types and functions       10. what a plan does
 *   5. rows, matrices and segments        11. streams: arrays longer than the device's memory
 *   6. tasks                              12. splits: arrays in parts, on several devices or processes
 *                                         13. tuning files and the disk cache
 *                                         14. names and the version
 *
 * The guide with examples is installed as share/doc/clscan/guide.md. The source tree has the guide as
 * include/clscan/README.md. The guide also has the known faults of drivers and the costs of calls. */
#ifndef CLSCAN_CLSCAN_H
#define CLSCAN_CLSCAN_H

#include <stddef.h>
#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

/* CLSCAN_STATIC says that the library is static, so that no function has to be exported. CMake and pkg-config --static
 * define the macro. */
#if defined(CLSCAN_STATIC) || !(defined(__GNUC__) || defined(__clang__))
#define CLSCAN_API
#else
#define CLSCAN_API __attribute__((visibility("default")))
#endif

/* CLSCAN_SIZED is for the _INIT macros only: it makes a struct of zeros with its struct_size set. */
#ifdef __cplusplus
extern "C++" template <typename T>
inline T clscan_sized() {
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

/* ----------------------------------------------------------------------------------- 1. host arrays, in one call */

/* The result of every call that can fail. The numbers are stable. */
typedef enum clscan_status {
    CLSCAN_OK = 0,
    CLSCAN_ERROR_INVALID_VALUE = 1,  /* a pointer is NULL; an enumerator or a number is out of range */
    CLSCAN_ERROR_INVALID_DESC = 2,   /* fields of the description contradict each other, or one is missing */
    CLSCAN_ERROR_INVALID_DEVICE = 3, /* the device is not in the context, or clscan refuses its driver */
    CLSCAN_ERROR_NO_DEVICE = 4,      /* there is no OpenCL device, or none that matches the selector */
    CLSCAN_ERROR_INVALID_QUEUE = 5,  /* the queue belongs to another context or device */
    CLSCAN_ERROR_INVALID_WAIT_LIST = 6,
    CLSCAN_ERROR_INVALID_BUFFER = 7,        /* not a buffer, of another context, or its flags forbid the access */
    CLSCAN_ERROR_BUFFER_TOO_SMALL = 8,      /* the elements from the offset on do not fit into the array */
    CLSCAN_ERROR_BUFFER_OVERLAP = 9,        /* input, output or workspace overlap other than in place */
    CLSCAN_ERROR_UNSUPPORTED_TYPE = 10,     /* the device lacks the element type */
    CLSCAN_ERROR_UNSUPPORTED_OPERATOR = 11, /* the operator is not defined on the element type */
    CLSCAN_ERROR_UNSUPPORTED_SHAPE = 12,    /* the device cannot run desc.tuning, or not for this count */
    CLSCAN_ERROR_UNSUPPORTED_MEMORY = 13,   /* the device or its driver lacks SVM or USM */
    CLSCAN_ERROR_BUILD_FAILURE = 14,        /* OpenCL C did not compile: see clscan_last_build_log */
    CLSCAN_ERROR_WRONG_RESULTS = 15,        /* the self-test found that this driver computes wrong results */
    CLSCAN_ERROR_FILE = 16,                 /* a kernel file, a tuning file or a cache folder cannot be used */
    CLSCAN_ERROR_OUT_OF_MEMORY = 17,        /* host memory */
    CLSCAN_ERROR_OPENCL = 18,               /* an OpenCL call failed: see clscan_last_cl_error */
    CLSCAN_ERROR_FORKED = 19,               /* this process was forked from one that had opened a device */
    CLSCAN_ERROR_MPI = 20                   /* an MPI call failed: only functions of clscan_mpi.h return it */
} clscan_status;

/* The kind of a scan says whether result i includes element i. */
typedef enum clscan_kind { CLSCAN_KIND_INCLUSIVE = 0, CLSCAN_KIND_EXCLUSIVE = 1 } clscan_kind;

/* The ready-made operators. Section 4 says how to bring your own. The operators from ADD_COMPENSATED on compute with
 * accumulators, which are structs of several numbers: section 4 describes them, too.
 *
 *   integers           Wrap modulo 2^bits.
 *   sums and products  Floating-point numbers are combined in an order that does not depend on timing, so that the
 *                      same scan gives the same bits on every run (see desc.deterministic).
 *   MIN and MAX        Propagate NaN: after the first NaN every result is NaN. If two values compare equal, as -0 and
 *                      +0 do, the later one is kept. The identity over floating-point types is an infinity. */
typedef enum clscan_op {
    CLSCAN_OP_ADD = 0,
    CLSCAN_OP_MUL = 1,
    CLSCAN_OP_MIN = 2,
    CLSCAN_OP_MAX = 3,
    CLSCAN_OP_AND = 4, /* bitwise; integers only, as OR and XOR */
    CLSCAN_OP_OR = 5,
    CLSCAN_OP_XOR = 6,
    CLSCAN_OP_ADD_SAT = 7,         /* unsigned integers only: the sum stays at the greatest value */
    CLSCAN_OP_ADD_COMPENSATED = 8, /* a floating-point sum in twice the precision */
    CLSCAN_OP_LOG_SUM_EXP = 9,     /* log(exp(x[0]) + exp(x[1]) + ...), floating-point */
    CLSCAN_OP_ADD_CHECKED = 10,    /* integer sums that report overflow */
    CLSCAN_OP_ARGMIN = 11,         /* the least value and the first index of it */
    CLSCAN_OP_ARGMAX = 12,
    CLSCAN_OP_ARGMIN_LAST = 13, /* the least value and the last index of it */
    CLSCAN_OP_ARGMAX_LAST = 14,
    CLSCAN_OP_MEAN_VARIANCE = 15, /* running mean and variance */
    CLSCAN_OP_RECURRENCE = 16,    /* y[i] = a[i] * y[i-1] + b[i] */
    CLSCAN_OP_LAST_SEEN = 17      /* the last element whose flag is set */
} clscan_op;

/* These three calls compute with arrays in host memory and return when the result is there:
 *
 *   clscan_host_scan    scans `count` elements of `in` into `out`
 *   clscan_host_reduce  combines `count` elements of `in`, in their order, into the one element `out`
 *   clscan_host_select  copies the elements of `in` that meet a condition to the beginning of `out`, in their order
 *
 *   type       The type of the elements as OpenCL C names it. Scalars are "int", "uint", "long", "ulong", "short",
 *              "ushort", "char", "uchar", "float", and on devices that have them "double" and "half". Vectors of
 *              scalars, such as "float4", are types too.
 *   op         An operator with one input array and one output array: all but ADD_CHECKED, ARGMIN, ARGMAX, ARGMIN_LAST,
 *              ARGMAX_LAST, MEAN_VARIANCE, RECURRENCE and LAST_SEEN. In the call of a scan, `op` comes before `kind`: a
 *              C compiler need not notice two enumerators in the wrong order.
 *   condition  An expression of OpenCL C that is not 0 for an element x to be kept, such as "x > 0.5f", or for vectors
 *              "any(x > 0.5f)". A condition is compiled at its first use, which can take a second. The library keeps 32
 *              programs that no plan uses, so a condition may be compiled again after many others. The compiler's log
 *              names the line of a condition "user".
 *   in         `count` elements, with any alignment. A vector of 3 takes the bytes of a vector of 4: elements of "int3"
 *              have 16 bytes.
 *   out        For a scan `count` elements, for a reduction one, for a selection `capacity` elements. A scan may be in
 *              place, with the same array as `in` and `out`. Otherwise `out` may not overlap `in`.
 *   *kept      Receives how many elements meet the condition. If this number is greater than `capacity`, the first
 *              `capacity` of these elements are written. With a capacity of 0, elements are only counted, and `out` may
 *              be NULL. This differs from clscan_ref, where a capacity of 0 sets no limit.
 *
 * These calls run on the default device: the one that the environment variable CLSCAN_DEVICE names (see
 * clscan_device_open), else the first GPU, else the first CPU. Devices that clscan refuses, because their driver is
 * known to compute wrongly, are passed over if there is another one. The device is opened by the first call and kept
 * until the process ends. The first call for a type and an operator also compiles, and does not make other threads
 * wait. A count of 0 succeeds, and `in` may then be NULL; the reduction of no elements is the operator's identity.
 *
 * On failure clscan_last_message says what is wrong, the contents of `out` are undefined, and *kept is untouched. The
 * statuses, without CLSCAN_ERROR_:
 *
 *   INVALID_VALUE                    a pointer is NULL, the type is unknown, or the operator takes other arrays
 *   BUFFER_OVERLAP                   `in` and `out` overlap other than in place
 *   UNSUPPORTED_TYPE                 the device lacks the type
 *   UNSUPPORTED_OPERATOR             the operator is not defined on the type
 *   INVALID_DESC, BUILD_FAILURE      the condition is not an expression, or does not compile
 *   NO_DEVICE, INVALID_DEVICE, FILE  as for clscan_device_open
 *   WRONG_RESULTS                    as for clscan_plan_create */
CLSCAN_API clscan_status clscan_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out,
                                          size_t count);
CLSCAN_API clscan_status clscan_host_reduce(const char *type, clscan_op op, const void *in, void *out, size_t count);
CLSCAN_API clscan_status clscan_host_select(const char *type, const char *condition, const void *in, size_t count,
                                            void *out, size_t capacity, size_t *kept);

/* ----------------------------------------------------------------------------------------------------- 2. errors */

/* Any call can fail with INVALID_VALUE for a NULL pointer, an unknown enumerator or a number out of range, and with
 * OUT_OF_MEMORY, OPENCL or FORKED. The comment above a function names the other statuses, without CLSCAN_ERROR_.
 *
 * These three functions describe the last call of this thread that failed:
 *   - clscan_last_message returns a sentence with the names and numbers, or "" if no call failed.
 *   - clscan_last_cl_error returns the OpenCL error code, or CL_SUCCESS if no OpenCL call failed.
 *   - clscan_last_build_log returns the whole log of the compiler, or "" if the failure was not a build failure. The
 *     log names lines of desc.user.source "user", and text of another field by that field, such as desc.user.store.
 *
 * The strings belong to the library, and stay valid until this thread's next clscan call that returns a clscan_status.
 * Destroyers and these three functions do not change them. Look at them only after a failure: a call that succeeds may
 * or may not leave the strings of an earlier failure. */
CLSCAN_API const char *clscan_last_message(void);
CLSCAN_API cl_int clscan_last_cl_error(void);
CLSCAN_API const char *clscan_last_build_log(void);

/* --------------------------------------------------------------------------------- 3. your own queue and buffers */

/* These rules hold throughout this header:
 *   - A call computes one task (see section 6). In sections 3 to 5 and 7 to 10, a "scan" is a call of any task, unless
 *     other tasks are named beside the word. In the other sections, a scan is CLSCAN_TASK_SCAN.
 *   - A "launch" is the start of a kernel on the device. The "shape" of a plan is the size of its work-groups and how
 *     many elements a work-item has: see clscan_tuning. The "log" is the lines of options.log (see section 9).
 *   - Counts, offsets, strides and capacities are in elements of their array. Everything named `size` or `bytes` is in
 *     bytes.
 *   - Zero is the default of every field.
 *   - Strings and structs that are passed in are copied, and have to live during the call only.
 *   - Every function is thread-safe. An object may be destroyed while its commands run on a device, but not while
 *     another thread is in a call with it.
 *   - clscan_desc, clscan_args, clscan_device_options, clscan_stream_options, clscan_cache_stats, clscan_call_info
 *     and clscan_part_info begin with their size, `struct_size`. Initialize a variable of such a type by its _INIT
 *     macro, for example clscan_desc desc = CLSCAN_DESC_INIT. The macro sets the size, and every other field to zero. A
 *     library that is newer than the program's header takes the fields that the program lacks as zero. An older library
 *     refuses unknown fields that are not zero. A size of 0 stands for the size that the struct has in version 0.2.0.
 *     Fields named `reserved` have to be zero.
 *   - OpenCL does not survive fork(). In the child of a process that has opened a device, calls that need OpenCL return
 *     CLSCAN_ERROR_FORKED and destroyers do nothing. A child that was forked before may use the library. */

typedef struct clscan_device clscan_device; /* an OpenCL device in a context, with its compiled programs */
typedef struct clscan_plan clscan_plan;     /* a description, compiled for a device */

typedef struct clscan_device_options clscan_device_options; /* see section 9 */

/* Prepares `id`, a device of `context`, and retains both. `options` may be NULL. On failure *device is NULL. Keep the
 * context until the device and its plans are destroyed if your program may run on Intel's CPU runtime 2024.2: because
 * of a fault of that driver, the context is not retained there.
 *
 * The tuning file is read here (see clscan_tuning_path), and a driver that is not trusted is probed (see
 * clscan_self_test). Fails with INVALID_DEVICE, and with FILE for a tuning file that cannot be used. A kernel file in
 * options.kernel_dir that cannot be used does not fail this call, but clscan_plan_create. */
CLSCAN_API clscan_status clscan_device_create(cl_context context, cl_device_id id, const clscan_device_options *options,
                                              clscan_device **device);

/* Finds a device and creates a context for it. `selector` is "PLATFORM:DEVICE" in numbers ("0:1"), "gpu", "cpu", or a
 * part of the name of the device or its platform in upper or lower case. NULL or "" stands for the default device (see
 * clscan_host_scan). Fails with NO_DEVICE if no device matches, otherwise as clscan_device_create. */
CLSCAN_API clscan_status clscan_device_open(const char *selector, const clscan_device_options *options,
                                            clscan_device **device);

/* Releases the device. Plans that were made from it stay usable. Accepts NULL. */
CLSCAN_API void clscan_device_destroy(clscan_device *device);

/* Return the context and the device that `device` was created with, without retaining them. Return NULL for NULL. */
CLSCAN_API cl_context clscan_device_context(const clscan_device *device);
CLSCAN_API cl_device_id clscan_device_id(const clscan_device *device);

/* What a plan computes. Zero is the inclusive sum of ints. The fields to know first are value.name (the element type,
 * such as "int"), op, kind, task, layout and segments. Section 8 has all fields.
 *
 * A plan is created once and enqueued as often as needed. `context`, `id`, `queue` and the buffers `a` and `b` of `n`
 * floats are the caller's:
 *
 *     clscan_device *device;
 *     clscan_plan *plan;
 *     clscan_desc desc = CLSCAN_DESC_INIT;
 *     clscan_args args = CLSCAN_ARGS_INIT;
 *     desc.value.name = "float";
 *     desc.op = CLSCAN_OP_MAX;                                  // the running maximum
 *     args.in[0].buffer = a;
 *     args.out[0].buffer = b;
 *     args.count = n;
 *     clscan_device_create(context, id, NULL, &device);         // every call that can fail returns a clscan_status
 *     clscan_plan_create(device, &desc, &plan);                 // compiles the kernels
 *     clscan_plan_enqueue(plan, queue, &args, 0, NULL, NULL);   // does not wait
 */
typedef struct clscan_desc clscan_desc;

/* Compiles the kernels that `desc` needs, or takes them from the device's caches. On failure *plan is NULL.
 *
 * Compiling, the self-test and storing in the disk cache happen in this call, which can take seconds. One cost can
 * remain: without options.disk_cache, some drivers compile a part of each kernel in a thread of their own at its first
 * launch (see clscan_plan_enqueue).
 *
 * Fails with
 *
 *   INVALID_DESC          for a description that contradicts itself
 *   UNSUPPORTED_TYPE, UNSUPPORTED_OPERATOR, UNSUPPORTED_SHAPE
 *                         for what the device cannot do
 *   BUILD_FAILURE         if the caller's OpenCL C does not compile
 *   WRONG_RESULTS         if the self-test finds no kernel that computes correctly
 *   FILE                  if options.kernel_dir lacks a kernel file, or has one that cannot be read */
CLSCAN_API clscan_status clscan_plan_create(clscan_device *device, const clscan_desc *desc, clscan_plan **plan);

/* Releases the plan. Commands that are already enqueued complete. Accepts NULL. */
CLSCAN_API void clscan_plan_destroy(clscan_plan *plan);

/* An array: the memory that holds it, and where its elements begin there. Exactly one of the first four fields is set,
 * or none of them for an array that is not given. All arrays of one call are of the same kind: buffers, SVM, USM or
 * host memory. */
typedef struct clscan_ref {
    cl_mem buffer;    /* a buffer or sub-buffer */
    const void *svm;  /* shared virtual memory of OpenCL 2.0, as clSVMAlloc returns it, not mapped */
    const void *usm;  /* unified shared memory of cl_intel_unified_shared_memory: host, device or shared */
    const void *host; /* any memory, with any alignment: for streams, clscan_plan_execute and other _execute calls */
    size_t offset;    /* elements before the first one that is read or written */

    /* The number of elements, from the offset on, that may be read or written. A buffer also ends at its size. The
     * library accesses no element past the capacity. It cannot restrict the caller's own functions, desc.user.load and
     * desc.user.store.
     *
     * 0 SETS NO LIMIT (unlike in clscan_host_select, where it means: only count). A buffer then ends at its size, and a
     * pointer is trusted. A program that computes the capacity has to treat 0 itself, for example by leaving the array
     * out (see WHICH OUTPUTS in section 6). */
    size_t capacity;

    size_t reserved[2]; /* for further kinds of memory */
} clscan_ref;

/* One dimension of an array, as in FFTW's guru interface. Section 5 has examples. */
typedef struct clscan_dim {
    size_t n;          /* the length of the dimension */
    size_t in_stride;  /* the distance of neighbours in the input arrays, in elements; 0: a dense array */
    size_t out_stride; /* the same in the output arrays */
    size_t reserved[1];
} clscan_dim;

enum {
    CLSCAN_MAX_ARRAYS = 8, /* input arrays of one scan, and output arrays */
    CLSCAN_MAX_DIMS = 4
};

/* The arrays of one scan. in[i] is the array that desc.in[i] describes, out[i] the one of desc.out[i].
 *
 * A pointer in a clscan_ref points to const so that pointers to const can be stored without a cast. The library writes
 * to the arrays of `out` and to the total, although these pointers point to const, too. The library cannot find out the
 * size or the context of the memory that a pointer points to. It refuses SVM and USM pointers, and buffers over host
 * memory (CL_MEM_USE_HOST_PTR), that are not aligned to the elements. It refuses arrays that overlap according to the
 * count and the capacities. */
typedef struct clscan_args {
    size_t struct_size; /* as CLSCAN_ARGS_INIT sets it */

    size_t count;                      /* elements to scan; 0 with CLSCAN_LAYOUT_ROWS, where `dims` has the numbers */
    clscan_ref in[CLSCAN_MAX_ARRAYS];  /* never written, unless in place */
    clscan_ref out[CLSCAN_MAX_ARRAYS]; /* for a scan, out[0] may be in[0] with the same offset: a scan in place */

    /* The initial value, which is combined before the first element of the scan, or of each row or segment. It is one
     * element of the scanned type, or an accumulator for operators that have one (see section 4). For a selection, it
     * is a number of elements, of the type desc.count_type. clscan_plan_init_size says how many bytes it has. At most
     * one of these two fields is given. Without either, a scan begins with the operator's identity, and a selection
     * with 0. */
    const void *init;   /* in host memory, up to 512 bytes, read during the call */
    clscan_ref init_at; /* on the device, read before anything is written: it may be in `out`, or be the total */

    /* If given: one cell on the device, of the same type as the initial value. It receives the inclusive scan at the
     * last element, even if the plan's kind is exclusive. clscan_plan_total_size says how many bytes it has.
     *
     *   rows, segments    The total of the last row or segment. The last row is the one whose index is greatest in
     *                     every dimension; desc.reverse does not change which row.
     *   desc.reverse      The scan ends at the row's first element in memory, so the total is the result there.
     *   no elements       The total is the initial value if given, else the identity if there is one, else zero bytes.
     *   other tasks       Selections, and tasks with a result for each segment, write counts: see section 6.
     *
     * If the same cell is `init_at` and `total`, the cell carries the running result from call to call. */
    clscan_ref total;

    /* If given: one cell on the device with the number of elements, of the type desc.count_type. `count` is then the
     * maximum. A number below zero counts as zero, and a number above `count` as `count`. With CLSCAN_LAYOUT_ROWS,
     * there may then be one row only. An exclusive scan without an identity needs an initial value unless `count` is 0,
     * because the host does not know the number. (clscan_plan_execute reads the number first.) */
    clscan_ref count_at;

    /* The shape of the array, for CLSCAN_LAYOUT_ROWS: see section 5. */
    unsigned num_dims; /* 1 to CLSCAN_MAX_DIMS; 0 without rows */
    clscan_dim dims[CLSCAN_MAX_DIMS];

    clscan_ref segments; /* input: flags, bits, keys or offsets, as desc.segments says: see section 5 */

    /* For CLSCAN_SEGMENTS_OFFSETS: the number of segments. args.segments then has one offset more. If num_segments is 0
     * and `count` is not, the call fails with INVALID_VALUE, whatever the task is. (For clscan_plan_execute, `count` is
     * the number at count_at, if there is one.) If both are 0, args.total receives the total of no elements, and
     * args.offsets one number, which is the initial value or 0; nothing else is written. */
    size_t num_segments;

    /* Further arrays of tasks other than scans: see section 6. */
    clscan_ref mask;    /* input: which elements a selection or partition keeps (see clscan_mask) */
    clscan_ref indices; /* output: the index that each element had in the input */
    clscan_ref lengths; /* output: the length of each run, for CLSCAN_TASK_RUN_LENGTH */
    clscan_ref keys;    /* output of reductions and histograms by keys: the key of each segment */

    /* Output of selections and partitions by segments: where the kept elements of each segment begin in the other
     * outputs, in a partition also where its other elements begin. */
    clscan_ref offsets;

    /* For the operators CLSCAN_OP_ARGMIN, ARGMAX, ARGMIN_LAST and ARGMAX_LAST, and the indices of a selection or a
     * sort: the index of the first element. If a long array is scanned piece by piece, this is the number of elements
     * before the piece. */
    cl_ulong first_index;

    /* A read-write buffer of at least clscan_plan_workspace_size bytes, with any contents, that nothing else uses until
     * the scan has completed. NULL: the plan uses a workspace of its own. The host memory of a buffer that was created
     * with CL_MEM_USE_HOST_PTR has to be aligned to 16 bytes, and for sorts and top-k with desc.user.load to the
     * elements of in[0]. The strategies LOOKBACK, CHAINED and SLICES, and COLUMNS with blocks, clear the caller's
     * buffer before each scan, which takes one more command. */
    cl_mem workspace;
} clscan_args;
#define CLSCAN_ARGS_INIT CLSCAN_SIZED(clscan_args)

/* Enqueues one scan and returns without waiting for the device. The last three parameters mean what they mean in every
 * clEnqueue function: the scan starts after the events of the wait list, and *event completes with the scan. `event`
 * may be NULL.
 *
 * `queue` may be in-order or out-of-order, and belongs to the plan's context and device. One plan may be enqueued by
 * many threads and on many queues at the same time.
 *
 * The profiling information of *event is that of the scan's last command, and not of the whole scan. If the scan has
 * several launches (see clscan_plan_call_info), CL_PROFILING_COMMAND_START is when the last one starts. To time such a
 * scan, enqueue a marker before it on an in-order queue, and subtract the marker's CL_PROFILING_COMMAND_END from that
 * of *event.
 *
 * NO ELEMENTS: a call without elements, or whose rows have none, succeeds. It writes the outputs below and needs no
 * other arrays. *event completes after the wait list and these writes:
 *   - args.total and args.offsets,
 *   - the results of REDUCE and HISTOGRAM: one for each row, and one for each segment by offsets.
 * If segments are given by offsets and one of these outputs is written, args.segments has to be given, too.
 *
 * The call never waits for the device, never compiles and never touches a file. It allocates a workspace if no earlier
 * scan has left one that is large enough. Some drivers compile a part of a kernel when it is first launched, in a
 * thread of their own, which delays the first scan by each kernel. With options.disk_cache, clscan_plan_create has
 * launched all kernels already, and no scan is delayed.
 *
 * Fails with INVALID_QUEUE, INVALID_WAIT_LIST, INVALID_BUFFER, BUFFER_TOO_SMALL, BUFFER_OVERLAP or UNSUPPORTED_MEMORY
 * for what their names say, and with UNSUPPORTED_SHAPE for more elements than the strategy can scan. On failure *event
 * is untouched, and nothing has been enqueued except with CLSCAN_ERROR_OPENCL and CLSCAN_ERROR_OUT_OF_MEMORY. With
 * these two the output is undefined, and some commands may be in the queue. Call clFinish before you free memory for
 * which OpenCL does not count references (SVM and USM).
 *
 * The plan keeps its workspaces for later scans. The number of workspaces is at most the number of scans that were in
 * flight at once, plus one for each of up to four in-order queues. */
CLSCAN_API clscan_status clscan_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                             cl_event *event);

/* A bound scan: a plan with a queue and arguments, checked once and enqueued many times. Its enqueue costs the host
 * little more than the driver's launch, which matters for short scans. The gain is smaller if the scan takes further
 * launches: with CLSCAN_SEGMENTS_OFFSETS, and if args.total is also init_at or count_at. */
typedef struct clscan_bound clscan_bound;

/* Binds a scan. `plan`, `queue` and `args` are as for clscan_plan_enqueue, and what that call would refuse is refused
 * here. The arguments are copied, and so is an initial value in host memory. Every scan then has the same count, arrays
 * and initial value; what is in the arrays and in cells on the device may differ.
 *
 * The bound scan holds references to the plan, the queue and the buffers until it is destroyed. The caller may release
 * these objects, and the device, right after this call. Memory of SVM and USM pointers, and host memory that a buffer
 * uses, has no references and must outlive the last scan.
 *
 * The call creates kernel objects, so bind a scan for many enqueues, not for each one. It launches nothing: what delays
 * a plan's first scan (see clscan_plan_enqueue) delays the first bound scan, too. If args.workspace is not given, the
 * bound scan has workspaces of its own, which its first enqueue allocates. On failure *bound is NULL. */
CLSCAN_API clscan_status clscan_bound_create(clscan_plan *plan, cl_command_queue queue, const clscan_args *args,
                                             clscan_bound **bound);

/* Enqueues a bound scan. Everything else is as for clscan_plan_enqueue. Several threads may call this function for one
 * bound scan at the same time. The order of their scans is then unspecified.
 *
 * All scans of a bound scan write the same arrays, and use the same args.workspace if it is given, so they may not
 * overlap in time. On an out-of-order queue, let each scan wait for the event of the one before it. Threads that share
 * a bound scan need an in-order queue. */
CLSCAN_API clscan_status clscan_bound_enqueue(clscan_bound *bound, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event);

/* Destroys a bound scan; `bound` may be NULL. Scans in the queue still complete. */
CLSCAN_API void clscan_bound_destroy(clscan_bound *bound);

/* Does what clscan_plan_enqueue does, but with arrays in host memory (the field `host` of each clscan_ref), and returns
 * when the results are there. The call uses a queue of the plan's own. It copies the arrays to buffers of the device
 * and back, or lets the device use them in place if the two share their memory and the arrays are aligned to their
 * elements. Elements of the outputs that the call does not compute keep their values.
 *
 * Every description is possible. Three rules differ:
 *   - An array that desc.user.load or desc.user.store may access anywhere needs a capacity: the number of elements that
 *     are copied. With a load these are all inputs, and with a store all outputs, and all inputs but the first. No
 *     capacity is needed if there are no elements.
 *   - Contiguous scans and reductions without segments, load, store and with_position may have more elements than a
 *     buffer of the device: they are executed in pieces. Other calls fail with CLSCAN_ERROR_INVALID_VALUE if an array
 *     does not fit into a buffer.
 *   - A selection's args.init_at is in host memory too, and is checked as args.init is: it may not be below zero, and
 *     the total has to fit desc.count_type.
 *
 * args.workspace may be given, as a buffer. Calls for one plan from several threads share the queue, so that their
 * scans run one after the other. Fails as clscan_plan_enqueue; the contents of the outputs are then undefined. */
CLSCAN_API clscan_status clscan_plan_execute(clscan_plan *plan, const clscan_args *args);

/* Stores in *bytes how many bytes of workspace a call needs, or 0 if it does not use args.workspace. `count` is the
 * most elements of one call, summed over its rows. Fails with UNSUPPORTED_SHAPE or INVALID_VALUE for a count that
 * clscan_plan_enqueue would refuse. */
CLSCAN_API clscan_status clscan_plan_workspace_size(const clscan_plan *plan, size_t count, size_t *bytes);

/* Store in *bytes how many bytes the initial value (args.init, args.init_at) and the total (args.total) of a plan's
 * scans have. The size is 0 if the task has no initial value, or no total. In the table, a value is an element of the
 * scanned type, or the operator's accumulator (see section 4). N is clscan_type_size(desc.count_type.name), or 4
 * without a name.
 *
 *                                                clscan_plan_init_size   clscan_plan_total_size
 *   SCAN, REDUCE                                 a value                 a value
 *   REDUCE by segments                           a value                 N
 *   SELECT, UNIQUE, UNIQUE_LAST, RUN_LENGTH      N                       N, in rows for each row
 *   SELECT by segments                           N                       2 N
 *   PARTITION                                    0                       N, in rows for each row
 *   PARTITION in three parts                     0                       3 N, in rows for each row
 *   PARTITION by segments                        0                       2 N
 *   TOP_K, HISTOGRAM by segments                 0                       N
 *   TOP_K, HISTOGRAM without segments, SORT      0                       0
 *
 * Where the table says "for each row", args.total receives one total for each row, and *bytes is the size of one. */
CLSCAN_API clscan_status clscan_plan_init_size(const clscan_plan *plan, size_t *bytes);
CLSCAN_API clscan_status clscan_plan_total_size(const clscan_plan *plan, size_t *bytes);

/* ------------------------------------------------------------------------------- 4. your own types and functions */

/* The type of the scanned values, of an array's elements, of a key or of a count. A name that OpenCL C has ("int",
 * "float4") suffices. A type of desc.user.source needs its size too. */
typedef struct clscan_type {
    const char *name;

    /* The bytes of one element, which is sizeof in OpenCL C: 1 to 65536. 0 for types that OpenCL C has. If the size is
     * not that of the type, clscan_plan_create fails with CLSCAN_ERROR_INVALID_DESC and names both sizes. */
    size_t size;

    size_t reserved[2];
} clscan_type;

/* The caller's own OpenCL C, compiled together with the library's kernels: one source text, and the names of functions
 * in it.
 *
 * SIGNATURES: below, T is the scanned type (desc.value), and IN and OUT are the types of desc.in[] and desc.out[]. A
 * function must have exactly these types, since C would convert others silently. Otherwise clscan_plan_create fails
 * with CLSCAN_ERROR_BUILD_FAILURE, and the message says how the function has to be declared. A function may be static
 * or inline, and its parameters may be const or restrict. Macros, overloaded functions, and functions whose name is in
 * parentheses are not checked.
 *
 * NOT POSSIBLE in the source, and refused with its line:
 *   - names that begin with clscan_ or CLSCAN_,
 *   - a macro whose name occurs in the kernels, because it would change them: keywords and functions of OpenCL C, and
 *     words such as `carry` and `x`. Names of several words, such as MIN_OF, hardly ever occur there,
 *   - functions, types and constants that have the name of an OpenCL function that the kernels call,
 *   - #include, #line, pragmas other than OPENCL, unroll and nounroll, asm, and trigraphs,
 *   - characters that are not ASCII, outside of comments and strings,
 *   - brackets, comments and #if that do not end.
 *
 * Give a name to the padding of a struct: a compiler was seen to confuse members with unnamed padding. */
typedef struct clscan_user {
    /* Typedefs and functions; NULL if no other field names any. If a type of the caller's is named without a source,
     * clscan_plan_create fails with CLSCAN_ERROR_INVALID_DESC. */
    const char *source;

    /* The operator: the name of a function or macro T combine(T earlier, T later), which must be associative and need
     * not be commutative. desc.op is ignored then. */
    const char *combine;

    /* An initializer, on one line, of the identity: the element e with combine(e, x) = combine(x, e) = x. NULL: there
     * is none, and an exclusive scan needs an initial value. */
    const char *identity;

    /* The name of a function T map(IN x), which computes the scanned value from the element x of in[0]. In a reduction
     * this is the combined value, in a selection what is written, in a sort or a top-k the key, and in a histogram the
     * weight: see section 6. */
    const char *map;

    /* The name of a function T load(const global IN *in, ..., ulong i), which returns element i of the scan. With
     * `map`, and in selections, sorts, top-k and histograms, the function returns an element of the type IN of in[0]
     * instead of T. It is given every array of desc.in, from its offset on, and may read anywhere in them. The library
     * does not compare their lengths with the count. `load` and `map` may be called more than once for an element. */
    const char *load;

    /* The name of a function that stores results:
     *
     *     void store(global OUT *out, ..., const global IN *in, ..., ulong i, T x, T inclusive, T exclusive)
     *
     * The function is called once for each element, and may write anywhere in the output arrays. THE LIBRARY CANNOT
     * CHECK WHERE: a store that writes past the end of an array corrupts memory. A store may not write elements that
     * `load` reads for other elements, nor the cells of the initial value and the count.
     *   - The function is given every array of desc.out, then every array of desc.in, each from its offset on.
     *   - Input arrays after the first may have any length, which the library does not compare with the count. An array
     *     of one element, for example, passes a number to the function. Reading element i of it would read past its
     *     end.
     *   - i is the index of the element's result in out[0], counted from the offset: a scan without a store writes
     *     there. The element itself has the same index in in[0], unless rows have other strides in the input than in
     *     the output.
     *   - x is the element as it was loaded. With `map`, x is the element before the mapping, of the type IN.
     *   - inclusive and exclusive are the results of the two kinds of scan at the element. If nothing is before the
     *     element and there is no identity, exclusive is zero bytes.
     * In a scan in place, in[0] and out[0] are the same array, so reading in[0] may return an element or a result that
     * was stored over it. x is always the element as it was loaded. A store that moves elements must not be used in
     * place: the library does not detect this, and the result is undefined. */
    const char *store;

    /* The key of a segment or a run: the name of a function or macro KEY key(E x), where KEY is the type desc.key. (The
     * keys of a sort are another matter: `map` computes them.) It may be called more than once for an element.
     *   - For CLSCAN_SEGMENTS_KEYS, x is an element of args.segments, and E is the type desc.key_in. NULL: the elements
     *     of args.segments are the keys.
     *   - For UNIQUE, UNIQUE_LAST and RUN_LENGTH without such segments, x is an element of in[0], and E is its type. A
     *     run is then of elements with equal keys. */
    const char *key;

    /* The name of a function or macro int same_key(KEY a, KEY b), which returns whether two keys are equal, as an int
     * or a bool. KEY is the type desc.key; for UNIQUE, UNIQUE_LAST and RUN_LENGTH without keys and without `key`, it
     * compares elements, and KEY is the type of in[0]. NULL: comparison by ==, for vectors in all components. */
    const char *same_key;

    /* The predicate of a selection or partition: the name of a function or macro int keep(IN x), which returns whether
     * the element x of in[0] is kept, as an int or a bool. In a partition in three parts it returns the number of the
     * part, as an int. It may be called more than once for an element. */
    const char *keep;

    /* The comparison of a sort, see CLSCAN_TASK_SORT: the name of a function or macro int less(IN x, IN y), which
     * returns whether the element x of in[0] comes before the element y, as an int or a bool. It has to be a strict
     * weak order, as for std::sort of C++: less(x, x) is 0, and `less` and "neither is less" are transitive. */
    const char *less;

    /* If nonzero, `map`, `load`, `store` and `keep` have two more parameters at their end, ulong position and ulong
     * count: how many elements of the row come before this one in the order of the scan, and how many the row has.
     * Without rows, all elements are one row; segments do not matter. With args.count_at, `count` is the number that is
     * there. The last element is the one with position + 1 == count, also with desc.reverse. A plan with positions
     * loads and stores elements one by one, not several at a time, and is slower on some devices. */
    int with_position;

    const char *reserved[1];
} clscan_user;

/* Some operators scan accumulators. An accumulator is a struct of several numbers, which the kernels make from each
 * element. The initial value and the total of such a scan are accumulators, too: structs with the members in braces, in
 * this order. T is the type of the elements of in[0], a scalar; for LAST_SEEN it may be a vector. desc.user.store is
 * refused with these operators, and desc.user.load with RECURRENCE and LAST_SEEN, which read two arrays.
 *
 *   ADD_COMPENSATED  { T high, low }: out[0] receives `high`. The error of n elements is at most half an ulp of the sum
 *                    + 3 n u^2 times the sum of all |x|, where u is 2^-24 for float, 2^-53 for double, 2^-11 for half.
 *   LOG_SUM_EXP      { T greatest, sum }: out[0] receives greatest + log(sum).
 *   ADD_CHECKED      { ulong low, high }: out[0] receives the lowest bits of exact sums. out[1] is one uint, which
 *                    becomes 1 if a sum that is written does not fit T, and is never cleared.
 *   ARGMIN, ARGMAX,  { T x; ulong index }: out[0] receives the value, and out[1], of ulong, the index in the whole
 *   ARGMIN_LAST,     array: args.first_index + the distance from the offset, also in rows and in segments.
 *   ARGMAX_LAST      The index is ULONG_MAX if there are no elements. NaN counts as the least, or the greatest, value.
 *   MEAN_VARIANCE    { T mean, squares; ulong count }: out[0] receives the mean, out[1], of T, the variance of the
 *                    population, squares / count. Both are NaN if there are no elements. T is float or double.
 *   RECURRENCE       { T a, b }: y[i] = a[i] * y[i-1] + b[i], where in[0] is a and in[1], of T, is b. y[-1] is 0, or c
 *                    with the initial value { 0, c }.
 *   LAST_SEEN        { T x; uint seen }: the last element whose flag in in[1], of uchar, is not 0. Before there is one,
 *                    zero. */

/* -------------------------------------------------------------------------------- 5. rows, matrices and segments */

/* How the elements of a scan lie in memory (desc.layout).
 *
 * With CLSCAN_LAYOUT_ROWS, a call scans many rows, each of them by itself. Each scan runs along args.dims[0]: a row has
 * dims[0].n elements, which are dims[0].in_stride elements apart in the input and dims[0].out_stride in the output. The
 * other dimensions, dims[1] to dims[num_dims - 1], say how many rows there are and how far apart their first elements
 * are. If any n is 0, nothing is scanned. A stride of 0 stands for a dense array: for 1 in dims[0], and in dims[d] for
 * dims[d-1].n times the stride of dims[d-1].
 *
 *   a 1000 x 64 matrix, row by row       dims[0] = { .n = 64 }, dims[1] = { .n = 1000 }
 *   its columns                          dims[0] = { .n = 1000, .in_stride = 64, .out_stride = 64 },
 *                                        dims[1] = { .n = 64, .in_stride = 1, .out_stride = 1 }
 *   1000 rows of 64, a pitch of 80       dims[0] = { .n = 64 },
 *                                        dims[1] = { .n = 1000, .in_stride = 80, .out_stride = 80 }
 *
 * Two dimensions other than dims[0] count as one if both strides of one are n times the strides of the other, where n
 * is the length of that other one, as in a dense array. At most two dimensions may then be left besides dims[0]: one of
 * adjacent rows, with strides of 1, and one with any strides. Anything else is refused with CLSCAN_ERROR_INVALID_VALUE.
 *
 * THE ORDER OF ROWS is along dims[1] first, then dims[2], then dims[3]. Some results of rows are DENSE: they follow
 * each other in this order without gaps, and every out_stride is ignored for them. These are the totals of selections,
 * and the outputs of REDUCE, HISTOGRAM and TOP_K (see section 6). */
typedef enum clscan_layout { CLSCAN_LAYOUT_CONTIGUOUS = 0, CLSCAN_LAYOUT_ROWS = 1 } clscan_layout;

/* Sets args->num_dims and args->dims, and args->count to 0, for scans along `axis`, counted from 0, of a dense array.
 * `shape` has the lengths of its `rank` dimensions (1 to 4) as C and NumPy order them: the last one is contiguous in
 * memory. Fails with INVALID_VALUE if no memory holds that many elements. */
CLSCAN_API clscan_status clscan_args_set_axis(clscan_args *args, const size_t *shape, unsigned rank, unsigned axis);

/* How args.segments says where segments begin (desc.segments). Each segment is scanned by itself. The first element,
 * and in rows the first element of each row, always begins a segment. args.segments.offset counts flags, words, keys or
 * offsets, and is independent of args.in[0].offset. In rows, flags, bits and keys have the strides of the input: the
 * element at in[0].offset + k has the flag at segments.offset + k. */
typedef enum clscan_segments {
    CLSCAN_SEGMENTS_NONE = 0,
    CLSCAN_SEGMENTS_FLAGS = 1, /* one uchar for each element: not zero where a segment begins */
    CLSCAN_SEGMENTS_BITS = 2,  /* one bit for each element: bit i % 32 of the uint i / 32; the offset counts uints */
    CLSCAN_SEGMENTS_KEYS = 3,  /* one key of the type desc.key for each element: equal neighbours are one segment.
                                * desc.user.key may compute the keys from elements of the type desc.key_in */

    /* args.num_segments + 1 ascending offsets of the type desc.key, "uint", "ulong", "int" or "long": segment s has the
     * elements from offset s up to, not including, offset s + 1, possibly none. Offsets that are negative or greater
     * than the count stand for the end. If offsets do not ascend, it is unspecified where segments begin, but the scan
     * ends and touches no memory outside of the arrays. Not possible in rows. Takes count / 8 bytes of workspace and
     * one more launch, or two if each segment has a result or a number in args.offsets.
     *
     * The elements before the first offset, and those from the last offset on, are in none of these segments:
     *
     *   SCAN, SORT, TOP_K                 They form two more segments, one before the others and one after them.
     *   UNIQUE, UNIQUE_LAST, RUN_LENGTH   They have runs of their own, as if they were two more segments.
     *   SELECT                            Kept elements outside all segments are written before the first segment or
     *                                     after the last one. args.offsets and the number of segments do not count them
     *                                     as segments.
     *   PARTITION                         Each of the two is partitioned by itself. args.offsets and the number of
     *                                     segments do not count them, but the number of kept elements does.
     *   REDUCE, HISTOGRAM                 They are left out. */
    CLSCAN_SEGMENTS_OFFSETS = 4
} clscan_segments;

/* ------------------------------------------------------------------------------------------------------ 6. tasks */

/* The tasks: what a plan computes (desc.task). Their contracts follow. */
typedef enum clscan_task {
    CLSCAN_TASK_SCAN = 0,        /* every prefix */
    CLSCAN_TASK_SELECT = 1,      /* the elements that meet a condition */
    CLSCAN_TASK_REDUCE = 2,      /* one value of all elements, of each row or of each segment */
    CLSCAN_TASK_UNIQUE = 3,      /* the first element of each run of equal elements */
    CLSCAN_TASK_UNIQUE_LAST = 4, /* the last element of each run */
    CLSCAN_TASK_RUN_LENGTH = 5,  /* the value, start and length of each run */
    CLSCAN_TASK_PARTITION = 6,   /* the elements that meet a condition, then the rest */
    CLSCAN_TASK_SORT = 7,        /* all elements in order, stable, by keys or by a comparison */
    CLSCAN_TASK_HISTOGRAM = 8,   /* the number of elements in each bin, or the sum of their weights */
    CLSCAN_TASK_TOP_K = 9        /* the first k elements of a sort */
} clscan_task;

/* The contracts of the tasks follow, one for each task, in the order of the enumerators. They have these lines, in this
 * order. A contract leaves out a line that adds nothing to the rules before it, and has further lines for single
 * fields.
 *
 *   computes        what the results are
 *   inputs          the arrays that are read
 *   outputs         the arrays that are written
 *   initial value   what args.init and args.init_at stand for
 *   total           what args.total receives
 *   options         fields of the description
 *   rows            what differs with CLSCAN_LAYOUT_ROWS
 *   segments        what differs with desc.segments
 *   in place        which outputs may be inputs; without this line, outputs may not overlap inputs
 *   not possible    what is refused, besides what the table refuses
 *   strategies      which desc.tuning.strategy is possible, and how the work is divided
 *   workspace       what args.workspace has room for
 *
 * Rules for several tasks stand before the contracts: for all tasks, for tasks that keep elements (SELECT, UNIQUE,
 * UNIQUE_LAST, RUN_LENGTH, PARTITION), for results of segments (REDUCE, HISTOGRAM), and for tasks that order elements
 * (SORT, TOP_K).
 *
 * THE FIELDS OF A TASK. A dash says that the field is refused if it is given. Otherwise the field is possible: always
 * (yes), only with desc.user.keep (keep), only with CLSCAN_SEGMENTS_KEYS (keys), only with desc.segments (segs), or not
 * in three parts (2 parts).
 *
 *                       SCAN      SELECT    REDUCE    UNIQUE,   RUN_      PARTITION SORT      HISTOGRAM TOP_K
 *                                                     UNIQUE_   LENGTH
 *                                                     LAST
 *   desc
 *   op, user.combine    yes       -         yes       -         -         -         -         -         -
 *   kind EXCLUSIVE      yes       -         -         -         -         -         -         -         -
 *   reverse             yes       yes       yes       yes       yes       yes       yes       -         yes
 *   layout ROWS         yes       yes       yes       yes       yes       yes       yes       yes       yes
 *   segments            yes       yes       yes       yes       yes       2 parts   yes       yes       yes
 *   segments in rows    yes       -         yes       yes       yes       -         yes       yes       yes
 *   mask                -         yes       -         -         -         yes       -         -         -
 *   index_type          -         yes       -         yes       yes       yes       yes       -         yes
 *   length_type         -         -         -         -         yes       -         -         -         -
 *   min_run_length      -         -         -         -         yes       -         -         -         -
 *   parts               -         -         -         -         -         yes       -         -         -
 *   sort                -         -         -         -         -         -         yes       -         yes
 *   bins                -         -         -         -         -         -         -         yes       -
 *   user.map            yes       yes       yes       yes       yes       yes       yes       yes       yes
 *   user.load           yes       keep      yes       -         -         keep      yes       yes       yes
 *   user.store          yes       -         -         -         -         -         -         -         -
 *   user.keep           -         yes       -         -         -         yes       -         -         -
 *   user.less           -         -         -         -         -         -         yes       -         -
 *   user.key, same_key  keys      keys      keys      yes       yes       keys      keys      keys      keys
 *   user.with_position  yes       keep      yes       -         -         keep      -         yes       -
 *   args
 *   init, init_at       yes       yes       yes       yes       yes       -         -         -         -
 *   total               yes       yes       yes       yes       yes       yes       -         segs      segs
 *   count_at            yes       yes       yes       yes       yes       yes       yes       yes       yes
 *   keys                -         -         keys      -         -         -         -         keys      -
 *   offsets             -         segs      -         -         -         segs      -         -         -
 *   in place            yes       -         -         -         -         -         yes       -         yes
 *
 * user.identity is possible with user.combine. In rows, segments by offsets are refused. SCAN and REDUCE have further
 * arrays, in[1] and out[1] and those after them, for operators with two arrays (see section 4), and for the caller's
 * own functions. HISTOGRAM has further inputs, for desc.user.load. In the other tasks, further arrays are carried
 * along: an element of in[i] moves to out[i] with the element of in[0] that has the same index, and input arrays
 * without an output are for desc.user.load, where that is possible. Each array may have a type of its own.
 *
 * AN OUTPUT THAT IS TOO SMALL is never written past its capacity:
 *
 *   SCAN                The call fails with CLSCAN_ERROR_BUFFER_TOO_SMALL. With desc.user.store, nothing is checked.
 *   REDUCE, HISTOGRAM   The call fails likewise. By flags, bits and keys, the host cannot check: the device writes the
 *                       results that fit whole, and args.total receives the number of all segments.
 *   SELECT, UNIQUE,     The first kept elements are written. All are counted.
 *   UNIQUE_LAST,
 *   RUN_LENGTH
 *   PARTITION, SORT     The first results are written.
 *   TOP_K               The first of the wanted elements are written. By segments, args.total counts all of them.
 *
 * In rows, tasks that keep elements fail if an output cannot hold every row at its out_strides. Kept elements that
 * would reach the next row are counted, and not written.
 *
 * The smallest output limits the others, because element i of each output belongs to the same result. Without a
 * capacity, a buffer ends at its size, and a pointer is trusted to have room for the greatest possible number of
 * results: one element, segment or histogram for each input element, after args.init elements if a selection appends.
 * The host does not know the number at args.init_at (unless the arrays are in host memory), so pointers then need
 * capacities. */

/* RULES OF TASKS THAT KEEP ELEMENTS: SELECT, UNIQUE, UNIQUE_LAST, RUN_LENGTH and PARTITION. The elements that are kept
 * are copied to the beginning of the outputs, in their order, and counted. These tasks are scans of counts (Blelloch,
 * "Prefix Sums and Their Applications", 1990).
 *
 *   in[0], out[0]   The elements, of the type desc.value, and the kept ones. With desc.user.map, in[0] may have another
 *                   type, and map(x) is written.
 *   in[i], out[i]   If in[0][k] is kept, in[i][k] is copied to out[i].
 *   args.indices    Receives the index of each kept element, counted from the offset of in[0], plus args.first_index.
 *                   It is written if desc.index_type has a name.
 *   args.total      Receives how many elements are kept, of the type desc.count_type, "uint" unless a name is given.
 *   args.init,      The number of elements that are in the outputs already, of the type desc.count_type: the task
 *   args.init_at    appends to them, and the total includes them. If the same cell is init_at and total, every call
 *                   appends to those before. args.init + args.count may not be more than desc.count_type can count.
 *                   With args.init_at, that is not checked, and positions wrap as the count does. PARTITION does not
 *                   append.
 *   desc.reverse    The outputs are in reverse order.
 *
 * If an output is too small, the number of elements in it is the lesser of total and capacity. Without args.total, the
 * caller does not learn of it. Counts and indices may not exceed their types.
 *
 * WHICH OUTPUTS have to be given: every output of the description, with two exceptions. With args.total alone, without
 * any out[] and args.indices, the elements are only counted. With args.indices, args.out[0] may be missing: the indices
 * are written without the elements (argwhere, nonzero). RUN_LENGTH needs every output.
 *
 * IN ROWS (desc.layout), each row is taken by itself: a run does not go on in the next row.
 *
 *   out             The kept elements of a row are written from the beginning of that row in the outputs, whose rows
 *                   have the out_strides of args.dims. The elements after them keep their values.
 *   in, mask, keys  Have the in_strides of args.dims.
 *   args.total      Receives one number for each row, in a partition in three parts three numbers: dense, in the order
 *                   of rows. A row without elements has the initial value or 0.
 *   args.indices    Receives indices in the row: the first element of each row in memory has args.first_index.
 *   args.init,      The number of elements that every row of the outputs holds already: one number for all rows.
 *   args.init_at
 *   room            A row has room for dims[0].n elements, or for fewer if the next row of the outputs begins earlier.
 *                   With an out_stride of 10 in dims[1], the first 10 kept elements of each row are written. All are
 *                   counted. A call fails with CLSCAN_ERROR_BUFFER_TOO_SMALL if an output has no room for all rows.
 *
 * desc.count_type must be able to count the elements of all rows together. With the strategy REDUCE_SCAN, the automatic
 * one of CPUs, a work-group takes one row after the other, and several work-groups share each row if there are few long
 * ones. The other strategies scan all rows together.
 *
 * WHERE SEGMENTS BEGIN: SELECT and PARTITION by segments write numbers to args.offsets, of the type desc.count_type,
 * "uint" unless a name is given. They can be the args.segments of a later call with the same type in desc.key.
 * args.offsets has its own capacity, which does not limit out[], and is not limited by it:
 *   - The offsets count all kept elements, also those that do not fit into out[].
 *   - By offsets, a call with room for fewer numbers than it writes, args.num_segments + 1 in SELECT and
 *     2 * args.num_segments + 1 in PARTITION, fails with CLSCAN_ERROR_BUFFER_TOO_SMALL.
 *   - By flags, bits and keys, only the device knows the number of segments: as many numbers are written as fit. A
 *     pointer without a capacity is trusted to have room for args.count + 1 numbers in SELECT, and for
 *     2 * args.count + 1 in PARTITION.
 *   - Without elements, by offsets all these numbers are the initial value or 0. By flags, bits and keys there is then
 *     no segment, and one such number.
 *
 * With args.offsets, and without any out[] and args.indices, the elements are only counted. By offsets, segments
 * without elements have numbers, too, and the number of segments in the total is args.num_segments. With desc.reverse,
 * segments are numbered from the last one in memory on, because their elements are written in that order. A mask and
 * segments by offsets each count as one of the CLSCAN_MAX_ARRAYS inputs, and args.offsets counts as one of the outputs.
 *
 * THE RUNS of UNIQUE, UNIQUE_LAST and RUN_LENGTH decide what is kept:
 *
 *   runs            Neighbours belong to one run if they are equal: by ==, vectors in all components, or by
 *                   desc.user.same_key(x, y), where KEY is the type of in[0]. NaN is unequal to itself, so each NaN is
 *                   a run of its own. With desc.user.key(x), of the type desc.key, the keys of neighbours are compared
 *                   in place of the elements. desc.user.map computes what is written from a kept element, and is not
 *                   applied before the comparison. Only neighbours are compared; sort the input first to keep each
 *                   value once.
 *   keys            With CLSCAN_SEGMENTS_KEYS, args.segments has one key of the type desc.key for each element, or an
 *                   element from which desc.user.key computes it, and a run is of equal keys. The element of in[0] with
 *                   the index of the kept key is written, and so are the elements of the arrays that are carried along.
 *   segments        With CLSCAN_SEGMENTS_FLAGS, BITS or OFFSETS, a run also ends where a segment begins, so that each
 *                   segment has its own runs. Everything else is as without segments: the kept elements of all segments
 *                   follow each other in the outputs, and args.total has the number of all. With offsets, desc.key is
 *                   the type of the offsets, so that desc.user.key is refused.
 *   desc.reverse    Reverses the order in which the elements are written, and keeps the same elements. */

/* RULES OF RESULTS OF SEGMENTS: REDUCE and HISTOGRAM by segments (desc.segments) have one result for each segment,
 * which in a histogram is desc.bins.count numbers.
 *
 *   out[0]          Receives the results in the order of the segments. In a reduction with desc.reverse, the last
 *                   segment comes first, in rows the last one of each row, unless segments are given by offsets.
 *   desc.layout     With CLSCAN_LAYOUT_ROWS, the results of all segments of a row come before those of the next row, in
 *                   the order of rows. Each row begins with a segment of its own. If a dimension has adjacent rows,
 *                   with an in_stride of 1, it has to be dims[1].
 *   args.keys       By keys, and if given: receives the key of the first element of each segment, in a reduction with
 *                   desc.reverse of the last one, of the type desc.key. With desc.user.key, this is the key that the
 *                   function computes. args.keys needs out[0].
 *   args.total      If given: receives the number of segments, of the type desc.count_type, "uint" unless a name is
 *                   given. By flags, bits and keys, if neither out[] nor args.keys is given, the segments are only
 *                   counted.
 *   offsets         By offsets, out[0] receives args.num_segments results, in the order of the offsets. */

/* RULES OF TASKS THAT ORDER ELEMENTS: SORT and TOP_K. The least key comes first. Elements with equal keys keep their
 * order. The key of an element is a number of OpenCL C, of the type desc.value.
 *
 *   in[0], out[0]   The elements, and the elements in order. Without desc.user.map they are the keys. With map(x),
 *                   which computes the key of the element x, in[0] may have any type. out[0] has the type of in[0].
 *                   args.out[0] may be missing if there are indices or other outputs.
 *   in[i], out[i]   An element of in[i] moves with the element of in[0] that has the same index. Input arrays without
 *                   an output are for desc.user.load, and follow the others.
 *   desc.user.load  Computes element i, of the type of in[0]. The task moves these elements, and desc.user.map computes
 *                   their keys. A launch before the others calls desc.user.load once for each element, and stores the
 *                   elements in the workspace, so that outputs may still be the inputs. Rows of the inputs may have no
 *                   gaps.
 *   args.indices    Receives the index that each element had in its row, plus args.first_index (argsort). Without rows,
 *                   all elements are one row, which begins at the offset of in[0], also with segments. It has to be
 *                   given if desc.index_type has a name.
 *   desc.reverse    The greatest key comes first. Elements with equal keys keep their order here, too.
 *   desc.sort       Compares some bits of the keys only, see clscan_sort_options.
 *   desc.count_type The type of args.count_at. It must be able to count args.count: "ulong" for 2^32 elements.
 *   positions       There are none (desc.user.with_position), because desc.user.map computes keys again in each pass,
 *                   from elements that have moved.
 *
 * FLOATING-POINT KEYS are in the order of numbers, with -0 before +0. In reverse, +0 is before -0. NaNs are the last
 * elements in both directions. They count as equal whatever their bits are, and keep their bits. */

/* CLSCAN_TASK_SCAN
 *
 *   computes        Every prefix, see clscan_op and clscan_kind.
 *   inputs          in[0] has the elements. desc.user.map computes the scanned value from an element, and
 *                   desc.user.load loads the elements.
 *   outputs         out[0] receives a result for each element. With desc.user.store, this function stores the results.
 *   initial value   The value before the first element, in rows and segments before the first element of each.
 *   total           The last inclusive result, see clscan_args.
 *   options         desc.reverse scans from the last element to the first.
 *   rows, segments  Each row and each segment is scanned by itself, see section 5.
 *   in place        out[0] may be in[0], with the same offset.
 *   strategies      All, see clscan_strategy. */

/* CLSCAN_TASK_SELECT: see RULES OF TASKS THAT KEEP ELEMENTS
 *
 *   computes        A selection, or stream compaction: the elements that meet a condition. Either desc.user.keep or
 *                   args.mask decides which elements are kept, see clscan_mask.
 *   inputs          in[0] has the elements. With desc.user.keep, desc.user.load may compute the elements, which then
 *                   have the type of in[0].
 *   outputs         The kept elements, and by segments args.offsets.
 *   initial value   How many elements the outputs have already.
 *   total           How many elements are kept, with those that the outputs had already; in rows for each row. By
 *                   segments two numbers: the second one is how many segments there are.
 *   options         desc.user.with_position gives positions to the functions.
 *   not possible    Segments in rows.
 *   strategies      Those of scans.
 *
 * BY SEGMENTS (desc.segments), SELECT also says where the kept elements of each segment are. The kept elements of all
 * segments follow each other in the outputs, as without segments.
 *
 *   args.offsets    Has to be given, unless the call only counts into args.total. Receives one number for each segment
 *                   and one more: the kept elements of segment s are out[0][offsets[s]] to out[0][offsets[s + 1] - 1].
 *                   So one call removes entries from a CSR matrix. For a later call that takes these numbers as
 *                   args.segments, num_segments is the second number of the total, and count_at may be the total.
 *   args.total      If given: receives TWO numbers of the type desc.count_type, how many elements are kept, and how
 *                   many segments there are.
 *   args.init,      ONE number of this type: how many elements are in the outputs already. The kept elements follow
 *   args.init_at    these, and args.offsets and the first number of the total include them. No segment continues into
 *                   the next call.
 *   appending       If init_at is the first number of the total, every call appends to those before. The second number
 *                   counts the segments of the last call. If args.offsets.offset grows by the number of segments after
 *                   each call, the offsets of all calls form one array, unless elements lie outside of the offsets:
 *                   then each call needs num_segments + 1 numbers of its own.
 *   args.segments   As for a scan.
 *
 * CLSCAN_TASK_UNIQUE of the same keys writes the key of each segment, in the same order. */

/* CLSCAN_TASK_REDUCE: by segments, see RULES OF RESULTS OF SEGMENTS
 *
 *   computes        All elements, or those of each row or segment, combined to one value, in their order, by any
 *                   operator. By keys, this is a "reduce by key". A reduction reads each element once and writes only
 *                   the results, so it takes about half the time of a scan.
 *   inputs          The elements, as for a scan: desc.user.map, desc.user.load, conversions, the second array of an
 *                   operator, args.count_at and desc.reverse mean the same.
 *   outputs         out[0] receives the result, of the type desc.out[0]. Operators with an accumulator write out[1]
 *                   likewise.
 *   initial value   Is combined before the first element, in rows and segments before the first element of each.
 *                   Without segments, init_at may be the cell that out[0] or args.total writes: every call then
 *                   continues the result before it.
 *   total           The result, of the last row if there are rows, as a value of the scanned type or as an accumulator
 *                   (see section 4). It can be the init_at of a later call. By segments: the number of segments.
 *   rows            out[0] receives a result for each row: dense, in the order of rows, so that clscan_args_set_axis
 *                   suits reductions too.
 *   segments        out[0] receives a result for each segment. A segment without elements, which only offsets can have,
 *                   has the initial value as its result, else the identity, else zero bytes. If desc.count_type is
 *                   "uint" or "int", a call can have 2^31 - 1 elements.
 *   no elements     The result of no elements, be it a row or the whole array, is the initial value, else the identity,
 *                   else zero bytes. It is written, so the outputs have to be given. If there are no rows, because the
 *                   n of another dimension than dims[0] is 0, nothing is written but the total.
 *   strategies      AUTO chooses among those below. By segments, a scan computes the results in one pass, so every
 *                   strategy but COLUMNS is possible.
 *
 *   SINGLE_GROUP    One work-group reduces each row.
 *   REDUCE_SCAN     Several work-groups share a long row, and a second launch combines their results.
 *   LOOKBACK        The last of these work-groups combines their results in the same launch, to the same bits.
 *   COLUMNS         For adjacent columns. */

/* CLSCAN_TASK_UNIQUE: see RULES OF TASKS THAT KEEP ELEMENTS, and THE RUNS there
 *
 *   computes        The first element of each run of equal elements, the one with the least index.
 *   inputs          in[0] has the elements. With CLSCAN_SEGMENTS_KEYS, args.segments has the keys.
 *   outputs         The kept elements.
 *   initial value   How many elements the outputs have already.
 *   total           How many elements are kept, with those that the outputs had already; in rows for each row.
 *   strategies      Those of scans. */

/* CLSCAN_TASK_UNIQUE_LAST: see RULES OF TASKS THAT KEEP ELEMENTS, and THE RUNS there
 *
 *   computes        The last element of each run of equal elements, the one with the greatest index.
 *   all other lines As for CLSCAN_TASK_UNIQUE. */

/* CLSCAN_TASK_RUN_LENGTH: see RULES OF TASKS THAT KEEP ELEMENTS, and THE RUNS there
 *
 *   computes        A run-length encoding: the value, the start and the length of each run. The value is the first
 *                   element of the run. One more launch computes the lengths.
 *   inputs          As for CLSCAN_TASK_UNIQUE.
 *   outputs         out[0] receives the values. args.lengths receives the length of each run, of the type
 *                   desc.length_type, "uint" unless a name is given. args.indices receives where each run begins, plus
 *                   args.first_index; in rows counted from the beginning of the row. The indices must be given, because
 *                   lengths are computed from them. desc.index_type is "uint" unless a name is given.
 *   initial value   How many runs the outputs have already. Where calls append to each other, a run ends with its call.
 *   total           The number of runs, with those that the outputs had already; in rows of each row. Must be given.
 *   options         With desc.min_run_length = m, only the runs of at least m elements are written and counted.
 *   room            If an output is too small, the runs that fit are written whole, and all are counted. The type of
 *                   the lengths must be able to hold args.count.
 *   strategies      Those of scans. */

/* CLSCAN_TASK_PARTITION: see RULES OF TASKS THAT KEEP ELEMENTS
 *
 *   computes        All elements: first the kept ones, as CLSCAN_TASK_SELECT writes them, then the rest, both in their
 *                   order.
 *   inputs          As for CLSCAN_TASK_SELECT.
 *   outputs         All elements. args.indices receives the index of each.
 *   total           The number of kept elements, which is where the rest begins; in rows for each row. In three parts
 *                   three numbers, and by segments two, see below.
 *   options         desc.reverse: each part is in reverse order.
 *   parts           With desc.parts = 3 there are three parts, each in its order: part 0, then part 1, then part 2. The
 *                   number of an element's part is what desc.user.keep returns, or its flag with CLSCAN_MASK_FLAGS.
 *                   Numbers other than 0 and 1 stand for part 2. args.total receives the sizes of the three parts, as
 *                   three numbers of the type desc.count_type; its offset and capacity count numbers.
 *   room            The number of written elements is the lesser of count and capacity.
 *   not possible    An initial value: a partition does not append. Segments in rows. With desc.parts = 3,
 *                   CLSCAN_MASK_BITS and segments.
 *   strategies      REDUCE_SCAN only, with two launches, because positions in later parts are known only after all
 *                   elements have been counted. In rows, a work-group partitions some rows in one launch, or if there
 *                   are few long rows, several share each one in two launches.
 *
 * MIND THE ORDER: with three parts, the elements for which `keep` or the flag is 0 come first. With two parts, those
 * for which it is not 0 come first, as a selection by the same rule writes them.
 *
 * BY SEGMENTS (desc.segments), each segment is partitioned by itself: its kept elements come first, then its other
 * elements, and the segment keeps its place. With desc.reverse, segments and the elements of each part are in reverse
 * order.
 *
 *   args.offsets    If given: receives TWO numbers for each segment, and one more, of the type desc.count_type. The
 *                   kept elements of segment s are out[0][offsets[2 * s]] to out[0][offsets[2 * s + 1] - 1], and its
 *                   others out[0][offsets[2 * s + 1]] to out[0][offsets[2 * s + 2] - 1]. The last number is where the
 *                   last segment ends. A later call that takes these numbers as args.segments has each part as a
 *                   segment, and num_segments is twice as large.
 *   args.total      If given: receives TWO numbers of this type, how many elements are kept, those of no segment
 *                   included, and how many segments there are.
 *   args.segments   As for CLSCAN_TASK_SELECT by segments. By offsets, elements before the first offset, and those from
 *                   the last one on, are partitioned by themselves, and have no numbers in args.offsets.
 *   launches        There are three, and by offsets two more.
 *   workspace       Up to 2 * args.count numbers of the type desc.count_type.
 *
 * CLSCAN_TASK_SORT by segments partitions each segment in three parts, if desc.value is uchar, desc.user.map returns
 * the part of an element, and desc.sort.num_bits is 2. */

/* CLSCAN_TASK_SORT: see RULES OF TASKS THAT ORDER ELEMENTS
 *
 *   computes        A stable sort: all elements in the order of their keys. A sort by a comparison has no keys: see BY
 *                   COMPARISON below.
 *   inputs          in[0] has the elements. Further inputs are carried along.
 *   outputs         All elements, in order.
 *   options         desc.user.map computes the keys, and desc.sort chooses their bits.
 *   rows            Each row is sorted by itself: the rows or columns of a matrix, or any axis of an array (see
 *                   clscan_args_set_axis). Input and output may have any strides, as for a scan, and memory between the
 *                   rows of the output is not touched. Columns, and rows with gaps, take two more launches, which copy
 *                   the elements row by row and back. If an output is too small, the elements whose position is below
 *                   its capacity are written.
 *   segments        Each segment is sorted by itself, and keeps its place in the array. Lengths may differ in any way.
 *                   desc.reverse does not change where segments begin. In rows, segments by flags, bits or keys are
 *                   possible, and have the strides of the input.
 *   in place        Each output may be the same array as the input with the same number, with the same offset. Other
 *                   overlaps are refused.
 *   strategies      LOOKBACK, REDUCE_SCAN and SINGLE_GROUP:
 *
 *   LOOKBACK        A pass is one launch that reads each element once, for up to 2^30 - 1 elements, else three
 *                   launches.
 *   REDUCE_SCAN     A pass has three launches.
 *   SINGLE_GROUP    One work-group sorts all elements, or each row, in one launch.
 *   AUTO            Chooses LOOKBACK on NVIDIA's GPUs from compute capability 7.0 on, else REDUCE_SCAN. Few elements
 *                   and rows are sorted by single work-groups.
 *
 * THE WORKSPACE is one buffer, which a device limits to CL_DEVICE_MAX_MEM_ALLOC_SIZE. It has room for
 *   - one copy of all arrays that are sorted, if at most 16 bits of the keys are compared, else two copies. For rows
 *     and segments there are always two copies,
 *   - one more copy of the elements, with desc.user.load,
 *   - two numbers of the type desc.count_type for each element, for rows and segments.
 *
 * THE ALGORITHM is a radix sort of 8 bits a pass, from the lowest bits to the highest (Knuth, The Art of Computer
 * Programming, volume 3, section 5.2.5). Passes whose 8 bits are equal in all keys are skipped, but at least one pass
 * moves the elements, in place at least two. For rows and segments, further passes sort by the number of an element's
 * row or segment, one for each 8 bits of the greatest number. For segments, three more launches compute these numbers.
 * Rows need no passes by number, but one launch in all, if a row fits into the local memory of a work-group, or if
 * there are many rows: of up to 2^16 elements on NVIDIA's GPUs from compute capability 7.0 on, and of up to 2^20 on
 * CPUs.
 *
 * BY COMPARISON: with desc.user.less, the caller's own comparison of two elements, the elements are in that order. This
 * is for elements without a number as their key, such as texts, and structs that are compared by several members. It is
 * a merge sort: tiles are sorted first, and then neighbouring runs are merged, in a launch for each doubling of their
 * length (Green, McColl and Bader, "GPU Merge Path", ICS 2012). A sort by keys is several times faster where it is
 * possible. Fields mean what they mean above, with these differences:
 *
 *   in[0]           Elements of any type, that of desc.value if in[0] has no name.
 *   stable          Elements of which neither is less keep their order, also with desc.reverse, which takes less(y, x)
 *                   for less(x, y).
 *   rows, segments  `less` is called for two elements of one row and segment only. Rows with any strides need no
 *                   copies, and rows and segments of any lengths no more launches.
 *   workspace       Two copies of the elements, with an index of the type desc.count_type each if there are further
 *                   outputs, and one copy of the carried arrays. Rows and segments take a few bytes more for each tile,
 *                   on CPUs for each 16 elements.
 *   not possible    desc.user.map and desc.sort, because there are no keys, and other strategies than REDUCE_SCAN.
 *
 * If `less` is not a strict weak order, or if it is `<` of floating-point numbers and some of them are NaN, the sort
 * ends and touches no memory outside of the arrays. The order is then unspecified, and some elements may occur several
 * times and others not at all. */

/* CLSCAN_TASK_HISTOGRAM: by segments, see RULES OF RESULTS OF SEGMENTS
 *
 *   computes        How many elements are in each bin, or the sums of their weights. desc.bins describes the bins. An
 *                   element that is in no bin, such as NaN, is not counted. The results are the same on every run.
 *   inputs          in[0] has the elements, of any type. desc.user.load may compute them, and then returns the type of
 *                   in[0]. Further inputs are for desc.user.load. Without a name, in[0] has the type of desc.value.
 *   outputs         out[0] receives desc.bins.count numbers of the type desc.value, the count of bin 0 first. Earlier
 *                   contents are overwritten. With no elements, all counts are 0. If segments are given by flags, bits
 *                   or keys, there is then no segment, and nothing is written. The outputs may not overlap each other.
 *   total           By segments, if given: the number of segments. Without segments there is no total.
 *   desc.value      The type of a count: "uint" unless a name is given, or "int", "ulong", "long", "float" or "double".
 *                   args.count, or the number of elements of all rows, may not be more than this type can count: 2^24
 *                   for float, and 2^53 for double. Half is refused, because it could count to 2048 only.
 *   desc.user.map   The weight of an element: map(x), of the type desc.value, is added to the bin of the element x
 *                   instead of 1. Sums of integers wrap, as all sums of integers do, and there is no limit for the
 *                   number of elements.
 *   with_position   desc.user.map and desc.user.load get positions, but the function of the bins gets none.
 *   rows            Each row has a histogram of its own: out[0] receives desc.bins.count numbers for each row: dense,
 *                   in the order of rows. Rows may have any strides in the input, as for a scan. A row without elements
 *                   has counts of 0.
 *   segments        Each segment has a histogram of its own: out[0] receives desc.bins.count numbers for each segment.
 *                   A segment without elements, which only offsets can have, has counts of 0.
 *   strategies      REDUCE_SCAN only: work-groups count in tables of their own. If there are few rows, several
 *                   work-groups count each one, and a second launch adds their tables. By segments, each work-group
 *                   counts the segments of its part of the array one after the other, and a third launch adds the
 *                   counts of segments that several work-groups share.
 *   workspace       By segments, a few tables of counters for each work-group.
 *
 * SUMS OF FLOATING-POINT WEIGHTS have the same bits in each call of one plan with the same args.count or args.dims, on
 * the same device, on any queue, at every offset. How sums are rounded depends on the shape, and so on the device. With
 * desc.deterministic, it does not depend on the number of compute units and the tuning file.
 *   - On GPUs, a work-group adds exactly (Kulisch, "Computer Arithmetic and Validity", 2nd edition, 2013) and rounds
 *     each sum once, to the nearest number. A counter of floats takes 44 bytes and a counter of doubles 272, so that
 *     fewer bins fit into local memory.
 *   - On CPUs, whose work-groups have one work-item, each addition rounds. Give sums of floats the type "double" if
 *     many elements are in one bin.
 *   - If several work-groups count one row, their rounded sums are added in the order of the work-groups.
 *   - An infinite weight makes its sum infinite. NaN and infinities of both signs make it NaN. A sum of zeros is +0. If
 *     a partial sum exceeds the greatest finite number, the result may be infinite or NaN. */

/* CLSCAN_TASK_TOP_K: see RULES OF TASKS THAT ORDER ELEMENTS
 *
 *   computes        The beginning of what CLSCAN_TASK_SORT would write: the desc.sort.k least elements, or with
 *                   desc.reverse the greatest ones. They are in order, and of equal keys the first ones in the input
 *                   are taken.
 *   inputs          in[0] has the elements. Further inputs are carried along.
 *   outputs         The wanted elements, in order.
 *   total           By segments, if given: the number of wanted elements of all segments, of the type desc.count_type.
 *                   It may be more than fit into the outputs. If no output is given, the elements are only counted.
 *                   Without segments there is no total.
 *   options         desc.sort.k is the number of elements that are wanted, at least 1. If there are fewer elements, all
 *                   of them are written.
 *   rows            Each row has its own first elements: k of them, or all of a shorter row. Rows may have any strides
 *                   in the inputs, as for a scan. The outputs are dense, in the order of rows. If there are several
 *                   rows, each has at most 2^32 - 1 elements.
 *   segments        Each segment has its own first elements: k of them, or all of a shorter segment. Lengths may differ
 *                   in any way. In rows, segments are possible if the rows are contiguous and follow each other. The
 *                   results of the segments follow each other in the outputs without gaps.
 *   in place        Each output may be the same array as the input with the same number, with the same offset, but not
 *                   in rows. Other overlaps are refused.
 *   strategies      REDUCE_SCAN only.
 *   workspace       Room for the wanted elements and what is carried along, twice, and with desc.user.load for all
 *                   elements once. By segments, as much as a sort of the same elements needs.
 *
 * THE ALGORITHM is a radix select (Alabi et al., "Fast k-selection algorithms for graphics processing units", ACM
 * Journal of Experimental Algorithmics 17, 2012): it reads the elements once for each 8 bits of the keys, from the
 * highest bits on, until it is known which ones are wanted. One more reading gathers the wanted elements, and only they
 * are sorted. In rows, one work-group selects from a whole row, or several share each row if there are few long ones.
 * Short rows are sorted without a select. By segments, all elements are sorted, and then the first ones of each segment
 * are taken. */

/* How CLSCAN_TASK_SORT and CLSCAN_TASK_TOP_K order elements (desc.sort): by `num_bits` bits of the key, from bit
 * `first_bit` on. Bit 0 is the lowest. If num_bits is 0, all bits from first_bit on are compared. CLSCAN_TASK_TOP_K
 * also needs `k`, the number of elements that are wanted; it is 0 for a sort.
 *
 * The bits are taken from an unsigned number that is in the order of the keys:
 *
 *   unsigned integers       the key itself
 *   signed integers         the key with its sign bit inverted
 *   floating-point numbers  the bits of the key: with the sign bit inverted for +0 and numbers above zero, with all
 *                           bits inverted for -0 and numbers below zero
 *
 * With desc.reverse, all bits of this number are inverted. For NaN, all bits are set in both directions. */
typedef struct clscan_sort_options {
    unsigned first_bit, num_bits;
    unsigned k; /* for CLSCAN_TASK_TOP_K only */
    unsigned reserved[1];
} clscan_sort_options;

/* How desc.bins says which elements are in a bin. Every bin has its lower edge, and not its upper edge: b is in bin i
 * if edge[i] <= b < edge[i + 1]. So the upper edge of the last bin is in no bin, as in CUB and unlike in NumPy. */
typedef enum clscan_bin_kind {
    /* `count` bins of the same width over [lower, upper): edge[i] is lower + i * (upper - lower) / count. in[0] is of
     * numbers. For integers, the result is exact whatever the width of the bins, and `lower` and `upper` have to be
     * whole numbers. For floating-point numbers, the bin is (x - lower) * (count / (upper - lower)) rounded down, where
     * `lower`, the quotient, the difference and the product are each rounded to the type of in[0], or to float for
     * half. An element that is within these roundings of an edge may count in the neighbouring bin. The bounds have to
     * be in the range of that type, and floats and halves have at most 2^23 bins. */
    CLSCAN_BIN_KIND_EVEN = 0,

    /* `edges` has count + 1 ascending numbers. Neighbours may be equal, and the bin between them is then empty. The
     * first may be minus infinity, and the last infinity. in[0] is of numbers. Elements and edges are compared exactly.
     */
    CLSCAN_BIN_KIND_EDGES = 1,

    /* uint function(IN x), a function or macro of desc.user.source, returns the bin of an element x of in[0], which may
     * be of any type. A result of `count` or more says that the element is in no bin. */
    CLSCAN_BIN_KIND_FUNCTION = 2
} clscan_bin_kind;

/* The bins of a histogram (desc.bins). Fields of other kinds of bins have to be zero. */
typedef struct clscan_bins {
    clscan_bin_kind kind;
    unsigned count;      /* the number of bins, 1 to 2^28 */
    double lower, upper; /* EVEN: where the first bin begins and the last one ends */
    /* EDGES: count + 1 numbers in host memory, read during clscan_plan_create only. Integers that no double represents
     * cannot be edges. */
    const double *edges;
    const char *function; /* FUNCTION: the name of the function */
    size_t reserved[4];
} clscan_bins;

/* How args.mask says which elements a selection keeps (desc.mask). */
typedef enum clscan_mask {
    CLSCAN_MASK_NONE = 0,  /* there is no mask: desc.user.keep decides */
    CLSCAN_MASK_FLAGS = 1, /* one uchar for each element: not zero for an element that is kept, or with desc.parts 3
                            * the number of its part */
    CLSCAN_MASK_BITS = 2   /* one bit for each element: bit i % 32 of the uint i / 32; args.mask.offset counts uints */
} clscan_mask;

/* -------------------------------------------------------------------------------------- 7. strategies and tuning */

/* How the n work-items of one work-group scan together. Each work-item first reduces its own consecutive elements to
 * one total. The work-group then scans the totals by one of the algorithms below. Each work-item finally scans its
 * elements from its prefix. */
typedef enum clscan_group {
    CLSCAN_GROUP_AUTO = 0,
    CLSCAN_GROUP_SEQUENTIAL = 1,    /* one work-item scans all totals */
    CLSCAN_GROUP_HILLIS_STEELE = 2, /* log2 n steps between two local buffers (Hillis and Steele, 1986) */
    CLSCAN_GROUP_KOGGE_STONE = 3,   /* the same network in place, two barriers a step (Kogge and Stone, 1973) */
    CLSCAN_GROUP_BRENT_KUNG = 4,    /* a reduction tree and its reverse, 2n-2-log2 n combines (Brent and Kung, 1982) */
    CLSCAN_GROUP_BLELLOCH = 5,      /* up-sweep, clear, down-sweep (Blelloch, 1990) */
    CLSCAN_GROUP_SUB_GROUP = 6      /* exchange within sub-groups; without them one work-item scans all totals */
} clscan_group;

/* How work-groups scan together. Here n is the number of elements. A tile is the elements that a work-group scans at a
 * time. The carry-in of a tile is the scan of all elements before it.
 *
 * LOOKBACK, CHAINED and SLICES read each element from memory once. They need atomics. In place they also need fences
 * across work-groups. Devices before OpenCL 2.0, devices of OpenCL 3.0 without the optional feature, and NVIDIA's GPUs
 * before compute capability 7.0 have no such fences. On such a device a scan in place uses REDUCE_SCAN instead. */
typedef enum clscan_strategy {
    CLSCAN_STRATEGY_AUTO = 0,
    CLSCAN_STRATEGY_SINGLE_GROUP = 1, /* one work-group scans tile after tile, in one launch; for small n */
    CLSCAN_STRATEGY_GLOBAL_STEPS = 2, /* Hillis-Steele over all elements: log2 n launches, 2n elements of workspace */

    /* Scans tiles, then the totals of the tiles in the same way, then combines these with the tiles: a little more than
     * n elements of workspace. */
    CLSCAN_STRATEGY_HIERARCHICAL = 3,

    CLSCAN_STRATEGY_REDUCE_SCAN = 4, /* two launches: work-groups reduce several tiles, then scan them */

    /* One pass with decoupled look-back (Merrill and Garland, 2016): a work-group takes a tile and finds its carry-in
     * from what earlier tiles have published. The group is always SUB_GROUP. At most 2^31 tiles. */
    CLSCAN_STRATEGY_LOOKBACK = 5,

    CLSCAN_STRATEGY_CHAINED = 6, /* one pass: each tile waits for the prefix of the tile before it. Never automatic */

    /* One pass for CPUs: work-groups of one work-item take slices that fit into a cache, reduce a slice, look back, and
     * scan the slice (look-back over the partitions of Zhang, Wang and Ross, 2020). The group is always SEQUENTIAL. */
    CLSCAN_STRATEGY_SLICES = 7,

    /* One pass down adjacent columns of a matrix. AUTO chooses it from 8 columns on (on CPUs from 2) if group, wg_size
     * and items are 0. A work-group has a strip of 8 columns or more. If there are fewer strips than `groups`, strips
     * are cut into blocks that look back. Other rows are scanned correctly too, but slowly. */
    CLSCAN_STRATEGY_COLUMNS = 8
} clscan_strategy;

/* How a plan scans (desc.tuning). The library chooses each field that is 0, to suit the device. The numeric fields are
 * the plan's shape. */
typedef struct clscan_tuning {
    clscan_strategy strategy;

    /* How work-items scan together. It has no effect with a strategy that does not let it be chosen: LOOKBACK and
     * CHAINED always use SUB_GROUP, and SLICES uses SEQUENTIAL. */
    clscan_group group;

    unsigned wg_size; /* work-items of a work-group, a power of two */

    /* Consecutive elements that a work-item reduces to one total, 1 to 512. With BRENT_KUNG and BLELLOCH a work-item
     * has two totals, and so twice this number of elements. With SLICES the elements of a slice, up to 2^20, as far as
     * local memory, or a CPU's cache, holds them. */
    unsigned items;

    /* Work-groups, 1 to 4096. REDUCE_SCAN and SLICES launch at most this number. COLUMNS cuts strips into blocks if it
     * has fewer strips than this number. */
    unsigned num_groups;

    /* LOOKBACK and CHAINED can keep a tile on chip in packet rows. In a packet row, each work-item of a sub-group holds
     * 16 consecutive bytes. (Packet rows have nothing to do with the rows of a matrix.) `items` is then not used.
     * Packet rows are possible if the size of an element divides 16 bytes, and if elements are contiguous or the device
     * is a GPU. Otherwise both fields are ignored. A work-item holds at most 80 elements in registers: 20 packet rows
     * of ints, or 5 of chars. More fail with UNSUPPORTED_SHAPE. */
    unsigned private_rows; /* packet rows in registers, 1 to 32, with at most 80 elements */
    unsigned local_rows;   /* packet rows in local memory, 0 to 64: only with private_rows, and then 0 is none */

    unsigned reserved[5];
} clscan_tuning;

/* Test data for the self-test of a user operator: elements that are typical of real input, in host memory, read during
 * clscan_plan_create only. Sixteen pairs of them are placed among identities, so that the result does not depend on the
 * order of association. Without an identity there is no such test. Do not fill the sample with the identity only: such
 * a test cannot fail. If in[0] has another type than the scanned values, choose values that in[0] can hold. */
typedef struct clscan_sample {
    const void *elements; /* values of the scanned type, desc.value */
    size_t count;         /* eight are enough */
    size_t reserved[2];
} clscan_sample;

/* ---------------------------------------------------------------------- 8. the description of a plan: all fields */

/* A description says what a plan computes, and how. If all fields are zero, a plan computes the inclusive sum of ints,
 * and the library chooses how. */
struct clscan_desc {
    size_t struct_size; /* as CLSCAN_DESC_INIT sets it */

    clscan_task task; /* see section 6 */
    clscan_op op;     /* ignored if user.combine is given */
    clscan_kind kind; /* without effect on user.store, which is given both scans */
    int reverse;      /* nonzero: scans from the last element to the first, in each row by itself */

    /* Types; a type without a name has the default. If in[0] or out[0] has another number type than `value`, elements
     * are converted: a floating-point number that becomes an integer saturates, and an integer that becomes a narrower
     * one wraps. Name in[i] or out[i] to declare a further array: for the caller's own functions, or to be carried
     * along by a selection or a sort. The out[0] of a sort always has the type of in[0]. */
    clscan_type value;                  /* the scanned values; default: "int", for histograms "uint" */
    clscan_type in[CLSCAN_MAX_ARRAYS];  /* default of in[0]: as `value` */
    clscan_type out[CLSCAN_MAX_ARRAYS]; /* default of out[0]: as `value` */
    clscan_type key;                    /* keys or offsets, see clscan_segments; default: "int", for offsets "uint" */
    clscan_type key_in;                 /* elements of args.segments, for user.key; default: as `key` */

    /* Each of these types is "int", "uint", "long" or "ulong". */
    clscan_type count_type;  /* args.count_at, args.offsets, and totals that count; default: "uint" */
    clscan_type index_type;  /* args.indices; default: no indices, for CLSCAN_TASK_RUN_LENGTH "uint" */
    clscan_type length_type; /* args.lengths, for CLSCAN_TASK_RUN_LENGTH only; default: "uint" */

    clscan_user user; /* the caller's own operator and functions */

    clscan_layout layout;     /* contiguous elements, or rows */
    clscan_segments segments; /* how args.segments says where segments begin */
    clscan_mask mask;         /* how args.mask says which elements are kept */
    unsigned parts;           /* for CLSCAN_TASK_PARTITION only: 2 or 3 parts; 0 stands for 2 */
    clscan_sort_options sort; /* for CLSCAN_TASK_SORT and CLSCAN_TASK_TOP_K only: which bits are compared, and k */
    clscan_bins bins;         /* for CLSCAN_TASK_HISTOGRAM only */
    unsigned min_run_length;  /* for CLSCAN_TASK_RUN_LENGTH only: the least length, 1 to 1024; 0 stands for 1 */

    /* Nonzero: floating-point sums have the same bits for any number of compute units, and with any tuning file.
     *
     * In any case, sums of one plan have the same bits on every run and queue, at every offset, in place or not, with
     * two exceptions: on some devices a plan scans in place by another strategy (see clscan_strategy), and on PoCL, the
     * code of sums may differ if the source of the caller's functions calls printf. */
    int deterministic;

    /* The greatest number of elements of a scan of this plan, of all rows together; 0: any number. A plan has different
     * programs for different counts, and does not compile the programs for larger ones: often one program instead of
     * two or three. A scan of more elements fails with CLSCAN_ERROR_INVALID_VALUE. Results do not depend on this
     * number. */
    size_t max_count;

    clscan_tuning tuning;
    clscan_sample sample;
};
#define CLSCAN_DESC_INIT CLSCAN_SIZED(clscan_desc)

/* --------------------------------------------------------------------------- 9. device options and the self-test */

/* Receives one line of the library's log, without a newline: decisions, builds, launches, and faults that the library
 * avoids. `user` is options.log_user. The function may be called from any thread that uses the device, and must not
 * call clscan. */
typedef void (*clscan_log_fn)(const char *line, void *user);

/* Says whether clscan_plan_create tests the kernels of a new plan before it returns.
 *
 * Each kernel scans generated data in the plan's own shape, and so does a reference kernel of one work-item. The
 * results must agree, and the reference kernel is compared with plain C. One-pass strategies run a second time with a
 * tile that no work-group takes, so that their fallback runs too. The results of selections, partitions, runs, sorts,
 * top-k and histograms are compared with plain C directly, all their bits.
 *
 * If a kernel computes wrong results, or cannot be compiled although the reference kernel can, a kernel of a safer and
 * usually slower strategy replaces it, even if desc.tuning.strategy names its strategy. clscan_plan_num_replaced counts
 * the replaced kernels, and clscan_plan_describe names them. If the reference kernel is wrong too, the call fails with
 * CLSCAN_ERROR_WRONG_RESULTS. The test runs in this process: a driver that crashes ends the process.
 *
 * Plans with user.map, load, store, key, same_key, keep, less or a function of bins are not tested, since such
 * functions may expect other elements than generated ones. desc.sample does not change this: the sample has values of
 * the type desc.value for user.combine, and plain C does not know the results of these functions. User operators are
 * tested on desc.sample only, and not in reductions by segments. Lines of the log (options.log) that begin with
 * "self-test:" say of each plan what was tested.
 *
 * A device tests each program once. With a disk cache, the first process that needs a program tests it for all later
 * ones. When a device of an untrusted driver is opened, a probe also finds out whether its compiler keeps the order of
 * floating-point additions as OpenCL C demands. If not, plans are compiled in a way that keeps it, unless build options
 * allow another order. The guide, section "Self-test", has the details and the costs. */
typedef enum clscan_self_test {
    /* On, except for two trusted drivers: PoCL 3.1 on CPUs, where all tests pass, and NVIDIA's driver 580, where the
     * tests of scans, laws, progress and the API pass. A kernel that does not compile is replaced there too. */
    CLSCAN_SELF_TEST_AUTO = 0,

    CLSCAN_SELF_TEST_ON = 1,

    /* No test, and a kernel that does not compile is CLSCAN_ERROR_BUILD_FAILURE instead of being replaced. */
    CLSCAN_SELF_TEST_OFF = 2
} clscan_self_test;

/* The options of a device. */
struct clscan_device_options {
    size_t struct_size; /* as CLSCAN_DEVICE_OPTIONS_INIT sets it */
    clscan_self_test self_test;

    /* A folder that keeps compiled programs for later processes. NULL: none. "": $XDG_CACHE_HOME/clscan, else
     * ~/.cache/clscan. A program is found again for the same source, build options, device, driver and environment (as
     * far as known drivers read it). Any number of processes may share a folder. A folder or an entry that other users
     * can write to is not used. If the folder is not used, full or damaged, programs are compiled as without a disk
     * cache, and the log says so.
     *
     * clscan_plan_create stores new programs, so that they last even if the process is killed later. It launches each
     * new kernel before that, on no elements, because some drivers compile part of a kernel at its first launch. */
    const char *disk_cache;
    size_t disk_cache_bytes; /* the most that the folder may hold; 0: 256 MiB */

    const char *tuning; /* lines in the format of the tuning file, which replace the file. NULL: the file is read */

    clscan_log_fn log; /* receives the log. NULL: no log, or on stderr if the environment has CLSCAN_EXPLAIN=1 */
    void *log_user;    /* passed to `log` */

    /* For development: read the kernel files from this folder, not those built in. A device reads them when it
     * compiles a program, and keeps the program. */
    const char *kernel_dir;
    const char *build_options; /* for development: further options of the OpenCL compiler */
};
#define CLSCAN_DEVICE_OPTIONS_INIT CLSCAN_SIZED(clscan_device_options)

/* ------------------------------------------------------------------------------------------ 10. what a plan does */

/* Says in words how the plan would scan with these arguments: problem, strategy, shape, launches with their
 * work-groups, workspace. The count or dimensions, the segments and the total matter; other arrays are not looked at
 * and may be missing, so that { .count = n } is enough for a contiguous scan. The workspace in the text is what this
 * one scan needs. clscan_plan_workspace_size may return more, because it covers every scan of up to `count` elements.
 * The text is for people, and may change with every version.
 *
 * Writes at most `size` bytes to `text`, including the closing NUL. *needed, if not NULL, receives the bytes of the
 * whole text with its NUL: call with `size` 0 to ask.
 *
 * Fails with INVALID_VALUE for arguments that contradict each other or the plan, BUFFER_OVERLAP for strides by which
 * rows of the output overlap, and UNSUPPORTED_SHAPE for more elements than the strategy can scan on this device. */
CLSCAN_API clscan_status clscan_plan_describe(const clscan_plan *plan, const clscan_args *args, char *text, size_t size,
                                              size_t *needed);

/* How a plan runs one scan: what the text of clscan_plan_describe says, for programs. */
typedef struct clscan_call_info {
    size_t struct_size; /* as CLSCAN_CALL_INFO_INIT sets it */

    /* The strategy and shape. As desc.tuning in an otherwise equal description, this value gives the same strategy and
     * shape. The strategy is SINGLE_GROUP also for the reference kernel, which may replace any other (see
     * clscan_self_test). */
    clscan_tuning tuning;

    int replaced;           /* 1 if this kernel takes the place of another (see clscan_self_test), else 0 */
    size_t launches;        /* launches of kernels; 0 if there is nothing to do */
    size_t workspace_bytes; /* what this one scan needs */
} clscan_call_info;
#define CLSCAN_CALL_INFO_INIT CLSCAN_SIZED(clscan_call_info)

/* Stores in *info how the plan would scan with these arguments. `args` is as for clscan_plan_describe. The scan is
 * assumed to be out of place. Fails as clscan_plan_describe, and then *info is untouched. */
CLSCAN_API clscan_status clscan_plan_call_info(const clscan_plan *plan, const clscan_args *args,
                                               clscan_call_info *info);

/* Writes the source text of the i-th program of a plan, i from 0 on: the OpenCL C that the driver compiled, now or
 * before the disk cache stored the program. With options.kernel_dir, the files are read again. Every included file
 * stands in place. #line directives name the files; "cl/problem.h" is the header that the library generates for the
 * plan's types, operator and shape. A plan has a program for each strategy and shape that it may choose up to
 * desc.max_count, programs for the smallest counts first. Past the last program the text is empty and *needed is 0.
 * `size` and *needed are as for clscan_plan_describe. Fails with FILE if options.kernel_dir lacks a file. */
CLSCAN_API clscan_status clscan_plan_source(const clscan_plan *plan, size_t i, char *text, size_t size, size_t *needed);

/* Writes the row of the tuning table, or of the user's tuning file, from which the plan's shape for `count` contiguous
 * elements was made: a line in the format of the tuning file, with the names of this device and its driver, as
 * options.tuning takes it. The row of a task that is not computed in the shape of a scan names the task, for example
 * task=sort. The shape in use may differ from the row, for example because of the size of the elements: see
 * clscan_plan_call_info. `size` and *needed are as for clscan_plan_describe. Fails with INVALID_VALUE for a count that
 * is greater than desc.max_count or than desc.count_type can count. */
CLSCAN_API clscan_status clscan_plan_tuning_row(const clscan_plan *plan, size_t count, char *text, size_t size,
                                                size_t *needed);

/* Returns how many of the plan's kernels were replaced by safer ones: see clscan_self_test. Returns 0 for NULL. */
CLSCAN_API size_t clscan_plan_num_replaced(const clscan_plan *plan);

/* ----------------------------------------------------------- 11. streams: arrays longer than the device's memory */

/* A stream computes what a plan computes, from elements that pass through host memory piece by piece, so that their
 * number is not limited by the memory of the device or of the host. The caller pushes elements and pulls results, in
 * portions of any size, as they come from files, pipes and sockets. The stream cuts the elements into pieces. Copies to
 * the device, kernels and copies from the device overlap, and so does the host's own work with all of them. The memory
 * that a stream takes depends on its options, and not on the number of elements.
 *
 *     clscan_args args = CLSCAN_ARGS_INIT;
 *     size_t taken, given;
 *     int more = 1;                                            // whether there are elements that were not pushed
 *     do {
 *         if (more) {
 *             args.in[0].host = next elements;  args.count = how many there are;
 *             clscan_stream_push(stream, &args, &taken);       // takes what the ring has room for
 *             if (these were the last elements && taken == args.count) {
 *                 more = 0;
 *                 clscan_stream_finish(stream);                // nothing can be pushed after this call
 *             } else if (taken == args.count)
 *                 continue;                                    // the ring has room: push on, so that pieces overlap
 *         }
 *         args.out[0].host = room for results;  args.count = how much room;
 *         clscan_stream_pull(stream, &args, &given);           // waits for results of pieces that are complete
 *     } while (more || given > 0);
 *
 * A stream that was finished has no more results once clscan_stream_pull gives none. While the ring is full, a push
 * takes nothing, and results have to be pulled.
 *
 *   scans           Any operator, several arrays, desc.user.map, and segments by flags, bits or keys, which may be
 *                   longer than a piece.
 *   reductions      Without segments. The result is pulled after clscan_stream_finish.
 *   selections      CLSCAN_TASK_SELECT without segments, UNIQUE, UNIQUE_LAST and RUN_LENGTH, with everything but
 *                   desc.user.load. The results of a piece can be pulled when its kernels have run. A run that crosses
 *                   pieces has one result: UNIQUE gives it with the piece in which the run begins, UNIQUE_LAST and
 *                   RUN_LENGTH when its end is known. With desc.min_run_length, the device finds all runs, and the host
 *                   drops the short ones. The total is a ulong, whatever desc.count_type is, and there is no initial
 *                   value.
 *   histograms      Without segments. The counts are added up on the device, and pulled after clscan_stream_finish.
 *   not possible    Partitions, sorts and top-k, desc.reverse, rows, segments by offsets, desc.user.load, store and
 *                   with_position: they need all elements before the first result, or any element at any time. Tasks
 *                   that find runs refuse bits: a piece is preceded by one element of the previous piece, which would
 *                   shift the bits. Keys of a scan's segments have to be of a type of OpenCL C, without desc.user.key
 *                   and same_key, because the host compares some of them. desc.max_count has no effect.
 *   results         Those of one call on all elements, except that floating-point sums are associated by pieces. They
 *                   have the same bits on every run with the same options.piece_elements, whatever portions are pushed,
 *                   if clscan_stream_flush is not called.
 *   memory          For each of options.num_pieces pieces: room for a piece of every array on the device and, unless
 *                   the device works in the memory of the host, once more in pinned memory of the host. The plan's
 *                   workspace for a piece comes on top.
 *   threads         Calls for one stream from several threads run one after the other. One thread may push while
 *                   another one pulls, but a call that waits for results makes the other thread wait. No lock
 *                   is held while a thread fills reserved memory or reads results in the ring.
 *   failures        A call that refuses its arguments changes nothing. After any other failure, such as OPENCL or
 *                   OUT_OF_MEMORY, every further call fails with the same status, and the stream can only be
 *                   destroyed. The same holds after INVALID_VALUE because a count, an index or a run length exceeds its
 *                   type: name "ulong" in desc.value (of a histogram), desc.index_type and desc.length_type for long
 *                   streams. */
typedef struct clscan_stream clscan_stream;

/* The options of a stream. Zero is the default of every field. */
typedef struct clscan_stream_options {
    size_t struct_size; /* as CLSCAN_STREAM_OPTIONS_INIT sets it */

    /* The elements of a piece. 0: as many as take 16 MiB in the array with the largest elements, or 1 MiB on a device
     * that works in the memory of the host. If the description has bits, the number is rounded up to a multiple of
     * 32. */
    size_t piece_elements;
    unsigned num_pieces; /* the number of pieces in the ring, 2 to 64. 0: 3 */

    /* Nonzero: clscan_stream_execute copies between the device and the arrays of the caller directly. For memory that
     * is pinned: mapped from a buffer with CL_MEM_ALLOC_HOST_PTR. Other memory is slow on most devices. */
    int pinned;

    /* Threads that copy between arrays of the caller and the ring, with the caller's own thread: at most 64. 0: 1. They
     * exist during such a copy only. One thread copies more slowly than a GPU's link. */
    unsigned copy_threads;

    const void *init;     /* the initial value, as args.init, but of any size; read during the call. NULL: none */
    cl_ulong first_index; /* as args.first_index: the index of the first element that is pushed */
    size_t reserved[4];
} clscan_stream_options;
#define CLSCAN_STREAM_OPTIONS_INIT CLSCAN_SIZED(clscan_stream_options)

/* Creates a stream, with the kernels of `desc`, which are compiled as for clscan_plan_create, and a ring of buffers.
 * `options` may be NULL. The stream has queues of its own, and stays usable after the device is destroyed. On failure
 * *stream is NULL. Fails as clscan_plan_create, with INVALID_DESC for what a stream cannot compute, and with
 * INVALID_VALUE for options that are out of range. */
CLSCAN_API clscan_status clscan_stream_create(clscan_device *device, const clscan_desc *desc,
                                              const clscan_stream_options *options, clscan_stream **stream);

/* Returns the plan with which the stream computes its pieces, for clscan_plan_describe, clscan_plan_call_info,
 * clscan_plan_source, clscan_plan_tuning_row, clscan_plan_num_replaced, clscan_plan_init_size and
 * clscan_plan_total_size. args.count is then the number of elements of a piece. Segments that cross pieces, and the
 * counts of histograms, have a second plan, which is not returned. The plan belongs to the stream and ends with it.
 * Returns NULL for NULL. */
CLSCAN_API const clscan_plan *clscan_stream_plan(const clscan_stream *stream);

/* Waits for the device, and releases the stream. Results that were not pulled are lost. Accepts NULL. */
CLSCAN_API void clscan_stream_destroy(clscan_stream *stream);

/* Copies up to args->count elements into the ring: of args.in, args.segments and args.mask, as far as the description
 * has them. Offsets and capacities mean what they mean in clscan_ref. Other fields have to be valid as for
 * clscan_plan_execute, and init, first_index, count_at and workspace have no effect.
 *
 * *taken receives how many elements were taken: fewer than args->count, possibly 0, if the ring has no room before
 * results are pulled. With bits, *taken is args->count or a multiple of 32, because bits are given in words. Never
 * waits for results.
 *
 * Fails with INVALID_VALUE for a missing array and after clscan_stream_finish, and with BUFFER_TOO_SMALL for a capacity
 * that is less than the count. */
CLSCAN_API clscan_status clscan_stream_push(clscan_stream *stream, const clscan_args *args, size_t *taken);

/* Copies up to args->count results of one piece from the ring to args.out, args.indices and args.lengths. Other fields
 * are as for clscan_stream_push. *given receives how many results were copied.
 *
 * If a piece in the ring is full or was flushed, the call waits until a piece has results. It does not wait for
 * elements that are not pushed yet: *given is then 0. While the call waits, nothing is pushed, so pull only after a
 * push that took fewer elements than it was given, or after clscan_stream_finish or clscan_stream_flush. For
 * ADD_CHECKED, args.out[1] is one uint, which is set to 1 if a sum of the piece does not fit.
 *
 * Fails with INVALID_VALUE for a missing array, and with BUFFER_TOO_SMALL for a capacity below the count. */
CLSCAN_API clscan_status clscan_stream_pull(clscan_stream *stream, const clscan_args *args, size_t *given);

/* Push and pull without copies, in the memory of the ring:
 *
 *   clscan_stream_reserve   stores in *args where the next elements have to be written: the field `host` of each array
 *                           that is pushed, and in args->count the room there. 0: pull results first
 *   clscan_stream_commit    pushes the first `count` elements that are there
 *   clscan_stream_peek      stores in *args where the next results are, and in args->count how many. It waits as
 *                           clscan_stream_pull does
 *   clscan_stream_release   pulls the first `count` of these results
 *
 * Begin with CLSCAN_ARGS_INIT; other fields of *args keep their values. Cast the const of `host` away: the reserved
 * memory is for the caller to write. It is valid until the next push or commit, and peeked results are valid until they
 * are released.
 *
 * clscan_stream_commit fails with INVALID_VALUE if `count` is greater than the room, and clscan_stream_release if it is
 * greater than the number of results. clscan_stream_reserve fails with INVALID_DESC for a description with bits,
 * because the next element may begin within a word. */
CLSCAN_API clscan_status clscan_stream_reserve(clscan_stream *stream, clscan_args *args);
CLSCAN_API clscan_status clscan_stream_commit(clscan_stream *stream, size_t count);
CLSCAN_API clscan_status clscan_stream_peek(clscan_stream *stream, clscan_args *args);
CLSCAN_API clscan_status clscan_stream_release(clscan_stream *stream, size_t count);

/* Computes with the elements that are in the ring, even if they do not fill a piece: for a pipe whose next elements may
 * come late. Does not wait. */
CLSCAN_API clscan_status clscan_stream_flush(clscan_stream *stream);

/* Ends the input, and computes with the last elements. Does not wait. A second call has no effect. */
CLSCAN_API clscan_status clscan_stream_finish(clscan_stream *stream);

/* Waits for the kernels of a finished stream, and copies the total of all elements to `total`, which has `size` bytes:
 * the value that args.total of one call on all elements would receive; for a selection, a ulong. Results need not have
 * been pulled. Fails with INVALID_VALUE before clscan_stream_finish, for a size that is not that of the total, and for
 * histograms, which have none. */
CLSCAN_API clscan_status clscan_stream_total(clscan_stream *stream, void *total, size_t size);

/* Pushes all elements of arrays in host memory, finishes, and pulls all results: what clscan_plan_execute does, for
 * arrays of any length. args.in, out, segments, mask, indices, lengths and total have the field `host`, and args.count
 * is the number of elements. out[0] of a scan may be in[0] with the same offset. A selection counts all elements that
 * it keeps, and writes those that fit into the capacities; its total is a ulong. Afterwards the stream is as it was
 * after its creation, so that it can execute or stream again.
 *
 * Fails as clscan_plan_execute, and with INVALID_VALUE if elements have been pushed before. Also fails with
 * INVALID_VALUE for args.init, init_at and first_index, which options.init and options.first_index replace, and for
 * args.count_at and args.workspace. */
CLSCAN_API clscan_status clscan_stream_execute(clscan_stream *stream, const clscan_args *args);

/* -------------------------------------------------- 12. splits: arrays in parts, on several devices or processes */

/* A split computes what a plan computes, for an array that is divided into parts. Each part is on its own device, in
 * this process or in another one. Only a few bytes travel between the devices, by any means that the caller has:
 * memory, MPI, sockets. (For MPI, the library clscan_mpi with clscan_mpi.h takes all steps.) There are three steps:
 *
 *   1. clscan_split_summarize reads a part and writes its summary to host memory: `size` bytes, for example 32.
 *   2. The caller brings the summaries of all parts, in their order, to every device.
 *   3. clscan_split_enqueue computes the results of a part. It combines the summaries on the device, by the operator of
 *      the description.
 *
 *     clscan_split_create(device, &desc, &split);               // each process or device has a split of its own
 *     clscan_split_summary_size(split, &size);
 *     clscan_split_summarize(split, queue, &args, own, 0, NULL, &event);
 *     clWaitForEvents(1, &event);                               // then `own` has the summary
 *     MPI_Allgather(own, size, MPI_BYTE, all, size, MPI_BYTE, comm);
 *     clscan_split_enqueue(split, queue, &args, rank, ranks, all, 0, NULL, NULL);
 *
 * The results are those of one call on the whole array. One split serves any number of parts on its device, one call
 * after the other. Parts are numbered from 0 in the order of memory, also with desc.reverse, and may be empty. They may
 * have any lengths; with bits, each part begins with a word of its own.
 *
 *   scans           Any operator, several arrays, desc.reverse, user.map, load and store, and segments by flags, bits
 *                   or keys, which may cross parts. With segments there is no self-test.
 *   reductions      Without segments. Every part gets the result, and its elements are not read again.
 *   selections      CLSCAN_TASK_SELECT, without segments. The results of a part are at the beginning of its own
 *                   outputs, and args.total is the number of them. clscan_split_part_info says how many results come
 *                   before them.
 *   runs            CLSCAN_TASK_UNIQUE, UNIQUE_LAST and RUN_LENGTH: selections whose runs may cross any number of
 *                   parts. A run has one result, in the part in which it begins, and for UNIQUE_LAST in the part in
 *                   which it ends. Its length counts the elements in all parts, also for desc.min_run_length.
 *   histograms      Without segments. Every part gets the counts of the whole array, and its elements are not read
 *                   again. A summary has all counts of its part. Counts are added in a fixed order, so that sums of
 *                   floating-point weights have the same bits on every run with the same parts.
 *   not possible    Other tasks, segments by offsets, desc.user.with_position, and SVM and USM pointers. Rows: a row
 *                   that is whole in a part depends on no other part, so each device needs a plan only.
 *   args            As for clscan_plan_enqueue, for the elements of the part, with these differences. As there, a part
 *                   without elements needs no arrays but the outputs of a reduction or a histogram, which receive the
 *                   result of all parts.
 *     init, init_at   The initial value of the whole array: the same in each part. (Of a selection: of the part.)
 *     total           Receives the total of the whole array, in each part with the same bits. (Of a selection: of the
 *                     part.)
 *     first_index     The index of the first element of the whole array. The library adds the elements of the parts
 *                     before: operators with an index, and selections, give indices in the whole array.
 *     user.load, user.store
 *                     Get indices in the arrays of the part.
 *   rounding        Floating-point sums are associated by parts: they have the same bits on every run with the same
 *                   parts on the same devices. A total may differ from the last result by rounding.
 *   cost            A scan reads each element twice and writes it once, because no part can be written before all parts
 *                   before it were read. So p equal devices with equal parts are at best 2 p / 3 times as fast as one.
 *                   Reductions read each element once.
 *   processes       Summaries are bytes of one byte order. Summaries of another description are refused. */
typedef struct clscan_split clscan_split;

/* Creates a split, with the kernels of `desc`, which are compiled as for clscan_plan_create. On failure *split is NULL.
 * Fails as clscan_plan_create, and with INVALID_DESC for what a split cannot compute. */
CLSCAN_API clscan_status clscan_split_create(clscan_device *device, const clscan_desc *desc, clscan_split **split);

/* Releases the split. Commands that are already enqueued complete. Accepts NULL. */
CLSCAN_API void clscan_split_destroy(clscan_split *split);

/* Returns the plan with which the split computes the results of a part, for clscan_plan_describe,
 * clscan_plan_call_info, clscan_plan_source, clscan_plan_tuning_row, clscan_plan_num_replaced, clscan_plan_init_size
 * and clscan_plan_total_size. The plan belongs to the split and ends with it. Returns NULL for NULL. */
CLSCAN_API const clscan_plan *clscan_split_plan(const clscan_split *split);

/* Returns the bytes of a summary. They depend on the description only. */
CLSCAN_API clscan_status clscan_split_summary_size(const clscan_split *split, size_t *bytes);

/* Enqueues the summary of a part, and returns without waiting for the device. `summary` is host memory, with any
 * alignment, for clscan_split_summary_size bytes, which are there when *event completes. The call reads only count,
 * count_at, in, segments, mask and first_index of `args`. Queue, wait list, event and failures are as for
 * clscan_plan_enqueue, and arrays that are not buffers fail with UNSUPPORTED_MEMORY. A failing call first waits for a
 * copy to `summary` that it has enqueued, and so for the wait list and for earlier calls of the split. So nothing
 * writes to `summary` after it returns. Other calls of the split wait meanwhile. */
CLSCAN_API clscan_status clscan_split_summarize(clscan_split *split, cl_command_queue queue, const clscan_args *args,
                                                void *summary, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event);

/* Enqueues the computation of part `part`, from 0 on, of `num_parts`, and returns without waiting for the device.
 * `summaries` has the summaries of all parts, one after the other, and is read during the call. args.count, or the
 * number at args.count_at, has to be that of the part's summary.
 *
 * Fails as clscan_plan_enqueue, and with INVALID_VALUE for a part that is not below num_parts, for a summary that was
 * made for another description, and for a count that is not that of the summary. */
CLSCAN_API clscan_status clscan_split_enqueue(clscan_split *split, cl_command_queue queue, const clscan_args *args,
                                              size_t part, size_t num_parts, const void *summaries,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event);

/* Numbers of a part, of all parts before it, and of all parts, as the summaries give them. */
typedef struct clscan_part_info {
    size_t struct_size;                                 /* as CLSCAN_PART_INFO_INIT sets it */
    cl_ulong elements, elements_before, elements_total; /* elements of the array, in the order of memory */

    /* Results of selections and runs; 0 for other tasks. With desc.reverse, the last part comes first in the results of
     * the whole array. */
    cl_ulong kept, kept_before, kept_total;
} clscan_part_info;
#define CLSCAN_PART_INFO_INIT CLSCAN_SIZED(clscan_part_info)

/* Stores in *info what the summaries say about a part. The parameters are as for clscan_split_enqueue. For tasks that
 * find runs, the device compares the elements at the edges of the parts, in a queue of the split's own, and the call
 * waits for that comparison. Fails with INVALID_VALUE for a part that is not below num_parts, and for a summary that
 * was made for another description, and for runs also with OPENCL and OUT_OF_MEMORY. */
CLSCAN_API clscan_status clscan_split_part_info(const clscan_split *split, size_t part, size_t num_parts,
                                                const void *summaries, clscan_part_info *info);

/* A team: several devices of this process that compute the parts of one array together, with a split for each device.
 * The library brings the summaries together. The devices may have contexts of their own, or a common one. The parts are
 * on the devices (clscan_team_enqueue), or are pieces of arrays in host memory (clscan_team_execute).
 *
 *     clscan_team_create(devices, 2, &desc, &team);
 *     clscan_team_divide(team, n, counts);                 // or parts of any other lengths
 *     clscan_team_part parts[2] = {
 *         { .queue = queue_0, .args = &args_0, .event = &event_0 },
 *         { .queue = queue_1, .args = &args_1, .event = &event_1 } };
 *     clscan_team_enqueue(team, parts);                    // returns without waiting for the devices
 *
 * A team computes what a split computes, and the arguments of a part mean what they mean for a split: see above. */
typedef struct clscan_team clscan_team;

/* One part of a call: that of one device. */
typedef struct clscan_team_part {
    cl_command_queue queue;  /* of the part's device, in any order */
    const clscan_args *args; /* as for clscan_split_enqueue */

    /* As for every clEnqueue function, with events of the context of `queue`. *event completes with the part. To wait
     * for events of several contexts, call clWaitForEvents for each. */
    cl_uint num_events_in_wait_list;
    const cl_event *event_wait_list;
    cl_event *event;        /* may be NULL */
    clscan_part_info *info; /* receives what the summaries say, before *event completes; may be NULL */
    size_t reserved[4];
} clscan_team_part;

/* Creates a team of `num_devices` devices, with the kernels of `desc` for each of them, and starts the team's thread.
 * On failure *team is NULL. Fails as clscan_split_create, and with INVALID_DEVICE for a device that is given twice.
 * Messages name the device. */
CLSCAN_API clscan_status clscan_team_create(clscan_device *const *devices, size_t num_devices, const clscan_desc *desc,
                                            clscan_team **team);

/* Waits for the commands of all calls, and releases the team. Accepts NULL. */
CLSCAN_API void clscan_team_destroy(clscan_team *team);

/* Returns the plan with which the device of a part computes its results, as clscan_split_plan does. Returns NULL for
 * NULL, and for a part that the team does not have. */
CLSCAN_API const clscan_plan *clscan_team_plan(const clscan_team *team, size_t part);

/* Stores in `counts`, which has a number for each device, how many of `count` elements each part should have if the
 * devices are equal: the same number, rounded so that bits of a part begin with a word. */
CLSCAN_API clscan_status clscan_team_divide(const clscan_team *team, size_t count, size_t *counts);

/* Enqueues the computation of all parts, and returns without waiting for any device. `parts` has a part for each
 * device, in the order of the devices and of the array. A part may be empty. The commands are in the queues when the
 * call returns, so that later commands in the same in-order queues follow them. A thread of the team waits for the
 * summaries and hands them over when all of them are there. Some drivers, such as NVIDIA's, keep a processor core busy
 * while a thread waits. args.count_at is refused if the results have indices, or if the operator has no identity and
 * there is neither an initial value nor a segment.
 *
 * All arguments are checked before anything is enqueued. Fails as clscan_split_enqueue, with BUFFER_OVERLAP if a part
 * writes what another part reads or writes, and with INVALID_VALUE if parts differ in args.init or args.first_index.
 * Messages name the device or the part. After OPENCL and OUT_OF_MEMORY, commands of some parts may be in the queues:
 * call clFinish before you use or free the arrays. No command writes to the `info` of a part after such a call. Tasks
 * that find runs may have enqueued commands that do: the call waits for them, and so for the events in its wait lists
 * and for earlier calls of the team. The team keeps the summaries of such a call in host memory until it is destroyed.
 *
 * The thread hands over the summaries of one call after the other, in the order of the calls. So an event in a wait
 * list must not depend on a later call of the same team.
 *
 * If a command fails on a device after the call, the events of all parts complete with an error, and clscan_team_status
 * says which device it was. If a device never ends, neither do the others. */
CLSCAN_API clscan_status clscan_team_enqueue(clscan_team *team, const clscan_team_part *parts);

/* Computes with arrays in host memory, on all devices of the team, and waits for the results: what clscan_plan_execute
 * does on one device. args.in, out, segments, mask, init_at, count_at, indices, lengths and total have the field
 * `host`.
 *
 *   pieces          The array is worked through in rounds. In each round, each device gets one piece of the array, over
 *                   its own link. Copies to the devices, kernels and copies from the devices overlap. Each element
 *                   crosses one link once, and so does each result. `piece_elements` is the greatest number of elements
 *                   of a piece, rounded up to a multiple of 32. 0: as many as take 16 MiB in the array with the largest
 *                   elements (1 MiB on devices that share the memory of the host), or fewer for short arrays. Sorts:
 *                   see below.
 *   memory          On each device: room for four pieces of every array, and the plan's workspace for one piece, for
 *                   arrays of any length. The first call allocates it. A call with larger pieces than before replaces
 *                   it, and clscan_team_destroy releases it.
 *   host memory     Pinned arrays are copied while the call goes on: those that are mapped from a buffer with
 *                   CL_MEM_ALLOC_HOST_PTR, of a context that all devices share. Other memory is correct too, but
 *                   drivers may copy it in the calling thread, for one device after the other.
 *   tasks           What splits compute, except runs with segments by bits or desc.min_run_length, and
 *                   CLSCAN_TASK_SORT, for which clscan_team_enqueue fails with INVALID_DESC. Histograms read the counts
 *                   of every piece back. desc.user.load and store are not possible.
 *   results         A team gives the same results as one call on the whole array. Floating-point sums are associated by
 *                   pieces: they have the same bits on every run with the same devices and piece_elements.
 *   threads         Calls for one team run one after the other. Calls of clscan_team_enqueue go on meanwhile.
 *   in place        out[0] of a scan may be in[0] with the same offset. Each output of a sort may be the input with the
 *                   same number, with the same offset.
 *
 * A SORT is of the whole array, by keys or by desc.user.less, and the results are those of one device. Not possible are
 * rows and segments. There are two steps (Shi and Schaeffer, "Parallel sorting by regular sampling", Journal of
 * Parallel and Distributed Computing 14, 1992). First the devices sort the pieces, which come back to the host as
 * sorted runs. Then all runs are cut at the same places of the order, which the devices find by samples, and the
 * devices sort the elements between two cuts. So each element crosses a link twice in each direction, and samples and
 * their neighbours cross it once more.
 *
 *   pieces          With piece_elements 0, a piece has as many elements as 128 MiB hold with all that is carried along,
 *                   or fewer for short arrays. Between two cuts are at most as many elements as in a piece. For n
 *                   elements, the least piece is between n^(2/3) and 3 n^(2/3) elements. If piece_elements is less, the
 *                   library takes a least piece: for 2^30 elements, some two million.
 *   host memory     The call takes a copy of all outputs, also of those that are missing in args, and releases it.
 *   failures        If a device fails before the runs are cut, nothing has been written. After that, an output with
 *                   room for all elements has all of them, so that none are lost in place: in order, or if a device
 *                   fails, in pieces that are sorted each by itself. Outputs still belong together: what has one index
 *                   in them comes from one index of the inputs.
 *
 * Fails as clscan_plan_execute, with INVALID_DESC for user.load and store and for runs with segments by bits or
 * desc.min_run_length, and with INVALID_VALUE for a piece_elements that a buffer cannot hold, and for args.workspace. A
 * call that refuses its arguments writes nothing. After a failure of a device, the outputs of tasks other than a sort
 * may be half written, and the team can be used again. */
CLSCAN_API clscan_status clscan_team_execute(clscan_team *team, const clscan_args *args, size_t piece_elements);

/* Returns CLSCAN_OK if no command of an earlier call is known to have failed. Otherwise it fails with OPENCL, sets
 * *part to the number of the device that failed first, and the message names the device. Does not wait: call it after
 * the events of a call have ended. */
CLSCAN_API clscan_status clscan_team_status(clscan_team *team, size_t *part);

/* --------------------------------------------------------------------------- 13. tuning files and the disk cache */

/* Writes the path of the tuning file, which clscan_device_create reads and `clscan tune --store` writes: the value of
 * the environment variable CLSCAN_TUNING, else $XDG_CONFIG_HOME/clscan/tuning, else ~/.config/clscan/tuning. Writes ""
 * if there is none, also if CLSCAN_TUNING is empty. `size` and *needed are as for clscan_plan_describe.
 *
 * Rows of the file for a device and its driver take precedence over the library's. If CLSCAN_TUNING names a file with
 * mistakes, or options.tuning has mistakes, opening a device fails with CLSCAN_ERROR_FILE. Any other file with mistakes
 * is ignored, and the log says so.
 *
 * Each line of the file is a row, and # begins a comment. The first row that applies is used. The words of a line are
 *   - the names of the device and of the driver, in quotes, exactly as clscan_plan_tuning_row writes them. A row with
 *     other names is for another device, and is skipped. A row without the driver's name is a mistake
 *   - the task, such as task=sort. Without this word, the row is for scans
 *   - the greatest count, such as 1000000 or 2^20, or "all"; the bytes of an element, or "any"
 *   - strategy, work-group algorithm, work-items of a work-group (a power of two), and items of a work-item
 *   - packet rows in registers and in local memory (see clscan_tuning), for LOOKBACK and CHAINED; otherwise 0 and 0
 *   - work-groups for each compute unit.
 *
 * Which rows a task follows:
 *
 *   SELECT, UNIQUE, UNIQUE_LAST, RUN_LENGTH, PARTITION
 *                         Rows with the name of the task, else rows for scans. These tasks scan counts, so a row for
 *                         scans is for elements as large as a count, or as two counts for partitions in three parts and
 *                         for selections and partitions by segments.
 *   REDUCE by segments    Rows for scans.
 *   other tasks           Rows with the name of the task only. Packet rows are 0. The name of sorts with desc.user.less
 *                         is merge_sort.
 *
 * The bytes in a row with the name of a task are the size of an input element. If a sort moves several elements
 * together, the largest one of up to 16 bytes counts. With desc.user.less, the element and its index count together. */
CLSCAN_API clscan_status clscan_tuning_path(char *path, size_t size, size_t *needed);

/* Writes the folder that options.disk_cache = "" stands for, or "" if there is none, because neither XDG_CACHE_HOME nor
 * HOME is set to an absolute path. `size` and *needed are as for clscan_plan_describe. */
CLSCAN_API clscan_status clscan_cache_path(char *path, size_t size, size_t *needed);

/* One file of a disk cache: a program, or what the self-test found about a program. */
typedef struct clscan_cache_entry {
    size_t struct_size; /* the size of this struct in the library */
    const char *key;    /* the name of the file: 64 hexadecimal digits */
    const char *label;  /* the device and the program, for people; "" if the entry is damaged */
    const char *damage; /* what is wrong with the entry, for people; NULL: nothing */
    size_t bytes;       /* size of the file */
    double age;         /* seconds since the last use, which is known to within a day */
} clscan_cache_entry;

/* Receives one entry. The entry and its strings are the library's, and valid during the call only. The function may
 * call clscan. Entries that it removes before they are visited are still visited, with a `damage`. */
typedef void (*clscan_cache_fn)(const clscan_cache_entry *entry, void *user);

/* Reads all entries of a disk cache and calls `visit` for each, the least recently used first. `folder` is as for
 * options.disk_cache, and may not be NULL. A folder that does not exist has no entries. Entries are checked as a device
 * checks them, but not used. No device is needed, and other processes may use the folder meanwhile. Fails with
 * CLSCAN_ERROR_FILE if devices would not use the folder. */
CLSCAN_API clscan_status clscan_cache_visit(const char *folder, clscan_cache_fn visit, void *user);

/* Removes all entries of a disk cache, and nothing else that is in the folder. *entries and *bytes, if not NULL,
 * receive how many entries were removed, and the size of all of them. `folder` is as for clscan_cache_visit. Fails with
 * CLSCAN_ERROR_FILE if devices would not use the folder, or if entries cannot be removed. */
CLSCAN_API clscan_status clscan_cache_clear(const char *folder, size_t *entries, size_t *bytes);

/* Counters of a device's program cache, see clscan_device_cache_stats. */
typedef struct clscan_cache_stats {
    size_t struct_size;  /* as CLSCAN_CACHE_STATS_INIT sets it */
    size_t programs;     /* programs in memory: the programs of all plans, and up to 32 that no plan uses any more */
    size_t hits, misses; /* how often a plan found its program in memory, and how often a program had to be made */
    size_t disk_hits;    /* misses that the disk cache served */
    size_t disk_stores;  /* programs written to the disk cache */
} clscan_cache_stats;
#define CLSCAN_CACHE_STATS_INIT CLSCAN_SIZED(clscan_cache_stats)

/* Stores the counters of the device since its creation in *stats. */
CLSCAN_API clscan_status clscan_device_cache_stats(const clscan_device *device, clscan_cache_stats *stats);

/* ------------------------------------------------------------------------------------- 14. names and the version */

/* The name of an enumerator, in lower case and without prefix: "add", "reduce_scan", "brent_kung". The enumerators
 * _AUTO are named "auto". The name of a status is the enumerator itself: "CLSCAN_ERROR_BUFFER_TOO_SMALL". A number that
 * is not an enumerator gives NULL, so that a loop from 0 up to NULL lists all names; clscan_status_name never returns
 * NULL, but a text for unknown numbers. */
CLSCAN_API const char *clscan_op_name(clscan_op op);
CLSCAN_API const char *clscan_task_name(clscan_task task);
CLSCAN_API const char *clscan_kind_name(clscan_kind kind);
CLSCAN_API const char *clscan_strategy_name(clscan_strategy strategy);
CLSCAN_API const char *clscan_group_name(clscan_group group);
CLSCAN_API const char *clscan_layout_name(clscan_layout layout);
CLSCAN_API const char *clscan_segments_name(clscan_segments segments);
CLSCAN_API const char *clscan_mask_name(clscan_mask mask);
CLSCAN_API const char *clscan_bin_kind_name(clscan_bin_kind kind);
CLSCAN_API const char *clscan_self_test_name(clscan_self_test self_test);
CLSCAN_API const char *clscan_status_name(clscan_status status);

/* The enumerator of a name; CLSCAN_ERROR_INVALID_VALUE if there is none, and then *result is untouched. */
CLSCAN_API clscan_status clscan_op_from_name(const char *name, clscan_op *result);
CLSCAN_API clscan_status clscan_task_from_name(const char *name, clscan_task *result);
CLSCAN_API clscan_status clscan_kind_from_name(const char *name, clscan_kind *result);
CLSCAN_API clscan_status clscan_strategy_from_name(const char *name, clscan_strategy *result);
CLSCAN_API clscan_status clscan_group_from_name(const char *name, clscan_group *result);
CLSCAN_API clscan_status clscan_layout_from_name(const char *name, clscan_layout *result);
CLSCAN_API clscan_status clscan_segments_from_name(const char *name, clscan_segments *result);
CLSCAN_API clscan_status clscan_mask_from_name(const char *name, clscan_mask *result);
CLSCAN_API clscan_status clscan_bin_kind_from_name(const char *name, clscan_bin_kind *result);
CLSCAN_API clscan_status clscan_self_test_from_name(const char *name, clscan_self_test *result);
CLSCAN_API clscan_status clscan_status_from_name(const char *name, clscan_status *result);

/* The i-th scalar type that can be scanned ("int", "uint", ...); NULL past the last one. */
CLSCAN_API const char *clscan_type_name(size_t i);

/* Bytes of an element of a type that OpenCL C has ("int", "float4"); 0 for any other name. */
CLSCAN_API size_t clscan_type_size(const char *name);

/* The version of this header. clscan_version returns the version of the library at run time, numbered like
 * CLSCAN_VERSION.
 *
 * The values of all enumerators are stable from 0.2.0 on. Structs grow at their end and in reserved fields. If
 * CLSCAN_MAX_ARRAYS grows, the _INIT macros add a number of the new layout to struct_size, times 65536. A newer library
 * reads the older layouts too, and an older library refuses the newer layout. Until 1.0, a minor version may change
 * more, and the changelog in the guide then lists it. */
#define CLSCAN_VERSION_MAJOR 0
#define CLSCAN_VERSION_MINOR 2
#define CLSCAN_VERSION_PATCH 0
#define CLSCAN_VERSION       (CLSCAN_VERSION_MAJOR * 10000 + CLSCAN_VERSION_MINOR * 100 + CLSCAN_VERSION_PATCH)
CLSCAN_API int clscan_version(void);

#ifdef __cplusplus
}
#endif
#endif
