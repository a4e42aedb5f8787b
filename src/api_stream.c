/* The exported functions of streams. */
#include "api_check.h"
#include "base/fork.h"
#include "stream/calls.h"
#include "stream/ring.h"

clscan_status clscan_stream_create(clscan_device *device, const clscan_desc *desc, const clscan_stream_options *options,
                                   clscan_stream **stream) {
    clscan_status status = CLSCAN_OK;
    clscan_desc own;
    clscan_stream_options given = CLSCAN_STREAM_OPTIONS_INIT;
    NOT_NULL(stream);
    *stream = NULL;
    NOT_NULL(device);
    NOT_NULL(desc);
    TRY(cs_fork_check());
    TAKE(own, desc, CS_FIRST_DESC);
    if (options)
        TAKE(given, options, CS_FIRST_STREAM_OPTIONS);
    TRY(cs_stream_create(device, &own, &given, stream));
done:
    return status;
}

/* Every call for a stream begins with these checks. If it returns CLSCAN_OK, it holds the lock of the stream, which the
 * call releases by cs_stream_unlock. */
static clscan_status check_and_lock(clscan_stream *stream) {
    clscan_status status = CLSCAN_OK;
    NOT_NULL(stream);
    TRY(cs_fork_check());
    TRY(cs_stream_lock(stream));
done:
    return status;
}

void clscan_stream_destroy(clscan_stream *stream) {
    if (stream && !cs_forked())
        cs_stream_destroy(stream);
}

clscan_status clscan_stream_push(clscan_stream *stream, const clscan_args *args, size_t *taken) {
    cs_call call;
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    NOT_NULL(taken);
    TRY(cs_take_args(&stream->traits, args, &call));
    TRY(cs_stream_push(stream, &call, taken));
done:
    return cs_stream_unlock(stream, status);
}

clscan_status clscan_stream_pull(clscan_stream *stream, const clscan_args *args, size_t *given) {
    cs_call call;
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    NOT_NULL(given);
    TRY(cs_take_args(&stream->traits, args, &call));
    TRY(cs_stream_pull(stream, &call, given));
done:
    return cs_stream_unlock(stream, status);
}

/* Checks args that a call fills in. It fills in fields of the first version only. */
static clscan_status check_args(const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    clscan_args own;
    NOT_NULL(args);
    TAKE(own, args, CS_FIRST_ARGS);
done:
    return status;
}

clscan_status clscan_stream_reserve(clscan_stream *stream, clscan_args *args) {
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    TRY(check_args(args));
    TRY(cs_stream_reserve(stream, args));
done:
    return cs_stream_unlock(stream, status);
}

clscan_status clscan_stream_commit(clscan_stream *stream, size_t count) {
    const clscan_status status = check_and_lock(stream);
    return status ? status : cs_stream_unlock(stream, cs_stream_commit(stream, count));
}

clscan_status clscan_stream_peek(clscan_stream *stream, clscan_args *args) {
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    TRY(check_args(args));
    TRY(cs_stream_peek(stream, args));
done:
    return cs_stream_unlock(stream, status);
}

clscan_status clscan_stream_release(clscan_stream *stream, size_t count) {
    const clscan_status status = check_and_lock(stream);
    return status ? status : cs_stream_unlock(stream, cs_stream_release(stream, count));
}

clscan_status clscan_stream_flush(clscan_stream *stream) {
    const clscan_status status = check_and_lock(stream);
    return status ? status : cs_stream_unlock(stream, cs_ring_flush(stream));
}

clscan_status clscan_stream_finish(clscan_stream *stream) {
    const clscan_status status = check_and_lock(stream);
    return status ? status : cs_stream_unlock(stream, cs_ring_finish(stream));
}

clscan_status clscan_stream_total(clscan_stream *stream, void *total, size_t size) {
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    NOT_NULL(total);
    TRY(cs_stream_total(stream, total, size));
done:
    return cs_stream_unlock(stream, status);
}

clscan_status clscan_stream_execute(clscan_stream *stream, const clscan_args *args) {
    cs_call call;
    clscan_status status = check_and_lock(stream);
    if (status)
        return status;
    TRY(cs_take_args(&stream->traits, args, &call));
    TRY(cs_stream_execute(stream, &call));
done:
    return cs_stream_unlock(stream, status);
}

const clscan_plan *clscan_stream_plan(const clscan_stream *stream) {
    return stream ? stream->plan : NULL;
}
