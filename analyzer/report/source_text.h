/* A place of the user's code in a text report: its line, with a caret below. */
#ifndef IP_SOURCE_TEXT_H
#define IP_SOURCE_TEXT_H

#include "base/diagnostic.h"
#include "report/writer.h"

/* "bank.sql:24:5: T1 reads here", the line, and carets below what of the range stands in it. Nothing where the range
 * has no place. */
void ip_report_write_place(ip_writer *writer, ip_range range, const char *what);

#endif
