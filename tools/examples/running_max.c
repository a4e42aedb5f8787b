/* Computes the highest price so far, day by day: an inclusive scan with max, of host arrays in one call. */
#include <clscan/clscan.h>
#include <stdio.h>

int main(void) {
    const float price[] = { 10.5f, 9.0f, 12.25f, 12.0f, 11.5f, 14.0f, 13.75f };
    const float expected[] = { 10.5f, 10.5f, 12.25f, 12.25f, 12.25f, 14.0f, 14.0f };
    enum { DAYS = sizeof price / sizeof *price };
    float highest[DAYS];

    clscan_status status = clscan_host_scan("float", CLSCAN_OP_MAX, CLSCAN_KIND_INCLUSIVE, price, highest, DAYS);
    if (status) {
        fprintf(stderr, "%s\n", clscan_last_message());
        return status == CLSCAN_ERROR_NO_DEVICE ? 77 : 1;
    }

    int wrong = 0;
    for (int day = 0; day < DAYS; day++) {
        printf("day %d  price %5.2f  highest so far %5.2f\n", day + 1, (double)price[day], (double)highest[day]);
        wrong += highest[day] != expected[day];
    }
    return wrong != 0;
}
