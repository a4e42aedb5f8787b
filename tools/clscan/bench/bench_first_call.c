/* clscan bench --first-call: the time of a process until its first result. Each sample is a process of this tool: with
 * empty caches, with the programs of the disk cache, and with the driver's own cache. */
#include "bench/bench.h"
#include "common/json.h"
#include "common/message.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 101, USUAL = 11, COUNT = 1000, PATH = 256 };

typedef enum kept { NOTHING, OURS, DRIVERS } kept;

static const struct way {
    const char *name, *words;
    bool scans; /* false: the process only looks for devices */
    kept kept;
} ways[] = {
    { "start", "start alone, clscan devices", false, DRIVERS },
    { "cold", "compiled", true, NOTHING },
    { "disk_cache", "from the disk cache, the driver's own emptied", true, OURS },
    { "driver_cache", "by the driver's own cache, --no-cache", true, DRIVERS },
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct first_call {
    const options *o;
    char folder[PATH]; /* the folder of all files that are written */
    unsigned emptied;  /* the number of driver caches made so far; each is a new, empty folder */
} first_call;

typedef struct cost {
    double wall[MOST], cpu[MOST];
} cost;

/* ------------------------------------------------------------------------------------------ what is kept where */

/* The environment variables that name the folder of a driver's cache. */
static void set_driver_cache(const char *folder) {
    static const char *const names[] = { "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "NEO_CACHE_DIR",
                                         "MESA_SHADER_CACHE_DIR" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        setenv(names[i], folder, 1);
}

static bool name_folder(const first_call *f, const char *what, unsigned number, char path[PATH]) {
    const int length = snprintf(path, PATH, "%s/%s%u", f->folder, what, number);
    return (length < PATH && (mkdir(path, 0700) == 0 || errno == EEXIST)) ||
           complain("%s/%s: %s", f->folder, what, strerror(errno));
}

static bool prepare(first_call *f, kept what) {
    char driver[PATH], ours[PATH];
    if (!name_folder(f, "driver", what == DRIVERS ? 0 : ++f->emptied, driver) ||
        !name_folder(f, "ours", what == OURS ? 0 : f->emptied, ours))
        return false;
    set_driver_cache(driver);
    return setenv("XDG_CACHE_HOME", ours, 1) == 0 || complain("out of memory");
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *at) {
    (void)about, (void)type, (void)at;
    return remove(path);
}

static bool open_folder(first_call *f) {
    const char *parent = getenv("TMPDIR");
    char in[PATH];
    int numbers[COUNT];
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;
    snprintf(f->folder, sizeof f->folder - 64, "%s/clscan-first-call-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(f->folder))
        return complain("%s: %s", f->folder, strerror(errno));
    snprintf(in, sizeof in, "%.*s/in.raw", PATH - 64, f->folder);
    FILE *file = fopen(in, "wb");
    const bool ok = file && fwrite(numbers, sizeof numbers, 1, file) == 1;
    return (file && fclose(file) == 0 && ok) || complain("%s: %s", in, strerror(errno));
}

static void close_folder(const first_call *f) {
    enum { DEEP = 16 };
    nftw(f->folder, remove_one, DEEP, FTW_DEPTH | FTW_PHYS);
}

/* --------------------------------------------------------------------------------------------------- a sample */

static double cpu_of_children(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Runs this tool with its output discarded. */
static bool run_tool(char *const arguments[]) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const int error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return complain("/proc/self/exe: %s", strerror(error));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OK) || complain("clscan %s has failed", arguments[1]);
}

static bool run_once(first_call *f, const struct way *way) {
    char in[PATH], out[PATH];
    char *device = (char *)(f->o->device ? f->o->device : "");
    char *cache = (char *)(way->kept == DRIVERS ? "--no-cache" : "--check"); /* --check may be given twice */
    char *scan[] = { "clscan", "scan", "-d", device, "--type", "int", "--check", cache, in, out, NULL };
    char *devices[] = { "clscan", "devices", NULL };
    snprintf(in, sizeof in, "%.*s/in.raw", PATH - 64, f->folder);
    snprintf(out, sizeof out, "%.*s/out.raw", PATH - 64, f->folder);
    return run_tool(way->scans ? scan : devices);
}

static bool sample(first_call *f, const struct way *way, double *wall, double *cpu) {
    if (!prepare(f, way->kept))
        return false;
    const double start = seconds_now(), used = cpu_of_children();
    const bool ok = run_once(f, way);
    *wall = seconds_now() - start;
    *cpu = cpu_of_children() - used;
    return ok;
}

/* Runs each way that uses a cache once, to fill the cache. */
static bool fill_caches(first_call *f) {
    double ignored;
    for (int i = 0; i < WAYS; i++)
        if (ways[i].kept != NOTHING && !sample(f, &ways[i], &ignored, &ignored))
            return false;
    return true;
}

/* Takes the samples in turns, so that a slow spell of the machine meets all ways. */
static bool measure(first_call *f, unsigned count, cost costs[WAYS]) {
    bool ok = fill_caches(f);
    for (unsigned i = 0; ok && i < count; i++)
        for (int way = 0; ok && way < WAYS; way++) {
            progress((size_t)i * WAYS + (size_t)way, (size_t)count * WAYS, ways[way].words);
            ok = sample(f, &ways[way], &costs[way].wall[i], &costs[way].cpu[i]);
        }
    progress_clear();
    return ok;
}

/* --------------------------------------------------------------------------------------------------- all of them */

static void report(const options *o, const struct way *way, unsigned count, cost *c) {
    const timing wall = timing_of(c->wall, count), cpu = timing_of(c->cpu, count);
    if (!o->json) {
        printf("%8.1f ms  ± %5.1f  %8.1f ms  ± %5.1f   %s\n", 1e3 * wall.median, 1e3 * wall.mad, 1e3 * cpu.median,
               1e3 * cpu.mad, way->words);
        fflush(stdout);
        return;
    }
    json object = json_begin();
    json_text(&object, "first_call", way->name);
    json_integer(&object, "samples", count);
    json_number(&object, "wall_seconds", wall.median);
    json_number(&object, "wall_mad", wall.mad);
    json_number(&object, "cpu_seconds", cpu.median);
    json_number(&object, "cpu_mad", cpu.mad);
    json_end(&object);
}

int bench_first_call(const options *o) {
    const unsigned asked = o->bench.samples ? o->bench.samples : USUAL, count = asked < MOST ? asked : MOST;
    first_call f = { .o = o };
    cost costs[WAYS];
    bool ok = open_folder(&f);
    if (ok && !o->json)
        printf("%u ints, a process each, %u times: median and its median error\n       wall                   CPU\n",
               COUNT, count);
    ok = ok && measure(&f, count, costs);
    for (int i = 0; ok && i < WAYS; i++)
        report(o, &ways[i], count, &costs[i]);
    close_folder(&f);
    return ok ? EXIT_OK : EXIT_ERROR;
}
