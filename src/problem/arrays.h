/* The arrays of a call that have elements, by their numbers, for code that copies them to a device piece by piece. The
 * inputs of the description come first, and then args.segments. */
#ifndef CS_ARRAYS_H
#define CS_ARRAYS_H

#include "problem/call.h"

enum { CS_BITS_OF_WORD = 32 };

/* Returns how many inputs there are, with args.segments. */
unsigned cs_arrays_num_in(const cs_traits *traits);

/* Return the name of an input or an output in args. */
const char *cs_arrays_input_name(const cs_traits *traits, unsigned input);
const char *cs_arrays_output_name(const cs_traits *traits, unsigned output);

/* Returns true for a mask or segments of one bit for each element. The elements of such an array are words. */
bool cs_arrays_has_bits(const cs_traits *traits, unsigned input);
bool cs_arrays_any_bits(const cs_traits *traits);

/* Returns true if output `i` is one number for all elements, not one for each. */
bool cs_arrays_is_single(const cs_traits *traits, unsigned output);

/* Returns how many elements of the previous piece have to stand in front of a piece: 1 if the task compares neighbours,
 * else 0. */
size_t cs_arrays_front(const cs_traits *traits);

/* Returns the bytes of an element of an input, or of a word of bits. */
size_t cs_arrays_input_size(const cs_traits *traits, unsigned input);

/* Returns the bytes of the widest element of an input without bits, or of an output with a result for each element. */
size_t cs_arrays_widest(const cs_traits *traits);

/* Returns how many elements, or words of bits, an input has for `n` elements. */
size_t cs_arrays_input_count(const cs_traits *traits, unsigned input, size_t n);

/* Returns an input of a call. */
const cs_call_array *cs_arrays_input(const cs_traits *traits, const cs_call *call, unsigned input);

/* Returns the address of element `at` of an array in host memory, whose elements have `size` bytes. */
char *cs_arrays_element(const cs_call_array *array, size_t at, size_t size);

#endif
