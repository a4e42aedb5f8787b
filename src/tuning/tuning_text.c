#include "tuning/tuning_text.h"

#include "base/try.h"
#include "problem/problem.h"
#include "table/table.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------- columns */

static const char *strategy_name(int i) {
    return cs_strategy_name((clscan_strategy)i);
}

static const char *group_name(int i) {
    const cs_group_row *row = cs_group_at((clscan_group)i);
    return row ? row->name : NULL;
}

/* A column holds a name of an enumerator, or a number from `least` to `most`. A `word` may stand for the number
 * `meaning`. If the column has `powers`, a number may be written as a power of two, such as 2^20. */
typedef struct column {
    const char *name;
    const char *(*names)(int i); /* the names from 1 on; 0, which is automatic, is not allowed */
    size_t least, most;
    const char *word;
    size_t meaning;
    bool powers;
} column;

enum { UP_TO, OF_BYTES, STRATEGY, GROUP, WG_SIZE, ITEMS, PRIVATE_ROWS, LOCAL_ROWS, GROUPS, COLUMNS };

enum { MAX_WG_SIZE = 1 << 16, BEFORE_COLUMNS = 2 /* device, driver */ };

static const column columns[COLUMNS] = {
    [UP_TO] = { "up to", NULL, 1, SIZE_MAX, "all", SIZE_MAX, true },
    [OF_BYTES] = { "of bytes", NULL, 1, CS_MAX_ELEMENT, "any", 0, false },
    [STRATEGY] = { "strategy", strategy_name, 0, 0, NULL, 0, false },
    [GROUP] = { "group", group_name, 0, 0, NULL, 0, false },
    [WG_SIZE] = { "wg_size", NULL, 1, MAX_WG_SIZE, NULL, 0, false },
    [ITEMS] = { "items", NULL, 1, CS_MAX_SLICE, NULL, 0, false },
    [PRIVATE_ROWS] = { "rows in registers", NULL, 0, CS_MAX_PRIVATE_ROWS, NULL, 0, false },
    [LOCAL_ROWS] = { "rows in local memory", NULL, 0, CS_MAX_LOCAL_ROWS, NULL, 0, false },
    [GROUPS] = { "work-groups a compute unit", NULL, 1, CS_MAX_GROUPS, NULL, 0, false },
};

/* ---------------------------------------------------------------------------------------------------- words */

typedef struct word {
    const char *begin;
    size_t length;
} word;

/* A line, and the position up to which it has been read. */
typedef struct line {
    const cs_tuning *tuning;
    unsigned number;
    const char *at, *end;
    bool unclosed; /* the next word begins with a quote that is not closed */
} line;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(line *l) {
    while (l->at < l->end && is_blank(*l->at))
        l->at++;
}

/* Returns the next word, without its quotes. The word is empty if the line has no more words, or if a quote is not
 * closed. */
static word next_word(line *l) {
    skip_blanks(l);
    bool quoted = l->at < l->end && *l->at == '"';
    const char *begin = l->at + quoted, *end = begin;
    while (end < l->end && (quoted ? *end != '"' : !is_blank(*end)))
        end++;
    l->unclosed = quoted && end == l->end;
    if (l->unclosed)
        return (word) { begin, 0 };
    l->at = end + quoted;
    return (word) { begin, (size_t)(end - begin) };
}

static bool equals(word w, const char *s) {
    return strlen(s) == w.length && memcmp(w.begin, s, w.length) == 0;
}

/* Compares a name with the name in cs_caps, which is cut to `room` - 1 characters. */
static bool equals_cut(word name, const char *kept, size_t room) {
    return equals((word) { name.begin, name.length < room ? name.length : room - 1 }, kept);
}

/* Returns how many characters of a word a message can show: printable ones, and not too many. */
static int legible_length(word w) {
    enum { ENOUGH = 40 };
    int n = 0;
    while (n < ENOUGH && (size_t)n < w.length && w.begin[n] >= ' ' && w.begin[n] <= '~')
        n++;
    return n;
}

/* --------------------------------------------------------------------------------------------------- values */

/* Reads a number of decimal digits. Returns false if there are other characters, or if the number exceeds SIZE_MAX. */
static bool read_number(word w, size_t *number) {
    *number = 0;
    for (size_t i = 0; i < w.length; i++) {
        if (w.begin[i] < '0' || w.begin[i] > '9')
            return false;
        size_t digit = (size_t)(w.begin[i] - '0');
        if (*number > (SIZE_MAX - digit) / 10)
            return false;
        *number = 10 * *number + digit;
    }
    return w.length > 0;
}

/* Reads a number or a power of two. */
static bool read_power(word w, size_t *number) {
    static const char base[] = "2^";
    const size_t begin = strlen(base);
    size_t exponent;
    if (w.length < begin || memcmp(w.begin, base, begin) != 0)
        return read_number(w, number);
    if (!read_number((word) { w.begin + begin, w.length - begin }, &exponent) || exponent >= CHAR_BIT * sizeof *number)
        return false;
    *number = (size_t)1 << exponent;
    return true;
}

static bool read_name(word w, const column *c, size_t *value) {
    for (int i = 1; c->names(i); i++)
        if (equals(w, c->names(i))) {
            *value = (size_t)i;
            return true;
        }
    return false;
}

static bool read_value(word w, const column *c, size_t *value) {
    if (c->names)
        return read_name(w, c, value);
    *value = c->meaning;
    return (c->word && equals(w, c->word)) ||
           ((c->powers ? read_power : read_number)(w, value) && *value >= c->least && *value <= c->most);
}

static clscan_status refuse(const line *l, int i, word w) {
    const column *c = &columns[i];
    char allowed[96];
    if (l->unclosed)
        return cs_fail(CLSCAN_ERROR_FILE, "%s:%u: a quote is not closed", l->tuning->origin.data, l->number);
    if (w.begin == l->end)
        return cs_fail(CLSCAN_ERROR_FILE, "%s:%u: the line ends before column %d of %d (%s)", l->tuning->origin.data,
                       l->number, BEFORE_COLUMNS + 1 + i, BEFORE_COLUMNS + COLUMNS, c->name);
    if (c->names)
        snprintf(allowed, sizeof allowed, "not a %s", c->name);
    else
        snprintf(allowed, sizeof allowed, "not a number from %zu to %zu%s%s%s", c->least, c->most,
                 c->powers ? ", such as 2^20," : "", c->word ? " or " : "", c->word ? c->word : "");
    return cs_fail(CLSCAN_ERROR_FILE, "%s:%u: column %d (%s) is \"%.*s\", which is %s", l->tuning->origin.data,
                   l->number, BEFORE_COLUMNS + 1 + i, c->name, legible_length(w), w.begin, allowed);
}

/* ----------------------------------------------------------------------------------------------------- rows */

static const char task_key[] = "task=";

static bool names_task(word w) {
    return w.length >= strlen(task_key) && memcmp(w.begin, task_key, strlen(task_key)) == 0;
}

/* Returns true if the columns follow the device's name, so that `driver`, the second word of the line, is not the name
 * of a driver: it is the task, or the strategy comes too early. `l` is the line from the third word on. */
static bool lacks_driver(word driver, line l) {
    size_t ignored;
    next_word(&l);
    return names_task(driver) || read_name(next_word(&l), &columns[STRATEGY], &ignored);
}

/* Reads the word task=NAME, which rows of scans may leave out. */
static clscan_status read_task(line *l, int *task) {
    clscan_status status = CLSCAN_OK;
    const line before = *l;
    const word w = next_word(l);
    *task = CLSCAN_TASK_SCAN;
    if (!names_task(w)) {
        *l = before;
        goto done;
    }
    const word name = { w.begin + strlen(task_key), w.length - strlen(task_key) };
    while (cs_tuning_task_name(*task) && !equals(name, cs_tuning_task_name(*task)))
        ++*task;
    FAIL_IF(!cs_tuning_task_name(*task), CLSCAN_ERROR_FILE, "%s:%u: task is \"%.*s\", which is not a task",
            l->tuning->origin.data, l->number, legible_length(name), name.begin);
done:
    return status;
}

static clscan_status read_columns(line *l, size_t v[COLUMNS]) {
    clscan_status status = CLSCAN_OK;
    for (int i = 0; i < COLUMNS; i++) {
        word w = next_word(l);
        if (!read_value(w, &columns[i], &v[i]))
            TRY(refuse(l, i, w));
    }
    skip_blanks(l);
    FAIL_IF(l->at < l->end && *l->at != '#', CLSCAN_ERROR_FILE, "%s:%u: there are more than %d columns",
            l->tuning->origin.data, l->number, BEFORE_COLUMNS + COLUMNS);
done:
    return status;
}

/* Checks the columns against each other. */
static clscan_status check_shape(const line *l, int task, const size_t v[COLUMNS]) {
    clscan_status status = CLSCAN_OK;
    const cs_strategy_row *strategy = cs_strategy_row_at((clscan_strategy)v[STRATEGY]);
    const bool in_rows = strategy->in_rows && cs_tuning_task_as_scan(task);
    FAIL_IF(!cs_tuning_task_has(task, (clscan_strategy)v[STRATEGY]), CLSCAN_ERROR_FILE,
            "%s:%u: the task %s has no strategy %s", l->tuning->origin.data, l->number, cs_tuning_task_name(task),
            strategy->name);
    FAIL_IF(v[WG_SIZE] & (v[WG_SIZE] - 1), CLSCAN_ERROR_FILE, "%s:%u: wg_size is %zu, which is not a power of two",
            l->tuning->origin.data, l->number, v[WG_SIZE]);
    FAIL_IF((v[PRIVATE_ROWS] > 0) != in_rows || (v[LOCAL_ROWS] > 0 && !in_rows), CLSCAN_ERROR_FILE,
            "%s:%u: %s with %zu rows in registers and %zu in local memory: it needs %s", l->tuning->origin.data,
            l->number, strategy->name, v[PRIVATE_ROWS], v[LOCAL_ROWS], in_rows ? "one at least in registers" : "none");
    FAIL_IF(v[ITEMS] > cs_strategy_most_items((clscan_strategy)v[STRATEGY]), CLSCAN_ERROR_FILE,
            "%s:%u: %s with %zu items; at most %u are possible", l->tuning->origin.data, l->number, strategy->name,
            v[ITEMS], cs_strategy_most_items((clscan_strategy)v[STRATEGY]));
done:
    return status;
}

static clscan_status add_row(cs_tuning *tuning, const line *l, int task, const size_t v[COLUMNS]) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(tuning->num_own == CS_MAX_OWN_ROWS, CLSCAN_ERROR_FILE, "%s:%u: more than %d rows for %s",
            tuning->origin.data, l->number, CS_MAX_OWN_ROWS, tuning->caps->name);
    tuning->own[tuning->num_own++] = (cs_tuning_row) { .origin = tuning->origin.data,
                                                       .line = l->number,
                                                       .task = task,
                                                       .limit = v[UP_TO],
                                                       .element = v[OF_BYTES],
                                                       .strategy = (clscan_strategy)v[STRATEGY],
                                                       .shape = { .group = (clscan_group)v[GROUP],
                                                                  .wg_size = (unsigned)v[WG_SIZE],
                                                                  .items = (unsigned)v[ITEMS],
                                                                  .private_rows = (unsigned)v[PRIVATE_ROWS],
                                                                  .local_rows = (unsigned)v[LOCAL_ROWS],
                                                                  .groups = v[GROUPS] } };
done:
    return status;
}

static clscan_status read_line(cs_tuning *tuning, line *l) {
    clscan_status status = CLSCAN_OK;
    size_t v[COLUMNS];
    int task;
    skip_blanks(l);
    if (l->at == l->end || *l->at == '#')
        goto done;
    const cs_caps *caps = tuning->caps;
    word device = next_word(l), driver = next_word(l);
    FAIL_IF(lacks_driver(driver, *l), CLSCAN_ERROR_FILE,
            "%s:%u: the name of the driver is missing: column %d is \"%.*s\", and a row begins with the names of the "
            "device and of its driver",
            tuning->origin.data, l->number, BEFORE_COLUMNS, legible_length(driver), driver.begin);
    TRY(read_task(l, &task));
    TRY(read_columns(l, v));
    TRY(check_shape(l, task, v));
    if (equals_cut(device, caps->name, sizeof caps->name) && equals_cut(driver, caps->driver, sizeof caps->driver))
        TRY(add_row(tuning, l, task, v));
done:
    return status;
}

clscan_status cs_tuning_parse(cs_tuning *tuning, const char *text, size_t size) {
    clscan_status status = CLSCAN_OK;
    const char *const end = text + size;
    unsigned number = 0;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        line l = { .tuning = tuning, .number = ++number, .at = text, .end = newline ? newline : end };
        TRY(read_line(tuning, &l));
        text = newline ? newline + 1 : end;
    }
done:
    if (status != CLSCAN_OK)
        tuning->num_own = 0;
    return status;
}
