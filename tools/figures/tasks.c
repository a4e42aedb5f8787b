/* Times the tasks of a CPU, and reads and copies of the same input, whose speed limits them. tasks POWER ROUNDS
 * [TASK...]: the tasks of the table below, or some of them, with 2^POWER random uints. Each round times four things: a
 * plain scan, the task, a read of the input, and a copy of the input that bypasses the caches. The read and the copy
 * have as many threads as the device has compute units. Prints the least seconds of each as JSON, one line for each
 * task, for tools/figures/run, which builds the program. The first result of each task is compared with plain C. */
#include "../clscan/common/statistics.h"
#include "../clscan/data/host_copy.h"
#include "../examples/example.h"
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { BINS = 256, RUN = 1000, MOST_THREADS = 256, MOST_ROUNDS = 1000 };

#define HALF 0x80000000u /* random numbers are less than this one in half of all cases */

static example e;
static size_t count, calls; /* the number of elements, and how many calls a sample takes */
static cl_uint *numbers, *expected, *got;
static cl_mem in, out, lengths, indices, total;
static unsigned threads;

/* ---------------------------------------------------------------------------------------------------- the tasks
 *
 * Each expect_ function stores what a task has to write, and returns the number of these elements. */

static size_t expect_scan(void) {
    cl_uint sum = 0;
    for (size_t i = 0; i < count; i++)
        expected[i] = sum += numbers[i];
    return count;
}

static size_t expect_select(void) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (numbers[i] < HALF)
            expected[kept++] = numbers[i];
    return kept;
}

static size_t expect_partition(void) {
    size_t at = expect_select();
    for (size_t i = 0; i < count; i++)
        if (numbers[i] >= HALF)
            expected[at++] = numbers[i];
    return count;
}

static size_t expect_unique(void) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || numbers[i] != numbers[i - 1])
            expected[kept++] = numbers[i];
    return kept;
}

static size_t expect_reduce(void) {
    expected[0] = 0;
    for (size_t i = 0; i < count; i++)
        expected[0] += numbers[i];
    return 1;
}

static size_t expect_histogram(void) {
    memset(expected, 0, BINS * sizeof *expected);
    for (size_t i = 0; i < count; i++)
        expected[numbers[i] >> 24]++;
    return BINS;
}

static int compare(const void *a, const void *b) {
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x > y) - (x < y);
}

static size_t expect_sort(void) {
    memcpy(expected, numbers, count * sizeof *expected);
    qsort(expected, count, sizeof *expected, compare);
    return count;
}

typedef struct entry {
    const char *name;
    clscan_task task;
    size_t (*expect)(void);
    const char *keep;
    bool of_runs; /* the input consists of runs */
} entry;

#define KEEP "lower_half"
static const entry entries[] = {
    { "select", CLSCAN_TASK_SELECT, expect_select, KEEP, false },
    { "partition", CLSCAN_TASK_PARTITION, expect_partition, KEEP, false },
    { "unique", CLSCAN_TASK_UNIQUE, expect_unique, NULL, true },
    { "run_length", CLSCAN_TASK_RUN_LENGTH, expect_unique, NULL, true },
    { "reduce", CLSCAN_TASK_REDUCE, expect_reduce, NULL, false },
    { "histogram", CLSCAN_TASK_HISTOGRAM, expect_histogram, NULL, false },
    { "sort", CLSCAN_TASK_SORT, expect_sort, NULL, false },
};
static const entry scan = { "scan", CLSCAN_TASK_SCAN, expect_scan, NULL, false };

/* A task with its plan. */
typedef struct subject {
    const entry *entry;
    clscan_plan *plan;
    clscan_args args;
} subject;

static subject open_subject(const entry *t) {
    subject s = { t, NULL, CLSCAN_ARGS_INIT };
    clscan_desc d = CLSCAN_DESC_INIT;
    d.task = t->task;
    d.value.name = "uint";
    d.max_count = count;
    if (t->keep) {
        d.user.source = "bool " KEEP "(uint x) { return x < 0x80000000u; }";
        d.user.keep = t->keep;
    }
    if (t->task == CLSCAN_TASK_HISTOGRAM) {
        d.bins.count = BINS;
        d.bins.upper = 4294967296.0;
    }
    s.args.in[0].buffer = in;
    s.args.out[0].buffer = out;
    s.args.count = count;
    if (t->expect == expect_select || t->of_runs)
        s.args.total.buffer = total;
    if (t->task == CLSCAN_TASK_RUN_LENGTH) {
        s.args.lengths.buffer = lengths;
        s.args.indices.buffer = indices;
    }
    must(clscan_plan_create(e.device, &d, &s.plan));
    return s;
}

/* Fills the input with random numbers (xorshift64), or with runs of RUN equal numbers on average. */
static void fill(bool of_runs) {
    cl_ulong x = 88172645463325252u;
    for (size_t i = 0; i < count; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        numbers[i] = of_runs && i && (x >> 32) % RUN ? numbers[i - 1] : (cl_uint)(x >> 32);
    }
    must_cl(clEnqueueWriteBuffer(e.queue, in, CL_TRUE, 0, count * sizeof *numbers, numbers, 0, NULL, NULL), "write");
}

/* Exits unless the task has written the expected results. */
static void check(const subject *s) {
    const size_t n = s->entry->expect();
    must_cl(clEnqueueReadBuffer(e.queue, out, CL_TRUE, 0, n * sizeof *got, got, 0, NULL, NULL), "read");
    if (memcmp(got, expected, n * sizeof *got) != 0) {
        fprintf(stderr, "%s of %zu uints wrote wrong results\n", s->entry->name, count);
        exit(1);
    }
}

/* -------------------------------------------------------------------------------------------------- the samples */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_subject(const subject *s) {
    const double begin = now();
    for (size_t i = 0; i < calls; i++) {
        must(clscan_plan_enqueue(s->plan, e.queue, &s->args, 0, NULL, NULL));
        must_cl(clFinish(e.queue), "clFinish");
    }
    return (now() - begin) / (double)calls;
}

/* One thread's share of a read: it adds its numbers, so that no load can be left out. */
static void *read_share(void *number) {
    const size_t share = count / threads, first = *(unsigned *)number * share;
    cl_uint sum = 0;
    for (size_t i = first; i < first + share; i++)
        sum += numbers[i];
    *(unsigned *)number = sum;
    return NULL;
}

static double time_read(void) {
    pthread_t thread[MOST_THREADS];
    unsigned number[MOST_THREADS];
    const double begin = now();
    for (unsigned i = 0; i < threads; i++) {
        number[i] = i;
        if (i)
            pthread_create(&thread[i], NULL, read_share, &number[i]);
    }
    read_share(&number[0]);
    for (unsigned i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    return now() - begin;
}

static double time_copy(host_copy *copy) {
    const double begin = now();
    host_copy_run(copy, (char *)got, (const char *)numbers, count * sizeof *numbers);
    return now() - begin;
}

static void measure(const entry *t, unsigned rounds, host_copy *copy) {
    enum { TASK, SCAN, READ, COPY, SAMPLES };
    static double seconds[SAMPLES][MOST_ROUNDS];
    const subject s = open_subject(t), plain = open_subject(&scan);
    fill(t->of_runs);
    time_subject(&plain);
    check(&plain);
    time_subject(&s);
    check(&s);
    for (unsigned i = 0; i < rounds; i++) {
        seconds[SCAN][i] = time_subject(&plain);
        seconds[TASK][i] = time_subject(&s);
        seconds[READ][i] = time_read();
        seconds[COPY][i] = time_copy(copy);
    }
    printf("{\"task\": \"%s\", \"seconds\": %.9g, \"scan_seconds\": %.9g, \"read_seconds\": %.9g, "
           "\"copy_seconds\": %.9g}\n",
           t->name, timing_of(seconds[TASK], rounds).least, timing_of(seconds[SCAN], rounds).least,
           timing_of(seconds[READ], rounds).least, timing_of(seconds[COPY], rounds).least);
    fflush(stdout);
    clscan_plan_destroy(s.plan);
    clscan_plan_destroy(plain.plan);
}

static bool is_wanted(const char *name, int argc, char **argv) {
    for (int i = 3; i < argc; i++)
        if (strcmp(name, argv[i]) == 0)
            return true;
    return argc <= 3;
}

int main(int argc, char **argv) {
    cl_uint units = 1;
    if (argc < 3)
        return 2;
    count = (size_t)1 << atoi(argv[1]);
    calls = count < 1 << 20 ? 100 : 1;
    e = example_open();
    clGetDeviceInfo(clscan_device_id(e.device), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    threads = units < MOST_THREADS ? units : MOST_THREADS;
    numbers = malloc(count * sizeof *numbers);
    expected = malloc((count + BINS) * sizeof *expected);
    got = malloc((count + BINS) * sizeof *got);
    host_copy *copy = host_copy_open(threads, false);
    if (!numbers || !expected || !got || !copy)
        return 1;
    in = example_buffer(&e, count * sizeof *numbers, NULL);
    out = example_buffer(&e, (count + BINS) * sizeof *numbers, NULL);
    lengths = example_buffer(&e, count * sizeof(cl_ulong), NULL);
    indices = example_buffer(&e, count * sizeof(cl_ulong), NULL);
    total = example_buffer(&e, sizeof(cl_ulong), NULL);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (is_wanted(entries[i].name, argc, argv))
            measure(&entries[i], (unsigned)atoi(argv[2]), copy);
    return 0;
}
