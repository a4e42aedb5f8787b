/* Finds the ten most frequent words of a text. Words become hashes, because numbers of one size are easy to sort.
 *
 *   sort            brings equal hashes together, and carries the number of each word along
 *   run-length      gives the first word of each run, and the length of the run: how often the word occurs
 *   top-k, reversed finds the ten longest runs
 *
 * Only the device knows the number of different words, and the top-k reads it there. The text is the first 4 MiB of a
 * file, or generated. */
#include "example.h"
#include <ctype.h>
#include <string.h>

enum { TEXT = 1 << 22, WORDS = TEXT / 2, TOP = 10 };

static char text[TEXT + 1]; /* words, each ended by a NUL after `split` */
static char *word[WORDS];
static cl_ulong hash[WORDS]; /* 64 bits: two of a million words have the same hash with a probability of 3e-8 */

static void read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, TEXT, file) == 0) {
        fprintf(stderr, "can't read %s, or it is empty\n", path);
        exit(1);
    }
    fclose(file);
}

/* Writes words of three syllables. The word with the lowest syllables is the most frequent one. */
static void make_text(void) {
    static const char syllables[][3] = { "ka", "lo", "mi", "nu", "re", "sa", "ti", "vo" };
    cl_uint random = 1;
    for (size_t at = 0; at + 8 < TEXT / 4; at += 7) {
        for (size_t k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            const cl_uint a = random >> 29, b = random >> 26 & 7;
            memcpy(text + at + 2 * k, syllables[a < b ? a : b], 2);
        }
        text[at + 6] = ' ';
    }
}

/* Finds words of letters, digits and bytes that are not ASCII, in lower case. Returns their number. */
static cl_uint split(void) {
    cl_uint n = 0;
    for (char *c = text; *c;) {
        for (word[n] = c; isalnum((unsigned char)*c) || (unsigned char)*c >= 128; c++)
            *c = (char)tolower((unsigned char)*c);
        if (c > word[n])
            n++;
        if (*c)
            *c++ = '\0';
    }
    return n;
}

/* FNV-1a */
static cl_ulong hash_of(const char *w) {
    cl_ulong h = 14695981039346656037u;
    for (; *w; w++)
        h = (h ^ (unsigned char)*w) * 1099511628211u;
    return h;
}

/* Sorts the hashes in place. numbers[i] receives the number of the word that has hash i after the sort. */
static void sort_hashes(example *e, cl_uint n, cl_mem hashes, cl_mem numbers) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SORT;
    desc.value.name = "ulong";
    desc.index_type.name = "uint";

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = hashes;
    args.indices.buffer = numbers;
    args.count = n;
    example_scan(e, &desc, &args);
}

typedef struct {
    cl_mem hashes, begins, lengths, words; /* each run's hash, place, length and the number of its first word */
    cl_mem number;                         /* the number of runs */
} run_arrays;

static void find_runs(example *e, cl_uint n, cl_mem hashes, cl_mem numbers, const run_arrays *r) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_RUN_LENGTH;
    desc.value.name = "ulong";
    desc.in[1].name = desc.out[1].name = "uint"; /* the element with the index of the first hash of a run */

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = hashes;
    args.out[0].buffer = r->hashes;
    args.in[1].buffer = numbers;
    args.out[1].buffer = r->words;
    args.indices.buffer = r->begins;
    args.lengths.buffer = r->lengths;
    args.total.buffer = r->number;
    args.count = n;
    example_scan(e, &desc, &args);
}

static void take_longest(example *e, cl_uint n, const run_arrays *r, cl_mem top_lengths, cl_mem top_words) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_TOP_K;
    desc.value.name = "uint";
    desc.reverse = 1;
    desc.sort.k = TOP;
    desc.in[1].name = desc.out[1].name = "uint";

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = r->lengths;
    args.in[1].buffer = r->words;
    args.out[0].buffer = top_lengths;
    args.out[1].buffer = top_words;
    args.count = n; /* at most; the number itself is on the device */
    args.count_at.buffer = r->number;
    example_scan(e, &desc, &args);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int descending(const void *a, const void *b) {
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
    return (x < y) - (x > y);
}

/* Returns how many of the `n` words with the numbers `top` do not have the greatest counts, by sorts in plain C. */
static size_t wrong_words(cl_uint words, cl_uint different, cl_uint n, const cl_uint *top, const cl_uint *length) {
    static char *sorted[WORDS];
    static cl_uint count[WORDS];
    size_t wrong = 0, runs = 0;
    memcpy(sorted, word, words * sizeof *word);
    qsort(sorted, words, sizeof *sorted, by_text);
    for (cl_uint i = 0; i < words; i++) {
        runs += i == 0 || strcmp(sorted[i - 1], sorted[i]) != 0;
        count[runs - 1]++;
    }
    qsort(count, runs, sizeof *count, descending);
    for (cl_uint k = 0; k < n; k++) {
        cl_uint occurs = 0, twice = 0;
        for (cl_uint i = 0; i < words; i++)
            occurs += strcmp(word[i], word[top[k]]) == 0;
        for (cl_uint j = 0; j < k; j++)
            twice += top[j] == top[k];
        wrong += length[k] != count[k] || length[k] != occurs || twice;
    }
    return wrong + (different != runs);
}

int main(int argc, char **argv) {
    static cl_uint top[TOP], length[TOP];
    cl_uint different = 0;
    if (argc > 1)
        read_text(argv[1]);
    else
        make_text();
    const cl_uint words = split();
    if (words == 0) {
        printf("no words\n");
        return 0;
    }
    for (cl_uint i = 0; i < words; i++)
        hash[i] = hash_of(word[i]);

    example e = example_open();
    const size_t bytes = words * sizeof(cl_uint);
    cl_mem hashes = example_buffer(&e, words * sizeof *hash, hash), numbers = example_buffer(&e, bytes, NULL),
           top_words = example_buffer(&e, sizeof top, NULL), top_lengths = example_buffer(&e, sizeof length, NULL);
    run_arrays r = {
        .hashes = example_buffer(&e, words * sizeof *hash, NULL),
        .begins = example_buffer(&e, bytes, NULL),
        .lengths = example_buffer(&e, bytes, hash), /* numbers that are not lengths: the top-k must not see them */
        .words = example_buffer(&e, bytes, NULL),
        .number = example_buffer(&e, sizeof different, NULL),
    };
    sort_hashes(&e, words, hashes, numbers);
    find_runs(&e, words, hashes, numbers, &r);
    take_longest(&e, words, &r, top_lengths, top_words);
    example_take(&e, top_words, sizeof top, top);
    example_take(&e, top_lengths, sizeof length, length);
    example_take(&e, r.number, sizeof different, &different);
    clReleaseMemObject(hashes);
    clReleaseMemObject(numbers);
    clReleaseMemObject(r.hashes);
    clReleaseMemObject(r.begins);
    clReleaseMemObject(r.lengths);
    clReleaseMemObject(r.words);
    example_close(&e);

    const cl_uint n = different < TOP ? different : TOP;
    for (cl_uint k = 0; k < n; k++)
        printf("%8u %s\n", length[k], word[top[k]]);
    const size_t wrong = wrong_words(words, different, n, top, length);
    printf("%u words, %u different; %zu of the most frequent are wrong\n", words, different, wrong);
    return wrong != 0;
}
