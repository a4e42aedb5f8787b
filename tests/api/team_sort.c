/* Sorts of arrays in host memory by a team of one device. In team.c, a plan judges sorts by several devices. */
#include "api/scans.h"

static clscan_team *new_team(const test_device *d, clscan_desc desc) {
    clscan_team *team = NULL;
    assert_ok(clscan_team_create(&d->device, 1, &desc, &team));
    return team;
}

/* In place with a carried array, in several pieces, and up to a count in host memory. Keys differ in two bits. */
static void test_in_place(void **state) {
    enum { HERE = SCAN_COUNT - 5 };
    clscan_team *team = new_team(*state, (clscan_desc) { .task = CLSCAN_TASK_SORT,
                                                         .reverse = 1,
                                                         .in[1].name = "int",
                                                         .out[1].name = "int",
                                                         .index_type.name = "uint" });
    cl_int x[SCAN_COUNT], carried[SCAN_COUNT];
    cl_uint indices[SCAN_COUNT], count = HERE;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].host = args.out[0].host = x;
    args.in[1].host = args.out[1].host = carried;
    args.indices.host = indices;
    args.count_at.host = &count;
    args.first_index = 7;
    for (int i = 0; i < SCAN_COUNT; i++) {
        x[i] = i % 4;
        carried[i] = i;
        indices[i] = 99;
    }
    assert_ok(clscan_team_execute(team, &args, 32));
    for (int i = 1; i < HERE; i++) {
        assert_true(x[i - 1] > x[i] || (x[i - 1] == x[i] && carried[i - 1] < carried[i]));
        assert_int_equal(x[i], carried[i] % 4);
        assert_int_equal(indices[i], carried[i] + 7);
    }
    for (int i = HERE; i < SCAN_COUNT; i++)
        assert_true(x[i] == i % 4 && carried[i] == i && indices[i] == 99);
    for (count = 0; count < 2; count++)
        assert_ok(clscan_team_execute(team, &args, 0));
    assert_true(x[0] == 3 && carried[0] == 3 && indices[0] == 7);
    clscan_team_destroy(team);
}

/* Without out[0], and with room for few indices. */
static void test_argsort(void **state) {
    enum { ROOM = 301 };
    clscan_team *team = new_team(*state, (clscan_desc) { .task = CLSCAN_TASK_SORT, .index_type.name = "int" });
    cl_int x[SCAN_COUNT], indices[ROOM + 1] = { 0 };
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].host = x;
    args.indices = (clscan_ref) { .host = indices, .capacity = ROOM };
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = SCAN_COUNT - i;
    for (size_t piece = 100; piece <= SCAN_COUNT; piece += SCAN_COUNT - 100) {
        memset(indices, 0, sizeof indices);
        assert_ok(clscan_team_execute(team, &args, piece));
        for (int i = 0; i <= ROOM; i++)
            assert_int_equal(indices[i], i < ROOM ? SCAN_COUNT - 1 - i : 0);
    }
    clscan_team_destroy(team);
}

/* A comparison that contradicts itself leaves the order open, but every call ends within the arrays. Work-groups of
 * several work-items may write some elements twice and others never. */
static void test_without_order(void **state) {
    static const char hash[] = "#define LESS(x, y) ((((uint)(x) * 2654435761u ^ (uint)(y) * 40503u) >> 13) & 1)";
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .user = { .source = hash, .less = "LESS" },
                               .tuning = { .wg_size = 4, .items = 2 } };
    clscan_team *team = new_team(*state, desc);
    cl_int x[SCAN_COUNT], y[SCAN_COUNT];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].host = x;
    args.out[0].host = y;
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    assert_ok(clscan_team_execute(team, &args, 1));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_in_range(y[i], 0, SCAN_COUNT - 1);
    clscan_team_destroy(team);
}

/* A piece fits into a buffer, but its workspace does not. Nothing reads the array. A device whose buffers hold more
 * elements than the greatest piece has room for the workspace of that piece. */
static void test_without_room(void **state) {
    const test_device *d = *state;
    cl_ulong most = 0;
    cl_int x = 5;
    clscan_team *team = new_team(d, (clscan_desc) { .task = CLSCAN_TASK_SORT, .count_type.name = "ulong" });
    clscan_args args = CLSCAN_ARGS_INIT;
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    if (most / sizeof x > CL_INT_MAX)
        skip();
    args.count = (size_t)(most / sizeof x - 32);
    args.in[0].host = args.out[0].host = &x;
    assert_fails(clscan_team_execute(team, &args, args.count), CLSCAN_ERROR_INVALID_VALUE,
                 "the workspace of a piece of|bytes at most");
    assert_int_equal(x, 5);
    clscan_team_destroy(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_argsort),
        cmocka_unit_test(test_without_order),
        cmocka_unit_test(test_without_room),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
