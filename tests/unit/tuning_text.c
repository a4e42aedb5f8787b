/* Tuning rows as text: accepted rows, and refused rows with the line and column in the message. */
#include "tuning/tuning_text.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cs_caps caps = { .name = "a device", .driver = "1.2" };

static clscan_status parse_for(const cs_caps *device, cs_tuning *tuning, const char *text, size_t size) {
    static char origin[] = "FILE";
    char *exact = malloc(size + !size); /* so that sanitizers see a byte read past the end */
    assert_non_null(exact);
    memcpy(exact, text, size);
    *tuning = (cs_tuning) { .caps = device, .origin.data = origin };
    const clscan_status status = cs_tuning_parse(tuning, exact, size);
    free(exact);
    return status;
}

static clscan_status parse(cs_tuning *tuning, const char *text, size_t size) {
    return parse_for(&caps, tuning, text, size);
}

static void test_rows(void **state) {
    static const char text[] = "# for people\n\n"
                               "\"a device\" \"1.2\" 4096 any single_group blelloch 128 11 0 0 8 # mine\n"
                               "  \"a device\"\t1.2\tall\t8\tlookback sub_group 256 11 10 0 4096\r\n"
                               "\"another device\" \"1.2\" 1 1 chained sub_group 1 1 1 1 1\n"
                               "\"a device\" \"1.3\" 1 1 chained sub_group 1 1 1 1 1\n"
                               "\"a device\" 1.2 18446744073709551615 65536 reduce_scan kogge_stone 65536 512 0 0 1\n"
                               "\"a device\" 1.2 task=sort all 4 lookback sub_group 256 25 0 0 4\n"
                               "\"a device\" 1.2 task=scan all 4 lookback sub_group 256 25 1 0 4\n"
                               "\"a device\" 1.2 \"task=merge_sort\" all any reduce_scan sub_group 1 256 0 0 4";
    static cs_tuning t;
    (void)state;
    assert_ok(parse(&t, text, strlen(text)));
    assert_int_equal(t.num_own, 6);
    const cs_tuning_row *first = &t.own[0], *second = &t.own[1], *third = &t.own[2];
    assert_true(first->limit == 4096 && first->element == 0 && first->strategy == CLSCAN_STRATEGY_SINGLE_GROUP);
    assert_true(first->shape.group == CLSCAN_GROUP_BLELLOCH && first->shape.wg_size == 128 && first->shape.items == 11);
    assert_true(first->line == 3 && first->shape.groups == 8);
    assert_true(second->limit == SIZE_MAX && second->element == 8 && second->strategy == CLSCAN_STRATEGY_LOOKBACK);
    assert_true(second->shape.private_rows == 10 && second->shape.local_rows == 0 && second->shape.groups == 4096);
    assert_true(third->limit == SIZE_MAX && third->element == 65536 && third->line == 7);
    for (int i = 0; i < 6; i++)
        assert_int_equal(t.own[i].task, i == 3   ? CLSCAN_TASK_SORT
                                        : i == 5 ? CS_TUNING_TASK_MERGE_SORT
                                                 : CLSCAN_TASK_SCAN);
}

static void test_powers(void **state) {
    static const char text[] = "\"a device\" 1.2 2^0 4 single_group sub_group 64 4 0 0 4\n"
                               "\"a device\" 1.2 2^20 4 reduce_scan sub_group 64 4 0 0 4\n"
                               "\"a device\" 1.2 2^63 4 reduce_scan sub_group 64 4 0 0 4\n";
    static cs_tuning t;
    (void)state;
    assert_ok(parse(&t, text, strlen(text)));
    assert_int_equal(t.num_own, 3);
    assert_int_equal(t.own[0].limit, 1);
    assert_int_equal(t.own[1].limit, 1 << 20);
    assert_int_equal(t.own[2].limit, (size_t)1 << 63);
}

/* A row of every task and each of its strategies is accepted, and printed as it is written. */
static void test_tasks(void **state) {
    static cs_tuning t;
    (void)state;
    for (int task = 1; cs_tuning_task_name(task); task++)
        for (clscan_strategy s = 1; clscan_strategy_name(s); s++) {
            char text[200], words[200];
            cs_strbuf printed = { 0 };
            const bool in_rows =
                cs_tuning_task_as_scan(task) && (s == CLSCAN_STRATEGY_LOOKBACK || s == CLSCAN_STRATEGY_CHAINED);
            snprintf(text, sizeof text, "\"a device\" \"1.2\" task=%s all 4 %s sub_group 64 4 %d 0 4\n",
                     cs_tuning_task_name(task), clscan_strategy_name(s), in_rows);
            snprintf(words, sizeof words, "FILE:1: the task %s has no strategy %s", cs_tuning_task_name(task),
                     clscan_strategy_name(s));
            if (!cs_tuning_task_has(task, s)) {
                assert_fails(parse(&t, text, strlen(text)), CLSCAN_ERROR_FILE, words);
                continue;
            }
            assert_ok(parse(&t, text, strlen(text)));
            cs_tuning_print(&printed, &caps, &t.own[0]);
            assert_memory_equal(printed.data, text, strlen(text) - 1); /* without the newline */
            cs_tuning_print_origin(&printed, &t.own[0]);
            assert_has(printed.data, " # FILE:1");
            assert_ok(parse(&t, printed.data, printed.size));
            assert_int_equal(t.num_own, 1);
            cs_strbuf_free(&printed);
        }
}

/* The file has the full name of the driver. The capabilities hold only its beginning if it is too long. */
static void test_long_names(void **state) {
    enum { LONG = 200 };
    static cs_tuning t;
    char text[3 * LONG], name[LONG + 1] = "";
    cs_caps cut = { .name = "" };
    (void)state;
    memset(name, 'x', LONG);
    memset(cut.name, 'x', sizeof cut.name - 1);
    memset(cut.driver, 'x', sizeof cut.driver - 1);
    for (int length = sizeof cut.driver - 2; length <= LONG; length++) {
        snprintf(text, sizeof text, "%s %.*s all any reduce_scan sub_group 64 4 0 0 4\n", name, length, name);
        assert_ok(parse_for(&cut, &t, text, strlen(text)));
        assert_int_equal(t.num_own, length >= (int)sizeof cut.driver - 1);
    }
}

static void refuse(const char *columns, const char *words) {
    static cs_tuning t;
    char text[512];
    snprintf(text, sizeof text, "\"a device\" \"1.2\" 9 4 reduce_scan sub_group 64 4 0 0 4\n\"a device\" \"1.2\" %s",
             columns);
    assert_fails(parse(&t, text, strlen(text)), CLSCAN_ERROR_FILE, "FILE:2: ");
    assert_fails(parse(&t, text, strlen(text)), CLSCAN_ERROR_FILE, words);
    assert_int_equal(t.num_own, 0);
}

static void test_refusals(void **state) {
    (void)state;
    refuse("", "the line ends before column 3 of 11 (up to)");
    refuse("  all any ", "the line ends before column 5 of 11 (strategy)");
    refuse("\"\" any", "column 3 (up to) is \"\"");
    refuse("0 any lookback sub_group 256 11 1 0 8",
           "column 3 (up to) is \"0\"|from 1 to 18446744073709551615, such as 2^20, or all");
    refuse("-1 any lookback sub_group 256 11 1 0 8", "column 3 (up to) is \"-1\"");
    refuse("18446744073709551616 any lookback sub_group 256 11 1 0 8", "\"18446744073709551616\"");
    refuse("2^64 any lookback sub_group 256 11 1 0 8", "column 3 (up to) is \"2^64\"");
    refuse("2^ any lookback sub_group 256 11 1 0 8", "column 3 (up to) is \"2^\"");
    refuse("2^-1 any lookback sub_group 256 11 1 0 8", "column 3 (up to) is \"2^-1\"");
    refuse("10^6 any lookback sub_group 256 11 1 0 8", "column 3 (up to) is \"10^6\"");
    refuse("all any lookback sub_group 2^8 11 1 0 8", "column 7 (wg_size) is \"2^8\"");
    refuse("all 65537 lookback sub_group 256 11 1 0 8", "column 4 (of bytes) is \"65537\"|from 1 to 65536 or any");
    refuse("all any look sub_group 256 11 1 0 8", "column 5 (strategy) is \"look\", which is not a strategy");
    refuse("all any auto sub_group 256 11 1 0 8", "column 5 (strategy) is \"auto\"");
    refuse("all any lookback auto 256 11 1 0 8", "column 6 (group) is \"auto\", which is not a group");
    refuse("all any lookback sub_group 0 11 1 0 8", "column 7 (wg_size) is \"0\"|from 1 to 65536");
    refuse("all any lookback sub_group 96 11 1 0 8", "wg_size is 96|power of two");
    refuse("all any lookback sub_group 4294967552 11 1 0 8", "column 7 (wg_size) is \"4294967552\"");
    refuse("all any lookback sub_group 256 513 1 0 8", "lookback with 513 items|at most 512");
    refuse("all any slices sequential 1 1048577 0 0 8", "column 8 (items) is \"1048577\"|from 1 to 1048576");
    refuse("all any lookback sub_group 256 11 33 0 8", "column 9 (rows in registers) is \"33\"|from 0 to 32");
    refuse("all any lookback sub_group 256 11 1 65 8", "column 10 (rows in local memory) is \"65\"");
    refuse("all any lookback sub_group 256 11 1 1 4097", "column 11 (work-groups a compute unit) is \"4097\"");
    refuse("all any lookback sub_group 256 11 1 1", "the line ends before column 11 of 11");
    refuse("all any lookback sub_group 256 11 1 1 8 9", "more than 11 columns");
    refuse("all any lookback sub_group 256 11 0 8 8", "lookback with 0 rows in registers and 8 in local memory|one");
    refuse("all any reduce_scan sub_group 256 11 1 0 8", "reduce_scan with 1 rows in registers|needs none");
    refuse("all any reduce_scan sub_group 256 11 0 1 8", "1 in local memory|needs none");
    refuse("task=bort all any lookback sub_group 256 11 1 0 8", "task is \"bort\", which is not a task");
    refuse("task= all any lookback sub_group 256 11 1 0 8", "task is \"\"");
    refuse("task=sort all any lookback sub_group 256 11 1 0 8", "lookback with 1 rows in registers|needs none");
    refuse("task=select all any lookback sub_group 256 11 0 0 8", "lookback with 0 rows in registers|needs one");
    refuse("task=sort all any chained sub_group 256 11 1 0 8", "the task sort has no strategy chained");
    refuse("task=sort", "the line ends before column 3 of 11 (up to)");
    refuse("\"task=sort all", "FILE:2: a quote is not closed");
    refuse("all task=sort any lookback sub_group 256 11 0 0 8", "column 4 (of bytes) is \"task=sort\"");
    refuse("all any \"lookback", "FILE:2: a quote is not closed");
    refuse("all any \033[2Jlookback", "is \"\", which");
}

/* A row without the driver's name is no row for another driver. */
static void test_no_driver(void **state) {
    static const char *const rows[] = {
        "\"a device\" task=sort all 4 lookback sub_group 256 25 0 0 4",
        "\"another device\" \"task=sort\" \"1.2\" all 4 lookback sub_group 256 25 0 0 4",
        "\"a device\" all any lookback sub_group 256 11 1 0 8", "\"a device\" 4096 4 reduce_scan"
    };
    static const char *const words[] = { "FILE:1: the name of the driver is missing|column 2 is \"task=sort\"",
                                         "FILE:1: the name of the driver is missing|column 2 is \"task=sort\"",
                                         "FILE:1: the name of the driver is missing|column 2 is \"all\"",
                                         "FILE:1: the name of the driver is missing|column 2 is \"4096\"" };
    static cs_tuning t;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_fails(parse(&t, rows[i], strlen(rows[i])), CLSCAN_ERROR_FILE, words[i]);
}

/* Any text is read to its end or refused. */
static void test_hostile_text(void **state) {
    enum { LONG = 1 << 20 };
    static const char nul[] = "\"a device\" \"1.2\" all any\0lookback sub_group 256 11 1 1 8";
    static cs_tuning t;
    char *text = malloc(LONG);
    (void)state;
    assert_non_null(text);
    assert_ok(parse(&t, "", 0));
    assert_fails(parse(&t, "\"a device", 9), CLSCAN_ERROR_FILE, "FILE:1: a quote is not closed");
    assert_fails(parse(&t, nul, sizeof nul), CLSCAN_ERROR_FILE, "FILE:1: column 4 (of bytes) is \"any\"");
    for (int c = 0; c < 256; c++) {
        memset(text, c, LONG);
        const bool is_empty = c == '\n' || c == '\t' || c == '\r' || c == ' ' || c == '#';
        assert_int_equal(parse(&t, text, LONG), is_empty ? CLSCAN_OK : CLSCAN_ERROR_FILE);
    }
    for (uint64_t i = 0, draw = 1; i < 1 << 12; i++) {
        const size_t size = i % 200;
        for (size_t k = 0; k < size; k++)
            text[k] = "\"# \t\n\r0a\x00\xff"[(draw = draw * 6364136223846793005u + 1442695040888963407u) >> 60 & 7];
        parse(&t, text, size);
    }
    free(text);
}

static void test_too_many_rows(void **state) {
    static const char row[] = "\"a device\" 1.2 all any reduce_scan sub_group 64 4 0 0 4\n";
    static cs_tuning t;
    static char text[(CS_MAX_OWN_ROWS + 1) * sizeof row];
    (void)state;
    for (int i = 0; i < CS_MAX_OWN_ROWS; i++)
        strcat(text, row);
    assert_ok(parse(&t, text, strlen(text)));
    assert_int_equal(t.num_own, CS_MAX_OWN_ROWS);
    strcat(text, row);
    assert_fails(parse(&t, text, strlen(text)), CLSCAN_ERROR_FILE, "FILE:65: more than 64 rows for a device");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),         cmocka_unit_test(test_powers),        cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_long_names),   cmocka_unit_test(test_refusals),      cmocka_unit_test(test_no_driver),
        cmocka_unit_test(test_hostile_text), cmocka_unit_test(test_too_many_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
