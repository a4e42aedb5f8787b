#include "tuning/tuning_file.h"

#include "base/try.h"
#include "tuning/tuning_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILE = 1 << 20 };

clscan_status cs_tuning_path(cs_strbuf *path, bool *named) {
    const char *file = getenv("CLSCAN_TUNING"), *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    *named = file && *file;
    cs_strbuf_add(path, "%s", ""); /* path->data must not be NULL, even if nothing follows */
    if (file)
        cs_strbuf_add(path, "%s", file);
    else if (config && *config == '/') /* the specification says to ignore relative paths */
        cs_strbuf_add(path, "%s/clscan/tuning", config);
    else if (home && *home)
        cs_strbuf_add(path, "%s/.config/clscan/tuning", home);
    return path->failed ? cs_fail_memory() : CLSCAN_OK;
}

/* Reads regular files only, because other files may have no end. O_NONBLOCK prevents waiting for a writer, as some
 * files in /proc do although they claim to be regular. */
static clscan_status read_file(const char *path, cs_strbuf *content) {
    clscan_status status = CLSCAN_OK;
    struct stat about;
    char bytes[4096];
    ssize_t n = 0;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FAIL_IF(file < 0 || fstat(file, &about) != 0, CLSCAN_ERROR_FILE, "can't open the tuning file %s: %s", path,
            strerror(errno));
    FAIL_IF(!S_ISREG(about.st_mode), CLSCAN_ERROR_FILE, "the tuning file %s is not a regular file", path);
    while (content->size <= MAX_FILE && !content->failed && (n = read(file, bytes, sizeof bytes)) > 0)
        cs_strbuf_add_bytes(content, bytes, (size_t)n);
    FAIL_IF(n < 0, CLSCAN_ERROR_FILE, "can't read the tuning file %s: %s", path, strerror(errno));
    FAIL_IF(content->size > MAX_FILE, CLSCAN_ERROR_FILE, "the tuning file %s has more than %d bytes", path, MAX_FILE);
    TRY_ALLOC(!content->failed);
done:
    if (file >= 0)
        close(file);
    return status;
}

static clscan_status load_file(cs_tuning *tuning) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf content = { 0 };
    TRY(read_file(tuning->origin.data, &content));
    TRY(cs_tuning_parse(tuning, content.data, content.size));
done:
    cs_strbuf_free(&content);
    return status;
}

static bool exists(const char *path) {
    struct stat about;
    return stat(path, &about) == 0;
}

clscan_status cs_tuning_load(cs_tuning *tuning, const cs_caps *caps, const char *text, const cs_log *log) {
    clscan_status status = CLSCAN_OK;
    bool named = true;
    tuning->caps = caps;
    if (text) {
        cs_strbuf_add(&tuning->origin, "options.tuning");
        TRY_ALLOC(!tuning->origin.failed);
        TRY(cs_tuning_parse(tuning, text, strlen(text)));
        goto done;
    }
    TRY(cs_tuning_path(&tuning->origin, &named));
    if (!named && !exists(tuning->origin.data))
        goto done;
    status = load_file(tuning);
    if (status == CLSCAN_ERROR_FILE && !named) { /* the caller did not name the file and may not know of it */
        cs_log_line(log, "tuning: ignored: %s", cs_message());
        status = CLSCAN_OK;
    } else if (status == CLSCAN_OK) {
        cs_log_line(log, "tuning: %zu rows for this device in %s", tuning->num_own, tuning->origin.data);
    }
done:
    return status;
}

void cs_tuning_free(cs_tuning *tuning) {
    cs_strbuf_free(&tuning->origin);
}
