/* Computes a summed-area table: each element is the sum of the picture's part above and to the left of it, so that the
 * sum of any rectangle takes four look-ups (Crow, 1984). One plan scans along the rows, and then along the columns. */
#include "example.h"

enum { HEIGHT = 480, WIDTH = 640 };

static cl_uint sum_of(cl_uint (*table)[WIDTH], int top, int left, int bottom, int right) {
    cl_uint sum = table[bottom][right];
    sum -= top > 0 ? table[top - 1][right] : 0;
    sum -= left > 0 ? table[bottom][left - 1] : 0;
    return sum + (top > 0 && left > 0 ? table[top - 1][left - 1] : 0);
}

int main(void) {
    static cl_uint table[HEIGHT][WIDTH];
    static unsigned char picture[HEIGHT][WIDTH];
    for (cl_uint y = 0; y < HEIGHT; y++)
        for (cl_uint x = 0; x < WIDTH; x++)
            table[y][x] = picture[y][x] = (unsigned char)((y * WIDTH + x) * 2654435761u >> 24);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.layout = CLSCAN_LAYOUT_ROWS;

    example e = example_open();
    clscan_plan *plan;
    must(clscan_plan_create(e.device, &desc, &plan));
    cl_mem buffer = example_buffer(&e, sizeof table, table);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = buffer; /* in place */
    for (unsigned axis = 0; axis < 2; axis++) {
        must(clscan_args_set_axis(&args, (size_t[]) { HEIGHT, WIDTH }, 2, axis));
        must(clscan_plan_enqueue(plan, e.queue, &args, 0, NULL, NULL)); /* the queue is in order */
    }
    clscan_plan_destroy(plan);
    example_take(&e, buffer, sizeof table, table);
    example_close(&e);

    size_t wrong = 0;
    cl_uint row = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            row = (x > 0 ? row : 0) + picture[y][x];
            wrong += table[y][x] != row + (y > 0 ? table[y - 1][x] : 0);
            wrong += sum_of(table, y, x, y, x) != picture[y][x];
        }
    printf("%d x %d: all of it is %u, its middle %u; %zu sums wrong\n", WIDTH, HEIGHT, table[HEIGHT - 1][WIDTH - 1],
           sum_of(table, HEIGHT / 4, WIDTH / 4, HEIGHT * 3 / 4, WIDTH * 3 / 4), wrong);
    return wrong != 0;
}
