/* Assertions at compile time. */
#ifndef CS_ASSERT_H
#define CS_ASSERT_H

/* Stops the compiler unless the condition holds: C99 has no static_assert. The compiler's message has the name. */
#define CS_ASSERT(condition, name) typedef char cs_assert_##name[(condition) ? 1 : -1]

#endif
