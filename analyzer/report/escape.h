/* Text of the input in markup: none of it acts as markup, and every byte is visible. */
#ifndef IP_ESCAPE_H
#define IP_ESCAPE_H

#include <stdio.h>

/* For XML and HTML, in an element or between double quotes. Control characters, broken UTF-8 and characters that change
 * the direction of the following text are written in readable form: \x1B, \u202E. */
void ip_report_escape(FILE *out, const char *text);
/* The same for text of several lines: newlines and tabs stay. */
void ip_report_escape_lines(FILE *out, const char *text);

#endif
