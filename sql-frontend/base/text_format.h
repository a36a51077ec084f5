/* Formatted text without the C library's set-up: names of symbols are formatted hundreds of thousands of times. */
#ifndef IP_TEXT_FORMAT_H
#define IP_TEXT_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf: the length of the whole text, of which at most size - 1 bytes and a NUL are written. */
int ip_text_format(char *out, size_t size, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

#endif
