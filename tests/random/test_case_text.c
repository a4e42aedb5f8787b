/* A case as one line of words. */
#include "random/test_case.h"

#include "support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 }; /* more bytes than a word has */

static const char *task_word(unsigned value) {
    return clscan_task_name((clscan_task)value);
}
static const char *kind_word(unsigned value) {
    return clscan_kind_name((clscan_kind)value);
}
static const char *strategy_word(unsigned value) {
    return clscan_strategy_name((clscan_strategy)value);
}
static const char *group_word(unsigned value) {
    return clscan_group_name((clscan_group)value);
}
static const char *type_word(unsigned value) {
    return value <= ORACLE_USER ? oracle_type_name(test_case_type(value)) : NULL;
}

#define NUMBERS    NULL, NULL
#define NAMES(f)   NULL, f
#define WORDS(...) (const char *const[]) { __VA_ARGS__ }, NULL
const dim dims[DIMS] = {
#define X(name, values, pairs, ...) { #name, values, pairs, __VA_ARGS__ },
#include "dims.def"
#undef X
};

static bool is_number(const dim *d) {
    return !d->words && !d->word;
}

static const char *word_of(const dim *d, unsigned value) {
    return d->words ? d->words[value] : d->word(value);
}

/* ----------------------------------------------------------------------------------------------------- printing */

/* The type is omitted for a user operator, because it works on one type only. */
static void print_problem(const test_case *tc, char *text, size_t size) {
    const oracle_problem p = test_case_problem(tc);
    if (p.user)
        snprintf(text, size, "op=%s", p.user->name);
    else
        snprintf(text, size, "type=%s op=%s", oracle_type_name(p.type), clscan_op_name(p.op));
}

static void print_one(const test_case *tc, int i, char *text, size_t size) {
    if (i == D_problem)
        print_problem(tc, text, size);
    else if (is_number(&dims[i]))
        snprintf(text, size, "%s=%u", dims[i].name, tc->v[i]);
    else
        snprintf(text, size, "%s=%s", dims[i].name, word_of(&dims[i], tc->v[i]));
}

void test_case_print(const test_case *tc, char *text, size_t size) {
    const char *between = "";
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < DIMS && n < size; i++)
        if (tc->v[i]) {
            char words[2 * WORD];
            print_one(tc, i, words, sizeof words);
            n += (size_t)snprintf(text + n, size - n, "%s%s", between, words);
            between = " ";
        }
}

/* ------------------------------------------------------------------------------------------------------ reading */

/* The values of the words `type` and `op`. */
typedef struct problem_words {
    char type[WORD], op[WORD];
} problem_words;

static bool is_problem(const oracle_problem *p, const problem_words *words) {
    if (p->user)
        return !*words->type && strcmp(words->op, p->user->name) == 0;
    return strcmp(*words->type ? words->type : "int", oracle_type_name(p->type)) == 0 &&
           strcmp(*words->op ? words->op : "add", clscan_op_name(p->op)) == 0;
}

static bool find_problem(const problem_words *words, test_case *tc) {
    const unsigned problems = dim_values(D_problem);
    for (tc->v[D_problem] = 0; tc->v[D_problem] < problems; tc->v[D_problem]++) {
        const oracle_problem p = test_case_problem(tc);
        if (is_problem(&p, words))
            return true;
    }
    return false;
}

static bool read_number(const dim *d, const char *word, unsigned *value) {
    char *end;
    const unsigned long number = strtoul(word, &end, 10);
    *value = (unsigned)number;
    return *word >= '0' && *word <= '9' && *end == '\0' && number < d->values;
}

static bool read_value(const dim *d, const char *word, unsigned *value) {
    if (is_number(d))
        return read_number(d, word, value);
    const unsigned values = dim_values((int)(d - dims));
    for (*value = 0; *value < values; ++*value)
        if (strcmp(word_of(d, *value), word) == 0)
            return true;
    return false;
}

static bool read_one(const char *name, const char *word, test_case *tc, problem_words *problem) {
    if (strcmp(name, "type") == 0 || strcmp(name, "op") == 0) {
        strcpy(*name == 't' ? problem->type : problem->op, word);
        return true;
    }
    for (int i = D_problem + 1; i < DIMS; i++)
        if (strcmp(dims[i].name, name) == 0)
            return read_value(&dims[i], word, &tc->v[i]);
    return false;
}

static bool read_words(const char *text, test_case *tc, const char **wrong) {
    problem_words problem = { "", "" };
    char name[WORD], word[WORD];
    *tc = (test_case) { { 0 } };
    *wrong = text;
    for (int length; sscanf(text, " %63[^= ]=%63[^ ]%n", name, word, &length) == 2; text += length) {
        *wrong = text;
        if (!read_one(name, word, tc, &problem))
            return false;
    }
    *wrong = text[strspn(text, " ")] ? text : "type and op";
    return text[strspn(text, " ")] == '\0' && find_problem(&problem, tc);
}

bool test_case_parse(const char *text, test_case *tc, const char **wrong) {
    const bool read = read_words(text, tc, wrong);
    if (read)
        test_case_settle(tc);
    return read;
}

static bool is_read(int i, unsigned value) {
    test_case tc = { { 0 } }, got;
    char text[2 * WORD], again[2 * WORD];
    const char *wrong;
    tc.v[i] = value;
    print_one(&tc, i, text, sizeof text);
    if (!read_words(text, &got, &wrong))
        return false;
    print_one(&got, i, again, sizeof again);
    /* Problems that are drawn more often than others have several numbers. */
    return i == D_problem ? strcmp(text, again) == 0 : got.v[i] == value;
}

static bool is_right(int i) {
    if (i != D_problem && is_number(&dims[i]))
        return true;
    const unsigned values = dim_values(i);
    for (unsigned value = 1; value < values; value++)
        if (!is_read(i, value))
            return false;
    return (i != D_memory || values == MEMORY_KINDS) && (!dims[i].word || !dims[i].word(values));
}

int test_case_wrong_words(void) {
    int i = 0;
    while (i < DIMS && is_right(i))
        i++;
    return i;
}
