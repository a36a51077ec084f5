/* Lists of names. */
#ifndef IP_WORDS_H
#define IP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* words: in one text, apart by one space each, "abs ceil floor". */
bool ip_is_among(const char *words, const char *name);
bool ip_is_one_of(const char *const *names, size_t count, const char *name);

#endif
