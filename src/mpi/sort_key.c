#include "mpi/sort_key.h"

#include <string.h>

cs_mpi_sort_key cs_mpi_sort_key_of(const clscan_desc *desc) {
    static const struct {
        const char *name;
        cl_ulong infinity;
    } floats[] = { { "half", 0x7c00 }, { "float", 0x7f800000 }, { "double", 0x7ff0000000000000 } };
    const char *name = desc->value.name ? desc->value.name : "int";
    cs_mpi_sort_key key = { .bytes = clscan_type_size(name), .reverse = desc->reverse != 0 };
    const unsigned bits = (unsigned)(8 * key.bytes);
    key.sign = *name == 'u' ? 0 : (cl_ulong)1 << (bits - 1);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (strcmp(floats[i].name, name) == 0)
            key.infinity = floats[i].infinity;
    key.first_bit = desc->sort.first_bit;
    key.num_bits = desc->sort.num_bits ? desc->sort.num_bits : bits - key.first_bit;
    return key;
}

static cl_ulong bits_of(const void *at, size_t bytes) {
    cl_ulong wide;
    cl_uint narrow;
    cl_ushort half;
    switch (bytes) {
    case sizeof wide:
        return memcpy(&wide, at, sizeof wide), wide;
    case sizeof narrow:
        return memcpy(&narrow, at, sizeof narrow), narrow;
    case sizeof half:
        return memcpy(&half, at, sizeof half), half;
    default:
        return *(const cl_uchar *)at;
    }
}

/* Returns the unsigned number that is in the order of the keys. All bits of a NaN are set, in both directions. */
static cl_ulong ordered_bits(const cs_mpi_sort_key *key, cl_ulong x) {
    const cl_ulong flip = key->reverse ? ~(cl_ulong)0 : 0;
    if (!key->infinity)
        return x ^ key->sign ^ flip;
    if ((x & ~key->sign) > key->infinity)
        return ~(cl_ulong)0;
    return (x & key->sign ? ~x : x ^ key->sign) ^ flip;
}

cl_ulong cs_mpi_sort_code(const cs_mpi_sort_key *key, const void *at) {
    const cl_ulong all = ~(cl_ulong)0 >> (8 * sizeof all - key->num_bits);
    return ordered_bits(key, bits_of(at, key->bytes)) >> key->first_bit & all;
}
