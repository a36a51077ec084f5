/* Text of the input in markup: nothing of it is read as markup, and every byte of it can be seen. */
#ifndef IP_ESCAPE_H
#define IP_ESCAPE_H

#include <stdio.h>

/* For XML and HTML, in an element or between double quotes. Control characters, broken UTF-8 and characters that turn
 * the direction of what follows come out in a form that can be read: \x1B, \u202E. */
void ip_escape(FILE *out, const char *text);
/* The same for text of several lines: newlines and tabs stay. */
void ip_escape_lines(FILE *out, const char *text);

#endif
