#include "formats/foreign.h"
#include "common/message.h"
#include <string.h>

/* `magic` is what an input of the format begins with. */
static const struct foreign {
    const char *magic;
    size_t length;
    const char *is, *advice;
} formats[] = {
#define MAGIC(BYTES) BYTES, sizeof BYTES - 1
    { MAGIC("PK\3\4"), "a zip archive, as .npz files are",
      "Python's zipfile or `unzip` takes the .npy files out of it, which can be scanned" },
    { MAGIC("PK\5\6"), "an empty zip archive", "there is nothing in it to scan" },
    { MAGIC("\x1f\x8b"), "compressed by gzip", "scan what `gzip -dc` makes of it" },
    { MAGIC("BZh"), "compressed by bzip2", "scan what `bzip2 -dc` makes of it" },
    { MAGIC("\3757zXZ"), "compressed by xz", "scan what `xz -dc` makes of it" },
    { MAGIC("\x28\xb5\x2f\xfd"), "compressed by zstd", "scan what `zstd -dc` makes of it" },
    { MAGIC("\xff\xfe"), "text in UTF-16", "scan what `iconv -f UTF-16 -t UTF-8` makes of it" },
    { MAGIC("\xfe\xff"), "text in UTF-16", "scan what `iconv -f UTF-16 -t UTF-8` makes of it" },
#undef MAGIC
};

bool foreign_is_refused(const input *in) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (in->size >= formats[i].length && memcmp(in->data, formats[i].magic, formats[i].length) == 0)
            return !complain("%s: is %s: %s", in->name, formats[i].is, formats[i].advice);
    return false;
}
