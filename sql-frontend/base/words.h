/* Lists of names in one text, "abs ceil floor". */
#ifndef IP_WORDS_H
#define IP_WORDS_H

#include <stdbool.h>

/* words: apart by one space each. */
bool ip_is_among(const char *words, const char *name);

#endif
