/* Files of histories: which format one is in, and reading it into a builder. */
#ifndef IP_LARGE_FORMATS_H
#define IP_LARGE_FORMATS_H

#include "large_history/builder.h"

/* name, what it is */
#define IP_LARGE_FORMATS(X)                                                                                            \
    X(IP_LARGE_JSON, "json", "history.schema.json")                                                                    \
    X(IP_LARGE_JSON_LINES, "jsonl", "a transaction of that a line, with its session")                                  \
    X(IP_LARGE_TEXT, "text", "r(key,value,session,transaction) and w(…) a line, as Plume and PolySI read")             \
    X(IP_LARGE_DBCOP, "dbcop", "history.bincode of dbcop")                                                             \
    X(IP_LARGE_ELLE, "elle", "Elle's EDN: rw-register or list-append")

typedef enum ip_large_format {
#define X(id, name, what) id,
    IP_LARGE_FORMATS(X)
#undef X
        IP_LARGE_FORMAT_COUNT
} ip_large_format;

const char *ip_large_format_name(ip_large_format format);
/* By how the file begins. IP_LARGE_FORMAT_COUNT: like none of them. */
ip_large_format ip_large_format_of(const ip_source *source);

/* Transactions in a JSON file, of which at least as many as brackets promise: 0 if it is no JSON file. Quick, and
 * without reports. */
long ip_large_json_count(const ip_source *source);

/* NULL after reporting all that is wrong. */
const ip_large_history *ip_large_read_file(ip_arena *arena, const ip_source *source, ip_large_format format,
                                           ip_diagnostics *diagnostics);

/* One file each; false after a report that ends the reading. */
bool ip_large_read_json(ip_large_builder *builder, const ip_source *source, ip_diagnostics *diagnostics);
bool ip_large_read_json_lines(ip_large_builder *builder, const ip_source *source, ip_diagnostics *diagnostics);
bool ip_large_read_text(ip_large_builder *builder, const ip_source *source);
bool ip_large_read_dbcop(ip_large_builder *builder, const ip_source *source);
bool ip_large_read_elle(ip_large_builder *builder, const ip_source *source);

#endif
