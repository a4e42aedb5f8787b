/* Elements on their way from files through a stream of the library to files, piece by piece, so that none of the files
 * has to fit into memory. */
#ifndef CLSCAN_TOOL_FLOW_H
#define CLSCAN_TOOL_FLOW_H

#include "files/pipeline.h"
#include "files/results.h"
#include "files/side_reader.h"
#include "files/source.h"
#include "options/device_plan.h"
#include <stddef.h>

/* The outcome of a subcommand by a stream. */
typedef enum stream_outcome { STREAMED, STREAM_FAILED, NEEDS_WHOLE_ARRAY } stream_outcome;

/* An array of a stream is named by the offset of its clscan_ref in clscan_args. */
#define FLOW_ARRAY(FIELD) offsetof(clscan_args, FIELD)
enum { FLOW_SIDES = 2, FLOW_OUTPUTS = 4, FLOW_NO_ARRAY = 0 };

/* Values that are read beside the elements, into an array of the stream. */
typedef struct flow_side {
    side_reader values; /* what.option is NULL if there are none */
    size_t array;       /* FLOW_NO_ARRAY: the caller reads the values */
} flow_side;

/* A file to which results are written piece by piece. */
typedef struct flow_output {
    output_file file;
    const format *to; /* NULL: there is no such output */
    array like;       /* type and shape of the results; the count is SIZE_MAX if it is not known */
    size_t array;     /* of the stream; FLOW_NO_ARRAY: the caller writes the results */
    size_t written;   /* results */
} flow_output;

typedef struct flow {
    const options *o;
    source *from;
    reader elements;
    flow_side sides[FLOW_SIDES];
    flow_output outputs[FLOW_OUTPUTS]; /* the first one is the output of the subcommand */
    size_t read;                       /* elements */
} flow;

/* All functions that return bool complain on failure. The caller closes *f in any case. */

/* Finds what the elements are. *in_pieces becomes false if the whole file is needed. */
bool flow_begin(const options *o, source *from, flow *f, bool *in_pieces);

/* Opens values beside the elements, which go to a field of the arguments or to FLOW_NO_ARRAY. *in_pieces becomes false
 * if they are needed as a whole, and is left as it is otherwise. */
bool flow_open_side(flow *f, flow_side *s, const side_option *what, side_kind kind, size_t field, bool *in_pieces);

/* Opens an output for results like `like`, whose count may be SIZE_MAX. Does nothing if `path` is NULL. */
bool flow_open_output(flow_output *out, const char *path, const format *to, array like, size_t field);

/* Returns false, after complaining, if one of `results` would replace another one or a file that is read. Only the
 * first one, the output, may replace the input. */
bool flow_spares_files(const flow *f, const result_option *results, size_t count);

/* Returns true if each output can be written from its start to its end, or its header be replaced. */
bool flow_is_written_in_pieces(const flow *f);

/* Returns pieces of which the memory of --buffer holds three, and which have no more elements than there are. Besides
 * its arrays, an element takes `extra` bytes. */
stream_pieces flow_pieces(const flow *f, size_t extra);

/* Begins to read the files. */
void flow_start(flow *f);

/* Reads the next elements to `to`, up to `most`, and then their values to the arrays in `room`. *ended says that no
 * more follow. */
bool flow_read(flow *f, const clscan_args *room, void *to, size_t most, size_t *n, bool *ended);

/* Reads the values that stand beside the last `n` elements that were read. */
bool flow_read_side(flow *f, flow_side *s, void *to, size_t n);

/* Returns true if the next elements will not come for a moment. */
bool flow_is_idle(const flow *f);

/* Writes results to an output, or those of all arrays to their outputs. */
bool flow_write_to(const flow *f, flow_output *out, const void *results, size_t n);
bool flow_write(flow *f, const clscan_args *results);

/* Runs the stream from the first to the last element, with the activity `doing`. */
bool flow_run(flow *f, clscan_stream *stream, const pipeline_ends *ends, const char *doing);

/* Makes the outputs appear. */
bool flow_finish(flow *f);
void flow_close(flow *f);

#endif
