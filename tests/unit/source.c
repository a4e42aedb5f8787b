/* Flattened kernel files: each once, in place of its include, with the lines of the real files. */
#include "source/source.h"
#include "support/check.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t occurrences(const char *text, const char *word) {
    size_t n = 0;
    for (const char *found = text; (found = strstr(found, word)); found++)
        n++;
    return n;
}

/* -------------------------------------------------------------------------------------- the library's own files */

static void test_embedded_files(void **state) {
    static const char *const once[] = { "#line 1 \"cl/problem.h\"", "#line 1 \"cl/base.h\"", "the page itself" };
    (void)state;
    for (clscan_strategy strategy = 1; cs_strategy_name(strategy); strategy++)
        for (clscan_group group = 1; clscan_group_name(group); group++) {
            const cs_source source = { .kernel_dir = NULL,
                                       .problem = "/* the page itself */",
                                       .group = clscan_group_name(group) };
            char file[64];
            cs_strbuf text = { 0 };
            snprintf(file, sizeof file, "grid/%s.cl", cs_strategy_name(strategy));
            assert_ok(cs_source_flatten(&text, &source, file));
            for (size_t i = 0; i < COUNT(once); i++)
                assert_int_equal(occurrences(text.data, once[i]), 1);
            assert_int_equal(occurrences(text.data, "#include"), 0);
            assert_has(text.data, file);
            cs_strbuf_free(&text);
        }
}

static void test_the_group_is_the_one_asked_for(void **state) {
    (void)state;
    for (clscan_group group = 1; clscan_group_name(group); group++) {
        const cs_source source = { .kernel_dir = NULL, .problem = "", .group = clscan_group_name(group) };
        char file[64];
        cs_strbuf text = { 0 };
        assert_ok(cs_source_flatten(&text, &source, "grid/single_group.cl"));
        for (clscan_group other = 1; clscan_group_name(other); other++) {
            snprintf(file, sizeof file, "#line 1 \"cl/group/%s.h\"", clscan_group_name(other));
            assert_int_equal(occurrences(text.data, file), other == group);
        }
        cs_strbuf_free(&text);
    }
}

/* The embedded files are the same as the files in the folder cl. */
static void test_embedded_is_the_folder(void **state) {
    const cs_source embedded = { .kernel_dir = NULL, .problem = "", .group = "blelloch" },
                    folder = { .kernel_dir = "cl", .problem = "", .group = "blelloch" };
    cs_strbuf a = { 0 }, b = { 0 };
    (void)state;
    assert_ok(cs_source_flatten(&a, &embedded, "grid/hierarchical.cl"));
    assert_ok(cs_source_flatten(&b, &folder, "grid/hierarchical.cl"));
    assert_string_equal(a.data, b.data);
    cs_strbuf_free(&a);
    cs_strbuf_free(&b);
}

static void test_missing_files(void **state) {
    const cs_source embedded = { .kernel_dir = NULL, .problem = "", .group = "blelloch" },
                    folder = { .kernel_dir = "cl", .problem = "", .group = "blelloch" },
                    group = { .kernel_dir = NULL, .problem = "", .group = "none" };
    cs_strbuf text = { 0 };
    (void)state;
    assert_fails(cs_source_flatten(&text, &embedded, "grid/none.cl"), CLSCAN_ERROR_FILE, "grid/none.cl");
    assert_fails(cs_source_flatten(&text, &folder, "grid/none.cl"), CLSCAN_ERROR_FILE, "cl/grid/none.cl|No such file");
    assert_fails(cs_source_flatten(&text, &group, "grid/single_group.cl"), CLSCAN_ERROR_FILE, "group/none.h");
    cs_strbuf_free(&text);
}

/* ----------------------------------------------------------------------------------------------- unusual files */

/* The test's own folder of kernel files. */
static char folder[] = "/tmp/clscan-source-XXXXXX";
static char written[128][64];
static size_t num_written;

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    while (num_written > 0)
        unlink(written[--num_written]);
    return rmdir(folder);
}

static void write_file(const char *name, const char *text) {
    char *path = written[num_written++];
    snprintf(path, sizeof written[0], "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(text, 1, strlen(text), file);
    fclose(file);
}

static void assert_flattens(const char *file, const char *expected) {
    const cs_source source = { .kernel_dir = folder, .problem = "PAGE", .group = "g" };
    cs_strbuf text = { 0 };
    assert_ok(cs_source_flatten(&text, &source, file));
    assert_string_equal(text.data, expected);
    cs_strbuf_free(&text);
}

static void test_lines(void **state) {
    (void)state;
    write_file("a.cl", "one\n#include \"b.h\"\nthree\n#include \"b.h\"\nfive\n");
    write_file("b.h", "bee\n#include \"problem.h\"\n");
    assert_flattens("a.cl", "#line 1 \"cl/a.cl\"\none\n"
                            "#line 1 \"cl/b.h\"\nbee\n"
                            "#line 1 \"cl/problem.h\"\nPAGE\n"
                            "#line 3 \"cl/b.h\"\n"
                            "#line 3 \"cl/a.cl\"\nthree\n"
                            "#line 5 \"cl/a.cl\"\nfive\n");
}

/* The compiler skips a #line with the branch that it stands in. */
static void test_lines_behind_a_branch(void **state) {
    (void)state;
    write_file("branch.cl", "#if 0\n#include \"bee.h\"\n#else\nfour\n#endif\nsix\n");
    write_file("bee.h", "#if 1\nbee\n#endif\n");
    assert_flattens("branch.cl", "#line 1 \"cl/branch.cl\"\n#if 0\n"
                                 "#line 1 \"cl/bee.h\"\n#if 1\nbee\n#endif\n"
                                 "#line 3 \"cl/branch.cl\"\n#else\n"
                                 "#line 4 \"cl/branch.cl\"\nfour\n#endif\n"
                                 "#line 6 \"cl/branch.cl\"\nsix\n");
}

static void test_unusual_text(void **state) {
    (void)state;
    write_file("empty.h", "");
    write_file("open.h", "no newline at the end");
    write_file("percent.h", "100% %s %n \\ \"\n");
    write_file("comment.h", "// #include \"nowhere.h\"\nint x; // #include\n");
    write_file("all.cl", "#include \"empty.h\"\n#include \"open.h\"\n#include \"percent.h\"\n#include \"comment.h\"\n");
    assert_flattens("empty.h", "#line 1 \"cl/empty.h\"\n");
    assert_flattens("all.cl", "#line 1 \"cl/all.cl\"\n"
                              "#line 1 \"cl/empty.h\"\n#line 2 \"cl/all.cl\"\n"
                              "#line 1 \"cl/open.h\"\nno newline at the end\n#line 3 \"cl/all.cl\"\n"
                              "#line 1 \"cl/percent.h\"\n100% %s %n \\ \"\n#line 4 \"cl/all.cl\"\n"
                              "#line 1 \"cl/comment.h\"\n// #include \"nowhere.h\"\nint x; // #include\n"
                              "#line 5 \"cl/all.cl\"\n");
}

static void test_circles_end(void **state) {
    (void)state;
    write_file("self.h", "#include \"self.h\"\nself\n");
    write_file("ring.h", "#include \"ring2.h\"\nring\n");
    write_file("ring2.h", "#include \"ring.h\"\nring2\n");
    assert_flattens("self.h", "#line 1 \"cl/self.h\"\n#line 2 \"cl/self.h\"\nself\n");
    assert_flattens("ring.h", "#line 1 \"cl/ring.h\"\n#line 1 \"cl/ring2.h\"\n#line 2 \"cl/ring2.h\"\nring2\n"
                              "#line 2 \"cl/ring.h\"\nring\n");
}

/* A chain of more files than the limit is refused. */
static void test_too_many_files(void **state) {
    const cs_source source = { .kernel_dir = folder, .problem = "", .group = "g" };
    cs_strbuf text = { 0 };
    (void)state;
    for (int i = 0; i < 100; i++) {
        char name[32], include[64];
        snprintf(name, sizeof name, "chain%d.h", i);
        snprintf(include, sizeof include, "#include \"chain%d.h\"\n", i + 1);
        write_file(name, include);
    }
    assert_fails(cs_source_flatten(&text, &source, "chain0.h"), CLSCAN_ERROR_FILE, "more than 96 files");
    cs_strbuf_free(&text);
}

static void test_a_long_line(void **state) {
    enum { LENGTH = 100000 };
    char *line = malloc(LENGTH + 1);
    const cs_source source = { .kernel_dir = folder, .problem = "", .group = "g" };
    cs_strbuf text = { 0 };
    (void)state;
    assert_non_null(line);
    memset(line, 'x', LENGTH);
    line[LENGTH] = '\0';
    write_file("long.h", line);
    assert_ok(cs_source_flatten(&text, &source, "long.h"));
    assert_has(text.data, line);
    cs_strbuf_free(&text);
    free(line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded_files),
        cmocka_unit_test(test_the_group_is_the_one_asked_for),
        cmocka_unit_test(test_embedded_is_the_folder),
        cmocka_unit_test(test_missing_files),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_behind_a_branch),
        cmocka_unit_test(test_unusual_text),
        cmocka_unit_test(test_circles_end),
        cmocka_unit_test(test_too_many_files),
        cmocka_unit_test(test_a_long_line),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
