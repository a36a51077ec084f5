/* Lists of names, and quotation. */
#ifndef IP_WORDS_H
#define IP_WORDS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* words: in one text, apart by one space each, "abs ceil floor". */
bool ip_is_among(const char *words, const char *name);
bool ip_is_one_of(const char *const *names, size_t count, const char *name);
/* The text between quotes of that kind, those inside doubled. */
const char *ip_quoted(ip_arena *arena, const char *text, char quote);

#endif
